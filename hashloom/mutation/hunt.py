# SPDX-License-Identifier: Apache-2.0
"""What catches a planted fault: the checks in the order of their cost, until the first one fails.

First comes the quick verification, of the designs and at the levels that the fault names; then the checks
of `hashloom prove` that have the file, within the cycles in which their covers are reached; then the same
checks as they are proven.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hashloom import simulation
from hashloom.catalogue.places import Places
from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution import jobs
from hashloom.execution.session import Session
from hashloom.execution.steps import key_of, room
from hashloom.flow import yosys
from hashloom.formal.table import Check
from hashloom.mutation import refutation
from hashloom.mutation.library import Planted
from hashloom.mutation.suite import (
    CAUGHT,
    INVALID,
    MEMORY_BYTES,
    REFUTED,
    SURVIVED,
    WITHOUT_EFFECT,
    Form,
    cases_digest,
    fingerprint,
    form_of,
    tried,
)
from hashloom.simulation.elaboration import rtl_gates
from hashloom.verification.cases import files_digest

KIND = "planted-fault"
FORM_KIND = "fault-form"
METHOD = "quick verification to the first failure, then bounded and whole proofs"
"""What a catch is worth; it changes with the method."""
LIMIT_SECONDS = 600.0
WHOLE = ("pdr", "ind")
"""Engines of checks that say more when they are not bounded."""
NOTICED = (CAUGHT, REFUTED)
_forms = threading.Lock()


@dataclass(frozen=True)
class Catch:
    """What became of a fault: the verdict, the design and level or the check that gave it, what was seen.

    `verdict` is that of a mutant (`hashloom.mutation.suite`): caught, by a verification; refuted, by a proof;
    survived; without effect or invalid, where the entry is none. `seconds` were spent until then on one
    processor, more or less.
    """

    verdict: str
    by: str
    seen: str
    seconds: float


def caught(fault: Planted, session: Session, seconds: float = LIMIT_SECONDS) -> Catch:
    """Hunt a fault, or find in the records what was found. `seconds` is the limit of each step.

    Raises HashloomError where the entry does not fit its file, CheckFailed where a circuit fails without it,
    MissingTool without yosys or a C++ compiler.
    """
    key = key_of({**_ingredients(fault, session.places), "seconds": seconds})
    body = session.get(KIND, key)
    if body is None:
        body = asdict(_hunt(fault, session, seconds))
        session.put(KIND, key, body)
    return Catch(**body)


def _ingredients(fault: Planted, places: Places) -> dict[str, Any]:
    proofs = refutation.in_state(refutation.whole_checks(f"{fault.file}.sv", places), fault.capture)
    return {
        "fault": fault.digest(),
        "units": [unit.digest() for unit in fault.units()],
        "proofs": [
            [check.name, check.unit.digest(), check.engine, check.depth, check.reach] for check in proofs
        ],
        **(
            {}
            if fault.module
            else {"laboratory": laboratory(), "vectors": files_digest(fault.vector_files())}
        ),
        "method": METHOD,
        "tools": {yosys.TOOL: yosys.version()},
    }


@cache
def laboratory() -> str:
    """SHA-256 (hexadecimal) over the sources of what verifies: runs, cases, models, simulation."""
    package = Path(__file__).parent.parent
    patterns = ("verification/*.py", "vectors/*.py", "models/*.py", "simulation/**/*.*")
    files = sorted({path for pattern in patterns for path in package.glob(pattern) if path.suffix != ".pyc"})
    state = hashlib.sha256()
    for path in files:
        state.update(
            f"{path.relative_to(package)} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode()
        )
    return state.hexdigest()


class _Clock:
    """Adds up the seconds within its `running`."""

    def __init__(self) -> None:
        self.seconds = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        start = time.monotonic()
        try:
            yield
        finally:
            self.seconds += time.monotonic() - start


def _hunt(fault: Planted, session: Session, seconds: float) -> Catch:
    clock, changed = _Clock(), False

    def catch(verdict: str, by: str = "", seen: str = "") -> Catch:
        return Catch(verdict, by, seen, round(clock.seconds, 1))

    with room(KIND, session.places) as folder:
        source = fault.write(fault.units()[0], folder)
        for number, (design, level, unit) in enumerate(fault.circuits()):
            form = form_of(design, level, unit, session)
            _require_passing(form, session)
            with clock.running():
                gates, judgement = tried(form, source, folder / str(number), session, seconds)
            if judgement is not None:
                return catch(judgement.verdict, judgement.form, judgement.seen)
            changed = changed or gates is not None
        if fault.module:
            unit = fault.alone()
            try:
                changed = _changes(unit, source, folder / "alone", session, seconds)
            except simulation.Refused as error:
                return catch(INVALID, unit.name, str(error)[:300])
        if not changed:
            return catch(WITHOUT_EFFECT)
        with clock.running():
            whats = refutation.in_state(_asked(fault, session.places), fault.capture)
            refuted = refutation.first_refuted(source, whats, session, seconds)
    return catch(REFUTED, *refuted) if refuted else catch(SURVIVED)


def _asked(fault: Planted, places: Places) -> list[Check]:
    """The checks that have the file: bounded ones before whole ones, those of like circuits first of each."""
    given = set(fault.parameters)

    def unlike(check: Check) -> tuple[bool, int]:
        return check.design not in fault.designs, -len(given & set(check.unit.parameters))

    file = f"{fault.file}.sv"
    whole = [check for check in refutation.whole_checks(file, places) if check.engine in WHOLE]
    return [*sorted(refutation.checks(file, places), key=unlike), *sorted(whole, key=unlike)]


def _changes(unit: RtlUnit, source: Path, folder: Path, session: Session, seconds: float) -> bool:
    """Whether the circuit is another one with this source; Refused where it does not elaborate."""
    gates = simulation.made_rtl_gates(unit.with_file(source), folder, jobs.Limits(MEMORY_BYTES, seconds))
    return fingerprint(gates) != fingerprint(rtl_gates(unit, session))


def _require_passing(form: Form, session: Session) -> None:
    """CheckFailed where a form fails without any fault; that it passes is remembered."""
    cases = cases_digest(form, session.places)
    key = key_of({"unit": form.unit.digest(), "cases": cases, "laboratory": laboratory()})
    with _forms:
        if session.get(FORM_KIND, key) is None:
            form.require_passing(session)
            session.put(FORM_KIND, key, {"form": str(form)})


def hunt(
    faults: Sequence[Planted],
    session: Session,
    seconds: float = LIMIT_SECONDS,
    workers: int = 1,
    tell: Callable[[Planted, Catch], None] = lambda fault, catch: None,
) -> list[Catch]:
    """Hunt faults, so many at a time; `tell` gets each catch as it comes. Errors as `caught` has them."""

    def work(fault: Planted) -> Catch:
        found = caught(fault, session, seconds)
        tell(fault, found)
        return found

    return jobs.parallel(work, faults, workers)
