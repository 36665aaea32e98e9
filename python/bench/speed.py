"""Steps a second from Python: ours beside pickomino-env, a PettingZoo classic, OpenSpiel and
PufferLib, all in one run, round by round in turn.

    python speed.py                    a table
    python speed.py --write FILE       the same as Markdown
    pip install 'pickomino-env' 'pettingzoo[classic]' open_spiel pufferlib    for the others

Every line plays at random, legally, on one core. The time is that of the processor, so that what
else runs on the machine matters less. Whatever does not install is named and left out.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import platform
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np

import peck

warnings.simplefilter("ignore")

Runner = Callable[[], int]
"""Plays for a short while; returns the steps it took."""


def vec(name: str, count: int, seats: int) -> Runner:
    """N matches in one call, all seats learners, all arrays written, actions drawn in C."""
    many = peck.Vec(peck.Game(name, seats), count, seed=1)
    actions = np.empty(count, np.int64)
    calls = max(1, 4096 // count)

    def run() -> int:
        for _ in range(calls):
            many.sample(actions)
            many.step(actions)
        return calls * count

    return run


def gym(name: str, seats: int) -> Runner:
    """One match against random bots behind gymnasium.Env."""
    import peck.gym

    env = peck.gym.PeckEnv(name, opponents="random", seats=seats)
    rng = np.random.default_rng(1)
    seen, _ = env.reset(seed=1)

    def run() -> int:
        nonlocal seen
        for _ in range(200):
            legal = np.flatnonzero(seen["action_mask"])
            seen, _, over, _, _ = env.step(int(legal[rng.integers(len(legal))]))
            if over:
                seen, _ = env.reset()
        return 200

    return run


def pickomino() -> Runner:
    """Heckmeck as pickomino-env has it: one learner and one bot, behind gymnasium.Env.

    An action there is a face to keep and whether to roll on, which counts as two of our steps.
    """
    import gymnasium
    import pickomino_env  # noqa: F401  (registers)

    env = gymnasium.make("Pickomino-v0", number_of_bots=1).unwrapped
    rng = np.random.default_rng(1)
    seen, _ = env.reset(seed=1)

    def run() -> int:
        nonlocal seen
        for _ in range(200):
            free = (np.asarray(seen["dice_rolled"]) > 0) & (np.asarray(seen["dice_collected"]) == 0)
            faces = np.flatnonzero(free)
            if len(faces) == 0:
                seen, _ = env.reset()
                continue
            action = (int(faces[rng.integers(len(faces))]), int(rng.integers(2)))
            seen, _, over, cut, _ = env.step(action)
            if over or cut:
                seen, _ = env.reset()
        return 400

    return run


def aec(make: Callable[[], object]) -> Runner:
    """Any PettingZoo environment with masks, through the usual loop."""
    env = make()
    env.reset(seed=1)
    rng = np.random.default_rng(1)

    def run() -> int:
        for _ in range(200):
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.reset()
                continue
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[rng.integers(len(legal))]))
        return 200

    return run


def zoo(name: str) -> Runner:
    import peck.zoo

    return aec(lambda: peck.zoo.env(name))


def connect_four() -> Runner:
    from pettingzoo.classic import connect_four_v3

    return aec(connect_four_v3.env)


def spiel(name: str) -> Runner:
    """A game of OpenSpiel's, written in C++, played through Python with its observations."""
    import pyspiel

    if name.startswith("peck"):
        import peck.spiel  # noqa: F401  (registers)
    game = pyspiel.load_game(name)
    rng = np.random.default_rng(1)
    state = game.new_initial_state()

    def run() -> int:
        nonlocal state
        steps = 0
        while steps < 200:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                ranks, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(rng.choice(ranks, p=odds)))
            else:
                state.observation_tensor(state.current_player())
                legal = state.legal_actions()
                state.apply_action(int(legal[rng.integers(len(legal))]))
                steps += 1
        return steps

    return run


def puffer() -> Runner:
    """PufferLib's Connect 4, written in C, 4096 at once. It has no masks."""
    from pufferlib.ocean import env_creator

    env = env_creator("puffer_connect4")(num_envs=4096)
    env.reset(seed=1)
    actions = np.random.default_rng(1).integers(0, 7, (64, 4096))
    at = 0

    def run() -> int:
        nonlocal at
        at = (at + 1) % 64
        env.step(actions[at])
        return 4096

    return run


LINES: list[tuple[str, Callable[[], Runner]]] = [
    *(
        (
            f"peck.Vec, {name}, {seats} seats, N = {count}",
            lambda n=name, c=count, s=seats: vec(n, c, s),
        )
        for name, seats in (("nothanks", 3), ("heckmeck", 2), ("karteneck", 3), ("hexxhopp", 3))
        for count in (1, 4096)
    ),
    ("peck.gym, heckmeck, 2 seats", lambda: gym("heckmeck", 2)),
    ("pickomino-env", pickomino),
    ("peck.zoo, nothanks", lambda: zoo("nothanks")),
    ("PettingZoo connect_four_v3", connect_four),
    ("peck.spiel, nothanks", lambda: spiel("peck_nothanks")),
    ("OpenSpiel pig", lambda: spiel("pig")),
    ("OpenSpiel leduc_poker", lambda: spiel("leduc_poker")),
    ("PufferLib connect4, N = 4096", puffer),
]

PACKAGES = ("numpy", "gymnasium", "pettingzoo", "pickomino-env", "open_spiel", "pufferlib")


def measure(rounds: int, seconds: float) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """Steps a second of each line, round by round; and why others are missing."""
    runners: dict[str, Runner] = {}
    missing: dict[str, str] = {}
    for label, make in LINES:
        try:
            runners[label] = make()
            runners[label]()  # warm
        except ImportError as error:
            missing[label] = f"not installed: {error.name}"
    rates = {label: np.zeros(rounds) for label in runners}
    for turn in range(rounds):
        for label, run in runners.items():
            steps, begin = 0, time.process_time()
            while (spent := time.process_time() - begin) < seconds:
                steps += run()
            rates[label][turn] = steps / spent
    return rates, missing


def report(rates: dict[str, np.ndarray], missing: dict[str, str], seconds: float) -> str:
    versions = []
    for name in PACKAGES:
        try:
            versions.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    cpu = next(
        (line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
         if line.startswith("model name")),
        platform.processor(),
    )  # fmt: skip
    rounds = len(next(iter(rates.values())))
    lines = [
        "# Speed from Python",
        "",
        f"Written by `python python/bench/speed.py --write docs/explain/benchmarks-python.md` on one core of: {cpu}, "
        f"Python {platform.python_version()}, {', '.join(versions)}, {time.strftime('%Y-%m-%d', time.gmtime())}.",
        f"Steps per second of processor time, median of {rounds} rounds of {seconds} s; random legal play. A step is",
        "one action of one seat; an action of pickomino-env is two of ours and counts as two.",
        "",
        "| what | steps/s |",
        "|---|--:|",
    ]
    lines += [f"| {label} | {np.median(each):,.0f} |" for label, each in rates.items()]
    lines += [f"| {label} | {reason} |" for label, reason in missing.items()]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each line and round")
    parser.add_argument("--write", type=Path, help="a file for the table")
    args = parser.parse_args()
    text = report(*measure(args.rounds, args.seconds), args.seconds)
    print(text)
    if args.write is not None:
        args.write.write_text(text)


if __name__ == "__main__":
    main()
