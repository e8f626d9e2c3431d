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

from hashloom.catalogue.capture import Capture
from hashloom.catalogue.places import Places
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import HashloomError, UsageError
from hashloom.rows import Row

RESULT, STANDING, UNKNOWN = "result", "standing", "unknown"
Settings = tuple[tuple[str, int], ...]
"""RTL parameters that were set in place of a tuning's."""

_SECONDS = 600.0
_BEGIN = """
import json, os, sys
from inspect import signature
from pathlib import Path
from hashloom import catalogue, targets
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Tuning
from hashloom.evaluation import reuse
Reusable = getattr(reuse, "Reusable", None) or reuse.Known
told = ()
if "places" in signature(catalogue.resolve_design).parameters:
    from hashloom.catalogue.places import Places
    told = (Places.of(os.environ),)
def described(units):
    return {
        level: (one.name, one.top, list(map(str, one.sources)), one.parameters)
        for level, one in units.items()
    }
answers = []
"""
"""What laboratories of all versions are asked through; some have to be told the places, others ask."""
_PROGRAM = f"""{_BEGIN}
for row, settings in json.load(sys.stdin):
    name = (row["function"], row["architecture"], row["target"], row["goal"])
    reusable = Reusable(*told, rows={{name: [(Path("row"), row)]}})
    design = catalogue.resolve_design("/".join(name[:2]), *told)
    asked = (design, *name[2:], len(row.get("seeds", ())), tuple(map(tuple, settings)))
    answer = "result" if reusable.result(*asked) else "standing" if reusable.standing(*asked) else "unknown"
    target = targets.find(row["target"])
    tuning = Tuning(target.technology, row["goal"], target.name, tuple(map(tuple, settings)))
    units = {{level: rtl.unit(design, level, tuning) for level in ("core", "top")}}
    answers.append((answer, described(units)))
json.dump(answers, sys.stdout)
"""
_VERIFIED = f"""{_BEGIN}
def good(design, entry, tuning):
    try:
        from hashloom.verification import Asked
        asked = Asked(tuning, entry["levels"], entry["effort"], entry["seed"], entry["engine"])
    except (ImportError, TypeError):
        return False
    known = Reusable(*told, verifications={{design.name: [(Path("entry"), entry)]}})
    return known.verification(design, asked) is not None
for entry in json.load(sys.stdin):
    settings = tuple(map(tuple, entry["tuning"].get("settings", ())))
    tuning = Tuning(**{{**entry["tuning"], "settings": settings}})
    design = catalogue.resolve_design(entry["design"], *told)
    units = {{level: rtl.unit(design, level, tuning) for level in entry["levels"]}}
    answers.append(("result" if good(design, entry, tuning) else "unknown", described(units)))
json.dump(answers, sys.stdout)
"""


@dataclass(frozen=True)
class Former:
    """What the former laboratory says of a row, or of a verification, and the RTL that it has, by level.

    It says RESULT, UNKNOWN, or STANDING, which a verification never is.
    """

    status: str
    units: Mapping[str, RtlUnit]


def judged(former: Path, rows: Sequence[tuple[Row, Settings]], places: Places) -> list[Former]:
    """What the former laboratory says of rows, each with the settings of its RTL; it keeps things as we do.

    UsageError where there is none; HashloomError where it cannot judge them.
    """
    return _told(_answers(former, _PROGRAM, rows, places))


def verified(former: Path, entries: Sequence[Row], places: Places) -> list[Former]:
    """The same of verifications, as entries of documents. Errors as of `judged`."""
    return _told(_answers(former, _VERIFIED, entries, places))


def _told(answers: Sequence[Any]) -> list[Former]:
    capture = Capture()
    return [
        Former(status, {level: _unit(described, capture) for level, described in units.items()})
        for status, units in answers
    ]


def _answers(former: Path, program: str, questions: Sequence[Any], places: Places) -> list[Any]:
    if not (former / "hashloom" / "evaluation" / "reuse.py").is_file():
        raise UsageError(f"{former} is no checkout of a former hashloom; make one with: git worktree add")
    environment = {
        **os.environ,
        "PYTHONPATH": str(former.resolve()),
        "HASHLOOM_CORES": str((former / "cores").resolve()),
        "HASHLOOM_STATE": str(places.state),
        "HASHLOOM_VECTORS": str(places.official_vectors or former / "hashloom"),
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
