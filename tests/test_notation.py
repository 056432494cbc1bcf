"""The notation of cards, rules, plays and positions: what is read, what is written, what is refused and how."""

import itertools
import random

import pytest
import reference
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tutor import Card, Play, Position, PositionError, Rules

TIEN_LEN = ("sheet", "pagat")
BIG_TWO = ("big-two", "pusoy-dos")
PROFILES = TIEN_LEN + BIG_TWO
HOUSE_RULES = [*reference.HOUSE_RULES["tien-len"], *reference.HOUSE_RULES["big-two"][1:]]
OF_TIEN_LEN = HOUSE_RULES[1:11]
OF_BIG_TWO = HOUSE_RULES[11:]
EXCLUSIVE = [
    ("bombs_any", "bombs_single"),
    ("twos_double", "twos_triple"),
    ("flush_all_ranks", "flush_suit_first"),
    ("scoring_basic", "scoring_winner_only"),
    ("instant_win", "instant_win_extended"),
    ("last_pays", "winner_takes_all"),
]


def refusal(line):
    """The message with which a line is refused, checked to be one clear line."""
    with pytest.raises(PositionError) as caught:
        Position.parse(line)
    assert type(caught.value) is PositionError
    message = str(caught.value)
    assert len(message.splitlines()) == 1, message
    assert message.isprintable(), message
    return message


# --- cards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("spelling", ["Th", "th", "tH", "TH", "10h", "10H", "10♥", "T♥", "t♥"])
def test_card_spellings(spelling):
    """A ten of hearts may be written in several ways and is always written Th."""
    assert Card.parse(spelling) == Card.parse("Th")
    assert str(Card.parse(spelling)) == "Th"


def test_every_card_round_trips():
    """All 52 cards are read from their two letters, in upper and lower case and with the suit's sign."""
    signs = dict(zip("scdh", "♠♣♦♥", strict=True))
    for rank, suit in itertools.product("3456789TJQKA2", "scdh"):
        card = Card.parse(rank + suit)
        assert str(card) == rank + suit
        for spelling in (rank.lower() + suit, rank + suit.upper(), rank + signs[suit]):
            assert Card.parse(spelling) == card


@pytest.mark.parametrize(
    "text", ["", "3", "s", "s3", "1s", "0s", "11s", "3x", "3ss", "3s4s", " ", "♥", "3 s", "-", "２s"]
)
def test_unreadable_cards(text):
    """What is not exactly one card is refused with a ValueError of one line that quotes it."""
    with pytest.raises(ValueError) as caught:
        Card.parse(text)
    assert repr(text) in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


# --- rules ----------------------------------------------------------------------------------------


def fits(profile, rules):
    """Whether the house rules go with the profile and with each other, as section 4 of the design lists it."""
    own = OF_TIEN_LEN if profile in TIEN_LEN else OF_BIG_TWO
    return not (
        any(rule != "anticlockwise" and rule not in own for rule in rules)
        or any({one, other} <= set(rules) for one, other in EXCLUSIVE)
        or (profile == "pagat" and "last_pays" in rules)
        or (profile == "pusoy-dos" and {"flush_all_ranks", "flush_suit_first"} & set(rules))
        or ("straight_flush_bombs" in rules and not {"bombs_any", "bombs_single"} & set(rules))
    )


@pytest.mark.parametrize("profile", PROFILES)
def test_every_pair_of_house_rules(profile):
    """Two house rules are accepted and written in the fixed order, or refused with one of them named."""
    for rules in [(rule,) for rule in HOUSE_RULES] + list(itertools.permutations(HOUSE_RULES, 2)):
        text = "+".join([profile, *rules])
        if fits(profile, rules):
            assert str(Rules.parse(text)) == "+".join([profile, *sorted(rules, key=HOUSE_RULES.index)])
            continue
        with pytest.raises(ValueError) as caught:
            Rules.parse(text)
        assert any(rule in str(caught.value) for rule in rules)
        message = refusal(f"{text} 3s/4s/5s/6s 0 - -")
        assert any(rule in message for rule in rules)


@pytest.mark.parametrize(
    ("rules", "seats"),
    [("sheet+deal17", {3}), ("pagat+deal17", {3}), ("big-two+partnership", {4}), ("pusoy-dos+partnership", {4})],
)
def test_house_rules_for_a_number_of_seats(rules, seats):
    """`deal17` is for three seats and `partnership` for four; elsewhere they are refused by name."""
    for n in (2, 3, 4):
        line = f"{rules} {'/'.join(['3s', '4s', '5s', '6s'][:n])} 0 - -"
        if n in seats:
            assert str(Position.parse(line)) == line
        else:
            assert rules.split("+")[1] in refusal(line)


