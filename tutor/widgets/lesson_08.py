"""Exercises of lesson 8, endgame tips: what do you play, with or against the tip? And the check."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from ..combinations import Play
from ..endgames import TIPS, Tip, endgame, values, verdict
from ..explain import Cast, card_name, judge, show
from ..locale import _
from ..position import Position
from ..rules import Rules
from .base import seat_names
from .count_cards import any_count_question
from .exercises import Exercise, NoCards, Option, Question, Row, _guarded, _number
from .lesson_07 import first_question

MOST_PLAYS = 9
"""Plays among which a learner is asked to choose."""


def answer_question(
    position: Position | str, plays: Iterable[object] = (), goal: str = "first", topic: str = ""
) -> Question:
    """Which of these plays reaches the goal (`first` or `not-last`), with open hands? Without `plays` all legal ones
    are asked about, the pass too. On a lead this is the question of lesson 7.

    Raises NotationError for what cannot be read, NoCards where nothing can be asked.
    """
    from ..puzzles import solved

    now = position if isinstance(position, Position) else Position.parse(str(position))
    if now.turn is None or any(now.hidden):
        raise NoCards(_("All hands must be open, and the deal must not be over."))
    if now.table is None and goal == "first":
        return first_question(now, plays, topic)
    if goal not in ("first", "not-last"):
        raise NoCards(_("The goal must be first or not-last."))
    legal = now.legal_plays()
    chosen = [each if isinstance(each, Play) else Play.parse(str(each).replace(" ", ""), now.rules) for each in plays]
    for play in chosen:
        if play not in legal:
            raise NoCards(_("{play} is not allowed here.").format(play=show(play)))
    chosen = chosen or legal
    if len(chosen) > MOST_PLAYS:
        raise NoCards(_("There are {n} plays, too many to ask about.").format(n=len(chosen)))
    solution, cast = solved(now, goal), Cast(now.turn, seat_names())
    won = {found.play: bool(found.value) for found in solution.plays}
    options = tuple(
        Option(str(play), ", ".join(map(card_name, play.cards)) or show(play), tuple(map(str, play.cards)))
        for play in chosen
    )
    return Question(
        _prompt(now, goal),
        options,
        frozenset(str(play) for play in chosen if won[play]),
        {str(play): judge(now, play, solution, cast) for play in chosen},
        True,
        topic=topic,
        rows=tuple(_rows(now)),
    )


def _prompt(now: Position, goal: str) -> str:
    if goal == "not-last":
        return _("All hands are open, and you do not want to be the last with cards. Which of these plays make sure?")
    return _("All hands are open, and you want to be the first without cards. Which of these plays win?")


def _rows(now: Position) -> Iterable[Row]:
    """The table and the hands, the next player's first."""
    assert now.turn is not None
    names = seat_names()
    if now.table is not None and now.owner is not None:
        name = _("Laid by {name}, who has no cards left") if now.owner in now.out else _("Laid by {name}")
        yield Row(name.format(name=names[now.owner]), tuple(map(str, now.table.cards)))
    for step in range(1, now.seats):
        seat = (now.turn + step) % now.seats
        if now.count(seat):
            yield Row(names[seat], tuple(map(str, now.hand(seat))))
    yield Row(_("Your hand"), tuple(map(str, now.hand(now.turn))), own=True)


class WhatWins(Exercise):
    """Which of these plays win, in a lead or an answer? Of a position, all plays or those given; or made from a seed.

    From a seed the position is one in which the `tip` (see `tutor.endgames.TIPS`) is right or wrong.

    >>> exercise = WhatWins("sheet 4c4dQc2h/QdQhKc2d 0 1:9d -")
    >>> exercise.answer("Qc")
    True
    """

    def __init__(
        self,
        position: Position | str | None = None,
        plays: Iterable[object] = (),
        goal: str = "first",
        tip: str = "twos",
        seed: int | None = None,
        rounds: int = 3,
        **traits: Any,
    ) -> None:
        def make() -> list[Question]:
            if position is not None:
                return [answer_question(position, [plays] if isinstance(plays, str) else plays, goal)]
            if tip not in TIPS:
                raise NoCards(_("{tip} is no tip; there are {known}.").format(tip=repr(tip), known=", ".join(TIPS)))
            rng = random.Random(seed)
            return [tip_question(rng, [TIPS[tip]]) for _each in range(_number(rounds, "rounds", 1, 50))]

        super().__init__(**_guarded(make), **traits)


def tip_question(rng: random.Random, tips: Sequence[Tip], topic: str = "") -> Question:
    """An endgame in which one of these tips decides, right or wrong: up to four plays, some of them winning."""
    while True:
        tip = rng.choice(list(tips))
        position, found = endgame(tip, tip.cards, rng)
        if found in ("both", "none"):
            continue
        won = values(position, tip.goal)
        wins = [play for play in won if won[play]]
        fails = [play for play in won if not won[play]]
        wins = rng.sample(wins, min(len(wins), 2))
        # one that the tip is about has to be among the wrong ones
        about = [play for play in fails if tip.follows(position, play) is (found == "other")]
        first = rng.choice(about)
        others = [play for play in fails if play != first]
        chosen = [*wins, first, *rng.sample(others, min(len(others), 3 - len(wins)))]
        in_order = [play for play in position.legal_plays() if play in chosen]
        return answer_question(position, in_order, tip.goal, topic)


# ------------------------------------------------------------------ the check


def questions(rng: random.Random) -> list[Question]:
    """Seven questions, one for each step; the tip may be right in them, or wrong."""
    sort, low, twos, bomb, short, count, inherit = (
        _("step 1, sort first"),
        _("step 2, low single cards"),
        _("step 3, twos not too early"),
        _("step 4, keep the bomb"),
        _("step 5, watch short hands"),
        _("step 6, count, and the loser last"),
        _("step 7, the inherited lead"),
    )
    return [
        tip_question(rng, [TIPS["sort"]], sort),
        low_question(rng, low),
        tip_question(rng, [TIPS["twos"]], twos),
        tip_question(rng, [TIPS["bomb"], TIPS["bomb-no-twos"]], bomb),
        tip_question(rng, [TIPS["short"], TIPS["short-three"]], short),
        any_count_question(rng, Rules.parse("sheet"), rng.choice(["higher", "winner", "twos"]), count),
        tip_question(rng, [TIPS["inherit"]], inherit),
    ]


def low_question(rng: random.Random, topic: str = "") -> Question:
    """Four cards that make nothing together: which of them can you lead and win? Some, not all."""
    tip = TIPS["low"]
    while True:
        position = tip.deal(rng, 4)
        if position is None or len(position.legal_plays()) > 4 or not verdict(tip, position):
            continue
        won = values(position)
        if len(set(won.values())) == 2:
            return answer_question(position, topic=topic)


__all__ = ["WhatWins", "questions"]
