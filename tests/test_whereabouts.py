"""A lesson that is left, resumed and begun anew; and that nothing of this can get in a lesson's way."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tutor import course, lessons, whereabouts
from tutor.locale import language
from tutor.progress import SafeStore, Trainer, who
from tutor.puzzles import load
from tutor.whereabouts import sections, where_was_i
from tutor.widgets import FinalCheck, FindAll, GuessNumber, PickCard, PuzzlePlayer, SortCards, SplitHand
from tutor.widgets.exercises import Exercise

NUMBERS = [int(path.name[:2]) for path in course.sources() if "teachers" not in path.name]
"""The teacher's notebook asks nothing, so there is nothing to keep."""


@pytest.fixture(autouse=True)
def new_kernel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[[], None]]:
    monkeypatch.setenv("TIENLEN_DATA", str(tmp_path / "data"))

    def restart() -> None:
        who.shared_store.cache_clear()
        who._picked = ""
        whereabouts._Now.lesson, whereabouts._Now.cell = 0, ""

    restart()
    yield restart
    restart()


def run(cell: str, make: Callable[[], Any]) -> Any:
    """What JupyterLab tells when a cell of this id runs, and what the cell makes."""
    whereabouts._on_cell(SimpleNamespace(cell_id=cell, raw_cell="edited()"))
    return make()


def solve(exercise: Exercise) -> None:
    for number in range(len(exercise._questions)):
        exercise.asked, exercise.answered = number, False
        exercise.answer(*exercise.question.right)


def test_a_lesson_is_left_resumed_and_begun_anew(new_kernel: Callable[[], None]) -> None:
    assert str(where_was_i(7)) == "Lesson 7, me: you begin here."
    run("fewest-six", lambda: SplitHand("3s4c5d5h6s9h", "sheet")).check()
    exercise = run("fewest-six", lambda: SplitHand("3s4c5d5h6s9h", "sheet"))
    exercise._do_singles({})
    exercise.check()
    run("puzzle-three-widget", lambda: PuzzlePlayer("three-or-four")).play("8s8h")
    solve(run("check-widget", lambda: FinalCheck(lesson=7, seed=1)))
    new_kernel()
    told = str(where_was_i(7)).splitlines()
    assert told[0].startswith("Lesson 7, me: 2 of 14 exercises are answered right. The last answer was on 20")
    assert "1 was tried and is still to be got right: Step 1: the fewest plays." in told[0]
    assert "Go on with “Step 1: the fewest plays”. To begin anew, run where_was_i(7, anew=True)." in told[0]
    assert told[0].endswith("The check is passed (6/6).")
    assert told[1] == "Step 1: the fewest plays  0/3  open"
    assert "The check  1/1  done" in told
    assert str(where_was_i(8)) == "Lesson 8, me: you begin here."
    assert str(where_was_i(7, anew=True)) == "Lesson 7, me: you begin here."
    new_kernel()
    assert str(where_was_i(7)) == "Lesson 7, me: you begin here."
    assert len(who.shared_store().attempts()) == 9, "the log has everything, and where it was begun anew"


def test_a_wrong_exercise_is_tried_and_not_right_until_it_has_been_got_right() -> None:
    where_was_i(7)
    player = run("puzzle-three-widget", lambda: PuzzlePlayer("three-cards"))
    player.play("3s")
    section = next(part for part in sections(7) if "puzzle-three-widget" in part.cells)
    one_wrong = str(where_was_i(7))
    assert "0 of 14 exercises are answered right." in one_wrong
    assert f"1 was tried and is still to be got right: {section.title}." in one_wrong
    player.play("5d5h")
    player.play("3s")
    one_right = str(where_was_i(7))
    assert "1 of 14 exercises is answered right." in one_right
    assert "still to be got right" not in one_right


def test_of_a_part_that_was_tried_and_not_done_it_is_said_that_one_may_try_again() -> None:
    where_was_i(1)
    section = sections(1)[0]
    for name in section.cells:
        run(name, lambda: PickCard("Ah2s")).answer("Ah")
    assert f"{section.title}  0/{len(section.cells)}  try again" in str(where_was_i(1)).splitlines()
    for name in section.cells:
        run(name, lambda: PickCard("Ah2s")).answer("2s")
    assert f"{section.title}  {len(section.cells)}/{len(section.cells)}  done" in str(where_was_i(1)).splitlines()


def test_a_check_taken_again_counts_by_its_last_result() -> None:
    where_was_i(1)
    check = run("check-widget", lambda: FinalCheck(lesson=1, seed=1))
    for number in range(6):
        check.asked, check.answered = number, False
        check.answer("nothing")
    assert "The check is not passed yet (0/6)." in str(where_was_i(1))
    check._do_again({})
    solve(check)
    assert "The check is passed (6/6)." in str(where_was_i(1))


