"""A match in a browser: a whole deal by keyboard, two people at one screen, pace, forms; a busy kernel, and none."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tutor.explain import card_name
from tutor.play import Sitting, match_path
from tutor.widgets import PlayTable, PositionEditor

Show = Callable[[Any], Any]

SMALL = "sheet 3s5d5hKs/4c4d7s 0 - -"
HOSTILE = "<img src=x onerror=\"document.title='broken'\">"


@pytest.fixture(autouse=True)
def own_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals played here are not those that another test finds on this machine."""
    monkeypatch.setenv("TIENLEN_DATA", str(tmp_path_factory.getbasetemp() / "play"))


def pick(view: Any, *cards: Any) -> None:
    for card in cards:
        view.get_by_role("option", name=card_name(card), exact=True).click()


def test_a_whole_deal_by_keyboard(show: Show, page: Page) -> None:
    """Arrows, space and Enter alone, to the points at the end; a pass with the button, as everywhere."""
    table = PlayTable("sheet", bots="beginner", seed=11, start="sheet 3s5d5hKsKh/4c4d7sAs/6c6dQs 0 - -", speed="fast")
    view = show(table).view()
    sitting = table.sitting
    status = view.get_by_role("status")
    for _turn in range(30):
        if sitting.over:
            break
        expect(status).to_contain_text("Your turn.")
        play, at_before = sitting.hint().play, table.scene["at"]
        if play.is_pass:
            view.get_by_role("button", name="Pass").press("Enter")
        else:
            hand = [str(card) for card in sitting.now.hand(0)]
            view.locator("[role=option][data-card]").first.focus()
            page.keyboard.press("Home")
            at = 0
            for card in play.cards:
                for _step in range(hand.index(str(card)) - at):
                    page.keyboard.press("ArrowRight")
                at = hand.index(str(card))
                page.keyboard.press("Space")
            page.keyboard.press("Enter")
        page.wait_for_function("(at) => w0.model.state.scene.at !== at", arg=at_before)
        page.wait_for_function("w0.model.state.scene.wait === false", timeout=10_000)
    assert sitting.over
    expect(status).to_contain_text("You are")
    expect(view.get_by_role("table", name="Points").get_by_role("row")).to_have_count(3)
    assert page.evaluate("document.activeElement.closest('.tl-root') !== null"), "the focus stays in the widget"
    view.get_by_role("button", name="Next deal").press("Enter")
    expect(view.get_by_role("button", name="Show all hands")).to_be_visible()
    assert len(sitting.done) == 1


def test_two_people_at_one_screen(show: Show, page: Page) -> None:
    """Behind the curtain no card is in the page; the key that plays is followed by the key that takes over."""
    table = PlayTable("sheet", people=2, seats=2, start=SMALL, seed=1)
    view = show(table).view()
    expect(view.get_by_text("Hand the screen over to Anna.")).to_be_visible()
    faces = view.locator(".tl-face")
    expect(faces).to_have_count(0)
    expect(view.get_by_role("button", name="Play", exact=True)).to_be_hidden()
    view.get_by_role("button", name="I am Anna: show my cards").click()
    expect(faces).to_have_count(4)
    pick(view, *table.sitting.now.hand(0)[1:3])
    view.get_by_role("button", name="Play", exact=True).press("Enter")
    ready = view.get_by_role("button", name="I am Ben: show my cards")
    expect(ready).to_be_focused()
    expect(faces).to_have_count(2)  # the fives on the table
    kept = page.evaluate("JSON.stringify({ ...w0.model.state, strings: null })")
    for card in ("3s", "Ks", "4c", "4d", "7s"):
        assert f'["{card}' not in kept and f',"{card}"' not in kept, card
    page.keyboard.press("Enter")
    expect(view.get_by_role("option", name="four of clubs")).to_be_visible()
    expect(view.get_by_role("option", name="king of spades")).to_have_count(0)
    view.get_by_role("button", name="Pass").click()
    expect(view.get_by_role("button", name="I am Anna: show my cards")).to_be_visible()


def test_the_pace_is_ones_own(show: Show, page: Page) -> None:
    """Step by step nothing moves until it is asked for; two views of a table do not play twice as fast."""
    seed = next(n for n in range(40) if Sitting("sheet", seed=n).turn == 2)
    table = PlayTable("sheet", bots="beginner", seed=seed, speed="steps")
    shown = show(table)
    view, twin = shown.view(), shown.view(2)
    step = view.get_by_role("button", name="Next play")
    expect(step).to_be_visible()
    page.wait_for_timeout(400)
    assert not table.sitting.plays
    step.click()
    expect(view.get_by_role("status")).to_contain_text("Carla leads")
    assert len(table.sitting.plays) == 1
    table._do_tick({"at": "0 0 0"})
    assert len(table.sitting.plays) == 1, "a view that is behind asks for a play that has been made"
    twin.get_by_role("combobox", name="The bots play").select_option("fast")
    expect(view.get_by_role("status")).to_contain_text("Your turn.")
    expect(twin.get_by_role("combobox", name="The bots play")).to_have_value("fast")
    assert len(table.sitting.plays) == 2
    shown.close(2)


