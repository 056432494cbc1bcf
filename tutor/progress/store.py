"""Where attempts are kept: one small interface, and what stands behind it here and there.

    Store           the interface; append-only apart from `delete`
     ├── MemoryStore    forgets everything at the end
     ├── LinesStore     JSON lines in a file: the browser-only site (lines.py)
     ├── DatabaseStore  SQLite at home, PostgreSQL for a class (database.py)
     └── SafeStore      any of these, and memory where it fails: what `open_store` gives

`open_store()` is all that a trainer needs. It never raises because of the disk: if nothing can be saved, `warning` says
so in one sentence and the session goes on in memory.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from ..errors import Refusal, quote, system
from ..locale import _, ngettext, worded
from .attempts import Attempt, in_order, learner_name
from .exchange import ConflictError, ExchangeError, at_line, read_lines, read_placed, to_csv, to_json, to_lines

IN_BROWSER = sys.platform == "emscripten"
"""Whether Python runs in the browser, where SQLite files break."""


ENDINGS = (".sqlite", ".jsonl")
"""What the name of a file of attempts ends in; any other path is a folder."""


class StoreError(Exception):
    """Attempts could not be kept or fetched; the message is one sentence that says where and why."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: how many attempts are new, how many were there already, and lines that could not be read."""

    new: int
    known: int
    faults: tuple[str, ...] = ()


class Store(ABC):
    """A log of attempts. Each method raises StoreError if the medium fails (a SafeStore never does).

    `warning` is "" while all is well, else a sentence for the learner. `faults` names what the last reading left out
    because it is no attempt, a line each: the id of a row, or the number of a line, and what is wrong with it.
    """

    warning: str = ""
    faults: Sequence[str] = ()

    @abstractmethod
    def extend(self, attempts: Iterable[Attempt]) -> int:
        """Keep these attempts, all or none; returns how many were new. One with a known id is left out.

        When this returns they are on the disk. Raises ConflictError (an ExchangeError) if an id has other values here.
        """

    @abstractmethod
    def attempts(self, learner: str | None = None) -> list[Attempt]:
        """The attempts of a learner (of all without one) by time. Nobody's is an empty list."""

    @abstractmethod
    def learners(self) -> list[str]:
        """The pseudonyms of all who have an attempt here, sorted."""

    @abstractmethod
    def delete(self, learner: str) -> int:
        """Remove every trace of a learner from the medium; returns how many attempts that were. Exports stay."""

    def append(self, attempt: Attempt) -> bool:
        """Keep one attempt. True when it is safe on the disk, False if it is only in memory (`warning` says why)."""
        self.extend([attempt])
        return True

    def count(self, learner: str) -> int:
        """How many attempts of a learner are here."""
        return len(self.attempts(learner))

    def close(self) -> None:  # noqa: B027 (most stores hold nothing open)
        """Let go of files and connections. Nothing is waiting to be written: every attempt was, when it was added."""

    @property
    def place(self) -> str:
        """Where the attempts are, in words for a page about privacy."""
        return _("in memory only")

    # -------------------------------------------------------------- export and import

    def dumps(self, learner: str | None = None) -> str:
        """All attempts as JSON lines: what a widget mirrors into the browser's own storage after every answer."""
        return to_lines(self.attempts(learner))

    def loads(self, text: str | bytes, strict: bool = True) -> Imported:
        """Add the attempts of an export (CSV, JSON or JSON lines); those already here are left alone.

        Raises ExchangeError that names line and field, and then nothing was added. With `strict=False`, meant for the
        browser's mirror, damaged JSON lines are listed in `faults` and the rest is read.
        """
        if not strict:
            found, faults = read_lines(text if isinstance(text, str) else text.decode("utf-8", "replace"))
            new = self.extend(found)
            return Imported(new, len(found) - new, tuple(faults))
        placed = read_placed(text)
        try:
            new = self.extend(attempt for attempt, _ in placed)
        except ConflictError as error:
            raise at_line(next(line for attempt, line in placed if attempt.id == error.id), error) from None
        return Imported(new, len(placed) - new)

    def export(self, path: str | Path, learner: str | None = None) -> Path:
        """Write a file for people: CSV for `.csv`, JSON for `.json`. Raises ValueError for another ending, OSError."""
        path = Path(path)
        attempts = self.attempts(learner)
        if path.suffix.lower() == ".csv":
            written = "\ufeff" + to_csv(attempts)  # without that mark some spreadsheets guess the wrong alphabet
        elif path.suffix.lower() == ".json":
            written = to_json(attempts)
        else:
            raise Refusal("path: {file} ends neither in .csv nor in .json", file=quote(path.name))
        replace_file(path, written.encode())
        return path

    def load(self, path: str | Path) -> Imported:
        """Add the attempts of a file made by `export` (see `loads`); the file's name stands in front of an error."""
        path = Path(path)
        try:
            return self.loads(path.read_bytes())
        except ExchangeError as error:
            raise ExchangeError("{place}, {why}", place=path.name, why=error) from None


