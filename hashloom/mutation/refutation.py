# SPDX-License-Identifier: Apache-2.0
"""Mutants that no simulation notices, put before the checks of `hashloom prove` that have their file.

A check is asked whether an assertion fails within the cycles in which its covers are reached. That none of
them fails of the RTL as it is, `hashloom prove` says.
"""

from dataclasses import asdict, replace
from functools import cache
from pathlib import Path

from hashloom import jobs
from hashloom.flow import yosys
from hashloom.flow.steps import key_of, scratch_folder
from hashloom.mutation.mutants import Mutant
from hashloom.proof import circuit, engine, table
from hashloom.records import Records

KIND = "mutant-refutation"
METHOD = "bmc3 and &cec of ABC"
"""What a refutation is worth; it changes with the method."""
MEMORY_BYTES = 4 << 30


@cache
def checks(file: str) -> tuple[table.Check, ...]:
    """The checks with a source of this name, bounded where they have cycles."""
    found = [
        check
        for proof in table.proofs()
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
    asked = checks(mutant.file)
    key = key_of(
        {
            "mutant": asdict(mutant),
            "checks": [[check.unit.digest(), check.engine, check.depth] for check in asked],
            "seconds": seconds,
            "method": METHOD,
            "tools": {yosys.TOOL: yosys.version()},
        }
    )
    body = records.get(KIND, key)
    if body is None:
        with scratch_folder(KIND) as folder:
            source = folder / original.name
            source.write_text(mutant.apply(original.read_text(encoding="utf-8")), encoding="utf-8")
            found = (_failure(check, source, folder, jobs.Limits(MEMORY_BYTES, seconds)) for check in asked)
            body = next(filter(None, found), {"check": ""})
        records.put(KIND, key, body)
    return (body["check"], body["seen"]) if body["check"] else None


def _failure(check: table.Check, source: Path, folder: Path, limits: jobs.Limits) -> dict[str, str] | None:
    with_mutant = replace(check, unit=check.unit.with_file(source))
    here = folder / key_of({"check": check.name})
    here.mkdir()
    _, circuits = circuit.make(with_mutant, here, limits)
    if circuit.ASSERTIONS not in circuits:
        return None
    found = engine.prove(circuits[circuit.ASSERTIONS], check.engine, check.depth, limits)
    if found.answer != engine.REFUTED:
        return None
    return {"check": check.name, "seen": f"{found.assertion} fails"}
