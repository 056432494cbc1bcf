"""From positions to the kernel and back: thresholds, budgets, lines of play, and the memory of past answers."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from itertools import permutations
from types import ModuleType
from typing import Any, Literal, NamedTuple

from .. import scoring
from ..combinations import Play
from ..errors import PositionError, quote
from ..position import Position
from ..rules import FIVE_CARD_KINDS, Rules
from . import compiled, kernel
from .result import (
    Interrupted,
    PlayVerdict,
    Progress,
    Solution,
    Value,
    check_question,
    decided,
    is_win,
    settled_value,
    worth,
)

K = kernel
FRAMES = 400
PLAIN_SLICE = 256
SLICE = 50_000
FIRST_PASS = 2_000
"""Nodes that each root play gets at first, so that an easy answer never waits behind a hard one."""
LINE_NODES = 10_000_000  # the most that the shortest lines may cost once all values are known
SPARE_SECONDS, SPARE_NODES, SPARE_SHARE = 0.4, 50_000, 2_000  # for lines that a spent budget left out
PATIENCE = 1_500
"""Nodes searched in plain Python before the compiled kernel is sent for."""
LOADING = 1.5
"""Seconds that the first call may wait for it: enough to load it from the disk cache, not to compile it."""
ROOM, MOST_ENTRIES = 1 << 12, 1 << 23
"""Entries of the compiled table at first and at most; 32 bytes each."""
MOST_REMEMBERED = 1_000_000
"""Entries of the plain table, some 250 bytes each; then it starts afresh, which costs time and no truth."""


class BudgetSpent(Exception):
    """The nodes or seconds are used up."""


class HandOver(Exception):
    """The compiled kernel has become ready."""


class _Enough(Exception):
    """One question has had its share of nodes."""


class Budget:
    """Nodes and seconds that one call may still use, across all its searches."""

    def __init__(self, seconds: float | None, nodes: int | None, progress: Progress | None = None) -> None:
        self.started = time.monotonic()
        self.seconds, self.most = seconds, nodes
        self.nodes = 0
        self.progress = progress
        self.settled = (0, 0)

    @property
    def left(self) -> int:
        """Nodes left."""
        return (1 << 60) if self.most is None else self.most - self.nodes

    def grace(self) -> float:
        """How long the compiled kernel may be waited for."""
        if self.seconds is None:
            return LOADING
        return min(LOADING, max(0.0, self.started + self.seconds - time.monotonic()))

    def check(self) -> None:
        """Raise `BudgetSpent` if there is nothing left; report progress."""
        if self.left <= 0 or (self.seconds is not None and time.monotonic() - self.started >= self.seconds):
            raise BudgetSpent
        if self.progress:
            self.progress(*self.settled, self.nodes)


class Question:
    """A position and a goal as the kernel sees them: parameters, owners of the cards, thresholds."""

    def __init__(self, position: Position, goal: str, hero: int) -> None:
        self.position, self.goal, self.hero = position, goal, hero
        rules, seats = position.rules, position.seats
        self.rules, self.seats = rules, seats
        par = [0] * (K.PARAMETERS if rules.cong and goal == "points" else K.LOS)
        par[K.N], par[K.STEP] = seats, seats - 1 if rules.anticlockwise else 1
        par[K.GAME], par[K.LOCKS] = int(rules.five_card_hands), int(rules.pass_locks)
        par[K.OVERBOMB] = int(rules.overbomb_after_pass)
        par[K.SMIN], par[K.SMASK] = rules.straight_min, K.ONES & ((1 << (4 * rules.straight_top + 4)) - 1)
        par[K.DOUBLES] = int(rules.double_straights)
        par[K.KMAX] = 4 if rules.quads else 3 if rules.triples else 2
        par[K.RANK2] = int(rules.straight_top == 12)
        par[K.GAPMIN] = min(rules.straight_min, 3 if rules.double_straights else 99)
        if not rules.five_card_hands:
            for size, kind in ((1, "single"), (2, "pair"), (3, "triple")):
                lengths = [n // 2 for name, n in rules.chops(kind, True) if name == "double_straight"]
                par[K.QCHOP + size] = int(("quad", 4) in rules.chops(kind, True))
                par[K.CLO + size], par[K.CHI + size] = min(lengths), max(lengths)
            par[K.FOURQUAD] = int(bool(rules.chops("quad", False)))
        par[K.SAMETYPE] = int(rules.same_type_only)
        par[K.FLUSHKEY] = ("top_two", "all_ranks", "suit_first").index(rules.flush_key)
        par[K.WRAP] = int(rules.wrap_straight)
        par[K.BOMBS] = ("five", "single", "any").index(rules.plus_one_bombs)
        par[K.SFBOMBS] = int(rules.straight_flush_bombs)
        par[K.ENDS], par[K.PARTNERS] = int(rules.first_out_ends), int(rules.partnership)
        par[K.SIDE] = 1 << hero | (1 << (hero + 2) % 4 if rules.partnership else 0)
        par[K.HERO] = hero
        par[K.DEALT] = rules.dealt(seats)
        par[K.HIDDEN] = sum(1 << seat for seat in range(seats) if position.hidden[seat])
        self._owners(par)
        self.values = self._values(par)
        par[K.MINV], par[K.MAXV] = self.values[0], self.values[-1]
        self.par = par

    def _owners(self, par: list[int]) -> None:
        """The code of what is left of each rank: who owns its cards, in order."""
        position = self.position
        owner: dict[int, int] = {}
        pool = position.unseen if any(position.hidden) else 0
        for seat, mask in enumerate((*position.hands, pool)):
            while mask:
                low = mask & -mask
                owner[low.bit_length() - 1] = seat
                mask ^= low
        numbers = {who: i for i, who in enumerate(sorted(set(owner.values())))}
        base = max(2, len(numbers))
        par[K.BITS] = {2: 5, 3: 7, 4: 9}[base]
        for rank in range(13):
            # A row of owners is a number to the base of how many there are, after all the shorter rows.
            code, power, at = [0] * 16, [1] * 16, K.PAT + 16 * rank
            for suit in range(4):
                who = numbers.get(owner.get(4 * rank + suit, -1), -1)
                for left in range(1 << suit, 2 << suit):
                    rest = left ^ (1 << suit)
                    code[left], power[left] = code[rest], power[rest]
                    if who >= 0:
                        code[left] += power[rest] * (1 + who)
                        power[left] *= base
            par[at : at + 16] = code

    def _values(self, par: list[int]) -> list[int]:
        """Set up how the goal is valued; every value (as a number, more is better) that it can have, ascending."""
        goal, hero, rules, seats = self.goal, self.hero, self.rules, self.seats
        worst_place = 2 if rules.first_out_ends else seats
        if goal == "first":
            by_place = [1] + [0] * (seats - 1)
        elif goal == "not-last":
            by_place = [1] * (worst_place - 1) + [0]
        elif goal == "place":
            by_place = [-place for place in range(1, worst_place + 1)]
        elif rules.first_out_ends:
            return self._values_by_cards(par)
        else:
            if rules.cong:
                return self._values_by_order(par)
            none, no_twos = (0,) * seats, (False,) * seats
            others = [seat for seat in range(seats) if seat != hero]
            by_place = [
                scoring.points(rules, (*others[:i], hero, *others[i:]), none, no_twos, ())[hero] for i in range(seats)
            ]
        for place, value in enumerate(by_place, 1):
            par[K.VALS + place] = value
        return sorted(set(by_place))

    def _values_by_cards(self, par: list[int]) -> list[int]:
        par[K.MODE] = 1
        position, rules, seats, hero = self.position, self.rules, self.seats, self.hero
        par[K.TWOS] = rules.twos_factor
        par[K.LOSERS] = int(rules.scoring != "cards_winner_only")
        other = (hero + 1) % seats
        # What a loser with n cards pays, read off the scoring itself.
        for n in range(1, 18):
            left = [1] * seats
            left[other], left[hero] = 0, n
            no_twos = (False,) * seats
            if rules.scoring == "cards_winner_only" or rules.partnership:
                left = [0] * seats
                left[other], left[hero] = n, 0
                par[K.PEN + n] = scoring.points(rules, (hero,), left, no_twos, ())[hero]
            else:
                par[K.PEN + n] = -scoring.points(rules, (other,), left, no_twos, ())[hero]
        factors = {1, rules.twos_factor}

        def pays(seat: int) -> set[int]:
            return {par[K.PEN + n] * factor for n in range(1, position.count(seat) + 1) for factor in factors}

        def total(losers: Iterable[int]) -> set[int]:
            sums = {0}
            for seat in losers:
                sums = {a + b for a in sums for b in pays(seat)}
            return sums

        side = [seat for seat in range(seats) if par[K.SIDE] >> seat & 1]
        rest = [seat for seat in range(seats) if seat not in side]
        won = total(rest)
        lost = total(side) if rules.partnership else pays(hero)
        return sorted(won | {-value * par[K.LOSERS] for value in lost})

    def _values_by_order(self, par: list[int]) -> list[int]:
        par[K.MODE], par[K.CONG] = 2, 1
        rules, seats, hero = self.rules, self.seats, self.hero
        none, no_twos = (0,) * seats, (False,) * seats
        values = set()
        for full in range(1 << seats):
            frozen = tuple(seat for seat in range(seats) if full >> seat & 1)
            spread: dict[tuple[int, int], list[int]] = {}
            for order in permutations(range(seats)):
                score = scoring.points(rules, order[: seats - 1], none, no_twos, frozen)[hero]
                values.add(score)
                code = 0
                for n in range(seats - 1):
                    code |= order[n] << (2 * n)
                    spread.setdefault((n, code), []).append(score)
            for (n, code), scores in spread.items():
                at = (n * 64 + code) * 16 + full
                par[K.LOS + at], par[K.HIS + at] = min(scores), max(scores)
        return sorted(values)

    def moves(self, position: Position) -> list[int]:
        """The plays of the seat to play, as masks in no special order, one of each kind alike."""
        fr = self.frame(position, 0, K.BIG)
        seat = fr[K.TURN]
        hand, cap = K.hand_of(fr, 0, seat, self.par), fr[K.COUNTS + seat]
        others = fr[K.POOL]
        for mask in position.hands:
            others |= mask
        others &= ~hand
        locked = fr[K.PASSED] >> seat & 1
        room = 1 << 12
        while True:
            state = [0] * K.STATE
            state[K.FREE] = room
            masks, kinds = [0] * room, [0] * room
            found: list[int] = []
            for more in (0, 1):
                if self.rules.five_card_hands:
                    raw = K.flush_left(fr, 0, self.par)
                    end = K.gen_b2(hand, cap, others, raw, fr[K.TK], fr[K.KEY], 0, self.par, masks, kinds, 0, state)
                else:
                    end = K.gen_tl(
                        hand, cap, others, fr[K.TK], fr[K.KEY], locked, fr[K.CHAIN], 0, more, self.par,
                        masks, kinds, 0, state,
                    )  # fmt: skip
                if end < 0:
                    break
                found += masks[:end]
                if not state[K.VARIANTS]:
                    return found
            else:
                return found
            room *= 4

    def own_terms(self, number: int) -> Value:
        """A value as a number in the goal's own terms."""
        if self.goal == "place":
            return -number
        return number if self.goal == "points" else bool(number)

    def frame(self, position: Position, tag: int, rem: int) -> list[int]:
        """The first frame of the stack for a position of this deal (after one or more plays)."""
        fr = [0] * K.FRAME
        assert position.turn is not None
        fr[K.TURN] = position.turn
        fr[K.PASSED] = sum(1 << seat for seat in position.passed)
        fr[K.CHAIN] = int(position.chain)
        fr[K.MUST] = sum(1 << seat for seat in position.must)
        fr[K.FULL] = sum(1 << seat for seat in position.full)
        fr[K.NOUT] = len(position.out)
        fr[K.ORDER] = sum(seat << (2 * i) for i, seat in enumerate(position.out[:3]))
        fr[K.HPLACE] = position.out.index(self.hero) + 1 if self.hero in position.out else 0
        fr[K.REM], fr[K.TAG] = rem, tag
        for seat in range(self.seats):
            fr[K.HANDS + seat] = position.hands[seat]
            fr[K.COUNTS + seat] = position.count(seat)
        if any(position.hidden):
            fr[K.POOL] = position.unseen
        if position.table is None:
            fr[K.OWNER] = position.turn
        else:
            assert position.owner is not None
            fr[K.OWNER] = position.owner
            fr[K.TK], fr[K.KEY] = code_of(position.table, self.par)
        return fr


