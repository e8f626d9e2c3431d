# SPDX-License-Identifier: Apache-2.0
"""Where the user has Python keep no bytecode, a run of the tests keeps it aside, and takes it away."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from folders import SUPPORT, TESTS

PROBE = """
import subprocess
import sys

CHILD = "import sys; print('kept', not sys.dont_write_bytecode, sys.pycache_prefix)"

def test_a_program_is_started() -> None:
    subprocess.run([sys.executable, "-c", CHILD], check=True)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with our conftest.py and a test that starts a program."""
    text = (TESTS / "conftest.py").read_text(encoding="utf-8")
    (tmp_path / "conftest.py").write_text(text, encoding="utf-8")
    (tmp_path / "test_probe.py").write_text(PROBE, encoding="utf-8")
    return tmp_path


def kept(project: Path, **environment: str) -> list[str]:
    """What the program says: whether it keeps bytecode, and where; None is beside the sources."""
    command = [sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", f"--rootdir={project}"]
    without = {"PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"}
    found = {name: text for name, text in os.environ.items() if name not in without}
    found |= {"PYTHONPATH": str(SUPPORT), **environment}
    done = subprocess.run(command, cwd=project, env=found, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    (line,) = (line for line in done.stdout.splitlines() if line.startswith("kept "))
    return line.split()[1:]


def test_it_is_kept_aside_where_the_user_keeps_none(project: Path) -> None:
    does, folder = kept(project, PYTHONDONTWRITEBYTECODE="1", TMPDIR=str(project))
    assert does == "True"
    assert Path(folder).parent == project
    assert not Path(folder).exists()
    assert not list(project.rglob("__pycache__"))


def test_it_is_kept_where_the_user_keeps_it(project: Path) -> None:
    assert kept(project, PYTHONPYCACHEPREFIX=str(project / "own")) == ["True", str(project / "own")]
