"""A click is answered at once: 100 ms for what is allowed, 1 s for a puzzle's reply. The bounds here are three times
that, as machines that test are busy, and Python's part is processor time; `tests/bench_widgets.py` prints the figures.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import pytest
from packs import SOME
from playwright.sync_api import Locator, Page, expect
from test_frontends import small_lesson

from tutor.widgets import CardTable, PuzzlePlayer

LEGALITY, REPLY = 300, 3000  # milliseconds
TABLE, PUZZLE = "sheet 3s5d9dTcJhQs2h/?9/?11/?4 0 3:8d9sTd 2", "three-cards"

# A click on `what`; the milliseconds until the text of `where` has changed and the change was painted.
TIMED = """async (root, [what, where]) => {
    const begin = performance.now();
    const changed = new Promise((resolve, reject) => {
        const watch = new MutationObserver(() => { watch.disconnect(); resolve(); });
        watch.observe(root.querySelector(where), { childList: true, characterData: true, subtree: true });
        setTimeout(reject, 10_000, new Error(`no answer in ${where}`));
    });
    root.querySelector(what).click();
    await changed;
    await new Promise(requestAnimationFrame);
    return performance.now() - begin;
}"""


def legality(table: Locator, times: int = 9) -> list[float]:
    """Pick and drop a card that may not be played alone, so that the line below the buttons changes each time."""
    return [table.evaluate(TIMED, ["[role=option]", ".tl-reason"]) for _time in range(times)]


def replies(puzzle: Locator, times: int = 5) -> list[float]:
    """A wrong play: the search judges it and its refutation is told; then it is taken back."""
    found = []
    for _time in range(times):
        puzzle.get_by_role("option").first.click()
        expect(puzzle.get_by_role("button", name="Play", exact=True)).to_be_enabled()
        found.append(puzzle.evaluate(TIMED, [".tl-bar .tl-main", ".tl-says"]))
        puzzle.get_by_role("button", name="Take back and try again").click()
    return found


def report(what: str, found: list[float], bound: float) -> None:
    middle = statistics.median(found)
    print(f"\n{what:40} median {middle:5.0f} ms, worst {max(found):5.0f} ms of {len(found)}", end="")
    assert middle < bound, found


def test_page(show: Callable[[Any], Any]) -> None:
    report("page: what is allowed", legality(show(CardTable(TABLE)).view(1).locator(".tl-root")), LEGALITY)
    report("page: reply", replies(show(PuzzlePlayer(PUZZLE)).view(2).locator(".tl-root")), REPLY)


@pytest.mark.slow
def test_lab(lab: Any, clean_page: Page) -> None:
    cell = f"CardTable({TABLE!r})"
    name = small_lesson(lab.folder, "from tutor.widgets import *", cell, f"PuzzlePlayer({PUZZLE!r})")
    lab.open(clean_page, name)
    lab.run_all(clean_page)
    tables = clean_page.locator(".tl-table")
    expect(tables).to_have_count(2, timeout=30_000)
    report("JupyterLab: what is allowed", legality(tables.first), LEGALITY)
    report("JupyterLab: reply", replies(tables.last), REPLY)


def test_python() -> None:
    """Every puzzle that comes along, each of its first plays judged and answered by a player new to it."""
    found = []
    for puzzle in SOME:
        for play in puzzle.position.legal_plays()[:6]:
            player = PuzzlePlayer(puzzle)
            begin = time.process_time()
            player.play(play)
            found.append(1000 * (time.process_time() - begin))
    report("Python: reply, every puzzle", found, REPLY)
    assert max(found) < 3 * REPLY
