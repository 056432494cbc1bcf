"""Where attempts are kept: what was acknowledged is not lost, nothing is half done, a failing disk ends no session."""

from __future__ import annotations

import contextlib
import getpass
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from servers import postgres_programs
from store_processes import NOW, answer

from tutor.dashboard import Dashboard
from tutor.progress import Attempt, ExchangeError, MemoryStore, SafeStore, Store, StoreError, open_store
from tutor.progress.exchange import to_csv, to_json, to_line, to_lines
from tutor.progress.store import data_folder

ROUNDS = 8
"""How often the two writers are killed."""

posix = pytest.mark.skipif(os.name != "posix", reason="signals and limits of POSIX")


@pytest.fixture(params=["progress.sqlite", "progress.jsonl"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file for each of the stores that keep one, in a folder that is not there yet."""
    return tmp_path / "data folder" / request.param


@pytest.fixture(params=["progress.sqlite", "progress.jsonl", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    found = MemoryStore() if request.param == "memory" else open_store(tmp_path / request.param)
    yield found
    found.close()


def processes(*command: object) -> Any:
    """What the processes of store_processes.py report."""
    program = Path(__file__).parent / "store_processes.py"
    done = subprocess.run([sys.executable, program, *map(str, command)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


class TestAnyStore:
    def test_gives_back_what_it_got_by_time(self, store: Store) -> None:
        log = [answer(2), answer(0, seconds=1.25, hints=2, right=False, kind="review"), answer(1, "bob", answer="♥ ?")]
        assert all(store.append(attempt) for attempt in log)
        assert store.attempts() == [log[1], log[2], log[0]]
        assert store.attempts("bob") == [log[2]]
        assert store.attempts("nobody") == []
        assert store.learners() == ["ann", "bob"]
        assert all(attempt.at.tzinfo is UTC for attempt in store.attempts())
        assert store.warning == ""
        assert store.place

    def test_keeps_an_attempt_once(self, store: Store) -> None:
        log = [answer(0), answer(1)]
        assert store.extend(log) == 2
        assert store.extend([*log, answer(2)]) == 1
        assert len(store.attempts()) == 3

    def test_takes_all_of_an_import_or_nothing(self, store: Store) -> None:
        old = answer(0)
        store.append(old)
        new = [answer(number) for number in range(1, 4)]
        other = Attempt("eve", "p", NOW, "", False, id=old.id)
        with pytest.raises(ExchangeError, match="here already with other values"):
            store.extend([*new, other])
        with pytest.raises(ExchangeError, match=f"^line 5, id: {old.id} is here already"):
            store.loads(to_csv([*new, other]))
        with pytest.raises(ExchangeError, match="line 5, seconds"):
            store.loads(
                to_csv([old, *new]).replace(f"{new[2].at.isoformat()},-,true,0.0", f"{NOW.isoformat()},-,true,x")
            )
        assert store.attempts() == [old]

    @pytest.mark.parametrize("write", [to_csv, to_json, to_lines])
    def test_moves_to_another_machine(self, store: Store, write: Callable[..., str]) -> None:
        store.extend([answer(number, name) for number in range(5) for name in ("ann", "Đặng Thị Ơn", "=1+1")])
        other = MemoryStore()
        assert other.loads(write(store.attempts())).new == 15
        assert other.attempts() == store.attempts()
        done = other.loads(store.dumps())
        assert (done.new, done.known) == (0, 15)
        assert other.loads(store.dumps("ann")).known == 5

    def test_exports_to_files_and_loads_them(self, store: Store, tmp_path: Path) -> None:
        store.extend([answer(number, "Zoë") for number in range(3)])
        for name in ("out.csv", "out.JSON"):
            other = MemoryStore()
            assert other.load(store.export(tmp_path / name)).new == 3
            assert other.attempts() == store.attempts()
        with pytest.raises(ValueError, match="ends neither in"):
            store.export(tmp_path / "out.xls")
        (tmp_path / "bad.csv").write_text("id,name\n")
        with pytest.raises(ExchangeError, match=r"^bad\.csv, line 1, 'name': is no field"):
            store.load(tmp_path / "bad.csv")
        with pytest.raises(OSError, match="missing"):
            store.load(tmp_path / "missing.csv")

    def test_reads_a_damaged_mirror_of_the_browser_as_far_as_it_goes(self, store: Store) -> None:
        text = to_line(answer(0)) + "\n{broken\n" + to_line(answer(1))[:-9]
        done = store.loads(text, strict=False)
        assert (done.new, len(done.faults)) == (1, 2)
        assert done.faults[0].startswith("line 2, file")

    def test_deletes_one_learner_and_nobody_else(self, store: Store) -> None:
        store.extend([answer(number, name) for number in range(3) for name in ("ann", "bob")])
        assert store.delete(" ann ") == 3
        assert store.learners() == ["bob"]
        assert len(store.attempts()) == 3
        assert store.delete("ann") == 0
        assert store.append(answer(9, "ann"))
        assert len(store.attempts("ann")) == 1


def test_a_database_file_is_synced_at_every_commit_and_works_on_a_network_drive(tmp_path: Path) -> None:
    from sqlalchemy import text

    from tutor.progress.database import DatabaseStore

    store = DatabaseStore(tmp_path / "progress.sqlite")
    with store._engine.connect() as connection:
        settings = [
            connection.scalar(text(f"PRAGMA {name}")) for name in ("synchronous", "journal_mode", "foreign_keys")
        ]
    assert settings == [3, "delete", 1]


class TestAFile:
    def test_is_made_with_its_folder_for_the_user_alone(self, path: Path) -> None:
        assert open_store(path).append(answer())
        assert [file.name for file in path.parent.iterdir()] == [path.name]
        if os.name == "posix":
            assert path.parent.stat().st_mode & 0o077 == 0

    def test_holds_nothing_of_a_learner_who_was_deleted(self, path: Path) -> None:
        store = open_store(path)
        store.extend([answer(number, name) for number in range(40) for name in ("marguerite", "bob")])
        assert b"marguerite" in path.read_bytes()
        store.delete("marguerite")
        store.close()
        assert [file.name for file in path.parent.iterdir()] == [path.name]
        assert b"marguerite" not in path.read_bytes()
        assert len(open_store(path).attempts()) == 40

    def test_is_seen_by_two_who_have_it_open(self, path: Path) -> None:
        one, two = open_store(path), open_store(path)
        one.append(answer(0))
        two.append(answer(1, "bob"))
        assert one.attempts() == two.attempts()
        assert len(one.attempts()) == 2
        one.delete("bob")
        assert two.learners() == ["ann"]
        two.append(answer(2))
        assert len(one.attempts()) == 2

    @posix
    def test_loses_no_acknowledged_attempt_to_kill_9(self, path: Path) -> None:
        report = processes("kill", path, ROUNDS)
        assert report["lost"] == 0
        assert report["kept"] >= ROUNDS, "two at least in every other round"
        assert report["found"] <= report["kept"] + 2 * ROUNDS, "at most the one that each was writing"
        assert (report["warning"], report["goes on"]) == ("", True)

    @posix
    def test_is_opened_first_by_several_processes_at_once(self, path: Path) -> None:
        assert processes("at-once", path, 4, 8) == [[8, ""]] * 4
        store = open_store(path)
        assert len(store.attempts()) == 32
        assert len(store.learners()) == 2

    @posix
    def test_on_a_full_disk_keeps_what_was_saved_and_gets_the_rest_later(self, path: Path) -> None:
        open_store(path).append(answer())
        report = processes("full-disk", path)
        assert report["warning"].startswith(f"cannot write {path} (")
        assert "): your last 5 answers are not saved. You can go on; " in report["warning"]
        assert "\n" not in report["warning"]
        assert report["saved when full"] == 0
        assert report["on disk"] == report["kept"]
        assert report["in session"] == report["kept"] + 5
        assert report["import"].startswith("line 2, file")
        assert (report["saved later"], report["warning later"]) == (True, "")
        assert report["on disk later"] == report["in session"] + 1
        assert open_store(path).warning == ""

    @posix
    def test_in_a_read_only_folder_is_read_and_the_session_goes_on(self, path: Path) -> None:
        with folder_for_nobody() as folder:
            there = folder / path.name
            open_store(there).append(answer())
            there.chmod(0o444)
            folder.chmod(0o555)
            old, new = processes("without-rights", there, folder / "new" / path.name)
        assert old["before"].startswith(f"cannot write {there} (")
        assert new["before"].startswith("cannot ")
        for report in (old, new):
            assert "not be saved" in report["before"] or "not saved" in report["before"]
            assert report["after"].startswith("cannot ")
            assert "\n" not in report["before"] + report["after"]
            assert report["saved"] is False
            assert report["attempts"] == report["old"] + 1
            assert report["deleted"].startswith("cannot ")
        assert (old["old"], new["old"]) == (1, 0), "what is there can be read"


@contextlib.contextmanager
def folder_for_nobody() -> Iterator[Path]:
    """A folder that every user of the machine may enter (pytest's own are private)."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


class TestADamagedFile:
    def test_that_is_no_database_is_left_alone(self, tmp_path: Path) -> None:
        path = tmp_path / "progress.sqlite"
        path.write_bytes(b"this is no database, but somebody may want it" * 50)
        store = open_store(path)
        assert store.warning.startswith(f"cannot open {path} (file is not a database)")
        assert not store.append(answer())
        assert store.attempts() == [*store.attempts()] != []
        assert path.read_bytes().startswith(b"this is no database")

    def test_of_a_newer_release_is_left_alone(self, tmp_path: Path) -> None:
        path = tmp_path / "progress.sqlite"
        open_store(path).append(answer())
        with contextlib.closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
        before = path.read_bytes()
        store = open_store(path)
        assert store.warning.startswith(f"cannot open {path} (it was written by a newer release")
        assert not store.append(answer(1))
        assert path.read_bytes() == before

    def test_with_rows_that_are_no_attempts_gives_the_others_and_names_those(self, tmp_path: Path) -> None:
        path = tmp_path / "progress.sqlite"
        log = [answer(number) for number in range(9)] + [answer(9, "bob")]
        open_store(path).extend(log)
        wrong = [
            "seconds = -5", "kind = 'evil'", "at = 'soon'", "at = '2026-13-40 00:00:00.000000'", "hints = 'many'",
            "answer = x'00'", "answer = CAST(x'fe35' AS TEXT)",
        ]  # fmt: skip
        with contextlib.closing(sqlite3.connect(path)) as connection, connection:
            for each, change in zip(log, wrong, strict=False):
                connection.execute(f"UPDATE attempt SET {change} WHERE id = ?", (each.id.hex,))
        store = open_store(path)
        assert store.attempts() == [replace(log[6], answer="\ufffd5"), *log[7:]], "one flipped bit loses no row"
        assert store.warning.startswith(f"{path}: 6 damaged rows are left out, the first is {log[0].id.hex}, seconds: ")
        assert {fault.split(",")[0] for fault in store.faults} == {each.id.hex for each in log[:6]}
        assert all("\n" not in fault for fault in store.faults)
        assert len(store.attempts("ann")) == store.count("ann") == 3 and store.count("bob") == 1
        shown = str(Dashboard("ann", [], store=store))
        assert "ann has answered 3 times." in shown and "6 damaged rows are left out" in shown
        assert MemoryStore().load(store.export(tmp_path / "out.csv")).new == 4
        assert MemoryStore().load(store.export(tmp_path / "out.json", "ann")).new == 3
        assert store.append(answer(10)) and len(store.attempts()) == 5 and store.warning
        with pytest.raises(ExchangeError, match=f"{log[0].id} is here already"):
            store.extend(log)
        assert store.attempts("bob") == log[9:] and not store.faults and not store.warning
        with contextlib.closing(sqlite3.connect(path)) as connection:
            (rows,) = connection.execute("SELECT count(*) FROM attempt").fetchone()
        assert rows == 11, "they stay where they are"

    def test_with_an_id_or_a_nickname_that_is_none_quotes_it_in_one_short_line(self, tmp_path: Path) -> None:
        path = tmp_path / "progress.sqlite"
        log = [answer(number) for number in range(4)]
        open_store(path).extend(log)
        with contextlib.closing(sqlite3.connect(path)) as connection, connection:
            for each, id in zip(log, ["a\0\n{0}", "x" * 3000], strict=False):
                connection.execute("UPDATE attempt SET id = ? WHERE id = ?", (id, each.id.hex))
            number = connection.execute("INSERT INTO learner (name) VALUES (x'fffe')").lastrowid
            connection.execute("UPDATE attempt SET learner_id = ? WHERE id = ?", (number, log[2].id.hex))
        store = open_store(path)
        assert store.attempts() == log[3:] and store.learners() == ["ann"]
        assert "'a\\x00\\n{0}', id: 'a\\x00\\n{0}' is no UUID" in store.faults
        assert all(fault.isprintable() and len(fault) < 300 for fault in [*store.faults, store.warning])

    def test_of_lines_is_read_as_far_as_it_goes_and_stays_as_it_is(self, tmp_path: Path) -> None:
        path = tmp_path / "progress.jsonl"
        text = to_line(answer(0)) + "\n{broken}\n" + to_line(answer(1)) + "\n"
        path.write_text(text, encoding="utf-8")
        store = open_store(path)
        assert len(store.attempts()) == 2
        assert store.warning.startswith("progress.jsonl: a damaged line is left out (line 2, file")
        assert store.append(answer(2))
        assert path.read_text(encoding="utf-8").startswith(text)
        assert "line 2" in store.warning

    def test_of_lines_with_a_torn_end_goes_on_on_a_line_of_its_own(self, tmp_path: Path) -> None:
        path = tmp_path / "progress.jsonl"
        for torn, whole in (
            (to_line(answer(1))[:40].encode(), 0),
            (to_line(answer(1)).encode(), 1),
            ('{"id": "\ud800'.encode("utf-8", "surrogatepass"), 0),
        ):
            path.write_bytes((to_line(answer(0)) + "\n").encode() + torn)
            store = open_store(path)
            assert store.warning == ""
            assert len(store.attempts()) == 1 + whole
            assert store.append(answer(2))
            assert [each.puzzle for each in open_store(path).attempts()] == ["p0", *["p1"] * whole, "p2"]
            assert len(path.read_text().splitlines()) == 2 + whole

    def test_where_a_folder_should_be_is_named(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("x")
        for name in ("progress.sqlite", "progress.jsonl"):
            store = open_store(tmp_path / "file" / name)
            assert store.warning.startswith("cannot ")
            assert str(tmp_path / "file") in store.warning
            assert not store.append(answer())
            assert len(store.attempts()) == 1


class TestAStoreThatFails:
    class Flaky(MemoryStore):
        broken = False

        def extend(self, attempts: Any) -> int:
            if self.broken:
                raise StoreError("cannot write the moon (no air)")
            return super().extend(attempts)

        def attempts(self, learner: str | None = None) -> list[Attempt]:
            if self.broken:
                raise StoreError("cannot read the moon (no air)")
            return super().attempts(learner)

    def test_is_covered_by_memory_and_caught_up(self) -> None:
        inner = self.Flaky()
        store = SafeStore(inner)
        assert store.append(answer(0))
        assert len(store.attempts()) == 1
        inner.broken = True
        assert not store.append(answer(1))
        assert store.warning == (
            "cannot write the moon (no air): your last answer is not saved. "
            "You can go on; it is forgotten when you close this."
        )
        assert len(store.attempts()) == 2
        assert store.waiting == 1
        inner.broken = False
        assert store.append(answer(2))
        assert (len(inner.attempts()), store.waiting, store.warning) == (3, 0, "")


class TestWhereItIs:
    def test_is_the_argument_then_the_environment_then_the_users_folder(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TIENLEN_DATA", str(tmp_path / "given"))
        assert data_folder(tmp_path / "x") == tmp_path / "x"
        assert data_folder() == tmp_path / "given"
        assert open_store().append(answer())
        assert (tmp_path / "given" / "progress.sqlite").is_file()
        assert open_store(tmp_path / "x" / "mine.jsonl").append(answer())
        assert (tmp_path / "x" / "mine.jsonl").is_file()
        monkeypatch.delenv("TIENLEN_DATA")
        assert "tienlen-tutor" in str(data_folder())

    def test_in_the_browser_is_a_text_file_in_the_working_folder(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("TIENLEN_DATA", raising=False)
        monkeypatch.setattr("tutor.progress.store.IN_BROWSER", True)
        monkeypatch.chdir(tmp_path)
        assert open_store().append(answer())
        assert [file.name for file in tmp_path.iterdir()] == ["progress.jsonl"]

    def test_may_be_nonsense_without_ending_the_session(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for place in ("a\0b", "~nobody-of-that-name/x", "x" * 5000):
            store = open_store(place)
            assert store.warning.startswith("cannot ")
            assert "\n" not in store.warning
            assert not store.append(answer())
        monkeypatch.setenv("TIENLEN_DATA", "~nobody-of-that-name")
        assert "no" in open_store().warning

    def test_never_shows_a_password(self) -> None:
        for address in (
            "postgresql+psycopg://ann:s3cret@127.0.0.1:1/x",
            "postgresql+nosuchdriver://ann:s3cret@127.0.0.1:1/x",
            "nosuch://ann:s3cret@127.0.0.1/x",
            "postgresql+psycopg://ann:s3cret@127.0.0.1:port/x",
        ):
            store = open_store(address)
            assert store.warning.startswith("cannot ")
            assert "s3cret" not in store.warning
            assert "\n" not in store.warning
            assert not store.append(answer())


# ------------------------------------------------------------------ tables and migrations


def differences(address: str) -> list[Any]:
    """What Alembic would change to make the migrated tables like the models."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from sqlalchemy import create_engine

    from tutor.progress.models import Base

    engine = create_engine(address)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        found = list(compare_metadata(context, Base.metadata))
    engine.dispose()
    return found


class TestMigrations:
    def test_make_the_tables_of_the_models(self, tmp_path: Path) -> None:
        open_store(tmp_path / "progress.sqlite")
        assert differences(f"sqlite:///{tmp_path / 'progress.sqlite'}") == []

    def test_end_where_the_models_say(self) -> None:
        from alembic.script import ScriptDirectory

        from tutor.progress.database import alembic_config
        from tutor.progress.models import HEAD

        assert ScriptDirectory.from_config(alembic_config()).get_heads() == [HEAD]

    def test_lead_down_again_and_up(self, tmp_path: Path) -> None:
        from alembic import command
        from sqlalchemy import create_engine, inspect

        from tutor.progress.database import alembic_config, upgrade

        engine = create_engine(f"sqlite:///{tmp_path / 'x.sqlite'}")
        config = alembic_config()
        with engine.begin() as connection:
            upgrade(connection)
            config.attributes["connection"] = connection
            command.downgrade(config, "base")
            assert inspect(connection).get_table_names() == ["alembic_version"]
            upgrade(connection)
            assert "attempt" in inspect(connection).get_table_names()
        engine.dispose()

    def test_that_fail_leave_the_old_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        import sqlalchemy.schema

        def broken(self: Any, *arguments: Any, **more: Any) -> Any:
            raise sqlalchemy.exc.OperationalError("x", {}, sqlite3.OperationalError("disk I/O error"))

        path = tmp_path / "progress.sqlite"
        monkeypatch.setattr("alembic.op.create_index", broken)
        store = open_store(path)
        assert store.warning.startswith(f"cannot open {path} (disk I/O error)")
        monkeypatch.undo()
        assert open_store(path).append(answer())

    def test_write_to_a_database_of_another_program_too(self, tmp_path: Path) -> None:
        path = tmp_path / "school.sqlite"
        with contextlib.closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("CREATE TABLE lunch (dish TEXT)")
        assert open_store(path).append(answer())


# ------------------------------------------------------------------ PostgreSQL


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """The address of an empty PostgreSQL that ends with the tests."""
    programs = postgres_programs()
    pytest.importorskip("psycopg")
    if programs is None or os.name != "posix":
        pytest.skip("no PostgreSQL server on this machine")
    user = getpass.getuser()
    as_user: list[str] = []
    if os.geteuid() == 0:  # the server refuses to run as root
        user = "postgres"
        as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        if shutil.which("setpriv") is None or subprocess.run(["id", user], capture_output=True, check=False).returncode:
            pytest.skip("no user postgres on this machine")
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    if as_user:
        shutil.chown(folder, user)

    def run(*command: str) -> None:
        subprocess.run([*as_user, *command], check=True, timeout=60, cwd=folder, stdout=subprocess.DEVNULL)

    try:
        run(
            str(programs / "initdb"),
            "--no-sync",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
            "-D",
            f"{folder}/data",
        )
        options = f"-k {folder} -c listen_addresses='' -c timezone=Asia/Saigon -c shared_buffers=8MB"
        run(str(programs / "pg_ctl"), "-w", "-D", f"{folder}/data", "-l", f"{folder}/log", "-o", options, "start")
        try:
            yield f"postgresql+psycopg://{user}@/postgres?host={folder}"
        finally:
            run(str(programs / "pg_ctl"), "-D", f"{folder}/data", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class TestPostgreSQL:
    def test_runs_the_same_code(self, postgres: str) -> None:
        assert processes("at-once", postgres, 4, 10) == [[10, ""]] * 4, "four at once make the tables"
        assert differences(postgres) == []
        store = open_store(postgres)
        assert store.warning == ""
        assert len(store.attempts()) == 40
        log = [
            answer(500, "zoë", seconds=2.125, at=datetime(2026, 7, 1, 23, 59, 59, 123456, tzinfo=UTC)),
            answer(501, "zoë"),
        ]
        assert store.extend(log) == 2
        assert sorted(store.attempts("zoë"), key=lambda each: each.puzzle) == log
        assert all(attempt.at.tzinfo is UTC for attempt in store.attempts())
        with pytest.raises(ExchangeError):
            store.extend([answer(502), Attempt("eve", "p", NOW, "", True, id=log[0].id)])
        assert len(store.attempts()) == 42
        assert store.delete("zoë") == 2
        assert "zoë" not in store.learners()
        store.close()

    def test_times_that_python_has_not_are_left_out_and_named(self, postgres: str) -> None:
        from sqlalchemy import create_engine, text

        log = [answer(number, "uma", at=NOW.replace(microsecond=number)) for number in range(4)]
        store = open_store(postgres)
        assert store.extend(log) == 4
        engine = create_engine(postgres)
        with engine.begin() as connection:
            for each, at in zip(log, ("infinity", "20000-01-01", "0044-03-15 BC"), strict=False):
                connection.execute(text("UPDATE attempt SET at = :at WHERE id = :id"), {"at": at, "id": each.id})
        engine.dispose()
        assert store.attempts("uma") == log[3:] and store.count("uma") == 1
        assert {fault.split(",")[0] for fault in store.faults} == {str(each.id) for each in log[:3]}
        assert store.delete("uma") == 4 and store.attempts("uma") == [] and not store.warning
        store.close()

    def test_that_goes_away_costs_no_session(self, postgres: str) -> None:
        from sqlalchemy import create_engine, text

        store = open_store(postgres)
        assert store.append(answer(0, "eva"))
        engine = create_engine(postgres, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(
                text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
            )
            connection.execute(text("ALTER TABLE attempt RENAME TO away"))
            assert not store.append(answer(1, "eva"))
            assert len(store.attempts("eva")) >= 1
            assert "cannot " in store.warning
            connection.execute(text("ALTER TABLE away RENAME TO attempt"))
        assert store.append(answer(2, "eva"))
        assert store.warning == ""
        assert len(open_store(postgres).attempts("eva")) == 3
        engine.dispose()
        store.close()


def test_the_store_opens_quickly_once_it_is_there(tmp_path: Path) -> None:
    open_store(tmp_path).append(answer())
    code = (
        "import sys\nfrom tutor.progress import open_store\nstore = open_store(sys.argv[1])\n"
        "print(len(store.attempts()), 'alembic' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == ["1", "False"], "migrations are loaded only when there is something to migrate"
