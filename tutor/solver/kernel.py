"""The search kernel: one source, run by numba when it is there and by plain Python when it is not.

Everything here is arithmetic on integers below 2**63 in arrays that the caller hands in, with an explicit stack
(a compiled function that calls itself and is cached on disk crashes the next process). `compiled.py` loads this
file a second time with numba's decorator in place of the one below; only the transposition table differs then (a
`dict` here, open addressing there). What is searched and why each cut is sound is argued in the package docstring.

A *node* is a position in which the seat to play has at least one answer, or leads: a seat that can only pass is
passed over on the spot (`settle`), its pass counted as a play. The value of a node is whether the *attacker*
succeeds: the hero (or the hero's side) in reaching a threshold, or the opposition in keeping it from there, at
any time or within a number of plays (`REM`).
"""

# ruff: noqa: E501
from __future__ import annotations

try:
    njit  # type: ignore[used-before-def]  # noqa: B018  (put here by compiled.py before this runs)
except NameError:
    COMPILED = False

    def njit(function):
        """Plain Python: leave the function as it is."""
        return function

    def constant(values):
        """Plain Python: a table is a list."""
        return list(values)

else:
    COMPILED = True

ONES = 0x1111111111111
PACK = (1 << 52) - 1
BIG = 1000  # plays left when their number does not matter; more than any deal can have

# One frame of the stack.
TURN, TK, KEY, OWNER, PASSED, CHAIN, MUST, FULL, NOUT, ORDER, REM, TAG = range(12)
HANDS, POOL, COUNTS = 12, 16, 17
START, END, CUR, STAGE, K0, K1, K2, HPLACE, WORK, LOWEST, VIEW = 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
FRAME = 32

# The question: rules, seats and goal.
(
    N, STEP, GAME, LOCKS, OVERBOMB, SMIN, SMASK, DOUBLES, KMAX, QCHOP, CLO, CHI, FOURQUAD, SAMETYPE, FLUSHKEY,
    WRAP, BOMBS, SFBOMBS, ENDS, MODE, SIDE, HERO, ATT, MAXV, MINV, DEALT, TWOS, LOSERS, HIDDEN, GAPMIN, BITS, CONG,
    RANK2, WIDEST, PARTNERS,
) = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 17, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43)  # fmt: skip
VALS, PEN, PAT, LOS, HIS = 48, 56, 80, 300, 4400
PARAMETERS = 8500

# What the search says of itself; PLY and PHASE let it go on where it stopped.
PLY, PHASE, RET, NODES, LIMIT, EXPANDED, HITS, USED, ROOM, LO, HI, VARIANTS, TOPS, FREE, SURE, EDGE, NEED, COVER = (
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 17, 18, 23, 28, 29,
)  # fmt: skip
STATE = 30
WAYS = 8  # entries of one key that differ in how the hero's cards lie to the others
DONE, PAUSED, TABLE_FULL, MOVES_FULL = 0, 1, 2, 3
ENTER, BACK, NEXT = 0, 1, 2

# Kinds: 1 to 4 cards of a rank; straights of L ranks 2+L; double straights of L pairs 15+L; Big Two's five.
STRAIGHT, DOUBLE, B2 = 2, 15, 24


def _same_rank_tables():
    """Plays of k cards of one rank from a nibble of own cards, `sep` saying which suits others hold.

    For each (own, sep, k): every play that differs by more than a swap of adjacent cards, lowest cards first, and
    the same with only the lowest cards below each top card. sep 16 means that every card stands alone.
    """
    every, every_top, every_n = [0] * (16 * 17 * 5 * 6), [0] * (16 * 17 * 5 * 6), [0] * (16 * 17 * 5)
    least, least_top, least_n = [0] * (16 * 17 * 5 * 6), [0] * (16 * 17 * 5 * 6), [0] * (16 * 17 * 5)
    for own in range(16):
        suits = [s for s in range(4) if own >> s & 1]
        for sep in range(17):
            cls, classes = 0, {}
            for i, s in enumerate(suits):
                if i and (sep == 16 or any(sep >> t & 1 for t in range(suits[i - 1] + 1, s))):
                    cls += 1
                classes[s] = cls
            for k in range(1, len(suits) + 1):
                seen, tops = set(), set()
                base = (own * 17 + sep) * 5 + k
                for sub in range(16):
                    if sub & ~own or bin(sub).count("1") != k:
                        continue
                    cards = [s for s in suits if sub >> s & 1]
                    shape = tuple(classes[s] for s in cards)
                    if shape not in seen:
                        seen.add(shape)
                        every[base * 6 + every_n[base]] = sub
                        every_top[base * 6 + every_n[base]] = cards[-1]
                        every_n[base] += 1
                    if shape[-1] not in tops and cards[:-1] == suits[: k - 1]:
                        tops.add(shape[-1])
                        least[base * 6 + least_n[base]] = sub
                        least_top[base * 6 + least_n[base]] = cards[-1]
                        least_n[base] += 1
    return every, every_top, every_n, least, least_top, least_n


EVERY, EVERY_TOP, EVERY_N, LEAST, LEAST_TOP, LEAST_N = (constant(t) for t in _same_rank_tables())
CNT = constant([bin(m).count("1") for m in range(16)])
TOP = constant([m.bit_length() - 1 for m in range(16)])
KTH = constant(
    [([s for s in range(4) if m >> s & 1][k - 1] if 1 <= k <= bin(m).count("1") else 4) for m in range(16) for k in range(5)]
)  # fmt: skip
BELOW = constant([bin(m & ((1 << s) - 1)).count("1") for m in range(16) for s in range(5)])
BIT = constant([next((i for i in range(64) if pow(2, i, 67) == r), 0) for r in range(67)])
SIZE = constant([0, 1, 2, 3, 4, *range(3, 14), 0, 0, 6, 8, 10, 12, 14, 16, 5, 5, 5, 5, 5, 0])


@njit
def counts(h):
    """Cards per rank, one nibble a rank."""
    return (h & ONES) + ((h >> 1) & ONES) + ((h >> 2) & ONES) + ((h >> 3) & ONES)


@njit
def cards(h):
    """How many cards there are in h."""
    c = counts(h)
    return (c & 0xF0F0F0F0F0F0F) % 255 + ((c >> 4) & 0x0F0F0F0F0F0F) % 255


@njit
def ranks(h):
    """The lowest bit of each rank that is there."""
    return (h | (h >> 1) | (h >> 2) | (h >> 3)) & ONES


@njit
def at_least(c, k):
    """Ranks (lowest bit) with at least k cards, from counts."""
    return ((c + (8 - k) * ONES) >> 3) & ONES


@njit
def runs(x, length):
    """Lowest rank of each run of `length` ranks within the rank bits x."""
    y = x
    for i in range(1, length):
        y &= x >> (4 * i)
    return y


@njit
def lowest(h):
    """The lowest card of each rank."""
    a = h & ONES
    b = (h >> 1) & ONES & ~a
    c = (h >> 2) & ONES & ~(a | b)
    d = (h >> 3) & ONES & ~(a | b | c)
    return a | (b << 1) | (c << 2) | (d << 3)


@njit
def high_rank(x):
    """Index of the highest rank among rank bits; -1 for none."""
    x |= x >> 4
    x |= x >> 8
    x |= x >> 16
    x |= x >> 32
    return (x & ONES) % 15 - 1


@njit
def top_card(x, h):
    """Index of the highest card of h within the highest rank of rank bits x; -1 for none."""
    r = high_rank(x)
    if r < 0:
        return -1
    return 4 * r + TOP[(h >> (4 * r)) & 15]


@njit
def whole(h, size, par):
    """The kind of combination that a whole Tiến Lên hand is, with its top card as kind * 64 + top; 0 for none."""
    c = counts(h)
    x = ranks(h)
    low = BIT[(x & -x) % 67]
    n = x % 15
    if n == 1:
        if size > par[KMAX]:
            return 0
        return size * 64 + low + TOP[(h >> low) & 15]
    if x >> low != ONES & ((1 << (4 * n)) - 1) or x & ~par[SMASK]:
        return 0
    r = low + 4 * (n - 1)
    if c == x and n >= par[SMIN]:
        return (STRAIGHT + n) * 64 + r + TOP[(h >> r) & 15]
    if c == 2 * x and n >= 3 and par[DOUBLES]:
        return (DOUBLE + n) * 64 + r + TOP[(h >> r) & 15]
    return 0


