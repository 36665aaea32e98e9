#!/usr/bin/env python3
"""Tests of the referee: it agrees with what the reference plays, and sees a record or trace that has been
tampered with. What the rules say is tested in C, and compare.py holds the references against that."""

import random
import unittest

import rooms  # noqa: F401  makes the games' modules
import deals
import hexxhopp
from heckmeck import GOLDEN, Heckmeck
from hexxhopp import HexxHopp
from records import Match, trace_lines
from referee import check
from rules import CHANCE
from selfplay import choose_eagerly, random_match, six_match


class CornersTest(unittest.TestCase):
    """What compare.py hardly sees: rolls that cannot be, deals that lead where they should, and a stop."""

    def test_rolls(self):  # HM-10, XW-31
        rules = Heckmeck(2, {"first": 0})
        for dice in ("1111111", "21111111", "W1111111", "11111116", "1111111+W"):
            self.assertFalse(rules.possible(f"roll {dice}"), dice)
        rules = Heckmeck(2, {"first": 0, "extra-wurm": True})
        rules.holds[0] = GOLDEN
        rules.start_turn(0)
        rules.play(0, "use golden")
        for dice in ("11111111+2", "111111111"):
            self.assertFalse(rules.possible(f"roll {dice}"), dice)

    def ring(self, neighbours, **options):
        """A board where a tile of seat 0, not turned, fits (0, 0) with so many segments."""
        rng = random.Random(1)
        rules = HexxHopp(3, {"rounds": 1, "first": 0, **options})
        while rules.movers() == [CHANCE]:
            rules.play(CHANCE, rules.draw(rng))
        tile = rules.stack[0].pop(0)
        if rules.option["turns"]:
            rules.stack[0].append(tile)
        else:
            rules.open[0] = tile
        rules.board = {}
        pool = [t for t in rules.unseen if t not in sum(rules.stack, [])]
        for k in range(neighbours):
            cell, other = hexxhopp.neighbour((0, 0), k), pool.pop()
            turn = next(r for r in range(6) if hexxhopp.segment(other, r, (k + 3) % 6)
                        == hexxhopp.segment(tile, 0, k))
            rules.put(other, turn, cell)
        return rules, tile

    def test_stop(self):  # HH-18
        for options in ({}, {"turns": True}):
            for left, phase in ((5, "stop"), (6, "play")):
                rules, tile = self.ring(5, **options)
                rules.seat = 0
                rules.stack[0] = rules.stack[0][-left - bool(options):]
                rules.play(0, f"place {f'{tile} ' if options else ''}0,0 0")
                self.assertEqual((rules.phase, rules.owed[0]), (phase, min(left, 6)))
                self.assertEqual("enough" in rules.legal(0), phase == "play")
                if phase == "stop":
                    self.assertEqual(rules.movers(), [0])
                    self.assertEqual(sorted(rules.legal(0)), ["give 1 stack", "give 2 stack"])
                    for _ in range(5):
                        rules.play(0, "give 2 stack")
                    self.assertEqual(rules.score(), ([0, 15, 20], [1, 2, 3]))

    def test_stuck_deals(self):  # HH-31, at the deal and after a placement
        for seed in range(3):
            rng = random.Random(seed)
            rules = HexxHopp(2, deals.SETUP)
            for name in deals.stuck_deal(rng):
                self.assertEqual(rules.rounds_left, 2)
                rules.play("*", name)
            self.assertEqual((rules.rounds_left, rules.penalty), (1, [15, 15]))
            rules = HexxHopp(2, deals.SETUP)
            outcomes, (placement, _) = deals.last_placement_deal(rng)
            for name in outcomes:
                rules.play("*", name)
            for seat, name in ((0, "open"), (1, "open"), (0, placement)):
                rules.play(seat, name)
            if any(rules.owed):
                rules.play(0, "enough")
            self.assertEqual((rules.rounds_left, rules.penalty), (1, [14, 15]))

    def test_six_deal(self):  # HH-19
        match = six_match({"turns": True}, 1)
        rules = match.start()
        for seat, name in match.plies:
            rules.play(seat, name)
            if rules.rounds_left == 1:
                break
        self.assertEqual((seat, rules.penalty[0]), (0, 0))
        self.assertIn(" 0,1 ", name)


SETUPS = [("heckmeck", 2, {}), ("heckmeck", 4, {"extra-wurm": True}),
          ("heckmeck", 7, {"extra-wurm": True, "fast": True, "first": 3}),
          ("heckmeck", 3, {"extra-wurm": True, "flip-always": True}),
          ("nothanks", 3, {}), ("nothanks", 7, {"large": True, "tactical": True}),
          ("karteneck", 2, {}), ("karteneck", 6, {"first": 5}),
          ("hexxhopp", 2, {"rounds": 2}), ("hexxhopp", 3, {"rounds": 1, "turns": True})]


