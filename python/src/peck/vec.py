"""Many matches at once, for learners: arrays in, arrays out."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _peck
from .game import Game, Match, _game_of, _seed, games


class Buffers:
    """The arrays that a `Vec` writes to, one row for each match.

    Any of them may be replaced by another array of the same type and shape, such as a slice
    of a longer one, or by None when it is not wanted.
    """

    __slots__ = (
        "finals",
        "masks",
        "observations",
        "players",
        "rewards",
        "terminals",
        "truncations",
    )

    def __init__(self, game: Game, count: int, *, finals: bool = False) -> None:
        self.observations: npt.NDArray[np.int16] | Any = np.zeros((count, game.features), np.int16)
        """What the player to act sees."""
        self.masks: npt.NDArray[np.bool_] | Any = np.zeros((count, game.choices), np.bool_)
        """Its legal choices."""
        self.players: npt.NDArray[np.int8] | Any = np.zeros(count, np.int8)
        """Its number."""
        self.rewards: npt.NDArray[np.float32] | Any = np.zeros((count, game.seats), np.float32)
        """For each player, when a match was over in this step; else 0."""
        self.terminals: npt.NDArray[np.bool_] | Any = np.zeros(count, np.bool_)
        """Whether a match was over in this step; the row then shows the next match."""
        self.truncations: npt.NDArray[np.bool_] | Any = np.zeros(count, np.bool_)
        """Whether a match was cut short in this step."""
        self.finals: npt.NDArray[np.int16] | Any = (
            np.zeros((count, game.features), np.int16) if finals else None
        )
        """The end of matches that ended, as the player saw it who acted last. Other rows keep
        what they had."""

    def _all(self) -> tuple[npt.NDArray[np.generic] | None, ...]:
        return (
            self.observations,
            self.masks,
            self.players,
            self.rewards,
            self.terminals,
            self.truncations,
            self.finals,
        )


class Vec:
    """N matches of one game, stepped in one call.

    >>> game = Game(games()[0], seats=3)
    >>> vec = Vec(game, 4, seed=1)
    >>> vec.step(vec.sample())
    >>> vec.buffers.observations.shape == (4, game.features)
    True

    A match always waits for a learner: chance acts in between, and a match that is over is
    followed by the next one in its row at once. `players` names a bot, or None for a learner,
    for each player; without it all are learners. With `rotate`, player p sits at seat p + k in
    the k-th match of a row (row i begins with k = i), so that a learner who is always player 0
    meets every seat. `limit` cuts a match short after so many choices of learners.
    `rewards` is `"win"` or `"points"`, as in `Match.rewards`.

    The rows are shared out over `threads` threads, and other threads of Python run meanwhile.
    Results are the same for any number of threads.

    A wrong type raises TypeError and a wrong shape ValueError; a choice that is not legal
    raises `IllegalAction` with the row. Then nothing was played and no array has changed.
    """

    def __init__(
        self,
        game: Game | str,
        count: int,
        *,
        players: Sequence[str | None] | None = None,
        rotate: bool = False,
        limit: int = 0,
        rewards: str = "win",
        threads: int = 1,
        seed: int | None = None,
        buffers: Buffers | None = None,
    ) -> None:
        self.game: Game = _game_of(game, None, ())
        self.count: int = operator.index(count)
        if not 1 <= self.count <= 1 << 20:
            raise ValueError(f"a Vec has 1 to {1 << 20} matches, not {self.count}")
        if rewards not in ("win", "points"):
            raise ValueError(f"rewards are 'win' or 'points', not {rewards!r}")
        if not 0 <= limit < 1 << 32:
            raise ValueError("limit must be 0, for none, or a number of 32 bits")
        players = [None] * self.game.seats if players is None else list(players)
        for player in players:
            if not (player is None or isinstance(player, str)):
                raise TypeError(f"a player is a bot's name, or None for a learner: not {player!r}")
        self.buffers: Buffers = Buffers(self.game, self.count) if buffers is None else buffers
        """Where results are written; see `Buffers`."""
        self._core = _peck.Vec(
            self.game.name,
            self.game.seats,
            self.game.option_words,
            self.count,
            threads,
            0,
            players,
            rotate,
            limit,
            rewards == "points",
        )
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Restarts all matches."""
        self._core.reset(_seed(seed), *self.buffers._all())

    def step(self, actions: npt.NDArray[np.integer]) -> None:
        """Plays one choice in each match: an array of int64 or int32."""
        self._core.step(actions, *self.buffers._all())

    def sample(self, out: npt.NDArray[np.integer] | None = None) -> npt.NDArray[np.integer]:
        """A random legal choice for each match, by a generator of its own."""
        out = np.empty(self.count, np.int64) if out is None else out
        self._core.sample(out)
        return out

    def __copy__(self) -> Vec:
        raise TypeError("a Vec cannot be copied; match(index) copies one of its matches")

    def encode(self, index: int) -> str:
        """The position line of one match."""
        return self._core.encode(index)

    def match(self, index: int) -> Match:
        """A copy of one match as it stands, without its past."""
        return Match.decode(self.encode(index), 0)
