"""The kernel compiled by numba, if numba is installed: loaded in the background, never waited for.

The first start on a machine compiles for some seconds and keeps the result on disk (beside the package, or where
`NUMBA_CACHE_DIR` says; if neither can be written to, in the user's cache folder). Until the kernel is there the
searches run in plain Python; both give the same answers and the same node counts.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import tempfile
import threading
from pathlib import Path
from types import ModuleType
from typing import Any

from . import kernel

_NAME = "tutor.solver._compiled_kernel"
_lock = threading.Lock()
_thread: threading.Thread | None = None
_module: ModuleType | None = None
_failed = False


def ready() -> ModuleType | None:
    """The compiled kernel if it can be used at once, else None."""
    return _module


def possible() -> bool:
    """Whether a compiled kernel may still come: numba is installed, allowed, and did not fail."""
    if _failed or os.environ.get("TUTOR_NO_NUMBA") or os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return False
    if sys.platform in ("emscripten", "wasi"):
        return False
    return _module is not None or importlib.util.find_spec("numba") is not None


def start(grace: float = 0.0) -> None:
    """Begin to load or compile the kernel in the background, once.

    The call that begins it waits for up to `grace` seconds: from the disk cache the kernel is there in less, if
    nothing else runs beside it. Any other call returns at once.
    """
    global _thread
    with _lock:
        if _thread is not None or not possible():
            return
        _thread = threading.Thread(target=_load, name="solver-kernel", daemon=True)
        _thread.start()
    _thread.join(grace)


def wait(seconds: float | None = None) -> ModuleType | None:
    """Load the kernel and wait for it (benchmarks, tests): the module, or None if there is none to be had."""
    start()
    if _thread is not None:
        _thread.join(seconds)
    return _module


def _load() -> None:
    global _module, _failed
    try:
        folder = cache_folder()
        if folder is not None and "numba" not in sys.modules:  # numba reads the variable once, when imported
            os.environ["NUMBA_CACHE_DIR"] = str(folder)
        module = _build()
        warm_up(module)
        _module = module
    except Exception:  # noqa: BLE001  numba too old, no compiler support, a full disk: plain Python goes on
        _failed = True


def cache_folder() -> Path | None:
    """Where compiled code has to be kept because the package's own folder cannot be written to; None if it can."""
    if os.environ.get("NUMBA_CACHE_DIR") or os.access(Path(kernel.__file__).parent, os.W_OK):
        return None
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    for place in (home, tempfile.gettempdir()):
        target = Path(place) / "tienlen-tutor" / "numba"
        try:
            target.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(target, os.W_OK):
            return target
    return None


def _build() -> ModuleType:
    import numba
    import numpy

    spec = importlib.util.spec_from_file_location(_NAME, kernel.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    given: dict[str, Any] = {
        "njit": numba.njit(cache=True, boundscheck=False),
        "constant": lambda values: numpy.array(list(values), dtype=numpy.int64),
    }
    module.__dict__.update(given)
    sys.modules[_NAME] = module  # numba looks the module up when it reads its disk cache
    spec.loader.exec_module(module)
    return module


def warm_up(module: ModuleType) -> None:
    """Compile, or read from disk, everything that a search calls."""
    import numpy

    def zeros(size: int) -> Any:
        return numpy.zeros(size, numpy.int64)

    state, table = zeros(kernel.STATE), zeros(64)
    state[kernel.LIMIT], state[kernel.ROOM], state[kernel.FREE] = 0, 16, 64
    parameters = zeros(kernel.PARAMETERS)
    module.search(zeros(4 * kernel.FRAME), zeros(64), zeros(64), zeros(64), table, parameters, state)
    module.rehash(table, zeros(128), state)
