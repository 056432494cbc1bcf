"""The fast solver says what the plain solver says: values, lines, node counts, limits, hidden hands, chances."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from solver_positions import dealt, hidden, some_position, with_five_cards
from tqdm import tqdm

from tutor import Position, PositionError, Rules, chance, solve
from tutor.cards import PACK, RANKS, parse_cards
from tutor.solver import GOALS, chances, compiled, fast, kernel
from tutor.solver.plain import _BudgetSpent, _Search, solve_plain
from tutor.solver.result import decided, worth

DATA = Path(__file__).parent / "data"


@pytest.fixture(scope="session")
def native():
    """The compiled kernel; the first run on a machine waits for the compiler."""
    if not compiled.possible():
        pytest.skip("numba is not installed")
    module = compiled.wait()
    assert module is not None, "numba is there, but the kernel could not be compiled"
    return module


@pytest.fixture(autouse=True)
def _no_memory():
    fast.forget()


def words(solution):
    return [(str(v.play), v.value, " ".join(map(str, v.line))) for v in solution.plays]


def agree(position, goal, kernel_used, plain_nodes=2_500):
    """Compare every play's value and line with the plain solver; False if that one finds it too hard."""
    known = solve_plain(position, goal, nodes=plain_nodes)
    if not known.complete:
        return False
    found = fast.solve_fast(position, goal, native=kernel_used)
    assert words(found) == words(known), (str(position), goal)
    assert (found.value, found.complete) == (known.value, True), (str(position), goal)
    return True


def agree_on_the_pool(position, goal, kernel_used, plain_nodes=2_500):
    """The same for hidden hands: where they may lay whatever unseen cards fit, plain minimax says what is sure."""
    try:
        fast.check_hidden(position, goal)
        search = _Search(goal, position.turn, None, plain_nodes)
        known = [
            (str(play), search.outcome(position.after(play))[0], " ".join(map(str, search.line(position, play))))
            for play in position.legal_plays()
        ]
    except (PositionError, _BudgetSpent):
        return False
    assert words(fast.solve_fast(position, goal, native=kernel_used)) == known, (str(position), goal)
    return True


def compare(number, seed, most, kernel_used):
    rng, done = random.Random(seed), 0
    while done < number:
        done += agree(some_position(rng, most), rng.choice(GOALS), kernel_used)


class TestAgainstThePlainSolver:
    """Any rules, any goal, any moment: dominated plays, locked seats, chains, openings, seats that are out."""

    @pytest.mark.slow
    @pytest.mark.parametrize("seed", range(6))
    def test_plain_python(self, seed):
        compare(600, seed, 8 + seed % 2, False)

    @pytest.mark.slow
    @pytest.mark.parametrize("seed", range(100, 104))
    def test_compiled(self, seed, native):
        compare(600, seed, 9, native)

    @pytest.mark.slow
    def test_five_card_hands(self, native):
        rng, done, five = random.Random(31), 0, 0
        while done < 90:
            position, goal = with_five_cards(rng), rng.choice(GOALS)
            if agree(position, goal, native, plain_nodes=3_000):
                done += 1
                five += any(play.mask.bit_count() == 5 for play in position.legal_plays())
        assert five > 20

    @pytest.mark.nightly
    @pytest.mark.parametrize("seed", range(1000, 1024))
    def test_many_more(self, seed, native, capsys):
        """Larger positions, five-card hands and hidden ones, 1,000 a seed that the plain solver can do."""
        rng = random.Random(seed)
        with capsys.disabled(), tqdm(total=1_000, desc=f"seed {seed}", mininterval=5) as progress:
            while progress.n < 1_000:
                goal, kind = rng.choice(GOALS), rng.randrange(8)
                if kind == 0:
                    position = hidden(rng, some_position(rng, rng.choice([6, 7, 8, 9])))
                    progress.update(agree_on_the_pool(position, goal, native, 4_000))
                elif kind == 1:
                    progress.update(agree(with_five_cards(rng), goal, native, 4_000))
                else:
                    progress.update(agree(some_position(rng, rng.randint(8, 14)), goal, native, 10_000))

    def test_both_kernels_search_the_same_nodes(self, native):
        rng = random.Random(7)
        for _ in range(60):
            position, goal = some_position(rng, 14), rng.choice(GOALS)
            fast.forget()
            interpreted = fast.solve_fast(position, goal, native=False, nodes=3_000)
            fast.forget()
            machine = fast.solve_fast(position, goal, native=native, nodes=3_000)
            assert interpreted.nodes == machine.nodes
            assert words(interpreted) == words(machine)
            assert interpreted.value == machine.value

    def test_a_crowded_table_costs_time_but_no_truth(self, native, monkeypatch):
        """The table may give up entries when it cannot grow: the answers stay."""
        positions = list(dealt("sheet", 2, 9, 6, seed=3))
        right = [fast.solve_fast(p, native=native).plays for p in positions]
        fast.forget()
        monkeypatch.setattr(fast, "MOST_ENTRIES", 1 << 14)
        monkeypatch.setattr(fast, "ROOM", 1 << 6)
        monkeypatch.setattr(fast, "MOST_ENTRIES", 1 << 6)
        assert [fast.solve_fast(p, native=native).plays for p in positions] == right