def new_among(attempts: Iterable[Attempt], known: dict[UUID, Attempt]) -> list[Attempt]:
    """Those whose id is not in `known`, once each, in order. Raises ConflictError for an id with two contents."""
    new: dict[UUID, Attempt] = {}
    for attempt in attempts:
        before = known.get(attempt.id) or new.get(attempt.id)
        if before is None:
            new[attempt.id] = attempt
        elif before != attempt:
            raise ConflictError(attempt.id)
    return list(new.values())


class MemoryStore(Store):
    """A log that lasts as long as the program."""

    def __init__(self, attempts: Iterable[Attempt] = ()) -> None:
        self._known: dict[UUID, Attempt] = {}
        self.extend(attempts)

    def extend(self, attempts: Iterable[Attempt]) -> int:
        new = new_among(attempts, self._known)
        self._known.update((attempt.id, attempt) for attempt in new)
        return len(new)

    def attempts(self, learner: str | None = None) -> list[Attempt]:
        name = None if learner is None else learner_name(learner)
        return in_order(each for each in self._known.values() if name is None or each.learner == name)

    def learners(self) -> list[str]:
        return sorted({attempt.learner for attempt in self._known.values()})

    def delete(self, learner: str) -> int:
        name = learner_name(learner)
        before = len(self._known)
        self._known = {key: each for key, each in self._known.items() if each.learner != name}
        return before - len(self._known)


class SafeStore(Store):
    """Another store, and memory for what it would not take: a full disk costs nobody their session.

    After a failure `warning` says what is not saved. With every further attempt those that wait are tried again, so a
    disk that has room again gets them all. `inner` is None if there is nothing to write to from the start.
    """

    def __init__(self, inner: Store | None, trouble: str = "") -> None:
        self.inner = inner
        self._waiting = MemoryStore()
        self._seen: dict[UUID, Attempt] = {}  # what the inner store last gave, should it fail later
        self._trouble = trouble or (inner.warning if inner else "")
        self.warning = _unsaved(self._trouble, 0) if trouble else self._trouble

    @property
    def place(self) -> str:
        return self.inner.place if self.inner else super().place

    @property
    def faults(self) -> Sequence[str]:  # type: ignore[override]
        return self.inner.faults if self.inner else ()

    @property
    def waiting(self) -> int:
        """How many attempts are in memory only."""
        return len(self._waiting.attempts())

    def append(self, attempt: Attempt) -> bool:
        self.extend([attempt])
        return attempt not in self._waiting.attempts()

    def extend(self, attempts: Iterable[Attempt]) -> int:
        attempts = list(attempts)
        if self.inner is None:
            return self._waiting.extend(attempts)
        kept = self._waiting.attempts()
        try:
            new = self.inner.extend([*kept, *attempts])
        except StoreError as error:
            new = self._waiting.extend(attempt for attempt in attempts if attempt.id not in self._seen)
            self.warning = _unsaved(str(error), self.waiting)
            return new
        self._waiting = MemoryStore()
        self.warning = self.inner.warning
        return max(0, new - len(kept))

    def attempts(self, learner: str | None = None) -> list[Attempt]:
        found = {attempt.id: attempt for attempt in self._fetch(learner)}
        return in_order(({each.id: each for each in self._waiting.attempts(learner)} | found).values())

    def _fetch(self, learner: str | None) -> list[Attempt]:
        if self.inner is None:
            return []
        try:
            found = self.inner.attempts(learner)
        except StoreError as error:
            self.warning = _unsaved(str(error), self.waiting)
            return MemoryStore(self._seen.values()).attempts(learner)
        self._seen.update((attempt.id, attempt) for attempt in found)
        if not self.waiting:
            self.warning = self.inner.warning
        return found

    def learners(self) -> list[str]:
        if self.inner is not None and not self.waiting:
            with contextlib.suppress(StoreError):
                return self.inner.learners()
        return sorted({attempt.learner for attempt in self.attempts()})

    def delete(self, learner: str) -> int:
        """Raises StoreError if the medium refuses: nobody should believe that data is gone while it is not."""
        name = learner_name(learner)
        removed = self._waiting.delete(name)
        self._seen = {key: each for key, each in self._seen.items() if each.learner != name}
        if self.inner is None:
            text = _("{why}: answers that were saved there before are not deleted")
            raise StoreError(text.format(why=self._trouble))
        return removed + self.inner.delete(name)

    def count(self, learner: str) -> int:
        if self.inner is not None and not self.waiting:
            with contextlib.suppress(StoreError):
                return self.inner.count(learner)
        return super().count(learner)

    def close(self) -> None:
        if self.inner:
            self.inner.close()


