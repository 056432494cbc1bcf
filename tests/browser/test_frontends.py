"""Lesson 1 in the front ends people open it with: JupyterLab light and dark, Notebook 7, Voilà; and what happens to
widgets in JupyterLab over time. No request may leave the machine, and no error may reach the browser's console.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect
from servers import free_port, jupyter_environment, wait_for_server

LESSON = "01-the-order-of-the-cards.ipynb"
PICTURES = os.environ.get("LOOK_AT")  # a folder for pictures of what was tested

pytestmark = pytest.mark.slow


@dataclass
class Watched:
    """A page, what went wrong on it, and what of that is the front end's own affair."""

    page: Page
    errors: list[str] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)
    excused: tuple[str, ...] = ()

    def left(self, found: list[str]) -> list[str]:
        return [each for each in found if not any(part in each for part in self.excused)]


@pytest.fixture
def watched(page: Page) -> Iterator[Watched]:
    """A page all of whose requests and errors are written down. The test fails if a request goes to another machine
    (none gets there), or if an error reaches the console.
    """
    it = Watched(page)

    def look(request: Any) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob", "about") and parts.hostname != "127.0.0.1":
            it.strangers.append(request.url)

    page.on("request", look)
    page.on("websocket", look)
    page.on("pageerror", lambda error: it.errors.append(f"uncaught: {error} {error.stack}"))
    page.on("console", lambda said: said.type == "error" and it.errors.append(f"{said.text} {said.location}"))
    page.route(lambda url: urlsplit(url).hostname != "127.0.0.1", lambda route: route.abort())
    yield it
    assert not it.left(it.strangers), "requests that left the machine"
    assert not it.left(it.errors), "errors in the browser's console"


@contextmanager
def server(root: Path, *command: str) -> Iterator[str]:
    """A server started by `python -m command` on a free port, with settings of its own in `root`; its address."""
    port = free_port()
    log = root / "server.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", *command, f"--port={port}"],
            stdout=output,
            stderr=output,
            env=jupyter_environment(root),
        )
    try:
        url = f"http://127.0.0.1:{port}"
        wait_for_server(url, process, log)
        yield url
    finally:
        process.terminate()
        process.wait(20)


