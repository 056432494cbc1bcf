"""ChopIt, CountCards, SplitHand, PositionEditor, hints at a table and a puzzle under other rules, in a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tutor.widgets import CardTable, ChopIt, CountCards, PositionEditor, PuzzlePlayer, SplitHand

PAIR = "pagat 3s5d5h/4c4d7s 0 - -"
CHOP = "sheet 4s4c4d4h5c/7s8s 0 1:2c -"
HOSTILE = "<img src=x onerror=\"document.title='broken'\">"

Show = Callable[[Any], Any]


def pick(view: Any, *names: str) -> None:
    for name in names:
        view.get_by_role("option", name=name, exact=True).click()


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


# ------------------------------------------------------------------ to chop, to count


def test_can_it_be_chopped_and_should_it(show: Show) -> None:
    exercise = ChopIt(CHOP)
    view = show(exercise).view()
    expect(view.get_by_text("Ben has laid 2♣. Can you chop it with your hand?")).to_be_visible()
    view.get_by_role("radio", name="No, it cannot").click()
    view.get_by_role("button", name="Check").click()
    expect(view.get_by_role("status")).to_have_text("Not quite.")
    expect(view.get_by_role("listitem").last).to_have_text("4♠ 4♣ 4♦ 4♥ is four of a kind, and that chops 2♣.")
    view.get_by_role("button", name="Next").click()
    expect(view.get_by_role("img", name="seven of spades, eight of spades")).to_be_visible()
    view.get_by_role("radio", name="Chop it", exact=True).click()
    view.get_by_role("button", name="Check").click()
    expect(view.get_by_role("status")).to_contain_text("Right. Chopping wins.")
    assert exercise.results == [False, True]


def test_cards_are_counted_with_the_keyboard_alone(show: Show, page: Page) -> None:
    exercise = CountCards("3s4sKs2c", played="2hAsAh")
    view = show(exercise).view()
    expect(view.locator("dt")).to_have_text(["Played so far", "Your hand"])
    press(page, "Tab", "Space", "ArrowRight", "ArrowRight", "Space", "Tab", "Tab", "Enter")
    expect(view.get_by_role("checkbox", name="two of spades, right")).to_be_visible()
    expect(view.get_by_text("2♥ has been played.")).to_be_visible()
    assert exercise.score == 1


# ------------------------------------------------------------------ a hand laid out


def test_a_hand_is_laid_out_by_clicks(show: Show) -> None:
    """Cards that are no combination stay where they are and the reason is said; what is left over is counted."""
    exercise = SplitHand("3s4c5d5h6s9h", "sheet")
    heard: list[bool] = []
    exercise.on_result(heard.append)
    view = show(exercise).view()
    pick(view, "three of spades", "nine of hearts")
    view.get_by_role("button", name="Put together").click()
    expect(view.get_by_role("status")).to_contain_text("3♠ 9♥ is no combination.")
    pick(view, "nine of hearts", "four of clubs", "five of diamonds")
    view.get_by_role("button", name="Put together").click()
    expect(view.get_by_role("status")).to_have_text("3♠ 4♣ 5♦: a straight of 3 cards. 3 cards are left over.")
    view.get_by_role("button", name="Check").click(force=True)
    expect(view.get_by_role("status")).to_have_text("First put every card into a combination.")
    view.get_by_role("button", name="Each of the rest by itself").click()
    view.get_by_role("button", name="Check").click()
    expect(view.get_by_role("status")).to_have_text("Your layout needs 4 plays. It can be done in fewer.")
    view.get_by_role("button", name="Take apart: three of spades, four of clubs, five of diamonds").click()
    expect(view.get_by_role("option")).to_have_count(3)
    view.get_by_role("button", name="Take apart: six of spades").click()
    pick(view, "three of spades", "four of clubs", "five of diamonds", "six of spades")
    view.get_by_role("button", name="Put together").click()
    view.get_by_role("button", name="Check").click()
    expect(view.get_by_role("status")).to_have_text("Right. 3 plays, and fewer cannot be.")
    assert exercise.solved
    assert (exercise.slips, exercise.tries, heard) == (1, 2, [False])


def test_a_hand_is_laid_out_with_the_keyboard(show: Show, page: Page) -> None:
    exercise = SplitHand("5d5h9s")
    view = show(exercise).view()
    press(page, "Tab", "Space", "ArrowRight", "Space", "Enter")
    expect(view.get_by_role("status")).to_have_text("5♦ 5♥: a pair. 1 card is left over.")
    press(page, "Space", "Enter")
    expect(view.get_by_role("button", name="Check")).to_be_focused()
    press(page, "Enter")
    expect(view.get_by_role("status")).to_have_text("Right. 2 plays, and fewer cannot be.")


# ------------------------------------------------------------------ the editor


def test_a_position_is_set_up_solved_and_passed_on(show: Show) -> None:
    editor = PositionEditor()
    view = show(editor).view()
    expect(view.get_by_text("Pick a seat, then click its cards.")).to_be_visible()
    for name in ("three of spades", "five of diamonds", "five of hearts"):
        view.get_by_role("option", name=f"{name}, not used").click()
    view.get_by_role("radio", name="Ben, 0 cards").click()
    for name in ("four of clubs", "four of diamonds", "seven of spades", "seven of clubs"):
        view.get_by_role("option", name=f"{name}, not used").click()
    view.get_by_role("option", name="seven of clubs, Ben").click()  # a second click takes it away
    expect(view.get_by_role("radio", name="Ben, four of clubs, four of diamonds, seven of spades")).to_be_visible()
    expect(view.get_by_label("The position in one line")).to_have_value(PAIR)
    assert editor.position == PAIR
    view.get_by_role("button", name="Solve").click()
    expect(view.get_by_text("It can be done: 5♦ 5♥.")).to_be_visible()
    rows = view.get_by_role("table", name="All first plays").get_by_role("row")
    expect(rows).to_have_count(4)
    rows.nth(1).get_by_role("button").click()
    expect(view.locator(".tl-story li").first).to_have_text("You lead 3♠.")
    expect(view.get_by_label("As a puzzle, to pass on")).to_have_value(f'PuzzlePlayer("{PAIR}")')


def test_table_turn_passes_and_rules_are_set(show: Show) -> None:
    editor = PositionEditor("pagat 3s5d/4c/6s8s 0 - -")
    view = show(editor).view()
    view.get_by_role("radio", name="On the table").click()
    view.get_by_role("option", name="two of hearts, not used").click()
    view.get_by_label("Laid by").select_option(label="Ben")
    view.get_by_label("Carla has passed").check()
    view.get_by_role("combobox", name="Rules").select_option(label="Tiến Lên by the rule sheet")
    view.get_by_text("House rules").click()
    view.get_by_label("anticlockwise").check()
    expect(view.get_by_label("The position in one line")).to_have_value("sheet+anticlockwise 3s5d/4c/6s8s 0 1:2h 2")
    view.get_by_label("To play").select_option(label="Ben")
    expect(view.get_by_text("The one whose turn it is cannot be the one who laid the table.")).to_be_visible()
    expect(view.get_by_role("button", name="Solve")).to_have_attribute("aria-disabled", "true")
    assert editor.position == ""
    view.get_by_label("To play").select_option(label="Carla")
    view.get_by_label("Ben: cards face down").fill("5")
    view.get_by_label("Ben: cards face down").press("Tab")
    expect(view.get_by_label("The position in one line")).to_have_value("sheet+anticlockwise 3s5d/?5/6s8s 2 1:2h 2")
    view.get_by_label("Seats").select_option("2")
    expect(view.get_by_role("radio")).to_have_count(5)
    view.get_by_role("button", name="Clear").click()
    expect(view.get_by_text("Pick a seat, then click its cards.")).to_be_visible()


def test_notation_is_pasted_and_what_cannot_be_read_keeps_the_board(show: Show) -> None:
    editor = PositionEditor(PAIR)
    view = show(editor).view()
    line = view.get_by_label("The position in one line")
    line.fill("pagat 3s5d/4x 0 - -")
    line.press("Enter")
    expect(view.get_by_role("status").first).to_contain_text("This cannot be read. hands: '4x'")
    expect(line).to_have_value("pagat 3s5d/4x 0 - -")
    assert editor.position == PAIR
    line.fill(" sheet 9c7s/8d/?3 1 0:7d 2 gone=3s ")
    view.get_by_role("button", name="Read this line").click()
    expect(line).to_have_value("sheet 7s9c/8d/?3 1 0:7d 2 gone=3s")
    expect(view.get_by_role("option", name="three of spades, out of play")).to_be_visible()
    assert editor.position == "sheet 7s9c/8d/?3 1 0:7d 2 gone=3s"


def test_the_notation_is_copied(show: Show, page: Page) -> None:
    """Without a clipboard of the page's own (no secure page) the text is marked and copied the old way."""
    view = show(PositionEditor(PAIR)).view()
    view.get_by_role("button", name="Copy").first.click()
    expect(view.get_by_text("Copied.")).to_be_visible()


