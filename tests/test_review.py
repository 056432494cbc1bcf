"""Looking back at a deal: what could be known, and hindsight, never mixed."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from tutor import Play, Position, deal, solve
from tutor.bots import BOTS, play_deal, view
from tutor.cards import TWOS
from tutor.cli import main
from tutor.deals import keep
from tutor.errors import PositionError
from tutor.explain import Cast
from tutor.hints import hint_for
from tutor.own_puzzles import load_own
from tutor.planning import fewest_plays
from tutor.progress.who import learner
from tutor.records import Record
from tutor.review import (
    Decision,
    Review,
    ReviewInterrupted,
    Seen,
    fact_text,
    facts,
    judged,
    looking_back,
    review,
    verdict,
    why,
)
from tutor.solver.chances import every_deal
from tutor.widgets import Review as ReviewWidget

TABLES = [
    ("sheet", 4),
    ("pagat", 2),
    ("big-two", 4),
    ("sheet+cong+deal17", 3),
    ("big-two+partnership", 4),
    ("big-two+no_pass_first_trick", 3),
]


GONE = "gone=3c3d3h4s4h5s5c6s6c6d6h7c7d7h8s8c8d8h9s9c9d9hTsTcTdThJsJcJdJhQsQcQdQhKsKcKdKhAsAcAdAh2s2c2d2h"


def played(rules: str, seats: int, seed: object, bots: list[str]) -> Record:
    return play_deal(deal(rules, seats, seed=f"review {seed}"), [bots[n % len(bots)] for n in range(seats)], 1)


def dealt_otherwise(record: Record, number: int, seat: int, seed: int) -> Record:
    """The deal up to play `number`, in which the others held other cards than those they had not laid by then."""
    now = record.positions()[number]
    left = bits(view(now, seat, record.plays[:number]).unseen)
    random.Random(seed).shuffle(left)
    hands = list(record.start.hands)
    for other in range(record.start.seats):
        if other != seat:
            count = now.count(other)
            hands[other] = hands[other] & ~now.hands[other] | sum(left[:count])
            left = left[count:]
    return replace(record, start=replace(record.start, hands=tuple(hands)), plays=record.plays[: number + 1])


def bits(mask: int) -> list[int]:
    return [1 << n for n in range(52) if mask >> n & 1]


def column(decision: object) -> str:
    """Everything that the first column says of a decision."""
    shown = replace(decision, position=None, hindsight=None)  # type: ignore[type-var]
    return f"{shown!r} {verdict(shown)} {why(shown, Cast(you=0))}"


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_nobody_is_blamed_for_cards_that_could_not_be_seen(rules: str, seats: int) -> None:
    """Had the others held other cards, the judgement would be the same to the letter; only the hindsight may change."""
    record = played(rules, seats, 5, ["careless", "sensible"])
    found = Review(record, 0, deals=30)
    assert found.turns
    changed = 0
    for number in found.turns[:: max(1, len(found.turns) // 3)]:
        here = found.judged(number)
        for seed in range(2):
            other = Review(dealt_otherwise(record, number, 0, seed), 0, deals=30)
            there = other.judged(number)
            assert column(here) == column(there)
            changed += here.position != there.position
    assert changed


@pytest.mark.parametrize(("rules", "seats"), TABLES)
@pytest.mark.parametrize("key", ["sensible", "strong", "hint"])
def test_what_the_advisers_play_is_never_costly(rules: str, seats: int, key: str) -> None:
    """A review never rejects what a hint of its own proposed, or what a bot that advises would play, unless a search
    proves more than the bot knew.
    """
    rng = random.Random(f"{rules} {key}")
    for seed in range(2):
        record = played(rules, seats, seed, ["careless", "beginner"])
        for number in rng.sample(range(len(record.plays)), min(4, len(record.plays))):
            position = record.positions()[number]
            assert position.turn is not None
            seen = view(position, position.turn, record.plays[:number])
            play = hint_for(seen).play if key == "hint" else BOTS[key].play(seen)
            decision = judged(seen, play, deals=40)
            proved = key != "hint" and decision.known is not None  # bots may miss what a search finds
            assert not decision.costly or proved, (seen, play)


def test_the_guard_for_advice_is_needed() -> None:
    """Without it some advice would be called costly: so the test before can fail."""
    found = 0
    for seed in range(8):
        record = played("sheet", 4, seed, ["beginner"])
        for number, position in enumerate(record.positions()[:-1]):
            assert position.turn is not None
            here = view(position, position.turn)
            if len(here.legal_plays()) > 9 and BOTS["sensible"].play(here) == record.plays[number]:
                found += bool(judged(here, record.plays[number], deals=60).adviser)
        if found:
            break
    assert found


@pytest.mark.parametrize(
    ("text", "play", "method", "better"),
    [
        ("pagat 3s5d5h/?3 0 - - " + GONE, "3s", "known", "5d5h"),
        ("sheet 3s2h/?1/?3 0 - -", "3s", "sure", "2h"),
        ("sheet 3s2h/?1/?3 0 - -", "2h", "sure", None),
        ("pagat 3s4s/?1 0 - -", "3s", "searched", None),
        ("sheet 3s4s5s6s7s8s9sTsJsQsKsAs2h/?13/?13/?13 0 - -", "2h", "played on", "3s4s5s6s7s8s9sTsJsQsKsAs"),
    ],
)  # fmt: skip
def test_each_method_where_it_belongs(text: str, play: str, method: str, better: str | None) -> None:
    """What is known is searched, what is sure is proved, and only then deals are drawn."""
    seen = Position.parse(text)
    decision = judged(seen, Play.parse(play, seen.rules))
    assert decision.method == method
    assert (str(decision.better) if decision.better else None) == better
    if method in ("known", "sure"):
        assert decision.best.exact
        assert decision.best.chance == 1
    for option in decision.options:
        assert 0 <= option.low <= option.chance <= option.high <= 1


def test_a_known_deal_is_judged_as_the_solver_does() -> None:
    """Where only one deal fits, the chance is the value of the play, and both columns agree."""
    checked = 0
    for seed in range(12):
        record = played("sheet", 4, seed, ["sensible", "careless"])
        found = Review(record, 0, deals=20)
        for number in found.turns:
            deals = list(islice(every_deal(found.seen(number)), 2))
            if len(deals) > 1:
                continue
            decision = found.judged(number)
            assert decision.method == "known"
            truth = {each.play: float(bool(each.value)) for each in solve(deals[0], decision.goal).plays}
            assert {option.play: option.chance for option in decision.options} == truth
            assert decision.looking_back in (bool(truth[decision.play]), None)
            checked += 1
    assert checked > 3


def test_a_blunder_is_found_and_worded() -> None:
    """A lead that lets somebody out where another was sure, told with figures, reason and hindsight apart."""
    record = Record.parse(
        "start: sheet 3s2h/4s/5s5c6d 0 - -\nyou: 0\nround 1: 0:3s 1:4s 2:5s 0:2h\n"
        "result: places 2 1 3, points +1 +1 -2\n"
    )
    found = review(record)
    worst = found.costliest[0]
    assert (worst.number, str(worst.play), str(worst.better)) == (0, "3s", "2h")
    text = " ".join(why(worst, found.cast()))
    assert "Better was 2♥." in text
    assert "whatever the others hold" in text
    assert "Seat 1 has 1 card left and goes out with an answer to 3♠." in text
    assert "Hindsight" not in text
    assert looking_back(worst).startswith("Hindsight: as the cards lay, 2♥")
    assert "Hindsight" in str(found)
    assert "Your chance of winning" in str(found.chart())


def test_a_pass_is_spoken_of_like_anything_else() -> None:
    seen = Position.parse(
        "pusoy-dos+scoring_basic 3dKhKdAcAd/?3/?6 "
        "0 2:Jd - gone=3c4c4s4h5c5h5d6s6h6d7c7s7h7d8s8h9s9h9dTcTsThTdJcJsJhQsQhQdKcKsAh2c2s2h2d"
    )
    decision = judged(seen, Play.parse("Ad", seen.rules))
    told = why(decision, Cast(you=0))
    assert told[0] == verdict(decision) == "Passing was better."
    assert "Pass makes sure of the first place, whatever the others hold." in told


def test_bad_luck_is_no_blame() -> None:
    """The best play loses to cards that could not be known: not listed, and the hindsight says so."""
    unlucky = 0
    for seed in range(2):
        found = review(played("pagat", 2, seed, ["strong"]), 0, deals=20)
        for decision in found.decisions:
            if decision.looking_back is False and not decision.costly:
                unlucky += 1
                assert decision not in found.costliest
                assert looking_back(decision).startswith("Hindsight")
    assert unlucky


def test_repeats_exactly_and_depends_on_its_seed() -> None:
    record = played("sheet", 4, 3, ["careless"])
    first, again = review(record, 1, deals=30), review(record, 1, deals=30)
    assert str(first) == str(again)
    assert [d.options for d in first.decisions] == [d.options for d in again.decisions]
    assert [d.options for d in review(record, 1, deals=30, seed=1).decisions] != [d.options for d in first.decisions]


def test_stopped_and_gone_on_with() -> None:
    """What is judged is kept, and the rest can be judged later."""
    record = played("sheet", 4, 3, ["careless"])
    seen = []

    def stop(done: int, total: int) -> None:
        seen.append((done, total))
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(ReviewInterrupted, match="stopped with 2 of") as caught:
        review(record, 1, deals=30, progress=stop)
    found = caught.value.review
    assert len(found.decisions) == 2
    assert not found.complete
    assert len(list(found.steps())) == found.total - 2
    assert str(found) == str(review(record, 1, deals=30))
    assert seen == [(1, found.total), (2, found.total)]


def test_unfinished_untouched_and_wrong() -> None:
    """A deal broken off is judged as far as it went; nothing to decide is said; no such seat is refused."""
    record = played("sheet", 4, 3, ["careless"])
    half = review(replace(record, plays=record.plays[:9]), 1, deals=20)
    assert all(decision.number < 9 for decision in half.decisions)
    assert str(review(replace(record, plays=()), 0)).strip() == "There was nothing to decide in this deal."
    with pytest.raises(PositionError, match="no seat 4"):
        review(record, 4)
    with pytest.raises(PositionError, match="hidden"):
        review(Record(Position.parse("sheet ?3/3s 1 - -")), 0)
    hidden = review(Record(Position.parse("sheet 3s4c/?3 0 - -"), (Play.parse("3s", record.start.rules),)), 0)
    assert hidden.decisions[0].hindsight is None
    assert "not settled" in looking_back(hidden.decisions[0])
    with pytest.raises(PositionError, match="not in the hand"):
        judged(Position.parse("sheet 3s4c/?3 0 - -"), Play.parse("5s", record.start.rules))


def test_every_reason_is_true() -> None:
    """What is said for one play against another is found again by other means, for any two plays of any position."""
    told = dict.fromkeys(("fewer_plays", "breaks", "spends_two", "unbeatable", "near"), 0)
    rng = random.Random(8)
    for number in range(120):
        rules, seats = TABLES[number % 4]
        record = played(rules, seats, f"why {number}", ["careless", "sensible"])
        for at in rng.sample(range(len(record.plays)), 4):
            position = record.positions()[at]
            assert position.turn is not None
            seen = view(position, position.turn, record.plays[:at])
            plays = seen.legal_plays()
            play, better = rng.choice(plays), rng.choice(plays)
            decision = Decision(0, seen, seen, play, "first", "played on", (), better=better)
            for fact in facts(decision):
                told[fact.kind] += 1
                _verify(fact, seen, play, better)
                assert fact_text(fact, decision, Cast(you=seen.turn))
    assert all(told.values()), told


def _verify(fact: Seen, seen: Position, play: Play, better: Play) -> None:
    assert seen.turn is not None
    hand = seen.hands[seen.turn]
    if fact.kind == "fewer_plays":
        assert fewest_plays(hand & ~better.mask, seen.rules) == fact.number < fact.other
        assert fewest_plays(hand & ~play.mask, seen.rules) == fact.other
    elif fact.kind == "breaks":
        assert fact.cards is not None
        assert fact.cards.mask & hand == fact.cards.mask
        assert fact.cards.mask & play.mask
        assert play.mask & ~fact.cards.mask or fact.cards.mask & ~play.mask
        assert not fact.cards.mask & better.mask
    elif fact.kind == "spends_two":
        assert play.mask & TWOS
        assert not better.mask & TWOS
    elif fact.kind == "near":
        assert seen.table is None
        assert seen.count(fact.number) == len(play.cards) == fact.other
    else:  # nobody can answer: all that may be done until the table is cleared is to pass
        after = seen.after(better)
        while after.turn not in (seen.turn, None) and after.table is not None:
            assert all(each.is_pass for each in after.legal_plays())
            after = after.after("-")


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("key", "least", "most"), [("careless", 0.1, 0.6), ("sensible", 0.0, 0.05), ("strong", 0.0, 0.05)]
)
def test_blame_is_rare_for_good_play_and_common_for_careless_play(key: str, least: float, most: float) -> None:
    """The share of decisions called costly, over a dozen deals; the bots played with another seed than the review's."""
    costly = total = 0
    for seed in range(12):
        found = review(played("sheet", 4, f"blame {seed}", [key, "sensible"]), 0, seed="other")
        costly += sum(decision.costly for decision in found.decisions)
        total += found.total
    assert least <= costly / total <= most