def code_of(play: Play, par: list[int]) -> tuple[int, int]:
    """The kernel's kind and key of a play."""
    shape = play.combination
    assert shape is not None
    top = play.mask.bit_length() - 1
    if play.rules.five_card_hands and shape.size == 5:
        kind = K.B2 + FIVE_CARD_KINDS.index(shape.kind)
        if shape.kind in ("straight", "straight_flush"):
            return kind, top
        if shape.kind == "flush":
            ranks = [(bit >> 2) for bit in range(51, -1, -1) if play.mask >> bit & 1]
            return kind, K.flush_key(*ranks, top & 3, par)
        return kind, (play.rules.mask([shape.top]).bit_length() - 1) >> 2
    if shape.kind == "straight":
        return K.STRAIGHT + shape.size, top
    if shape.kind == "double_straight":
        return K.DOUBLE + shape.size // 2, top
    return shape.size, top


def tag_of(threshold: int, kind: int) -> int:
    """The kernel's name for a threshold (a value as a number) and what is asked about it (see `kernel.judge`)."""
    return (threshold + 1024) << 2 | kind


class Engine:
    """One kernel, plain or compiled, with its arrays and its table, for one question."""

    def __init__(self, question: Question, budget: Budget, native: ModuleType | None) -> None:
        self.question, self.budget, self.native = question, budget, native
        self.stack = self._zeros(FRAMES * K.FRAME)
        self.moves, self.kinds, self.order = (self._zeros(1 << 12) for _ in range(3))
        self.par = self._zeros(len(question.par))
        self._fill(self.par, question.par)
        self.state = self._zeros(K.STATE)
        self.state[K.FREE] = len(self.moves)
        self.may_hand_over = True
        self.clear()

    def clear(self) -> None:
        """Forget every position."""
        self.table: Any = self._zeros(4 * ROOM) if self.native else {}
        self.state[K.USED] = 0
        self.state[K.ROOM] = ROOM if self.native else 2 * MOST_REMEMBERED

    def _zeros(self, size: int) -> Any:
        if self.native:
            import numpy

            return numpy.zeros(size, numpy.int64)
        return [0] * size

    def _fill(self, array: Any, values: list[int]) -> None:
        array[: len(values)] = values

    def ask(self, position: Position, tag: int, rem: int = K.BIG, share: int | None = None) -> bool:
        """Whether the attacker of `tag` succeeds from here within `rem` plays; `_Enough` after `share` nodes."""
        attacker = int(tag & 3 < 2)
        par = self.question.par
        par[K.ATT] = attacker
        self.par[K.ATT] = attacker
        first = self.question.frame(position, tag, rem)
        if first[K.TK]:
            scratch = [0] * K.STATE
            scratch[K.FREE] = 1 << 12
            space = [0] * (1 << 12)
            K.settle(first, 0, first[K.TURN], par, space, space, scratch)
        return self._run(first, share)

    def _run(self, first: list[int], share: int | None) -> bool:
        self._fill(self.stack, first)
        state = self.state
        state[K.PLY], state[K.PHASE], state[K.RET], state[K.NODES] = 0, K.ENTER, 0, 0
        if self.budget.left <= 0:
            raise BudgetSpent
        search = (self.native or K).search
        budget, done = self.budget, 0
        while True:
            piece = SLICE if self.native else PLAIN_SLICE
            state[K.LIMIT] = done + max(1, min(piece, budget.left, (share or 1 << 60) - done))
            status = search(self.stack, self.moves, self.kinds, self.order, self.table, self.par, state)
            budget.nodes += int(state[K.NODES]) - done
            done = int(state[K.NODES])
            if status == K.DONE:
                return bool(state[K.RET])
            if status == K.TABLE_FULL:
                self._grow_table()
            elif status == K.MOVES_FULL:
                self._grow_moves()
            else:
                budget.check()
                if share is not None and done >= share:
                    raise _Enough
                if not self.native and self.may_hand_over:
                    if compiled.ready():
                        raise HandOver
                    if budget.nodes >= PATIENCE:
                        compiled.start(grace=budget.grace())

    def _grow_table(self) -> None:
        state = self.state
        if not self.native:
            self.clear()
            return
        room = int(state[K.ROOM])
        if room >= MOST_ENTRIES:
            state[K.USED] = -(1 << 60)  # from here on old entries are given up where it is crowded
            return
        larger = self._zeros(16 * room)
        state[K.ROOM] = 4 * room
        self.native.rehash(self.table, larger, state)
        self.table = larger

    def _grow_moves(self) -> None:
        for name in ("moves", "kinds", "order"):
            old = getattr(self, name)
            new = self._zeros(4 * len(old))
            new[: len(old)] = old
            setattr(self, name, new)
        self.state[K.FREE] = len(self.moves)


