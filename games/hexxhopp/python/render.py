"""render.py — the figure of tiles for Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from peck.render import HEIGHT, INK, WIDTH, Colour, Image, Row, seat_piece, words

COLOURS: tuple[Colour, ...] = ((205, 62, 55), (240, 200, 60), (60, 110, 190), (250, 250, 250))


def rows(view: dict[str, Any]) -> list[Row]:
    """The round, and how many tiles every seat has left."""
    table = view["table"]
    lines = [[words(f"round {table['round'] + 1} of {table['rounds']}")]]
    for seat, own in enumerate(table["seats"]):
        tiles = own["stack"] + own["aside"] + (own["open"] is not None)
        lines.append([seat_piece(view, seat), words(f"tiles {tiles}")])
    return lines


def text_below(view: dict[str, Any]) -> list[str]:
    """The tiles of the figure: where they lie, and their colours."""
    return [
        f"  {tile['q']},{tile['r']} " + "".join("RYBW"[c] for c in tile["colours"])
        for tile in view["table"]["figure"]
    ]


def image_below(view: dict[str, Any], image: Image, top: int) -> None:
    """The hexagons, each with six coloured segments, scaled to the room there is."""
    tiles = view["table"]["figure"]
    if not tiles:
        return
    root = np.sqrt(3)
    centres = np.array([(root * (t["q"] + t["r"] / 2), 1.5 * t["r"]) for t in tiles])
    low, high = centres.min(axis=0) - 1, centres.max(axis=0) + 1
    scale = min((WIDTH - 16) / (high[0] - low[0]), (HEIGHT - top - 8) / (high[1] - low[1]), 24)
    middle = np.array([WIDTH / 2, (top + HEIGHT) / 2])
    for tile, centre in zip(tiles, (centres - (low + high) / 2) * scale + middle, strict=True):
        left, above = np.maximum(np.floor(centre - scale - 1).astype(int), 0)
        right, below = np.ceil(centre + scale + 1).astype(int)
        part = image[above:below, left:right]
        y, x = np.mgrid[: part.shape[0], : part.shape[1]]
        dx, dy = (x + left - centre[0]) / scale, (y + above - centre[1]) / scale
        far = np.maximum(np.abs(dx), np.abs(dx / 2) + np.abs(dy) * root / 2) * 2 / root
        segment = (np.floor(np.arctan2(dy, dx) / (np.pi / 3) + 0.5) % 6).astype(int)
        part[far <= 1] = INK
        colours = np.array([COLOURS[c] for c in tile["colours"]], np.uint8)
        inside = far <= 0.9
        part[inside] = colours[segment[inside]]
