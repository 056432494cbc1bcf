"""How hard a puzzle is: a rating on the learners' scale, from what can be measured on the puzzle alone.

`measures` takes the figures: how long the search was, how many plays there are and how many of the wrong ones look as
good as the right one, how long the lines are, which bots go wrong, whether the answer is a pass. `rating` adds them up
with `WEIGHTS`, which `tests/fit_difficulty.py` fitted to simulated learners of rising skill (`tests/players.py`) on
sampled positions; `docs/difficulty.md` shows how well that agrees on positions that were held out.

The comparison is not circular: the learners predicted are none of the bots measured, and they see other things. They
look some plays ahead and overlook some, or try plays out at random, from counts of cards and ranks; the measures are a
complete search, the bots' choices and the layout of the hand. What both share is the position.

Zero point: somebody who picks any legal play is rated 1000 (as `progress.items.GUESSER`); 400 points are odds of ten
to one. The simulated learners are no people, so the order of puzzles is worth more than the distance from 1000.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from .bots import BOTS
from .cards import bits
from .combinations import Play
from .playouts import cost, layout
from .position import Position

WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "constant": 1139.0,
        "odds of a guess": 114.0,
        "tempting plays": 36.7,
        "nodes": -20.5,
        "length": 36.1,
        "refutations": -57.4,
        "longest refutation": 126.2,
        "bots that fail": -21.2,
        "pass": 13.5,
        "cards laid": -93.7,
        "breaks a group": 133.1,
        "seats": -62.7,
        "hidden": 133.6,
        "others' cards": 9.5,
        "goal not-last": 14.9,
        "goal place": 223.8,
        "goal points": 38.1,
    }
)
"""Rating points for one unit of each measure. Written by `python tests/fit_difficulty.py fit`."""

DEVIATION = 170
"""How far off the rating of a puzzle is in two of three cases. Written by the same command."""

LOWEST, HIGHEST = 400, 3000
"""No puzzle is rated outside these."""


class Difficulty(NamedTuple):
    """A puzzle's rating and how sure it is, both in points of the learners' scale."""

    rating: int
    deviation: int


def rating(position: Position, goal: str = "first", solution: Any = None) -> Difficulty:
    """The difficulty of finding a right play in the position. The same position and goal always have the same one.

    `solution` saves the search if it is complete with shortest lines. Raises PositionError as `puzzles.solved` does,
    and ValueError where no play is wrong or none reaches the goal: that is no puzzle.

    >>> easy, hard = "pagat 3s4c5d9h/8c 0 - -", "sheet 4h5hKcKd/4c9sJcQh/4s5d8d8hQd 0 2:9c9h -"
    >>> rating(Position.parse(easy)).rating < rating(Position.parse(hard)).rating
    True
    """
    found = measures(position, goal, solution)
    points = sum(weight * found.get(name, 0.0) for name, weight in WEIGHTS.items())
    return Difficulty(round(min(HIGHEST, max(LOWEST, points))), DEVIATION)


def measures(position: Position, goal: str = "first", solution: Any = None) -> dict[str, float]:
    """What is measured on a puzzle, by name. Raises as `rating` does.

    - `odds of a guess`: wrong plays to right ones, in doublings; plays that differ in suits alone count once
    - `tempting plays`: wrong ones that leave a hand no heavier at a glance than a right one does, in doublings
    - `nodes`: positions of the complete search, in powers of ten
    - `length`, `refutations`, `longest refutation`: plays in the shortest right line, in the wrong ones on average and
      in the longest of them, in doublings
    - `bots that fail`: of beginner, sensible and strong, none of which sees another hand
    - `pass`, `cards laid`, `breaks a group`: what the right play with the shortest line is like
    """
    from .puzzles import solved

    if solution is None or not (solution.complete and solution.shortest):
        solution = solved(position, goal)
    best = set(solution.best)
    wrong = [each for each in solution.plays if each.play not in best]
    if not wrong or solution.value is False:
        raise ValueError(f"position: there is nothing to find in '{position}'")
    hero = position.turn
    assert hero is not None
    hand, rules = position.hands[hero], position.rules
    burdens = {each.play: cost(hand & ~each.play.mask, rules) for each in solution.plays}
    answer = min(
        (each for each in solution.plays if each.play in best), key=lambda each: (len(each.line), each.play.mask)
    )
    right, others = _different(list(best)), _different([each.play for each in wrong])
    tempting = [play for play in others if burdens[play] <= min(burdens[play] for play in best) + 0.3]
    bots = ("beginner", "sensible", "strong")
    lengths = [len(each.line) for each in wrong]
    counts = [position.count(seat) for seat in range(position.seats)]
    return {
        "constant": 1.0,
        "odds of a guess": math.log2(len(others) / len(right)),
        "tempting plays": math.log2(1 + len(tempting)),
        "nodes": math.log10(1 + solution.nodes),
        "length": math.log2(1 + len(answer.line)),
        "refutations": math.log2(1 + sum(lengths) / len(lengths)),
        "longest refutation": math.log2(1 + max(lengths)),
        "bots that fail": float(sum(BOTS[bot].play(position) not in best for bot in bots)),
        "pass": float(answer.play.is_pass),
        "cards laid": float(answer.play.mask.bit_count()),
        "breaks a group": float(any(part & answer.play.mask not in (0, part) for part in layout(hand, rules))),
        "seats": float(position.seats),
        "hidden": float(any(position.hidden)),
        "others' cards": float(sum(counts) - counts[hero]),
        "goal not-last": float(goal == "not-last"),
        "goal place": float(goal == "place"),
        "goal points": float(goal == "points"),
    }


def _different(plays: list[Play]) -> list[Play]:
    """One play of each kind and ranks: those that differ in suits alone look the same at a glance."""
    found: dict[object, Play] = {}
    for play in plays:
        shape = play.combination
        key = (shape.kind if shape else "", *((bit.bit_length() - 1) >> 2 for bit in bits(play.mask)))
        found.setdefault(key, play)
    return list(found.values())
