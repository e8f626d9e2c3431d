# SPDX-License-Identifier: Apache-2.0
"""Rows of results carried over a change of the laboratory, or of the RTL's text, that is to change no figure.

A row has the keys of its steps, and those rest on the laboratory's own code and on the text of the RTL. Where
these have changed, the former laboratory says which rows were good there (`former`). RTL that is another text
must elaborate to the same circuit at every level that was verified (`flow.circuit`); a row of another circuit
is left as it is, and named. A random sample of the others is measured anew. If each comes out the same to the
last digit, the rows get the keys that they would have now. What the figures of a row are to those of another
text of its circuit stands in `measured_again`.

A row whose figures only stood there, for its design has passed other checks, only stands here too. Where the
reference models or the vectors differ between the two laboratories, verifications are not carried over. A
verification that is carried over to another text needs the proofs of that text, as every figure does.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hashloom import catalogue, targets
from hashloom.catalogue import rtl
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.design import Design, Tuning
from hashloom.catalogue.places import Places
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import CheckFailed, HashloomError, UsageError
from hashloom.evaluation import reuse
from hashloom.evaluation.at_level import BLOCK
from hashloom.evaluation.former import RESULT, STANDING, UNKNOWN, Former, Settings, judged
from hashloom.evaluation.measured_again import KEYS, MEASURED, comes_out, compare, name_of, plain
from hashloom.evaluation.synthesis import ASSURED, synthesise
from hashloom.execution import code
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session, again
from hashloom.flow import circuit
from hashloom.flow.goals import PORTFOLIO
from hashloom.flow.measurement import SYNTHESIS, flow_digest, run_of, step_keys
from hashloom.formal import relevance
from hashloom.results.versions import Member
from hashloom.rows import Row
from hashloom.targets import VendorFpga
from hashloom.verification import basis


@dataclass(frozen=True)
class Sample:
    """How many rows are measured anew, drawn with this seed among those of these designs and targets.

    No designs, or no targets: among all.
    """

    count: int
    seed: int
    designs: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()

    def of(self, rows: Sequence[Row], places: Places) -> list[Row]:
        """The rows of the sample. UsageError where there are not so many."""
        among = {
            (name_of(row), settings_of(row, places)): row
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


def settings_of(row: Mapping[str, Any], places: Places) -> Settings:
    """RTL parameters that were set in place of the tuning's."""
    names: Mapping[Any, int] = rtl.names("adder_pkg", places)
    found = dict(row.get("settings") or {}).items()
    return tuple((key, names.get(value, value)) for key, value in sorted(found))


def carried_over(
    documents: Mapping[Path, Row],
    former: Path,
    sample: Sample,
    session: Session,
    say: Progress = silent,
    show: Progress = silent,
) -> dict[Path, Row]:
    """The documents with the keys of now, and with a note of it, in their list `carried`.

    CheckFailed where a row of the sample comes out otherwise, or a proof fails; UsageError where nothing is
    to be carried over. Rows of a message level stay as they are. `say` is told what a reader is to know,
    `show` what is being done.
    """
    places = session.places
    standing = [
        (path, key, number)
        for path, content in documents.items()
        for key in reuse.ROWS
        for number, row in enumerate(content.get(key, ()))
        if "synthesis_key" in row
        and "function" in row
        and row.get("state") == "ok"
        and row.get("goal") not in PORTFOLIO  # made of many steps: measured anew
        and row.get(reuse.LEVEL, BLOCK) == BLOCK
    ]
    rows: list[Row] = [documents[path][key][number] for path, key, number in standing]
    found = judged(former, [(row, settings_of(row, places)) for row in rows], places)
    capture = Capture()
    pairs = enumerate(zip(rows, found, strict=True))
    stale = {n for n, (row, one) in pairs if _is_stale(row, one.status, places)}
    other = set()
    for n in sorted(stale):
        show(f"circuit of {name_of(rows[n])}")
        if not _same_circuits(rows[n], found[n], session, capture):
            other.add(n)
    for name in dict.fromkeys(name_of(rows[n]) for n in sorted(other)):
        say(f"another circuit, to be measured anew: {name}")
    same = [rows[n] for n in sorted(stale - other)]
    if not same:
        raise UsageError("no row has keys of the former laboratory that would be others now")
    drawn = sample.of(same, places)
    for row in drawn:
        say(f"measured anew: {name_of(row)}")
        repeat(row, session)
    say(f"{len(same)} rows of the same circuits, those of standard cells are mapped again")
    verified = same_checks(former)
    note = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "keys": list(KEYS if verified else KEYS[:-1]),
        "from": laboratory(former / "hashloom"),
        **sample.note(same, drawn),
    }
    made = {path: json.loads(json.dumps(content)) for path, content in documents.items()}
    changed = set()
    for n in sorted(stale - other):
        path, key, number = standing[n]
        show(f"mapped again: {name_of(rows[n])}")
        is_checked = found[n].status == RESULT and verified
        made[path][key][number] = _renewed(rows[n], capture, session, is_checked)
        changed.add(path)
    carried = (made[path][key][number] for path, key, number in (standing[n] for n in stale - other))
    note["of_other_text"] = sum(MEASURED in row for row in carried)
    for path in changed:
        made[path][reuse.CARRIED] = [*made[path].get(reuse.CARRIED, []), note]
    return {path: content for path, content in made.items() if path in changed}


