"""The site that runs in the browser: what is put into it, what is refused; and, at night, one that is opened."""

from __future__ import annotations

import contextlib
import json
import re
import sys
import threading
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tutor import course, puzzles
from tutor.classroom import site
from tutor.classroom.sets import make_set, set_text
from tutor.cli import main
from tutor.progress import Attempt, MemoryStore, SafeStore
from tutor.widgets.mirror import MirroredStore

# ------------------------------------------------------------------ what goes in


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    return zipfile.ZipFile(site.write_wheel(tmp_path_factory.mktemp("wheel")))


def test_the_wheel_holds_the_package_its_lessons_and_its_words(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    assert {"tutor/__init__.py", "tutor/widgets/static/cards.js", "tutor/classroom/pupils.py"} <= names
    assert {f"tutor/_data/lessons/{path.name}" for path in course.sources()} <= names
    assert "tutor/locale/de/LC_MESSAGES/tutor.mo" in names
    assert "tutor/_data/puzzles/locale/de/lessons-02.po" in names or any("puzzles/locale/de" in n for n in names)
    assert not [name for name in names if "__pycache__" in name or name.endswith((".pyc", ".nbi"))]
    record = next(name for name in names if name.endswith("RECORD"))
    listed = {line.split(",")[0] for line in wheel.read(record).decode().splitlines()}
    assert listed == names


def test_the_wheel_holds_every_puzzle_but_the_slow_ones(wheel: zipfile.ZipFile) -> None:
    packs = [name for name in wheel.namelist() if re.fullmatch(r"tutor/_data/puzzles/[^/]+\.toml", name)]
    found = {entry["id"] for name in packs for entry in tomllib.loads(wheel.read(name).decode()).get("puzzle", [])}
    assert found == {puzzle.id for puzzle in puzzles.load()} - site.too_slow()


def test_slow_puzzles_are_shipped_ones_that_no_lesson_poses() -> None:
    assert site.too_slow() <= {puzzle.id for puzzle in puzzles.load()}
    lessons = "".join(path.read_text(encoding="utf-8") for path in course.sources())
    assert not [name for name in site.too_slow() if f'"{name}"' in lessons or f'\\"{name}\\"' in lessons]


def test_the_same_package_gives_the_same_wheel(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    assert site.write_wheel(tmp_path).read_bytes() == site.write_wheel(tmp_path / "other").read_bytes()


def test_the_front_page_links_every_lesson_by_its_heading_as_text() -> None:
    evil = json.dumps({"cells": [{"cell_type": "markdown", "source": ["# <script>x</script>\n", "more"]}]}).encode()
    page = site.front_page([*course.lessons("de"), ("x.ipynb", evil)], "de")
    assert '<html lang="de">' in page and "&lt;script&gt;x&lt;/script&gt;" in page and page.count("<script") == 1
    for name, _content in course.lessons("de"):
        assert f'href="notebooks/index.html?path={name}"' in page


def test_a_set_becomes_a_notebook(tmp_path: Path) -> None:
    chosen = make_set(number=2, drills=1, seed=3, lang="de", name="tuesday")
    file = tmp_path / "set.json"
    file.write_text(set_text(chosen), encoding="utf-8")
    ((name, content),) = site._set_notebooks([str(file)])
    assert name == f"{chosen.id}.ipynb"
    assert "SetPuzzle" in content.decode() and json.loads(content)["metadata"]["language_info"] == {"name": "python"}


# ------------------------------------------------------------------ what is refused


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    status = main(["site", "build", *arguments])
    said = capsys.readouterr()
    assert (status, said.out, said.err.count("\n")) == (2, "", 1), said
    return said.err


def test_folders_and_languages_that_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years")
    assert "'%s' holds something" % (tmp_path / "mine") in refused(capsys, str(tmp_path / "mine"))
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "years"
    assert "is a file" in refused(capsys, str(tmp_path / "mine" / "thesis.txt"))
    assert "there is no folder" in refused(capsys, str(tmp_path / "no" / "site"))
    assert "DIR: '' is no folder" in refused(capsys, "")
    assert "--lang: there are no lessons in 'xx'" in refused(capsys, str(tmp_path / "s"), "--lang", "xx")


def test_sets_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, bad = str(tmp_path / "s"), tmp_path / "bad.json"
    assert "--set: " in refused(capsys, out, "--set", str(tmp_path / "none.json"))
    bad.write_text("{")
    assert "bad.json: " in refused(capsys, out, "--set", str(bad))
    bad.write_text(set_text(make_set(number=1, drills=0)))
    assert "once more" in refused(capsys, out, "--set", str(bad), "--set", str(bad))


def test_without_the_tools_it_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site.importlib.util, "find_spec", lambda name: None)
    assert "pip install 'tienlen-tutor[site]'" in refused(capsys, str(tmp_path / "s"))
    monkeypatch.setattr(site.importlib.util, "find_spec", lambda name: object())
    monkeypatch.setattr(site.shutil, "which", lambda name: None)
    assert "Node.js" in refused(capsys, str(tmp_path / "s"))
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_fetched_is_named_on_one_line(tmp_path: Path) -> None:
    failing = [sys.executable, "-c", "import sys; sys.exit('ERROR: no network\\nmore')"]
    with pytest.raises(site.SiteError, match=r"^fsrs 6 could not be fetched.*\(ERROR: no network\)$"):
        site._fetch(failing, "fsrs 6", str(tmp_path))


# ------------------------------------------------------------------ the copy in the browser's storage

ANN = Attempt.from_dict({
    "id": "88c13432-52a3-4f0b-bb74-447950aa273b", "learner": "ann", "puzzle": "x", "at": "2026-11-30T00:45:55+00:00",
    "answer": "3s", "right": True, "seconds": 0.0, "hints": 0, "kind": "first",
})  # fmt: skip


def test_answers_are_copied_given_back_and_forgotten() -> None:
    first = MirroredStore(SafeStore(MemoryStore()))
    assert first.append(ANN)
    copy = first._mirror.lines
    assert '"ann"' in copy
    fresh = MirroredStore(SafeStore(MemoryStore()))
    fresh._mirror._on_found(None, {"found": copy + "damaged\n"}, [])
    assert fresh.attempts() == [ANN] and fresh._mirror.lines == copy
    assert fresh.delete("ann") == 1
    assert (fresh._mirror.lines, fresh._mirror.gone) == ("", ["ann"])


def test_a_copy_that_was_changed_by_hand_does_no_harm() -> None:
    store = MirroredStore(SafeStore(MemoryStore([ANN])))
    for found in (store.dumps().replace('"3s"', '"4s"'), 5, "{", None):
        store._mirror._on_found(None, {"found": found}, [])
    assert store.attempts() == [ANN]


# ------------------------------------------------------------------ a whole site, in a real browser


class Quiet(SimpleHTTPRequestHandler):
    """Serves files as `python -m http.server` does, and is silent."""

    def log_message(self, *_arguments: Any) -> None:
        pass


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    """Builds and serves a site with the lessons in a language and a set, once each; what it gives is the address."""
    pytest.importorskip("jupyterlite_core", reason="needs the extra site")

    with contextlib.ExitStack() as stack:

        @cache
        def serve(lang: str) -> str:
            folder = tmp_path_factory.mktemp("site")
            file = folder / "set.json"
            file.write_text(set_text(make_set(number=1, drills=0, name="tuesday")), encoding="utf-8")
            assert main(["site", "build", str(folder / "site"), "--lang", lang, "--set", str(file)]) == 0
            handler = partial(Quiet, directory=folder / "site")
            server = stack.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), handler))
            threading.Thread(target=server.serve_forever, daemon=True).start()
            stack.callback(server.shutdown)
            return f"http://127.0.0.1:{server.server_port}"

        yield serve


