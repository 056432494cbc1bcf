"""A learner's own deals: kept as text, brought in from files, and what they add up to.

    keep(record)                         at the end of a deal; "" or one sentence on why it could not be kept
    own_deals().records                  every deal of the learner's file; damaged ones are named and stepped over
    my_deals()                           wins by profile, places, points, 2s left over, chops, with pictures
    bring("deals.txt", seat=0)           add the deals of a file

The file is a `tutor.records` text in the folder of the user's data, to which each deal is added at the end. So it can
be read, shared, cut and mended with any editor, and `tienlen replay` replays it.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from urllib.parse import quote as percent_encoded

from .cards import TWOS
from .charts import STYLE, Picture, balance, bars, percent
from .errors import quote
from .locale import _, ngettext, worded
from .other_rules import profile_name
from .position import Position
from .progress.attempts import learner_name
from .progress.store import IN_BROWSER, cannot, data_folder, private_folder, reason
from .records import Record, RecordError, scan_records
from .solver.chances import wilson

# ------------------------------------------------------------------ the file


def own_file(what: str, ending: str, learner: str = "me", folder: str | Path | None = None) -> Path:
    """Where something of a learner's own is kept; the file need not be there.

    `folder` is that of the user's data unless another is given. The name is one that every system allows, and learners
    whose names differ in capitals alone have two files. Raises AttemptError for a name that cannot be one.
    """
    name = learner_name(learner)
    mark = hashlib.sha256(name.encode()).hexdigest()[:8]
    base = Path() if IN_BROWSER and folder is None else data_folder(folder)
    return base / f"{what}-{percent_encoded(name, safe='')[:60]}-{mark}{ending}"


def deals_file(learner: str = "me", folder: str | Path | None = None) -> Path:
    """The file of the learner's deals."""
    return own_file("deals", ".txt", learner, folder)


def keep(record: Record, learner: str = "me", folder: str | Path | None = None) -> str:
    """Add a deal to the learner's file; it is on the disk when this returns.

    Returns "" if it was kept, else one sentence that says why not: nobody should lose a game to a full disk.
    """
    path = deals_file(learner, folder)
    try:
        private_folder(path.parent)
        _add(path, [record])
    except OSError as error:
        return _("{why}: this deal is not kept.").format(why=cannot("write", path, reason(error)))
    return ""


def _add(path: Path, records: Iterable[Record]) -> None:
    """Write deals at the end of the file in one go. What was torn before is ended, so it costs nothing but itself."""
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    text = "".join(f"# {now}\n{record}\n" for record in records).encode()
    handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
    with os.fdopen(handle, "r+b", buffering=0) as file:
        size = file.seek(0, os.SEEK_END)
        if size:
            file.seek(size - 1)
            text = text if file.read(1) == b"\n" else b"\n" + text
        file.write(text)
        os.fsync(file.fileno())


@dataclass(frozen=True, slots=True)
class OwnDeals:
    """The deals that a file holds, oldest first, and a line on each one that could not be read."""

    records: tuple[Record, ...] = ()
    faults: tuple[str, ...] = ()


def own_deals(learner: str = "me", folder: str | Path | None = None) -> OwnDeals:
    """Every deal of the learner that can be read; without a file there are none."""
    path = deals_file(learner, folder)
    return _read(path) if path.exists() else OwnDeals()


def _read(path: Path) -> OwnDeals:
    try:
        text = path.read_bytes().decode("utf-8", "replace")
    except OSError as error:
        return OwnDeals((), (cannot("read", path, reason(error)),))
    records, faults = scan_records(text, worded)
    return OwnDeals(tuple(records), tuple(f"{path.name}, {fault}" for fault in faults))


@dataclass(frozen=True, slots=True)
class Brought:
    """What an import did: how many deals are new, how many were there already, and those that could not be read."""

    new: int
    known: int
    faults: tuple[str, ...] = ()


