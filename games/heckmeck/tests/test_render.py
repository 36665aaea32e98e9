"""test_render.py — the drawing for Python: grill, stacks and dice."""

import peck

LINE = "heckmeck seats=2 | decide turn=0 kept=55WWWWW rolled=- grill=21-35 stacks=36/-"


def test_the_table() -> None:
    lines = peck.Match.decode(LINE).render().splitlines()
    assert lines[1].startswith("grill [21]") and lines[2].endswith("[35]")
    assert lines[4].strip() == "[36]"
    assert "kept 35 [5] [5] [W] [W] [W] [W] [W]" in lines and lines[-1] == "rolled"
