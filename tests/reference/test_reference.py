#!/usr/bin/env python3
"""Tests of the reference itself: the worked examples, the rulings, and that the referee
sees a record or trace that has been tampered with."""

import random
import unittest

import rooms  # noqa: F401  makes the games' modules
import deals
import hexxhopp
import karteneck
import nothanks
from heckmeck import GOLDEN, HEN, RAVEN, RED_WORM, WEASEL, Heckmeck, worms_on
from hexxhopp import HexxHopp
from karteneck import Karteneck
from nothanks import NoThanks, card_points
from records import Match, trace_lines
from referee import check
from rules import CHANCE, BadSetup
from selfplay import choose_eagerly, random_match, six_match


class RulesTest(unittest.TestCase):
    def plies(self, rules, text):
        """Plays `0 keep W, 0 roll, * roll 11`, each of which must be legal."""
        for ply in text.split(", "):
            seat, name = ply.split(" ", 1)
            seat = seat if seat == CHANCE else int(seat)
            self.assertIn(seat, rules.movers(), ply)
            if seat == CHANCE:
                self.assertTrue(rules.possible(name), ply)
            else:
                self.assertIn(name, rules.legal(seat), ply)
            rules.play(seat, name)

    def assert_legal(self, rules, seat, text):
        self.assertIn(seat, rules.movers())
        self.assertEqual(sorted(rules.legal(seat)), sorted(text.split(", ")))


def heckmeck(seats=2, face_up=None, stacks=None, holds=None, standing=None, **options):
    options = {name.replace("_", "-"): value for name, value in options.items()}
    rules = Heckmeck(seats, {"first": 0, **options})
    if face_up is not None:
        rules.face_up = set(face_up)
        rules.standing = {}
    for seat, stack in (stacks or {}).items():
        rules.stack[seat] = list(stack)
        rules.face_up -= set(stack)
    if standing is not None:
        rules.standing = dict(standing)
    for seat, specialist in (holds or {}).items():
        rules.standing = {t: s for t, s in rules.standing.items() if s != specialist}
        rules.holds[seat] = specialist
    rules.start_turn(0)
    return rules


# Totals with dice left over, so that rolling on stays legal.
TOTAL_24 = "* roll 1112WWWW, 0 keep W, 0 roll, * roll 1114, 0 keep 4"
TOTAL_26 = "* roll 2225WWWW, 0 keep W, 0 roll, * roll 2225, 0 keep 2"
WORMLESS_FAIL = "* roll 12345555, 0 keep 5, 0 stop"


