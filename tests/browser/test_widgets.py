"""The widgets in a browser: what one sees, what the keyboard does, what a screen reader hears, what reaches
Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from states import STATES

from tutor import Position
from tutor.puzzles import Puzzle
from tutor.widgets import BeatIt, CardTable, FinalCheck, NameIt, PickCard, PuzzlePlayer, SortCards

PAIR = "pagat 3s5d5h/4c4d7s 0 - -"
FOUR = "sheet 3s5d9dTcJhQs2h/?9/?11/?4 0 3:8d9sTd 2"
LOCKED = "pagat 3s3c3d3h9c2h/4c5s/6d7d 0 1:2c 0"
HOSTILE = "<img src=x onerror=\"document.title='broken'\">"

Show = Callable[[Any], Any]


def pick(view: Any, *names: str) -> None:
    for name in names:
        view.get_by_role("option", name=name, exact=True).click()


def press_play(view: Any) -> None:
    view.get_by_role("button", name="Play", exact=True).click()


# ------------------------------------------------------------------ the card table


def test_a_silent_python_is_noticed_and_forgiven(show: Show, page: Page) -> None:
    """A notebook opened anew shows its widgets, but nobody hears them: that is said, and unsaid with an answer."""
    page.clock.install()
    shown = show(CardTable(PAIR))
    view = shown.view()
    pick(view, "three of spades")
    expect(view.get_by_role("button", name="Play", exact=True)).to_have_attribute("aria-disabled", "false")
    page.evaluate(f"() => {{ {shown.key}.model.python = () => new Promise((answer) => window.answer = answer); }}")
    press_play(view)
    status = view.locator(".tl-says")
    page.clock.run_for(6000)
    expect(status).to_have_text("Python has not answered yet. If it stays silent, run the cell again.")
    page.evaluate("() => window.answer([{ method: 'custom', content: { answered: true } }])")
    expect(status).not_to_contain_text("Python")


def test_cards_are_picked_and_played(show: Show) -> None:
    """A click picks, a second click drops; Play tells Python, and Python's next position is what one sees."""
    table = CardTable(PAIR)
    view = show(table).view()
    pick(view, "three of spades", "five of diamonds", "three of spades", "five of hearts")
    expect(view.get_by_role("option", name="three of spades")).to_have_attribute("aria-selected", "false")
    assert table.selected == ["5d", "5h"]
    press_play(view)
    expect(view.get_by_role("status")).to_have_text("You lead 5♦ 5♥.")
    expect(view.get_by_role("listbox", name="You, cards to pick").get_by_role("option")).to_have_count(1)
    expect(view.get_by_text("You laid a pair")).to_be_visible()
    assert table.now == Position.parse("pagat 3s/4c4d7s 1 0:5d5h -")
    assert table.selected == []


def test_a_grey_button_says_why(show: Show) -> None:
    """Python's objection stands under the buttons, and a click on the grey button repeats it instead of playing."""
    table = CardTable(FOUR)
    view = show(table).view()
    play = view.get_by_role("button", name="Play", exact=True)
    reason = view.locator(".tl-reason")
    expect(reason).to_have_text("Pick the cards to play.")
    pick(view, "queen of spades")
    expect(reason).to_have_text("On the table lies a straight of 3 cards; a single card does not answer it.")
    expect(play).to_have_attribute("aria-disabled", "true")
    expect(play).to_have_accessible_description(
        "On the table lies a straight of 3 cards; a single card does not answer it."
    )
    play.click(force=True)  # grey, so Playwright would wait
    expect(view.get_by_role("status")).to_have_text(
        "On the table lies a straight of 3 cards; a single card does not answer it."
    )
    assert table.line == []
    pick(view, "queen of spades", "nine of diamonds", "ten of clubs", "jack of hearts")
    expect(play).to_have_attribute("aria-disabled", "false")
    expect(reason).to_have_text("")


