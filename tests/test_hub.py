"""A whole school: deploy/ with a real JupyterHub and a real PostgreSQL (docs/school.md says how to run this).

JupyterHub has an environment of its own; its programs and `configurable-http-proxy` are looked for on the PATH. What
the database enforces is part of the default run, where there is a PostgreSQL.
"""

from __future__ import annotations

import contextlib
import getpass
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from servers import free_port, postgres_programs

from tutor.progress import Attempt, SafeStore, open_store
from tutor.progress.database import DatabaseStore

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
PASSWORD = "only-for-this-test-0123456789"


def answer(learner: str, number: int) -> Attempt:
    return Attempt(learner, f"puzzle-{number}", datetime.now(UTC), "3s", number % 2 == 0, seconds=float(number))


class Database:
    """A PostgreSQL server that asks everybody but its superuser for a password, made ready by prepare.py."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder, self.programs, self.port = folder, programs, free_port()
        self.as_user: list[str] = []
        self.user = getpass.getuser()
        if os.geteuid() == 0:  # the server refuses to run as root
            self.user = "postgres"
            self.as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
            shutil.chown(folder, self.user)
        methods = ("--auth-local=trust", "--auth-host=scram-sha-256")
        self._run("initdb", "--no-sync", *methods, "--encoding=UTF8", "--locale=C")
        self.start()
        with self.admin("postgres") as connection:
            connection.execute("CREATE DATABASE tienlen")
        self.superuser = f"postgresql+psycopg://{self.user}@/tienlen?host={folder}&port={self.port}"
        self.school = f"127.0.0.1:{self.port}/tienlen"
        self.prepare()

    def prepare(self) -> None:
        command = [sys.executable, str(DEPLOY / "prepare.py"), self.superuser]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "TIENLEN_HUB_PASSWORD": PASSWORD}
        subprocess.run(command, check=True, timeout=60, env=environment)

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self.as_user, str(self.programs / program), "-D", f"{self.folder}/data", *arguments]
        subprocess.run(command, check=True, timeout=60, cwd=self.folder, stdout=subprocess.DEVNULL)

    def start(self) -> None:
        options = f"-k {self.folder} -p {self.port} -c listen_addresses=127.0.0.1 -c max_connections=300"
        self._run("pg_ctl", "-w", "-l", f"{self.folder}/log", "-o", options, "start")

    def kill(self) -> None:
        """As after a power cut: nothing is written down in peace, the next start recovers from the log."""
        self._run("pg_ctl", "-m", "immediate", "stop")

    def admin(self, name: str = "tienlen") -> Any:
        import psycopg

        return psycopg.connect(
            host=str(self.folder), port=self.port, user=self.user, dbname=name, autocommit=True, connect_timeout=10
        )

    def admit(self, name: str, teacher: bool = False) -> str:
        """What the hub does when somebody's server starts; the address that this server is given."""
        import psycopg

        password = f"password-of-{name}-{uuid.uuid4()}"
        with psycopg.connect(f"postgresql://tienlen_hub:{PASSWORD}@{self.school}") as connection:
            (role,) = connection.execute("SELECT school_admit(%s, %s, %s)", (name, password, teacher)).fetchone()
        return f"postgresql+psycopg://{role}:{password}@{self.school}"

    def recorded(self) -> set[tuple[str, str]]:
        """Learner and id of every answer, as the superuser sees them."""
        with self.admin() as connection:
            query = "SELECT name, attempt.id::text FROM attempt JOIN learner ON learner.id = learner_id"
            return set(connection.execute(query).fetchall())


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    programs = postgres_programs()
    pytest.importorskip("psycopg")
    if programs is None or os.name != "posix":
        pytest.skip("no PostgreSQL server on this machine")
    if os.geteuid() == 0 and subprocess.run(["id", "postgres"], capture_output=True, check=False).returncode:
        pytest.skip("no user postgres on this machine")
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    try:
        found = Database(folder, programs)
        try:
            yield found
        finally:
            found.kill()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# ------------------------------------------------------------------ the database alone


