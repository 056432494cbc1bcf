"""The course as a web site that needs no installation: `tienlen site build`.

JupyterLite runs Jupyter and Python (Pyodide) in the browser. Everything that a page asks for lies in the site's folder:
Pyodide itself, every package and this one, so any static server will do, without a network.

Pyodide and the packages come from npm and PyPI when the first site is built. They are kept in the user's cache folder
in the form in which they go into a site, so a build that was broken off goes on there, and later ones need no network.
"""

from __future__ import annotations

import base64
import hashlib
import html
import importlib.util
import json
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ..errors import NotationError, quote

Say = Callable[[str], object]

PREFETCH = ("micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython")
"""Loaded while the kernel starts; everything else when a cell imports it."""

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")

OWN = "tienlen-tutor"

# Packages that Pyodide's list lacks, or that must be as new as the front end installed here: what each needs, and what
# it is imported as. Those of the kernel (piplite and the like) come with jupyterlite-pyodide-kernel.
PACKAGES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "piplite": (("micropip",), ("piplite",)),
    "ipykernel": (("pyodide-kernel",), ("ipykernel",)),
    "pyodide-kernel": (("comm", "ipython"), ("pyodide_kernel",)),
    "comm": (("traitlets",), ("comm",)),
    "widgetsnbextension": ((), ("widgetsnbextension",)),
    "jupyterlab-widgets": ((), ("jupyterlab_widgets",)),
    "ipywidgets": (("comm", "ipython", "traitlets", "widgetsnbextension", "jupyterlab-widgets"), ("ipywidgets",)),
    "psygnal": ((), ("psygnal",)),
    "anywidget": (("ipywidgets", "psygnal", "typing-extensions"), ("anywidget",)),
    "fsrs": (("typing-extensions",), ("fsrs",)),
    OWN: (("anywidget", "fsrs", "ipywidgets", "jedi", "platformdirs", "sympy", "tqdm"), ("tutor",)),
}

EXTENSIONS = ("@jupyter-widgets/jupyterlab-manager", "@jupyterlite/pyodide-kernel-extension", "anywidget")
"""The extensions of JupyterLab that go into a site; others that happen to be installed here do not."""

MARK = "tienlen-site.json"
"""Lies in every site, so that a folder that holds something else is never overwritten."""


class SiteError(NotationError):
    """A site cannot be built; the message is one line."""


def build(target: str, lang: str = "en", sets: Sequence[str] = (), say: Say = lambda _line: None) -> str:
    """Build a site in the folder `target`, new or an earlier site; what is to be printed: its size and how to open it.

    - `lang`: language of the lessons
    - `sets`: set files of `tienlen class set`, whose notebooks go beside the lessons

    Raises SiteError, SetError for a set that cannot be read, OSError. The folder is complete or as it was.
    """
    from .. import course

    if lang not in course.languages():
        raise SiteError(f"--lang: there are no lessons in {quote(lang)}, only in {', '.join(course.languages())}")
    folder = _target(target)
    notebooks = [*course.lessons(lang), *_set_notebooks(sets)]
    _check_tools()
    runtime = _runtime(say)
    say("Building the site")
    with tempfile.TemporaryDirectory(prefix=".tienlen-site-", dir=folder.parent) as made:
        work, out = Path(made, "work"), Path(made, "site")
        static, contents = work / "static" / "pyodide", work / "contents"
        shutil.copytree(runtime, static)
        contents.mkdir()
        for name, content in notebooks:
            (contents / name).write_bytes(content)
        own = write_wheel(static)
        _precompile(static, [own.name])
        _list_package(static, own)
        (work / "jupyter-lite.json").write_text(json.dumps(_settings()), encoding="utf-8")
        _jupyterlite(work, out)
        (out / "index.html").write_text(front_page(notebooks, lang), encoding="utf-8")
        mark = {"format": "tienlen-site", "lang": lang, "release": _release()}
        (out / MARK).write_text(json.dumps(mark) + "\n", encoding="utf-8")
        if folder.exists():
            shutil.rmtree(folder)
        out.chmod(0o755)
        out.replace(folder)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return (
        f"{folder}: {size / 1e6:.0f} MB\n"
        f"To look at it: {Path(sys.executable).name} -m http.server --directory {folder} 8000, "
        "then http://localhost:8000"
    )


