# SPDX-License-Identifier: Apache-2.0
"""Rows of results carried over a change of the laboratory that is meant to change no figure.

A row has the keys of its steps, and those rest on the laboratory's own code. Where that has changed, the
former laboratory (a folder that has its package) says which rows were good there, by its own rules and with
the RTL, vectors and tools that are here. A random sample of them is measured anew. If each comes out the same
to the last digit, the rows get the keys that they would have now.

A row whose figures only stood there, for its design has passed other checks, only stands here too. Where the
reference models or the vectors differ between the two laboratories, verifications are not carried over.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hashloom import catalogue, targets, vectors
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Design, Tuning
from hashloom.catalogue.places import cores_folder, state_folder
from hashloom.errors import CheckFailed, HashloomError, UsageError
from hashloom.evaluation import reuse
from hashloom.evaluation.synthesis import ASSURED, synthesise
from hashloom.execution import code
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session, again
from hashloom.flow import Result
from hashloom.flow.measurement import SYNTHESIS, flow_digest, run_of, step_keys
from hashloom.results.versions import Member
from hashloom.rows import Row
from hashloom.verification import basis

RESULT, STANDING, UNKNOWN = "result", "standing", "unknown"
KEYS = ("synthesis_key", "steps", "flow_digest", "assurance")
"""What of a row is carried over: keys of its steps, and in `assurance` that of the verification."""
_NOT_MEASURED = (*KEYS, "vectors_digest")
"""What of a row is no figure. Vectors differ from place to place: the own ones, or the official in full."""
_SECONDS = 600.0
_PROGRAM = """
import json, sys
from pathlib import Path
from hashloom import catalogue
from hashloom.evaluation import reuse
Reusable = getattr(reuse, "Reusable", None) or reuse.Known
answers = []
for row, settings in json.load(sys.stdin):
    name = (row["function"], row["architecture"], row["target"], row["goal"])
    reusable = Reusable(rows={name: [(Path("row"), row)]})
    design = catalogue.resolve_design("/".join(name[:2]))
    asked = (design, *name[2:], len(row.get("seeds", ())), tuple(map(tuple, settings)))
    answer = "result" if reusable.result(*asked) else "standing" if reusable.standing(*asked) else "unknown"
    answers.append(answer)
json.dump(answers, sys.stdout)
"""

Settings = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Sample:
    """How many rows are measured anew, drawn with this seed among those of these designs and targets.

    No designs, or no targets: among all.
    """

    count: int
    seed: int
    designs: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()

    def of(self, rows: Sequence[Row]) -> list[Row]:
        """The rows of the sample. UsageError where there are not so many."""
        among = {
            (name_of(row), settings_of(row)): row
            for row in rows
            if (not self.designs or f"{row['function']}/{row['architecture']}" in self.designs)
            and (not self.targets or row["target"] in self.targets)
        }
        if not 0 < self.count <= len(among):
            raise UsageError(f"{self.count} rows cannot be drawn; there are {len(among)} to draw from")
        return random.Random(self.seed).sample(list(among.values()), self.count)

    def note(self, rows: Sequence[Row], sample: Sequence[Row]) -> Member:
        """What a document says of it."""
        among = {"designs": list(self.designs), "targets": list(self.targets)}
        return {
            "seed": self.seed,
            "of": len(rows),
            "among": {key: value for key, value in among.items() if value},
            "sample": [name_of(row) for row in sample],
        }


def name_of(row: Mapping[str, Any]) -> str:
    """What a sentence calls a row."""
    return f"{row['function']}/{row['architecture']} {row['goal']} on {row['target']}"


def settings_of(row: Mapping[str, Any]) -> Settings:
    """RTL parameters that were set in place of the tuning's."""
    names: Mapping[Any, int] = rtl.names("adder_pkg")
    found = dict(row.get("settings") or {}).items()
    return tuple((key, names.get(value, value)) for key, value in sorted(found))


def statuses(former: Path, rows: Sequence[Row]) -> list[str]:
    """What the former laboratory says of rows: RESULT, STANDING or UNKNOWN. UsageError if there is none."""
    if not (former / "hashloom" / "evaluation" / "reuse.py").is_file():
        raise UsageError(f"{former} is no checkout of a former hashloom; make one with: git worktree add")
    environment = {
        **os.environ,
        "PYTHONPATH": str(former.resolve()),
        "HASHLOOM_CORES": str(cores_folder()),
        "HASHLOOM_STATE": str(state_folder()),
        "HASHLOOM_VECTORS": str(vectors.official_folder() or former / "hashloom"),
    }
    questions = json.dumps([(row, settings_of(row)) for row in rows])
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM], input=questions, env=environment, cwd=former,
        capture_output=True, text=True, timeout=_SECONDS, check=False,
    )  # fmt: skip
    if done.returncode:
        raise HashloomError(f"the hashloom of {former} cannot judge these rows: {done.stderr.strip()[-500:]}")
    answers: list[str] = json.loads(done.stdout)
    return answers