def refused(address: str, *statements: str) -> str:
    """What the server says to statements that it must not carry out."""
    import psycopg

    with psycopg.connect(address.replace("+psycopg", ""), autocommit=True) as connection:
        for statement in statements[:-1]:
            connection.execute(statement)
        with pytest.raises(psycopg.Error) as caught:
            connection.execute(statements[-1])
    return str(caught.value)


def rows(address: str, *statements: str) -> Any:
    import psycopg

    with psycopg.connect(address.replace("+psycopg", ""), autocommit=True) as connection:
        for statement in statements[:-1]:
            connection.execute(statement)
        done = connection.execute(statements[-1])
        return done.fetchall() if done.description else done.rowcount


def role(address: str) -> str:
    return address.split("/")[2].split(":")[0]


@pytest.fixture(scope="module")
def pupils(database: Database) -> dict[str, str]:
    found = {name: database.admit(name) for name in ("row-ann", "row-bob")}
    found["row-kim"] = database.admit("row-kim", teacher=True)
    for name, address in found.items():
        store = DatabaseStore(address)
        assert store.warning == ""
        assert store.extend([answer(name, number) for number in range(3)]) == 3
        store.close()
    return found


class TestRows:
    """With plain SQL, as a pupil can write it who reads the address in the environment of their own server."""

    def test_everybody_sees_their_own(self, pupils: dict[str, str], database: Database) -> None:
        for name in ("row-ann", "row-bob"):
            assert rows(pupils[name], "SELECT name FROM learner") == [(name,)]
            assert rows(pupils[name], "SELECT count(*) FROM attempt") == [(3,)]
        assert {"row-ann", "row-bob", "row-kim"} <= set(DatabaseStore(pupils["row-kim"]).learners())
        (number,) = database.admin().execute("SELECT count(*) FROM attempt").fetchone()
        assert rows(pupils["row-kim"], "SELECT count(*) FROM attempt") == [(number,)], "a teacher sees all"

    def test_nothing_of_anothers_can_be_changed(self, pupils: dict[str, str], database: Database) -> None:
        before = database.recorded()
        with database.admin() as connection:
            (bob,) = connection.execute("SELECT id FROM learner WHERE name = 'row-bob'").fetchone()
        new = f"INSERT INTO attempt VALUES (gen_random_uuid(), {bob}, 'p', now(), '-', true, 1, 0, 'first')"
        for name in ("row-ann", "row-kim"):
            assert "row-level security" in refused(pupils[name], new)
            assert "permission denied" in refused(pupils[name], 'UPDATE attempt SET "right" = true')
            for statement in (
                f"INSERT INTO learner VALUES ({bob + 1000}, '{name}')",
                "INSERT INTO learner (name) VALUES ('row-eve')",
                f"DELETE FROM attempt WHERE learner_id = {bob}",
                f"DELETE FROM learner WHERE id = {bob}",
                "UPDATE alembic_version SET version_num = 'x'",
                "SELECT nextval('learner_id_seq')",
                "SELECT school_leave('row-bob')",
            ):
                assert "permission denied" in refused(pupils[name], statement), statement
        assert "permission denied" in refused(pupils["row-ann"], "SELECT school_forget('row-bob')")
        assert database.recorded() == before

    def test_nobody_can_keep_others_waiting(self, pupils: dict[str, str]) -> None:
        import psycopg

        tables = ("attempt", "learner", "alembic_version", "school_role")
        modes = ("ACCESS EXCLUSIVE", "EXCLUSIVE", "SHARE ROW EXCLUSIVE", "SHARE", "SHARE UPDATE EXCLUSIVE")
        for name in ("row-ann", "row-kim"):
            for statement in (f"LOCK TABLE {table} IN {mode} MODE" for table in tables for mode in modes):
                assert "permission denied" in refused(pupils[name], "BEGIN", statement), statement
            for table in tables:
                assert "permission denied" in refused(pupils[name], f"SELECT * FROM {table} FOR KEY SHARE")
            assert "permission denied" in refused(pupils[name], "SELECT pg_advisory_lock(1)")
            assert "permission denied" in refused(pupils[name], "SELECT pg_try_advisory_xact_lock_shared(1, 2)")
        with psycopg.connect(pupils["row-ann"].replace("+psycopg", "")) as held:
            held.execute("LOCK TABLE attempt IN ROW EXCLUSIVE MODE")  # so much PostgreSQL lets whoever may INSERT
            held.execute("SELECT school_forget('row-ann')")
            held.execute("SELECT * FROM learner, alembic_version")
            store = DatabaseStore(pupils["row-bob"])
            assert store.append(answer("row-bob", 100)) and len(store.attempts()) == 4 and store.delete("row-bob") == 4
            assert store.extend([answer("row-bob", number) for number in range(3)]) == 3
            store.close()
            held.rollback()

    def test_nobody_can_list_the_nicknames(self, pupils: dict[str, str], database: Database) -> None:
        """In every table and view that a pupil can read, the system's included, while somebody else is there."""
        import psycopg

        with (
            psycopg.connect(pupils["row-bob"].replace("+psycopg", "")),
            psycopg.connect(pupils["row-ann"].replace("+psycopg", ""), autocommit=True) as connection,
        ):
            readable = connection.execute(
                "SELECT oid::regclass::text FROM pg_class"
                " WHERE relkind IN ('r', 'v', 'm', 'p', 'f') AND has_table_privilege(oid, 'SELECT')"
            ).fetchall()
            assert len(readable) > 100
            query = "SELECT count(*) FROM {} AS each WHERE each::text ~ ('row' || '-(bob|kim)')"
            for (name,) in readable:
                assert connection.execute(query.format(name)).fetchone() == (0,), name
        assert database.admin().execute(query.format("school_role")).fetchone() == (2,)

    def test_nobody_becomes_somebody_else(self, pupils: dict[str, str], database: Database) -> None:
        ann, look = pupils["row-ann"], "SELECT DISTINCT name FROM learner"
        bob = role(pupils["row-bob"])
        for other in (bob, "tienlen_teacher", "tienlen_hub", database.user):
            assert "permission denied" in refused(ann, f'SET ROLE "{other}"')
            assert "permission denied" in refused(ann, f'SET SESSION AUTHORIZATION "{other}"')
        assert rows(ann, "SET ROLE tienlen_pupil", look) == [("row-ann",)]
        assert "row-level security" in refused(ann, "SET row_security = off", look)
        for statement in (
            "SELECT school_admit('row-bob', 'twenty-characters-or-more', false)",
            f"GRANT tienlen_teacher TO {role(ann)}",
            f"ALTER ROLE {bob} PASSWORD 'x'",
            f"ALTER ROLE {role(ann)} BYPASSRLS",
            "SELECT * FROM school_role",
            "UPDATE school_role SET learner = 'row-bob'",
            "CREATE OR REPLACE FUNCTION school_me() RETURNS text LANGUAGE sql STABLE RETURN 'row-bob'::text",
            "CREATE FUNCTION mine() RETURNS text LANGUAGE sql RETURN 'row-bob'::text",
            "CREATE TEMP TABLE learner (id int, name text)",
            "SELECT lo_from_bytea(0, 'x')",
            "DROP POLICY own ON attempt",
            "ALTER TABLE attempt DISABLE ROW LEVEL SECURITY",
            "COPY attempt TO PROGRAM 'cat'",
            "SELECT rolpassword FROM pg_authid",
            "TRUNCATE attempt",
        ):
            said = refused(ann, statement)
            assert any(word in said for word in ("permission denied", "must be ", "must have ")), (statement, said)

    def test_a_password_is_asked_for_and_is_ones_own(self, pupils: dict[str, str], database: Database) -> None:
        import psycopg

        secret = pupils["row-ann"].split(":")[2].split("@")[0]
        for user in (role(pupils["row-bob"]), role(pupils["row-kim"]), "tienlen_hub", database.user):
            with pytest.raises(psycopg.OperationalError, match="authentication failed"):
                psycopg.connect(f"postgresql://{user}:{secret}@{database.school}")
        database.admit("row-bob")
        with pytest.raises(psycopg.OperationalError, match="authentication failed"):
            psycopg.connect(pupils["row-bob"].replace("+psycopg", "")).close()
        pupils["row-bob"] = database.admit("row-bob")

    def test_the_hub_only_admits(self, database: Database) -> None:
        import psycopg

        hub = f"postgresql://tienlen_hub:{PASSWORD}@{database.school}"
        assert "permission denied" in refused(hub, "SELECT * FROM attempt")
        assert "permission denied" in refused(hub, "CREATE ROLE more")
        with psycopg.connect(hub, autocommit=True) as connection:
            for name in ("", "x" * 65, " x", "a\nb", "e\u0301"):
                with pytest.raises(psycopg.Error, match="cannot be a nickname"):
                    connection.execute("SELECT school_admit(%s, %s, false)", (name, "p" * 20))
        name = 'row-o\'neil "x"; DROP TABLE attempt; --'
        store = DatabaseStore(database.admit(name))
        assert store.append(answer(name, 1)) and store.learners() == [name]
        store.close()

    def test_a_role_follows_the_hub(self, database: Database) -> None:
        look = "SELECT count(*) > 1 FROM learner"
        DatabaseStore(database.admit("row-lee")).extend([answer("row-lee", 1)])
        DatabaseStore(database.admit("row-joe")).extend([answer("row-joe", 1)])
        assert rows(database.admit("row-lee", teacher=True), look) == [(True,)]
        assert rows(database.admit("row-lee"), look) == [(False,)]

    def test_data_is_deleted_by_its_owner_or_a_teacher(self, database: Database, pupils: dict[str, str]) -> None:
        for name, by in (("row-del", "row-del"), ("row-gone", "row-kim")):
            own = database.admit(name)
            mine = DatabaseStore(own)
            mine.extend([answer(name, 1), answer(name, 2)])
            store = DatabaseStore(own if by == name else pupils[by])
            assert store.delete(name) == 2
            assert not [who for who, _ in database.recorded() if who == name]
            assert mine.append(answer(name, 3)), "and can go on"
            store.close()
            mine.close()
            with database.admin() as connection:
                connection.execute("SELECT school_leave(%s)", (name,))
                for place in ("learner WHERE name", "school_role WHERE learner", "pg_roles WHERE rolname"):
                    query = f"SELECT count(*) FROM {place} IN (%s, %s)"
                    assert connection.execute(query, (name, role(own))).fetchone() == (0,)

    def test_preparing_again_changes_nothing(self, database: Database, pupils: dict[str, str]) -> None:
        before = database.recorded()
        database.prepare()
        assert database.recorded() == before
        self.test_everybody_sees_their_own(pupils, database)