class HeckmeckTest(RulesTest):
    def test_worms_on_tiles(self):  # HM-1, XW-1
        self.assertEqual([worms_on(t) for t in (11, 13, 21, 24, 25, 28, 29, 32, 33, 36)],
                         [1, 1, 1, 1, 2, 2, 3, 3, 4, 4])

    def test_seats(self):  # HM-3
        for seats in (1, 8):
            with self.assertRaises(BadSetup):
                Heckmeck(seats, {})

    def test_first(self):  # HM-5
        rules = Heckmeck(3, {})
        self.assertFalse(rules.possible("first 3"))
        self.plies(rules, "* first 2, * roll 1111111W")
        self.assertEqual(rules.movers(), [2])

    def test_rolls(self):
        rules = heckmeck()
        for dice in ("1111111", "21111111", "W1111111", "11111116", "1111111+W"):
            self.assertFalse(rules.possible(f"roll {dice}"), dice)

    def test_e1(self):  # HM-E1, HM-11, HM-12
        rules = heckmeck()
        self.plies(rules, "* roll 123445WW")
        self.assert_legal(rules, 0, "keep 1, keep 2, keep 3, keep 4, keep 5, keep W")
        self.plies(rules, "0 keep W, 0 roll, * roll 144WWW")
        self.assert_legal(rules, 0, "keep 1, keep 4")
        self.plies(rules, "0 keep 4")
        self.assertEqual(rules.total(), 18)
        self.plies(rules, "0 roll, * roll 445W")
        self.assert_legal(rules, 0, "keep 5")

    def test_e2(self):  # HM-E2
        rules = heckmeck()
        self.plies(rules, TOTAL_24)
        self.assert_legal(rules, 0, "roll, stop, take 24")
        self.plies(rules, "0 take 24")
        self.assertEqual(rules.stack[0], [24])
        self.assertEqual(rules.seat, 1)  # HM-25

    def test_e3(self):  # HM-E3, HM-22
        rules = heckmeck(stacks={1: [30, 21]})
        self.plies(rules, "* roll 11223WWW, 0 keep W, 0 roll, * roll 11233, 0 keep 3")
        self.assert_legal(rules, 0, "roll, stop, steal 21")
        self.plies(rules, "0 steal 21")
        self.assertEqual(rules.stack, [[21], [30]])

    def test_e4(self):  # HM-E4, HM-24
        rules = heckmeck(3, stacks={0: [23], 1: [22, 30]})
        self.plies(rules, "* roll 1122WWWW, 0 keep W, 0 roll, * roll 1112, 0 keep 1")
        self.assertEqual(rules.total(), 23)
        self.assert_legal(rules, 0, "roll, stop, take 21")

    def test_e5(self):  # HM-E5: 31 and 30 face down, 29 buried
        rules = heckmeck(stacks={1: [29, 36]})
        rules.face_up -= {30, 31}
        self.plies(rules, "* roll 122WWWWW, 0 keep W, 0 roll, * roll 113, 0 keep 3, 0 roll")
        self.plies(rules, "* roll 12, 0 keep 1, 0 roll, * roll 2, 0 keep 2")
        self.assertEqual(rules.total(), 31)
        self.assert_legal(rules, 0, "stop, take 28")

    def test_e6(self):  # HM-E6, HM-23
        rules = heckmeck(stacks={1: [26]})
        self.plies(rules, TOTAL_26)
        self.assert_legal(rules, 0, "roll, stop, steal 26, take 25")

    def test_e7(self):  # HM-E7, HM-14: the failure writes no line
        rules = heckmeck(stacks={0: [25]})
        self.plies(rules, "* roll 123445WW, 0 keep W, 0 roll, * roll 144WWW, 0 keep 4, "
                   "0 roll, * roll 445W, 0 keep 5, 0 roll, * roll 45W")
        self.assertEqual(rules.movers(), [CHANCE])
        self.assertEqual(rules.seat, 1)
        self.assertEqual(rules.stack[0], [])

    def test_e8(self):  # HM-E8, HM-20
        rules = heckmeck()
        self.plies(rules, "* roll 12445555, 0 keep 5, 0 roll, * roll 1244, 0 keep 4, "
                   "0 roll, * roll 12, 0 keep 1, 0 roll, * roll 2, 0 keep 2")
        self.assertEqual(rules.total(), 31)
        self.assert_legal(rules, 0, "stop")

    def test_e9(self):  # HM-E9
        rules = heckmeck(face_up=[26, 30], stacks={0: [25]})
        self.plies(rules, "* roll 123WWWWW, 0 keep W")
        self.assert_legal(rules, 0, "roll, stop")

    def test_e10(self):  # HM-E10, HM-32
        rules = heckmeck(face_up=[21, 34], stacks={0: [22]})
        self.plies(rules, WORMLESS_FAIL)
        self.assertEqual(rules.face_up, {21, 22})
        rules = heckmeck(face_up=[21, 29], stacks={0: [30]})
        self.plies(rules, WORMLESS_FAIL)
        self.assertEqual(rules.face_up, {21, 29, 30})

    def test_six_faces(self):  # HM-13
        rules = heckmeck()
        for face in "12345":
            rules.aside[face] = 1
        rules.loose = 3
        self.plies(rules, "* roll 1WW, 0 keep W")
        self.assertNotIn("roll", rules.legal(0))
        self.assertEqual(rules.loose, 1)

    def test_fail_without_tile(self):  # HM-31, HM-51
        rules = heckmeck()
        self.plies(rules, WORMLESS_FAIL)
        self.assertEqual(len(rules.face_up), 16)
        rules = heckmeck(flip_always=True)
        self.plies(rules, WORMLESS_FAIL)
        self.assertEqual(max(rules.face_up), 35)

    def test_fast(self):  # HM-50
        for tile, left in ((22, {21}), (35, {21, 34})):
            rules = heckmeck(face_up=[21, 34], stacks={0: [tile]}, fast=True)
            self.plies(rules, WORMLESS_FAIL)
            self.assertEqual(rules.face_up, left)

    def test_end_and_tie(self):  # HM-40, HM-41
        rules = heckmeck(3, face_up=[24], stacks={1: [22]})
        self.plies(rules, TOTAL_24 + ", 0 take 24")
        self.assertEqual(rules.movers(), [])
        self.assertEqual(rules.score(), ([1, 1, 0], [1, 2, 3]))
        rules = heckmeck(3, stacks={0: [36]})
        self.assertEqual(rules.score()[1], [1, 2, 2])


