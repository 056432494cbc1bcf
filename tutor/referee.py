"""What a referee at the table would say: why you are asked now, and what the deal pays.

`why_asked` speaks from what the seat may see: give it the seat's view. The sentences are for people who play their
first deals, so each names one rule, at the moment at which it counts.
"""

from __future__ import annotations

from .combinations import Play
from .explain import Cast, shape_name, show
from .locale import _, ngettext
from .match import Match
from .position import Position
from .rules import Rules


def why_asked(view: Position, before: Position | None, cast: Cast, later_deal: bool = False) -> str:
    """Why the seat to play, who is spoken to, is asked now and what it may do, in a sentence or a few.

    `before` is the position before the last play (None at the start of a deal, of which `later_deal` says whether
    another was played before it). Empty once the deal is over.
    """
    if view.turn is None:
        return ""
    if view.table is None:
        said = [_why_lead(view, before, cast, later_deal)]
    elif view.turn in view.passed:
        said = [_why_again(view)]
    else:
        said = [_why_answer(view, view.table)]
    if view.table is not None and not view.hidden[view.turn] and all(play.is_pass for play in view.legal_plays()):
        said.append(_("You hold nothing for that: you can only pass."))
    for seat in range(view.seats):
        if seat != view.turn and view.count(seat) == 1:
            said.append(_("{name} has one card left.").format(name=cast.name(seat)))
    return " ".join(said)


def _why_lead(view: Position, before: Position | None, cast: Cast, later_deal: bool) -> str:
    if view.opening:
        return _(
            "You hold {card}, the lowest card that was dealt, so you open the match. Your first play must contain it, "
            "alone or in a combination."
        ).format(card=show(view.rules.cards(view.opening)))
    if before is None or before.owner is None:
        if later_deal:
            return _("You won the deal before, so you lead. Lay whatever you like.")
        return _("You lead. Lay whatever you like.")
    if before.owner == view.turn:
        assert before.table is not None
        return _(
            "Nobody has beaten {play}: the table is cleared and you lead. Lay whatever you like; you may not pass."
        ).format(play=show(before.table))
    return _(
        "{name} laid last and has no cards left, so the next in turn leads, and that is you. Lay whatever you like."
    ).format(name=cast.name(before.owner))


def _why_again(view: Position) -> str:
    """A seat that has passed is asked once more."""
    assert view.table is not None
    assert view.table.combination is not None
    table = show(view.table)
    if view.table.combination.of_twos:
        return _(
            "You have passed and are out of this round, but {table} can be chopped. So you are asked once more, for a "
            "bomb and for nothing else."
        ).format(table=table)
    if view.chain and view.rules.overbomb_after_pass:
        return _(
            "You have passed and are out of this round, but a bomb was laid. So you are asked once more, for a higher "
            "bomb of the same kind and for nothing else."
        )
    return _(
        "You have passed and are out of this round, but by the rules of this table a longer bomb beats {table}. So you "
        "are asked once more, for that bomb and for nothing else."
    ).format(table=table)


def _why_answer(view: Position, table: Play) -> str:
    assert view.turn is not None
    shape, rules = table.combination, view.rules
    assert shape is not None
    if rules.five_card_hands and shape.size == 5:
        said = [
            _("On the table lies {theirs}. Lay a higher hand of five cards, or pass.").format(theirs=shape_name(shape))
        ]
    else:
        said = [
            _("On the table lies {theirs}. Lay a higher one of the same kind and length, or pass.").format(
                theirs=shape_name(shape)
            )
        ]
    bombs = [bomb_name(kind, size) for kind, size in rules.chops(shape.kind, shape.of_twos)]
    if bombs:
        said.append(_("It is beaten by a bomb, too: {bombs}.").format(bombs=_(", or ").join(bombs)))
    if view.turn in view.must:
        said.append(_("In the first trick everybody who can must play once before passing."))
    elif rules.pass_locks:
        said.append(_("Who passes is out of this round."))
    else:
        said.append(_("A pass is only for now: you may play again when your turn comes."))
    return " ".join(said)


def bomb_name(kind: str, size: int) -> str:
    """A kind of bomb with its length.

    >>> bomb_name("double_straight", 6)
    'a double straight of 3 pairs'
    """
    if kind == "double_straight":
        pairs = size // 2
        return ngettext("a double straight of {n} pair", "a double straight of {n} pairs", pairs).format(n=pairs)
    names = {
        "quad": _("four of a kind"),
        "four_plus_one": _("four of a kind and a card"),
        "straight_flush": _("a straight flush"),
    }
    return names[kind]


# ------------------------------------------------------------------ what a deal pays


