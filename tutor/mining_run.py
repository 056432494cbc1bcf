"""Mining for as long as it takes: tasks shared by processes or by a Dask cluster, a journal, and the pack at the end.

However many workers there are and whatever order they finish in, finds are looked through in the order of the tasks, so
a seed gives the same pack everywhere. The journal keeps each finished task as one line, written through to the disk
before it counts; a line that was cut off by a crash is left out when mining goes on. It is deleted when the pack that
was asked for is written.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from .errors import quote
from .mining import Selection, Task, Wanted, run_task, wanted_as_text
from .workers import pool

AHEAD = 3
"""Tasks per worker that are handed out before the first of them is back."""
PATIENCE = 5
"""How often in a row workers may die without finishing a task before mining gives up."""


class MiningError(ValueError):
    """What keeps mining from going on, in one line."""


@dataclass
class Mined:
    """The puzzles as tables of a pack; how many finds and positions fell to which rule; tasks that were looked
    through; whether Ctrl-C ended it.
    """

    kept: list[dict[str, Any]]
    fell: Counter[str]
    tasks: int
    interrupted: bool = False


# ------------------------------------------------------------------ who does the work


class Crew(Protocol):
    """Workers: `hand_out` gives a task away and returns a future; `back` waits for the first to be done."""

    size: int

    def hand_out(self, task: Task) -> Any: ...

    def back(self, futures: Iterable[Any]) -> set[Any]: ...

    def close(self) -> None: ...


class Lost(Exception):
    """A worker died with its task, which can be handed out again."""


class Processes:
    """The cores of this machine."""

    def __init__(self, jobs: int) -> None:
        self.size = jobs
        self._pool = pool(jobs)

    def hand_out(self, task: Task) -> Any:
        try:
            return self._pool.submit(run_task, task)
        except BrokenProcessPool:  # one that was killed takes the others with it: begin again with new ones
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = pool(self.size)
            return self._pool.submit(run_task, task)

    def back(self, futures: Iterable[Any]) -> set[Any]:
        return wait(futures, return_when=FIRST_COMPLETED).done

    def close(self) -> None:
        workers = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()


class Here:
    """This process alone."""

    size = 1

    def hand_out(self, task: Task) -> Any:
        done: Future[dict[str, Any]] = Future()
        done.set_result(run_task(task))
        return done

    def back(self, futures: Iterable[Any]) -> set[Any]:
        return set(futures)

    def close(self) -> None:
        pass


class Cluster:
    """The workers of a Dask scheduler. They need this package, too."""

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError:
            raise MiningError("--scheduler: needs the extra cluster: pip install 'tienlen-tutor[cluster]'") from None
        if not re.fullmatch(r"([a-z]+://)?[^\s/]+:[0-9]{1,5}", address):
            raise MiningError(f"--scheduler: {quote(address)} is no address like tcp://HOST:8786")
        self._distributed = distributed
        try:
            self._client = distributed.Client(address, timeout="10s", set_as_default=False)
        except (OSError, ValueError) as error:
            raise MiningError(f"--scheduler: no scheduler answers at {quote(address)}") from error
        self.size = max(1, sum(self._client.nthreads().values()))

    def hand_out(self, task: Task) -> Any:
        return self._client.submit(run_task, task, pure=False, retries=2)

    def back(self, futures: Iterable[Any]) -> set[Any]:
        with self._client.as_current():
            return set(self._distributed.wait(list(futures), return_when="FIRST_COMPLETED").done)

    def close(self) -> None:
        self._client.close()


def _result(future: Any) -> dict[str, Any]:
    """What a task found; raises Lost if its worker died."""
    try:
        return future.result()
    except BrokenProcessPool as error:
        raise Lost from error
    except Exception as error:
        if type(error).__name__ in ("KilledWorker", "FutureCancelledError"):  # distributed's, which may not be there
            raise Lost from error
        raise


# ------------------------------------------------------------------ the journal


class Journal:
    """The finished tasks of a run in a file, one JSON line each, after a line that says what is mined."""

    def __init__(self, path: Path, wanted: Wanted, resume: bool) -> None:
        self._path = path
        self.done: dict[int, dict[str, Any]] = {}
        head = wanted_as_text(wanted).encode() + b"\n"
        keep = 0
        if resume and path.exists():
            keep = self._read(path, head)
        elif path.exists():
            raise MiningError(f"--out: there is a journal {quote(path.name)}: go on with --resume, or delete it")
        self._file = path.open("r+b" if keep else "wb")
        self._file.truncate(keep)
        self._file.seek(keep)
        if not keep:
            self._write(head)

    def _read(self, path: Path, head: bytes) -> int:
        """Take in what is whole; return how many bytes that is."""
        keep = 0
        with path.open("rb") as lines:
            for line in lines:
                if not line.endswith(b"\n"):
                    break
                if keep == 0 and line != head:
                    raise MiningError(
                        f"--resume: the journal {quote(path.name)} is of other puzzles than asked for now"
                    )
                if keep:
                    try:
                        entry = json.loads(line)
                        number, found, fell = entry["task"], entry["found"], entry["fell"]
                        sum(fell.values())
                        for each in found:  # what cannot be used is no find
                            Selection(1).add(each, 1)
                        self.done[number] = {"found": found, "fell": fell}
                    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                        break
                keep += len(line)
        return keep

    def add(self, number: int, result: dict[str, Any]) -> None:
        self.done[number] = result
        self._write(json.dumps({"task": number, **result}).encode() + b"\n")

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()

    def remove(self) -> None:
        """Delete the file: its pack is written. One that cannot be deleted stays and does no harm."""
        self.close()
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)


# ------------------------------------------------------------------ mining


def mine(
    wanted: Wanted,
    number: int,
    crew: Crew,
    journal: Journal | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Mined:
    """So many puzzles, or what there are when Ctrl-C comes. `progress` is called with puzzles kept and tasks done.

    Raises MiningError if workers die again and again; what the journal has stays there.
    """
    selection = Selection(number)
    results: dict[int, dict[str, Any]] = dict(journal.done) if journal else {}
    out: dict[Any, int] = {}
    looked, given, deaths = 0, 0, 0
    told = progress or (lambda kept, tasks: None)
    interrupted = False
    again: list[int] = []
    try:
        while not selection.full:
            while looked in results and not selection.full:
                result = results.pop(looked)
                selection.fell.update(result["fell"])
                for entry in result["found"]:
                    if not selection.full:
                        selection.add(entry, wanted.sizes)
                looked += 1
                told(len(selection.kept), looked)
            if selection.full:
                break
            while again or len(out) < AHEAD * crew.size:
                if not again:
                    again = [given]
                    given += 1
                task = again.pop()
                if task not in results and task >= looked:
                    out[crew.hand_out(wanted.task(task))] = task
                    if crew.size == 1:
                        break
            for future in crew.back(out):
                task = out.pop(future)
                try:
                    result = _result(future)
                except Lost:
                    again.append(task)
                    continue
                deaths = 0
                results[task] = result
                if journal:
                    journal.add(task, result)
            if again:
                deaths += 1
                if deaths > PATIENCE:
                    raise MiningError("workers die again and again; is there enough memory?")
    except KeyboardInterrupt:
        interrupted = True
    finally:
        crew.close()
        if journal:
            journal.close()
    return Mined(selection.kept, selection.fell, looked, interrupted)


# ------------------------------------------------------------------ the pack


def pack_text(entries: Iterable[dict[str, Any]], head: str = "") -> str:
    """The tables as text of a pack; `head` becomes a comment."""
    lines = [f"# {line}".rstrip() for line in head.splitlines()]
    for entry in entries:
        lines += ["", "[[puzzle]]"]
        lines += [f"{key} = {json.dumps(value)}" for key, value in entry.items() if value != []]
    return "\n".join(lines).lstrip("\n") + "\n"


def fallen_text(fell: Counter[str]) -> str:
    """How many fell to which rule, the most first."""
    width = max((len(str(count)) for count in fell.values()), default=1)
    return "\n".join(f"{count:{width}}  {rule}" for rule, count in fell.most_common())
