"""One's own deals: kept, brought in, counted."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tutor import Play, Position, deal
from tutor.bots import play_deal
from tutor.charts import balance
from tutor.deals import bring, deals_file, forget, keep, my_deals, own_deals, statistics
from tutor.progress.attempts import AttemptError
from tutor.records import Record, RecordError, load_records, save_records


def played(rules: str = "sheet", seats: int = 4, seed: object = 0, you: int | None = 0) -> Record:
    record = play_deal(deal(rules, seats, seed=f"deals {seed}"), ["sensible"] * seats, 1)
    return replace(record, you=you)


def test_kept_and_read_again(tmp_path: Path) -> None:
    """Deals come back as they were, in order; each learner has a file of their own, readable by `tienlen replay`."""
    records = [played(seed=seed) for seed in range(3)]
    assert own_deals(folder=tmp_path).records == ()
    assert [keep(record, folder=tmp_path) for record in records] == ["", "", ""]
    assert own_deals(folder=tmp_path).records == tuple(records)
    assert load_records(deals_file(folder=tmp_path)) == records
    assert keep(records[0], "Bến / đò", tmp_path) == ""
    assert own_deals("Bến / đò", tmp_path).records == (records[0],)
    assert deals_file("anna").name.lower() != deals_file("Anna").name.lower()
    assert len(deals_file("đ" * 60).name) < 100
    assert forget(folder=tmp_path) == 1
    assert own_deals(folder=tmp_path).records == ()
    assert own_deals("Bến / đò", tmp_path).records == (records[0],)
    with pytest.raises(AttemptError):
        deals_file("two\nlines")


def test_a_torn_file_loses_what_was_torn_and_no_more(tmp_path: Path) -> None:
    """A process that is killed while it writes, or an editor that leaves the last line open."""
    first, second = played(seed=1), played(seed=2)
    keep(first, folder=tmp_path)
    path = deals_file(folder=tmp_path)
    whole = path.read_bytes()
    for cut in (len(whole) - 1, len(whole) - 30, len(whole) // 2, 3):
        path.write_bytes(whole + whole[:cut])
        keep(second, folder=tmp_path)
        own = own_deals(folder=tmp_path)
        assert own.records in ((first, second), (first, first, second))
        assert len(own.records) + len(own.faults) == (2 if cut == 3 else 3)
    path.write_bytes(whole + b"start: \xff\xfe\n" + whole)
    assert len(own_deals(folder=tmp_path).records) == 2
    assert "position" in own_deals(folder=tmp_path).faults[0]
    assert path.name in my_deals("me", tmp_path).__repr__()


def test_a_disk_that_refuses_costs_no_game(tmp_path: Path) -> None:
    """What cannot be written is said in one sentence."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    said = keep(played(), folder=blocked / "below")
    assert "not kept" in said
    assert "\n" not in said
    assert forget(folder=tmp_path) == 0


def test_several_processes_write_whole_deals(tmp_path: Path) -> None:
    """Two notebooks at once."""
    code = """
import sys
from tutor.deals import keep
from tutor.records import load_records
record = load_records(sys.argv[1])[0]
for _ in range(20):
    assert keep(record, folder=sys.argv[2]) == ""
"""
    save_records(tmp_path / "one.txt", [played()])
    command = [sys.executable, "-c", code, str(tmp_path / "one.txt"), str(tmp_path)]
    running = [subprocess.Popen(command, env={**os.environ}) for _ in range(2)]
    assert [process.wait(60) for process in running] == [0, 0]
    own = own_deals(folder=tmp_path)
    assert (len(own.records), own.faults) == (40, ())


def test_deals_of_a_file_are_brought_in_once(tmp_path: Path) -> None:
    """The seat is the record's own, else the one given, else that of the learner's name; faults cost one deal."""
    own = [played(seed=seed, you=None) for seed in range(4)]
    own[2] = replace(own[2], names=("Ben", "me", "", ""))
    own[3] = replace(own[3], you=3)
    file = tmp_path / "some.txt"
    file.write_text("\n".join(map(str, own)) + "\nstart: nonsense\n", encoding="utf-8")
    done = bring(file, folder=tmp_path)
    assert (done.new, done.known, len(done.faults)) == (4, 0, 1)
    assert [record.you for record in own_deals(folder=tmp_path).records] == [None, None, 1, 3]
    again = bring(file, seat=2, folder=tmp_path)
    assert (again.new, again.known) == (0, 4)
    assert [r.you for r in own_deals("other", tmp_path).records] == []
    bring(file, seat=2, learner="other", folder=tmp_path)
    assert [r.you for r in own_deals("other", tmp_path).records] == [2, 2, 2, 3]
    with pytest.raises(RecordError, match="no such file"):
        bring(tmp_path / "none.txt", folder=tmp_path)
    with pytest.raises(RecordError, match="no seat 5"):
        bring(file, seat=5, learner="third", folder=tmp_path)


