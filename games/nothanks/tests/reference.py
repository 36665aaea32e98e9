"""No Thanks!, from the rules NT."""

from rules import CHANCE, Rules, places

CARDS_PLAYED = 24  # NT-4
CHIPS = {3: 11, 4: 11, 5: 11, 6: 9, 7: 7}  # NT-3, NT-31


def card_points(cards):
    """NT-20: a card counts unless the next lower one is there too."""
    return sum(card for card in cards if card - 1 not in cards)


class NoThanks(Rules):
    name = "nothanks"
    seats_low = 3  # NT-2
    flags = ("tactical", "large")

    def highest_seat_count(self):
        return 7 if self.option["large"] else 5  # NT-2, NT-31

    def set_up(self):
        chips = CHIPS[self.seats]  # NT-3, NT-31
        self.unseen = set(range(3, 36))  # NT-1
        if self.option["tactical"]:  # NT-30
            chips = min(10, chips)
            self.unseen -= {10, 20, 30}
        self.chips = [chips] * self.seats
        self.cards = [set() for _ in range(self.seats)]
        self.turned_up = 0  # how many cards so far
        self.card = None
        self.on_card = 0

    def begin(self, first):
        self.seat = first
        self.phase = "flip"

    def movers(self):
        if self.phase == "over":
            return []
        return [self.seat] if self.phase == "decide" else [CHANCE]

    def outcomes(self):
        return [f"flip {card}" for card in sorted(self.unseen)]

    def legal(self, seat):
        return ["take", "refuse"] if self.chips[seat] > 0 else ["take"]  # NT-10, NT-12

    def act(self, seat, words):
        if words[0] == "flip":
            self.card = int(words[1])
            self.unseen.remove(self.card)
            self.turned_up += 1
            self.phase = "decide"
        elif words[0] == "refuse":  # NT-11
            self.chips[seat] -= 1
            self.on_card += 1
            self.seat = self.after(seat)
        else:  # NT-13: the same player goes on
            self.cards[seat].add(self.card)
            self.chips[seat] += self.on_card
            self.card, self.on_card = None, 0
            self.phase = "over" if self.turned_up == CARDS_PLAYED else "flip"  # NT-15

    def score(self):
        points = [card_points(self.cards[s]) - self.chips[s] for s in range(self.seats)]
        return points, places([-p for p in points])  # NT-21, NT-22