def first_two(check: FinalCheck) -> FinalCheck:
    check.answer("nothing")
    check._do_next({})
    check.answer(*check.question.right)
    return check


@pytest.mark.parametrize("seed", [None, 7])
def test_a_check_goes_on_where_it_stopped(new_kernel: Callable[[], None], seed: int | None) -> None:
    where_was_i(1)
    before = first_two(run("check-widget", lambda: FinalCheck(lesson=1, seed=seed)))
    new_kernel()
    where_was_i(1)
    check = run("check-widget", lambda: FinalCheck(lesson=1, seed=seed))
    assert check._questions == before._questions
    assert (check.results, check.asked, check.answered) == ([False, True, None, None, None, None], 2, False)
    assert check.scene["title"] == "The check: Question 3 of 6"
    assert check.scene["says"]["text"] == "The check goes on where you stopped."
    for _each in range(2, 6):
        check.answer(*check.question.right)
        assert "goes on" not in check.scene["says"]["text"]
        check._do_next({})
    assert (check.score, check.passed) == (5, True)
    assert "The check is passed (5/6)." in str(where_was_i(1))
    new_kernel()
    where_was_i(1)
    fresh = run("check-widget", lambda: FinalCheck(lesson=1, seed=seed))
    assert fresh.results == [None] * 6, "a check that was taken to its end is begun anew"
    assert (fresh._questions == check._questions) == (seed is not None)


def test_a_check_that_was_left_does_not_go_on_elsewhere(new_kernel: Callable[[], None]) -> None:
    where_was_i(1)
    first_two(run("check-widget", lambda: FinalCheck(lesson=1, seed=7)))
    nothing = [None] * 6
    assert run("check-widget", lambda: FinalCheck(lesson=1, seed=8)).results == nothing, "other questions"
    new_kernel()
    assert FinalCheck(lesson=1, seed=7).results == nothing, "nobody asked for it"
    where_was_i(2)
    assert run("check-widget", lambda: FinalCheck(lesson=2, seed=7)).results == nothing, "another lesson"
    where_was_i(1, anew=True)
    assert run("check-widget", lambda: FinalCheck(lesson=1, seed=7)).results == nothing, "begun anew"


@pytest.mark.parametrize(
    ("make", "act", "kept"),
    [
        (lambda: PickCard("Ah2s"), lambda exercise: exercise.answer("2s"), ("1/1", True)),
        (lambda: PickCard("Ah2s"), lambda exercise: exercise.answer("Ah"), ("0/1", False)),
        (lambda: SortCards("2c3s"), lambda exercise: exercise.check(["2c", "3s"]), ("2c3s", False)),
        (lambda: FindAll("8s8d9c", "pair"), lambda exercise: exercise.take("8s8d"), ("8s8d", True)),
        (lambda: GuessNumber("How many?", 0.3), lambda exercise: exercise.give(31), ("31", True)),
        (lambda: PuzzlePlayer("three-cards"), lambda player: player.play("3s"), ("3s", False)),
    ],
)
def test_every_kind_of_exercise_keeps_its_first_answer(make: Any, act: Any, kept: tuple[str, bool]) -> None:
    where_was_i(1)
    exercise = run("ranks-guess", make)
    act(exercise)
    act(exercise)
    (attempt,) = who.shared_store().attempts()
    assert (attempt.puzzle, attempt.kind) == ("lesson-01/ranks-guess", "lesson")
    assert (attempt.answer, attempt.right) == kept


def split_into_singles(exercise: SplitHand) -> None:
    exercise._do_singles({})
    exercise.check()


def split_well(exercise: SplitHand) -> None:
    exercise._do_again({})
    exercise.put("3s4c5d")
    exercise.check()


@pytest.mark.parametrize(
    ("make", "slip", "mend", "kept"),
    [
        (lambda: PickCard("Ah2s"), lambda it: it.answer("Ah"), lambda it: it.answer("2s"), ("0/1", "0/1")),
        (lambda: SortCards("2c3s"), lambda it: it.check(["2c", "3s"]), lambda it: it.check(["3s", "2c"]),
         ("2c3s", "3s2c")),
        (lambda: SplitHand("3s4c5d", "sheet"), split_into_singles, split_well, ("3s 4c 5d", "3s4c5d")),
        (lambda: FindAll("8s8d9c", "pair"), lambda it: it.take("8s9c"), lambda it: it.take("8s8d"), ("8s8d", "8s8d")),
        (lambda: GuessNumber("How many?", 0.3), lambda it: it.give(90), lambda it: it.give(90), ("90", "90")),
        (lambda: PuzzlePlayer("pagat 3s5d5h/4c4d7s 0 - -"), lambda it: it.play("3s"),
         lambda it: (it.play("5d5h"), it.play("3s")), ("3s", "3s")),
    ],
)  # fmt: skip
def test_every_kind_of_exercise_keeps_once_that_it_came_right(make: Any, slip: Any, mend: Any, kept: Any) -> None:
    where_was_i(1)
    exercise = run("ranks-guess", make)
    slip(exercise)
    mend(exercise)
    mend(exercise)
    attempts = who.shared_store().attempts()
    assert [(attempt.answer, attempt.right) for attempt in attempts] == [(kept[0], False), (kept[1], True)]


