"""A random agent in every game, three ways: PettingZoo, Gymnasium, and thousands at once.

python random_agent.py
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import peck


def with_pettingzoo(name: str) -> str:
    import peck.zoo

    env = peck.zoo.env(name)
    env.reset(seed=1)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        total[agent] += reward
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    return f"rewards {total}"


def with_gymnasium(name: str) -> str:
    import gymnasium
    import peck.gym  # noqa: F401  (registers)

    env = gymnasium.make(f"peck/{name}-v0", opponents="easy")
    observation, _ = env.reset(seed=1)
    env.action_space.seed(1)
    over = False
    while not over:
        action = env.action_space.sample(observation["action_mask"])
        observation, reward, terminated, truncated, _ = env.step(action)
        over = terminated or truncated
    return f"reward {reward:+.2f} against easy bots"


def at_once(name: str, matches: int, steps: int) -> str:
    vec = peck.Vec(name, matches, seed=1)
    actions = np.empty(matches, np.int64)
    begin = time.perf_counter()
    ended = 0
    for _ in range(steps):
        vec.sample(actions)
        vec.step(actions)
        ended += int(vec.buffers.terminals.sum())
    rate = matches * steps / (time.perf_counter() - begin)
    return f"{ended} matches ended, {rate / 1e6:.1f} million steps a second"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="few matches")
    quick = parser.parse_args().quick
    for name in ("nothanks",) if quick else peck.games():
        for way, play in (("PettingZoo", with_pettingzoo), ("Gymnasium", with_gymnasium)):
            try:
                print(f"{name}, {way}: {play(name)}")
            except ImportError as error:
                print(f"{name}, {way}: not installed ({error.name})")
        print(f"{name}, at once: {at_once(name, 64 if quick else 4096, 100)}")
    match = peck.Game("nothanks", seats=3).match(seed=1)
    print(match.render())


if __name__ == "__main__":
    main()