# ------------------------------------------------------------------ the widget, without a page

SHORT = """\
start: sheet 3s2h/4s/5s5c6d 0 - -
you: 0
round 1: 0:3s 1:4s 2:5s 0:2h
result: places 2 1 3, points +1 +1 -2
"""


def test_the_widget_shows_what_the_review_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last deal of the learner without a word; the costliest move on the table; all of it as text, too."""
    monkeypatch.setenv("TIENLEN_DATA", str(tmp_path))
    assert "not played a deal yet" in ReviewWidget().scene["trouble"]
    keep(Record.parse(SHORT), learner())
    look = ReviewWidget()
    assert look.scene["wait"]
    assert look.run() == 2
    assert not look.scene["wait"]
    assert look.at == look.judgement.costliest[0].number == 0
    assert [row["costly"] for row in look.scene["rows"]] == [True, False]
    assert "Better was 2♥." in str(look)
    assert "Hindsight" in look.scene["detail"]["hindsight"]["text"]
    assert look.save_puzzle()
    assert [str(puzzle.answer) for puzzle in load_own(learner()).puzzles] == ["2h"]


def test_a_position_is_tried_again_and_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the seat's own view, against bots, with hints, taken back, and the record is what it was."""
    look = ReviewWidget(SHORT)
    assert not look.play("2h")
    assert look.try_again()
    assert not look.play("4s")
    assert "hand" in look.scene["says"]["text"]
    look._do_hint({})
    assert look.scene["says"]["text"]
    assert look.play("2h")
    assert [seat["hidden"] for seat in look.scene["seats"]] == [0, 1, 3]
    look._do_back({})
    assert look.play("2h")
    assert look.play("3s")
    assert "You are first" in look.scene["says"]["text"]
    look._do_leave({})
    assert look.judgement.record == Record.parse(SHORT)
    look.show_play(4)
    assert not look.try_again()
    assert not look.save_puzzle()


