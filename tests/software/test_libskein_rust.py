# SPDX-License-Identifier: Apache-2.0
"""The Rust crates: their own tests, which read the vectors, and that these notice a wrong digest."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import skein_answers
from folders import LIBSKEIN
from made_once import made_once
from rust_tools import rust_environment

from hashloom import vectors

CRATES = LIBSKEIN / "bindings/rust"


@pytest.fixture(scope="module")
def target(shared_folder: Path) -> Path:
    """Where cargo puts what it builds, of both crates."""
    return made_once(shared_folder, "rust", lambda folder: None)


def needed(crate: str) -> tuple[int, int]:
    """Version of Rust that a crate needs."""
    package = tomllib.loads((CRATES / crate / "Cargo.toml").read_text(encoding="utf-8"))["package"]
    major, minor = package["rust-version"].split(".")
    return int(major), int(minor)


def cargo(
    crate: str, target: Path, *arguments: str, vector_folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """The tests of a crate, without the kernels for vector units, which take long to compile."""
    environment = {**rust_environment(needed(crate)), "CARGO_TARGET_DIR": str(target)}
    environment["LIBSKEIN_VECTORS"] = str(vector_folder or vectors.compact_folder())
    command = ["cargo", "test", "--offline", "--locked", "--no-default-features", *arguments]
    return subprocess.run(
        command,
        cwd=CRATES / crate,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def passed(done: subprocess.CompletedProcess[str]) -> int:
    """How many tests passed; none may have failed."""
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    assert "warning" not in said, said
    return sum(int(found) for found in re.findall(r"^test result: ok\. (\d+) passed", said, re.MULTILINE))


@pytest.mark.long
def test_the_crate(target: Path) -> None:
    """Known answers, wrong use, sizes of the structures, and the example of its page."""
    done = cargo("libskein", target)
    assert passed(done) == 10
    assert "left out" not in done.stdout


@pytest.mark.long
def test_the_crate_notices_a_wrong_digest(target: Path, tmp_path: Path) -> None:
    done = cargo(
        "libskein", target, "--test", "answers", vector_folder=skein_answers.spoiled_vectors(tmp_path)
    )
    failures = set(re.findall(r"^test (\w+) \.\.\. FAILED$", done.stdout, re.MULTILINE))
    assert failures == {"plain_vectors", "vectors_with_arguments", "vectors_of_threefish"}, done.stdout


@pytest.mark.long
def test_the_traits(target: Path) -> None:
    """Where cargo has fetched the crate `digest`: here nothing is."""
    done = cargo("libskein-digest", target)
    if done.returncode != 0 and re.search("no matching package|--offline|failed to download", done.stderr):
        pytest.skip(f"cargo has no crate digest yet; (cd {CRATES}/libskein-digest && cargo fetch)")
    assert passed(done) == 4


def test_a_package_for_others_has_the_library_in_it(tmp_path: Path) -> None:
    carry = [sys.executable, str(LIBSKEIN / "bindings/carry.py"), "rust"]
    subprocess.run([*carry, str(tmp_path / "new")], check=True)
    command = ["cargo", "package", "--list", "--offline", "--allow-dirty"]
    done = subprocess.run(
        command,
        cwd=tmp_path / "new/libskein",
        env=rust_environment(needed("libskein")),
        capture_output=True,
        text=True,
        check=False,
    )
    names = set(done.stdout.split())
    sources = {f"library/{path.relative_to(LIBSKEIN)}" for path in (LIBSKEIN / "src").rglob("*.[ch]")}
    assert {"LICENSE", "build.rs", "library/include/skein.h", "src/lib.rs"} | sources <= names, done.stderr
    again = subprocess.run([*carry, str(tmp_path / "new")], capture_output=True, text=True, check=False)
    assert (again.returncode, again.stderr.splitlines()[-1].endswith("new is not empty")) == (2, True)


def test_what_is_missing_is_said(target: Path, tmp_path: Path) -> None:
    """A compiler that is not there."""
    environment = {
        **rust_environment(needed("libskein")),
        "CARGO_TARGET_DIR": str(tmp_path),
        "CC": "no-such-compiler",
    }
    command = ["cargo", "build", "--offline", "--locked"]
    done = subprocess.run(
        command, cwd=CRATES / "libskein", env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert 'libskein needs a C compiler and ar: "no-such-compiler" cannot be run' in done.stderr
