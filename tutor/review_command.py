"""`tienlen review`: the decisions of a recorded deal judged at the terminal."""

from __future__ import annotations

import sys

from .deals import own_deals
from .errors import PositionError, quote
from .progress.who import learner
from .records import Record, load_records
from .review import Review, progress_text


def chosen(file: str | None, deal: int | None) -> Record:
    """The deal of that number in the file (of the learner's own deals without one), counted from 1; else the last.

    Raises RecordError for a file that cannot be read, PositionError if there is no such deal.
    """
    records = own_deals(learner()).records if file is None else tuple(load_records(file))
    if not records:
        if file:
            raise PositionError("deal: there is none")
        raise PositionError("deal: you have not played one yet; name a file")
    number = len(records) if deal is None else deal
    if not 1 <= number <= len(records):
        raise PositionError("deal: {number} is none of the {deals} deals", number=quote(number), deals=len(records))
    return records[number - 1]


def report(record: Record, seat: int | None, deals: int) -> tuple[str, bool]:
    """The review in words, and whether Ctrl-C ended it; what was judged by then is told."""
    from tqdm import tqdm

    found, stopped = Review(record, seat, deals=deals), False
    terminal = sys.stderr is not None and sys.stderr.isatty()
    with tqdm(desc="judging", total=found.total, delay=1, mininterval=0.2 if terminal else 2, leave=False) as bar:
        try:
            for _decision in found.steps():
                bar.update()
        except KeyboardInterrupt:
            stopped = True
    text = [str(found)]
    if found.chances():
        text.append(str(found.chart()))
    if stopped:
        text.append(progress_text(found))
    return "\n\n".join(text), stopped
