"""Widgets for the lessons: card tables, puzzles and exercises.

`CardTable` and `PuzzlePlayer` show positions; `SortCards`, `PickCard`, `BeatIt`, `NameIt`, `WhichAre`,
`FindAll` and `FinalCheck` ask questions. Rules live in Python alone: what may be picked, why a button is grey and what was wrong come to the
page as data.
"""

from .exercises import BeatIt, FinalCheck, NameIt, PickCard, SortCards
from .guess import GuessNumber
from .find_all import FindAll
from .table import CardTable, PuzzlePlayer
from .which_are import WhichAre

__all__ = [
    "BeatIt",
    "CardTable",
    "FinalCheck",
    "GuessNumber",
    "NameIt",
    "PickCard",
    "PuzzlePlayer",
    "SortCards",
    "WhichAre",
]
