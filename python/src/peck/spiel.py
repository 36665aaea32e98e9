"""Our games for OpenSpiel, so that its algorithms run on them.

>>> import pyspiel, peck.spiel
>>> game = pyspiel.load_game("peck_nothanks(players=3)")
>>> game.num_distinct_actions()
2

Importing this module registers `peck_heckmeck`, `peck_karteneck`, `peck_nothanks` and
`peck_hexxhopp`, with the parameters `players` and `options` (words with `+` between them and `:`
for `=`: `options=tactical+first:0`). Hexx & Hopp is played in turns here: OpenSpiel has no games
in which anybody may act at any moment.

Chance is explicit; its action is the rank of the outcome. Returns are those of
`Match.rewards("win")`. Observations are the numbers of `Match.observe`; an information state is
the record of the match as the player saw it, as a string.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from .game import CHANCE, SPECTATOR, Game, Match, games

MAX_GAME_LENGTH = 100_000
"""Plies: no match between players who mean to end comes near."""


def _options(name: str, words: str) -> list[str]:
    options = [word.replace(":", "=") for word in words.split("+") if word]
    return [*options, "turns"] if name == "hexxhopp" and "turns" not in options else options


def _type(name: str, game: Game) -> pyspiel.GameType:
    low, high = Game.seat_range(name)
    hidden = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=f"peck_{name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=hidden.PERFECT_INFORMATION
        if name == "heckmeck"
        else hidden.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": low, "options": ""},
    )


class SpielGame(pyspiel.Game):
    """One of our games; made by `pyspiel.load_game`."""

    peck_name = ""
    peck_type: Any = None

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        low, _ = Game.seat_range(self.peck_name)
        self.game = Game(
            self.peck_name,
            int(params.get("players", low)),
            _options(self.peck_name, str(params.get("options", ""))),
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.choices,
            max_chance_outcomes=self.game.outcomes,
            num_players=self.game.seats,
            min_utility=-1.0 / (self.game.seats - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_GAME_LENGTH,
        )
        super().__init__(self.peck_type, info, params)

    def new_initial_state(self) -> SpielState:
        """Before the first ply of chance."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What a player sees; with `perfect_recall`, all it has seen, as a string."""
        if params:
            raise ValueError(f"observers take no parameters, not {params}")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return SpielObserver(self.game, recall)


class SpielState(pyspiel.State):
    """A match, with chance's plies left to OpenSpiel."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.match = Match(game.game, 0, chance=False)

    def current_player(self) -> int:
        """A seat, chance, or terminal."""
        if self.match.at_chance:
            return int(pyspiel.PlayerId.CHANCE)
        return self.match.movers[0] if not self.match.over else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return [int(choice) for choice in self.match.legal_choices(player)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Ranks of outcomes, and how likely they are."""
        weights = self.match._core.weights()
        total = sum(weights)
        return [(rank, weight / total) for rank, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        self.match.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.match.legal(CHANCE)[action]
        pairs = self.match._core.legal(player)
        return next((name for name, choice in pairs if choice == action), f"choice {action}")

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.match.over

    def returns(self) -> list[float]:
        """0 until the end, then 1 for a win alone; they add up to 0."""
        if not self.match.over:
            return [0.0] * self.match.game.seats
        return [float(reward) for reward in self.match.rewards()]

    def __str__(self) -> str:
        return self.match.encode()


class SpielObserver:
    """An observer as OpenSpiel's `observation.py` wants it."""

    def __init__(self, game: Game, recall: bool) -> None:
        self.recall = recall
        self.tensor = np.zeros(0 if recall else game.features, np.float32)
        self.dict = {} if recall else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills the tensor."""
        if not self.recall:
            self.tensor[:] = state.match.observe(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The position, or with recall the record, as the player sees it."""
        viewer = player if player >= 0 else SPECTATOR
        return state.match.record(viewer) if self.recall else state.match.encode(viewer)


def _register() -> None:
    for name in games():
        low, _ = Game.seat_range(name)
        kind = _type(name, Game(name, low, _options(name, "")))
        made = type(f"Spiel_{name}", (SpielGame,), {"peck_name": name, "peck_type": kind})
        pyspiel.register_game(kind, made)


_register()
