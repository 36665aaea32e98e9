"""Trains a small network to beat the bot `normal` at No Thanks!, with numpy alone.

Proximal policy optimisation on `peck.Vec`: first against itself in all three seats, then
among two `normal` bots, each match in another seat. Then it is measured with other seeds,
always playing what it likes best.

    python train_nothanks.py --threads 2
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field

import numpy as np
import peck

CARDS = np.arange(3, 36)
FEATURES = 33


def features(seen: np.ndarray) -> np.ndarray:
    """What matters of an observation of three seats, scaled to about 1.

    The columns are those of `observe` in games/nothanks/rules/game.c: 8 common numbers, 33 flags for
    unseen cards, and for each seat, the own first, turn, points, and 33 flags for its cards.
    """
    rows = np.arange(len(seen))
    card, pot, left, chips, others = (seen[:, i].astype(np.float32) for i in (2, 3, 4, 6, 7))
    at = np.clip(seen[:, 2] - 3, 0, 32)  # the card as an index
    padded = np.zeros((len(seen), 4, 37), np.float32)  # two cards more at either end
    padded[:, 0, 2:35] = seen[:, 8:41]
    for seat in range(3):
        padded[:, 1 + seat, 2:35] = seen[:, 41 + 35 * seat + 2 : 41 + 35 * seat + 35]
    near = np.stack([padded[rows, :, at + 2 + step] for step in (-2, -1, 1, 2)], axis=2)
    below, above = near[:, 1:, 1], near[:, 1:, 2]
    cost = card[:, None] * (1 - below) - (card[:, None] + 1) * above  # of each seat
    points = seen[:, [42, 77, 112]].astype(np.float32)
    rounds = (chips + others) / 33
    small = [card / 35, pot / 11, left / 24, chips / 11, others / 22, rounds, chips == 1]
    small += [chips == 2, chips == 3, chips / (1 + others), pot / (1 + chips)]
    return np.concatenate(
        [
            np.stack(small, axis=1),
            cost / 35,
            (pot[:, None] - cost) / 20,
            points / 50,
            (points - points[:, :1])[:, 1:] / 50,
            near[:, :2].reshape(len(seen), 8),
            below[:, 1:],
            above[:, :1],
        ],
        axis=1,
        dtype=np.float32,
    )


@dataclass
class Network:
    """Two hidden layers; one output for the choice to take, one for the value."""

    seed: int = 0
    hidden: int = 64
    parameters: list[np.ndarray] = field(default_factory=list)

    def __post_init__(self) -> None:
        rng = np.random.default_rng(self.seed)
        sizes = [(FEATURES, self.hidden), (self.hidden, self.hidden), (self.hidden, 2)]
        for rows, columns in sizes:
            scale = (0.1 if columns == 2 else 1.4) / np.sqrt(rows)
            self.parameters.append(rng.normal(0, scale, (rows, columns)).astype(np.float32))
            self.parameters.append(np.zeros(columns, np.float32))
        self.moments = [(np.zeros_like(p), np.zeros_like(p)) for p in self.parameters]
        self.steps = 0

    def run(self, x: np.ndarray) -> list[np.ndarray]:
        """The layers' outputs; the last has the columns logit and value."""
        w1, b1, w2, b2, w3, b3 = self.parameters
        first = np.tanh(x @ w1 + b1)
        second = np.tanh(first @ w2 + b2)
        return [x, first, second, second @ w3 + b3]

    def learn(self, layers: list[np.ndarray], gradient: np.ndarray, rate: float) -> None:
        """One step of Adam against the gradient of the last layer."""
        gradients: list[np.ndarray] = []
        for i in (2, 1, 0):
            gradients = [layers[i].T @ gradient, gradient.sum(axis=0), *gradients]
            if i > 0:
                gradient = gradient @ self.parameters[2 * i].T * (1 - layers[i] ** 2)
        norm = np.sqrt(sum(float((g**2).sum()) for g in gradients))
        self.steps += 1
        for p, g, (m, v) in zip(self.parameters, gradients, self.moments, strict=True):
            g = g * min(1, 0.5 / (norm + 1e-9))
            m += 0.1 * (g - m)
            v += 0.001 * (g * g - v)
            corrected = m / (1 - 0.9**self.steps)
            p -= rate * corrected / (np.sqrt(v / (1 - 0.999**self.steps)) + 1e-8)


def collect(vec: peck.Vec, net: Network, steps: int, rng: np.random.Generator) -> dict:
    """Plays so many steps in every match and keeps what learning needs."""
    seen, took, chance, values, rewards, ends, free, who = [], [], [], [], [], [], [], []
    for _ in range(steps):
        x = features(vec.buffers.observations)
        out = net.run(x)[3]
        may = vec.buffers.masks[:, 1].copy()  # without a chip there is nothing to decide
        probability = np.where(may, 1 / (1 + np.exp(-out[:, 0])), 1)
        take = rng.random(vec.count, np.float32) < probability
        who.append(vec.buffers.players.copy())
        vec.step((~take).astype(np.int64))  # choice 0 is take, 1 is refuse
        seen.append(x)
        took.append(take)
        chance.append(np.where(take, probability, 1 - probability))
        values.append(out[:, 1])
        rewards.append(vec.buffers.rewards.copy())
        ends.append(vec.buffers.terminals.copy())
        free.append(may)
    last = net.run(features(vec.buffers.observations))[3][:, 1]
    advantage, known = look_back(values, rewards, ends, who, vec.buffers.players, last)
    flat = {"x": seen, "took": took, "chance": chance, "free": free}
    batch = {key: np.concatenate(value)[known] for key, value in flat.items()}
    batch["advantage"] = advantage[known]
    batch["goal"] = batch["advantage"] + np.concatenate(values)[known]
    return batch


