"""What a hand is worth at a glance, and deals played to their end in a fraction of a millisecond.

Bots need many rough answers rather than one exact one. `layout` splits a hand into combinations so that little is
left that cannot win a round; `playout` lets every seat play such a split by simple habits. Both are estimates and
say nothing that may be called proved; for the fewest combinations there is `planning`, for the truth `solver`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from .cards import ACE, TWO, TWOS, bits
from .combinations import Combination, Play
from .position import Position
from .rules import Rules
from .scoring import points

_BOMB = -0.35
"""What a quad or double straight costs a hand: less than nothing, it wins a round and may chop a 2."""

_SINGLE = (1.0, 1.0, 1.0, 0.99, 0.98, 0.97, 0.95, 0.92, 0.88, 0.82, 0.72, 0.5, 0.12)
_PAIR = (0.97, 0.96, 0.95, 0.93, 0.9, 0.86, 0.81, 0.75, 0.68, 0.58, 0.46, 0.3, 0.05)
_SAME_RANK = (
    (0.0,) * 13,
    _SINGLE,
    _PAIR,
    tuple(max(0.05, 0.7 - 0.06 * rank) for rank in range(13)),
    (_BOMB,) * 13,
)
_FIVE = {"straight": 0.7, "flush": 0.55, "full_house": 0.5, "four_plus_one": 0.0, "straight_flush": -0.05}

Group = tuple[int, int, float, int, int]
"""A combination in a playout: what it can be compared with, its key there, its cost, its cards, their number."""


def cost_of(shape: Combination) -> float:
    """How much of a burden a combination is: 1 if playing it surely gives the lead away, 0 if it surely keeps it."""
    top = shape.rules.deck.index(shape.top) >> 2
    if shape.size <= 4 and shape.kind in ("single", "pair", "triple", "quad"):
        return _SAME_RANK[shape.size][top]
    if shape.kind == "double_straight":
        return _BOMB
    if shape.rules.five_card_hands:
        return _FIVE[shape.kind] - 0.02 * top
    return _straight_cost(shape.size, top)


@cache
def _straight_cost(length: int, top: int) -> float:
    return max(0.05, 0.95 - 0.06 * top - 0.1 * (length - 3))


# ------------------------------------------------------------------ a hand split into combinations


def cost(hand: int, rules: Rules) -> float:
    """The burden of a whole hand: about how many rounds it must win, or be given, to get rid of everything."""
    return _split_five(hand, rules)[0] if rules.five_card_hands else _split(_counts(hand), rules.straight_top)[0]


@lru_cache(maxsize=1 << 14)
def layout(hand: int, rules: Rules) -> tuple[int, ...]:
    """The hand split into combinations at the least `cost`, those with the lowest cards first.

    >>> rules = Rules.parse("pagat")
    >>> from tutor.cards import parse_cards
    >>> [rules.cards_text(mask) for mask in layout(rules.mask(parse_cards("3s4c5d5h9s9d2h")), rules)]
    ['3s4c5d', '5h', '9s9d', '2h']
    """
    if rules.five_card_hands:
        return _split_five(hand, rules)[1]
    parts, left, counts = [], hand, _counts(hand)
    while counts:
        taken = _split(counts, rules.straight_top)[1]
        counts -= taken
        part = 0
        while taken:
            shift = ((taken & -taken).bit_length() - 1) & ~3
            for _ in range(taken >> shift & 15):
                card = (left >> shift & 15) << shift
                card &= -card
                part |= card
                left ^= card
            taken &= ~(15 << shift)
        parts.append(part)
    return tuple(parts)


def _counts(hand: int) -> int:
    """The number of cards of every rank, four bits each."""
    pairs = (hand & 0x5555555555555) + (hand >> 1 & 0x5555555555555)
    return (pairs & 0x3333333333333) + (pairs >> 2 & 0x3333333333333)


@lru_cache(maxsize=1 << 17)
def _split(counts: int, highest: int) -> tuple[float, int]:
    """The least cost of these ranks, and the ranks of the combination with the lowest of them that gets there."""
    if not counts:
        return 0.0, 0
    shift = ((counts & -counts).bit_length() - 1) & ~3
    lowest = shift >> 2
    same = counts & 15 << shift
    found = _SAME_RANK[same >> shift][lowest] + _split(counts - same, highest)[0]
    best = same
    run, pairs, paired, top = 0, 0, True, lowest
    while top <= highest and (number := counts >> 4 * top & 15):
        length = top - lowest + 1
        run |= 1 << 4 * top
        if length >= 3 and (other := _straight_cost(length, top) + _split(counts - run, highest)[0]) < found:
            found, best = other, run
        paired = paired and number >= 2
        if paired:
            pairs |= 2 << 4 * top
            if length >= 3 and (other := _BOMB + _split(counts - pairs, highest)[0]) < found:
                found, best = other, pairs
        top += 1
    return found, best


@lru_cache(maxsize=1 << 16)
def _split_five(hand: int, rules: Rules) -> tuple[float, tuple[int, ...]]:
    """The same for Big Two, where suits count: the best of a few five-card hands, and the rest by rank."""
    burden, parts = 0.0, []
    for rank in range(13):
        same = hand & 15 << 4 * rank
        number = same.bit_count()
        if number == 4 or (number == 3 and not rules.triples):
            low = same & -same
            low |= (same ^ low) & -(same ^ low)
            split = [low, same ^ low]
        else:
            split = [same] if same else []
        for part in split:
            burden += _SAME_RANK[part.bit_count()][rank]
            parts.append(part)
    if hand.bit_count() < 5:
        return burden, tuple(parts)
    for five in fives(hand, rules):
        shape = Combination.of(five, rules)
        assert shape is not None
        rest, others = _split_five(hand ^ five, rules)
        if (other := cost_of(shape) + rest) < burden - 1e-9:
            burden, parts = other, [five, *others]
    return burden, tuple(parts)


@lru_cache(maxsize=1 << 14)
def fives(hand: int, rules: Rules) -> tuple[int, ...]:
    """A few five-card hands worth thinking of: of each type and height one or two, made of cards easily spared."""
    nibbles = [hand >> 4 * rank & 15 for rank in range(13)]
    found: set[int] = set()
    runs = [range(low, low + 5) for low in range(rules.straight_top - 3)]
    for run in (*runs, (0, 1, 2, 3, TWO)) if rules.wrap_straight else runs:
        if all(nibbles[rank] for rank in run):
            found.add(sum((nibbles[rank] & -nibbles[rank]) << 4 * rank for rank in run))
            for suit in range(4):
                if all(nibbles[rank] >> suit & 1 for rank in run):
                    found.add(sum(1 << 4 * rank + suit for rank in run))
    for suit in range(4):
        cards = [card for card in bits(hand) if (card.bit_length() - 1) & 3 == suit]
        if len(cards) >= 5:
            spared = sorted(cards, key=lambda card: (nibbles[(card.bit_length() - 1) >> 2].bit_count(), card))
            found |= {sum(cards[:5]), sum(spared[:5]), sum(cards[:4]) + cards[-1]}
    pairs = [rank for rank in range(13) if nibbles[rank].bit_count() >= 2]
    singles = [rank for rank in range(13) if nibbles[rank].bit_count() == 1]
    for rank in pairs:
        same = hand & 15 << 4 * rank
        number = same.bit_count()
        if number >= 3:
            three = same if number == 3 else same & same - 1
            for other in [pair for pair in pairs if pair != rank][:2]:
                two = hand & 15 << 4 * other
                while two.bit_count() > 2:
                    two &= two - 1
                found.add(three | two)
        if number == 4:
            for other in (singles or [pair for pair in pairs if pair != rank])[:1]:
                kicker = hand & 15 << 4 * other
                found.add(same | kicker & -kicker)
    return tuple(sorted(found))


# ------------------------------------------------------------------ deals played out


@lru_cache(maxsize=1 << 14)
def _group(mask: int, rules: Rules) -> Group:
    shape = Combination.of(mask, rules)
    assert shape is not None
    return _code(shape.kind, shape.size, rules), shape.key, cost_of(shape), mask, shape.size


@cache
def _code(kind: str, size: int, rules: Rules) -> int:
    """A number for combinations that are compared by height."""
    if size == 5 and rules.five_card_hands and not rules.same_type_only:
        return 5
    return 32 * rules.kinds.index(kind) + size


@cache
def _choppers(rules: Rules) -> dict[tuple[int, bool], tuple[int, ...]]:
    """The codes that chop a table of a code, of twos or not."""
    found = {}
    for kind in rules.kinds:
        for twos in (False, True):
            chops = rules.chops(kind, twos)
            size = {"single": 1, "pair": 2, "triple": 3, "quad": 4}.get(kind)
            if chops and size:
                found[_code(kind, size, rules), twos] = tuple(_code(*shape, rules) for shape in chops)
    return found


@lru_cache(maxsize=1 << 14)
def _groups(hand: int, rules: Rules) -> tuple[Group, ...]:
    """The split of a hand, the heaviest burdens first."""
    parts = [_group(mask, rules) for mask in layout(hand, rules)]
    return tuple(sorted(parts, key=_burden))


def _burden(group: Group) -> tuple[float, int]:
    return -group[2], group[1]


@dataclass(frozen=True)
class Habit:
    """How a seat plays without thinking long.

    It keeps combinations that cost no more than `keep` back while it has more than `few` combinations left; when it
    has so few, or somebody has three cards or fewer, or `breaks` is set for the game without locks, it breaks a pair
    rather than let a single go by. `long` is what a card is worth on a lead.
    """

    keep: float
    few: int
    long: float
    breaks: bool

    def play(self, view: Position) -> Play:
        """What it plays in the view of the seat to play (only its own hand, the counts and the table are looked at)."""
        rules, seat = view.rules, view.turn
        assert seat is not None
        hand = view.hands[seat]
        groups = list(_groups(hand, rules))
        rivals = [view.count(s) for s in range(view.seats) if s != seat and not _partners(rules, s, seat)]
        shortest = min([count for count in rivals if count], default=9)
        if view.table is None:
            if view.opening:
                groups = [group for group in groups if group[3] & view.opening]
            return Play(_lead(groups, shortest, self)[3], rules)
        table, chops = _group(view.table.mask, rules), _choppers(rules)
        found = _answer(groups, table, seat in view.passed, view.chain, chops, shortest, hand, rules, self)
        play = Play(found[3] if found else 0, rules)
        return play if view.objection(play) is None else view.legal_plays()[0]


IN_PLAYOUTS = Habit(keep=0.1, few=4, long=0.15, breaks=True)


def _partners(rules: Rules, one: int, other: int) -> bool:
    return rules.partnership and one == (other + 2) % 4


def playout(position: Position) -> tuple[int, ...]:
    """Everybody's points if all seats of an open position play on by habit (see `played_on`)."""
    return played_on(position)[0]


