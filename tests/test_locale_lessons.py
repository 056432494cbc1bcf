"""Lessons in other languages: cut into messages, put together again, complete, and run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from tutor import course
from tutor.copies import copy_lessons
from tutor.course import FILE_NAME, Message, extract, lessons, pieces, source, translate
from tutor.locale.upkeep import card_letters, faults, in_language, lesson_template

LANGUAGES = ("de", "pt", "ru", "vi")
LESSONS = course.sources()
NAMES = [path.name for path in LESSONS]


def notebook(*sources: tuple[str, str], **metadata: Any) -> dict[str, Any]:
    cells = [
        {"cell_type": kind, "id": f"c{number}", "metadata": metadata if kind == "code" else {}, "source": text}
        | ({"outputs": [], "execution_count": None} if kind == "code" else {})
        for number, (kind, text) in enumerate(sources)
    ]
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def messages(markdown: str) -> list[str]:
    return [piece.text for piece in pieces(markdown) if piece.text]


def shout(markdown: str) -> str:
    return "\n".join(line for piece in pieces(markdown) for line in piece.translated(str.upper))


# ------------------------------------------------------------------ Markdown in pieces


@pytest.mark.parametrize(
    ("markdown", "texts"),
    [
        ("# Title\n\nOne\ntwo.\n\nThree.", ["Title", "One two.", "Three."]),
        ("- one\n  more\n- two\n\n1. first\n2. second", ["one more", "two", "first", "second"]),
        ("- outer\n  - inner\n\n  a paragraph of the item", ["outer", "inner", "a paragraph of the item"]),
        ("> quoted\n> text\n\nplain", ["quoted text", "plain"]),
        ("| Kind | Cards |\n|---|---:|\n| pair | `3s3c` |", ["| Kind | Cards |", "| pair | `3s3c` |"]),
        ("Before:\n\n```python\nprint('not this')\n```\nafter", ["Before:", "after"]),
        ("Before:\n\n    code by indent\n\nafter", ["Before:", "after"]),
        ("$$\n\\binom{52}{13}\n$$\n\nin words $x$", ["in words $x$"]),
        ("$$\\binom{52}{13}$$\nin words", ["in words"]),
        ("<details>\n<summary>Answer</summary>\n\nIt is 7.\n\n</details>", ["<summary>Answer</summary>", "It is 7."]),
        ("<!-- a remark -->\n---\n***\ntext", ["text"]),
        ("a hard  \nbreak\\\nand another", ["a hard  \nbreak\\\nand another"]),
        ("`3s5d5h/4c4d7s`\n\n&nbsp;\n\n$1/2$\n\n**25**", []),
        ("A year\n1986. What a year, it\n- counts as an item", ["A year 1986. What a year, it", "counts as an item"]),
        ("Tiến lên", ["Tiến lên"]),
        ("", []),
    ],
)
def test_a_text_is_cut_into_whole_messages(markdown: str, texts: list[str]) -> None:
    assert messages(markdown) == texts


@pytest.mark.parametrize("path", LESSONS, ids=NAMES)
def test_pieces_joined_are_the_lesson_to_the_letter(path: Path) -> None:
    for cell in json.loads(path.read_bytes())["cells"]:
        text = source(cell)
        assert "\n".join(line for piece in pieces(text) for line in piece.lines) == text


@pytest.mark.parametrize("path", LESSONS, ids=NAMES)
def test_english_to_english_is_the_same_lesson(path: Path) -> None:
    original = json.loads(path.read_bytes())
    same = translate(original, lambda text: text, "en")
    first = next(number for number, cell in enumerate(original["cells"]) if cell["cell_type"] == "code")
    for number, (before, after) in enumerate(zip(original["cells"], same["cells"], strict=True)):
        switch = 'import tutor\n\ntutor.language("en")\n\n' if number == first else ""
        assert source(after) == switch + source(before)
        assert {**after, "source": ""} == {**before, "source": ""}


@pytest.mark.parametrize("path", LESSONS, ids=NAMES)
def test_a_translated_text_has_the_form_of_the_original(path: Path) -> None:
    """With every message in one line the lesson renders as before: no list, table or heading is lost on the way."""
    from nbconvert.filters.markdown_mistune import markdown2html_mistune as html

    for cell in json.loads(path.read_bytes())["cells"]:
        if cell["cell_type"] == "markdown":
            text = source(cell)
            # a blank at the end makes it another text, so that it is set anew
            again = "\n".join(line for piece in pieces(text) for line in piece.translated(lambda known: known + " "))
            assert re.sub(r"\s+", "", html(again)) == re.sub(r"\s+", "", html(text)), cell["id"]


def test_marks_of_place_stay_and_wrapped_lines_are_joined() -> None:
    assert shout("# one\n\n- two\n  words\n  1. three\n> four\n> five\n\n| six |\n|---|\n") == (
        "# ONE\n\n- TWO WORDS\n  1. THREE\n> FOUR FIVE\n\n| SIX |\n|---|\n"
    )
    assert shout("> a hard  \n> break") == "> A HARD  \n> BREAK"
    assert shout("- a hard\\\n  break") == "- A HARD\\\n  BREAK"


def test_wrapping_anew_changes_no_message() -> None:
    assert messages("one two\nthree four") == messages("one\ntwo three\nfour") == messages("one two three four")


# ------------------------------------------------------------------ notebooks


def test_a_text_is_extracted_once_and_the_file_name_first() -> None:
    lesson = notebook(("markdown", "# Pairs\n\nAgain."), ("code", "x = 1"), ("markdown", "Again."))
    assert extract(lesson, "02-pairs") == [
        Message("02-pairs", "the file's name: lower case, words joined by -", "", FILE_NAME),
        Message("Pairs", "heading", "c0"),
        Message("Again.", "paragraph", "c0"),
    ]


def test_prose_in_code_and_what_a_cell_names_is_translated_and_nothing_else() -> None:
    code = (
        'GuessNumber("How many hands hold no 2?", 0.3)  # a remark stays\n'
        'PickCard("Jd 9h Kc Ts", rules="sheet")\n'
        'bars({"No 2": 1, "None": 2, \'with a "2"\': 3})\n'
        "f(r'''over several\nlines''', \"Kh Qd\", f'an f-string stays {x}', \"pagat 3s5d5h/4c4d7s 0 - -\")"
    )
    lesson = notebook(("code", "import tutor"), ("code", code), translate=["No 2"])
    found = [message.text for message in extract(lesson)]
    assert found == ["How many hands hold no 2?", "No 2", 'with a "2"', "over several\nlines"]
    made = source(translate(lesson, lambda text: text.upper() if text in found else "", "de")["cells"][1])
    assert made == (
        'GuessNumber("HOW MANY HANDS HOLD NO 2?", 0.3)  # a remark stays\n'
        'PickCard("Jd 9h Kc Ts", rules="sheet")\n'
        'bars({"NO 2": 1, "None": 2, "WITH A \\"2\\"": 3})\n'
        'f("OVER SEVERAL\\nLINES", "Kh Qd", f\'an f-string stays {x}\', "pagat 3s5d5h/4c4d7s 0 - -")'
    )


def test_code_that_is_no_python_is_left_alone() -> None:
    lesson = notebook(("code", "!ls 'two words'\n%time 1"), ("code", 'x = ("three plain words'))
    assert [message.text for message in extract(lesson)] in ([], ["two words"])
    translate(lesson, str.upper, "de")


def test_the_first_code_cell_switches_the_language() -> None:
    lesson = notebook(("markdown", "Hi there."), ("code", "from tutor.talk import higher"), ("code", "higher"))
    made = translate(lesson, lambda text: "Hallo.", "de")
    assert [source(cell) for cell in made["cells"]] == [
        "Hallo.",
        'import tutor\n\ntutor.language("de")\n\nfrom tutor.talk import higher',
        "higher",
    ]
    assert made["metadata"] == {"tutor": {"language": "de"}}
    assert source(lesson["cells"][1]) == "from tutor.talk import higher", "the source is not touched"


def test_links_lead_to_the_translated_lessons() -> None:
    text = "See [two](02-pairs.ipynb), [the step](02-pairs.ipynb#Step-1), [here](#The-check), [web](https://a.b/c).\n"
    lesson = notebook(("markdown", "## The check\n\n" + text))
    known = {"The check": "Der Test"}
    made = translate(lesson, lambda text: known.get(text, ""), "de", {"02-pairs.ipynb": "02-paare.ipynb"})
    assert source(made["cells"][0]) == (
        "## Der Test\n\nSee [two](02-paare.ipynb), [the step](02-paare.ipynb), [here](#Der-Test), [web](https://a.b/c).\n"
    )


def test_a_lesson_that_has_changed_is_translated_as_far_as_it_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is missing or outdated stays English, one paragraph at a time, and the check names it."""
    from tutor import resources
    from tutor.locale.upkeep import update

    monkeypatch.setattr(resources, "shipped", lambda _: tmp_path)
    path = tmp_path / "01-cards.ipynb"
    path.write_text(json.dumps(notebook(("markdown", "# Cards\n\nSome old words."), ("code", "1"))), encoding="utf-8")
    words = course.catalogue(path, "de")
    update(lesson_template(path), words, "de")
    text = words.read_text(encoding="utf-8")
    for english, german in (("01-cards", "01-karten"), ("Cards", "Karten"), ("Some old words.", "Alte Worte.")):
        text = text.replace(f'msgid "{english}"\nmsgstr ""', f'msgid "{english}"\nmsgstr "{german}"')
    words.write_text(text, encoding="utf-8")
    assert faults(lesson_template(path), words, {}) == []
    assert [name for name, _content in lessons("de")] == ["01-karten.ipynb"]

    path.write_text(
        json.dumps(notebook(("markdown", "# Cards\n\nSome new words.\n\nMore."), ("code", "1"))), encoding="utf-8"
    )
    assert [fault.partition(": ")[2] for fault in faults(lesson_template(path), words, {})] == [
        "not translated: 'Some new words.'",
        "not translated: 'More.'",
        "not used any more: 'Some old words.'",
    ]
    update(lesson_template(path), words, "de")
    assert [fault.partition(": ")[2] for fault in faults(lesson_template(path), words, {})] == [
        "outdated (fuzzy): 'Some new words.'",
        "not translated: 'More.'",
    ]
    assert '#| msgid "Some old words."' in words.read_text(encoding="utf-8")
    [(_name, content)] = lessons("de")
    assert source(json.loads(content)["cells"][0]) == "# Karten\n\nSome new words.\n\nMore."


