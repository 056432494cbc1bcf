"""The classroom in a browser: a vote on the wall, the teacher's notebook, and a pupil's notebook from start to end."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tutor.classroom.results import read_results
from tutor.classroom.sets import make_set, notebook
from tutor.explain import card_name
from tutor.puzzles import solved
from tutor.widgets import Board

Show = Callable[[Any], Any]
NOTHING_WRONG = "[data-mime-type*=error], [data-mime-type*=stderr], .tl-trouble:visible"


def pick(view: Locator, cards: Any, press: str) -> None:
    for card in cards:
        view.locator(".tl-felt").get_by_role("option", name=card_name(card), exact=True).click()
    view.get_by_role("button", name=press, exact=True).click()


def test_a_vote_on_the_wall_by_mouse_and_keyboard(show: Show, clean_page: Page) -> None:
    board = Board("pagat 3s5d5h/4c4d7s 0 - -")
    view = show(board).view()
    cards = board._attempt().position.hand(0)
    pick(view, cards[:1], "Put to the vote")
    field = view.get_by_role("spinbutton", name="Hands for three of spades")
    field.fill("14")
    field.press("Tab")
    pick(view, cards[1:], "Put to the vote")
    expect(view.get_by_role("spinbutton")).to_have_count(2)
    expect(view.get_by_role("spinbutton").first).to_have_value("14")
    view.get_by_role("spinbutton").last.fill("5")
    view.get_by_role("button", name="Reveal the next verdict").press("Enter")
    expect(view.locator(".tl-verdict")).to_have_text(["wins"])
    expect(view.get_by_role("button", name="Reveal the next verdict")).to_be_focused()
    view.get_by_role("button", name="Reveal the next verdict").press("Enter")
    expect(view.locator(".tl-verdict")).to_have_text(["loses", "wins"])
    assert board.hands == {"3s": 14, "5d5h": 5}
    view.get_by_role("button", name="Vote anew").click()
    expect(view.get_by_role("spinbutton")).to_have_count(0)


@pytest.mark.slow
def test_a_walk_through_the_teachers_notebook(lab: Any, clean_page: Page) -> None:
    page = clean_page
    lab.open(page, "13-for-teachers.ipynb")
    lab.run_all(page)
    cells = page.locator(".jp-CodeCell")
    expect(cells.last.get_by_text("none of them is a set")).to_be_visible(timeout=120_000)
    expect(page.locator(NOTHING_WRONG)).to_have_count(0)
    expect(page.get_by_role("heading", name="tuesday-")).to_be_visible()
    expect(page.get_by_text("12 pupils have handed in.")).to_be_visible()
    view = page.locator(".tl-board")
    view.scroll_into_view_if_needed()
    view.locator(".tl-felt").get_by_role("option").first.click()
    view.get_by_role("button", name="Put to the vote", exact=True).scroll_into_view_if_needed()
    view.get_by_role("button", name="A pass to the vote").click()
    view.get_by_role("button", name="Reveal the next verdict").click()
    expect(view.locator(".tl-verdict")).to_have_count(1)


@pytest.mark.slow
def test_a_pupil_from_the_first_cell_to_the_file_that_is_handed_in(lab: Any, clean_page: Page, tmp_path: Path) -> None:
    page, chosen = clean_page, make_set(number=2, seed=3, drills=1, kind="open", difficulty="easy", name="wednesday")
    content = notebook(chosen)
    imports = next(cell for cell in content["cells"] if cell["id"] == "imports")
    # other tests in this JupyterLab have another learner
    imports["source"] = f"import os\nos.environ['TIENLEN_DATA'] = {str(tmp_path)!r}\n{imports['source']}"
    (lab.folder / "wednesday.ipynb").write_text(json.dumps(content), encoding="utf-8")
    lab.open(page, "wednesday.ipynb")
    lab.run_all(page)
    cells = page.locator(".jp-CodeCell")
    expect(cells.last.get_by_text("You have not answered anything of this set yet.")).to_be_visible(timeout=60_000)
    expect(page.locator(NOTHING_WRONG)).to_have_count(0)
    for number, puzzle in enumerate(chosen.puzzles):
        view = cells.nth(3 + number).locator(".tl-root")
        view.scroll_into_view_if_needed()
        best = solved(puzzle.position, puzzle.goal).best
        plays = puzzle.position.legal_plays()
        play = best[0] if number else next(each for each in plays if each not in best and not each.is_pass)
        if play.is_pass:
            view.get_by_role("button", name="Pass", exact=True).click()
        else:
            pick(view, play.cards, "Play")
        expect(view.locator(".tl-says")).not_to_have_text("Your turn.")
    lab.run_all(page)
    expect(cells.last.get_by_text("2 answers are in the file")).to_be_visible(timeout=60_000)
    [file] = lab.folder.glob("wednesday-*.csv")
    found = read_results([file], chosen)
    assert not found.faults and found.pupils[0].startswith("pupil-")
    assert [found.right(key) for key in list(chosen.keys())[1:]] == [(0, 1), (1, 1)]
