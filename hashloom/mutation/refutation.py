# SPDX-License-Identifier: Apache-2.0
"""Changed RTL that no simulation notices, put before the checks of `hashloom prove` that have the file.

A check is asked whether an assertion fails within the cycles in which its covers are reached. That none of
them fails of the RTL as it is, `hashloom prove` says.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from hashloom.catalogue import resolve_design, rtl
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.places import Places
from hashloom.execution import jobs
from hashloom.execution.session import Session
from hashloom.execution.steps import Step, room
from hashloom.flow import yosys
from hashloom.formal.relevance import relevant
from hashloom.formal.run import LIMITS, is_refuted, prove
from hashloom.formal.table import TURNS, Check, proofs
from hashloom.mutation.mutants import Mutant

CYCLES = ("pdr", "ind", "bmc")
"""Engines of checks that have cycles."""
Identity = tuple[str, str, int, tuple[tuple[str, int | str], ...]]
"""Proof, engine, depth and parameters of a check."""


@cache
def checks(file: str, places: Places) -> tuple[Check, ...]:
    """The checks with a source of this name, bounded where they have cycles."""
    return tuple(
        replace(check, engine="bmc", depth=check.reach) if check.engine in CYCLES else check
        for check in whole_checks(file, places)
    )


@cache
def whole_checks(file: str, places: Places) -> tuple[Check, ...]:
    """The checks with a source of this name, as `hashloom prove` makes them."""
    found = (check for proof in proofs(places) for check in proof.checks)
    return tuple(check for check in found if file in {path.name for path in check.unit.sources})


@cache
def spoken_of(designs: tuple[str, ...], places: Places) -> frozenset[Identity]:
    """The unbounded checks that speak of these designs: with the parameters that they use."""
    made = [resolve_design(name, places) for name in designs]
    return frozenset(
        _identity(check) for one in made for check in relevant(one, rtl.unit(one, "top"), places)
    )


def asked(file: str, designs: tuple[str, ...], places: Places) -> list[Check]:
    """The checks that a mutant of a file is put before in a suite of these designs; without designs, all.

    Of a module with many parameter sets only those count that the designs use. The turns of cores are left
    out: they take minutes, of each mutant that lives. The smallest come first.
    """
    pairs = zip(whole_checks(file, places), checks(file, places), strict=True)
    found = [(whole, check) for whole, check in pairs if whole.engine != TURNS]
    all_of_them = frozenset(_identity(whole) for whole, _ in found)
    spoken = spoken_of(designs, places) if designs else all_of_them
    chosen = [check for whole, check in found if whole.engine == "bmc" or _identity(whole) in spoken]
    return sorted(chosen, key=_size)


def _size(check: Check) -> tuple[int, int]:
    """What the time of a check grows with: files, and numbers that are parameters, such as widths."""
    numbers = (value for _, value in check.unit.parameters if isinstance(value, int))
    return len(check.unit.sources), sum(numbers)


def _identity(check: Check) -> Identity:
    return check.proof, check.engine, check.depth, check.unit.parameters


def in_state(whats: Iterable[Check], capture: Capture) -> list[Check]:
    """The checks, of files as they are in a capture."""
    return [replace(check, unit=replace(check.unit, capture=capture)) for check in whats]


@dataclass(frozen=True)
class Answer:
    """What a check says of a mutant: its name, and what fails; or, if `refused`, what yosys refuses."""

    check: str
    what: str
    refused: bool = False


def refuting(
    mutant: Mutant,
    original: Path,
    session: Session,
    seconds: float,
    designs: tuple[str, ...] = (),
    capture: Capture | None = None,
) -> Answer | None:
    """The answer of the first check that fails of a mutant, None if there is none.

    `original` is the file that is changed, `seconds` the limit of each step of a check, `designs` are those
    of the suite (`asked`); without designs the circuits of the checks are those of the suite, and the first
    one that yosys refuses is an answer as well. `capture`: the state of the RTL files, by default that of
    now. What the records know is not asked again.
    """
    capture = capture or Capture()
    with room("mutant", session.places) as folder:
        source = folder / original.name
        source.write_text(mutant.apply(capture.text(original)), encoding="utf-8")
        whats = in_state(asked(original.name, designs, session.places), capture)
        for check, step in _steps(source, whats, session, seconds):
            if is_refuted(step):
                return Answer(check.name, str(step.body["message"]))
            if not designs and is_refused(step):
                return Answer(check.name, str(step.body["message"]), refused=True)
    return None


def is_refused(step: Step) -> bool:
    """Whether yosys does not elaborate the circuit of a check, or finds a loop or nets without a driver."""
    return step.state == jobs.TOOL_CRASH and step.body.get("tool") == yosys.TOOL


def first_refuted(
    source: Path, whats: Iterable[Check], session: Session, seconds: float
) -> tuple[str, str] | None:
    """Name of the first of these checks that fails with another source of this name, and what fails."""
    for check, step in _steps(source, whats, session, seconds):
        if is_refuted(step):
            return check.name, str(step.body["message"])
    return None


def _steps(
    source: Path, whats: Iterable[Check], session: Session, seconds: float
) -> Iterator[tuple[Check, Step]]:
    """Each check with another source of this name, as it is asked."""
    limits = replace(LIMITS, wall_seconds=seconds)
    for check in whats:
        yield check, prove(replace(check, unit=check.unit.with_file(source)), session, limits)
