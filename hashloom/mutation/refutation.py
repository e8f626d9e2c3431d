# SPDX-License-Identifier: Apache-2.0
"""Mutants that no simulation notices, put before the checks of `hashloom prove` that have their file.

A check is asked whether an assertion fails within the cycles in which its covers are reached. That none of
them fails of the RTL as it is, `hashloom prove` says.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path

from hashloom.flow.steps import scratch_folder
from hashloom.mutation.mutants import Mutant
from hashloom.proof.run import LIMITS, is_refuted, prove
from hashloom.proof.table import Check, proofs
from hashloom.records import Records


@cache
def checks(file: str) -> tuple[Check, ...]:
    """The checks with a source of this name, bounded where they have cycles."""
    found = [
        check
        for proof in proofs()
        for check in proof.checks
        if file in {path.name for path in check.unit.sources}
    ]
    return tuple(
        check if check.engine == "cec" else replace(check, engine="bmc", depth=check.reach) for check in found
    )


def refuting(mutant: Mutant, original: Path, records: Records, seconds: float) -> tuple[str, str] | None:
    """Name of the first check that fails of a mutant, and what fails; None if there is none.

    `original` is the file that is changed, `seconds` the limit of each step of a check. What the records know
    is not asked again.
    """
    limits = replace(LIMITS, wall_seconds=seconds)
    with scratch_folder("mutant") as folder:
        source = folder / original.name
        source.write_text(mutant.apply(original.read_text(encoding="utf-8")), encoding="utf-8")
        for check in checks(original.name):
            step = prove(replace(check, unit=check.unit.with_file(source)), records, limits)
            if is_refuted(step):
                return check.name, str(step.body["message"])
    return None