def carried_over(
    documents: Mapping[Path, Row],
    former: Path,
    sample: Sample,
    session: Session,
    say: Progress = silent,
) -> dict[Path, Row]:
    """The documents with the keys of now, and with a note of it, in their list `carried`.

    CheckFailed where a row of the sample comes out otherwise; UsageError where nothing is to be carried over.
    """
    places = [
        (path, key, number)
        for path, content in documents.items()
        for key in reuse.ROWS
        for number, row in enumerate(content.get(key, ()))
        if "synthesis_key" in row and "function" in row and row.get("state") == "ok"
    ]
    rows: list[Row] = [documents[path][key][number] for path, key, number in places]
    found = statuses(former, rows)
    stale = [row for row, status in zip(rows, found, strict=True) if _is_stale(row, status)]
    if not stale:
        raise UsageError("no row has keys of the former laboratory that would be others now")
    drawn = sample.of(stale)
    for row in drawn:
        say(f"measured anew: {name_of(row)}")
        repeat(row, session)
    verified = _same_checks(former)
    note = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "keys": list(KEYS if verified else KEYS[:-1]),
        "from": _laboratory(former / "hashloom"),
        **sample.note(stale, drawn),
    }
    made = {path: json.loads(json.dumps(content)) for path, content in documents.items()}
    changed = set()
    for (path, key, number), row, status in zip(places, rows, found, strict=True):
        if _is_stale(row, status):
            made[path][key][number] = _renewed(row, status == RESULT and verified)
            changed.add(path)
    for path in changed:
        made[path][reuse.CARRIED] = [*made[path].get(reuse.CARRIED, []), note]
    return {path: content for path, content in made.items() if path in changed}


def _asked(row: Row) -> tuple[Design, str, str, int, Settings]:
    """What a row answers."""
    design = catalogue.resolve_design(f"{row['function']}/{row['architecture']}")
    return design, row["target"], row["goal"], len(row.get("seeds", ())), settings_of(row)


def status_of(row: Row) -> str:
    """What this laboratory says of a row."""
    name = (row["function"], row["architecture"], row["target"], row["goal"])
    reusable, asked = reuse.Reusable(rows={name: [(Path("row"), row)]}), _asked(row)
    return RESULT if reusable.result(*asked) else STANDING if reusable.standing(*asked) else UNKNOWN


def _is_stale(row: Row, status: str) -> bool:
    """Whether a row was good, and is not as good by the keys of now."""
    return status != UNKNOWN and status != status_of(row)


def repeat(row: Row, session: Session) -> None:
    """Measure a row anew. CheckFailed where one of the figures that it has comes out otherwise."""
    design, target, goal, seeds, settings = _asked(row)
    anew = Session(session.folder, session.records, again("all"))
    made = _plain(synthesise(design, target, goal, seeds, anew, settings=settings))
    for key, value in _plain(Result.from_row(row)).items():
        if key not in _NOT_MEASURED and made.get(key) != value:
            raise CheckFailed(
                f"{name_of(row)} comes out otherwise, {key} {made.get(key)} in place of {value}; "
                "nothing is carried over"
            )


def _plain(result: Result) -> Row:
    """Figures of a result as they stand in a row."""
    found: Row = json.loads(json.dumps(result.row()))
    return found


def _renewed(row: Row, verified: bool) -> Row:
    """The row with the keys of now. HashloomError if it is not as good here as it was there."""
    design, target_name, goal, seeds, settings = _asked(row)
    target = targets.find(target_name)
    tuning = Tuning(target.technology, goal, target.name, settings)
    unit = rtl.unit(design, "core", tuning)
    keys = step_keys(run_of(unit, target, goal), seeds)
    made = {**row, "synthesis_key": keys[SYNTHESIS], "flow_digest": flow_digest(target), "steps": keys}
    if verified:
        digests: dict[str, str] = {level: rtl.unit(design, level, tuning).digest() for level in ASSURED}
        passed = row["assurance"]
        rests = basis.basis(design, ASSURED, digests, row["vectors_digest"], passed["tools"])
        made["assurance"] = {**passed, "verification": basis.key(rests)}
    if status_of(made) == UNKNOWN:
        raise HashloomError(f"{name_of(row)} is not reusable with the keys of now; measure it anew")
    return made


def _same_checks(former: Path) -> bool:
    """Whether both laboratories have the same models and vectors."""
    return all(
        _digest(former / "hashloom" / name) == _digest(code.PACKAGE / name) for name in ("models", "vectors")
    )


def _laboratory(package: Path) -> str:
    return _digest(package)


def _digest(folder: Path) -> str:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".pyc")
    return code.digest_of(folder, files)
