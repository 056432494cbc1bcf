"""The trainer's widget without a page: what is kept, what comes next, the storm by a clock that the test turns."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tutor import puzzles
from tutor.progress import Attempt, MemoryStore, SafeStore, open_store, who
from tutor.puzzles import Puzzle
from tutor.widgets import Training
from tutor.widgets.training import POOLS, comes_again

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


class Clock:
    """The time, which stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture(autouse=True)
def nobody_picked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("TIENLEN_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(who, "_picked", "")
    who.shared_store.cache_clear()
    yield
    who.shared_store.cache_clear()


def training(store: Any = None, **more: Any) -> Training:
    made = Training(store=store or MemoryStore(), **{"learner": "ann", "clock": Clock(), **more})
    assert not made.scene["trouble"]
    return made


def clock(made: Training) -> Clock:
    found = made.trainer.clock
    assert isinstance(found, Clock)
    return found


def right(made: Training) -> str:
    return str(made.puzzle.answer)


def wrong(made: Training) -> str:
    from tutor.puzzles import solved

    best = solved(made.puzzle.position, made.puzzle.goal).best
    return next(str(play) for play in made.puzzle.position.legal_plays() if play not in best)


def part(made: Training, name: str) -> Any:
    return made.scene["training"][name]


def ways(made: Training) -> dict[str, dict[str, Any]]:
    return {way["way"]: way for way in part(made, "ways")}


# ------------------------------------------------------------------ an answer


def test_the_first_play_counts_and_is_kept_before_it_is_judged_on_the_page() -> None:
    store, seen = MemoryStore(), []
    made = training(store)
    made.observe(lambda change: seen.append(len(store.attempts())), ["aside", "line", "wrong_plays"])
    clock(made).wait(7)
    assert not made.play(wrong(made))
    assert seen
    assert min(seen) == 1, "whatever the page was told, the answer had been kept"
    (kept,) = store.attempts()
    assert (kept.puzzle, kept.right, kept.seconds, kept.kind) == (made.puzzle.id, False, 7.0, "first")
    assert made.play(right(made))
    assert len(store.attempts()) == 1, "what is tried afterwards is not kept"


def test_a_play_that_is_not_allowed_is_no_answer() -> None:
    made = training()
    held = {str(card) for seat in range(made.puzzle.position.seats) for card in made.puzzle.position.hand(seat)}
    made.play(next(card for card in ("3s", "4s", "5s", "6s", "7s", "8s") if card not in held))
    assert made.trainer.log == []


def test_the_rating_is_shown_before_and_after_and_a_repetition_never_changes_it() -> None:
    made = training()
    before = made.trainer.rating
    made.play(right(made))
    after = made.trainer.rating
    assert part(made, "result").startswith(f"Your rating: {before} before, {after} now. It comes again in ")
    first = made.puzzle
    made.start()
    made.play(wrong(made))
    rated = made.trainer.rating
    made.start("mistakes")
    made.play(right(made))
    assert made.recorded is not None
    assert made.recorded.attempt.kind == "review"
    assert str(made.trainer.rating) == str(rated)
    assert part(made, "result").startswith("A repetition never changes your rating. It comes again in ")
    assert first.id in {attempt.puzzle for attempt in made.trainer.log}


def test_a_hint_costs_half() -> None:
    made = training()
    made._do_hint({})
    made.play(right(made))
    assert made.trainer.log[0].score == 0.5
    made.start()
    assert made.hints == 0


def test_each_part_can_be_switched_off_and_the_log_is_the_same() -> None:
    made = training(rating=False, repetition=False, streaks=False)
    made.play(right(made))
    assert part(made, "result") == ""
    assert part(made, "stats") == ["ann"]
    made.rating = True
    assert part(made, "stats")[1].startswith("Rating ")
    made.streaks = True
    assert part(made, "stats")[2] == "1 day in a row"
    assert len(made.trainer.log) == 1


@pytest.mark.parametrize(
    ("pause", "said"),
    [
        (timedelta(minutes=10), "It comes again in 10 minutes."),
        (timedelta(seconds=5), "It comes again in 1 minute."),
        (timedelta(hours=20), "It comes again in 20 hours."),
        (timedelta(days=8, hours=3), "It comes again in 8 days."),
    ],
)
def test_when_a_puzzle_comes_again_is_said(pause: timedelta, said: str) -> None:
    assert comes_again(pause) == said


# ------------------------------------------------------------------ what next


def test_the_next_puzzle_is_another_one_and_of_the_theme_and_pool_that_were_chosen() -> None:
    made, seen = training(), set()
    for _each in range(6):
        seen.add(made.puzzle.id)
        made.play(right(made))
        made._do_on({})
    assert len(seen) == 6
    theme = max(made.trainer.themes(), key=lambda name: made.trainer.themes()[name])
    made.theme = theme
    assert theme in made.puzzle.themes
    made.pool = "own"
    assert made.theme == "" or theme in made.trainer.themes()
    assert any(made.puzzle.position.hidden)
    assert made.scene["unseen"]["cards"]
    made.pool = "big-two"
    assert made.puzzle.position.rules.game != "tien-len"


def test_every_pool_that_is_offered_holds_a_puzzle() -> None:
    options = part(training(), "selects")[0]["options"]
    assert [option["id"] for option in options] == [name for name in POOLS if name != "mine"]


def test_todays_puzzle_is_the_same_for_everybody_and_is_done_once() -> None:
    one, other = training(), training(learner="ben", pool="own")
    for made in (one, other):
        made.start("today")
    assert one.puzzle.id == other.puzzle.id
    assert ways(one)["today"]["text"] == "Today's puzzle"
    one.play(right(one))
    assert ways(one)["today"]["text"] == "Today's puzzle (done)"
    clock(one).wait(86400)
    one.start()
    assert ways(one)["today"]["text"] == "Today's puzzle"


def test_mistakes_come_again_and_the_button_says_why_it_is_grey() -> None:
    made = training()
    assert ways(made)["mistakes"]["reason"] == "You have no mistakes to repeat."
    made._do_start({"way": "mistakes"})
    missed = made.puzzle.id
    made.play(wrong(made))
    clock(made).wait(5)
    made._do_on({})
    assert ways(made)["mistakes"]["enabled"]
    made._do_start({"way": "mistakes"})
    assert made.puzzle.id == missed
    made.play(right(made))
    made._do_on({})
    assert part(made, "told")["text"] == "No mistakes are left to repeat. Here is a new puzzle."
    assert not ways(made)["mistakes"]["enabled"]


def test_the_same_puzzle_again_starts_afresh() -> None:
    """Setting the same position changes no trait: it must be cleared all the same."""
    made = training()
    made.play(wrong(made))
    made._do_give_up({})
    made.start("mistakes")
    assert (made.aside, made.line, made.shown_answer, made.wrong_plays) == ([], [], False, 0)
    assert made.play(right(made))
    assert len(made.trainer.log) == 2


def test_a_mixed_session_takes_what_is_due_first_and_says_when_it_is_over() -> None:
    made = training()
    missed = made.puzzle.id
    made.play(wrong(made))
    clock(made).wait(86400)
    made.start("session")
    assert made.puzzle.id == missed
    count = 0
    while part(made, "told")["text"] == "":
        made.play(right(made))
        made._do_on({})
        count += 1
    assert count == 10
    assert part(made, "told")["text"] == "That was the session. Here is one more puzzle."


# ------------------------------------------------------------------ the storm


def test_a_storm_lasts_three_minutes_by_our_clock_not_by_the_page_s() -> None:
    made = training()
    made.start("storm")
    before = made.trainer.rating
    for number in range(5):
        clock(made).wait(10)
        shown = made.puzzle.id
        made.play(right(made) if number % 2 else wrong(made))
        assert made.puzzle.id != shown, "the next one follows at once"
    assert part(made, "clock")["count"] == "2 of 5 right"
    assert part(made, "clock")["left"] == 130
    made._do_time({})
    assert part(made, "clock") is not None, "the page's clock was fast"
    clock(made).wait(129.5)
    made._do_time({})
    assert part(made, "clock") is None
    assert part(made, "told")["text"] == "Time is up. 2 of 5 puzzles right. That is your best storm so far."
    assert part(made, "resting")
    assert {attempt.kind for attempt in made.trainer.log} == {"storm"}
    assert made.trainer.rating == before
    assert [(storm.right, storm.wrong) for storm in made.trainer.storms()] == [(2, 3)]


def test_a_storm_after_one_that_was_stopped_stands_alone() -> None:
    made = training()
    for answers in (1, 2):
        made.start("storm")
        for _ in range(answers):
            clock(made).wait(10)
            made.play(right(made))
        made._do_stop({})
        clock(made).wait(3)
    assert [(storm.right, storm.wrong) for storm in made.trainer.storms()] == [(1, 0), (2, 0)]
    assert "That is your best storm so far." in part(made, "told")["text"]


def test_a_clock_that_is_put_back_ends_a_storm() -> None:
    made = training()
    made.start("storm")
    clock(made).wait(-86400)
    assert part(made, "clock")["left"] <= 180
    assert not made.play(right(made))
    assert made.trainer.log == []


def test_an_answer_after_the_time_does_not_count() -> None:
    made = training()
    made.start("storm")
    clock(made).wait(180.5)
    assert not made.play(right(made))
    assert made.trainer.log == []
    assert part(made, "told")["text"] == "Time is up. 0 of 0 puzzles right."
    made.start("storm")
    made._do_stop({})
    assert "best" not in part(made, "told")["text"]
    assert not made.play(right(made)), "nothing is played between a storm and the next puzzle"
    made._do_start({"way": "next"})
    assert made.play(right(made))


def test_in_a_storm_there_are_no_hints_and_no_settings_and_it_can_be_stopped() -> None:
    made = training()
    made.start("storm")
    made._do_hint({})
    made._do_learner({"name": "ben"})
    made._do_delete({})
    made._do_import({"text": "[]"})
    made._do_start({"way": "next"})
    assert (made.hints, made.trainer.learner, made.scene["tools"]) == (0, "ann", [])
    assert part(made, "settings") is None
    made._do_stop({})
    assert part(made, "told")["text"] == "You have stopped the storm. 0 of 0 puzzles right."


def test_a_play_that_is_not_allowed_costs_nothing_in_a_storm() -> None:
    made = training(puzzles=[puzzles.named("three-cards")])
    made.start("storm")
    made.play("4c")
    assert made.scene["says"]["tone"] == "bad"
    assert made.trainer.log == []
    assert part(made, "clock") is not None


def test_what_is_printed_is_what_is_shown() -> None:
    made = training()
    assert str(made).startswith("ann · Rating 1500 ± 686\n")
    assert "to play" in str(made)
    made.start("storm")
    made._do_stop({})
    assert str(made).splitlines()[1:] == ["You have stopped the storm. 0 of 0 puzzles right."]


def test_a_storm_that_runs_out_of_puzzles_ends() -> None:
    made = training(puzzles=[puzzles.named("three-cards"), puzzles.named("low-card")])
    made.start("storm")
    for _each in range(2):
        clock(made).wait(3)
        made.play(right(made))
    assert part(made, "told")["text"].startswith("You have been through all puzzles. 2 of 2 puzzles right.")


# ------------------------------------------------------------------ learners and their data


def test_several_learn_on_one_machine_and_the_next_notebook_knows_who() -> None:
    store = MemoryStore()
    made = training(store, learner="")
    assert made.trainer.learner == "me"
    made._do_learner({"name": "  Bé Thảo "})
    assert made.trainer.learner == "Bé Thảo"
    made.play(right(made))
    who._picked = ""  # another kernel
    assert training(store, learner="").trainer.learner == "Bé Thảo"
    made._do_learner({"name": "ben"})
    assert made.trainer.log == []
    assert part(made, "settings")["learner"]["known"] == ["Bé Thảo"]
    made._do_learner({"name": " \n"})
    assert part(made, "told")["tone"] == "bad"
    assert made.trainer.learner == "ben"


def test_an_address_shared_by_many_gives_everybody_their_own_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIENLEN_DATA", "postgresql+psycopg://school/class")
    monkeypatch.setattr(who, "data_folder", lambda: Path("/nowhere"))
    monkeypatch.setenv("LOGNAME", "pupil7")
    assert who.learner() == "pupil7"


def test_export_and_import(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made = training()
    made.play(right(made))
    for form in ("csv", "json"):
        made._do_export({"form": form})
        assert part(made, "told")["text"].startswith("1 answer is written to tienlen-ann-2026-")
    files = sorted(tmp_path.glob("tienlen-ann-*"))
    assert [file.suffix for file in files] == [".csv", ".json"]
    other = training()
    other._do_import({"text": files[0].read_text(encoding="utf-8")})
    assert part(other, "told")["text"] == "1 answer is new. 0 were here before."
    other._do_import({"text": files[1].read_text(encoding="utf-8")})
    assert part(other, "told")["text"] == "0 answers are new. 1 was here before."
    assert len(other.trainer.log) == 1
    other._do_import({"text": "id,learner\n1,2"})
    assert part(other, "told")["text"].startswith("Nothing was added: line 1, ")
    other._do_import({"text": 5})
    assert len(other.trainer.log) == 1


def test_an_export_that_cannot_be_written_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = training()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(made.trainer.store, "export", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
    made._do_export({"form": "csv"})
    assert part(made, "told")["text"].endswith(".csv could not be written (no space left).")


def test_my_data_is_deleted_after_two_questions() -> None:
    """The answers, the nickname, and the files with their own deals and puzzles."""
    from tutor.own_puzzles import own_pack, save_own

    store = SafeStore(MemoryStore())
    made = training(store)
    made._do_learner({"name": "ann"})
    save_own(puzzles.named("two-jacks").position, "ann")
    made.play(right(made))
    made._do_delete({})
    assert part(made, "settings")["asking"][0].startswith("Delete the 1 answer of ann from this machine?")
    made._do_keep({})
    assert part(made, "settings")["asking"] == []
    made._do_delete({})
    made._do_delete({})
    assert part(made, "settings")["asking"][0] == "There is no way back. Really delete everything of ann?"
    assert len(store.attempts()) == 1
    made._do_delete({})
    assert store.attempts() == []
    assert part(made, "told")["text"] == "1 answer is deleted."
    assert not own_pack("ann").exists()
    assert who.learner() == "me"
    assert not any(path.is_file() for path in who.data_folder().rglob("*"))


# ------------------------------------------------------------------ when things go wrong


def test_where_nothing_can_be_saved_it_is_said_and_the_session_goes_on() -> None:
    made = training(SafeStore(None, "cannot write /x (read-only file system)"))
    assert "read-only file system: your answers are not saved." in part(made, "warning").replace("(", "").replace(
        ")", ""
    )
    assert made.play(right(made))
    assert part(made, "result").endswith("This answer could not be saved.")
    made._do_on({})
    assert made.play(right(made))
    assert len(made.trainer.log) == 2


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Training(learner="x" * 65, store=MemoryStore()), "I cannot use this: learner: "),
        (lambda: Training(pool="chess", store=MemoryStore()), "I cannot use this: pool: 'chess' is none of tien-len"),
        (lambda: Training(level="mad", store=MemoryStore()), "I cannot use this: level: 'mad' is none of easy"),
        (
            lambda: Training("no-such-file.toml", store=MemoryStore()),
            "I cannot use this: puzzles: 'no-such-file.toml' cannot",
        ),
        (lambda: Training([], store=MemoryStore()), "I cannot use this: There are no puzzles here."),
    ],
)
def test_a_slip_gets_one_line(make: Callable[[], Any], said: str) -> None:
    made = make()
    assert made.scene["trouble"].startswith(said)
    assert "\n" not in made.scene["trouble"]
    assert not made.play("3s")


