"""PettingZoo's own tests, on all games."""

import warnings

import numpy as np
import pytest

import peck

pettingzoo = pytest.importorskip("pettingzoo")
import peck.race  # noqa: E402
import peck.zoo  # noqa: E402
from pettingzoo.test import (  # noqa: E402
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")


def test_aec(game: peck.Game) -> None:
    api_test(peck.zoo.env(game), num_cycles=400)
    seed_test(lambda: peck.zoo.env(game), num_cycles=60)
    api_test(peck.zoo.env(game, max_cycles=20, rewards="points"), num_cycles=100)


def test_render(game: peck.Game, capsys: pytest.CaptureFixture) -> None:
    render_test(lambda render_mode: peck.zoo.env(game, render_mode=render_mode))
    assert game.title in capsys.readouterr().out


def test_the_race() -> None:
    quick = {"rounds": 1}
    parallel_api_test(peck.race.parallel_env(options=quick), num_cycles=500)
    parallel_api_test(peck.race.parallel_env("hexxhopp", seats=5, rewards="points"), num_cycles=200)
    parallel_seed_test(peck.race.parallel_env, num_cycles=100)
    max_cycles_test(peck.race)
    api_test(peck.race.env(max_cycles=100), num_cycles=200)
    render_test(lambda **settings: peck.race.env(options=quick, **settings))
    assert peck.race.parallel_env().game == peck.Game("hexxhopp")
    for wrong in ({"game": "nothanks"}, {"options": ["turns"]}):
        with pytest.raises(peck.BadSetup, match="one seat acts at a time"):
            peck.race.parallel_env(**wrong)


def test_the_race_is_won_and_lost() -> None:
    env = peck.race.parallel_env(seats=5, options={"rounds": 1})
    seen, _ = env.reset(seed=3)
    for seat, agent in enumerate(env.agents):
        env.action_space(agent).seed(seat)
    late = 0
    while env.agents:
        actions = {a: env.action_space(a).sample(seen[a]["action_mask"]) for a in env.agents}
        seen, rewards, over, cut, infos = env.step(actions)
        late += sum("late" in info for info in infos.values())
    assert all(over.values()) and not any(cut.values())
    assert sum(rewards.values()) == pytest.approx(0)
    assert late > 0  # somebody was faster now and then
    with pytest.raises(ValueError, match="one action of each"):
        env.reset()
        env.step({"seat_0": 0})
    with pytest.raises(TypeError, match="integer"):
        env.step(dict.fromkeys(env.agents, 0.5))


def test_waiting_is_legal_and_does_nothing() -> None:
    env = peck.race.parallel_env(seats=3, max_cycles=7)
    env.reset(seed=1)
    before, steps = env.match.encode(), 0
    while env.agents:
        _, _, over, cut, infos = env.step(dict.fromkeys(env.agents, env.wait))
        steps += 1
        assert not any(infos.values())
    assert steps == 7 and all(cut.values()) and env.match.encode() == before


def test_illegal_actions_change_nothing() -> None:
    env = peck.zoo.env("nothanks", seats=3)
    env.reset(seed=1)
    before, agent = env.unwrapped.match.record(), env.agent_selection
    for wrong, kind in ((2, peck.IllegalAction), (None, TypeError), ("x", peck.IllegalAction)):
        with pytest.raises(kind):
            env.step(wrong)
        assert env.unwrapped.match.record() == before and env.agent_selection == agent
    with pytest.raises(ValueError, match="render_mode"):
        peck.zoo.env("nothanks", render_mode="svg")
    with pytest.raises(ValueError, match="'win' or 'points'"):
        peck.zoo.env("nothanks", rewards="money")


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="an older PettingZoo")
def test_registered() -> None:
    for name in peck.games():
        env = pettingzoo.make("aec", f"peck/{name}_v0", seats=3)
        env.reset(seed=1)
        assert env.unwrapped.game == peck.Game(name, 3)
    assert pettingzoo.make("parallel", "peck/race_v0", seats=4).game.seats == 4


def test_masks_are_only_for_the_turn() -> None:
    env = peck.zoo.env("karteneck", seats=3)
    env.reset(seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for agent in env.agents:
            mask = env.observe(agent)["action_mask"]
            assert (mask.sum() > 0) == (agent == env.agent_selection)
            assert mask.dtype == np.int8
