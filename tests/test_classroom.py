"""Sets for a class, printed sheets, what is handed in, and a puzzle on the wall."""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
import zlib
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import escape
from pathlib import Path
from typing import Any
from uuid import UUID

import nbformat
import pytest

from tutor import cli, course, language
from tutor.classroom import pupils
from tutor.classroom.command import results_command, sheet_command
from tutor.classroom.results import Results, made_up_class, read_results, salvaged
from tutor.classroom.sets import (
    DRILLS,
    KIND_LESSON,
    THEME_LESSON,
    ClassSet,
    SetError,
    lessons_for,
    level_of,
    make_set,
    notebook,
    plan_text,
    read_set,
    set_text,
    write_set,
)
from tutor.classroom.sheets import answer_key, card_svg, outlines, sheet
from tutor.classroom.teacher import class_results, class_set, lesson_plan, on_the_wall, write_files
from tutor.explain import card_name
from tutor.kinds import KINDS
from tutor.progress import Attempt, MemoryStore, open_store, who
from tutor.progress.exchange import to_csv, to_json
from tutor.puzzles import solved, title_of
from tutor.themes import THEMES
from tutor.widgets import Board

LANGUAGES = ("en", "de", "pt", "ru", "vi")
START = datetime(2026, 1, 13, 9, tzinfo=UTC)


@pytest.fixture(scope="module")
def tuesday() -> ClassSet:
    return make_set(difficulty="easy", number=4, seed=7, name="tuesday")