@pytest.mark.parametrize(
    "text", ["", "tien-len", "pagat+", "+cong", "pagat++cong", "pagat+kong", "pagat cong", "pagat+sheet"]
)
def test_unreadable_rules(text):
    """An unknown or empty profile or house rule is refused with a ValueError of one line."""
    with pytest.raises(ValueError) as caught:
        Rules.parse(text)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("read", "written"),
    [
        ("sheet+cong+anticlockwise", "sheet+anticlockwise+cong"),
        ("sheet+cong+cong", "sheet+cong"),
        (
            "sheet+last_pays+cong+instant_win_extended+no_overbomb_after_pass+bomb_at_least"
            "+four_pairs_chop_quad+quad_chops_pair+anticlockwise",
            "sheet+anticlockwise+quad_chops_pair+four_pairs_chop_quad+bomb_at_least"
            "+no_overbomb_after_pass+instant_win_extended+cong+last_pays",
        ),
        (
            "big-two+scoring_basic+flush_all_ranks+same_type_only+no_triples+twos_triple"
            "+no_pass_first_trick+wrap_straight+straight_flush_bombs+bombs_any+partnership+anticlockwise",
            "big-two+anticlockwise+partnership+bombs_any+straight_flush_bombs+wrap_straight"
            "+no_pass_first_trick+twos_triple+no_triples+same_type_only+flush_all_ranks+scoring_basic",
        ),
    ],
)
def test_house_rules_in_their_order(read, written):
    """House rules are read in any order and repeated, and written once each in the order of the design."""
    assert str(Rules.parse(read)) == written
    assert Rules.parse(read) == Rules.parse(written)
    assert str(Position.parse(f"{read} 3s/4s/5s/6s 0 - -")) == f"{written} 3s/4s/5s/6s 0 - -"


# --- plays ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("profile", PROFILES)
def test_a_play_is_its_set_of_cards(profile):
    """However its cards are ordered and spelled, a play is the same value and is written lowest card first."""
    rules = Rules.parse(profile)
    suits = {"sheet": "scdh", "pagat": "scdh", "big-two": "dchs", "pusoy-dos": "cshd"}[profile]
    cards = [rank + suit for rank in "9TJ" for suit in suits[:2]]
    expected = "".join(cards)
    spelled = {"T" + s: ["T" + s, "10" + s, "t" + s.upper()] for s in suits}
    rng = random.Random(7)
    for _ in range(50):
        rng.shuffle(cards)
        text = "".join(rng.choice(spelled.get(card, [card])) for card in cards)
        play = Play.parse(text, rules)
        assert str(play) == expected
        assert play == Play.parse(expected, rules)
        assert hash(play) == hash(Play.parse(expected, rules))
    assert str(Play.parse("-", rules)) == "-"


@pytest.mark.parametrize("text", ["", "3", "3s3s", "3s3x", "--", "3s-", "0:3s", "3s 4s"])
def test_unreadable_plays(text):
    """What is neither cards, each once, nor a pass is refused with a ValueError of one line."""
    with pytest.raises(ValueError) as caught:
        Play.parse(text, Rules.parse("pagat"))
    assert len(str(caught.value).splitlines()) == 1


# --- positions: what is read ----------------------------------------------------------------------

NORMAL = [
    "pagat 3s5d/6s6c6d6h/7h/9c9d 1 0:2c 3",
    "pagat 3s5d5h/4c4d7s 0 - -",
    "sheet+anticlockwise+quad_chops_pair 3s/./4s/. 0 - - out=31",
    "sheet 3s/4s/5s/6s 1 0:6c6d7c7d8c8d 01 chain",
    "sheet 3s/4s/5s/6s 1 0:7s7c7d7h 0123 chain",
    "sheet+no_overbomb_after_pass 3s/4s/5s/6s 1 0:7s7c7d7h 23 chain",
    "sheet+four_pairs_chop_quad 3s/4s/5s/6s 1 0:7s7c7d7h 123",
    "pagat 3s4d/?5/?3 0 - - open=3s",
    "pagat ?2/3s4d/?3 0 - - open=3c",
    "pagat 3s4d/?5/. 0 1:7h 1 out=2 gone=4s5s",
    "sheet+cong 3s/./5s/4s4c 2 1:9s - out=1 full=03",
    "big-two+no_pass_first_trick 4d/3s/5c/6h 0 - - must=0123",
    "big-two+no_pass_first_trick 3d4d/3s/5c/6h 0 - - open=3d must=0123",
    "big-two+no_pass_first_trick 4d/3s/5c/6h 1 0:3d - must=13",
    "big-two 3d4d5d/?17/?17 0 - -",
    "pusoy-dos 3c3s3h3d/4c4s4h4d 0 1:2c2s2h -",
    "pagat ./3s - 0:2h - out=0",
    "pagat ././3s/. - 3:6s6c6d6h 013 out=013 chain",
    "big-two ./3s/4d/5d - 0:2h - out=0",
    "sheet+winner_takes_all ./3s/4d/5d - 0:Ah 23 out=0",
    "pagat ./3s/3c/3d 1 0:QsQh - out=0",
    "pagat 3s/3c 0 1:KsAs2c -",
]


