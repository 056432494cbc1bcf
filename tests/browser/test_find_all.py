"""FindAll and the questions about rounds in a browser: mouse, keyboard, screen reader, narrow and dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tutor.widgets import BeatRun, FindAll, MayLay, WhichAre, WhoseTurn

Show = Callable[[Any], Any]
ROUND = ("sheet 3s2s/4c5c/3dJsJcJdJh2h/3h4h 1 - -", "5c - - 2s -")


def test_all_pairs_are_found_with_a_slip_on_the_way(show: Show) -> None:
    exercise = FindAll("8s8d8hJc", "pair")
    view = show(exercise).view()
    hand = view.get_by_role("listbox", name="Your hand, cards to pick")
    take = view.get_by_role("button", name="That is one")
    expect(view.get_by_text("In this hand there are 3 pairs. Find them all.")).to_be_visible()
    expect(take).to_have_attribute("aria-disabled", "true")
    take.click(force=True)  # grey, so Playwright would wait
    expect(view.get_by_role("status")).to_have_text("Pick some cards first.")

    def pick(*names: str) -> None:
        for name in names:
            hand.get_by_role("option", name=name).click()
        take.click()

    pick("eight of spades", "jack of clubs")
    expect(view.get_by_role("status")).to_have_text("8♠ J♣ is no combination. A pair needs two cards of one rank.")
    expect(hand.get_by_role("option", selected=True)).to_have_count(2)
    hand.get_by_role("option", name="jack of clubs").click()
    pick("eight of hearts")
    expect(view.get_by_role("status")).to_have_text("Yes: 8♠ 8♥. 2 are still hidden.")
    expect(hand.get_by_role("option", selected=True)).to_have_count(0)
    found = view.get_by_role("list", name="Found: 1 of 3")
    expect(found.get_by_role("img", name="eight of spades, eight of hearts")).to_be_visible()
    pick("eight of hearts", "eight of spades")
    expect(view.get_by_role("status")).to_have_text("You have found 8♠ 8♥ already.")
    pick("eight of spades", "eight of diamonds")
    pick("eight of diamonds", "eight of hearts")
    expect(view.get_by_role("status")).to_contain_text("You have found them all, with 1 slip.")
    expect(take).to_be_hidden()
    assert exercise.done
    view.get_by_role("button", name="Start over").click()
    expect(view.get_by_text("Found: 0 of 3")).to_be_visible()
    assert exercise.found == []


def test_the_keyboard_alone(show: Show, page: Page) -> None:
    """One tab stop for the hand; Space picks, Enter takes, Escape drops; no key gets out; focus is never lost."""
    exercise = FindAll("4s5d6c9h", "straight")
    view = show(exercise).view()
    page.evaluate("() => { window.leaked = []; document.addEventListener('keydown', (e) => leaked.push(e.key)); }")
    page.keyboard.press("Tab")
    first = view.get_by_role("option").first
    expect(first).to_be_focused()
    for key in ("Space", "End", "Space", "Escape", "Enter"):
        page.keyboard.press(key)
    expect(view.get_by_role("status")).to_have_text("Pick some cards first.")
    for key in ("Home", "Space", "ArrowRight", "Space", "ArrowRight", "Space", "Enter"):
        page.keyboard.press(key)
    expect(view.get_by_role("status")).to_have_text("Yes: 4♠ 5♦ 6♣. You have found them all, without a slip.")
    expect(view.get_by_role("option").nth(2)).to_be_focused()
    for key in ("b", "x", "d", "d"):
        page.keyboard.press(key)
    page.keyboard.press("Tab")
    expect(view.get_by_role("button", name="Start over")).to_be_focused()
    page.keyboard.press("Enter")
    expect(view.get_by_text("Found: 0 of 1")).to_be_visible()
    assert set(page.evaluate("leaked")) <= {"Tab"}
    assert exercise.found == []


def test_the_rest_is_shown_and_new_cards_come(show: Show) -> None:
    exercise = FindAll(kind="pair", seed=3)
    shown = show(exercise)
    view = shown.view()
    view.get_by_role("button", name="Show the rest").click()
    number = len(exercise.solution)
    expect(view.get_by_role("status")).to_have_text(f"{number} were missing.")
    expect(view.get_by_text("not found")).to_have_count(number)
    before = list(exercise.cards)
    view.get_by_role("button", name="New cards").click()
    expect(view.get_by_text("not found")).to_have_count(0)
    assert exercise.cards != before


def test_two_views_agree_and_leave_nothing_behind(show: Show) -> None:
    shown = show(FindAll("8s8d8h", "pair"))
    one, two = shown.view(1), shown.view(2)
    for name in ("eight of spades", "eight of hearts"):
        one.get_by_role("option", name=name).click()
    two.get_by_role("button", name="That is one").click()
    expect(one.get_by_text("Found: 1 of 3")).to_be_visible()
    assert shown.close(1) > 0
    assert shown.close(2) == 0


def test_whose_turn_wrong_and_then_right(show: Show) -> None:
    view = show(WhoseTurn("sheet 3s4s4d/3c9c9hAcAh/3d8s2s2c/3hKsKd 0 - -", "4s4d 9c9h - KsKd - AcAh")).view()
    view.get_by_role("radio", name="Carla").click()
    view.get_by_role("button", name="Check").click()
    expect(view.get_by_role("listitem")).to_have_text("Carla has passed and is locked until the table is cleared.")
    view.get_by_role("button", name="Try again").click()
    view.get_by_role("radio", name="Dan").click()
    view.get_by_role("button", name="Check").click()
    expect(view.get_by_role("status")).to_contain_text("Right. Dan is the next in turn who has cards")


def test_what_may_be_laid_after_a_pass(show: Show) -> None:
    view = show(MayLay(*ROUND, ["2h", "JsJcJdJh", "-"])).view()
    view.get_by_role("checkbox", name="pass").click()
    view.get_by_role("checkbox", name="jack of spades, jack of clubs, jack of diamonds, jack of hearts").click()
    view.get_by_role("button", name="Check").click()
    expect(view.get_by_role("status")).to_have_text("All right.")
    expect(view.get_by_text("No: 2♥. After a pass only a bomb that beats 2♠ may still be laid.")).to_be_visible()


EVERY: dict[str, Callable[[], Any]] = {
    "find": lambda: FindAll("6c7d8s8h9cJd", "straight", found=["7d8s9c"], selected=["6c"]),
    "find, thirteen": lambda: FindAll(kind="pair", count=13, seed=7),
    "find, shown": lambda: _after(FindAll("8s8d8h", "pair"), lambda exercise: exercise._do_rest({})),
    "find, slip": lambda: _after(FindAll("8s8d8h9c", "pair"), lambda exercise: exercise.take("8s9c")),
    "find, trouble": lambda: FindAll("nonsense"),
    "which": lambda: _after(WhichAre(seed=1), lambda exercise: exercise.answer()),
    "turn": lambda: WhoseTurn(*ROUND),
    "may": lambda: MayLay(*ROUND, ["2h", "JsJcJdJh", "-"]),
    "run": lambda: BeatRun(seed=2),
}


def _after(widget: Any, act: Callable[[Any], Any]) -> Any:
    act(widget)
    return widget


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", EVERY)
def test_axe_finds_nothing(show: Show, page: Page, name: str, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    show(EVERY[name]()).view()
    found = Axe().run(page, context="#view-1")
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("width", [360, 640])
@pytest.mark.parametrize("name", EVERY)
def test_nothing_sticks_out_when_narrow(show: Show, page: Page, name: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    show(EVERY[name]()).view()
    wide = page.evaluate(
        """() => [...document.querySelectorAll('#view-1 *')]
            .filter((e) => !e.closest('svg') && !e.closest('.tl-hear') && e.checkVisibility())
            .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
            .map((e) => e.className)"""
    )
    assert not wide


def test_text_is_never_markup(show: Show, page: Page) -> None:
    hostile = "<img src=x onerror=\"document.title='broken'\">"
    shown = show(FindAll("8s8d8h", "pair"))
    widget = shown.widget
    view = shown.view()
    widget.scene = {**widget.scene, "prompt": hostile, "foundText": hostile, "takeText": hostile}
    shown.push()
    expect(view.get_by_text(hostile).first).to_be_visible()
    assert page.title() == "Widget host"
