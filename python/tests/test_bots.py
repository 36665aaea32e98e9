"""Bots, hints and analysis."""

import threading

import numpy as np
import pytest

import peck


def test_every_level_plays_every_game(game: peck.Game) -> None:
    match = game.match(seed=1)
    for level in ("random", "easy", "normal", "hard"):
        seat = match.movers[0]
        name = peck.choose(match, level, seat, seed=1)
        assert name in match.legal(seat)
        assert name == peck.choose(match, level, seat, seed=1)
        match.act(name, seat)
    assert peck.choose(match, "mcts-10", match.movers[0]) in match.legal(match.movers[0])


def test_a_hint_has_numbers_for_every_action(game: peck.Game) -> None:
    match = game.match(seed=2)
    seat = match.movers[0]
    hint = peck.hint(match, "normal", seat)
    assert hint.actions == match.legal(seat)
    assert np.array_equal(hint.choices, match.legal_choices(seat))
    for numbers in (hint.win, hint.win_error, hint.points, hint.points_error):
        assert numbers.shape == (len(hint.actions),) and np.isfinite(numbers).all()
    assert (hint.win >= 0).all() and (hint.win <= 1).all()
    assert hint.actions[hint.best] in match.legal(seat)


def test_a_hint_from_a_position_line() -> None:
    line = "heckmeck seats=2 | decide turn=0 kept=55WWWWW rolled=- grill=21-36 stacks=-/-"
    hint = peck.hint(peck.Match.decode(line), "hard")
    assert hint.actions[hint.best].startswith("take")


def test_an_analysis_adds_up() -> None:
    match = peck.play(peck.Game("nothanks", 3), ["easy", "normal", "random"], seed=3)
    judged = peck.analyse(match, "normal")
    assert judged.seat.shape == (match.plies,) and judged.luck.shape == (match.plies, 3)
    assert len(judged.actions) == len(judged.best) == match.plies
    chance = judged.seat == peck.CHANCE
    assert (judged.luck[~chance] == 0).all() and (judged.quality[chance] == -1).all()
    assert judged.quality.max() < len(peck.QUALITIES) and (judged.loss >= 0).all()
    for seat, account in enumerate(judged.seats):
        told = account["luck"] - account["errors"] + account["gifts"] + account["residual"]
        assert account["result"] - account["start"] == pytest.approx(told, abs=1e-9)
        assert account["errors"] == pytest.approx(judged.loss[judged.seat == seat].sum())
    assert sum(account["result"] for account in judged.seats) == pytest.approx(1)


def test_play_takes_one_bot_for_each_seat() -> None:
    game = peck.Game("karteneck", 2)
    assert peck.play(game, ["easy", "random"], seed=1).over
    first, again = (peck.play(game, ["easy", "random"], seed=2).record() for _ in range(2))
    assert first == again
    assert peck.play(game, ["easy", "random"], seed=-1).over  # as Match, any whole number
    with pytest.raises(ValueError, match="as many players"):
        peck.play(game, ["easy"])


def test_thinking_leaves_other_threads_alone() -> None:
    """Eight threads ask about one match while it goes on in another."""
    match = peck.Game("heckmeck", 3).match(seed=1)
    answers: list[peck.Hint] = []

    def ask() -> None:
        for _ in range(20):
            answers.append(peck.hint(match.copy(), "hard"))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(50):
        match.act(match.legal()[0])
    for thread in threads:
        thread.join()
    assert len(answers) == 80


def test_the_signature_is_that_of_the_program() -> None:
    from pathlib import Path

    golden = Path(__file__).parents[2] / "tests" / "golden" / "signature"
    assert peck.signature() == golden.read_text().strip()
