"""What a school's deployment relies on, without a hub or a server; tests/test_hub.py runs the real ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tutor.progress import who
from tutor.progress.models import Base

DEPLOY = Path(__file__).parent.parent / "deploy"


def test_the_hubs_name_is_the_nickname(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(who, "_picked", "")
    monkeypatch.setenv("TIENLEN_DATA", str(tmp_path))
    assert who.pick("zoë") == who.learner() == "zoë"
    monkeypatch.setattr(who, "_picked", "")
    monkeypatch.setenv("TIENLEN_LEARNER", "ann")
    assert who.learner() == "ann", "not the one picked on this machine before"
    assert who.pick("bob") == who.learner() == "ann"
    with pytest.raises(ValueError):
        who.pick("")
    monkeypatch.delenv("TIENLEN_LEARNER")
    assert who.learner() == "zoë"


def test_no_table_is_left_open() -> None:
    """A new table needs its policies, too; without them pupils could not read it, or all of it."""
    text = (DEPLOY / "school.sql").read_text(encoding="utf-8")
    guarded = set(re.findall(r"ALTER TABLE (\w+) ENABLE ROW LEVEL SECURITY", text))
    assert guarded == {*Base.metadata.tables, "alembic_version"}
    for table in Base.metadata.tables:
        assert f"CREATE POLICY own ON {table} " in text


def test_what_was_not_run_says_so() -> None:
    for name in ("compose.yaml", "Dockerfile", "compose_config.py"):
        assert "NOT RUN" in (DEPLOY / name).read_text(encoding="utf-8").partition("\n")[0]