@njit
def is_target(tk, key, chain, par):
    """Whether locked seats are still asked about this table (RULES 1.2, 3)."""
    if not par[LOCKS]:
        return False
    if chain and par[OVERBOMB]:
        return True
    return (tk <= 3 and key >= 48) or (tk == 4 and par[FOURQUAD] != 0)


@njit
def can_chop(h, cap, tk, key, par):
    """Whether a bomb in h beats a table of another kind."""
    if par[GAME]:
        if tk > 3 or par[BOMBS] == 0 or (par[BOMBS] == 1 and tk > 1) or cap < 5:
            return False
        c = counts(h)
        if at_least(c, 4) and ranks(h) % 15 > 1:
            return True
        return par[SFBOMBS] != 0 and straight_flush_over(h, -1, par) >= 0
    if tk <= 3 and key >= 48:
        c = counts(h)
        if cap >= 4 and par[QCHOP + tk] and at_least(c, 4):
            return True
        low = par[CLO + tk]
        return cap >= 2 * low and runs(at_least(c, 2) & par[SMASK], low) != 0
    if tk == 4 and par[FOURQUAD]:
        return cap >= 8 and runs(at_least(counts(h), 2) & par[SMASK], 4) != 0
    return False


@njit
def straight_flush_over(h, key, par):
    """Top card of a straight flush in h above `key`, or -1."""
    for suit in range(4):
        x = (h >> suit) & ONES
        y = runs(x & par[SMASK], 5)
        if y:
            top = 4 * (high_rank(y) + 4) + suit
            if top > key:
                return top
        if par[WRAP] and x & 0x1000000001111 == 0x1000000001111 and 48 + suit > key:
            return 48 + suit
    return -1


@njit
def least_reply(h, cap, tk, key, par):
    """Top card of the lowest answer of the same kind and length (not Big Two's five cards), or -1."""
    if tk <= 4:
        if cap < tk:
            return -1
        r4 = key & ~3
        m = (h >> r4) & 15
        if CNT[m] >= tk:
            s = KTH[m * 5 + tk]
            if s <= (key & 3):
                s = (key & 3) + 1
            while s < 4:
                if m >> s & 1:
                    return r4 + s
                s += 1
        x = at_least(counts(h), tk) >> (r4 + 4)
        if x == 0:
            return -1
        r4 += 4 + BIT[(x & -x) % 67]
        return r4 + KTH[((h >> r4) & 15) * 5 + tk]
    width = 1 if tk <= DOUBLE else 2
    length = tk - STRAIGHT if width == 1 else tk - DOUBLE
    if cap < width * length:
        return -1
    x = runs(at_least(counts(h), width) & par[SMASK], length) << (4 * (length - 1))  # at their top rank
    r4 = key & ~3
    m = (h >> r4) & 15
    if (x >> r4) & 1:
        s = KTH[m * 5 + width]
        if s <= (key & 3):
            s = (key & 3) + 1
        while s < 4:
            if m >> s & 1:
                return r4 + s
            s += 1
    x >>= r4 + 4
    if x == 0:
        return -1
    r4 += 4 + BIT[(x & -x) % 67]
    return r4 + KTH[((h >> r4) & 15) * 5 + width]


@njit
def add_runs(h, blk, raw, low, x, width, length, lim, dom, var, kind, par, mv, mk, sp, st):
    """Lay down moves: runs of `length` ranks, `width` cards each, top card above lim; returns the new end."""
    y = runs(x, length)
    while y:
        b = y & -y
        y ^= b
        q4 = BIT[b % 67]
        r4 = q4 + 4 * (length - 1)
        if r4 + 3 <= lim:
            continue
        if sp + 70 > st[FREE]:
            return -1
        m = (h >> r4) & 15
        o = 16 if raw else (blk >> r4) & 15
        if not raw and lim >= r4:
            o |= 1 << (lim - r4)
        idx = (m * 17 + o) * 5 + width
        if dom or var == 0:
            body = low & ((1 << r4) - (1 << q4))
            n = LEAST_N[idx] if dom else EVERY_N[idx]
            for i in range(n):
                if dom:
                    p = LEAST[idx * 6 + i]
                    t = LEAST_TOP[idx * 6 + i]
                else:
                    p = EVERY[idx * 6 + i]
                    t = EVERY_TOP[idx * 6 + i]
                if r4 + t > lim:
                    mv[sp] = body | (p << r4)
                    mk[sp] = kind * 64 + r4 + t
                    sp += 1
            if dom:
                continue
        choices = 1
        for s in range(q4, r4, 4):
            choices *= EVERY_N[(((h >> s) & 15) * 17 + (16 if raw else (blk >> s) & 15)) * 5 + width]
        if choices == 1:
            continue
        if var == 0:
            st[VARIANTS] = 1
            continue
        for code in range(1, choices):
            body = 0
            c = code
            for s in range(q4, r4, 4):
                j = (((h >> s) & 15) * 17 + (16 if raw else (blk >> s) & 15)) * 5 + width
                body |= EVERY[j * 6 + c % EVERY_N[j]] << s
                c //= EVERY_N[j]
            if sp + 10 > st[FREE]:
                return -1
            for i in range(EVERY_N[idx]):
                t = EVERY_TOP[idx * 6 + i]
                if r4 + t > lim:
                    mv[sp] = body | (EVERY[idx * 6 + i] << r4)
                    mk[sp] = kind * 64 + r4 + t
                    sp += 1
    return sp


@njit
def add_same(h, blk, raw, k0, k1, lim, dom, mv, mk, sp):
    """Lay down moves of k0 to k1 cards of one rank with a top card above lim."""
    x = ranks(h)
    if lim >= 4:
        x = (x >> (lim & ~3)) << (lim & ~3)
    while x:
        b = x & -x
        x ^= b
        r4 = BIT[b % 67]
        m = (h >> r4) & 15
        o = 16 if raw else (blk >> r4) & 15
        if not raw and lim >= r4:
            o |= 1 << (lim - r4)
        c = CNT[m]
        if c > k1:
            c = k1
        for k in range(k0, c + 1):
            idx = (m * 17 + o) * 5 + k
            n = LEAST_N[idx] if dom else EVERY_N[idx]
            for i in range(n):
                if dom:
                    p = LEAST[idx * 6 + i]
                    t = LEAST_TOP[idx * 6 + i]
                else:
                    p = EVERY[idx * 6 + i]
                    t = EVERY_TOP[idx * 6 + i]
                if r4 + t > lim:
                    mv[sp] = p << r4
                    mk[sp] = k * 64 + r4 + t
                    sp += 1
    return sp


@njit
def gen_tl(h, cap, blk, tk, key, locked, chain, dom, var, par, mv, mk, sp, st):
    """Tiến Lên: the moves of hand h (at most cap cards) on a table; var 1 gives only those left out at var 0.

    Returns the new end of the move list, or -1 if there is no room.
    """
    st[VARIANTS] = 0
    if sp + 400 > st[FREE]:
        return -1
    c = counts(h)
    low1 = lowest(h)
    low2 = low1 | lowest(h & ~low1)
    x1 = ranks(h) & par[SMASK]
    x2 = at_least(c, 2) & par[SMASK]
    if tk == 0:
        if var == 0:
            k1 = par[KMAX]
            sp = add_same(h, blk, 0, 1, k1 if k1 < cap else cap, -1, dom, mv, mk, sp)
        length = par[SMIN]
        while length <= cap and runs(x1, length):
            sp = add_runs(h, blk, 0, low1, x1, 1, length, -1, dom, var, STRAIGHT + length, par, mv, mk, sp, st)
            if sp < 0:
                return -1
            length += 1
        if par[DOUBLES]:
            length = 3
            while 2 * length <= cap and runs(x2, length):
                sp = add_runs(h, blk, 0, low2, x2, 2, length, -1, dom, var, DOUBLE + length, par, mv, mk, sp, st)
                if sp < 0:
                    return -1
                length += 1
        return sp
    if not locked or (chain and par[OVERBOMB]):
        if tk <= 4:
            if var == 0 and tk <= cap:
                sp = add_same(h, blk, 0, tk, tk, key, dom, mv, mk, sp)
        elif tk <= DOUBLE:
            if tk - STRAIGHT <= cap:
                sp = add_runs(h, blk, 0, low1, x1, 1, tk - STRAIGHT, key, dom, var, tk, par, mv, mk, sp, st)
        elif 2 * (tk - DOUBLE) <= cap:
            sp = add_runs(h, blk, 0, low2, x2, 2, tk - DOUBLE, key, dom, var, tk, par, mv, mk, sp, st)
        if sp < 0:
            return -1
    if tk <= 3 and key >= 48:
        if par[QCHOP + tk] and cap >= 4 and var == 0:
            x = at_least(c, 4)
            while x:
                b = x & -x
                x ^= b
                r4 = BIT[b % 67]
                mv[sp] = 15 << r4
                mk[sp] = 4 * 64 + r4 + 3
                sp += 1
        for length in range(par[CLO + tk], par[CHI + tk] + 1):
            if 2 * length <= cap:
                sp = add_runs(h, blk, 0, low2, x2, 2, length, -1, dom, var, DOUBLE + length, par, mv, mk, sp, st)
                if sp < 0:
                    return -1
    elif tk == 4 and par[FOURQUAD] and cap >= 8:
        sp = add_runs(h, blk, 0, low2, x2, 2, 4, -1, dom, var, DOUBLE + 4, par, mv, mk, sp, st)
    return sp