class TestNamedPositions:
    @pytest.mark.parametrize(
        ("text", "goal", "value"),
        [
            ("pagat 3s4s4cAh/7s7d7hKs/7c 0 - -", "first", False),  # C37
            ("pagat Ah3s/7s7d7hKs/7c 1 0:4s4c -", "first", False),
            ("pagat 4s5s9h/7h 0 - -", "first", False),  # C38
            ("pagat 4s5s9h/3s7h 0 - -", "first", True),
            ("pagat 6s6c6d6h/3s4s/5s/7s 0 3:2h -", "first", True),  # C5
            ("pagat 3s5d5h/4c4d7s 0 - -", "first", True),
        ],
    )
    def test_value(self, text, goal, value):
        position = Position.parse(text)
        assert solve(position, goal).value is value
        assert words(solve(position, goal)) == words(solve_plain(position, goal))

    def test_c37_every_play_loses_to_the_one_choice_of_suits(self):
        found = solve(Position.parse("pagat 3s4s4cAh/7s7d7hKs/7c 0 - -"))
        assert all(verdict.value is False for verdict in found.plays)
        line = {str(v.play): [str(p) for p in v.line] for v in found.plays}["4s4c"]
        assert line[:2] == ["4s4c", "7d7h"]

    def test_a_goal_decided_before_the_first_play(self):
        position = Position.parse("pagat ./3s4s/5s/7s7d 1 - - out=0")
        assert all(v.value is False and v.line == (v.play,) for v in solve(position).plays)

    def test_the_line_is_legal_to_its_end(self):
        """C28, on deals that the plain solver cannot do."""
        for position in dealt("sheet", 2, 7, 5, seed=11):
            for verdict in solve(position).plays:
                now = position
                for play in verdict.line:
                    assert decided(now, "first", 0) is None
                    now = now.after(play)
                assert decided(now, "first", 0) == verdict.value


class TestOracles:
    def test_fair_endings(self, native):
        lines = [line.split() for line in (DATA / "fair_endings.txt").read_text().splitlines() if line[0] != "#"]
        assert len(lines) == 200
        for first, second, value in lines:
            position = Position(SHEET, (hand_of(first), hand_of(second)), (0, 0), 0)
            assert position_value(position, native) == (value == "1"), (first, second)

    @pytest.mark.parametrize("size", [2, 4, 6, 9, 13])
    def test_single_cards_alone_have_a_closed_form(self, size, native):
        """Neither hand makes more than singles: the leader wins if his cards cover enough of the other's.

        The formula is also a cut of the kernel, so the plays are compared, whose lines are searched without it.
        """
        rng = random.Random(size)
        for _ in range(6 if size > 6 else 20):
            hands = two_hands_of_singles(rng, size)
            position = Position(SHEET, hands, (0, 0), 0)
            found = fast.solve_fast(position, native=native, nodes=400_000)
            assert found.value == singles_rule(*hands)
            for verdict in found.plays:
                if verdict.line:
                    now = position
                    for play in verdict.line:
                        now = now.after(play)
                    assert (now.out == (0,)) == verdict.value


SHEET = Rules.parse("sheet")