def test_pass_take_back_and_stepping(show: Show) -> None:
    table = CardTable(PAIR, line=["5d5h"])
    view = show(table).view()
    view.get_by_role("button", name="Pass").click()
    expect(view.get_by_role("status")).to_contain_text("Ben cannot beat 5♦ 5♥ and passes.")
    expect(view.get_by_text("Free lead: you begin the round.")).to_be_visible()
    view.get_by_role("button", name="One play back").click()
    expect(view.locator(".tl-count")).to_have_text("1 of 2")
    expect(view.get_by_text("You laid a pair")).to_be_visible()
    view.get_by_role("button", name="To the end").click()
    expect(view.locator(".tl-count")).to_have_text("2 of 2")
    view.get_by_role("button", name="Take back").click()
    view.get_by_role("button", name="Take back").click()
    expect(view.get_by_role("option")).to_have_count(3)
    assert table.line == []
    assert str(table.now) == PAIR


def test_the_table_names_locked_seats_counts_and_places(show: Show) -> None:
    view = show(CardTable(LOCKED)).view()
    expect(view.get_by_text("passed, bombs only")).to_be_visible()
    expect(view.get_by_text("Ben laid a single card")).to_be_visible()
    expect(view.get_by_role("group", name="Ben, 2 cards, laid last")).to_be_visible()
    pick(view, "two of hearts")
    expect(view.locator(".tl-reason")).to_have_text("After a pass only a bomb that beats 2♣ may still be laid.")
    hidden = show(CardTable(FOUR))
    hidden.page.evaluate("() => w0.ends[1]()")
    view = hidden.view()
    expect(view.get_by_role("img", name="Ben: 9 cards, face down")).to_be_visible()
    expect(view.get_by_text("passed, locked")).to_be_visible()
    assert view.locator(".tl-back").count() == 24


def test_a_selection_outlives_the_turns_of_others(show: Show) -> None:
    """C32: picked in advance, another seat plays, the cards are still picked."""
    table = CardTable("pagat 3s5d5h/4c4d7s 1 - -", seat=0)
    shown = show(table)
    view = shown.view()
    pick(view, "five of diamonds", "five of hearts")
    expect(view.locator(".tl-reason")).to_have_text("It is the turn of Ben.")
    table.play("4c4d")
    shown.push()
    expect(view.get_by_role("option", name="five of hearts")).to_have_attribute("aria-selected", "true")
    press_play(view)
    expect(view.get_by_role("status")).to_contain_text("You beat 4♣ 4♦ with 5♦ 5♥.")


def test_the_keyboard_alone(show: Show, page: Page) -> None:
    """One tab stop for the hand; arrows move, Space picks, Enter plays, Escape drops, Backspace takes back. No
    key gets out.
    """
    table = CardTable(PAIR)
    view = show(table).view()
    page.evaluate("() => { window.leaked = []; document.addEventListener('keydown', (e) => leaked.push(e.key)); }")
    hand = view.get_by_role("listbox", name="You, cards to pick")
    page.keyboard.press("Tab")
    expect(hand.get_by_role("option").first).to_be_focused()
    for key in ("End", "Space", "ArrowLeft", "Space"):
        page.keyboard.press(key)
    assert table.selected == ["5d", "5h"]
    page.keyboard.press("Escape")
    expect(hand.get_by_role("option", selected=True)).to_have_count(0)
    for key in ("Space", "ArrowRight", "Space", "Enter"):
        page.keyboard.press(key)
    expect(view.get_by_role("status")).to_have_text("You lead 5♦ 5♥.")
    expect(hand.get_by_role("option")).to_be_focused()
    for key in ("b", "x", "d", "d", "ArrowDown"):
        page.keyboard.press(key)
    page.keyboard.press("Backspace")
    expect(hand.get_by_role("option")).to_have_count(3)
    expect(hand.get_by_role("option", name="three of spades")).to_be_focused()
    leaked = page.evaluate("leaked")
    assert set(leaked) <= {"Tab"}, leaked


