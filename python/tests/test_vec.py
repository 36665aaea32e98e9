"""Many matches at once."""

import copy
import os
import signal
import threading
import zlib

import numpy as np
import pytest

import peck

ARRAYS = ("observations", "masks", "players", "rewards", "terminals", "truncations", "finals")


def snapshot(vec: peck.Vec) -> list[np.ndarray]:
    return [getattr(vec.buffers, name).copy() for name in ARRAYS]


def make(game: peck.Game, count: int, **settings) -> peck.Vec:
    settings.setdefault("buffers", peck.Buffers(game, count, finals=True))
    return peck.Vec(game, count, **settings)


def test_it_plays_as_matches_do(game: peck.Game) -> None:
    """Every row agrees with a match from the same position, step by step."""
    vec = make(game, 8, seed=1)
    for _ in range(40):
        actions = vec.sample()
        before = [vec.match(row) for row in range(vec.count)]
        players = vec.buffers.players.copy()
        for row, match in enumerate(before):
            seat = int(players[row])
            assert seat in match.movers
            assert np.array_equal(vec.buffers.observations[row], match.observe(seat))
            assert np.array_equal(vec.buffers.masks[row], match.mask(seat))
            assert vec.buffers.masks[row, actions[row]]
        vec.step(actions)
        for row, match in enumerate(before):
            position = peck.Match.decode(match.encode(), chance=False)
            position.act(int(actions[row]), int(players[row]))
            if not position.at_chance and not vec.buffers.terminals[row]:
                assert vec.encode(row) == position.encode()


def test_matches_end_with_rewards(game: peck.Game) -> None:
    vec = make(game, 16, seed=2, rewards="points")
    ended = 0
    for _ in range(20000):
        vec.step(vec.sample())
        rewards, over = vec.buffers.rewards, vec.buffers.terminals
        assert not vec.buffers.truncations.any()
        assert np.abs(rewards.sum(axis=1)).max() < 1e-3
        assert (rewards[~over] == 0).all()
        ended += int(over.sum())
        if ended >= 16:
            break
    assert ended >= 16


def test_threads_change_nothing(game: peck.Game) -> None:
    players = [None] + ["easy"] * (game.seats - 1)
    one = make(game, 33, seed=3, players=players, rotate=True)
    three = make(game, 33, seed=3, players=players, rotate=True, threads=3)
    for _ in range(60):
        assert all(
            np.array_equal(a, b) for a, b in zip(snapshot(one), snapshot(three), strict=True)
        )
        actions = one.sample()
        assert np.array_equal(actions, three.sample())
        one.step(actions)
        three.step(actions.astype(np.int32))
    one.reset(3)
    fresh = make(game, 33, seed=3, players=players, rotate=True)
    assert np.array_equal(one.buffers.observations, fresh.buffers.observations)


def test_learners_meet_every_seat() -> None:
    game = peck.Game("nothanks", 4)
    vec = make(game, 64, players=[None, "easy", "easy", "random"], rotate=True, seed=4)
    wins, ends = 0.0, 0
    seats = set()
    for _ in range(120):
        assert (vec.buffers.players == 0).all()
        seats |= {vec.match(row).movers[0] for row in range(4)}
        vec.step(vec.sample())
        wins += vec.buffers.rewards[:, 0].sum()
        ends += vec.buffers.terminals.sum()
    assert seats == {0, 1, 2, 3} and ends > 64
    assert wins / ends < -0.2  # a random learner loses to easy


def test_a_limit_cuts_matches_short() -> None:
    vec = make(peck.Game("heckmeck", 2), 8, limit=5, seed=1)
    for step in range(1, 21):
        vec.step(vec.sample())
        assert vec.buffers.truncations.all() == (step % 5 == 0)
        assert not vec.buffers.terminals.any() and (vec.buffers.rewards == 0).all()


def test_finals_show_the_end() -> None:
    vec = make(peck.Game("nothanks", 3), 64, seed=5)
    while not vec.buffers.terminals.any():
        vec.step(vec.sample())
    over = vec.buffers.terminals
    assert (vec.buffers.finals[over][:, 4] == 0).all()  # no card left in the deck
    assert (vec.buffers.observations[over][:, 4] == 23).all()  # a fresh match


def test_arrays_of_the_callers_are_used() -> None:
    game = peck.Game("nothanks", 3)
    store = np.zeros((5, 16, game.features), np.int16)
    vec = make(game, 16, seed=1)
    seen = []
    for step in range(5):
        vec.buffers.observations = store[step]
        vec.step(vec.sample())
        seen.append(vec.match(0).observe(int(vec.buffers.players[0])))
    assert np.array_equal(store[:, 0], np.array(seen))
    vec.buffers.observations = vec.buffers.masks = vec.buffers.finals = None
    vec.step(vec.sample())


def put(name: str, array: object):
    def wrong(vec: peck.Vec) -> None:
        setattr(vec.buffers, name, array)
        vec.step(np.zeros(4, np.int64))

    return wrong