def bring(
    path: str | os.PathLike[str], seat: int | None = None, learner: str = "me", folder: str | Path | None = None
) -> Brought:
    """Add the deals of a file (`tutor.records`) to the learner's; those that are there already are left alone.

    `seat` says where the learner sat in deals that do not say so themselves; where it is neither said nor given, the
    seat that bears the learner's name is taken, if there is one. Raises RecordError if the file or one's own cannot be
    opened, or there is no such seat.
    """
    given = Path(path)
    if not given.is_file():
        raise RecordError("file: {file} cannot be read: no such file", file=quote(os.fspath(path)))
    found, mine = _read(given), own_deals(learner, folder)
    known = set(map(_identity, mine.records))
    new = []
    for record in found.records:
        you = record.you if record.you is not None else seat
        if you is None and record.names.count(learner) == 1:
            you = record.names.index(learner)
        placed = replace(record, you=you)
        if _identity(placed) not in known:
            known.add(_identity(placed))
            new.append(placed)
    own = deals_file(learner, folder)
    try:
        if new:
            private_folder(own.parent)
            _add(own, new)
    except OSError as error:
        raise RecordError(cannot("write", own, reason(error))) from None
    return Brought(len(new), len(found.records) - len(new), found.faults)


def _identity(record: Record) -> str:
    """What makes a deal the same deal: cards and plays, whoever wrote them down."""
    return str(replace(record, names=(), you=None))


# ------------------------------------------------------------------ what they add up to


@dataclass
class Tally:
    """Counts over some deals of one seat.

    `places` counts the places; `twos` the 2s still in hand when a deal was over; `given` and `suffered` the chops,
    higher bombs on bombs included. `points` has one entry per deal, in their order.
    """

    deals: int = 0
    won: int = 0
    points: list[int] = field(default_factory=list)
    places: Counter[int] = field(default_factory=Counter)
    twos: int = 0
    given: int = 0
    suffered: int = 0

    @property
    def share(self) -> tuple[float, float, float]:
        """The share of deals won and Wilson's 95 % interval; without a deal from 0 to 1."""
        if not self.deals:
            return 0.0, 0.0, 1.0
        return (self.won / self.deals, *wilson(self.won, self.deals))


@dataclass
class Statistics:
    """Deals played to their end, together and by rules and number of players (`(profile, seats)`).

    `unfinished` deals and deals of `nobody` (that do not say where the learner sat) are left out of everything else;
    `faults` are lines on deals that could not be read. A notebook shows pictures and a table, `str` the same as text.
    """

    total: Tally = field(default_factory=Tally)
    groups: dict[tuple[str, int], Tally] = field(default_factory=dict)
    unfinished: int = 0
    nobody: int = 0
    faults: tuple[str, ...] = ()

    def _repr_html_(self) -> str:
        return "".join(picture._repr_html_() for picture in self.pictures()) + self._table_html()

    def __repr__(self) -> str:
        rows = self._rows() if self.total.deals else []
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
        return "\n\n".join(filter(None, [*map(str, self.pictures()), "\n".join(lines), self._left_out()]))

    __str__ = __repr__

    def pictures(self) -> list[Picture]:
        """Wins by rules, places, and points over time; each with its numbers as text."""
        if not self.total.deals:
            return []
        shares = {_group_name(*group): tally.share[0] for group, tally in self.groups.items()}
        places = {_("place {n}").format(n=place): self.total.places[place] for place in sorted(self.total.places)}
        totals, sums = 0, []
        for score in self.total.points:
            totals += score
            sums.append(totals)
        return [
            bars(shares, _("Deals won")),
            bars(places, _("Your places"), counts=True),
            balance(sums, _("Your points over time"), _("deals"), [_("points")]),
        ]

    def _rows(self) -> list[list[str]]:
        head = [
            _("Rules"), _("Deals"), _("Won"), _("between"), _("Points per deal"), _("2s left over"),
            _("Chops given"), _("Chops suffered"),
        ]  # fmt: skip
        rows = [head]
        tallies = [(_group_name(*group), tally) for group, tally in self.groups.items()]
        for name, tally in [*tallies, *([(_("together"), self.total)] if len(tallies) > 1 else [])]:
            share, low, high = tally.share
            between = _("{low} and {high}").format(low=percent(low, 2), high=percent(high, 2))
            mean = f"{sum(tally.points) / tally.deals:+.2f}".replace("-", "−")
            counted = [str(number) for number in (tally.twos, tally.given, tally.suffered)]
            rows.append([name, str(tally.deals), percent(share), between, mean, *counted])
        return rows

    def _left_out(self) -> str:
        told = []
        if self.unfinished:
            text = ngettext("{n} unfinished deal is left out.", "{n} unfinished deals are left out.", self.unfinished)
            told.append(text.format(n=self.unfinished))
        if self.nobody:
            text = ngettext(
                "{n} deal does not say where you sat and is left out.",
                "{n} deals do not say where you sat and are left out.",
                self.nobody,
            )
            told.append(text.format(n=self.nobody))
        if self.faults:
            text = ngettext(
                "A damaged deal is left out ({fault}).",
                "{n} damaged deals are left out, the first is {fault}.",
                len(self.faults),
            )
            told.append(text.format(n=len(self.faults), fault=self.faults[0]))
        return " ".join(told) if self.total.deals else " ".join([_("You have no finished deal yet."), *told])

    def _table_html(self) -> str:
        said = f"<p>{escape(self._left_out())}</p>" if self._left_out() else ""
        if not self.total.deals:
            return f'{STYLE}<div class="tlc">{said}</div>'
        head, *rows = self._rows()
        cells = "".join(
            f"<tr><th scope=row>{escape(row[0])}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in row[1:])}</tr>"
            for row in rows
        )
        top = "".join(f"<th scope=col>{escape(cell)}</th>" for cell in head)
        name = escape(_("Your deals"))
        return (
            f'{STYLE}<div class="tlc" style="overflow-x:auto" tabindex="0" role="region" '
            f'aria-label="{name}"><table style="white-space:nowrap">'
            f'<caption style="text-align:start">{name}</caption>'
            f"<thead><tr>{top}</tr></thead><tbody>{cells}</tbody></table>{said}</div>"
        )