@njit
def flush_key(r1, r2, r3, r4, r5, suit, par):
    """Height of a flush, ranks from the top (R36)."""
    if par[FLUSHKEY] == 0:
        return (r1 * 16 + r2) * 4 + suit
    key = (((r1 * 16 + r2) * 16 + r3) * 16 + r4) * 16 + r5
    return key * 4 + suit if par[FLUSHKEY] == 1 else (suit << 20) + key


@njit
def better5(kind, key, tk, tkey, par):
    """Whether a five-card hand beats the table tk, tkey (a lead or one that bombs beat is passed as tk 0)."""
    if tk == 0:
        return True
    if kind == tk:
        return key > tkey
    return kind > tk and par[SAMETYPE] == 0


@njit
def five_cards(h, blk, raw, tk, tkey, dom, first, kinds, par, mv, mk, sp, st):
    """Big Two's five-card hands that beat the table, of the kinds in a bit set; stops after one if `first`.

    Returns the new end, or -1 if there is no room.
    """
    c = counts(h)
    x = ranks(h)
    if kinds & 0b10001:  # straights and straight flushes
        for low in range(-1, 8):
            if low < 0:
                if not par[WRAP] or x & 0x1000000001111 != 0x1000000001111:
                    continue
                top = 12
            else:
                top = low + 4
                if (x >> (4 * low)) & 0x11111 != 0x11111:
                    continue
            choices = 1
            if not raw and tk == B2 and tkey >> 2 == top:  # the card to beat parts the cards of its rank
                blk |= 1 << tkey
            for i in range(5):
                r4 = 48 if top == 12 and i == 4 else 4 * (i if top == 12 else low + i)
                idx = (((h >> r4) & 15) * 17 + (16 if raw else (blk >> r4) & 15)) * 5 + 1
                choices *= LEAST_N[idx] if i == 4 or not dom else 1
            for code in range(choices):
                mask = 0
                e = code
                t = 0
                for i in range(5):
                    r4 = 48 if top == 12 and i == 4 else 4 * (i if top == 12 else low + i)
                    idx = (((h >> r4) & 15) * 17 + (16 if raw else (blk >> r4) & 15)) * 5 + 1
                    if i == 4 or not dom:
                        n = LEAST_N[idx]
                        p = LEAST[idx * 6 + e % n]
                        e //= n
                    else:
                        p = LEAST[idx * 6]
                    t = TOP[p]
                    mask |= p << r4
                flush = raw and mask & ~(ONES << t) == 0
                kind = B2 + 4 if flush else B2
                if not (kinds >> (kind - B2)) & 1 or not better5(kind, 4 * top + t, tk, tkey, par):
                    continue
                if first:
                    return sp + 1
                if sp + 2 > st[FREE]:
                    return -1
                mv[sp] = mask
                mk[sp] = kind * (1 << 26) + 4 * top + t
                sp += 1
    if kinds & 0b00010 and raw:
        for suit in range(4):
            f = (h >> suit) & ONES
            if f % 15 < 5:
                continue
            y1 = f
            while y1:
                r1 = high_rank(y1)
                y1 ^= 1 << (4 * r1)
                y2 = y1
                while y2:
                    r2 = high_rank(y2)
                    y2 ^= 1 << (4 * r2)
                    y3 = y2
                    while y3:
                        r3 = high_rank(y3)
                        y3 ^= 1 << (4 * r3)
                        y4 = y3
                        while y4:
                            r4 = high_rank(y4)
                            y4 ^= 1 << (4 * r4)
                            y5 = y4
                            while y5:
                                r5 = high_rank(y5)
                                y5 ^= 1 << (4 * r5)
                                if r1 - r5 == 4 and r1 < 12:
                                    continue
                                if par[WRAP] and r1 == 12 and r2 == 3:
                                    continue
                                key = flush_key(r1, r2, r3, r4, r5, suit, par)
                                if not better5(B2 + 1, key, tk, tkey, par):
                                    continue
                                if first:
                                    return sp + 1
                                if sp + 2 > st[FREE]:
                                    return -1
                                mask = (
                                    (1 << (4 * r1))
                                    | (1 << (4 * r2))
                                    | (1 << (4 * r3))
                                    | (1 << (4 * r4))
                                    | (1 << (4 * r5))
                                )
                                mv[sp] = mask << suit
                                mk[sp] = (B2 + 1) * (1 << 26) + key
                                sp += 1
    if kinds & 0b00100:
        y = at_least(c, 3)
        while y:
            b = y & -y
            y ^= b
            r4 = BIT[b % 67]
            if not better5(B2 + 2, r4 >> 2, tk, tkey, par):
                continue
            i3 = (((h >> r4) & 15) * 17 + (16 if raw else (blk >> r4) & 15)) * 5 + 3
            z = at_least(c, 2) & ~b
            while z:
                b2 = z & -z
                z ^= b2
                s4 = BIT[b2 % 67]
                i2 = (((h >> s4) & 15) * 17 + (16 if raw else (blk >> s4) & 15)) * 5 + 2
                if first:
                    return sp + 1
                if sp + 40 > st[FREE]:
                    return -1
                for i in range(1 if dom else EVERY_N[i3]):
                    for j in range(1 if dom else EVERY_N[i2]):
                        mv[sp] = (EVERY[i3 * 6 + i] << r4) | (EVERY[i2 * 6 + j] << s4)
                        mk[sp] = (B2 + 2) * (1 << 26) + (r4 >> 2)
                        sp += 1
    if kinds & 0b01000:
        y = at_least(c, 4)
        while y:
            b = y & -y
            y ^= b
            r4 = BIT[b % 67]
            if not better5(B2 + 3, r4 >> 2, tk, tkey, par):
                continue
            z = x & ~b
            while z:
                b2 = z & -z
                z ^= b2
                s4 = BIT[b2 % 67]
                i1 = (((h >> s4) & 15) * 17 + (16 if raw else (blk >> s4) & 15)) * 5 + 1
                if first:
                    return sp + 1
                if sp + 10 > st[FREE]:
                    return -1
                for i in range(1 if dom else EVERY_N[i1]):
                    mv[sp] = (15 << r4) | (EVERY[i1 * 6 + i] << s4)
                    mk[sp] = (B2 + 3) * (1 << 26) + (r4 >> 2)
                    sp += 1
    return sp


@njit
def bomb_kinds(tk, par):
    """Big Two: the five-card kinds (bit set) that beat a table of 1 to 3 cards."""
    if tk == 0 or tk > 3 or par[BOMBS] == 0 or (par[BOMBS] == 1 and tk > 1):
        return 0
    return 0b11000 if par[SFBOMBS] else 0b01000


