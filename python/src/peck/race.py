"""A game in which several seats may act at once, as a parallel PettingZoo environment: all agents
act in one step.

>>> import peck.race
>>> env = peck.race.parallel_env(seats=3, max_cycles=100)
>>> observations, infos = env.reset(seed=1)
>>> while env.agents:
...     masks = {agent: observations[agent]["action_mask"] for agent in env.agents}
...     actions = {agent: env.action_space(agent).sample(mask) for agent, mask in masks.items()}
...     observations, rewards, terminations, truncations, infos = env.step(actions)

The last action is *wait*, and always legal. In a step the hands come down in an order that is
drawn; who finds that somebody was faster, or chose what was not legal, has waited. Its info then
says `{"late": True}`.
"""

from __future__ import annotations

import operator
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
from pettingzoo.utils.conversions import parallel_to_aec

from ._peck import BadSetup, IllegalAction
from .game import Game, Match, Options, _game_of, facts, games
from .spaces import spaces_of
from .zoo import RENDER_MODES, check_mode, show


def _race(game: str | Game | None, seats: int | None, options: Options) -> Game:
    """The game, by default the first whose seats may act at once. Refuses one played in turns."""
    if game is None:
        game = next((name for name in games() if facts(name)["at_once"]), None)
        if game is None:
            raise BadSetup("there is no game in which several seats may act at once")
    game = _game_of(game, seats, options)
    if not game.at_once:
        raise BadSetup(f"in {game} one seat acts at a time: play it with peck.zoo")
    return game


class RaceEnv(pettingzoo.ParallelEnv[str, dict[str, Any], int]):
    """One match in which anybody may act at any moment; see the module for how it is played.

    `game` is by default the first of `peck.games()` that is played so. `max_cycles` cuts the
    match short after so many steps.
    """

    metadata = {"name": "race_v0", "render_modes": RENDER_MODES, "render_fps": 4}

    def __init__(
        self,
        game: str | Game | None = None,
        *,
        seats: int | None = None,
        options: Options = (),
        rewards: str = "win",
        max_cycles: int = 10_000,
        render_mode: str | None = None,
    ) -> None:
        self.game = _race(game, seats, options)
        self.render_mode = check_mode(render_mode)
        self.reward_kind = rewards
        self.max_cycles = max_cycles
        self.wait = self.game.choices
        """The number of the action that waits."""
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.agents: list[str] = []
        self._spaces = {
            agent: spaces_of(self.game.features, self.wait + 1) for agent in self.possible_agents
        }
        self._rng = np.random.default_rng()
        self.match = Match(self.game, 0)
        self.match.rewards(rewards)  # refuses an unknown kind

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """Of one agent; the same object every time."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """The numbers of choices, and *wait*; the same object every time."""
        return self._spaces[agent][1]

    def _observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.wait + 1, np.int8)
        if not self.match.over:
            self.match.mask(seat, mask[:-1])
        mask[-1] = 1
        return {"observation": self.match.observe(seat), "action_mask": mask}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins a match; with a seed, always the same one."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.match = Match(self.game, int(self._rng.integers(1 << 62)))
        self.agents = self.possible_agents[:]
        self.cycles = 0
        return {a: self._observe(a) for a in self.agents}, {a: {} for a in self.agents}

    def _meant(self, agent: str, action: int) -> str | None:
        """The name of a choice among what was legal when it was made; None: wait."""
        legal = self.match._core.legal(self.possible_agents.index(agent))
        return next((name for name, choice in legal if choice == action), None)

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """One action of every agent."""
        agents = self.agents
        if set(actions) != set(agents):
            raise ValueError(f"a step needs one action of each of {agents}")
        choices = {agent: operator.index(actions[agent]) for agent in agents}
        names = {agent: self._meant(agent, choices[agent]) for agent in agents}
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        for agent in self._rng.permutation(agents):
            name = names[agent]
            try:
                if name is not None:
                    self.match.act(name, self.possible_agents.index(agent))
            except IllegalAction:  # somebody was faster
                name = None
            if name is None and choices[agent] != self.wait:
                infos[agent]["late"] = True
        self.cycles += 1
        over = self.match.over
        cut = not over and self.cycles >= self.max_cycles
        paid = self.match.rewards(self.reward_kind) if over else np.zeros(len(agents))
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            {agent: self._observe(agent) for agent in agents},
            {agent: float(reward) for agent, reward in zip(agents, paid, strict=True)},
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            infos,
        )

    def render(self) -> Any:
        """The table as a spectator sees it, by `render_mode`."""
        return show(self.match, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


def parallel_env(game: str | Game | None = None, **settings: Any) -> RaceEnv:
    """The race; see `RaceEnv` for `settings`."""
    return RaceEnv(game, **settings)


def env(
    game: str | Game | None = None, **settings: Any
) -> pettingzoo.AECEnv[str, dict[str, Any], int]:
    """The same for agents who are asked one after the other, and act together."""
    return parallel_to_aec(RaceEnv(game, **settings))