@pytest.mark.parametrize(
    ("english", "german", "fault"),
    [
        ("The `Qd` wins.", "Die Dame gewinnt.", "code lost: `Qd`"),
        ("9♦ and Q♦ win.", "9♦ und Q♦ gewinnen.", "card lost: D♦"),
        ("See [this](a.ipynb).", "Siehe [dies](b.ipynb).", "link lost: a.ipynb"),
        ("There are 25 of them.", "Davon gibt es 52.", "number lost: 25"),
        ("| a | b |", "| a b |", "column lost: |"),
        ("It is $1/2$.", "Es ist die Hälfte.", "formula lost: $1/2$"),
        ("<b>Stop</b>", "Halt", "tag lost: </b>, <b>"),
        ("It is 0.5 or 12,345.", "Es ist 0,5 oder 12.345.", ""),
        ("Take `Qd`.", "Nimm `Qd` (`Q` ist die Dame).", ""),
    ],
)
def test_a_translation_that_loses_something_is_named(tmp_path: Path, english: str, german: str, fault: str) -> None:
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    template, done = Catalog(), Catalog("de")
    template.add(english)
    done.add(english, german)
    path = tmp_path / "x.po"
    with path.open("wb") as file:
        write_po(file, done)
    found = faults(template, path, {"Q": "D", "J": "B"})
    assert found == ([] if not fault else [f"x.po: {fault}: {english!r}"]) or (fault and fault in found[0])