def _group_name(profile: str, seats: int) -> str:
    return _("{rules}, {n} players").format(rules=profile_name(profile), n=seats)


def statistics(records: Iterable[Record], seat: int | None = None) -> Statistics:
    """What the deals add up to for the learner: the seat `you` of each record, or `seat` where it says none."""
    found = Statistics()
    for record in records:
        you = record.you if record.you is not None else seat
        scores = record.scores
        if scores is None:
            found.unfinished += 1
        elif you is None or you not in range(record.start.seats):
            found.nobody += 1
        else:
            group = (record.start.rules.profile, record.start.seats)
            for tally in (found.total, found.groups.setdefault(group, Tally())):
                _count(tally, record, you, scores)
    return found


def my_deals(learner: str | None = None, folder: str | Path | None = None) -> Statistics:
    """The statistics over the deals of a learner, by default the one who learns here."""
    from .progress.who import learner as picked

    own = own_deals(picked() if learner is None else learner, folder)
    found = statistics(own.records)
    found.faults = own.faults
    return found


def _count(tally: Tally, record: Record, you: int, scores: Sequence[int]) -> None:
    tally.deals += 1
    tally.points.append(scores[you])
    if record.instant_win:
        # nobody plays and nobody has a place but the winner
        tally.won += record.instant_win[0] == you
        if record.instant_win[0] == you:
            tally.places[1] += 1
        return
    *before, end = record.positions()
    place = end.places[you]
    assert place is not None, "a deal with scores is over"
    tally.won += place == 1
    tally.places[place] += 1
    tally.twos += (end.hands[you] & TWOS).bit_count()
    for position, play in zip(before, record.plays, strict=True):
        if is_chop(position, play):
            tally.given += position.turn == you
            tally.suffered += position.owner == you


def is_chop(position: Position, play: object) -> bool:
    """Whether a play chops what lies on the table, or beats a bomb in a chop chain."""
    mine = getattr(play, "combination", None)
    lying = position.table.combination if position.table is not None else None
    return bool(mine and lying and (position.chain or mine.chops(lying)))


def forget(learner: str = "me", folder: str | Path | None = None) -> int:
    """Remove the learner's deals and own puzzles from this machine; returns how many files those were. OSError."""
    files = [deals_file(learner, folder), own_file("puzzles", ".toml", learner, folder)]
    there = [path for path in files if path.exists()]
    for path in there:
        path.unlink()
    return len(there)
