"""Games and matches as objects: what they return, and what they refuse without a change."""

import copy
import doctest

import numpy as np
import pytest

import peck


def play_on(match: peck.Match, rng: np.random.Generator, plies: int = 10**9) -> None:
    while (movers := match.movers) and plies > 0:
        seat = int(rng.choice(movers))
        match.act(int(rng.choice(match.legal_choices(seat))), seat)
        plies -= 1


def test_a_match_is_played_to_its_end(game: peck.Game) -> None:
    rng = np.random.default_rng(1)
    match = game.match(seed=1)
    assert not match.at_chance
    play_on(match, rng)
    assert match.over and match.movers == () and match.legal() == []
    points, places = match.score()
    assert points.shape == places.shape == (game.seats,) and places.min() == 1
    assert abs(match.rewards().sum()) < 1e-9 and match.rewards().max() > 0
    assert abs(match.rewards("points").sum()) < 1e-9
    best = np.argmax(match.rewards("points"))
    assert game.name in ("karteneck", "heckmeck") or places[best] == 1
    again = peck.Match.read(match.record())
    assert len(again) == 1 and again[0].encode() == match.encode()
    assert again[0].record() == match.record() and again[0].game == game
    assert match.record(0) != match.record() and "you 0" in match.record(0)


def test_masks_choices_and_names_agree(game: peck.Game) -> None:
    rng = np.random.default_rng(2)
    match = game.match(seed=2)
    for _ in range(60):
        if match.over:
            break
        for seat in range(game.seats):
            choices, mask = match.legal_choices(seat), match.mask(seat)
            assert mask.dtype == np.bool_ and mask.shape == (game.choices,)
            assert np.array_equal(np.flatnonzero(mask), choices)
            assert len(match.legal(seat)) == len(choices)
            assert (len(choices) > 0) == (seat in match.movers)
            if game.stable_choices:
                assert [game.choice_names[c] for c in choices] == match.legal(seat)
        play_on(match, rng, 1)


def test_positions_go_on_alike(game: peck.Game) -> None:
    match, rng = game.match(seed=3), np.random.default_rng(3)
    for _ in range(25):
        before = match.copy()
        play_on(match, rng, 1)
        if match.over:  # a short game
            match = before
            break
    position = peck.Match.decode(match.encode())
    assert position.plies is None and position.encode() == match.encode()
    seat = match.movers[0]
    assert np.array_equal(position.observe(seat), match.observe(seat))
    assert position.legal(seat) == match.legal(seat)
    name = match.legal(seat)[0]
    position.act(name, seat)
    play_on(position, np.random.default_rng(4))
    assert position.over
    with pytest.raises(ValueError, match="no record"):
        position.record()
    with pytest.raises(ValueError, match="rewound"):
        position.rewind(0)
    with pytest.raises(ValueError, match="no past"):
        peck.analyse(position)


def test_views_tell_what_a_seat_may_know() -> None:
    match = peck.Game("nothanks", 3, {"first": 0}).match(seed=5)
    match.act("refuse")
    view = match.view(1, plies=3)
    assert view["viewer"] == 1 and view["movers"] == [1]
    assert [action["name"] for action in view["actions"]] == match.legal()
    assert [seat["chips"] for seat in view["table"]["seats"]] == [None, 11, None]
    line = match.encode(1)
    assert "chips=?,11,?" in line
    seen = peck.Match.decode(line)
    assert seen.legal(1) == ["take", "refuse"]
    assert np.array_equal(seen.observe(1), match.observe(1))
    for forbidden in (
        lambda: seen.act("take"),
        lambda: seen.observe(0),
        lambda: seen.chance(),
        lambda: seen.imagine(2),
        lambda: seen.view(0),
    ):
        with pytest.raises(ValueError, match="view"):
            forbidden()
    world = seen.imagine(1, seed=1)
    assert world.encode(1) == line and "?" not in world.encode()
    assert match.imagine(1, seed=1).encode() == world.encode()


def test_chance_can_be_played_by_hand() -> None:
    match = peck.Game("heckmeck", 2, ["first=1"]).match(chance=False)
    assert match.at_chance and match.movers == ()
    names, odds = match.outcomes()
    assert len(names) == 1287 and abs(odds.sum() - 1) < 1e-12
    assert odds[names.index("roll 11111111")] == pytest.approx(6**-8)
    match.act("roll 1134WWWW", peck.CHANCE)
    assert match.legal() == ["keep 1", "keep 3", "keep 4", "keep W"]
    match.act("keep W")
    match.act("roll")
    match.act(3)  # the rank of an outcome
    assert match.plies == 4
    match.rewind(1)
    assert match.legal() == ["keep 1", "keep 3", "keep 4", "keep W"]
    match.rewind(0)
    match.chance()
    assert match.plies == 1
    with pytest.raises(ValueError, match="outcomes, not choices"):
        peck.Game("nothanks").match(chance=False).legal_choices()