@njit
def gen_b2(h, cap, blk, raw, tk, key, dom, par, mv, mk, sp, st):
    """Big Two: the moves of hand h on a table. Returns the new end, or -1 if there is no room."""
    st[VARIANTS] = 0
    if sp + 200 > st[FREE]:
        return -1
    begin = sp
    k1 = par[KMAX]
    if tk == 0:
        sp = add_same(h, blk, raw, 1, k1 if k1 < cap else cap, -1, dom, mv, mk, sp)
    elif tk <= 3 and tk <= cap:
        sp = add_same(h, blk, raw, tk, tk, key, dom, mv, mk, sp)
    for i in range(begin, sp):  # keys of both parts in one layout
        mk[i] = (mk[i] >> 6) * (1 << 26) + (mk[i] & 63)
    if cap >= 5:
        if tk == 0:
            sp = five_cards(h, blk, raw, 0, 0, dom, 0, 31, par, mv, mk, sp, st)
        elif tk >= B2:
            sp = five_cards(h, blk, raw, tk, key, dom, 0, 31, par, mv, mk, sp, st)
        else:
            kinds = bomb_kinds(tk, par)
            if kinds:
                sp = five_cards(h, blk, raw, 0, 0, dom, 0, kinds, par, mv, mk, sp, st)
    return sp


@njit
def can_reply(h, cap, locked, tk, key, chain, raw, par, mv, mk, st):
    """Whether a seat has anything to lay on this table."""
    if par[GAME] and tk >= B2:
        return cap >= 5 and five_cards(h, 0, 1, tk, key, 0, 1, 31, par, mv, mk, 0, st) > 0
    if (not locked or (chain and par[OVERBOMB])) and least_reply(h, cap, tk, key, par) >= 0:
        return True
    return can_chop(h, cap, tk, key, par)


@njit
def hand_of(fr, o, s, par):
    """The cards that seat s may play from: its hand, or the pool of unseen cards."""
    return fr[o + POOL] if (par[HIDDEN] >> s) & 1 else fr[o + HANDS + s]


@njit
def flush_left(fr, o, par):
    """Big Two: whether any seat could still hold a flush, so that suits matter (else they only order a rank)."""
    if par[GAME] == 0:
        return 0
    for s in range(par[N]):
        if fr[o + COUNTS + s] >= 5:
            h = hand_of(fr, o, s, par)
            for suit in range(4):
                if ((h >> suit) & ONES) % 15 >= 5:
                    return 1
    return 0


@njit
def settle(fr, o, s, par, mv, mk, st):
    """From seat s on, the first seat that can answer the table gets the turn; the others pass (counted in REM).

    If nobody can, the round is over and the owner (or the next seat with cards) leads.
    """
    tk = fr[o + TK]
    key = fr[o + KEY]
    chain = fr[o + CHAIN]
    owner = fr[o + OWNER]
    target = is_target(tk, key, chain, par)
    while s != owner:
        if fr[o + COUNTS + s]:
            locked = (fr[o + PASSED] >> s) & 1
            if not locked or target:
                h = hand_of(fr, o, s, par)
                cap = fr[o + COUNTS + s]
                if tk < B2:
                    t = -1
                    if not locked or (chain and par[OVERBOMB]):
                        t = least_reply(h, cap, tk, key, par)
                    fr[o + LOWEST] = t
                    answers = t >= 0 or can_chop(h, cap, tk, key, par)
                else:
                    answers = cap >= 5 and five_cards(h, 0, 1, tk, key, 0, 1, 31, par, mv, mk, 0, st) > 0
                if answers:
                    fr[o + TURN] = s
                    return
                if fr[o + REM] < BIG:
                    fr[o + REM] -= 1
                if par[LOCKS]:
                    fr[o + PASSED] |= 1 << s
        s = (s + par[STEP]) % par[N]
    while fr[o + COUNTS + s] == 0:
        s = (s + par[STEP]) % par[N]
    fr[o + TURN] = s
    fr[o + OWNER] = s
    fr[o + TK] = 0
    fr[o + KEY] = 0
    fr[o + PASSED] = 0
    fr[o + CHAIN] = 0
    fr[o + MUST] = 0


@njit
def grade(fr, o, par, st):
    """The least and the most that the hero's value can still be, into st[LO] and st[HI]."""
    nout = fr[o + NOUT]
    hero = par[HERO]
    if par[MODE] == 0:  # by place alone
        if par[ENDS]:
            if nout == 0:
                st[LO] = par[VALS + 2]
                st[HI] = par[VALS + 1]
            else:
                won = (par[SIDE] >> (fr[o + ORDER] & 3)) & 1
                st[LO] = st[HI] = par[VALS + 1] if won else par[VALS + 2]
        elif fr[o + COUNTS + hero] == 0:
            st[LO] = st[HI] = par[VALS + fr[o + HPLACE]]
        else:
            st[LO] = par[VALS + par[N]]
            st[HI] = par[VALS + nout + 1]
    elif par[MODE] == 1:  # the first out ends the deal and the others pay
        if nout == 0:
            st[LO] = par[MINV]
            st[HI] = par[MAXV]
            return
        first = fr[o + ORDER] & 3
        won = (par[SIDE] >> first) & 1
        total = 0
        own = 0
        for s in range(par[N]):
            pays = par[PEN + fr[o + COUNTS + s]]
            if fr[o + HANDS + s] >> 48:
                pays *= par[TWOS]
            if s == hero:
                own = pays
            if par[PARTNERS]:
                if ((s ^ first) & 1) == 1:
                    total += pays
            elif s != first:
                total += pays
        if won:
            st[LO] = st[HI] = total
        elif par[PARTNERS]:
            st[LO] = st[HI] = -total * par[LOSERS]
        else:
            st[LO] = st[HI] = -own * par[LOSERS]
    else:  # places, and doubled losses for those who held every card at the first finish
        if nout == 0:
            st[LO] = par[MINV]
            st[HI] = par[MAXV]
        else:
            i = ((nout - 1) * 64 + fr[o + ORDER]) * 16 + fr[o + FULL]
            st[LO] = par[LOS + i]
            st[HI] = par[HIS + i]


@njit
def judge(fr, o, par, st):
    """1 if the attacker has succeeded, 0 if it has failed, -1 while that is open. Called when somebody went out.

    Tags: kind 0, the hero reaches the threshold; 1, the hero gets more, or exactly it within REM; 2, the opposition
    keeps the hero at the threshold or below; 3, below it, or exactly at it within REM.
    """
    grade(fr, o, par, st)
    lo = st[LO]
    hi = st[HI]
    kind = fr[o + TAG] & 3
    thr = (fr[o + TAG] >> 2) - 1024
    soon = 1 if fr[o + REM] >= 0 else 0
    if kind == 0:
        if hi < thr:
            return 0
        if lo >= thr:
            return soon
    elif kind == 1:
        if lo > thr:
            return 1
        if hi < thr:
            return 0
        if lo == hi and final(fr, o, par):
            return soon
    elif kind == 2:
        if lo > thr:
            return 0
        if hi <= thr:
            return soon
    else:
        if hi < thr:
            return 1
        if lo > thr:
            return 0
        if lo == hi and final(fr, o, par):
            return soon
    return -1


@njit
def final(fr, o, par):
    """Whether a value that cannot change any more counts as decided (the hero is out, or the deal is over)."""
    if par[ENDS] or fr[o + COUNTS + par[HERO]] == 0:
        return True
    return fr[o + NOUT] >= par[N] - 1


@njit
def child(fr, o, c, mask, kind, key, par, mv, mk, st):
    """The frame c after the seat to play in frame o has laid a move (or passed, mask 0); the attacker's result or -1."""
    for i in range(START):
        fr[c + i] = fr[o + i]
    fr[c + HPLACE] = fr[o + HPLACE]
    s = fr[o + TURN]
    if fr[c + REM] < BIG:
        fr[c + REM] -= 1
    if mask == 0:
        if par[LOCKS]:
            fr[c + PASSED] |= 1 << s
    else:
        if (par[HIDDEN] >> s) & 1:
            fr[c + POOL] &= ~mask
        else:
            fr[c + HANDS + s] &= ~mask
        fr[c + COUNTS + s] -= SIZE[kind]
        fr[c + MUST] &= ~(1 << s)
        if fr[o + TK] and kind != fr[o + TK] and par[LOCKS]:
            fr[c + CHAIN] = 1
            if not par[OVERBOMB]:
                fr[c + PASSED] &= ~(1 << s)
        fr[c + TK] = kind
        fr[c + KEY] = key
        fr[c + OWNER] = s
        if fr[c + COUNTS + s] == 0:
            nout = fr[c + NOUT]
            if nout == 0 and par[CONG]:
                full = 0
                for t in range(par[N]):
                    if fr[c + COUNTS + t] == par[DEALT]:
                        full |= 1 << t
                fr[c + FULL] = full
            fr[c + ORDER] |= s << (2 * nout)
            fr[c + NOUT] = nout + 1
            if s == par[HERO]:
                fr[c + HPLACE] = nout + 1
            r = judge(fr, c, par, st)
            if r >= 0:
                return r
    settle(fr, c, (s + par[STEP]) % par[N], par, mv, mk, st)
    return -1


