"""JupyterHub for a school: a server for each pupil, with the lessons, and answers in one PostgreSQL database.

Settings, as environment variables of the hub (never of the pupils' servers):

    TIENLEN_SCHOOL         HOST:PORT/DATABASE of the database that prepare.py made ready
    TIENLEN_HUB_PASSWORD   the password that prepare.py was given
    TIENLEN_TEACHERS       names at the hub of those who are teachers, separated by blanks
    TIENLEN_LESSONS        the lessons' language, e.g. vi (without it: en)

Who somebody is, the hub's authenticator says: without another line here the accounts of this machine (PAM), each
server then running as its own system user. docs/school.md says what else a school has to decide.
"""

import os
import secrets
import sys
from pathlib import Path
from urllib.parse import quote

import psycopg

c = get_config()  # noqa: F821 (JupyterHub puts it there)

SCHOOL = os.environ["TIENLEN_SCHOOL"]
HUB = f"postgresql://tienlen_hub:{quote(os.environ['TIENLEN_HUB_PASSWORD'], safe='')}@{SCHOOL}"
TEACHERS = os.environ.get("TIENLEN_TEACHERS", "").lower().split()  # the hub keeps names in lower case


async def admit(spawner):
    """Before somebody's server starts: their role in the database with a new password that only this server gets."""
    name = spawner.user.name
    password = secrets.token_urlsafe(24)
    async with await psycopg.AsyncConnection.connect(HUB, connect_timeout=10) as connection:
        query = "SELECT public.school_admit(%s, %s, %s)"
        (role,) = await (await connection.execute(query, (name, password, name in TEACHERS))).fetchone()
    spawner.environment = {
        **spawner.environment,
        "TIENLEN_DATA": f"postgresql+psycopg://{role}:{password}@{SCHOOL}",
        "TIENLEN_LEARNER": name,
        "TIENLEN_LESSONS": os.environ.get("TIENLEN_LESSONS", "en"),
    }


c.Spawner.pre_spawn_hook = admit
c.Spawner.cmd = [sys.executable, str(Path(__file__).parent / "pupil_server.py")]
c.Spawner.default_url = "/lab"
c.Spawner.disable_user_config = True
c.Spawner.http_timeout = 60
c.JupyterHub.allow_named_servers = False

# Teachers see who is there, and start and stop servers. They cannot look into one: a pupil's notebooks stay theirs.
# A role, not one of the hub's groups: whoever is taken off the list is no teacher after the hub's next start.
c.JupyterHub.load_roles = [
    {"name": "teacher", "users": TEACHERS, "scopes": ["admin-ui", "list:users", "read:servers", "servers"]}
]
c.Authenticator.allow_all = True  # whoever the authenticator knows may come in

# The hub can be restarted, or die, in the middle of a lesson: servers and proxy go on.
c.JupyterHub.cleanup_servers = False
c.JupyterHub.cleanup_proxy = False
