"""Cases that programs of this kind got wrong, each with its whole kind (data/cases.toml and the functions below).

A case about one hand is tried for all ranks and suits, one about a seat for every seat in both directions.
"""

import itertools
import os
import random
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from seats import turns

from tutor import Card, Combination, IllegalPlay, Play, Position, PositionError, Rules, deal, solve

DATA = Path(__file__).parent / "data"
CASES = tomllib.loads((DATA / "cases.toml").read_text(encoding="utf-8"))
VECTORS = tomllib.loads((DATA / "vectors.toml").read_text(encoding="utf-8"))
TIEN_LEN = ["sheet", "pagat"]
BIG_TWO = ["big-two", "pusoy-dos"]
PROFILES = TIEN_LEN + BIG_TWO
RANKS = "3456789TJQKA2"


def rows(kind):
    """The entries of one kind in both data files, once for every rule set."""
    return [
        pytest.param(row, rules, id=f"{row['id']}-{rules}")
        for row in CASES.get(kind, []) + VECTORS[kind]
        for rules in row["rules"]
    ]


@pytest.mark.parametrize(("row", "rules"), rows("play"))
def test_play_in_every_seat(row, rules):
    """A play gets its verdict in every seat and in both directions."""
    line = f"{rules} {row['position']}"
    for turn in turns(line):
        position = Position.parse(turn.line(line))
        play = Play.parse(row["play"], position.rules)
        objection = position.objection(play)
        assert (objection and objection.code) == row.get("refused"), (turn, str(position))
        assert (play in position.legal_plays()) == (objection is None)
        if "kind" in row:
            assert play.combination.kind == row["kind"]


@pytest.mark.parametrize(("row", "rules"), rows("sequence"))
def test_sequence_in_every_seat(row, rules):
    """A course of play runs the same from every seat and in both directions."""
    line = f"{rules} {row['position']}"
    for turn in turns(line):
        position = Position.parse(turn.line(line))
        for step in row["steps"]:
            seat = turn.seat(step["seat"])
            if "refused" in step:
                assert position.objection(step["play"], seat).code == step["refused"], (turn, step)
                continue
            assert position.turn == seat, (turn, step)
            position = position.after(step["play"])
            assert str(position).split(" ")[2:] == turn.state(step["then"].split(" ")), (turn, step)
        if "places" in row:
            assert [place or 0 for place in position.places] == turn.each(row["places"])
        if "scores" in row:
            assert list(position.scores()) == turn.each(row["scores"])


@pytest.mark.parametrize(("row", "rules"), rows("score"))
def test_score_in_every_seat(row, rules):
    """Places and points go with the seats, whatever their numbers and the direction."""
    line = f"{rules} {row['position']}"
    for turn in turns(line):
        position = Position.parse(turn.line(line))
        assert list(position.places) == turn.each(row["places"])
        assert list(position.scores()) == turn.each(row["scores"])


# --- kinds of combination -------------------------------------------------------------------------


def kind_of(rules, cards):
    combination = Combination.of(Play.parse("".join(cards), rules).mask, rules)
    return combination and combination.kind


@pytest.mark.parametrize("profile", PROFILES)
def test_nothing_runs_round_the_corner(profile):
    """C1, C14, C20: no run of singles or pairs goes on from 2 to 3; only `pagat` lets one end with the 2."""
    rules = Rules.parse(profile)
    for length, start in itertools.product(range(3, 13), range(13)):
        ranks = [(start + i) % 13 for i in range(length)]
        corner = 12 in ranks and 0 in ranks
        with_two = 12 in ranks
        straight = not corner and (profile == "pagat" or not with_two)
        singles = [RANKS[rank] + "sc"[i % 2] for i, rank in enumerate(ranks)]
        pairs = [RANKS[rank] + suit for rank in ranks for suit in "dh"]
        if profile in TIEN_LEN:
            assert kind_of(rules, singles) == ("straight" if straight else None), singles
            assert kind_of(rules, pairs) == ("double_straight" if straight else None), pairs
        else:
            assert kind_of(rules, singles) == ("straight" if straight and length == 5 else None), singles
            assert kind_of(rules, pairs) is None
            suited = [RANKS[rank] + "h" for rank in ranks]
            flush = "straight_flush" if straight else "flush"
            assert kind_of(rules, suited) == (flush if length == 5 else None), suited


