# SPDX-License-Identifier: Apache-2.0
"""Verifications of results carried over an edit of RTL that elaborates to the same circuit.

An entry says of which RTL it is, by the digest of its text at each level. Where the text is another one now,
and the entry was of the text that the former laboratory has, both must elaborate to the same circuit at every
level (`flow.circuit`); an entry of another circuit is left as it is, and named. A random sample of the others
is verified anew, with the bench and the models of now: it must pass, in as many cycles.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hashloom import catalogue, verification
from hashloom.catalogue import rtl
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.design import Tuning
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import CheckFailed, UsageError
from hashloom.evaluation import former as former_laboratory
from hashloom.evaluation import reuse
from hashloom.evaluation.carry_over import laboratory
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.flow import circuit
from hashloom.results.versions import Member
from hashloom.rows import Row

KIND = "verification"


def verifications_carried_over(
    documents: Mapping[Path, Row],
    former: Path,
    count: int,
    seed: int,
    session: Session,
    say: Progress = silent,
) -> dict[Path, Row]:
    """The documents with the RTL of now, and with a note of it, in their list `carried`.

    `count` entries are verified anew, drawn with `seed`. CheckFailed where one of them fails or takes other
    cycles; UsageError where nothing is to be carried over, or not so many entries.
    """
    places = [
        (path, number)
        for path, content in documents.items()
        for number, entry in enumerate(content[reuse.VERIFICATIONS])
        if not entry["failed"]
    ]
    entries: list[Row] = [documents[path][reuse.VERIFICATIONS][number] for path, number in places]
    asked = [(entry["design"], entry["tuning"], entry["levels"]) for entry in entries]
    capture = Capture()
    here = [_units(entry, capture) for entry in entries]
    there = former_laboratory.rtl_of(former, asked, session.places)
    same = []
    for n, entry in enumerate(entries):
        was = {level: unit.digest() for level, unit in there[n].items()}
        if was != entry["rtl_digests"] or _digests(here[n]) == was:
            continue
        if all(circuit.same(here[n][level], there[n][level], session) for level in was):
            same.append(n)
        else:
            say(f"another circuit, to be verified anew: {entry['design']}")
    if not 0 < count <= len(same):
        raise UsageError(
            f"{count} verifications cannot be drawn; {len(same)} are of the same circuit as before"
        )
    drawn = random.Random(seed).sample(same, count)
    for n in drawn:
        say(f"verified anew: {entries[n]['design']}")
        repeat(entries[n], session)
    note: Member = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "keys": ["rtl_digests"],
        "from": laboratory(former / "hashloom"),
        "seed": seed,
        "of": len(same),
        "among": {},
        "sample": [entries[n]["design"] for n in drawn],
    }
    made: dict[Path, Row] = {path: json.loads(json.dumps(content)) for path, content in documents.items()}
    changed = set()
    for n in same:
        path, number = places[n]
        entry = {**entries[n], "rtl_digests": _digests(here[n])}
        entry.pop("key", None)  # it was that of the text
        made[path][reuse.VERIFICATIONS][number] = entry
        changed.add(path)
    for path in changed:
        made[path][reuse.CARRIED] = [*made[path].get(reuse.CARRIED, []), note]
    return {path: made[path] for path in changed}


def repeat(entry: Mapping[str, Any], session: Session) -> None:
    """Verify a design anew as the entry says. CheckFailed where it fails, or takes other cycles."""
    design, tuning = catalogue.resolve_design(entry["design"]), Tuning(**entry["tuning"])
    found = verification.verify(
        design, tuning, entry["effort"], [],
        levels=entry["levels"], seed=entry["seed"], engine=entry["engine"],
    )  # fmt: skip
    if found.failed:
        raise CheckFailed(f"{design.name} fails {found.failed} checks; nothing is carried over")
    measured = json.loads(json.dumps(found.measured))
    if measured != entry["measured"]:
        raise CheckFailed(
            f"{design.name} takes {measured} in place of {entry['measured']}; nothing is carried over"
        )


def _units(entry: Mapping[str, Any], capture: Capture) -> dict[str, RtlUnit]:
    design, tuning = catalogue.resolve_design(entry["design"]), Tuning(**entry["tuning"])
    return {level: rtl.unit(design, level, tuning, capture=capture) for level in entry["levels"]}


def _digests(units: Mapping[str, RtlUnit]) -> dict[str, str]:
    return {level: unit.digest() for level, unit in units.items()}
