"""Every test vector of the rules reference (section 3), read from data/vectors.toml; one function per kind of row."""

import tomllib
from pathlib import Path

import pytest

from tutor import Card, Deal, IllegalPlay, Match, Play, Position, Rules, deal
from tutor.match import DealResult, instant_win_of

VECTORS = tomllib.loads((Path(__file__).parent / "data" / "vectors.toml").read_text(encoding="utf-8"))


def rows(kind):
    """The entries of one kind, once for every rule set they are run under."""
    return [
        pytest.param(row, rules, id=f"{row['id']}-{rules}")
        for row in VECTORS[kind]
        for rules in (row["rules"] if isinstance(row["rules"], list) else [row["rules"]])
    ]


def read(rules, rest):
    """The position, which must be written in its normal form in the data."""
    line = f"{rules} {rest}"
    position = Position.parse(line)
    assert str(position) == line
    return position


def test_every_vector_has_an_entry():
    """The data file has an entry for every row of section 3 and for nothing else."""
    present = {row["id"].rstrip("ab") for kind, entries in VECTORS.items() if kind != "numbers" for row in entries}
    assert present == set(VECTORS["numbers"])
    assert len(VECTORS["numbers"]) == 192


@pytest.mark.parametrize(("row", "rules"), rows("play"))
def test_play(row, rules):
    """A play is legal, and of the kind the row names, or refused for the reason the row gives."""
    position = read(rules, row["position"])
    objection = position.objection(row["play"])
    listed = Play.parse(row["play"], position.rules) in position.legal_plays()
    if refused := row.get("refused"):
        assert objection is not None
        assert objection.code == refused
        assert not listed
        with pytest.raises(IllegalPlay) as caught:
            position.after(row["play"])
        assert caught.value.objection.code == refused
        return
    assert objection is None
    assert listed
    play = Play.parse(row["play"], position.rules)
    if "kind" in row:
        assert play.combination.kind == row["kind"]
    then = position.after(row["play"])
    assert then.table == play
    assert then.owner == position.turn


@pytest.mark.parametrize(("row", "rules"), rows("sequence"))
def test_sequence(row, rules):
    """Plays and passes in order: who is asked next, who is refused and why, when the round and the deal end."""
    position = read(rules, row["position"])
    for step in row["steps"]:
        if "refused" in step:
            objection = position.objection(step["play"], step["seat"])
            assert objection is not None, step
            assert objection.code == step["refused"], step
        else:
            assert position.turn == step["seat"]
            position = position.after(step["play"])
            assert str(position).split(" ", 2)[2] == step["then"], step
    if "legal" in row:
        assert [str(play) for play in position.legal_plays()] == row["legal"]
    if "places" in row:
        assert [place or 0 for place in position.places] == row["places"]
    if "scores" in row:
        assert list(position.scores()) == row["scores"]


@pytest.mark.parametrize(("row", "rules"), rows("score"))
def test_score(row, rules):
    """A finished deal has these places and pays these points."""
    position = read(rules, row["position"])
    assert position.is_over
    assert list(position.places) == row["places"]
    assert list(position.scores()) == row["scores"]


def mask(rules, text):
    """The cards written in `text` as the engine's set."""
    return Play.parse(text, rules).mask


@pytest.mark.parametrize(("row", "rules"), rows("match"))
def test_match(row, rules):
    """Deals recorded one after the other give these totals, end the match and leave these winners."""
    match = Match(Rules.parse(rules), target=row.get("target"), deals=row.get("games"))
    for rest in row["deals"]:
        assert not match.over
        assert match.winners == ()
        match.record(read(rules, rest))
    assert list(match.totals) == row["totals"]
    assert match.over
    assert list(match.winners) == row["winners"]
    with pytest.raises(ValueError):
        match.record(read(rules, row["deals"][0]))


@pytest.mark.parametrize(("row", "rules"), rows("totals"))
def test_totals(row, rules):
    """A match with these totals is over and has these winners."""
    scores = DealResult(tuple(row["totals"]), winner=row["winners"][0], next_dealer=3)
    match = Match(Rules.parse(rules), target=row["target"], results=[scores])
    assert match.over
    assert list(match.winners) == row["winners"]


@pytest.mark.parametrize(("row", "rules"), rows("instant_win"))
def test_instant_win(row, rules):
    """A dealt hand wins outright by the pattern the row names, or does not win."""
    rules = Rules.parse(rules)
    assert instant_win_of(mask(rules, row["hand"]), rules) == row.get("pattern")


@pytest.mark.parametrize(("row", "rules"), rows("dealt_win"))
def test_dealt_win(row, rules):
    """Of several hands that would win outright the right one does; everybody pays it, it leads, the dealer stays."""
    rules = Rules.parse(rules)
    dealt = Deal(rules, tuple(mask(rules, hand) for hand in row["hands"]), dealer=2)
    assert dealt.instant_win == (row["winner"], row["pattern"])
    match = Match(rules, deals=5)
    match.record(dealt)
    assert match.totals == tuple(6 if seat == row["winner"] else -2 for seat in range(4))
    then = match.next_deal()
    assert (then.dealer, then.leader) == (2, row["winner"])
    assert then.position().opening == 0


@pytest.mark.parametrize(("row", "rules"), rows("deal"))
def test_deal(row, rules):
    """So many cards are dealt to each seat and so many are put aside."""
    rules = Rules.parse(rules)
    for seed in range(20):
        dealt = deal(rules, seats=row["seats"], seed=seed)
        assert [hand.bit_count() for hand in dealt.hands] == [row["cards"]] * row["seats"]
        assert dealt.aside.bit_count() == row["aside"]
        together = dealt.aside
        for hand in dealt.hands:
            assert not hand & together
            together |= hand
        assert together == (1 << 52) - 1


@pytest.mark.parametrize("rules", ["sheet", "pagat", "big-two", "pusoy-dos"])
def test_only_the_first_deal_of_a_match_has_an_opening_card(rules):
    """V111, V116, V176, V181, V194: the first deal must open with the lowest card, a later one is led freely."""
    match = Match(Rules.parse(rules), deals=3)
    first = match.next_deal(seed=1).position()
    lowest = {"sheet": "3s", "pagat": "3s", "big-two": "3d", "pusoy-dos": "3c"}[rules]
    assert f" open={lowest}" in str(first)
    assert Card.parse(lowest) in first.hand(first.turn)
    position = first
    while not position.is_over:
        position = position.after(position.legal_plays()[0])
    match.record(position)
    second = match.next_deal(seed=2).position()
    assert second.turn == position.out[0]
    assert "open=" not in str(second)
    assert all(second.objection(str(card)) is None for card in second.hand(second.turn))


def test_lowest_dealt_card_opens():
    """V117: with 3♠ and 3♣ undealt the holder of 3♦ opens, and must play it."""
    rules = Rules.parse("sheet")
    hands = [
        "4s5s6s7s8s9sTsJsQsKsAs2s3h",
        "3d4d5h7c4c5c6c8c9cTcJcQcKc",
        "4h5d6d7d8d9dTdJdQdKdAd2d2h",
    ]
    position = Deal(rules, tuple(mask(rules, hand) for hand in hands)).position()
    assert str(position).split(" ")[2:] == ["1", "-", "-", "open=3d"]
    assert position.objection("7c").code == "opening_card"
    assert position.objection("3d4d5h") is None
