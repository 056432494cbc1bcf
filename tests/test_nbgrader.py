"""A class set as an assignment of nbgrader: what is in it, what is read of a submission; at night, the real grader.

The last needs nbgrader in an environment with this package (`NBGRADER=/path/to/bin/nbgrader`, or on the PATH).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import nbformat
import pytest

from tutor import cli, language
from tutor.classroom.nbgrader import NotRight, allowed, assignment, check_cell, cleaned, right, written_plays
from tutor.classroom.sets import ClassSet, make_set, set_text
from tutor.puzzles import solved

NBGRADER = os.environ.get("NBGRADER") or shutil.which("nbgrader")
PAIR = "pagat 3s5d5h/4c4d7s 0 - -"


@pytest.fixture(scope="module")
def tuesday() -> ClassSet:
    return make_set(number=3, seed=7, name="tuesday", drills=1)


@pytest.fixture
def course(tuesday: ClassSet, tmp_path: Path) -> Path:
    (tmp_path / "set.json").write_text(set_text(tuesday), encoding="utf-8")
    assert cli.main(["class", "nbgrader", str(tmp_path / "set.json"), "--out", str(tmp_path / "course")]) == 0
    return tmp_path / "course"


# ------------------------------------------------------------------ the assignment


def test_the_command_writes_a_notebook_and_the_settings(course: Path) -> None:
    written = sorted(path.relative_to(course).as_posix() for path in course.rglob("*") if path.is_file())
    assert written == ["nbgrader_config.py", "source/tuesday/tuesday.ipynb"]
    compile((course / "nbgrader_config.py").read_text(encoding="utf-8"), "nbgrader_config.py", "exec")


def test_a_second_assignment_joins_the_course_and_nothing_is_overwritten(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = course.parent / "set.json"
    assert cli.main(["class", "nbgrader", str(file), "--out", str(course)]) == 2
    assert re.fullmatch(r"tienlen: --out: '.*tuesday' is there already\n", capsys.readouterr().err)
    other = course.parent / "other.json"
    other.write_text(set_text(make_set(number=1, seed=3, name="friday")), encoding="utf-8")
    assert cli.main(["class", "nbgrader", str(other), "--out", str(course)]) == 0
    assert (course / "source" / "friday" / "friday.ipynb").exists()
    config = course / "nbgrader_config.py"
    config.write_text("c = get_config()\n", encoding="utf-8")
    shutil.rmtree(course / "source")
    assert cli.main(["class", "nbgrader", str(file), "--out", str(course)]) == 2
    assert "does not name tutor.classroom.nbgrader.only_plays" in capsys.readouterr().err
    assert config.read_text(encoding="utf-8") == "c = get_config()\n" and not (course / "source").exists()


def test_a_set_without_puzzles_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "set.json").write_text(set_text(make_set(number=0, drills=1)), encoding="utf-8")
    assert cli.main(["class", "nbgrader", str(tmp_path / "set.json"), "--out", str(tmp_path / "course")]) == 2
    assert "there is no puzzle in this set" in capsys.readouterr().err and not (tmp_path / "course").exists()


@pytest.mark.parametrize("lang", ["en", "de", "pt", "ru", "vi"])
def test_the_notebook_is_in_the_language_of_the_set_and_holds_no_answer(lang: str) -> None:
    chosen = make_set(number=4, seed=3, lang=lang, kind=["open", "chop"])
    book = nbformat.from_dict(assignment(chosen))
    nbformat.validate(book)
    assert language() == "en"
    text = "\n".join(cell.source for cell in book.cells)
    bare = text
    for puzzle in chosen.puzzles:
        assert str(puzzle.position) in bare
        bare = bare.replace(str(puzzle.position), "")
    assert not [puzzle for puzzle in chosen.puzzles if not puzzle.answer.is_pass and str(puzzle.answer) in bare]
    assert text.count(f'tutor.language("{lang}")') == (0 if lang == "en" else 1 + len(chosen.puzzles))
    assert ("Write your play between the quotes" in text) == (lang == "en")
    points = [cell.metadata.nbgrader.points for cell in book.cells if "nbgrader" in cell.metadata]
    assert len(points) == 4 and set(points) <= {1, 2, 3}


# ------------------------------------------------------------------ what a test cell says


def test_the_best_play_passes_however_it_is_spelt() -> None:
    for answer in ("5d5h", "5h 5d", " 5d5h "):
        allowed(PAIR, answer)
        right(PAIR, "first", answer)


@pytest.mark.parametrize("answer", ["", "-", "4c", "5d7", "x" * 500, "5d5h" * 100, None, 7, ["5d5h"]])
def test_what_may_not_be_played_is_refused_in_one_line(answer: object) -> None:
    for question in (lambda: allowed(PAIR, answer), lambda: right(PAIR, "first", answer)):
        with pytest.raises(NotRight) as refused:
            question()
        assert "\n" not in str(refused.value) and refused.value._render_traceback_() == [str(refused.value)] != [""]


def test_a_wrong_play_is_allowed_and_the_grading_says_how_it_fails_but_not_what_is_right(
    capsys: pytest.CaptureFixture[str],
) -> None:
    allowed(PAIR, "3s")
    with pytest.raises(NotRight) as refused:
        right(PAIR, "first", "3s")
    assert str(refused.value).startswith("3♠ does not do it.") and "7♠" in str(refused.value)
    assert "5♦" not in str(refused.value)
    assert capsys.readouterr().err == "", "nbgrader gives no points where anything stands on standard error"


# ------------------------------------------------------------------ what is read of a submission


def checks(number: int) -> dict[str, dict[str, Any]]:
    return {f"puzzle-{n}": check_cell(f"puzzle-{n}", f"right({n}, answer_{n})", n) for n in range(1, number + 1)}


def cell(source: str, kind: str = "code", **metadata: Any) -> dict[str, Any]:
    return {"cell_type": kind, "id": "same", "metadata": metadata, "source": source}


def test_only_plain_text_in_quotes_counts_and_the_last_one_of_a_puzzle() -> None:
    assert written_plays("%matplotlib inline\nanswer_1 = '3s'\nanswer_1 = ' 4s '\nanswer_1 = ''") == {"answer_1": "4s"}
    for source in (
        'answer_1 = solve("x").best', 'answer_1 = f"{x}"', 'answer_1 = "3s" + "4s"', "answer_1 = 3",
        'answer_1 = b"3s"', 'a, answer_1 = "3s"', "answer_1: str = '3s'", 'answer_0 = "3s"', 'right = "3s"',
        "answer_1 = '" + "x" * 10_000 + "'",
        "answer_1 = " + "(" * 100_000, "answer_1 = " + "-" * 100_000 + "1", "answer_1 = '\0'",
    ):  # fmt: skip
        assert written_plays(source) == {}, source[:40]


def test_nothing_that_a_pupil_wrote_is_run_and_every_test_is_there_once() -> None:
    tests = checks(3)
    forged = cell("pass", nbgrader={"grade_id": "puzzle-1", "points": 99}, tags=["skip-execution"])
    strange = [cell("x", nbgrader=told) for told in ({"grade_id": []}, {"grade_id": "puzzle-9"}, "no table")]
    found = cleaned(
        [
            cell('answer_1 = "3s"'),
            forged,
            forged,
            *strange,
            cell("answer_2 = '5d'", "markdown"),
            cell('answer_3 = "-"'),
        ],
        tests,
    )
    nbformat.validate(nbformat.from_dict({"cells": found, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    assert found[0]["source"] == "answer_1 = '3s'\nanswer_2 = ''\nanswer_3 = '-'"
    run = [each for each in found[1:] if each["cell_type"] == "code" and "tags" not in each["metadata"]]
    assert run == list(tests.values())
    skipped = [each for each in found if each["metadata"].get("tags") == ["skip-execution"]]
    assert [each["source"] for each in skipped] == ['answer_1 = "3s"', "x", "x", "x", 'answer_3 = "-"']


# ------------------------------------------------------------------ the real grader


def fill(book: dict[str, Any], answers: dict[int, str]) -> dict[str, Any]:
    """A pupil's copy with these plays written into it."""
    book = json.loads(json.dumps(book))
    for each in book["cells"]:
        for n, answer in answers.items():
            if "".join(each["source"]) == f'answer_{n} = ""':
                each["source"] = f"answer_{n} = {answer!r}"
    return book


