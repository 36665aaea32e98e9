"""Games that bring rules and nothing else: tests/sixth_game.py runs this, and every other test that goes
over all games, in a build with such a game."""

import numpy as np
import pytest

import peck
from peck import _games


@pytest.fixture(params=[name for name in peck.games() if _games.part(name, "render") is None])
def name(request: pytest.FixtureRequest) -> str:
    return request.param


def test_facts_and_bots(name: str) -> None:
    facts = peck.facts(name)
    assert [box["id"] for box in facts["boxes"]] == [name] and facts["title"]
    levels = ["random", "easy", "normal", "hard", "expert"]
    assert list(peck.bots(name))[:5] == levels and "mcts-N" in peck.bots(name)


def test_hints_and_analysis_by_search(name: str) -> None:
    match = peck.play(peck.Game(name), ["normal"] * peck.Game(name).seats, seed=1)
    judged = peck.analyse(match, "normal", playouts=20)
    assert len(judged.actions) == match.plies and np.isfinite(judged.loss).all()
    match.rewind(0)
    match.chance()
    hint = peck.hint(match, "hard", work=10)
    assert hint.actions == match.legal() and np.isfinite(hint.win).all()


def test_every_interface_has_it(name: str) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    pettingzoo = pytest.importorskip("pettingzoo")
    pyspiel = pytest.importorskip("pyspiel")
    import peck.gym
    import peck.spiel
    import peck.zoo

    env = gymnasium.make(f"peck/{name}-v0", opponents="easy", render_mode="ansi")
    env.reset(seed=1)
    assert peck.Game(name).title in env.render()
    assert peck.Game(name).match(seed=1).render("rgb_array").shape == (480, 640, 3)
    if hasattr(pettingzoo, "make"):
        assert pettingzoo.make("aec", f"peck/{name}_v0").unwrapped.game == peck.Game(name)
    game = pyspiel.load_game(f"peck_{name}")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    imperfect = pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert (game.get_type().information == imperfect) == peck.Game(name).hidden