class ExtraWurmTest(RulesTest):
    def game(self, *args, **kwargs):
        return heckmeck(*args, **kwargs, extra_wurm=True)

    def test_exact_tiles(self):  # XW-10
        rules = self.game()
        self.plies(rules, "* roll 123345WW, 0 keep W, 0 roll, * roll 122233, 0 keep 1")
        self.assert_legal(rules, 0, "roll, stop, take 11")
        rules = self.game()
        self.plies(rules, "* roll 123345WW, 0 keep W, 0 roll, * roll 122233, 0 keep 3")
        self.assert_legal(rules, 0, "roll, stop")  # 16: nothing below but 11 and 13

    def test_exact_tiles_are_safe(self):  # XW-11
        rules = self.game(stacks={1: [11]}, holds={1: WEASEL})
        self.plies(rules, "* roll 123345WW, 0 keep W, 0 roll, * roll 122233, 0 keep 1")
        self.assert_legal(rules, 0, "roll, stop")

    def test_exact_tile_turned_over(self):  # XW-12
        rules = self.game(face_up=[11, 13], flip_always=True)
        self.plies(rules, WORMLESS_FAIL)
        self.assertEqual(rules.face_up, {11})

    def test_take_specialist(self):  # XW-20, XW-22, XW-24
        rules = self.game(stacks={1: [24]}, holds={0: WEASEL})
        rules.face_up -= {22, 24, 23}
        self.plies(rules, TOTAL_24)
        self.assertIn("take 21", rules.legal(0))
        self.plies(rules, "0 take 21")
        self.assert_legal(rules, 0, "hold weasel, hold hen")
        self.plies(rules, "0 hold hen")
        self.assertEqual(rules.holds[0], HEN)
        self.assertEqual(rules.standing[13], WEASEL)
        self.assertEqual(rules.seat, 1)

    def test_steal_specialist(self):  # XW-21
        rules = self.game(stacks={1: [30, 26]}, holds={1: WEASEL})
        self.plies(rules, TOTAL_26 + ", 0 steal 26")
        self.assertEqual(rules.holds, [WEASEL, None])
        self.assertEqual(rules.stack, [[26], [30]])

    def test_steal_hen(self):  # XW-50
        rules = self.game(stacks={1: [26]}, holds={1: HEN})
        self.plies(rules, TOTAL_26 + ", 0 steal 26")
        self.assertEqual(rules.holds, [HEN, None])
        self.assertEqual(rules.stack, [[], [26]])
        self.assertEqual(rules.seat, 1)

    def test_fail_order(self):  # XW-23, XW-24, XW-25
        rules = self.game(face_up=[21, 36], stacks={0: [22]}, holds={0: GOLDEN},
                          standing={36: WEASEL})
        self.plies(rules, "0 leave golden, " + WORMLESS_FAIL)
        # 36 is turned over: the weasel moves to 21 first, then the golden die to 22.
        self.assertEqual(rules.standing, {21: WEASEL, 22: GOLDEN})
        self.assertEqual(rules.face_up, {21, 22})

    def test_leaves_the_game(self):  # XW-24
        rules = self.game(face_up=[21], holds={0: RED_WORM}, standing={21: WEASEL})
        self.plies(rules, WORMLESS_FAIL)
        self.assertEqual(rules.standing, {21: WEASEL})
        self.assertEqual(rules.holds, [None, None])

    def test_hen_on_failure(self):  # XW-51
        rules = self.game(stacks={0: [30]}, holds={0: HEN}, flip_always=True)
        self.plies(rules, WORMLESS_FAIL)
        self.assertEqual((rules.stack[0], rules.holds[0]), ([30], None))
        self.assertIn(36, rules.face_up)
        self.assertEqual(rules.standing[13], HEN)
        rules = self.game(holds={0: HEN}, flip_always=True)
        self.plies(rules, WORMLESS_FAIL)
        self.assertEqual(rules.holds[0], HEN)
        self.assertNotIn(36, rules.face_up)

    def test_without_tile(self):  # XW-26
        rules = self.game(holds={0: WEASEL})
        self.plies(rules, WORMLESS_FAIL)
        self.assertEqual(rules.holds[0], None)
        self.assertEqual(rules.standing[13], WEASEL)

    def test_golden_die(self):  # XW-30, XW-31
        rules = self.game(holds={0: GOLDEN})
        self.assert_legal(rules, 0, "use golden, leave golden")
        self.plies(rules, "0 use golden")
        self.assertFalse(rules.possible("roll 11111111+2"))
        self.assertFalse(rules.possible("roll 111111111"))
        self.plies(rules, "* roll 1123345W+W, 0 keep W")
        self.assertEqual((rules.loose, rules.golden_loose), (7, False))
        self.assertEqual(rules.aside, {"W": 2})
        rules = self.game(holds={0: GOLDEN})
        self.plies(rules, "0 use golden, * roll 11111111+W, 0 keep 1, 0 roll, * roll +W, "
                   "0 keep W")
        self.assertEqual(rules.total(), 13)
        self.assert_legal(rules, 0, "stop, take 13")

    def test_red_worm(self):  # XW-35, XW-36
        rules = self.game(holds={0: RED_WORM})
        self.plies(rules, "* roll 1344455W, 0 keep 4")
        self.assertEqual(rules.total(), 17)
        self.plies(rules, "0 roll, * roll 1344W, 0 keep 3")
        self.assertEqual(rules.total(), 20)
        self.plies(rules, "0 roll, * roll 144W, 0 keep 1")
        self.assert_legal(rules, 0, "roll, stop, take 21")
        self.plies(rules, "0 roll, * roll 44W, 0 keep W")
        self.assertEqual(rules.total(), 21)
        rules = self.game(holds={0: RED_WORM})
        self.plies(rules, "* roll 1344455W, 0 keep 5, 0 roll, * roll 555555")
        self.assertEqual(rules.seat, 1)

    def test_weasel(self):  # XW-40
        rules = self.game(holds={0: WEASEL})
        self.plies(rules, "* roll 11111112")
        self.assert_legal(rules, 0, "keep 1, keep 2, weasel")
        self.plies(rules, "0 keep 2, 0 roll, * roll 2222222")
        self.assert_legal(rules, 0, "stop, weasel")
        self.plies(rules, "0 weasel, * roll 3333333")
        self.assert_legal(rules, 0, "keep 3")
        rules = self.game(holds={0: WEASEL})
        self.plies(rules, "* roll 11111112, 0 weasel, * roll 22222222, 0 keep 2")
        self.assertEqual(rules.round_worms, [0, 0])

    def test_raven(self):  # XW-60, XW-71
        rules = self.game(stacks={1: [24]}, holds={1: HEN})
        self.plies(rules, TOTAL_24 + ", 0 take 23")
        self.assertEqual(rules.round_worms, [1, 0])
        self.assertEqual(rules.standing[13], RAVEN)
        self.assertEqual(rules.supply, 6)

    def test_round_worms(self):  # XW-70, XW-71, XW-52
        rules = self.game(4, holds={3: HEN})
        rules.supply, rules.round_worms = 0, [0, 2, 2, 3]
        self.plies(rules, "* roll 1122345W, 0 keep 1")
        self.assert_legal(rules, 0, "rob 1, rob 2")
        self.plies(rules, "0 rob 2")
        self.assertEqual(rules.round_worms, [1, 2, 1, 3])
        self.assert_legal(rules, 0, "roll, stop")
        rules = self.game(4, holds={3: HEN})
        rules.supply, rules.round_worms = 0, [0, 2, 0, 5]
        self.plies(rules, "* roll 1122345W, 0 keep 1")
        self.assertEqual(rules.round_worms, [1, 1, 0, 5])
        self.assert_legal(rules, 0, "roll, stop")

    def test_choice_before_the_end(self):  # XW-75, XW-80
        rules = self.game(3, face_up=[24], stacks={1: [30]}, standing={24: RAVEN})
        rules.supply, rules.round_worms = 0, [0, 3, 4]
        self.plies(rules, TOTAL_24 + ", 0 take 24")
        self.assert_legal(rules, 0, "rob 1, rob 2")
        self.plies(rules, "0 rob 2")
        self.assertEqual(rules.movers(), [])
        self.assertEqual(rules.score(), ([2, 6, 3], [3, 1, 2]))