def test_only_the_lowest_corner_counts_with_wrap_straight():
    """C1, C20 with `wrap_straight`: 2-3-4-5-6 and nothing else with a 2."""
    rules = Rules.parse("big-two+wrap_straight")
    for start in range(13):
        ranks = [(start + i) % 13 for i in range(5)]
        good = 12 not in ranks or start == 12
        mixed = [RANKS[rank] + "sc"[i % 2] for i, rank in enumerate(ranks)]
        assert kind_of(rules, mixed) == ("straight" if good else None)
        assert kind_of(rules, [RANKS[rank] + "h" for rank in ranks]) == ("straight_flush" if good else "flush")


@pytest.mark.parametrize("profile", TIEN_LEN)
def test_every_card_must_belong(profile):
    """C2: a combination and any further card is a combination only if the card continues it."""
    rules = Rules.parse(profile)
    for held in ("9s", "9s9c", "9s9c9d", "7s8c9d", "7s7c8s8c9s9c"):
        shape = kind_of(rules, [held])
        ranks = {RANKS.index(rank) for rank in held[::2]}
        for card in (rank + suit for rank in RANKS for suit in "scdh" if rank + suit not in held):
            rank = RANKS.index(card[0])
            longer = kind_of(rules, [held, card])
            if shape in ("single", "pair", "triple"):
                expected = {"single": "pair", "pair": "triple", "triple": "quad"}[shape] if {rank} == ranks else None
            else:
                grows = shape == "straight" and rank in (min(ranks) - 1, max(ranks) + 1)
                expected = "straight" if grows else None
            assert longer == expected, (held, card)


@pytest.mark.parametrize("profile", PROFILES)
def test_equal_ranks_are_decided_by_the_top_suit(profile):
    """C3, C16: of two disjoint pairs of a rank exactly the one with the highest suit beats the other; no tie."""
    suits = Rules.parse(profile).suits
    for rank in RANKS:
        spare, other = [low + "s" for low in "345" if low != rank][:2]
        for mine in itertools.combinations(suits, 2):
            theirs = [suit for suit in suits if suit not in mine]
            pair, table = ("".join(rank + suit for suit in pair) for pair in (mine, theirs))
            objection = Position.parse(f"{profile} {pair}{spare}/{other} 0 1:{table} -").objection(pair)
            assert (objection and objection.code) == (None if suits[3] in mine else "too_low")
        for one, table in itertools.permutations(suits, 2):
            position = Position.parse(f"{profile} {rank}{one}{spare}/{other} 0 1:{rank}{table} -")
            objection = position.objection(rank + one)
            higher = suits.index(one) > suits.index(table)
            assert (objection and objection.code) == (None if higher else "too_low")


@pytest.mark.parametrize("profile", TIEN_LEN)
def test_bombs_are_for_twos(profile):
    """C4, C15, C19: a quad beats each single 2, and, unless a house rule says so, nothing else but a lower quad."""
    quads = {rank: "".join(rank + suit for suit in "scdh") for rank in RANKS[:-1]}
    twos = ["2" + suit for suit in "scdh"]
    for rank, quad in quads.items():
        for rules in (profile, f"{profile}+quad_chops_pair"):
            for size in (1, 2, 3):
                for table in map("".join, itertools.combinations(twos, size)):
                    spare = "3s" if rank != "3" else "4s"
                    position = Position.parse(f"{rules} {quad}/{spare} 0 1:{table} -")
                    chops = size == 1 or (size == 2 and "quad" in rules)
                    objection = position.objection(quad)
                    assert (objection and objection.code) == (None if chops else "wrong_kind")
                    assert (quad in map(str, position.legal_plays())) == chops
        for other in RANKS[:-1]:
            if other != rank:
                for table in (other + "h", other + "c" + other + "d", other + "s" + other + "c" + other + "h"):
                    position = Position.parse(f"{profile} {quad}/2s 0 1:{table} -")
                    assert position.objection(quad).code == "wrong_kind"