def hand_of(ranks: str) -> int:
    """A hand from its ranks (0 is a ten), the lowest suits."""
    mask = 0
    for rank in ranks:
        bit = 1 << (4 * RANKS.index("T" if rank == "0" else rank))
        while mask & bit:
            bit <<= 1
        mask |= bit
    return mask


def position_value(position, native, goal="first"):
    """Whether the seat to play reaches the goal, by one search from the position itself."""
    return fast.value_of(position, goal, native=native).value


def two_hands_of_singles(rng, size):
    while True:
        cards = rng.sample(range(52), 2 * size) if size < 13 else rng.sample(range(52), 26)
        hands = [0, 0]
        for i, card in enumerate(cards):
            hands[i % 2] |= 1 << card
        if all(only_singles(hand) for hand in hands):
            return tuple(hands)
        # Hands of 13 singles do not turn up by themselves: spread the ranks.
        ranks = [[r for r in range(13) if r % 3 != 2], [r for r in range(13) if r % 3 != 1]]
        hands = [0, 0]
        for who in (0, 1):
            for rank in rng.sample(ranks[who], min(size, len(ranks[who]))):
                free = [s for s in range(4) if not (hands[0] | hands[1]) >> (4 * rank + s) & 1]
                hands[who] |= 1 << (4 * rank + rng.choice(free))
        if all(only_singles(hand) for hand in hands):
            return tuple(hands)


def only_singles(hand):
    counts = [(hand >> (4 * r) & 15).bit_count() for r in range(13)]
    return max(counts) <= 1 and not any(all(counts[r : r + 3]) for r in range(10))


def singles_rule(mine, other):
    def cover(xs, ys):
        n = 0
        for x in xs:
            if n < len(ys) and ys[n] < x:
                n += 1
        return n

    a, b = ([bit for bit in range(52) if hand >> bit & 1] for hand in (mine, other))
    return cover(a, b[1:]) >= cover(b, a[1:])


class TestWhatMustNotMatter:
    """Metamorphic: changes that leave the answer alone, or move it one way only."""

    def test_seats_moved_round(self):
        rng = random.Random(1)
        for _ in range(150):
            position, goal = some_position(rng, 9), rng.choice(GOALS)
            if position.rules.partnership and position.seats != 4:
                continue
            n = position.seats
            turn = [(seat + 1) % n for seat in range(n)]
            moved = replace(
                position,
                hands=(position.hands[-1], *position.hands[:-1]),
                turn=turn[position.turn],
                owner=None if position.owner is None else turn[position.owner],
                passed=tuple(sorted(turn[seat] for seat in position.passed)),
                out=tuple(turn[seat] for seat in position.out),
                full=tuple(sorted(turn[seat] for seat in position.full)),
                must=tuple(sorted(turn[seat] for seat in position.must)),
            )
            assert words(solve(moved, goal)) == words(solve(position, goal)), (str(position), goal)

    def test_suits_that_play_the_same_part(self):
        """In Tiến Lên only the order of the owners within a rank matters, not the suits themselves."""
        rng = random.Random(2)
        done = 0
        while done < 150:
            position, goal = some_position(rng, 9), rng.choice(GOALS)
            if position.rules.five_card_hands or position.table is not None or position.opening:
                continue
            done += 1
            hands = [0] * position.seats
            for rank in range(13):
                owners = [
                    seat
                    for suit in range(4)
                    for seat in range(position.seats)
                    if position.hands[seat] >> (4 * rank + suit) & 1
                ]
                for seat, suit in zip(owners, sorted(rng.sample(range(4), len(owners))), strict=True):
                    hands[seat] |= 1 << (4 * rank + suit)
            renamed = replace(position, hands=tuple(hands))
            assert [v[1] for v in words(solve(renamed, goal))] == [v[1] for v in words(solve(position, goal))]
            assert solve(renamed, goal).value == solve(position, goal).value

    def test_a_higher_suit_never_hurts(self):
        """Two seats: the hero swaps a card for the other's higher one of the same rank and is no worse off."""
        rng = random.Random(3)
        done = 0
        while done < 120:
            position = some_position(rng, 10)
            if position.seats != 2 or position.rules.five_card_hands or position.opening:
                continue
            hero = position.turn
            mine, other = position.hands[hero], position.hands[1 - hero]
            swaps = [
                (low, high)
                for low in range(52)
                for high in range(low + 1, low | 3 | 1)
                if mine >> low & 1 and other >> high & 1
            ]
            if not swaps:
                continue
            done += 1
            low, high = rng.choice(swaps)
            change = 1 << low | 1 << high
            better = replace(position, hands=tuple(hand ^ change for hand in position.hands))
            assert solve(better).value >= solve(position).value, str(position)

    def test_places_agree_with_the_yes_or_no_goals(self):
        rng = random.Random(4)
        for _ in range(150):
            position = some_position(rng, 9)
            rules = position.rules
            place = solve(position, "place").value
            worst = 2 if rules.first_out_ends else position.seats
            assert solve(position, "first").value == (place == 1)
            assert solve(position, "not-last").value == (place < worst)

    def test_with_two_seats_one_wins(self):
        rng = random.Random(5)
        done = 0
        while done < 100:
            position = some_position(rng, 10)
            if position.seats != 2:
                continue
            done += 1
            hero = position.turn
            for verdict in solve(position).plays:
                after = position.after(verdict.play)
                if after.is_over:
                    assert verdict.value is True
                elif after.turn == hero:
                    assert solve(after).value == verdict.value
                else:
                    assert solve(after).value != verdict.value


