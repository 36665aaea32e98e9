"""Peck: family games with exact rules, strong bots, and speed.

>>> import peck
>>> match = peck.Game(peck.games()[0], seats=3).match(seed=1)
>>> while not match.over:
...     match.act(peck.choose(match, "normal"))
>>> match.score().points.shape
(3,)

- `games`, `facts`: which games there are, and what is known about each.
- `Game`, `Match`: the rules and one playing of them, as plain objects.
- `bots`, `choose`, `hint`, `analyse`, `play`: players, advice, and a match judged.
- `Vec`, `Buffers`: many matches in one call, for learners.
- `peck.zoo` (PettingZoo), `peck.gym` (Gymnasium), `peck.spiel` (OpenSpiel): the usual
  interfaces, each imported only when asked for.
"""

from importlib.metadata import version as _version

from ._peck import BadRecord, BadSetup, IllegalAction, signature
from .game import CHANCE, SPECTATOR, Game, Match, Score, bots, facts, games
from .thoughts import QUALITIES, Analysis, Hint, analyse, choose, hint, play
from .vec import Buffers, Vec

__version__ = _version("peck-games")

__all__ = [
    "CHANCE",
    "QUALITIES",
    "SPECTATOR",
    "Analysis",
    "BadRecord",
    "BadSetup",
    "Buffers",
    "Game",
    "Hint",
    "IllegalAction",
    "Match",
    "Score",
    "Vec",
    "analyse",
    "bots",
    "choose",
    "facts",
    "games",
    "hint",
    "play",
    "signature",
]
