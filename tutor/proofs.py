"""What stands behind "proved": the whole tree of a small deal, counted, and every deal behind a hidden hand.

Slow and written straight from the rules, for deals small enough to be looked at as a whole. The solver itself is in
`tutor.solver`; what is said here of small deals is tested against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import combinations

from .cards import PACK, parse_cards
from .charts import Picture, bars, count
from .errors import NotationError, PositionError, quote
from .explain import show, trouble
from .locale import _, ngettext
from .match import shuffled
from .position import Position
from .rules import Rules
from .talk import Sentence

MOST_PLACES = 40_000
"""Different positions that are looked at when a whole deal is counted."""
MOST_DEALS = 5_000


def read(position: object) -> Position:
    """The position itself or its text. Raises PositionError, also for a deal that is over."""
    found = position if isinstance(position, Position) else Position.parse(str(position))
    if found.is_over:
        raise PositionError("turn: the deal is over (in {position})", position=quote(str(found)))
    return found


def wins(position: Position, hero: int) -> bool:
    """Whether the hero can force going out first with open hands: the definition, word for word, without any haste.

    >>> wins(Position.parse("pagat 6s9s/7h 0 1:5h -"), 0)
    True
    """
    if position.out:
        return position.out[0] == hero
    answers = (wins(position.after(play), hero) for play in position.legal_plays())
    return any(answers) if position.turn == hero else all(answers)


def endings(position: object) -> int:
    """In how many ways the deal can go on until somebody is out first: the leaves of its tree.

    Raises ValueError where that would take too long to count.

    >>> endings("pagat 3s5d5h/7s 0 - -")
    17
    """
    return _count(read(position))[0]


def places(position: object) -> int:
    """How many different positions can come up until somebody is out first, this one included.

    >>> places("pagat 3s5d5h/7s 0 - -")
    17
    """
    return _count(read(position))[1]


def _count(position: Position) -> tuple[int, int]:
    memory: dict[Position, int] = {}

    def leaves(now: Position) -> int:
        if now.out:
            return 1
        if now not in memory:
            if len(memory) >= MOST_PLACES:
                raise NotationError(_("this deal has more than {count} positions, too many to count here").format(
                    count=count(MOST_PLACES)))  # fmt: skip
            memory[now] = 0
            memory[now] = sum(leaves(now.after(play)) for play in now.legal_plays())
        return memory[now]

    number = leaves(position)
    return number, len(memory)


def small_deal(cards: int, seed: int = 0, rules: str = "pagat") -> Position:
    """So many cards (1 to 13) for each of two seats from a shuffled pack, seat 0 to lead; hands open.

    >>> str(small_deal(2, seed=10))
    'pagat QsAs/5h6h 0 - -'
    """
    if not isinstance(cards, int) or not 1 <= cards <= 13:
        raise NotationError(_("cards: {cards} is not 1 to 13").format(cards=cards))
    made, pack = Rules.parse(rules), shuffled(seed)
    hands = "/".join(made.cards_text(made.mask(pack[seat * 13 : seat * 13 + cards])) for seat in (0, 1))
    return Position.parse(f"{rules} {hands} 0 - -")


def only_these(position: object, unseen: str) -> Position:
    """The position with hidden hands, of which it is known that they can hold nothing but these cards.

    All other cards count as out of play; so it is a game of a few cards with hands not seen. Raises PositionError if
    these are too few for the hidden hands.

    >>> only_these("pagat 5s8s/?1 0 - -", "6h 9h").unseen.bit_count()
    2
    """
    given = read(position)
    if not any(given.hidden):
        raise PositionError("hands: none of them is hidden (in {position})", position=quote(str(given)))
    pool = given.rules.mask(parse_cards(unseen.replace(" ", "").replace(",", "")))
    laid = given.table.mask if given.table else 0
    gone = PACK & ~(pool | laid | _sum(given.hands))
    words = [word for word in str(given).split() if not word.startswith("gone=")]
    return Position.parse(" ".join([*words, f"gone={given.rules.cards_text(gone)}"] if gone else words))


def _sum(masks: tuple[int, ...]) -> int:
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def every_deal(position: object) -> Iterator[Position]:
    """The position with its hidden hands opened, in every way that fits what is known.

    Raises ValueError if there are too many.

    >>> [str(deal).split()[1] for deal in every_deal(only_these("pagat 5s8s/?1 0 - -", "6h 9h"))]
    ['5s8s/6h', '5s8s/9h']
    """
    given = read(position)
    ways, left = 1, given.unseen.bit_count()
    for size in given.hidden:
        for taken in range(size):
            ways = ways * (left - taken) // (taken + 1)
        left -= size
        if ways > MOST_DEALS:
            raise NotationError(
                _("there are more than {count} deals, too many to try here").format(count=count(MOST_DEALS))
            )
    words = [word for word in str(given).split() if not word.startswith("gone=")]
    hands = [given.rules.cards_text(mask) or "." for mask in given.hands]
    for dealt in _dealt([1 << bit for bit in range(52) if given.unseen >> bit & 1], given.hidden):
        opened = [given.rules.cards_text(mask) if mask else hand for mask, hand in zip(dealt, hands, strict=True)]
        yield Position.parse(" ".join([words[0], "/".join(opened), *words[2:]]))


def _dealt(cards: list[int], sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not sizes:
        yield ()
        return
    for chosen in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in chosen]
        for others in _dealt(rest, sizes[1:]):
            yield (sum(chosen), *others)


# ------------------------------------------------------------------ for the lesson: said in a line, drawn in bars


def may_hold(position: object, seat: int = 1) -> Sentence:
    """Every hand that a hidden seat may have, as far as anybody can know.

    >>> may_hold(only_these("pagat 5s8s/?1 0 - -", "6h 9h"))
    2 possible hands: 6♥; 9♥
    """
    try:
        hands = list(dict.fromkeys(show(deal.hand(seat)) for deal in every_deal(position)))
    except (ValueError, IndexError) as error:
        return Sentence(trouble(error if isinstance(error, ValueError) else ValueError(f"seat: {seat}")))
    text = ngettext("{n} possible hand: {hands}", "{n} possible hands: {hands}", len(hands))
    return Sentence(text.format(n=len(hands), hands="; ".join(hands)))


def weigh(position: object) -> Picture:
    """For every first play of a position with hidden hands: in what share of the deals it wins with open hands, and
    whether it is sure. The shares come from `tutor.chance`, what is sure from `tutor.solve`.
    """
    from .solver import chance, solve

    try:
        given = read(position)
        shares, verdicts = chance(given), solve(given)
    except ValueError as error:
        text = trouble(error)
        return Picture(f"<p>{escape(text)}</p>", text)
    values = {}
    for each, verdict in zip(shares.plays, verdicts.plays, strict=True):
        label = _("{play}, sure") if verdict.value else _("{play}, not sure")
        values[label.format(play=show(each.play))] = each.share
    title = (
        ngettext(
            "Wins with open hands, in how many of {n} deal",
            "Wins with open hands, in how many of {n} deals",
            shares.deals,
        )
        if shares.exact
        else _("Wins with open hands, in how many of {n} sampled deals")
    )
    return bars(values, title.format(n=count(shares.deals)))