def test_of_several_questions_each_has_to_come_right_at_whichever_try() -> None:
    where_was_i(1)
    exercise = run("ranks-guess", lambda: PickCard(seed=1, rounds=2))
    exercise.answer("nothing")
    exercise._do_again({})
    exercise.answer(*exercise.question.right)
    exercise._do_next({})
    exercise.answer(*exercise.question.right)
    assert [attempt.right for attempt in who.shared_store().attempts()] == [False, True]


def test_nothing_is_kept_where_nobody_asked_for_it() -> None:
    PickCard("Ah2s").answer("2s")
    where_was_i(1)
    run("no-such-cell", lambda: PickCard("Ah2s")).answer("2s")
    assert not whereabouts.cell()
    assert who.shared_store().attempts() == []


def test_to_look_makes_no_file(tmp_path: Path) -> None:
    where_was_i(1)
    assert not (tmp_path / "data").exists()


def test_lessons_do_not_touch_rating_repetition_or_mistakes() -> None:
    where_was_i(1)
    run("ranks-guess", lambda: PickCard("Ah2s")).answer("Ah")
    trainer = Trainer(load(), who.shared_store(), "me")
    assert (len(trainer.log), trainer.mistakes(), trainer.due(), trainer.rating_history()) == (1, [], [], [])
    assert sum(trainer.calendar().values()) == 1, "but the day counts"


def test_a_read_only_folder_does_not_break_a_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.progress.store.is_there", lambda: True)
    monkeypatch.setattr(who, "open_store", lambda: SafeStore(None, "cannot write /x (read-only file system)"))
    assert "your answers are not saved" in str(where_was_i(1))
    assert run("ranks-guess", lambda: PickCard("Ah2s")).answer("2s")


@pytest.mark.parametrize("lesson", [0, 99, "seven", None, -1, True])
def test_a_lesson_that_there_is_not_gets_one_line(lesson: object) -> None:
    assert str(where_was_i(lesson)) == f"There is no lesson {lesson!r}."


def test_a_nickname_that_is_none_gets_one_line() -> None:
    assert str(where_was_i(1, "x" * 65)).startswith("I cannot use this: learner: ")
    assert str(where_was_i(1, "Bé Thảo")) == "Lesson 1, Bé Thảo: you begin here."


def test_a_name_is_shown_as_text() -> None:
    assert "<b>" not in where_was_i(1, "<b>x")._repr_html_()


def test_headings_are_in_the_language_in_force() -> None:
    language("de")
    try:
        assert sections(1, "de") != sections(1, "en")
        assert [part.cells for part in sections(1, "de")] == [part.cells for part in sections(1, "en")]
    finally:
        language("en")


@pytest.mark.parametrize("number", NUMBERS)
def test_every_lesson_asks_where_one_was_and_every_exercise_in_it_reports(number: int) -> None:
    path = next(path for path in course.sources() if path.name.startswith(f"{number:02d}-"))
    cells = {cell["id"]: course.source(cell) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]}
    assert cells["where"].splitlines()[-1] == f"where_was_i({number})"
    names = [name for part in sections(number) for name in part.cells]
    assert "check-widget" in names
    assert len(names) >= 8 or number == 10
    for name in names:
        kind = getattr(lessons, cells[name].splitlines()[-1].partition("(")[0])
        known = (Exercise, FindAll, GuessNumber, PuzzlePlayer, SortCards, SplitHand)
        assert issubclass(kind, known), f"{path.name}, {name}: does it keep its first answer?"


@pytest.mark.slow
def test_a_notebook_that_names_no_cells_is_recognised_by_its_source(tmp_path: Path) -> None:
    """nbclient sends no cell ids, as some front ends."""
    source = next(path for path in course.sources() if path.name.startswith("01-"))
    notebook = nbformat.read(source, as_version=4)
    del notebook.cells[6:]
    notebook.cells.append(nbformat.v4.new_code_cell('PickCard("Jd 9h Kc Ts").answer("Kc"), PickCard("7s8s")._cell'))
    notebook.cells.append(nbformat.v4.new_code_cell('PickCard("Jd 9h Kc Ts")'))
    notebook.cells.append(nbformat.v4.new_code_cell("_._cell"))
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    assert notebook.cells[-3].outputs[0]["data"]["text/plain"] == "(True, '')"
    assert notebook.cells[-1].outputs[0]["data"]["text/plain"] == "'lesson-01/ranks-guess'"