def test_a_quick_hand_does_not_wait_for_python(show: Show, page: Page) -> None:
    """Space and Enter faster than Python's word on the selection: the play is judged all the same."""
    table = CardTable(PAIR)
    view = show(table).view()
    quick = """(root) => {
        const event = (key) => new KeyboardEvent('keydown', { key, bubbles: true });
        const press = (key) => document.activeElement.dispatchEvent(event(key));
        root.querySelector('[role=option]').focus();
        press(' ');
        press('Enter');
    }"""
    view.evaluate(quick)
    expect(view.get_by_role("status")).to_have_text("You lead 3♠.")
    assert table.line == ["3s"]
    assert table.selected == []


def test_two_views_show_the_same_and_leave_nothing_behind(show: Show) -> None:
    table = CardTable(PAIR)
    shown = show(table)
    one, two = shown.view(1), shown.view(2)
    pick(one, "three of spades")
    expect(two.get_by_role("option", name="three of spades")).to_have_attribute("aria-selected", "true")
    press_play(two)
    expect(one.get_by_text("You laid a single card")).to_be_visible()
    assert shown.close(1) > 0
    assert shown.close(2) == 0
    expect(one).to_be_empty()
    expect(two).to_be_empty()


def test_a_view_opened_again_shows_the_same(show: Show) -> None:
    shown = show(CardTable(PAIR))
    view = shown.view()
    pick(view, "five of diamonds", "five of hearts")
    press_play(view)
    expect(view.get_by_text("You laid a pair")).to_be_visible()
    shown.close()
    expect(shown.view().get_by_text("You laid a pair")).to_be_visible()


def test_a_saved_widget_is_drawn_without_python(show: Show, page: Page) -> None:
    """A notebook opened with saved widget state and no kernel: one sees the table, and clicks do no harm."""
    shown = show(CardTable(PAIR, line=["5d5h"]))
    page.evaluate("() => { w0.model.python = async () => []; }")
    view = shown.view()
    expect(view.get_by_text("You laid a pair")).to_be_visible()
    view.get_by_role("button", name="Pass").click()
    view.get_by_role("button", name="Take back").click()
    pick(view, "four of clubs")
    expect(view.get_by_role("option", name="four of clubs")).to_have_attribute("aria-selected", "true")
    expect(view.get_by_text("You laid a pair")).to_be_visible()


@pytest.mark.parametrize(
    ("make", "press"),
    [
        (lambda: CardTable(PAIR, line=["5d5h"]), "Pass"),
        (lambda: PickCard("7h8h", chosen=["8h"]), "Check"),
        (lambda: SortCards("7h8h", placed=["7h", "8h"]), "Check"),
    ],
)
def test_after_a_restart_of_python_the_widget_says_so(
    show: Show, page: Page, make: Callable[[], Any], press: str
) -> None:
    shown = show(make())
    view = shown.view()
    page.evaluate("() => { w0.model.send = w0.model.save_changes = () => { throw new Error('Cannot send'); }; }")
    view.get_by_role("button", name=press).click()
    expect(view.get_by_role("status")).to_contain_text("Run the cell again.")


@pytest.mark.browser_context_args(has_touch=True)
def test_cards_are_tapped(show: Show) -> None:
    table = CardTable(PAIR)
    view = show(table).view()
    for name in ("five of diamonds", "five of hearts"):
        view.get_by_role("option", name=name).tap()
    view.get_by_role("button", name="Play", exact=True).tap()
    expect(view.get_by_text("You laid a pair")).to_be_visible()
    assert table.line == ["5d5h"]


def test_other_seats_can_be_played_by_a_function(show: Show) -> None:
    """With `reply` the table answers by itself, up to the next own turn; taking back goes there, too."""
    table = CardTable("pagat 3s5d5h/4c4d7s/6h8c 0 - -", reply=lambda position: position.legal_plays()[0])
    view = show(table).view()
    pick(view, "three of spades")
    press_play(view)
    expect(view.get_by_role("status")).to_have_text("You lead 3♠. Ben beats 3♠ with 4♣. Carla beats 4♣ with 6♥.")
    expect(view.get_by_role("listbox", name="You, cards to pick")).to_be_visible()
    expect(view.get_by_role("listbox")).to_have_count(1)
    view.get_by_role("button", name="Take back").click()
    expect(view.get_by_role("option")).to_have_count(3)
    assert table.line == []