@njit
def lonely(fr, o, s, par):
    """Whether seat s plays alone for its side: no other seat of the side has cards."""
    side = (par[SIDE] >> s) & 1
    for t in range(par[N]):
        if t != s and ((par[SIDE] >> t) & 1) == side and fr[o + COUNTS + t]:
            return 0
    return 1


@njit
def may_bomb(h, par):
    """Whether a hand has cards for a bomb of any kind (Tiến Lên)."""
    c = counts(h)
    return at_least(c, 4) != 0 or runs(at_least(c, 2) & par[SMASK], 3) != 0


@njit
def relative_key(fr, o, word, raw, par):
    """The key of a position by the order of its cards alone; False if it has none or is too long.

    K0 to K2 hold the shape of every hand and the order of the opposition's cards among themselves; VIEW how the
    hero's cards lie to those: from the lowest card up a bit each, set for the hero's, and in the last six bits what
    the table leaves to answer, more for the hero.
    """
    n = par[N]
    tk = fr[o + TK]
    if par[HIDDEN] or fr[o + MUST]:
        return False
    if par[GAME] and (raw or par[PARTNERS] or par[WRAP] or par[TWOS] > 1 or tk >= B2):
        return False
    hero = par[HERO]
    key = fr[o + KEY]
    total = 0
    union = 0
    starts = 0  # the lowest card of each rank in each hand
    linked = 0  # those of them whose rank goes on a possible run
    long = 0  # the hands that have one
    twos = 0
    special = n > 2  # whether it matters that a card is a 2
    for s in range(n):
        h = fr[o + HANDS + s]
        total += fr[o + COUNTS + s]
        union |= h
        low = lowest(h)
        starts |= low
        x = runs(ranks(h) & par[SMASK], par[GAPMIN])
        if x:
            word |= 1 << (54 + s)
            long |= h
            y = x
            for _ in range(1, par[GAPMIN]):
                x <<= 4
                y |= x
            linked |= low & (15 * (y & (y << 4)))
        if par[GAME] == 0:
            if h >> 48:
                twos |= 1 << s
            if n == 2 and may_bomb(h, par):
                special = True
    if total > 44:
        return False
    if special and par[GAME] == 0:
        word |= twos << 28
        if tk and tk <= 3 and key >= 48:
            word |= 1 << 53
    mine = fr[o + HANDS + hero]
    word |= (1 << 62) | (fr[o + COUNTS + hero] << 32)
    wide = 0 if n == 2 else 1 if n == 3 else 2
    first = 0
    code = 1
    used = 0
    x = mine
    while x:
        low = x & -x
        x ^= low
        code = (code << 1) | (1 if low & starts else 0)
        used += 1
        if low & starts & long:
            code = (code << 1) | (1 if low & linked else 0)
            used += 1
    view = 0
    bit = 1 << 6
    x = union
    while x:
        low = x & -x
        x ^= low
        if low & mine:
            view |= bit
        else:
            if used > 57:
                if first:
                    return False
                first = code
                code = 1
                used = 0
            s = 0
            while not fr[o + HANDS + s] & low:
                s += 1
            code = (code << wide) | ((s - hero - 1 + n) % n if wide else 0)
            code = (code << 1) | (1 if low & starts else 0)
            used += wide + 1
            if low & starts & long:
                code = (code << 1) | (1 if low & linked else 0)
                used += 1
        bit <<= 1
    if tk:
        below = (1 << key) - 1
        if fr[o + OWNER] == hero:
            view |= cards(union & ~mine & below)
        else:
            least = 64
            s = fr[o + TURN]
            while s != fr[o + OWNER]:
                free = not (fr[o + PASSED] >> s) & 1 or (fr[o + CHAIN] and par[OVERBOMB])
                if free and fr[o + COUNTS + s]:
                    if s == hero:
                        view |= 63 - cards(mine & below)
                    else:
                        t = least_reply(fr[o + HANDS + s], fr[o + COUNTS + s], tk, key, par)
                        if 0 <= t < least:
                            least = t
                s = (s + par[STEP]) % n
            if least < 64:
                word |= (1 + cards(union & ~mine & ((1 << least) - 1))) << 37
    fr[o + VIEW] = view
    fr[o + K0] = first
    fr[o + K1] = code
    fr[o + K2] = word
    return True


@njit
def as_good(a, b):
    """Whether the hero stands in view a at least as well as in view b, of the same shapes."""
    if (a & 63) < (b & 63) or a >> 6 < b >> 6:
        return False
    x = a >> 6
    y = b >> 6
    while x:
        p = x & -x
        q = y & -y
        if p < q:
            return False
        x ^= p
        y ^= q
    return True


@njit
def make_key(fr, o, raw, par):
    """The position as three words in frame o (K0 to K2) and VIEW, nothing hashed away; see the package docstring."""
    n = par[N]
    union = fr[o + POOL]
    for s in range(n):
        union |= fr[o + HANDS + s]
    tk = fr[o + TK]
    word = fr[o + TURN] | (fr[o + OWNER] << 2) | (fr[o + CHAIN] << 4) | (tk << 5) | (fr[o + TAG] << 10)
    word |= (fr[o + PASSED] | fr[o + MUST]) << 24
    if par[HIDDEN]:
        for s in range(n):
            if (par[HIDDEN] >> s) & 1:
                word |= fr[o + COUNTS + s] << (28 + 5 * (s if s < par[HERO] else s - 1))
    if par[MODE] == 2:
        word |= (fr[o + ORDER] << 43) | (fr[o + FULL] << 49)
    key = fr[o + KEY]
    fr[o + VIEW] = -1
    if relative_key(fr, o, word, raw, par):
        return
    if raw:
        fr[o + K0] = union
        fr[o + K1] = key
        fr[o + K2] = word | (1 << 62)
        return
    # The card to beat: how far up its rank it stands among the cards that are left.
    slot = 0
    rank = -1
    if tk:
        if tk < B2:
            least = fr[o + LOWEST] if fr[o + LOWEST] >= 0 else 64
            target = is_target(tk, key, fr[o + CHAIN], par)
            s = (fr[o + TURN] + par[STEP]) % n
            while s != fr[o + OWNER]:
                locked = (fr[o + PASSED] >> s) & 1
                if fr[o + COUNTS + s] and (not locked or (target and fr[o + CHAIN] and par[OVERBOMB])):
                    t = least_reply(hand_of(fr, o, s, par), fr[o + COUNTS + s], tk, key, par)
                    if 0 <= t < least:
                        least = t
                s = (s + par[STEP]) % n
            if least < 64:
                rank = least >> 2
                slot = 1 + BELOW[((union >> (least & ~3)) & 15) * 5 + (least & 3)]
            if tk <= 3 and key >= 48:
                word |= 1 << 9 << 52  # bit 61: bombs may answer
        elif tk == B2:
            rank = key >> 2
            slot = BELOW[((union >> (key & ~3)) & 15) * 5 + (key & 3)]
        elif tk != B2 + 1:
            rank = key
    bits = par[BITS]
    if par[GAME]:
        a = 0
        b = 0
        half = 63 // bits
        for r in range(13):
            code = par[PAT + r * 16 + ((union >> (4 * r)) & 15)]
            if r < half:
                a |= code << (bits * r)
            else:
                b |= code << (bits * (r - half))
        fr[o + K0] = a
        fr[o + K1] = b
        fr[o + K2] = word | (slot << 53) | ((rank + 1) << 57)
        return
    # Ranks that nobody holds vanish, but for a gap that keeps two parts of somebody's run apart.
    a = 0
    b = 0
    half = 63 // bits
    w = 0
    place = 0
    last = -1
    adjacent = 0
    floor = 0
    x = ranks(union)
    while x:
        bit = x & -x
        x ^= bit
        r4 = BIT[bit % 67]
        r = r4 >> 2
        if last >= 0 and (r != last + 1 or r == 12):
            joined = 0
            for s in range(n + 1):
                h = fr[o + POOL] if s == n else fr[o + HANDS + s]
                if not (h >> r4) & 15 or not (h >> (4 * last)) & 15:
                    continue
                # The run that would grow together here: downwards over gaps already closed, upwards as it stands.
                length = 0
                q = 4 * last
                while q >= floor and ((h >> q) & 15 or not (union >> q) & 15):
                    if (h >> q) & 15:
                        length += 1
                    q -= 4
                q = r4
                while q < 52 and (h >> q) & 15 and (q < 48 or par[RANK2]):
                    length += 1
                    q += 4
                if q > r4 and length >= par[GAPMIN]:
                    joined = 1
                    break
            if r == 12:
                if joined and last == 11:
                    adjacent = 1
            elif joined:
                w += 1
                floor = r4
        if r == 12:
            w = 12
        code = par[PAT + r * 16 + ((union >> r4) & 15)]
        if w < half:
            a |= code << (bits * w)
        else:
            b |= code << (bits * (w - half))
        if r == rank:
            place = w + 1
        w += 1
        last = r
    fr[o + K0] = a
    fr[o + K1] = b | (adjacent << 62)
    fr[o + K2] = word | (slot << 53) | (place << 56)


