"""Answers that outlive the page where Python's files do not: the site in the browser, served without https."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import Any

import anywidget
import traitlets as t

from ..progress import Attempt, ExchangeError, SafeStore
from .base import module


class Mirror(anywidget.AnyWidget):
    """The copy in the browser's storage of what is in a store; shows nothing, and need not be shown.

    At the start the browser gives what it has, and what the store does not know is added to it.
    """

    _esm = module("mirror.js")

    lines = t.Unicode("").tag(sync=True)
    gone = t.List(t.Unicode()).tag(sync=True)

    def __init__(self, store: SafeStore) -> None:
        self._store = store
        super().__init__(lines=store.dumps())
        self.on_msg(self._on_found)

    def forget(self, learner: str) -> None:
        """Take a learner out of the copy, too."""
        with self.hold_sync():
            self.gone = [*self.gone, learner]
            self.lines = self._store.dumps()

    def _on_found(self, _widget: Any, content: Any, _buffers: Any) -> None:
        found = content.get("found") if isinstance(content, dict) else None
        if isinstance(found, str) and found:
            with contextlib.suppress(ExchangeError):  # an answer that was changed by hand: the file's own counts
                self._store.loads(found, strict=False)


class MirroredStore(SafeStore):
    """A store with a copy in the browser."""

    def __init__(self, store: SafeStore) -> None:
        super().__init__(store.inner, "" if store.inner else store.warning)
        self._mirror: Mirror | None = None
        self._mirror = Mirror(self)

    def extend(self, attempts: Iterable[Attempt]) -> int:
        new = super().extend(attempts)
        if self._mirror and new:
            self._mirror.lines = self.dumps()
        return new

    def delete(self, learner: str) -> int:
        removed = super().delete(learner)
        if self._mirror:
            self._mirror.forget(learner)
        return removed