def _target(given: str) -> Path:
    if not given or "\0" in given:
        raise SiteError(f"DIR: {quote(given)} is no folder")
    folder = Path(given).expanduser().resolve()
    if folder.exists() and not folder.is_dir():
        raise SiteError(f"DIR: {quote(given)} is a file")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise SiteError(f"DIR: {quote(given)} holds something that is no site of tienlen; name a new folder")
    if not folder.parent.is_dir():
        raise SiteError(f"DIR: there is no folder {quote(str(folder.parent))} to put it in")
    return folder


def _set_notebooks(sets: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    from ..progress.store import reason
    from .sets import notebook, read_set

    names = set()
    for given in sets:
        if not given or "\0" in given:
            raise SiteError(f"--set: {quote(given)} is no file")
        try:
            chosen = read_set(given)
        except OSError as error:
            raise SiteError(f"--set: {quote(given)} cannot be read: {reason(error)}") from error
        if chosen.id in names:
            raise SiteError(f"--set: {quote(given)} is the set {chosen.id} once more")
        names.add(chosen.id)
        yield f"{chosen.id}.ipynb", json.dumps(notebook(chosen), ensure_ascii=False, indent=1).encode()


def _check_tools() -> None:
    missing = [
        name for name in ("jupyterlite_core", "jupyterlite_pyodide_kernel") if not importlib.util.find_spec(name)
    ]
    if missing:
        raise SiteError("building a site needs the extra site: pip install 'tienlen-tutor[site]'")
    if not (shutil.which("node") and shutil.which("npm")):
        raise SiteError("building a site needs Node.js, with npm, on this machine (it is not needed to use the site)")


def _release() -> str:
    from ..resources import release

    return release()


# ------------------------------------------------------------------ this package


def too_slow() -> frozenset[str]:
    """The puzzles that a browser was measured to need longer than 2 seconds for (see docs/site.md); they stay out."""
    lines = Path(__file__).with_name("too_slow_in_a_browser.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line.split()[0] for line in lines if line.strip() and not line.startswith("#"))


def without(pack: str, left_out: Iterable[str]) -> str:
    """The text of a pack without these puzzles.

    >>> without('[[puzzle]]\\nid = "a"\\n\\n[[puzzle]]\\nid = "b"\\n', ["a"])
    '[[puzzle]]\\nid = "b"\\n'
    """
    parts = re.split(r"(?m)^(?=\[\[puzzle\]\])", pack)
    names = {f'id = "{name}"' for name in left_out}
    return "".join(part for part in parts if names.isdisjoint(part.splitlines()))


def package_files() -> Iterator[tuple[str, bytes]]:
    """Everything of this package, wherever it is installed: name in the wheel and content, sorted."""
    from ..locale.catalogue import compiled, read
    from ..resources import shipped

    package, left_out = Path(__file__).resolve().parent.parent, too_slow()
    found = {path: f"tutor/{path.relative_to(package).as_posix()}" for path in _files(package)}
    for name in ("lessons", "puzzles"):
        folder = shipped(name)
        found |= {path: f"tutor/_data/{name}/{path.relative_to(folder).as_posix()}" for path in _files(folder)}
    for path, name in sorted(found.items(), key=lambda each: each[1]):
        if path.suffix == ".mo":
            continue
        if path.suffix == ".toml" and name.startswith("tutor/_data/puzzles/"):
            yield name, without(path.read_text(encoding="utf-8"), left_out).encode()
            continue
        yield name, path.read_bytes()
        if path.suffix == ".po" and name.startswith("tutor/locale/"):
            yield name[: -len(".po")] + ".mo", compiled(read(path))


def _files(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        hidden = any(part.startswith((".", "__pycache__")) for part in path.relative_to(folder).parts)
        if path.is_file() and not hidden and path.suffix not in (".pyc", ".nbi", ".nbc"):
            yield path


def write_wheel(folder: Path) -> Path:
    """Put this package into a wheel in the folder, made of its own files: no build tool, no network."""
    name = f"tienlen_tutor-{_release()}"
    path = folder / f"{name}-py3-none-any.whl"
    record = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:

        def put(inside: str, content: bytes) -> None:
            entry = zipfile.ZipInfo(inside)  # dated 1980, so that the same package gives the same wheel
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{inside},sha256={digest},{len(content)}")

        for inside, content in package_files():
            put(inside, content)
        put(f"{name}.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {OWN}\nVersion: {_release()}\n".encode())
        put(f"{name}.dist-info/WHEEL", b"Wheel-Version: 1.0\nGenerator: tienlen\nRoot-Is-Purelib: true\n"
            b"Tag: py3-none-any\n")  # fmt: skip
        put(f"{name}.dist-info/RECORD", "\n".join([*record, f"{name}.dist-info/RECORD,,", ""]).encode())
    return path


# ------------------------------------------------------------------ Pyodide and the other packages


def cache_folder() -> Path:
    """Where downloads are kept."""
    from platformdirs import user_cache_path

    return user_cache_path("tienlen-tutor", appauthor=False) / "site"


def _runtime(say: Say) -> Path:
    """A folder with Pyodide and all packages but this one, compiled and listed; made once for a set of versions."""
    from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION

    wanted = {name: _installed(name) for name in PACKAGES if name != OWN and not _of_kernel(name)}
    wanted |= {"pyodide": PYODIDE_VERSION, "jupyterlite-pyodide-kernel": _installed("jupyterlite-pyodide-kernel")}
    key = json.dumps([wanted, PACKAGES], sort_keys=True).encode() + _SCRIPT.read_bytes()
    cache = cache_folder()
    made = cache / f"runtime-{hashlib.sha256(key).hexdigest()[:16]}"
    if made.is_dir():
        return made
    downloads = cache / "downloads"
    downloads.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="part-", dir=cache) as part:
        folder = Path(part, "runtime")
        folder.mkdir()
        say("Fetching Pyodide")
        _unpack(_pyodide(downloads, PYODIDE_VERSION), folder)
        lock = json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))
        lock["packages"] = _wheels(lock["packages"], wanted, downloads, folder, say)
        say("Compiling the packages (about a minute, the first time only)")
        _precompile(folder, ["python_stdlib.zip", *(each["file_name"] for each in lock["packages"].values())])
        for each in lock["packages"].values():
            each["sha256"] = _sha256(folder / each["file_name"])
        (folder / "pyodide-lock.json").write_text(json.dumps(lock, indent=1), encoding="utf-8")
        folder.replace(made)
    return made


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError as error:
        raise SiteError(f"this installation of tienlen-tutor is incomplete: {name} is missing") from error


