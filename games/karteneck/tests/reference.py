"""Heckmeck am Karteneck, from the rules KE.

Cards are spelt as in records: `3` is a hen of value 3, `W7` the worm card numbered 7.
Phases: `deal`, `tile` and `draw` (chance), `turn`, `worms` (more worm cards to the first?),
`steal` (after a successful pass), `over`.
"""

from rules import CHANCE, Rules, places

HENS = "12345"
REMOVED = {2: 12, 3: 6, 4: 2, 5: 0, 6: 0}  # KE-4
HAND = 6  # KE-5


def worms_on(tile):
    return 0 if tile == 0 else -((15 - tile) // 3)  # KE-2: (tile - 15) / 3, rounded up


def kind(card):
    return card[0]  # KE-3: hens 1 to 5, and W


def number(worm_card):
    return int(worm_card[1:])


def total(cards):
    return sum(5 if kind(card) == "W" else int(card) for card in cards)  # KE-3


class Karteneck(Rules):
    name = "karteneck"
    seats_high = 6

    def set_up(self):
        self.unseen_tiles = [0, 0, 0] + list(range(16, 43))  # KE-1
        self.rounds_left = (30 - REMOVED[self.seats]) // self.seats  # KE-4
        self.deck = [hen for hen in HENS for _ in range(17)]  # KE-3
        self.deck += [f"W{n}" for n in range(1, 26)]
        self.discard = []
        self.hand = [[] for _ in range(self.seats)]
        self.laid = [[] for _ in range(self.seats)]
        self.stack = [[] for _ in range(self.seats)]  # the top tile last
        self.grill = []
        self.passed = set()
        self.failed = set()
        self.last_taker = None

    def begin(self, first):
        self.seat = first
        self.phase = "deal"

    def movers(self):
        if self.phase == "over":
            return []
        return [self.seat] if self.phase in ("turn", "worms", "steal") else [CHANCE]

    def outcomes(self):
        if self.phase == "tile":
            return [f"tile {tile}" for tile in self.unseen_tiles]
        return [f"card {card}" for card in self.deck]

    # Actions.

    def legal(self, seat):
        if self.phase == "worms":
            return ["done"] + [f"add {card}" for card in self.lower_worms()]
        if self.phase == "steal":
            return [f"steal {total(self.laid[seat])}", "decline"]  # KE-21
        names = ["pass"]  # KE-14
        lying = {kind(card) for card in self.laid[seat]}
        for hen in HENS:
            if hen not in lying:  # KE-12
                held = self.hand[seat].count(hen)
                names += [f"lay {hen}*{count}" for count in range(1, held + 1)]  # KE-13
        if "W" not in lying:
            worms = [card for card in self.hand[seat] if kind(card) == "W"]
            names += [f"lay {card}" for card in worms]  # KE-13
        return names

    def lower_worms(self):
        """Worm cards in hand below the one laid last: they are laid in descending order."""
        last = number(self.laid[self.seat][-1])
        return [card for card in self.hand[self.seat]
                if kind(card) == "W" and number(card) < last]

    def act(self, seat, words):
        if words[0] == "card":
            self.draw_card(words[1])
        elif words[0] == "tile":
            self.turn_up(int(words[1]))
        elif words[0] == "lay" and "*" in words[1]:
            hen, count = words[1].split("*")
            for _ in range(int(count)):
                self.lay(hen)
            self.owe_draws(1)  # KE-12
        elif words[0] in ("lay", "add"):
            self.lay(words[1])
            self.phase = "worms"  # KE-16
        elif words[0] == "done":
            self.owe_draws(1)  # KE-12
        elif words[0] == "pass":
            self.pass_turn()
        elif words[0] == "steal":
            self.stack[seat].append(self.stack[self.victim()].pop())  # KE-21
            self.owe_draws_of_pass()
        elif words[0] == "decline":
            self.owe_draws_of_pass()

    def lay(self, card):
        self.hand[self.seat].remove(card)
        self.laid[self.seat].append(card)

    def victim(self):
        """The other player whose top tile equals the total, or None."""
        for other in self.others(self.seat):
            if self.stack[other] and self.stack[other][-1] == total(self.laid[self.seat]):
                return other
        return None

    def pass_turn(self):
        seat = self.seat
        self.passed.add(seat)
        if any(kind(card) == "W" for card in self.laid[seat]):  # KE-20
            if self.victim() is not None:
                self.phase = "steal"
            else:
                self.owe_draws_of_pass()
        else:  # KE-30, in its order
            self.failed.add(seat)
            self.discard += self.laid[seat]
            self.laid[seat] = []
            self.give_tile(seat, min(self.grill))
            self.owe_draws_of_pass()

    def give_tile(self, seat, tile):
        self.grill.remove(tile)
        self.stack[seat].append(tile)  # KE-43
        self.last_taker = seat  # KE-50

    # Drawing.

    def draw_card(self, card):
        self.deck.remove(card)
        if self.phase == "deal":
            self.deal(card)
        else:
            self.hand[self.seat].append(card)
            self.owe_draws(self.draws - 1)

    def deal(self, card):
        """KE-5: six to seat 0, then six to seat 1, and so on."""
        seat = next(s for s in range(self.seats) if len(self.hand[s]) < HAND)
        self.hand[seat].append(card)
        if all(len(hand) == HAND for hand in self.hand):
            self.phase = "tile"

    def owe_draws_of_pass(self):
        self.owe_draws(0 if len(self.passed) == self.seats else 2)  # KE-15

    def owe_draws(self, count):
        self.draws = count
        if count and not self.deck:  # KE-51
            self.deck, self.discard = self.discard, []
        if count and self.deck:
            self.phase = "draw"
        else:
            self.next_turn()

    # Rounds.

    def turn_up(self, tile):
        self.unseen_tiles.remove(tile)
        self.grill.append(tile)
        if len(self.grill) == self.seats:  # KE-10
            self.phase = "turn"

    def next_turn(self):
        if len(self.passed) == self.seats:  # KE-11
            self.share_out()
            self.end_round()
            return
        self.seat = self.after(self.seat)
        while self.seat in self.passed:
            self.seat = self.after(self.seat)
        self.phase = "turn"

    def share_out(self):
        def rank(seat):
            worms = [number(card) for card in self.laid[seat] if kind(card) == "W"]
            return total(self.laid[seat]), max(worms)  # KE-40, KE-41

        sharers = [seat for seat in range(self.seats) if seat not in self.failed]
        for seat in sorted(sharers, key=rank, reverse=True):
            self.give_tile(seat, max(self.grill))  # KE-40

    def end_round(self):
        for seat in range(self.seats):  # KE-42
            self.discard += self.laid[seat]
            self.laid[seat] = []
        self.passed, self.failed = set(), set()
        self.rounds_left -= 1
        self.seat = self.last_taker  # KE-50
        self.phase = "tile" if self.rounds_left else "over"  # KE-60

    def score(self):
        points = [sum(worms_on(tile) for tile in stack) for stack in self.stack]
        keys = [(points[s], max(self.stack[s], default=-1)) for s in range(self.seats)]
        return points, places(keys)  # KE-61
