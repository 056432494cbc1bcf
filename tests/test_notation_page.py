"""docs/notation.md: its examples are read as they stand, and it leaves out no house rule and no field."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tutor import Position, Rules
from tutor.records import Record
from tutor.rules import HOUSE_RULES, PROFILES

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "notation.md").read_text(encoding="utf-8")
BLOCKS = ["\n".join(line[4:] for line in block.splitlines()) for block in re.findall(r"(?:^    .*\n)+", PAGE, re.M)]
LINES = [line for block in BLOCKS for line in block.splitlines() if line.split(" ")[0].partition("+")[0] in PROFILES]


@pytest.mark.parametrize("line", LINES)
def test_an_example_is_written_as_the_program_writes_it(line: str) -> None:
    assert str(Position.parse(line)) == line


def test_the_record_is_read() -> None:
    (record,) = [block for block in BLOCKS if block.startswith("start:")]
    assert str(Record.parse(record)).strip() == record


def test_no_house_rule_and_no_field_is_left_out() -> None:
    rules, fields = PAGE.split("## House rules")[1], PAGE.split("## House rules")[0]
    assert re.findall(r"^\| `(\w+)` \|", rules, re.M) == list(HOUSE_RULES)
    assert set(re.findall(r"^\| `?([a-z]+)=?`? \|", fields, re.M)) >= {
        *("rules", "hands", "turn", "table", "passed"),
        *("out", "chain", "open", "gone", "full", "must"),
    }
    assert len(LINES) >= 6


def test_each_house_rule_stands_where_it_is_allowed() -> None:
    for part in re.split(r"\n(?=Tiến Lên|Big Two)", PAGE.split("## House rules")[1])[1:]:
        heading = part.split("\n")[0]
        for name in re.findall(r"^\| `(\w+)` \|", part, re.M):
            profile = "big-two" if "Big Two" in heading else "sheet"
            with_it = {"straight_flush_bombs": f"{profile}+bombs_any+straight_flush_bombs"}
            assert name in Rules.parse(with_it.get(name, f"{profile}+{name}")).house_rules
