"""What cards are together, and the reasons why others are nothing: checked against the engine for whole packs."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tutor.cards import DECK, RANKS, Card, parse_cards
from tutor.combinations import Combination
from tutor.rules import Rules
from tutor.shapes import find_all, flaw, found_in, how_many, kind_name, kind_rule, what_is, why_none

PROFILES = ["sheet", "pagat", "big-two", "pusoy-dos"]


@pytest.mark.parametrize("profile", PROFILES)
def test_there_is_a_reason_exactly_when_there_is_no_combination(profile: str) -> None:
    """All sets of up to five of twenty cards of five ranks, and larger ones at random."""
    rules, rng = Rules.parse(profile), random.Random(1)
    ranks = ["3", "4", "K", "A", "2"]
    small = [card for card in DECK if card.rank in ranks][:20]
    sets = [list(cards) for size in range(1, 5) for cards in combinations(small, size)]
    sets += [rng.sample(DECK, rng.randint(5, 13)) for _each in range(2000)]
    sets += [rng.sample([card for card in DECK if card.rank in "5678"], rng.randint(5, 9)) for _each in range(2000)]
    for cards in sets:
        shape = Combination.of(rules.mask(cards), rules)
        assert (flaw(cards, rules) is None) == (shape is not None), cards
        assert bool(why_none(cards, rules)) == (shape is None), cards


@pytest.mark.parametrize(
    ("cards", "rules", "code"),
    [
        ("AsAs", "pagat", "twice"),
        ("6s7h", "pagat", "two_cards"),
        ("6s9h", "pagat", "two_cards"),
        ("As2h3d", "pagat", "corner"),  # V028
        ("As2h3d", "sheet", "corner"),
        ("2s3h4d", "pagat", "corner"),  # V029
        ("KsAh2d", "sheet", "no_twos"),  # V026
        ("KsKcAsAc2s2c", "sheet", "no_twos"),  # V042
        ("5s7h9d", "pagat", "gap"),
        ("5s5c6s6c8s8c", "pagat", "gap"),  # V036
        ("6s6c7s7c", "pagat", "two_pairs"),  # V034
        ("3s3c3d4s4c4d", "pagat", "triples_run"),  # V037
        ("3s4s4c5s", "pagat", "uneven"),  # V038
        ("KsKcKdAsAc", "pagat", "house"),  # V039
        ("9s9c9d9h2s", "pagat", "quad_and_more"),
        ("4d4c5d5c", "big-two", "count"),  # V131
        ("3d4c5d", "big-two", "mixed"),  # V132
        ("4d4c4h", "big-two+no_triples", "no_triples"),  # V129
        ("JdQcKhAs2d", "big-two", "five"),  # V141
    ],
)
def test_the_reason_is_the_right_one(cards: str, rules: str, code: str) -> None:
    found = flaw(parse_cards(cards), Rules.parse(rules))
    assert found is not None
    assert found.code == code


def test_a_gap_and_an_uneven_rank_are_named() -> None:
    rules = Rules.parse("pagat")
    assert why_none(parse_cards("3s5d6h9h"), rules) == "There is a gap. Missing: 4, 7, 8."
    assert why_none(parse_cards("3s4d5h9h"), rules) == "There is a gap. Missing: 6 to 8."
    assert why_none(parse_cards("3s3c4c4d5s"), rules).endswith("Too many: 3, 4.")


@pytest.mark.parametrize("profile", PROFILES)
def test_every_kind_has_a_name_a_plural_and_a_rule(profile: str) -> None:
    rules = Rules.parse(profile)
    for kind in rules.kinds:
        assert kind_name(kind, 1) != kind_name(kind, 2).replace("2", "1")
        assert kind_rule(kind, rules).endswith(".")


def test_what_is_found_is_what_the_engine_lists() -> None:
    rules, rng = Rules.parse("pagat"), random.Random(3)
    for _each in range(50):
        hand = rng.sample(DECK, 9)
        for kind in rules.kinds:
            brute = {
                rules.mask(cards)
                for size in range(1, 10)
                for cards in combinations(hand, size)
                if (shape := Combination.of(rules.mask(cards), rules)) is not None and shape.kind == kind
            }
            assert {each.mask for each in found_in(hand, kind, rules)} == brute


def test_slips_get_one_line() -> None:
    """A wrong edit in a lesson: a sentence, never a traceback and never a wrong number."""
    card = "I cannot read 'seven' as a card. Write the rank and then the suit letter (s c d h), like 7h or Th."
    assert what_is("seven") == find_all("seven") == how_many("seven") == card
    assert what_is("") == "There are no cards here."
    assert what_is("7h", "poker").startswith("I cannot use this: rules: no profile 'poker'")
    assert find_all("7h", "doubles") == how_many("7h", "doubles")
    assert find_all("7h", "doubles").startswith("I know no kind 'doubles' here. There are: single, pair,")
    everything = "".join(str(Card(rank, suit)) for rank in RANKS for suit in "scdh")
    assert find_all(everything) == "That is more than a hand: give at most 17 cards."
    assert what_is("7h7h").endswith("A card stands there twice, and there is only one of each in the pack.")
    assert repr(find_all("7h", "pair")) == "There is none."
