# SPDX-License-Identifier: Apache-2.0
"""Proofs of turns carried over a change of the programs that made them.

The answer for a design's turns depends on the RTL and on programs: specification, framework and models
(`hashloom.formal.turns.check.digest`). Where a change of the programs is meant to change no answer, a random
sample of the checks and faults is proven again. If each comes out as it stands in the document, with as many
turns and assertions, the other answers are taken over, and the document says when, and after which sample.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from hashloom import catalogue
from hashloom.catalogue.places import Places
from hashloom.errors import CheckFailed, UsageError
from hashloom.execution import jobs
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.formal.run import LIMITS, prove, prove_faulty
from hashloom.formal.table import TURNS, Check, Fault, Proof, proofs
from hashloom.formal.turns import check as turns

COMPARED = ("state", "answer", "turns", "assertions")
"""What a repeated check must have in common with the one in the document."""
Entry = Mapping[str, Any]


@dataclass(frozen=True)
class Stale:
    """An answer in the document that is of other programs: of a check, or of a fault in one."""

    proof: Proof
    what: Check | Fault
    answer: Entry

    @property
    def check(self) -> Check:
        """The check, of a fault that which it is planted in."""
        return self.what if isinstance(self.what, Check) else self.proof.checks[self.what.set]

    @property
    def name(self) -> str:
        """The check's name, of a fault with the file that it is in."""
        return self.check.name + ("" if isinstance(self.what, Check) else f", a fault in {self.what.file}")


def stale(entries: Mapping[str, Entry], places: Places) -> Iterator[Stale]:
    """The answers for turns that are of other programs. UsageError where RTL or faults are others too."""
    for proof in proofs(places):
        if proof.engine != TURNS:
            continue
        found = entries.get(proof.name, {"checks": [], "faults": []})
        digests = [one["digest"] for one in found["checks"]]
        planted = [(one["file"], one["right"], one["wrong"]) for one in found["faults"]]
        if digests != [check.unit.digest() for check in proof.checks] or planted != [
            (fault.file, fault.right, fault.wrong) for fault in proof.faults
        ]:
            raise UsageError(f"{proof.name} is of other RTL or faults; prove it: hashloom prove {proof.name}")
        whats: tuple[Check | Fault, ...] = (*proof.checks, *proof.faults)
        for what, answer in zip(whats, [*found["checks"], *found["faults"]], strict=True):
            one = Stale(proof, what, answer)
            if answer.get("specification") != _specification(one.check.design, places):
                yield one


def carry_over(
    entries: Mapping[str, Entry],
    count: int,
    seed: int,
    session: Session,
    limits: jobs.Limits = LIMITS,
    say: Progress = silent,
) -> dict[str, Entry]:
    """The entries of a document with all of its answers taken over, after `count` of the stale were repeated.

    CheckFailed for one that comes out otherwise; UsageError where nothing is stale, or the RTL is another.
    """
    found = list(stale(entries, session.places))
    if not found:
        raise UsageError("no proof of turns is of other programs than those that are here")
    sample = random.Random(seed).sample(found, min(count, len(found)))
    for one in sample:
        say(one.name)
        repeat(one, session, limits)
    note = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "seed": seed,
        "of": len(found),
        "sample": [one.name for one in sample],
    }
    names = {one.proof.name for one in found}
    return {
        name: _taken_over(entry, note, session.places) if name in names else entry
        for name, entry in entries.items()
    }


def repeat(one: Stale, session: Session, limits: jobs.Limits = LIMITS) -> None:
    """Prove a check or a fault again. CheckFailed where it comes out otherwise."""
    if isinstance(one.what, Check):
        body = prove(one.what, session, limits).body
        compared: tuple[str, ...] = COMPARED
    else:
        body, compared = prove_faulty(one.proof, one.what, session, limits).body, ("answer",)
    for key in compared:
        if body.get(key) != one.answer.get(key):
            raise CheckFailed(
                f"{one.name} comes out otherwise, {key} {body.get(key)} in place of {one.answer.get(key)}; "
                f"prove it anew: hashloom prove {one.proof.name}"
            )


def _specification(design: str, places: Places) -> str:
    """The digest of the programs that are here, of the design of this name."""
    return turns.digest(catalogue.resolve_design(design, places))


def _taken_over(entry: Entry, note: Mapping[str, Any], places: Places) -> Entry:
    """An entry whose answers for designs have the digest of the programs that are here."""
    (proof,) = (one for one in proofs(places) if one.name == entry["name"])
    checks = [{**one, "specification": _specification(one["design"], places)} for one in entry["checks"]]
    faults = [
        {**one, "specification": _specification(proof.checks[fault.set].design, places)}
        for one, fault in zip(entry["faults"], proof.faults, strict=True)
    ]
    return {**entry, "checks": checks, "faults": faults, "carried": [*entry.get("carried", []), dict(note)]}
