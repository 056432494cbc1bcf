"""Places and points of one deal, from plain facts about how it ended.

`Position.places` and `Position.scores` call these; matches over several deals are in `match`.
"""

from __future__ import annotations

from collections.abc import Sequence

from .rules import Rules

FOUR_PLACES = (2, 1, -1, -2)
"""Points of the places 1 to 4 under the scoring `places` with four seats (R3)."""

INSTANT_WIN_PRICE = 2
"""What every other seat pays the winner of an instant win (R23)."""

Places = tuple[int | None, ...]


def places(rules: Rules, seats: int, out: Sequence[int], over: bool) -> Places:
    """The place of every seat, 1 for the first; None for a seat that has none yet.

    `out` lists the seats without cards in the order in which they went out. Once the deal is over everybody has a
    place: the last with cards the last one, or, where the first out ends the deal, all others the second together.
    A partner shares the first place.
    """
    found: list[int | None] = [None] * seats
    for place, seat in enumerate(out, 1):
        found[seat] = place
    if over:
        rest = 2 if rules.first_out_ends else seats
        found = [rest if place is None else place for place in found]
        if rules.partnership:
            found[(out[0] + 2) % 4] = 1
    return tuple(found)


def points(
    rules: Rules, out: Sequence[int], left: Sequence[int], twos: Sequence[bool], full: Sequence[int]
) -> tuple[int, ...]:
    """The points of every seat for a finished deal; they sum to zero but for `cards_winner_only`.

    `left` counts each seat's cards at the end, `twos` says who holds a 2 then, `full` lists the seats that held all
    their dealt cards when the first seat went out (only `cong` looks at it).

    >>> points(Rules.parse("sheet"), (1, 3, 0), (0, 0, 2, 0), (False,) * 4, ())
    (-1, 2, -2, 1)
    """
    seats = len(left)
    first = out[0]
    dealt = rules.dealt(seats)
    if rules.scoring.startswith("cards"):
        return _card_points(rules, first, [_penalty(rules, n, dealt, two) for n, two in zip(left, twos, strict=True)])
    if rules.scoring == "first_takes_all":
        return _to_first(first, [4 if n == dealt else 2 for n in left])
    order = (*out, *(seat for seat in range(seats) if seat not in out))
    frozen = full if rules.cong else ()
    found = [1] * seats
    if rules.scoring == "places" and seats == 4:
        for seat, score in zip(order, FOUR_PLACES, strict=True):
            doubled = score < 0 and seat in frozen
            found[seat] = 2 * score if doubled else score
            if doubled:
                found[first] -= score
        return tuple(found)
    last = order[-1]
    stake = 2 if last in frozen else 1
    return tuple(-stake * (seats - 1) if seat == last else stake for seat in range(seats))


def instant_win_points(seats: int, winner: int) -> tuple[int, ...]:
    """The points of a deal won at once, the same under every scoring (R23, R28)."""
    return _to_first(winner, [INSTANT_WIN_PRICE] * seats)


def _to_first(first: int, pays: Sequence[int]) -> tuple[int, ...]:
    return tuple(sum(pays) - pays[first] if seat == first else -pay for seat, pay in enumerate(pays))


def _penalty(rules: Rules, left: int, dealt: int, two: bool) -> int:
    """What a loser with `left` cards owes (R37, R46)."""
    factor = 1
    if rules.scoring != "cards_basic":
        factor = 4 if left == dealt else 3 if left >= 10 else 2 if left >= 8 else 1
    return left * factor * (rules.twos_factor if two else 1)


def _card_points(rules: Rules, first: int, owed: Sequence[int]) -> tuple[int, ...]:
    seats = range(len(owed))
    winners = {first, (first + 2) % 4} if rules.partnership else {first}
    total = sum(owed[seat] for seat in seats if seat not in winners)
    losers_write = rules.scoring != "cards_winner_only"
    if rules.partnership:
        return tuple(total if seat in winners else -total if losers_write else 0 for seat in seats)
    return tuple(total if seat in winners else -owed[seat] if losers_write else 0 for seat in seats)
