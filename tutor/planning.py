"""A hand laid out in the fewest combinations: how many plays it needs if nobody interferes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from .cards import bits
from .combinations import Combination, masks_of_size
from .rules import Rules


def fewest_plays(hand: int, rules: Rules) -> int:
    """The least number of combinations that together hold every card of `hand` (a mask) exactly once.

    >>> from tutor.cards import parse_cards
    >>> from tutor.rules import Rules
    >>> rules = Rules.parse("pagat")
    >>> fewest_plays(rules.mask(parse_cards("3s4c5d5h6s9h")), rules)
    3
    """
    return len(_layout(hand, rules))


def plan(hand: int, rules: Rules) -> list[Combination]:
    """One layout of `hand` in the fewest combinations, lowest card first; the same hand always gives the same one.

    >>> from tutor.cards import parse_cards
    >>> from tutor.rules import Rules
    >>> rules = Rules.parse("pagat")
    >>> plan(rules.mask(parse_cards("3s4c5d5h6s9h")), rules)
    [<straight 3s4c5d6s>, <single 5h>, <single 9h>]
    """
    found = [Combination.of(mask, rules) for mask in _layout(hand, rules)]
    return [shape for shape in found if shape is not None]


def is_layout(parts: Iterable[int], hand: int, rules: Rules) -> bool:
    """Whether the parts are combinations that hold every card of `hand` exactly once."""
    left = hand
    for part in parts:
        if part & ~left or Combination.of(part, rules) is None:
            return False
        left ^= part
    return not left


@lru_cache(maxsize=1 << 16)
def _layout(hand: int, rules: Rules) -> tuple[int, ...]:
    """Every layout has one part that holds the lowest card: try each such part, lay out the rest."""
    if not hand:
        return ()
    best: tuple[int, ...] | None = None
    for part in _parts_with_lowest(hand, rules):
        rest = hand ^ part
        if best is not None and 1 + _at_least(rest, rules) >= len(best):
            continue
        layout = (part, *_layout(rest, rules))
        if best is None or len(layout) < len(best):
            best = layout
    assert best is not None
    return best


def _at_least(hand: int, rules: Rules) -> int:
    longest = 5 if rules.five_card_hands else max(hand.bit_count(), 1)
    return -(-hand.bit_count() // longest)


def _parts_with_lowest(hand: int, rules: Rules) -> list[int]:
    """The combinations with the lowest card, long ones first.

    Where suits only break ties, cards of one rank may be exchanged between the parts of a layout, so of the
    combinations that differ in suits alone the one of the lowest cards is enough.
    """
    lowest = hand & -hand
    found, seen = [], set()
    for size in range(hand.bit_count() if not rules.five_card_hands else 5, 0, -1):
        for mask in masks_of_size(hand, size, rules):
            if not mask & lowest:
                continue
            shape = mask if rules.five_card_hands else tuple((bit.bit_length() - 1) >> 2 for bit in bits(mask))
            if shape not in seen:
                seen.add(shape)
                found.append(mask)
    return found
