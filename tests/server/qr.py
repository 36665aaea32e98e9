"""qr.py — for tests: reads small QR codes, with nothing of the library that draws them. It corrects
no errors: a code on a screen has none."""
import re

# By version and level: bytes of data, and the blocks that they are dealt to.
SIZES = {"L": [(19, 1), (34, 1), (55, 1), (80, 1), (108, 1), (136, 2)],
         "M": [(16, 1), (28, 1), (44, 1), (64, 2), (86, 2), (108, 4)]}
MASKS = [lambda y, x: (y + x) % 2, lambda y, x: y % 2, lambda y, x: x % 3, lambda y, x: (y + x) % 3,
         lambda y, x: (y // 2 + x // 3) % 2, lambda y, x: y * x % 2 + y * x % 3,
         lambda y, x: (y * x % 2 + y * x % 3) % 2, lambda y, x: ((y + x) % 2 + y * x % 3) % 2]
FORMAT = [(8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [(y, 8) for y in (7, 5, 4, 3, 2, 1, 0)]


def is_pattern(y, x, side):
    """Corners with the format beside them, the dotted lines, and the small square."""
    corner = y < 9 and x < 9 or y < 9 and x >= side - 8 or y >= side - 8 and x < 9
    square = side > 21 and abs(y - side + 7) <= 2 and abs(x - side + 7) <= 2
    return corner or square or y == 6 or x == 6


def codewords(rows, mask):
    """Up and down in columns of two, from the right; column 6 is a dotted line."""
    side, bits = len(rows), []
    for turn, right in enumerate([*range(side - 1, 6, -2), 5, 3, 1]):
        for y in range(side) if turn % 2 else reversed(range(side)):
            bits += [rows[y][x] ^ (MASKS[mask](y, x) == 0) for x in (right, right - 1)
                     if not is_pattern(y, x, side)]
    return [int("".join(map(str, map(int, bits[i:i + 8]))), 2) for i in range(0, len(bits) - 7, 8)]


def read(picture):
    """The text of a code. `picture` has rows of booleans, True for dark, with a margin."""
    dark = [(y, x) for y, row in enumerate(picture) for x, cell in enumerate(row) if cell]
    top, left = min(y for y, _ in dark), min(x for _, x in dark)
    side = max(x for _, x in dark) - left + 1
    assert top >= 4 and left >= 4, "the margin is too narrow"
    assert all(len(row) >= left + side + 4 for row in picture) and len(picture) >= top + side + 4
    rows = [row[left:left + side] for row in picture[top:top + side]]
    version = (side - 17) // 4
    assert side % 4 == 1 and 1 <= version <= 6, side
    form = int("".join(str(int(rows[y][x])) for y, x in FORMAT), 2) ^ 0x5412
    count, blocks = SIZES[{1: "L", 0: "M"}[form >> 13]][version - 1]
    words = codewords(rows, form >> 10 & 7)[:count]
    data = b"".join(bytes(words[i::blocks]) for i in range(blocks))
    bits = "".join(f"{byte:08b}" for byte in data)
    assert bits[:4] == "0100", "not in the mode of bytes"
    length = int(bits[4:12], 2)
    return bytes(int(bits[12 + 8 * i:20 + 8 * i], 2) for i in range(length)).decode()


def of_svg(text):
    """The picture that the server sends to browsers."""
    side = int(re.search(r'viewBox="0 0 (\d+)', text)[1])
    picture = [[False] * side for _ in range(side)]
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h", text):
        for i in range(int(width)):
            picture[int(y)][int(x) + i] = True
    return picture


def of_text(lines):
    """Any of the four ways to draw it in a terminal."""
    picture = []
    for line in lines:
        inked = line.startswith("\033[38;5;16;48;5;231m")  # dark ink on white paper
        cells = re.findall(r"\033\[48;5;(231|16)m  ", line)
        line = re.sub(r"\033\[[0-9;]*m", "", line)
        if cells:
            picture.append([cell == "16" for cell in cells])
        elif "#" in line:
            picture.append([line[i] == " " for i in range(0, len(line), 2)])
        else:
            picture.append([(cell in "▀█") == inked for cell in line])
            picture.append([(cell in "▄█") == inked for cell in line])
    return picture
