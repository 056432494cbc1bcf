"""Chances tried out: every hand of a small pack, or many hands of the whole one from a seed.

`tutor.odds` derives chances as fractions. Here nothing is derived: hands are dealt and those that hold something are
counted, with the same recognition of combinations that the game itself uses. So the two can be wrong independently
of each other, and a lesson can put one beside the other.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations
from math import comb, sqrt

from .cards import TWOS
from .charts import Picture, bars, count, percent
from .combinations import masks_of_shape
from .errors import NotationError
from .locale import _
from .rules import Rules

SHEET = Rules.parse("sheet")
MOST = 2_000_000
"""Hands that are tried at most in one go: more takes longer than a learner waits."""

Holds = Callable[[int], bool]
"""A question about one hand, a mask of cards."""


def twos_in(hand: int) -> int:
    """How many 2s the hand holds."""
    return (hand & TWOS).bit_count()


def has_no_two(hand: int) -> bool:
    """Whether the hand holds no 2."""
    return not hand & TWOS


def has_quad(hand: int) -> bool:
    """Whether the hand holds a quad of 3 to A."""
    return bool(masks_of_shape(hand & ~TWOS, ("quad", 4), SHEET))


def has_double_straight(hand: int) -> bool:
    """Whether the hand holds three neighbouring pairs (or more) below the 2s."""
    return bool(masks_of_shape(hand, ("double_straight", 6), SHEET))


def random_hands(number: int = 10_000, cards: int = 13, seed: int = 0) -> Iterable[int]:
    """So many hands, each from a freshly shuffled pack of 52; the same seed gives the same hands.

    >>> [twos_in(hand) for hand in random_hands(5, seed=1)]
    [1, 0, 3, 1, 0]
    """
    _whole(number, cards, 52)
    rng = random.Random(seed)
    for _each in range(number):
        yield sum(1 << card for card in rng.sample(range(52), cards))


def every_hand(ranks: int, cards: int) -> Iterable[int]:
    """Every hand of so many cards from a small pack: the four suits of the lowest `ranks` ranks (no 2s below 13).

    Raises ValueError for more hands than anybody wants to wait for.

    >>> sum(1 for hand in every_hand(3, 4)), sum(map(has_quad, every_hand(3, 4)))
    (495, 3)
    """
    _whole(ranks, cards, 4 * ranks if isinstance(ranks, int) and 0 < ranks <= 13 else 0)
    if comb(4 * ranks, cards) > MOST:
        raise NotationError(
            _("that would be {count} hands, too many to try").format(count=count(comb(4 * ranks, cards)))
        )
    for chosen in combinations([1 << card for card in range(4 * ranks)], cards):
        yield sum(chosen)


def _whole(number: object, cards: object, pack: int) -> None:
    """Refuse numbers that a learner may have typed and that make no sense."""
    for given, most in ((number, MOST), (cards, pack)):
        if not isinstance(given, int) or not 0 < given <= most:
            raise NotationError(_("{given} is no number from 1 to {most}").format(given=repr(given), most=count(most)))


@dataclass(frozen=True)
class Tried:
    """How often a question was answered yes: `found` of `hands`. `float` gives the share.

    `every` says whether these were all the hands there are: then the share is the chance itself. Otherwise it may be
    off by chance; `slack` is what it stays within in about 95 of 100 such samples (twice the standard error).
    """

    found: int
    hands: int
    every: bool = False

    def __float__(self) -> float:
        return self.found / self.hands if self.hands else 0.0

    @property
    def slack(self) -> float:
        """Twice the standard error of the share; 0 if every hand was tried."""
        share = float(self)
        return 0.0 if self.every or not self.hands else 2 * sqrt(max(share * (1 - share), 1 / self.hands) / self.hands)

    def agrees(self, chance: object) -> bool:
        """Whether this fits the chance claimed: equal for all hands, within twice the slack for a sample."""
        gap = abs(float(self) - float(chance))  # type: ignore[arg-type]
        return gap <= 1e-12 if self.every else gap <= 2 * self.slack

    def __repr__(self) -> str:
        text = (
            _("{found} of all {hands} hands: {share}, exactly.")
            if self.every
            else _("{found} of {hands} hands: {share}, give or take {slack}.")
        )
        return text.format(
            found=count(self.found),
            hands=count(self.hands),
            share=percent(float(self)),
            slack=percent(self.slack, 1),
        )


def try_out(holds: Holds, number: int = 10_000, cards: int = 13, seed: int = 0) -> Tried:
    """Deal so many hands from the seed and count those for which `holds` says yes.

    >>> try_out(has_no_two, 2000, seed=6)
    599 of 2 000 hands: 29.9 %, give or take 2 %.
    """
    return Tried(sum(map(bool, map(holds, random_hands(number, cards, seed)))), number)


def try_all(holds: Holds, ranks: int, cards: int) -> Tried:
    """Ask every single hand of a small pack (`every_hand`).

    >>> try_all(has_quad, 4, 6)
    264 of all 8 008 hands: 3.3 %, exactly.
    """
    return Tried(sum(map(bool, map(holds, every_hand(ranks, cards)))), comb(4 * ranks, cards), True)


def deal_bars(*hands: int) -> Picture:
    """The table of the deal (`tutor.odds.deal_table`) as bars, for hands of one size or of several, to compare.

    >>> print(str(deal_bars(13)).splitlines()[1])
    all four 2s                   0.264 %
    """
    from .odds import deal_table

    sizes = [size for size in hands if isinstance(size, int) and 0 < size <= 52] or [13]
    names = {
        "all four 2s": _("all four 2s"),
        "no 2": _("no 2"),
        "six pairs or more": _("six pairs or more"),
        "eight pairs or more": _("eight pairs or more"),
        "dragon 3 to A": _("dragon 3 to A"),
        "a quad of 3 to A": _("a quad of 3 to A"),
        "double straight of 3 or more": _("double straight of 3 or more"),
        "double straight of 4 or more": _("double straight of 4 or more"),
        "double straight of 5 or more": _("double straight of 5 or more"),
    }
    tables = [deal_table(size) for size in sizes]
    values = {names.get(name, name): [table[name] for table in tables] for name in tables[0]}
    return bars(values, _("What a dealt hand holds"), [_("{n} cards").format(n=size) for size in sizes])
