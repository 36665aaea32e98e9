#!/usr/bin/env python3
"""Compares the program with the reference over every game, seat count and option.

    compare.py PECK [--matches N] [--seed S] [--game NAME] [--sim "ARGUMENTS"] [--keep DIR]

Two ways for each set-up: `peck sim` plays matches and the referee checks them; and the
reference plays matches, which `peck replay` must accept and the referee checks again. The
second way sees corners that the program's own players may never visit. Exit 0 when all
agree.
"""

import argparse
import functools
import itertools
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections import Counter

from records import BadRecord, read_option, read_record
from referee import SHOWN_DISAGREEMENTS, check
from selfplay import random_match, six_match, stuck_match


# Matches of each set-up for one of `--matches`. Karteneck has few set-ups and short
# matches, and when its deck is renewed (KE-51) matters only in one match of many.
TIMES = {"heckmeck": 1, "hexxhopp": 1, "karteneck": 10, "nothanks": 4}


def subsets(flags):
    for size in range(len(flags) + 1):
        yield from itertools.combinations(flags, size)


def setups():
    """(game, seats, options): every combination, with and without a fixed first seat."""
    base = []
    for seats in range(2, 8):
        for options in subsets(("extra-wurm", "fast", "flip-always")):
            base.append(("heckmeck", seats, options))
    for options in subsets(("tactical", "large")):
        for seats in range(3, 8 if "large" in options else 6):
            base.append(("nothanks", seats, options))
    for seats in range(2, 7):
        base.append(("karteneck", seats, ()))
    for seats in range(2, 6):
        for options in subsets(("turns",)):
            base.append(("hexxhopp", seats, options))
    for game, seats, options in base:
        if game == "hexxhopp":  # ten rounds take too long here
            yield game, seats, (*options, "rounds=1")
            yield game, seats, (*options, "rounds=2", f"first={seats - 1}")
        else:
            yield game, seats, options
            yield game, seats, (*options, f"first={seats - 1}")


def run(command):
    """Standard output of a command, or None after showing what went wrong."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(f"FAILED, exit {done.returncode}: {shlex.join(command)}")
        print("\n".join((done.stdout[-500:] + done.stderr[-2000:]).splitlines()[-12:]))
        return None
    return done.stdout


class Comparison:
    def __init__(self, arguments, directory):
        self.arguments = arguments
        self.directory = directory
        self.matches = self.plies = self.bad = 0
        self.words = Counter()  # how often each action was seen, per game

    def setup(self, number, game, seats, options):
        name = "-".join([game, str(seats), *options])
        record = os.path.join(self.directory, f"{name}.sim")
        command = [self.arguments.peck, "sim", game, "--seats", str(seats),
                   "--matches", str(self.matches_of(game)),
                   "--seed", str(self.arguments.seed + number)]
        for option in options:
            command += ["--option", option]
        command += ["--record", record, *shlex.split(self.arguments.sim)]
        if run(command) is None:
            self.bad += 1
        else:
            self.judge(game, name, record)

        options = dict(map(read_option, options))
        self.own(game, name, lambda seed: random_match(game, seats, options, seed))

    def matches_of(self, game):
        return self.arguments.matches * TIMES[game]

    def own(self, game, name, play):
        """Matches that the reference plays."""
        record = os.path.join(self.directory, f"{name}.own")
        with open(record, "w", encoding="utf-8") as file:
            for match in range(self.matches_of(game)):
                played = play(f"{self.arguments.seed}/{name}/{match}")
                file.writelines(line + "\n" for line in played.lines())
        self.judge(game, name, record)

    def judge(self, game, name, record):
        trace = run([self.arguments.peck, "replay", "--trace", record])
        if trace is None:
            self.bad += 1
            return
        with open(record, encoding="utf-8") as file:
            lines = file.read().splitlines()
        with open(record + ".trace", "w", encoding="utf-8") as file:
            file.write(trace)
        try:
            matches, plies, disagreements = check(lines, trace.splitlines())
            if matches != self.matches_of(game):
                disagreements.append(f"{matches} matches in the record")
        except BadRecord as reason:
            matches, plies, disagreements = 0, 0, [f"unreadable: {reason}"]
        self.matches += matches
        self.plies += plies
        if not disagreements:
            self.count_words(lines)
            return
        self.bad += 1
        print(f"--- {name}: {record}: {len(disagreements)} disagreements")
        for text in disagreements[:SHOWN_DISAGREEMENTS if self.arguments.all else 1]:
            print(text)

    def count_words(self, lines):
        for match in read_record(lines):
            for _, name in match.plies:
                self.words[match.game, name.split()[0]] += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("peck", help="the program")
    parser.add_argument("--matches", type=int, default=2,
                        help="of each set-up and way; of short games some times as many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", help="this game only")
    parser.add_argument("--sim", default="", help="more arguments for `peck sim`")
    parser.add_argument("--keep", metavar="DIR", help="leave records and traces there")
    parser.add_argument("--all", action="store_true", help="show more disagreements")
    arguments = parser.parse_args()
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as directory:
        if arguments.keep:
            directory = arguments.keep
            os.makedirs(directory, exist_ok=True)
        comparison = Comparison(arguments, directory)
        for number, (game, seats, options) in enumerate(setups()):
            if arguments.game in (None, game):
                comparison.setup(number, game, seats, options)
        if arguments.game in (None, "hexxhopp"):
            for options in ({}, {"turns": True}):
                for play in (stuck_match, six_match):
                    name = "-".join(["hexxhopp", *options, play.__name__])
                    comparison.own("hexxhopp", name, functools.partial(play, options))
    for game in sorted({game for game, _ in comparison.words}):
        seen = [f"{word} {count}" for (g, word), count in sorted(comparison.words.items())
                if g == game]
        print(f"{game}: " + ", ".join(seen))
    verdict = f"compared, {comparison.bad} files DISAGREE" if comparison.bad else "agree"
    print(f"{comparison.matches} matches, {comparison.plies} plies {verdict}"
          f" ({time.monotonic() - begin:.0f} s)")
    return 1 if comparison.bad or not comparison.matches else 0


if __name__ == "__main__":
    sys.exit(main())