def test_what_the_page_may_send_breaks_nothing() -> None:
    """Messages out of turn or out of range change nothing."""
    look = ReviewWidget(SHORT)
    for message in (
        {"do": "judge", "done": 5},
        {"do": "judge", "done": []},
        {"do": "look", "at": 99},
        {"do": "look", "at": "x"},
        {"do": "step", "to": -1},
        {"do": "play", "cards": ["zz"]},
        {"do": "pass"},
        {"do": "back"},
        {"do": "hint"},
    ):
        look._on_message(look, message, [])
    assert look.at == 0
    assert not look.judgement.decisions
    look._on_message(look, {"do": "judge", "done": 0}, [])
    assert len(look.judgement.decisions) == 1


@pytest.mark.parametrize(
    ("record", "seat"), [("nonsense", None), (SHORT, 7), (SHORT, "x"), (SHORT + SHORT, None), (5, 0)]
)
def test_what_cannot_be_shown_is_said_in_one_line(record: object, seat: object) -> None:
    trouble = ReviewWidget(record, seat).scene["trouble"]  # type: ignore[arg-type]
    assert trouble
    assert "\n" not in trouble


# ------------------------------------------------------------------ at the terminal


def test_at_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The last deal of a file, or of one's own; any seat; other languages."""
    monkeypatch.setenv("TIENLEN_DATA", str(tmp_path / "data"))
    file = tmp_path / "deals.txt"
    file.write_text(SHORT + "\n" + SHORT.replace("you: 0", "you: 1"), encoding="utf-8")
    assert main(["review", str(file), "--deal", "1"]) == 0
    shown = capsys.readouterr().out
    assert "Better was 2♥." in shown
    assert "Your chance of winning" in shown
    assert main(["review", str(file)]) == 0
    assert "Right: it was sure." in capsys.readouterr().out
    assert main(["review", str(file), "--seat", "0"]) == 0
    assert "Better was 2♥." in capsys.readouterr().out
    assert main(["review"]) == 2
    assert "not played one yet" in capsys.readouterr().err
    keep(Record.parse(SHORT), learner())
    assert main(["review", "--deals", "30"]) == 0
    assert "Better was 2♥." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--seat", "7"], "--seat: '7'"),
        (["--deal", "9"], "deal: 9 is none"),
        (["--deals", "none"], "--deals: 'none'"),
        (["--lang", "xx"], "--lang"),
    ],
)
def test_slips_at_the_terminal(
    options: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "deals.txt"
    file.write_text(SHORT, encoding="utf-8")
    assert main(["review", str(file), *options]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_interrupted_at_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C tells what is judged, and the exit status says that it was interrupted."""
    file = tmp_path / "deals.txt"
    file.write_text(SHORT, encoding="utf-8")
    whole = Review.judged

    def slow(self: Review, number: int) -> Decision:
        if number:
            raise KeyboardInterrupt
        return whole(self, number)

    monkeypatch.setattr(Review, "judged", slow)
    assert main(["review", str(file)]) == 130
    shown = capsys.readouterr().out
    assert "Better was 2♥." in shown
    assert "1 of 2 decisions judged." in shown
