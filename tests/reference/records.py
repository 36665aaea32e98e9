"""Records of matches and traces of replays, as text."""

import re

import rooms  # noqa: F401  makes the games' modules
from heckmeck import Heckmeck
from hexxhopp import HexxHopp
from karteneck import Karteneck
from nothanks import NoThanks
from rules import CHANCE

GAMES = {game.name: game for game in (Heckmeck, Karteneck, NoThanks, HexxHopp)}

PLY = re.compile(r"^([0-9]|\*) (\S.*)$")
ACTIONS = re.compile(r"^= (\S+): ?(.*)$")


class BadRecord(Exception):
    """A line that the format does not allow."""


class Match:
    """One match of a record: its head, its plies and, when finished, its result."""

    def __init__(self):
        self.game = None
        self.seats = None
        self.options = {}
        self.plies = []  # (seat or CHANCE, name)
        self.finished = False
        self.score = None
        self.place = None

    def start(self):
        """The rules object before the first ply."""
        return GAMES[self.game](self.seats, self.options)

    def head(self):
        options = [name if value is True else f"{name}={value}"
                   for name, value in self.options.items()]
        return " ".join([self.game, *options, f"seats={self.seats}"])

    def lines(self):
        yield "match 1"
        yield f"game {self.game}"
        for name, value in self.options.items():
            yield f"option {name}" if value is True else f"option {name}={value}"
        yield f"seats {self.seats}"
        yield "plies"
        for seat, name in self.plies:
            yield f"{seat} {name}"
        if self.finished:
            yield "end"
            yield "score " + " ".join(map(str, self.score))
            yield "place " + " ".join(map(str, self.place))


def read_option(text):
    name, equals, value = text.partition("=")
    return name, int(value) if equals else True


def read_ply(line):
    """(seat, name), or None when the line is no ply."""
    found = PLY.match(line)
    if not found:
        return None
    seat = found[1] if found[1] == CHANCE else int(found[1])
    return seat, found[2]


def read_record(lines):
    """All matches of a record file."""
    matches = []
    for number, line in enumerate(lines, 1):
        line = line.rstrip("\n")
        if line.startswith("#") or not line:
            continue
        try:
            read_record_line(matches, line)
        except (BadRecord, ValueError, IndexError, KeyError) as reason:
            raise BadRecord(f"record line {number}: {line!r}: {reason!r}") from reason
    return matches


def read_record_line(matches, line):
    word, _, rest = line.partition(" ")
    ply = read_ply(line)
    if ply:
        matches[-1].plies.append(ply)
    elif word == "match":
        matches.append(Match())
    elif word == "game" and rest in GAMES:
        matches[-1].game = rest
    elif word == "option":
        name, value = read_option(rest)
        matches[-1].options[name] = value
    elif word == "seats":
        matches[-1].seats = int(rest)
    elif word == "end":
        matches[-1].finished = True
    elif word in ("score", "place"):
        setattr(matches[-1], word, [int(part) for part in rest.split()])
    elif word not in ("name", "plies"):
        raise BadRecord("not a line of a record")


class TracePly:
    """A ply line of a trace with the `=` lines below it."""

    def __init__(self, seat, name):
        self.ply = (seat, name)
        self.actions = []  # (seat, [names]), in the order of the lines


def read_trace(lines):
    """All plies of a trace, of all its matches in order. Heads, results and comments
    between matches are skipped: the record tells where one match ends and the next begins.
    """
    plies = []
    for number, line in enumerate(lines, 1):
        line = line.rstrip("\n")
        ply, actions = read_ply(line), ACTIONS.match(line)
        if ply:
            plies.append(TracePly(*ply))
        elif line.startswith("="):
            if not actions or not plies:
                raise BadRecord(f"trace line {number}: {line!r}")
            seat = int(actions[1]) if actions[1].isdigit() else actions[1]
            plies[-1].actions.append((seat, actions[2].split("; ")))
    return plies


def trace_lines(match):
    """The trace of a match, as this reference would print it."""
    rules = match.start()
    for seat, name in match.plies:
        yield f"{seat} {name}"
        rules.play(seat, name)
        for mover in rules.movers():
            if mover != CHANCE:
                yield f"= {mover}: " + "; ".join(rules.legal(mover))
