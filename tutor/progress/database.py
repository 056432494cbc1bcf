"""Attempts in a database: SQLite at home, PostgreSQL for a class, through the same tables (models.py).

SQLite keeps its plain rollback journal with `synchronous = EXTRA`: a commit returns when the data, and the journal's
end, are on the disk, so neither a killed process nor a power cut loses an answer. The write-ahead log would be faster
and as safe on a local disk, but breaks on the network drives that school homes lie on, cannot always be read in a
read-only folder and leaves two more files about; a learner's answer every few seconds needs no speed.

Opening brings the tables up to date (Alembic, migrations/). A second process that opens at the same moment waits.
"""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, String, cast, create_engine, delete, event, func, insert, inspect, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError, SQLAlchemyError

from ..errors import quote
from ..locale import _, ngettext, worded
from .attempts import Attempt, AttemptError, learner_name
from .exchange import ConflictError
from .models import HEAD, AttemptRow, LearnerRow
from .store import Store, StoreError, cannot, new_among, private_folder, reason, will_not_save, without_password

PATIENCE = 15.0
"""Seconds to wait for another process that is writing."""

_MIGRATING = 7313210
"""The number of the lock that keeps two migrations of one PostgreSQL database apart."""

_HEX = re.compile(r"[0-9a-fA-F]{32}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
"""The id of an answer as SQLite and as PostgreSQL write it."""

_TRIES = 5
"""How often a transaction is begun again that another one got in the way of."""


class DatabaseStore(Store):
    """A log in a database: a file (made with its folder if need be) or an address such as `postgresql+psycopg://...`.

    Raises StoreError if it cannot be opened, is damaged or comes from a newer release. If it can be read but not
    written it opens with a `warning`. A row that is no attempt (somebody else wrote into the table) is left out when
    reading, and named in `faults`.
    """

    def __init__(self, where: str | Path) -> None:
        self._unwritable = ""
        self._left_out = Counter[str]()  # rows of a learner that are no attempts, when they were read last
        self._url = _url(where)
        self._sqlite = self._url.get_backend_name() == "sqlite"
        self._shown = (
            self._url.database if self._sqlite else without_password(self._url.render_as_string(hide_password=True))
        )
        if self._sqlite and self._url.database not in (None, "", ":memory:"):
            try:
                private_folder(Path(str(self._url.database)).parent)
            except OSError as error:
                raise StoreError(cannot("open", self._shown, reason(error))) from error
        with self._told("open"):
            options: dict[str, Any] = (
                {"connect_args": {"timeout": PATIENCE}} if self._sqlite else {"pool_pre_ping": True}
            )
            self._engine = create_engine(self._url, **options)
            if self._sqlite:
                event.listen(self._engine, "connect", _set_up_sqlite)
                event.listen(self._engine, "begin", _begin_sqlite)
            self._migrate()

    @property
    def place(self) -> str:
        if self._sqlite:
            return _("in the file {file}").format(file=self._shown)
        return _("in the database {address}").format(address=self._shown)

    def extend(self, attempts: Iterable[Attempt]) -> int:
        attempts = list(attempts)
        with self._told("write"):
            for tries in range(1, _TRIES + 1):
                try:
                    with self._writing() as connection:
                        new = self._insert(connection, attempts)
                    break
                except (
                    IntegrityError
                ):  # another process added the same learner or attempt between our look and our write
                    if tries == _TRIES:
                        raise
        self._unwritable = ""
        self._warn()
        return new

    def attempts(self, learner: str | None = None) -> list[Attempt]:
        name = None if learner is None else learner_name(learner)
        with self._told("read"), self._engine.connect() as connection:
            found, damaged = self._select(connection, name)
        self.faults = [f"{number}, {why}" for number, _who, why in damaged]
        if name is None:
            self._left_out.clear()
        else:
            del self._left_out[name]
        self._left_out.update(who for _number, who, _why in damaged)
        self._warn()
        return found

    def count(self, learner: str) -> int:
        name = learner_name(learner)
        query = select(func.count()).select_from(AttemptRow).join(LearnerRow).where(LearnerRow.name == name)
        with self._told("read"), self._engine.connect() as connection:
            return (connection.scalar(query) or 0) - self._left_out[name]

    def learners(self) -> list[str]:
        with self._told("read"), self._engine.connect() as connection:
            names = connection.scalars(select(LearnerRow.name).where(LearnerRow.id.in_(select(AttemptRow.learner_id))))
            return sorted(name for name in names if isinstance(name, str))  # SQLite keeps bytes in any column

    def delete(self, learner: str) -> int:
        """SQLite overwrites the rows with zeros in the file; PostgreSQL does so at its next VACUUM.

        In a school's database (deploy/school.sql) a function deletes the answers, and the nickname stays that of the
        account.
        """
        name = learner_name(learner)
        with self._told("write"), self._writing() as connection:
            if not self._sqlite and connection.scalar(text("SELECT to_regproc('school_forget')")):
                return connection.scalar(select(func.school_forget(name))) or 0
            ids = select(LearnerRow.id).where(LearnerRow.name == name)
            removed = connection.execute(delete(AttemptRow).where(AttemptRow.learner_id.in_(ids))).rowcount
            connection.execute(delete(LearnerRow).where(LearnerRow.name == name))
        return removed

    def close(self) -> None:
        self._engine.dispose()

    # -------------------------------------------------------------- rows

    def _select(
        self, connection: Connection, learner: str | None = None, ids: Any = None
    ) -> tuple[list[Attempt], list[tuple[str, str, str]]]:
        """The attempts, and of each row that is none its id, whose it is and what is wrong with it."""
        row = AttemptRow
        # The id and the time come as text and are read here: in the driver, one that is none would stop all reading.
        columns = (LearnerRow.name, row.puzzle, row.answer, row.right, row.seconds, row.hints, row.kind)
        query = select(cast(row.id, String), cast(row.at, String), *columns)
        query = query.join(LearnerRow, row.learner_id == LearnerRow.id)
        if learner is not None:
            query = query.where(LearnerRow.name == learner)
        if ids is not None:
            query = query.where(row.id.in_(ids))
        found, damaged = [], []
        rows = connection.execute(query.order_by(row.at, row.id))
        for number, at, name, puzzle, answer, right, seconds, hints, kind in rows:
            try:
                found.append(Attempt(name, puzzle, _moment(at), answer, right, seconds, hints, kind, _id(number)))
            except (ValueError, TypeError) as error:
                damaged.append((number if _HEX.fullmatch(str(number)) else quote(number), name, worded(error)))
        return found, damaged

    def _insert(self, connection: Connection, attempts: list[Attempt]) -> int:
        known: dict[Any, Attempt] = {}
        for start in range(0, len(attempts), 500):  # databases limit how many values a question may have
            ids = [attempt.id for attempt in attempts[start : start + 500]]
            found, damaged = self._select(connection, ids=ids)
            if damaged:
                raise ConflictError(UUID(damaged[0][0]))
            known.update((attempt.id, attempt) for attempt in found)
        new = new_among(attempts, known)
        numbers: dict[str, int] = {}
        for name in {attempt.learner for attempt in new}:
            number = connection.scalar(select(LearnerRow.id).where(LearnerRow.name == name))
            if number is None:
                number = connection.execute(insert(LearnerRow).values(name=name)).inserted_primary_key[0]  # type: ignore[index]
            numbers[name] = number
        rows = [{**_values(attempt), "learner_id": numbers[attempt.learner]} for attempt in new]
        if rows:
            connection.execute(insert(AttemptRow), rows)
        return len(new)

    # -------------------------------------------------------------- transactions

    @contextlib.contextmanager
    def _writing(self) -> Iterator[Connection]:
        """One transaction that has the right to write from its start, committed at the end, undone by any error."""
        with self._engine.connect().execution_options(writing=True) as connection, connection.begin():
            yield connection

    @contextlib.contextmanager
    def _told(self, what: str) -> Iterator[None]:
        """The database's errors as a StoreError in one sentence, without addresses' passwords or SQL."""
        try:
            yield
        except DBAPIError as error:
            why = (str(error.orig).strip().splitlines() or [type(error.orig).__name__])[0]
            raise StoreError(cannot(what, self._shown, why)) from error
        except (SQLAlchemyError, ModuleNotFoundError) as error:
            raise StoreError(cannot(what, self._shown, str(error).splitlines()[0])) from error

    def _migrate(self) -> None:
        """Bring the tables up to `HEAD`; only look if they are."""
        with self._engine.connect() as connection:
            version = _version(connection)
        if version != HEAD:
            with self._writing() as connection:
                if not self._sqlite:
                    connection.execute(select(func.pg_advisory_xact_lock(_MIGRATING)))
                version = _version(connection)  # somebody else may have been faster
                if version != HEAD:
                    upgrade(connection, version, str(self._shown))
        # What needs the right to write and changes nothing: in SQLite it must touch the file, in a school's database
        # pupils may do nothing but add answers.
        probe = "UPDATE alembic_version SET version_num = version_num"
        if not self._sqlite:
            probe = "INSERT INTO attempt SELECT * FROM attempt WHERE false"
        try:
            with self._engine.connect().execution_options(writing=True) as connection:
                connection.execute(text(probe))
                connection.rollback()
        except DBAPIError as error:
            self._unwritable = will_not_save(cannot("write", self._shown, str(error.orig)))
            self._warn()

    def _warn(self) -> None:
        self.warning = self._unwritable
        if self.faults and not self._unwritable:
            text = ngettext(
                "{place}: a damaged row is left out ({fault})",
                "{place}: {number} damaged rows are left out, the first is {fault}",
                len(self.faults),
            )
            self.warning = text.format(place=self._shown, number=len(self.faults), fault=self.faults[0])


def upgrade(connection: Connection, version: str | None = None, shown: str = "the database") -> None:
    """Run the migrations from `version` up in the connection's transaction. Raises StoreError for an unknown one."""
    from alembic import command
    from alembic.script import ScriptDirectory

    config = alembic_config()
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if version is not None and version not in known:
        raise StoreError(cannot("open", shown, _("it was written by a newer release of this program")))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def alembic_config() -> Any:
    """Alembic's settings for the migrations that come with the package."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.scalar(text("SELECT version_num FROM alembic_version"))


def _url(where: str | Path) -> URL:
    if isinstance(where, Path) or "://" not in where:
        return URL.create("sqlite", database=str(where))
    try:
        return make_url(where)
    except (ArgumentError, NoSuchModuleError, ValueError):
        raise StoreError(
            _("cannot read the database's address (it should look like postgresql+psycopg://...)")
        ) from None


def _id(number: object) -> UUID:
    """The id of a row. Raises AttemptError."""
    if not _HEX.fullmatch(str(number)):
        raise AttemptError("id: {id} is no UUID", id=quote(number))
    return UUID(str(number))


def _moment(at: str) -> datetime:
    """A time as the database writes it; SQLite names no zone and means UTC. Raises AttemptError."""
    try:
        found = datetime.fromisoformat(at)
    except ValueError:
        raise AttemptError("at: {at} is no time", at=quote(at)) from None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found


def _values(attempt: Attempt) -> dict[str, Any]:
    names = ("id", "puzzle", "at", "answer", "right", "seconds", "hints", "kind")
    return {name: getattr(attempt, name) for name in names}


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions are begun below, not by the driver
    for setting in ("synchronous = EXTRA", "foreign_keys = ON", "secure_delete = ON"):
        connection.execute(f"PRAGMA {setting}")
    connection.text_factory = lambda data: data.decode(errors="replace")  # one flipped bit must not stop all reading


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that first reads and then wants to write would fail at once if another had begun to write meanwhile;
    # one that asks for the right to write first waits its turn.
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
