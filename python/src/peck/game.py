"""Games and matches as plain objects."""

from __future__ import annotations

import copy
import json
import operator
import secrets
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple, SupportsIndex

import numpy as np
import numpy.typing as npt

from . import _peck

CHANCE = -1
"""The seat of chance in `Match.act`: dice, deck and deal."""
SPECTATOR = -1
"""The viewer who sees only what lies open."""
_CHANCE_BIT = 1 << 7
_SEATS_SPELLED = 255  # that a set-up can name; no game takes so many

Options = Mapping[str, "bool | int"] | Iterable[str]


@cache
def _facts() -> dict[str, dict[str, Any]]:
    return {game["name"]: game for game in json.loads(_peck.games())}


@cache
def _choice_names(game: str) -> tuple[str, ...]:
    return tuple(_peck.choice_names(game))


def games() -> tuple[str, ...]:
    """The names of all games, as `Game` takes them and records have them."""
    return tuple(_facts())


def facts(game: str | Game) -> dict[str, Any]:
    """All that is known about a game before it is played: what `GET /api/games` has.

    docs/reference/json.md describes the members. They are about the game without options; what holds
    for a set-up, `Game` has under the same names.
    """
    return copy.deepcopy(_facts_of(game.name if isinstance(game, Game) else game))


def bots(game: str | Game) -> dict[str, str]:
    """The bots of a game, weakest level first, each with a line of help.

    Beside these every game knows `random` and `mcts-N`. In a name that ends in `-N`, N is a
    number: `mcts-100`.
    """
    found = _facts_of(game.name if isinstance(game, Game) else game)["bots"]
    return {f"{bot['name']}-N" if bot["number"] else bot["name"]: bot["help"] for bot in found}


def _facts_of(name: str) -> dict[str, Any]:
    facts = _facts().get(name)
    if facts is None:
        raise _peck.BadSetup(f"there is no game {name!r}; the games are {', '.join(_facts())}")
    return facts


def _spell(options: Options) -> tuple[str, ...]:
    """Options as records spell them: `fast`, `rounds=3`."""
    if isinstance(options, str):
        return (options,)
    if not isinstance(options, Mapping):
        words = list(options)
        for word in words:
            if not isinstance(word, str):
                raise TypeError(f"options are words or a mapping, and {word!r} is no word")
        return tuple(words)
    words = []
    for name, value in options.items():
        value = bool(value) if isinstance(value, np.bool_) else value
        if value is True:
            words.append(name)
        elif value is not False and value is not None:
            words.append(f"{name}={operator.index(value)}")
    return tuple(words)


def _seed(seed: int | None) -> int:
    return secrets.randbits(64) if seed is None else operator.index(seed)


def _game_of(game: Game | str, seats: int | None, options: Options) -> Game:
    """A game by its name; one that is there has its seats and options already."""
    if isinstance(game, str):
        return Game(game, seats, options)
    if not isinstance(game, Game):
        raise TypeError(f"a game is a Game or its name, not {game!r}")
    if seats is not None or options:
        raise ValueError(f"{game} has its seats and options already")
    return game


class Score(NamedTuple):
    """Points by the printed rules and places from 1; equal places share."""

    points: npt.NDArray[np.int32]
    places: npt.NDArray[np.int32]


class Game:
    """The rules of one game for a number of seats, with options.

    >>> game = Game(games()[0], seats=3, options={"first": 0})
    >>> game.seats, game.option_words
    (3, ('first=0',))

    `options` is a mapping (`{"fast": True, "rounds": 2}`) or words as records have them
    (`["fast", "rounds=2"]`); `Game.option_help(name)` tells which there are. A set-up that
    the game does not take raises `BadSetup` with the reason.
    """

    def __init__(self, name: str, seats: int | None = None, options: Options = ()) -> None:
        facts = _facts_of(name)
        self.name: str = name
        """As in records."""
        self.title: str = facts["title"]
        """As people write it."""
        self.summary: str = facts["summary"]
        self.seats: int = facts["seats"][0] if seats is None else operator.index(seats)
        self.option_words: tuple[str, ...] = _spell(options)
        """The options as records spell them."""
        self.features: int = facts["features"]
        """Numbers in an observation."""
        self.choices: int = facts["choices"]
        """Size of the action space: choices are numbered from 0."""
        self.stable_choices: bool = facts["stable_choices"]
        """Whether a number always means the same action. Where there would be too many, as on
        a board without end, it is the rank among the legal actions instead."""
        self.outcomes: int = facts["outcomes"]
        """The most outcomes that one ply of chance can have."""
        self.low_wins: bool = facts["low_wins"]
        """Whether the fewest points win."""
        if not 0 <= self.seats <= _SEATS_SPELLED:
            low, high = self.seat_range(name)
            raise _peck.BadSetup(f"{name} takes {low} to {high} seats, not {self.seats}")
        self._core(0)  # refuses a bad set-up

    def _core(self, seed: int) -> _peck.Match:
        return _peck.Match(self.name, self.seats, self.option_words, seed)

    @staticmethod
    def option_help(name: str) -> dict[str, str]:
        """The options of a game, each with a line of help."""
        return {option["name"]: option["help"] for option in _facts_of(name)["options"]}

    @staticmethod
    def seat_range(name: str) -> tuple[int, int]:
        """The least and the most seats of a game, with any options."""
        facts = _facts_of(name)
        lists = [facts["seats"], *(option["seats"] for option in facts["options"])]
        return min(map(min, filter(None, lists))), max(map(max, filter(None, lists)))

    @property
    def at_once(self) -> bool:
        """Whether several seats may act at once."""
        return self._core(0).at_once()

    @property
    def hidden(self) -> bool:
        """Whether something is ever hidden from a seat."""
        return self._core(0).hidden()

    @property
    def choice_names(self) -> tuple[str, ...]:
        """The actions by number; empty where numbers are not stable."""
        return _choice_names(self.name)

    def match(self, seed: int | None = None, *, chance: bool = True) -> Match:
        """A fresh match; see `Match`."""
        return Match(self, seed, chance=chance)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[str, int, tuple[str, ...]]:
        return self.name, self.seats, tuple(sorted(self.option_words))

    def __repr__(self) -> str:
        return f"Game({self.name!r}, seats={self.seats}, options={list(self.option_words)!r})"


