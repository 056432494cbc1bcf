"""What a position teaches, named only when a search proves it.

A theme is a predicate over the proof: the solved position with the value of every legal play. A theme holds for the
position, not for one try at it; several may hold, or none. `tests/test_themes.py` shows for each a position in which it
holds and one close by in which it does not.

*Right* is a play that reaches the best value for the goal, *wrong* every other; with hidden hands right is what is
sure, wrong what is not, and a rival *could* hold any unseen cards. Themes whose predicate follows a line to its end
(`Theme.follows_lines`) are claimed only for open hands and proved shortest lines: with hidden hands a line is one deal
among many. All others hold for every goal, open or hidden; whatever needs a rule (bombs, locks, five-card hands, an
inherited lead) cannot hold where the rules have no such thing. No predicate looks at a seat's number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

from .cards import RANKS, TWOS, bits
from .combinations import Combination, Play, masks_of_shape, masks_of_size
from .locale import _
from .position import Position
from .solver.result import on_side


@dataclass(frozen=True)
class Proof:
    """A position and its complete solution, as the predicates see it."""

    position: Position
    solution: Any

    @cached_property
    def best(self) -> list[Play]:
        """The plays that reach the value."""
        return list(self.solution.best)

    @cached_property
    def worse(self) -> list[Play]:
        """All other legal plays."""
        return [each.play for each in self.solution.plays if each.value != self.solution.value]

    @property
    def hero(self) -> int:
        """The seat to play."""
        assert self.position.turn is not None
        return self.position.turn

    @property
    def hand(self) -> int:
        """The cards of the seat to play."""
        return self.position.hands[self.hero]

    @property
    def leads(self) -> bool:
        """Whether nothing is to be beaten."""
        return self.position.table is None

    @cached_property
    def rivals(self) -> list[int]:
        """The seats with cards that are not on the hero's side."""
        position = self.position
        return [s for s in range(position.seats) if position.count(s) and not on_side(position, self.hero, s)]

    def may_hold(self, seat: int) -> int:
        """The cards that the seat holds, or, if its hand is hidden, every card that it could hold."""
        return self.position.unseen if self.position.hidden[seat] else self.position.hands[seat]

    def steps(self, play: Play) -> list[tuple[Position, Play, Position]]:
        """The line of one play: before, what is played, after."""
        found = self._replayed.get(play)
        if found is None:
            found, now = [], self.position
            for each in next(verdict.line for verdict in self.solution.plays if verdict.play == play):
                later = now.after(each)
                found.append((now, each, later))
                now = later
            self._replayed[play] = found
        return found

    @cached_property
    def _replayed(self) -> dict[Play, list[tuple[Position, Play, Position]]]:
        return {}

    def end(self, play: Play) -> Position:
        """The position at the end of the line of one play."""
        return self.steps(play)[-1][2]

    def laid(self, play: Play) -> list[tuple[Position, Play, Position]]:
        """What the hero lays in the line of one play, passes left out."""
        return [step for step in self.steps(play) if step[0].turn == self.hero and not step[1].is_pass]

    def asked(self, play: Play, laid: Position | None = None) -> Iterator[Position]:
        """How each other seat is asked about a play of the hero (now, or `laid` later) if all before it pass."""
        now = laid or self.position.after(play)
        while now.turn is not None and now.turn != self.hero and now.table == play:
            yield now
            now = now.after(Play(0, now.rules))

    @cached_property
    def bombs(self) -> list[int]:
        """What in the hand is a bomb against twos: four of a kind, three pairs in a row and longer."""
        rules = self.position.rules
        if rules.five_card_hands:
            return []
        shapes = [("quad", 4), *(("double_straight", size) for size in range(6, self.hand.bit_count() + 1, 2))]
        return [mask for shape in shapes for mask in masks_of_shape(self.hand, shape, rules)]

    def chops(self, play: Play) -> bool:
        """Whether the play chops what lies on the table."""
        table, shape = self.position.table, play.combination
        return bool(shape and table and table.combination and shape.chops(table.combination))

    def may_be_chopped(self, play: Play) -> bool:
        """Whether the play is of twos alone and a rival that is asked about it has, or could have, a bomb for it."""
        shape, rules = play.combination, self.position.rules
        if shape is None or not shape.of_twos or rules.five_card_hands:
            return False
        return any(
            size <= now.count(now.turn) and masks_of_shape(self.may_hold(now.turn), (kind, size), rules)
            for now in self.asked(play)
            for kind, size in rules.chops(shape.kind, True)
            if now.turn in self.rivals
        )

    def answers(self, plays: list[Play]) -> list[Play]:
        """Those of the plays that beat the table with a higher combination of its kind."""
        table = self.position.table and self.position.table.combination
        return [play for play in plays if table and (shape := play.combination) and shape.same_kind(table)]

    def of_rank(self, rank: int) -> int:
        """The cards of one rank in the hand."""
        return self.hand & (15 << (4 * rank))

    @cached_property
    def runs(self) -> list[range]:
        """The longest runs of ranks in the hand that are long enough for a straight."""
        rules, found, start = self.position.rules, [], 0
        for rank in range(rules.straight_top + 2):
            if rank > rules.straight_top or not self.of_rank(rank):
                if rank - start >= rules.straight_min:
                    found.append(range(start, rank))
                start = rank + 1
        return found

    def breaks_a_run(self, play: Play) -> bool:
        """Whether the play takes the last card of a rank out of a run, and is no run itself."""
        if play.is_pass or _kind(play) in ("straight", "straight_flush", "double_straight"):
            return False
        left = self.hand & ~play.mask
        return any(not left >> 4 * rank & 15 for run in self.runs for rank in run)

    def fives_after(self, play: Play) -> bool:
        """Whether the hand holds a five-card hand after the play."""
        return bool(masks_of_size(self.hand & ~play.mask, 5, self.position.rules))


