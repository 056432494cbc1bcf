"""Tiến Lên and Big Two: a rule engine, an exhaustive solver and a tutor.

>>> from tutor import Position, solve
>>> p = Position.parse("pagat 3s5d5h/4c4d7s 0 - -")
>>> [str(play) for play in solve(p).best]
['5d5h']
"""

from __future__ import annotations

from .cards import Card
from .combinations import Combination, Play
from .errors import NotationError, PositionError
from .match import Deal, Match, deal
from .position import IllegalPlay, Objection, Position
from .rules import Rules
from .solver import solve

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
    "deal",
    "solve",
]
