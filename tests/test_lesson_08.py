"""Lesson 8: what a tip says of a play, what the experiments count against the plain search, and every claim made."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tutor import endgames, solve
from tutor.charts import Picture
from tutor.combinations import Play
from tutor.endgames import TIPS, Trial, endgame, how_good, one_case, report_card, values, verdict, which_single
from tutor.errors import NotationError
from tutor.position import Position
from tutor.proofs import wins
from tutor.puzzles import named
from tutor.solver import compiled
from tutor.talk import why
from tutor.themes import themes_of
from tutor.widgets import FinalCheck
from tutor.widgets.lesson_08 import WhatWins, questions, tip_question

LESSON = Path(__file__).parents[1] / "lessons" / "08-endgame-tips.ipynb"


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    compiled.wait(30)


def cells() -> dict[str, str]:
    return {cell["id"]: "".join(cell["source"]) for cell in json.loads(LESSON.read_text(encoding="utf-8"))["cells"]}


def made(cell: str) -> Any:
    names: dict[str, Any] = {}
    exec(cells()["imports"], names)
    return eval(cells()[cell].strip(), names)


# ------------------------------------------------------------------ the experiment itself


@pytest.mark.parametrize("tip", TIPS)
def test_an_endgame_is_legal_fits_the_tip_and_its_verdict_is_that_of_the_definition(tip: str) -> None:
    """Against the definition, word for word: the plain search over everything, on small hands."""
    rng, known = random.Random(8), TIPS[tip]
    for _each in range(12):
        position, found = endgame(known, known.fewest, rng)
        assert Position.parse(str(position)) == position
        kinds = {}
        for play in position.legal_plays():
            after = position.after(play)
            # with one seat out, not to be last is to be the next one out
            won = wins(after, 0) if known.goal == "first" else not_last(after)
            assert values(position, known.goal)[play] == won
            kinds.setdefault(known.follows(position, play), []).append(won)
        tip_wins, other_wins = any(kinds[True]), any(kinds[False])
        assert found == {(1, 1): "both", (1, 0): "tip", (0, 1): "other", (0, 0): "none"}[tip_wins, other_wins]
        assert found == verdict(known, position)


def not_last(position: Position) -> bool:
    if 0 in position.out or position.is_over:
        return 0 in position.out
    answers = (not_last(position.after(play)) for play in position.legal_plays())
    return any(answers) if position.turn == 0 else all(answers)


@pytest.mark.parametrize(
    ("tip", "position", "with_it", "against_it"),
    [
        ("sort", "sheet 3d7h8d9hAd/5c 0 - -", ["7h8d9h"], ["3d", "7h", "Ad"]),
        ("low", "sheet 3d7h8d9hAd/5c 0 - -", ["3d"], ["7h", "Ad"]),
        ("twos", "sheet 4c4dQc2h/QdQhKc2d 0 1:9d -", ["Qc", "-"], ["2h"]),
        ("bomb", "sheet 5s8s8c8d8h/3s2c 0 - -", ["5s"], ["8s", "8s8c8d8h", "8c8d"]),
        ("short", "sheet 3s3h7sAs/Qs 0 - -", ["3s3h", "As"], ["3s", "7s"]),
        ("winners", "sheet 3c9dTdJc/3s9sAc2c 0 - -", ["9dTdJc"], ["3c"]),
        ("inherit", "sheet 3c7sQh/6d9hJc/. 0 2:5s - out=2", ["-"], ["7s", "Qh"]),
    ],
)
def test_which_plays_follow_a_tip(tip: str, position: str, with_it: list[str], against_it: list[str]) -> None:
    now = Position.parse(position)
    for plays, follows in ((with_it, True), (against_it, False)):
        for text in plays:
            assert TIPS[tip].follows(now, Play.parse(text, now.rules)) is follows, text


def test_a_tip_may_have_nothing_to_say_of_a_play() -> None:
    now = Position.parse("sheet 3c9dTdJc/3s9sAc2c 0 - -")
    assert TIPS["low"].follows(now, Play.parse("9dTdJc", now.rules)) is None
    assert TIPS["winners"].follows(now, Play.parse("9d", now.rules)) is None


def test_the_same_seed_gives_the_same_endgames_and_compiled_or_not_does_not_matter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = how_good("short-three", 40, seed=3)
    monkeypatch.setattr(compiled, "ready", lambda: None)
    assert how_good("short-three", 40, seed=3) == first != how_good("short-three", 40, seed=4)


def test_a_run_that_is_stopped_shows_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    left = [3]

    def interrupted(*given: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return endgame(*given)

    monkeypatch.setattr(endgames, "endgame", interrupted)
    found = how_good("twos", 300)
    assert found.deals == 3
    assert "(endgames: 3)" in str(found)


def test_what_a_trial_says() -> None:
    found = Trial("A tip", tip=6, other=2, both=10, none=2)
    assert (found.deals, found.matters, found.can_win, found.right) == (20, 8, 18, 0.75)
    assert str(found).splitlines() == [
        "A tip (endgames: 20)",
        "right: only plays with the tip win  6",
        "wrong: only plays against it win    2",
        "no matter: both kinds win           10",
        "nothing wins                        2",
        "Endgames that can be won: 18; still won if you keep to the tip: 16. Where it matters: right 6, wrong 2.",
    ]
    assert found._repr_html_().count("<rect") == 4
    assert Trial("A tip", 0, 0, 0, 0).right == 0


# ------------------------------------------------------------------ what the lesson says of the figures


@pytest.mark.parametrize(
    ("cell", "tip", "other"),
    [
        ("sort-try", 48, 14),
        ("low-try", 3, 18),
        ("twos-try", 61, 7),
        ("bomb-try", 38, 27),
        ("bomb-no-twos", 2, 23),
        ("short-try", 25, 0),
        ("short-three-try", 44, 25),
        ("winners-try", 80, 0),
        ("inherit-try", 9, 60),
    ],
)
def test_the_figures_in_the_lesson(cell: str, tip: int, other: int) -> None:
    found = made(cell)
    assert (found.tip, found.other) == (tip, other)


@pytest.mark.parametrize(
    ("tip", "low", "high"),
    [
        ("low", 0.05, 0.18),
        ("twos", 0.86, 0.94),
        ("short", 1, 1),
        ("inherit", 0.1, 0.2),
        *(
            pytest.param(*each, marks=pytest.mark.nightly)
            for each in [
                ("sort", 0.75, 0.85),
                ("bomb", 0.55, 0.64),
                ("bomb-no-twos", 0.02, 0.09),
                ("short-three", 0.6, 0.75),
                ("winners", 1, 1),
            ]
        ),
    ],
)
def test_two_thousand_endgames_say_the_same(tip: str, low: float, high: float) -> None:
    found = how_good(tip, 2000)
    assert found.deals == 2000
    assert low <= found.right <= high
    assert found.matters > 100


def test_the_lowest_single_card_is_the_best_habit_and_the_highest_the_worst() -> None:
    won = numbers(which_single(300))
    assert won[1] == max(won[1:]) < won[0]
    assert won[-1] == min(won)
    won = numbers(which_single(1000, cards=4))
    assert won[2] == max(won[1:]), "with four cards it is the second lowest"


@pytest.mark.nightly
def test_which_single_card_is_best_in_thousands_of_endgames() -> None:
    assert numbers(which_single(2000)) == [1354, 1043, 1011, 922, 884, 774]
    assert numbers(which_single(2000, cards=4)) == [1415, 1114, 1149, 972, 823]


def numbers(picture: Picture) -> list[int]:
    return [int(line.rpartition("  ")[2].replace(" ", "")) for line in str(picture).splitlines()[1:]]


def test_a_two_is_kept_the_more_rightly_the_earlier_it_is() -> None:
    three, five, seven = (how_good("twos", 500, cards=cards).right for cards in (3, 5, 7))
    assert three < five < seven


def test_a_bomb_is_kept_the_more_rightly_the_earlier_it_is() -> None:
    five, six, eight = (how_good("bomb", 300, cards=cards).right for cards in (5, 6, 8))
    assert five == 0
    assert 0.3 < six < 0.36
    assert 0.7 < eight < 0.75


def test_the_loser_last_never_fails() -> None:
    """Every play of the layout that nothing beats wins, not just some."""
    rng = random.Random(2)
    for _each in range(60):
        position, _verdict = endgame(TIPS["winners"], 5, rng)
        value = values(position)
        assert all(value[play] for play in value if TIPS["winners"].follows(position, play))


def test_the_report_card_shows_all_tips_and_the_two_laws() -> None:
    lines = str(report_card(40)).splitlines()
    assert len(lines) == 1 + len(TIPS)
    assert [line.split("  ")[0] for line in lines if line.endswith(" 100 %")] == [
        TIPS["short"].name,
        TIPS["winners"].name,
    ]


# ------------------------------------------------------------------ what it says of the positions


@pytest.mark.parametrize(
    ("cell", "answer", "tip", "found"),
    [
        ("sort-right", ["7h8d9h"], "sort", "tip"),
        ("sort-wrong", ["TdTh"], "sort", "other"),
        ("low-right", ["6c"], "low", "tip"),
        ("low-wrong", ["6c", "Ts"], "low", "other"),
        ("twos-right", ["Qc"], "twos", "tip"),
        ("twos-wrong", ["2c"], "twos", "other"),
        ("bomb-right", ["Kc"], "bomb", "tip"),
        ("bomb-wrong", ["8s8c8d8h"], "bomb-no-twos", "other"),
        ("short-right", ["3c4h5c"], "short", "tip"),
        ("short-three-right", ["3s3h"], "short-three", "tip"),
        ("short-wrong", ["7c"], "short-three", "other"),
        ("winners-right", ["9dTdJc"], "winners", "tip"),
        ("inherit-right", ["-"], "inherit", "tip"),
        ("inherit-wrong", ["7s"], "inherit", "other"),
    ],
)
def test_a_position_where_the_tip_is_everything_and_one_where_it_loses(
    cell: str, answer: list[str], tip: str, found: str
) -> None:
    exercise = made(cell)
    assert sorted(exercise.question.right) == sorted(answer)
    position = Position.parse(cells()[cell].split('"')[1])
    value = values(position, TIPS[tip].goal)
    assert sorted(str(play) for play in value if value[play]) == sorted(answer), "no play that was not asked about"
    follows = {TIPS[tip].follows(position, play) for play in value if value[play]}
    assert follows == {found == "tip"}
    assert verdict(TIPS[tip], position) == found


def test_the_lowest_card_is_the_only_winner_among_all_plays() -> None:
    position = Position.parse("sheet 6c9c9h2h/5c5hTsTc 0 - -")
    assert [str(play) for play in solve(position).best] == ["6c"]
    assert "Ben beats 6♣ with 10♠. You beat 10♠ with 2♥." in why(str(position), "6c")


def test_the_two_is_exchanged_and_the_king_is_a_bait() -> None:
    aces, bait = cells()["twos-wrong"].split('"')[1], cells()["bomb-right"].split('"')[1]
    assert "Ben beats 2♣ with 2♦" in why(aces, "2c")
    assert "Ben beats A♠ with 2♦" in why(aces, "As")
    assert "You beat 10♥ with A♠. Ben cannot beat A♠" in why(aces, "2c")
    assert "Ben beats K♣ with 2♣. You chop 2♣ with the bomb 6♠ 6♣ 6♦ 6♥." in why(bait, "Kc")


def test_what_is_sure_with_four_cards_unseen() -> None:
    assert made("winners-sure") == "Sure to win, whatever the other one holds: 9♠ 9♥, or Q♠ Q♥."


def test_cases_can_be_found_and_asked_about() -> None:
    for tip, helps in (("twos", False), ("low", True), ("inherit", True)):
        position = Position.parse(one_case(tip, helps, seed=4))
        assert verdict(TIPS[tip], position) == ("tip" if helps else "other")
        assert WhatWins(position, goal=TIPS[tip].goal).question.right
    assert not made("report-case").scene["trouble"]


def test_a_case_that_there_is_not_is_not_looked_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgames, "SEARCHED", 50)
    with pytest.raises(NotationError, match="In 50 endgames there was no such case"):
        one_case("winners", helps=False)


def test_the_puzzles_are_about_what_is_said_above_them() -> None:
    bait, heir = named("bait-of-aces"), named("heir-with-a-straight")
    assert "keep-the-bomb" in themes_of(bait.position)
    assert len(bait.position.legal_plays()) == 19
    assert "You chop 2♠ with the bomb" in why(str(bait.position), "5d")
    assert heir.answer.is_pass
    passed = heir.position.after("-").after("-")
    assert passed.turn == 0 and passed.table is None, "the heir leads"
    assert [str(play) for play in solve(passed, "not-last").best] == ["6d7s8s"]
    assert len(heir.position.legal_plays()) == 4


def test_the_teachers_quick_pupils_have_a_case_to_find() -> None:
    position = Position.parse(one_case("bomb-no-twos", seed=2))
    assert verdict(TIPS["bomb-no-twos"], position) == "tip"


# ------------------------------------------------------------------ the check


def test_the_check_goes_through_the_steps_and_is_the_same_for_the_same_seed() -> None:
    for seed in range(8):
        asked = questions(random.Random(seed))
        assert [question.topic[:6] for question in asked] == [f"step {n}" for n in range(1, 8)]
        assert asked == questions(random.Random(seed))
        for number, question in enumerate(asked):
            ids = {option.id for option in question.options}
            assert question.right <= ids == set(question.reasons)
            if number != 5:
                assert question.right and question.right < ids and len(ids) <= 4


def test_in_the_check_a_tip_is_sometimes_right_and_sometimes_wrong() -> None:
    rng = random.Random(1)
    passes = {"-" in tip_question(rng, [TIPS["inherit"]]).right for _each in range(25)}
    straights = {any(len(play) > 4 for play in tip_question(rng, [TIPS["sort"]]).right) for _each in range(15)}
    assert passes == straights == {True, False}


def test_the_check_names_the_step_to_repeat() -> None:
    check = FinalCheck(lesson=8, seed=4)
    for number, question in enumerate(check._questions):
        check.asked, check.answered = number, False
        wrong = [option.id for option in question.options if option.id not in question.right]
        check.answer(*(question.right if number not in (1, 3) else wrong[:1]))
    assert not check.passed
    assert check.to_repeat() == ["step 2, low single cards", "step 4, keep the bomb"]


# ------------------------------------------------------------------ slips


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: WhatWins(""), "I cannot use this: position"),
        (lambda: WhatWins("sheet 4c4dQc2h/QdQhKc2d 0 1:9d -", ["4c"]), "4♣ is not allowed here."),
        (lambda: WhatWins("sheet 4c4dQc2h/QdQhKc2d 0 1:9d -", goal="place"), "The goal must be first or not-last."),
        (lambda: WhatWins("sheet 4c/?2 0 1:3d -"), "All hands must be open, and the deal must not be over."),
        (lambda: WhatWins("sheet 3s3c4d5h6s7c8d9hTsJc/3d 0 - -", goal="not-last"), "There are "),
        (lambda: WhatWins(tip="luck"), "'luck' is no tip; there are sort, low,"),
        (lambda: WhatWins(rounds="x"), "I cannot use this: rounds: 'x' is no whole number"),
    ],
)
def test_a_slip_gets_one_line(make: Callable[[], Any], said: str) -> None:
    widget = make()
    assert widget.scene["trouble"].startswith(said)
    assert "\n" not in widget.scene["trouble"]


@pytest.mark.parametrize(
    ("say", "said"),
    [
        (lambda: how_good("luck"), "tip: 'luck' is none of sort, low, twos,"),
        (lambda: how_good("low", 0), "deals: 0 is not 1 to 10000"),
        (lambda: how_good("low", "many"), "deals: 'many' is not 1 to 10000"),
        (lambda: how_good("bomb", cards=4), "cards: 4 is not 5 to 9"),
        (lambda: how_good("short-three", cards=9), "cards: 9 is not 3 to 7"),
        (lambda: one_case(5), "tip: 5 is none of"),
        (lambda: which_single(cards=1), "cards: 1 is not 2 to 9"),
        (lambda: which_single(True), "deals: True is not"),
        (lambda: report_card(-1), "deals: -1 is not"),
    ],
)
def test_a_slip_in_a_call_gets_one_line(say: Callable[[], Any], said: str) -> None:
    with pytest.raises(NotationError) as slip:
        say()
    assert str(slip.value).startswith(said)
    assert "\n" not in str(slip.value)
