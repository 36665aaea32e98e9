"""Gymnasium environments: one learner against bots, in one match or in many at once.

>>> import gymnasium, peck.gym
>>> name = peck.games()[0]
>>> envs = gymnasium.make_vec(f"peck/{name}-v0", num_envs=64, opponents="easy")
>>> observations, infos = envs.reset(seed=1)
>>> actions = envs.unwrapped.sample()
>>> observations, rewards, terminations, truncations, infos = envs.step(actions)

Importing this module registers `peck/NAME-v0` for every game of `peck.games()`, for
`gymnasium.make` and `make_vec`; `"peck.gym:peck/NAME-v0"` does so by itself.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ._peck import IllegalAction
from .game import Game, Options, _game_of, games
from .spaces import spaces_of
from .vec import Buffers, Vec

RENDER_MODES = ["ansi", "rgb_array"]


def _opponents(game: Game, opponents: str | Sequence[str]) -> list[str]:
    names = [opponents] * (game.seats - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != game.seats - 1:
        raise ValueError(f"{game.seats} seats need {game.seats - 1} opponents, not {len(names)}")
    return names


class PeckVectorEnv(VectorEnv[dict[str, Any], npt.NDArray[np.integer], Any]):
    """`num_envs` matches of a learner against bots, stepped in one call of C.

    `opponents` is the name of a bot (`peck.bots(game)`), or one name for each other seat. The
    learner sits at another seat in every match unless `rotate` is off. Observations are
    dictionaries of `observation` and `action_mask`; rewards come at the end of a match:
    `"win"` or `"points"`, as in `Match.rewards`. `limit` cuts a match short after so many
    choices.

    A match that is over is followed by the next in the same step (`AutoresetMode.SAME_STEP`):
    the observation is then that of the new match, and `infos["final_obs"]` has the end of the
    old one. Without `copy`, the arrays returned are overwritten by the next step.

    A choice that is not legal raises `IllegalAction` with its row, and nothing has changed.
    """

    metadata = {"render_modes": RENDER_MODES, "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        seats: int | None = None,
        options: Options = (),
        opponents: str | Sequence[str] = "normal",
        rotate: bool = True,
        rewards: str = "win",
        limit: int = 0,
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        self.game = _game_of(game, seats, options)
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode is one of {RENDER_MODES} or None, not {render_mode!r}")
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.copy = copy
        self.single_observation_space, self.single_action_space = spaces_of(
            self.game.features, self.game.choices
        )
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.vec = Vec(
            self.game,
            num_envs,
            players=[None, *_opponents(self.game, opponents)],
            rotate=rotate,
            limit=limit,
            rewards=rewards,
            threads=threads,
            seed=0,
            buffers=Buffers(self.game, num_envs, finals=True),
        )

    def _observations(self) -> dict[str, Any]:
        buffers = self.vec.buffers
        seen, masks = buffers.observations, buffers.masks.view(np.int8)
        if self.copy:
            seen, masks = seen.copy(), masks.copy()
        return {"observation": seen, "action_mask": masks}

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Restarts all matches; with a seed (one number), always the same ones."""
        if seed is not None and not isinstance(seed, int | np.integer):
            raise ValueError("one seed serves all matches: give a number")
        super().reset(seed=None if seed is None else int(seed))
        self.vec.reset(int(self.np_random.integers(1 << 62)))
        return self._observations(), {}

    def step(
        self, actions: npt.NDArray[np.integer]
    ) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """One choice in each match."""
        self.vec.step(np.ascontiguousarray(actions))
        buffers = self.vec.buffers
        ended = buffers.terminals | buffers.truncations
        infos: dict[str, Any] = {}
        if ended.any():
            final = np.full(self.num_envs, None, dtype=object)
            nothing = np.zeros(self.game.choices, np.int8)
            for row in np.flatnonzero(ended):
                final[row] = {"observation": buffers.finals[row].copy(), "action_mask": nothing}
            infos = {
                "final_obs": final,
                "_final_obs": ended,
                "final_info": {},
                "_final_info": ended,
            }
        return (
            self._observations(),
            buffers.rewards[:, 0].astype(np.float64),
            buffers.terminals.copy(),
            buffers.truncations.copy(),
            infos,
        )

    def sample(self) -> npt.NDArray[np.integer]:
        """A random legal choice for each match."""
        return self.vec.sample()

    def render(self) -> tuple[Any, ...] | None:
        """The tables as spectators see them, by `render_mode`."""
        mode = self.render_mode
        if mode is None:
            return None
        return tuple(self.vec.match(row).render(mode) for row in range(self.num_envs))


class PeckEnv(gymnasium.Env[dict[str, Any], int]):
    """One match of a learner against bots; settings as of `PeckVectorEnv`.

    `illegal` says what becomes of a choice that is not legal: `"raise"` an exception, with
    nothing changed, or `"lose"`, for learners without masks: the match ends with the reward of
    a loss.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}

    def __init__(
        self,
        game: str | Game,
        *,
        illegal: str = "raise",
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        if illegal not in ("raise", "lose"):
            raise ValueError(f"illegal is 'raise' or 'lose', not {illegal!r}")
        self._many = PeckVectorEnv(game, 1, render_mode=render_mode, **settings)
        self.game = self._many.game
        self.illegal = illegal
        self.render_mode = render_mode
        self.observation_space = self._many.single_observation_space
        self.action_space = self._many.single_action_space
        self._over = True

    def _first(self, observations: dict[str, Any]) -> dict[str, Any]:
        return {key: rows[0] for key, rows in observations.items()}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins a match; with a seed, always the same one."""
        super().reset(seed=seed)
        self._over = False
        observations, infos = self._many.reset(seed=int(self.np_random.integers(1 << 62)))
        return self._first(observations), infos

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Plays a choice; then bots and chance act until it is the learner's turn again."""
        if self._over:
            raise IllegalAction("the match is over: reset")
        try:
            seen, rewards, over, cut, infos = self._many.step(np.array([operator.index(action)], np.int64))
        except IllegalAction:
            if self.illegal == "raise":
                raise
            self._over = True
            seen = self._many._observations()
            return self._first(seen), -1 / (self.game.seats - 1), True, False, {"illegal": True}
        self._over = bool(over[0] or cut[0])
        final = infos["final_obs"][0] if self._over else self._first(seen)
        return final, float(rewards[0]), bool(over[0]), bool(cut[0]), {}

    def render(self) -> Any:
        """The table as a spectator sees it, by `render_mode`."""
        tables = self._many.render()
        return None if tables is None else tables[0]


def _register() -> None:
    for name in games():
        gymnasium.register(
            f"peck/{name}-v0",
            entry_point="peck.gym:PeckEnv",
            vector_entry_point="peck.gym:PeckVectorEnv",
            kwargs={"game": name},
        )


_register()
