"""Servers for tests: a JupyterLab with a free port and folders of its own, and where PostgreSQL is."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for_server(url: str, process: subprocess.Popen[bytes], log: Path, seconds: float = 60) -> None:
    """Until JupyterLab at `url` answers; fails with its log if it ends or takes too long."""
    end = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(f"{url}/api/status", timeout=2) as answer:
                answer.read()
            return
        except urllib.error.HTTPError:
            return  # it is there and wants a token
        except OSError:
            text = log.read_text(errors="replace")
            assert process.poll() is None, f"the server ended by itself:\n{text}"
            assert time.monotonic() < end, f"no answer from {url} within {seconds} s:\n{text}"
            time.sleep(0.1)


def jupyter_environment(root: Path) -> dict[str, str]:
    """Environment variables that keep everything JupyterLab writes inside `root`."""
    from tutor.resources import jupyter_config

    places = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "IPYTHONDIR": "ipython",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "XDG_DATA_HOME": "xdg-data",
        "XDG_CONFIG_HOME": "xdg-config",
        "XDG_CACHE_HOME": "xdg-cache",
    }
    for folder in places.values():
        (root / folder).mkdir(exist_ok=True)
    return {
        **os.environ,
        **{name: str(root / folder) for name, folder in places.items()},
        "TIENLEN_DATA": str(root / "progress"),
        "JUPYTER_CONFIG_PATH": str(jupyter_config()),
        "JUPYTER_PREFER_ENV_PATH": "1",
    }


def postgres_programs() -> Path | None:
    """The folder with PostgreSQL's `initdb` and `pg_ctl`; None if there is none."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "initdb").exists() and (folder / "pg_ctl").exists()), None)
