"""Our games for OpenSpiel, so that its algorithms run on them.

>>> import pyspiel, peck.spiel
>>> game = pyspiel.load_game(f"peck_{peck.games()[0]}(players=3)")
>>> game.num_players()
3

Importing this module registers `peck_NAME` for every game of `peck.games()`, with the parameters
`players` and `options` (words with `+` between them and `:` for `=`: `options=fast+first:0`). A
game in which several seats may act at once is played with the option by which they take turns,
because OpenSpiel has no games in which anybody may act at any moment; without such an option it is
not registered.

Chance is explicit; its action is the rank of the outcome. Returns are those of
`Match.rewards("win")`. Observations are the numbers of `Match.observe`; an information state is
the record of the match as the player saw it, as a string.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from .game import CHANCE, SPECTATOR, Game, Match, facts, games

MAX_GAME_LENGTH = 100_000
"""Plies: far more than a match takes when players want it to end."""


def _in_turns(name: str) -> list[str] | None:
    """The options by which seats act in turn: mostly none. None when there is no such option."""
    known = facts(name)
    if not known["at_once"]:
        return []
    calm = [o["name"] for o in known["options"] if o["kind"] == "flag" and not o["at_once"]]
    return calm[:1] or None


def _options(name: str, words: str) -> list[str]:
    options = [word.replace(":", "=") for word in words.split("+") if word]
    return options + [word for word in _in_turns(name) or () if word not in options]


def _type(name: str, game: Game) -> pyspiel.GameType:
    low, high = Game.seat_range(name)
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=f"peck_{name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION
        if game.hidden
        else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.seats, "options": ""},
    )


class SpielGame(pyspiel.Game):
    """One of our games; made by `pyspiel.load_game`."""

    peck_name = ""
    peck_type: Any = None

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        fewest = facts(self.peck_name)["seats"][0]
        self.game = Game(
            self.peck_name,
            int(params.get("players", fewest)),
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
        if _in_turns(name) is None:
            continue
        fewest = facts(name)["seats"][0]
        kind = _type(name, Game(name, fewest, _options(name, "")))
        made = type(f"Spiel_{name}", (SpielGame,), {"peck_name": name, "peck_type": kind})
        pyspiel.register_game(kind, made)


_register()
