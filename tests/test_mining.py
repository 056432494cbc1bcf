"""The miner: a seed gives the same puzzles everywhere, rules are kept, and whatever dies, what is done stays done."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tutor import Position, cli, mining, solve
from tutor.kinds import KINDS, kind_title, same_play, values_only
from tutor.mining import Selection, Task, Wanted, canonical, run_task
from tutor.mining_run import Cluster, Here, Journal, Lost, Mined, MiningError, Processes, mine, pack_text
from tutor.puzzles import check, load, note_of, title_of

SMALL = Wanted(seed=3, kinds=("chop",), profiles=("sheet",), seats=(2,))


@pytest.fixture(scope="module")
def mined() -> Mined:
    return mine(SMALL, 4, Here())


# ------------------------------------------------------------------ what is found


def test_a_task_depends_on_nothing_but_its_words() -> None:
    task = SMALL.task(2)
    assert run_task(task) == run_task(task)
    assert json.loads(json.dumps(run_task(task))) == run_task(task), "a journal gives back what went in"


def test_what_is_mined_is_a_sound_pack(mined: Mined, tmp_path: Path) -> None:
    pack = tmp_path / "pack.toml"
    pack.write_text(pack_text(mined.kept, "two\nlines"), encoding="utf-8")
    assert check(pack) == []
    puzzles = load(pack)
    assert len(puzzles) == 4
    for puzzle in puzzles:
        assert puzzle.kind == "chop"
        assert puzzle.seed.startswith("3 ")
        assert puzzle.rating > 0
        assert title_of(puzzle) == "Chop or not?"
        assert len(puzzle.position.legal_plays()) >= 3
        assert note_of(puzzle)


def test_no_card_can_be_taken_away(mined: Mined) -> None:
    for entry in mined.kept:
        position = Position.parse(entry["position"])
        good = mining._judged("chop", position, entry["goal"])
        assert not isinstance(good, str)
        for smaller in mining._smaller(position):
            found = mining._judged("chop", smaller, entry["goal"])
            assert isinstance(found, str) or not mining._same_point(good, found)


def test_cards_that_play_no_part_are_taken_away() -> None:
    """The king of the third hand is never laid."""
    bare = Position.parse("sheet 7h8s8c8h9s9dTsThJsJh/8dQs 0 1:2c -")
    good = mining._judged("chop", bare, "first")
    assert not isinstance(good, str)
    smallest, after = mining._smallest("chop", bare, "first", good)
    assert after.point == good.point
    assert sum(map(int.bit_count, smallest.hands)) <= sum(map(int.bit_count, bare.hands))


PAIR = "sheet JdKdKh/./?2 0 - - out=1 gone=3s3c3d4s4h5d6c6h7c7h8s8c8h9s9c9d9hTcTdThQsKcAsAcAdAh2c2d2h"


@pytest.mark.parametrize(
    ("kind", "position", "goal", "rule"),
    [
        ("open", "pagat 3s5d/4c4d 0 - -", "first", "fewer than three plays"),
        ("open", "pagat 7s7c7d/4c 0 1:4s -", "first", "fewer than three plays"),
        ("open", "pagat 3s4c6d/7h8h9h2h 0 - -", "first", "no play reaches the goal"),
        ("open", "pagat 4c5s5d2c/6c7cJd 0 - -", "first", "several answers"),
        ("open", "pagat 3s5d5h/4c4d7s 0 - -", "first", "over too soon"),
        ("lead", "pagat 6s6c9d2h/QcQdAh2c 0 1:4d -", "first", "not of the kind"),
        ("save", "sheet ./3d4s5c5h6s7h8c8dJc/5s6c7d8h9s9cTs/9dJh 1 - - out=0", "not-last", "no theme"),
        ("hidden", PAIR, "not-last", "few cards, and an obvious play is right"),
    ],
)
def test_each_rule_is_named(kind: str, position: str, goal: str, rule: str) -> None:
    assert mining._judged(kind, Position.parse(position), goal) == rule


def test_plays_are_the_same_only_if_nothing_lies_between() -> None:
    here = Position.parse("pagat 3s3c3h/3d9s 0 - -")
    assert same_play(here, here.legal_plays()[0]) == same_play(here, here.legal_plays()[1])
    table = Position.parse("pagat 4s4d/9s9h 0 1:4c -")
    assert len({same_play(table, play) for play in table.legal_plays()}) == 2
    suits = Position.parse("big-two 3d3c/9s9h 0 - -")
    assert len({same_play(suits, play) for play in suits.legal_plays()}) == 3, "suits make flushes"


def test_titles_say_nothing_of_the_answer() -> None:
    titles = [kind_title(kind) for kind in KINDS]
    assert len(set(titles)) == len(KINDS)
    assert not any(mark in title for title in titles for mark in "♠♣♦♥0123456789")


# ------------------------------------------------------------------ which ones are kept


def found(form: str = "x", **more: object) -> dict[str, Any]:
    marks = {"form": form, "obvious": False, "sensible": False, "short": False, "side": "", "seats": 2}
    return {"id": form, "kind": "open", "themes": [form], "_": {**marks, **more}}


def test_a_near_duplicate_is_not_kept() -> None:
    selection = Selection(10)
    for form in "aba":
        selection.add(found(form), 3)
    assert [entry["id"] for entry in selection.kept] == ["a", "b"]
    assert selection.fell == Counter({"much like another one": 1})
    assert all("_" not in entry for entry in selection.kept)


def test_the_shares_of_a_pack_are_kept() -> None:
    selection = Selection(100)
    for number in range(300):
        selection.add(found(str(number), obvious=bool(number % 2), side="ab"[number % 3 == 0]), 1)
    assert len(selection.kept) >= 50
    assert selection.fell["an obvious play is right"] > 0
    kept = [int(entry["id"]) for entry in selection.kept]
    assert sum(number % 2 for number in kept) <= 0.3 * len(kept)
    assert sum(number % 3 == 0 for number in kept) <= 0.6 * len(kept) + mining.FIRST_FEW


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ("pagat 4c4s8d/3d6c6h 1 - -", True),  # seats moved, suits renamed, ranks moved
        ("pagat 4c4s8d/3d6c6h 0 - -", False),  # another seat is to play
        ("pagat 4c4s8d/3d6c7h 1 - -", False),
        ("sheet 4c4s8d/3d6c6h 1 - -", False),
    ],
)
def test_what_counts_as_much_the_same(other: str, same: bool) -> None:
    one = canonical(Position.parse("pagat 3s5d5h/4c4d7s 0 - -"), "first")
    assert (canonical(Position.parse(other), "first") == one) is same


# ------------------------------------------------------------------ who does the work


def test_two_processes_find_what_one_finds(mined: Mined) -> None:
    both = mine(SMALL, 4, Processes(2))
    assert (both.kept, both.fell) == (mined.kept, mined.fell)


class Dying(Here):
    """Every third task is lost with its worker."""

    size = 2

    def __init__(self) -> None:
        self.given = 0

    def hand_out(self, task: Task) -> Any:
        self.given += 1
        if self.given % 3 == 0:
            return Lost()
        return super().hand_out(task)


def test_a_lost_task_is_handed_out_again(mined: Mined, monkeypatch: pytest.MonkeyPatch) -> None:
    def result(future: Any) -> Any:
        if isinstance(future, Lost):
            raise future
        return future.result()

    monkeypatch.setattr("tutor.mining_run._result", result)
    assert mine(SMALL, 2, Dying()).kept == mined.kept[:2]


def test_workers_that_only_die_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def dead(_future: Any) -> Any:
        raise Lost

    monkeypatch.setattr("tutor.mining_run._result", dead)
    monkeypatch.setattr("tutor.mining_run.run_task", lambda task: {})
    with pytest.raises(MiningError, match="again and again"):
        mine(SMALL, 4, Dying())


def test_ctrl_c_keeps_what_is_found(mined: Mined) -> None:
    class Stopped(Here):
        def back(self, futures: Iterable[Any]) -> set[Any]:
            if kept and kept[-1] >= 2:
                raise KeyboardInterrupt
            return super().back(futures)

    kept: list[int] = []
    stopped = mine(SMALL, 4, Stopped(), progress=lambda count, tasks: kept.append(count))
    assert stopped.interrupted
    assert 2 <= len(stopped.kept) < 4
    assert stopped.kept == mined.kept[: len(stopped.kept)]


def test_a_journal_cut_off_anywhere_goes_on(mined: Mined, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    assert mine(SMALL, 4, Here(), Journal(path, SMALL, False)).kept == mined.kept
    whole = path.read_bytes()
    for cut in (0, 10, len(whole) // 2, len(whole) - 3, len(whole)):
        path.write_bytes(whole[:cut])
        journal = Journal(path, SMALL, True)
        journal.close()
        assert whole.startswith(path.read_bytes()), "what was cut off is gone"
        assert len(journal.done) <= whole.count(b"\n") - 1
    path.write_bytes(whole[: len(whole) // 2])
    assert mine(SMALL, 4, Here(), Journal(path, SMALL, True)).kept == mined.kept


@pytest.mark.parametrize(
    "line",
    [
        '{"task": 0}',
        '{"task": 0, "found": [1], "fell": {}}',
        '{"task": 0, "found": [{"_": {}}], "fell": {}}',
        '{"task": 0, "found": [], "fell": {"a": "b"}}',
        "[" * 100_000,
    ],
)
def test_a_journal_of_something_else_is_not_used(line: str, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    Journal(path, SMALL, False).close()
    path.write_text(path.read_text() + line + "\n")
    journal = Journal(path, SMALL, True)
    journal.close()
    assert journal.done == {}
    assert path.read_text().count("\n") == 1


def test_a_journal_of_other_puzzles_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    Journal(path, SMALL, False).close()
    with pytest.raises(MiningError, match="of other puzzles"):
        Journal(path, replace(SMALL, seed=4), True)
    with pytest.raises(MiningError, match="go on with --resume"):
        Journal(path, SMALL, False)


COMMAND = [sys.executable, "-m", "tutor.cli", "puzzles", "mine", "--kind", "chop", "--profile", "sheet"]
COMMAND += ["--seats", "2", "--seed", "3", "--number"]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_process_killed_at_any_moment_goes_on(mined: Mined, tmp_path: Path) -> None:
    out, journal = tmp_path / "pack.toml", tmp_path / "pack.toml.journal"
    process = subprocess.Popen([*COMMAND, "200", "--out", str(out), "--jobs", "1"], stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not (journal.exists() and journal.read_bytes().count(b"\n") > 2) and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not out.exists()
    before = journal.read_bytes()
    assert before.count(b"\n") > 2
    arguments = [*COMMAND[3:], "4", "--out", str(out), "--jobs", "1"]
    assert cli.main([*arguments, "--resume"]) == 0
    assert not journal.exists(), "the pack is written, nothing is left to go on with"
    assert [puzzle.id for puzzle in load(out)] == [entry["id"] for entry in mined.kept]


@pytest.mark.nightly
@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_killed_worker_loses_its_task_only(mined: Mined) -> None:
    crew = Processes(2)
    killed: list[int] = []

    def kill(kept: int, tasks: int) -> None:
        if tasks == 2 and not killed:
            killed.extend(crew._pool._processes)
            os.kill(killed[0], signal.SIGKILL)

    assert mine(SMALL, 4, crew, progress=kill).kept == mined.kept
    assert killed


@pytest.mark.nightly
@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_cluster_finds_the_same_also_when_a_worker_is_killed(mined: Mined, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, local_directory=str(tmp_path)
    ) as cluster:
        killed: list[int] = []

        def kill(kept: int, tasks: int) -> None:
            if not killed:
                killed.append(next(iter(cluster.workers.values())).pid)
                os.kill(killed[0], signal.SIGKILL)

        path = tmp_path / "journal"
        done = mine(SMALL, 4, Cluster(cluster.scheduler_address), Journal(path, SMALL, False), kill)
        assert killed
        assert done.kept == mined.kept
        assert Journal(path, SMALL, True).done, "the journal is whole"


# ------------------------------------------------------------------ the command


def test_the_command_prints_a_pack(mined: Mined, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli.main([*COMMAND[3:], "2", "--jobs", "1"]) == 0
    out, err = capsys.readouterr()
    (tmp_path / "pack.toml").write_text(out, encoding="utf-8")
    assert [puzzle.id for puzzle in load(tmp_path / "pack.toml")] == [entry["id"] for entry in mined.kept[:2]]
    assert "what fell, by rule" in err
    assert "fewer than three plays" in err


def test_the_journal_goes_when_the_pack_is_written(
    mined: Mined, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not before: not when mining is interrupted, not when the pack cannot be written."""
    out, journal = tmp_path / "pack.toml", tmp_path / "pack.toml.journal"
    arguments = [*COMMAND[3:], "2", "--jobs", "1", "--out", str(out)]
    with monkeypatch.context() as patched:
        patched.setattr("tutor.mining_run.run_task", stopped_after(3))
        assert cli.main(arguments) == 130
    tasks = journal.read_bytes().count(b"\n") - 1
    assert tasks == 3
    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_text", full_disk)
        assert cli.main([*arguments, "--resume"]) == 2
    assert journal.read_bytes().count(b"\n") - 1 > tasks
    assert cli.main([*arguments, "--resume"]) == 0
    assert not journal.exists()
    assert [puzzle.id for puzzle in load(out)] == [entry["id"] for entry in mined.kept[:2]]
    assert capsys.readouterr().err.count("go on with --resume") == 1