@pytest.mark.parametrize("profile", TIEN_LEN)
def test_lengths_of_chopping_double_straights(profile):
    """C4's kind: three, four, five pairs are for one, two, three 2s; with `bomb_at_least` longer ones chop as well."""
    for pairs, twos, at_least in itertools.product(range(3, 9), (1, 2, 3), (False, True)):
        rules = profile + ("+bomb_at_least" if at_least else "")
        run = "".join(rank + suit for rank in RANKS[:pairs] for suit in "sc")
        table = "".join("2" + suit for suit in "scd"[:twos])
        position = Position.parse(f"{rules} {run}Ah/3h 0 1:{table} -")
        chops = pairs == twos + 2 or (at_least and pairs > twos + 2)
        objection = position.objection(run)
        assert (objection and objection.code) == (None if chops else "wrong_kind")
        assert (run in map(str, position.legal_plays())) == chops
        longest = [play for play in position.legal_plays() if len(play.cards) > 5]
        assert all(len(play.cards) == 2 * (twos + 2) for play in longest) or at_least


@pytest.mark.parametrize("rank", "34567TQA")
def test_a_two_never_beats_a_quad(rank):
    """C4: neither a 2, nor two or three of them, beats a quad, in a chop chain or outside, under any switch."""
    quad = "".join(rank + suit for suit in "scdh")
    for rules in ("sheet", "pagat", "sheet+quad_chops_pair", "pagat+four_pairs_chop_quad+bomb_at_least"):
        for chain in ("", " chain"):
            for size in (1, 2, 3):
                twos = "".join("2" + suit for suit in "scdh"[:size])
                position = Position.parse(f"{rules} {twos}Kd/9s 0 1:{quad} -{chain}")
                assert position.objection(twos).code == "wrong_kind"


@pytest.mark.parametrize("profile", PROFILES)
def test_spelling_of_a_play(profile):
    """C7: the same play with its cards in any order and any spelling gets the same verdict and the same form."""
    position = Position.parse(f"{profile} Th9c9d3s/4s/5s 0 - -")
    suits = position.rules.suits
    nines = "".join("9" + suit for suit in sorted("cd", key=suits.index))
    for spelling in ("9c9d", "9d9c", "9♦9♣", "9D9c"):
        assert str(Play.parse(spelling, position.rules)) == nines
        assert position.objection(spelling) is None
        assert position.after(spelling) == position.after(nines)
    for spelling in ("Th", "10h", "T♥", "10♥", "tH"):
        assert str(Play.parse(spelling, position.rules)) == "Th"
        assert position.after(spelling) == position.after("Th")


def test_a_play_read_under_other_rules():
    """C7: a play is its cards, even if it was read with another suit order."""
    position = Position.parse("pagat Th9c9d3s/4s/5s 0 - -")
    for profile in PROFILES:
        play = Play.parse("9d9c", Rules.parse(profile))
        assert play == Play.parse("9c9d", position.rules)
        assert hash(play) == hash(Play.parse("9c9d", position.rules))
        assert position.objection(play) is None
        assert play in position.legal_plays()
        assert position.after(play) == position.after("9c9d")
        assert position.objection(Play.parse("9c9h", Rules.parse(profile))).code == "not_in_hand"


@pytest.mark.parametrize("profile", PROFILES)
def test_a_low_play_is_refused_by_the_engine(profile):
    """C8: given straight to `after`, a play that is not higher raises the objection, and nothing changes."""
    for rank, table in itertools.combinations(RANKS, 2):
        line = f"{profile} {rank}h/{'3s' if rank != '3' else '4s'} 0 1:{table}c -"
        if f"{table}c" in line.split(" ")[1]:
            continue
        position = Position.parse(line)
        with pytest.raises(IllegalPlay) as caught:
            position.after(rank + "h")
        assert caught.value.objection.code == "too_low"
        assert str(caught.value.objection) in str(caught.value)
        assert str(position) == line


