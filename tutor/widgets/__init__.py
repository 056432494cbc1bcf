"""Widgets for the lessons: card tables, puzzles and exercises.

`CardTable` and `PuzzlePlayer` show positions, `Training` puzzles one after another; most others ask questions,
`FinalCheck` at the end of a lesson. Rules live in Python alone: what may be picked, why a button is grey and what was
wrong come to the page as data.
"""

from .board import Board
from .chop import ChopIt
from .count_cards import CountCards
from .editor import PositionEditor
from .exercises import BeatIt, FinalCheck, NameIt, PickCard, SortCards
from .find_all import FindAll
from .guess import GuessNumber
from .house_rules import HouseRules
from .play import PlayTable
from .review import Review
from .split_hand import SplitHand
from .table import CardTable, PuzzlePlayer
from .training import Training
from .turns import BeatRun, MayLay, WhoseTurn
from .which_are import WhichAre

__all__ = [
    "BeatIt",
    "BeatRun",
    "Board",
    "CardTable",
    "ChopIt",
    "CountCards",
    "FinalCheck",
    "FindAll",
    "GuessNumber",
    "HouseRules",
    "MayLay",
    "NameIt",
    "PickCard",
    "PlayTable",
    "PositionEditor",
    "PuzzlePlayer",
    "Review",
    "SortCards",
    "SplitHand",
    "Training",
    "WhichAre",
    "WhoseTurn",
]