@pytest.mark.nightly
def test_a_killed_database_loses_no_committed_answer(database: Database) -> None:
    """20 pupils answer without a pause while the server is killed and started again."""
    names = [f"kill-{number:02}" for number in range(20)]
    stores = {name: open_store(database.admit(name)) for name in names}
    saved: set[tuple[str, str]] = set()
    given: set[tuple[str, str]] = set()
    failed = [0]
    over = threading.Event()

    def answers(name: str) -> None:
        number = 0
        while not over.is_set():
            attempt = answer(name, number)
            kept = stores[name].append(attempt)
            given.add((name, str(attempt.id)))
            if kept:
                saved.add((name, str(attempt.id)))
            else:
                failed[0] += 1
                time.sleep(0.1)
            number += 1
            time.sleep(0.02)

    with ThreadPoolExecutor(len(names)) as pool:
        work = [pool.submit(answers, name) for name in names]
        try:
            time.sleep(2)
            database.kill()
            at_the_kill = set(saved)
            time.sleep(1)
            database.start()
            time.sleep(3)
        finally:
            over.set()
        for each in work:
            each.result(60)
    missing = saved - database.recorded()
    assert not missing
    assert at_the_kill and failed[0], "the kill came while pupils were answering"
    waiting = sum(store.waiting for store in stores.values())
    for name, store in stores.items():
        last = answer(name, 10_000)
        assert store.append(last), store.warning
        given.add((name, str(last.id)))
        store.close()
    found = {each for each in database.recorded() if each[0] in stores}
    print(
        f"\nkilled database: {len(at_the_kill)} answers committed before, {failed[0]} kept in memory meanwhile, "
        f"{waiting} of these left at the end; recorded at last {len(found)} of {len(given)} given"
    )
    assert found == given


