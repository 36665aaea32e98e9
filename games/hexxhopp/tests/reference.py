"""Hexx & Hopp, as a race and in turns, from the rules HH.

Phases: `tile` and `turn` (chance: the start figure and the deal), `play`, `stop`, `over`.
In the race every seat may act at any time of `play`; with the option `turns`, and while a
seat stops the round (HH-18), only `self.seat` may.
"""

from itertools import product

from rules import CHANCE, Rules, places

STEPS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
GIFTS = {2: 0, 3: 2, 4: 4, 5: 6, 6: 0}  # HH-15 to HH-19


def rotations(tile):
    return [tile[k:] + tile[:k] for k in range(6)]


def make_tiles():
    """HH-1, HH-2. Numbers are places in the ascending list of canonical forms."""
    forms = set()
    for tile in product(range(4), repeat=6):
        counts = sorted(tile.count(colour) for colour in range(4))
        pairs = sum(tile[k] == tile[(k + 1) % 6] for k in range(6))
        if counts == [1, 1, 2, 2] and pairs == 1:
            forms.add(min(rotations(tile)))
    return sorted(forms)


TILES = make_tiles()


def segment(tile, rotation, k):
    """The colour that a tile of that rotation shows at segment k."""
    return TILES[tile][(k - rotation) % 6]


def neighbour(cell, k):
    return cell[0] + STEPS[k][0], cell[1] + STEPS[k][1]


def start_cells():
    """HH-4: the centre, then three arms of two, the inner tile first."""
    cells = [(0, 0)]
    for k in (0, 2, 4):
        inner = neighbour((0, 0), k)
        cells += [inner, neighbour(inner, k)]
    return cells


