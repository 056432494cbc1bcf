"""What a learner has done, and what follows from it.

An append-only log of attempts is all that is stored (`open_store`); ratings, due dates and streaks are worked out from
it by pure functions, and `Trainer` has them at hand for a widget. Importing this is light: the database is loaded when
one is opened, the repetition library when something is repeated.
"""

from __future__ import annotations

from .attempts import KINDS, Attempt, AttemptError
from .exchange import ExchangeError
from .glicko import Rating
from .history import STORM_SECONDS
from .items import Item
from .store import Imported, MemoryStore, SafeStore, Store, StoreError, data_folder, open_store
from .trainer import Recorded, Trainer

__all__ = [
    "KINDS",
    "STORM_SECONDS",
    "Attempt",
    "AttemptError",
    "ExchangeError",
    "Imported",
    "Item",
    "MemoryStore",
    "Rating",
    "Recorded",
    "SafeStore",
    "Store",
    "StoreError",
    "Trainer",
    "data_folder",
    "open_store",
]