@pytest.mark.nightly
def test_200_pupils_answer_within_a_minute(database: Database) -> None:
    """Each opens a store of their own under a role of their own, all at once, and gives five answers."""
    names = [f"pupil-{number:03}" for number in range(200)]
    addresses = {name: database.admit(name) for name in names}
    ready = threading.Barrier(len(names))

    def pupil(name: str) -> tuple[list[float], SafeStore, list[Attempt]]:
        ready.wait(60)
        store, seconds, mine = open_store(addresses[name]), [], []
        for number in range(5):
            attempt = answer(name, number)
            begun = time.perf_counter()
            assert store.append(attempt), store.warning
            seconds.append(time.perf_counter() - begun)
            mine.append(attempt)
        return seconds, store, mine

    with ThreadPoolExecutor(len(names)) as pool:
        begun = time.perf_counter()
        done = list(pool.map(pupil, names))
        total = time.perf_counter() - begun
    with database.admin() as connection:
        query = "SELECT count(*) FROM pg_stat_activity, school_role WHERE usename = role AND learner LIKE 'pupil-%'"
        (connections,) = connection.execute(query).fetchone()
    for _, store, mine in done:
        assert store.attempts() == mine, "all of one's own, and nothing else"
        store.close()
    given = {(each.learner, str(each.id)) for _, _, mine in done for each in mine}
    assert {each for each in database.recorded() if each[0].startswith("pupil-")} == given
    waits = sorted(second for seconds, _, _ in done for second in seconds)
    print(
        f"\n200 pupils at once: {len(given)} answers recorded in {total:.1f} s ({connections} connections); an answer "
        f"took {waits[len(waits) // 2]:.3f} s (median), {waits[len(waits) * 95 // 100]:.3f} s (95 %), "
        f"{waits[-1]:.3f} s (longest)"
    )
    assert len(given) == 1000 and total < 60