def _pyodide(downloads: Path, wanted: str) -> Path:
    path = downloads / f"pyodide-{wanted}.tgz"
    if not path.exists():
        with tempfile.TemporaryDirectory(dir=downloads) as part:
            _fetch([shutil.which("npm") or "npm", "pack", "--silent", f"pyodide@{wanted}"], f"pyodide {wanted}", part)
            Path(part, path.name).replace(path)
    return path


def _unpack(archive: Path, folder: Path) -> None:
    with tarfile.open(archive) as file:
        for name in PYODIDE_FILES:
            content = file.extractfile(f"package/{name}")
            assert content is not None
            (folder / name).write_bytes(content.read())


def _wheels(
    full: dict[str, Any], wanted: dict[str, str], downloads: Path, folder: Path, say: Say
) -> dict[str, dict[str, Any]]:
    """Put every wheel that is needed into the folder; the entries of the list, which then names no other.

    Pyodide's own builds lie on a server of theirs only. They are pure Python, and PyPI has the same versions.
    """
    found: dict[str, dict[str, Any]] = {}
    todo = [name for name in PACKAGES if name != OWN] + list(PACKAGES[OWN][0])
    while todo:
        name = re.sub(r"[-_.]+", "-", todo.pop()).lower()
        if name in found:
            continue
        if name in PACKAGES:
            depends, imports = PACKAGES[name]
            wheel = _of_kernel(name) or _download(name, wanted[name], downloads, say)
            entry = _entry(name, wheel.name, depends, imports)
        else:
            entry = dict(full[name])
            wheel = _download(entry["name"], entry["version"], downloads, say)
            entry["file_name"] = wheel.name
        shutil.copyfile(wheel, folder / wheel.name)
        found[name] = entry
        todo += entry["depends"]
    for entry in found.values():
        entry["depends"] = [re.sub(r"[-_.]+", "-", each).lower() for each in entry["depends"]]
        entry["unvendored_tests"] = False
    return dict(sorted(found.items()))


def _entry(name: str, file: str, depends: Iterable[str], imports: Iterable[str]) -> dict[str, Any]:
    return {
        "name": name,
        "version": file.split("-")[1],
        "file_name": file,
        "install_dir": "site",
        "package_type": "package",
        "imports": list(imports),
        "depends": list(depends),
        "unvendored_tests": False,
    }


def _extensions() -> Path:
    return Path(sysconfig.get_path("data"), "share", "jupyter", "labextensions")


def _of_kernel(name: str) -> Path | None:
    """The wheel that jupyterlite-pyodide-kernel brings along, if it does."""
    folder = _extensions() / "@jupyterlite" / "pyodide-kernel-extension" / "static" / "pypi"
    return max(folder.glob(name.replace("-", "_") + "-*.whl"), default=None)