class NoThanksTest(RulesTest):
    def test_points(self):  # NT-E1, NT-E2, NT-E3, NT-E5
        self.assertEqual(card_points({4, 6, 10, 21}), 41)
        self.assertEqual(card_points({8, 9}), 8)
        self.assertEqual(card_points({17, 18, 19, 20}), 17)
        self.assertEqual(card_points({13, 15, 16}), 28)
        self.assertEqual(card_points({13, 14, 15, 16}), 13)
        rules = NoThanks(3, {"first": 0})
        rules.cards[1] = {3, 7, 8, 10, 14, 15, 16, 25}
        rules.chips[1] = 8
        self.assertEqual(rules.score()[0][1], 51)

    def test_e4(self):  # NT-E4
        rules = NoThanks(3, {})
        self.plies(rules, "* first 0, * flip 11, 0 refuse, 1 refuse, 2 take, * flip 16, "
                   "2 refuse")
        self.assertEqual(rules.cards, [set(), set(), {11}])
        self.assertEqual(rules.chips, [10, 10, 12])
        self.assertEqual(rules.movers(), [0])
        self.assertFalse(NoThanks(3, {"first": 0}).possible("flip 36"))

    def test_no_chips(self):  # NT-12
        rules = NoThanks(3, {"first": 1})
        rules.chips[1] = 0
        self.plies(rules, "* flip 35")
        self.assert_legal(rules, 1, "take")

    def test_variants(self):  # NT-2, NT-30, NT-31
        for seats, options in ((2, {}), (6, {}), (8, {"large": True})):
            with self.assertRaises(BadSetup):
                NoThanks(seats, options)
        self.assertEqual(NoThanks(6, {"large": True}).chips, [9] * 6)
        self.assertEqual(NoThanks(7, {"large": True, "tactical": True}).chips, [7] * 7)
        self.assertEqual(NoThanks(3, {"tactical": True}).chips, [10] * 3)
        self.assertFalse(NoThanks(3, {"tactical": True, "first": 0}).possible("flip 20"))

    def test_24_cards(self):  # NT-4, NT-15
        rules = NoThanks(3, {"first": 0})
        for card in range(3, 27):
            self.plies(rules, f"* flip {card}, 0 take")
        self.assertEqual(rules.movers(), [])
        self.assertEqual(rules.score(), ([3 - 11, -11, -11], [3, 1, 1]))