def _kind(play: Play) -> str:
    shape = play.combination
    return shape.kind if shape else ""


def _size(play: Play) -> int:
    return play.mask.bit_count()


def _height(play: Play) -> int:
    """The rank of the card that decides."""
    shape = play.combination
    return RANKS.index(shape.top.rank) if shape else -1


def _ranks(play: Play) -> list[int]:
    return [(bit.bit_length() - 1) >> 2 for bit in bits(play.mask)]


def _only_twos(play: Play) -> bool:
    return bool(play.mask) and not play.mask & ~TWOS


# ------------------------------------------------------------------ bombs


def _chop_now(proof: Proof) -> bool:
    return all(map(proof.chops, proof.best))


def _do_not_chop(proof: Proof) -> bool:
    return any(map(proof.chops, proof.worse)) and not any(map(proof.chops, proof.best))


def _keep_the_bomb(proof: Proof) -> bool:
    """For some bomb: every right play leaves it whole, and some wrong play would have spent or broken it, though it
    chopped nothing (that is another theme).
    """
    return any(
        not any(play.mask & bomb for play in proof.best)
        and any(play.mask & bomb and not proof.chops(play) for play in proof.worse)
        for bomb in proof.bombs
    )


def _break_the_bomb(proof: Proof) -> bool:
    def breaks(play: Play, bomb: int) -> bool:
        return bool(play.mask & bomb) and _kind(play) not in ("quad", "double_straight")

    return any(
        all(breaks(play, bomb) for play in proof.best) and not all(play.mask & bomb for play in proof.worse)
        for bomb in proof.bombs
    )


def _bait_the_bomb(proof: Proof) -> bool:
    return all(map(proof.may_be_chopped, proof.best)) and all(play.mask != proof.hand for play in proof.best)


def _mind_the_bomb(proof: Proof) -> bool:
    return any(map(proof.may_be_chopped, proof.worse)) and not any(map(proof.may_be_chopped, proof.best))


def _over_bomb(proof: Proof) -> bool:
    return proof.position.chain and not any(play.is_pass for play in proof.best)


