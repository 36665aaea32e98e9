"""Tables as text and as images, drawn from views with numpy alone.

A table is rows of pieces, each a word or a word in a coloured box. Text and image show the same
rows; the image of Hexx & Hopp has the figure below them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

WIDTH, HEIGHT = 640, 480
MODES = ("ansi", "rgb_array")

_Colour = tuple[int, int, int]
_PAPER: _Colour = (246, 241, 228)
_INK: _Colour = (40, 36, 32)
_TILE: _Colour = (238, 190, 92)
_GONE: _Colour = (205, 200, 188)
_DIE: _Colour = (255, 255, 255)
_CARD: _Colour = (170, 205, 235)
_TURN: _Colour = (150, 205, 140)
_HEXES: tuple[_Colour, ...] = ((205, 62, 55), (240, 200, 60), (60, 110, 190), (250, 250, 250))

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


class _Piece(NamedTuple):
    text: str
    box: _Colour | None = None


_Row = list[_Piece]


def _words(text: str) -> _Piece:
    return _Piece(text)


def _seat(view: dict[str, Any], seat: int) -> _Piece:
    points, place = view["score"]["points"][seat], view["score"]["places"][seat]
    told = f"seat {seat}  {points} points  place {place}"
    return _Piece(told, _TURN if seat in view["movers"] else None)


def _heckmeck(view: dict[str, Any]) -> list[_Row]:
    table = view["table"]
    faces = "12345W"

    def dice(counts: list[int]) -> _Row:
        return [_Piece(f, _DIE) for f, n in zip(faces, counts, strict=True) for _ in range(n)]

    grill = [
        _Piece(str(tile["tile"]), _TILE) if tile["lies"] == "up" else _Piece("x", _GONE)
        for tile in table["grill"]
        if tile["lies"] != "owned"
    ]
    rows = [[_words("grill"), *grill[:9]], [_words("     "), *grill[9:]]]
    for seat, own in enumerate(table["seats"]):
        rows.append([_seat(view, seat), *(_words(name) for name in own["specialists"])])
        rows.append([_words("  "), *(_Piece(str(tile), _TILE) for tile in own["stack"][-9:])])
    rows.append([_words(f"kept {table['total']}"), *dice(table["kept"])])
    rows.append([_words("rolled"), *dice(table["rolled"])])
    return rows


def _nothanks(view: dict[str, Any]) -> list[_Row]:
    table = view["table"]
    rows: list[_Row] = [[_words(f"{table['left']} cards to come")]]
    if table["card"]:
        rows.append([_words("card"), _Piece(str(table["card"]), _TILE)])
        rows.append([_words(f"chips on it {table['pot']}")])
    for seat, own in enumerate(table["seats"]):
        chips = "?" if own["chips"] is None else own["chips"]
        rows.append([_seat(view, seat), _words(f"chips {chips}")])
        cards = [_Piece(" ".join(map(str, run)), _CARD) for run in own["runs"]]
        rows += [[_words("  "), *cards[i : i + 6]] for i in range(0, len(cards), 6)]
    return rows


def _karteneck(view: dict[str, Any]) -> list[_Row]:
    table = view["table"]
    rows: list[_Row] = [
        [_words(f"round {table['round']} of {table['rounds']}")],
        [_words("grill"), *(_Piece(str(tile["value"]), _TILE) for tile in table["grill"])],
    ]
    for seat, own in enumerate(table["seats"]):
        rows.append([_seat(view, seat), _words(own["standing"])])
        rows.append([_words(f"  laid {own['total']}"), *_cards(own["laid"])])
        hand = own["hand"]
        if hand is not None:
            rows.append([_words("  hand"), *_cards(hand)])
    return rows


def _cards(cards: list[str]) -> _Row:
    return [_Piece(card, _CARD) for card in cards[:14]]


def _hexxhopp(view: dict[str, Any]) -> list[_Row]:
    table = view["table"]
    rows = [[_words(f"round {table['round'] + 1} of {table['rounds']}")]]
    for seat, own in enumerate(table["seats"]):
        tiles = own["stack"] + own["aside"] + (own["open"] is not None)
        rows.append([_seat(view, seat), _words(f"tiles {tiles}")])
    return rows


def _plain(view: dict[str, Any]) -> list[_Row]:
    return [[_seat(view, seat)] for seat in range(view["seats"])]


_GAMES = {
    "heckmeck": _heckmeck,
    "nothanks": _nothanks,
    "karteneck": _karteneck,
    "hexxhopp": _hexxhopp,
}


def _rows(view: dict[str, Any]) -> list[_Row]:
    told = "over" if view["over"] else ", ".join(ply["name"] for ply in view["last"])
    head: _Row = [_words(view["title"]), _words(told)]
    return [head, *_GAMES.get(view["game"], _plain)(view)]


def _ansi(view: dict[str, Any]) -> str:
    lines = [
        " ".join(f"[{p.text}]" if p.box else p.text for p in row).rstrip() for row in _rows(view)
    ]
    if view["game"] == "hexxhopp":
        lines += [
            f"  {tile['q']},{tile['r']} " + "".join("RYBW"[c] for c in tile["colours"])
            for tile in view["table"]["figure"]
        ]
    return "\n".join(lines) + "\n"


def _write(image: npt.NDArray[np.uint8], text: str, x: int, y: int) -> int:
    """Writes at twice the size of the font; returns where the text ends."""
    for character in text.upper():
        for row, bits in enumerate(_FONT.get(character, ())):
            for column in range(5):
                if bits >> (4 - column) & 1:
                    at = y + 2 * row, x + 2 * column
                    image[at[0] : at[0] + 2, at[1] : at[1] + 2] = _INK
        x += 12
    return x


def _put_row(image: npt.NDArray[np.uint8], row: _Row, y: int) -> None:
    x = 8
    for piece in row:
        if piece.box is not None:
            width = 12 * len(piece.text) + 6
            image[y : y + 20, x : x + width] = _INK
            image[y + 1 : y + 19, x + 1 : x + width - 1] = piece.box
        x = _write(image, piece.text, x + 4, y + 3) + 8


def _figure(image: npt.NDArray[np.uint8], tiles: list[dict[str, Any]], top: int) -> None:
    """The hexagons, each with six coloured segments, scaled to the room there is."""
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
        part[far <= 1] = _INK
        colours = np.array([_HEXES[c] for c in tile["colours"]], np.uint8)
        inside = far <= 0.9
        part[inside] = colours[segment[inside]]


def _rgb(view: dict[str, Any]) -> npt.NDArray[np.uint8]:
    image = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    image[:] = _PAPER
    rows = _rows(view)
    step = 24
    for i, row in enumerate(rows[: HEIGHT // step]):
        _put_row(image, row, 6 + step * i)
    if view["game"] == "hexxhopp":
        _figure(image, view["table"]["figure"], 12 + step * len(rows))
    return image


def render(view: dict[str, Any], mode: str) -> Any:
    """The table of a view (`Match.view`): a string for `"ansi"`, an array for `"rgb_array"`."""
    if mode == "ansi":
        return _ansi(view)
    if mode == "rgb_array":
        return _rgb(view)
    raise ValueError(f"tables are rendered as {' or '.join(MODES)}, not {mode!r}")