def test_seeds_and_copies() -> None:
    game = peck.Game("karteneck", 4)
    assert game.match(seed=1).record() == game.match(seed=1).record()
    assert game.match(seed=1).record() != game.match(seed=2).record()
    assert game.match().record() != game.match().record()
    match = game.match(seed=3)
    twin = copy.deepcopy(match)
    play_on(match, np.random.default_rng(1))
    assert twin.encode() == game.match(seed=3).encode()
    play_on(twin, np.random.default_rng(1))
    assert twin.record() == match.record()


def test_names_of_players_are_in_the_record() -> None:
    match = peck.Game("nothanks").match(seed=1)
    match.name(1, "Jürgen")
    assert "name 1 Jürgen\n" in match.record()
    with pytest.raises(peck.BadSetup):
        match.name(0, "two\nlines")
    with pytest.raises(IndexError, match="no seat 3"):
        match.name(3, "Nobody")


@pytest.mark.parametrize(
    ("wrong", "kind", "sentence"),
    [
        (lambda m: m.act("keep 9"), peck.IllegalAction, "legal: take; refuse"),
        (lambda m: m.act(2), peck.IllegalAction, "choice 2"),
        (lambda m: m.act(-1), peck.IllegalAction, "legal"),
        (lambda m: m.act(10**12), peck.IllegalAction, "legal"),
        (lambda m: m.act(1 << 70), peck.IllegalAction, "legal"),
        (lambda m: m.act("take", 1 << 40), IndexError, "no seat 1099511627776"),
        (lambda m: m.act("take", 1), peck.IllegalAction, "not seat 1's turn"),
        (lambda m: m.act("flip 20", peck.CHANCE), peck.IllegalAction, "does not act here"),
        (lambda m: m.act("take", 3), IndexError, "no seat 3"),
        (lambda m: m.act("take", -2), IndexError, "no seat -2"),
        (lambda m: m.act(1.5), TypeError, "integer"),
        (lambda m: m.act("take", "0"), TypeError, "integer"),
        (lambda m: m.legal(7), IndexError, "no seat 7"),
        (lambda m: m.observe(0, np.zeros(286)), TypeError, "int16"),
        (lambda m: m.observe(0, np.zeros(285, np.int16)), ValueError, "shape"),
        (lambda m: m.observe(0, np.zeros(572, np.int16)[::2]), ValueError, "contiguous"),
        (lambda m: m.observe(0, "text"), TypeError, "no array"),
        (lambda m: m.mask(0, np.zeros(2, np.int16)), TypeError, "bool"),
        (lambda m: m.mask(0, np.zeros(3, np.bool_)), ValueError, "shape"),
        (lambda m: m.view(9), IndexError, "no seat 9"),
        (lambda m: m.view(1 << 40), IndexError, "no seat"),
        (lambda m: m.encode(-2), IndexError, "no seat -2"),
        (lambda m: m.imagine(1 << 40), IndexError, "no seat"),
        (lambda m: m.imagine(peck.CHANCE), IndexError, "no seat -1"),
        (lambda m: m.rewards("money"), ValueError, "'win' or 'points'"),
        (lambda m: m.render("svg"), ValueError, "ansi or rgb_array"),
        (lambda m: m.rewind(99), ValueError, "plies"),
        (lambda m: peck.choose(m, work=-1), ValueError, "work"),
        (lambda m: peck.hint(m, milliseconds=1 << 32), ValueError, "milliseconds"),
        (lambda m: peck.choose(m, "genius"), peck.BadSetup, "no bot"),
        (lambda m: peck.choose(m, "normal", 1), peck.IllegalAction, "not seat 1's turn"),
        (lambda m: peck.hint(m, "normal", 5), IndexError, "no seat 5"),
        (lambda m: peck.analyse(m), peck.BadRecord, "not over|unfinished|finished"),
    ],
)
def test_what_is_wrong_changes_nothing(wrong, kind, sentence) -> None:
    match = peck.Game("nothanks", 3, ["first=0"]).match(seed=1)
    before = match.record()
    with pytest.raises(kind, match=sentence):
        wrong(match)
    assert match.record() == before


def test_a_finished_match_refuses_actions() -> None:
    match = peck.play(peck.Game("nothanks", 3), ["random"] * 3, seed=1)
    before = match.record()
    for wrong in (lambda: match.act("take"), lambda: match.act("take", 0), lambda: match.act(0, 0)):
        with pytest.raises(peck.IllegalAction, match="over"):
            wrong()
    with pytest.raises(peck.IllegalAction):
        peck.choose(match, "normal", 0)
    assert match.record() == before


