# SPDX-License-Identifier: Apache-2.0
"""Verifications that passed, in the records: found again under all that they rest on (`basis`)."""

from collections.abc import Sequence
from typing import Any

from hashloom.catalogue import rtl
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.design import Design, Tuning
from hashloom.catalogue.rtl import Level
from hashloom.errors import CheckFailed
from hashloom.execution.records import Records
from hashloom.verification import basis
from hashloom.verification.bench import Progress
from hashloom.verification.cases import Effort, files_digest
from hashloom.verification.outcome import Engine, Verification
from hashloom.verification.run import files_of, ordered, verify

KIND = "verification"
RUN_KIND = "verification-run"


def require_verified(
    design: Design,
    tuning: Tuning,
    records: Records,
    *,
    levels: Sequence[Level] = ("core",),
    progress: Progress = lambda text: None,
    capture: Capture | None = None,
) -> dict[str, Any]:
    """Body of the record of a passed verification of this RTL and these vectors; verifies if there is none.

    `capture`: the state of the RTL files, by default that of now. Raises CheckFailed, with the first failure,
    if the design does not pass.
    """
    capture = capture or Capture()
    known = records.get(KIND, record_key(design, tuning, levels, capture))
    if known is not None:
        return known
    result = verify(design, tuning, levels=levels, progress=progress, capture=capture)
    if result.failed:
        raise CheckFailed(
            f"{design.name} fails {result.failed} checks; {result.failures[0]}\n  {result.reproduce}"
        )
    return store(result, records)


def store(result: Verification, records: Records) -> dict[str, Any]:
    """Write a passed verification into the records and return its body.

    One on CXXRTL alone is not written: that engine does not see combinational paths.
    """
    body = result.body()
    if not result.failed and result.engine != "cxxrtl":
        records.put(KIND, result.key, body)
        records.put(RUN_KIND, f"{result.key} {result.effort} {result.seed} {result.engine}", body)
    return body


def passed_run(
    design: Design,
    tuning: Tuning,
    levels: Sequence[Level],
    effort: Effort,
    seed: int,
    engine: Engine,
    records: Records,
) -> Verification | None:
    """The same verification of this RTL with these vectors, if it has been made and passed."""
    body = records.get(RUN_KIND, f"{record_key(design, tuning, levels)} {effort} {seed} {engine}")
    return None if body is None else Verification.from_body(body)


def record_key(
    design: Design, tuning: Tuning, levels: Sequence[Level], capture: Capture | None = None
) -> str:
    """Key of a verification of what lies here now, or was captured: see `hashloom.verification.basis`."""
    in_order, capture = ordered(levels), capture or Capture()
    digests: dict[str, str] = {
        level: rtl.unit(design, level, tuning, capture=capture).digest() for level in in_order
    }
    vectors_digest = files_digest(files_of(design.function, in_order))
    return basis.key(basis.basis(design, in_order, digests, vectors_digest))