def kt(seats, grill, hands, laid=None, stacks=None, passed=()):
    """A Karteneck round under way, seat 0 to act."""
    rules = Karteneck(seats, {"first": 0})
    rules.grill = list(grill)
    for seat in range(seats):
        rules.hand[seat] = hands.get(seat, "1 1 2 2 3 3").split()
        rules.laid[seat] = (laid or {}).get(seat, "").split()
        rules.stack[seat] = list((stacks or {}).get(seat, []))
        for card in rules.hand[seat] + rules.laid[seat]:
            rules.deck.remove(card)
    rules.passed = set(passed)
    rules.phase = "turn"
    return rules


class KarteneckTest(RulesTest):
    def test_worms(self):  # KE-2
        tiles = (0, 16, 18, 19, 21, 22, 39, 40, 42)
        self.assertEqual([karteneck.worms_on(tile) for tile in tiles],
                         [0, 1, 1, 2, 2, 3, 8, 9, 9])

    def test_set_up(self):  # KE-3, KE-4, KE-5
        rounds = [Karteneck(seats, {}).rounds_left for seats in range(2, 7)]
        self.assertEqual(rounds, [9, 8, 7, 6, 5])
        rules = Karteneck(2, {})
        self.assertEqual(len(rules.deck), 110)
        self.plies(rules, "* first 1" + ", * card 1" * 6)
        self.plies(rules, "* card W25" + ", * card 2" * 5)
        self.assertEqual(rules.hand, [["1"] * 6, ["W25"] + ["2"] * 5])
        self.assertFalse(rules.possible("card 3"))
        self.plies(rules, "* tile 0, * tile 42")
        self.assert_legal(rules, 1, "pass, lay 2*1, lay 2*2, lay 2*3, lay 2*4, lay 2*5, "
                          "lay W25")

    def test_e1(self):  # KE-E1, KE-30
        rules = kt(4, [39, 18, 21, 31], {}, {0: "4 4"}, {0: [25]})
        self.plies(rules, "0 pass, * card W1")
        self.assertEqual(rules.discard, ["4", "4"])
        self.assertEqual(rules.stack[0], [25, 18])
        self.assertEqual(rules.movers(), [CHANCE])
        self.plies(rules, "* card 5")
        self.assertEqual(rules.movers(), [1])

    def test_e2(self):  # KE-E2, KE-12
        rules = kt(2, [20, 30], {0: "2 2 2 4 5 1"}, {0: "4 4 5"})
        self.assert_legal(rules, 0, "pass, lay 1*1, lay 2*1, lay 2*2, lay 2*3")
        self.plies(rules, "0 lay 2*3, * card 1")
        self.assertEqual(rules.movers(), [1])
        self.assertEqual(karteneck.total(rules.laid[0]), 19)

    def test_e3_e4(self):  # KE-E3, KE-E4, KE-21
        laid = {0: "W3 W4 5 5 5 5", 1: "W5 W6 5 5 5 5"}
        rules = kt(3, [20, 30, 31], {}, laid, {1: [20, 30]})
        self.plies(rules, "0 pass")
        self.assert_legal(rules, 0, "steal 30, decline")
        self.plies(rules, "0 steal 30, * card 1, * card 1, 1 pass, 1 steal 30")
        self.assertEqual(rules.stack[:2], [[], [20, 30]])

    def test_e5_e6(self):  # KE-E5, KE-E6, KE-15, KE-41, KE-50
        laid = {0: "1 2 3 4 5", 1: "W24 W20 5 5 5 5", 2: "W23 W22 W21 5 5 5"}
        rules = kt(4, [39, 21, 31], {0: "1 2 3"}, laid, {3: [18]}, (1, 2, 3))
        rules.failed = {3}
        self.assert_legal(rules, 0, "pass")
        self.plies(rules, "0 pass, * tile 40")
        self.assertEqual(rules.stack, [[21], [39], [31], [18]])
        self.assertEqual(rules.hand[0], ["1", "2", "3"])
        self.assertEqual(len(rules.discard), 17)
        self.assertEqual(rules.seat, 2)

    def test_all_fail(self):  # KE-50
        rules = kt(2, [30, 20], {})
        self.plies(rules, "0 pass, * card 1, * card 1, 1 pass")
        self.assertEqual(rules.stack, [[20], [30]])
        self.assertEqual(rules.seat, 1)

    def test_worm_cards(self):  # KE-13, KE-41
        rules = kt(2, [20, 30], {0: "W9 W5 W2 1"})
        self.assert_legal(rules, 0, "pass, lay 1*1, lay W9, lay W5, lay W2")
        self.plies(rules, "0 lay W9")
        self.assert_legal(rules, 0, "done, add W5, add W2")
        self.plies(rules, "0 add W5")
        self.assert_legal(rules, 0, "done, add W2")
        self.plies(rules, "0 done, * card 5, 1 pass, * card 1, * card 1")
        self.assert_legal(rules, 0, "pass, lay 1*1, lay 5*1")

    def test_deck(self):  # KE-51
        rules = kt(2, [20, 30], {})
        rules.deck, rules.discard = [], ["4"]
        self.plies(rules, "0 lay 1*2")
        self.assertEqual(rules.outcomes(), ["card 4"])
        self.plies(rules, "* card 4, 1 lay 3*1")
        self.assertEqual(rules.movers(), [0])

    def test_tie(self):  # KE-61
        rules = Karteneck(3, {})
        rules.stack = [[16, 19], [22], []]
        self.assertEqual(rules.score(), ([3, 3, 0], [2, 1, 3]))