@pytest.mark.parametrize("line", NORMAL)
def test_normal_lines_are_fixed_points(line):
    """A line in normal form is written exactly as it was read, and reads as an equal value."""
    position = Position.parse(line)
    assert str(position) == line
    assert Position.parse(str(position)) == position
    assert hash(Position.parse(line)) == hash(position)


@pytest.mark.parametrize(
    ("read", "written"),
    [
        ("  pagat 3s/4s 0 - -  ", "pagat 3s/4s 0 - -"),
        ("pagat 3s/4s 0 - -\n", "pagat 3s/4s 0 - -"),
        ("pagat 3s/4s 0 - -\r\n", "pagat 3s/4s 0 - -"),
        ("pagat 10h3S9♣t♠/4s 0 - -", "pagat 3s9cTsTh/4s 0 - -"),
        ("big-two 3s3h3c3d/4s 0 - -", "big-two 3d3c3h3s/4s 0 - -"),
        ("pusoy-dos 3d3h3s3c/4s 0 - -", "pusoy-dos 3c3s3h3d/4s 0 - -"),
        ("pagat 3s/4s/5s 0 2:10h10♠ 1", "pagat 3s/4s/5s 0 2:TsTh 1"),
        ("pagat 3s/4s/5s/6s 0 3:Ah 21", "pagat 3s/4s/5s/6s 0 3:Ah 12"),
        ("sheet+cong 3s/./5s/4s 2 1:9s - full=30 out=1", "sheet+cong 3s/./5s/4s 2 1:9s - out=1 full=03"),
        (
            "big-two+no_pass_first_trick 4d3d/3s/5c/6h 0 - - must=3210 open=3d",
            "big-two+no_pass_first_trick 3d4d/3s/5c/6h 0 - - open=3d must=0123",
        ),
        ("sheet+cong+cong+anticlockwise 3s/4s 0 - -", "sheet+anticlockwise+cong 3s/4s 0 - -"),
        ("pagat 3s/4s 0 - - gone=5s6s", "pagat 3s/4s 0 - -"),
        ("pagat ./4s/?2 1 - - gone=6s5s out=0", "pagat ./4s/?2 1 - - out=0 gone=5s6s"),
        (
            "pagat ./4s/5s/?1 1 2:6s6c6d6h 2 gone=9s2h chain out=0",
            "pagat ./4s/5s/?1 1 2:6s6c6d6h 2 out=0 chain gone=9s2h",
        ),
    ],
)
def test_lenient_reading(read, written):
    """Spelling, blanks at the ends and the order of house rules, seats, cards and named fields are free."""
    position = Position.parse(read)
    assert str(position) == written
    assert position == Position.parse(written)


def test_order_of_going_out_is_kept():
    """The digits of `out=` are an order, not a set: they are never sorted and different orders differ."""
    one, other = (Position.parse(f"pagat ././3s/4s 2 - - out={order}") for order in ("01", "10"))
    assert str(other).endswith("out=10")
    assert one != other
    assert one.places == (1, 2, None, None)
    assert other.places == (2, 1, None, None)


# --- positions: what is refused -------------------------------------------------------------------

