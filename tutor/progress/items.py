"""What a trainer needs to know of a puzzle, whoever made it: name, difficulty, themes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..errors import Refusal
from .glicko import Rating

GUESSER = 1000.0
"""The rating of somebody who picks any legal play."""

RATED_DEVIATION, GUESSED_DEVIATION = 80.0, 200.0
"""How sure the rating of a puzzle is that came with it, and of one that was only guessed."""

UNKNOWN = Rating(deviation=GUESSED_DEVIATION)


@dataclass(frozen=True, slots=True)
class Item:
    """A puzzle as the trainer sees it. `rating` is its difficulty on the learners' scale."""

    id: str
    rating: Rating = UNKNOWN
    themes: tuple[str, ...] = ()
    kind: str = ""

    @classmethod
    def of(cls, puzzle: Any) -> Item:
        """The item of a `tutor.puzzles.Puzzle`, or of anything with `id` and, if they are known, `rating`, `deviation`,
        `themes`, `kind`. A puzzle without a rating is taken to be as hard as its number of legal plays says."""
        rating = getattr(puzzle, "rating", None)
        if isinstance(rating, Rating):
            strength = rating
        elif rating:
            strength = Rating(float(rating), float(getattr(puzzle, "deviation", None) or RATED_DEVIATION))
        else:
            strength = guessed_rating(puzzle)
        themes = tuple(getattr(puzzle, "themes", ()) or ())
        return cls(puzzle.id, strength, themes, str(getattr(puzzle, "kind", "") or ""))


def items_of(puzzles: Iterable[Any]) -> dict[str, Item]:
    """The items of puzzles by id. Raises ValueError for an id that comes twice: attempts could not be told apart."""
    found: dict[str, Item] = {}
    for puzzle in puzzles:
        item = puzzle if isinstance(puzzle, Item) else Item.of(puzzle)
        if item.id in found:
            raise Refusal("id: {id} is the name of two puzzles", id=repr(item.id))
        found[item.id] = item
    return found


def guessed_rating(puzzle: Any) -> Rating:
    """The rating at which somebody who picks any of the n legal plays is right one time in n."""
    position = getattr(puzzle, "position", None)
    plays = len(position.legal_plays()) if position is not None else 0
    if plays < 2:
        return UNKNOWN
    return Rating(GUESSER + 400 * math.log10(max(1, plays - 1)), GUESSED_DEVIATION)