def made(position: str, plays: str, you: int) -> Record:
    start = Position.parse(position)
    line, now = [], start
    for text in plays.split():
        line.append(Play.parse(text, start.rules))
        now = now.after(line[-1])
    return Record(start, tuple(line), you=you)


CHOPPED = ("sheet 3s4s4c4d4h/2c7s/8s8c8d8h9s2h 1 - -", "2c - 4s4c4d4h - 8s8c8d8h - - 9s - - 2h - - 3s")


def test_chops_twos_and_places_are_counted() -> None:
    """A chop is given by who lays the bomb and suffered by whose cards it beats; a higher bomb is one, too."""
    told = {}
    for you in range(3):
        tally = statistics([made(*CHOPPED, you)]).total
        told[you] = (tally.given, tally.suffered, tally.twos, dict(tally.places), tally.points)
    assert told == {
        0: (1, 1, 0, {2: 1}, [1]),
        1: (0, 1, 0, {3: 1}, [-2]),
        2: (1, 0, 0, {1: 1}, [1]),
    }


def test_a_two_left_over() -> None:
    """Counted when the deal is over, not before."""
    record = made("big-two 3d/4d2s2h 0 - -", "3d", 1)
    assert statistics([record]).total.twos == 2
    assert statistics([replace(record, you=0)]).total.twos == 0


def test_sums_are_the_sums_of_the_deals() -> None:
    """Counted a second time from the records' own words; groups add up to the total."""
    tables = [("sheet", 4), ("big-two", 4), ("pagat", 2), ("sheet+instant_win_extended", 4)]
    records = [played(*tables[seed % 4], seed, seed % 2) for seed in range(40)]
    records += [replace(records[0], plays=records[0].plays[:5]), replace(records[1], you=None)]
    found = statistics(records)
    assert (found.unfinished, found.nobody, found.total.deals) == (1, 1, 40)
    assert sum(found.total.points) == sum(record.scores[record.you] for record in records[:40])  # type: ignore[index]
    assert found.total.deals == sum(tally.deals for tally in found.groups.values())
    assert found.total.won == sum(tally.won for tally in found.groups.values())
    winners = [record.instant_win[0] if record.instant_win else record.end.out[0] for record in records[:40]]
    assert found.total.won == sum(record.you == winner for record, winner in zip(records, winners, strict=False))
    assert set(found.groups) == {("sheet", 4), ("big-two", 4), ("pagat", 2)}
    assert statistics([replace(records[0], you=None)], seat=2).total.points == [records[0].scores[2]]  # type: ignore[index]


def test_what_is_shown_says_the_numbers() -> None:
    """Pictures with their numbers as text, one table, and names shown as text."""
    found = statistics([played(seed=seed, you=seed % 4) for seed in range(12)] + [played(you=None)])
    text, html = str(found), found._repr_html_()
    assert "Your points over time" in text
    assert f"{sum(found.total.points):+d}".replace("-", "−") in text
    assert "1 deal does not say where you sat" in text
    assert html.count("<svg") == 3
    assert html.count('role="img"') == 3
    HTMLParser().feed(html)
    assert "no finished deal yet" in str(statistics([]))
    assert "no finished deal yet" in statistics([])._repr_html_()


@pytest.mark.parametrize("totals", [[], [0], [-3], [5, -5], list(range(-40, 60)), [10**6]])
def test_a_running_total_of_any_size_is_drawn_inside_its_frame(totals: list[int]) -> None:
    html = balance(totals, "Points", "deals", ["points"])._repr_html_()
    points = re.findall(r'points="([^"]*)"', html)[0].split()
    assert len(points) == len(totals) + 1
    assert all(0 <= float(x) <= 720 and 0 <= float(y) <= 260 for x, y in (point.split(",") for point in points))
    assert html.count("<th scope=row>") == len(totals)