def small_lesson(folder: Path, *sources: str) -> str:
    """A notebook with these cells; its name."""
    cells = [
        {"cell_type": "code", "id": f"c{n}", "metadata": {}, "outputs": [], "execution_count": None, "source": source}
        for n, source in enumerate(sources)
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    book = {"cells": cells, "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}}}
    name = f"small{abs(hash(sources)) % 10**8}.ipynb"
    (folder / name).write_text(json.dumps({**book, "nbformat": 4, "nbformat_minor": 5}), encoding="utf-8")
    return name


def picture(page: Page, name: str, of: Locator | None = None) -> None:
    if PICTURES:
        (of or page).screenshot(path=f"{PICTURES}/{name}.png")


def answer_the_first_question(where: Page | Locator) -> None:
    """One click and Python's word on it, which is the whole way there and back."""
    question = where.locator(".tl-ask").first
    question.get_by_role("radio", name="king of clubs").click()
    question.get_by_role("button", name="Check").click()
    expect(question.get_by_role("status")).to_contain_text("Right. K♣ is higher than J♦", timeout=15_000)


def legible(page: Page, dark: bool) -> None:
    """The widgets take the ground of the page they stand on, and everything on it has contrast enough."""
    ground = page.locator(".tl-root").first.evaluate(
        "(one) => getComputedStyle(one).backgroundColor.match(/\\d+/g).map(Number)"
    )
    assert (sum(ground[:3]) < 300) == dark, ground
    found = Axe().run(page, context=".tl-root", options={"resultTypes": ["violations"]})
    assert found.violations_count == 0, found.generate_report()


# ------------------------------------------------------------------ front ends


def test_a_lesson_in_jupyterlab(lab: Any, watched: Watched) -> None:
    page = watched.page
    lab.open(page, LESSON)
    lab.run_all(page)
    expect(page.locator(".tl-table")).to_have_count(2, timeout=60_000)
    answer_the_first_question(page)
    legible(page, dark=False)
    picture(page, "lab-light")
    page.locator(".tl-table").last.scroll_into_view_if_needed()
    picture(page, "lab-light-puzzle")
    page.evaluate("() => window.jupyterapp.commands.execute('apputils:change-theme', { theme: 'JupyterLab Dark' })")
    page.locator("body[data-jp-theme-light=false]").wait_for(state="attached", timeout=15_000)
    legible(page, dark=True)
    picture(page, "lab-dark-puzzle")
    page.locator(".tl-ask").first.scroll_into_view_if_needed()
    picture(page, "lab-dark")
    page.evaluate("() => window.jupyterapp.commands.execute('apputils:change-theme', { theme: 'JupyterLab Light' })")
    page.locator("body[data-jp-theme-light=true]").wait_for(state="attached", timeout=15_000)


def test_a_lesson_in_notebook_7(tmp_path: Path, watched: Watched) -> None:
    pytest.importorskip("notebook")
    from tutor.copies import copy_lessons

    page = watched.page
    watched.excused = ("(reading 'schema')",)  # Notebook 7.6 looks for settings of a plug-in that it has switched off
    copy_lessons(tmp_path / "lessons")
    options = ("--no-browser", "--allow-root", "--ip=127.0.0.1", "--IdentityProvider.token=")
    folder = f"--ServerApp.root_dir={tmp_path / 'lessons'}"
    with server(tmp_path, "notebook", *options, folder, "--JupyterNotebookApp.expose_app_in_browser=True") as url:
        page.goto(f"{url}/notebooks/{LESSON}")
        ready = "() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
        page.wait_for_function(ready, timeout=60_000)
        page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells') }")
        expect(page.locator(".tl-table")).to_have_count(2, timeout=60_000)
        answer_the_first_question(page)
        legible(page, dark=False)
        picture(page, "notebook-7")
        page.goto("about:blank")


STRANGE = ["@jupyter-notebook/lab-extension"]  # of Notebook 7, if it is installed, too; Voilà cannot load it


def test_a_lesson_in_voila(tmp_path: Path, watched: Watched) -> None:
    pytest.importorskip("voila")
    from tutor.copies import copy_lessons

    page = watched.page
    watched.excused = ("fontawesome", "ERR_FAILED")  # Voilà's own page asks for icons of buttons; ours have none
    copy_lessons(tmp_path / "lessons")
    lesson = str(tmp_path / "lessons" / LESSON)
    with server(
        tmp_path,
        "voila",
        lesson,
        "--no-browser",
        "--Voila.ip=127.0.0.1",
        f"--VoilaConfiguration.extension_denylist={STRANGE}",
    ) as url:
        page.goto(url, timeout=120_000)
        expect(page.locator(".tl-table")).to_have_count(2, timeout=60_000)
        answer_the_first_question(page)
        legible(page, dark=False)
        picture(page, "voila")
        page.goto("about:blank")


# ------------------------------------------------------------------ the life of a widget in JupyterLab

IMPORTS = "from tutor.widgets import CardTable, PickCard\ntold = []"
TABLE = 'table = CardTable("pagat 3s5d5h/4c4d7s 0 - -")\ntable'
EXERCISE = 'exercise = PickCard("Ah2s3d")\nexercise.on_result(lambda number, right: told.append(right))\nexercise'

IN_KERNEL = """async (code) => {
    const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    const done = kernel.requestExecute({ code, store_history: false });
    let said = '';
    done.onIOPub = (message) => { said += message.content.text ?? message.content.evalue ?? ''; };
    await done.done;
    return said.trim();
}"""
COMMAND = """async ([name, cell]) => {
    const book = window.jupyterapp.shell.currentWidget.content;
    if (cell !== null) { book.activeCellIndex = cell; book.mode = 'command'; }
    await window.jupyterapp.commands.execute(name);
}"""


def python(page: Page, code: str) -> str:
    """What the notebook's kernel prints for this."""
    return page.evaluate(IN_KERNEL, code)


def command(page: Page, name: str, cell: int | None = None) -> None:
    """A command of JupyterLab, with this cell as the active one."""
    page.evaluate(COMMAND, [name, cell])


def play(table: Locator, *cards: str) -> None:
    for card in cards:
        table.get_by_role("option", name=card).click()
    table.get_by_role("button", name="Play", exact=True).click()


@pytest.fixture
def small(lab: Any, watched: Watched) -> Page:
    """A notebook with a table and an exercise, run."""
    page = watched.page
    lab.open(page, small_lesson(lab.folder, IMPORTS, TABLE, EXERCISE))
    lab.run_all(page)
    expect(page.locator(".tl-ask")).to_have_count(1, timeout=30_000)
    expect(page.locator(".tl-table")).to_have_count(1)
    return page


def test_two_views_and_a_widget_closed_and_opened_again(small: Page) -> None:
    tables = small.locator(".tl-table")
    command(small, "notebook:create-output-view", 1)
    expect(tables).to_have_count(2)
    play(tables.first, "five of diamonds", "five of hearts")
    for number in (0, 1):
        expect(tables.nth(number).get_by_text("You laid a pair")).to_be_visible()
    small.evaluate("() => [...window.jupyterapp.shell.widgets('main')].forEach((one) => one.context || one.close())")
    expect(tables).to_have_count(1)
    expect(tables.get_by_text("You laid a pair")).to_be_visible()
    command(small, "notebook:run-cell", 1)  # a second run is a new deal
    expect(tables).to_have_count(1)
    expect(tables.get_by_text("Free lead: you begin the round.")).to_be_visible()
    assert python(small, "print(table.line)") == "[]"
    assert python(small, "table.close()") == ""
    expect(tables).to_have_count(0)
    command(small, "notebook:run-cell", 1)
    play(tables, "three of spades")
    expect(tables.get_by_text("You laid a single card")).to_be_visible()


def test_a_cell_copied_deleted_and_run_twice(small: Page) -> None:
    """C36: nothing breaks, nothing counts double."""
    asks = small.locator(".tl-ask")

    def answer(ask: Locator, card: str) -> None:
        ask.get_by_role("radio", name=card).click()
        ask.get_by_role("button", name="Check").click()
        expect(ask.get_by_role("status")).not_to_be_empty()

    answer(asks, "two of spades")
    assert python(small, "print(told)") == "[True]"
    command(small, "notebook:copy-cell", 2)
    command(small, "notebook:paste-cell-below", 2)
    command(small, "notebook:run-cell", 3)
    expect(asks).to_have_count(2)
    assert python(small, "print(told)") == "[True]"
    answer(asks.last, "ace of hearts")
    assert python(small, "print(told, exercise.results)") == "[True, False] [False]"
    asks.last.get_by_role("button", name="Try again").click()  # the first answer is the one that counts
    answer(asks.last, "two of spades")
    assert python(small, "print(told)") == "[True, False]"
    command(small, "notebook:delete-cell", 2)
    expect(asks).to_have_count(1)
    expect(asks.get_by_role("status")).to_contain_text("Right.")
    for _again in range(2):
        command(small, "notebook:run-cell", 2)
    expect(asks).to_have_count(1)
    expect(asks.locator(".tl-says")).to_be_empty()
    answer(asks, "two of spades")
    assert python(small, "print(told)") == "[True, False, True]"


def test_the_page_reloaded_and_the_kernel_restarted(small: Page, watched: Watched) -> None:
    """Reloaded, the table stands as it stood; after a restart it is there to be seen and says that it sleeps."""
    watched.excused = ("Could not restore the debugger state",)  # JupyterLab's own, if the restart overtakes it
    tables = small.locator(".tl-table")
    play(tables, "five of diamonds", "five of hearts")
    expect(tables.get_by_text("You laid a pair")).to_be_visible()
    command(small, "docmanager:save")
    small.reload()
    expect(tables.get_by_text("You laid a pair")).to_be_visible(timeout=30_000)
    tables.get_by_role("button", name="Take back").click()
    expect(tables.get_by_role("option")).to_have_count(3)
    small.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
    expect(tables).to_have_count(1)
    tables.get_by_role("option", name="three of spades").click()
    tables.get_by_role("button", name="Play", exact=True).click(force=True)  # grey still: nobody has judged the pick
    expect(tables.get_by_role("status")).to_contain_text("Run the cell again.")
    for cell in (0, 1):
        command(small, "notebook:run-cell", cell)
    expect(tables.locator(".tl-says")).to_be_empty()
    play(tables, "three of spades")
    expect(tables.get_by_text("You laid a single card")).to_be_visible()


def test_a_notebook_saved_with_its_widgets(small: Page) -> None:
    """Opened again with a new kernel that knows nothing of them: they are drawn as they stood, clicks do no harm,
    and the page says that nobody answers.
    """
    tables, keep_widgets = small.locator(".tl-table"), "@jupyter-widgets/jupyterlab-manager:saveWidgetState"
    play(tables, "five of diamonds", "five of hearts")
    expect(tables.get_by_text("You laid a pair")).to_be_visible()
    command(small, keep_widgets)
    command(small, "docmanager:save")
    small.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    small.reload()
    expect(tables.get_by_text("You laid a pair")).to_be_visible(timeout=30_000)
    tables.get_by_role("button", name="Take back").click()
    tables.get_by_role("option", name="three of spades").click()
    expect(tables.get_by_role("status")).to_contain_text("If it stays silent, run the cell again.", timeout=15_000)
    expect(tables.get_by_text("You laid a pair")).to_be_visible()
    command(small, keep_widgets)  # it is a switch: off again for other tests
