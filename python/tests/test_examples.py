"""The examples run, in short."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
sys.path.insert(0, str(EXAMPLES))


def test_an_agent_learns_no_thanks() -> None:
    """In short: seconds of self-play turn a player that always loses into a rival.

    Among two of the rule of thumb `half-value` a third is par. How it fares against `normal`
    after minutes is told in docs/study/python.md.
    """
    import train_nothanks

    untrained = train_nothanks.Network(1)
    before, _ = train_nothanks.measure(untrained, 512, 7, opponent="half-value")
    net = train_nothanks.train(warm=400_000, steps=0, rows=64)
    share, _ = train_nothanks.measure(net, 512, 7, opponent="half-value")
    assert before < 0.05 and share > 0.2


def test_what_came_after_a_choice_is_its_players() -> None:
    """Two rows of three steps: in the first a match ends, in the second nobody acts twice."""
    import train_nothanks

    values = [np.array([0.5, 0.5], np.float32)] * 3
    rewards = [np.zeros((2, 3), np.float32) for _ in range(3)]
    ends = [np.zeros(2, np.bool_) for _ in range(3)]
    who = [np.array([step, step], np.int8) for step in range(3)]
    rewards[2][0], ends[2][0] = [1, -0.5, -0.5], True
    mover, last = np.array([1, 1], np.int8), np.array([0.25, 0.25], np.float32)
    better, known = train_nothanks.look_back(values, rewards, ends, who, mover, last)
    assert known.reshape(3, 2).tolist() == [[True, False], [True, True], [True, False]]
    assert better.reshape(3, 2).tolist() == [[0.5, 0], [-1, -0.25], [-1, 0]]


def test_features_are_what_they_say() -> None:
    import train_nothanks

    import peck

    line = "nothanks seats=3 | p turn=0 card=20 pot=3 chips=5,9,16 cards=19/21.30/8"
    match = peck.Match.decode(line)
    row = train_nothanks.features(match.observe(0)[None])[0]
    cost = row[11:14] * 35
    assert np.allclose(cost, [0, 20 - 21, 20], atol=1e-4)
    assert np.allclose(row[14:17] * 20, 3 - cost, atol=1e-4)
    assert np.allclose(row[17:20] * 50, [19, 51, 8])


@pytest.mark.parametrize("name", ["random_agent.py", "study.py"])
def test_scripts_run(name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, EXAMPLES / name, "--quick"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) > 3
