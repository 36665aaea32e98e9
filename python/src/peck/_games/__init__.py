"""What games bring to the package: `games/<game>/python/NAME.py` of the sources is `<game>.NAME`
here. A game may bring nothing; whoever asks for a part has a stand-in.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType


@cache
def part(game: str, name: str) -> ModuleType | None:
    """A module of a game; None when it has none of that name."""
    room = f"{__name__}.{game}"
    try:
        return import_module(f"{room}.{name}")
    except ModuleNotFoundError as error:
        if error.name in (room, f"{room}.{name}"):
            return None
        raise
