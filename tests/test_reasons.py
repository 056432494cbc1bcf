"""Reasons tied to the position: each is verified anew, by replaying the line or with the plain solver."""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise

import pytest
from packs import OPEN

from tutor import Play, Position, solve
from tutor.explain import Cast, Fact, explain
from tutor.puzzles import solved
from tutor.reasons import reason_text, reasons, why_not
from tutor.solver.plain import _Search

NAMES = ("Anna", "Ben", "Carla", "Dan")
PAIR = "pagat 3s5d5h/4c4d7s 0 - -"
STOPPED = "sheet 9hJd2s2d/6s6c6d6h/TdJcAc/9s9c 0 - -"


def small_positions(seed: int, count: int) -> list[Position]:
    """Leads and answers from small open hands in which at least one play reaches the goal and one does not."""
    rng, found = random.Random(seed), []
    deck = [rank + suit for rank in "3456789TJQKA2" for suit in "scdh"]
    while len(found) < count:
        seats = rng.randint(2, 3)
        some = rng.sample(deck[:24] + deck[-8:], 4 * seats + 1)
        hands = "/".join("".join(some[seat::seats][:4]) for seat in range(seats))
        table = f"{seats - 1}:{some[-1]}" if rng.random() < 0.4 else "-"
        position = Position.parse(f"{rng.choice(['pagat', 'sheet'])} {hands} 0 {table} -")
        values = {each.value for each in solve(position).plays}
        if values == {True, False}:
            found.append(position)
    return found


def cases() -> list[tuple[Position, str]]:
    """Shipped puzzles small enough for the plain solver, and random positions."""
    shipped = [(puzzle.position, puzzle.goal) for puzzle in OPEN if puzzle.goal in ("first", "not-last")]
    few = [each for each in shipped if sum(map(each[0].count, range(each[0].seats))) <= 12]
    return few + [(position, "first") for position in small_positions(5, 40)]


def replayed(position: Position, line: tuple[Play, ...]) -> list[Position]:
    seen = [position]
    for play in line:
        seen.append(seen[-1].after(play))
    return seen


def leads_as_told(fact: Fact, position: Position, line: tuple[Play, ...]) -> bool:
    """The table was cleared with `play` of `seat` lying there; for `keeps_lead` that play had been led."""
    seen = replayed(position, line)
    cleared = any(
        before.table == fact.play and before.owner == fact.seat and after.table is None and after.turn == fact.seat
        for before, after in pairwise(seen)
    )
    led = any(
        before.table is None and play == fact.play and before.turn == fact.seat
        for before, play in zip(seen, line, strict=False)
    )
    return cleared and led == (fact.kind == "keeps_lead")


def stops_as_told(fact: Fact, position: Position, line: tuple[Play, ...], goal: str) -> bool:
    """Where the seat answers in the line: with any answer that does not use these cards the hero reaches the goal."""
    seen = replayed(position, line)
    at = next(n for n in range(1, len(line)) if not line[n].is_pass)
    here, hero = seen[at], position.turn
    assert hero is not None
    plain = _Search(goal, hero, None, None)
    if here.turn != fact.seat or fact.beaten != line[0] or here.hands[fact.seat] & fact.play.mask != fact.play.mask:
        return False
    answers = [(play, plain.outcome(here.after(play))[0]) for play in here.legal_plays()]
    return (
        any(value is False for _play, value in answers)
        and all(value for play, value in answers if play.mask & fact.play.mask != fact.play.mask)
    )  # fmt: skip


def never_as_told(fact: Fact, position: Position, line: tuple[Play, ...]) -> bool:
    """Every strategy of the hero to lay the group can be met after the play, and one cannot before it."""
    hero, group = position.turn, fact.play.mask

    @cache
    def prevented(now: Position) -> bool:
        if now.out or group & ~now.hands[hero]:
            return True
        if now.turn == hero:
            return all(play.mask != group and prevented(now.after(play)) for play in now.legal_plays())
        return any(prevented(now.after(play)) for play in now.legal_plays())

    return prevented(position.after(line[0])) and not prevented(position)


def chopped_as_told(fact: Fact, position: Position, line: tuple[Play, ...]) -> bool:
    return any(
        (before.turn, play, before.table, before.owner) == (fact.seat, fact.play, fact.beaten, fact.owner)
        and {card.rank for card in fact.beaten.cards} == {"2"}
        and play.combination.kind in ("quad", "double_straight")
        for before, play in zip(replayed(position, line), line, strict=False)
    )