class _Interval:
    """What is known of one root play: its value lies in `values[low:high + 1]` of the question."""

    def __init__(self, play: Play, position: Position, values: list[int]) -> None:
        self.play, self.position = play, position
        self.low, self.high = 0, len(values) - 1
        self.line: tuple[Play, ...] = ()

    @property
    def settled(self) -> bool:
        return self.low == self.high


class Search:
    """One call of `solve`: the values of all root plays, then their lines."""

    def __init__(
        self, position: Position, goal: str, budget: Budget, native: ModuleType | None, fixed: bool = False
    ) -> None:
        assert position.turn is not None
        self.position, self.goal, self.hero = position, goal, position.turn
        self.budget = budget
        self.shortest = True
        self.question = Question(position, goal, self.hero)
        self.engine = Engine(self.question, budget, native)
        self.engine.may_hand_over = not fixed
        values = self.question.values
        self.roots: list[_Interval] = []
        for play in position.legal_plays():
            root = _Interval(play, position.after(play), values)
            already = decided(root.position, goal, self.hero)
            if already is not None:
                root.low = root.high = values.index(worth(already, goal)) if values.count(worth(already, goal)) else -1
                root.line = (play,)
            self.roots.append(root)

    def value(self, root: _Interval) -> Value | None:
        """The settled value of a root play in the goal's own terms."""
        if not root.settled:
            return None
        if root.low < 0:
            return decided(root.position, self.goal, self.hero)
        return self.question.own_terms(self.question.values[root.low])

    def run(self) -> None:
        """Settle everything, or raise `BudgetSpent` with what is settled by then."""
        self.settle_values()
        given, most = self.budget.most, self.budget.nodes + LINE_NODES
        self.budget.most = most if given is None else min(most, given)
        try:
            for root in self.roots:
                if not root.line:
                    root.line = self._line(root)
        finally:
            self.budget.most = given

    def settle_values(self) -> None:
        """The values of all root plays, easy ones first."""
        self._report()
        share = FIRST_PASS
        while waiting := [root for root in self.roots if not root.settled]:
            for root in waiting:
                with suppress(_Enough):
                    self._narrow(root, share)
                self._report()
            share *= 8

    def _report(self) -> None:
        self.budget.settled = (sum(root.settled for root in self.roots), len(self.roots))
        self.budget.check()

    def _narrow(self, root: _Interval, share: int) -> None:
        values = self.question.values
        while not root.settled:
            middle = (root.low + root.high + 1) // 2
            if self.engine.ask(root.position, tag_of(values[middle], 0), share=share):
                root.low = middle
            else:
                root.high = middle - 1

    def _line(self, root: _Interval) -> tuple[Play, ...]:
        """Best play of both sides from a settled root play on; see the package docstring."""
        values = self.question.values
        number = values[root.low]
        hurry = is_win(self.question.own_terms(number), self.goal, self.position)
        if hurry:
            tag = tag_of(number, 0 if number == values[-1] else 1)
        else:
            tag = tag_of(number, 2 if number == values[0] else 3)
        position, ask = root.position, self.engine.ask
        left = 1
        while not ask(position, tag, left):
            left += 1
        line = [root.play]
        while True:
            assert position.turn is not None
            for_hero = bool(self.question.par[K.SIDE] >> position.turn & 1)
            for play in self._plays(position):
                self.budget.check()
                after = position.after(play)
                now = decided(after, self.goal, self.hero)
                if now is not None:
                    if left == 1 and worth(now, self.goal) == number:
                        return (*line, play)
                elif left > 1 and (ask(after, tag, left - 1) if for_hero == hurry else not ask(after, tag, left - 2)):
                    break
            else:
                raise AssertionError(f"no play keeps the value of {position}")
            line.append(play)
            position, left = after, left - 1

    def lines_left_over(self) -> None:
        """A line for every settled root play that has none because the budget ended: one that keeps its value.

        It need not be the shortest. It costs little, as the table still knows the proof; a play that it would have
        to search for at length is passed over, and where no other is left the line stays empty.
        """
        self.shortest = False
        spare = Budget(None if self.budget.seconds is None else SPARE_SECONDS, SPARE_NODES)
        self.engine.budget = spare
        self.engine.may_hand_over = False
        try:
            for root in self.roots:
                if root.settled and not root.line:
                    root.line = self._kept_line(root, spare)
        except BudgetSpent:
            pass

    def _kept_line(self, root: _Interval, spare: Budget) -> tuple[Play, ...]:
        line, position = [root.play], root.position
        while decided(position, self.goal, self.hero) is None:
            assert position.turn is not None
            for_hero = bool(self.question.par[K.SIDE] >> position.turn & 1)
            for play in self._plays(position):
                spare.check()
                if self._keeps(position.after(play), root.low, for_hero):
                    break
            else:
                return ()
            line.append(play)
            position = position.after(play)
        return tuple(line)

    def _keeps(self, after: Position, at: int, for_hero: bool) -> bool:
        """Whether the play that led here gave nothing of `values[at]` away, as far as a short look tells."""
        values = self.question.values
        now = decided(after, self.goal, self.hero)
        if now is not None:
            return worth(now, self.goal) == values[at]
        try:
            if for_hero:
                return at == 0 or self.engine.ask(after, tag_of(values[at], 0), share=SPARE_SHARE)
            return at == len(values) - 1 or not self.engine.ask(after, tag_of(values[at + 1], 0), share=SPARE_SHARE)
        except _Enough:
            return False

    def _plays(self, position: Position) -> list[Play]:
        """The legal plays in their order; of a hidden hand, which may have millions, the first of each kind alike.

        Plays are alike that differ only in cards of one rank which no other hand's card, or the table's, parts:
        they lead to the same game, so that whichever of them is wanted, the first one is found.
        """
        assert position.turn is not None
        if not position.hidden[position.turn]:
            return position.legal_plays()
        moves = self.question.moves(position)
        kinds = position.rules.kinds
        keyed = []
        for mask in moves:
            play = Play(mask, position.rules)
            shape = play.combination
            assert shape is not None
            keyed.append(((shape.size, kinds.index(shape.kind), [-int(b) for b in reversed(f"{mask:052b}")]), play))
        keyed.sort(key=lambda pair: pair[0])
        plays = [play for _, play in keyed]
        if position.table is not None:
            plays.append(Play(0, position.rules))
        return plays


