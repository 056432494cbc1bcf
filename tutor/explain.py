"""A verdict in words: what a play leads to, told from the solver's line.

Three layers, each usable by itself:

- `facts(position, line)` replays a line and notes what happens at each play: who leads, beats, chops, passes, cannot
  answer, goes out, leads next. Facts are computed, never guessed; `tests/test_explain.py` derives them a second time.
- `Cast` names the seats, `sentence` turns one fact into words, `story` a whole line into one text per play.
- `refusal` says why a play is not allowed, `explain` gives the whole answer about a play.

Sentences speak of the line they come from: "Ben beats 5♦ with 7♠" is what the best defence does, not all it could do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .cards import SYMBOLS, Card, parse_cards
from .combinations import Combination, Play
from .errors import NotationError
from .locale import _, ngettext, pgettext, worded
from .position import Objection, Position
from .rules import Rules

GOALS = ("first", "not-last", "place", "points")


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that happens in a line of plays.

    `kind` is one of `lead`, `beat`, `chop` (a bomb on twos or, by house rule, on another kind), `over_bomb` (a
    higher bomb in a chop chain), `pass`, `cannot` (a pass without another legal play), `out` (no cards left;
    `place` is its rank of going out), `next_lead` (the table was cleared and `seat` leads), `over` (the deal is
    decided). `beaten` and `owner` say what lay on the table and whose it was.
    """

    kind: str
    seat: int
    play: Play | None = None
    beaten: Play | None = None
    owner: int | None = None
    place: int | None = None


def facts(position: Position, line: Iterable[Play | str]) -> list[tuple[Fact, ...]]:
    """What happens at each play of the line, in order. Raises IllegalPlay if the line breaks a rule."""
    found = []
    for item in line:
        play = item if isinstance(item, Play) else Play.parse(item, position.rules)
        following = position.after(play)
        found.append(tuple(_facts_of(position, play, following)))
        position = following
    return found


def _facts_of(before: Position, play: Play, after: Position) -> Iterable[Fact]:
    seat = before.turn
    assert seat is not None, "a position that is over has no next play"
    table, owner = before.table, before.owner
    if play.is_pass:
        # what a hidden hand could have laid nobody knows
        other = bool(before.hidden[seat]) or any(not each.is_pass for each in before.legal_plays())
        yield Fact("pass" if other else "cannot", seat, play, table, owner)
    elif table is None:
        yield Fact("lead", seat, play)
    else:
        mine, theirs = play.combination, table.combination
        assert mine is not None
        assert theirs is not None
        kind = "chop" if mine.chops(theirs) else "over_bomb" if before.chain else "beat"
        yield Fact(kind, seat, play, table, owner)
    if len(after.out) > len(before.out):
        yield Fact("out", seat, play, place=len(after.out))
    if after.is_over:
        yield Fact("over", seat)
    elif after.table is None and after.turn is not None:
        yield Fact("next_lead", after.turn)


# ------------------------------------------------------------------ names


@dataclass(frozen=True)
class Cast:
    """Who is who in the sentences: `names` by seat; the seat `you` is spoken to. Without names seats are numbered.

    >>> Cast(you=0).name(1)
    'Seat 1'
    """

    you: int | None = None
    names: tuple[str, ...] = ()

    def name(self, seat: int) -> str:
        """The seat's name, as a sentence begins with it."""
        if seat == self.you:
            return _("You")
        return self.names[seat] if seat < len(self.names) else _("Seat {seat}").format(seat=seat)


def seat_names() -> tuple[str, ...]:
    """Who sits at the table unless names are given, in the language in force."""
    return (_("Anna"), _("Ben"), _("Carla"), _("Dan"))


def show(cards: Play | Iterable[Card]) -> str:
    """Cards for people, `5♦ 5♥`; a pass in words.

    >>> show(Play.parse("5d10h", Rules.parse("pagat")))
    '5♦ 10♥'
    """
    if isinstance(cards, Play):
        if cards.is_pass:
            return _("pass")
        cards = cards.cards
    return " ".join(card_text(card) for card in cards)


def rank_text(rank: str) -> str:
    """The rank as it stands on the card."""
    # Translators: the letters on the cards, from ten to ace
    local = {"T": _("10"), "J": _("J"), "Q": _("Q"), "K": _("K"), "A": _("A")}
    return local.get(rank, rank)


