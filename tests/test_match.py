"""Dealing from seeds, instant wins, and matches: RULES 1.1, 2.1 and the rulings R18, R23 to R27, R39, R40, R49."""

import os
import pickle
import subprocess
import sys

import pytest

from tutor import Deal, Match, Position, PositionError, Rules, deal
from tutor.cards import PACK, parse_cards
from tutor.match import instant_win_of, next_dealer, shuffled


def mask(text, rules="sheet"):
    return Rules.parse(rules).mask(parse_cards(text))


def test_a_seed_gives_the_same_pack_for_ever():
    """The first cards of two packs, pinned: a change here would change everybody's deals."""
    assert "".join(map(str, shuffled(0)[:8])) == "3sTsKhAs2dQs8s7h"
    assert "".join(map(str, shuffled("class 5B")[:8])) == "Kd4d2d8sJs6sTh2c"
    assert shuffled(7) == shuffled("7")
    assert len(set(shuffled(1))) == 52


def test_seeds_of_any_text():
    """A seed may be any text."""
    assert shuffled("Tiến lên \ud800") != shuffled("")


@pytest.mark.parametrize(
    ("rules", "seats", "each"),
    [
        ("sheet", 4, 13),
        ("pagat", 3, 13),
        ("pagat", 2, 13),
        ("big-two", 3, 17),
        ("big-two", 2, 13),
        ("sheet+deal17", 3, 17),
    ],
)
def test_cards_dealt(rules, seats, each):
    """Everybody gets the same number, no card twice, the rest lies aside."""
    dealt = deal(rules, seats, seed=3)
    assert [hand.bit_count() for hand in dealt.hands] == [each] * seats
    assert sum(dealt.hands) + dealt.aside == PACK
    assert dealt.position().is_over is False


def test_the_same_cards_in_every_game():
    """The seed fixes the cards, whatever the order of the suits."""
    by_name = [
        [frozenset(map(str, dealt.position().hand(seat))) for seat in range(4)]
        for dealt in (deal(rules, seed=9) for rules in ("sheet", "pagat", "big-two", "pusoy-dos"))
    ]
    assert all(hands == by_name[0] for hands in by_name)


def test_dealing_goes_round_in_playing_order():
    """The seat after the dealer gets the first card, to the right if play goes to the right."""
    first = shuffled(4)[0]
    assert first in deal("sheet", seed=4, dealer=0).position().hand(1)
    assert first in deal("sheet+anticlockwise", seed=4, dealer=0).position().hand(3)


def test_the_first_deal_opens_with_the_lowest_card_dealt():
    """Also when nobody was dealt 3♠ (R5, R16, R43): never a card that lies aside."""
    lowest = set()
    for seed in range(40):
        start = deal("pagat", 2, seed=seed).position()
        (opening,) = start.rules.cards(start.opening)
        assert opening in start.hand(start.turn)
        assert all(start.opening <= hand & -hand for hand in start.hands)
        assert all(play.mask & start.opening for play in start.legal_plays())
        lowest.add(str(opening))
    assert "3s" in lowest
    assert lowest - {"3s"}


def test_later_deals_are_led_freely():
    """The leader given leads anything."""
    start = deal("big-two", seed=1, leader=2).position()
    assert (start.turn, start.opening) == (2, 0)


def test_no_pass_first_trick_binds_everybody_at_the_start():
    """The first position of a deal has all seats in `must`."""
    assert deal("big-two+no_pass_first_trick", seed=1).position().must == (0, 1, 2, 3)


def test_refused_deals():
    """Seats that the rules do not allow, and seats that do not exist."""
    for rules, seats in (("sheet+deal17", 4), ("big-two+partnership", 3), ("sheet", 5), ("sheet", 1)):
        with pytest.raises(PositionError):
            deal(rules, seats)
    with pytest.raises(PositionError, match="dealer"):
        deal("sheet", dealer=4)


TWOS = "2s2c2d2h3s4d5c7h8s9dJcQhKs"
PAIRS = "3s3c5s5c7s7c9s9cJsJcKsKc4d"
DRAGON = "3s4c5s6c7s8c9sTcJsQcKsAc4d"
FIVE = "5s5c6s6c7s7c8s8c9s9c3dJhKs"


@pytest.mark.parametrize(
    ("cards", "rules", "pattern"),
    [
        (TWOS, "sheet+instant_win", "four_twos"),
        (PAIRS, "sheet+instant_win", "six_pairs"),
        ("3s3c3d3h7s7c9s9cJsJcKsKc4d", "sheet+instant_win", "six_pairs"),
        (DRAGON, "sheet+instant_win", None),
        (DRAGON, "sheet+instant_win_extended", "dragon"),
        (FIVE, "sheet+instant_win", None),
        (FIVE, "pagat+instant_win_extended", "five_pairs"),
        (TWOS, "sheet", None),
        (PAIRS + "6d8dTdQd", "sheet+instant_win+deal17", None),
        (PAIRS + "4sTsTcQd", "sheet+instant_win+deal17", "eight_pairs"),
        ("2s2cAsAcKsKcQsQcJsJcTsTc4h", "sheet+instant_win_extended", "five_pairs"),
        ("2s2cAsAcKsKcQsQcJsJc3d4h6s", "sheet+instant_win_extended", None),
    ],
)
def test_instant_wins(cards, rules, pattern):
    """Which hands win at once under which rules (R23, R27); 2s are in no double straight."""
    assert instant_win_of(mask(cards, rules), Rules.parse(rules)) == pattern


