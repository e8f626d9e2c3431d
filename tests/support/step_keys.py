# SPDX-License-Identifier: Apache-2.0
"""Copies of the laboratory in other folders, and the keys that steps have there."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from folders import ROOT
from own_state import here

PROGRAM = """
import json, sys
import os
from hashloom import catalogue, targets
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Tuning
from hashloom.catalogue.places import Places
from hashloom.evaluation import netlist, synthesis
from hashloom.flow import fpga, timing, yosys
from hashloom.flow.measurement import flow_digest, run_of, step_keys
from hashloom.verification import Asked, verification
exec(sys.argv[1])
places = Places.of(os.environ)
design, keys = catalogue.resolve_design("sha1/basic", places), {}
for name in ("osu018", "ecp5"):
    target = targets.find(name, places.libraries)
    tuning = Tuning(target.technology, "fast", name)
    run = run_of(rtl.unit(design, "core", tuning), target, "fast")
    checked = verification(design, Asked(tuning, synthesis.ASSURED), places)
    keys |= {f"{name} {step}": key for step, key in step_keys(run, 1).items()}
    keys[f"{name} basis"] = checked.ingredients["basis"]
    keys[f"{name} verification"] = checked.key
    keys[f"{name} netlist"] = netlist.simulation(design, tuning, run, checked.ingredients["basis"]).key
    keys[f"{name} figures"] = flow_digest(target)
print(json.dumps(keys))
"""


class Tree:
    """A checkout in a folder, with all that keys can rest on; a copy of this one, or `of` another."""

    def __init__(self, folder: Path, of: Path = ROOT) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        for name in ("hashloom", "cores", "results"):
            shutil.copytree(of / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(of / "pyproject.toml", folder)

    def keys(self, before: str = "", official: bool = False) -> dict[str, str]:
        """Keys of the steps of sha1/basic on two targets, after Python did what `before` says.

        `official`: with the official vectors, where there are any.
        """
        there = here().official_vectors if official else None
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.folder),
            "HASHLOOM_CORES": str(self.folder / "cores"),
            "HASHLOOM_VECTORS": str(there or self.folder / "cores"),
        }
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, before],
            cwd=self.folder, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        found: dict[str, str] = json.loads(done.stdout)
        return found
