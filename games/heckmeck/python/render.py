"""render.py — grill, stacks and dice for Python."""

from __future__ import annotations

from typing import Any

from peck.render import TILE, Colour, Piece, Row, seat_piece, words

GONE: Colour = (205, 200, 188)
DIE: Colour = (255, 255, 255)


def rows(view: dict[str, Any]) -> list[Row]:
    """Grill, stacks, the dice kept and rolled."""
    table = view["table"]
    faces = "12345W"

    def dice(counts: list[int]) -> Row:
        return [Piece(f, DIE) for f, n in zip(faces, counts, strict=True) for _ in range(n)]

    grill = [
        Piece(str(tile["tile"]), TILE) if tile["lies"] == "up" else Piece("x", GONE)
        for tile in table["grill"]
        if tile["lies"] != "owned"
    ]
    lines = [[words("grill"), *grill[:9]], [words("     "), *grill[9:]]]
    for seat, own in enumerate(table["seats"]):
        lines.append([seat_piece(view, seat), *(words(name) for name in own["specialists"])])
        lines.append([words("  "), *(Piece(str(tile), TILE) for tile in own["stack"][-9:])])
    lines.append([words(f"kept {table['total']}"), *dice(table["kept"])])
    lines.append([words("rolled"), *dice(table["rolled"])])
    return lines
