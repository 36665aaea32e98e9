"""Gymnasium: one match and many."""

import numpy as np
import pytest

import peck

gymnasium = pytest.importorskip("gymnasium")
import peck.gym  # noqa: E402
from gymnasium.utils.env_checker import check_env, data_equivalence  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def make(name: str, count: int = 8, **settings):
    settings.setdefault("opponents", "easy")
    return gymnasium.make_vec(f"peck/{name}-v0", num_envs=count, **settings)


@pytest.mark.parametrize("name", peck.games())
def test_one_match_passes_check_env(name: str) -> None:
    env = gymnasium.make(f"peck/{name}-v0", opponents="random", illegal="lose")
    check_env(env.unwrapped)


@pytest.mark.parametrize("name", peck.games())
def test_many_keep_to_their_spaces(name: str) -> None:
    envs = make(name, options={"rounds": 1} if name == "hexxhopp" else ())
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, _ = envs.reset(seed=1)
    twin = make(name, options={"rounds": 1} if name == "hexxhopp" else ())
    assert data_equivalence(seen, twin.reset(seed=1)[0])
    assert not data_equivalence(seen, twin.reset(seed=2)[0])
    twin.reset(seed=1)
    for _ in range(50):
        assert envs.observation_space.contains(seen)
        actions = envs.unwrapped.sample()
        assert seen["action_mask"][np.arange(8), actions].all()
        assert envs.action_space.contains(actions)
        seen, rewards, over, cut, infos = envs.step(actions)
        other = twin.step(actions)
        assert data_equivalence(seen, other[0]) and np.array_equal(rewards, other[1])
        assert rewards.shape == over.shape == cut.shape == (8,)
        assert over.dtype == cut.dtype == np.bool_
    envs.close()


def test_autoreset_in_the_same_step() -> None:
    envs = make("nothanks", seats=3)
    envs.reset(seed=1)
    for _ in range(60):
        seen, rewards, over, _, infos = envs.step(envs.unwrapped.sample())
        if over.any():
            break
    assert np.array_equal(infos["_final_obs"], over)
    for row in np.flatnonzero(over):
        assert envs.single_observation_space.contains(infos["final_obs"][row])
        assert infos["final_obs"][row]["observation"][4] == 0  # the deck is empty …
        assert seen["observation"][row][4] > 0  # … and full again
    assert set(np.unique(rewards[over])) <= {-0.5, 0.25, 1.0}


def test_a_learner_loses_at_random_and_wins_with_hints() -> None:
    """Rewards point the right way: a bot in the learner's place beats random players."""
    env = peck.gym.PeckEnv("nothanks", opponents="random", seats=3)
    total = 0.0
    for seed in range(10):
        env.reset(seed=seed)
        over = False
        while not over:
            match = env._many.vec.match(0)
            choice = match.game.choice_names.index(peck.choose(match, "normal"))
            _, reward, over, _, _ = env.step(choice)
        total += reward
    assert total > 8


def test_what_is_wrong_changes_nothing() -> None:
    envs = make("nothanks", 4, seats=3)
    envs.reset(seed=1)
    vec = envs.unwrapped.vec
    before = [vec.encode(row) for row in range(4)]
    for wrong, kind in (
        (np.array([0, 0, 5, 0]), peck.IllegalAction),
        (np.zeros(4), TypeError),
        (np.zeros(3, np.int64), ValueError),
    ):
        with pytest.raises(kind):
            envs.step(wrong)
        assert before == [vec.encode(row) for row in range(4)]
    with pytest.raises(ValueError, match="one seed"):
        envs.unwrapped.reset(seed=[1, 2, 3, 4])
    with pytest.raises(ValueError, match="opponents"):
        make("nothanks", 4, opponents=["easy"])
    with pytest.raises(ValueError, match="already"):
        peck.gym.PeckVectorEnv(peck.Game("nothanks", 4), 2, seats=3)
    env = peck.gym.PeckEnv("nothanks")
    with pytest.raises(peck.IllegalAction, match="over"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(TypeError, match="integer"):
        env.step(0.5)
    with pytest.raises(ValueError, match="illegal"):
        peck.gym.PeckEnv("nothanks", illegal="ignore")


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_rendering(mode: str) -> None:
    envs = make("nothanks", 2, render_mode=mode)
    envs.reset(seed=1)
    tables = envs.unwrapped.render()
    assert len(tables) == 2 and isinstance(tables[0], str if mode == "ansi" else np.ndarray)
    env = peck.gym.PeckEnv("heckmeck", render_mode=mode, opponents="easy")
    env.reset(seed=1)
    assert type(env.render()) is type(tables[0])
    with pytest.raises(ValueError, match="render_mode"):
        peck.gym.PeckVectorEnv("nothanks", render_mode="svg")


def test_a_limit_truncates() -> None:
    envs = make("heckmeck", 2, limit=3)
    envs.reset(seed=1)
    for step in range(1, 7):
        _, _, over, cut, infos = envs.step(envs.unwrapped.sample())
        assert cut.all() == (step % 3 == 0) and ("final_obs" in infos) == cut.any()