class Match:
    """One playing of a game.

    >>> match = Game(games()[0]).match(seed=7)
    >>> match.act(match.legal()[0])

    Chance acts by itself, from the seed, so that a seat is to act or the match is over. With
    `chance=False` it does not: then `act(outcome, CHANCE)` plays one of `legal(CHANCE)` and
    `chance()` draws. Without a seed every match is different.

    An action is a name, one of `legal()`, or the number of a choice (an `int`). Where just one
    seat may act, `seat` may be left out; in some games several may (`Game.at_once`). What is
    not legal raises `IllegalAction` with what would be, and nothing has changed.
    """

    def __init__(self, game: Game | str, seed: int | None = None, *, chance: bool = True) -> None:
        game = _game_of(game, None, ())
        self._begin(game, game._core(_seed(seed)), chance)

    def _begin(self, game: Game, core: _peck.Match, chance: bool) -> None:
        self.game: Game = game
        self._core = core
        self._chance = chance
        if chance and core.count() == 0:
            core.chance()

    @classmethod
    def _of(cls, core: _peck.Match, chance: bool, game: Game | None = None) -> Match:
        match = cls.__new__(cls)
        if game is None:
            name, seats, options = core.setup()
            game = Game(name, seats, options)
        match._begin(game, core, chance)
        return match

    @classmethod
    def decode(cls, line: str, seed: int | None = None, *, chance: bool = True) -> Match:
        """A match that goes on from a position line, as `encode` writes it.

        It knows no past: no record, no rewinding. A line that is one seat's view (it has `?`
        in it) can be looked at by that seat, but not be played; `imagine` fills it in.
        `BadRecord` tells the column and the reason when the line is wrong.
        """
        return cls._of(_peck.Match.decode(line, _seed(seed)), chance)

    @classmethod
    def read(cls, text: str, *, chance: bool = False) -> list[Match]:
        """The matches of a file of records. `BadRecord` names line and reason."""
        return [cls._of(core, chance) for core in _peck.Match.read(text)]

    def copy(self) -> Match:
        """An independent copy; chance will draw the same in both."""
        return self._of(self._core.clone(), self._chance, self.game)

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.copy()

    def imagine(self, seat: int, seed: int | None = None) -> Match:
        """A position with everything face up that this seat cannot rule out from its view."""
        return self._of(self._core.imagine(self._place(seat), _seed(seed)), self._chance, self.game)

    # ---- Who may do what

    @property
    def movers(self) -> tuple[int, ...]:
        """The seats that may act now."""
        mask = self._core.movers()
        return tuple(seat for seat in range(self.game.seats) if mask >> seat & 1)

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self._core.movers() == 0

    @property
    def at_chance(self) -> bool:
        """Whether chance is to act."""
        return self._core.movers() == _CHANCE_BIT

    @property
    def plies(self) -> int | None:
        """How many plies were played, those of chance included; None for a position."""
        return self._core.count()

    def _place(self, seat: int) -> int:
        """The number of a seat, checked; −1 is chance, or a spectator."""
        seat = operator.index(seat)
        if not -1 <= seat < self.game.seats:
            raise IndexError(f"there is no seat {seat} among seats 0 to {self.game.seats - 1}")
        return seat

    def _mover(self, seat: int | None) -> int:
        if seat is not None:
            return self._place(seat)
        mask = self._core.movers()
        if mask == _CHANCE_BIT:
            return CHANCE
        if mask == 0:
            raise _peck.IllegalAction("the match is over")
        if mask & (mask - 1):
            raise _peck.IllegalAction(f"seats {self.movers} may all act: name one")
        return mask.bit_length() - 1

    def legal(self, seat: int | None = None) -> list[str]:
        """The names of the legal actions of a seat; of chance's outcomes, for CHANCE.

        For a seat that may not act, and when the match is over, there are none.
        """
        if seat is None and self.over:
            return []
        return [name for name, _ in self._core.legal(self._mover(seat))]

    def legal_choices(self, seat: int | None = None) -> npt.NDArray[np.int32]:
        """The numbers of the legal choices, in the order of `legal`."""
        if seat is None and self.over:
            return np.empty(0, np.int32)
        seat = self._mover(seat)
        if seat == CHANCE:
            raise ValueError("chance has outcomes, not choices: see outcomes()")
        return np.array([number for _, number in self._core.legal(seat)], np.int32)

    def outcomes(self) -> tuple[list[str], npt.NDArray[np.float64]]:
        """What chance can do now, and how likely each is; nothing when it is not to act."""
        pairs = self._core.legal(CHANCE)
        weights = np.array([weight for _, weight in pairs], np.float64)
        return [name for name, _ in pairs], weights / max(weights.sum(), 1)

    def mask(
        self, seat: int | None = None, out: npt.NDArray[Any] | None = None
    ) -> npt.NDArray[Any]:
        """The legal choices of a seat as flags, one for each of `game.choices`.

        `out` may be an array of bool or int8.
        """
        out = np.empty(self.game.choices, np.bool_) if out is None else out
        self._core.mask(self._mover(seat), out)
        return out

    def observe(
        self, seat: int | None = None, out: npt.NDArray[np.int16] | None = None
    ) -> npt.NDArray[np.int16]:
        """What a seat sees, as `game.features` numbers, its own things first."""
        out = np.empty(self.game.features, np.int16) if out is None else out
        self._core.observe(self._mover(seat), out)
        return out

    # ---- Playing

    def act(self, action: str | SupportsIndex, seat: int | None = None) -> None:
        """Plays an action of a seat, by name or number; then chance acts, unless it is off.

        The number of an outcome of chance is its rank in `legal(CHANCE)`.
        """
        seat = self._mover(seat)
        if isinstance(action, str):
            self._core.say(seat, action)
        else:
            choice = operator.index(action)
            if choice.bit_length() > 63:
                raise _peck.IllegalAction(f"choice {choice} is not legal here: see legal_choices()")
            self._core.choose(seat, choice)
        if self._chance:
            self._core.chance()

    def chance(self) -> None:
        """Draws outcomes until a seat is to act or the match is over."""
        self._core.chance()

    def rewind(self, plies: int) -> None:
        """Forgets all but the first `plies` plies. Chance does not draw by itself here."""
        count = self._core.count()
        if count is None:
            raise ValueError("a position cannot be rewound: it knows no past")
        plies = operator.index(plies)
        if not 0 <= plies <= count:
            raise ValueError(f"there are {count} plies, not {plies}")
        self._core.undo(plies)

    # ---- Telling

    def score(self) -> Score:
        """Points and places as if the match ended now."""
        pairs = np.array(self._core.score(), np.int32)
        return Score(pairs[:, 0].copy(), pairs[:, 1].copy())

    def rewards(self, kind: str = "win") -> npt.NDArray[np.float64]:
        """What each seat gets for the score, adding up to 0.

        `"win"`: 1 for a win alone, −1/(seats − 1) for a loss, shared wins share; `"points"`:
        points above the mean of all, or below it where the fewest win.
        """
        points, places = self.score()
        seats = self.game.seats
        if kind == "points":
            ahead: npt.NDArray[np.float64] = points - points.mean()
            return -ahead if self.game.low_wins else ahead
        if kind != "win":
            raise ValueError(f"rewards are 'win' or 'points', not {kind!r}")
        share = (places == 1) / (places == 1).sum()
        won: npt.NDArray[np.float64] = (seats * share - 1) / (seats - 1)
        return won

    def view(self, viewer: int = SPECTATOR, plies: int = 1) -> dict[str, Any]:
        """The table as a viewer sees it, with the last plies; docs/reference/view.md describes it."""
        result: dict[str, Any] = json.loads(self._core.view(self._place(viewer), plies))
        return result

    def record(self, viewer: int | None = None) -> str:
        """The match in the format of docs/reference/formats.md; for a viewer, as it saw it."""
        return self._core.record(None if viewer is None else self._place(viewer))

    def encode(self, viewer: int | None = None) -> str:
        """The position as one line; for a viewer, with `?` for what it cannot know."""
        return self._core.encode(None if viewer is None else self._place(viewer))

    def name(self, seat: int, name: str) -> None:
        """Names a player, for the record."""
        self._core.name(self._place(seat), name)

    def render(self, mode: str = "ansi", viewer: int = SPECTATOR) -> Any:
        """The table as text (`"ansi"`) or as an image (`"rgb_array"`)."""
        from .render import render

        return render(self.view(viewer), mode)

    def __repr__(self) -> str:
        return f"<Match {self.encode()}>"
