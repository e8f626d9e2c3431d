# SPDX-License-Identifier: Apache-2.0
"""Proofs of turns carried over a change of the programs that made them.

The answer for a design's turns depends on the RTL and on programs: specification, framework and models
(`hashloom.formal.turns.check.digest`). Where a change of the programs is meant to change no answer, a random
sample of the checks and faults is proven again. If each comes out as it stands in the document, with as many
turns and assertions, the other answers are taken over, and the document says when, and after which sample.
Checks and faults that the document does not have, or of other RTL, are proven.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from hashloom import catalogue
from hashloom.catalogue.places import Places
from hashloom.errors import CheckFailed, UsageError
from hashloom.execution import jobs
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.execution.steps import Step
from hashloom.formal.document import entry, facts
from hashloom.formal.run import LIMITS, is_refuted, prove, prove_faulty
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


@dataclass(frozen=True)
class Known:
    """Answers of a document for a proof of turns: of its checks, then of its faults; None for new ones."""

    proof: Proof
    answers: Sequence[Entry | None]

    @property
    def whats(self) -> tuple[Check | Fault, ...]:
        """Its checks, then its faults."""
        return (*self.proof.checks, *self.proof.faults)

    def stale(self, places: Places) -> Iterator[Stale]:
        """The answers that are of other programs."""
        for what, answer in zip(self.whats, self.answers, strict=True):
            if answer is None:
                continue
            one = Stale(self.proof, what, answer)
            if answer.get("specification") != _specification(one.check.design, places):
                yield one


def known(entries: Mapping[str, Entry], places: Places) -> list[Known]:
    """What a document has of each proof of turns.

    The answer for a check is that of its circuit, for a fault that of the same change; where the fault's
    check is of other RTL than any in the document it is none.
    """
    found = []
    for proof in proofs(places):
        if proof.engine == TURNS:
            entry = entries.get(proof.name, {"checks": [], "faults": []})
            checks = {one["digest"]: one for one in entry["checks"]}
            faults = {(one["file"], one["right"], one["wrong"]): one for one in entry["faults"]}
            of_checks = [checks.get(check.unit.digest()) for check in proof.checks]
            of_faults = [
                faults.get((one.file, one.right, one.wrong)) if of_checks[one.set] is not None else None
                for one in proof.faults
            ]
            found.append(Known(proof, [*of_checks, *of_faults]))
    return found


def carry_over(
    entries: Mapping[str, Entry],
    count: int,
    seed: int,
    session: Session,
    limits: jobs.Limits = LIMITS,
    say: Progress = silent,
) -> dict[str, Entry]:
    """The entries of a document with all of its answers taken over, after `count` of the stale were repeated.

    What it lacks of their proofs is proven. CheckFailed for an answer that comes out otherwise; UsageError
    where nothing is stale.
    """
    of_turns = known(entries, session.places)
    found = [one for of_proof in of_turns for one in of_proof.stale(session.places)]
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
    made = dict(entries)
    for of_proof in of_turns:
        if of_proof.proof.name in names:
            whole = _completed(of_proof, session, limits, say)
            carried = [*entries[of_proof.proof.name].get("carried", []), note]
            made[of_proof.proof.name] = {**whole, "carried": carried}
    return made


def repeat(one: Stale, session: Session, limits: jobs.Limits = LIMITS) -> None:
    """Prove a check or a fault again. CheckFailed where it comes out otherwise."""
    body = _proven(one.proof, one.what, session, limits).body
    for key in COMPARED if isinstance(one.what, Check) else ("answer",):
        if body.get(key) != one.answer.get(key):
            raise CheckFailed(
                f"{one.name} comes out otherwise, {key} {body.get(key)} in place of {one.answer.get(key)}; "
                f"prove it anew: hashloom prove {one.proof.name}"
            )


def _specification(design: str, places: Places) -> str:
    """The digest of the programs that are here, of the design of this name."""
    return turns.digest(catalogue.resolve_design(design, places))


def _proven(proof: Proof, what: Check | Fault, session: Session, limits: jobs.Limits) -> Step:
    if isinstance(what, Check):
        return prove(what, session, limits)
    return prove_faulty(proof, what, session, limits)


def _completed(one: Known, session: Session, limits: jobs.Limits, say: Progress) -> Entry:
    """The entry of a proof, its answers with the digest of the programs that are here.

    CheckFailed where a new check is not proven, or a new fault not found.
    """
    answers: list[Entry] = []
    for what, answer in zip(one.whats, one.answers, strict=True):
        if answer is None:
            say(f"{Stale(one.proof, what, {}).name}, which is new")
            step = _proven(one.proof, what, session, limits)
            if not (step.state == jobs.OK if isinstance(what, Check) else is_refuted(step)):
                how = "is not proven" if isinstance(what, Check) else "is not found"
                raise CheckFailed(
                    f"{Stale(one.proof, what, {}).name} {how}: {step.body.get('message', step.state)}"
                )
            answer = facts(step.body)
        specification = _specification(Stale(one.proof, what, {}).check.design, session.places)
        answers.append({**answer, "specification": specification})
    return entry(one.proof, answers)