if COMPILED:

    @njit
    def _slot(tab, k0, k1, k2, room):
        x = k0 * 7046029254386353131 ^ (k1 * 4417276706812531889) ^ (k2 * 4658895280553007687)
        x ^= (x >> 29) & 0x7FFFFFFFF
        x *= 4658895280553007687
        x ^= (x >> 32) & 0xFFFFFFFF
        return x & (room - 1)

    @njit
    def probe(tab, k0, k1, k2, st):
        """The table's data for a key, or -1."""
        room = st[ROOM]
        i = _slot(tab, k0, k1, k2, room)
        for _ in range(64 if st[USED] >= 0 else 16):
            j = 4 * i
            if tab[j + 3] == 0:
                return -1
            if tab[j + 2] == k2 and tab[j] == k0 and tab[j + 1] == k1:
                return tab[j + 3] - 1
            i = (i + 1) & (room - 1)
        return -1

    @njit
    def store(tab, k0, k1, k2, data, st):
        """Put data under a key; where 64 places (16 once the table cannot grow) are taken the last is given up."""
        room = st[ROOM]
        i = _slot(tab, k0, k1, k2, room)
        last = 63 if st[USED] >= 0 else 15
        for n in range(last + 1):
            j = 4 * i
            if tab[j + 3] == 0 or n == last:
                if tab[j + 3] == 0:
                    st[USED] += 1
                tab[j] = k0
                tab[j + 1] = k1
                tab[j + 2] = k2
                tab[j + 3] = data + 1
                return
            if tab[j + 2] == k2 and tab[j] == k0 and tab[j + 1] == k1:
                tab[j + 3] = data + 1
                return
            i = (i + 1) & (room - 1)

    @njit
    def rehash(old, tab, st):
        """Move every entry into a larger, empty table."""
        st[USED] = 0
        for j in range(0, old.shape[0], 4):
            if old[j + 3]:
                store(tab, old[j], old[j + 1], old[j + 2], old[j + 3] - 1, st)

else:

    def probe(tab, k0, k1, k2, st):
        """The table's data for a key, or -1."""
        return tab.get((k0, k1, k2), -1)

    def store(tab, k0, k1, k2, data, st):
        """Put data under a key."""
        if (k0, k1, k2) not in tab:
            st[USED] += 1
        tab[k0, k1, k2] = data


@njit
def enemy_tops(fr, o, s, par, st):
    """Into st[TOPS + k] the highest top card of k cards of one rank that the other side has (index 0: may chop)."""
    side = (par[SIDE] >> s) & 1
    for k in range(5):
        st[TOPS + k] = 0 if k == 0 else -1
    for t in range(par[N]):
        cap = fr[o + COUNTS + t]
        if ((par[SIDE] >> t) & 1) == side or cap == 0:
            continue
        h = hand_of(fr, o, t, par)
        c = counts(h)
        for k in range(1, 5):
            if k > cap:
                break
            top = top_card(at_least(c, k), h)
            if top < 0:
                break
            if top > st[TOPS + k]:
                st[TOPS + k] = top
        if par[GAME]:
            if par[BOMBS] and cap >= 5:
                st[TOPS] = 1
        elif cap >= 4 and (at_least(c, 4) or runs(at_least(c, 2) & par[SMASK], 3)):
            st[TOPS] = 1
    chop = st[TOPS]
    for k in range(1, 5):
        st[SURE + k] = 0
        st[EDGE + k] = 0
        if k > par[KMAX] or (chop and (par[GAME] or (k == 4 and par[FOURQUAD]))):
            continue
        top = st[TOPS + k]
        mask = ONES if top < 0 else (ONES >> ((top & ~3) + 4)) << ((top & ~3) + 4)
        st[EDGE + k] = 1
        if chop and k < 4:  # a 2 is not sure where it may be chopped
            mask &= ~(1 << 48)
            if top >= 48:
                st[EDGE + k] = 0
        st[SURE + k] = mask


@njit
def outlook(h, par, st):
    """What hand h looks like to the ordering: turns * 65536 + loose * 256 + ranks held.

    Loose ranks are no sure sets: laid as one combination, the other side (`enemy_tops`) might beat them. The turns
    are a guess at the plays the hand still takes: one a rank, a run of loose cards once, three pairs in a row once
    (by the lengths that the rules allow). Into st[NEED] the loose ranks that no sure set of the same size stands
    behind, into st[COVER] the cards that the other loose ranks have.
    """
    c = counts(h)
    x = ranks(h)
    n = x % 15
    g2 = at_least(c, 2)
    g3 = at_least(c, 3)
    g4 = (c >> 2) & ONES
    risky = 0  # a 2 that a bomb may answer
    if st[TOPS] and par[GAME] == 0:
        risky = x & (1 << 48)
    sure = 0
    need = 0
    cover = 0
    lack = 0  # single cards that no sure single stands behind
    for k in range(1, 5):
        part = x & ~g2 if k == 1 else g2 & ~g3 if k == 2 else g3 & ~g4 if k == 3 else g4
        if part == 0:
            continue
        good = part & st[SURE + k]
        top = st[TOPS + k]  # the enemy's own top rank, where the suit decides
        if top >= 0 and st[EDGE + k] and (part >> (top & ~3)) & 1 and TOP[(h >> (top & ~3)) & 15] > (top & 3):
            good |= 1 << (top & ~3)
        sure |= good
        bad = part & ~good
        if bad & risky:
            need += 1
            bad ^= risky
        m = bad % 15
        g = good % 15
        if m > g:
            if k == 1:
                lack = m - g
            need += m - g
            m = g
        elif lack and g > m:  # sure sets to spare, all of whose cards are sure singles
            g = min(g - m, (good & st[SURE + 1]) % 15) * k
            if g > lack:
                g = lack
            lack -= g
            need -= g
            cover += g
        cover += k * m
    st[NEED] = need
    st[COVER] = cover
    loose = n - sure % 15
    turns = n
    if par[GAME]:
        if runs(x, 5):
            turns -= 4
        elif g3 and g2 & ~g3:
            turns -= 1
        return turns * 65536 + loose * 256 + n
    x &= par[SMASK]
    y = runs(x, par[SMIN])
    while y:
        r4 = BIT[(y & -y) % 67]
        ones = 0
        while (x >> r4) & 1:
            if (c >> r4) & 15 == 1:
                ones += 1
            r4 += 4
        if ones >= 2:
            turns -= ones - 1
        y = (y >> r4) << r4
    if g2 and par[DOUBLES] and runs(g2 & par[SMASK], 3):
        turns -= 2
    return turns * 65536 + loose * 256 + n


