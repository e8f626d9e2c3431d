# SPDX-License-Identifier: Apache-2.0
"""The WebAssembly package: built with clang and lld, tested in Node by its own tests, and in a browser."""

import functools
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import skein_answers
from folders import LIBSKEIN
from made_once import made_once

from hashloom import vectors
from hashloom.models.skein import Skein

PACKAGE = LIBSKEIN / "bindings/wasm"


@pytest.fixture(scope="module")
def built(shared_folder: Path) -> Path:
    """The package as it goes to others, with the sources of the library in it, and its module."""
    if shutil.which("node") is None:
        pytest.skip("no node; apt-get install nodejs")
    if (version := skein_answers.version_of("node", "--version")) < (18,):
        pytest.skip(f"node {version} is too old; 18 or later is needed")
    if shutil.which("clang") is None:
        pytest.skip("no clang; apt-get install clang lld")

    def make(folder: Path) -> None:
        skein_answers.run(sys.executable, LIBSKEIN / "bindings/carry.py", "wasm", folder)
        command = ["node", str(folder / "build.mjs")]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
        if "wasm-ld" in done.stderr:
            pytest.skip("clang has no linker for WebAssembly; apt-get install lld")
        assert (done.returncode, done.stdout + done.stderr) == (0, "")

    return made_once(shared_folder, "wasm", make)


def node(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["node", *arguments],
        cwd=folder,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_in_node(built: Path) -> None:
    """Known answers, wrong use, large messages."""
    done = node(built, "--test", "test/answers.test.mjs", LIBSKEIN_VECTORS=str(vectors.compact_folder()))
    assert done.returncode == 0, done.stdout
    counts = {name: int(count) for name, count in re.findall(r"^\S+ (\w+) (\d+)$", done.stdout, re.MULTILINE)}
    assert (counts["pass"], counts["fail"], counts["skipped"]) == (8, 0, 0), done.stdout


def test_a_wrong_digest_is_noticed(built: Path, tmp_path: Path) -> None:
    folder = str(skein_answers.spoiled_vectors(tmp_path))
    done = node(built, "--test", "--test-reporter=tap", "test/answers.test.mjs", LIBSKEIN_VECTORS=folder)
    failures = re.findall(r"^ *not ok \d+ - (.+)$", done.stdout, re.MULTILINE)
    assert {"plain vectors", "vectors with arguments", "vectors of Threefish"} <= set(failures)
    assert done.returncode != 0
    assert re.search("^# pass 5$", done.stdout, re.MULTILINE), done.stdout


def test_the_example_of_the_page(built: Path) -> None:
    (example,) = re.findall(r"```js\n(.*?)```", (PACKAGE / "README.md").read_text(), re.DOTALL)
    program = 'import { load } from "./index.js";\n'
    program += "const [secret, message] = [new Uint8Array(9), new Uint8Array(3)];\n"
    program += f"{example}console.log(good, Buffer.from(tag).toString('hex'));\n"
    done = node(built, "--input-type=module", "--eval", program)
    assert done.stdout.split() == ["true", Skein(512, 256, key=bytes(9)).digest(bytes(3)).hex()], done.stderr


def test_the_types_name_what_there_is(built: Path) -> None:
    """Functions and constants of the types are those of the module, member by member."""
    types = (PACKAGE / "index.d.ts").read_text()
    exported = set(re.findall(r"^export (?:const|class|function) (\w+)", types, re.MULTILINE))
    interfaces = dict(re.findall(r"^export interface (\w+) \{\n(.*?)^\}", types, re.MULTILINE | re.DOTALL))
    members = {
        name: sorted(re.findall(r"^  (?:readonly )?(\w+)[(:]", text, re.MULTILINE))
        for name, text in interfaces.items()
        if name not in ("Tree", "Options")
    }
    program = """
        import * as all from "./index.js";
        const skein = await all.load();
        const hash = skein.begin(), cipher = skein.threefish(new Uint8Array(32));
        const own = (one) => [...Object.keys(one), ...Object.getOwnPropertyNames(Object.getPrototypeOf(one))]
            .filter((name) => name !== "constructor").sort();
        const made = { Skein: skein, Hash: hash, Reader: hash.reader(), Threefish: cipher };
        const found = Object.fromEntries(Object.entries(made).map(([name, one]) => [name, own(one)]));
        console.log(JSON.stringify([Object.keys(all).sort(), found]));
    """
    done = node(built, "--input-type=module", "--eval", program)
    assert json.loads(done.stdout) == [sorted(exported), members], done.stderr


def test_the_types_by_the_compiler_of_typescript(built: Path, tmp_path: Path) -> None:
    compiler = shutil.which("tsc")
    if compiler is None:
        pytest.skip("no compiler of TypeScript; npm install --global typescript")
    place = tmp_path / "node_modules/libskein"
    place.mkdir(parents=True)
    for name in ("package.json", "index.d.ts", "index.js"):
        shutil.copy(built / name, place)
    shutil.copy(PACKAGE / "test/use.ts", tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "use.ts"]
    done = subprocess.run(
        [compiler, *options], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stdout) == (0, "")


PAGE = """<!doctype html><title>wait</title><script type="module">
import { load } from "./index.js";
const skein = await load();
const digest = skein.hash(new TextEncoder().encode("abc"), { outputBits: 256 });
document.body.textContent = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
</script><body></body>"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and says nothing of it."""

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.mark.long
def test_in_a_browser(built: Path, tmp_path: Path) -> None:
    browser = shutil.which("chromium")
    if browser is None:
        pytest.skip("Chromium is not installed; apt-get install chromium")
    site = tmp_path / "site"
    site.mkdir()
    for name in ("index.js", "skein.wasm"):
        shutil.copy(built / name, site)
    (site / "page.html").write_text(PAGE)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        options = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
        ]
        options += ["--disable-background-networking", f"--user-data-dir={tmp_path / 'profile'}"]
        address = f"http://127.0.0.1:{server.server_address[1]}/page.html"
        done = subprocess.run(
            [browser, *options, "--virtual-time-budget=10000", "--dump-dom", address],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert f"<body>{Skein(512, 256).digest(b'abc').hex()}</body>" in done.stdout, done.stdout + done.stderr
