"""Widgets for the lessons: card tables, puzzles and exercises.

`CardTable` and `PuzzlePlayer` show positions; `SortCards`, `PickCard`, `BeatIt`, `NameIt` and `FinalCheck` ask
questions. Rules live in Python alone: what may be picked, why a button is grey and what was wrong come to the
page as data.
"""

from .exercises import BeatIt, FinalCheck, NameIt, PickCard, SortCards
from .table import CardTable, PuzzlePlayer

__all__ = ["BeatIt", "CardTable", "FinalCheck", "NameIt", "PickCard", "PuzzlePlayer", "SortCards"]