# ------------------------------------------------------------------ groups kept and broken


def _keep_the_pair(proof: Proof) -> bool:
    """For some rank of which exactly two are held: no right play takes one of them alone, a wrong single does, and a
    right play is a single of another rank or a pass.
    """
    for rank in range(len(RANKS)):
        pair = proof.of_rank(rank)
        if pair.bit_count() != 2:
            continue
        if any((play.mask & pair).bit_count() == 1 for play in proof.best):
            continue
        single = any(play.mask & pair == play.mask and _size(play) == 1 for play in proof.worse)
        if single and any(_size(play) <= 1 for play in proof.best):
            return True
    return False


def _break_the_pair(proof: Proof) -> bool:
    """Every right play is a single out of two or three of a rank, though there are singles that break nothing."""

    def broken(play: Play) -> bool:
        rank = play.mask.bit_length() - 1 >> 2
        return _size(play) == 1 and proof.of_rank(rank).bit_count() in (2, 3)

    whole = any(_size(play) == 1 and not broken(play) for play in proof.worse)
    return all(map(broken, proof.best)) and whole


def _break_the_three(proof: Proof) -> bool:
    """Every right play is a single or a pair out of three of a kind, and a wrong one lays all three of that rank."""
    threes = [three for rank in range(len(RANKS)) if (three := proof.of_rank(rank)).bit_count() == 3]
    return any(
        all(_kind(play) in ("single", "pair") and play.mask & three == play.mask for play in proof.best)
        and any(play.mask & three == three for play in proof.worse)
        for three in threes
    )


def _keep_the_straight(proof: Proof) -> bool:
    """Every right play leaves all runs alone (it lays none), and a wrong one takes a card out of one."""
    return (
        any(map(proof.breaks_a_run, proof.worse))
        and not any(map(proof.breaks_a_run, proof.best))
        and not any(_kind(play) in ("straight", "straight_flush", "double_straight") for play in proof.best)
    )


def _break_the_straight(proof: Proof) -> bool:
    return all(map(proof.breaks_a_run, proof.best)) and any(
        not play.is_pass and not proof.breaks_a_run(play) for play in proof.worse
    )


def _two_straights(proof: Proof) -> bool:
    """Every right play is a straight after which the hand holds another, and a wrong one is a longer straight."""
    rules = proof.position.rules

    def leaves_one(play: Play) -> bool:
        return bool(masks_of_shape(proof.hand & ~play.mask, ("straight", rules.straight_min), rules))

    longest = max(map(_size, proof.best))
    return all(_kind(play) == "straight" and leaves_one(play) for play in proof.best) and any(
        _kind(play) == "straight" and _size(play) > longest for play in proof.worse
    )


def _keep_the_five(proof: Proof) -> bool:
    return (
        proof.position.rules.five_card_hands
        and all(_size(play) < 5 and proof.fives_after(play) for play in proof.best)
        and any(_size(play) < 5 and not proof.fives_after(play) for play in proof.worse)
    )


def _break_the_five(proof: Proof) -> bool:
    rules = proof.position.rules
    return (
        rules.five_card_hands
        and bool(masks_of_size(proof.hand, 5, rules))
        and all(_size(play) < 5 and not proof.fives_after(play) for play in proof.best)
        and any(not play.is_pass and (_size(play) == 5 or proof.fives_after(play)) for play in proof.worse)
    )


def _spend_the_five(proof: Proof) -> bool:
    return (
        proof.position.rules.five_card_hands
        and all(_size(play) == 5 for play in proof.best)
        and any(_size(play) < 5 for play in proof.worse)
    )


# ------------------------------------------------------------------ twos and the highest card


def _twos_first(proof: Proof) -> bool:
    return proof.leads and all(map(_only_twos, proof.best)) and not all(map(_only_twos, proof.worse))


def _keep_the_two(proof: Proof) -> bool:
    return not any(play.mask & TWOS for play in proof.best) and any(map(_only_twos, proof.worse))