def is_true(fact: Fact, position: Position, line: tuple[Play, ...], goal: str) -> bool:
    if fact.kind in ("takes_lead", "keeps_lead"):
        return leads_as_told(fact, position, line)
    if fact.kind == "stopper":
        return stops_as_told(fact, position, line, goal)
    if fact.kind == "never":
        return never_as_told(fact, position, line)
    return fact.kind == "chopped" and chopped_as_told(fact, position, line)


def test_every_reason_is_true() -> None:
    found: dict[str, int] = {}
    for position, goal in cases():
        solution = solved(position, goal)
        for each in solution.plays:
            for fact in reasons(position, each, solution, seconds=20):
                assert is_true(fact, position, each.line, goal), (str(position), str(each.play), fact)
                found[fact.kind] = found.get(fact.kind, 0) + 1
    assert set(found) == {"takes_lead", "keeps_lead", "stopper", "never", "chopped"}
    assert min(found.values()) >= 3, found


def test_the_checkers_refuse_what_is_not_so() -> None:
    """A checker that believes everything would prove nothing."""
    position = Position.parse(PAIR)
    line = next(each.line for each in solved(position, "first").plays if str(each.play) == "3s")
    rules = position.rules
    seven, four, pair, three = (Play.parse(text, rules) for text in ("7s", "4c", "5d5h", "3s"))
    assert not stops_as_told(Fact("stopper", 1, seven, line[0]), position, line, "first"), "4c stops it as well"
    stopped = Position.parse(STOPPED)
    ace = next(each.line for each in solved(stopped, "first").plays if str(each.play) == "Jd")
    held = [Play.parse(text, stopped.rules) for text in ("Ac", "Td")]
    assert [
        stops_as_told(Fact("stopper", ace_of, card, ace[0]), stopped, ace, "first") for card in held for ace_of in (2,)
    ] == [True, False]
    assert never_as_told(Fact("never", 0, pair), position, line)
    right = next(each.line for each in solved(position, "first").plays if each.value)
    assert not never_as_told(Fact("never", 0, three), position, right)
    assert not leads_as_told(Fact("takes_lead", 1, four), position, line)
    assert not leads_as_told(Fact("keeps_lead", 1, seven), position, line)


def test_reasons_in_words() -> None:
    position = Position.parse(PAIR)
    solution, cast = solved(position, "first"), Cast(0, NAMES)
    wrong = next(each for each in solution.plays if str(each.play) == "3s")
    assert why_not(position, wrong, solution, cast) == "After that the others can keep you from ever laying 5♦ 5♥."
    four_sixes = Position.parse(STOPPED)
    all_of_it = solved(four_sixes, "first")
    jack = next(each for each in all_of_it.plays if str(each.play) == "Jd")
    assert why_not(four_sixes, jack, all_of_it, cast) == (
        "The stopper is A♣, held by Carla: no answer without it would have stopped you there. "
        "After that the others can keep you from ever laying 2♠ 2♦."
    )
    assert reason_text(reasons(position, wrong, solution)[0], cast) == "Ben gets the lead with 7♠."
    right = next(each for each in solution.plays if each.value)
    assert why_not(position, right, solution, cast) == ""
    told = [reason_text(fact, cast) for fact in reasons(position, right, solution)]
    assert told == ["Nobody beats 5♦ 5♥, so you lead again."]
    told = explain(position, "3s", cast=cast)
    assert "it. After that the others can keep you from ever laying 5♦ 5♥. You lead" in told


@pytest.mark.parametrize("text", ["pagat 3s5d5h/?3 0 - -", "big-two+partnership 3s5d/4c/6s/7s 0 - -"])
def test_nothing_is_claimed_where_a_line_proves_too_little(text: str) -> None:
    position = Position.parse(text)
    solution = solve(position)
    assert [reasons(position, each, solution) for each in solution.plays] == [[]] * len(solution.plays)


def test_at_the_limit_nothing_is_claimed() -> None:
    position = Position.parse(PAIR)
    solution = solved(position, "first")
    for each in solution.plays:
        kinds = {fact.kind for fact in reasons(position, each, solution, seconds=0)}
        assert not kinds & {"stopper", "never"}
