"""Exact chances as fractions, derived with sympy: what a dealt hand holds, and what the others may hold.

Everything is counted, nothing simulated. A hand of n cards from 52 is one of C(52, n), all equally likely, so a
chance is a number of hands divided by C(52, n). The number of hands is read off a polynomial: the power of x counts
cards, the coefficient counts ways. One rank by itself is

    1 + 4 x + 6 x^2 + 4 x^3 + x^4                 (choose none, one, ... of its four cards)

and what a hand may hold of different ranks is multiplied together; the coefficient of x^n counts the hands of n cards.
A condition that looks at one rank at a time strikes out terms of that polynomial (`rank`); a condition on neighbouring
ranks walks along the ranks with one polynomial for every state it may be in (`without_run`).

sympy is imported by the first function that is called. With `ranks` below 13 the same questions are asked of a smaller
pack, of which the highest rank plays the part of the 2; that is how the tests compare every answer with a full count.

>>> four_twos(13), f"{float(four_twos(13)):.3%}"
(11/4165, '0.264%')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import comb
from typing import TYPE_CHECKING

from .cards import TWOS, parse_cards
from .errors import NotationError, PositionError, quote
from .rules import Rules

if TYPE_CHECKING:
    from sympy import Poly, Rational

SUITS_EACH = 4


# ------------------------------------------------------------------ building blocks


def exactly(wanted: int, marked: int, hand: int = 13, pack: int = 52) -> Rational:
    """The chance that a hand holds exactly `wanted` of the `marked` cards of the pack (hypergeometric).

    Choose the wanted ones among the marked, the rest among the others: C(marked, wanted) C(pack - marked, hand -
    wanted) of the C(pack, hand) hands.

    >>> exactly(0, 4), exactly(1, 4)
    (6327/20825, 9139/20825)
    """
    from sympy import Integer, binomial

    _check_hand(hand, pack)
    if not 0 <= marked <= pack:
        raise NotationError("marked: {marked} cards in a pack of {pack}", marked=quote(marked), pack=pack)
    if not 0 <= wanted <= hand:
        return Integer(0)
    return binomial(marked, wanted) * binomial(pack - marked, hand - wanted) / binomial(pack, hand)


def at_least(wanted: int, marked: int, hand: int = 13, pack: int = 52) -> Rational:
    """The chance that a hand holds `wanted` or more of the `marked` cards: the sum of `exactly` from there on."""
    from sympy import Integer

    return sum((exactly(number, marked, hand, pack) for number in range(wanted, marked + 1)), Integer(0))


def rank(allowed: Iterable[int] = range(5), left: int = SUITS_EACH) -> Poly:
    """The polynomial of one rank of which `left` cards can be had: C(left, c) x^c for every number c allowed.

    >>> rank(), rank(range(4))
    (Poly(x**4 + 4*x**3 + 6*x**2 + 4*x + 1, x, domain='ZZ'), Poly(4*x**3 + 6*x**2 + 4*x + 1, x, domain='ZZ'))
    """
    from sympy import Poly, Symbol

    x = Symbol("x")
    return Poly(sum((comb(left, number) * x**number for number in allowed if number <= left), 0 * x), x)


def share(ways: Poly, hand: int, pack: int = 52) -> Rational:
    """The coefficient of x^hand in `ways`, as a share of all hands of that size from the pack."""
    from sympy import binomial

    _check_hand(hand, pack)
    return ways.nth(hand) / binomial(pack, hand)


def without_run(length: int, each: int, ranks: Sequence[int], allowed: Iterable[int] = range(5)) -> Poly:
    """The hands, counted by their size, in which no `length` neighbouring ranks have `each` or more cards apiece.

    `ranks` says how many cards can be had of each rank, in order; `allowed` how many of one rank a hand may hold.
    Walk along the ranks and remember how many of the last ones in a row had enough: with r such ranks behind it
    (r = 0 ... length - 1) a hand either takes enough of the next rank and goes from r to r + 1, or takes fewer and
    goes back to 0. A hand that would reach `length` is dropped. One polynomial per r is the whole state, and the sum of
    them after the last rank counts what is left.
    """
    from sympy import Poly, Symbol

    x = Symbol("x")
    nothing, numbers = Poly(0, x), list(allowed)
    behind = [Poly(1, x)] + [nothing] * (length - 1)
    for left in ranks:
        few = rank([number for number in numbers if number < each], left)
        enough = rank([number for number in numbers if number >= each], left)
        back = sum(behind, nothing) * few
        behind = [back, *(ways * enough for ways in behind[:-1])]
    return sum(behind, nothing)


def _check_hand(hand: int, pack: int) -> None:
    if not isinstance(hand, int) or not 0 <= hand <= pack:
        raise NotationError("hand: {hand} cards from a pack of {pack}", hand=quote(hand), pack=pack)


def _pack(ranks: int) -> int:
    if not 1 <= ranks <= 13:
        raise NotationError("ranks: {ranks} is not 1 to 13", ranks=quote(ranks))
    return SUITS_EACH * ranks


# ------------------------------------------------------------------ what a dealt hand holds


def four_twos(hand: int = 13, *, ranks: int = 13) -> Rational:
    """The chance of all four 2s: they are given, the other hand - 4 cards come from the 48 others, so
    C(48, hand - 4) / C(52, hand).

    >>> four_twos(17)
    4/455
    """
    return exactly(4, 4, hand, _pack(ranks))


def no_two(hand: int = 13, *, ranks: int = 13) -> Rational:
    """The chance of no 2 at all: every card comes from the 48 others, C(48, hand) / C(52, hand)."""
    return exactly(0, 4, hand, _pack(ranks))


def quad(hand: int = 13, *, ranks: int = 13) -> Rational:
    """The chance of at least one quad of 3 to A.

    Easier is the contrary: none. Strike x^4 from the polynomials of the twelve ranks below the 2, leave that of the
    2s whole, multiply: ((1 + x)^4 - x^4)^12 (1 + x)^4. What is missing from 1 is the chance asked for.
    """
    none = rank(range(4)) ** (ranks - 1) * rank()
    return 1 - share(none, hand, _pack(ranks))


def pairs(number: int, hand: int = 13, *, ranks: int = 13) -> Rational:
    """The chance of `number` pairs or more, 2s included: a triple holds one pair, a quad two (the instant win).

    A second letter y counts pairs. One rank is 1 + 4x + (6x^2 + 4x^3) y + x^4 y^2; of the product over all ranks take
    x^hand, which leaves a polynomial in y, and add up its coefficients from y^number on.
    """
    from sympy import Integer, Poly, binomial, symbols

    x, y = symbols("x y")
    _check_hand(hand, _pack(ranks))
    one = Poly(sum(comb(4, count) * x**count * y ** (count // 2) for count in range(5)), x, y)
    ways = sum(
        (count for (cards, found), count in (one**ranks).terms() if cards == hand and found >= number), Integer(0)
    )
    return ways / binomial(_pack(ranks), hand)


def dragon(hand: int = 13, *, ranks: int = 13) -> Rational:
    """The chance of a card of every rank from 3 to A.

    Each of the twelve ranks must give at least one card: strike the 1 from its polynomial. The 2s may give any
    number: ((1 + x)^4 - 1)^12 (1 + x)^4.
    """
    every = rank(range(1, 5)) ** (ranks - 1) * rank()
    return share(every, hand, _pack(ranks))


def double_straight(number: int = 3, hand: int = 13, *, with_twos: bool = False, ranks: int = 13) -> Rational:
    """The chance of a double straight of at least `number` pairs below the 2s (`with_twos`: they may end it, `pagat`).

    The contrary again: walk along the ranks with `without_run`, "enough" being two cards or more. Without the 2s
    their polynomial is multiplied in at the end, since any number of them may be there.
    """
    return _run(number, 2, hand, with_twos, ranks)


def straight(length: int = 3, hand: int = 13, *, with_twos: bool = False, ranks: int = 13) -> Rational:
    """The chance of a straight of at least `length` cards: as `double_straight`, "enough" being one card."""
    return _run(length, 1, hand, with_twos, ranks)


def _run(length: int, each: int, hand: int, with_twos: bool, ranks: int) -> Rational:
    row = [SUITS_EACH] * (ranks if with_twos else ranks - 1)
    none = without_run(length, each, row)
    return 1 - share(none if with_twos else none * rank(), hand, _pack(ranks))


def flush(hand: int = 13, *, ranks: int = 13) -> Rational:
    """The chance of five cards or more of one suit (Big Two).

    Here a polynomial stands for a suit, not for a rank: with at most four cards of it, C(13, 0) + C(13, 1) x + ... +
    C(13, 4) x^4. Four suits without a flush are its fourth power.
    """
    none = rank(range(5), left=ranks) ** SUITS_EACH
    return 1 - share(none, hand, _pack(ranks))


def undealt(seats: int, each: int = 13) -> Rational:
    """The chance that a certain card (the 3♠, say) is put aside and not dealt: the cards put aside out of 52.

    >>> undealt(2), undealt(3), undealt(3, 17)
    (1/2, 1/4, 1/52)
    """
    from sympy import Rational

    _check_hand(seats * each, 52)
    return Rational(52 - seats * each, 52)


# ------------------------------------------------------------------ what the others hold


def somebody_can_chop(
    hand: str | int,
    twos: str | int,
    rules: Rules | str = "sheet",
    others: Sequence[int] = (13, 13, 13),
    seen: str | int = "",
) -> Rational:
    """The chance that at least one of the other seats holds a bomb for these 2s, every deal of the rest equally likely.

    - `hand`: my cards; `twos`: the single 2, pair or three of them that I lay or that lie on the table (text or mask)
    - `others`: how many cards each other seat holds; `seen`: cards known to be out of play

    Again the contrary: nobody has one. Give out the unseen cards rank by rank. For every other seat it matters how
    many cards it has by now and how many of the last ranks in a row it has a pair of; from each such state every way to
    split the next rank's cards among the seats (and the cards put aside) leads on, except to a hand that now holds a
    bomb. What remains after the last rank, with everybody's hand full, is divided by the number of all deals, a
    multinomial coefficient.

    Holding a bomb is all that is counted, whether or not chopping would be wise. Raises `PositionError` where
    nothing chops 2s, if `twos` are not one to three 2s, or if the cards do not fit.

    >>> chance = somebody_can_chop("3s3d4h5s6d8h8sTcJdQsKhAd2h", "2h")
    >>> chance, f"{float(chance):.1%}"
    (24113688362173/92629493500950, '26.0%')
    """
    from sympy import Rational

    rules = Rules.parse(rules) if isinstance(rules, str) else rules
    mine, played, gone = (_mask(cards, rules) for cards in (hand, twos, seen))
    unseen = [(~(mine | played | gone) >> 4 * rank_ & 15).bit_count() for rank_ in range(13)]
    return 1 - Rational(*_without_bomb(unseen, list(others), *_bombs(played, rules)))


def _mask(cards: str | int, rules: Rules) -> int:
    return rules.mask(parse_cards(cards.replace(" ", "").replace(",", ""))) if isinstance(cards, str) else cards


def _bombs(twos: int, rules: Rules) -> tuple[bool, int, int]:
    """Whether a quad chops these 2s, the fewest pairs in a row that do, how many ranks a double straight may have."""
    number = twos.bit_count()
    if not 1 <= number <= 3 or twos & ~TWOS:
        raise PositionError("twos: {twos} are not one, two or three 2s", twos=quote(rules.cards_text(twos)))
    chops = rules.chops(("single", "pair", "triple")[number - 1], True)
    runs = [size // 2 for kind, size in chops if kind == "double_straight"]
    if not runs:
        raise PositionError("rules: nothing chops 2s in {rules}", rules=quote(str(rules)))
    return ("quad", 4) in chops, min(runs), rules.straight_top + 1


def _without_bomb(unseen: Sequence[int], others: list[int], quads: bool, pairs: int, highest: int) -> tuple[int, int]:
    """The deals in which nobody holds a bomb, and all deals, of `unseen[r]` cards of rank r to hands of these sizes."""
    aside = sum(unseen) - sum(others)
    if aside < 0 or any(size < 0 for size in others):
        raise PositionError(
            "others: {others} cards, but only {unseen} are unseen", others=sum(others), unseen=sum(unseen)
        )
    sizes = [*others, aside] if aside else others
    # A state: per seat the cards it still takes and the pairs in a row behind it. The last seat's cards follow.
    states: dict[tuple[tuple[int, int], ...], int]
    states = {(*sorted((size, 0) for size in others), *((aside, 0),) * bool(aside)): 1}
    bombs = [True] * len(others) + [False] * (len(sizes) - len(others))
    for rank_, left in enumerate(unseen):
        split = _splits(left, len(sizes))
        following: dict[tuple[tuple[int, int], ...], int] = {}
        for state, ways in states.items():
            for taken, choices in split:
                after = []
                for (room, run), number, watched in zip(state, taken, bombs, strict=True):
                    if number > room or (watched and quads and number == 4):
                        break
                    longer = run + 1 if watched and number >= 2 and rank_ < highest else 0
                    if longer >= pairs:
                        break
                    after.append((room - number, longer))
                else:
                    # Seats that stand alike are alike from here on: which of them is which need not be kept.
                    key = (*sorted(after[: len(others)]), *after[len(others) :])
                    following[key] = following.get(key, 0) + ways * choices
        states = following
    every, rest = 1, sum(unseen)
    for size in sizes:
        every *= comb(rest, size)
        rest -= size
    return sum(states.values()), every


def _splits(cards: int, hands: int) -> list[tuple[tuple[int, ...], int]]:
    """Every way to give `cards` cards to so many hands by number, and in how many ways of cards each can be done."""
    if hands == 1:
        return [((cards,), 1)]
    return [
        ((first, *rest), comb(cards, first) * ways)
        for first in range(cards + 1)
        for rest, ways in _splits(cards - first, hands - 1)
    ]


# ------------------------------------------------------------------ the table of the deal


_HOLDINGS: dict[str, Callable[[int], Rational]] = {
    "all four 2s": four_twos,
    "no 2": no_two,
    "six pairs or more": lambda hand: pairs(6, hand),
    "eight pairs or more": lambda hand: pairs(8, hand),
    "dragon 3 to A": dragon,
    "a quad of 3 to A": quad,
    "double straight of 3 or more": lambda hand: double_straight(3, hand),
    "double straight of 4 or more": lambda hand: double_straight(4, hand),
    "double straight of 5 or more": lambda hand: double_straight(5, hand),
}


def deal_table(hand: int = 13) -> dict[str, Rational]:
    """The chances of a dealt hand of so many cards, by what it holds, each as an exact fraction."""
    return {name: chance(hand) for name, chance in _HOLDINGS.items()}
