"""What cards are together, and if they are no combination, why not.

`flaw` finds the reason as a code (a fact, tested against every set of cards of a small pack), `why_none` puts it in a
sentence; `what_is` and `find_all` are the short calls of the lesson on combinations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from .cards import RANKS, TWO, Card, parse_cards
from .combinations import Combination, enumerate_combinations
from .errors import NotationError
from .explain import no_card, rank_text, shape_name, show, trouble
from .locale import _, ngettext
from .rules import Rules
from .talk import Sentence, _close

MOST = 13
"""So many combinations of one kind are written out in a list."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """Why cards are no combination.

    `code` is one of `twice` (a card stands there twice), `two_cards` (two cards of two ranks), `corner` (a run that
    would have to go on from the 2 or the ace to the 3), `no_twos` (a run with a 2 under rules that allow none there),
    `gap` (`ranks` are missing), `two_pairs`, `triples_run`, `house` (three of a kind and a pair), `quad_and_more`,
    `uneven` (`ranks` stand there more often than others); for Big Two `count` (not 1, 2, 3 or 5 cards), `no_triples`,
    `mixed` (two or three cards of several ranks) and `five` (five cards that are none of its hands).
    """

    code: str
    ranks: tuple[int, ...] = ()


def flaw(cards: Sequence[Card], rules: Rules) -> Flaw | None:
    """Why these cards (one at least) are no combination; None if they are one."""
    mask = rules.mask(cards)
    if mask.bit_count() != len(cards):
        return Flaw("twice")
    if Combination.of(mask, rules) is not None:
        return None
    count = Counter(RANKS.index(card.rank) for card in cards)
    return _big_two_flaw(count, len(cards)) if rules.five_card_hands else _flaw(count, rules)


def _flaw(count: Counter[int], rules: Rules) -> Flaw:
    ranks, times = sorted(count), set(count.values())
    missing = tuple(rank for rank in range(ranks[0], ranks[-1]) if rank not in count)
    if len(ranks) == 2 and times == {1}:
        return Flaw("two_cards", tuple(ranks))
    if times in ({1}, {2}):
        if len(ranks) == 2:
            return Flaw("two_pairs")
        if ranks[0] == 0 and ranks[-1] == TWO and missing and len(missing) == missing[-1] - missing[0] + 1:
            return Flaw("corner")
        return Flaw("no_twos") if ranks[-1] > rules.straight_top else Flaw("gap", missing)
    if 4 in times:
        return Flaw("quad_and_more")
    if sorted(count.values()) == [2, 3]:
        return Flaw("house")
    if times == {3} and not missing:
        return Flaw("triples_run")
    most = max(times)
    return Flaw("uneven", tuple(rank for rank in ranks if count[rank] == most))


def _big_two_flaw(count: Counter[int], size: int) -> Flaw:
    if size == 4 or size > 5:
        return Flaw("count")
    if size == 3 and len(count) == 1:
        return Flaw("no_triples")
    return Flaw("mixed" if size < 5 else "five")


def why_none(cards: Sequence[Card], rules: Rules) -> str:
    """One sentence that says why these cards are no combination; empty if they are one."""
    found = flaw(cards, rules)
    if found is None:
        return ""
    names = [rank_text(RANKS[rank]) for rank in found.ranks]
    if found.code == "two_cards" and found.ranks[1] == found.ranks[0] + 1:
        return _("A pair needs two cards of one rank, and a straight at least three cards.")
    if found.code == "gap":
        missing = _("{first} to {last}").format(first=names[0], last=names[-1]) if len(names) > 1 else names[0]
        if any(b != a + 1 for a, b in zip(found.ranks, found.ranks[1:], strict=False)):
            missing = ", ".join(names)
        return _("There is a gap. Missing: {ranks}.").format(ranks=missing)
    if found.code == "uneven":
        return _(
            "Every rank must be there equally often: once in a straight, twice in a double straight. Too many: {ranks}."
        ).format(ranks=", ".join(names))
    return {
        "twice": _("A card stands there twice, and there is only one of each in the pack."),
        "two_cards": _("A pair needs two cards of one rank."),
        "corner": _("Nothing goes round the corner: the 2 is the highest card and has no 3 after it."),
        "no_twos": _("Under these rules no 2 stands in a straight or a double straight: they end with the ace."),
        "two_pairs": _("Two pairs are too few: a double straight needs three pairs in a row."),
        "triples_run": _("Three of a kind several times over: that is no combination in this game."),
        "house": _("Three of a kind and a pair do not go together in this game (in Big Two they do)."),
        "quad_and_more": _("Four of a kind are played alone: every card must belong to the combination."),
        "count": _("In Big Two one, two, three or five cards are played."),
        "no_triples": _("Under these rules three of a kind are not played by themselves."),
        "mixed": _("Two or three cards must all have one rank."),
        "five": _(
            "Five cards must be a straight, a flush, a full house, four of a kind and a card, or a straight flush."
        ),
    }[found.code]


def kind_rule(kind: str, rules: Rules) -> str:
    """What cards must be to be a combination of this kind, in one sentence."""
    if rules.five_card_hands and kind in ("straight", "flush", "full_house", "four_plus_one", "straight_flush"):
        return {
            "straight": _("A straight is five ranks in a row, not all of one suit."),
            "flush": _("A flush is five cards of one suit."),
            "full_house": _("A full house is three of a kind and a pair."),
            "four_plus_one": _("This is four cards of one rank and any fifth card."),
            "straight_flush": _("A straight flush is five ranks in a row, all of one suit."),
        }[kind]
    return {
        "single": _("A single card is one card."),
        "pair": _("A pair is two cards of one rank."),
        "triple": _("Three of a kind are three cards of one rank."),
        "quad": _("Four of a kind are all four cards of one rank."),
        "straight": _("A straight is three or more ranks in a row, one card of each."),
        "double_straight": _("A double straight is three or more pairs in a row."),
    }[kind]


def kind_name(kind: str, number: int) -> str:
    """A kind with a number before it, as in "3 pairs"."""
    texts = {
        "single": ngettext("{n} single card", "{n} single cards", number),
        "pair": ngettext("{n} pair", "{n} pairs", number),
        "triple": ngettext("{n} triple", "{n} triples", number),
        "quad": ngettext("{n} quad", "{n} quads", number),
        "straight": ngettext("{n} straight", "{n} straights", number),
        "double_straight": ngettext("{n} double straight", "{n} double straights", number),
        "flush": ngettext("{n} flush", "{n} flushes", number),
        "full_house": ngettext("{n} full house", "{n} full houses", number),
        "four_plus_one": ngettext("{n} four-plus-one", "{n} four-plus-ones", number),
        "straight_flush": ngettext("{n} straight flush", "{n} straight flushes", number),
    }
    return texts[kind].format(n=number)


def what_is(cards: object, rules: str = "pagat") -> Sentence:
    """What these cards are together, or why they are nothing.

    >>> what_is("5d 6h 7h")
    5♦ 6♥ 7♥ is a straight of 3 cards.
    >>> what_is("As 2h 3d")
    3♦ A♠ 2♥ is no combination. Nothing goes round the corner: the 2 is the highest card and has no 3 after it.
    """
    try:
        read, given = Rules.parse(rules), parse_cards(_close(cards))
    except NotationError as error:
        return Sentence(trouble(error) if str(error).startswith("rules") else no_card(cards))
    if not given:
        return Sentence(_("There are no cards here."))
    laid = sorted(given, key=lambda card: read.mask([card]))
    shape = Combination.of(read.mask(given), read)
    if shape is not None and shape.size == len(given):
        return Sentence(_("{cards} is {what}.").format(cards=show(laid), what=shape_name(shape)))
    return Sentence(_("{cards} is no combination. {reason}").format(cards=show(laid), reason=why_none(given, read)))


class Found(tuple[Combination, ...]):
    """Combinations, shown as a list for people: one kind a line."""

    __slots__ = ()

    def __repr__(self) -> str:
        if not self:
            return _("There is none.")
        kinds: dict[str, list[Combination]] = {}
        for shape in self:
            kinds.setdefault(shape.kind, []).append(shape)
        lines = []
        for kind, shapes in kinds.items():
            sets = "  |  ".join(show(shape.rules.cards(shape.mask)) for shape in shapes[:MOST])
            more = len(shapes) - MOST
            tail = "  |  " + _("and {n} more").format(n=more) if more > 0 else ""
            lines.append(f"{kind_name(kind, len(shapes))}:  {sets}{tail}")
        return "\n".join(lines)


def find_all(cards: object, kind: str = "", rules: str = "pagat") -> Found | Sentence:
    """Every combination in a hand, or every one of a kind.

    >>> find_all("8s 8d 8h", "pair")
    3 pairs:  8♠ 8♦  |  8♠ 8♥  |  8♦ 8♥
    """
    try:
        read, given = Rules.parse(rules), parse_cards(_close(cards))
    except NotationError as error:
        return Sentence(trouble(error) if str(error).startswith("rules") else no_card(cards))
    if kind and kind not in read.kinds:
        return Sentence(no_kind(kind, read))
    if len(set(given)) > 17:
        return Sentence(_("That is more than a hand: give at most 17 cards."))
    return Found(found_in(given, kind, read))


def how_many(cards: object, kind: str = "", rules: str = "pagat") -> Sentence:
    """How many combinations a hand holds, or how many of a kind.

    >>> how_many("8s 8d 8h", "pair"), how_many("8s 8d 8h")
    (3 pairs, 7 combinations)
    """
    found = find_all(cards, kind, rules)
    if isinstance(found, Sentence):
        return found
    if kind:
        return Sentence(kind_name(kind, len(found)))
    return Sentence(ngettext("{n} combination", "{n} combinations", len(found)).format(n=len(found)))


def found_in(cards: Sequence[Card], kind: str, rules: Rules, size: int | None = None) -> list[Combination]:
    """Every combination of a kind (of all kinds if empty) and size (in cards) that the cards hold."""
    every = enumerate_combinations(rules.mask(cards), rules)
    return [each for each in every if kind in ("", each.kind) and size in (None, each.size)]


def no_kind(kind: object, rules: Rules) -> str:
    """One friendly line for text that should have been a kind of combination."""
    return _("I know no kind {kind} here. There are: {kinds}.").format(
        kind=repr(str(kind)[:40]), kinds=", ".join(rules.kinds)
    )


__all__ = ["Flaw", "Found", "find_all", "flaw", "found_in", "how_many", "kind_name", "kind_rule", "what_is", "why_none"]
