"""What the four reference games have in common.

The reference is a second reading of the rules, made from the rules documents and the record
format alone and never from the C sources. It is slow and plain on purpose: where it and the
program disagree, one of them has misread a rule.

A game is an object that is changed by its plies:

    movers()          the seats that may act; [CHANCE] for dice and decks; [] at the end
    legal(seat)       the names of that seat's actions
    possible(name)    whether chance may bring that outcome now
    draw(rng)         one outcome, for matches made here
    play(seat, name)  one ply, which must be legal
    score()           points and places, one per seat
"""

CHANCE = "*"


class BadSetup(Exception):
    """Seats or options that the game does not take."""


class Rules:
    name = ""
    seats_low, seats_high = 2, 7
    flags = ()  # options named alone
    numbers = {}  # options with a value, and their defaults

    def __init__(self, seats, options):
        for option in options:
            if option not in (*self.flags, *self.numbers, "first"):
                raise BadSetup(f"{self.name} has no option {option}")
        self.seats = seats
        self.option = {flag: flag in options for flag in self.flags}
        self.option.update(self.numbers)
        self.option.update({k: options[k] for k in self.numbers if k in options})
        first = options.get("first")  # None: drawn at random
        if not self.seats_low <= seats <= self.highest_seat_count():
            raise BadSetup(f"{self.name} is not for {seats} seats")
        if first is not None and not 0 <= first < seats:
            raise BadSetup(f"there is no seat {first}")
        self.set_up()
        if first is None:
            self.phase = "first"
        else:
            self.begin(first)

    def highest_seat_count(self):
        return self.seats_high

    def set_up(self):
        """Everything before the first seat is known."""
        raise NotImplementedError

    def begin(self, first):
        """The first seat is known now."""
        raise NotImplementedError

    def outcomes(self):
        """What chance may bring; an outcome of double weight stands there twice."""
        raise NotImplementedError

    def possible(self, name):
        return name in self.all_outcomes()

    def draw(self, rng):
        return rng.choice(self.all_outcomes())

    def all_outcomes(self):
        if self.phase == "first":
            return [f"first {seat}" for seat in range(self.seats)]
        return self.outcomes()

    def play(self, seat, name):
        words = name.split()
        if self.phase == "first":
            self.begin(int(words[1]))
        else:
            self.act(seat, words)

    def act(self, seat, words):
        raise NotImplementedError

    def after(self, seat):
        """The next seat clockwise."""
        return (seat + 1) % self.seats

    def others(self, seat):
        return [other for other in range(self.seats) if other != seat]


def places(keys):
    """Places from keys, the highest key first; equal keys share a place."""
    return [1 + sum(other > key for other in keys) for key in keys]