def card_text(card: Card) -> str:
    """One card for people."""
    return rank_text(card.rank) + SYMBOLS[card.suit]


def suit_name(suit: str) -> str:
    """The suit in words, as in "hearts"."""
    return {"s": _("spades"), "c": _("clubs"), "d": _("diamonds"), "h": _("hearts")}[suit]


def rank_name(rank: str) -> str:
    """The rank in words, as in "seven"."""
    names = {
        "3": _("three"),
        "4": _("four"),
        "5": _("five"),
        "6": _("six"),
        "7": _("seven"),
        "8": _("eight"),
        "9": _("nine"),
        "T": _("ten"),
        "J": _("jack"),
        "Q": _("queen"),
        "K": _("king"),
        "A": _("ace"),
        "2": _("two"),
    }
    return names[rank]


def card_name(card: Card) -> str:
    """The card in words, for screen readers.

    >>> card_name(Card.parse("7h"))
    'seven of hearts'
    """
    of_suit = {
        "s": pgettext("after 'of'", "spades"),
        "c": pgettext("after 'of'", "clubs"),
        "d": pgettext("after 'of'", "diamonds"),
        "h": pgettext("after 'of'", "hearts"),
    }
    return _("{rank} of {suit}").format(rank=rank_name(card.rank), suit=of_suit[card.suit])


def shape_name(shape: Combination) -> str:
    """A combination's kind with its article and length.

    >>> shape_name(Play.parse("5d6h7h", Rules.parse("pagat")).combination)
    'a straight of 3 cards'
    """
    if shape.kind == "straight" and not shape.rules.five_card_hands:
        return ngettext("a straight of {n} card", "a straight of {n} cards", shape.size).format(n=shape.size)
    if shape.kind == "double_straight":
        pairs = shape.size // 2
        return ngettext("a double straight of {n} pair", "a double straight of {n} pairs", pairs).format(n=pairs)
    return {
        "single": _("a single card"), "pair": _("a pair"), "triple": _("three of a kind"), "quad": _("four of a kind"),
        "straight": _("a straight"), "flush": _("a flush"), "full_house": _("a full house"),
        "four_plus_one": _("four of a kind and a card"), "straight_flush": _("a straight flush"),
    }[shape.kind]  # fmt: skip


def place_name(place: int) -> str:
    """A place as an ordinal word."""
    return {1: _("first"), 2: _("second"), 3: _("third"), 4: _("fourth")}[place]


# ------------------------------------------------------------------ one fact, one sentence


def sentence(fact: Fact, cast: Cast) -> str:
    """The fact in words; an empty text for `over`, which the sentence before it says already."""
    you = fact.seat == cast.you
    words = {
        "lead": (_("You lead {play}."), _("{name} leads {play}.")),
        "beat": (_("You beat {beaten} with {play}."), _("{name} beats {beaten} with {play}.")),
        "chop": (_("You chop {beaten} with the bomb {play}."), _("{name} chops {beaten} with the bomb {play}.")),
        "over_bomb": (
            _("You beat the bomb {beaten} with the higher bomb {play}."),
            _("{name} beats the bomb {beaten} with the higher bomb {play}."),
        ),
        "pass": (_("You pass."), _("{name} passes.")),
        "cannot": (_("You cannot beat {beaten} and pass."), _("{name} cannot beat {beaten} and passes.")),
        "out": (_("You have no cards left: you are out {place}."), _("{name} has no cards left and is out {place}.")),
        "next_lead": (_("The table is cleared; you lead next."), _("The table is cleared; {name} leads next.")),
        "over": ("", ""),
    }[fact.kind][0 if you else 1]
    return words.format(
        name=cast.name(fact.seat),
        play=show(fact.play) if fact.play else "",
        beaten=show(fact.beaten) if fact.beaten else "",
        place=place_name(fact.place) if fact.place else "",
    )


def story(position: Position, line: Sequence[Play | str], cast: Cast) -> list[str]:
    """One text for each play of the line: what it does, who goes out, who leads next."""
    return [" ".join(filter(None, (sentence(fact, cast) for fact in each))) for each in facts(position, line)]


# ------------------------------------------------------------------ why not


