"""render.py — grill, cards laid and the own hand for Python."""

from __future__ import annotations

from typing import Any

from peck.render import CARD, TILE, Piece, Row, seat_piece, words


def _cards(cards: list[str]) -> Row:
    return [Piece(card, CARD) for card in cards[:14]]


def rows(view: dict[str, Any]) -> list[Row]:
    """The grill, then what every seat has laid, and the viewer's hand."""
    table = view["table"]
    lines: list[Row] = [
        [words(f"round {table['round']} of {table['rounds']}")],
        [words("grill"), *(Piece(str(tile["value"]), TILE) for tile in table["grill"])],
    ]
    for seat, own in enumerate(table["seats"]):
        lines.append([seat_piece(view, seat), words(own["standing"])])
        lines.append([words(f"  laid {own['total']}"), *_cards(own["laid"])])
        hand = own["hand"]
        if hand is not None:
            lines.append([words("  hand"), *_cards(hand)])
    return lines
