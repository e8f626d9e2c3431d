# SPDX-License-Identifier: Apache-2.0
"""Runs checks, and finds those again that were run before."""

from __future__ import annotations

import gc
from dataclasses import replace
from pathlib import Path

from hashloom import catalogue
from hashloom.catalogue.design import Design
from hashloom.execution import jobs
from hashloom.execution.records import Body
from hashloom.execution.session import Session
from hashloom.execution.steps import Action, Step, body_of, room
from hashloom.flow import yosys
from hashloom.formal import circuit, engine
from hashloom.formal.table import Check, Fault, Proof
from hashloom.formal.turns import check as turns

KIND = "proof"
METHOD = "AIGER by yosys, pdr, bmc3 and &cec of ABC, covers by bmc3"
"""What a record of this kind is worth; it changes with the method."""
LIMITS = jobs.Limits(memory_bytes=4 << 30, wall_seconds=900)
UNCOLLECTED = 1_000_000
"""Objects that a proof of turns makes before Python looks for cycles: its gates are millions, and stay."""


def prove(check: Check, session: Session, limits: jobs.Limits = LIMITS) -> Step:
    """Prove a check, or find it in the records.

    The state is ok, failed-verification, then with a `message`, or how a job ended; the record has the
    `answer`, the numbers of `assertions` and `covers`, and the `seconds` that it took, and of turns the
    digest of the `specification`.
    """
    design = catalogue.resolve_design(check.design, session.places) if check.design else None
    specification = {} if design is None else {"specification": turns.digest(design)}

    def work(folder: Path, _: Session) -> Body:
        return {**attempt(check, design, folder, limits), **specification}

    ingredients = {
        "rtl": check.unit.digest(),
        "engine": check.engine,
        "depth": check.depth,
        "reach": check.reach,
        **({"clocks": "free"} if check.free_clocks else {}),
        **({"design": check.design, **specification} if check.design else {}),
        "method": METHOD,
        "tools": {yosys.TOOL: yosys.version()},
    }
    return Action(KIND, ingredients, limits, work).perform(session)


def attempt(check: Check, design: Design | None, folder: Path, limits: jobs.Limits) -> Body:
    """Body of the record of a check that is run in this folder; `design` is that whose turns it is about."""
    if design is not None:
        gc.set_threshold(UNCOLLECTED)
        return turns.attempt(design, check.unit, folder, limits)
    made, circuits = circuit.make(check, folder, limits)
    if made.state != jobs.OK:
        return body_of(made, tool=yosys.TOOL)
    if circuit.ASSERTIONS not in circuits:
        return body_of(replace(made, state=jobs.FAILED_VERIFICATION), message="it asserts nothing")
    assertions, covers = circuits[circuit.ASSERTIONS], circuits.get(circuit.COVERS)
    if check.engine != "cec" and covers is None:
        return body_of(replace(made, state=jobs.FAILED_VERIFICATION), message="it covers nothing")
    found = engine.prove(assertions, check.engine, check.depth, limits)
    facts: Body = {"answer": found.answer, "assertions": len(assertions.names)}
    if found.clauses:
        facts["clauses"] = found.clauses
    outcomes = [made, found.outcome]
    state, message = found.outcome.state, ""
    if found.answer == engine.REFUTED:
        state = jobs.FAILED_VERIFICATION
        message = f"{found.assertion} fails" + (f" in cycle {found.cycle}" if check.engine != "cec" else "")
    elif found.answer == engine.OPEN:
        state = jobs.TOOL_CRASH if state == jobs.OK else state
        message = found.outcome.tail(3)
    elif covers is not None:
        outcome, missing = engine.unreached(covers, check.reach, limits)
        outcomes.append(outcome)
        facts["covers"] = len(covers.names)
        if missing:
            state = jobs.FAILED_VERIFICATION if outcome.state == jobs.OK else outcome.state
            message = f"{missing[0]} is not reached in {check.reach} cycles"
    body: Body = {"state": state, **facts}
    body["seconds"] = round(sum(outcome.wall_seconds for outcome in outcomes), 1)
    body["max_rss_mib"] = max(outcome.max_rss_bytes for outcome in outcomes) >> 20
    return {**body, "message": message} if message else body


def prove_faulty(proof: Proof, fault: Fault, session: Session, limits: jobs.Limits = LIMITS) -> Step:
    """The same of a proof whose RTL has the fault. HashloomError where the text to replace is not there."""
    check = proof.checks[fault.set]
    with room(KIND, session.places) as folder:
        wrong = fault.write(check.unit, folder)
        return prove(replace(check, unit=check.unit.with_file(wrong)), session, limits)


def is_refuted(step: Step) -> bool:
    """Does an assertion fail? A cover that is not reached, or no answer, refutes nothing."""
    return step.body.get("answer") == engine.REFUTED
