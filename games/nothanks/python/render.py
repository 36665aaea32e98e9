"""render.py — the card, chips and runs for Python."""

from __future__ import annotations

from typing import Any

from peck.render import CARD, TILE, Piece, Row, seat_piece, words


def rows(view: dict[str, Any]) -> list[Row]:
    """The card and its chips, then every seat's chips and cards."""
    table = view["table"]
    lines: list[Row] = [[words(f"{table['left']} cards to come")]]
    if table["card"]:
        lines.append([words("card"), Piece(str(table["card"]), TILE)])
        lines.append([words(f"chips on it {table['pot']}")])
    for seat, own in enumerate(table["seats"]):
        chips = "?" if own["chips"] is None else own["chips"]
        lines.append([seat_piece(view, seat), words(f"chips {chips}")])
        cards = [Piece(" ".join(map(str, run)), CARD) for run in own["runs"]]
        lines += [[words("  "), *cards[i : i + 6]] for i in range(0, len(cards), 6)]
    return lines
