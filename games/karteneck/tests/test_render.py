"""test_render.py — the drawing for Python: whose cards are shown to whom."""

import peck


def test_a_hand_is_shown_to_its_owner() -> None:
    match = peck.Game("karteneck", 2).match(seed=1)
    own, other = match.render("ansi", 0), match.render("ansi", 1)
    assert own.count("hand") == other.count("hand") == 1 and own != other
    assert "hand" not in match.render("ansi")