def test_the_translators_command(tmp_path: Path) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "tutor.course", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)

    assert run("extract", str(tmp_path / "new")).returncode == 0
    made = {path.name for path in (tmp_path / "new").iterdir()}
    assert {"tutor.pot", *(f"{path.stem}.pot" for path in LESSONS)} <= made
    for arguments in ([], ["check", "tlh"], ["extract"]):
        refused = run(*arguments)
        assert refused.returncode == 2
        assert "python -m tutor.course update" in refused.stderr


# ------------------------------------------------------------------ the lessons that there are


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", LESSONS, ids=NAMES)
def test_every_paragraph_of_a_lesson_is_translated(path: Path, lang: str) -> None:
    """Nothing missing, outdated or left over; no code, link, formula, card or number lost."""
    template = lesson_template(path)
    found = faults(template, in_language(course.catalogue(path, "LANG"), lang), card_letters(lang))
    assert not found, "run `python -m tutor.course update` and translate:\n" + "\n".join(found)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_course_in_a_language_has_its_own_names_and_the_same_code(lang: str) -> None:
    english = {name: json.loads(content) for name, content in lessons("en")}
    translated = lessons(lang)
    assert len({name for name, _content in translated}) == len(english)
    assert english.keys() & {name for name, _content in translated} <= {"12-big-two.ipynb"}  # a name in every language
    for (name, content), (original_name, original) in zip(translated, english.items(), strict=True):
        assert name[:2] == original_name[:2]
        made = json.loads(content)
        nbformat.validate(nbformat.reads(content.decode(), as_version=4))
        assert [cell["id"] for cell in made["cells"]] == [cell["id"] for cell in original["cells"]]
        codes = [[source(cell) for cell in each["cells"] if cell["cell_type"] == "code"] for each in (made, original)]
        assert codes[0][0] == f'import tutor\n\ntutor.language("{lang}")\n\n{codes[1][0]}'
        strings = r"(\"[^\"\n]*\"|'[^'\n]*')"
        for mine, theirs in zip(codes[0][1:], codes[1][1:], strict=True):
            assert re.sub(strings, "", mine) == re.sub(strings, "", theirs)


