"""Tables as text and as images, drawn from views with numpy alone.

A table is rows of pieces, each a word or a word in a coloured box. Text and image show the same
rows. A game draws its own in a module `render` (`games/<game>/python/render.py`), from these
functions:

- `rows(view)`: the rows below the title.
- `text_below(view)`, if there is more to show: lines of text below the rows.
- `image_below(view, image, top)`: the same in the image, from the pixel row `top` down.

A game without one shows its seats, and what the viewer may do.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _games

WIDTH, HEIGHT = 640, 480
MODES = ("ansi", "rgb_array")
_COLUMNS = WIDTH // 12 - 2  # characters in a row of the image

Colour = tuple[int, int, int]
Image = npt.NDArray[np.uint8]
PAPER: Colour = (246, 241, 228)
INK: Colour = (40, 36, 32)
TILE: Colour = (238, 190, 92)
CARD: Colour = (170, 205, 235)
TURN: Colour = (150, 205, 140)

# Seven rows of five dots for each character, the highest bit leftmost.
_FONT = {
    character: tuple(int(rows[2 * i : 2 * i + 2], 16) for i in range(7))
    for character, rows in {
        "A": "0E11111F111111", "B": "1E11111E11111E", "C": "0E11101010110E",
        "D": "1E11111111111E", "E": "1F10101E10101F", "F": "1F10101E101010",
        "G": "0E11101711110F", "H": "1111111F111111", "I": "0E04040404040E",
        "J": "0702020202120C", "K": "11121418141211", "L": "1010101010101F",
        "M": "111B1515111111", "N": "11191513111111", "O": "0E11111111110E",
        "P": "1E11111E101010", "Q": "0E11111115120D", "R": "1E11111E141211",
        "S": "0F10100E01011E", "T": "1F040404040404", "U": "1111111111110E",
        "V": "11111111110A04", "W": "11111115151B11", "X": "11110A040A1111",
        "Y": "11110A04040404", "Z": "1F01020408101F", "0": "0E11131519110E",
        "1": "040C040404040E", "2": "0E11010608101F", "3": "1F02040201110E",
        "4": "02060A121F0202", "5": "1F101E0101110E", "6": "0608101E11110E",
        "7": "1F010204080808", "8": "0E11110E11110E", "9": "0E11110F01020C",
        "-": "0000001F000000", ".": "00000000000C0C", ",": "000000000C0408",
        ":": "000C0C000C0C00", "?": "0E110102040004", "!": "04040404040004",
        "+": "0004041F040400", "*": "00150E1F0E1500", "/": "01010204081010",
        "(": "02040808080402", ")": "08040202020408", "&": "0C12140815120D",
        "=": "00001F001F0000", ">": "08040201020408", "'": "04040000000000",
    }.items()
}  # fmt: skip


class Piece(NamedTuple):
    """A word, or one in a box of a colour."""

    text: str
    box: Colour | None = None


Row = list[Piece]


def words(text: str) -> Piece:
    """A word without a box."""
    return Piece(text)


def seat_piece(view: dict[str, Any], seat: int) -> Piece:
    """A seat with its points and place, in a box when it may act."""
    points, place = view["score"]["points"][seat], view["score"]["places"][seat]
    told = f"seat {seat}  {points} points  place {place}"
    return Piece(told, TURN if seat in view["movers"] else None)


def _plain(view: dict[str, Any]) -> list[Row]:
    """For a game without a drawing: seats, names, and the viewer's actions."""
    rows = [
        [seat_piece(view, seat), *([words(name)] if name else [])]
        for seat, name in enumerate(view["names"])
    ]
    line: Row = []
    for action in view["actions"]:
        piece = Piece(action["name"], CARD)
        if line and sum(len(p.text) + 2 for p in (*line, piece)) > _COLUMNS:
            rows.append(line)
            line = []
        line.append(piece)
    return [*rows, line] if line else rows


def _rows(view: dict[str, Any]) -> list[Row]:
    told = "over" if view["over"] else ", ".join(ply["name"] for ply in view["last"])
    head: Row = [words(view["title"]), words(told)]
    drawing = _games.part(view["game"], "render")
    return [head, *(_plain(view) if drawing is None else drawing.rows(view))]


def _ansi(view: dict[str, Any]) -> str:
    lines = [
        " ".join(f"[{p.text}]" if p.box else p.text for p in row).rstrip() for row in _rows(view)
    ]
    below = getattr(_games.part(view["game"], "render"), "text_below", None)
    if below is not None:
        lines += below(view)
    return "\n".join(lines) + "\n"


def _write(image: Image, text: str, x: int, y: int) -> int:
    """Writes at twice the size of the font; returns where the text ends."""
    for character in text.upper():
        for row, bits in enumerate(_FONT.get(character, ())):
            for column in range(5):
                if bits >> (4 - column) & 1:
                    at = y + 2 * row, x + 2 * column
                    image[at[0] : at[0] + 2, at[1] : at[1] + 2] = INK
        x += 12
    return x


def _put_row(image: Image, row: Row, y: int) -> None:
    x = 8
    for piece in row:
        if piece.box is not None:
            width = 12 * len(piece.text) + 6
            image[y : y + 20, x : x + width] = INK
            image[y + 1 : y + 19, x + 1 : x + width - 1] = piece.box
        x = _write(image, piece.text, x + 4, y + 3) + 8


def _rgb(view: dict[str, Any]) -> Image:
    image = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    image[:] = PAPER
    rows = _rows(view)
    step = 24
    for i, row in enumerate(rows[: HEIGHT // step]):
        _put_row(image, row, 6 + step * i)
    below = getattr(_games.part(view["game"], "render"), "image_below", None)
    if below is not None:
        below(view, image, 12 + step * len(rows))
    return image


def render(view: dict[str, Any], mode: str) -> Any:
    """The table of a view (`Match.view`): a string for `"ansi"`, an array for `"rgb_array"`."""
    if mode == "ansi":
        return _ansi(view)
    if mode == "rgb_array":
        return _rgb(view)
    raise ValueError(f"tables are rendered as {' or '.join(MODES)}, not {mode!r}")