# ------------------------------------------------------------------ the hub


class Hub:
    """JupyterHub with deploy/jupyterhub_config.py; only who somebody is and where servers run is made simple."""

    def __init__(self, folder: Path, database: Database, programs: Path, proxy: str) -> None:
        self.folder, self.database, self.programs = folder, database, programs
        self.port, hub_port, proxy_port = free_port(), free_port(), free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        (folder / "config.py").write_text(
            f"""
load_subconfig({str(DEPLOY / "jupyterhub_config.py")!r})
c = get_config()
c.JupyterHub.bind_url = {self.url!r}
c.JupyterHub.hub_bind_url = "http://127.0.0.1:{hub_port}"
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{proxy_port}"
c.ConfigurableHTTPProxy.command = [{proxy!r}]
c.JupyterHub.authenticator_class = "dummy"
c.DummyAuthenticator.password = {PASSWORD!r}
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = {str(folder / "homes") + "/{username}"!r}
c.Spawner.environment = {{"PYTHONPATH": {str(ROOT)!r}}}
c.Spawner.args = ["--allow-root"]
"""
        )
        self.start()

    def start(self, teachers: str = "kim") -> None:
        path = f"{self.programs}{os.pathsep}{os.environ['PATH']}"
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("TIENLEN_", "JUPYTER"))},
            "PATH": path,
            "TIENLEN_SCHOOL": self.database.school,
            "TIENLEN_HUB_PASSWORD": PASSWORD,
            "TIENLEN_TEACHERS": teachers,
        }
        with (self.folder / "log").open("ab") as log:
            command = [str(self.programs / "jupyterhub"), "-f", str(self.folder / "config.py")]
            self.process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, env=environment)
        import requests

        end = time.monotonic() + 90
        while True:
            with contextlib.suppress(requests.RequestException):
                if requests.get(f"{self.url}/hub/api/", timeout=5).ok:
                    return
            assert self.process.poll() is None and time.monotonic() < end, self.log()
            time.sleep(0.2)

    def log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")[-5000:]

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(20)