def test_a_position_is_set_up_with_the_keyboard(show: Show, page: Page) -> None:
    editor = PositionEditor()
    view = show(editor).view()
    view.get_by_role("radio", name="Anna, 0 cards").focus()
    press(page, "ArrowDown")
    expect(view.get_by_role("radio", name="Ben, 0 cards")).to_be_checked()
    view.get_by_role("listbox", name="All cards").get_by_role("option").first.focus()
    press(page, "Space", "ArrowRight", "Space", "ArrowDown", "Enter", "End", "Space")
    expect(view.get_by_role("option", name="two of hearts, Ben")).to_be_focused()
    assert editor.board["hands"] == ["", "3s4s4c2h"]


def test_what_is_not_decided_is_said(show: Show) -> None:
    wide = "sheet 3s4d5c6h7s8dTcJhQsKdAs2c2h/3c4s5s6s7c8hTdJsQhKsAh2s2d 0 - -"
    editor = PositionEditor(wide, nodes=3)
    view = show(editor).view()
    view.get_by_role("button", name="Solve").click()
    expect(view.get_by_text("Not decided within the limit of the search.")).to_be_visible()
    expect(view.get_by_text("not decided", exact=True).first).to_be_visible()


# ------------------------------------------------------------------ hints, other rules


def test_a_table_gives_hints_in_three_steps(show: Show) -> None:
    table = CardTable(PAIR)
    view = show(table).view()
    told = (
        "1 of your 4 possible plays makes sure that you are out first.",
        "Look for a pair.",
        "Play 5♦ 5♥.",
    )
    for name, text in zip(("Hint", "Next hint", "Last hint"), told, strict=True):
        view.get_by_role("button", name=name, exact=True).click()
        expect(view.get_by_role("status")).to_have_text(text)
    pick(view, "five of diamonds", "five of hearts")
    view.get_by_role("button", name="Play", exact=True).click()
    expect(view.get_by_role("button", name="Hint", exact=True)).to_be_visible()
    expect(show_none(show).get_by_role("button", name="Hint", exact=True)).to_have_count(0)