def refusal(position: Position, play: Play | str, seat: int | None = None, cast: Cast | None = None) -> str:
    """Why the play is not allowed, for people; empty if it is. Raises NotationError for text that is no play."""
    read = play if isinstance(play, Play) else Play.parse(play, position.rules)
    objection = position.objection(read, seat)
    return "" if objection is None else _refusal_text(position, read, objection, cast or Cast())


def _refusal_text(position: Position, play: Play, objection: Objection, cast: Cast) -> str:
    code, table, shape = objection.code, position.table, play.combination
    plain = {
        "deal_over": _("The deal is over."),
        "locked": _("After a pass you are out of this round."),
        "not_in_hand": _("These cards are not all in this hand."),
        "no_combination": _("These cards together are no combination."),
        "leader_must_play": _("Who leads must lay something."),
        "must_play_once": _("In the first trick everybody who can must play once before passing."),
    }
    if code in plain:
        return plain[code]
    if code == "not_your_turn":
        assert position.turn is not None
        if position.turn == cast.you:
            return _("It is your turn, not another's.")
        return _("It is the turn of {name}.").format(name=cast.name(position.turn))
    if code == "opening_card":
        return _("The first play of the deal must contain {card}.").format(
            card=show(position.rules.cards(position.opening))
        )
    assert table is not None
    assert table.combination is not None
    assert shape is not None
    lying = table.combination
    names = {"mine": shape_name(shape), "theirs": shape_name(lying), "play": show(play), "table": show(table)}
    if code == "bomb_only":
        return _("After a pass only a bomb that beats {table} may still be laid.").format(**names)
    if code == "wrong_kind":
        return _("On the table lies {theirs}; {mine} does not answer it.").format(**names)
    if code == "wrong_length":
        return _("On the table lies {theirs}; {mine} has another length.").format(**names)
    return _too_low(shape, lying, position.rules)


def _too_low(mine: Combination, theirs: Combination, rules: Rules) -> str:
    if rules.five_card_hands and mine.size == 5:
        text = _("{play} is not higher than {table}.").format(
            play=show(rules.cards(mine.mask)), table=show(rules.cards(theirs.mask))
        )
        return " ".join([text, compare_five(mine, theirs)])
    low, high = mine.top, theirs.top
    names = {"low": card_text(low), "high": card_text(high)}
    if low.rank != high.rank:
        if mine.size == 1:
            return _("{low} is lower than {high}.").format(**names)
        return _("The highest card decides, and {low} is lower than {high}.").format(**names)
    names["suit"], names["over"] = suit_name(low.suit), suit_name(high.suit)
    return _("Equal ranks, so the suit decides: {low} is lower than {high}, as {suit} rank below {over}.").format(
        **names
    )


def compare(first: Card | str, second: Card | str, rules: Rules | str = "pagat") -> str:
    """Which of two cards is higher, and why.

    >>> compare("7h", "8s")
    '8♠ is higher than 7♥: the rank decides, and 8 is above 7. The suits do not matter.'
    >>> compare("7h", "7s")
    '7♥ is higher than 7♠: equal ranks, so the suit decides, and hearts rank above spades.'
    """
    rules = Rules.parse(rules) if isinstance(rules, str) else rules
    one, two = (_one_card(card) for card in (first, second))
    if one == two:
        return _("{card} and {card} are the same card.").format(card=card_text(one))
    low, high = sorted((one, two), key=lambda card: rules.mask([card]))
    names = {"low": card_text(low), "high": card_text(high)}
    if low.rank != high.rank:
        names |= {"below": rank_text(low.rank), "above": rank_text(high.rank)}
        return _(
            "{high} is higher than {low}: the rank decides, and {above} is above {below}. The suits do not matter."
        ).format(**names)
    names |= {"below": suit_name(low.suit), "above": suit_name(high.suit)}
    return _("{high} is higher than {low}: equal ranks, so the suit decides, and {above} rank above {below}.").format(
        **names
    )


