"""The lessons' way into the learner's folder: whatever the learner did there stays (shared case C35)."""

from __future__ import annotations

import ast
import errno
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tutor import copies, lessons, resources
from tutor.copies import MANIFEST, LessonsError, copy_lessons, lesson_files

NAME = "01-order.ipynb"
BESIDE = "01-order (new 0.2.0).ipynb"

Notebook = dict[str, Any]
Ship = Callable[..., Path]


def notebook(*sources: str, **changes: Any) -> Notebook:
    cells = [
        {"cell_type": "code", "source": source, "outputs": [], "execution_count": None, "metadata": {}}
        for source in sources
    ]
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **changes}


def write(path: Path, content: Notebook) -> None:
    path.write_text(json.dumps(content), encoding="utf-8")


def actions(folder: Path, lang: str = "en") -> list[str]:
    return [lesson.action for lesson in copy_lessons(folder, lang)]


@pytest.fixture
def ship(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ship:
    """Put a release with these lessons in the place of the installed one."""

    def ship(release: str, *, lang: str = "", **contents: Notebook) -> Path:
        source = tmp_path / "shipped" / lang
        source.mkdir(parents=True, exist_ok=True)
        for name, content in contents.items():
            write(source / f"{name}.ipynb", content)
        monkeypatch.setattr(resources, "shipped", lambda _: tmp_path / "shipped")
        monkeypatch.setattr(resources, "release", lambda: release)
        return source

    return ship


@pytest.fixture
def own(tmp_path: Path, ship: Ship) -> Path:
    """A learner's folder with release 0.1.0 of one lesson; 0.2.0 has come out since."""
    folder = tmp_path / "own"
    ship("0.1.0", **{"01-order": notebook("import tutor", "guess = None")})
    assert actions(folder) == ["copied"]
    ship("0.2.0", **{"01-order": notebook("import tutor", "guess = ''")})
    return folder


def sources(path: Path) -> list[str]:
    return ["".join(cell["source"]) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]


def change(path: Path, edit: Callable[[Notebook], None]) -> bytes:
    content = json.loads(path.read_text(encoding="utf-8"))
    edit(content)
    write(path, content)
    return path.read_bytes()


def test_first_copy_is_the_lesson_itself(own: Path, ship: Ship) -> None:
    assert sources(own / NAME) == ["import tutor", "guess = None"]
    assert sorted(path.name for path in own.iterdir()) == [MANIFEST, NAME]


def test_an_untouched_old_copy_is_updated(own: Path) -> None:
    assert actions(own) == ["updated"]
    assert sources(own / NAME)[1] == "guess = ''"
    assert actions(own) == ["unchanged"]


def test_an_edited_old_copy_stays_and_the_new_lesson_is_put_beside_it_once(own: Path) -> None:
    mine = change(own / NAME, lambda content: content["cells"][1].update(source="guess = '5d5h'"))
    done = copy_lessons(own)
    assert [(lesson.action, lesson.path.name) for lesson in done] == [("beside", BESIDE)]
    assert (own / NAME).read_bytes() == mine
    assert sources(own / BESIDE)[1] == "guess = ''"
    assert actions(own) == ["kept"]
    assert sorted(path.name for path in own.glob("*.ipynb")) == [BESIDE, NAME]


@pytest.mark.parametrize("fate", ["edited", "deleted"])
def test_the_copy_beside_is_the_learners_too(own: Path, fate: str) -> None:
    change(own / NAME, lambda content: content["cells"].pop())
    copy_lessons(own)
    if fate == "edited":
        change(own / BESIDE, lambda content: content["cells"].pop())
    else:
        (own / BESIDE).unlink()
    before = sorted(own.glob("*.ipynb"))
    assert actions(own) == ["kept"]
    assert sorted(own.glob("*.ipynb")) == before


def test_a_third_release_is_put_beside_under_its_own_name(own: Path, ship: Ship) -> None:
    change(own / NAME, lambda content: content["cells"].pop())
    copy_lessons(own)
    ship("0.3.0", **{"01-order": notebook("print('third')")})
    assert [lesson.path.name for lesson in copy_lessons(own)] == ["01-order (new 0.3.0).ipynb"]
    ship("0.3.0", **{"01-order": notebook("print('third, mended without a new number')")})
    assert [lesson.path.name for lesson in copy_lessons(own)] == ["01-order (new 0.3.0, 2).ipynb"]


def run(content: Notebook) -> None:
    """What JupyterLab leaves after every cell was run with Shift+Enter."""
    for count, cell in enumerate(content["cells"], 1):
        cell["execution_count"] = count
        cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": ["hello\n"]}]
        cell["metadata"] = {"collapsed": False}
        cell["source"] = cell["source"].splitlines(keepends=True)
    content["cells"].append({"cell_type": "code", "source": [], "outputs": [], "metadata": {}, "id": "a1"})
    content["metadata"] = {"language_info": {"name": "python", "version": "3.14.0"}}


def test_running_a_lesson_is_no_edit(own: Path) -> None:
    change(own / NAME, run)
    assert actions(own) == ["updated"]


def test_answers_typed_at_a_prompt_or_into_saved_widgets_are_kept(own: Path, ship: Ship) -> None:
    asks = notebook("name = input('Your name? ')")
    ship("0.1.0", **{"01-order": asks, "02-widgets": notebook("show()")})
    (own / NAME).unlink()
    copy_lessons(own)
    answered = change(own / NAME, run)
    saved = change(own / "02-widgets.ipynb", lambda content: content["metadata"].update(widgets={"state": {}}))
    ship("0.2.0", **{"01-order": notebook("name = ''"), "02-widgets": notebook("show(2)")})
    assert actions(own) == ["beside", "beside"]
    assert (own / NAME).read_bytes() == answered
    assert (own / "02-widgets.ipynb").read_bytes() == saved


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"01-order.ipynb": 5}',
        b'{"01-order.ipynb": {"copied": []}}',
        b"\xff\xfe",
        b"[" * 99999,
    ],
    ids=["empty", "cut", "list", "null", "number", "no-hash", "not-text", "deep"],
)
def test_with_a_damaged_manifest_every_copy_counts_as_edited(own: Path, damage: bytes) -> None:
    (own / MANIFEST).write_bytes(damage)
    mine = (own / NAME).read_bytes()
    assert actions(own) == ["beside"]
    assert (own / NAME).read_bytes() == mine
    (own / MANIFEST).write_bytes(damage)
    assert actions(own) == ["kept"], "the new lesson is there already, whether or not the manifest knows"


