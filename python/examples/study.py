# %% [markdown]
# A study in cells, for a notebook or as a script: how points are spread, what the first seat is
# worth, and at which total to stop a turn of Heckmeck. Figures are drawn when matplotlib is there
# and saved as study-*.png; the numbers are printed in any case.
#
#     python study.py

# %%
from __future__ import annotations

import sys

import numpy as np
import peck

try:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
except ImportError:
    plt = None

QUICK = "--quick" in sys.argv


def show(name: str) -> None:
    if plt is not None:
        plt.tight_layout()
        plt.savefig(f"study-{name}.png", dpi=120)
        plt.close()


# %% [markdown]
# ## How points are spread
# Final points of No Thanks! between three equal bots. A match of `easy` bots takes well under a
# millisecond in C; here each decision is asked for from Python.


# %%
def results(game: peck.Game, bot: str, matches: int) -> tuple[np.ndarray, np.ndarray]:
    """Points and shares of wins, matches × seats; seat 0 begins."""
    points, shares = [], []
    for seed in range(matches):
        score = peck.play(game, [bot] * game.seats, seed).score()
        won = score.places == 1
        points.append(score.points)
        shares.append(won / won.sum())
    return np.array(points), np.array(shares)


nothanks = peck.Game("nothanks", seats=3, options={"first": 0})
points, shares = results(nothanks, "normal", 20 if QUICK else 500)
low, middle, high = np.percentile(points, [10, 50, 90])
print(f"No Thanks!, 3 normal bots: median {middle:.0f} points, 10 to 90 %: {low:.0f} to {high:.0f}")
if plt is not None:
    plt.hist(points.ravel(), bins=30, color="#4a78b0")
    plt.xlabel("points at the end (fewest win)")
    plt.ylabel("seats")
    plt.title("No Thanks!, three normal bots")
    show("points")

# %% [markdown]
# ## What a seat is worth
# The share of wins by seat when seat 0 always begins; ± two standard errors.

# %%
for game in (
    nothanks,
    peck.Game("heckmeck", seats=3, options={"first": 0}),
    peck.Game("karteneck", seats=3, options={"first": 0}),
):
    _, shares = results(game, "easy", 20 if QUICK else 400)
    mean, error = shares.mean(axis=0), shares.std(axis=0) / np.sqrt(len(shares))
    told = ", ".join(f"{100 * m:.1f} ± {200 * e:.1f}" for m, e in zip(mean, error, strict=True))
    print(f"{game.title}: wins by seat, in %: {told}")
    if plt is not None:
        plt.errorbar(range(game.seats), 100 * mean, 200 * error, fmt="o", label=game.title)
if plt is not None:
    plt.axhline(100 / 3, color="gray", linewidth=0.8)
    plt.xticks(range(3))
    plt.xlabel("seat (0 begins)")
    plt.ylabel("wins, %")
    plt.legend()
    show("seats")

# %% [markdown]
# ## How often to stop at each total
# Positions of Heckmeck in which a seat may take a tile or roll on, met by `hard` bots: how often
# `hard` stops, by the total set aside and the dice left.


# %%
def stops(matches: int) -> dict[int, list[bool]]:
    game = peck.Game("heckmeck", seats=2)
    found: dict[int, list[bool]] = {}
    for seed in range(matches):
        match, rng = game.match(seed), np.random.default_rng(seed)
        while not match.over:
            name = peck.choose(match, "hard", seed=int(rng.integers(1 << 40)))
            legal = match.legal()
            if "roll" in legal and any(word.startswith(("take", "steal")) for word in legal):
                total = match.view(plies=0)["table"]["total"]
                found.setdefault(total, []).append(name != "roll")
            match.act(name)
    return found


found = stops(10 if QUICK else 300)
totals = sorted(found)
share = [float(np.mean(found[total])) for total in totals]
print("Heckmeck, 2 hard bots: total, share of stops, positions")
for total, part in zip(totals, share, strict=True):
    print(f"  {total:2d}  {100 * part:5.1f} %  {len(found[total])}")
if plt is not None:
    plt.bar(totals, [100 * part for part in share], color="#c8803c")
    plt.xlabel("total set aside")
    plt.ylabel("stops, %")
    plt.title("Heckmeck: when hard stops although it might roll")
    show("stops")
