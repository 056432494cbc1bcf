"""The number of lines of play from fixed positions, which finds what single examples miss."""

from pathlib import Path

import pytest

from tutor import Position

DATA = Path(__file__).parent / "data" / "lines.txt"


def entries():
    position = None
    for line in DATA.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "position":
            position = rest
        elif word == "plays":
            depth, count = map(int, rest.split())
            yield pytest.param(position, depth, count, id=f"{position[:24]}-{depth}")


def lines(position: Position, plays: int) -> int:
    if not plays:
        return 1
    return sum(lines(position.after(play), plays - 1) for play in position.legal_plays())


@pytest.mark.parametrize(("position", "depth", "count"), list(entries()))
def test_number_of_lines(position, depth, count):
    """Exactly this many sequences of plays are legal."""
    assert lines(Position.parse(position), depth) == count