def test_two_languages_in_one_folder_do_not_meet(tmp_path: Path) -> None:
    for lang in ("en", "de", "ru"):
        assert {lesson.action for lesson in copy_lessons(tmp_path, lang)} == {"copied"}
    assert {lesson.action for lang in ("en", "de", "ru") for lesson in copy_lessons(tmp_path, lang)} == {"unchanged"}
    assert (tmp_path / "01-the-order-of-the-cards.ipynb").is_file()
    assert (tmp_path / "de" / "01-die-reihenfolge-der-karten.ipynb").is_file()
    assert (tmp_path / "ru" / "01-старшинство-карт.ipynb").is_file()


@pytest.mark.languages
@pytest.mark.parametrize("number", range(len(LESSONS)), ids=NAMES)
def test_a_lesson_runs_in_every_language(number: int, tmp_path: Path) -> None:
    """All languages one after the other in one kernel: the code is the same, so this is about the words in it."""
    together: list[Any] = []
    for lang in LANGUAGES:
        name, content = lessons(lang)[number]
        for cell in nbformat.reads(content.decode(), as_version=4).cells:
            if cell.cell_type == "code":
                together.append(nbformat.v4.new_code_cell(cell.source, metadata={"from": f"{lang}, {name}, {cell.id}"}))
        together.append(nbformat.v4.new_code_cell("%reset -f", metadata={"from": lang}))
    whole = nbformat.v4.new_notebook(cells=together)
    client = NotebookClient(
        whole, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}, allow_errors=False
    )
    try:
        client.execute()
    except CellExecutionError as error:
        failed = next(cell for cell in whole.cells if any(out.output_type == "error" for out in cell.outputs))
        pytest.fail(f"{failed.metadata['from']}: {error}")
