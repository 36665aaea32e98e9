"""Bots, hints and analysis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .game import Game, Match, _seed

Floats = npt.NDArray[np.float64]

QUALITIES = ("forced", "very good", "good", "inaccurate", "mistake", "blunder")
"""How a decision is called, by what it cost; `Analysis.quality` has indices of it."""


@dataclass(frozen=True)
class Hint:
    """What a bot thinks of every legal action; arrays have one entry for each."""

    actions: list[str]
    choices: npt.NDArray[np.int32]
    win: Floats
    """The chance of winning, 0 to 1; nan where the bot has no opinion."""
    win_error: Floats
    """Its standard error; 0 where it is exact, or a network's word."""
    points: Floats
    """Expected points at the end."""
    points_error: Floats
    best: int
    """The index of the action that the bot would play."""


def _check(**numbers: int) -> None:
    """Refuses what does not fit into 32 bits."""
    for name, number in numbers.items():
        if not 0 <= number < 1 << 32:
            raise ValueError(f"{name} must be 0 or more, and fit into 32 bits: not {number}")


def choose(
    match: Match,
    bot: str = "normal",
    seat: int | None = None,
    *,
    seed: int = 0,
    milliseconds: int = 0,
    work: int = 0,
) -> str:
    """The action that a bot would play now.

    It is shown what its seat may know and no more. With the same seed it answers the same,
    unless `milliseconds` limit it. `work` is in the unit that `bots()` tells; 0: its own.
    """
    _check(milliseconds=milliseconds, work=work)
    seat = match._mover(seat)
    best, legal = match._core.think(seat, bot, seed, milliseconds, work, False)
    return legal[best][0]


def hint(
    match: Match,
    bot: str = "hard",
    seat: int | None = None,
    *,
    seed: int = 0,
    milliseconds: int = 0,
    work: int = 0,
) -> Hint:
    """What a bot thinks of every legal action; see `choose` for the arguments."""
    _check(milliseconds=milliseconds, work=work)
    seat = match._mover(seat)
    best, legal = match._core.think(seat, bot, seed, milliseconds, work, True)
    columns = list(zip(*legal, strict=True))
    return Hint(
        actions=list(columns[0]),
        choices=np.array(columns[1], np.int32),
        win=np.array(columns[2]),
        win_error=np.array(columns[3]),
        points=np.array(columns[4]),
        points_error=np.array(columns[5]),
        best=best,
    )


@dataclass(frozen=True)
class Analysis:
    """A finished match judged; arrays have one row for each ply.

    For each seat: result − start = luck − errors + gifts + residual (docs/explain/analysis.md).
    """

    seat: npt.NDArray[np.int8]
    """Who acted; CHANCE for chance."""
    actions: list[str]
    best: list[str]
    """What the bot would have played; "" for chance."""
    quality: npt.NDArray[np.int8]
    """An index of QUALITIES; −1 for chance."""
    loss: Floats
    """What the action cost its seat, in chances of winning."""
    loss_error: Floats
    luck: Floats
    """plies × seats: what chance gave to each."""
    luck_error: Floats
    value: Floats
    """plies × seats: the chances after each ply."""
    value_error: Floats
    seats: list[dict[str, Any]]
    """The account of each seat."""
    playouts: int
    """For each position; 0: by a value function."""


def analyse(match: Match, bot: str = "normal", *, playouts: int = 0, seed: int = 0) -> Analysis:
    """Judges a finished match by a bot. `playouts` 0: as many as a few seconds allow."""
    _check(playouts=playouts)
    rows, seats, used = match._core.analyse(bot, playouts, seed)
    columns = list(zip(*rows, strict=True))
    return Analysis(
        seat=np.array(columns[0], np.int8),
        actions=list(columns[1]),
        best=list(columns[2]),
        quality=np.array(columns[3], np.int8),
        loss=np.array(columns[4]),
        loss_error=np.array(columns[5]),
        luck=np.array(columns[6]),
        luck_error=np.array(columns[7]),
        value=np.array(columns[8]),
        value_error=np.array(columns[9]),
        seats=seats,
        playouts=used,
    )


def play(game: Game | str, players: Sequence[str], seed: int | None = None) -> Match:
    """A match between bots, one for each seat, played to its end.

    Where several seats may act at once, they do so in turn from the seed.
    """
    seed = _seed(seed)
    match = Match(game, seed)
    if len(players) != match.game.seats:
        raise ValueError(f"{match.game.seats} seats need as many players, not {len(players)}")
    rng = np.random.default_rng(seed % (1 << 64))
    while movers := match.movers:
        seat = movers[rng.integers(len(movers))] if len(movers) > 1 else movers[0]
        thought = int(rng.integers(1 << 62))
        match.act(choose(match, players[seat], seat, seed=thought), seat)
    return match