def played_on(position: Position, habit: Habit = IN_PLAYOUTS) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Everybody's points, and who went out in which order, if all seats of an open position play on by habit.

    Each leads its lowest and longest, answers with the lowest that does it, keeps its best back while much is left,
    and chops when it can. A few house rules (no passing in the first trick) are not looked at.
    """
    if position.is_over:
        return position.scores(), position.out
    rules, n = position.rules, position.seats
    hands = list(position.hands)
    held = [list(_groups(hand, rules)) for hand in hands]
    count = [hand.bit_count() for hand in hands]
    out, full = list(position.out), position.full
    choppers, step = _choppers(rules), -1 if rules.anticlockwise else 1
    locks, partners = rules.pass_locks, rules.partnership
    passed, chain, turn, owner = set(position.passed), position.chain, position.turn, position.owner
    table = _group(position.table.mask, rules) if position.table else None
    assert turn is not None
    last = 1 if rules.first_out_ends else n - 1
    while True:
        groups = held[turn]
        rivals = [count[s] for s in range(n) if count[s] and s != turn and not (partners and s == (turn + 2) % n)]
        shortest = min(rivals) if rivals else 9
        if table is None:
            play: Group | None = _lead(groups, shortest, habit)
        else:
            play = _answer(groups, table, turn in passed, chain, choppers, shortest, hands[turn], rules, habit)
        if play is not None:
            mask = play[3]
            if play in groups:
                groups.remove(play)
            elif play[4] == 1 and (whole := _whole(groups, mask)):
                groups[groups.index(whole)] = _group(whole[3] ^ mask, rules)
                groups.sort(key=_burden)
            else:
                held[turn] = list(_groups(hands[turn] & ~mask, rules))
            hands[turn] &= ~mask
            count[turn] -= play[4]
            if table is not None and locks and play[0] != table[0]:
                chain = True
            table, owner = play, turn
            if not count[turn]:
                if rules.cong and not out:
                    dealt = rules.dealt(n)
                    full = tuple(seat for seat in range(n) if count[seat] == dealt)
                out.append(turn)
                if len(out) >= last:
                    return points(rules, out, count, [bool(hand & TWOS) for hand in hands], full), tuple(out)
        elif locks:
            passed.add(turn)
        assert table is not None
        bombable = chain or (table[0], table[3] & TWOS == table[3]) in choppers
        seat = (turn + step) % n
        while seat != owner and (not count[seat] or (seat in passed and not bombable)):
            seat = (seat + step) % n
        if seat == owner:
            while not count[seat]:
                seat = (seat + step) % n
            table, owner, chain = None, None, False
            passed.clear()
        turn = seat


def _lead(groups: list[Group], shortest: int, habit: Habit) -> Group:
    if shortest <= 2:
        safe = [group for group in groups if group[4] > shortest]
        return safe[0] if safe else groups[-1]
    if len(groups) <= 2:
        return groups[-1]  # the stronger first, so that the last one may be anything
    best, least = groups[0], 9.0
    for group in groups:
        if (value := -group[2] - habit.long * group[4]) < least:
            best, least = group, value
    return best


def _answer(
    groups: list[Group],
    table: Group,
    locked: bool,
    chain: bool,
    choppers: dict[tuple[int, bool], tuple[int, ...]],
    shortest: int,
    hand: int,
    rules: Rules,
    habit: Habit,
) -> Group | None:
    code, key = table[0], table[1]
    breaks = habit.breaks and not rules.pass_locks
    if not locked or chain:
        best = None
        for group in groups:
            if group[0] == code and group[1] > key and (best is None or group[1] < best[1]):
                best = group
        if best is not None:
            if best[2] > habit.keep or len(groups) <= habit.few or shortest <= 3 or (code == 1 and breaks):
                return best
        elif not locked and code == 1 and (shortest <= 3 or (habit.breaks and len(groups) <= habit.few) or breaks):
            for group in reversed(groups) if shortest <= 3 else groups:
                top = group[3].bit_length() - 1
                if top > key and 2 <= group[4] <= 3 and not group[3] & ~(15 << (top & ~3)):
                    return _group(1 << top, rules)
            if shortest <= 3 and hand.bit_length() - 1 > key:
                return _group(1 << (hand.bit_length() - 1), rules)
        elif not locked and shortest <= 3:
            broken = _break(hand, table, rules)
            if broken is not None:
                return broken
    for chop in choppers.get((code, table[3] & TWOS == table[3]), ()):
        for group in groups:
            if group[0] == chop:
                return group
    return None


def _whole(groups: list[Group], card: int) -> Group | None:
    """The pair or triple that the card is broken out of, if it is one."""
    rank = 15 << (card.bit_length() - 1 & ~3)
    return next((group for group in groups if group[3] & card and 2 <= group[4] <= 3 and not group[3] & ~rank), None)


def _break(hand: int, table: Group, rules: Rules) -> Group | None:
    """A high pair out of something larger, when somebody is about to go out."""
    if table[4] == 2:
        for rank in range(TWO, ACE - 4, -1):
            same = hand & 15 << 4 * rank
            if same.bit_count() >= 2:
                while same.bit_count() > 2:
                    same &= same - 1
                return _group(same, rules) if same.bit_length() - 1 > table[1] else None
    return None
