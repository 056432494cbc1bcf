"""Processes that write attempts and are killed, limited or robbed of their rights; run by test_progress_store.py.

    python store_processes.py COMMAND ARGUMENT...     prints what happened as JSON

A program of its own, because it forks: that is quick here, and would not be safe in the test runner.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tutor.progress import Attempt, ExchangeError, Item, StoreError, Trainer, open_store
from tutor.progress.exchange import to_line

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)


def answer(number: int = 0, learner: str = "ann", **more: Any) -> Attempt:
    at = NOW + timedelta(seconds=number)
    return Attempt(**{"learner": learner, "puzzle": f"p{number}", "at": at, "answer": "-", "right": True, **more})


@contextlib.contextmanager
def process(work: Callable[..., None], *arguments: Any) -> Iterator[tuple[Any, Connection]]:
    """A child that runs `work(pipe, *arguments)`, and our end of the pipe."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    child = context.Process(target=work, args=(theirs, *arguments), daemon=True)
    child.start()
    theirs.close()
    try:
        yield child, ours
    finally:
        if child.is_alive():
            child.kill()
        child.join(20)
        ours.close()


def told(pipe: Connection) -> list[Any]:
    """Everything that the child says until it ends."""
    found = []
    with contextlib.suppress(EOFError, ConnectionResetError):
        while pipe.poll(30):
            found.append(pipe.recv())
    return found


# ------------------------------------------------------------------ kill -9


def _write_for_ever(pipe: Connection, where: str, name: str) -> None:
    store = open_store(where)
    for number in range(1_000_000):
        attempt = answer(number, name)
        if store.append(attempt):  # said only once it is kept
            pipe.send(attempt)


def kill(where: str, rounds: str) -> dict[str, Any]:
    """Two writers, killed at any moment, again and again; after each round what they had acknowledged must be there."""
    chance = random.Random(1)
    kept: set[Attempt] = set()
    lost = 0
    for count in range(int(rounds)):
        # Each dies at a moment of its own; every other round gives it time to begin, however busy the machine is.
        with (
            process(_write_for_ever, where, f"ann {count}") as one,
            process(_write_for_ever, where, f"bob {count}") as two,
        ):
            for child, pipe in (one, two):
                if count % 2 == 0:
                    pipe.poll(30)
                time.sleep(chance.uniform(0.0, 0.2))
                os.kill(child.pid, signal.SIGKILL)
            kept.update(told(one[1]) + told(two[1]))
        store = open_store(where)
        lost += len(kept - set(store.attempts()))
        store.close()
    store = open_store(where)
    return {
        "kept": len(kept),
        "found": len(store.attempts()),
        "lost": lost,
        "warning": store.warning,
        "goes on": store.append(answer()),
    }


# ------------------------------------------------------------------ at once


def _write_some(pipe: Connection, where: str, name: str, count: int) -> None:
    pipe.recv()
    store = open_store(where)
    saved = [store.append(answer(number, name)) for number in range(count)]
    pipe.send((saved.count(True), store.warning))


def at_once(where: str, children: str, count: str) -> list[Any]:
    """Several processes, two for each learner, open a store that is not there yet at one moment, and add attempts."""
    with contextlib.ExitStack() as stack:
        pipes = [
            stack.enter_context(process(_write_some, where, f"learner {n // 2}", int(count)))[1]
            for n in range(int(children))
        ]
        for pipe in pipes:
            pipe.send("go")
        return [told(pipe)[0] for pipe in pipes]


# ------------------------------------------------------------------ a full disk


def full_disk(where: str) -> dict[str, Any]:
    """Write until files may not grow further, go on, then get room again."""
    import resource

    store = open_store(where)
    kept = len(store.attempts())
    resource.setrlimit(resource.RLIMIT_FSIZE, (Path(where).stat().st_size + 6000, resource.RLIM_INFINITY))
    number = 1
    while store.append(answer(number)):
        kept += 1
        number += 1
    more = [store.append(answer(number + further)) for further in range(1, 5)]
    report: dict[str, Any] = {
        "warning": store.warning,
        "kept": kept,
        "saved when full": more.count(True),
        "on disk": len(open_store(where).attempts()),
        "in session": len(store.attempts()),
    }
    try:
        store.loads(to_line(answer(7777)) + "\nbroken")
    except ExchangeError as error:
        report["import"] = str(error)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    report["saved later"] = store.append(answer(9999))
    report["warning later"] = store.warning
    report["on disk later"] = len(open_store(where).attempts())
    return report


# ------------------------------------------------------------------ without rights


def _answer_without_rights(pipe: Connection, where: str) -> None:
    if os.geteuid() == 0:  # root may write anywhere
        os.setuid(65534)
    store = open_store(where)
    trainer = Trainer([Item("p")], store, "ann")
    report: dict[str, Any] = {"before": trainer.warning, "old": len(trainer.log)}
    report["saved"] = trainer.record("p", "-", True).saved
    trainer.refresh()
    report |= {"after": trainer.warning, "attempts": len(trainer.log)}
    try:
        trainer.delete_my_data()
    except StoreError as error:
        report["deleted"] = str(error)
    pipe.send(report)


def without_rights(*places: str) -> list[Any]:
    """Answer a puzzle where nothing can be written, as somebody who is not root."""
    found = []
    for where in places:
        with process(_answer_without_rights, where) as (_, pipe):
            found += told(pipe)
    return found


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:  # everything is loaded before anything is forked or loses its rights
        for name in ("x.sqlite", "x.jsonl"):
            open_store(f"{folder}/{name}").append(answer())
    command = {"kill": kill, "at-once": at_once, "full-disk": full_disk, "without-rights": without_rights}[sys.argv[1]]
    json.dump(command(*sys.argv[2:]), sys.stdout)