def test_what_the_page_sends_in_error_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # one of the messages writes a file
    made = training()
    for act in ("start", "on", "time", "stop", "learner", "import", "export", "keep", "nonsense"):
        made._on_message(made, {"do": act, "way": ["x"], "name": "", "text": None, "form": 3}, [])
    assert made.play(right(made))


def test_two_notebooks_at_once_see_what_the_other_has_kept(tmp_path: Path) -> None:
    one, other = (training(open_store(tmp_path)) for _each in range(2))
    one.play(right(one))
    clock(other).wait(5)
    other.play(wrong(other))
    assert not ways(one)["mistakes"]["enabled"]
    one.start()
    assert len(one.trainer.log) == 2
    assert ways(one)["mistakes"]["enabled"]
    assert len(open_store(tmp_path).attempts("ann")) == 2


KILLED = """
import os, sys
from tutor.progress import open_store
from tutor.widgets import Training
made = Training(store=open_store(sys.argv[1]), learner="ann")
for number in range(100):
    made.observe(lambda change: print(made.puzzle.id, flush=True), ["scene"]) if not number else None
    made.play(made.puzzle.answer)
    print("answered", made.puzzle.id, flush=True)
    made.start()
"""


@pytest.mark.skipif(os.name != "posix", reason="kill -9")
def test_a_kernel_killed_while_one_answers_keeps_what_was_answered(tmp_path: Path) -> None:
    """What a learner has been told about is in the log, at whatever moment the kernel dies."""
    chance = random.Random(3)
    for count in range(2):
        where = tmp_path / str(count)
        command = [sys.executable, "-c", KILLED, str(where)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            told = []
            for line in process.stdout:
                if line.startswith("answered"):
                    told.append(line.split()[1])
                    if len(told) == 3:
                        time.sleep(chance.uniform(0, 0.1))
                        process.kill()
                        break
        kept = [attempt.puzzle for attempt in open_store(where).attempts("ann")]
        assert kept[: len(told)] == told


# ------------------------------------------------------------------ thousands


def many(number: int) -> list[Puzzle]:
    base, chance = [puzzle for puzzle in puzzles.load() if POOLS["tien-len"](puzzle)], random.Random(1)
    return [replace(chance.choice(base), id=f"p{n}", rating=chance.randrange(900, 2200)) for n in range(number)]


def test_thousands_of_puzzles_and_answers_do_not_slow_it_down() -> None:
    """Start in a second, next puzzle in a tenth: of this process's own time, as others use the machine, too."""
    chance, every = random.Random(2), many(3000)
    store = MemoryStore(
        Attempt("ann", f"p{chance.randrange(3000)}", NOON - timedelta(minutes=20 * n + 1), "-", chance.random() < 0.7)
        for n in range(1000)
    )
    training()  # what is loaded once
    start = time.process_time()
    made = training(store, puzzles=every)
    assert time.process_time() - start < 1
    spent = []
    for way in ("next", "next", "today", "mistakes", "next"):
        start = time.process_time()
        made.start(way)
        spent.append(time.process_time() - start)
    assert sorted(spent)[2] < 0.1


def test_puzzles_from_my_own_deals_are_a_pool_of_their_own() -> None:
    """Today's puzzle stays the same for everybody, and another learner's puzzles are not mine."""
    from tutor.own_puzzles import save_own

    today = training().trainer.today()
    mine = save_own(puzzles.named("two-jacks").position, "ann")
    made = training(pool="mine")
    assert made.puzzle.id == mine.id
    assert part(made, "selects")[0]["options"][-1]["text"] == "From my own deals"
    made.pool = "tien-len"
    assert made.trainer.today().id == today.id
    assert training(learner="ben").trainer.puzzles.get(mine.id) is None
