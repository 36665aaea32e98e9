"""The spaces that the environments of PettingZoo and Gymnasium share."""

from __future__ import annotations

import gymnasium
import numpy as np


def spaces_of(
    features: int, choices: int
) -> tuple[gymnasium.spaces.Dict, gymnasium.spaces.Discrete]:
    """The spaces of observations (with `action_mask`) and of actions."""
    observation = gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(-32768, 32767, (features,), np.int16),
            "action_mask": gymnasium.spaces.Box(0, 1, (choices,), np.int8),
        }
    )
    return observation, gymnasium.spaces.Discrete(choices)
