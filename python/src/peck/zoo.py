"""PettingZoo environments of all games.

>>> import peck.zoo
>>> env = peck.zoo.env(peck.games()[0], seats=3, render_mode="ansi")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     action = None if over else env.action_space(agent).sample(observation["action_mask"])
...     env.step(action)

Importing this module registers the environments, so that
`pettingzoo.make("aec", "peck/NAME_v0", seats=4)` finds that of every game of `peck.games()`. Where
several seats may act at once (`Game.at_once`), who acts next is drawn; `peck.race` plays such a
game with agents who all act in one step.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pettingzoo
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from .game import Game, Match, Options, _game_of, facts, games
from .spaces import spaces_of

RENDER_MODES = ["human", "ansi", "rgb_array"]


def show(match: Match, mode: str | None) -> Any:
    """What `render` returns; for `"human"` it prints."""
    if mode is None:
        gymnasium.logger.warn("render() was called without a render_mode")
        return None
    if mode != "human":
        return match.render(mode)
    print(match.render("ansi"))
    return None


def check_mode(mode: str | None) -> str | None:
    """Refuses a render mode that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is one of {RENDER_MODES} or None, not {mode!r}")
    return mode


class Env(pettingzoo.AECEnv[str, dict[str, Any], int]):
    """One match, an agent for each seat: `seat_0`, `seat_1` and so on.

    An observation is a dictionary of `observation`, the numbers of `Match.observe`, and
    `action_mask`. `rewards` come at the end and are those of `Match.rewards`: `"win"` or
    `"points"`. `max_cycles` cuts a match short after so many actions. An action that is not
    legal raises `IllegalAction`, and nothing has changed.
    """

    metadata: dict[str, Any] = {
        "name": "peck_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        options: Options = (),
        rewards: str = "win",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = _game_of(game, seats, options)
        self.metadata = {**self.metadata, "name": f"{self.game.name}_v0"}
        self.render_mode = check_mode(render_mode)
        self.reward_kind = rewards
        self.max_cycles = max_cycles
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        spaces = [spaces_of(self.game.features, self.game.choices) for _ in self.possible_agents]
        self.observation_spaces = {
            agent: observation
            for agent, (observation, _) in zip(self.possible_agents, spaces, strict=True)
        }
        self.action_spaces = {
            agent: action for agent, (_, action) in zip(self.possible_agents, spaces, strict=True)
        }
        self._rng = np.random.default_rng()
        self.match = Match(self.game, 0)
        self.match.rewards(rewards)  # refuses an unknown kind

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """Of `observe`; the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """The numbers of choices; the same object every time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a match; with a seed, always the same one."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.match = Match(self.game, int(self._rng.integers(1 << 62)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.cycles = 0
        self._select()

    def _select(self) -> None:
        movers = self.match.movers
        if movers:
            drawn = self._rng.integers(len(movers)) if len(movers) > 1 else 0
            self.agent_selection = f"seat_{movers[drawn]}"

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now, and what it may do if it is its turn."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.game.choices, np.int8)
        if agent == self.agent_selection and not self.match.over:
            self.match.mask(seat, mask)
        return {"observation": self.match.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays the choice of the selected agent; None once it is over for it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise TypeError("an agent whose match goes on must choose")
        self.match.act(action, self.possible_agents.index(agent))
        self.cycles += 1
        self._cumulative_rewards[agent] = 0.0
        if self.match.over:
            paid = self.match.rewards(self.reward_kind)
            self.rewards = {a: float(r) for a, r in zip(self.agents, paid, strict=True)}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self.cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The table as a spectator sees it, by `render_mode`."""
        return show(self.match, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


def env(game: str | Game, **settings: Any) -> pettingzoo.AECEnv[str, dict[str, Any], int]:
    """The environment of a game, wrapped as PettingZoo's own are; see `Env` for `settings`."""
    return OrderEnforcingWrapper(Env(game, **settings))


def _register() -> None:
    register = getattr(pettingzoo, "register", None)  # since 1.27
    if register is None:
        return
    for name in games():
        register("aec", f"peck/{name}_v0", entry_point="peck.zoo:env", kwargs={"game": name})
    if any(facts(name)["at_once"] for name in games()):
        register("aec", "peck/race_v0", entry_point="peck.race:env")
        register("parallel", "peck/race_v0", entry_point="peck.race:parallel_env")


_register()
