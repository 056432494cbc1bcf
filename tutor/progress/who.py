"""Who learns on this machine: the nickname picked last, kept beside the log so that every notebook knows it."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from .attempts import AttemptError, learner_name
from .store import data_folder, private_folder, replace_file

NOBODY_YET = "me"
"""The nickname until one is picked."""

_picked = ""
"""What was picked in this kernel, for a folder that cannot be written."""


def learner() -> str:
    """The nickname picked last in this kernel, else on this machine.

    Where none was, it is `NOBODY_YET`, and for a database that many share (an address in TIENLEN_DATA) the name that
    the learner has on this system, so that two of them are not taken for one.
    """
    if _picked:
        return _picked
    with contextlib.suppress(OSError, RuntimeError, AttemptError, UnicodeDecodeError):
        return learner_name(_file().read_text(encoding="utf-8"))
    if "://" in os.environ.get("TIENLEN_DATA", ""):
        import getpass

        with contextlib.suppress(OSError, KeyError, ImportError, AttemptError):
            return learner_name(getpass.getuser())
    return NOBODY_YET


def pick(name: str) -> str:
    """Make this the nickname of whoever learns here now; the name as it is kept. Raises AttemptError for none.

    Where it cannot be written it holds until the kernel ends.
    """
    global _picked
    _picked = learner_name(name)
    with contextlib.suppress(OSError, RuntimeError):
        private_folder(_file().parent)
        replace_file(_file(), _picked.encode())
    return _picked


def _file() -> Path:
    return data_folder() / "learner.txt"
