"""How hard a puzzle is: a rating on the learners' scale, from what can be measured on the puzzle alone.

`measures` takes the figures: how many plays there are and how many of the wrong ones look as good as the right one, how
long the lines are, how many bots go wrong, whether the answer is a pass. `rating` adds them up with `WEIGHTS`, which
`tests/fit_difficulty.py` fitted to simulated learners of rising skill (`tests/players.py`) on sampled positions;
`docs/difficulty.md` shows how well that agrees on positions that were held out.

The comparison is not circular: the learners predicted are none of the bots measured, and they see other things. They
look some plays ahead and overlook some, or try plays out at random, from counts of cards and ranks; the measures are a
complete search, the bots' choices and the layout of the hand. What both share is the position.

Zero point: somebody who picks any legal play is rated 1000 (as `progress.items.GUESSER`); 400 points are odds of ten
to one. The simulated learners are no people, so the order of puzzles is worth more than the distance from 1000.

The number of positions searched was tried and left out: 7 points less for ten times as many, no better agreement, and a
rating must not move with every cut of the solver. (Through the strong bot, whose search is limited, it moves a little.)
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
        "constant": 1081.6,
        "odds of a guess": 117.8,
        "tempting plays": 38.0,
        "length": 26.5,
        "refutations": -46.7,
        "longest refutation": 101.2,
        "bots that fail": -6.4,
        "pass": 1.4,
        "cards laid": -94.3,
        "breaks a group": 122.7,
        "seats": -40.4,
        "hidden": 138.5,
        "others' cards": 6.6,
        "goal not-last": -19.1,
        "goal place": 249.8,
        "goal points": 50.0,
    }
)
"""Rating points for one unit of each measure. Written by `python tests/fit_difficulty.py fit`."""

DEVIATION = 182
"""How far off the rating of a puzzle is in two of three cases. Written by the same command."""

GUESSER, UNFITTED = 1000, 250
"""Somebody who picks any play; the deviation of a rating that rests on that alone (the goal `fewest`)."""

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
    if goal == "fewest":  # nobody plays against the learner there, so the simulated games say nothing
        return Difficulty(round(GUESSER + 400 * math.log10(2) * max(0.0, found["odds of a guess"])), UNFITTED)
    return Difficulty(rated(found), DEVIATION)


def rated(measured: Mapping[str, float], weights: Mapping[str, float] = WEIGHTS) -> int:
    """The rating that the measures of a puzzle add up to."""
    points = sum(weights[name] * value for name, value in measured.items())
    return round(min(HIGHEST, max(LOWEST, points)))


def measures(position: Position, goal: str = "first", solution: Any = None) -> dict[str, float]:
    """What is measured on a puzzle, by name. Raises as `rating` does.

    - `odds of a guess`: wrong plays to right ones, in doublings; plays that differ in suits alone count once
    - `tempting plays`: wrong ones that leave a hand no heavier at a glance than a right one does, in doublings
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
