"""Hints in three steps for any position: a nudge, the kind of play, the play.

With open hands, and where a hidden hand does not matter or can only be one, the play is proved by a search. Where
nothing is proved in time the hint is plain advice and says so; it then looks at nothing but what the seat to play may
see.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from .bots import BOTS
from .combinations import Play
from .errors import PositionError
from .explain import shape_name, show
from .locale import _, ngettext
from .position import Position

NODES = 60_000
SECONDS = 0.8
"""What one search may take; a hint asks for two at most."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The play that is hinted at and why: `why` is `first` (it makes sure of being out first), `sure` (so whatever
    the hidden hands are), `place` (it makes sure of place `place`, and no play of a better one), `only` (there is no
    other play), `lost` (it is proved that nothing makes sure of the first place or of any but the last), `advice`
    (nothing is proved). `right` of `total` plays are as good as it.
    """

    play: Play
    why: str
    right: int = 1
    total: int = 1
    place: int = 0


@lru_cache(maxsize=256)
def hint_for(position: Position, nodes: int = NODES, seconds: float = SECONDS) -> Hint:
    """What to hint at. Of several right plays the one named spends no bomb if that can be, and few cards.

    Raises `PositionError` if the deal is over or the hand of the seat to play is hidden.
    """
    if position.turn is None or position.hidden[position.turn]:
        return _advice(position)  # raises, with the reason
    plays = position.legal_plays()
    if len(plays) == 1:
        return Hint(plays[0], "only")
    return _proved(position, nodes, seconds) or _advice(position)


def _proved(position: Position, nodes: int, seconds: float) -> Hint | None:
    from .puzzles import cost
    from .solver import solve
    from .solver.chances import consistent_deals, every_deal

    seen = position
    if any(position.hidden) and consistent_deals(position) == 1:
        position = next(every_deal(position))  # one hand is left, and it holds all that is unseen
    hidden = any(position.hidden)
    goals = ["first"] if hidden or position.rules.first_out_ends or position.seats == 2 else ["first", "place"]
    for goal in goals:
        try:
            solution = solve(position, goal, nodes=nodes, seconds=seconds)
        except PositionError:
            return None  # rules under which hidden hands cannot be searched
        if not solution.complete:
            return None
        if solution.value is False or (goal == "place" and solution.value == position.seats):
            continue
        best = solution.best
        return Hint(
            min(best, key=cost),
            "sure" if hidden else goal,
            len(best),
            len(solution.plays),
            int(solution.value or 1) if goal == "place" else 1,
        )
    return None if hidden else Hint(BOTS["sensible"].play(seen), "lost")


def _advice(position: Position) -> Hint:
    return Hint(BOTS["sensible"].play(position), "advice")


def hint_text(hint: Hint, step: int) -> str:
    """The hint in words, step 1 to 3."""
    if step >= 3:
        said = _("You may pass.") if hint.play.is_pass else _("Play {cards}.").format(cards=show(hint.play))
        return said if hint.why not in ("advice", "lost") else " ".join([said, _("That is advice, not proof.")])
    if step == 2:
        shape = hint.play.combination
        if shape is None:
            return _("Not every turn is one to lay cards in.")
        return _("Look for {shape}.").format(shape=shape_name(shape))
    if hint.why == "only":
        return _("There is only one thing that you can do.")
    if hint.why == "lost":
        return _("Whatever you play, the others can keep you from being first. Make it hard for them.")
    if hint.why == "advice":
        return _("Nothing can be proved here. What would you rather keep, and what is in the way?")
    if hint.why == "place":
        return _("Nothing makes sure of the first place, but you can make sure of this one: {place}.").format(
            place=hint.place
        )
    text = {
        "first": ngettext(
            "{right} of your {total} possible plays makes sure that you are out first.",
            "{right} of your {total} possible plays make sure that you are out first.",
            hint.right,
        ),
        "sure": ngettext(
            "{right} of your {total} possible plays wins, whatever the others hold.",
            "{right} of your {total} possible plays win, whatever the others hold.",
            hint.right,
        ),
    }[hint.why]
    return text.format(right=hint.right, total=hint.total)
