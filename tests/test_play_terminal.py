"""`tienlen play`: a match in the terminal, typed or from a pipe, saved whenever it ends."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tutor import cli, language
from tutor.play import Sitting, match_path, players_of
from tutor.play_terminal import Left, Terminal

SMALL = "sheet 3s5d5h/4c4d7s 0 - -"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TIENLEN_DATA", str(tmp_path))
    return tmp_path


def typed(sitting: Sitting, *lines: str) -> list[str]:
    """What is said when these lines are typed and then the input ends."""
    said: list[str] = []
    left = iter(lines)

    def ask(prompt: str) -> str:
        said.append(prompt)
        line = next(left, None)
        if line is None:
            raise EOFError
        return line

    with contextlib.suppress(EOFError, Left):
        Terminal(sitting, ask, said.append).run()
    return said


def tienlen(*arguments: str, give: str = "", home: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "TIENLEN_DATA": str(home), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "tutor.cli", "play", *arguments]
    return subprocess.run(
        command, input=give, capture_output=True, text=True, encoding="utf-8", env=environment, timeout=120, check=False
    )


# ------------------------------------------------------------------ at the prompt


def test_a_deal_is_played_to_its_points(data: Path) -> None:
    sitting = Sitting(players=["person", "beginner"], start=SMALL, deals=1)
    said = typed(sitting, "5d 5h", "3s")
    assert "Your hand: 3♠ 5♦ 5♥" in said
    assert "You lead. Lay whatever you like." in said
    assert "  You lead 5♦ 5♥." in said
    assert "  Ben passes." in said or "  Ben passes. The table is cleared; you lead next." in said
    assert "You are first: +1. Ben is second: −1." in said
    assert "The match is over. You have won it." in said
    assert said[-1].split() == ["Together", "+1", "−1"]


def test_every_word_does_what_it_says(data: Path) -> None:
    sitting = Sitting(players=["person", "beginner"], start="sheet 3s5d5hKs/4c4d7s 0 - -", seed=1)
    said = typed(sitting, "?", "hint", "HINT", "all", "score", "back", "3s", "back", "save", "", "quit", "never read")
    text = "\n".join(said)
    assert "a hint; asked again, a clearer one" in text
    assert "Look for" in text
    assert "Ben: 4♣ 4♦ 7♠" in said
    assert "You have not played yet." in said
    assert "Taken back." in said
    assert sitting.plays == []
    assert any(line.startswith("Saved. Go on with it: tienlen play --resume") for line in said)
    assert str(Sitting.load(match_path("sheet 1"))) == str(sitting)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("foo", "I cannot read 'foo' as cards. Write each as rank and suit letter (s c d h), like 7h or Th; ? is for"),
        ("2h", "These cards are not all in this hand."),
        ("3s5d", "These cards together are no combination."),
        ("-", "Who leads must lay something."),
        ("pass", "Who leads must lay something."),
        ("3s 3s", "I cannot read '3s3s' as cards."),
        ("\x1b[A", "I cannot read '\\x1b[A' as cards."),
        ("z" * 500, "I cannot read 'zzz"),
    ],
)
def test_a_slip_gets_one_line_and_one_may_try_again(line: str, said: str) -> None:
    sitting = Sitting(players=["person", "beginner"], start=SMALL)
    lines = typed(sitting, line)
    at = lines.index("> ")
    assert lines[at + 1].startswith(said)
    assert "\n" not in lines[at + 1] and len(lines[at + 1]) < 200
    assert lines[at + 2] == "> "
    assert not sitting.plays


def test_hands_are_hidden_between_two_people() -> None:
    """Before Enter nothing of a hand is told, and a pass is not called forced."""
    sitting = Sitting(players=["person"] * 2, start="sheet 3s9h9d/4c5d 0 - -")
    said = typed(sitting, "", "9d9h", "", "-", "")
    handed = [n for n, line in enumerate(said) if line.startswith("Hand the screen over to")]
    assert [said[n] for n in handed[:2]] == [
        "Hand the screen over to Anna. Everybody else looks away.",
        "Hand the screen over to Ben. Everybody else looks away.",
    ]
    assert said[handed[0] + 1] == "Press Enter when you are ready."
    assert "Your hand: 3♠ 9♦ 9♥" not in said[: handed[0] + 2]
    assert "Your hand: 4♣ 5♦" not in said[: handed[1] + 2]
    assert any("You cannot beat 9♦ 9♥ and pass." in line for line in said), "that is one's own pass"


def test_the_bots_of_a_pipe_are_those_of_the_notebook(data: Path) -> None:
    """The same seed and the same plays: the same deal."""
    sitting = Sitting("pagat", players_of(1, "beginner"), seed=3, deals=1)
    twin = Sitting("pagat", players_of(1, "beginner"), seed=3, deals=1)
    rng, lines = random.Random(1), []
    while not twin.over:
        if twin.turn == 0:
            lines.append(str(twin.play(rng.choice(twin.now.legal_plays()))))
        else:
            twin.bot_play()
    typed(sitting, *lines)
    assert sitting.record == twin.record


def test_the_next_deal_or_the_end_taken_back(data: Path) -> None:
    sitting = Sitting(players=["person", "beginner"], start=SMALL)
    said = typed(sitting, "5d5h", "3s", "what?", "back", "3s", "")
    assert "Taken back." in said
    assert len(sitting.done) == 1 and sitting.turn == 0
    assert any("You won the deal before, so you lead." in line for line in said)


@pytest.fixture
def german() -> Iterator[None]:
    language("de")
    yield
    language("en")


def test_other_languages_take_the_english_words_as_well(german: None) -> None:
    sitting = Sitting(players=["person", "beginner"], start=SMALL)
    said = typed(sitting, "hint", "pass", "quit")
    assert len([line for line in said if line == "> "]) == 3


# ------------------------------------------------------------------ as a command


def test_a_whole_match_from_a_pipe(tmp_path: Path) -> None:
    """Hints and passes until the input ends: saved, exit status 0, nothing on standard error; then gone on with."""
    done = tienlen("--seed", "890", "--bots", "beginner", give="?\n3s\nhint\n-\n", home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Number of the match: 890" in done.stdout
    assert "so you open the match" in done.stdout
    saved = tmp_path / "matches" / "sheet 890.txt"
    before = Sitting.load(saved)
    assert before.plays
    again = tienlen("--resume", "sheet 890", give="quit\n", home=tmp_path)
    assert again.returncode == 0
    assert "This is what has been played so far:" in again.stdout
    assert Sitting.load(saved).plays[: len(before.plays)] == before.plays


def test_a_recorded_deal_is_played_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "from a friend.txt"
    path.write_text(SMALL, encoding="utf-8")
    done = tienlen("--resume", str(path), give="5d5h\n", home=tmp_path)
    assert done.returncode == 0
    assert path.read_text(encoding="utf-8") == SMALL
    saved = tmp_path / "matches" / "deal from a friend.txt"
    assert str(saved) in done.stdout
    assert Sitting.load(saved).plays
    tienlen("--resume", str(saved), give="3s\n", home=tmp_path)
    assert Sitting.load(saved).over, "a saved match is saved where it was"


@pytest.mark.skipif(os.name != "posix", reason="closed streams")
@pytest.mark.parametrize("closed", ["<&-", "</dev/null >&-"])
def test_without_input_or_output_the_match_is_saved(closed: str, tmp_path: Path) -> None:
    environment = {**os.environ, "TIENLEN_DATA": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    command = f"'{sys.executable}' -m tutor.cli play --seed 890 --bots beginner {closed}"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, env=environment, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "matches" / "sheet 890.txt").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_output_that_is_full_costs_no_match(tmp_path: Path) -> None:
    environment = {**os.environ, "TIENLEN_DATA": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "tutor.cli", "play", "--seed", "890", "--bots", "beginner"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment,
            timeout=120,
            check=False,
        )
    assert done.returncode == 2 and b"Traceback" not in done.stderr
    assert (tmp_path / "matches" / "sheet 890.txt").exists()


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_saves(tmp_path: Path) -> None:
    environment = {**os.environ, "TIENLEN_DATA": str(tmp_path), "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "tutor.cli", "play", "--seed", "890", "--bots", "beginner"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as running:
        assert running.stdout is not None
        heard = b""
        while b"> " not in heard:
            heard += running.stdout.read1(4096)  # type: ignore[attr-defined]
        time.sleep(0.2)
        running.send_signal(signal.SIGINT)
        heard += running.stdout.read()
    assert running.returncode == 130
    assert b"Saved." in heard and b"Traceback" not in heard
    assert Sitting.load(tmp_path / "matches" / "sheet 890.txt").turn == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--rules", "tarot"], "rules: no profile 'tarot'"),
        (["--seats", "9"], "--seats: '9' is not a whole number from 1 to 4"),
        (["--seats", "1"], "seats: 1, but 2 to 4 can play"),
        (["--people", "0"], "--people: '0' is not a whole number from 1 to 4"),
        (["--people", "4", "--seats", "2"], "people: 4 on 2 seats"),
        (["--bots", "genius"], "bots: 'genius' is none of careless, beginner, sensible, strong"),
        (["--bots", ""], "bots: none for 3 seats"),
        (["--target", "x"], "--target: 'x' is not a whole number"),
        (["--lang", "xx"], "--lang: there is no language 'xx'"),
        (["--resume", "/nowhere/match.txt"], "file: '/nowhere/match.txt' cannot be read"),
        (["--resume", "no such match"], "file: 'no such match' cannot be read"),
    ],
)
def test_wrong_input_is_one_line(
    arguments: Sequence[str], said: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["play", *arguments]) == 2
    out, err = capsys.readouterr()
    assert err.startswith(f"tienlen: {said}")
    assert err.count("\n") == 1
    assert out == ""


def test_a_broken_file_is_named(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = data / "broken.txt"
    texts: list[tuple[Callable[[], object], str]] = [
        (lambda: path.write_bytes(b"\xff\xfe\x00"), "is not UTF-8 text"),
        (lambda: path.write_text("# tienlen play {\n", encoding="utf-8"), "cannot be read"),
        (lambda: path.write_text("hello", encoding="utf-8"), ""),
        (lambda: path.write_text("# tienlen play " + "[" * 100_000, encoding="utf-8"), "cannot be read"),
        (lambda: path.write_text(str(Sitting(start=SMALL)).replace("null", "-1"), encoding="utf-8"), "cannot be read"),
        (lambda: path.write_text(str(Sitting(start=SMALL)).replace("3s", "3x"), encoding="utf-8"), "line 3: hands"),
    ]
    for write, said in texts:
        write()
        before = path.read_bytes()
        assert cli.main(["play", "--resume", str(path)]) == 2
        err = capsys.readouterr().err
        assert said in err and "broken.txt" in err and err.count("\n") == 1
        assert path.read_bytes() == before, "what cannot be read is left as it is"