def test_the_rarest_pattern_wins_then_the_highest():
    """Four 2s before six pairs; two times six pairs are compared by their highest pair."""
    rules = Rules.parse("sheet+instant_win")
    low = mask("3s3c5s5c7s7c9s9cJsJcAdAc4d")
    high = mask("4s4c6s6c8s8cTsTcQsQcAhAs3d")
    rest = (mask("3h4h5h"), mask("6h7h8h"))
    assert Deal(rules, (low, high, *rest)).instant_win == (1, "six_pairs")
    assert Deal(rules, (high, *rest, low)).instant_win == (0, "six_pairs")
    assert Deal(rules, (high, mask("2s2c2d2h3s4h"), *rest)).instant_win == (1, "four_twos")
    assert Deal(rules, rest).instant_win is None


def ended(out, rules="sheet", left="7h"):
    hands = "/".join("." if str(seat) in out else left for seat in range(4))
    return Position.parse(f"{rules} {hands} - {out[-1]}:9c - out={out}")


def test_a_match_goes_from_deal_to_deal():
    """Winner leads, last deals, totals add up; the first deal alone opens with the lowest card."""
    match = Match(Rules.parse("sheet"), deals=2)
    assert match.next_deal().leader is None
    match.record(ended("130"))
    assert match.totals == (-1, 2, -2, 1)
    assert (match.next_deal().leader, match.next_deal().dealer, match.over) == (1, 2, False)
    match.record(ended("310"))
    assert (match.totals, match.over, match.winners) == ((-2, 3, -4, 3), True, (1, 3))
    with pytest.raises(ValueError, match="over"):
        match.record(ended("310"))
    with pytest.raises(ValueError, match="over"):
        match.next_deal()


def test_target_is_checked_after_each_deal_and_most_points_win():
    """V202, V203: whoever has most wins, not whoever was first to reach it."""
    match = Match(Rules.parse("sheet"), target=4)
    match.record(ended("012"))
    assert match.winners == ()
    match.record(ended("013"))
    assert (match.totals, match.over, match.winners) == ((4, 2, -3, -3), True, (0,))


def test_target_or_number_whichever_comes_first_or_agreed_time():
    """Both limits may be set (R39); without one a match ends by agreement."""
    match = Match(Rules.parse("sheet"), target=100, deals=1)
    match.record(ended("012"))
    assert match.over
    match = Match(Rules.parse("sheet"))
    match.record(ended("012"))
    assert not match.over
    match.stop()
    assert match.winners == (0,)


def test_an_instant_win_costs_two_and_the_same_dealer_deals_again():
    """R23, R26, R49: the winner leads the next deal, which is no first deal."""
    rules = Rules.parse("sheet+instant_win")
    match = Match(rules)
    won = Deal(rules, (mask("3s4h"), mask(TWOS.replace("3s", "6s")), mask("5h"), mask("6h")), dealer=3)
    match.record(won)
    assert match.totals == (-2, 6, -2, -2)
    following = match.next_deal()
    assert (following.dealer, following.leader) == (3, 1)
    assert following.position().opening == 0
    with pytest.raises(ValueError, match="played"):
        match.record(Deal(rules, (mask("3s"), mask("4s"), mask("5h"), mask("6h"))))


@pytest.mark.parametrize(
    ("line", "dealer"),
    [
        ("big-two ./3d4d/3c4c/3h - 0:9c - out=0", 1),
        ("big-two ./3d/3c4c/3h4h - 0:9c - out=0", 2),
        ("big-two 3h4h/3d/./3c4c - 2:9c - out=2", 3),
        ("big-two+anticlockwise 3h4h/3d/./3c4c - 2:9c - out=2", 0),
        ("sheet+winner_takes_all 3h4h/3d/./3c4c - 2:9c - out=2", 3),
        ("sheet 3h4h/././. - 2:9c - out=213", 0),
        ("big-two+partnership ./3d/3c4c6c/3h4h - 0:9c - out=0", 3),
    ],
)
def test_next_dealer(line, dealer):
    """The last with cards, or the loser with most cards, ties in turn order after the winner (R26, R40)."""
    assert next_dealer(Position.parse(line)) == dealer


def test_refused_matches():
    """Limits below one, foreign or unfinished deals."""
    with pytest.raises(ValueError, match="target"):
        Match(Rules.parse("sheet"), target=0)
    match = Match(Rules.parse("sheet"))
    with pytest.raises(ValueError, match="belong"):
        match.record(ended("012", rules="pagat"))
    with pytest.raises(PositionError):
        match.record(Position.parse("sheet 3s/4s/5s/6s 0 - -"))
    assert match.results == []


def test_rules_travel_between_processes():
    """Unpickled in a process with another hash seed, rules still equal and hash like freshly read ones."""
    rules = Rules.parse("sheet+cong")
    assert len({rules, pickle.loads(pickle.dumps(rules))}) == 1
    code = (
        "import pickle, sys; from tutor import Rules;"
        "rules = pickle.loads(bytes.fromhex(sys.argv[1]));"
        "print(len({rules, Rules.parse('sheet+cong')}))"
    )
    for seed in ("1", "2"):
        command = [sys.executable, "-c", code, pickle.dumps(rules).hex()]
        done = subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True)
        assert done.stdout.strip() == "1", done.stderr