def compare_five(first: Combination, second: Combination) -> str:
    """What decides between two five-card hands of Big Two that are not the same: one sentence.

    >>> rules = Rules.parse("big-two")
    >>> house, straight = (Play.parse(cards, rules).combination for cards in ("9d9c9hKsKc", "TdJcQhKsAs"))
    >>> compare_five(house, straight)
    'The ladder of five-card hands decides: a straight is below a full house.'
    """
    rules = first.rules
    low, high = sorted((first, second), key=lambda shape: shape.key)
    if low.kind != high.kind:
        return _("The ladder of five-card hands decides: {low} is below {high}.").format(
            low=shape_name(low), high=shape_name(high)
        )
    if low.kind in ("full_house", "four_plus_one"):
        text = (
            _("The three of a kind decide: {low} is below {high}.")
            if low.kind == "full_house"
            else _("The four of a kind decide: {low} is below {high}.")
        )
        return text.format(low=rank_text(_most(low)), high=rank_text(_most(high)))
    lows, highs = (list(reversed(rules.cards(shape.mask))) for shape in (low, high))
    suits = {"suit": suit_name(lows[0].suit), "over": suit_name(highs[0].suit)}
    if low.kind == "flush" and rules.flush_key == "suit_first" and lows[0].suit != highs[0].suit:
        return _("Flushes compare by their suit first: {suit} rank below {over}.").format(**suits)
    compared = 5 if low.kind == "flush" and rules.flush_key != "top_two" else 2 if low.kind == "flush" else 1
    for place, (lower, higher) in enumerate(zip(lows[:compared], highs[:compared], strict=True)):
        if lower.rank != higher.rank:
            text = (
                _("The highest card decides, and {low} is lower than {high}.")
                if place == 0
                else _("The cards above are of equal rank, so the next one decides: {low} is lower than {high}.")
            )
            return text.format(low=card_text(lower), high=card_text(higher))
    if low.kind == "flush":
        return _("The ranks that count are equal, so the suit decides: {suit} rank below {over}.").format(**suits)
    names = {"low": card_text(lows[0]), "high": card_text(highs[0])}
    return _("Equal ranks, so the suit decides: {low} is lower than {high}, as {suit} rank below {over}.").format(
        **names, **suits
    )


def _most(shape: Combination) -> str:
    """The rank that stands there most often."""
    ranks = [card.rank for card in shape.rules.cards(shape.mask)]
    return max(ranks, key=ranks.count)


def _one_card(card: Card | str) -> Card:
    return card if isinstance(card, Card) else Card.parse(card)


def no_card(text: object) -> str:
    """One friendly line for text that should have been cards."""
    return _(
        "I cannot read {text} as a card. Write the rank and then the suit letter (s c d h), like 7h or Th."
    ).format(text=repr(str(text)[:40]))


def trouble(error: Exception) -> str:
    """One friendly line for a position or play that cannot be read or is not allowed, in the language in force."""
    return _("I cannot use this: {reason}").format(reason=" ".join(worded(error).split("\n")))


# ------------------------------------------------------------------ the whole answer


def explain(position: Position, play: Play | str, goal: str = "first", cast: Cast | None = None, **limits: Any) -> str:
    """What the solver says about a play in this position: the verdict, then how it comes about.

    The seat to play is "you". Further arguments (`seconds`, `nodes`) limit the search; a play that it could not
    settle in that time is called so. Raises NotationError for text that is no play, PositionError for a
    position without a question.

    >>> print(explain(Position.parse("pagat 3s5d5h/4c4d7s 0 - -"), "3s"))
    3♠ does not do it. After that the others can keep you from ever laying 5♦ 5♥. You lead 3♠. Seat 1 beats 3♠ with \
7♠. You cannot beat 7♠ and pass. The table is cleared; Seat 1 leads next. Seat 1 leads 4♣ 4♦. Seat 1 has no cards \
left and is out first. You still hold 5♦ 5♥. Right is 5♦ 5♥.
    """
    from .solver import solve

    read = play if isinstance(play, Play) else Play.parse(play, position.rules)
    cast = cast or Cast(you=position.turn)
    against = refusal(position, read, None, cast)
    if against:
        return _("{play} is not allowed. {reason}").format(play=_upper(show(read)), reason=against)
    return judge_and_reason(position, read, solve(position, goal=goal, **limits), cast)


def judge_and_reason(position: Position, play: Play, solution: Any, cast: Cast) -> str:
    """As `judge`, with the reason that a search of its own finds against the play."""
    from .reasons import why_not

    found = next(each for each in solution.plays if each.play == play)
    return judge(position, play, solution, cast, why_not(position, found, solution, cast))