@njit
def fewest(h, size, par):
    """A lower bound of the plays that hand h takes: ranks without neighbours each need their own (Tiến Lên)."""
    if par[GAME]:
        return (size + 4) // 5
    x = ranks(h)
    if size == 0:
        return 0
    z = x & par[SMASK]
    y = runs(z, par[SMIN])
    y |= runs(z, 3) if par[DOUBLES] else 0
    if y == 0:
        return x % 15
    n = 0
    r = 0
    inside = 0
    long = 0
    while r < 13:
        b = (z >> (4 * r)) & 1
        if b:
            inside += 1
            if (y >> (4 * r)) & 1:
                long = 1
        if not b or r == 12:
            n += 1 if long else inside
            inside = 0
            long = 0
        r += 1
    return n + (x & ~par[SMASK]) % 15


@njit
def single_file(h, par):
    """Whether a hand makes nothing but single cards."""
    x = ranks(h)
    if counts(h) != x:
        return False
    return runs(x & par[SMASK], par[SMIN]) == 0 and not (par[WRAP] and x & 0x1000000001111 == 0x1000000001111)


@njit
def matched(x, y):
    """The most disjoint pairs of a card of x above a card of y."""
    n = 0
    while x and y:
        a = x & -x
        if a > y & -y:
            n += 1
            y &= y - 1
        x ^= a
    return n


@njit
def enter(fr, o, par, mv, mk, od, tab, st):
    """A node for the first time: its value if that can be told at once, else -1 with its moves laid out; -2 no room."""
    s = fr[o + TURN]
    mine = (par[SIDE] >> s) & 1
    attacking = mine == par[ATT]
    tag = fr[o + TAG]
    kind = tag & 3
    rem = fr[o + REM]
    h = hand_of(fr, o, s, par)
    cap = fr[o + COUNTS + s]
    tk = fr[o + TK]
    if rem < BIG:
        # Plays that the attacker's success takes at least.
        need = 1
        if par[MODE] == 0:
            need = 99
            goer = 0 if kind == 2 else 1  # the side that has to go out
            for t in range(par[N]):
                if ((par[SIDE] >> t) & 1) == goer and fr[o + COUNTS + t]:
                    k = 1
                    if not (par[HIDDEN] >> t) & 1:
                        k = fewest(fr[o + HANDS + t], fr[o + COUNTS + t], par)
                    # Somebody is asked between two plays of one seat, unless all the others are locked or out.
                    if par[N] == 2 or par[GAME]:
                        k += k - 1
                    if t != s:
                        k += 1
                    if k < need:
                        need = k
        if need > rem:
            if kind == 1:
                if ((tag >> 2) - 1024) >= par[MAXV]:
                    return 0
                fr[o + TAG] = ((tag >> 2) + 1) << 2
                fr[o + REM] = BIG
            elif kind == 3:
                if ((tag >> 2) - 1024) <= par[MINV]:
                    return 0
                fr[o + TAG] = (((tag >> 2) - 1) << 2) | 2
                fr[o + REM] = BIG
            else:
                return 0
            tag = fr[o + TAG]
            kind = tag & 3
            rem = BIG
    raw = flush_left(fr, o, par)
    if tk == 0 and par[HIDDEN] == 0 and par[GAME] == 0:
        # A hand that is one combination goes out.
        w = whole(h, cap, par)
        if w:
            r = child(fr, o, o + FRAME, h, w >> 6, w & 63, par, mv, mk, st)
            if r >= 0 and (r == 1) == attacking:
                return r
    make_key(fr, o, raw, par)
    r = known(fr, o, fr[o + K2], rem, par[ATT], tab, st)
    if r >= 0:
        st[HITS] += 1
        return r
    if rem < BIG:
        # Whoever cannot get there at all cannot get there in time.
        thr = (tag >> 2) - 1024
        other = -1
        if par[ATT]:
            if kind == 1:
                other = tag & ~3
        elif kind == 3 or kind == 2:
            other = (thr + 1 + 1024) << 2
        if other >= 0:
            found = known(fr, o, fr[o + K2] ^ ((tag ^ other) << 10), BIG, 1, tab, st)
            if found >= 0 and found != par[ATT]:
                return 0
    enemy_tops(fr, o, s, par, st)
    spare = 1 if par[GAME] == 0 or at_least(counts(h), par[KMAX] + 1) == 0 else 0  # one rank is one combination
    quick = rem == BIG and par[MODE] == 0 and fr[o + MUST] == 0
    if quick:
        quick = settles(fr, o, s, mine, par) and not (par[HIDDEN] >> s) & 1
    enemy = fewest_enemy(fr, o, s, par)
    if quick and tk == 0:
        if par[N] == 2 and par[HIDDEN] == 0 and raw == 0:
            g = fr[o + HANDS + 1 - s]
            if single_file(h, par) and single_file(g, par):
                first = matched(h, g & (g - 1)) >= matched(g, h & (h - 1))
                return 1 if first == attacking else 0
        # Sure sets, others that a sure set of their size stands behind, and at most one more: the leader goes out.
        loose = (outlook(h, par, st) >> 8) & 255
        if loose <= spare or (st[NEED] <= spare and st[COVER] < enemy):
            return 1 if attacking else 0
    alone = lonely(fr, o, s, par)
    start = fr[o + START]
    union = fr[o + POOL]
    for t in range(par[N]):
        union |= fr[o + HANDS + t]
    if par[GAME]:
        end = gen_b2(h, cap, union & ~h, raw, tk, fr[o + KEY], alone if raw == 0 else 0, par, mv, mk, start, st)
    else:
        locked = (fr[o + PASSED] >> s) & 1
        end = gen_tl(h, cap, union & ~h, tk, fr[o + KEY], locked, fr[o + CHAIN], alone, 0, par, mv, mk, start, st)
    if end < 0:
        return -2
    fr[o + STAGE] = st[VARIANTS]
    shift = 26 if par[GAME] else 6
    # Few turns left first, sure sets in hand are worth a turn; of leads the longest first, then the lowest.
    sure_weight = 96 if alone and tk else 128
    size_weight = 1280 if alone else 900
    lead_top = 1 if tk else 64
    for i in range(start, end):
        k = mk[i] >> shift
        size = SIZE[k]
        rest = h & ~mv[i]
        if size == cap:
            score = 1 << 20
        elif (par[HIDDEN] >> s) & 1:
            score = 64 * size - ((mk[i] & 63) if size < 5 else 0)
        else:
            look = outlook(rest, par, st)
            left = (look >> 8) & 255
            need = st[NEED] if st[COVER] < enemy else left
            if (
                quick
                and need <= spare
                and (
                    (need == 0 and tk == 0)
                    or not beatable(fr, o, s, k, mk[i] & ((1 << shift) - 1), raw, par, mv, mk, st)
                )
            ):
                return 1 if attacking else 0
            score = -128 * (look >> 16) + sure_weight * ((look & 255) - left)
            if tk == 0:
                score = 10 * score + size_weight * size
            if k < B2:
                score -= lead_top * (mk[i] & 63)
        od[i] = score
    if tk and not (fr[o + MUST] >> s) & 1:
        # The pass comes last, but a seat of several against the hero often does best to spare its cards; where a
        # partner keeps the lead anyway, only an answer that saves a turn comes before it.
        score = -(1 << 40)
        if not alone and not (par[HIDDEN] >> s) & 1:
            look = outlook(h, par, st)
            score = -128 * (look >> 16) + 128 * ((look & 255) - ((look >> 8) & 255))
            score += 20 if in_hand(fr, o, s, raw, par, mv, mk, st) else -200
        mv[end] = 0
        mk[end] = 0
        od[end] = score
        end += 1
    fr[o + END] = end
    fr[o + CUR] = start
    st[EXPANDED] += 1
    return -1


@njit
def fewest_enemy(fr, o, s, par):
    """The fewest cards that a seat of the other side holds."""
    side = (par[SIDE] >> s) & 1
    least = 99
    for t in range(par[N]):
        n = fr[o + COUNTS + t]
        if n and ((par[SIDE] >> t) & 1) != side and n < least:
            least = n
    return least


