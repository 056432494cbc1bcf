"""Laws that hold in every deal, checked on random deals of all profiles, mixes of house rules and numbers of seats.

The main one: played side by side, the engine and the slow reference (reference.py) agree at every step.
"""

import itertools
import random

import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor import Card, Combination, Deal, IllegalPlay, Play, Position, Rules, solve

PROFILES = ("sheet", "pagat", "big-two", "pusoy-dos")
SEEDS = st.integers(0, 2**32)


def random_rules(rng, seats, profile=None):
    profile = profile or rng.choice(PROFILES)
    return reference.random_house(rng, reference.Table(profile).game, seats, profile)


def small_deal(rng, rules, seats, most=6):
    """A deal of few cards, rich in equal ranks so that bombs come up."""
    table = reference.Table.of(rules)
    ranks = rng.sample("3456789TJQKA", rng.choice([3, 4, 6])) + ["2"] * rng.choice([0, 1, 1])
    pack = [rank + suit for rank in ranks for suit in "scdh"]
    rng.shuffle(pack)
    most = max(1, min(most, len(pack) // seats))
    hands = []
    for _ in range(seats):
        size = rng.randint(1, most)
        hands.append(frozenset(pack[:size]))
        pack = pack[size:]
    game = reference.Game(table, hands, rng.randrange(seats))
    if seats > 2 and not table.first_out_ends and rng.random() < 0.25:  # somebody is out already
        out = rng.choice([seat for seat in range(seats) if seat != game.turn])
        game.hands[out], game.out = frozenset(), [out]
        if "cong" in table:
            game.full = {seat for seat in range(seats) if seat != out and rng.random() < 0.5}
    elif rng.random() < 0.2:
        game.opening = min(game.hands[game.turn], key=table.order)
    if "no_pass_first_trick" in table:
        game.must = set(range(seats))
    return game


def bomb_deal(rng, rules, seats):
    """A deal in which every seat holds what chops are made of: quads, double straights, 2s and a low card."""
    pack = set(reference.deck())

    def take(cards):
        taken = pack & set(cards)
        pack.difference_update(taken)
        return taken

    hands = []
    twos = ["2s", "2c", "2d", "2h"]
    rng.shuffle(twos)
    for seat in range(seats):
        hand = take(twos[seat::seats][: rng.randint(0, 2)])
        for _ in range(rng.choice([1, 1, 1, 2])):
            if rng.random() < 0.6:
                rank = rng.choice("3456789TJQKA")
                hand |= take(rank + suit for suit in "scdh")
            else:
                low, pairs = rng.randrange(8), rng.choice([3, 3, 4, 4, 5])
                suits = rng.choice(["sc", "dh", "sh", "cd"])
                hand |= take(rank + suit for rank in reference.RANKS[low : low + pairs] for suit in suits)
        hand |= take([rng.choice("3456") + rng.choice("scdh")])
        if not hand:
            hand = take(["A" + suit for suit in "scdh"]) or take(sorted(pack)[:1])
        hands.append(frozenset(sorted(hand)[:11]))
    return reference.Game(reference.Table.of(rules), hands, rng.randrange(seats))


def mischief(rng, game):
    """A set of cards that somebody might try to lay, mostly from the hand of the seat to act."""
    hand = sorted(game.hands[game.turn]) if game.turn is not None else reference.deck()
    pool = hand if rng.random() < 0.8 else reference.deck()
    if rng.random() < 0.3 and hand:  # several of a rank are more interesting than a random set
        rank = rng.choice(hand)[0]
        pool = [card for card in pool if card[0] == rank] or pool
    return frozenset(rng.sample(pool, rng.randint(0, min(len(pool), rng.choice([1, 2, 3, 4, 5, 6, 8])))))


def compare(game, position, rng):
    """Everything that the engine says about a moment against what the reference says about it."""
    line = game.line()
    assert str(position) == line
    assert Position.parse(line) == position
    assert [str(play) for play in position.legal_plays()] == game.plays(), line
    assert position.is_over == game.over
    assert position.places == game.places, line
    assert position.turn == game.turn
    assert position.bombable == game.bomb_target, line
    if game.top is not None and not game.over:
        assert position.to_ask == tuple(game.pending), line
    for seat in range(game.seats):
        assert position.count(seat) == game.count(seat)
    for _ in range(3):
        cards = mischief(rng, game)
        text = game.table.text(cards) or "-"
        objection = position.objection(text)
        assert (objection and objection.code) == game.refusal(cards), (line, text)
    seat = rng.randrange(game.seats)
    if game.count(seat):
        cards = mischief(rng, game)
        text = game.table.text(cards) or "-"
        objection = position.objection(text, seat)
        assert (objection and objection.code) == game.refusal_of(cards, seat), (line, text, seat)


def play_out(game, rng, bold=0.5, shy=0.0):
    """Play a deal in the engine and the reference at once, comparing at every step; yields the positions."""
    position = Position.parse(game.line())
    steps = 0
    while True:
        compare(game, position, rng)
        yield position
        if game.over:
            break
        plays = game.plays()
        bombs = [play for play in plays if len(play) >= 8 or play.startswith("2")]
        choice = rng.choice(bombs if bombs and rng.random() < bold else plays)
        if plays[-1] == "-" and rng.random() < shy:
            choice = "-"
        game.act(choice)
        position = position.after(choice)
        steps += 1
        assert steps < 1000
    assert position.scores() == game.scores(), game.line()


# --- the engine and the reference, side by side -----------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("profile", PROFILES)
def test_whole_deals_agree_with_the_reference(profile, seats):
    """Full deals under random house rules: plays in order, refusals, who is asked, round ends, places, points."""
    rng = random.Random(f"{profile} {seats}")
    for _ in range(6):
        rules = random_rules(rng, seats, profile)
        if rules.count("deal17") and rng.random() < 0.7:
            rules = rules.replace("+deal17", "")
        for _ in play_out(reference.first_deal(rng, rules, seats, rng.random() < 0.7), rng):
            pass


@pytest.mark.parametrize("profile", PROFILES)
def test_small_deals_agree_with_the_reference(profile):
    """Many small deals of equal ranks and 2s agree with the reference in the same way."""
    rng = random.Random(f"small {profile}")
    for _ in range(150):
        seats = rng.choice([2, 3, 4])
        for _ in play_out(small_deal(rng, random_rules(rng, seats, profile), seats, most=12), rng):
            pass


@pytest.mark.parametrize("profile", ["sheet", "pagat"])
def test_bomb_deals_agree_with_the_reference(profile):
    """Deals full of bombs and 2s agree with the reference; chops, over-bombs and bomb-only turns do come up."""
    rng = random.Random(f"bombs {profile}")
    chops = over_bombs = bomb_only = 0
    for _ in range(220):
        seats = rng.choice([2, 3, 4, 4])
        game = bomb_deal(rng, random_rules(rng, seats, profile), seats)
        positions = list(play_out(game, rng, bold=0.7, shy=0.3))
        for before, after in itertools.pairwise(positions):
            chops += after.chain and not before.chain
            over_bombs += after.chain and before.chain and after.table != before.table
            bomb_only += before.turn in before.passed and len(before.legal_plays()) > 1
    assert chops > 100
    assert over_bombs > 10
    assert bomb_only > 10


@settings(max_examples=120, deadline=None)
@given(SEEDS)
def test_any_small_deal_agrees_with_the_reference(seed):
    """The same with seeds that hypothesis chooses, and shrinks when something is wrong."""
    rng = random.Random(seed)
    seats = rng.choice([2, 3, 4])
    for _ in play_out(small_deal(rng, random_rules(rng, seats), seats, most=8), rng):
        pass


def table_for(rng, game):
    """Put a random combination of another seat on the table, with some seats locked."""
    table, seats = game.table, game.seats
    used = frozenset().union(*game.hands)
    rest = sorted(frozenset(reference.deck()) - used)
    known = reference.combinations_within(table, frozenset(rng.sample(rest, min(len(rest), 9))))
    interesting = [cards for cards in known if len(cards) > 3 or any(card[0] == "2" for card in cards)]
    game.top = rng.choice(sorted(interesting if interesting and rng.random() < 0.7 else known, key=table.text))
    game.owner = rng.choice([seat for seat in range(seats) if seat != game.turn])
    game.opening, game.must = None, set()
    kind = game.combo.kind
    if table.game == "tien-len":
        game.chain = kind in ("quad", "double_straight") and rng.random() < 0.6
        game.passed = {seat for seat in range(seats) if rng.random() < 0.4 and seat != game.owner}
        if not game.bomb_target:
            game.passed.discard(game.turn)
    order = game.from_seat(game.owner)
    order = order[order.index(game.turn) :]
    game.pending = [seat for seat in order if seat not in game.passed or game.bomb_target]


@pytest.mark.parametrize("profile", PROFILES)
def test_every_subset_of_a_hand(profile):
    """Every subset of a hand is listed, allowed and playable, or none of these and refused with the right code."""
    rng = random.Random(f"subsets {profile}")
    for _ in range(25):
        seats = rng.choice([2, 3, 4])
        game = small_deal(rng, random_rules(rng, seats, profile), seats, most=8)
        if rng.random() < 0.8:
            table_for(rng, game)
        position = Position.parse(game.line())
        listed = position.legal_plays()
        assert len(set(listed)) == len(listed)
        hand = game.table.sort(game.hands[game.turn])
        for bits in range(1 << len(hand)):
            cards = frozenset(card for i, card in enumerate(hand) if bits >> i & 1)
            play = Play.parse(game.table.text(cards) or "-", position.rules)
            objection = position.objection(play)
            assert (objection and objection.code) == game.refusal(cards), (game.line(), str(play))
            assert (play in listed) == (objection is None)
            if objection is None:
                after = position.after(play)
                assert after.count(position.turn) == len(hand) - len(cards)
            else:
                assert str(objection)
                assert len(str(objection).splitlines()) == 1
                with pytest.raises(IllegalPlay) as caught:
                    position.after(play)
                assert caught.value.objection.code == objection.code


@pytest.mark.parametrize("profile", PROFILES)
def test_combinations_agree_with_the_reference(profile):
    """Every subset of random hands is classified as the reference does, and pairs of them are ordered alike."""
    rng = random.Random(f"classify {profile}")
    for _ in range(12):
        text = random_rules(rng, 2, profile)
        table, rules = reference.Table.of(text), Rules.parse(text)
        ranks = rng.sample(reference.RANKS, 5) if rng.random() < 0.5 else reference.RANKS
        pack = [rank + suit for rank in ranks for suit in "scdh"]
        hand = rng.sample(pack, 11)
        known = reference.combinations_within(table, frozenset(hand))
        found = {}
        for bits in range(1, 1 << len(hand)):
            cards = frozenset(card for i, card in enumerate(hand) if bits >> i & 1)
            combo = Combination.of(rules.mask(Card.parse(card) for card in cards), rules)
            expected = known.get(cards)
            assert (combo and (combo.kind, combo.size)) == (expected and (expected.kind, expected.size)), cards
            if combo:
                found[cards] = combo
        sample = rng.sample(sorted(found, key=table.text), min(60, len(found)))
        for one in sample:
            for other in sample:
                if one & other or known[one].size != known[other].size:
                    continue
                beats = reference.why_not(table, known[other], other, known[one]) is None
                assert found[one].beats(found[other]) == beats, (one, other)


# --- laws of their own ------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_the_order_of_cards_never_matters(seed):
    """Hands, tables and plays written in any order, in any spelling, are the same position and get the same answer."""
    rng = random.Random(seed)
    seats = rng.choice([2, 3, 4])
    game = small_deal(rng, random_rules(rng, seats), seats, most=10)
    if rng.random() < 0.7:
        table_for(rng, game)

    def shuffled(text):
        cards = [text[i : i + 2] for i in range(0, len(text), 2)]
        rng.shuffle(cards)
        cards = [card.replace("T", rng.choice(["10", "t", "T"])) for card in cards]
        return "".join(card[:-1] + rng.choice([card[-1], card[-1].upper()]) for card in cards)

    line = game.line()
    fields = line.split(" ")
    fields[1] = "/".join(map(shuffled, fields[1].split("/")))
    if fields[3] != "-":
        owner, cards = fields[3].split(":")
        fields[3] = f"{owner}:{shuffled(cards)}"
    position, twin = Position.parse(line), Position.parse(" ".join(fields))
    assert position == twin
    assert str(position) == str(twin)
    for _ in range(10):
        text = game.table.text(mischief(rng, game)) or "-"
        one, other = position.objection(text), twin.objection(shuffled(text) if text != "-" else text)
        assert (one and one.code) == (other and other.code)
        assert str(one) == str(other)
        if one is None:
            assert position.after(text) == twin.after(shuffled(text) if text != "-" else text)


def random_walk(rng, seats=None, profile=None):
    """The positions and plays of one deal played at random through the engine alone."""
    seats = seats or rng.choice([2, 3, 4])
    game = reference.first_deal(rng, random_rules(rng, seats, profile), seats, rng.random() < 0.5)
    positions, plays = [Position.parse(game.line())], []
    while not positions[-1].is_over:
        plays.append(rng.choice(positions[-1].legal_plays()))
        positions.append(positions[-1].after(plays[-1]))
    return positions, plays


@pytest.mark.parametrize("seed", range(24))
def test_a_deal_runs_down(seed):
    """Hands only shrink, nobody who is out comes back, cards are never doubled, and the deal ends."""
    positions, plays = random_walk(random.Random(seed))
    for before, play, after in zip(positions[:-1], plays, positions[1:], strict=True):
        for seat in range(before.seats):
            laid = play.mask if seat == before.turn else 0
            assert after.hands[seat] == before.hands[seat] & ~laid
        assert after.out[: len(before.out)] == before.out
        assert all(not after.hand(seat) for seat in after.out)
        assert after.turn is None or after.hand(after.turn)
        assert (after.turn is None) == after.is_over
        assert before.legal_plays()
    last = positions[-1]
    assert last.legal_plays() == []
    assert None not in last.places
    assert last.objection("-").code == "deal_over"


@pytest.mark.parametrize("seed", range(24))
def test_points_sum_to_zero(seed):
    """What the losers pay the winners receive, except where only the winner's credit is written."""
    positions, _ = random_walk(random.Random(1000 + seed))
    rules = str(positions[-1].rules)
    scores = positions[-1].scores()
    if "scoring_winner_only" in rules:
        assert min(scores) == 0
        assert sum(scores) > 0
    else:
        assert sum(scores) == 0
    assert max(scores) > 0
    assert all(score == max(scores) for score, place in zip(scores, positions[-1].places, strict=True) if place == 1)


@pytest.mark.parametrize("seed", range(12))
def test_scores_only_at_the_end(seed):
    """Before the deal is over there are no scores."""
    positions, _ = random_walk(random.Random(2000 + seed))
    for position in random.Random(seed).sample(positions[:-1], 5):
        with pytest.raises(ValueError):
            position.scores()


@pytest.mark.parametrize("seed", range(12))
def test_undo_by_replay(seed):
    """Replaying all plays but the last gives the position before it; positions are never changed by `after`."""
    positions, plays = random_walk(random.Random(3000 + seed))
    lines = [str(position) for position in positions]
    for n in random.Random(seed).sample(range(len(plays)), 6):
        position = positions[0]
        for play in plays[:n]:
            position = position.after(play)
        assert position == positions[n]
        assert hash(position) == hash(positions[n])
        assert position.legal_plays() == positions[n].legal_plays()
        assert str(position) == lines[n]
        again = position.after(str(plays[n]))
        assert again == positions[n + 1]
        assert str(again) == lines[n + 1]
    assert [str(position) for position in positions] == lines


@pytest.mark.parametrize("seed", range(12))
def test_a_round_asks_everybody_once(seed):
    """Between two plays nobody is asked twice, and whoever is asked is one of those still to be asked."""
    positions, plays = random_walk(random.Random(4000 + seed))
    asked = []
    for position, play in zip(positions, plays, strict=False):
        assert position.to_ask[0] == position.turn
        assert len(set(position.to_ask)) == len(position.to_ask)
        if position.table is not None:
            assert position.owner not in position.to_ask
            assert position.turn not in asked
        asked = [*asked, position.turn] if play.is_pass else []


# --- hidden hands -----------------------------------------------------------------------------------


def hidden_moment(rng, pool=9):
    """A moment of a small deal with some hands hidden and most other cards known to be gone."""
    seats = rng.choice([2, 3, 4])
    rules = random_rules(rng, seats).replace("+no_pass_first_trick", "")
    game = small_deal(rng, rules, seats, most=5)
    for _ in range(rng.randrange(8)):
        if game.over:
            break
        game.act(rng.choice(game.plays()))
    if game.over:
        return None
    holders = [seat for seat in range(seats) if game.count(seat)]
    hidden = set(rng.sample(holders, rng.randint(1, len(holders))))
    seen = reference.hide(game, hidden)
    held = frozenset().union(*(game.hands[seat] for seat in hidden))
    spare = sorted(seen.unseen - held)
    rng.shuffle(spare)
    seen.gone |= set(spare[max(0, pool - len(held)) :])
    return game, seen


def test_hidden_plays_are_the_combinations_of_unseen_cards():
    """A hidden seat may play every combination of unseen cards that fits its count and the table, and no other."""
    rng = random.Random(11)
    checked = 0
    while checked < 120:
        moment = hidden_moment(rng)
        if moment is None or not isinstance(moment[1].hands[moment[1].turn], int):
            continue
        seen = moment[1]
        position = Position.parse(seen.line())
        assert str(position) == seen.line()
        assert [str(play) for play in position.legal_plays()] == seen.plays(), seen.line()
        for _ in range(8):
            cards = frozenset(rng.sample(reference.deck(), rng.randint(1, 5)))
            objection = position.objection(seen.table.text(cards))
            assert (objection and objection.code) == seen.refusal(cards), (seen.line(), cards)
        checked += 1


def test_hidden_deals_agree_with_the_reference():
    """Deals with hidden hands run as the reference says: counts fall, seen cards gather in `gone`, and they end."""
    rng = random.Random(12)
    played = 0
    while played < 60:
        moment = hidden_moment(rng)
        if moment is None:
            continue
        seen = moment[1]
        position = Position.parse(seen.line())
        steps = 0
        while not seen.over and steps < 200:
            if sum(hand for hand in seen.hands if isinstance(hand, int)) > len(seen.unseen):
                break
            seat, before = seen.turn, seen.count(seen.turn)
            plays = seen.plays()
            assert [str(play) for play in position.legal_plays()] == plays, seen.line()
            choice = rng.choice(plays)
            laid = 0 if choice == "-" else len(choice) // 2
            seen.act(choice)
            after = position.after(choice)
            assert after.count(seat) == before - laid
            if any(after.hidden):
                assert after.gone & position.gone == position.gone
            assert str(after) == seen.line(), (str(position), choice)
            assert Position.parse(str(after)) == after
            position = after
            steps += 1
        assert position.places == seen.places
        played += 1


def test_hiding_others_never_changes_what_one_may_play():
    """What a seat may do depends on its own cards and the table, never on what the others hold."""
    rng = random.Random(13)
    checked = 0
    while checked < 150:
        moment = hidden_moment(rng)
        if moment is None:
            continue
        game, _ = moment
        others = {seat for seat in range(game.seats) if game.count(seat) and seat != game.turn}
        hidden = set(rng.sample(sorted(others), rng.randint(1, len(others))))
        position = Position.parse(game.line())
        blind = Position.parse(reference.hide(game, hidden).line())
        assert blind.legal_plays() == position.legal_plays()
        assert blind.turn == position.turn
        assert blind.to_ask == position.to_ask
        for _ in range(5):
            text = game.table.text(mischief(rng, game)) or "-"
            one, other = position.objection(text), blind.objection(text)
            assert (one and one.code) == (other and other.code)
        for play in position.legal_plays()[:5]:
            assert str(position.after(play)).split(" ")[2:5] == str(blind.after(play)).split(" ")[2:5]
        checked += 1


def rich_hands(rng, table, seats):
    """Hands of a full deal in which the patterns of an instant win are common."""
    each, pack, hands = table.dealt(seats), set(reference.deck()), []
    for _ in range(seats):
        style = rng.randrange(5)
        order = sorted(pack)
        rng.shuffle(order)
        if style == 0:  # the 2s first
            order.sort(key=lambda card: card[0] != "2")
        elif style == 1:  # pairs
            ranks = rng.sample(reference.RANKS, 7)
            order.sort(key=lambda card: card[0] not in ranks)
        elif style == 2:  # one of each rank
            one = {card[0]: card for card in order}
            order.sort(key=lambda card: one[card[0]] != card)
        elif style == 3:  # pairs in a row
            low = rng.randrange(9)
            order.sort(key=lambda card: card[0] not in reference.RANKS[low : low + 5])
        hands.append(frozenset(order[:each]))
        pack -= hands[-1]
    return hands


def test_instant_wins_agree_with_the_reference():
    """Who wins at once, and by which pattern, is what the list of section 2.1 says, ties included."""
    rng = random.Random("instant")
    seen = set()
    for _ in range(1500):
        seats = rng.choice([2, 3, 4])
        house = rng.choice(["", "+instant_win", "+instant_win", "+instant_win_extended"])
        text = rng.choice(["sheet", "pagat"]) + house + ("+deal17" if seats == 3 and rng.random() < 0.7 else "")
        table, rules = reference.Table.of(text), Rules.parse(text)
        hands = rich_hands(rng, table, seats)
        dealt = Deal(rules, tuple(rules.mask(map(Card.parse, hand)) for hand in hands))
        expected = reference.instant_winner(table, hands)
        if expected and expected[1] == "six_pairs" and table.dealt(seats) == 17:
            expected = (expected[0], "eight_pairs")
        assert dealt.instant_win == expected, (text, list(map(table.text, hands)))
        seen.add(expected and expected[1])
    assert seen == {None, "dragon", "five_pairs", "four_twos", "six_pairs", "eight_pairs"}


# --- the solver and the reference -------------------------------------------------------------------


def side_of(game, hero):
    return {hero, (hero + 2) % 4} if "partnership" in game.table else {hero}


def final_value(game, goal, hero):
    """What a finished deal is worth to the hero, as section 5 of the design says."""
    first = game.out[0] in side_of(game, hero)
    if goal == "first":
        return first
    if goal == "points":
        return game.scores()[hero]
    if game.table.first_out_ends:
        return first if goal == "not-last" else 2 - first
    place = game.places[hero]
    return place < game.seats if goal == "not-last" else place


def worth(value, goal):
    return -value if goal == "place" else int(value)


def reference_value(game, goal, hero, memory):
    """The value by plain minimax, every deal played to its very end."""
    if game.over:
        return final_value(game, goal, hero)
    key = game.line()
    if key not in memory:
        values = []
        for play in game.plays():
            then = reference.hide(game, ())
            then.act(play)
            values.append(reference_value(then, goal, hero, memory))
        choose = max if game.turn in side_of(game, hero) else min
        memory[key] = choose(values, key=lambda value: worth(value, goal))
    return memory[key]


def reference_line(game, hero, memory):
    """Whether the hero's side is out first, and the plays to there: the shortest win, the longest defence."""
    if game.out:
        return game.out[0] in side_of(game, hero), ()
    key = game.line()
    if key not in memory:
        mine = game.turn in side_of(game, hero)
        best = None
        for play in game.plays():
            then = reference.hide(game, ())
            then.act(play)
            won, rest = reference_line(then, hero, memory)
            good = won == mine
            rank = (good, -len(rest) if good else len(rest))
            if best is None or rank > best[0]:
                best = (rank, won, (play, *rest))
        memory[key] = best[1:]
    return memory[key]


def solver_deal(rng, seats):
    game = small_deal(rng, random_rules(rng, seats), seats, most={2: 6, 3: 4, 4: 3}[seats])
    for _ in range(rng.randrange(5)):
        then = reference.hide(game, ())
        then.act(rng.choice(then.plays()))
        if then.over:
            break
        game = then
    return game


@pytest.mark.parametrize("goal", ["first", "not-last", "place", "points"])
def test_the_solver_agrees_with_the_reference(goal):
    """Every play of small positions has the value of a plain minimax over the reference, played to the very end."""
    rng = random.Random(f"solve {goal}")
    for number in range(75):
        game = solver_deal(rng, (2, 3, 4)[number % 3])
        hero, memory = game.turn, {}
        solution = solve(Position.parse(game.line()), goal)
        assert solution.complete
        assert solution.value == reference_value(game, goal, hero, memory), game.line()
        for verdict in solution.plays:
            then = reference.hide(game, ())
            then.act(str(verdict.play))
            assert verdict.value == reference_value(then, goal, hero, memory), (game.line(), str(verdict.play))


def test_lines_are_the_shortest_win_and_the_longest_defence():
    """For `first` every line is, play for play, the one that the design describes."""
    rng = random.Random("lines")
    for number in range(75):
        game = solver_deal(rng, (2, 3, 4)[number % 3])
        memory = {}
        for verdict in solve(Position.parse(game.line())).plays:
            then = reference.hide(game, ())
            then.act(str(verdict.play))
            won, rest = reference_line(then, game.turn, memory)
            assert verdict.value == won
            assert tuple(map(str, verdict.line)) == (str(verdict.play), *rest), game.line()


def sure_to_be_first(game, hero, memory):
    """Whether the hero is out first whatever unseen cards the others lay, found by trying everything."""
    if game.out:
        return game.out[0] == hero
    key = game.line()
    if key not in memory:
        mine = game.turn == hero
        memory[key] = not mine
        for play in game.plays():
            then = reference.hide(game, ())
            then.act(play)
            if sure_to_be_first(then, hero, memory) == mine:
                memory[key] = mine
                break
    return memory[key]


def test_sure_verdicts_agree_with_the_reference():
    """With hidden hands a play is sure exactly when it wins although each opponent may lay any unseen cards."""
    rng = random.Random("sure")
    checked, sure = 0, 0
    while checked < 100:
        moment = hidden_moment(rng, pool=rng.choice([3, 4, 5, 6]))
        if moment is None:
            continue
        seen = moment[1]
        hidden = sum(hand for hand in seen.hands if isinstance(hand, int))
        own = isinstance(seen.hands[seen.turn], int)
        if own or hidden > 4 or seen.out or "partnership" in seen.table:
            continue
        memory = {}
        solution = solve(Position.parse(seen.line()))
        assert solution.hidden
        for verdict in solution.plays:
            then = reference.hide(seen, ())
            then.act(str(verdict.play))
            expected = sure_to_be_first(then, seen.turn, memory)
            assert verdict.value == expected, (seen.line(), str(verdict.play))
            sure += expected
        checked += 1
    assert sure > 20