def pattern_name(pattern: str) -> str:
    """A dealt hand that wins at once.

    >>> pattern_name("four_twos")
    'all four 2s'
    """
    return {
        "dragon": _("a card of every rank from 3 to the ace"),
        "five_pairs": _("five pairs in a row"),
        "four_twos": _("all four 2s"),
        "six_pairs": _("six pairs"),
        "eight_pairs": _("eight pairs"),
    }[pattern]


def signed(points: int) -> str:
    """Points with their sign, the minus as long as the plus.

    >>> signed(2), signed(-3), signed(0)
    ('+2', '−3', '0')
    """
    return f"{points:+d}".replace("-", "−") if points else "0"


def how_it_pays(rules: Rules, seats: int = 4) -> str:
    """How a deal is paid under these rules, in a few sentences."""
    said = []
    if rules.scoring == "places" and seats == 4:
        said.append(_("The first one out gets 2 points, the second 1; the third loses 1 and the last 2."))
    elif rules.scoring in ("places", "last_pays"):
        said.append(_("The last one with cards pays each of the others one point."))
    elif rules.scoring == "first_takes_all":
        said.append(
            _("The deal ends with the first one out, who gets 2 points from each, and 4 from who has laid no card.")
        )
    else:
        said.append(_card_rule(rules))
        if rules.twos_factor > 1:
            said.append(
                _("Who has a 2 left pays double.")
                if rules.twos_factor == 2
                else _("Who has a 2 left pays three times.")
            )
        if rules.partnership:
            said.append(_("Partners count together: what the two losers owe goes to both winners."))
    if rules.cong and not rules.first_out_ends:
        said.append(_("Who had not laid a card when the first one went out, and loses, loses double."))
    return " ".join(said)


def _card_rule(rules: Rules) -> str:
    if rules.scoring == "cards_basic":
        return _("The first one out wins the deal. Everybody else pays the winner one point for each card left.")
    if rules.scoring == "cards_winner_only":
        return _(
            "The first one out wins the deal and gets the points for all cards left: one for each, double for 8 or 9 "
            "in one hand, three times for 10 or more, four times for a whole hand. Nobody else loses any."
        )
    return _(
        "The first one out wins the deal. Everybody else pays the winner one point for each card left: double with "
        "8 or 9 cards, three times with 10 or more, four times with a whole hand."
    )


def result_text(end: Position, cast: Cast) -> str:
    """How a finished deal ended, everybody's place and points, in the order of the places."""
    scores, places = end.scores(), end.places
    order = sorted(range(end.seats), key=lambda seat: (places[seat] or 0, -scores[seat]))
    said = []
    for seat in order:
        points, left = scores[seat], end.count(seat)
        if end.rules.first_out_ends and left:
            text = (
                ngettext("You have {n} card left: {points}.", "You have {n} cards left: {points}.", left)
                if seat == cast.you
                else ngettext("{name} has {n} card left: {points}.", "{name} has {n} cards left: {points}.", left)
            )
        else:
            text = {
                1: (_("You are first: {points}."), _("{name} is first: {points}.")),
                2: (_("You are second: {points}."), _("{name} is second: {points}.")),
                3: (_("You are third: {points}."), _("{name} is third: {points}.")),
                4: (_("You are fourth: {points}."), _("{name} is fourth: {points}.")),
            }[places[seat] or 4][0 if seat == cast.you else 1]
        said.append(text.format(name=cast.name(seat), n=left, points=signed(points)))
    return " ".join(said)


def instant_text(instant_win: tuple[int, str], cast: Cast) -> str:
    """What is said when a dealt hand wins at once."""
    seat, pattern = instant_win
    text = (
        _("You have been dealt {pattern}: that wins the deal at once. Everybody else pays 2 points.")
        if seat == cast.you
        else _("{name} has been dealt {pattern}: that wins the deal at once. Everybody else pays 2 points.")
    )
    return text.format(name=cast.name(seat), pattern=pattern_name(pattern))


def match_text(match: Match, cast: Cast) -> str:
    """Who has won the match, or what the next deal begins with."""
    winners = match.winners
    if len(winners) == 1:
        text = (
            _("The match is over. You have won it.")
            if winners[0] == cast.you
            else _("The match is over. {name} has won it.")
        )
        return text.format(name=cast.name(winners[0]))
    if winners:
        names = _(", ").join(cast.name(seat) for seat in winners)
        if match.rules.partnership and {(seat + 2) % 4 for seat in winners} == set(winners):
            return _("The match is over. The winners are: {names}.").format(names=names)
        return _("The match is over, and it is a draw: {names}.").format(names=names)
    if not match.results:
        return ""
    last = match.results[-1]
    text = _("Next deal: you lead.") if last.winner == cast.you else _("Next deal: {name} leads.")
    return text.format(name=cast.name(last.winner))