def _twos_last(proof: Proof) -> bool:
    """As `keep-the-two`, and in the line of every right play the hero's last cards are twos."""
    return _keep_the_two(proof) and all(
        not proof.end(play).count(proof.hero) and _only_twos(proof.laid(play)[-1][1]) for play in proof.best
    )


def _keep_control(proof: Proof) -> bool:
    """The hero's highest card is above every card that a rival holds or could hold."""
    top = 1 << (proof.hand.bit_length() - 1)
    if any(proof.may_hold(seat) > top for seat in proof.rivals):
        return False
    return not any(play.mask & top for play in proof.best) and any(play.mask == top for play in proof.worse)


# ------------------------------------------------------------------ which lead, which answer


def _lead_long(proof: Proof) -> bool:
    longest = max(map(_size, proof.best + proof.worse))
    return (
        proof.leads
        and not proof.position.rules.five_card_hands
        and longest >= 3
        and all(_size(play) == longest for play in proof.best)
        and any(_size(play) < longest for play in proof.worse)
    )


def _lead_the_pair(proof: Proof) -> bool:
    return (
        proof.leads
        and all(_kind(play) == "pair" for play in proof.best)
        and any(_size(play) == 1 for play in proof.worse)
    )


def _low_card_first(proof: Proof) -> bool:
    lowest = ((proof.hand & -proof.hand).bit_length() - 1) >> 2
    return (
        proof.leads
        and all(_ranks(play) == [lowest] for play in proof.best)
        and any(lowest not in _ranks(play) for play in proof.worse)
    )


def _lead_high(proof: Proof) -> bool:
    """Every right play is a single card, and for each a lower single of another rank is wrong."""
    lowest = min((_height(play) for play in proof.worse if _size(play) == 1), default=99)
    return proof.leads and all(_size(play) == 1 and _height(play) > lowest for play in proof.best)


def _take_it_low(proof: Proof) -> bool:
    right, wrong = proof.answers(proof.best), proof.answers(proof.worse)
    if not right or len(right) < len(proof.best) or not wrong:
        return False
    highest, others = max(map(_strength, right)), list(map(_strength, wrong))
    return highest <= min(others) and highest < max(others)


def _take_it_high(proof: Proof) -> bool:
    """Every right play is an answer of the table's kind, and a lower one of another rank is wrong."""
    right, wrong = proof.answers(proof.best), proof.answers(proof.worse)
    if not right or len(right) < len(proof.best) or not wrong:
        return False
    return min(map(_strength, wrong)) < min(map(_strength, right))


def _strength(play: Play) -> tuple[int, int]:
    """How high an answer is, suits left out; among five-card hands the kind counts first."""
    shape = play.combination
    assert shape is not None
    ladder = shape.rules.kinds.index(shape.kind) if shape.size == 5 and shape.rules.five_card_hands else 0
    return ladder, _height(play)


def _suit_of_the_top_card(proof: Proof) -> bool:
    def key(play: Play) -> tuple[str, list[int]]:
        return _kind(play), _ranks(play)

    return any(
        key(right) == key(wrong) and _top(right) != _top(wrong)
        for right in proof.best
        for wrong in proof.worse
        if right.mask and _size(right) == _size(wrong)
    )


def _top(play: Play) -> object:
    shape = play.combination
    return shape and shape.top


def _block_the_last_card(proof: Proof) -> bool:
    """A rival holds one card: a wrong single lets it out (or could), no right play does."""

    def lets_out(play: Play, seat: int) -> bool:
        return any(
            now.turn == seat and any(not answer.is_pass for answer in now.legal_plays())
            for now in proof.asked(play)
            if now.turn == seat
        )

    return any(
        any(_size(play) == 1 and lets_out(play, seat) for play in proof.worse)
        and not any(lets_out(play, seat) for play in proof.best)
        for seat in proof.rivals
        if proof.position.count(seat) == 1
    )