_memory: OrderedDict[tuple[Position, str], Solution] = OrderedDict()
_memory_lock = threading.Lock()
REMEMBERED = 256
"""How many complete answers are kept in the process."""


def forget() -> None:
    """Empty the memory of past answers."""
    with _memory_lock:
        _memory.clear()


def solve_fast(
    position: Position,
    goal: str = "first",
    seconds: float | None = None,
    nodes: int | None = None,
    progress: Progress | None = None,
    native: ModuleType | Literal[False] | None = None,
) -> Solution:
    """`tutor.solve`; `native` chooses the kernel: None the best that is ready, False plain Python, or a module."""
    check_question(position, goal, seconds, nodes)
    hero = position.turn
    assert hero is not None
    hidden = any(position.hidden)
    if hidden:
        check_hidden(position, goal)
    with _memory_lock:
        known = _memory.get((position, goal))
        if known is not None and (nodes is None or known.nodes <= nodes):
            _memory.move_to_end((position, goal))
            return known
    budget = Budget(seconds, nodes, progress)
    chosen = compiled.ready() if native is None else native or None
    fixed = native is not None
    search = None
    stopped: KeyboardInterrupt | None = None
    try:
        while True:
            search = Search(position, goal, budget, chosen, fixed)
            try:
                search.run()
                break
            except HandOver:
                chosen = compiled.ready()
                budget.nodes = 0
            except BudgetSpent:
                search.lines_left_over()
                break
    except KeyboardInterrupt as error:
        if search is None:
            raise
        stopped = error
    assert search is not None
    roots = search.roots
    verdicts = tuple(PlayVerdict(root.play, search.value(root), root.line) for root in roots)
    complete = bool(verdicts) and all(verdict.value is not None for verdict in verdicts)
    solution = Solution(
        position, goal, hero, hidden, settled_value(position, goal, list(verdicts)), complete,
        budget.nodes, time.monotonic() - budget.started, verdicts,
        search.shortest and not stopped,
    )  # fmt: skip
    if stopped:
        raise Interrupted(solution) from stopped
    if complete and solution.shortest:
        with _memory_lock:
            _memory[position, goal] = solution
            while len(_memory) > REMEMBERED:
                _memory.popitem(last=False)
    return solution