def test_a_folder_in_the_manifests_place_only_loses_the_memory(own: Path) -> None:
    (own / MANIFEST).unlink()
    (own / MANIFEST).mkdir()
    assert actions(own) == ["beside"]
    assert actions(own) == ["kept"]


@pytest.mark.parametrize("content", [b"", b"{}", b"my notes", b'{"cells": 3}', b'{"cells": ["x"]}', b"\xff\x00"])
def test_a_file_of_the_learners_that_is_no_notebook_is_never_touched(own: Path, content: bytes) -> None:
    (own / NAME).write_bytes(content)
    assert actions(own) == ["beside"]
    assert (own / NAME).read_bytes() == content


def test_a_link_in_the_lessons_place_is_not_replaced(own: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.ipynb"
    (own / NAME).rename(elsewhere)
    (own / NAME).symlink_to(elsewhere)
    before = elsewhere.read_bytes()
    assert actions(own) == ["beside"]
    assert (own / NAME).is_symlink()
    assert elsewhere.read_bytes() == before


def test_a_deleted_lesson_comes_back(own: Path) -> None:
    (own / NAME).unlink()
    assert actions(own) == ["copied"]


def test_a_file_that_a_lesson_no_longer_has_a_name_for_stays(own: Path, ship: Ship) -> None:
    shipped = ship("0.2.0", **{"02-runs": notebook("1")})
    (shipped / NAME).unlink()
    assert actions(own) == ["copied"]
    assert (own / NAME).exists()


def test_a_translation_goes_to_a_folder_of_its_own_and_falls_back_to_english(own: Path, ship: Ship) -> None:
    ship("0.2.0", **{"02-runs": notebook("# runs")})
    words = own.parent / "shipped" / "locale" / "de"
    words.mkdir(parents=True)
    (words / "01-order.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
        'msgctxt "file name"\nmsgid "01-order"\nmsgstr "01-reihenfolge"\n',
        encoding="utf-8",
    )
    assert copies.languages() == ("en", "de")
    assert actions(own) == ["updated", "copied"]
    assert actions(own, "de") == ["copied", "copied"]
    assert sources(own / "de" / "01-reihenfolge.ipynb")[0] == 'import tutor\n\ntutor.language("de")\n\nimport tutor'
    assert sources(own / "de" / "02-runs.ipynb") == ["# runs"]
    assert actions(own) == actions(own, "de") == ["unchanged", "unchanged"], "two languages in one folder"
    with pytest.raises(ValueError, match="no lessons in 'fr', there are: en, de"):
        copy_lessons(own, "fr")


def test_a_file_in_the_folders_place_is_said_and_kept(own: Path, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    with pytest.raises(LessonsError, match="file' is a file"):
        copy_lessons(file)
    with pytest.raises(LessonsError, match="Not a directory"):
        copy_lessons(file / "lessons")
    assert file.read_text() == "mine"


def test_the_folder_is_made_but_not_a_whole_path_that_may_be_a_slip(own: Path, tmp_path: Path) -> None:
    assert actions(tmp_path / "new") == ["copied"]
    with pytest.raises(LessonsError, match="No such file or directory"):
        copy_lessons(tmp_path / "no" / "such")
    assert not (tmp_path / "no").exists()


@pytest.mark.parametrize("reason", [errno.ENOSPC, errno.EACCES, errno.EROFS])
def test_a_full_or_read_only_disk_costs_nothing_and_leaves_nothing(
    own: Path, monkeypatch: pytest.MonkeyPatch, reason: int
) -> None:
    before = {path.name: path.read_bytes() for path in own.iterdir()}

    def refuse(*_: Any) -> None:
        raise OSError(reason, "no room here")

    monkeypatch.setattr(copies.os, "fsync", refuse)
    with pytest.raises(LessonsError) as failure:
        copy_lessons(own)
    assert str(failure.value).startswith("cannot write the lessons to '")
    assert str(failure.value).endswith("own': no room here")
    assert "\n" not in str(failure.value)
    assert {path.name: path.read_bytes() for path in own.iterdir()} == before


def test_every_shipped_lesson_is_a_clean_numbered_notebook() -> None:
    assert lesson_files(), "there is a first lesson"
    for path in lesson_files():
        assert path.name[:2].isdigit(), path.name
        content = json.loads(path.read_text(encoding="utf-8"))
        assert content["metadata"]["language_info"]["name"] == "python", path.name
        assert content["metadata"]["kernelspec"]["name"] == "python3", path.name
        for cell in content["cells"]:
            assert not cell.get("outputs"), f"{path.name} is kept without outputs"
            assert cell.get("execution_count") is None, f"{path.name} is kept without outputs"


def test_links_between_lessons_lead_somewhere():
    """A link in a lesson names a lesson that is there."""
    found = sorted(resources.shipped("lessons").glob("*.ipynb"))
    for lesson in found:
        for target in re.findall(r"\]\(([^)#]+\.ipynb)", lesson.read_text(encoding="utf-8")):
            assert lesson.with_name(target).is_file(), f"{lesson.name}: {target}"


def test_every_name_for_the_notebooks_is_there():
    for name in dir(lessons):
        assert getattr(lessons, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'Cardtable'"):
        _ = lessons.Cardtable
    assert all(list(names) == sorted(names) for names in lessons.NAMES.values())


def test_lessons_import_from_one_place():
    for path in lesson_files():
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            tree = ast.parse("".join(cell["source"])) if cell["cell_type"] == "code" else ast.Module()
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom):
                    assert node.module in {"tutor.lessons", "itertools", "sympy", "sympy.abc"}, (path.name, cell["id"])
                    names = {alias.name for alias in node.names}
                    assert node.module != "tutor.lessons" or names <= set(dir(lessons)), (path.name, cell["id"])
