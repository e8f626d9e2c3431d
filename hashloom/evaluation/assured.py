# SPDX-License-Identifier: Apache-2.0
"""What a figure rests on beside the simulation of its netlist: verification of the RTL, and proofs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hashloom import verification
from hashloom.catalogue import rtl
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.design import Design, Tuning
from hashloom.evaluation.passed import Passed
from hashloom.evaluation.passed import passed as of_now
from hashloom.execution import jobs
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.flow.measurement import message_of
from hashloom.flow.result import Assurance
from hashloom.formal import relevance


@dataclass(frozen=True)
class Assured:
    """What a design passed at some levels, with the hash of the vectors.

    Without `assurance` a proof does not hold: `state` and `message` are of the first.
    """

    vectors_digest: str
    assurance: Assurance | None
    state: str = jobs.OK
    message: str = ""


def assure(
    design: Design,
    tuning: Tuning,
    levels: Sequence[rtl.Level],
    session: Session,
    what: str,
    progress: Progress = silent,
    capture: Capture | None = None,
    told: Sequence[Passed] = (),
) -> Assured:
    """Verify a design at these levels, and ask for the proofs that speak of the RTL of the last of them.

    What the records know is not done again, nor the verification that documents have `told` of.
    `what` is measured, for who is told of the progress; `capture`: the state of the RTL files, by default
    that of now. CheckFailed, with the first failure, where the design does not pass its verification.
    """
    capture = capture or Capture()

    def tell(text: str) -> None:
        progress(f"{what}: {text}")

    passed = of_now(told, design, tuning, levels, session.places, capture)
    if passed is None:
        tell("verification")
        done = verification.require_verified(
            design, tuning, session, levels=levels, progress=progress, capture=capture
        )
        passed = Passed(done["key"], tuple(done["levels"]), done["tools"], str(done["vectors_digest"]))
    last = rtl.unit(design, levels[-1], tuning, capture=capture)
    proven = relevance.examine(design, last, session, tell)
    if proven.failure is not None:
        check, outcome = proven.failure
        return Assured(
            passed.vectors_digest, None, outcome.state, f"{check.name} is not proven: {message_of(outcome)}"
        )
    found = Assurance(passed.key, passed.levels, passed.tools, proven.names, proven.key)
    return Assured(passed.vectors_digest, found)
