"""test_render.py — the drawing for Python: the figure of tiles."""

import peck


def test_the_figure() -> None:
    match = peck.Game("hexxhopp", 2, ["turns", "rounds=1"]).match(seed=1)
    for _ in range(3):
        before = match.render("rgb_array")
        while not any(name.startswith("place") for name in match.legal()):
            match.act(match.legal()[0])
        match.act(next(name for name in match.legal() if name.startswith("place")))
        tiles = match.view()["table"]["figure"]
        lines = match.render().splitlines()[-len(tiles) :]
        assert [line.split()[0] for line in lines] == [f"{t['q']},{t['r']}" for t in tiles]
        assert all(set(line.split()[1]) <= set("RYBW") for line in lines)
        assert (before[120:] != match.render("rgb_array")[120:]).any()
