"""Heckmeck with Extra Wurm, `fast` and `flip-always`, from the rules HM and XW.

Phases: `golden` (use the golden die?), `roll` (chance), `keep` (a roll lies there),
`decide` (after setting aside), `hold` (which specialist?), `rob` (whose round worm?),
`done` (only within a ply), `over`.
"""

from rules import CHANCE, Rules, places

FACES = "12345W"
VALUE = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "W": 5}  # HM-2
EXACT = (11, 13)  # XW-1
RED_WORM, HEN, RAVEN, WEASEL, GOLDEN = "red-worm", "hen", "raven", "weasel", "golden-die"


def worms_on(tile):
    return 1 if tile in EXACT else 1 + (tile - 21) // 4  # XW-1, HM-1


class Heckmeck(Rules):
    name = "heckmeck"
    flags = ("extra-wurm", "fast", "flip-always")

    def set_up(self):
        self.face_up = set(range(21, 37))  # the grill; HM-1, HM-4
        self.stack = [[] for _ in range(self.seats)]  # the top tile last
        self.standing = {}  # grill tile -> the specialist, or raven, on it
        self.holds = [None] * self.seats
        self.round_worms = [0] * self.seats
        self.supply = 0
        if self.option["extra-wurm"]:
            self.face_up |= set(EXACT)  # XW-1
            self.standing = {11: RED_WORM, 21: HEN, 23: RAVEN,  # XW-2
                             25: WEASEL, 27: GOLDEN}
            self.supply = 7  # XW-3

    def begin(self, first):
        self.start_turn(first)

    # The turn.

    def start_turn(self, seat):
        self.seat = seat
        self.loose = 8  # plain dice not set aside; HM-2
        self.golden_loose = False
        self.aside = {}  # face -> how many dice
        self.rolled = ""  # faces of the roll that lies there, the golden die's included
        self.offered = []  # two specialists to choose from
        self.weasel_ready = self.holds[seat] == WEASEL  # XW-40
        self.phase = "golden" if self.holds[seat] == GOLDEN else "roll"  # XW-30

    def end_turn(self):
        if not self.face_up:  # HM-40
            self.phase = "over"
        else:
            self.start_turn(self.after(self.seat))  # HM-25

    def movers(self):
        if self.phase == "over":
            return []
        return [CHANCE] if self.phase in ("first", "roll") else [self.seat]

    # Dice.

    def possible(self, name):
        if self.phase == "first":
            return super().possible(name)
        word, _, dice = name.partition(" ")
        plain, plus, golden = dice.partition("+")
        if word != "roll" or bool(plus) != self.golden_loose:
            return False
        if self.golden_loose and golden not in ("1", "W"):  # XW-31
            return False
        in_order = plain == "".join(sorted(plain))  # digits come before W
        return len(plain) == self.loose and in_order and all(die in FACES for die in plain)

    def draw(self, rng):
        if self.phase == "first":
            return super().draw(rng)
        plain = "".join(sorted(rng.choice(FACES) for _ in range(self.loose)))
        return f"roll {plain}" + ("+" + rng.choice("1W") if self.golden_loose else "")

    def keepable(self):
        """HM-11, HM-12, XW-36: a face that shows and has not been chosen."""
        return [face for face in FACES if face in self.rolled and face not in self.aside]

    def red_worm_counts(self):
        return self.holds[self.seat] == RED_WORM and "W" not in self.aside  # XW-35

    def total(self):
        dice = sum(VALUE[face] * count for face, count in self.aside.items())
        return dice + (5 if self.red_worm_counts() else 0)  # XW-35

    def has_worm(self):
        return "W" in self.aside or self.red_worm_counts()  # HM-20, XW-35

    # Tiles within reach.

    def grill_tile(self):
        """The tile to be had from the grill, or None."""
        total = self.total()
        if not self.has_worm():  # HM-20
            return None
        if total in self.face_up:  # HM-21, XW-10
            return total
        lower = [t for t in self.face_up if t < total and t not in EXACT]  # XW-10
        return max(lower, default=None)  # HM-21

    def victim(self):
        """The player whose top tile equals the total, or None."""
        if not self.has_worm() or self.total() in EXACT:  # HM-20, XW-11
            return None
        for other in self.others(self.seat):  # HM-24
            if self.stack[other] and self.stack[other][-1] == self.total():  # HM-22
                return other
        return None

    # Actions.

    def legal(self, seat):
        if self.phase == "golden":
            return ["use golden", "leave golden"]  # XW-30
        if self.phase == "keep":
            names = [f"keep {face}" for face in self.keepable()]
            if self.weasel_ready:  # XW-40
                names = (names or ["stop"]) + ["weasel"]
            return names
        if self.phase == "decide":
            return self.legal_after_keep()
        if self.phase == "hold":
            return [f"hold {specialist}" for specialist in self.offered]  # XW-22
        return [f"rob {other}" for other in self.robbable()]  # XW-71

    def legal_after_keep(self):
        names = ["stop"]  # HM-15
        if (self.loose or self.golden_loose) and len(self.aside) < len(FACES):  # HM-13
            names.append("roll")
        if self.grill_tile() is not None:
            names.append(f"take {self.grill_tile()}")
        if self.victim() is not None:
            names.append(f"steal {self.total()}")  # HM-23, XW-53
        return names

    def act(self, seat, words):
        if words[0] == "roll":
            if seat == CHANCE:
                self.see_roll(words[1])
            else:
                self.phase = "roll"  # HM-10
        elif words[0] in ("use", "leave"):
            self.golden_loose = words[0] == "use"
            self.phase = "roll"
        elif words[0] == "keep":
            self.keep(words[1])
        elif words[0] == "weasel":
            self.weasel_ready = False  # XW-40: once per turn
            self.phase = "roll"
        elif words[0] == "take":
            self.take(int(words[1]))
        elif words[0] == "steal":
            self.steal()
        elif words[0] == "stop":
            self.fail()  # HM-30
        elif words[0] == "hold":
            self.hold(words[1])
        elif words[0] == "rob":
            self.rob(int(words[1]))

    def see_roll(self, dice):
        self.rolled = dice.replace("+", "")
        if not self.keepable() and not self.weasel_ready:
            self.fail()  # HM-14
        else:
            self.phase = "keep"

    def keep(self, face):
        count = self.rolled.count(face)
        # The golden die, rolled, is the last in the text; it goes with its face. XW-31
        if self.golden_loose and self.rolled[-1] == face:
            self.golden_loose = False
            self.loose -= count - 1
        else:
            self.loose -= count
        self.aside[face] = count  # HM-11
        self.phase = "decide"
        if self.option["extra-wurm"] and face == "1" and count >= 2:  # XW-70
            self.gain_round_worm()

    def take(self, tile):
        self.face_up.remove(tile)
        self.stack[self.seat].append(tile)  # HM-25
        specialist = self.standing.pop(tile, None)
        self.phase = "done"
        if specialist == RAVEN:  # XW-60
            self.put_on_grill(RAVEN)
            self.gain_round_worm()
        elif specialist:
            self.gain_specialist(specialist)  # XW-20
        if self.phase == "done":  # XW-75
            self.end_turn()

    def steal(self):
        victim = self.victim()
        specialist = self.holds[victim]
        if specialist != HEN:  # XW-50: under the hen the tile stays
            self.stack[self.seat].append(self.stack[victim].pop())  # HM-22, HM-25
        self.holds[victim] = None
        self.phase = "done"
        if specialist:
            self.gain_specialist(specialist)  # XW-21, XW-50
        if self.phase == "done":  # XW-75
            self.end_turn()

    # Failed turns.

    def fail(self):
        seat = self.seat
        if self.stack[seat] and self.holds[seat] == HEN:
            self.return_specialist(seat)  # XW-51: the tile is kept, nothing is turned over
        else:
            if self.stack[seat]:
                self.return_tile(self.stack[seat].pop())  # HM-31
            elif self.option["flip-always"]:
                self.turn_over(max(self.face_up))  # HM-51
            if self.holds[seat] not in (None, HEN):  # XW-51: a hen without a tile is kept
                self.return_specialist(seat)  # XW-23, XW-26
        self.end_turn()

    def return_tile(self, tile):
        highest = max(self.face_up)  # there is one, or the game would be over
        if not self.option["fast"]:
            self.face_up.add(tile)  # HM-31; under `fast` it is out at once, HM-50
        if highest > tile:
            self.turn_over(highest)  # HM-32, HM-50

    def turn_over(self, tile):
        self.face_up.remove(tile)  # HM-32
        displaced = self.standing.pop(tile, None)
        if displaced:
            self.put_on_grill(displaced)  # XW-25

    # Specialists and round worms.

    def put_on_grill(self, specialist):
        """XW-24: on the lowest free face-up tile, or out of the game."""
        free = [tile for tile in self.face_up if tile not in self.standing]
        if free:
            self.standing[min(free)] = specialist

    def return_specialist(self, seat):
        self.put_on_grill(self.holds[seat])
        self.holds[seat] = None

    def gain_specialist(self, specialist):
        if self.holds[self.seat] is None:
            self.holds[self.seat] = specialist
        else:  # XW-22
            self.offered = [self.holds[self.seat], specialist]
            self.phase = "hold"

    def hold(self, chosen):
        self.offered.remove(chosen)
        self.holds[self.seat] = chosen
        self.put_on_grill(self.offered[0])  # XW-22
        self.end_turn()

    def robbable(self):
        """XW-71, XW-52."""
        return [other for other in self.others(self.seat)
                if self.round_worms[other] > 0 and self.holds[other] != HEN]

    def gain_round_worm(self):
        """XW-71. A choice of whom to rob interrupts the phase, which goes on after it."""
        if self.supply > 0:
            self.supply -= 1
            self.round_worms[self.seat] += 1
            return
        victims = self.robbable()
        if len(victims) == 1:
            self.move_round_worm(victims[0])
        elif victims:
            self.phase_after_rob = self.phase
            self.phase = "rob"

    def move_round_worm(self, victim):
        self.round_worms[victim] -= 1
        self.round_worms[self.seat] += 1

    def rob(self, victim):
        self.move_round_worm(victim)
        self.phase = self.phase_after_rob
        if self.phase == "done":
            self.end_turn()

    def score(self):
        points = [sum(worms_on(tile) for tile in self.stack[s]) + self.round_worms[s]
                  for s in range(self.seats)]  # XW-80
        keys = [(points[s], max(self.stack[s], default=0)) for s in range(self.seats)]
        return points, places(keys)  # HM-41