class Verdict(NamedTuple):
    """What one search from a position says: the value (None if not settled), nodes, and nodes that were expanded."""

    value: Value | None
    nodes: int
    expanded: int


def value_of(
    position: Position,
    goal: str = "first",
    seconds: float | None = None,
    nodes: int | None = None,
    native: ModuleType | Literal[False] | None = None,
) -> Verdict:
    """The position's value alone, by a search from the position itself with all cuts; the benchmarks use it.

    An opening card is not looked at. Nothing is remembered from call to call.
    """
    check_question(position, goal, seconds, nodes)
    if any(position.hidden):
        check_hidden(position, goal)
    assert position.turn is not None
    question = Question(position, goal, position.turn)
    budget = Budget(seconds, nodes)
    engine = Engine(question, budget, native or None)
    engine.may_hand_over = False
    low, high = 0, len(question.values) - 1
    try:
        while low < high:
            middle = (low + high + 1) // 2
            if engine.ask(position, tag_of(question.values[middle], 0)):
                low = middle
            else:
                high = middle - 1
    except BudgetSpent:
        return Verdict(None, budget.nodes, int(engine.state[K.EXPANDED]))
    return Verdict(question.own_terms(question.values[low]), budget.nodes, int(engine.state[K.EXPANDED]))


def check_hidden(position: Position, goal: str) -> None:
    """Raise `PositionError`, naming the reason, where hidden hands leave the question without a sound answer."""
    rules = position.rules
    assert position.turn is not None
    where = quote(str(position))
    if position.hidden[position.turn]:
        raise PositionError(
            "hands: the hand of seat {seat}, who is to play, is hidden (in {position})",
            seat=position.turn,
            position=where,
        )
    if rules.no_pass_first_trick:
        raise PositionError(
            "rules: 'no_pass_first_trick' makes a pass tell about a hidden hand (in {position})", position=where
        )
    if rules.partnership:
        raise PositionError("rules: 'partnership' cannot be searched with hidden hands (in {position})", position=where)
    if goal == "points" and rules.twos_factor > 1:
        raise PositionError(
            "rules: with {rule} points depend on hidden cards (in {position})",
            rule=quote(twos_rule(rules)),
            position=where,
        )


def twos_rule(rules: Rules) -> str:
    """The house rule in force that looks for 2s in unplayed hands."""
    return next(name for name in rules.house_rules if name.startswith("twos_"))