def hostile(book: dict[str, Any], spoor: Path, forged: bool) -> dict[str, Any]:
    """A copy that tries to be graded without answers: tests changed, skipped, gone; code that changes the judge."""
    code = (
        f"open({str(spoor)!r}, 'w').close()\nimport tutor.classroom.nbgrader as judge\n"
        "judge.right = judge.allowed = lambda *a: None\nanswer_1 = judge.solved\nwhile True: pass"
    )
    book = json.loads(json.dumps(book))
    graded = [each for each in book["cells"] if "nbgrader" in each["metadata"]]
    graded[0]["metadata"]["tags"] = ["skip-execution"]
    graded[1]["source"] = code
    if forged:
        graded[1]["metadata"]["nbgrader"] |= {"points": 1000, "grade": False}
        book["cells"].remove(graded[2])
    book["cells"].insert(0, cell(code) | {"id": "hostile", "execution_count": None, "outputs": []})
    book["metadata"]["kernelspec"] = {"name": "nonsense", "display_name": "Nonsense"}
    return book


@pytest.mark.nightly
@pytest.mark.skipif(NBGRADER is None, reason="nbgrader is not installed (NBGRADER names its program)")
def test_nbgrader_generates_the_assignment_and_grades_what_pupils_hand_in(course: Path, tuesday: ClassSet) -> None:
    def nbgrader(*arguments: str) -> subprocess.CompletedProcess[str]:
        assert NBGRADER is not None
        environment = os.environ | {"TIENLEN_DATA": str(course / "data"), "JUPYTER_CONFIG_DIR": str(course / "jupyter")}
        environment["PATH"] = os.pathsep.join([str(Path(NBGRADER).parent), os.environ["PATH"]])
        return subprocess.run(
            [NBGRADER, *arguments],
            cwd=course,
            env=environment,
            capture_output=True,
            text=True,
            timeout=280,
            check=False,
        )

    made = nbgrader("generate_assignment", "tuesday")
    assert made.returncode == 0, made.stderr
    text = (course / "release" / "tuesday" / "tuesday.ipynb").read_text(encoding="utf-8")
    book = json.loads(text)
    assert "allowed(" in text and "right(" not in text and "HIDDEN" not in text and "NotImplementedError" not in text

    best = {n: str(puzzle.answer) for n, puzzle in enumerate(tuesday.puzzles, 1)}
    bad = {}
    for n, puzzle in enumerate(tuesday.puzzles, 1):
        solution = solved(puzzle.position, puzzle.goal)
        bad[n] = next(str(each.play) for each in solution.plays if each.value != solution.value)
    partly = fill(book, {1: best[1], 2: bad[2], 3: "nonsense"})
    partly["cells"] = [
        each for each in partly["cells"] if each["metadata"].get("nbgrader", {}).get("grade_id") != "puzzle-1"
    ]
    spoor = course / "was-here"
    handed_in = {
        "ann": json.dumps(fill(book, best)),
        "ben": json.dumps(partly),
        "dan": text,
        "eve": json.dumps(hostile(book, spoor, forged=False)),
        "fay": "this is no notebook",
        "gus": json.dumps(hostile(book, spoor, forged=True)),
    }
    for pupil, content in handed_in.items():
        path = course / "submitted" / pupil / "tuesday" / "tuesday.ipynb"
        path.parent.mkdir(parents=True)
        path.write_text(content, encoding="utf-8")
    graded = nbgrader("autograde", "tuesday")
    assert "fay" in graded.stderr and not spoor.exists(), graded.stderr

    # an assignment in which pupils do write code is graded as ever, in the same course
    code = cell("double = 0") | {"execution_count": None, "outputs": []}
    other = assignment(tuesday) | {"cells": [code, check_cell("doubled", "assert double(2) == 4", 5)]}
    (course / "source" / "code").mkdir()
    (course / "source" / "code" / "code.ipynb").write_text(json.dumps(other), encoding="utf-8")
    assert nbgrader("generate_assignment", "code").returncode == 0
    other["cells"][0]["source"] = "def double(x):\n    return 2 * x"
    path = course / "submitted" / "ann" / "code" / "code.ipynb"
    path.parent.mkdir()
    path.write_text(json.dumps(other), encoding="utf-8")
    assert nbgrader("autograde", "code").returncode == 0

    with sqlite3.connect(course / "gradebook.db") as database:
        rows = database.execute(
            "select work.student_id, cell.name, grade.auto_score, graded.max_score from grade"
            " join base_cell cell on cell.id = grade.cell_id join grade_cells graded on graded.id = cell.id"
            " join submitted_notebook book on book.id = grade.notebook_id"
            " join submitted_assignment work on work.id = book.assignment_id"
        ).fetchall()
    first, second, third = points_of(tuesday)
    scores: dict[str, dict[str, float]] = {}
    for pupil, name, score, most in rows:
        scores.setdefault(pupil, {})[name] = score
        assert most == {"doubled": 5, "puzzle-1": first, "puzzle-2": second, "puzzle-3": third}[name]
    assert scores["ann"] == {"puzzle-1": first, "puzzle-2": second, "puzzle-3": third, "doubled": 5}
    assert scores["ben"] == {"puzzle-1": first, "puzzle-2": 0, "puzzle-3": 0}
    assert scores["dan"] == scores["eve"] == scores["gus"] == {"puzzle-1": 0, "puzzle-2": 0, "puzzle-3": 0}
    assert not any(scores.get("fay", {}).values())


def points_of(chosen: ClassSet) -> list[int]:
    """What the puzzles of a set are worth, as its notebook says."""
    return [each["metadata"]["nbgrader"]["points"] for each in assignment(chosen)["cells"] if each["metadata"]]
