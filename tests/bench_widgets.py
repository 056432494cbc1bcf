"""How long a click takes until its answer is seen, in a page without Jupyter and in JupyterLab.

    python tests/bench_widgets.py [page|lab|python]

prints median and worst, in milliseconds: legality (a card is picked, the line under the buttons says what may be done
with it), a puzzle's reply (Play is pressed, the refutation is told), and Python's part of a reply for every puzzle that
comes along. `tests/browser/test_latency.py` does the measuring, with loose bounds, in every run of the tests.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

if __name__ == "__main__":
    measured = Path(__file__).parent / "browser" / "test_latency.py"
    sys.exit(pytest.main(["-n0", "-q", "-s", "-m", "", "-k", " ".join(sys.argv[1:]) or "test", str(measured)]))