def cannot(what: str, place: object, why: str) -> str:
    """In one sentence: what (`open`, `read` or `write`) did not work where, and why in the system's words."""
    if what == "open":
        text = _("cannot open {place} ({why})")
    elif what == "read":
        text = _("cannot read {place} ({why})")
    else:
        text = _("cannot write {place} ({why})")
    return text.format(place=place, why=why)


def will_not_save(why: str) -> str:
    """What is there can be read, but nothing added."""
    return _("{why}: new answers will not be saved").format(why=why)


def _unsaved(why: str, waiting: int) -> str:
    if not waiting:
        text = _("{why}: your answers are not saved. You can go on; they are forgotten when you close this.")
    else:
        text = ngettext(
            "{why}: your last answer is not saved. You can go on; it is forgotten when you close this.",
            "{why}: your last {number} answers are not saved. You can go on; they are forgotten when you close this.",
            waiting,
        )
    return text.format(why=why, number=waiting)


# ------------------------------------------------------------------ opening


def data_folder(folder: str | Path | None = None) -> Path:
    """The folder of this user's progress: the argument, else TIENLEN_DATA, else where the system keeps such things."""
    given = str(folder or os.environ.get("TIENLEN_DATA") or "")
    if given and "://" not in given:
        path = Path(given).expanduser()
        return path.parent if path.suffix in ENDINGS else path
    if IN_BROWSER:
        return Path()  # the notebook's folder: all that a browser keeps
    from platformdirs import user_data_path

    return user_data_path("tienlen-tutor", appauthor=False)


def is_there(where: str | Path | None = None) -> bool:
    """Whether `open_store` would find a log; a database with an address counts as one. Makes and opens nothing.

    In the browser always: a copy in its storage may have what the file has lost.
    """
    if IN_BROWSER:
        return True
    with contextlib.suppress(OSError, RuntimeError, ValueError):
        path = _place(str(where or os.environ.get("TIENLEN_DATA") or ""))
        return path is None or path.exists()
    return False


def _place(given: str) -> Path | None:
    """The file for what was given; None for the address of a database."""
    if "://" in given:
        return None
    path = Path(given).expanduser() if given else Path() if IN_BROWSER else data_folder()
    if path.suffix in ENDINGS:
        return path
    return path / ("progress.jsonl" if IN_BROWSER else "progress.sqlite")


def open_store(where: str | Path | None = None) -> SafeStore:
    """The learners' log of this machine, made if there is none.

    `where` (without it: TIENLEN_DATA) is a folder, or a file ending in `.sqlite` or `.jsonl`, or an address like
    `postgresql+psycopg://...` of a class database. In the browser it is `progress.jsonl` in the working folder. What
    cannot be opened (read-only, damaged, from a newer release) leaves a `warning`, and the session is kept in memory.
    """
    given = str(where or os.environ.get("TIENLEN_DATA") or "")
    try:
        path = _place(given)
        if path is not None and path.suffix == ".jsonl":
            from .lines import LinesStore

            return SafeStore(LinesStore(path))
        from .database import DatabaseStore

        return SafeStore(DatabaseStore(given if path is None else path))
    except StoreError as error:
        return SafeStore(None, str(error))
    except (ImportError, OSError, RuntimeError, ValueError) as error:  # a broken installation, a path that cannot be
        shown = quote(without_password(given)) if given else _("the folder of your data")
        return SafeStore(None, cannot("open", shown, " ".join(str(error).split())))


def without_password(address: str) -> str:
    """A database's address as it may be shown, whether or not it is well formed.

    >>> without_password("postgresql://ann:a/b@c@host/class?password=d")
    'postgresql://ann:***@host/class?password=***'
    """
    hidden = re.sub(r"(://[^/@:]*):.*@", r"\1:***@", address)
    return re.sub(r"(?i)(password=)[^&]*", r"\1***", hidden)


# ------------------------------------------------------------------ files


def reason(error: OSError) -> str:
    """Why the system refused, in its own words."""
    why = system(error)
    return str(why).lower() if str(why) == worded(why) else worded(why)


def replace_file(path: Path, content: bytes) -> None:
    """Write a file so that at any moment either the old or the new one is there in full. Raises OSError."""
    spare = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with spare.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        spare.replace(path)
    except OSError:
        spare.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def private_folder(folder: Path) -> None:
    """A folder that others on this machine cannot look into; one that is there already is left as it is. OSError."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)


def sync_folder(folder: Path) -> None:
    """Make a new or renamed file last over a power cut, where the system has a way to ask for that."""
    if os.name != "posix" or IN_BROWSER:
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
