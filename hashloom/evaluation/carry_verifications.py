# SPDX-License-Identifier: Apache-2.0
"""Verifications of results carried over a change of the bench, or over an edit of RTL to the same circuit.

An entry says what it rests on: of which RTL it is, by the digest of its text at each level, and by its key
all else (`verification.basis`). The former laboratory says which entries were good there by all of that; of
one without a key no more is asked than that it is of the RTL there. Where it is not as good here, the RTL
must elaborate to the same circuit at every level (`flow.circuit`); an entry of another circuit is left as it
is, and named. A random sample of the others is verified anew, with the bench of now: it must pass in as many
cycles, and where the former bench is known and the vectors are the same, pass as many checks and meet the
same of the contract. Where reference models or vectors have changed, nothing is carried over.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hashloom import catalogue, verification
from hashloom.catalogue import rtl
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.design import Design, Tuning
from hashloom.catalogue.places import Places
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import CheckFailed, HashloomError, UsageError
from hashloom.evaluation import former as former_laboratory
from hashloom.evaluation import reuse
from hashloom.evaluation.carry_over import laboratory, same_checks
from hashloom.evaluation.former import RESULT, Former
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.flow import circuit
from hashloom.results.versions import Member
from hashloom.rows import Row
from hashloom.verification import Asked, basis

KIND = "verification"
KEYS = ("rtl_digests", "key")
"""What of an entry is renewed."""
COMPARED = ("measured", "passed", "coverage")
"""What a verification of the sample must have in common with its entry; the first of it in any case."""


@dataclass(frozen=True)
class _Entry:
    """An entry of a document with its design, what was asked, and the RTL of now by level."""

    row: Row
    design: Design
    asked: Asked
    units: Mapping[rtl.Level, RtlUnit]

    @classmethod
    def of(cls, row: Row, capture: Capture, places: Places) -> _Entry:
        """That of a document. UsageError for a design that is not there."""
        design = catalogue.resolve_design(row["design"], places)
        settings = tuple(map(tuple, row["tuning"].get("settings", ())))
        tuning = Tuning(**{**row["tuning"], "settings": settings})
        asked = Asked(tuning, row["levels"], row["effort"], row["seed"], row["engine"])
        units = {level: rtl.unit(design, level, tuning, capture=capture) for level in asked.levels}
        return cls(row, design, asked, units)

    @property
    def digests(self) -> dict[str, str]:
        """Digests of the RTL of now."""
        return {level: unit.digest() for level, unit in self.units.items()}

    def is_good(self, row: Row, places: Places) -> bool:
        """Whether this laboratory takes a row for what it would find here."""
        known = reuse.Reusable(places, verifications={self.design.name: [(Path("entry"), row)]})
        return known.verification(self.design, self.asked) is not None

    def is_stale(self, there: Former, places: Places) -> bool:
        """Whether it was good of the laboratory there, and is not here."""
        if there.status == RESULT:
            return not self.is_good(self.row, places)
        was = {level: unit.digest() for level, unit in there.units.items()}
        return bool(was == self.row["rtl_digests"] != self.digests)

    def same_circuits(self, there: Former, session: Session) -> bool:
        """Whether its RTL is the same here and there: as a text, or as a circuit at every level."""
        return all(circuit.same(unit, there.units[level], session) for level, unit in self.units.items())

    def renewed(self, there: Former, places: Places) -> Row:
        """The entry with the digests of now, and the key of now if it had that of the laboratory there.

        HashloomError if it is not as good here then.
        """
        if there.status != RESULT:  # nobody knows what its key is of, if it has one
            made = {key: value for key, value in self.row.items() if key != "key"}
            return {**made, "rtl_digests": self.digests}
        rests = basis.basis(
            self.design, self.asked.levels, self.digests, self.row["vectors_digest"], self.row["tools"]
        )
        made = {**self.row, "rtl_digests": self.digests, "key": basis.key(rests)}
        if not self.is_good(made, places):
            raise HashloomError(f"{self.design.name} is not as good with the key of now; verify it anew")
        return made

    def repeat(self, there: Former, session: Session) -> None:
        """Verify it anew. CheckFailed where it fails, or comes out otherwise."""
        found = verification.verify(
            self.design, session, self.asked.tuning, self.asked.effort,
            levels=self.asked.levels, seed=self.asked.seed, engine=self.asked.engine,
        )  # fmt: skip
        if found.failed:
            raise CheckFailed(f"{self.design.name} fails {found.failed} checks; nothing is carried over")
        made = json.loads(json.dumps(found.body()))
        is_like = there.status == RESULT and made["vectors_digest"] == self.row["vectors_digest"]
        for key in COMPARED if is_like else COMPARED[:1]:
            if made[key] != self.row[key]:
                raise CheckFailed(
                    f"{self.design.name} comes out otherwise, {_shown(key, made[key])} in place of "
                    f"{_shown(key, self.row[key])}; nothing is carried over"
                )


def _shown(key: str, value: Any) -> str:
    """A member of an entry in a sentence; of the coverage what was met, by level."""
    return f"{key} { ({level: one['met'] for level, one in value.items()} if key == 'coverage' else value) }"


def verifications_carried_over(
    documents: Mapping[Path, Row],
    former: Path,
    count: int,
    seed: int,
    session: Session,
    say: Progress = silent,
    show: Progress = silent,
) -> dict[Path, Row]:
    """The documents with the RTL and the keys of now, and with a note of it, in their list `carried`.

    `count` entries are verified anew, drawn with `seed`. CheckFailed where one of them fails or comes out
    otherwise; UsageError where models or vectors are others, nothing is to be carried over, or not so many
    entries. `say` is told what a reader is to know, `show` what is being done.
    """
    places = session.places
    standing = [
        (path, number)
        for path, content in documents.items()
        for number, entry in enumerate(content[reuse.VERIFICATIONS])
        if not entry["failed"]
    ]
    capture = Capture()
    rows: list[Row] = [documents[path][reuse.VERIFICATIONS][number] for path, number in standing]
    entries = [_Entry.of(row, capture, places) for row in rows]
    there = former_laboratory.verified(former, rows, places)
    if not same_checks(former):
        raise UsageError(
            f"reference models or vectors are others than those of {former}; verify the designs anew"
        )
    same = []
    for n, (entry, was) in enumerate(zip(entries, there, strict=True)):
        if not entry.is_stale(was, places):
            continue
        show(f"circuit {n + 1} of {len(entries)}: {entry.design.name}")
        if entry.same_circuits(was, session):
            same.append(n)
        else:
            say(f"another circuit, to be verified anew: {entry.design.name}")
    if not 0 < count <= len(same):
        raise UsageError(
            f"{count} verifications cannot be drawn; {len(same)} were good there and are others here, "
            "of the same circuit"
        )
    drawn = random.Random(seed).sample(same, count)
    for n in drawn:
        say(f"verified anew: {entries[n].design.name}")
        entries[n].repeat(there[n], session)
    made: dict[Path, Row] = {path: json.loads(json.dumps(content)) for path, content in documents.items()}
    for n in same:
        path, number = standing[n]
        made[path][reuse.VERIFICATIONS][number] = entries[n].renewed(there[n], places)
    keys = KEYS if any(there[n].status == RESULT for n in same) else KEYS[:1]
    note: Member = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "keys": list(keys),
        "from": laboratory(former / "hashloom"),
        "seed": seed,
        "of": len(same),
        "among": {},
        "sample": [entries[n].design.name for n in drawn],
    }
    changed = {standing[n][0] for n in same}
    for path in changed:
        made[path][reuse.CARRIED] = [*made[path].get(reuse.CARRIED, []), note]
    return {path: made[path] for path in changed}
