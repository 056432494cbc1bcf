"""Hands laid out in the fewest combinations, against trying every partition."""

import random
from functools import cache

import pytest

from tutor import Rules, deal
from tutor.cards import bits, parse_cards
from tutor.combinations import Combination
from tutor.planning import fewest_plays, is_layout, plan


def brute_force(hand, rules):
    """The fewest parts over all partitions, found card by card."""

    @cache
    def fewest(left):
        if not left:
            return 0
        low = left & -left
        others = list(bits(left ^ low))
        found = []
        for choice in range(1 << len(others)):
            part = low | sum(card for i, card in enumerate(others) if choice >> i & 1)
            if Combination.of(part, rules):
                found.append(1 + fewest(left ^ part))
        return min(found)

    return fewest(hand)


@pytest.mark.parametrize("rules", ["sheet", "pagat", "big-two", "pusoy-dos+wrap_straight", "big-two+no_triples"])
def test_no_layout_has_fewer_parts(rules):
    """The plan is a layout, and trying all partitions of eight cards finds none with fewer parts."""
    rules = Rules.parse(rules)
    rng = random.Random(1)
    for _ in range(40):
        low = rng.choice([0, 20, 28])
        cards = rng.sample([1 << i for i in range(low, low + 24)], 8)
        hand = sum(cards)
        layout = plan(hand, rules)
        assert is_layout([part.mask for part in layout], hand, rules)
        assert len(layout) == fewest_plays(hand, rules) == brute_force(hand, rules)


@pytest.mark.parametrize("rules", ["sheet", "pagat", "big-two", "sheet+deal17"])
def test_whole_hands(rules):
    """Dealt hands are laid out too, in a layout that holds every card once."""
    rules = Rules.parse(rules)
    seats = 3 if "deal17" in rules.house_rules else 4
    for seed in range(15):
        for hand in deal(rules, seats, seed=seed).hands:
            assert is_layout([part.mask for part in plan(hand, rules)], hand, rules)


def test_what_is_no_layout():
    """A card left over, a card twice, or a part that is no combination."""
    rules = Rules.parse("pagat")

    def mask(text):
        return rules.mask(parse_cards(text))

    hand = mask("3s4c5d")
    assert is_layout([mask("3s4c5d")], hand, rules)
    assert not is_layout([mask("3s")], hand, rules)
    assert not is_layout([mask("3s4c"), mask("5d")], hand, rules)
    assert not is_layout([mask("3s4c5d"), mask("5d")], hand, rules)