def _same_circuits(row: Row, former: Former, session: Session, capture: Capture) -> bool:
    """Whether the RTL of a row is the same here and there: as a text, or as a circuit at every level."""
    here = _units(row, capture, session.places)
    return all(circuit.same(here[level], there, session) for level, there in former.units.items())


def _units(row: Row, capture: Capture, places: Places) -> dict[str, RtlUnit]:
    """RTL of a row at the levels that a figure rests on."""
    design, target, goal, _, settings = _asked(row, places)
    tuning = Tuning(targets.find(target).technology, goal, target, settings)
    return {level: rtl.unit(design, level, tuning, capture=capture) for level in ASSURED}


def _asked(row: Row, places: Places) -> tuple[Design, str, str, int, Settings]:
    """What a row answers."""
    design = catalogue.resolve_design(f"{row['function']}/{row['architecture']}", places)
    return design, row["target"], row["goal"], len(row.get("seeds", ())), settings_of(row, places)


def status_of(row: Row, places: Places) -> str:
    """What this laboratory says of a row."""
    name = (row["function"], row["architecture"], row["target"], row["goal"])
    reusable, asked = reuse.Reusable(places, {name: [(Path("row"), row)]}), _asked(row, places)
    return RESULT if reusable.result(*asked) else STANDING if reusable.standing(*asked) else UNKNOWN


def _is_stale(row: Row, status: str, places: Places) -> bool:
    """Whether a row was good, and is not as good by the keys of now."""
    return status != UNKNOWN and status != status_of(row, places)


def repeat(row: Row, session: Session) -> None:
    """Measure a row anew. CheckFailed where one of the figures that it has comes out otherwise.

    Of another text than that which lies here they may differ within NEAR.
    """
    made = measured_anew(row, session)
    is_of_this = row["rtl_digest"] == made["rtl_digest"]
    compare(row if is_of_this else {MEASURED: row["rtl_digest"], **row}, made)


def measured_anew(row: Row, session: Session) -> Row:
    """The row that its design gets when everything is done again."""
    design, target, goal, seeds, settings = _asked(row, session.places)
    anew = Session(session.places, session.records, again("all"))
    return plain(synthesise(design, target, goal, seeds, anew, settings=settings))


def _renewed(row: Row, capture: Capture, session: Session, is_checked: bool) -> Row:
    """The row with the keys of now; of one that `is_checked` also those of its verification and its proofs.

    HashloomError if it is not as good here as it was there; CheckFailed where a proof does not hold.
    """
    places = session.places
    design, target_name, goal, seeds, _ = _asked(row, places)
    target, units = targets.find(target_name, places.libraries), _units(row, capture, places)
    if isinstance(target, VendorFpga):
        raise HashloomError(
            f"{name_of(row)} is of a vendor's tool, whose netlist was not simulated; measure it anew"
        )
    keys = step_keys(run_of(units["core"], target, goal), seeds)
    of = {} if comes_out(row, units["core"], session) else {MEASURED: row.get(MEASURED, row["rtl_digest"])}
    made = {
        **{key: value for key, value in row.items() if key != MEASURED},
        **of,
        "rtl_digest": units["core"].digest(),
        "synthesis_key": keys[SYNTHESIS],
        "flow_digest": flow_digest(target),
        "steps": keys,
    }
    if is_checked:
        digests: dict[str, str] = {level: unit.digest() for level, unit in units.items()}
        passed = row["assurance"]
        rests = basis.basis(design, ASSURED, digests, row["vectors_digest"], passed["tools"])
        made["assurance"] = {**passed, "verification": basis.key(rests)}
        if passed["proofs_key"] != relevance.key(units["top"], places):
            standing = relevance.examine(design, units["top"], session)
            if standing.failure is not None:
                raise CheckFailed(f"{name_of(row)}: proof {standing.failure[0].name} does not hold")
            made["assurance"] |= {"proofs_key": standing.key, "proofs": list(standing.names)}
    if status_of(made, places) == UNKNOWN:
        raise HashloomError(f"{name_of(row)} is not reusable with the keys of now; measure it anew")
    return made


def same_checks(former: Path) -> bool:
    """Whether both laboratories have the same models and vectors.

    What reads the vectors is part of the bench, of which the sample speaks.
    """
    return all(
        _digest(former / "hashloom" / name, but_for) == _digest(code.PACKAGE / name, but_for)
        for name, but_for in (("models", ""), ("vectors", ".py"))
    )


def laboratory(package: Path) -> str:
    """SHA-256 (hexadecimal) of the code of a laboratory."""
    return _digest(package)


def _digest(folder: Path, but_for: str = "") -> str:
    left_out = {".pyc", *filter(None, [but_for])}
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix not in left_out)
    return code.digest_of(folder, files)