class TestBetterCards:
    """What the table relies on: of two positions of one key the hero is never worse off in the better view."""

    @pytest.mark.parametrize(
        ("profile", "sizes", "goal"),
        [
            ("sheet", (3, 3), "first"),
            ("pagat", (3, 2, 2), "first"),
            ("pagat", (2, 2, 2), "not-last"),
            ("pagat", (2, 2, 2, 2), "first"),
            ("big-two", (3, 3), "first"),
        ],
    )
    def test_better_is_never_worse(self, profile, sizes, goal):
        rng, rules, seats = random.Random(6), Rules.parse(profile), len(sizes)
        search = _Search(goal, 0, None, None)
        known, differ, worse = {}, 0, 0
        for _ in range(500):
            ranks = rng.sample(range(13), rng.choice([3, 4, 5]))
            pack = rng.sample([4 * rank + suit for rank in ranks for suit in range(4)], sum(sizes))
            hands = [sum(1 << pack.pop() for _ in range(size)) for size in sizes]
            position = Position(rules, tuple(hands), (0,) * seats, 0)
            if rng.random() < 0.5:  # an answer
                position = position.after(rng.choice(position.legal_plays()))
                if position.is_over or len(position.legal_plays()) < 2:
                    continue
            question = fast.Question(position, goal, 0)
            question.par[kernel.ATT] = 1
            frame = question.frame(position, fast.tag_of(1, 0), kernel.BIG)
            kernel.settle(frame, 0, position.turn, question.par, [], [], [0] * kernel.STATE)
            kernel.make_key(frame, 0, 0, question.par)
            view = frame[kernel.VIEW]
            assert view >= 0
            value = search.outcome(position)[0]
            alike = known.setdefault(tuple(frame[kernel.K0 : kernel.K2 + 1]), {})
            for other, its_value in alike.items():
                if kernel.as_good(view, other):
                    assert value >= its_value, str(position)
                    differ += view != other
                    worse += value > its_value
                if kernel.as_good(other, view):
                    assert value <= its_value, str(position)
            alike[view] = value
        assert differ > 20
        assert worse > 2


