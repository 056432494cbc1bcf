"""Plans for a hand, in words: the shortest layouts, what one combination costs, what can still be beaten.

`planning` finds one layout in the fewest combinations; here all of them are found, a combination gets its price, and
the solver says whether a plan wins. Every call for a lesson answers a slip of the keyboard with one friendly line.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape

from .cards import DECK, bits, parse_cards
from .charts import Picture, bars
from .combinations import Combination, Play, enumerate_combinations
from .errors import NotationError
from .explain import shape_name, show, trouble
from .locale import _, ngettext
from .planning import _parts_with_lowest, fewest_plays, plan
from .position import Position
from .proofs import only_these
from .rules import Rules
from .talk import Sentence, _close

MOST = 13
"""Cards that are laid out at most; layouts that are written out at most."""

Layout = tuple[Combination, ...]


def shortest_layouts(hand: int, rules: Rules) -> list[Layout]:
    """Every layout of `hand` (a mask) in the fewest combinations; of those that differ in suits alone, one.

    >>> rules = Rules.parse("sheet")
    >>> shortest_layouts(rules.mask(parse_cards("6s7c8d9s9h")), rules)
    [(<straight 6s7c8d9s>, <single 9h>), (<straight 6s7c8d>, <pair 9s9h>)]
    """
    found: dict[tuple[tuple[int, ...], ...], Layout] = {}
    for parts in _layouts(hand, fewest_plays(hand, rules), rules):
        ranks = tuple(sorted(tuple((bit.bit_length() - 1) >> 2 for bit in bits(part)) for part in parts))
        shapes = [Combination.of(part, rules) for part in sorted(parts, key=lambda part: part & -part)]
        found.setdefault(ranks, tuple(shape for shape in shapes if shape is not None))
    return list(found.values())


def _layouts(hand: int, most: int, rules: Rules) -> Iterator[tuple[int, ...]]:
    """Layouts of at most so many parts, each by a part with the lowest card and then the rest."""
    if not hand:
        yield ()
        return
    for part in _parts_with_lowest(hand, rules):
        rest = hand ^ part
        if not rest or (most > 1 and fewest_plays(rest, rules) < most):
            for others in _layouts(rest, most - 1, rules):
                yield (part, *others)


def cost_of(part: int, hand: int, rules: Rules) -> int:
    """How many plays more the hand needs if this part of it is laid as one play: 0 for a part of a shortest layout.

    >>> rules = Rules.parse("sheet")
    >>> cost_of(rules.mask(parse_cards("7s7d")), rules.mask(parse_cards("5s6c7s7d8h")), rules)
    2
    """
    return 1 + fewest_plays(hand & ~part, rules) - fewest_plays(hand, rules)


def of_a_shortest(position: Position) -> tuple[list[Play], list[Play]]:
    """The legal plays of the seat to play, parted: those that are a part of some shortest layout, and the others.

    The pass is in neither. Raises ValueError if the deal is over or the hand is hidden.
    """
    if position.turn is None or position.hidden[position.turn]:
        raise NotationError(_("the hand of the one who is to play must be open"))
    hand, parts = position.hands[position.turn], ([], [])  # type: tuple[int, tuple[list[Play], list[Play]]]
    for play in position.legal_plays():
        if not play.is_pass:
            parts[bool(cost_of(play.mask, hand, position.rules))].append(play)
    return parts


def beaten_by(part: Combination, out: int, rules: Rules) -> Combination | None:
    """The lowest combination of the cards in `out` that beats `part` (bombs on twos included); None if there is none.

    >>> rules = Rules.parse("sheet")
    >>> nine, out = (rules.mask(parse_cards(cards)) for cards in ("9h", "8s9sJhQc"))
    >>> beaten_by(plan(nine, rules)[0], out, rules)
    <single Jh>
    """
    return next((each for each in enumerate_combinations(out, rules) if each.beats(part)), None)


# ------------------------------------------------------------------ short calls for the lesson


@lru_cache(maxsize=64)
def _hand(cards: str, rules: str) -> tuple[int, Rules]:
    read = Rules.parse(rules)
    found = parse_cards(_close(cards))
    if not found:
        raise NotationError(_("there are no cards here"))
    if len(found) > MOST:
        raise NotationError(_("that is more than a hand: give at most 13 cards"))
    if read.mask(found).bit_count() < len(found):
        raise NotationError(_("a card stands there twice"))
    return read.mask(found), read


def _told(parts: Sequence[Combination]) -> str:
    return "; ".join(show(part.rules.cards(part.mask)) for part in parts)


def shortest(cards: object, rules: str = "sheet") -> Sentence:
    """In how many plays a hand can be laid at least, and how.

    >>> shortest("3s4c5d5h6s9h")
    3 plays at least: 3♠ 4♣ 5♦ 6♠; 5♥; 9♥.
    """
    try:
        hand, read = _hand(str(cards), str(rules))
    except ValueError as error:
        return Sentence(trouble(error))
    parts = plan(hand, read)
    text = ngettext("{n} play at least: {parts}.", "{n} plays at least: {parts}.", len(parts))
    return Sentence(text.format(n=len(parts), parts=_told(parts)))


def all_shortest(cards: object, rules: str = "sheet") -> Sentence:
    """Every shortest layout of a hand, one in each line; of those that differ in suits alone, one.

    >>> all_shortest("6s7c8d9s9h")
    2 layouts of 2 plays:
    6♠ 7♣ 8♦ 9♠; 9♥
    6♠ 7♣ 8♦; 9♠ 9♥
    """
    try:
        hand, read = _hand(str(cards), str(rules))
    except ValueError as error:
        return Sentence(trouble(error))
    found = shortest_layouts(hand, read)
    plays = ngettext("{n} play", "{n} plays", len(found[0])).format(n=len(found[0]))
    head = ngettext("{n} layout of {plays}:", "{n} layouts of {plays}:", len(found)).format(n=len(found), plays=plays)
    more = [_("and so on")] if len(found) > MOST else []
    return Sentence("\n".join([head, *map(_told, found[:MOST]), *more]))


def what_it_costs(part: object, cards: object, rules: str = "sheet") -> Sentence:
    """What it costs to lay this part of the hand as one play.

    >>> what_it_costs("7s7d", "5s6c7s7d8h")
    With 7♠ 7♦ in one play the other cards need 3 more, 4 in all. The shortest layout needs 2: it costs 2 plays.
    """
    try:
        hand, read = _hand(str(cards), str(rules))
        mask, _read = _hand(str(part), str(rules))
        if mask & ~hand:
            raise NotationError(_("these cards are not all in the hand"))
        if Combination.of(mask, read) is None:
            raise NotationError(_("these cards together are no combination"))
    except ValueError as error:
        return Sentence(trouble(error))
    return Sentence(cost_text(mask, hand, read))


def cost_text(part: int, hand: int, rules: Rules) -> str:
    """The price of a part of a hand, in words."""
    rest, least, cost = fewest_plays(hand & ~part, rules), fewest_plays(hand, rules), cost_of(part, hand, rules)
    told = _("With {cards} in one play the other cards need {rest} more, {all} in all.")
    price = (
        ngettext(
            "The shortest layout needs {least}: it costs {n} play.",
            "The shortest layout needs {least}: it costs {n} plays.",
            cost,
        )
        if cost
        else _("The shortest layout needs {least} as well: it costs nothing.")
    )
    return " ".join([told, price]).format(
        cards=show(rules.cards(part)), rest=rest, all=rest + 1, least=least, n=cost
    )  # fmt: skip


def sure(cards: object, out: object, left: int = 4, rules: str = "sheet") -> Sentence:
    """Which first plays are sure to win, when somebody holds `left` cards of those that are still out, and you lead.

    >>> sure("4s9s9h", "3c5dThJsKd")
    Sure to win, whatever the other one holds: 9♠ 9♥.
    >>> sure("4s9h", "3c5dThJsKd")
    No first play is sure to win.
    """
    try:
        hand, read = _hand(str(cards), str(rules))
        pool, _read = _hand(str(out), str(rules))
        if pool & hand:
            raise NotationError(_("a card that is still out cannot be in the hand"))
        if not isinstance(left, int) or not 1 <= left <= pool.bit_count():
            raise NotationError(_("left: {left} is not 1 to {most}").format(left=repr(left), most=pool.bit_count()))
        position = only_these(f"{rules} {read.cards_text(hand)}/?{left} 0 - -", read.cards_text(pool))
    except ValueError as error:
        return Sentence(trouble(error))
    from .solver import solve

    solution = solve(position, nodes=200_000)
    if solution.value is None:
        return Sentence(_("That took too long to prove, take fewer cards."))
    if not solution.value:
        return Sentence(_("No first play is sure to win."))
    plays = _(", or ").join(show(play) for play in solution.best)
    return Sentence(_("Sure to win, whatever the other one holds: {plays}.").format(plays=plays))


def plan_or_not(position: object) -> Sentence:
    """With open hands: which plays of a shortest layout win, which other ones, as the solver has proved.

    >>> plan_or_not("sheet 3d7c8d9d9h/3h5c5dQc 0 - -")
    Of a shortest layout (3 plays): 3♦, no; 9♦, no; 9♥, no; 7♣ 8♦ 9♦, no; 7♣ 8♦ 9♥, no.
    Other plays: 7♣, wins; 8♦, wins; 9♦ 9♥, no.
    """
    from .solver import solve

    try:
        read = position if isinstance(position, Position) else Position.parse(str(position))
        parts = of_a_shortest(read)
        if any(read.hidden):
            raise NotationError(_("all hands must be open"))
    except ValueError as error:
        return Sentence(trouble(error))
    solution = solve(read, nodes=300_000)
    if not solution.complete:
        return Sentence(_("That took too long to prove, take fewer cards."))
    value = {found.play: found.value for found in solution.plays}
    told = [
        "; ".join(
            (_("{play}, wins") if value[play] else _("{play}, no")).format(play=show(play)) for play in plays
        ) or _("none")
        for plays in parts
    ]  # fmt: skip
    assert read.turn is not None
    least = fewest_plays(read.hands[read.turn], read.rules)
    first = ngettext("Of a shortest layout ({n} play): {plays}.", "Of a shortest layout ({n} plays): {plays}.", least)
    return Sentence(
        first.format(n=least, plays=told[0]) + "\n" + _("Other plays: {plays}.").format(plays=told[1])
    )  # fmt: skip


def how_often(number: int = 40, seed: int = 0) -> Picture:
    """So many deals of five cards against four, you to lead, hands open: is a play of a shortest layout enough to win?

    Only hands in which the shortest layout saves two plays at least are counted: in others there is nothing to plan.
    """
    from .solver import solve

    if not isinstance(number, int) or not 1 <= number <= 300:
        text = trouble(NotationError(_("number: {number} is not 1 to 300").format(number=repr(number))))
        return Picture(f"<p>{escape(text)}</p>", text)
    rules, rng = Rules.parse("sheet"), random.Random(seed)
    found = {"plan": 0, "other": 0, "none": 0}
    while sum(found.values()) < number:
        cards = rng.sample(DECK, 9)
        hand = rules.mask(cards[:5])
        if fewest_plays(hand, rules) > 3:
            continue
        position = Position.parse(f"sheet {rules.cards_text(hand)}/{rules.cards_text(rules.mask(cards[5:]))} 0 - -")
        best = set(solve(position).best) if solve(position).value else set()
        wins = best & set(of_a_shortest(position)[0])
        found["plan" if wins else "other" if best else "none"] += 1
    names = {
        "plan": _("a play of a shortest layout wins"),
        "other": _("only another play wins"),
        "none": _("nothing wins"),
    }
    title = ngettext("{n} deal, five cards against four", "{n} deals, five cards against four", number)
    return bars({names[each]: found[each] for each in found}, title.format(n=number), counts=True)


def layout_text(parts: Sequence[Combination]) -> str:
    """A layout with the name of every part: "6♠ 7♣ 8♦ (a straight of 3 cards); 9♥ (a single card)"."""
    return "; ".join(
        _("{cards} ({shape})").format(cards=show(part.rules.cards(part.mask)), shape=shape_name(part))
        for part in parts
    )  # fmt: skip
