"""What the tests share: a set-up of every game that is quick to play."""

import pytest

import peck
from peck import _games

if all(_games.part(name, "render") for name in peck.games()):
    collect_ignore = ["test_standins.py"]  # no game of this build needs them

QUICK = [
    peck.Game("heckmeck", 3),
    peck.Game("heckmeck", 2, {"extra-wurm": True, "fast": True}),
    peck.Game("karteneck", 3),
    peck.Game("nothanks", 3),
    peck.Game("nothanks", 7, {"large": True}),
    peck.Game("hexxhopp", 2, {"rounds": 1}),
    peck.Game("hexxhopp", 3, {"rounds": 1, "turns": True}),
]
# A game that is not among them is played as it comes.
QUICK += [peck.Game(name) for name in peck.games() if name not in {game.name for game in QUICK}]


@pytest.fixture(params=QUICK, ids=lambda g: "-".join([g.name, str(g.seats), *g.option_words]))
def game(request: pytest.FixtureRequest) -> peck.Game:
    return request.param
