"""Several processes for one piece of work, on the cores of this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def pool(jobs: int) -> ProcessPoolExecutor:
    """So many worker processes. Ctrl-C is the starting process's to answer; the workers are ended by it.

    They are started afresh and not forked: a copy of a process that has threads may hang.
    """
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=_quiet)


def _quiet() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