def test_hint_show_and_take_back(show: Show) -> None:
    table = PlayTable("sheet", bots="beginner", seats=2, start=SMALL, seed=1, speed="fast", explain=True)
    view = show(table).view()
    why = view.locator(".tl-whynow")
    expect(why).to_contain_text("You lead. Lay whatever you like.")
    view.get_by_role("button", name="Hint").click()
    expect(view.get_by_role("button", name="Next hint")).to_be_visible()
    view.get_by_role("button", name="Show all hands").click()
    expect(view.get_by_role("img", name="Ben: four of clubs, four of diamonds, seven of spades")).to_be_visible()
    view.get_by_role("button", name="Hide the other hands").click()
    expect(view.get_by_role("img", name="Ben: 3 cards, face down")).to_be_visible()
    pick(view, table.sitting.now.hand(0)[0])
    view.get_by_role("button", name="Play", exact=True).click()
    expect(view.get_by_role("status")).to_contain_text("Ben beats 3♠")
    expect(view.get_by_role("status")).to_contain_text("Your turn.")
    view.get_by_role("button", name="Take back").click()
    expect(view.get_by_role("status")).to_have_text("Taken back.")
    assert not table.sitting.plays


def test_save_another_match_and_go_on(show: Show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIENLEN_DATA", str(tmp_path))
    table = PlayTable("pagat", bots="beginner", seats=2, start="pagat 3s5d5hKs/4c4d7s 0 - -", seed=1, speed="fast")
    view = show(table).view()
    view.get_by_text("Save, or go on with a saved match").click()
    view.get_by_role("textbox", name="Name").fill("Friday")
    view.get_by_role("button", name="Save", exact=True).click()
    expect(view.get_by_text("Saved as Friday.")).to_be_visible()
    assert Sitting.load(match_path("Friday")).now == table.sitting.now
    view.get_by_text("New match", exact=True).click()
    view.get_by_role("combobox", name="Rules", exact=True).select_option("big-two")
    view.get_by_text("House rules").click()
    expect(view.get_by_text("after a pass no higher bomb on a bomb")).to_be_hidden()
    view.get_by_label("2-3-4-5-6 is the highest straight").check()
    view.get_by_role("combobox", name="Seat 3").select_option("careless")
    view.get_by_role("textbox", name="Number of the match").fill("12")
    view.get_by_role("textbox", name="Points to reach").fill("30")
    view.get_by_role("button", name="Deal the cards").click()
    expect(view.get_by_text("Big Two; 2-3-4-5-6 is the highest straight")).to_be_visible()
    expect(view.get_by_text("The match ends when somebody has 30 points.")).to_be_visible()
    assert table.sitting.players == ("person", "beginner", "careless")
    view.get_by_role("button", name="Go on with it").click()
    expect(view.get_by_text("Tiến Lên by Pagat", exact=True).first).to_be_visible()
    assert str(table.sitting.rules) == "pagat"


def test_a_match_that_another_took_the_place_of_is_had_back_by_keyboard(show: Show) -> None:
    table = PlayTable(bots="beginner", seats=2, start=SMALL, seed=1, speed="steps")
    view = show(table).view()
    pick(view, *table.sitting.hint().play.cards)
    view.get_by_role("button", name="Play", exact=True).click()
    expect(view.get_by_role("button", name="Next play")).to_be_visible()
    view.get_by_text("New match", exact=True).click()
    view.get_by_role("textbox", name="Number of the match").fill("1")
    view.get_by_role("button", name="Deal the cards").press("Enter")
    back = view.get_by_role("button", name="Back to the match before")
    expect(back).to_be_visible()
    assert not table.sitting.plays
    back.press("Enter")
    expect(back).to_have_count(0)
    expect(view.locator(".tl-tools button:focus")).to_have_count(1)
    assert (str(table.sitting.start), len(table.sitting.plays)) == (SMALL, 1)


def test_the_cards_that_others_have_left_can_be_read_on_a_phone(show: Show, page: Page) -> None:
    """Of each card so much is free that its rank is: before, thirteen lay 12 pixels apart."""
    view = show(PlayTable("sheet", seed=3, speed="steps")).view()
    view.get_by_role("button", name="Show all hands").click()
    for width in (360, 320):
        page.set_viewport_size({"width": width, "height": 800})
        for seat in range(3):
            cards = view.locator(".tl-seat:not(.tl-at-bottom)").nth(seat).locator(".tl-face")
            expect(cards).to_have_count(13)
            boxes = [cards.nth(n).bounding_box() for n in range(13)]
            for one, following in pairwise(boxes):
                assert one["x"] + 0.7 * one["width"] <= following["x"]
                assert one["width"] >= 24


def test_a_deal_of_ones_own_and_what_is_none(show: Show, page: Page) -> None:
    """A form is answered beside its button: the bots go on playing, and what they do is said at the table."""
    table = PlayTable("sheet", seed=2, speed="fast")
    view = show(table).view()
    view.get_by_text("A deal of your own").click()
    field = view.get_by_role("textbox", name="A position or the record of a deal, with every hand open")
    for text, said in ((HOSTILE, "I cannot use this:"), ("sheet 3s/?3 0 - -", "has no hidden hands")):
        field.fill(text)
        view.get_by_role("button", name="Play this deal").click()
        expect(view.locator("[data-panel=paste] .tl-says")).to_contain_text(said)
        while table.run() == 0:  # the bots' plays leave it where it is
            table.play(table.sitting.hint().play)
        expect(view.locator("[data-panel=paste] .tl-says")).to_contain_text(said)
    assert page.title() == "Widget host"
    field.fill(SMALL)
    view.get_by_role("button", name="Play this deal").click()
    expect(view.get_by_role("option", name="king of spades")).to_be_visible()
    view.get_by_text("New match", exact=True).click()
    view.get_by_role("textbox", name="Points to reach").fill("ten")
    view.get_by_role("button", name="Deal the cards").click()
    expect(view.locator("[data-panel=match] > .tl-says")).to_have_text(
        "I cannot use this: target: 'ten' is no whole number"
    )


def test_a_table_that_cannot_be_says_so(show: Show) -> None:
    view = show(PlayTable("tarot")).view()
    expect(view.get_by_role("alert")).to_contain_text("I cannot use this: rules: no profile 'tarot'")
    expect(view.locator(".tl-felt")).to_be_hidden()


def test_a_busy_kernel_and_none(show: Show, page: Page) -> None:
    """While Python does not answer nothing is asked twice; when it is gone the widget says so."""
    seed = next(n for n in range(40) if Sitting("sheet", seed=n).turn == 1)
    table = PlayTable("sheet", bots="beginner", seed=seed, speed="fast")
    shown = show(table)
    page.evaluate("window.asked = []")
    page.evaluate("void (w0.model.toPython = (message) => asked.push(message))")
    view = shown.view()
    page.wait_for_function("asked.length")
    view.locator("[role=option][data-card]").first.click()
    page.wait_for_timeout(700)
    ticks = [each for each in json.loads(page.evaluate("JSON.stringify(asked)")) if each["method"] == "custom"]
    assert [each["content"]["do"] for each in ticks] == ["tick"]
    page.evaluate("void (w0.model.toPython = () => { throw new Error('gone'); })")
    view.get_by_role("button", name="Show all hands").click()
    expect(view.get_by_role("status")).to_contain_text("Python has been restarted")


def test_the_badges_of_a_table_are_its_own_beside_an_editor(show: Show) -> None:
    """Styles are for the whole page: the places of the position editor and the place of a player share a name."""
    over = PlayTable(seats=2, bots="beginner", start="sheet 3s5d5h/4c4d7s 0 - -", seed=1)
    for play in ("5d5h", "-", "3s"):
        over.sitting.play(play)
    over.run()
    view = show(over).view()
    show(PositionEditor()).view(2)
    badge = view.locator(".tl-badge.tl-place").first.bounding_box()
    assert badge is not None and badge["height"] < 32


NOTEBOOK = """
from tutor.lessons import PlayTable
table = PlayTable("sheet", bots="beginner", seats=2, seed=1, start="sheet 3s5d5hKs/4c4d7s 0 - -", speed="fast")
table
"""


@pytest.mark.slow
def test_in_jupyterlab_a_busy_kernel_and_the_review_in_place(lab: Any, clean_page: Page) -> None:
    """A play made while a cell runs is answered after it; after the deal its review opens under the table."""
    page = clean_page
    page.set_default_timeout(60_000)
    cells = [
        {"cell_type": "code", "id": f"c{n}", "metadata": {}, "execution_count": None, "outputs": [], "source": source}
        for n, source in enumerate([NOTEBOOK.strip(), "import time\ntime.sleep(4)"])
    ]
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    notebook = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (lab.folder / "play.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    lab.open(page, "play.ipynb")
    lab.run_all(page)
    view = page.locator(".jp-CodeCell").first.locator(".tl-play")
    status = view.get_by_role("status").first
    expect(status).to_contain_text("Your turn.")
    view.get_by_role("option", name="five of diamonds").click()
    view.get_by_role("option", name="five of hearts").click()
    view.get_by_role("button", name="Play", exact=True).click()
    expect(view.locator(".tl-log li").first).to_have_text("You: 5♦ 5♥")
    expect(status).to_contain_text("Your turn.")
    view.get_by_role("option", name="king of spades").click()
    view.get_by_role("button", name="Play", exact=True).click()
    expect(status).to_contain_text("The table is cleared; you lead next.")
    view.get_by_role("option", name="three of spades").click()
    view.get_by_role("button", name="Play", exact=True).click()
    expect(status).to_contain_text("You are first: +1.")
    view.get_by_role("button", name="Look at this deal").click()
    inside = view.locator(".tl-inplace .tl-root")
    expect(inside).to_be_visible()
    view.get_by_role("button", name="Close the review").click()
    expect(inside).to_have_count(0)
