"""Tables as text and as images."""

import numpy as np

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


def test_what_is_hidden_is_not_drawn() -> None:
    match = peck.Game("karteneck", 2).match(seed=1)
    own, other = match.render("ansi", 0), match.render("ansi", 1)
    assert own.count("hand") == other.count("hand") == 1 and own != other
    assert "hand" not in match.render("ansi")
    assert "chips ?" in peck.Game("nothanks").match(seed=1).render()


def test_letters_are_there_for_every_title_and_action() -> None:
    from peck.render import _FONT

    assert all(len(rows) == 7 and max(rows) < 32 for rows in _FONT.values())
    words = [peck.Game(name).title for name in peck.games()]
    words += [name for game in peck.games() for name in peck.Game(game).choice_names]
    assert set("".join(words).upper()) - {" "} <= set(_FONT)