REFUSED = [
    # unreadable card
    ("pagat 3s4x/4s 0 - -", "hands", "4x"),
    ("pagat 3s4/4s 0 - -", "hands", "3s4"),
    ("pagat 1s/4s 0 - -", "hands", "1s"),
    ("pagat 3s/4s/ 0 - -", "hands", "3s/4s/"),
    ("pagat 3s 0 - -", "hands", "3s"),
    ("pagat 3s/4s/5s/6s/7s 0 - -", "hands", "3s/4s/5s/6s/7s"),
    ("pagat -/4s 0 - -", "hands", "-"),
    ("pagat 3s/4s 0 1:4x -", "table", "4x"),
    ("pagat 3s/4s 0 - - open=3x", "open", "3x"),
    ("pagat 3s/?2 0 - - gone=4s5", "gone", "4s5"),
    # unreadable field
    ("", "", ""),
    ("pagat", "", "pagat"),
    ("pagat 3s/4s 0 -", "", "pagat 3s/4s 0 -"),
    ("tien-len 3s/4s 0 - -", "rules", "tien-len"),
    ("pagat+kong 3s/4s 0 - -", "rules", "kong"),
    ("pagat  3s/4s 0 - -", "", "pagat  3s/4s"),
    ("pagat 3s/4s 0 - -  chain", "", "pagat 3s/4s"),
    ("pagat 3s/4s x - -", "turn", "x"),
    ("pagat 3s/4s 2 - -", "turn", "2"),
    ("pagat 3s/4s 01 - -", "turn", "01"),
    ("pagat 3s/4s ² - -", "turn", "²"),
    ("pagat 3s/4s 0 7h -", "table", "7h"),
    ("pagat 3s/4s 0 1: -", "table", "1:"),
    ("pagat 3s/4s 0 2:7h -", "table", "2"),
    ("pagat 3s/4s 0 :7h -", "table", ":7h"),
    ("pagat 3s/4s 0 1:- -", "table", "1:-"),
    ("pagat 3s/4s/5s 0 2:7h x", "passed", "x"),
    ("pagat 3s/4s/5s 0 2:7h 3", "passed", "3"),
    ("pagat 3s/4s/5s 0 2:7h 1-", "passed", "1-"),
    ("pagat ./4s/5s 1 - - out=x", "out", "x"),
    ("pagat ./4s/5s 1 - - out=03", "out", "3"),
    ("pagat ./4s/5s 1 - - out", "", "out"),
    ("pagat 3s/4s 0 - - chain=1", "", "chain=1"),
    ("pagat 3s/4s 0 - - foo=1", "", "foo=1"),
    ("pagat 3s/4s 0 - - foo", "", "foo"),
    ("pagat 3s4s/5s 0 - - open=3s4s", "open", "3s4s"),
    ("pagat 3s/?x 0 - -", "hands", "?x"),
    ("pagat 3s/? 0 - -", "hands", "?"),
    ("pagat 3s/?-1 0 - -", "hands", "?-1"),
    ("pagat 3s/?² 0 - -", "hands", "?²"),
    ("pagat 3s/?3x 0 - -", "hands", "?3x"),
    # a field, a seat, a card twice
    ("pagat ./4s/5s 1 - - out=0 out=0", "out", "out=0"),
    ("pagat 3s/4s/5s 0 2:6s6c6d6h 1 chain chain", "chain", "chain"),
    ("pagat 3s/?1 0 - - gone=4s gone=5s", "gone", "gone=5s"),
    ("pagat 3s/4s 0 - - open=3s open=3s", "open", "open=3s"),
    ("pagat 3s/4s/5s 0 2:7h 11", "passed", "11"),
    ("pagat ./4s/5s 1 - - out=00", "out", "00"),
    ("sheet+cong ./4s/5s 1 - - out=0 full=11", "full", "11"),
    ("big-two+no_pass_first_trick 3s/4s/5s 1 - - must=011", "must", "011"),
    ("pagat 3s3s/4s 0 - -", "hands", "3s3s"),
    ("pagat 3s/3s 0 - -", "hands", "3s"),
    ("pagat 3s/4s 0 1:3s -", "", "3s"),
    ("pagat 3s/4s 0 1:7h7h -", "table", "7h7h"),
    ("pagat 3s/?2 0 - - gone=3s", "gone", "3s"),
    ("pagat 3s/?2 0 - - gone=4s4s", "gone", "4s4s"),
    ("pagat 3s/?2 0 1:7h - gone=7h", "gone", "7h"),
    # an empty named field
    ("pagat 3s/4s 0 - - out=", "out", "out="),
    ("pagat 3s/4s 0 - - open=", "open", "open="),
    ("pagat 3s/?2 0 - - gone=", "gone", "gone="),
    ("pagat 3s/4s 0 - - gone=", "gone", "gone="),
    ("sheet+cong ./4s/5s 1 - - out=0 full=", "full", "full="),
    ("big-two+no_pass_first_trick 3s/4s 0 - - must=", "must", "must="),
    # numbers of cards
    ("pagat 3s/?0 0 - -", "hands", "?0"),
    ("pagat 3s/?18 0 - -", "hands", "?18"),
    ("pagat 3s/?05 0 - -", "hands", "?05"),
    ("pagat 3s3c3d3h4s4c4d4h5s5c5d5h6s6c6d6h7s7c/8s 0 - -", "hands", "3s3c3d3h4s4c4d4h5s5c5d5h6s6c6d6h7s7c"),
    ("pagat 3s4s/?17/?17/?17 0 - -", "hands", "51"),
    ("pagat 3s/?17/?17/?17 0 1:4s -", "hands", "51"),
    ("pagat 3s/?17/?17/?17 0 - - gone=4s", "hands", "51"),
    # the turn and the end of the deal
    ("pagat ./4s 1 - - out=0", "turn", "1"),
    ("pagat ././5s/. 2 1:7h - out=031", "turn", "2"),
    ("big-two ./4s/5s 1 0:7h - out=0", "turn", "1"),
    ("sheet+winner_takes_all ./4s/5s 1 0:7h - out=0", "turn", "1"),
    ("pagat 3s/4s - - -", "turn", "-"),
    ("pagat ./4s/5s - 0:7h - out=0", "turn", "-"),
    ("big-two ././5s - 0:7h - out=01", "out", "01"),
    ("sheet+winner_takes_all ././5s - 0:7h - out=01", "out", "01"),
    ("pagat ./4s/5s 0 - - out=0", "turn", "0"),
    ("pagat 3s/4s 0 0:7h -", "turn", "0"),
    ("pagat 3s/4s/5s 0 1:7h 0", "turn", "0"),
    ("pagat 3s/4s/5s 0 1:7s7c7d7h 0", "turn", "0"),
    ("sheet+no_overbomb_after_pass 3s/4s/5s 0 1:7s7c7d7h 0 chain", "turn", "0"),
    # the table
    ("pagat 3s/4s 0 1:7h8h -", "table", "7h8h"),
    ("sheet 3s/4s 0 1:KsAs2s -", "table", "KsAs2s"),
    ("big-two 3s/4s 0 1:7h8h9h -", "table", "7h8h9h"),
    ("big-two+no_triples 3s/4s 0 1:7h7c7d -", "table", "7h7c7d"),
    ("big-two 3s/4s 0 1:7h7c7d7s -", "table", "7h7c7d7s"),
    # passed and chain
    ("pagat 3s/4s/5s 0 - 1", "passed", "1"),
    ("pagat 3s/4s/5s 0 - - chain", "chain", "chain"),
    ("big-two 3s/4s/5s 0 2:7h 1", "passed", "1"),
    ("pusoy-dos 3s/4s/5s 0 2:7h 1", "passed", "1"),
    ("big-two 3s/4s/5s 0 2:7d7c7h7s8d - chain", "chain", "chain"),
    ("pagat 3s/4s/5s 0 2:2h - chain", "chain", "chain"),
    ("pagat 3s/4s/5s 0 2:7h8h9h - chain", "chain", "chain"),
    # `.` and out=
    ("pagat ./4s/5s 1 - -", "out", "./4s/5s"),
    ("pagat 3s/4s/5s 1 - - out=0", "out", "out=0"),
    ("pagat ./4s/5s 1 - - out=02", "out", "out=02"),
    ("pagat ././5s/6s 2 - - out=0", "out", "out=0"),
    ("pagat ./. - 0:7h - out=01", "", "./."),
    # the opening
    ("pagat 3s/4s 0 1:7h - open=3s", "open", "3s"),
    ("pagat 3s/4s 0 - - open=4s", "open", "4s"),
    ("pagat 3s/4s 0 - - open=5s", "open", "5s"),
    ("pagat ?2/4s 0 - - open=4s", "open", "4s"),
    ("pagat ?2/4s 0 - - open=3s gone=3s", "open", "3s"),
    # full= and must=
    ("sheet ./4s/5s 1 - - out=0 full=1", "full", "1"),
    ("big-two ./4s/5s - 0:7h - out=0 full=1", "full", "1"),
    ("big-two 3s/4s/5s 1 - - must=012", "must", "012"),
    ("sheet 3s/4s/5s 1 - - must=012", "must", "012"),
    ("sheet+cong 3s/4s/5s 1 - - full=1", "full", "1"),
]