class HexxHopp(Rules):
    name = "hexxhopp"
    seats_high = 5
    flags = ("turns",)
    numbers = {"rounds": 10}  # HH-3

    def set_up(self):
        self.penalty = [0] * self.seats
        self.rounds_left = self.option["rounds"]
        self.board = {}  # cell -> (tile, rotation)

    def begin(self, first):
        self.dealer = first
        self.start_round()

    def start_round(self):
        self.unseen = list(range(72))
        self.board = {}
        self.forget_fits()
        self.figure = start_cells()  # cells of the start figure still to be filled
        self.stack = [[] for _ in range(self.seats)]  # the top tile first
        self.aside = [[] for _ in range(self.seats)]
        self.open = [None] * self.seats
        self.owed = [0] * self.seats  # tiles that the seat may still give away
        self.phase = "tile"

    # Chance: the start figure and the deal.

    def outcomes(self):
        if self.phase == "turn":
            cell = self.figure[0]
            return [f"turn {r}" for r in range(6)
                    if self.touching(self.tile_to_turn, r, cell) is not None]  # HH-4
        return [f"tile {tile}" for tile in self.unseen]

    def deal_tile(self, tile):
        self.unseen.remove(tile)
        if not self.figure:
            self.deal_to_stack(tile)
        elif not self.board:
            self.put(tile, 0, self.figure.pop(0))  # the centre is not turned
        else:
            self.tile_to_turn = tile
            self.phase = "turn"

    def turn_tile(self, rotation):
        self.put(self.tile_to_turn, rotation, self.figure.pop(0))
        self.phase = "tile"

    def deal_to_stack(self, tile):
        size = 13 if self.seats == 5 else 15  # HH-3
        seat = next(s for s in range(self.seats) if len(self.stack[s]) < size)
        self.stack[seat].append(tile)
        if len(self.stack[-1]) == size:
            self.phase = "play"
            self.seat = self.after(self.dealer)  # HH-50
            self.settle()

    # The board.

    def put(self, tile, rotation, cell):
        self.board[cell] = (tile, rotation)
        self.forget_fits()

    def forget_fits(self):
        """What is known of this figure only, for speed."""
        self.fits = {}  # tile -> its legal cells and rotations
        self.free = None  # free cells

    def touching(self, tile, rotation, cell):
        """How many segments touch the figure; None when one of them does not match."""
        count = 0
        for k in range(6):
            beside = self.board.get(neighbour(cell, k))
            if beside is not None:
                if segment(*beside, (k + 3) % 6) != segment(tile, rotation, k):
                    return None
                count += 1
        return count

    def free_cells(self):
        """Free cells that touch the figure with at least two segments."""
        touched = {}
        for cell in self.board:
            for k in range(6):
                beside = neighbour(cell, k)
                if beside not in self.board:
                    touched[beside] = touched.get(beside, 0) + 1
        return [cell for cell, count in touched.items() if count >= 2]

    def placements(self, tile):
        """HH-14: where and how a tile fits; kept until the figure changes."""
        if tile not in self.fits:
            self.free = self.free or self.free_cells()
            self.fits[tile] = [(cell, r) for cell in self.free for r in range(6)
                               if self.touching(tile, r, cell) is not None]
        return self.fits[tile]

    def owned(self, seat):
        """HH-32: open, stack and set-aside."""
        in_hand = [] if self.open[seat] is None else [self.open[seat]]
        return in_hand + self.stack[seat] + self.aside[seat]

    # Actions.

    def movers(self):
        if self.phase == "over":
            return []
        if self.phase not in ("play", "stop"):
            return [CHANCE]
        one = self.option["turns"] or self.phase == "stop"
        return [self.seat] if one else list(range(self.seats))

    def legal(self, seat):
        if self.owed[seat]:
            return self.legal_gifts(seat)  # HH-22
        if self.option["turns"]:
            names = [f"place {tile} {q},{r} {turn}" for tile in self.owned(seat)
                     for (q, r), turn in self.placements(tile)]
            return names or ["pass"]  # HH-50
        if self.open[seat] is not None:
            return ["aside"] + [f"place {q},{r} {turn}" for (q, r), turn
                                in self.placements(self.open[seat])]  # HH-12, HH-14
        names = ["open"] if self.stack[seat] else []  # HH-11
        return names + [f"back {tile}" for tile in self.aside[seat]]  # HH-13

    def legal_gifts(self, seat):
        names = [] if self.phase == "stop" else ["enough"]  # HH-18, HH-20
        for other in self.others(seat):
            if self.stack[seat]:
                names.append(f"give {other} stack")
            names += [f"give {other} {tile}" for tile in self.aside[seat]]
        return names

    def act(self, seat, words):
        if words[0] == "tile":
            self.deal_tile(int(words[1]))
            return
        if words[0] == "turn":
            self.turn_tile(int(words[1]))
            return
        won = False
        if words[0] == "open":
            self.open[seat] = self.stack[seat].pop(0)
        elif words[0] == "aside":
            self.aside[seat].append(self.open[seat])
            self.open[seat] = None
        elif words[0] == "back":
            self.open[seat] = int(words[1])
            self.aside[seat].remove(self.open[seat])
        elif words[0] == "place":
            won = self.place(seat, words)
        elif words[0] == "give":
            self.give(seat, int(words[1]), words[2])
        elif words[0] == "enough":
            self.owed[seat] = 0
        if not self.owed[seat]:
            self.seat = self.after(seat)  # HH-50; in the race it says nothing
        self.settle(seat if won else None)

    def place(self, seat, words):
        """Returns whether this wins the round at once."""
        if self.option["turns"]:
            tile = int(words[1])
            self.stack[seat].remove(tile)
        else:
            tile = self.open[seat]
            self.open[seat] = None
        q, r = words[-2].split(",")
        cell, rotation = (int(q), int(r)), int(words[-1])
        segments = self.touching(tile, rotation, cell)
        self.put(tile, rotation, cell)
        left = len(self.owned(seat))
        if left:
            self.owed[seat] = GIFTS[segments]  # HH-15 to HH-18
        if segments == 5 and 0 < left < 6:  # HH-18: all that is left, and nobody else acts
            self.owed[seat], self.phase, self.seat = left, "stop", seat
        return segments == 6  # HH-19

    def give(self, seat, other, what):
        if what == "stack":
            tile = self.stack[seat].pop(0)
        else:
            tile = int(what)
            self.aside[seat].remove(tile)
        self.stack[other].append(tile)  # HH-20: under the receiver's stack
        self.owed[seat] -= 1

    # Ends.

    def settle(self, winner=None):
        """Ends the round when it is won or stuck; `winner` has won by six segments."""
        if winner is None:
            bare = [s for s in range(self.seats) if not self.owned(s)]
            winner = bare[0] if bare else None  # HH-30
        stuck = not any(self.owed) and not any(
            self.placements(tile) for s in range(self.seats) for tile in self.owned(s))
        if winner is not None or stuck:  # HH-31
            self.end_round(winner)

    def end_round(self, winner):
        for seat in range(self.seats):
            if seat != winner:
                self.penalty[seat] += len(self.owned(seat))  # HH-32
        self.rounds_left -= 1
        if self.rounds_left:
            self.dealer = self.after(self.dealer)  # HH-5
            self.start_round()
        else:
            self.phase = "over"

    def score(self):
        return list(self.penalty), places([-points for points in self.penalty])  # HH-40
