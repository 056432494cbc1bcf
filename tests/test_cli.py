"""The command line: results alone on standard output, one line for every mistake, the promised exit status."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tutor import cli, puzzles

Run = Callable[..., subprocess.CompletedProcess[bytes]]

FIVES = "pagat 3s5d5h/4c4d7s 0 - -"
CHOP = "pagat 3s5d/6s6c6d6h/7h/9c9d 1 0:2c 3"
OVER = "sheet+winner_takes_all ./4c4d7s - 0:5d5h - out=0"
# a whole deal, which nothing searches to the end in the time that a test has
LONG = (
    "pagat 3h5h6s6d7s7c9dJcJdQcQdKd2d/3s3d4d5c5d6h7d8h9hTdJsAh2s/3c4s4c4h8c8d9sJhQsKhAsAcAd"
    "/5s6c7h8s9cTsTcThQhKsKc2c2h 1 - - open=3s"
)


class TestMoves:
    def test_one_play_a_line(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert cli.main(["moves", FIVES]) == 0
        assert capsys.readouterr() == ("3s\n5d\n5h\n5d5h\n", "")

    def test_json_is_the_contracts(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert cli.main(["moves", CHOP, "--json"]) == 0
        out, err = capsys.readouterr()
        assert json.loads(out) == {"position": CHOP, "turn": 1, "plays": ["6s6c6d6h", "-"]}
        assert err == ""

    def test_the_position_is_printed_in_its_one_form(self, capsys: pytest.CaptureFixture[str]) -> None:
        cli.main(["moves", "  pagat 5h10♥3s/4c4D7s 0 - -\n", "--json"])
        assert json.loads(capsys.readouterr().out)["position"] == "pagat 3s5hTh/4c4d7s 0 - -"

    def test_a_deal_that_is_over_has_none(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert cli.main(["moves", OVER]) == 0
        assert capsys.readouterr().out == ""
        assert cli.main(["moves", OVER, "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == {"position": OVER, "turn": None, "plays": []}


class TestSolve:
    def test_a_person_reads_value_and_line_of_every_play(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert cli.main(["solve", FIVES]) == 0
        out, err = capsys.readouterr()
        lines = out.splitlines()
        assert lines[0] == "seat 0 to play, goal first: yes"
        assert [line.split()[:2] for line in lines[1:5]] == [["3s", "no"], ["5d", "no"], ["5h", "no"], ["5d5h", "yes"]]
        assert lines[5].startswith("every play proved; ")
        assert err == ""

    def test_json_is_the_contracts(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert cli.main(["solve", CHOP, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        keys = ["position", "goal", "hero", "hidden", "value", "complete", "nodes", "seconds", "plays"]
        assert list(found) == keys
        assert [found[key] for key in keys[:6]] == [CHOP, "first", 1, False, True, True]
        assert isinstance(found["nodes"], int)
        assert isinstance(found["seconds"], float)
        assert [list(play) for play in found["plays"]] == [["play", "value", "line"]] * 2
        assert found["plays"][0] == {"play": "6s6c6d6h", "value": True, "line": ["6s6c6d6h"]}
        assert found["plays"][1]["value"] is False
        assert found["plays"][1]["line"][0] == "-"

    @pytest.mark.parametrize(("goal", "value"), [("first", True), ("not-last", True), ("place", 1), ("points", 1)])
    def test_values_are_booleans_or_numbers(self, capsys: pytest.CaptureFixture[str], goal: str, value: object) -> None:
        assert cli.main(["solve", FIVES, "--goal", goal, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["goal"] == goal
        assert found["value"] is value if isinstance(value, bool) else found["value"] == value

    @pytest.mark.parametrize("limit", [["--nodes", "1"], ["--seconds", "0"]])
    def test_what_a_limit_leaves_unproved_is_null(self, capsys: pytest.CaptureFixture[str], limit: list[str]) -> None:
        assert cli.main(["solve", LONG, *limit, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["complete"] is False
        assert found["value"] is None
        assert {"play": "3s", "value": None, "line": []} in found["plays"]

    def test_progress_of_a_long_search_is_on_standard_error(self, tienlen: Run) -> None:
        done = tienlen("solve", LONG, "--goal", "points", "--seconds", "4", "--json")
        assert done.returncode == 0
        assert json.loads(done.stdout)["complete"] is False
        assert b"of 16 plays proved" in done.stderr

    def test_chances_come_after_what_is_sure(self, capsys: pytest.CaptureFixture[str]) -> None:
        hidden = "pagat 3s5d5h/?1 0 - -"
        assert cli.main(["solve", hidden, "--chance", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["hidden"] is True
        assert list(found)[-1] == "chance"
        assert found["chance"]["exact"] is True
        assert found["chance"]["deals"] == 49
        assert [list(play) for play in found["chance"]["plays"]] == [["play", "share", "low", "high"]] * 4
        assert cli.main(["solve", hidden, "--chance"]) == 0
        assert "share of all 49 possible deals" in capsys.readouterr().out
        assert cli.main(["solve", hidden, "--chance", "--goal", "points"]) == 2
        assert "--chance: " in capsys.readouterr().err

    def test_an_interrupt_prints_what_is_proved_and_exits_with_130(self, tmp_path: Path) -> None:
        process = subprocess.Popen(
            [sys.executable, "-m", "tutor.cli", "solve", LONG, "--goal", "points", "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
        )
        time.sleep(2.5)
        process.send_signal(signal.SIGINT)
        started = time.monotonic()
        out, err = process.communicate(timeout=30)
        assert time.monotonic() - started < 5
        assert process.returncode == 130, err
        assert b"Traceback" not in err
        assert json.loads(out)["complete"] is False


class TestExplain:
    def test_a_wrong_play_is_told_to_its_end_and_the_right_one_named(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert cli.main(["explain", FIVES, "3s"]) == 0
        out, err = capsys.readouterr()
        assert out.startswith("3♠ does not do it.")
        assert "Right is 5♦ 5♥." in out
        assert err == ""

    def test_a_pass_is_a_play(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert cli.main(["explain", CHOP, "-"]) == 0
        assert "Right is 6♠ 6♣ 6♦ 6♥." in capsys.readouterr().out

    def test_in_a_terminal_without_suit_symbols(self, tienlen: Run) -> None:
        done = tienlen("explain", FIVES, "5d5h", env={**os.environ, "PYTHONIOENCODING": "ascii"})
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.startswith(b"5\\u2666 5\\u2665 wins.")

    @pytest.mark.parametrize(
        ("play", "said"),
        [("3x", "'3x'"), ("", "play"), ("-", "PLAY: '-' is not allowed"), ("4c", "PLAY: '4c' is not allowed")],
    )
    def test_what_is_no_play_or_not_allowed(self, capsys: pytest.CaptureFixture[str], play: str, said: str) -> None:
        assert cli.main(["explain", FIVES, play]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert said in err
        assert err.count("\n") == 1

    def test_a_language_that_there_is_not(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert cli.main(["explain", FIVES, "3s", "--lang", "tlh"]) == 2
        assert "--lang: " in capsys.readouterr().err


DEAL = """\
start: pagat 3s9c/4h5h/6d 0 - - open=3s
seat 0: Anna
seat 1: Bảo
round 1: 0:3s 1:4h 2:6d 0:9c
result: places 2 3 1, points +1 -2 +1
"""


class TestReplay:
    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        path = tmp_path / "deal.txt"
        path.write_text(DEAL, encoding="utf-8")
        return path

    def test_shows_every_position_and_the_end(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert cli.main(["replay", str(file)]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[:2] == ["seat 0: Anna", "seat 1: Bảo"]
        assert lines[2].split("  ")[0] == "pagat 3s9c/4h5h/6d 0 - - open=3s"
        assert [line.split()[-1] for line in lines[2:6]] == ["0:3s", "1:4h", "2:6d", "0:9c"]
        assert lines[-1] == DEAL.splitlines()[-1]

    def test_json(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert cli.main(["replay", str(file), "--json"]) == 0
        [deal] = json.loads(capsys.readouterr().out)["deals"]
        assert list(deal) == ["names", "plays", "end", "places", "points", "instant_win"]
        assert deal["names"] == ["Anna", "Bảo", ""]
        first = {"position": "pagat 3s9c/4h5h/6d 0 - - open=3s", "seat": 0, "play": "3s"}
        assert deal["plays"][0] == first
        assert len(deal["plays"]) == 4
        assert deal["places"] == [2, 3, 1]
        assert sum(deal["points"]) == 0
        assert deal["instant_win"] is None

    def test_several_deals(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file.write_text(DEAL + "\n" + DEAL, encoding="utf-8")
        assert cli.main(["replay", str(file), "--json"]) == 0
        assert len(json.loads(capsys.readouterr().out)["deals"]) == 2

    @pytest.mark.parametrize(
        "content",
        [
            DEAL.replace("1:4h", "1:4c"),
            DEAL.replace("1:4h", "2:6d"),
            DEAL.replace("places 2", "places 1"),
            DEAL.replace("start", "begin"),
            "\0\n\n",
            DEAL.rsplit("result", 1)[0],
        ],
        ids=["not in hand", "out of turn", "wrong result", "unknown field", "binary", "cut"],
    )
    def test_a_fault_in_the_file(self, file: Path, capsys: pytest.CaptureFixture[str], content: str) -> None:
        file.write_text(content, encoding="utf-8")
        assert cli.main(["replay", str(file)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.count("\n") == 1
        assert "line " in err
        assert "deal.txt" in err

    @pytest.mark.parametrize("content", [b"\xff\xfe\x00", None])
    def test_no_text_or_no_file(self, file: Path, capsys: pytest.CaptureFixture[str], content: bytes | None) -> None:
        file.unlink() if content is None else file.write_bytes(content)
        assert cli.main(["replay", str(file)]) == 2
        assert capsys.readouterr().err.count("\n") == 1


PACK = """\
[[puzzle]]
id = "fives"
title = "Keep the pair together"
position = "pagat 3s5d5h/4c4d7s 0 - -"
answer = "ANSWER"
"""


class TestPuzzles:
    def pack(self, folder: Path, answer: str) -> str:
        path = folder / "pack.toml"
        path.write_text(PACK.replace("ANSWER", answer), encoding="utf-8")
        return str(path)

    def test_packs_that_came_along_are_sound(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """One of them here, the others in test_puzzles.py."""
        one = next(path for path in puzzles.packs() if path.name == "first-steps.toml")
        monkeypatch.setattr(puzzles, "packs", lambda: [one])
        assert cli.main(["puzzles", "check"]) == 0
        count, *words = capsys.readouterr().out.split()
        assert int(count) >= 12
        assert words == ["puzzles,", "no", "fault"]

    def test_a_sound_pack(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert cli.main(["puzzles", "check", self.pack(tmp_path, "5d5h")]) == 0
        assert capsys.readouterr().out == "1 puzzle, no fault\n"

    def test_a_fault_is_a_result_and_exit_1(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert cli.main(["puzzles", "check", self.pack(tmp_path, "3s")]) == 1
        out, err = capsys.readouterr()
        assert "pack.toml" in out
        assert "fives" in out
        assert err == ""

    def test_no_toml_is_a_fault_and_no_file_a_mistake(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (tmp_path / "pack.toml").write_text("hello")
        assert cli.main(["puzzles", "check", str(tmp_path / "pack.toml")]) == 1
        assert cli.main(["puzzles", "check", str(tmp_path / "other.toml")]) == 2
        assert cli.main(["puzzles", "check", str(tmp_path)]) == 2
        assert capsys.readouterr().err.count("\n") == 2

    def test_show_keeps_the_answer_back(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        pack = self.pack(tmp_path, "5d5h")
        assert cli.main(["puzzles", "show", "--pack", pack]) == 0
        out = capsys.readouterr().out
        assert "fives  Keep the pair together" in out
        assert "pagat 3s5d5h/4c4d7s 0 - -" in out
        assert "answer" not in out
        assert cli.main(["puzzles", "show", "fives", "--pack", pack, "--answer"]) == 0
        assert "answer 5d5h" in capsys.readouterr().out
        assert cli.main(["puzzles", "show", "sixes", "--pack", pack]) == 2
        assert "'sixes'" in capsys.readouterr().err


MISTAKES = {
    "nothing": ["moves"],
    "no position": ["moves", ""],
    "garbage": ["moves", "hello"],
    "a card": ["moves", "pagat 3x/4s 0 - -"],
    "a seat": ["moves", "pagat 3s/4s 7 - -"],
    "lines": ["moves", "pagat 3s/4s\n0 - -\nmore"],
    "control": ["moves", "pagat \x1b[31m3s/4s 0 - -"],
    "unquoted": ["moves", "pagat", "3s/4s", "0", "-", "-"],
    "command": ["frobnicate"],
    "option": ["moves", FIVES, "--frob"],
    "option before": ["--frob", "moves", FIVES],
    "goal": ["solve", FIVES, "--goal", "win"],
    "goal missing": ["solve", FIVES, "--goal"],
    "seconds below": ["solve", FIVES, "--seconds", "-1"],
    "seconds nan": ["solve", FIVES, "--seconds", "nan"],
    "seconds inf": ["solve", FIVES, "--seconds", "inf"],
    "seconds word": ["solve", FIVES, "--seconds", "soon"],
    "nodes none": ["solve", FIVES, "--nodes", "0"],
    "nodes word": ["solve", FIVES, "--nodes", "abc"],
    "nodes part": ["solve", FIVES, "--nodes", "1.5"],
    "nodes huge": ["solve", FIVES, "--nodes", "9" * 5000],
    "over": ["solve", OVER],
    "no such language": ["lab", "--lang", "tlh"],
    "dir empty": ["lab", "--dir", ""],
    "port": ["lab", "--port", "99999"],
    "port word": ["lab", "--port", "http"],
    "json takes no value": ["moves", FIVES, "--json=yes"],
}


@pytest.mark.parametrize("arguments", MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_one_line_on_standard_error_and_exit_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert cli.main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("tienlen: ")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    assert err[:-1].isprintable(), "nothing in the input may move the cursor or colour the screen"
    assert len(err) < 400


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["moves", "pagat 3x/4s 0 - -"], "3x"),
        (["solve", FIVES, "--goal", "win"], "--goal: 'win' is none of first, not-last, place, points"),
        (["solve", FIVES, "--seconds", "soon"], "--seconds: 'soon'"),
        (["solve", FIVES, "--nodes", "abc"], "--nodes: 'abc'"),
        (["lab", "--lang", "tlh"], "--lang: there are no lessons in 'tlh'"),
        (["lab", "--port", "http"], "--port: 'http'"),
        (["frobnicate"], "'frobnicate'"),
        (["moves", FIVES, "--frob"], "--frob"),
    ],
)
def test_the_line_names_the_argument_and_quotes_it(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    cli.main(arguments)
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("argument", [b"pagat 3\xff/4s 0 - -", "pagat 3s/4s 0 - - ♥‮".encode(), b"\xed\xa0\x80"])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
def test_bytes_that_are_no_text_are_a_mistake_like_any_other(tienlen: Run, argument: bytes, encoding: str) -> None:
    done = tienlen("moves", argument, env={**os.environ, "PYTHONIOENCODING": encoding, "LC_ALL": "C"})
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.startswith(b"tienlen: ")


@pytest.mark.parametrize("arguments", [["--help"], ["moves", "--help"], ["solve", "-h"], ["lab", "--help"], []])
def test_help_prints_in_a_terminal_without_letters(tienlen: Run, arguments: list[str]) -> None:
    done = tienlen(*arguments, env={**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Usage: tienlen" in done.stdout


def test_version(tienlen: Run) -> None:
    from tutor.resources import release

    done = tienlen("--version")
    assert (done.returncode, done.stdout.decode().split()) == (0, ["tienlen", release()])


@pytest.mark.skipif(os.name != "posix", reason="pipes of this kind are POSIX's")
class TestOutputThatGoesNowhere:
    def run(self, stdout: int) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-m", "tutor.cli", "moves", LONG],
            stdout=stdout,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )

    def test_a_reader_that_has_seen_enough(self) -> None:
        read, write = os.pipe()
        os.close(read)
        done = self.run(write)
        os.close(write)
        assert (done.returncode, done.stderr) == (0, b"")

    def test_a_full_disk(self) -> None:
        if not Path("/dev/full").exists():
            pytest.skip("no /dev/full here")
        with Path("/dev/full").open("wb") as full:
            done = self.run(full.fileno())
        assert done.returncode == 2
        assert done.stderr.count(b"\n") == 1
        assert done.stderr.startswith(b"tienlen: ")


class TestLab:
    @pytest.fixture
    def started(self, monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], dict[str, str]]]:
        """What `tienlen lab` would become, instead of becoming it."""
        calls: list[tuple[list[str], dict[str, str]]] = []

        def exec_(program: str, command: list[str], environment: dict[str, str]) -> None:
            calls.append((command, environment))
            raise SystemExit(0)

        monkeypatch.setattr(cli.os, "execve", exec_)
        return calls

    def test_opens_the_first_lesson_in_the_learners_folder(
        self, tmp_path: Path, started: list[tuple[list[str], dict[str, str]]], capsys: pytest.CaptureFixture[str]
    ) -> None:
        folder = tmp_path / "mine"
        with pytest.raises(SystemExit):
            cli.main(["lab", "--dir", str(folder), "--no-browser"])
        [(command, environment)] = started
        first = min(path.name for path in folder.glob("*.ipynb"))
        assert command[:3] == [sys.executable, "-m", "jupyterlab"]
        assert f"--ServerApp.root_dir={folder}" in command
        assert f"--LabApp.default_url=/lab/tree/{first}" in command
        assert "--no-browser" in command
        assert Path(environment["JUPYTER_CONFIG_PATH"].split(os.pathsep)[0], "labconfig").is_dir()
        out, err = capsys.readouterr()
        assert out == ""
        assert str(folder) in err

    def test_says_that_an_edited_lesson_has_a_new_version_beside_it(
        self, tmp_path: Path, started: list[tuple[list[str], dict[str, str]]], capsys: pytest.CaptureFixture[str]
    ) -> None:
        from tutor.copies import lesson_files

        name = lesson_files()[0].name
        (tmp_path / name).write_text("my own")
        with pytest.raises(SystemExit):
            cli.main(["lab", "--dir", str(tmp_path)])
        assert (tmp_path / name).read_text() == "my own"
        said = [line for line in capsys.readouterr().err.splitlines() if name in line]
        assert len(said) == 1
        assert "stays as it is" in said[0]
        assert "(new " in said[0]

    def test_a_busy_port_is_said_before_anything_is_copied(
        self, tmp_path: Path, started: list[tuple[list[str], dict[str, str]]], capsys: pytest.CaptureFixture[str]
    ) -> None:
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            port = other.getsockname()[1]
            assert cli.main(["lab", "--dir", str(tmp_path / "mine"), "--port", str(port)]) == 2
        assert capsys.readouterr().err.startswith(f"tienlen: --port: {port} cannot be used: ")
        assert not (tmp_path / "mine").exists()
        assert not started

    @pytest.mark.parametrize(("where", "why"), [("file", "is a file"), ("no/such/folder", "No such file or directory")])
    def test_a_folder_that_cannot_be_used(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], where: str, why: str
    ) -> None:
        (tmp_path / "file").write_text("")
        assert cli.main(["lab", "--dir", str(tmp_path / where)]) == 2
        err = capsys.readouterr().err
        assert why in err
        assert where in err
        assert err.count("\n") == 1

    def test_without_a_folder_it_is_in_the_documents_if_there_are_any(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        import platformdirs

        documents, home = tmp_path / "home" / "Documents", tmp_path / "home"
        home.mkdir()
        monkeypatch.setattr(platformdirs, "user_documents_path", lambda: documents)
        monkeypatch.setattr(Path, "home", lambda: home)
        assert cli._lessons_folder(None) == home / "tienlen-lessons"
        documents.mkdir()
        assert cli._lessons_folder(None) == documents / "tienlen-lessons"
        (home / "tienlen-lessons").mkdir()
        assert cli._lessons_folder(None) == home / "tienlen-lessons", "a folder once made stays the one"


@pytest.mark.slow
def test_the_command_line_starts_without_jupyter_and_numba() -> None:
    code = "import sys, tutor.cli; tutor.cli.main(['moves', sys.argv[1]]); print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code, FIVES], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    heavy = {"numba", "numpy", "sympy", "ipywidgets", "anywidget", "IPython", "jupyterlab", "tqdm", "rich"}
    assert not heavy & loaded
