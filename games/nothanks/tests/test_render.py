"""test_render.py — the drawing for Python: the card, runs, and chips that nobody else sees."""

import peck

LINE = "nothanks seats=3 | p turn=0 card=20 pot=3 chips=5,9,16 cards=19/21.30.31/8"


def test_the_table() -> None:
    lines = peck.Match.decode(LINE).render("ansi", 1).splitlines()
    assert "card [20]" in lines and "chips on it 3" in lines
    assert [line.split("chips ")[1] for line in lines if line.endswith(("?", "9"))] == ["?", "9", "?"]
    assert any("[21] [30 31]" in line for line in lines)