class Person:
    """Somebody who has logged in with a password, as in a browser, and whose server runs."""

    def __init__(self, hub: Hub, name: str) -> None:
        import requests

        self.hub, self.name = hub, name
        session = requests.Session()
        session.get(f"{hub.url}/hub/login", timeout=20)
        form = {"username": name, "password": PASSWORD, "_xsrf": session.cookies.get("_xsrf", path="/hub/")}
        done = session.post(f"{hub.url}/hub/login?next=/hub/home", data=form, timeout=20)
        assert done.ok and done.url.endswith("/hub/home"), (done.url, done.text[-2000:])
        header = {"X-XSRFToken": session.cookies.get("_xsrf", path="/hub/")}
        api = f"{hub.url}/hub/api/users/{name}"
        token = session.post(f"{api}/tokens", headers=header, json={}, timeout=20)
        assert token.ok, token.text
        self.headers = {"Authorization": f"token {token.json()['token']}"}

    def ask(self, path: str, method: str = "GET", **more: Any) -> Any:
        import requests

        return requests.request(method, f"{self.hub.url}{path}", headers=self.headers, timeout=60, **more)

    def open(self) -> None:
        """Start the server and a kernel in it."""
        api = f"/hub/api/users/{self.name}"
        begun = self.ask(f"{api}/server", "POST")
        assert begun.status_code in (201, 202), begun.text
        end = time.monotonic() + 90
        while not self.ask(api).json()["servers"].get("", {}).get("ready"):
            assert time.monotonic() < end, self.hub.log()
            time.sleep(0.3)
        kernel = self.ask(f"/user/{self.name}/api/kernels", "POST", json={"name": "python3"})
        assert kernel.ok, kernel.text
        self.kernel = kernel.json()["id"]

    def run(self, code: str) -> str:
        """What code prints that runs in the kernel of this person's server."""
        import websocket

        address = f"{self.hub.url.replace('http', 'ws')}/user/{self.name}/api/kernels/{self.kernel}/channels"
        socket = websocket.create_connection(address, timeout=90, header=self.headers)
        number, said = uuid.uuid4().hex, ""
        content = {"code": code, "silent": False, "store_history": False, "user_expressions": {}, "allow_stdin": False}
        header = {"msg_id": number, "msg_type": "execute_request", "session": number, "username": "", "version": "5.3"}
        message = {"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": "shell"}
        with contextlib.closing(socket):
            socket.send(json.dumps(message))
            while True:
                got = json.loads(socket.recv())
                if got["parent_header"].get("msg_id") != number:
                    continue
                if got["msg_type"] == "stream":
                    said += got["content"]["text"]
                assert got["msg_type"] != "error", "\n".join(got["content"]["traceback"])
                if got["msg_type"] == "status" and got["content"]["execution_state"] == "idle":
                    return said


@pytest.fixture(scope="module")
def hub(database: Database) -> Iterator[Hub]:
    program, proxy = shutil.which("jupyterhub"), shutil.which("configurable-http-proxy")
    if program is None or proxy is None:
        pytest.skip("no JupyterHub or no configurable-http-proxy on the PATH (docs/school.md)")
    for module in ("requests", "websocket"):  # JupyterLab brings both
        pytest.importorskip(module)
    folder = Path(tempfile.mkdtemp(prefix="hub"))
    found = None
    try:
        found = Hub(folder, database, Path(program).parent, proxy)
        yield found
    finally:
        if found is not None:
            found.kill()
            for process in _started_in(folder):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
        shutil.rmtree(folder, ignore_errors=True)


def _started_in(folder: Path) -> list[int]:
    """The hub's proxy, servers and kernels, which outlive it: they work in its folder."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (place / "cwd").resolve().is_relative_to(folder):
                found.append(int(place.name))
    return found


ANSWER = """
import time
from tutor.progress import Trainer
from tutor.progress.who import learner, pick, shared_store, shipped_puzzles
trainer = Trainer(shipped_puzzles(), shared_store(), learner())
saved = []
for puzzle in shipped_puzzles()[{start}:{end}]:
    recorded = trainer.record(puzzle, "-", False, seconds=1.5)
    saved.append((recorded.attempt.learner, str(recorded.attempt.id), recorded.saved))
    time.sleep({pause})