def stopped_after(tasks: int) -> Callable[[Task], dict[str, Any]]:
    """The real work so many times, then Ctrl-C."""
    done: list[Task] = []

    def run(task: Task) -> dict[str, Any]:
        done.append(task)
        if len(done) > tasks:
            raise KeyboardInterrupt
        return run_task(task)

    return run


def full_disk(*_args: object, **_named: object) -> int:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--kind", "win"], "--kind: 'win' is none of open, hidden"),
        (["--profile", "poker"], "--profile: 'poker' is none of pagat"),
        (["--seats", "5"], "--seats: '5' is none of 2, 3, 4"),
        (["--seats", "9" * 5000], "--seats"),
        (["--number", "0"], "--number: '0' is not a whole number"),
        (["--seed", "-1"], "--seed"),
        (["--seed", "٣"], "--seed"),
        (["--jobs", "many"], "--jobs: 'many'"),
        (["--resume"], "--resume: goes with --out"),
        (["--scheduler", "hello"], "--scheduler: 'hello' is no address"),
        (["--out", "/no/such/folder/x.toml"], "--out: '/no/such/folder/x.toml'"),
        (["--out", "/tmp/" + "a" * 250], "cannot be written: File name too long"),
        (["--kind", "chop", "--profile", "big-two"], "no puzzle of the kind chop under big-two"),
        (["--kind", "place", "--seats", "2"], "no puzzle of the kind place"),
    ],
)
def test_a_wrong_option_is_said_in_a_line(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["puzzles", "mine", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err


def test_solver_and_miner_agree_on_values() -> None:
    """The quick look without lines says what the whole search says."""
    for text in ("pagat 3s5d5h/4c4d7s 0 - -", "sheet ./Qh/8s9dTdQcKh 2 1:9h - out=0", "pagat 6h8s8c/?2 0 - -"):
        position = Position.parse(text)
        quick = values_only(position, "first", 10_000)
        assert [each.value for each in quick.plays] == [each.value for each in solve(position).plays]
        assert quick.value == solve(position).value
