"""What a user installs: the wheel carries everything, and in an empty environment `tienlen lab` serves the lessons."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest
from servers import free_port, jupyter_environment, wait_for_server

from tutor.copies import lesson_files
from tutor.resources import jupyter_config, shipped

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source archive as a release would be."""
    target = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(target), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    [found] = target.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an empty environment into which the wheel was installed."""
    home = tmp_path_factory.mktemp("empty") / "venv"
    venv.create(home, with_pip=True)
    programs = home / ("Scripts" if os.name == "nt" else "bin")
    command = [str(programs / "python"), "-m", "pip", "install", "--quiet", str(wheel)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    return programs


def names(wheel: Path) -> set[str]:
    return set(zipfile.ZipFile(wheel).namelist())


def tracked(*patterns: str) -> set[str]:
    """Files of the package and its data that git knows, as the wheel should have them."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *patterns]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("not a git checkout")
    return {name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()}


class TestTheWheel:
    def test_carries_lessons_and_puzzles(self, wheel: Path) -> None:
        for folder in ("lessons", "puzzles"):
            here = {f"tutor/_data/{path.relative_to(ROOT)}" for path in shipped(folder).rglob("*") if path.is_file()}
            here = {name for name in here if "/." not in name}
            assert here
            assert here <= names(wheel)

    def test_carries_every_file_of_the_package(self, wheel: Path) -> None:
        package = tracked("tutor")
        assert "tutor/py.typed" in package
        assert any(name.endswith(".js") for name in package)
        assert any(name.endswith(".css") for name in package)
        assert package <= names(wheel)

    def test_carries_a_compiled_catalogue_for_every_translation(self, wheel: Path) -> None:
        words = {name for name in names(wheel) if name.startswith("tutor/locale/")}
        sources = {name for name in words if name.endswith(".po")}
        compiled = {name for name in words if name.endswith(".mo")}
        assert {name.replace(".po", ".mo") for name in sources} == compiled

    def test_carries_nothing_else(self, wheel: Path) -> None:
        tops = {name.split("/")[0] for name in names(wheel)}
        assert {top for top in tops if not top.endswith(".dist-info")} == {"tutor"}
        assert not [name for name in names(wheel) if "__pycache__" in name or ".ipynb_checkpoints" in name]

    def test_names_the_licence_and_the_command(self, wheel: Path) -> None:
        archive = zipfile.ZipFile(wheel)
        [metadata] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        text = archive.read(metadata).decode()
        assert "License-Expression: MIT" in text
        assert any(name.endswith("licenses/LICENSE") for name in archive.namelist())
        points = archive.read(metadata.replace("METADATA", "entry_points.txt")).decode()
        assert "tienlen = tutor.cli:main" in points


def test_catalogues_are_compiled_when_the_package_is_built(tmp_path: Path) -> None:
    sys.path.insert(0, str(ROOT))
    try:
        from hatch_build import compile_catalogues
    finally:
        sys.path.remove(str(ROOT))
    folder = tmp_path / "tutor" / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    (folder / "tutor.po").write_text(header + 'msgid "pair"\nmsgstr "Paar"\n', encoding="utf-8")
    assert compile_catalogues(tmp_path) == [folder / "tutor.mo"]
    import gettext

    assert gettext.translation("tutor", tmp_path / "tutor" / "locale", ["de"]).gettext("pair") == "Paar"


def test_jupyterlabs_defaults_are_where_jupyter_looks_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    from jupyter_server.services.config import ConfigManager

    monkeypatch.setenv("JUPYTER_CONFIG_PATH", str(jupyter_config()))
    found = ConfigManager(config_dir_name="labconfig").get("default_setting_overrides")
    assert found["@jupyterlab/apputils-extension:notification"]["fetchNews"] == "false"


class TestAnEmptyEnvironment:
    def test_solves_without_the_fast_extra(self, installed: Path, tmp_path: Path) -> None:
        command = [installed / "tienlen", "solve", "pagat 3s5d5h/4c4d7s 0 - -", "--json"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True, timeout=120)
        assert json.loads(done.stdout)["value"] is True

    def test_finds_its_puzzles(self, installed: Path, tmp_path: Path) -> None:
        command = [installed / "tienlen", "puzzles", "show"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True, timeout=120)
        assert len(done.stdout.splitlines()) >= 12

    def test_lab_serves_the_lessons_outside_the_repository(self, installed: Path, tmp_path: Path) -> None:
        port = free_port()
        folder = tmp_path / "my lessons"
        command = [installed / "tienlen", "lab", "--no-browser", "--port", str(port), "--dir", str(folder)]
        environment = jupyter_environment(tmp_path)
        environment.pop("JUPYTER_CONFIG_PATH")
        log = tmp_path / "log"
        with log.open("wb") as output:
            process = subprocess.Popen(command, cwd=tmp_path, stdout=output, stderr=output, env=environment)
        try:
            wait_for_server(f"http://127.0.0.1:{port}", process, log)
            text = log.read_text(errors="replace")
            assert f"Lessons in {folder}" in text
            address = re.search(rf"http://127\.0\.0\.1:{port}(/lab/tree/\S+)\?token=(\w+)", text)
            assert address, text
            first = lesson_files()[0]
            assert address[1] == f"/lab/tree/{first.name}"
            token = {"Authorization": f"token {address[2]}"}
            base = f"http://127.0.0.1:{port}"
            for path in ("/api/status", f"/api/contents/{first.name}", address[1]):
                with urllib.request.urlopen(urllib.request.Request(base + path, headers=token), timeout=30) as answer:
                    assert answer.status == 200
                    content = answer.read()
                if path.startswith("/api/contents"):
                    assert json.loads(content)["content"]["cells"]
            process.send_signal(signal.SIGTERM)
            assert process.wait(20) is not None
        finally:
            if process.poll() is None:
                process.kill()
        assert sorted(path.name for path in folder.glob("*.ipynb")) == [path.name for path in lesson_files()]
