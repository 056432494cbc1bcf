"""Makes a school's database ready: tables, who may do what, and the hub's password.

    TIENLEN_HUB_PASSWORD=... python prepare.py postgresql+psycopg://postgres:...@HOST/tienlen

The address is a superuser's. Run it once, and again after every upgrade of the package: pupils cannot migrate tables.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import psycopg
from psycopg import sql
from sqlalchemy.engine import make_url

from tutor.progress import StoreError
from tutor.progress.database import DatabaseStore


def prepare(address: str, hub_password: str) -> None:
    """Migrate the tables, set the policies, give the hub its password. Raises StoreError, psycopg.Error."""
    DatabaseStore(address).close()
    plain = make_url(address).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain) as connection:
        connection.execute((Path(__file__).parent / "school.sql").read_bytes())
        # Hashed here: the server's log never sees the password itself.
        hashed = connection.pgconn.encrypt_password(hub_password.encode(), b"tienlen_hub", b"scram-sha-256").decode()
        connection.execute(sql.SQL("ALTER ROLE tienlen_hub LOGIN PASSWORD {}").format(sql.Literal(hashed)))


if __name__ == "__main__":
    password = os.environ.get("TIENLEN_HUB_PASSWORD", "")
    if len(sys.argv) != 2 or len(password) < 20:
        sys.exit("usage: TIENLEN_HUB_PASSWORD=(20 characters or more) python prepare.py postgresql+psycopg://...")
    try:
        prepare(sys.argv[1], password)
    except (StoreError, psycopg.Error) as error:
        sys.exit(" ".join(str(error).split()))
