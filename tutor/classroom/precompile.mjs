// Turn the Python sources in wheels, and in Pyodide's standard library, into bytecode, with Pyodide itself under Node:
// the browser then has nothing to compile when a lesson starts, which halves the wait.
// usage: node precompile.mjs FOLDER FILE...
// FOLDER holds pyodide.mjs and its files; each FILE in it is replaced. A wheel keeps its sources (errors show them),
// python_stdlib.zip does not.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [given, ...files] = process.argv.slice(2);
const folder = path.resolve(given);
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")));
const pyodide = await loadPyodide({ indexURL: folder + "/", packages: [] });
const compile = pyodide.runPython(`
import importlib.util, io, posixpath, sys, sysconfig, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

MOMENT = (1980, 1, 1, 0, 0, 0)  # the same input gives the same file

def bytecode(source, name):
    code = compile(source, name, "exec", dont_inherit=True, optimize=0)
    return bytes(_code_to_hash_pyc(code, importlib.util.source_hash(source), False))

def put(archive, name, content):
    entry = zipfile.ZipInfo(name, MOMENT)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, content)

def run(keep_sources):
    # the place where the file will lie in the browser, for messages that quote a line
    place = sysconfig.get_path("purelib") if keep_sources else next(p for p in sys.path if p.endswith(".zip"))
    made = io.BytesIO()
    with zipfile.ZipFile("/tmp/in.zip") as old, zipfile.ZipFile(made, "w", compresslevel=9) as new:
        for name in sorted(old.namelist()):
            content, code = old.read(name), None
            if name.endswith(".py") and ".dist-info/" not in name and "/tests/" not in "/" + name:
                try:
                    code = bytecode(content, place + "/" + name)
                except SyntaxError:  # a template, or a test of errors
                    pass
            if code is None or keep_sources:
                put(new, name, content)
            if code is not None and keep_sources:
                head, tail = posixpath.split(name)
                tag = sys.implementation.cache_tag
                put(new, posixpath.join(head, "__pycache__", f"{tail[:-3]}.{tag}.pyc"), code)
            elif code is not None:
                put(new, name + "c", code)
    with open("/tmp/out.zip", "wb") as file:
        file.write(made.getvalue())

run
`);
for (const file of files) {
  const target = path.join(folder, file);
  pyodide.FS.writeFile("/tmp/in.zip", new Uint8Array(fs.readFileSync(target)));
  compile(file !== "python_stdlib.zip");
  fs.writeFileSync(target, pyodide.FS.readFile("/tmp/out.zip"));
}
