"""A machine without Chromium: the browser tests are skipped out loud, and in CI they fail."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


@pytest.mark.skipif(Path("/Applications/Google Chrome.app").exists(), reason="cannot be hidden from the tests")
@pytest.mark.parametrize(("ci", "status"), [("", 0), ("1", 1)], ids=["by hand", "in CI"])
def test_without_a_chromium(tmp_path: Path, ci: str, status: int) -> None:
    environment = {**os.environ, "PATH": str(tmp_path), "CI": ci}
    environment.pop("CHROMIUM", None)
    command = [sys.executable, "-m", "pytest", "-n0", "-q", "-x", "-p", "no:cacheprovider", "browser/test_widgets.py"]
    done = subprocess.run(command, cwd=HERE, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == status, done.stdout + done.stderr
    assert "no Chromium found" in done.stdout
    if not ci:
        assert "THE BROWSER TESTS WERE NOT RUN" in done.stdout
