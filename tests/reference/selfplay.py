"""Random matches by the reference rules."""

import random

import deals
from records import Match
from rules import CHANCE

# Mere chance gives up too soon to see much of a game. The eager style mostly chooses these
# where they are legal, in this order of liking, and avoids those.
EAGER = ("steal", "take", "place", "give", "lay", "add", "use", "weasel")
SHY = ("stop", "enough", "decline", "done", "pass", "leave", "aside")


def choose_eagerly(rng, names):
    if rng.random() < 0.8:
        for word in EAGER:
            liked = [name for name in names if name.split()[0] == word]
            if liked and rng.random() < 0.6:
                return rng.choice(liked)
        if "keep W" in names:  # HM-20: without a worm a turn comes to nothing
            return "keep W"
        names = [name for name in names if name.split()[0] not in SHY] or names
    return rng.choice(names)


def choose_sparingly(rng, names):
    """Single cards, one after the other: only so the deck of Karteneck runs out. KE-51"""
    if "done" in names:
        return "done"
    single = [name for name in names if name.startswith("lay")
              and (name.endswith("*1") or "W" in name)]
    return rng.choice(single or names)


STYLES = [choose_eagerly, choose_sparingly, random.Random.choice]


def random_match(game, seats, options, seed, style=None, script=(), plies_max=100000):
    """`script` holds the first outcomes of chance; the rest is random."""
    rng = random.Random(seed)
    script = list(script)
    choose = style or rng.choice(STYLES)
    match = Match()
    match.game, match.seats, match.options = game, seats, dict(options)
    rules = match.start()
    while rules.movers() and len(match.plies) < plies_max:
        seat = rng.choice(rules.movers())
        if seat == CHANCE:
            name = script.pop(0) if script else rules.draw(rng)
        else:
            name = choose(rng, rules.legal(seat))
        match.plies.append((seat, name))
        rules.play(seat, name)
    match.finished = not rules.movers()
    match.score, match.place = rules.score()
    return match


def stuck_match(options, seed):
    """A match of Hexx & Hopp whose first round gets stuck, at the deal or soon. HH-31"""
    rng = random.Random(seed)
    if rng.random() < 0.3:
        script, wanted = deals.stuck_deal(rng), ()
    else:
        script, wanted = deals.last_placement_deal(rng)

    options = {**options, **deals.SETUP}
    return random_match("hexxhopp", 2, options, seed, wanting(wanted), script)


def six_match(options, seed):
    """A match of Hexx & Hopp where seat 0 fills a hole. HH-19"""
    rng = random.Random(seed)
    while True:
        script, wanted = deals.six_deal(rng)
        options = {**options, **deals.SETUP, "first": 1}  # in turns seat 0 is then first
        match = random_match("hexxhopp", 2, options, seed, wanting(wanted), script)
        placed = [name for _, name in match.plies if name in wanted]
        if len(placed) >= 4 and placed[3] in wanted[-2:]:  # nobody got in the way
            return match


def wanting(wanted):
    def style(rng, names):
        return next((name for name in names if name in wanted), None) or rng.choice(names)

    return style