def test_undo_and_the_same_play_again():
    """C9: going back is having the earlier value; the same play again gives an equal position in every respect."""
    position = Position.parse("pagat 3s5d/6s6c6d6h/7h/9c9d 1 0:2c 3")
    for play in position.legal_plays():
        line = str(position)
        one = position.after(play)
        assert str(position) == line
        again = Position.parse(line).after(str(play))
        assert again == one
        assert str(again) == str(one)
        assert again.legal_plays() == one.legal_plays()
        assert len({one, again}) == 1


# --- turns ----------------------------------------------------------------------------------------


def next_seats(seat, seats, anticlockwise):
    """The other seats in playing order after `seat`, written out again here on purpose."""
    step = seats - 1 if anticlockwise else 1
    return [(seat + step * k) % seats for k in range(1, seats)]


def check_turns(position, anticlockwise, locks):
    """Walk every course of play and check who is asked; returns the number of plays looked at."""
    if position.is_over:
        return 0
    looked = 0
    for play in position.legal_plays():
        after = position.after(play)
        looked += 1
        owner = position.turn if play.cards else position.owner
        if after.table is not None:
            assert (position.turn in after.passed) == (play.is_pass and locks)
        if after.is_over:
            continue
        asked = next_seats(position.turn, after.seats, anticlockwise)
        asked = asked[: asked.index(owner)] if owner in asked else asked
        locked = set(position.passed) | ({position.turn} if play.is_pass and locks else set())
        asked = [seat for seat in asked if after.count(seat) and seat not in locked]
        if asked:
            assert (after.turn, after.owner) == (asked[0], owner), (str(position), str(play))
            assert after.to_ask == tuple(asked)
        else:
            leader = next(s for s in [owner, *next_seats(owner, after.seats, anticlockwise)] if after.count(s))
            assert (after.turn, after.table) == (leader, None), (str(position), str(play))
            assert not after.passed
        looked += check_turns(after, anticlockwise, locks)
    return looked