def test_what_cannot_be_read_is_one_friendly_line(show: Show) -> None:
    view = show(CardTable("pagat 3s/4x 0 - -")).view()
    expect(view.get_by_role("alert")).to_contain_text("I cannot use this: hands: '4x'")
    expect(view.get_by_role("button")).to_have_count(0)


@pytest.mark.parametrize("broken", [{"line": ["7s"]}, {"line": ["rubbish"]}, {"position": ""}])
def test_a_state_that_makes_no_sense_is_said(broken: dict[str, Any]) -> None:
    table = CardTable(**{"position": PAIR, **broken})
    assert table.scene["trouble"].startswith("I cannot use this")


# ------------------------------------------------------------------ the puzzle player


def test_a_puzzle_from_a_wrong_play_to_the_end(show: Show) -> None:
    """The refutation is told and can be stepped through; taken back, solved; then all first plays have verdicts."""
    puzzle = Puzzle("x", "Three against three", Position.parse(PAIR), "5d5h", note="The lead comes back to you.")
    player = PuzzlePlayer(puzzle)
    view = show(player).view()
    expect(view.get_by_text("Be the first to get rid of all your cards")).to_be_visible()
    assert "5♦" not in view.inner_text(), "nothing gives the answer away"
    pick(view, "three of spades")
    press_play(view)
    expect(view.get_by_role("status")).to_contain_text("Ben beats 3♠ with 7♠. Ben leads 4♣ 4♦.")
    expect(view.locator("[aria-current=step]")).to_have_text("You lead 3♠.")
    view.get_by_role("button", name="One play on").click()
    expect(view.locator("[aria-current=step]")).to_have_text("Ben beats 3♠ with 7♠.")
    view.get_by_role("button", name="To the end").click()
    expect(view.get_by_role("group", name="Ben, no cards, out first")).to_be_visible()
    assert not player.solved
    assert player.wrong_plays == 1
    view.get_by_role("button", name="Take back and try again").click()
    pick(view, "five of diamonds", "five of hearts")
    press_play(view)
    expect(view.get_by_role("status")).to_contain_text("Right so far.")
    expect(view.get_by_role("status")).to_contain_text("Ben cannot beat 5♦ 5♥ and passes.")
    pick(view, "three of spades")
    press_play(view)
    expect(view.get_by_role("status")).to_contain_text("Solved.")
    expect(view.get_by_role("status")).to_contain_text("The lead comes back to you.")
    assert player.solved
    rows = view.get_by_role("table", name="All first plays").get_by_role("row")
    expect(rows).to_have_count(4)
    expect(rows.first).to_contain_text("wins")
    rows.nth(1).get_by_role("button").click()
    expect(view.locator(".tl-story li")).to_have_count(4)
    view.get_by_role("button", name="Close this line").click()
    view.get_by_role("button", name="Start again").click()
    expect(view.get_by_role("option")).to_have_count(3)
    assert not player.solved


