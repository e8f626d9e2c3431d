# SPDX-License-Identifier: Apache-2.0
"""The rooms of the laboratory: what imports what, and that the page names them all."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from folders import ROOT

LAYERS = "Rooms import what stands below them only BROKEN"
CIRCLES = "nor in a circle BROKEN"
COMMANDS = "No command imports another BROKEN"


def judged(folder: Path) -> subprocess.CompletedProcess[str]:
    """What import-linter says of the package in a folder, with this project's contracts."""
    return subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-logo", "--no-cache"],
        cwd=folder, env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(folder)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package by itself, with the contracts."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "hashloom", tmp_path / "hashloom", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


@pytest.mark.parametrize(
    ("file", "text", "broken"),
    [
        ("flow/cells.py", "def later() -> None:\n    from hashloom import verification\n", LAYERS),
        ("analysis/pareto.py", "import hashloom.reports.page.charts\n", LAYERS),
        ("rows/table.py", "from hashloom.mutation import tokens\n", LAYERS),
        ("verification/cases.py", "from hashloom.verification import bench\n", CIRCLES),
        ("commands/overhead.py", "from hashloom.commands import synth\n", COMMANDS),
        ("attic/__init__.py", "", "attic"),
    ],
)
def test_an_import_upwards_is_noticed(copy: Path, file: str, text: str, broken: str) -> None:
    path = copy / "hashloom" / file
    path.parent.mkdir(exist_ok=True)
    with path.open("a") as stream:
        stream.write(f"\n{text}")
    said = judged(copy)
    assert said.returncode == 1
    assert broken in said.stdout


def test_the_package_keeps_the_contracts(copy: Path) -> None:
    said = judged(copy)
    assert said.returncode == 0, said.stdout


def test_the_page_names_every_room() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    named = re.findall(r"^    (\w+)(?:\.py)? {2,}\S", page, re.MULTILINE)
    rooms = {
        path.stem
        for path in (ROOT / "hashloom").iterdir()
        if not path.name.startswith("__") and (path.suffix == ".py" or (path / "__init__.py").exists())
    }
    assert sorted(named) == sorted(rooms)