print(saved)
"""


@pytest.fixture(scope="module")
def people(hub: Hub) -> dict[str, Person]:
    found = {name: Person(hub, name) for name in ("ann", "bob", "kim")}
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(Person.open, found.values()))
    return found


def answers(person: Person, start: int, end: int, pause: float = 0.0) -> set[tuple[str, str]]:
    """Who gave which answers: all were saved."""
    import ast

    saved = ast.literal_eval(person.run(ANSWER.format(start=start, end=end, pause=pause)))
    assert len(saved) == end - start and all(kept for _, _, kept in saved)
    return {(who, number) for who, number, _ in saved}


@pytest.mark.nightly
class TestHub:
    def test_pupils_answer_at_once_and_see_their_own(self, people: dict[str, Person], database: Database) -> None:
        with ThreadPoolExecutor(2) as pool:
            ann, bob = pool.map(lambda name: answers(people[name], 0, 30), ("ann", "bob"))
        assert {who for who, _ in ann} == {"ann"} and {who for who, _ in bob} == {"bob"}
        assert ann | bob <= database.recorded()
        look = "print(shared_store().learners(), len(shared_store().attempts()), len(shared_store().attempts('{}')))"
        assert people["ann"].run(look.format("bob")) == "['ann'] 30 0\n"
        assert people["bob"].run(look.format("ann")) == "['bob'] 30 0\n"
        prepare = "from tutor.progress.who import pick, shared_store\n"
        assert people["kim"].run(prepare + look.format("ann")).startswith("['ann', 'bob'")
        assert people["ann"].run("print(pick('bob'))") == "ann\n", "the nickname is the one at the hub"

    def test_a_pupil_cannot_write_as_another(self, people: dict[str, Person], database: Database) -> None:
        before = database.recorded()
        code = """
import os
from datetime import UTC, datetime
from tutor.progress import Attempt, open_store
os.environ["TIENLEN_LEARNER"] = "bob"
store = open_store()
print(store.append(Attempt("bob", "p", datetime.now(UTC), "-", True)), "permission denied" in store.warning)
os.environ["TIENLEN_LEARNER"] = "ann"
print(os.environ.get("TIENLEN_HUB_PASSWORD"))
"""
        assert people["ann"].run(code) == "False True\nNone\n"
        assert database.recorded() == before

    def test_servers_are_closed_to_others(self, people: dict[str, Person]) -> None:
        for who in ("bob", "kim"):
            assert people[who].ask("/user/ann/api/kernels").status_code == 403
        assert people["ann"].ask("/user/ann/api/kernels").status_code == 200
        assert people["ann"].ask("/hub/api/users").status_code == 403
        assert {"ann", "bob", "kim"} <= {user["name"] for user in people["kim"].ask("/hub/api/users").json()}

    def test_lessons_are_there(self, people: dict[str, Person]) -> None:
        found = people["ann"].ask("/user/ann/api/contents/").json()["content"]
        assert sum(each["name"].endswith(".ipynb") for each in found) >= 12

    def test_a_killed_hub_stops_nobody(self, people: dict[str, Person], hub: Hub, database: Database) -> None:
        with ThreadPoolExecutor(2) as pool:
            begun = [pool.submit(answers, people[name], 40, 90, 0.1) for name in ("ann", "bob")]
            time.sleep(1.5)
            hub.kill()
            during = len(database.recorded())
            given = {each for work in begun for each in work.result(90)}
        assert given <= database.recorded()
        assert len(database.recorded()) > during, "answers went on while there was no hub"
        hub.start(teachers="")
        assert people["kim"].ask("/hub/api/users").status_code == 403, "taken off the list of teachers"
        assert answers(people["ann"], 90, 95) <= database.recorded(), "the same server and kernel as before"
        again = Person(hub, "bob")
        assert again.ask("/user/bob/api/kernels").json()[0]["id"] == people["bob"].kernel

    def test_a_killed_database_stops_nobody(self, people: dict[str, Person], database: Database) -> None:
        before = database.recorded()
        database.kill()
        code = ANSWER.format(start=100, end=103, pause=0) + "print(shared_store().waiting)"
        assert people["ann"].run(code).endswith("\n3\n"), "kept in the kernel"
        database.start()
        assert before <= database.recorded()
        answers(people["ann"], 103, 104)
        assert len(database.recorded() - before) == 4, "those that waited and the next"
