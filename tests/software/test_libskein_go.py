# SPDX-License-Identifier: Apache-2.0
"""The Go package over an installed libskein: its own tests, which read the vectors."""

import os
import pwd
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import skein_answers
from folders import LIBSKEIN
from made_once import made_once
from own_state import here

from hashloom import software, vectors

PACKAGE = LIBSKEIN / "bindings/go"


@pytest.fixture(scope="module")
def program(shared_folder: Path) -> Path:
    """The tests of the package, compiled."""
    if shutil.which("go") is None:
        pytest.skip("no go; apt-get install golang-go")
    if (version := skein_answers.version_of("go", "version")) < (1, 21):
        pytest.skip(f"go {version} is too old; 1.21 or later is needed")
    if shutil.which("pkg-config") is None:
        pytest.skip("no pkg-config; apt-get install pkg-config")

    def make(folder: Path) -> None:
        built = software.build(here()) / "cmake"
        skein_answers.run("cmake", "--install", built, "--prefix", folder / "installed")
        library = next((folder / "installed").rglob("libskein.pc")).parents[1]
        # Go compiles its own library once for a user and keeps that below HOME, which may be another here.
        kept = Path(pwd.getpwuid(os.getuid()).pw_dir) / ".cache/go-build"
        cache = kept if os.access(kept, os.W_OK) else folder / "cache"
        settings = {
            "PKG_CONFIG_PATH": str(library / "pkgconfig"),
            "CGO_LDFLAGS": f"-Wl,-rpath,{library}",
            "GOCACHE": os.environ.get("GOCACHE") or str(cache),
            "GOFLAGS": "-mod=mod -buildvcs=false",
            "GOPROXY": "off",
            "GOTOOLCHAIN": "local",
        }
        command = ["go", "test", "-c", "-vet=off", "-o", str(folder / "program")]
        skein_answers.run(*command, folder=PACKAGE, environment=settings, limit=300)

    return made_once(shared_folder, "go", make) / "program"


def run(program: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LIBSKEIN_VECTORS": str(folder), "GODEBUG": "cgocheck=1"}
    return subprocess.run(
        [program, "-test.v"], env=environment, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.mark.long
def test_the_package(program: Path) -> None:
    """Known answers, wrong use, the interfaces of Go's library, and the example of its page."""
    done = run(program, vectors.compact_folder())
    assert done.returncode == 0, done.stdout
    passed = re.findall(r"^--- PASS: (\w+)", done.stdout, re.MULTILINE)
    written = re.findall(
        r"^func ((?:Test|Example)\w*)\(", (PACKAGE / "skein_test.go").read_text(), re.MULTILINE
    )
    assert sorted(passed) == sorted(written)
    assert "SKIP" not in done.stdout


@pytest.mark.long
def test_a_wrong_digest_is_noticed(program: Path, tmp_path: Path) -> None:
    done = run(program, skein_answers.spoiled_vectors(tmp_path))
    failures = set(re.findall(r"^--- FAIL: (\w+)", done.stdout, re.MULTILINE))
    assert failures == {"TestPlainVectors", "TestVectorsWithArguments", "TestVectorsOfThreefish"}


def test_the_example_of_the_page_is_the_one_that_is_tested() -> None:
    (example,) = re.findall(r"```go\n(.*?)```", (PACKAGE / "README.md").read_text(), re.DOTALL)
    tested = (PACKAGE / "skein_test.go").read_text().partition("func Example() {\n")[2].partition("\t//")[0]
    assert [line.strip() for line in tested.splitlines()] == example.replace("skein.", "").splitlines()
