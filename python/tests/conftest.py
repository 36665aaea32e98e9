"""What the tests share: a set-up of every game that is quick to play."""

import pytest

import peck

QUICK = [
    peck.Game("heckmeck", 3),
    peck.Game("heckmeck", 2, {"extra-wurm": True, "fast": True}),
    peck.Game("karteneck", 3),
    peck.Game("nothanks", 3),
    peck.Game("nothanks", 7, {"large": True}),
    peck.Game("hexxhopp", 2, {"rounds": 1}),
    peck.Game("hexxhopp", 3, {"rounds": 1, "turns": True}),
]


@pytest.fixture(params=QUICK, ids=lambda g: "-".join([g.name, str(g.seats), *g.option_words]))
def game(request: pytest.FixtureRequest) -> peck.Game:
    return request.param
