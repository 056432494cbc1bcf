"""The conformance suite: our own program passes it, wrong programs do not, and its files are what they say."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tutor import Position

FOLDER = Path(__file__).parent / "conformance"
sys.path.insert(0, str(FOLDER))

import answer as ours  # noqa: E402
import make  # noqa: E402
import run  # noqa: E402

DIGESTS = json.loads((FOLDER / "digests.json").read_text(encoding="utf-8"))


def test_our_program_passes() -> None:
    """All vectors and transcripts and a share of the positions, through the same pipes as any other program."""
    command = [sys.executable, str(FOLDER / "run.py"), "--", sys.executable, str(FOLDER / "answer.py")]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip().endswith("0 wrong, 0 questions left out")
    assert int(done.stdout.split()[0]) > 390


@pytest.mark.nightly
@pytest.mark.parametrize("profile", make.PROFILES)
def test_every_digest_of_the_seeded_positions(profile: str) -> None:
    assert make.digest(profile) == DIGESTS["profiles"][profile]


def test_the_files_are_made_from_their_sources() -> None:
    """The vectors are those of the rules reference, the transcripts replay; nothing was edited by hand."""
    source = tomllib.loads((FOLDER.parent / "data" / "vectors.toml").read_text(encoding="utf-8"))
    assert (FOLDER / "vectors.jsonl").read_text(encoding="utf-8") == make.as_lines(make.vectors(source))
    assert (FOLDER / "transcripts.jsonl").read_text(encoding="utf-8") == make.as_lines(make.transcripts())
    asked = {each["id"].split(" ")[0].rstrip("ab") for each in run.questions()}
    kinds = ("play", "sequence", "score", "match", "instant_win", "dealt_win")
    assert asked >= {row["id"].rstrip("ab") for kind in kinds for row in source[kind]}


def test_the_digests_are_of_the_promised_number() -> None:
    assert (DIGESTS["version"], DIGESTS["positions"], DIGESTS["block"]) == (make.VERSION, 10_000, run.BLOCK)
    assert set(DIGESTS["profiles"]) == set(make.PROFILES) == set(run.SUITS)
    for found in DIGESTS["profiles"].values():
        assert len(found["blocks"]) * DIGESTS["block"] == DIGESTS["positions"]
        assert make.sha256("".join(found["blocks"]).encode()).hexdigest() == found["sha256"]
    assert f"version {make.VERSION}" in (FOLDER / "README.md").read_text(encoding="utf-8")
    assert f"tienlen conformance {make.VERSION} " in (FOLDER / "README.md").read_text(encoding="utf-8")
    assert all(path.stat().st_size < 1_000_000 for path in FOLDER.iterdir())


@pytest.mark.parametrize("profile", make.PROFILES)
def test_a_seeded_deal_is_a_position_in_normal_form(profile: str) -> None:
    """The runner writes positions without this engine; they are those that the engine would write."""
    for number in range(6):
        text = run.start(profile, number, run.Dice(f"tienlen conformance 1 {profile} {number}"))
        position = Position.parse(text)
        assert str(position) == text
        assert position.rules.dealt(position.seats) == position.count(0)
        assert position.legal_plays()


class Wrong:
    """Our program with one mistake."""

    def __init__(self, key: str, change: object) -> None:
        self.key, self.change = key, change

    def ask(self, question: dict[str, object]) -> dict[str, object]:
        found = ours.answer(question)
        return {key: self.change(value) if key == self.key else value for key, value in found.items()}  # type: ignore[operator]


@pytest.mark.parametrize(
    ("key", "change"),
    [
        ("plays", lambda plays: plays[:-1] or plays),
        ("plays", lambda plays: sorted(plays)),
        ("objection", lambda code: code and "too_low"),
        ("kind", lambda kind: "single"),
        ("then", lambda then: then[:-1]),
        ("scores", lambda scores: [-score for score in scores]),
        ("places", lambda places: places[::-1]),
        ("pattern", lambda pattern: None),
        ("winners", lambda winners: [0]),
    ],
)
def test_a_program_with_a_mistake_does_not_pass(key: str, change: object) -> None:
    program = Wrong(key, change)
    wrong = sum(bool(run.wrong(program.ask(each["ask"]), each["answer"])) for each in run.questions())
    blocks = next(run.digests("sheet", program, 1)) if key == "plays" else ""  # type: ignore[arg-type]
    assert wrong or blocks != DIGESTS["profiles"]["sheet"]["blocks"][0]
    if key == "plays":
        assert blocks != DIGESTS["profiles"]["sheet"]["blocks"][0]


@pytest.mark.parametrize(
    ("code", "status", "said"),
    [
        ("pass", 2, "is no answer"),
        ("import sys\nfor line in sys.stdin: print('hello', flush=True)", 2, "is no answer"),
        ("import sys\nfor line in sys.stdin: print('{}', flush=True)", 2, "no list of plays"),
    ],
)
def test_a_program_that_does_not_answer_is_told_off(
    code: str, status: int, said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run.main(["--", sys.executable, "-c", code]) == status
    shown = capfd.readouterr()
    assert said in shown.err
    assert "Traceback" not in shown.err


def test_a_program_that_cannot_be_run(capfd: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--", str(FOLDER / "no such program")]) == 2
    assert "cannot be run" in capfd.readouterr().err


def test_what_a_program_does_not_know_is_counted_apart(capfd: pytest.CaptureFixture[str]) -> None:
    code = f"""
import json, sys
sys.path.insert(0, {str(FOLDER)!r})
from answer import answer
for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({{"unsupported": True}} if question["do"] == "match" else answer(question)), flush=True)
"""
    assert run.main(["--", sys.executable, "-c", code]) == 0
    counted = capfd.readouterr().out
    assert "0 wrong" in counted
    assert "0 questions left out" not in counted