def test_the_race_needs_a_seat() -> None:
    match = peck.Game("hexxhopp", 3).match(seed=1)
    assert match.movers == (0, 1, 2)
    with pytest.raises(peck.IllegalAction, match="name one"):
        match.act("open")
    match.act("open", 2)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess",), "the games are heckmeck"),
        (("nothanks", 6), "large"),
        (("nothanks", 300), "takes 3 to 7 seats, not 300"),
        (("nothanks", -1), "takes 3 to 7 seats, not -1"),
        (("nothanks", 1 << 40), "takes 3 to 7 seats, not 1099511627776"),
        (("heckmeck", 2, ["slow"]), "no option"),
        (("hexxhopp", 2, {"rounds": 0}), "rounds"),
        (("heckmeck", 3, {"first": 3}), "first"),
    ],
)
def test_bad_setups(arguments, sentence) -> None:
    with pytest.raises(peck.BadSetup, match=sentence):
        peck.Game(*arguments)


def test_wrong_types_of_setups() -> None:
    with pytest.raises(TypeError, match="5 is no word"):
        peck.Game("nothanks", 3, [5])
    for make in (lambda: peck.Match(3), lambda: peck.Vec(3, 4)):
        with pytest.raises(TypeError, match="a Game or its name"):
            make()
    assert peck.Game("nothanks", 3, {"tactical": np.True_}).option_words == ("tactical",)


def test_bad_positions_and_records() -> None:
    with pytest.raises(peck.BadRecord, match="column"):
        peck.Match.decode("nothanks seats=3 | x")
    with pytest.raises(peck.BadRecord, match="line 4"):
        peck.Match.read("match 1\ngame nothanks\nseats 3\nplease\n")
    assert peck.Match.read("") == []


def test_games_compare_and_explain_themselves() -> None:
    assert peck.games() == ("heckmeck", "karteneck", "nothanks", "hexxhopp")
    assert peck.Game("heckmeck", 2, {"fast": True, "extra-wurm": False}) == peck.Game(
        "heckmeck", 2, ["fast"]
    )
    assert len({peck.Game("nothanks"), peck.Game("nothanks", 3), peck.Game("nothanks", 4)}) == 2
    assert "extra-wurm" in peck.Game.option_help("heckmeck")
    assert "normal" in peck.bots("nothanks") and "threshold-N" in peck.bots("nothanks")
    assert "nothanks" in repr(peck.Game("nothanks")) + repr(peck.Game("nothanks").match())


def test_facts_are_those_of_the_other_doors() -> None:
    """The members of docs/reference/json.md, and of `GET /api/games`."""
    facts = peck.facts("nothanks")
    assert facts["seats"] == [3, 4, 5] and facts["low_wins"] and facts["hidden"]
    assert not facts["at_once"] and facts["boxes"][0]["id"] == "nothanks"
    options = {option["name"]: option for option in facts["options"]}
    assert options["large"]["seats"] == [3, 4, 5, 6, 7] and options["large"]["default"] is False
    assert options["first"]["kind"] == "seat" and options["first"]["default"] is None
    game = peck.Game("nothanks")
    for name in ("title", "summary", "low_wins", "at_once", "hidden", "features", "choices"):
        assert getattr(game, name) == facts[name]
    facts["boxes"].clear()  # a copy
    assert peck.facts(game)["boxes"]


def test_facts_follow_the_options() -> None:
    race, calm = peck.Game("hexxhopp", 2), peck.Game("hexxhopp", 2, ["turns"])
    assert race.at_once and not calm.at_once and race.hidden and calm.hidden
    assert not peck.Game("heckmeck", 2).hidden and not peck.Game("heckmeck", 2, ["extra-wurm"]).hidden
    assert [name for name in peck.games() if peck.facts(name)["at_once"]] == ["hexxhopp"]


def test_the_examples_in_the_help_hold() -> None:
    from peck import game, thoughts, vec

    for module in (peck, game, thoughts, vec):
        failed, tried = doctest.testmod(module)
        assert failed == 0 and (tried > 0 or module is thoughts)


@pytest.mark.parametrize("name", ["gym", "zoo", "race", "spiel"])
def test_the_examples_of_the_interfaces_hold(name: str) -> None:
    module = pytest.importorskip(f"peck.{name}")
    failed, tried = doctest.testmod(module)
    assert failed == 0 and tried > 0


def test_everything_public_has_help() -> None:
    for name in peck.__all__:
        thing = getattr(peck, name)
        assert isinstance(thing, int | tuple) or thing.__doc__, name
        for member, value in vars(thing).items() if isinstance(thing, type) else ():
            if callable(value) and not member.startswith("_"):
                assert value.__doc__, f"{name}.{member}"
