"""OpenSpiel plays our games."""

import numpy as np
import pytest

import peck

pyspiel = pytest.importorskip("pyspiel")
import peck.spiel  # noqa: E402


@pytest.mark.parametrize(
    "name",
    [
        "peck_nothanks(players=4,options=tactical)",
        "peck_karteneck(players=3)",
        "peck_hexxhopp(players=2,options=rounds:1)",
    ],
)
def test_its_own_test_passes(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_a_state_is_a_match() -> None:
    game = pyspiel.load_game("peck_heckmeck(players=2,options=extra-wurm+first:1)")
    assert game.num_players() == 2 and game.num_distinct_actions() == 59
    state = game.new_initial_state()
    rng = np.random.default_rng(1)
    for _ in range(300):
        if state.is_terminal():
            break
        if state.is_chance_node():
            ranks, odds = zip(*state.chance_outcomes(), strict=True)
            assert sum(odds) == pytest.approx(1)
            state.apply_action(int(rng.choice(ranks, p=odds)))
            continue
        player = state.current_player()
        assert np.array_equal(state.observation_tensor(player), state.match.observe(player))
        assert "you" in state.information_state_string(player)
        action = int(rng.choice(state.legal_actions()))
        twin = state.clone()
        assert state.action_to_string(player, action) in state.match.legal()
        state.apply_action(action)
        twin.apply_action(action)
        assert str(twin) == str(state)
    assert sum(state.returns()) == pytest.approx(0)


def test_types_follow_from_the_facts() -> None:
    information = pyspiel.GameType.Information
    for name in peck.games():
        kind = pyspiel.load_game(f"peck_{name}").get_type()
        perfect = kind.information == information.PERFECT_INFORMATION
        assert perfect == (name == "heckmeck") and kind.long_name == peck.Game(name).title
    assert pyspiel.load_game("peck_hexxhopp").game.option_words == ("turns",)
    turns = pyspiel.load_game("peck_hexxhopp(players=3,options=turns+rounds:1)")
    assert turns.game.option_words == ("turns", "rounds=1")


def test_an_algorithm_runs() -> None:
    from open_spiel.python.algorithms import outcome_sampling_mccfr

    game = pyspiel.load_game("peck_nothanks(players=3)")
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(3):
        solver.iteration()
    policy = solver.average_policy()
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert sum(policy.action_probabilities(state).values()) == pytest.approx(1)