@pytest.mark.parametrize("anticlockwise", [False, True], ids=["clockwise", "anticlockwise"])
@pytest.mark.parametrize("profile", ["sheet", "big-two"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turn_and_lead_go_to_the_next_seat_with_cards(seats, profile, anticlockwise):
    """C11, C12: whoever has just gone out, before, after or between, nobody is skipped and nobody plays twice."""
    rules = profile + ("+anticlockwise" if anticlockwise else "")
    looked = 0
    for counts in itertools.product([1, 2], repeat=seats):
        if seats == 4 and sum(counts) > 6:
            continue
        for leader in range(seats):
            order = [leader, *next_seats(leader, seats, anticlockwise)]
            hands = {}
            for place, seat in enumerate(order):  # everybody can beat the seat before with either card
                hands[seat] = "".join(RANKS[place + seats * i] + "s" for i in range(counts[seat]))
            line = f"{rules} {'/'.join(hands[seat] for seat in range(seats))} {leader} - -"
            looked += check_turns(Position.parse(line), anticlockwise, profile == "sheet")
    assert looked >= {2: 20, 3: 100, 4: 400}[seats]


@pytest.mark.parametrize("anticlockwise", [False, True], ids=["clockwise", "anticlockwise"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_lead_of_a_finished_player_is_inherited(seats, anticlockwise):
    """C11: in every seat, with every other seats out already, the lead goes to the next one with cards."""
    rules = "pagat" + ("+anticlockwise" if anticlockwise else "")
    for leader in range(seats):
        others = next_seats(leader, seats, anticlockwise)
        for gone in range(seats - 2):
            for out in itertools.combinations(others, gone):
                hands = ["." if s in out else RANKS[s] + "s" + RANKS[s] + "c" for s in range(seats)]
                hands[leader] = "Ah"
                order = f" out={''.join(map(str, out))}" if out else ""
                position = Position.parse(f"{rules} {'/'.join(hands)} {leader} - -{order}").after("Ah")
                left = [seat for seat in others if seat not in out]
                for seat in left:
                    assert position.turn == seat
                    position = position.after("-")
                assert (position.turn, position.table) == (left[0], None)


def test_a_locked_seat_comes_back_only_for_bombs():
    """C18: a locked seat is asked again about a 2 or in a chop chain, and about nothing else."""
    for table, asked in [("Ah", False), ("AsAh", False), ("7s7c7d7h", False), ("2s", True), ("2s2h", True)]:
        position = Position.parse(f"pagat 3s4s/9s9c9d9hTs/5s6s/{table}3h 3 - -").after(table)
        position = position.after("-").after("-").after("-")
        assert position.turn == 3
        start = Position.parse(f"pagat 3s4s/9s9c9d9hTs/5s6s/8h 2 3:{table} 1")
        assert (start.after("-").turn, start.bombable) == (3, asked)
        start = Position.parse(f"pagat 3s4s/9s9c9d9hTs/5s6s/8h 0 3:{table} 1")
        assert start.after("-").turn == (1 if asked else 2)


def test_three_passes_in_a_row():
    """C22: in Big Two the count starts again with every play, and the last to play leads when n - 1 have passed."""
    for profile, seats in itertools.product(BIG_TWO, (2, 3, 4)):
        hands = "/".join(f"{rank}s{rank}h" for rank in RANKS[:seats])
        position = Position.parse(f"{profile} {hands} 0 - -").after("3s")
        for again in range(3):
            for seat in range(1, seats):
                assert position.turn == seat
                position = position.after("-")
            assert (position.turn, position.table) == (0, None)
            assert not position.passed
            if again == 0:
                break


# --- deals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", CASES["dealt"], ids=lambda row: f"{row['rules']}-{row['seed']}")
def test_a_seed_gives_one_deal(row):
    """C21: the same seed deals these cards, here and everywhere."""
    dealt = deal(row["rules"], row["seats"], row["seed"])
    assert dealt.dealer == row["dealer"]
    assert str(dealt.position()) == f"{row['rules']} {row['position']}"


def test_a_seed_gives_one_deal_in_every_process():
    """C21: nor does a deal depend on how Python orders its sets this time."""
    code = "from tutor import deal; print(*(deal('pagat', 4, seed).position() for seed in range(5)), sep='\\n')"
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(DATA.parents[1])},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1
    assert b"pagat" in runs.pop()


def test_seeds_differ():
    """C21: a hundred seeds give a hundred deals, and every card goes to every seat now and then."""
    deals = [deal("pagat", 4, seed) for seed in range(100)]
    assert len({dealt.hands for dealt in deals}) == 100
    for seat in range(4):
        together = 0
        for dealt in deals:
            together |= dealt.hands[seat]
        assert together == (1 << 52) - 1


# --- the solver -----------------------------------------------------------------------------------


def verdicts(solution):
    return {str(verdict.play): verdict.value for verdict in solution.plays}


def line_of(solution, play):
    return next([str(step) for step in v.line] for v in solution.plays if str(v.play) == play)


@pytest.mark.parametrize("rules", TIEN_LEN)
def test_going_out_with_the_bomb_is_answered_at_once(rules):
    """C5: a quad that is the whole hand beats the 2; the solver says so without a search."""
    line = f"{rules} 6s6c6d6h/3s4s/5s/7s 0 3:2h -"
    for turn in turns(line):
        solution = solve(Position.parse(turn.line(line)))
        assert solution.value is True
        assert solution.complete
        assert [str(play) for play in solution.best] == ["6s6c6d6h"]
        assert solution.nodes < 200


def test_every_winning_play_is_accepted():
    """C23, C24: where several plays win all of them are best, each with a line, and best plays are legal ones."""
    solution = solve(Position.parse("pagat 3s3c/4s4d 0 - -"))
    assert verdicts(solution) == {"3s": False, "3c": False, "3s3c": True}
    solution = solve(Position.parse("pagat 8s9s/4s4d 0 - -"))
    assert verdicts(solution) == {"8s": True, "9s": True}
    assert [str(play) for play in solution.best] == ["8s", "9s"]
    for verdict in solution.plays:
        assert verdict.line[0] == verdict.play


@pytest.mark.parametrize("goal", ["first", "not-last", "place", "points"])
def test_wrong_plays_are_refuted(goal):
    """C25: a wrong play and a wrong pass get a worse value and a refutation; an illegal play gets no verdict at all."""
    position = Position.parse("pagat 3s5d5h/4c4d7s 0 - -")
    solution = solve(position, goal)
    best = [str(play) for play in solution.best]
    assert best == ["5d5h"]
    for verdict in solution.plays:
        if str(verdict.play) not in best:
            assert verdict.value != solution.value
            assert len(verdict.line) > 1
    assert "7s" not in verdicts(solution)
    assert "-" not in verdicts(solution)
    position = Position.parse("pagat 2h3s/4s4c/5s 0 1:As -")
    solution = solve(position)
    assert verdicts(solution) == {"2h": True, "-": False}
    assert position.objection("3s").code == "too_low"


def test_in_the_middle_of_a_round():
    """C26: table not empty, seats locked, one legal play only: solved, with the right sign."""
    for line, value in [
        ("pagat 3s/4s4c/5s 0 1:2h 2", False),  # only the pass; seat 1 then leads its pair and is out
        ("pagat 5s/4s4c3h/6s 0 1:2h 2", False),
        ("pagat 3s4s/9h/8h 0 1:Ts 2", False),  # only the pass; seat 1 leads its last card
        ("pagat 9s9c9d9h/Ts/Th 0 1:2h 02", True),  # locked, but the bomb is the whole hand
        ("pagat 4s9s9c9d9h/3s3c/8h 0 1:2h 02", True),
    ]:
        for turn in turns(line):
            position = Position.parse(turn.line(line))
            solution = solve(position)
            assert solution.complete
            assert solution.value is value, line
            assert solution.hero == position.turn


def random_small_positions(number, seed):
    rng = random.Random(seed)
    while number:
        seats = rng.choice([2, 2, 3])
        pack = [rank + suit for rank in rng.sample(RANKS, 4) for suit in "scdh"]
        rng.shuffle(pack)
        hands = ["".join(pack.pop() for _ in range(rng.randint(2, 4))) for _ in range(seats)]
        yield Position.parse(f"{rng.choice(PROFILES)} {'/'.join(hands)} {rng.randrange(seats)} - -")
        number -= 1


def test_the_same_answer_cold_and_warm():
    """C27: asked again, alone or after many others, the solver gives the same values and the same lines."""
    positions = list(random_small_positions(25, seed=5))
    first = [[(v.play, v.value, v.line) for v in solve(position).plays] for position in positions]
    for position in random_small_positions(40, seed=6):
        solve(position, "place")
    for position, before in reversed(list(zip(positions, first, strict=True))):
        assert [(v.play, v.value, v.line) for v in solve(position).plays] == before


@pytest.mark.parametrize("goal", ["first", "not-last", "place", "points"])
def test_lines_can_be_stepped_through(goal):
    """C28: every line is legal at every step and ends where the goal is decided as the verdict says."""
    for position in random_small_positions(25, seed=goal):
        solution = solve(position, goal)
        for verdict in solution.plays:
            now = position
            for play in verdict.line:
                assert now.objection(play) is None, (str(position), str(now), str(play))
                now = now.after(play)
            if goal == "first":
                assert verdict.value == (now.out[0] == position.turn)
            elif position.turn in now.out or now.is_over:
                place = now.places[position.turn]
                if goal == "place":
                    assert verdict.value == place
                elif goal == "not-last" and not position.rules.first_out_ends:
                    assert verdict.value == (place < position.seats)
                elif now.is_over and goal == "points":
                    assert verdict.value == now.scores()[position.turn]


def test_the_seat_of_the_hero_does_not_matter():
    """C26 and its kind: the values and lines are the same from every seat and in both directions."""
    for position in random_small_positions(15, seed=8):
        line = str(position)
        values = [(str(v.play), v.value, v.line) for v in solve(position).plays]
        for turn in turns(line):
            turned = Position.parse(turn.line(line))
            assert [(str(v.play), v.value, v.line) for v in solve(turned).plays] == values


def test_an_opponent_may_keep_a_low_card_for_a_partner():
    """C37: the opposition must spend 7d7h and keep 7s for the other one to beat; no other choice of suits will do."""
    line = "pagat 3s4s4cAh/7s7d7hKs/7c 0 - -"
    for turn in turns(line):
        position = Position.parse(turn.line(line))
        solution = solve(position)
        assert solution.value is False
        assert set(verdicts(solution).values()) == {False}
        assert line_of(solution, "4s4c")[:5] == ["4s4c", "7d7h", "-", "-", "7s"]
        assert line_of(solution, "4s4c")[-1] == "7c"
        after = position.after("4s4c")
        for answer in after.legal_plays():
            now = after.after(answer)
            while now.turn != position.turn:  # the third seat has nothing but a pass
                now = now.after("-")
            assert solve(now).value is (str(answer) != "7d7h"), str(answer)


def test_one_more_low_card():
    """C38: a further low card in the other hand changes the answer from no to yes."""
    for line, value in [("pagat 4s5s9h/7h 0 - -", False), ("pagat 4s5s9h/3s7h 0 - -", True)]:
        for turn in turns(line):
            solution = solve(Position.parse(turn.line(line)))
            assert solution.value is value
            assert any(verdicts(solution).values()) is value


def test_a_finished_deal_is_no_question():
    """A deal that is over is refused, for every goal."""
    for goal in ("first", "not-last", "place", "points"):
        with pytest.raises(PositionError):
            solve(Position.parse("pagat ./3s - 0:2h - out=0"), goal)


def test_values_cannot_be_changed():
    """C9: cards, rules, plays and positions are fixed once made."""
    position = Position.parse("pagat 3s5d/6s6c6d6h/7h/9c9d 1 0:2c 3")
    for value, field in [
        (position, "turn"),
        (position.rules, "cong"),
        (position.table, "mask"),
        (Card("T", "h"), "suit"),
    ]:
        with pytest.raises(AttributeError):
            setattr(value, field, None)


@pytest.mark.parametrize(
    ("line", "goal"),
    [
        ("big-two+no_pass_first_trick 3s/?2 0 - - must=01", "first"),
        ("big-two+partnership 3s/?2/4s/5s 0 - -", "first"),
        ("big-two+twos_double 3s/?2 0 - -", "points"),
        ("big-two+twos_triple 3s/?2 0 - -", "points"),
        ("pagat ?1/4s5s 0 - - gone=3s", "first"),
    ],
)
def test_questions_that_hidden_hands_do_not_allow(line, goal):
    """Where a pass would prove something, or the answer hangs on unseen cards, the solver refuses the question."""
    with pytest.raises(ValueError) as caught:
        solve(Position.parse(line), goal)
    assert len(str(caught.value).splitlines()) == 1


def test_hidden_cards_are_not_in_a_position():
    """C29: a position with a hidden hand holds nothing of it, so no verdict and no hint can give it away."""
    seen, blind = Position.parse("pagat 8s9s/4s4d 0 - -"), Position.parse("pagat 8s9s/?2 0 - -")
    assert blind.hand(1) == ()
    assert blind.unseen.bit_count() == 50
    assert solve(seen).value is True
    assert solve(blind).value is False
    assert set(verdicts(solve(blind)).values()) == {False}