@pytest.fixture
def learning(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> MemoryStore:
    """A pupil's kernel, with a store of its own."""
    store = MemoryStore()
    monkeypatch.setenv("TIENLEN_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(who, "_picked", "")
    monkeypatch.setattr(pupils, "shared_store", lambda: store)
    return store


# ------------------------------------------------------------------ sets


def test_the_same_seed_gives_the_same_set_and_another_seed_another(tuesday: ClassSet) -> None:
    again = make_set(difficulty="easy", number=4, seed=7, name="tuesday")
    assert again == tuesday and again.id == tuesday.id
    other = make_set(difficulty="easy", number=4, seed=8, name="tuesday")
    assert other.puzzles != tuesday.puzzles and other.id != tuesday.id


def test_a_set_is_what_was_asked_for_easy_puzzles_first() -> None:
    chosen = make_set(
        theme=["do-not-chop", "chop-now"], difficulty="hard", kind="chop", rules="sheet", number=3, drills=3
    )
    assert len(chosen.puzzles) == 3 == len(chosen.drills)
    for puzzle in chosen.puzzles:
        assert puzzle.kind == "chop" and level_of(puzzle) == "hard" and puzzle.position.rules.profile == "sheet"
        assert {"do-not-chop", "chop-now"} & set(puzzle.themes)
    ratings = [puzzle.rating for puzzle in chosen.puzzles]
    assert ratings == sorted(ratings)


def test_a_puzzle_that_is_added_later_changes_one_place_at_most(tmp_path: Path) -> None:
    lines = [f"Puzzle | pagat {card}5d5h/4c4d7s 0 - -" for card in ("3s", "3c", "3d", "3h", "4s", "4h")]
    seen = set()
    for seed in range(6):
        sets = []
        for more in ([], ["New | pagat 3s6d6h/4c4d7s 0 - -"]):
            (tmp_path / "pack.txt").write_text("\n".join([*lines, *more]), encoding="utf-8")
            chosen = make_set(number=3, seed=seed, pack=tmp_path / "pack.txt").puzzles
            sets.append({str(each.position) for each in chosen})
        assert len(sets[0] - sets[1]) <= 1
        seen.add(len(sets[0] - sets[1]))
    assert seen == {0, 1}


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"theme": "nonsense"}, "theme: 'nonsense' is none of"),
        ({"kind": "nonsense"}, "kind: 'nonsense' is none of"),
        ({"difficulty": "very"}, "difficulty: 'very' is none of easy, medium, hard"),
        ({"lang": "tlh"}, "lang: 'tlh' is none of en"),
        ({"number": 101}, "number: 101 is no whole number from 0 to 100"),
        ({"number": "3"}, "number: '3' is no whole number"),
        ({"number": True}, "number: True is no whole number"),
        ({"seed": -1}, "seed: -1 is no whole number"),
        ({"number": 0, "drills": 0}, "a set needs a puzzle or a drill"),
        ({"name": "../up"}, "name: '../up' may hold"),
        ({"number": 90, "kind": "points", "difficulty": "easy"}, "number: 90 is more than the"),
    ],
)
def test_what_cannot_be_chosen_is_said_in_one_line(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(SetError) as refused:
        make_set(**asked)
    assert message in str(refused.value) and "\n" not in str(refused.value)


def test_every_theme_kind_and_drill_has_its_lesson_and_there_is_one() -> None:
    from tutor import widgets

    assert set(KIND_LESSON) == {*KINDS, ""} and set(THEME_LESSON) == set(THEMES)
    assert all(hasattr(widgets, name) for name in DRILLS)
    there = {int(path.name[:2]) for path in course.sources()}
    assert {*KIND_LESSON.values(), *THEME_LESSON.values(), *DRILLS.values()} <= there
    [puzzle] = make_set(number=1, drills=0, kind="chop").puzzles
    assert lessons_for(replace(puzzle, themes=("my own",))) == lessons_for(replace(puzzle, themes=())) == (4,)


def test_a_notebook_shows_a_set_with_its_cards_and_no_answer(tuesday: ClassSet) -> None:
    shown = tuesday._repr_html_()
    for number, puzzle in enumerate(tuesday.puzzles, 1):
        position = puzzle.position
        assert f"<strong>{number}. {escape(title_of(puzzle))}</strong>" in shown
        mine = ", ".join(map(card_name, position.hand(position.turn)))
        assert f'<th scope=row>You</th><td><span class="tlk-row" role="img" aria-label="{mine}">' in shown
        assert str(position) not in shown, "cards, no notation"
    assert "answer" not in shown
    hostile = replace(tuesday, puzzles=(replace(tuesday.puzzles[0], title="<img src=x>"),))
    assert "<img" not in hostile._repr_html_()


def test_a_set_file_is_read_back_and_what_was_changed_in_it_is_named(tuesday: ClassSet, tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    path.write_text(set_text(tuesday), encoding="utf-8")
    found = read_set(path)
    assert found.id == tuesday.id and found.drills == tuesday.drills
    assert [(each.position, each.goal, each.themes) for each in found.puzzles] == [
        (each.position, each.goal, each.themes) for each in tuesday.puzzles
    ]
    data = json.loads(set_text(tuesday))
    for change, message in [
        ({"version": 2}, "version: 2 is not 1"),
        ({"format": "x"}, "format: this is no set"),
        ({"lang": "xx"}, "lang: 'xx' is none of"),
        ({"seed": "7"}, "seed: '7' is no whole number"),
        ({"puzzles": 3}, "puzzles: is no list"),
        ({"drills": [{"name": "os", "seed": 1}]}, "drills: 'os' is none of"),
        ({"puzzles": [{**data["puzzles"][0], "position": "pagat"}]}, "puzzle 1, "),
        ({"puzzles": data["puzzles"][:2]}, "does not fit the puzzles"),
    ]:
        path.write_text(json.dumps(data | change), encoding="utf-8")
        with pytest.raises(SetError, match=re.escape(message)) as refused:
            read_set(path)
        assert str(refused.value).startswith("set.json: ") and "\n" not in str(refused.value)
    for content in (b"\xff", b"[" * 100_000, b"3", b""):
        path.write_bytes(content)
        with pytest.raises(SetError, match=r"^set\.json: "):
            read_set(path)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_files_are_in_the_language_and_the_pupils_hold_no_answer(lang: str, tmp_path: Path) -> None:
    chosen = make_set(number=4, seed=3, lang=lang, kind=["open", "chop"])
    written = {path.relative_to(tmp_path).as_posix(): path for path in write_set(chosen, tmp_path, print_too=False)}
    assert set(written) == {"pupils/set3.ipynb", "teacher/set.json", "teacher/plan.md"}
    assert language() == "en", "the language in force is as before"
    text = written["pupils/set3.ipynb"].read_text(encoding="utf-8")
    book = nbformat.reads(text, as_version=4)
    nbformat.validate(book)
    rest = re.sub(r'SetPuzzle\("[^"]*", \d+, "[^"]*"', "", "\n".join(cell.source for cell in book.cells))
    for puzzle in chosen.puzzles:
        assert puzzle.answer.is_pass or str(puzzle.answer) not in rest
        assert str(puzzle.position) in text
        assert not puzzle.note or puzzle.note not in text
        assert not any(theme in text for theme in puzzle.themes)
    assert (f'tutor.language(\\"{lang}\\")' in text) == (lang != "en")
    with pytest.raises(SetError, match="is no empty folder"):
        write_set(chosen, tmp_path)


def test_the_plan_adds_up(tuesday: ClassSet) -> None:
    text = plan_text(tuesday)
    minutes = [int(number) for number in re.findall(r"^\d+\. (\d+) minutes", text, re.MULTILINE)]
    assert f"Together {sum(minutes)} minutes." in text and sum(minutes) == tuesday.minutes
    assert sum(level_of(each) == "easy" for each in tuesday.puzzles) == 4 and "4 easy puzzles" in text


# ------------------------------------------------------------------ sheets


def _embedded(pdf: bytes) -> list[bytes]:
    """The streams of a PDF, unpacked where they are packed."""
    found = []
    for part in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        try:
            found.append(zlib.decompress(part))
        except zlib.error:
            found.append(part)
    return found


def test_the_cards_on_paper_are_those_of_the_screen() -> None:
    found = outlines()
    assert sorted(found["suits"]) == ["c", "d", "h", "s"]
    counts = {rank: len(places) for rank, places in found["pips"].items()}
    assert counts == {"A": 1, "T": 10, **{str(n): n for n in range(2, 10)}}
    assert {rank: len(parts) for rank, parts in found["courts"].items()} == {"J": 5, "Q": 4, "K": 5}
    for rank in "3456789TJQKA2":
        for suit in "scdh":
            assert card_svg(rank + suit).count(found["suits"][suit]) >= 3


def test_red_and_black_suits_differ_without_colour() -> None:
    assert 'fill="#000000" stroke' in card_svg("9s") and 'fill="#ffffff" stroke="#000000"' in card_svg("9h")
    colours = {colour for card in ("Ks", "Qh", "Jd", "Ac") for colour in re.findall("#[0-9a-f]{6}", card_svg(card))}
    assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours), "grey, black and white only"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sheet_and_its_key_have_their_letters_with_them(lang: str) -> None:
    chosen = make_set(number=2, seed=5, lang=lang, kind="open", difficulty="easy")
    for pdf in (sheet(chosen), answer_key(chosen)):
        assert pdf.startswith(b"%PDF-") and pdf.rstrip().endswith(b"%%EOF")
        assert b"Roboto" in pdf and b"/FontFile2" in pdf, "the font is embedded"
        assert b"/Subtype /Image" not in pdf, "vectors only"
    assert any(b" re" in part or b" c" in part for part in _embedded(sheet(chosen)))


def test_every_letter_of_every_language_is_in_the_font() -> None:
    from fontTools.ttLib import TTFont

    from tutor.classroom.sheets import _library
    from tutor.locale import catalogue

    for path in _library()[1:]:
        known = set(TTFont(path).getBestCmap())
        used: set[str] = set()
        for po in Path(catalogue.__file__).parent.glob("*/LC_MESSAGES/tutor.po"):
            used |= {
                letter for entry in catalogue.read(po) for text in entry.texts for letter in text if letter.isalpha()
            }
        assert not [letter for letter in used if ord(letter) not in known]


def test_large_print_is_larger_and_takes_more_pages(tuesday: ClassSet) -> None:
    def pages(pdf: bytes) -> int:
        return len(re.findall(rb"/Type /Page\b", pdf))

    assert pages(sheet(tuesday, large=True)) > pages(sheet(tuesday))


def test_without_the_extra_the_rest_is_written(
    tuesday: ClassSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "fpdf", None)
    said: list[str] = []
    written = write_set(tuesday, tmp_path, say=said.append)
    assert {path.suffix for path in written} == {".ipynb", ".json", ".md"}
    assert len(said) == 1 and "tienlen-tutor[class]" in said[0]


# ------------------------------------------------------------------ the pupil's notebook


def test_a_pupil_answers_copies_a_cell_deletes_one_and_hands_in(
    learning: MemoryStore, tuesday: ClassSet, tmp_path: Path
) -> None:
    cells = {cell["id"]: cell["source"] for cell in notebook(tuesday)["cells"] if cell["cell_type"] == "code"}
    space = {name: getattr(pupils, name) for name in pupils.__all__}
    assert "You have not answered anything" in str(pupils.hand_in(tuesday.id, tmp_path))
    assert "fox" in str(eval('i_am("fox")', space))
    first = eval(cells["puzzle-1-cell"], space)
    wrong = next(each.play for each in _solution(tuesday, 0).plays if each.value != _solution(tuesday, 0).value)
    first.play(wrong)
    copied = eval(cells["puzzle-1-cell"], space)
    copied.play(_solution(tuesday, 0).best[0])
    eval(cells["puzzle-2-cell"], space).play(_solution(tuesday, 1).best[0])
    drill = eval(cells["drill-1-cell"], space)
    _answer_all(drill)
    assert "3 answers are in the file" in str(pupils.hand_in(tuesday.id, tmp_path))
    [path] = tmp_path.glob("*.csv")
    results = read_results([path], tuesday)
    assert results.pupils == ["fox"] and not results.faults
    keys = list(tuesday.keys())
    assert results.right(keys[2]) == (0, 1), "the first answer counts, not that in the copied cell"
    assert results.right(keys[3]) == (1, 1)
    assert results.right(keys[4]) == (0, 0), "a cell that was deleted is not answered"
    assert results.right(keys[0])[1] == 1
    [mistake] = results.mistakes(keys[2])
    assert (mistake.answer, mistake.pupils) == (str(wrong), 1) and mistake.why


def _solution(chosen: ClassSet, number: int) -> Any:
    puzzle = chosen.puzzles[number]
    return solved(puzzle.position, puzzle.goal)


def _answer_all(drill: Any) -> None:
    if hasattr(drill, "results"):
        for _round in drill.results:
            drill.answer(*drill.question.right)
            drill._do_next({})
    else:
        drill._first_answer("x", True)


def test_a_nickname_is_made_up_and_a_name_is_never_asked_for(learning: MemoryStore) -> None:
    assert re.search(r"pupil-\d{4}", str(pupils.i_am()))
    kept = who.learner()
    assert kept.startswith("pupil-") and kept in str(pupils.i_am("  "))
    assert "I cannot use this" in str(pupils.i_am("x" * 65))


@pytest.mark.parametrize(
    "call",
    [
        "SetPuzzle()",
        'SetPuzzle("a b", 1, "pagat 3s5d5h/4c4d7s 0 - -").play("5d5h")',
        'SetPuzzle("x", 1, "first-steps")',
        'Drill("x", 1, "os", seed=1)',
        'hand_in("../x")',
        "hand_in(3)",
    ],
)
def test_an_edited_cell_breaks_nothing(learning: MemoryStore, call: str) -> None:
    eval(call, {name: getattr(pupils, name) for name in pupils.__all__})
    assert learning.attempts() == []


# ------------------------------------------------------------------ results


def answers(chosen: ClassSet, learner: str, right: str = "1111", **more: Any) -> list[Attempt]:
    """What a pupil would hand in: right (1) or wrong (0) answers, or none (-) to each puzzle."""
    found = []
    for number, (mark, puzzle) in enumerate(zip(right, chosen.puzzles, strict=True), 1):
        if mark == "-":
            continue
        solution = solved(puzzle.position, puzzle.goal)
        plays = [each.play for each in solution.plays if (each.value == solution.value) == (mark == "1")]
        at = START + timedelta(minutes=number)
        found.append(
            Attempt(learner, f"set-{chosen.id}/{number}", at, str(plays[0]), mark == "1", 20, 0, "set", **more)
        )
    return found


def collect(folder: Path, chosen: ClassSet, **files: bytes | str) -> Results:
    for name, content in files.items():
        data = content if isinstance(content, bytes) else content.encode()
        (folder / name.replace("_", ".", 1)).write_bytes(data)
    return read_results([folder], chosen)


def told(results: Results) -> str:
    return "\n".join(map(str, results.faults))


def test_who_was_right_who_needs_what_and_what_was_commonly_wrong(tuesday: ClassSet, tmp_path: Path) -> None:
    found = collect(
        tmp_path,
        tuesday,
        a_csv=to_csv(answers(tuesday, "ann", "1111")),
        b_json=to_json(answers(tuesday, "bob", "0011")),
        c_csv=to_csv(answers(tuesday, "cleo", "01-1")),
    )
    assert found.pupils == ["ann", "bob", "cleo"] and not found.faults
    keys = list(tuesday.keys())[2:]
    assert [found.right(key) for key in keys] == [(1, 3), (2, 3), (2, 2), (3, 3)]
    assert [(each.pupils, bool(each.why)) for each in found.mistakes(keys[0])] == [(2, True)]
    assert found.lessons("ann") == [] and found.lessons("bob")
    heads, rows = found.table()
    assert [row[0] for row in rows] == found.pupils and len(heads) == len(rows[0])
    assert rows[2][3:7] == ["✗", "✓", "", "✓"]
    html, text = found._repr_html_(), str(found)
    assert "cleo" in html and "2 pupils began with" in text


def test_what_nobody_has_answered_has_no_percentage(tuesday: ClassSet, tmp_path: Path) -> None:
    nobody = collect(tmp_path, tuesday, x_csv="nothing")
    for text in (str(nobody), nobody._repr_html_()):
        assert "nobody has answered yet" in text and " %" not in text and "x.csv: " in text
    assert "nobody has answered yet" in str(nobody.chart()) and not nobody.pupils
    some = collect(tmp_path, tuesday, a_csv=to_csv(answers(tuesday, "ann", "1-0-")))
    assert [line.split()[-2] for line in str(some.chart()).splitlines() if line.endswith(" %")] == ["100", "0"]
    assert [line for line in some.notes() if "nobody" in line] == [
        f"{what}: nobody has answered yet." for what in ("Warm-up 1", "Warm-up 2", "Puzzle 2", "Puzzle 4")
    ]
    assert "Puzzle 4: nobody has answered yet." in some._repr_html_()


def test_a_damaged_file_is_named_and_what_can_be_read_counts(tuesday: ClassSet, tmp_path: Path) -> None:
    whole = to_csv(answers(tuesday, "ann"))
    lines = whole.splitlines(keepends=True)
    broken = "".join([*lines[:2], lines[2].replace("true", "perhaps"), *lines[3:]])
    cut = to_json(answers(tuesday, "bob"))[:-60]
    found = collect(
        tmp_path,
        tuesday,
        a_csv=broken,
        b_json=cut,
        c_csv=b"\x00\xff\xfe",
        d_csv=b"",
        e_json=b"[" * 9000,
        f_csv=b"PK\x03\x04 a spreadsheet",
        g_csv=whole.encode("utf-16"),
        h_json='{"format": "tienlen-set"}',
    )
    keys = list(tuesday.keys())[2:]
    assert {pupil for pupil, _key in found.first} == {"ann", "bob"}
    assert found.right(keys[0])[1] == 2
    assert sum(("bob", key) in found.first for key in keys) == 3, "all but the line that is cut"
    assert sum(("ann", key) in found.first for key in keys) == 4, "the damaged line stands whole in the other file"
    for name in ("a.csv", "b.json", "c.csv", "d.csv", "e.json", "f.csv", "h.json"):
        assert f"{name}: " in told(found), name
    assert "line 3, right: 'perhaps' is neither true nor false" in told(found)


@pytest.mark.parametrize("indent", [None, 0, 4], ids=["one line", "lines", "indented"])
def test_a_damaged_row_hides_no_other_however_the_json_is_set(indent: int | None, tuesday: ClassSet) -> None:
    mine = answers(tuesday, "ann")
    rows = [each.to_dict() for each in mine]
    whole = json.dumps(rows, indent=indent)
    for damaged, wrong in (
        (
            whole.replace("true", '"perhaps {"', 2).replace('"perhaps {"', "true", 1),
            "row 2, right: 'perhaps {' is neither",
        ),
        (whole.replace('/2"', "/2", 1), "row 2, file: this is no JSON"),
        (whole.replace("{", "", 2).replace('"id"', '{"id"', 1), "row 2, file: "),
        (whole.replace("true", "NaN", 2).replace("NaN", "true", 1), "row 2, file: NaN is no number"),
    ):
        found, faults = salvaged(damaged.encode())
        assert found == [mine[0], *mine[2:]], damaged
        assert len(faults) == 1 and wrong in faults[0] and "\n" not in faults[0]
        line = 1 + damaged[: damaged.index(str(mine[1].id))].count("\n")
        assert int(re.findall(r"^line (\d+), ", faults[0])[0]) in (line - 1, line)
    found, faults = salvaged(whole[:-60].encode())
    assert found == mine[:3] and len(faults) == 1 and "row 4, " in faults[0]


@pytest.mark.parametrize("text", ["{}", '{"a":', '[{"a":['])
def test_a_hostile_file_is_left_soon(text: str) -> None:
    found, faults = salvaged(text.encode() * 30_000)
    assert not found and len(faults) == 1001 and faults[-1] == "has too many lines"


def test_who_hands_in_twice_is_one_pupil_and_two_with_one_name_are_two(tuesday: ClassSet, tmp_path: Path) -> None:
    early = answers(tuesday, "ann", "00--")
    late = [*early, *answers(tuesday, "ann", "--11")]
    found = collect(
        tmp_path,
        tuesday,
        a_csv=to_csv(early),
        b_csv=to_csv(late),
        c_csv=to_csv(late),
        d_csv=to_csv(answers(tuesday, "me", "1---")),
        e_csv=to_csv(answers(tuesday, "me", "0---")),
    )
    assert found.pupils == ["ann", "me (d.csv)", "me (e.csv)"]
    assert sum(pupil == "ann" for pupil, _key in found.first) == 4
    assert "c.csv: is the same as b.csv" in told(found)
    assert "d.csv: 'me' is the nickname of several pupils" in told(found)
    found = collect(tmp_path, tuesday, f_csv=to_csv(answers(tuesday, "me (d.csv)", "0000")))
    assert len(found.pupils) == 4 and len(found.first) == 4 + 1 + 1 + 4, "nobody's answers hide another's"


def test_a_class_database_is_read_like_files(tuesday: ClassSet, tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'class.sqlite'}"
    store = open_store(address)
    for learner in ("ann", "ben"):
        for each in answers(tuesday, learner, "10-1"):
            assert store.append(each), store.warning
    found = read_results([address], tuesday)
    assert found.pupils == ["ann", "ben"] and len(found.first) == 6 and not found.faults
    nowhere = read_results(["postgresql+psycopg://kim:secret@127.0.0.1:1/none"], tuesday)
    assert not nowhere.first and "kim:***@127.0.0.1" in told(nowhere) and "secret" not in told(nowhere)
    for rest in ("kim:se/cret@127.0.0.1:1/none", "kim@127.0.0.1:1/none?password=secret"):
        said = told(read_results([f"postgresql+psycopg://{rest}"], tuesday))
        assert said and "secret" not in said and "cret@" not in said


def test_a_row_that_is_no_answer_hides_nobody_elses(tuesday: ClassSet, tmp_path: Path) -> None:
    file = tmp_path / "class.sqlite"
    store = open_store(f"sqlite:///{file}")
    for learner in ("ann", "eve"):
        assert store.extend(answers(tuesday, learner, "10-1")), store.warning
    bad = answers(tuesday, "eve", "--1-") * 30
    store.extend(replace(each, id=UUID(int=n)) for n, each in enumerate(bad))
    store.close()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE attempt SET kind = 'evil' WHERE id < ?", (UUID(int=30).hex,))
    found = read_results([f"sqlite:///{file}"], tuesday)
    assert found.pupils == ["ann", "eve"] and len(found.first) == 6, "nor the other rows of the same pupil"
    assert f"'eve': a damaged row: {UUID(int=3).hex}, kind: 'evil' is none of" in told(found)
    assert len(found.faults) == 21 and "and 10 more lines like that" in told(found)


def test_a_file_that_cannot_be_written_is_named(tuesday: ClassSet, tmp_path: Path) -> None:
    chosen, nowhere = tmp_path / "set.json", str(tmp_path / "none" / "out")
    chosen.write_text(set_text(tuesday), encoding="utf-8")
    for field, write in (
        ("csv", lambda: results_command([str(chosen)], nowhere, print)),
        ("out", lambda: sheet_command(str(chosen), f"{nowhere}.pdf", False, False)),
    ):
        with pytest.raises(SetError, match=rf"^--{field}: '{re.escape(nowhere)}[^ ]*' cannot be written"):
            write()


def test_a_files_name_gives_the_terminal_no_orders(tuesday: ClassSet, tmp_path: Path) -> None:
    (tmp_path / "a\x1b[31m.json").write_text("{broken", encoding="utf-8")
    assert "\x1b" not in str(read_results([tmp_path], tuesday)) and "a\\x1b[31m.json" in told(
        read_results([tmp_path], tuesday)
    )


def test_a_file_that_was_changed_by_hand_gains_nothing(tuesday: ClassSet, tmp_path: Path) -> None:
    honest = answers(tuesday, "eve", "0000")
    better = [replace(each, right=True) for each in honest]
    foreign = replace(honest[0], id=answers(tuesday, "x", "1---")[0].id, answer="8s8s8s", right=True)
    found = collect(
        tmp_path,
        tuesday,
        a_csv=to_csv(honest),
        b_csv=to_csv(better),
        c_csv=to_csv([replace(foreign, learner="zoe")]),
        d_csv=to_csv([replace(each, learner="max") for each in answers(tuesday, "max", "0---")]).replace(
            "false", "true"
        ),
    )
    assert not any(attempt.right for attempt in found.first.values())
    assert "b.csv: an answer of 'eve' differs from the one in a.csv" in told(found)
    assert "c.csv: puzzle 1: '8s8s8s' cannot be played there" in told(found)
    theirs = [replace(each, learner="kim") for each in honest]
    copied = collect(tmp_path, tuesday, e_csv=to_csv(theirs))
    assert "e.csv: has answers of 'eve' under another nickname" in told(copied) and "kim" in copied.pupils
    assert re.search("d.csv: puzzle 1: the file says '.*' is right, the solver says it is wrong", told(found))


def test_hostile_text_reaches_neither_the_page_nor_a_spreadsheet(tuesday: ClassSet, tmp_path: Path) -> None:
    names = ['=HYPERLINK("http://x")', "<script>alert(1)</script>", "+1", "@SUM(A1)", "-2+3", "a;=1+1", "＝1", "ok"]
    files = {f"f{n}_csv": to_csv(answers(tuesday, name, "1---")) for n, name in enumerate(names)}
    found = collect(tmp_path, tuesday, **files)
    assert found.pupils == sorted(names, key=lambda name: found.pupils.index(name))
    assert "<script>" not in found._repr_html_()
    text = found.to_csv()
    for delimiter in (",", ";", "\t"):
        for row in csv.reader(io.StringIO(text), delimiter=delimiter):
            assert not any(cell.startswith(("=", "+", "@", "＝")) or re.match("-.", cell) for cell in row), row


def test_results_are_of_one_set_and_nothing_else_is_mixed_in(tuesday: ClassSet, tmp_path: Path) -> None:
    (tmp_path / "answers").mkdir()
    (tmp_path / "set.json").write_text(set_text(tuesday), encoding="utf-8")
    other = make_set(number=4, seed=99, name="other")
    found_files = {
        "a.csv": to_csv(answers(tuesday, "ann")),
        "b.csv": to_csv(answers(other, "bob")),
        "other.json": set_text(other),
    }
    for name, text in found_files.items():
        (tmp_path / "answers" / name).write_text(text, encoding="utf-8")
    (tmp_path / "answers" / "folder.csv").mkdir()
    found = read_results([tmp_path / "set.json", tmp_path / "answers", tmp_path / "nowhere.csv"])
    assert found.pupils == ["ann"]
    for line in (
        "b.csv: holds no answer to this set",
        f"other.json: is another set than '{tuesday.id}'",
        "folder.csv: cannot be read (it is no file)",
        "nowhere.csv: cannot be read (No such file",
    ):
        assert line in told(found)
    with pytest.raises(SetError, match="none of them is a set"):
        read_results([tmp_path / "answers" / "a.csv"])


def test_a_made_up_class_is_the_same_each_time(tuesday: ClassSet) -> None:
    one, other = made_up_class(tuesday, 5), made_up_class(tuesday, 5)
    assert str(one) == str(other) and len(one.pupils) == 5 and not one.faults


# ------------------------------------------------------------------ the command line


def test_a_set_from_the_command_line_and_its_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "class"
    options = [
        "--kind",
        "chop",
        "--difficulty",
        "easy",
        "--number",
        "2",
        "--seed",
        "4",
        "--lang",
        "vi",
        "--name",
        "tue",
    ]
    assert cli.main(["class", "set", *options, "--out", str(out)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 5
    chosen = read_set(out / "teacher" / "set.json")
    (tmp_path / "a.csv").write_text(to_csv(answers(chosen, "ann", "10")), encoding="utf-8")
    (tmp_path / "b.csv").write_text("nothing", encoding="utf-8")
    files = [str(out / "teacher" / "set.json"), str(tmp_path / "a.csv"), str(tmp_path / "b.csv")]
    assert cli.main(["class", "results", *files, "--csv", str(tmp_path / "out.csv")]) == 0
    said, err = capsys.readouterr()
    assert "ann" in said and err.startswith("b.csv: ")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "out.csv").read_text(encoding="utf-8-sig"))))
    assert [row["right"] for row in rows if row["pupil"] == "ann"] == ["", "", "true", "false"]
    assert cli.main(["class", "sheet", files[0], "--key", "--large", "--out", str(tmp_path / "k.pdf")]) == 0
    assert (tmp_path / "k.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["set", "--number", "many"], "--number: 'many' is no whole number"),
        (["set", "--theme", "x"], "--theme: 'x' is none of"),
        (["set", "--pack", "nowhere.txt"], "nowhere.txt"),
        (["set", "--name", "a/b"], "--name: 'a/b' may hold"),
        (["sheet", "nowhere.json"], "nowhere.json"),
        (["results", "nowhere.csv"], "none of them is a set"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_status_2(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = [] if arguments[0] == "results" else ["--out", str(tmp_path / "x.pdf")]
    assert cli.main(["class", *arguments, *more]) == 2
    out, err = capsys.readouterr()
    assert not out and message in err and err.count("\n") == 1


# ------------------------------------------------------------------ the teacher's notebook, the wall


def test_a_wrong_call_of_the_teachers_is_answered_with_one_line(tuesday: ClassSet, tmp_path: Path) -> None:
    wrong = class_set(kind="nonsense")
    for said in (
        wrong,
        lesson_plan(wrong),
        on_the_wall(wrong),
        lesson_plan(3),
        class_results("nowhere"),
        write_files(None),
    ):
        assert "\n" not in str(said) and len(str(said)) > 20
    assert "Name a folder" in str(write_files(tuesday)) and not list(tmp_path.iterdir())
    assert "key.pdf" in str(write_files(tuesday, str(tmp_path / "new")))
    assert on_the_wall(tuesday, 99).position == str(tuesday.puzzles[-1].position)


def test_a_vote_on_the_wall_the_least_popular_verdict_first() -> None:
    board = Board("pagat 3s5d5h/4c4d7s 0 - -")
    assert "5d5h" not in json.dumps(board.scene["vote"]) and not board.scene["verdicts"] and not board.scene["tools"]
    assert board.propose("3s", 9) and board.propose("5d") and not board.propose("7s") and not board.propose("nonsense")
    board._do_vote({"play": "5d", "hands": 12})
    board._do_vote({"play": "5d5h", "hands": 3})
    board._do_vote({"play": "3s", "hands": "many"})
    board._do_answer({})
    assert board.hands == {"3s": 9, "5d": 12} and board.proposals == ["3s", "5d"], "no answer before the verdicts"
    assert [row["verdict"] for row in board.scene["vote"]["rows"]] == ["", ""]
    assert board.reveal() == "3s" and [bool(row["verdict"]) for row in board.scene["vote"]["rows"]] == [True, False]
    assert board.scene["says"]["tone"] == "bad" and "7♠" in board.scene["says"]["text"]
    assert board.reveal() == "5d" and board.reveal() == ""
    board._do_answer({})
    assert board.proposals[-1] == "5d5h" and board.scene["vote"]["rows"][-1]["best"]
    board._do_restart({})
    assert (board.proposals, board.revealed, board.hands) == ([], [], {})
    board._do_hint({})
    board._do_give_up({})
    assert not board.shown_answer and not board.line
    assert Board("pagat 3s").scene["trouble"] and not Board("pagat 3s").propose("3s")
