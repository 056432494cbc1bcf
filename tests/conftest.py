"""What several tests share: Chromium, JupyterLab with the lessons, a page that must stay free of errors."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from servers import free_port, jupyter_environment, wait_for_server

if TYPE_CHECKING:
    from playwright.sync_api import Page

NO_CHROMIUM = "no Chromium found (install it, or set CHROMIUM to its path)"
BROWSER_TESTS = "tests/browser/"
BROWSER_FIXTURES = {"page", "browser", "context", "new_context", "browser_type", "clean_page"}


def _chromium() -> str | None:
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
    mac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
    given = os.environ.get("CHROMIUM")
    return given or next(filter(None, map(shutil.which, names)), None) or (mac if Path(mac).exists() else None)


CHROMIUM = _chromium()


def pytest_configure(config: pytest.Config) -> None:
    """What tests answer is kept in a folder of their own, never among the learner's progress of this machine."""
    folder = tempfile.TemporaryDirectory(prefix="tienlen-tests-")
    config.add_cleanup(folder.cleanup)
    os.environ["TIENLEN_DATA"] = folder.name


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Two processes share the tests file by file; all that use a browser stay in one, or they would wait for each
    other's servers and pages.
    """
    from xdist.scheduler import LoadFileScheduling

    class OneBrowser(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return BROWSER_TESTS if nodeid.startswith(BROWSER_TESTS) else super()._split_scope(nodeid)

    return OneBrowser(config, log)


def pytest_report_header() -> str:
    """Which of the mined puzzles this run proves again."""
    from packs import TENTH

    return f"puzzles: all hand-written packs and every tenth mined puzzle from number {TENTH} on (PUZZLE_DAY)"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever uses a browser is marked `browser`, and told off early if there is none."""
    for item in items:
        if BROWSER_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker("browser")
        if CHROMIUM is None and not os.environ.get("CI") and item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Skipped browser tests must not pass for passed ones."""
    skipped = [r for r in terminalreporter.stats.get("skipped", ()) if NO_CHROMIUM in str(r.longrepr)]
    if skipped:
        terminalreporter.section("THE BROWSER TESTS WERE NOT RUN", sep="!", red=True, bold=True)
        terminalreporter.write_line(f"{len(skipped)} tests were skipped: {NO_CHROMIUM}.")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's own Chromium, which talks to nobody on its own account."""
    if CHROMIUM is None:
        pytest.fail(NO_CHROMIUM)
    quiet = [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
    ]
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": quiet}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {
        **browser_context_args,
        "viewport": {"width": 1280, "height": 900},
        "reduced_motion": "reduce",
        "locale": "en-US",
    }


@pytest.fixture
def clean_page(page: Page) -> Iterator[Page]:
    """A page; the test fails if it leaves an error in the browser's console, or one that nothing caught."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(f"uncaught: {error}"))
    page.on("console", lambda message: message.type == "error" and errors.append(message.text))
    yield page
    assert not errors, "errors in the browser's console:\n" + "\n".join(errors)


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab: its address, and the learner's folder with the lessons that it shows."""

    url: str
    folder: Path

    def open(self, page: Page, notebook: str) -> None:
        """Show a notebook in a workspace of its own and wait until its kernel is ready for cells."""
        # a dot would hang the page
        name = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in notebook)
        page.goto(f"{self.url}/lab/workspaces/{name}/tree/{notebook}?reset")
        page.locator("#jupyterlab-splash").wait_for(state="detached", timeout=60_000)
        ready = """() => {
            const session = window.jupyterapp?.shell?.currentWidget?.sessionContext;
            return session?.isReady && session.session?.kernel?.status === 'idle';
        }"""
        page.wait_for_function(ready, timeout=60_000)

    def run_all(self, page: Page) -> None:
        """Start all cells of the open notebook; returns once the outputs of an earlier run are gone."""
        page.evaluate("() => window.jupyterapp.commands.execute('notebook:clear-all-cell-outputs')")
        page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells') }")


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """JupyterLab over a fresh copy of the lessons, with nothing of the machine's own settings."""
    from tutor.copies import copy_lessons

    root = tmp_path_factory.mktemp("lab")
    folder = root / "lessons"
    copy_lessons(folder)
    port = free_port()
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1"),
        *(f"--port={port}", "--ServerApp.port_retries=0", f"--ServerApp.root_dir={folder}"),
        *("--IdentityProvider.token=", "--ServerApp.disable_check_xsrf=True"),
        *("--LabApp.expose_app_in_browser=True", "--LabApp.extension_manager=readonly"),
    ]
    log = root / "lab.log"
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, env=jupyter_environment(root))
    found = Lab(f"http://127.0.0.1:{port}", folder)
    try:
        wait_for_server(found.url, process, log)
        yield found
    finally:
        process.terminate()
        process.wait(20)


@pytest.fixture
def tienlen(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Run the command line in a process of its own, outside the repository."""

    def run(*arguments: str | bytes, **options: Any) -> subprocess.CompletedProcess[bytes]:
        code = "import sys; from tutor.cli import main; sys.exit(main())"
        settings = {"cwd": tmp_path, "timeout": 120, "capture_output": True, "check": False, **options}
        return subprocess.run([sys.executable, "-c", code, *arguments], **settings)

    return run