def test_a_puzzle_with_the_keyboard_alone(show: Show, page: Page) -> None:
    player = PuzzlePlayer(PAIR)
    view = show(player).view()
    page.keyboard.press("Tab")
    for key in ("Space", "Enter"):
        page.keyboard.press(key)
    again = view.get_by_role("button", name="Take back and try again")
    expect(again).to_be_visible()
    for _step in range(12):
        page.keyboard.press("Tab")
        if again.evaluate("(one) => one === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(view.get_by_role("option")).to_have_count(3)
    while not view.get_by_role("option").first.evaluate("(one) => one === document.activeElement"):
        page.keyboard.press("Shift+Tab")
    for key in ("ArrowRight", "Space", "ArrowRight", "Space", "Enter"):
        page.keyboard.press(key)
    expect(view.get_by_role("status")).to_contain_text("Right so far.")
    for key in ("Space", "Enter"):
        page.keyboard.press(key)
    expect(view.get_by_role("status")).to_contain_text("Solved.")
    assert player.solved


def test_a_hint_comes_in_three_steps(show: Show) -> None:
    player = PuzzlePlayer(PAIR)
    view = show(player).view()
    told = ("1 of your 4 possible plays does it.", "Look for a pair.", "Play 5♦ 5♥.")
    for name, text in zip(("Hint", "Next hint", "Last hint"), told, strict=True):
        view.get_by_role("button", name=name, exact=True).click()
        expect(view.get_by_role("status")).to_have_text(text)
    expect(view.get_by_role("button", name="hint")).to_have_count(0)
    assert player.hints == 3
    assert player.play("5d5h")


def test_the_answer_can_be_asked_for_and_does_not_count(show: Show) -> None:
    player = PuzzlePlayer(PAIR)
    view = show(player).view()
    expect(view.get_by_role("button", name="Show me the answer")).to_have_count(0)
    pick(view, "five of hearts")
    press_play(view)
    view.get_by_role("button", name="Show me the answer").click()
    expect(view.get_by_role("status")).to_have_text("The answer is 5♦ 5♥.")
    assert player.shown_answer
    assert not player.solved


# ------------------------------------------------------------------ exercises


def test_pick_a_card_wrong_and_then_right(show: Show) -> None:
    """A wrong answer gets its reason and may be tried again; the first answer is the one that counts."""
    heard = []
    exercise = PickCard("Ah2s3d")
    exercise.on_result(lambda number, right: heard.append((number, right)))
    view = show(exercise).view()
    view.get_by_role("radio", name="ace of hearts").click()
    view.get_by_role("button", name="Check").click()
    expect(view.get_by_role("status")).to_have_text("Not quite.")
    expect(view.get_by_role("listitem")).to_have_text(
        "2♠ is higher than A♥: the rank decides, and 2 is above A. The suits do not matter."
    )
    view.get_by_role("button", name="Try again").click()
    view.get_by_role("radio", name="two of spades").click()
    view.get_by_role("button", name="Check").click()
    expect(view.get_by_role("status")).to_contain_text("Right. 2♠ is higher than A♥")
    assert exercise.results == [False]
    assert heard == [(0, False)]


def test_a_question_with_several_right_answers(show: Show) -> None:
    exercise = BeatIt("8d", ["8h", "8c", "9s", "2s2c"])
    view = show(exercise).view()
    for name in ("eight of hearts", "eight of clubs"):
        view.get_by_role("checkbox", name=name).click()
    view.get_by_role("button", name="Check").click()
    expect(view.get_by_role("checkbox", name="eight of hearts, right")).to_be_visible()
    expect(view.get_by_role("checkbox", name="eight of clubs, wrong")).to_be_visible()
    expect(view.get_by_role("checkbox", name="nine of spades, this one, too")).to_be_visible()
    expect(view.get_by_role("listitem")).to_have_count(4)
    expect(view.get_by_text("8♣ is lower than 8♦, as clubs rank below diamonds")).to_be_visible()


def test_radio_buttons_with_the_keyboard(show: Show, page: Page) -> None:
    exercise = NameIt("5d6h7h")
    view = show(exercise).view()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    for _step in range(4):
        page.keyboard.press("ArrowDown")
    expect(view.get_by_role("radio", name="a straight", exact=True)).to_be_checked()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(view.get_by_role("status")).to_contain_text("a straight of 3 cards")
    assert exercise.score == 1


def test_cards_are_sorted_by_picking_them_in_order(show: Show) -> None:
    exercise = SortCards("2c3h3s")
    view = show(exercise).view()
    pool, row = view.get_by_role("listbox", name="Cards still to place"), view.locator(".tl-line")
    for name in ("three of hearts", "three of spades", "two of clubs"):
        pool.get_by_role("option", name=name).click()
    view.get_by_role("button", name="Check").click()
    expect(view.get_by_role("status")).to_contain_text("Look at 3♥ and 3♠: 3♥ is higher than 3♠: equal ranks")
    row.get_by_role("option", name="three of hearts").click()
    row.get_by_role("option", name="two of clubs").click()
    for name in ("three of hearts", "two of clubs"):
        pool.get_by_role("option", name=name).click()
    view.get_by_role("button", name="Check").click()
    expect(view.get_by_role("status")).to_have_text("Right, after 2 tries.")
    assert exercise.right


def test_cards_are_sorted_with_the_keyboard(show: Show, page: Page) -> None:
    exercise = SortCards("2c3h3s")
    view = show(exercise).view()
    page.keyboard.press("Tab")
    for key in ("End", "Space", "End", "Space", "Space"):
        page.keyboard.press(key)
    expect(view.get_by_role("button", name="Check")).to_be_focused()
    page.keyboard.press("Enter")
    expect(view.get_by_role("status")).to_have_text("Right, at once.")


def test_the_check_can_be_failed_and_says_what_to_repeat(show: Show) -> None:
    check = FinalCheck(lesson=1, seed=3)
    view = show(check).view()
    for number in range(6):
        question = check.question
        wrong = next(option.id for option in question.options if option.id not in question.right)
        view.locator(f"[data-key='{wrong}']").click()
        view.get_by_role("button", name="Check").click()
        if number < 5:
            view.get_by_role("button", name="Next").click()
    expect(view.get_by_role("status")).to_contain_text("Not passed yet: 0 of 6 questions right. Read again: step 1")
    view.get_by_role("button", name="Take the check again").click()
    for number in range(6):
        for right in sorted(check.question.right):
            view.locator(f"[data-key='{right}']").click()
        view.get_by_role("button", name="Check").click()
        if number < 5:
            view.get_by_role("button", name="Next").click()
    expect(view.get_by_role("status")).to_have_text("Passed: 6 of 6 questions right.")
    assert check.passed


# ------------------------------------------------------------------ every widget (looks: test_accessibility_seen.py)


def test_suits_can_have_letters(show: Show) -> None:
    view = show(CardTable("pagat 7d7h/3s 0 - -", suit_letters=True)).view()
    expect(view.get_by_role("option").first.locator("text >> nth=1")).to_have_text("D")
    shown = view.get_by_role("option").first.locator("svg")
    expect(shown).to_have_attribute("aria-hidden", "true")


@pytest.mark.parametrize(
    "make",
    [
        lambda: CardTable(PAIR, title=HOSTILE, names=[HOSTILE] * 4),
        lambda: CardTable(HOSTILE),
        lambda: CardTable(PAIR, line=[HOSTILE]),
        lambda: PuzzlePlayer(
            Puzzle(HOSTILE, HOSTILE, Position.parse(PAIR), "5d5h", note=HOSTILE, themes=(HOSTILE,)), names=[HOSTILE] * 4
        ),
        lambda: PuzzlePlayer(HOSTILE),
        lambda: PickCard(HOSTILE),
        lambda: PickCard("3s4s", heading=HOSTILE),
        lambda: BeatIt(HOSTILE, [HOSTILE]),
        lambda: SortCards(HOSTILE),
        lambda: SortCards("3s4s", rules=HOSTILE),
    ],
)
def test_text_is_never_markup(show: Show, page: Page, make: Callable[[], Any]) -> None:
    widget = make()
    strings = dict(widget.strings)
    for name in ("round", "log", "actions", "check", "next", "allPlays", "showLine", "lowEnd", "clear"):
        strings[name] = HOSTILE
    widget.strings = strings
    if isinstance(widget, PuzzlePlayer):
        widget.play("5d5h")
        widget.play("3s")
    view = show(widget).view()
    expect(view).to_contain_text("<img")
    assert view.locator("img[src]").count() == 0
    assert page.title() == "Widget host"


@pytest.mark.parametrize("name", STATES)
def test_every_widget_has_a_stable_text(name: str) -> None:
    """What a printed notebook and a front end without widgets show; no address in memory."""
    widget = STATES[name]()
    assert " at 0x" not in repr(widget)
    assert repr(widget) == repr(STATES[name]())
    assert str(widget)
    assert "<" not in str(widget)
