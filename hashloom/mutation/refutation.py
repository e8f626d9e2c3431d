# SPDX-License-Identifier: Apache-2.0
"""Changed RTL that no simulation notices, put before the checks of `hashloom prove` that have the file.

A check is asked whether an assertion fails within the cycles in which its covers are reached. That none of
them fails of the RTL as it is, `hashloom prove` says.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

from hashloom.execution.records import Records
from hashloom.execution.steps import scratch_folder
from hashloom.formal.run import LIMITS, is_refuted, prove
from hashloom.formal.table import TURNS, Check, proofs
from hashloom.mutation.mutants import Mutant

CYCLES = ("pdr", "ind", "bmc")
"""Engines of checks that have cycles."""


@cache
def checks(file: str) -> tuple[Check, ...]:
    """The checks with a source of this name, bounded where they have cycles."""
    return tuple(
        replace(check, engine="bmc", depth=check.reach) if check.engine in CYCLES else check
        for check in whole_checks(file)
    )


@cache
def whole_checks(file: str) -> tuple[Check, ...]:
    """The checks with a source of this name, as `hashloom prove` makes them."""
    found = (check for proof in proofs() for check in proof.checks)
    return tuple(check for check in found if file in {path.name for path in check.unit.sources})


def refuting(mutant: Mutant, original: Path, records: Records, seconds: float) -> tuple[str, str] | None:
    """Name of the first check that fails of a mutant, and what fails; None if there is none.

    `original` is the file that is changed, `seconds` the limit of each step of a check. What the records know
    is not asked again. The turns of cores are not asked: they take minutes, of each mutant that lives.
    """
    asked = (check for check in checks(original.name) if check.engine != TURNS)
    with scratch_folder("mutant") as folder:
        source = folder / original.name
        source.write_text(mutant.apply(original.read_text(encoding="utf-8")), encoding="utf-8")
        return first_refuted(source, asked, records, seconds)


def first_refuted(
    source: Path, asked: Iterable[Check], records: Records, seconds: float
) -> tuple[str, str] | None:
    """Name of the first of these checks that fails with another source of this name, and what fails."""
    limits = replace(LIMITS, wall_seconds=seconds)
    for check in asked:
        step = prove(replace(check, unit=check.unit.with_file(source)), records, limits)
        if is_refuted(step):
            return check.name, str(step.body["message"])
    return None