def show_none(show: Show) -> Any:
    shown = show(CardTable(PAIR, hints=False))
    return shown.view(2)


def test_the_same_position_under_other_rules(show: Show) -> None:
    player = PuzzlePlayer("up-to-the-2")
    view = show(player).view()
    expect(view.get_by_role("button", name="The same under other rules")).to_have_count(0)
    player.play("9c")
    player._do_give_up({})
    view = show(player).view(2)
    view.get_by_role("button", name="The same under other rules").click()
    rows = view.get_by_role("table", name="The same under other rules").get_by_role("row")
    expect(rows).to_have_count(4)
    expect(rows.nth(1)).to_contain_text("Tiến Lên by the rule sheet")
    expect(rows.nth(1)).to_contain_text("no play does it")
    expect(view.get_by_text("The answer is the same under 6 other sets of rules.")).to_be_visible()


# ------------------------------------------------------------------ text from outside


def _after(widget: Any, act: Callable[[Any], Any]) -> Any:
    act(widget)
    return widget


@pytest.mark.parametrize(
    "make",
    [
        lambda: ChopIt(HOSTILE),
        lambda: ChopIt(CHOP, heading=HOSTILE),
        lambda: CountCards(HOSTILE),
        lambda: CountCards("3s", played=HOSTILE),
        lambda: SplitHand(HOSTILE),
        lambda: SplitHand("3s", rules=HOSTILE),
        lambda: PositionEditor(HOSTILE),
        lambda: _after(PositionEditor(PAIR), lambda editor: editor.read(HOSTILE)),
        lambda: CardTable(PAIR, names=[HOSTILE] * 2, line=["5d5h"]),
    ],
)
def test_text_is_never_markup(show: Show, page: Page, make: Callable[[], Any]) -> None:
    view = show(make()).view()
    page.wait_for_timeout(50)
    assert "<img" in view.inner_text() or "<img" in str(view.locator("input.tl-text").first.input_value())
    assert view.locator("img[src]").count() == 0
    assert page.title() == "Widget host"
