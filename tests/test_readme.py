"""The README keeps its word: the Python session, the commands with their output, and the two lines to paste."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from tutor import cli, puzzles
from tutor.copies import lesson_files

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks() -> list[list[str]]:
    """The indented blocks, without their indentation."""
    found = re.findall(r"(?:^    .*\n)+", README, flags=re.MULTILINE)
    return [[line[4:] for line in block.splitlines()] for block in found]


COMMANDS = [block for block in blocks() if block[0].startswith("$ ")]


def test_the_python_session() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert results.attempted >= 8
    assert results.failed == 0


def steady(text: str) -> str:
    """Without what differs from run to run."""
    return re.sub(r"\d+\.\d+ s\b", "S s", text)


@pytest.mark.parametrize("block", COMMANDS, ids=lambda block: block[0][2:])
def test_a_command_prints_what_the_readme_shows(block: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    program, *arguments = shlex.split(block[0][2:])
    assert program == "tienlen"
    assert cli.main(arguments) == 0
    shown = "\n".join(block[1:])
    printed = capsys.readouterr().out.rstrip("\n")
    if arguments[0] == "explain":  # one paragraph, wrapped in the README
        shown, printed = " ".join(shown.split()), " ".join(printed.split())
    assert steady(printed) == steady(shown)


def test_the_puzzles_are_as_many_as_it_says() -> None:
    (said,) = re.findall(r"\*\*(\d+) puzzles\*\*", README)
    assert int(said) == len(puzzles.load())
    assert "**Twelve lessons**" in README
    assert sum(path.name < "13" for path in lesson_files()) == 12  # the rest is the teacher's


def test_every_kind_of_block_was_seen() -> None:
    assert len(COMMANDS) >= 3


def test_each_line_to_paste_has_its_windows_form() -> None:
    lines = [block[0] for block in blocks() if len(block) == 1 and " -m venv " in block[0]]
    assert len(lines) == 4
    for posix, windows in zip(lines[::2], lines[1::2], strict=True):
        assert posix.startswith("python3 -m venv .venv && ")
        same = posix.replace("python3 -m venv", "py -m venv").replace(".venv/bin/", r".venv\Scripts" + "\\")
        assert windows == same


def test_ci_runs_the_readmes_own_line() -> None:
    line = next(block[0] for block in blocks() if block[0].endswith("-m pytest"))
    assert line in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_the_pictures_are_there_small_and_described() -> None:
    shown = re.findall(r"!\[([^\]]+)\]\(([^)]+)\)", README)
    linked = re.findall(r"\]\((docs/pictures/[^)]+)\)", README)
    assert 2 <= len(shown) <= 3
    assert all(len(text) > 40 for text, _path in shown)
    assert {ROOT / path for path in linked} == set((ROOT / "docs" / "pictures").iterdir())
    assert all((ROOT / path).stat().st_size < 150_000 for path in linked)
