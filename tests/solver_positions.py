"""Random positions for the solver tests: any rules, any moment of a deal, and positions with hidden hands."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from tutor import Position, Rules
from tutor.cards import PACK
from tutor.rules import HOUSE_RULES, PROFILES


def some_rules(rng: random.Random, seats: int) -> Rules:
    """A profile with up to three house rules that matter in play or in the points."""
    while True:
        profile = rng.choice(list(PROFILES))
        game = PROFILES[profile].game
        names = [
            name
            for name, rule in HOUSE_RULES.items()
            if rule.game in (None, game) and not name.startswith("instant_win")
        ]
        try:
            rules = Rules.parse("+".join((profile, *rng.sample(names, rng.choice([0, 0, 1, 1, 2, 3])))))
            rules.check_seats(seats)
        except ValueError:
            continue
        return rules


def some_cards(rng: random.Random, number: int) -> list[int]:
    """Cards of few ranks, of ranks in a row, of two suits, or of the whole pack: bombs, runs, flushes are common."""
    style = rng.random()
    fewest = (number + 3) // 4
    if style > 0.85:
        low, suits = rng.randrange(5), rng.sample(range(4), 2)
        cards = [4 * rank + suit for rank in range(low, 13) for suit in suits]
        rng.shuffle(cards)
        return cards[:number]
    if style < 0.5:
        ranks = set(rng.sample(range(13), min(13, max(fewest, rng.randint(2, 6)))))
        if rng.random() < 0.5:
            ranks.add(12)
    elif style < 0.8:
        low = rng.randrange(9)
        ranks = {min(12, low + i) for i in range(max(fewest, rng.randint(3, 5)))}
    else:
        ranks = set(range(13))
    while 4 * len(ranks) < number:
        ranks.add(rng.randrange(13))
    cards = [4 * rank + suit for rank in sorted(ranks) for suit in range(4)]
    rng.shuffle(cards)
    return cards[:number]


def some_position(rng: random.Random, most: int) -> Position:
    """A position of at most `most` cards, some plays into the deal: tables, locks, chains, seats that are out."""
    seats = rng.choice([2, 2, 3, 3, 4])
    rules = some_rules(rng, seats)
    hands = [0] * seats
    for i, card in enumerate(some_cards(rng, rng.randint(seats, most))):
        hands[i if i < seats else rng.randrange(seats)] |= 1 << card
    must = tuple(range(seats)) if rules.no_pass_first_trick and rng.random() < 0.7 else ()
    position = Position(rules, tuple(hands), (0,) * seats, rng.randrange(seats), must=must)
    assert position.turn is not None
    if rng.random() < 0.1:
        hand = position.hands[position.turn]
        position = replace(position, opening=hand & -hand)
    for _ in range(rng.choice([0, 0, 0, 1, 2, 3, 5, 8])):
        plays = position.legal_plays()
        later = position.after(rng.choice(plays) if rng.random() < 0.8 else plays[-1])
        if later.is_over:
            break
        position = later
    return position


def hidden(rng: random.Random, position: Position) -> Position:
    """The position with some of the other hands hidden and up to two more cards that may be set aside."""
    others = [seat for seat in range(position.seats) if seat != position.turn and position.count(seat)]
    hide = rng.sample(others, rng.randint(1, len(others)))
    known = 0 if position.table is None else position.table.mask
    for mask in position.hands:
        known |= mask
    free = [1 << bit for bit in range(52) if not known >> bit & 1]
    aside = sum(rng.sample(free, rng.choice([0, 0, 1, 2])))
    return replace(
        position,
        hands=tuple(0 if seat in hide else mask for seat, mask in enumerate(position.hands)),
        hidden=tuple(position.count(seat) if seat in hide else 0 for seat in range(position.seats)),
        gone=PACK & ~known & ~aside,
    )


def dealt(profile: str, seats: int, cards: int, number: int, seed: int) -> Iterator[Position]:
    """`number` random deals of `cards` cards to each seat; seat 0 leads. The benchmark's sets."""
    rng, rules = random.Random(seed), Rules.parse(profile)
    for _ in range(number):
        pack = rng.sample(range(52), seats * cards)
        hands = tuple(sum(1 << bit for bit in pack[i * cards : (i + 1) * cards]) for i in range(seats))
        yield Position(rules, hands, (0,) * seats, 0)


def with_five_cards(rng: random.Random) -> Position:
    """A Big Two lead of a hand that makes flushes, straights, full houses or quads with a fifth card, few others."""
    seats = rng.choice([2, 2, 3])
    while True:
        rules = some_rules(rng, seats)
        if rules.five_card_hands:
            break
    low, suit = rng.randrange(9), rng.randrange(4)
    run = [4 * (low + i) + rng.choice([suit, suit, rng.randrange(4)]) for i in range(5)]
    ranks = rng.sample(range(13), 2)
    hand = rng.choice(
        [
            run,
            rng.sample([4 * rank + suit for rank in range(13)], 5),
            [4 * ranks[0] + s for s in range(4)] + [4 * ranks[1] + suit],
            [4 * ranks[0] + s for s in range(3)] + [4 * ranks[1] + s for s in rng.sample(range(4), 2)],
        ]
    )
    rest = [card for card in range(52) if card not in hand]
    rng.shuffle(rest)
    mine = [*hand, *(rest.pop() for _ in range(rng.randrange(3)))]
    hands = [mine] + [[rest.pop() for _ in range(rng.choice([1, 2, 3, 5]))] for _ in range(seats - 1)]
    if rng.random() < 0.5:  # the other one can answer: a second hand of five
        second = [card for card in rest if card % 4 == (suit + 1) % 4]
        if len(second) >= 5:
            hands[1] = second[:5]
    turn = rng.choice([0, 0, 1])
    position = Position(rules, tuple(sum(1 << card for card in cards) for cards in hands), (0,) * seats, turn)
    if rng.random() < 0.4:
        later = position.after(rng.choice([play for play in position.legal_plays() if not play.is_pass]))
        if not later.is_over:
            position = later
    return position
