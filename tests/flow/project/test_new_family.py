# SPDX-License-Identifier: Apache-2.0
"""A family and a target are added by their own files: folder, model and vectors; the file of the target.

A copy of the checkout gets the dummy as a further family, and a further target. Nothing else in it changes,
and the command line goes from the list to the report.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import dummy_model
import pytest
from folders import ROOT, SUPPORT

CAMPAIGN = """
title = "A new family on a new target"
targets = ["toycells"]
goals = ["small", "fast"]

[[sweep]]
designs = ["dummy/all"]
"""


GENERATE = """
import sys
from hashloom.codegen import __main__ as codegen
from hashloom.vectors import compact
functions = compact.functions
compact.functions = lambda places: [one for one in functions(places) if one.name in ("dummy", "sha1")]
sys.exit(codegen.main([]))
"""
"""`python -m hashloom.codegen` without the vectors of most functions, which `test_generate` has computed."""

COPIED = ("hashloom", "cores", "libskein", "results", "campaigns", "pyproject.toml")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A checkout to which the dummy and a target were added."""
    top, repository = tmp_path / "hashloom", ROOT
    for name in COPIED:
        ignored = shutil.ignore_patterns("__pycache__", "build", "*.egg-info", "*.svg")
        if (repository / name).is_dir():
            shutil.copytree(repository / name, top / name, ignore=ignored)
        else:
            shutil.copy(repository / name, top / name)
    dummy_model.write_sources(top / "cores" / "dummy")
    model = SUPPORT / "dummy_model.py"
    text = model.read_text().replace("from folders import ROOT, RTL", 'ROOT = RTL = Path("rtl")')
    assert "folders" not in text, "the model of a family needs no file of the tests"
    (top / "hashloom" / "models" / "dummy.py").write_text(text)
    target = repository / "hashloom" / "targets" / "osu018.py"
    text = target.read_text().replace('name="osu018"', 'name="toycells"')
    (top / "hashloom" / "targets" / "toycells.py").write_text(text)
    (top / "campaigns" / "toy.toml").write_text(CAMPAIGN)
    return top


def run(tree: Path, *arguments: str, python: tuple[str, str] = ("-m", "hashloom")) -> str:
    """Standard output of the laboratory of a tree; `python` is what begins it."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("HASHLOOM_")}
    done = subprocess.run(
        [sys.executable, *python, *arguments],
        cwd=tree,
        env={**kept, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
def test_its_own_files_are_enough(tree: Path) -> None:
    listed = json.loads(run(tree, "list", "--json"))["functions"]
    assert [one["name"] for one in listed].count("dummy") == 1

    written = run(tree, python=("-c", GENERATE))
    assert written == "written: dummy.json\n"

    assert "dummy/one dummy/three" in run(tree, "renew", "verification", "--list")

    verified = json.loads(run(tree, "verify", "dummy/all", "--json"))
    assert [one["design"] for one in verified["designs"]] == ["dummy/one", "dummy/three"]
    assert all(one["passed"] and not one["failed"] for one in verified["designs"])

    row = json.loads(run(tree, "synth", "dummy", "--target", "toycells", "--goal", "fast", "--json"))["rows"][
        0
    ]
    assert (row["state"], row["netlist_simulated"], row["target"]) == ("ok", True, "toycells")
    assert row["assurance"]["levels"] == ["core", "top"]

    run(tree, "campaign", "campaigns/toy.toml", "-o", "results")
    rows = json.loads((tree / "results" / "campaign-toy.json").read_text())["rows"]
    assert sorted((one["architecture"], one["goal"], one["state"]) for one in rows) == [
        (architecture, goal, "ok") for architecture in ("one", "three") for goal in ("fast", "small")
    ]

    run(tree, "report", "results/campaign-toy.json", "-o", "report.html", "--csv", "report.csv")
    assert "dummy" in (tree / "report.html").read_text()
    assert (tree / "report.csv").read_text().count("toycells") == len(rows)