def _pass_although(proof: Proof) -> bool:
    return all(play.is_pass for play in proof.best)


# ------------------------------------------------------------------ read off the lines


def _regain_the_lead(proof: Proof) -> bool:
    """In the line of every right play the seat gets the lead back after another has laid something; in the line of
    every wrong play it never leads again.
    """
    hero = proof.hero

    def regains(play: Play) -> bool:
        others = False
        for before, each, after in proof.steps(play):
            others = others or (before.turn != hero and not each.is_pass)
            if others and after.table is None and after.turn == hero:
                return True
        return False

    return all(map(regains, proof.best)) and not any(map(regains, proof.worse))


def _inherited_lead(proof: Proof) -> bool:
    """In the line of every right play somebody goes out, nobody beats that play, and the lead falls to the hero."""

    def inherits(play: Play) -> bool:
        for before, each, after in proof.steps(play):
            last = before.owner if each.is_pass else before.turn
            if after.table is None and after.turn == proof.hero != last and last in after.out:
                return True
        return False

    return all(map(inherits, proof.best))


def _unbeatables_last_but_one(proof: Proof) -> bool:
    """In the line of every right play the hero goes out, its last play but one cannot be beaten when it is laid, its
    last one could be by cards that a rival still holds; and that last one, laid now, is wrong.
    """
    wrong = {play.mask for play in proof.worse}
    for play in proof.best:
        laid, end = proof.laid(play), proof.end(play)
        if len(laid) < 2 or end.count(proof.hero):
            return False
        if not _stands(laid[-2][2], laid[-2][1], proof) or laid[-1][1].mask not in wrong:
            return False
        last = laid[-1][1].combination
        assert last is not None
        if not any(_beaten_by(end.hands[seat], last) for seat in proof.rivals):
            return False
    return True


def _stands(laid: Position, play: Play, proof: Proof) -> bool:
    """Whether no rival can beat the hero's play that has just been laid."""
    return not any(
        now.turn in proof.rivals and any(not answer.is_pass for answer in now.legal_plays())
        for now in proof.asked(play, laid)
    )


def _beaten_by(hand: int, shape: Combination) -> bool:
    """Whether a hand holds anything that beats the combination."""
    rules = shape.rules
    sizes = {shape.size} | {size for _kind, size in rules.chops(shape.kind, shape.of_twos)}
    return any(
        other is not None and other.beats(shape)
        for size in sizes
        for other in (Combination.of(mask, rules) for mask in masks_of_size(hand, size, rules))
    )


def _count_the_tempo(proof: Proof) -> bool:
    """After every right play the hero goes out when some rival needs one more play; after a wrong one a rival goes
    out when the hero needs one more.
    """
    rules, before = proof.position.rules, set(proof.position.out)

    def in_time(play: Play) -> bool:
        end = proof.end(play)
        if end.count(proof.hero):
            return False
        return any(Combination.of(end.hands[seat], rules) for seat in proof.rivals)

    def too_late(play: Play) -> bool:
        end = proof.end(play)
        gone = set(end.out) - before
        return bool(gone.intersection(proof.rivals)) and Combination.of(end.hands[proof.hero], rules) is not None

    return all(map(in_time, proof.best)) and any(map(too_late, proof.worse))


# ------------------------------------------------------------------ all of them


@dataclass(frozen=True)
class Theme:
    """One theme: `id` in data, `holds` over the proof. Its name and definition are in the reader's language.

    With `follows_lines` it is claimed only where hands are open and the lines are proved to be shortest. `of_layout`
    says that it also makes sense for the goal `fewest`, where a hand is only laid out and nobody answers.
    """

    id: str
    holds: Callable[[Proof], bool]
    follows_lines: bool = False
    of_layout: bool = False

    @property
    def name(self) -> str:
        """What it is called."""
        return _names()[self.id][0]

    @property
    def definition(self) -> str:
        """When it holds, in a sentence."""
        return _names()[self.id][1]


