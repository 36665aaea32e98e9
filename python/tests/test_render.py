"""Tables as text and as images."""

from pathlib import Path

import numpy as np
import pytest

import peck


def test_text_and_image(game: peck.Game) -> None:
    match = game.match(seed=1)
    rng = np.random.default_rng(1)
    images = []
    for _ in range(30):
        text, image = match.render("ansi"), match.render("rgb_array")
        assert text.startswith(game.title) and f"seat {game.seats - 1}" in text
        assert image.shape == (480, 640, 3) and image.dtype == np.uint8
        images.append(image)
        if match.over:
            break
        seat = match.movers[0]
        match.act(int(rng.choice(match.legal_choices(seat))), seat)
    assert any((a != b).any() for a, b in zip(images, images[1:], strict=False))


def test_a_game_without_a_drawing(game: peck.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands in for it shows names, points, whose turn it is, and what it may do."""
    match = game.match(seed=1)
    mover, last = match.movers[0], game.seats - 1
    match.name(last, "Ada")
    monkeypatch.setattr("peck._games.part", lambda game, name: None)
    score = match.view(mover)["score"]  # what the mover cannot see counts nothing
    own = match.render("ansi", mover).splitlines()
    for seat, line in enumerate(own[1 : 1 + game.seats]):
        told = f"seat {seat}  {score['points'][seat]} points  place {score['places'][seat]}"
        assert told in line and line.startswith("[") == (seat in match.movers)
        assert ("Ada" in line) == (seat == last)
    actions = " ".join(own[1 + game.seats :])
    assert actions == " ".join(f"[{name}]" for name in match.legal(mover))
    assert len(match.render("ansi").splitlines()) == 1 + game.seats  # a spectator may do nothing
    below = 6 + 24 * (1 + game.seats)
    image, seen = match.render("rgb_array", mover)[below:], match.render("rgb_array")[below:]
    assert (seen == seen[0, 0]).all() and (image != seen).any()  # an empty sheet; actions on it


def test_a_fault_in_a_drawing_is_not_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a drawing that is not there has a stand-in."""
    from peck import _games

    (tmp_path / "faulty").mkdir()
    (tmp_path / "faulty" / "render.py").write_text("import no_such_module\n")
    monkeypatch.setattr(_games, "__path__", [str(tmp_path)])
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        _games.part("faulty", "render")
    assert _games.part("faulty", "other") is None and _games.part("absent", "render") is None


def test_letters_are_there_for_every_title_and_action() -> None:
    from peck.render import _FONT

    assert all(len(rows) == 7 and max(rows) < 32 for rows in _FONT.values())
    words = [peck.Game(name).title for name in peck.games()]
    words += [name for game in peck.games() for name in peck.Game(game).choice_names]
    assert set("".join(words).upper()) - {" "} <= set(_FONT)
