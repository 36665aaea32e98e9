#!/usr/bin/env python3
"""confusables.py — writes src/doors/server/confusables.inc: for each character that looks like another what it looks like,
as Unicode's report 39 has it. Asks ICU (Debian: libicu-dev), so that the server needs no ICU, which takes 80 MB."""
import ctypes
import ctypes.util
import pathlib
import re
import unicodedata

name = ctypes.util.find_library("icui18n")
version = re.search(r"so\.(\d+)", name)[1]
icu = ctypes.CDLL(name)
error = ctypes.c_int(0)
open_checker = getattr(icu, f"uspoof_open_{version}")
open_checker.restype = ctypes.c_void_p
skeleton_of = getattr(icu, f"uspoof_getSkeletonUTF8_{version}")
skeleton_of.argtypes = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_char_p, ctypes.c_int32, ctypes.c_char_p,
                        ctypes.c_int32, ctypes.c_void_p]
checker = open_checker(ctypes.byref(error))


def skeleton(text):
    data, room = text.encode(), ctypes.create_string_buffer(256)
    length = skeleton_of(checker, 0, data, len(data), room, len(room), ctypes.byref(error))
    if error.value > 0:
        raise RuntimeError(error.value)
    return room.raw[:length].decode()


def entries():
    """Of the letters, marks, digits and signs that a name may still have when it is normalised and taken apart."""
    for code in range(0x21, 0x30000):
        char = chr(code)
        if unicodedata.category(char)[0] not in "LMNPS" or unicodedata.normalize("NFKD", char) != char:
            continue
        looks = skeleton(char)
        if looks != char:
            yield code, looks


def quoted(text):
    """In C: bytes as octal, which end after three digits."""
    return '"' + "".join(chr(b) if 0x21 <= b < 0x7f and b not in b'"\\?' else f"\\{b:03o}" for b in text.encode()) + '"'


items = [f"{{{code:#x}, {quoted(looks)}}}," for code, looks in entries()]
lines, line = [], ""
for item in items:
    if len(line) + len(item) > 92:
        lines.append(line.rstrip())
        line = ""
    line += item + " "
text = (f"/* confusables.inc — what characters look like, by Unicode's report 39: made with\n * ICU {version} by tools/confusables.py. */\n"
        + "\n".join([*lines, line.rstrip()]) + "\n")
pathlib.Path(__file__).parent.parent.joinpath("src/doors/server/confusables.inc").write_text(text)
print(f"{len(items)} characters, {len(text)} bytes")
