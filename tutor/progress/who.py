"""Who learns here, with what: the nickname picked last on this machine, this kernel's store, the shipped puzzles.

Everything in a notebook (lessons, trainer, dashboard) takes them from here, so that all of it speaks of one person.
"""

from __future__ import annotations

import contextlib
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from .attempts import AttemptError, learner_name
from .store import IN_BROWSER, SafeStore, data_folder, open_store, private_folder, replace_file

if TYPE_CHECKING:
    from ..puzzles import Puzzle

NOBODY_YET = "me"
"""The nickname until one is picked."""


@cache
def shared_store() -> SafeStore:
    """The store of this kernel, opened when it is first asked for."""
    if IN_BROWSER:
        from ..widgets.mirror import MirroredStore

        return MirroredStore(open_store())
    return open_store()


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """All puzzles that come with the package, read once."""
    from ..puzzles import load

    return tuple(load())


def puzzles_of(learner: str) -> tuple[list[Puzzle], str]:
    """All puzzles that there are for a learner: those that came along, then their own; and what is wrong with these."""
    from ..own_puzzles import load_own

    own = load_own(learner)
    return [*shipped_puzzles(), *own.puzzles], own.fault


_picked = ""
"""What was picked in this kernel, for a folder that cannot be written."""


def learner() -> str:
    """The nickname picked last in this kernel, else on this machine.

    In a school the hub says who it is (TIENLEN_LEARNER), as the database takes answers in no other name. Where none was
    picked, it is `NOBODY_YET`, and for a database that many share (an address in TIENLEN_DATA) the name that
    the learner has on this system, so that two of them are not taken for one.
    """
    if _picked:
        return _picked
    if given := os.environ.get("TIENLEN_LEARNER"):
        return learner_name(given)
    with contextlib.suppress(OSError, RuntimeError, AttemptError, UnicodeDecodeError):
        return learner_name(_file().read_text(encoding="utf-8"))
    if "://" in os.environ.get("TIENLEN_DATA", ""):
        import getpass

        with contextlib.suppress(OSError, KeyError, ImportError, AttemptError):
            return learner_name(getpass.getuser())
    return NOBODY_YET


def pick(name: str) -> str:
    """Make this the nickname of whoever learns here now; the name as it is kept. Raises AttemptError for none.

    Where it cannot be written it holds until the kernel ends. A name that the hub has given stays (see `learner`).
    """
    global _picked
    name = learner_name(name)
    if os.environ.get("TIENLEN_LEARNER"):
        return learner()
    _picked = name
    with contextlib.suppress(OSError, RuntimeError):
        private_folder(_file().parent)
        replace_file(_file(), _picked.encode())
    return _picked


def leave(name: str) -> None:
    """Forget this nickname if it is the one picked last: part of deleting somebody's data. Raises OSError."""
    global _picked
    if learner() == name:
        _picked = ""
        _file().unlink(missing_ok=True)


def _file() -> Path:
    return data_folder() / "learner.txt"