def look_back(
    values: list[np.ndarray],
    rewards: list[np.ndarray],
    ends: list[np.ndarray],
    who: list[np.ndarray],
    mover: np.ndarray,
    last: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """How much better each choice went than expected, and whether that is known.

    It is so when its player was to act again, or the match ended, before the steps did.
    """
    rows, shape = np.arange(len(mover)), (len(mover), 3)
    after, gain = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    told = np.zeros(shape, np.bool_)  # of each player: whether `after` is known
    after[rows, mover], told[rows, mover] = last, True
    advantage = np.zeros((len(values), len(mover)), np.float32)
    known = np.zeros(advantage.shape, np.bool_)
    for t in reversed(range(len(values))):
        after[ends[t]], told[ends[t]], gain[ends[t]] = rewards[t][ends[t]], True, 0
        known[t] = told[rows, who[t]]
        better = after[rows, who[t]] - values[t] + 0.97 * gain[rows, who[t]]
        advantage[t] = np.where(known[t], better, 0)
        gain[rows, who[t]], after[rows, who[t]] = advantage[t], values[t]
        told[rows, who[t]] = True
    return advantage.reshape(-1), known.reshape(-1)


def improve(net: Network, batch: dict, rate: float, rng: np.random.Generator) -> None:
    """A few passes over what was collected, in parts."""
    count, part = len(batch["took"]), 1024
    spread = batch["advantage"].std() + 1e-6
    for _ in range(3):
        order = rng.permutation(count)
        for begin in range(0, count - part + 1, part):
            pick = order[begin : begin + part]
            layers = net.run(batch["x"][pick])
            logit, value = layers[3].T
            take = 1 / (1 + np.exp(-logit))
            took, gain = batch["took"][pick], batch["advantage"][pick] / spread
            ratio = np.where(took, take, 1 - take) / batch["chance"][pick]
            clipped = np.where(gain > 0, ratio > 1.2, ratio < 0.8)
            slope = np.where(took, 1 - take, -take)  # of log probability by logit
            policy = np.where(clipped, 0, -gain * ratio * slope)
            policy += 0.003 * logit * take * (1 - take)  # keeps it from being too sure
            gradient = np.stack(
                [np.where(batch["free"][pick], policy, 0), value - batch["goal"][pick]], axis=1
            )
            net.learn(layers, (gradient / part).astype(np.float32), rate)


def table(opponents: list[str | None], count: int, seed: int, threads: int) -> peck.Vec:
    return peck.Vec(
        peck.Game("nothanks", seats=3),
        count,
        players=[None, *opponents],
        rotate=True,
        threads=threads,
        seed=seed,
    )


def measure(
    net: Network, matches: int, seed: int, threads: int = 1, opponent: str = "normal"
) -> tuple[float, float]:
    """The share of wins among two of a bot, and its standard error. A third is par."""
    vec = table([opponent, opponent], 256, seed, threads)
    left = np.full(vec.count, -(-matches // vec.count))  # as many of each row: no bias
    wins: list[np.ndarray] = []
    while left.any():
        refuse = (net.run(features(vec.buffers.observations))[3][:, 0] < 0).astype(np.int64)
        vec.step(refuse & vec.buffers.masks[:, 1])
        done = vec.buffers.terminals & (left > 0)
        wins.append((2 * vec.buffers.rewards[done, 0] + 1) / 3)  # −1/2 … 1 to 0 … 1
        left[done] -= 1
    share = np.concatenate(wins)
    return float(share.mean()), float(share.std() / np.sqrt(len(share)))


def train(
    warm: int = 2_600_000,
    steps: int = 2_200_000,
    threads: int = 1,
    seed: int = 1,
    rows: int = 256,
) -> Network:
    """Trains for so many steps against itself, and then among `normal`."""
    rng, net = np.random.default_rng(seed), Network(seed)
    for opponents, budget, first, last in (
        ([None, None], warm, 1.5e-3, 1.25e-3),
        (["normal", "normal"], steps, 1.25e-3, 1.5e-4),
    ):
        vec, played, begin = table(opponents, rows, seed, threads), 0, time.process_time()
        while played < budget:
            batch = collect(vec, net, 64, rng)
            improve(net, batch, first + (last - first) * played / budget, rng)
            played += len(batch["took"])
            if played // 500_000 > (played - len(batch["took"])) // 500_000:
                value, spent = float(batch["goal"].mean()), time.process_time() - begin
                name = opponents[0] or "itself"
                print(f"{name}: {played:,} steps, {spent:.0f} s of CPU, value {value:+.3f}")
    return net


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--warm", type=int, default=2_600_000, help="steps against itself")
    parser.add_argument("--steps", type=int, default=2_200_000, help="steps among normal")
    parser.add_argument("--rows", type=int, default=256, help="matches at once")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--matches", type=int, default=5120, help="to measure with")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    net = train(args.warm, args.steps, args.threads, args.seed, args.rows)
    share, error = measure(net, args.matches, args.seed + 1000, args.threads)
    print(f"wins {100 * share:.1f} % ± {200 * error:.1f} among two normal; par is 33.3 %")


if __name__ == "__main__":
    main()
