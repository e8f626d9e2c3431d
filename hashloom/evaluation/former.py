# SPDX-License-Identifier: Apache-2.0
"""What a former laboratory says of rows: a checkout with its package and its cores, by its own rules.

It runs in a process of its own, with the vectors, records and tools that are here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashloom import vectors
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.places import Places
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import HashloomError, UsageError
from hashloom.rows import Row

RESULT, STANDING, UNKNOWN = "result", "standing", "unknown"
Settings = tuple[tuple[str, int], ...]
"""RTL parameters that were set in place of a tuning's."""

_SECONDS = 600.0
_PROGRAM = """
import json, sys
from pathlib import Path
from hashloom import catalogue, targets
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Tuning
from hashloom.evaluation import reuse
Reusable = getattr(reuse, "Reusable", None) or reuse.Known
answers = []
for row, settings in json.load(sys.stdin):
    name = (row["function"], row["architecture"], row["target"], row["goal"])
    reusable = Reusable(rows={name: [(Path("row"), row)]})
    design = catalogue.resolve_design("/".join(name[:2]))
    asked = (design, *name[2:], len(row.get("seeds", ())), tuple(map(tuple, settings)))
    answer = "result" if reusable.result(*asked) else "standing" if reusable.standing(*asked) else "unknown"
    target = targets.find(row["target"])
    tuning = Tuning(target.technology, row["goal"], target.name, tuple(map(tuple, settings)))
    units = {level: rtl.unit(design, level, tuning) for level in ("core", "top")}
    answers.append((answer, {
        level: (one.name, one.top, list(map(str, one.sources)), one.parameters)
        for level, one in units.items()
    }))
json.dump(answers, sys.stdout)
"""
_UNITS = """
import json, sys
from hashloom import catalogue
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Tuning
answers = []
for name, tuning, levels in json.load(sys.stdin):
    design = catalogue.resolve_design(name)
    units = {level: rtl.unit(design, level, Tuning(**tuning)) for level in levels}
    answers.append({
        level: (one.name, one.top, list(map(str, one.sources)), one.parameters)
        for level, one in units.items()
    })
json.dump(answers, sys.stdout)
"""


@dataclass(frozen=True)
class Former:
    """What the former laboratory says of a row: RESULT, STANDING or UNKNOWN, and its RTL by level."""

    status: str
    units: Mapping[str, RtlUnit]


def judged(former: Path, rows: Sequence[tuple[Row, Settings]], places: Places) -> list[Former]:
    """What the former laboratory says of rows, each with the settings of its RTL; it keeps things as we do.

    UsageError where there is none; HashloomError where it cannot judge them.
    """
    capture = Capture()
    return [
        Former(status, {level: _unit(described, capture) for level, described in units.items()})
        for status, units in _answers(former, _PROGRAM, rows, places)
    ]


def rtl_of(
    former: Path, verified: Sequence[tuple[str, Mapping[str, str], Sequence[str]]], places: Places
) -> list[dict[str, RtlUnit]]:
    """RTL by level that designs have in the former laboratory: of each the name, the tuning and the levels.

    Errors as of `judged`.
    """
    capture = Capture()
    return [
        {level: _unit(described, capture) for level, described in units.items()}
        for units in _answers(former, _UNITS, verified, places)
    ]


def _answers(former: Path, program: str, questions: Sequence[Any], places: Places) -> list[Any]:
    if not (former / "hashloom" / "evaluation" / "reuse.py").is_file():
        raise UsageError(f"{former} is no checkout of a former hashloom; make one with: git worktree add")
    environment = {
        **os.environ,
        "PYTHONPATH": str(former.resolve()),
        "HASHLOOM_CORES": str((former / "cores").resolve()),
        "HASHLOOM_STATE": str(places.state),
        "HASHLOOM_VECTORS": str(vectors.official_folder() or former / "hashloom"),
    }
    done = subprocess.run(
        [sys.executable, "-c", program], input=json.dumps(questions), env=environment, cwd=former,
        capture_output=True, text=True, timeout=_SECONDS, check=False,
    )  # fmt: skip
    if done.returncode:
        raise HashloomError(f"the hashloom of {former} cannot judge these: {done.stderr.strip()[-500:]}")
    answers: list[Any] = json.loads(done.stdout)
    return answers


def _unit(described: Sequence[Any], capture: Capture) -> RtlUnit:
    name, top, sources, parameters = described
    return RtlUnit(name, top, tuple(map(Path, sources)), tuple(map(tuple, parameters)), capture)
