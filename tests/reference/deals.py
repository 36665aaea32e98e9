"""Deals of Hexx & Hopp, for two seats, that lead where random play hardly ever gets: to a
round nobody can go on with (HH-31), and to six touching segments (HH-19).

For the first, the start figure is chosen so that its six cells beside two tiles all ask for
a pair of equal neighbours in one of two colours. Few tiles have such a pair, and there are
enough of the others for a deal.
"""

import rooms  # noqa: F401  makes the games' modules
from hexxhopp import TILES, HexxHopp, segment

SETUP = {"rounds": 2, "first": 0}
DEALT = 30  # HH-3, two seats


def arms(rules, k, colours):
    """Pairs of tiles and rotations for the arm at step k that ask for equal pairs only."""
    centre = segment(*rules.board[(0, 0)], k)
    for inner in rules.unseen:
        for turn in range(6):
            sides = [segment(inner, turn, (k + side) % 6) for side in (1, -1)]
            if segment(inner, turn, (k + 3) % 6) != centre or not set(sides) <= colours:
                continue
            wanted = [segment(inner, turn, k)] + sides
            for outer in rules.unseen:
                for twist in range(6):
                    faces = [segment(outer, twist, (k + side) % 6) for side in (3, 2, -2)]
                    if outer != inner and faces == wanted:
                        yield [f"tile {inner}", f"turn {turn}",
                               f"tile {outer}", f"turn {twist}"]


def start_figure(rng):
    """Rules with such a figure, and its chance plies; None when an arm has no tiles."""
    rules = HexxHopp(2, SETUP)
    plies = [f"tile {rng.randrange(len(TILES))}"]
    rules.play("*", plies[0])
    colours = set(rng.sample(range(4), 2))
    for k in (0, 2, 4):
        found = list(arms(rules, k, colours))
        if not found:
            return None
        for name in rng.choice(found):
            rules.play("*", name)
            plies.append(name)
    return rules, plies


def after_placing(rules, tile, cell, rotation):
    after = HexxHopp(2, SETUP)
    after.board = dict(rules.board)
    after.put(tile, rotation, cell)
    return after


def unfit(rules, tiles):
    return [tile for tile in tiles if not rules.placements(tile)]


def stuck_deal(rng):
    """The outcomes of a deal after which nobody can place anything."""
    while True:
        built = start_figure(rng)
        if built and len(unfit(built[0], built[0].unseen)) >= DEALT:
            rules, plies = built
            return plies + [f"tile {t}" for t in unfit(rules, rules.unseen)[:DEALT]]


def last_placement_deal(rng):
    """The same, but one tile fits; also the names of the placement after which none does,
    in the race and in turns. The tile lies on top of seat 0's stack."""
    while True:
        built = start_figure(rng)
        if not built or len(unfit(built[0], built[0].unseen)) < DEALT - 1:
            continue
        rules, plies = built
        others = unfit(rules, rules.unseen)
        for tile in set(rules.unseen) - set(others):
            for cell, rotation in rules.placements(tile):
                rest = unfit(after_placing(rules, tile, cell, rotation), others)
                if len(rest) >= DEALT - 1:
                    dealt = [f"tile {t}" for t in [tile] + rest[:DEALT - 1]]
                    place = f"{cell[0]},{cell[1]} {rotation}"
                    return plies + dealt, (f"place {place}", f"place {tile} {place}")


RING = [(1, 1), (-1, 2), (0, 2)]  # with three tiles of the start figure around …
HOLE = (0, 1)


def fill(rules, cells):
    """Tiles and rotations for the cells, that match whatever lies beside them; None when
    the first that came to hand leave nothing for the last."""
    if not cells:
        return []
    for tile in rules.unseen:
        for rotation in range(6):
            if rules.touching(tile, rotation, cells[0]) is not None:
                rules.unseen.remove(tile)
                rules.put(tile, rotation, cells[0])
                rest = fill(rules, cells[1:])
                return None if rest is None else [(tile, rotation, cells[0])] + rest
    return None


def six_deal(rng):
    """A deal whose first four tiles of seat 0 close a ring and fill it with six segments
    (HH-19), and the names of those placements in the race and in turns."""
    while True:
        rules, outcomes = HexxHopp(2, SETUP), []
        while rules.figure:
            outcomes.append(rules.draw(rng))
            rules.play("*", outcomes[-1])
        rng.shuffle(rules.unseen)
        filled = fill(rules, [HOLE] + RING)
        if filled:
            in_order = filled[1:] + filled[:1]
            dealt = [tile for tile, _, _ in in_order] + rules.unseen
            wanted = []
            for tile, rotation, cell in in_order:
                place = f"{cell[0]},{cell[1]} {rotation}"
                wanted += [f"place {place}", f"place {tile} {place}"]
            return outcomes + [f"tile {tile}" for tile in dealt[:DEALT]], wanted