class RefereeTest(unittest.TestCase):
    """The referee agrees with what the reference plays, and with nothing else."""

    @classmethod
    def setUpClass(cls):
        cls.matches = [random_match(*setup, 7, choose_eagerly) for setup in SETUPS]
        cls.traces = [list(trace_lines(match)) for match in cls.matches]

    def refused(self, record, trace, word):
        disagreements = check(record, trace)[2]
        self.assertTrue(disagreements, "tampering was not seen")
        self.assertIn(word, disagreements[0])

    def each(self):
        for match, trace in zip(self.matches, self.traces):
            with self.subTest(match.head()):
                yield random.Random(1), list(match.lines()), list(trace)

    def lines_of(self, lines, is_one):
        return [i for i, line in enumerate(lines) if is_one(line)]

    def test_agrees(self):
        record = [line for match in self.matches for line in match.lines()]
        trace = ["# peck"]
        for part in self.traces:
            trace += ["game x", *part, "end"]
        plies = sum(len(match.plies) for match in self.matches)
        self.assertEqual(check(record, trace), (len(SETUPS), plies, []))

    def test_unfinished(self):
        for match, trace in zip(self.matches, self.traces):
            half = Match()
            half.game, half.seats, half.options = match.game, match.seats, match.options
            half.plies = match.plies[:len(match.plies) // 2]
            self.assertEqual(check(half.lines(), trace_lines(half))[2], [])

    def test_action_missing(self):
        for rng, record, trace in self.each():
            i = rng.choice(self.lines_of(trace, lambda l: l.startswith("=") and ";" in l))
            trace[i] = trace[i].rpartition("; ")[0]
            self.refused(record, trace, "differ")

    def test_action_too_many(self):
        for rng, record, trace in self.each():
            i = rng.choice(self.lines_of(trace, lambda l: l.startswith("=")))
            trace[i] += "; take 99"
            self.refused(record, trace, "differ")

    def test_action_twice(self):
        for rng, record, trace in self.each():
            i = rng.choice(self.lines_of(trace, lambda l: l.startswith("=")))
            trace[i] += "; " + trace[i].split(": ")[1].split("; ")[0]
            self.refused(record, trace, "twice")

    def test_seat_missing(self):
        for rng, record, trace in self.each():
            del trace[rng.choice(self.lines_of(trace, lambda l: l.startswith("=")))]
            self.refused(record, trace, "may act")

    def test_seat_too_many(self):
        for rng, record, trace in self.each():
            i = rng.choice(self.lines_of(trace, lambda l: not l.startswith("=")))
            trace.insert(i + 1, "= 8: pass")
            self.refused(record, trace, "may act")

    def test_wrong_result(self):
        for rng, record, trace in self.each():
            for word in ("score", "place"):
                wrong = list(record)
                i = self.lines_of(wrong, lambda l, word=word: l.startswith(word))[0]
                first = wrong[i].split()[1]
                wrong[i] = wrong[i].replace(first, str(int(first) + 1), 1)
                self.refused(wrong, trace, word)

    def test_illegal_ply(self):
        for rng, record, trace in self.each():
            for chance, instead in ((False, "take 99"), (True, "roll 7")):
                plies = self.lines_of(trace, lambda l, chance=chance:
                                      l[0] != "=" and (l[0] == "*") == chance)
                wrong = [line for line in trace if not line.startswith("=")]
                i = wrong.index(trace[rng.choice(plies)])
                ply = wrong[i][0] + " " + instead
                head = record.index("plies") + 1
                self.refused(record[:head] + wrong[:i] + [ply], None,
                             "possible" if chance else "not legal")

    def test_wrong_seat(self):
        for rng, record, trace in self.each():
            plies = [line for line in trace if not line.startswith("=")]
            i = next(i for i, ply in enumerate(plies) if ply[0] != "*")
            head = record.index("plies") + 1
            self.refused(record[:head] + plies[:i] + ["9" + plies[i][1:]], None, "may act")

    def test_ply_missing(self):
        for rng, record, trace in self.each():
            end = record.index("end")
            self.refused(record[:end - 1] + record[end:], None, "the record ends")
            self.refused(record, trace[:len(trace) // 2], "the trace stops")
            self.refused(record[:end], trace, "no `end`")
            self.refused(record, trace + ["0 take"], "more than the record")

    def test_trace_of_another_match(self):
        for rng, record, trace in self.each():
            i = self.lines_of(trace, lambda l: l[0] != "=")[-1]
            trace[i] = "* first 9"
            self.refused(record, trace, "the trace")


if __name__ == "__main__":
    unittest.main()
