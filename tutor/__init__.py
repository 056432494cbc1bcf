"""Tiến Lên and Big Two: a rule engine, an exhaustive solver and a tutor.

>>> from tutor import Position, solve
>>> p = Position.parse("pagat 3s5d5h/4c4d7s 0 - -")
>>> [str(play) for play in solve(p).best]
['5d5h']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .cards import Card
from .combinations import Combination, Play
from .errors import NotationError, PositionError
from .match import Deal, Match, deal
from .position import IllegalPlay, Objection, Position
from .rules import Rules
from .solver import chance, solve

if TYPE_CHECKING:
    from .locale import language

__all__ = [
    "Card",
    "Combination",
    "Deal",
    "IllegalPlay",
    "Match",
    "NotationError",
    "Objection",
    "Play",
    "Position",
    "PositionError",
    "Rules",
    "chance",
    "deal",
    "language",
    "solve",
]


def __getattr__(name: str) -> Any:
    """`language` is fetched when it is asked for: the engine needs no catalogues."""
    if name == "language":
        from .locale import language

        return language
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