def judge(position: Position, play: Play, solution: Any, cast: Cast, reason: str = "") -> str:
    """The verdict on one legal play of a solved position, a `reason` if there is one, and its line told as a story."""
    found = next(each for each in solution.plays if each.play == play)
    if found.value is None:
        return _("{play}: not settled within the limit of the search.").format(play=_upper(show(play)))
    parts = [verdict(found, solution), *([reason] if reason else [])]
    parts += [*story(position, found.line, cast), *_what_is_left(position, found.line, cast)]
    best = solution.best
    if found.value != solution.value and best and not (solution.hidden and not solution.value):
        parts.append(_("Right is {plays}.").format(plays=_(", or ").join(show(each) for each in best)))
    return " ".join(parts)


def verdict(found: Any, solution: Any) -> str:
    """The value of one play in a sentence."""
    names = {"play": _upper(show(found.play)), "value": found.value, "best": solution.value}
    if solution.goal in ("first", "not-last"):
        if solution.hidden and not found.value:
            text = _("{play} is not sure to do it: the cards may lie badly.")
        elif found.value:
            text = _("{play} wins.") if solution.goal == "first" else _("{play} keeps you from being last.")
        elif solution.value is False:
            text = _("{play} does not do it, and no other play does.")
        else:
            text = _("{play} does not do it.")
        return text.format(**names)
    if solution.goal == "place":
        if found.value == solution.value:
            return _("{play} is best: it makes sure of place {value}.").format(**names)
        return _("{play} makes sure of place {value} only; place {best} can be had.").format(**names)
    if found.value == solution.value:
        text = ngettext(
            "{play} is best: it makes sure of {value} point.",
            "{play} is best: it makes sure of {value} points.",
            found.value,
        )
    else:
        text = ngettext(
            "{play} makes sure of {value} point only; {best} can be had.",
            "{play} makes sure of {value} points only; {best} can be had.",
            found.value,
        )
    return text.format(**names)


def _what_is_left(position: Position, line: Sequence[Play], cast: Cast) -> list[str]:
    """What the seat spoken to still holds when the line ends."""
    hero = cast.you
    if hero is None:
        return []
    for play in line:
        position = position.after(play)
    if hero in position.out or not position.hands[hero]:
        return []
    return [_("You still hold {cards}.").format(cards=show(position.hand(hero)))]


def short_reason(position: Position, line: Sequence[Play], cast: Cast) -> str:
    """The facts of the line that matter most: the first answer by somebody else, chops, and who goes out with what.

    If all others could only pass on the first play, that is said first.
    """
    told = facts(position, line)
    hero = cast.you
    flat = [fact for each in told for fact in each]
    answer = next((fact for fact in flat if fact.seat != hero and fact.kind in ("beat", "chop", "over_bomb")), None)
    last = [each[0] for each in told if any(fact.kind == "out" for fact in each)]
    picked = [
        sentence(fact, cast)
        for fact in flat
        if fact is answer or any(fact is each for each in last) or fact.kind in ("chop", "over_bomb", "out")
    ]
    if len(told) > 1 and not line[0].is_pass and _nobody_can(told[1:]):
        picked.insert(0, _("Nobody can beat {play}.").format(play=show(line[0])))
    return " ".join(picked)


def _nobody_can(told: Sequence[tuple[Fact, ...]]) -> bool:
    """Whether everybody asked about the first play had no legal answer: passes only, until the table is cleared."""
    for each in told:
        if each[0].kind != "cannot":
            return False
        if any(fact.kind == "next_lead" for fact in each):
            return True
    return False


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def in_order(cards: Iterable[Card | str] | str, rules: Rules | str = "pagat") -> str:
    """The cards from the lowest to the highest.

    >>> in_order("2c3h3s10d")
    '3♠ < 3♥ < 10♦ < 2♣'
    """
    rules = Rules.parse(rules) if isinstance(rules, str) else rules
    read = parse_cards(cards) if isinstance(cards, str) else tuple(_one_card(card) for card in cards)
    if not read:
        raise NotationError("cards: there are none")
    return " < ".join(card_text(card) for card in rules.cards(rules.mask(read)))