class HexxHoppTest(RulesTest):
    def start(self, seats=2, seed=1, **options):
        """A round dealt at random."""
        rng = random.Random(seed)
        rules = HexxHopp(seats, {"rounds": 1, "first": 0, **options})
        while rules.movers() == [CHANCE]:
            rules.play(CHANCE, rules.draw(rng))
        return rules

    def test_tiles(self):  # HH-1, HH-2
        self.assertEqual(len(hexxhopp.TILES), 72)
        self.assertEqual(hexxhopp.TILES[0], (0, 0, 1, 2, 1, 3))
        for tile in hexxhopp.TILES:
            self.assertEqual(set(tile), {0, 1, 2, 3})

    def test_start_figure(self):  # HH-4
        rules = HexxHopp(2, {"first": 0})
        self.plies(rules, "* tile 0, * tile 1")
        colour = hexxhopp.TILES[0][0]  # the centre's segment towards the first arm
        turns = [r for r in range(6) if hexxhopp.TILES[1][(3 - r) % 6] == colour]
        self.assertEqual(rules.outcomes(), [f"turn {r}" for r in turns])
        self.assertEqual(len(turns), 2)
        self.assertEqual(hexxhopp.start_cells(),
                         [(0, 0), (1, 0), (2, 0), (-1, 1), (-2, 2), (0, -1), (0, -2)])

    def test_deal(self):  # HH-3
        for seats, size in ((2, 15), (4, 15), (5, 13)):
            rules = self.start(seats)
            self.assertEqual([len(stack) for stack in rules.stack], [size] * seats)
            self.assertEqual(len(rules.board), 7)
            self.assertEqual(rules.movers(), list(range(seats)))

    def test_open_aside_back(self):  # HH-11, HH-12, HH-13
        rules = self.start()
        top, second = rules.stack[0][:2]
        self.assert_legal(rules, 0, "open")
        self.plies(rules, "0 open")
        self.assertEqual(rules.open[0], top)
        self.plies(rules, "0 aside")
        self.assert_legal(rules, 0, f"open, back {top}")
        self.plies(rules, "0 open, 0 aside")
        self.assert_legal(rules, 0, f"open, back {top}, back {second}")
        self.plies(rules, f"0 back {second}")
        self.assertEqual((rules.open[0], rules.aside[0]), (second, [top]))

    def test_two_segments(self):  # HH-14
        rules = self.start()
        # Between two arms: a cell beside three tiles, and one on each side beside two.
        counts = [sum(hexxhopp.neighbour(cell, k) in rules.board for k in range(6))
                  for cell in rules.free_cells()]
        self.assertEqual(sorted(counts), [2] * 6 + [3] * 3)
        self.assertTrue({(0, 1), (-1, 0), (1, -1), (1, 1)} <= set(rules.free_cells()))
        for tile in rules.stack[0]:
            for cell, turn in rules.placements(tile):
                for k in range(6):
                    beside = rules.board.get(hexxhopp.neighbour(cell, k))
                    if beside:
                        self.assertEqual(hexxhopp.segment(tile, turn, k),
                                         hexxhopp.segment(*beside, (k + 3) % 6))

    def owing(self, seats=3, owed=2, **options):
        rules = self.start(seats, **options)
        rules.owed[0] = owed
        return rules

    def test_giving(self):  # HH-16, HH-20, HH-22
        rules = self.owing()
        rules.aside[0] = [rules.stack[0].pop()]
        tile, top = rules.aside[0][0], rules.stack[0][0]
        self.assert_legal(rules, 0, "enough, give 1 stack, give 2 stack, "
                          f"give 1 {tile}, give 2 {tile}")
        self.plies(rules, f"0 give 2 {tile}")
        self.assert_legal(rules, 0, "enough, give 1 stack, give 2 stack")
        self.plies(rules, "1 open, 0 give 2 stack")
        self.assertEqual(rules.stack[2][-2:], [tile, top])
        self.assert_legal(rules, 0, "open")

    def test_giving_wins(self):  # HH-20, HH-30, HH-32
        rules = self.owing(owed=4)
        rules.stack[0] = rules.stack[0][:2]
        self.plies(rules, "0 give 1 stack, 0 give 2 stack")
        self.assertEqual(rules.movers(), [])
        self.assertEqual(rules.score(), ([0, 16, 16], [1, 2, 2]))

    def ring(self, neighbours, **options):
        """A board where a tile of seat 0, not turned, fits (0, 0) with so many segments."""
        rules = self.start(3, **options)
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

    def test_gifts(self):  # HH-15 to HH-18
        for neighbours, owed in ((2, 0), (3, 2), (4, 4), (5, 6)):
            rules, _ = self.ring(neighbours)
            self.plies(rules, "0 place 0,0 0")
            self.assertEqual(rules.owed, [owed, 0, 0])

    def test_stop(self):  # HH-18
        for options in ({}, {"turns": True}):
            for left, phase in ((5, "stop"), (6, "play")):
                rules, tile = self.ring(5, **options)
                rules.seat = 0
                rules.stack[0] = rules.stack[0][-left - bool(options):]
                self.plies(rules, f"0 place {f'{tile} ' if options else ''}0,0 0")
                self.assertEqual((rules.phase, rules.owed[0]), (phase, min(left, 6)))
                self.assertEqual("enough" in rules.legal(0), phase == "play")
                if phase == "stop":
                    self.assertEqual(rules.movers(), [0])
                    self.assert_legal(rules, 0, "give 1 stack, give 2 stack")
                    self.plies(rules, ", ".join(["0 give 2 stack"] * 5))
                    self.assertEqual(rules.score(), ([0, 15, 20], [1, 2, 3]))

    def test_one_segment(self):  # HH-14
        rules, _ = self.ring(1)
        self.assert_legal(rules, 0, "aside")

    def test_six_segments(self):  # HH-19
        rules, _ = self.ring(6)
        self.plies(rules, "0 place 0,0 0")
        self.assertEqual(rules.score(), ([0, 15, 15], [1, 2, 2]))

    def test_last_tile(self):  # HH-30: nothing is owed
        rules, _ = self.ring(3)
        rules.stack[0] = []
        self.plies(rules, "0 place 0,0 0")
        self.assertEqual(rules.movers(), [])

    def test_stuck(self):  # HH-31
        rules, _ = self.ring(1)
        rules.owed[1] = 2
        self.plies(rules, "0 aside")
        self.assertEqual(rules.phase, "play")
        self.plies(rules, "1 enough")
        self.assertEqual(rules.score(), ([15, 15, 15], [1, 1, 1]))

    def test_stuck_deals(self):  # HH-31, at the deal and after a placement
        for seed in range(3):
            rng = random.Random(seed)
            rules = HexxHopp(2, deals.SETUP)
            for name in deals.stuck_deal(rng):
                self.assertEqual(rules.rounds_left, 2)
                self.plies(rules, f"* {name}")
            self.assertEqual((rules.rounds_left, rules.penalty), (1, [15, 15]))
            rules = HexxHopp(2, deals.SETUP)
            outcomes, (placement, _) = deals.last_placement_deal(rng)
            for name in outcomes:
                self.plies(rules, f"* {name}")
            self.plies(rules, f"0 open, 1 open, 0 {placement}")
            if any(rules.owed):
                self.plies(rules, "0 enough")
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

    def test_rounds(self):  # HH-5
        rules, _ = self.ring(6, rounds=2)
        self.plies(rules, "0 place 0,0 0")
        self.assertEqual((rules.movers(), rules.dealer), ([CHANCE], 1))

    def test_turns(self):  # HH-50
        rules = self.start(3, turns=True)
        self.assertEqual(rules.movers(), [1])
        placed = {int(name.split()[1]) for name in rules.legal(1)}
        self.assertEqual(placed, {t for t in rules.stack[1] if rules.placements(t)})
        self.plies(rules, f"1 {rules.legal(1)[0]}")
        rules, tile = self.ring(3, turns=True)
        rules.seat = 0
        self.plies(rules, f"0 place {tile} 0,0 0")
        self.assert_legal(rules, 0, "enough, give 1 stack, give 2 stack")
        self.plies(rules, "0 enough")
        self.assertEqual(rules.movers(), [1])

    def test_turns_pass(self):  # HH-50, HH-31: a pass, while somebody else can still place
        rules, tile = self.ring(2, turns=True)
        self.assertTrue(rules.placements(tile))
        unfit = [t for t in rules.stack[1] if not rules.placements(t)]
        self.assertTrue(unfit)
        rules.stack[1], rules.seat = unfit, 1
        self.assert_legal(rules, 1, "pass")
        self.plies(rules, "1 pass")
        self.assertEqual(rules.movers(), [2])


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