def _names() -> dict[str, tuple[str, str]]:
    return {
        "chop-now": (_("chop now"), _("Every right play chops what lies on the table.")),
        "do-not-chop": (_("do not chop"), _("It could be chopped, and every right play leaves it alone.")),
        "keep-the-bomb": (
            _("keep the bomb"),
            _("Every right play leaves a bomb whole that a wrong play would spend or break."),
        ),
        "break-the-bomb": (
            _("break the bomb"),
            _("Every right play takes cards out of a bomb, though another play would leave it whole."),
        ),
        "bait-the-bomb": (
            _("bait the bomb"),
            _("Every right play lays 2s that somebody could chop with a bomb, and cards are left after it."),
        ),
        "mind-the-bomb": (
            _("mind the bomb"),
            _("A wrong play lays 2s that somebody could chop with a bomb; no right play does."),
        ),
        "over-bomb": (_("bomb the bomb"), _("A bomb has chopped, and every right play beats it with a higher one.")),
        "block-the-last-card": (
            _("block the last card"),
            _("Somebody holds one card: a wrong play lets it go out, a right one does not."),
        ),
        "keep-the-pair": (
            _("keep the pair"),
            _("A right play is another single card or a pass; to take a card out of the pair is wrong."),
        ),
        "break-the-pair": (
            _("break the pair"),
            _("Every right play is a card out of a pair or three of a kind, though other single cards are there."),
        ),
        "break-the-three": (
            _("break the three of a kind"),
            _("Every right play takes cards out of three of a kind and leaves the rest; to lay all three is wrong."),
        ),
        "keep-the-straight": (
            _("keep the straight"),
            _("Every right play leaves a straight whole that a wrong play would break."),
        ),
        "break-the-straight": (
            _("break the straight"),
            _("Every right play takes a card out of a straight, though another play would not."),
        ),
        "two-straights": (
            _("two straights"),
            _("Every right play is a straight that leaves you another one; a longer straight is wrong."),
        ),
        "keep-the-five": (
            _("keep the five cards"),
            _("Every right play leaves a five-card hand whole; a wrong play would break it."),
        ),
        "break-the-five": (
            _("break the five cards"),
            _("Every right play breaks up the five-card hand, though another play would not."),
        ),
        "spend-the-five": (
            _("spend the five cards"),
            _("Every right play lays a five-card hand, though fewer cards or a pass are allowed."),
        ),
        "twos-first": (_("2s first"), _("Every right lead is of 2s alone, though others are there.")),
        "twos-last": (
            _("2s last"),
            _("To lay 2s now is wrong; after a right play the 2s are what you go out with."),
        ),
        "keep-the-two": (_("keep the 2"), _("To lay 2s now is wrong, and no right play spends one.")),
        "keep-control": (
            _("keep the highest card"),
            _("You hold the highest card of all; to lay it now is wrong, and no right play spends it."),
        ),
        "lead-long": (
            _("lead long"),
            _("Every right lead is the longest that you have, of three cards or more; a shorter one is wrong."),
        ),
        "lead-the-pair": (_("lead the pair"), _("Every right lead is a pair; a single card is wrong.")),
        "low-card-first": (
            _("low card first"),
            _("Every right lead is a single card of your lowest rank, though other leads are there."),
        ),
        "lead-high": (_("lead high"), _("Every right lead is a single card; a lower single card is wrong.")),
        "take-it-low": (
            _("answer low"),
            _("Every right play is the lowest answer of its kind; a higher one is wrong."),
        ),
        "take-it-high": (
            _("answer high"),
            _("Every right play is an answer of the same kind; a lower one is wrong."),
        ),
        "suit-of-the-top-card": (
            _("the suit of the top card"),
            _("Of two plays of the same ranks one is right and one wrong: the suit of the top card decides."),
        ),
        "pass-although-you-can": (
            _("pass although you can"),
            _("Only to pass is right, though other plays are allowed."),
        ),
        "regain-the-lead": (
            _("get the lead back"),
            _("After a right play you get the lead back from the others; after a wrong one you never do."),
        ),
        "inherited-lead": (
            _("inherited lead"),
            _("After a right play somebody goes out, nobody beats the last cards, and the lead falls to you."),
        ),
        "unbeatables-last-but-one": (
            _("the loser last"),
            _("Nobody can beat your last play but one. Your last one could be beaten, and to lay it now is wrong."),
        ),
        "count-the-tempo": (
            _("count the turns"),
            _("After a right play you go out when somebody needs one more turn; after a wrong one it is you."),
        ),
    }  # fmt: skip