class TestLimits:
    hard = list(dealt("pagat", 4, 13, 3, seed=1))[2]  # not decided in 15 million nodes

    @pytest.mark.parametrize("nodes", [1, 40, 400, 3_000])
    def test_what_is_proved_stays_and_the_rest_is_open(self, nodes):
        for position in dealt("pagat", 3, 5, 4, seed=8):
            fast.forget()
            partial = fast.solve_fast(position, nodes=nodes, native=False)
            assert partial.nodes <= nodes
            fast.forget()
            known = solve(position)
            for part, whole in zip(partial.plays, known.plays, strict=True):
                assert part.value in (None, whole.value)
                assert part.line in ((), whole.line) or not partial.shortest  # then see test_solver_lines.py
                assert part.value is not None or part.line == ()
            assert partial.value in (None, known.value)
            assert partial.complete == all(v.value is not None for v in partial.plays)

    def test_the_same_limit_gives_the_same_part(self):
        first = fast.solve_fast(self.hard, nodes=2_000, native=False)
        again = fast.solve_fast(self.hard, nodes=2_000, native=False)
        assert words(first) == words(again)
        assert first.nodes == again.nodes

    @pytest.mark.parametrize("fast_kernel", [False, True])
    def test_seconds(self, fast_kernel, request):
        module = request.getfixturevalue("native") if fast_kernel else False
        started = time.process_time()
        found = fast.solve_fast(self.hard, seconds=0.3, native=module)
        assert time.process_time() - started < 1.5
        assert not found.complete

    @pytest.mark.parametrize("fast_kernel", [False, True])
    def test_an_interrupt_stops_it_within_a_second(self, fast_kernel, request):
        module = request.getfixturevalue("native") if fast_kernel else False
        timer = threading.Timer(0.4, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        started = time.process_time()
        with pytest.raises(KeyboardInterrupt) as stopped:
            fast.solve_fast(self.hard, native=module)
        assert time.process_time() - started < 1.4
        assert not stopped.value.solution.complete
        assert [verdict.play for verdict in stopped.value.solution.plays] == self.hard.legal_plays()

    @pytest.mark.parametrize("place", ["_kept_line", "_narrow"])
    def test_an_interrupt_as_a_limit_ends_the_search(self, place, monkeypatch):
        """Neither the spent limit nor the lines still looked for then swallow it or what is proved."""
        position = Position.parse("pagat 3s5d9hTs/4s6c7dKh/4h8c9dQs/5s8dJh2c 0 - -")
        known = fast.solve_fast(position, nodes=150, native=False)
        assert known.value is False

        def interrupted(search, *args):
            search.budget.nodes = 150
            raise KeyboardInterrupt

        monkeypatch.setattr(fast.Search, place, interrupted)
        with pytest.raises(fast.Interrupted) as stopped:
            fast.solve_fast(position, nodes=150, native=False)
        assert stopped.value.solution.value is (known.value if place == "_kept_line" else None)

    def test_progress_is_told(self):
        calls = []
        solve(next(dealt("pagat", 3, 6, 1, seed=2)), progress=lambda *args: calls.append(args))
        assert calls[-1][0] <= calls[-1][1]
        assert [c[2] for c in calls] == sorted(c[2] for c in calls)

    def test_asked_twice_it_answers_at_once(self):
        position = next(dealt("pagat", 3, 6, 1, seed=9))
        first = solve(position)
        started = time.process_time()
        assert solve(position) is first
        assert time.process_time() - started < 0.01
        assert solve(position, nodes=1).nodes <= 1  # a limit is kept even where the answer is known

    def test_c27_alone_and_after_many_others(self):
        rng = random.Random(12)
        position = next(dealt("sheet", 2, 7, 1, seed=4))
        alone = words(solve(position))
        for _ in range(1000):
            solve(some_position(rng, 7), rng.choice(GOALS))
        assert words(solve(position)) == alone
        fast.forget()
        assert words(solve(position)) == alone

    @pytest.mark.parametrize(("goal", "limits"), [("win", {}), ("first", {"nodes": 0}), ("first", {"seconds": -1.0})])
    def test_refused(self, goal, limits):
        with pytest.raises(ValueError):
            solve(Position.parse("pagat 3s/4s 0 - -"), goal, **limits)


class TestHiddenHands:
    def test_the_pool_game_is_the_plain_search_of_the_hidden_position(self, native):
        """Where a hidden seat may lay whatever unseen cards fit its count, plain minimax says the same."""
        rng, done = random.Random(21), 0
        while done < 250:
            position, goal = hidden(rng, some_position(rng, rng.choice([6, 7, 8]))), rng.choice(GOALS)
            done += agree_on_the_pool(position, goal, done % 2 and native)

    def test_sure_means_sure(self):
        """Against the slow way: one strategy that sees only what the hero sees, every deal, every defence."""
        rng, done, sure = random.Random(22), 0, 0
        while done < 120:
            position, goal = hidden(rng, some_position(rng, rng.choice([5, 6, 7]))), rng.choice(GOALS)
            try:
                fast.check_hidden(position, goal)
            except PositionError:
                continue
            if chances.consistent_deals(position) > 90:
                continue
            done += 1
            deals = frozenset(chances.every_deal(position))
            values = fast.Question(position, goal, position.turn).values
            for verdict in fast.solve_fast(position, goal, native=False).plays:
                reached = worth(verdict.value, goal)
                after = frozenset(deal.after(verdict.play) for deal in deals)
                assert can_be_sure(after, goal, position.turn, reached, {})
                better = [value for value in values if value > reached]
                assert not better or not can_be_sure(after, goal, position.turn, better[0], {}), str(position)
                sure += reached > values[0]
        assert sure > 30

    @pytest.mark.parametrize(
        ("text", "goal", "names"),
        [
            ("big-two+no_pass_first_trick 3d4d/?2 0 - -", "first", "no_pass_first_trick"),
            ("big-two+partnership 3d4d/?2/?2/?2 0 - -", "first", "partnership"),
            ("big-two+twos_double 3d4d/?2 0 - -", "points", "twos_double"),
            ("big-two+twos_triple 3d4d/?2 0 - -", "points", "twos_triple"),
            ("pagat ?2/3s4s 0 - -", "first", "hands"),
        ],
    )
    def test_refused_by_name(self, text, goal, names):
        with pytest.raises(PositionError, match=names) as caught:
            solve(Position.parse(text), goal)
        assert "\n" not in str(caught.value)

    def test_twos_do_not_matter_to_other_goals(self):
        assert solve(Position.parse("big-two+twos_double 2s2h/?3 0 - -")).value is True

    def test_full_hands(self, native):
        """Thirteen cards against thirty-nine unseen: the answer is cheap."""
        rng = random.Random(3)
        for _ in range(20):
            hand = sum(1 << bit for bit in rng.sample(range(52), 13))
            position = Position(Rules.parse("pagat"), (hand, 0, 0, 0), (0, 13, 13, 13), 0)
            found = fast.solve_fast(position, native=native, nodes=300_000)
            assert found.hidden
            assert found.value is not None


def can_be_sure(deals, goal, hero, threshold, memory):
    """Whether one strategy reaches the threshold on all these deals, whatever the others do and know."""
    if deals in memory:
        return memory[deals]
    one = next(iter(deals))
    if decided(one, goal, hero) is not None:
        found = all(worth(decided(deal, goal, hero), goal) >= threshold for deal in deals)
    elif one.turn == hero:
        found = any(
            can_be_sure(frozenset(deal.after(play) for deal in deals), goal, hero, threshold, memory)
            for play in one.legal_plays()
        )
    else:
        seen = {}
        for deal in deals:
            for play in deal.legal_plays():
                seen.setdefault(play.mask, []).append(deal.after(play))
        found = all(can_be_sure(frozenset(after), goal, hero, threshold, memory) for after in seen.values())
    memory[deals] = found
    return found


PAGAT = Rules.parse("pagat")


def cards(text):
    return PAGAT.mask(parse_cards(text))


class TestChance:
    hand, unseen = cards("3s9c9hAd"), cards("3c4s6dTcKsKd2s")
    few = Position(PAGAT, (hand, 0, 0), (0, 2, 2), 0, gone=PACK & ~hand & ~unseen)

    def test_few_deals_are_all_searched(self):
        found = chance(self.few)
        assert found.exact
        assert found.deals == found.total == 210
        deals = list(chances.every_deal(self.few))
        assert len(set(deals)) == 210
        for i, (play, share, low, high) in enumerate(found.plays):
            kept = sum(solve_plain(deal).plays[i].value for deal in deals[::7])
            exact = sum(solve(deal).plays[i].value for deal in deals)
            assert kept == sum(solve(deal).plays[i].value for deal in deals[::7])
            assert share == low == high == exact / 210
            assert play == self.few.legal_plays()[i]

    def test_a_sample_says_so_and_repeats(self):
        first, again, other = (chance(self.few, "not-last", deals=60, seed=seed) for seed in (1, 1, 2))
        assert not first.exact
        assert first.deals == 60
        assert first.plays == again.plays
        assert [p.share for p in first.plays] != [p.share for p in other.plays]

    def test_the_interval_holds_the_truth_about_as_often_as_it_says(self):
        truth = {p.play: p.share for p in chance(self.few, "not-last").plays}
        inside = total = 0
        for seed in range(12):
            for play, share, low, high in chance(self.few, "not-last", deals=40, seed=seed).plays:
                assert low <= share <= high
                inside += low <= truth[play] <= high
                total += 1
        assert inside / total > 0.85

    def test_nothing_hidden_is_one_deal(self):
        found = chance(Position.parse("pagat 3s5d5h/4c4d7s 0 - -"))
        assert (found.exact, found.deals) == (True, 1)
        assert [str(play) for play in found.best] == ["5d5h"]

    def test_what_is_sure_has_share_one(self):
        position = Position.parse("pagat 2h3s/?3/?3 0 - -")
        assert solve(position).value is True
        assert {str(p.play): p.low > 0.9 for p in chance(position, deals=50).plays}["2h"]

    def test_progress(self):
        calls = []
        chance(self.few, deals=5, progress=lambda *args: calls.append(args))
        assert [call[:2] for call in calls] == [(n, 5) for n in range(1, 6)]

    @pytest.mark.parametrize(
        ("text", "changes"),
        [
            ("pagat 3s/?2 0 - -", {"goal": "place"}),
            ("pagat 3s/?2 0 - -", {"deals": 0}),
            ("pagat ?2/3s 0 - -", {}),
            ("big-two+no_pass_first_trick 3d4d/?2 0 - -", {}),
        ],
    )
    def test_refused(self, text, changes):
        with pytest.raises(ValueError):
            chance(Position.parse(text), **changes)


class TestTheCompiledKernel:
    def test_a_small_position_does_not_wait_for_it(self):
        """Nothing of numba is even imported for a position of puzzle size."""
        code = (
            "import sys, time; start = time.process_time()\n"
            "from tutor import Position, solve\n"
            "assert solve(Position.parse('pagat 3s5d5h/4c4d7s 0 - -')).value is True\n"
            "assert 'numba' not in sys.modules and 'numpy' not in sys.modules\n"
            "print(time.process_time() - start)"
        )
        took = float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
        assert took < 1.0

    def test_a_large_one_changes_over_and_answers_the_same(self, native, monkeypatch):
        position = next(dealt("sheet", 2, 9, 1, seed=21))
        known = words(fast.solve_fast(position, native=native))
        fast.forget()
        answers = iter([None, None, None])
        monkeypatch.setattr(compiled, "ready", lambda: next(answers, native))
        found = fast.solve_fast(position)
        assert words(found) == known

    def test_without_numba(self, monkeypatch):
        monkeypatch.setenv("TUTOR_NO_NUMBA", "1")
        assert not compiled.possible()

    def test_a_read_only_package_folder_caches_elsewhere(self, monkeypatch, tmp_path):
        monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        package = str(Path(kernel.__file__).parent)
        allowed = os.access
        monkeypatch.setattr(os, "access", lambda path, mode: str(path) != package and allowed(path, mode))
        assert compiled.cache_folder() == tmp_path / "tienlen-tutor" / "numba"


class TestNodeCounts:
    """Positions visited over parts of the benchmark's sets: a change of search shows here (they repeat exactly)."""

    @pytest.mark.parametrize(
        ("profile", "seats", "cards", "number", "nodes"),
        [
            ("sheet", 2, 8, 100, 10_959),
            ("sheet", 2, 10, 40, 24_510),
            ("sheet", 2, 13, 10, 462_793),
            ("pagat", 3, 8, 20, 75_344),
            ("pagat", 4, 5, 100, 21_110),
            ("pagat", 4, 7, 20, 87_381),
            ("big-two", 2, 8, 20, 5_659),
            ("big-two", 4, 5, 20, 13_835),
        ],
    )
    def test_pinned(self, profile, seats, cards, number, nodes, native):
        found = [fast.value_of(p, native=native) for p in dealt(profile, seats, cards, number, seed=1)]
        assert sum(verdict.nodes for verdict in found) == nodes