@pytest.mark.parametrize(("line", "field", "quoted"), REFUSED, ids=[line or "empty" for line, _, _ in REFUSED])
def test_refused(line, field, quoted):
    """Each line is refused in one line that names the field and quotes what was read."""
    message = refusal(line)
    assert field in message.split("(in ")[0]
    assert quoted in message


# --- fuzz -----------------------------------------------------------------------------------------


def sample_lines(seed, deals):
    """Lines of random moments of random deals, written by the reference, some with hidden hands."""
    rng = random.Random(seed)
    lines = []
    for i in range(deals):
        profile = PROFILES[i % 4]
        seats = rng.choice([2, 3, 4])
        rules = reference.random_house(rng, reference.Table(profile).game, seats, profile)
        rules = rules.replace("+deal17", "")
        game = reference.first_deal(rng, rules, seats, first=rng.random() < 0.5)
        while True:
            if rng.random() < 0.15:
                lines.append(game.line())
                hidden = {seat for seat in range(seats) if game.count(seat) and rng.random() < 0.5}
                if not game.over:
                    lines.append(reference.hide(game, hidden).line())
            if game.over:
                lines.append(game.line())
                break
            game.act(rng.choice(game.plays()))
    return lines


LINES = sample_lines(2026, 24)


def parsed_or_refused(text):
    """The position if the text is one, else None; nothing but a clear `PositionError` may come out."""
    try:
        position, message = Position.parse(text), None
    except PositionError as error:
        position, message = None, str(error)
    if position is None:
        assert len(message.splitlines()) == 1
        assert len(message) < 1000
        return None
    line = str(position)
    assert line.isascii()
    assert Position.parse(line) == position
    assert str(Position.parse(line)) == line
    return position