THEMES: Mapping[str, Theme] = MappingProxyType(
    {
        theme.id: theme
        for theme in (
            Theme("chop-now", _chop_now),
            Theme("do-not-chop", _do_not_chop),
            Theme("keep-the-bomb", _keep_the_bomb, of_layout=True),
            Theme("break-the-bomb", _break_the_bomb, of_layout=True),
            Theme("bait-the-bomb", _bait_the_bomb),
            Theme("mind-the-bomb", _mind_the_bomb),
            Theme("over-bomb", _over_bomb),
            Theme("block-the-last-card", _block_the_last_card),
            Theme("keep-the-pair", _keep_the_pair, of_layout=True),
            Theme("break-the-pair", _break_the_pair, of_layout=True),
            Theme("break-the-three", _break_the_three, of_layout=True),
            Theme("keep-the-straight", _keep_the_straight, of_layout=True),
            Theme("break-the-straight", _break_the_straight, of_layout=True),
            Theme("two-straights", _two_straights, of_layout=True),
            Theme("keep-the-five", _keep_the_five, of_layout=True),
            Theme("break-the-five", _break_the_five, of_layout=True),
            Theme("spend-the-five", _spend_the_five, of_layout=True),
            Theme("twos-first", _twos_first),
            Theme("twos-last", _twos_last, follows_lines=True),
            Theme("keep-the-two", _keep_the_two),
            Theme("keep-control", _keep_control),
            Theme("lead-long", _lead_long, of_layout=True),
            Theme("lead-the-pair", _lead_the_pair),
            Theme("low-card-first", _low_card_first),
            Theme("lead-high", _lead_high),
            Theme("take-it-low", _take_it_low),
            Theme("take-it-high", _take_it_high),
            Theme("suit-of-the-top-card", _suit_of_the_top_card),
            Theme("pass-although-you-can", _pass_although),
            Theme("regain-the-lead", _regain_the_lead, follows_lines=True),
            Theme("inherited-lead", _inherited_lead, follows_lines=True),
            Theme("unbeatables-last-but-one", _unbeatables_last_but_one, follows_lines=True),
            Theme("count-the-tempo", _count_the_tempo, follows_lines=True),
        )
    }
)
"""Every theme by its id."""


def themes_of(position: Position, goal: str = "first", solution: Any = None) -> tuple[str, ...]:
    """The ids of the themes that are proved for the position, in the order of `THEMES`.

    `solution` saves the search (it must be of this position and goal). Nothing is claimed for a search that was not
    finished, and where there is nothing to choose (every play is as good as the best, or none reaches the goal).
    Raises PositionError as `solve` does.

    >>> themes_of(Position.parse("pagat 6s6c9d2h/QcQdAh2c 0 1:4d -"))
    ('keep-the-pair', 'keep-the-two', 'keep-control', 'take-it-high')
    """
    from .puzzles import solved

    found = solution if solution is not None else solved(position, goal)
    if not found.complete or found.value is False:
        return ()
    if all(each.value == found.value for each in found.plays):
        return ()
    proof = Proof(position, found)
    lines = not any(position.hidden) and found.shortest and all(each.line for each in found.plays)
    fitting = [
        theme
        for theme in THEMES.values()
        if (theme.of_layout if goal == "fewest" else lines or not theme.follows_lines)
    ]
    return tuple(theme.id for theme in fitting if theme.holds(proof))