@pytest.fixture
def address(served: Callable[[str], str], lang: str) -> str:
    return served(lang)


@pytest.fixture
def offline(page: Any, address: str) -> Iterator[Any]:
    """A page that reaches the site's server and nothing else; the test fails if it tried, or if its code failed."""
    refused: list[str] = []
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))

    def decide(route: Any) -> None:
        if route.request.url.startswith((address, "data:", "blob:")):
            route.continue_()
        else:
            refused.append(route.request.url)
            route.abort()

    page.context.route("**/*", decide)
    yield page
    assert not refused and not faults


def run_all(page: Any) -> None:
    """Run the notebook that is open; fails if a cell does, or if one warns."""
    page.wait_for_function(
        """() => { const session = window.jupyterapp?.shell?.currentWidget?.sessionContext;
                   return session?.isReady && session.session?.kernel?.status === 'idle'; }""",
        timeout=120_000,
    )
    page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells') }")
    told = """() => {
        const { content, sessionContext } = jupyterapp.shell.currentWidget;
        const code = content.widgets.filter((cell) => cell.model.type === 'code');
        const wrong = code.flatMap((cell) => cell.model.outputs.toJSON())
            .filter((output) => output.output_type === 'error'
                || output.name === 'stderr' && /Warning|Error/.test(output.text));
        const over = code.every((cell) => cell.model.executionCount !== null)
            && sessionContext.session.kernel.status === 'idle';
        return over || wrong.length ? { wrong } : null; }"""
    assert page.wait_for_function(told, timeout=240_000).json_value() == {"wrong": []}


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("lang", "number"), [*(("en", number) for number in range(1, len(course.sources()) + 1)), ("vi", 10)]
)
def test_a_lesson_runs_and_asks_nobody_else(offline: Any, address: str, number: int) -> None:
    offline.goto(address)
    offline.locator(f'a[href*="path={number:02}-"]').click()
    run_all(offline)
    # the cards of a table, or a picture where a lesson has no table
    expect(offline.locator(".jp-OutputArea-output").locator("svg, [role=option]").first).to_be_attached()
    if number == 1:
        solve_the_first_puzzle(offline)
        later = offline.context.new_page()
        later.goto(offline.url)
        run_all(later)
        expect(
            later.get_by_text(re.compile(r"Lesson 1, me: 1 of \d+ exercises is answered right")).last
        ).to_be_attached()


def solve_the_first_puzzle(page: Any) -> None:
    puzzle = page.locator(".jp-OutputArea-output").filter(has_text="Three cards against three").last
    for names in (("five of diamonds", "five of hearts"), ("three of spades",)):
        for name in names:
            puzzle.get_by_role("option", name=name).click()
        puzzle.get_by_role("button", name="Play", exact=True).click()
        expect(puzzle.get_by_role("status")).to_contain_text(
            "Right so far." if len(names) == 2 else "Solved.", timeout=20_000
        )
    assert '"lesson-01/puzzle-widget"' in page.evaluate("() => localStorage.getItem('tienlen-progress')")
