"""Exact chances: the deal table of the rules reference, full counts on small packs, and seeded deals."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations, product
from math import comb

import pytest
from sympy import Integer, Rational

from tutor import PositionError, Rules, deal
from tutor.cards import PACK, parse_cards
from tutor.combinations import masks_of_shape
from tutor.match import instant_win_of, shuffled
from tutor.odds import (
    at_least,
    deal_table,
    double_straight,
    dragon,
    exactly,
    flush,
    four_twos,
    no_two,
    pairs,
    quad,
    rank,
    share,
    somebody_can_chop,
    straight,
    undealt,
)

# RULES 2.1, in per cent to three figures.
PUBLISHED = {
    13: {
        "all four 2s": "0.264",
        "six pairs or more": "0.450",
        "dragon 3 to A": "0.058",
        "a quad of 3 to A": "3.16",
        "double straight of 3 or more": "8.36",
        "double straight of 4 or more": "0.961",
        "double straight of 5 or more": "0.065",
    },
    17: {
        "all four 2s": "0.879",
        "six pairs or more": "39.0",
        "eight pairs or more": "0.326",
        "dragon 3 to A": "2.82",
        "a quad of 3 to A": "10.3",
        "double straight of 3 or more": "33.3",
        "double straight of 4 or more": "8.89",
        "double straight of 5 or more": "1.86",
    },
}


@pytest.mark.parametrize("hand", PUBLISHED)
def test_the_published_table_of_the_deal(hand):
    """Every figure of the rules reference comes out when the fraction is rounded to as many places."""
    table = deal_table(hand)
    for name, published in PUBLISHED[hand].items():
        places = len(published.partition(".")[2])
        assert f"{float(100 * table[name]):.{places}f}" == published, name
    assert all(isinstance(chance, Rational) for chance in table.values())


def test_cards_put_aside():
    """The 3♠ is undealt with two players in one first game of two, with three in 25 % or 1.9 %."""
    assert [undealt(2), undealt(3), undealt(4)] == [Rational(1, 2), Rational(1, 4), 0]
    assert f"{float(undealt(3, 17)):.1%}" == "1.9%"


def test_hypergeometric_shares_add_up():
    """Some number of the marked cards is always held, and complements agree."""
    for marked in (1, 4, 12):
        assert sum(exactly(number, marked) for number in range(marked + 1)) == 1
    assert at_least(1, 4) == 1 - no_two()
    assert at_least(4, 4) == four_twos()
    assert exactly(5, 4) == 0


def test_a_polynomial_for_every_rank_counts_all_hands():
    """Nothing struck out, the product of thirteen ranks counts every hand once."""
    assert (rank() ** 13).nth(13) == comb(52, 13)
    assert share(rank() ** 13, 17) == 1


# ------------------------------------------------------------------ full counts on small packs


def counts_of(hand, ranks):
    return [sum(card // 4 == rank_ for card in hand) for rank_ in range(ranks)]


def longest_run(counts, each):
    best = now = 0
    for count in counts:
        now = now + 1 if count >= each else 0
        best = max(best, now)
    return best


SMALL = [
    (four_twos, lambda counts: counts[-1] == 4),
    (no_two, lambda counts: counts[-1] == 0),
    (quad, lambda counts: 4 in counts[:-1]),
    (dragon, lambda counts: all(counts[:-1])),
    (lambda hand, ranks: pairs(3, hand, ranks=ranks), lambda counts: sum(n // 2 for n in counts) >= 3),
    (lambda hand, ranks: pairs(2, hand, ranks=ranks), lambda counts: sum(n // 2 for n in counts) >= 2),
    (lambda hand, ranks: double_straight(3, hand, ranks=ranks), lambda counts: longest_run(counts[:-1], 2) >= 3),
    (
        lambda hand, ranks: double_straight(3, hand, with_twos=True, ranks=ranks),
        lambda counts: longest_run(counts, 2) >= 3,
    ),
    (lambda hand, ranks: straight(3, hand, ranks=ranks), lambda counts: longest_run(counts[:-1], 1) >= 3),
    (lambda hand, ranks: straight(4, hand, with_twos=True, ranks=ranks), lambda counts: longest_run(counts, 1) >= 4),
]


@pytest.mark.parametrize(("ranks", "hand"), [(5, 7), (5, 6), (4, 7), (6, 5)])
def test_every_hand_of_a_small_pack(ranks, hand):
    """On packs of 16 to 24 cards each chance is the share found by looking at every hand."""
    hands = [counts_of(cards, ranks) for cards in combinations(range(4 * ranks), hand)]
    for chance, holds in SMALL:
        exact = chance(hand, ranks=ranks)
        assert exact == Rational(sum(map(holds, hands)), len(hands))


def test_every_hand_of_a_small_pack_for_flushes():
    """Five of a suit, counted suit by suit."""
    hands = list(combinations(range(24), 6))
    found = sum(any(sum(card % 4 == suit for card in hand) >= 5 for suit in range(4)) for hand in hands)
    assert flush(6, ranks=6) == Rational(found, len(hands))


# ------------------------------------------------------------------ against the engine, on seeded deals


def near(chance, found, trials):
    """Within four standard errors."""
    p = float(chance)
    return abs(found / trials - p) <= 4 * (p * (1 - p) / trials) ** 0.5 + 1e-12


@pytest.mark.parametrize(("rules", "seats", "cards"), [("sheet", 4, 13), ("sheet+deal17", 3, 17)])
def test_seeded_deals(rules, seats, cards):
    """Deals from seeds hold bombs, pairs and dragons as often as the fractions say; the engine looks for them."""
    rules, extended = Rules.parse(rules), Rules.parse(rules + "+instant_win_extended")
    trials, found = 0, dict.fromkeys(("quad", "three", "no two", "won", "straight"), 0)
    for seed in range(1500):
        # One hand of each deal: the hands of a deal are not independent.
        hand = deal(rules, seats, seed=f"odds {seed}").hands[0]
        trials += 1
        found["quad"] += any(mask < 1 << 48 for mask in masks_of_shape(hand, ("quad", 4), rules))
        found["three"] += bool(masks_of_shape(hand, ("double_straight", 6), rules))
        found["no two"] += not hand >> 48
        found["won"] += instant_win_of(hand, extended) is not None
        found["straight"] += bool(masks_of_shape(hand, ("straight", 5), rules))
    assert near(quad(cards), found["quad"], trials)
    assert near(double_straight(3, cards), found["three"], trials)
    assert near(no_two(cards), found["no two"], trials)
    assert near(straight(5, cards), found["straight"], trials)
    # Instant wins overlap a little: between the likeliest pattern and the sum of all.
    every = [four_twos(cards), pairs(6 if cards == 13 else 8, cards), dragon(cards), double_straight(5, cards)]
    assert found["won"] / trials <= float(sum(every)) + 4 * (float(sum(every)) / trials) ** 0.5


def test_a_flush_in_seeded_deals():
    """The same for five cards of a suit, which Big Two asks for."""
    hands = [deal("big-two", seed=f"odds {seed}").hands[0] for seed in range(1000)]
    found = sum(any((hand >> suit & 0x1111111111111).bit_count() >= 5 for suit in range(4)) for hand in hands)
    assert near(flush(), found, len(hands))


# ------------------------------------------------------------------ somebody can chop


def chopped_by_count(pool, others, rules, table):
    """The share of deals of `pool` in which a seat holds a bomb for the table; every deal is looked at."""
    rules = Rules.parse(rules)
    shape = {1: "single", 2: "pair", 3: "triple"}[table.bit_count()]
    chops = rules.chops(shape, True)

    def bomb(hand):
        return any(masks_of_shape(hand, chop, rules) for chop in chops)

    cards = [1 << bit for bit in range(52) if pool >> bit & 1]
    found = every = 0
    for first in combinations(cards, others[0]):
        rest = [card for card in cards if card not in first]
        for second in combinations(rest, others[1]) if len(others) > 1 else [()]:
            every += 1
            found += bomb(sum(first)) or bomb(sum(second))
    return Rational(found, every)


@pytest.mark.parametrize(
    ("rules", "twos", "pool", "others"),
    [
        ("sheet", "2h", "3s3c3d3h4s4d5c5h6s", [6]),
        ("sheet", "2h", "3s3c3d3h4s4d5c5h6s", [4, 5]),
        ("sheet", "2h", "3s3d4s4d5c5hTs", [6, 1]),
        ("pagat", "2h", "KsKdAcAh2s2c3s", [6]),
        ("sheet", "2h", "KsKdAcAh2s2c3s", [6]),
        ("sheet", "2d2h", "3s3d4s4d5c5h6c6h7d9s", [8]),
        ("sheet+quad_chops_pair", "2d2h", "3s3c3d3h4s4d5c5h6c6h", [8]),
        ("sheet", "2c2d2h", "3s3d4s4d5c5h6c6h7d7c", [10]),
        ("sheet+bomb_at_least", "2h", "3s3d4s4d5c5h6c6h", [4, 3]),
        ("pagat", "2s", "7s7c7d7h8s8c9d9hTcTh", [4, 4]),
    ],
)
def test_every_deal_of_a_few_unseen_cards(rules, twos, pool, others):
    """With few cards unseen the chance is the share found by looking at every deal of them."""
    parsed = Rules.parse(rules)
    played, left = parsed.mask(parse_cards(twos)), parsed.mask(parse_cards(pool))
    chance = somebody_can_chop(twos, twos, rules, others, PACK & ~left & ~played)
    assert chance == chopped_by_count(left, others, rules, played)


def test_somebody_can_chop_in_seeded_deals():
    """From a given hand of thirteen: the others hold a bomb for 2♥ as often as the fraction says."""
    mine = "3s3d4h5s6d8h8sTcJdQsKhAd2h"
    rules = Rules.parse("sheet")
    chance = somebody_can_chop(mine, "2h", rules)
    hand, trials, found = rules.mask(parse_cards(mine)), 0, 0
    for seed in range(1500):
        pack = [card for card in pack_order(seed) if not card & hand]
        hands = [sum(pack[at : at + 13]) for at in (0, 13, 26)]
        trials += 1
        found += any(masks_of_shape(h, shape, rules) for h, shape in product(hands, rules.chops("single", True)))
    assert near(chance, found, trials)


def pack_order(seed):
    rules = Rules.parse("sheet")
    return [rules.mask([card]) for card in shuffled(f"chop {seed}")]


def test_more_players_chop_more_often_and_a_second_two_less():
    """More hands hold more bombs; for a pair of 2s it takes four pairs in a row."""
    mine = "3s3d4h5s6d8h8sTcJdQsKhAd2h"
    one, two, three = (somebody_can_chop(mine, "2h", "sheet", [13] * number) for number in (1, 2, 3))
    assert 0 < one < two < three < 1
    other = "3s3d4h5s6d8h8sTcJdQsKh2d2h"
    assert 0 < somebody_can_chop(other, "2d2h", "sheet") < somebody_can_chop(other, "2h", "sheet")


def test_what_cannot_be_asked():
    """Wrong questions are refused in one line that quotes them."""
    with pytest.raises(PositionError, match=r"twos: 'Ah'"):
        somebody_can_chop("Ah", "Ah")
    with pytest.raises(PositionError, match="nothing chops 2s in 'big-two'"):
        somebody_can_chop("2s", "2s", "big-two")
    with pytest.raises(PositionError, match="others: 60 cards"):
        somebody_can_chop("2s", "2s", "sheet", [20, 20, 20])
    with pytest.raises(ValueError, match="hand: 60"):
        quad(60)
    with pytest.raises(ValueError, match="marked: 70"):
        exactly(1, 70)
    with pytest.raises(ValueError, match="ranks: 14"):
        four_twos(13, ranks=14)
    assert four_twos(3) == Integer(0)


def test_importing_the_package_or_the_module_does_not_load_sympy():
    """sympy takes a second to load; only a question does that."""
    code = (
        "import sys, tutor, tutor.odds as o; assert 'sympy' not in sys.modules; o.quad(); assert 'sympy' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