def _download(name: str, wanted: str, downloads: Path, say: Say) -> Path:
    from jupyterlite_pyodide_kernel.constants import PYODIDE_PYTHON_VERSION

    start = re.sub(r"[-_.]+", "_", name).lower() + f"-{wanted}-"
    have = [
        path
        for path in downloads.glob("*.whl")
        if path.name.lower().replace(".", "_").startswith(start.replace(".", "_"))
    ]
    if have:
        return have[0]
    say(f"Fetching {name} {wanted}")
    with tempfile.TemporaryDirectory(dir=downloads) as part:
        pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "-d", part]
        pure = [
            "--python-version",
            PYODIDE_PYTHON_VERSION,
            "--implementation",
            "py",
            "--abi",
            "none",
            "--platform",
            "any",
        ]
        _fetch([*pip, *pure, f"{name}=={wanted}"], f"{name} {wanted}", part)
        wheel = next(Path(part).glob("*.whl"))
        return wheel.replace(downloads / wheel.name)


def _fetch(command: list[str], what: str, folder: str) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace")
    if done.returncode:
        said = [line for line in (done.stderr or done.stdout).splitlines() if "ERROR" in line or "ERR" in line.upper()]
        why = f" ({said[-1].strip()[:200]})" if said else ""
        raise SiteError(f"{what} could not be fetched; what is here already is kept: try again with a network{why}")


_SCRIPT = Path(__file__).with_name("precompile.mjs")


def _precompile(folder: Path, files: Sequence[str]) -> None:
    _run([shutil.which("node") or "node", str(_SCRIPT), str(folder), *files], "compiling the packages")


def _run(command: list[str], what: str, folder: Path | None = None) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace")
    if done.returncode:
        said = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        raise SiteError(f"{what} failed: {said[-1].strip()[:300] if said else f'exit status {done.returncode}'}")


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _list_package(static: Path, wheel: Path) -> None:
    path = static / "pyodide-lock.json"
    lock = json.loads(path.read_text(encoding="utf-8"))
    lock["packages"][OWN] = {**_entry(OWN, wheel.name, *PACKAGES[OWN]), "sha256": _sha256(wheel)}
    path.write_text(json.dumps(lock, indent=1), encoding="utf-8")


# ------------------------------------------------------------------ JupyterLite


def _settings() -> dict[str, Any]:
    kernel = {"disablePyPIFallback": True, "loadPyodideOptions": {"packages": list(PREFETCH)}}
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "Tiến Lên",
            "exposeAppInBrowser": True,
            "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": kernel},
        },
    }


def _jupyterlite(work: Path, out: Path) -> None:
    config = {
        "LiteBuildConfig": {
            "apps": ["notebooks", "lab", "tree"],
            "contents": [str(work / "contents")],
            "federated_extensions": [str(_extensions() / name) for name in EXTENSIONS],
            "ignore_sys_prefix": ["federated_extensions"],
            "ignore_contents": [],
            "no_sourcemaps": True,
            "no_unused_shared_packages": True,
            "no_libarchive": True,
            "output_dir": str(out),
        }
    }
    (work / "jupyter_lite_config.json").write_text(json.dumps(config), encoding="utf-8")
    _run([sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", str(work)], "jupyter lite build", work)


def front_page(notebooks: Sequence[tuple[str, bytes]], lang: str) -> str:
    """The site's first page: a list of the notebooks under their own headings.

    JupyterLite looks for settings in it, so there are empty ones.
    """
    items = "\n".join(
        f'<li><a href="notebooks/index.html?path={html.escape(name)}">{html.escape(_title(name, content))}</a></li>'
        for name, content in notebooks
    )
    return f"""<!doctype html>
<html lang="{html.escape(lang)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tiến Lên</title>
<script id="jupyter-config-data" type="application/json" data-jupyter-lite-root=".">{{}}</script>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 1.1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }}
ul {{ list-style: none; padding: 0; }}
a {{ display: inline-block; padding: 0.5rem 0; }}
</style>
<main>
<h1>Tiến Lên</h1>
<ul>
{items}
</ul>
<p><a href="lab/index.html">JupyterLab</a></p>
</main>
</html>
"""


def _title(name: str, content: bytes) -> str:
    text = "".join("".join(cell["source"]) for cell in json.loads(content)["cells"][:1])
    found = re.match(r"#\s+(.+)", text)
    return found[1].strip() if found else name
