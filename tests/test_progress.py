"""The log of attempts as values and files, and what is worked out from it: days, due dates, choices, the trainer."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor import puzzles
from tutor.progress import Attempt, AttemptError, ExchangeError, Item, MemoryStore, Rating, Trainer, choose, history
from tutor.progress.attempts import FIELDS, KINDS
from tutor.progress.exchange import read, read_lines, to_csv, to_json, to_line, to_lines
from tutor.progress.repetition import repeated

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")


def answer(puzzle: str = "p1", right: bool = True, days: float = 0, **more: object) -> Attempt:
    """An attempt of Ann so many days after NOW."""
    values = {"learner": "ann", "answer": "5d5h", "seconds": 8.0, **more}
    return Attempt(puzzle=puzzle, at=NOW + timedelta(days=days), right=right, **values)  # type: ignore[arg-type]


words = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=20)
attempts = st.builds(
    Attempt,
    learner=words.filter(str.strip),
    puzzle=words.filter(str.strip),
    at=st.datetimes(datetime(2001, 1, 1), datetime(2100, 1, 1), timezones=st.timezones()),
    answer=words | st.sampled_from(["", "-", "=1+1", "'=1", "-1", "+", "@x", "''-2", "'"]),
    right=st.booleans(),
    seconds=st.floats(0, 1e6),
    hints=st.integers(0, 1000),
    kind=st.sampled_from(KINDS),
    id=st.uuids(),
)
odd_json = st.lists(
    st.dictionaries(st.sampled_from(FIELDS), st.none() | st.booleans() | st.floats() | st.text(max_size=5))
)


class TestAnAttempt:
    def test_keeps_its_time_in_utc_whatever_zone_it_came_in(self) -> None:
        here = answer()
        there = replace(here, at=here.at.astimezone(BERLIN))
        assert there == here
        assert there.at.tzinfo is UTC

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"at": datetime(2026, 1, 1)}, "at: '2026-01-01 00:00:00' has no time zone"),
            ({"at": datetime(1970, 1, 1, tzinfo=UTC)}, "at: .* is not between the years"),
            ({"at": datetime.max.replace(tzinfo=timezone(timedelta(hours=-9)))}, "at: .* outside the calendar"),
            ({"learner": "  "}, "learner: is empty"),
            ({"learner": "x" * 65}, "learner: .* longer than 64"),
            ({"learner": "a\nb"}, "learner: .* control character"),
            ({"puzzle": "\ud800"}, "puzzle: .* control character"),
            ({"answer": 3}, "answer: '?3'? is no text"),
            ({"right": 1}, "right: '?1'? is neither"),
            ({"seconds": float("nan")}, "seconds: .* is not between"),
            ({"seconds": -1}, "seconds: .* is not between"),
            ({"seconds": True}, "seconds: .* is no number"),
            ({"hints": 1.0}, "hints: .* is no whole number"),
            ({"hints": 10**5000}, "hints"),
            ({"kind": "exam"}, "kind: 'exam' is none of first, review"),
            ({"id": "x"}, "id: 'x' is no UUID"),
        ],
    )
    def test_that_cannot_be_is_refused_by_field(self, change: dict[str, object], message: str) -> None:
        with pytest.raises(AttemptError, match=f"^{message}") as error:
            replace(answer(), **change)
        assert "\n" not in str(error.value)

    def test_found_with_hints_is_half_right(self) -> None:
        assert [answer().score, answer(hints=2).score, answer(right=False, hints=2).score] == [1, 0.5, 0]

    def test_of_one_name_in_two_unicode_forms_is_of_one_learner(self) -> None:
        assert answer(learner=" Zoe\u0301").learner == answer(learner="Zo\u00e9").learner


class TestFiles:
    @settings(max_examples=60, deadline=None)
    @given(st.lists(attempts, max_size=5, unique_by=lambda each: each.id))
    def test_of_every_form_are_read_back_as_they_were(self, log: list[Attempt]) -> None:
        for write in (to_csv, to_json, to_lines):
            assert read(write(log)) == log
            assert read(write(log).encode()) == log

    @settings(max_examples=100, deadline=None)
    @given(st.text(max_size=80) | st.binary(max_size=80) | odd_json.map(json.dumps))
    def test_of_anything_else_are_refused_in_one_line(self, text: str | bytes) -> None:
        fault = "line 1"
        try:
            assert read(text) == []
        except ExchangeError as error:
            fault = str(error)
        assert fault.startswith("line ")
        assert "\n" not in fault

    def test_in_csv_hold_nothing_that_a_spreadsheet_would_run(self) -> None:
        text = to_csv([answer(learner='=HYPERLINK("x")', answer="+1"), answer(learner="@a", answer="-2+3")])
        cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
        assert not [cell for cell in cells if cell[:1] in ("=", "+", "@") or (cell[:1] == "-" and len(cell) > 1)]

    def test_that_a_spreadsheet_has_saved_are_read(self) -> None:
        log = [answer(seconds=1.5), answer("p2", right=False, answer="-")]
        text = to_csv(log).replace(",", ";").replace("1.5", "1,5").replace("true", "TRUE").replace("false", "FALSE")
        assert read("\ufeff" + text) == log
        assert read(("\ufeff" + text).encode("utf-16-le")) == log
        rows = text.splitlines()
        columns = [";".join(reversed(row.split(";"))) for row in rows]
        assert read("\n".join([*columns, ";" * 8, ""])) == log

    def test_pretty_printed_by_another_program_are_read(self) -> None:
        log = [answer(), answer("p2")]
        assert read(json.dumps([each.to_dict() for each in log], indent=4)) == log

    def test_name_line_and_field_of_what_is_wrong(self) -> None:
        good = [answer(f"p{number}") for number in range(4)]
        head, *rows = to_csv(good).splitlines()
        lines = to_lines(good).splitlines()

        def spoiled(old: str, new: str) -> list[str]:
            return ["\n".join([head, *rows[:2], rows[2].replace(old, new)]), "\n".join([*lines[:3], new])]

        cases = {
            "line 4, seconds: 'soon' is no number": spoiled("8.0", "soon")[0],
            "line 4, right: 'perhaps' is neither true nor false": spoiled("true", "perhaps")[0],
            "line 4, kind: 'exam' is none of first, review, storm, set": spoiled("first", "exam")[0],
            "line 4, file: 10 cells where 9 were expected": spoiled("first", "first,more")[0],
            "line 4, hints: '-1' is no whole number": spoiled(",0,", ",-1,")[0],
            "line 4, id: 'x' is no UUID": spoiled(str(good[2].id), "x")[0],
            "line 4, file: this is no JSON": spoiled("", '{"id": ')[1],
            "line 4, file: NaN is no number": spoiled("", lines[3].replace("8.0", "NaN"))[1],
            "line 4, 'id': stands there twice": spoiled("", '{"id": 1, "id": 1}')[1],
            "line 4, answer: is missing": spoiled("", lines[3].replace('"answer": "5d5h", ', ""))[1],
            "line 4, 'password': there is no such field": spoiled("", lines[3].replace("{", '{"password": 1, '))[1],
            "line 4, file: a number is too long": spoiled("", lines[3].replace("8.0", "9" * 5000))[1],
            "line 4, seconds: inf is not between": spoiled("", lines[3].replace("8.0", "1e999"))[1],
            "line 4, learner: '\\ud800' holds": spoiled("", lines[3].replace("ann", "\\ud800"))[1],
            "line 4, file: '7' is no attempt": spoiled("", "7")[1],
            "line 3, file: the list of attempts breaks off": "[\n" + lines[0] + ",\n",
            "line 3, file: 'x' stands after the list's end": "[\n" + lines[0] + "]\nx",
            "line 1, file: too many brackets in brackets": "[" * 100_000,
            "line 1, 'name': is no field; known are id": "name,id\n1,2\n",
            "line 1, at: is missing": head.replace(",at", ""),
            "line 1, 'id': stands there twice": head + ",id",
            "line 2, file: this is no text in UTF-8": b"id\n\xff",
            "line 2, file: holds a zero byte": "id\nx\0y",
            "line 3, id: " + str(good[0].id) + " stands there before with other values": "\n".join(
                [lines[0], "", lines[0].replace("true", "false")]
            ),
        }
        for message, text in cases.items():
            with pytest.raises(ExchangeError) as error:
                read(text)
            assert str(error.value).replace('"', "'").startswith(message.split("\\ud800")[0]), message
            assert "\n" not in str(error.value)

    def test_that_are_endless_are_not_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tutor.progress.exchange.LARGEST", 100)
        with pytest.raises(ExchangeError, match="longer than 100"):
            read("x" * 101)

    def test_of_a_learners_own_keep_what_is_whole(self) -> None:
        log = [answer("p1"), answer("p2")]
        lines = [to_line(log[0]), '{"id": "torn', to_line(log[1])]
        found, faults = read_lines("\n".join(lines))
        assert found == log
        assert len(faults) == 1
        assert faults[0].startswith("line 2, file")


class TestDays:
    def test_begin_at_midnight_where_the_learner_is(self) -> None:
        late = datetime(2026, 3, 10, 23, 30, tzinfo=UTC)
        assert history.local_day(late, UTC) == date(2026, 3, 10)
        assert history.local_day(late, BERLIN) == date(2026, 3, 11)

    def test_in_a_row_make_a_streak(self) -> None:
        log = [answer(days=day) for day in (-9, -8, -7, -6, -3, -1, 0, 0)]
        assert history.streak(log, NOW, UTC) == history.Streak(2, 4, True)
        assert history.streak(log, NOW + timedelta(days=1), UTC) == history.Streak(2, 4, False)
        assert history.streak(log, NOW + timedelta(days=2), UTC) == history.Streak(0, 4, False)
        assert history.streak([], NOW, UTC) == history.Streak(0, 0, False)

    def test_of_23_and_25_hours_do_not_break_a_streak(self) -> None:
        for spring in (datetime(2026, 3, 28, 23, 59), datetime(2026, 10, 24, 23, 59)):
            start = spring.replace(tzinfo=BERLIN)
            days = [start + timedelta(days=n, minutes=-n) for n in range(3)]  # wall-clock time goes on from day to day
            log = [replace(answer(), at=day, id=uuid4()) for day in days]
            assert history.streak(log, days[-1], BERLIN).current == 3

    def test_of_a_wrong_clock_do_not_count(self) -> None:
        assert history.streak([answer(days=400), answer()], NOW, UTC) == history.Streak(1, 1, True)

    def test_make_a_calendar(self) -> None:
        log = [answer(days=0), answer(days=-1), answer(days=0)]
        assert history.calendar(log, UTC) == {date(2026, 3, 9): 1, date(2026, 3, 10): 2}


class TestAccuracy:
    def test_counts_first_tries_without_hints(self) -> None:
        items = {name: Item(name, themes=("bomb",)) for name in ("p1", "p2", "p3")}
        log = [answer("p1", right=False), answer("p1", days=1), answer("p2"), answer("p3", hints=1), answer("gone")]
        [bomb] = history.accuracy(log, items)
        assert (bomb.theme, bomb.tried, bomb.right) == ("bomb", 3, 1)
        assert 0 < bomb.low < bomb.share < bomb.high < 1
        assert history.accuracy([*log, answer("p2", False, -1, kind="review")], items) == [bomb], "a clock put back"

    def test_says_how_sure_it_is(self) -> None:
        assert history.wilson(0, 0) == (0, 1)
        low, high = history.wilson(8, 10)  # the value in the literature
        assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
        assert history.wilson(10, 10)[1] == 1


class TestMistakes:
    def test_are_puzzles_whose_last_answer_was_wrong(self) -> None:
        log = [answer("a", False, 0), answer("b", False, 1), answer("a", True, 2), answer("c", True, 3)]
        assert history.mistakes([*log, answer("c", False, 4)]) == ["c", "b"]


class TestStorms:
    def test_last_three_minutes(self) -> None:
        log = [self.at(0), self.at(90, 90), self.at(165, 75, False), self.at(600, 10, False), answer(days=1)]
        first, second = history.storms(log)
        assert (first.right, first.wrong, second.right, second.wrong) == (2, 1, 0, 1)
        assert first.start == NOW - timedelta(seconds=10)

    def test_that_were_stopped_are_not_part_of_the_next(self) -> None:
        log = [self.at(0), self.at(5, 5), self.at(20, 6), self.at(30, 10, False)]
        assert [(storm.right, storm.wrong) for storm in history.storms(log)] == [(2, 0), (1, 1)]

    @staticmethod
    def at(moment: float, seconds: float = 10, right: bool = True) -> Attempt:
        return answer(right=right, days=moment / 86400, kind="storm", seconds=seconds)


class TestRepetition:
    def test_brings_a_wrong_answer_back_in_minutes_and_a_right_one_in_days(self) -> None:
        log = [answer("wrong", False), answer("hinted", hints=1), answer("easy")]
        when = {due.puzzle: due.at - NOW for due in repeated(log).all(NOW)}
        assert when["wrong"] == timedelta(minutes=10)
        assert when["wrong"] <= when["hinted"] < timedelta(days=1) < when["easy"]

    def test_waits_longer_after_each_right_answer(self) -> None:
        log, pauses = [answer(right=False)], []
        for _ in range(4):
            due = repeated(log).when("p1")
            assert due is not None
            log.append(replace(answer(), at=due, id=uuid4()))
            after = repeated(log).when("p1")
            assert after is not None
            pauses.append(after - due)
        assert pauses == sorted(pauses)
        assert pauses[-1] > 4 * pauses[0]

    def test_gives_the_same_dates_from_the_same_log_in_any_order(self) -> None:
        log = [answer(f"p{n % 7}", n % 3 > 0, n / 2, hints=n % 2) for n in range(60)]
        assert repeated(log).all(NOW) == repeated(reversed(log)).all(NOW)
        again = subprocess.run(
            [sys.executable, "-c", _DATES, to_lines(log)], capture_output=True, text=True, check=True, timeout=60
        )
        assert again.stdout.split() == [due.at.isoformat() for due in repeated(log).all(NOW)]

    def test_never_waits_longer_than_a_year(self) -> None:
        log = [answer(days=400 * n) for n in range(9)]
        due = repeated(log).when("p1")
        assert due is not None
        assert due - log[-1].at <= timedelta(days=365)


_DATES = """
import sys
from datetime import UTC, datetime
from tutor.progress.exchange import read
from tutor.progress.repetition import repeated
print(*(due.at.isoformat() for due in repeated(read(sys.argv[1])).all(datetime.now(UTC))))
"""

ITEMS = {f"p{n}": Item(f"p{n}", Rating(800 + 10 * n, 80), ("bomb",) if n % 3 else ("pass", "bomb")) for n in range(150)}


class TestTodaysPuzzle:
    def test_is_the_same_for_everybody_and_changes_by_the_day(self) -> None:
        days = [date(2026, 1, 1) + timedelta(days=n) for n in range(60)]
        chosen = [choose.todays(ITEMS, day) for day in days]
        assert chosen == [choose.todays(dict(reversed(ITEMS.items())), day) for day in days]
        assert len({item.id for item in chosen if item}) > 35
        assert choose.todays(ITEMS, date(2026, 1, 1)) == ITEMS["p88"]  # pinned: it must not move between releases

    def test_is_rarely_changed_by_new_puzzles(self) -> None:
        more = ITEMS | {f"q{n}": Item(f"q{n}") for n in range(15)}
        days = [date(2026, 1, 1) + timedelta(days=n) for n in range(200)]
        same = sum(choose.todays(ITEMS, day) == choose.todays(more, day) for day in days)
        assert same > 160

    def test_is_none_without_puzzles(self) -> None:
        assert choose.todays({}, date(2026, 1, 1)) is None


class TestTheNextPuzzle:
    def test_is_unseen_and_at_the_learners_level(self) -> None:
        me = Rating(1500, 60)
        log = [answer(f"p{n}", days=-1) for n in range(40, 60)]
        for level, (low, high) in choose.LEVELS.items():
            found = choose.next_item(ITEMS, log, NOW, level=level, rating=me)
            assert found is not None
            assert found.id not in {attempt.puzzle for attempt in log}
            assert low <= choose.chance(me, found) <= high

    def test_has_the_theme_asked_for(self) -> None:
        found = choose.next_item(ITEMS, [], NOW, theme="pass")
        assert found is not None
        assert "pass" in found.themes
        assert choose.next_item(ITEMS, [], NOW, theme="unheard of") is None

    def test_is_the_nearest_where_none_fits(self) -> None:
        for me, wanted in ((Rating(3000, 60), "p149"), (Rating(100, 60), "p0")):
            assert choose.next_item(ITEMS, [], NOW, rating=me) == ITEMS[wanted]

    def test_is_the_longest_unseen_when_all_were_seen(self) -> None:
        log = [answer(name, days=n) for n, name in enumerate(ITEMS)]
        assert choose.next_item(ITEMS, log, NOW) == ITEMS["p0"]
        assert choose.next_item({}, log, NOW) is None

    def test_depends_on_nothing_but_its_input(self) -> None:
        log = [answer()]
        assert choose.next_item(ITEMS, log, NOW) == choose.next_item(dict(reversed(ITEMS.items())), log, NOW)


class TestASession:
    def test_takes_what_is_due_first_and_then_new_puzzles(self) -> None:
        log = [answer("p3", False, -2), answer("p4", False, -1), answer("p5", True, -1), answer("gone", False, -3)]
        found = choose.mixed(ITEMS, log, NOW, 6)
        assert [item.id for item in found[:2]] == ["p3", "p4"]
        assert len({item.id for item in found}) == 6
        assert not {"p5", "gone"} & {item.id for item in found}

    def test_is_shorter_when_there_are_no_more(self) -> None:
        few = {name: ITEMS[name] for name in ("p1", "p2")}
        assert [item.id for item in choose.mixed(few, [answer("p1")], NOW, 9)] == ["p2"]

    def test_of_a_storm_gets_harder(self) -> None:
        queue = choose.storm(ITEMS, [], NOW, 40, rating=Rating(1500, 60))
        ratings = [item.rating.rating for item in queue]
        assert ratings == sorted(ratings)
        assert len({item.id for item in queue}) == 40
        chances = [choose.chance(Rating(1500, 60), item) for item in queue]
        assert chances[0] > 0.9
        assert chances[-1] < 0.5
        assert queue != choose.storm(ITEMS, [], NOW + timedelta(minutes=5), 40, rating=Rating(1500, 60))

    def test_of_a_storm_uses_known_puzzles_before_new_ones(self) -> None:
        log = [answer(f"p{n}", days=-9) for n in range(0, 150, 2)]
        queue = choose.storm(ITEMS, log, NOW, 20, rating=Rating(1500, 60))
        assert sum(int(item.id[1:]) % 2 for item in queue) <= 2


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


class TestTheTrainer:
    def test_works_with_the_puzzles_that_come_with_the_package(self) -> None:
        trainer = Trainer(puzzles.load(), clock=Clock(), zone=UTC)
        puzzle = trainer.next()
        done = trainer.record(puzzle, puzzle.answer, True, seconds=3)
        assert done.attempt.answer == str(puzzle.answer)
        assert (done.saved, done.rated) == (True, True)
        assert done.after.rating > done.before.rating
        assert trainer.next() != puzzle
        assert trainer.today() in puzzles.load()
        assert trainer.themes()

    def test_never_rates_a_review_or_a_storm(self) -> None:
        clock = Clock()
        trainer = Trainer(ITEMS.values(), clock=clock, zone=UTC)
        trainer.record("p50", "-", False)
        before = trainer.rating
        for kind in (None, "review", "first", "set", "storm"):
            done = trainer.record("p50", "-", True, kind=kind)
            assert not done.rated
            assert done.before == done.after
        trainer.record("p51", "-", False, kind="storm")
        assert not trainer.record("p51", "-", False).rated, "it was seen in the storm"
        assert trainer.rating == before
        assert trainer.log[1].kind == "review"

    @pytest.mark.parametrize(("year", "kept"), [(1970, 2000), (2300, 2199)])
    def test_keeps_answers_by_a_clock_that_is_wrong_by_decades(self, year: int, kept: int) -> None:
        trainer = Trainer(ITEMS.values(), clock=lambda: NOW.replace(year=year), zone=UTC)
        assert trainer.record("p50", "-", True).saved
        assert trainer.log[0].at.year == kept

    def test_says_the_same_after_reading_the_log_again(self) -> None:
        clock, store = Clock(), MemoryStore()
        trainer = Trainer(ITEMS.values(), store, "ann", clock=clock, zone=UTC)
        for n in range(30):
            clock.now += timedelta(hours=9)
            trainer.record(trainer.next(), "-", n % 3 > 0, hints=n % 2)
        other = Trainer(ITEMS.values(), store, "ann", clock=clock, zone=UTC)
        assert other.rating == trainer.rating
        assert other.rating_history() == trainer.rating_history()
        assert other.schedule() == trainer.schedule()
        assert other.streak() == trainer.streak() == history.Streak(12, 12, True)
        assert other.session() == trainer.session()
        assert len(trainer.mistakes()) == 10

    def test_can_switch_each_part_off(self) -> None:
        clock = Clock()
        store = MemoryStore([answer("p1", False, -1), answer("p2", False, -1)])
        bare = Trainer(
            ITEMS.values(), store, "ann", clock=clock, zone=UTC, rating=False, repetition=False, streaks=False
        )
        assert (bare.rating, bare.streak(), bare.due(), bare.rating_history()) == (None, None, [], [])
        assert not {item.id for item in bare.session()} & {"p1", "p2"}
        done = bare.record(bare.next(), "-", True)
        assert (done.rated, done.due) == (False, None)
        full = Trainer(ITEMS.values(), store, "ann", clock=clock, zone=UTC)
        assert full.rating_history()[-1].puzzle == done.attempt.puzzle, "the log knows what was not shown"

    def test_keeps_learners_apart(self) -> None:
        clock = Clock()
        trainer = Trainer(ITEMS.values(), learner="ann", clock=clock, zone=UTC)
        trainer.record("p1", "-", False)
        trainer.switch(" bob ")
        assert (trainer.log, trainer.mistakes(), str(trainer.rating)) == ([], [], "1500 ± 686")
        trainer.record("p2", "-", True)
        assert trainer.learners() == ["ann", "bob"]
        assert trainer.delete_my_data() == 1
        assert (trainer.log, trainer.learners()) == ([], ["ann"])
        with pytest.raises(AttemptError):
            trainer.switch("")

    def test_knows_whether_todays_puzzle_is_done(self) -> None:
        clock = Clock()
        trainer = Trainer(ITEMS.values(), clock=clock, zone=UTC)
        assert not trainer.today_done()
        trainer.record(trainer.today(), "-", True)
        assert trainer.today_done()
        clock.now += timedelta(days=1)
        assert not trainer.today_done()

    def test_takes_odd_times_from_a_browser(self) -> None:
        trainer = Trainer(ITEMS.values(), clock=Clock(), zone=UTC)
        assert trainer.record("p1", "-", True, seconds=-3).attempt.seconds == 0
        assert trainer.record("p1", "-", True, seconds=float("inf")).attempt.seconds == 1_000_000

    def test_takes_whatever_a_learner_writes(self) -> None:
        trainer = Trainer(ITEMS.values(), clock=Clock(), zone=UTC)
        texts = ["because\n\tof it", "x" * 5000, "\x00\ud800\u2028", "", None]
        kept = [trainer.record("p1", text, True).attempt.answer for text in texts]
        assert kept == ["because of it", "x" * 1000, "", "", "None"]

    def test_refuses_two_puzzles_of_one_name(self) -> None:
        with pytest.raises(ValueError, match="id: 'p1' is the name of two puzzles"):
            Trainer([ITEMS["p1"], ITEMS["p1"]])

    def test_ends_well_without_any_puzzle(self) -> None:
        trainer = Trainer([])
        assert (trainer.next(), trainer.today(), trainer.session(), trainer.storm()) == (None, None, [], [])
        assert not trainer.today_done()

    def test_is_quick_with_a_long_log(self) -> None:
        log = [answer(f"p{n % 150}", n % 3 > 0, n / 30, id=UUID(int=n)) for n in range(5000)]
        clock = Clock()
        clock.now += timedelta(days=200)
        trainer = Trainer(ITEMS.values(), MemoryStore(log), "ann", clock=clock, zone=UTC)
        import time

        start = time.process_time()
        trainer.record(trainer.session()[0], "-", True)
        assert time.process_time() - start < 0.25


def test_importing_it_loads_neither_database_nor_repetition() -> None:
    code = (
        "import sys, tutor; before = 'tutor.progress' in sys.modules; import tutor.progress\n"
        "heavy = {'sqlalchemy', 'alembic', 'fsrs', 'platformdirs', 'ipywidgets', 'anywidget'} & set(sys.modules)\n"
        "print(before, heavy)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "False set()"