@pytest.mark.parametrize(
    ("wrong", "kind", "sentence"),
    [
        (lambda v: v.step(np.zeros(4)), TypeError, "int64 or int32"),
        (lambda v: v.step(np.zeros(4, np.uint64)), TypeError, "int64 or int32"),
        (lambda v: v.step(np.zeros(4, np.int16)), TypeError, "int64 or int32"),
        (lambda v: v.step([0, 0, 0, 0]), TypeError, "no array"),
        (lambda v: v.step(np.zeros(3, np.int64)), ValueError, r"shape \(4,\)"),
        (lambda v: v.step(np.zeros((4, 1), np.int64)), ValueError, "shape"),
        (lambda v: v.step(np.zeros(8, np.int64)[::2]), ValueError, "contiguous"),
        (lambda v: v.step(np.array([0, 0, 2, 0])), peck.IllegalAction, "match 2: choice 2"),
        (lambda v: v.step(np.array([0, -1, 0, 0])), peck.IllegalAction, "match 1"),
        (lambda v: v.step(np.array([0, 0, 0, 1 << 32])), peck.IllegalAction, "match 3"),
        (put("observations", np.zeros((4, 286))), TypeError, "int16"),
        (put("observations", np.zeros((4, 285), np.int16)), ValueError, r"\(4, 286\)"),
        (put("observations", np.zeros((8, 286), np.int16)[::2]), ValueError, "contiguous"),
        (put("masks", np.zeros((4, 2), np.int16)), TypeError, "bool"),
        (put("players", np.zeros(4, np.bool_)), TypeError, "int8"),
        (put("rewards", np.zeros((4, 3))), TypeError, "float32"),
        (put("rewards", np.zeros(4, np.float32)), ValueError, "shape"),
        (put("terminals", np.zeros(4, np.int8)), TypeError, "bool"),
        (put("truncations", np.zeros(5, np.bool_)), ValueError, "shape"),
        (put("finals", b"bytes"), TypeError, "int16"),
        (lambda v: v.sample(np.zeros(4, np.float32)), TypeError, "int64"),
        (lambda v: v.encode(4), IndexError, "no match 4"),
        (lambda v: v.encode(-1), IndexError, "no match -1"),
        (lambda v: v.reset(1.5), TypeError, "integer"),
    ],
)
def test_what_is_wrong_changes_nothing(wrong, kind, sentence) -> None:
    vec = make(peck.Game("nothanks", 3), 4, seed=1)
    held = [getattr(vec.buffers, name) for name in ARRAYS]
    before, lines = snapshot(vec), [vec.encode(row) for row in range(4)]
    with pytest.raises(kind, match=sentence):
        wrong(vec)
    assert lines == [vec.encode(row) for row in range(4)]
    assert all(np.array_equal(a, b) for a, b in zip(held, before, strict=True))


def test_read_only_arrays_are_refused() -> None:
    vec = make(peck.Game("nothanks", 3), 4, seed=1)
    vec.buffers.rewards.flags.writeable = False
    with pytest.raises(ValueError, match="cannot be written"):
        vec.step(vec.sample())


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"count": 0}, "1 to"),
        ({"count": 1 << 21}, "1 to"),
        ({"threads": 0}, "threads"),
        ({"threads": 1000}, "threads"),
        ({"players": ["easy"] * 3}, "learner"),
        ({"players": [None]}, "each seat"),
        ({"players": [None, "genius", None]}, "no bot"),
        ({"rewards": "money"}, "'win' or 'points'"),
        ({"limit": -1}, "limit"),
        ({"limit": 1 << 32}, "limit"),
    ],
)
def test_bad_wishes(settings, sentence) -> None:
    with pytest.raises(ValueError, match=sentence):
        peck.Vec(peck.Game("nothanks", 3), **{"count": 4, **settings})


def test_wrong_players_are_named() -> None:
    with pytest.raises(TypeError, match="not 7"):
        peck.Vec("nothanks", 4, players=[None, 7, "easy"])


def test_what_has_no_such_array_is_refused() -> None:
    vec = peck.Vec("nothanks", 4)
    with pytest.raises(AttributeError):
        vec.buffers.observation = None  # a slip of the pen
    with pytest.raises(TypeError, match="copied"):
        copy.copy(vec)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_process_goes_on_alone() -> None:
    """Threads do not come along; what was made before is played, and freed, without them."""
    vec = make(peck.Game("nothanks", 3), 64, threads=2, seed=1)
    child = os.fork()
    if child == 0:
        signal.alarm(120)  # a child that waits for threads it has not is killed
        vec.step(vec.sample())
        same = zlib.crc32(vec.buffers.observations) & 0x7F
        del vec
        os._exit(same)
    vec.step(vec.sample())
    status = os.waitpid(child, 0)[1]
    assert os.waitstatus_to_exitcode(status) == zlib.crc32(vec.buffers.observations) & 0x7F


def test_two_threads_may_not_step_one_vec() -> None:
    """One at a time; the second gets an error, and nothing breaks."""
    vec = peck.Vec(peck.Game("nothanks", 3), 256, players=[None, "normal", "normal"], seed=1)
    refused, steps = [], []

    def work() -> None:
        out = np.empty(vec.count, np.int64)
        for _ in range(10):
            try:
                vec.sample(out)
                vec.step(out)
                steps.append(1)
            except (RuntimeError, peck.IllegalAction) as error:
                refused.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(steps) + len(refused) == 20 and steps
