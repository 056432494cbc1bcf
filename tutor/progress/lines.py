"""Attempts as JSON lines in a file: for the browser-only site, where SQLite files break, and for lovers of plain text.

A line is written at the end of the file and synced before `append` returns. A process that is killed leaves at most a
torn last line, which was never acknowledged: it is stepped over when reading and cut off before the next write. The
browser loses its files when the page is served without a service worker, so a widget mirrors `dumps()` into the
browser's storage after each answer and gives it back with `loads(text, strict=False)` at the start.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from uuid import UUID

from ..locale import _, ngettext, worded
from .attempts import Attempt, in_order, learner_name
from .exchange import read_lines, taken, to_lines
from .store import (
    Store,
    StoreError,
    cannot,
    new_among,
    private_folder,
    reason,
    replace_file,
    sync_folder,
    will_not_save,
)

try:
    from fcntl import LOCK_EX, flock
except ImportError:  # Windows and the browser: one process writes there
    flock = None  # type: ignore[assignment]


class LinesStore(Store):
    """A log in the file at `path`. `warning` names lines that could not be read; they are left as they are.

    Raises StoreError if there is no such file and none can be made. If it can be read but not written it opens with a
    `warning`.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._unwritable = ""
        self._forget()
        try:
            private_folder(self.path.parent)
            with self._locked():
                pass
            sync_folder(self.path.parent)
        except OSError as error:
            why = cannot("write", self.path, reason(error))
            try:
                if not self.path.is_file():
                    raise StoreError(why) from error
                self._read()
            except OSError:
                raise StoreError(why) from error
            self._unwritable = self.warning = will_not_save(why)

    @property
    def place(self) -> str:
        return _("in the file {file}").format(file=self.path)

    def extend(self, attempts: Iterable[Attempt]) -> int:
        try:
            with self._locked() as handle:
                new = new_among(attempts, self._found)
                if len(new) == 1:
                    self._write(handle, to_lines(new).encode())
                elif new:  # all of an import or nothing, also if this process is killed
                    replace_file(self.path, self.path.read_bytes() + to_lines(new).encode())
                    self._forget()
                    self._read()
        except OSError as error:
            raise StoreError(cannot("write", self.path, reason(error))) from error
        if self._unwritable:
            self._unwritable = ""
            self._warn()
        return len(new)

    def attempts(self, learner: str | None = None) -> list[Attempt]:
        name = None if learner is None else learner_name(learner)
        try:
            self._read()
        except OSError as error:
            raise StoreError(cannot("read", self.path, reason(error))) from error
        return in_order(each for each in self._found.values() if name is None or each.learner == name)

    def learners(self) -> list[str]:
        return sorted({attempt.learner for attempt in self.attempts()})

    def delete(self, learner: str) -> int:
        """Also drops lines that cannot be read, as they may be the learner's."""
        name = learner_name(learner)
        try:
            with self._locked():
                kept = [each for each in self._found.values() if each.learner != name]
                removed = len(self._found) - len(kept)
                replace_file(self.path, to_lines(kept).encode())
                self._forget()
                self._read()
        except OSError as error:
            raise StoreError(cannot("write", self.path, reason(error))) from error
        return removed

    # -------------------------------------------------------------- the file

    def _forget(self) -> None:
        self._found: dict[UUID, Attempt] = {}
        self.faults: list[str] = []
        self._place = 0  # up to here the file is known
        self._lines = 0  # so many lines are before that
        self._file: tuple[int, int] | None = None  # which file it was

    def _read(self) -> None:
        """Take in what was added since the last time. The file only grows, unless it was replaced or cut."""
        if not self.path.exists():
            self._forget()
            return
        with self.path.open("rb") as file:
            status = os.fstat(file.fileno())
            if (status.st_dev, status.st_ino) != self._file or status.st_size < self._place:
                self._forget()
                self._file = (status.st_dev, status.st_ino)
            file.seek(self._place)
            added = file.read()
        whole = added[: added.rfind(b"\n") + 1]
        self._take(whole.decode("utf-8", "replace"))
        self._place += len(whole)

    def _take(self, text: str) -> None:
        found, faults = read_lines(text, self._lines + 1)
        for attempt in found:
            if self._found.setdefault(attempt.id, attempt) != attempt:
                faults.append(worded(taken(attempt)))
        self.faults += faults
        self._lines += text.count("\n")
        self._warn()

    def _warn(self) -> None:
        if self._unwritable:
            self.warning = self._unwritable
        elif self.faults:
            text = ngettext(
                "{file}: a damaged line is left out ({fault})",
                "{file}: {number} damaged lines are left out, the first is {fault}",
                len(self.faults),
            )
            self.warning = text.format(file=self.path.name, number=len(self.faults), fault=self.faults[0])
        else:
            self.warning = ""

    def _write(self, handle: int, content: bytes) -> None:
        """Add bytes at the end, or nothing: what a full disk cut short is taken back. The file was just read."""
        try:
            done = 0
            while done < len(content):
                done += os.write(handle, content[done:])
            os.fsync(handle)
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(handle, self._place)
            raise
        self._take(content.decode())
        self._place += len(content)

    def _mend(self, handle: int) -> None:
        """A last line without an end: end it if it is whole (an editor left the end out), cut it off if it is torn."""
        with self.path.open("rb") as file:
            file.seek(self._place)
            rest = file.read()
        if not rest:
            return
        found, faults = read_lines(rest.decode("utf-8", "replace"))
        if found and not faults:
            os.write(handle, b"\n")
        else:
            os.ftruncate(handle, self._place)
        self._read()

    @contextlib.contextmanager
    def _locked(self) -> Iterator[int]:
        """The file opened for adding, read to its end, with other processes kept out where there can be any."""
        while True:
            handle = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
            try:
                if flock is not None:
                    flock(handle, LOCK_EX)
                    if not self._is_still(handle):  # `delete` put another file in its place while we waited
                        continue
                self._read()
                self._mend(handle)
                yield handle
                return
            finally:
                os.close(handle)

    def _is_still(self, handle: int) -> bool:
        try:
            return os.path.samestat(os.fstat(handle), self.path.stat())
        except FileNotFoundError:
            return False