@njit
def in_hand(fr, o, s, raw, par, mv, mk, st):
    """Whether a partner of seat s has laid the table and nobody of the other side can still answer it."""
    owner = fr[o + OWNER]
    side = (par[SIDE] >> s) & 1
    if ((par[SIDE] >> owner) & 1) != side:
        return False
    tk = fr[o + TK]
    key = fr[o + KEY]
    chain = fr[o + CHAIN]
    target = is_target(tk, key, chain, par)
    t = (s + par[STEP]) % par[N]
    while t != owner:
        cap = fr[o + COUNTS + t]
        if ((par[SIDE] >> t) & 1) != side and cap:
            locked = (fr[o + PASSED] >> t) & 1
            if (not locked or target) and can_reply(
                hand_of(fr, o, t, par), cap, locked, tk, key, chain, raw, par, mv, mk, st
            ):
                return False
        t = (t + par[STEP]) % par[N]
    return True


@njit
def beatable(fr, o, s, tk, key, raw, par, mv, mk, st):
    """Whether anybody of the other side could answer this play of seat s, bombs and locked seats included."""
    if par[GAME] == 0 and tk <= 4:
        if st[TOPS + tk] > key:
            return True
        if st[TOPS] == 0 or (key < 48 and tk < 4):
            return False
    chain = fr[o + CHAIN]
    if par[LOCKS] and fr[o + TK] and tk != fr[o + TK]:
        chain = 1
    target = is_target(tk, key, chain, par)
    side = (par[SIDE] >> s) & 1
    for t in range(par[N]):
        if ((par[SIDE] >> t) & 1) == side or fr[o + COUNTS + t] == 0:
            continue
        locked = (fr[o + PASSED] >> t) & 1
        if locked and not target:
            continue
        if can_reply(hand_of(fr, o, t, par), fr[o + COUNTS + t], locked, tk, key, chain, raw, par, mv, mk, st):
            return True
    return False


@njit
def settles(fr, o, s, mine, par):
    """Whether seat s going out next settles the question (MODE 0)."""
    nout = fr[o + NOUT]
    thr = (fr[o + TAG] >> 2) - 1024
    kind = fr[o + TAG] & 3
    if mine:
        v = par[VALS + (1 if par[ENDS] else nout + 1)]
        return v >= thr if kind < 2 else v > thr
    v = par[VALS + (2 if par[ENDS] else nout + 2)]
    return v < thr if kind < 2 else v <= thr


@njit
def variants(fr, o, par, mv, mk, od, st):
    """The suit choices that were left out at first, behind the moves already tried. False if there is no room."""
    s = fr[o + TURN]
    h = hand_of(fr, o, s, par)
    union = fr[o + POOL]
    for t in range(par[N]):
        union |= fr[o + HANDS + t]
    end = gen_tl(
        h, fr[o + COUNTS + s], union & ~h, fr[o + TK], fr[o + KEY], (fr[o + PASSED] >> s) & 1, fr[o + CHAIN],
        0, 1, par, mv, mk, fr[o + START], st,
    )  # fmt: skip
    if end < 0:
        return False
    for i in range(fr[o + START], end):
        od[i] = 0
    fr[o + STAGE] = 0
    fr[o + CUR] = fr[o + START]
    fr[o + END] = end
    return True


@njit
def search(fr, mv, mk, od, tab, par, st):
    """Go on with the search from where it stands; DONE with the answer in st[RET], or why it stopped.

    PAUSED after st[LIMIT] nodes, TABLE_FULL and MOVES_FULL when the caller should hand in larger arrays.
    """
    ply = st[PLY]
    phase = st[PHASE]
    ret = st[RET]
    shift = 26 if par[GAME] else 6
    while True:
        o = ply * FRAME
        if phase == ENTER:
            stop = 0
            if st[NODES] >= st[LIMIT]:
                stop = PAUSED
            elif 2 * st[USED] > st[ROOM]:
                stop = TABLE_FULL
            if stop:
                st[PLY] = ply
                st[PHASE] = phase
                return stop
            st[NODES] += 1
            fr[o + WORK] = st[NODES]
            r = enter(fr, o, par, mv, mk, od, tab, st)
            if r == -2:
                st[NODES] -= 1
                st[PLY] = ply
                st[PHASE] = phase
                return MOVES_FULL
            if r >= 0:
                ret = r
                phase = BACK
            else:
                phase = NEXT
        elif phase == NEXT:
            cur = fr[o + CUR]
            mine = (par[SIDE] >> fr[o + TURN]) & 1
            attacking = mine == par[ATT]
            value = -1
            if cur < fr[o + END]:
                fr[o + CUR] = cur + 1
                best = cur
                for i in range(cur + 1, fr[o + END]):
                    if od[i] > od[best]:
                        best = i
                if best != cur:
                    i = od[cur]
                    od[cur] = od[best]
                    od[best] = i
                    i = mv[cur]
                    mv[cur] = mv[best]
                    mv[best] = i
                    i = mk[cur]
                    mk[cur] = mk[best]
                    mk[best] = i
                k = mk[cur]
                r = child(fr, o, o + FRAME, mv[cur], k >> shift, k & ((1 << shift) - 1), par, mv, mk, st)
                if r < 0:
                    ply += 1
                    fr[ply * FRAME + START] = fr[o + END]
                    phase = ENTER
                elif (r == 1) == attacking:
                    value = r
            elif fr[o + STAGE]:
                if not variants(fr, o, par, mv, mk, od, st):
                    st[PLY] = ply
                    st[PHASE] = phase
                    return MOVES_FULL
            else:
                value = 0 if attacking else 1
            if value >= 0:
                note(fr, o, value, par, tab, st)
                ret = value
                phase = BACK
        else:
            if ply == 0:
                st[PLY] = 0
                st[PHASE] = BACK
                st[RET] = ret
                return DONE
            ply -= 1
            o = ply * FRAME
            attacking = ((par[SIDE] >> fr[o + TURN]) & 1) == par[ATT]
            if (ret == 1) == attacking:
                note(fr, o, ret, par, tab, st)
            else:
                phase = NEXT


@njit
def known(fr, o, k2, rem, att, tab, st):
    """What the table says of frame o under the third word k2: the attacker's result within rem plays, or -1."""
    view = fr[o + VIEW]
    if view < 0:
        data = probe(tab, fr[o + K0], fr[o + K1], k2, st)
        if data >= 0:
            if (data >> 10) <= rem:
                return 1
            if (data & 1023) >= rem:
                return 0
        return -1
    for way in range(WAYS):
        data = probe(tab, fr[o + K0], fr[o + K1], k2 | (way << 58), st)
        if data < 0:
            return -1
        limit = (data >> 1) & 1023
        other = data >> 11
        if data & 1:
            if limit <= rem and (as_good(view, other) if att else as_good(other, view)):
                return 1
        elif limit >= rem and (as_good(other, view) if att else as_good(view, other)):
            return 0
    return -1


@njit
def note(fr, o, value, par, tab, st):
    """Remember a node's value: within REM plays (BIG: ever) the attacker does or does not succeed."""
    rem = fr[o + REM]
    view = fr[o + VIEW]
    if view >= 0:
        up = value == par[ATT]  # as good or better for the hero has the same value
        at = -1
        for way in range(WAYS):
            data = probe(tab, fr[o + K0], fr[o + K1], fr[o + K2] | (way << 58), st)
            if data < 0:
                at = way
                break
            limit = (data >> 1) & 1023
            other = data >> 11
            if (
                data & 1 == value
                and (rem <= limit if value else rem >= limit)
                and (as_good(other, view) if up else as_good(view, other))
            ):  # the new entry says all that this one said
                at = way
                break
        if at < 0:
            at = (view ^ (view >> 7) ^ (view >> 13)) & (WAYS - 1)
        store(tab, fr[o + K0], fr[o + K1], fr[o + K2] | (at << 58), (view << 11) | (rem << 1) | value, st)
        return
    lo = 0
    hi = 1023
    if rem < BIG:
        data = probe(tab, fr[o + K0], fr[o + K1], fr[o + K2], st)
        if data >= 0:
            lo = data & 1023
            hi = data >> 10
    if value:
        if rem < hi:
            hi = rem
    elif rem > lo:
        lo = rem
    store(tab, fr[o + K0], fr[o + K1], fr[o + K2], lo | (hi << 10), st)