def test_moments_of_real_deals_round_trip():
    """Every moment of a deal, seen with open hands or with some hidden, is read and written unchanged."""
    for line in LINES:
        assert str(Position.parse(line)) == line


def mutate(rng, line):
    """The line with a few characters, words or parts of words changed."""
    alphabet = "0123456789TJQKA2scdhSCDH-./?:= +\n\t♥♠10xé²₂\x00"
    for _ in range(rng.choice([1, 1, 1, 2, 3, 6])):
        if not line:
            return rng.choice(alphabet)
        i, j = sorted((rng.randrange(len(line)), rng.randrange(len(line))))
        words = line.split(" ")
        k = rng.randrange(len(words))
        change = rng.randrange(8)
        if change == 0:
            line = line[:i] + line[i + 1 :]
        elif change == 1:
            line = line[:i] + rng.choice(alphabet) + line[i:]
        elif change == 2:
            line = line[:i] + rng.choice(alphabet) + line[i + 1 :]
        elif change == 3:
            line = line[:i] + line[j] + line[i + 1 : j] + line[i] + line[j + 1 :]
        elif change == 4:
            line = line[:i] + line[j:]
        elif change == 5:
            line = " ".join(words[:k] + words[k + 1 :])
        elif change == 6:
            line = " ".join([*words, rng.choice(words)])
        else:
            words[k] = rng.choice(rng.choice(LINES).split(" "))
            line = " ".join(words)
    return line


def test_fuzz_by_mutation():
    """Valid lines with random damage are read as positions that round trip, or clearly refused."""
    rng = random.Random(4)
    read = sum(parsed_or_refused(mutate(rng, rng.choice(LINES))) is not None for _ in range(12000))
    assert 300 < read < 9000


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60))
@example("")
@example("\ud800")
@example("pagat 3s/4s 0 - -\u2028")
@example("pagat 3s/4s 0 - \x85-")
@example("pagat " + "9" * 5000 + " 0 - -")
@example("pagat 3s/?" + "9" * 5000 + " 0 - -")
def test_fuzz_with_any_text(text):
    """Any text at all is read as a position that round trips, or clearly refused."""
    parsed_or_refused(text)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.sampled_from(sorted({word for line in LINES for word in line.split(" ") if len(word) < 40})),
            st.from_regex(r"(out|open|gone|full|must)=[0-3scdh2-9TJQKA]{0,4}", fullmatch=True),
            st.from_regex(r"[0-4]:([3-9TJQKA2][scdh]){1,3}", fullmatch=True),
        ),
        max_size=8,
    )
)
def test_fuzz_with_words_of_the_notation(words):
    """Words of the notation in any order are read as a position that round trips, or clearly refused."""
    parsed_or_refused(" ".join(words))
