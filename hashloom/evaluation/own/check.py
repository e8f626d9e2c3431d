# SPDX-License-Identifier: Apache-2.0
"""A core whose ports are mapped, verified as one of ours: our vectors, our model, our bench.

The bench sees the core in a module with the ports of the block level (`mapping.wrapper`). Cycles are counted
first; then it verifies a design that claims so many, with the runs that our designs pass at block level.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hashloom import simulation, verification
from hashloom.catalogue import rtl
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.design import Architecture, Design, Function, Tuning
from hashloom.catalogue.expression import Expression
from hashloom.errors import UsageError
from hashloom.evaluation.own import front_end, mapping
from hashloom.evaluation.own.core import ExternalCore
from hashloom.evaluation.own.front_end import Front
from hashloom.execution import jobs
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.models import model_for
from hashloom.verification import Asked, Verification, basis

LEVEL: rtl.Level = "core"
_FOLDER = Path("external")


@dataclass(frozen=True)
class Checked:
    """What came of it: the function, and why the core is none of it, or else what was counted and met.

    `block_bits` are hashed in `cycles_per_block` clock cycles, the first digest of a message of one block is
    there `latency_cycles` after it was taken. `key` is that of all that the verification rests on.
    """

    function: str
    block_bits: int
    tools: Mapping[str, str]
    failure: str | None = None
    cycles_per_block: int | None = None
    latency_cycles: int | None = None
    checks: int = 0
    key: str = ""
    vectors_digest: str = ""

    @property
    def verdict(self) -> str:
        """What a row says in short."""
        return f"verified as {self.function}" if self.failure is None else f"fails as {self.function}"

    def body(self) -> dict[str, Any] | None:
        """What a row says of it at length; None for a core that failed."""
        if self.failure is not None:
            return None
        return {
            "function": self.function,
            "level": LEVEL,
            "checks": self.checks,
            "latency_cycles": self.latency_cycles,
            "vectors_digest": self.vectors_digest,
            "verification": self.key,
        }


def check(
    core: ExternalCore,
    front: Front,
    mapped: mapping.Mapping,
    session: Session,
    progress: Progress = silent,
    limits: jobs.Limits | None = None,
) -> Checked:
    """Verify a core; found again in the records. Errors as for `mapping.wrapper` and `verify`.

    UsageError for cycles that were stated and are others.
    """
    unit = front_end.without_asynchronous(front, session.places, limits or jobs.Limits())
    text = mapping.wrapper(mapped, replace(front, unit=unit))
    capture, names = Capture(), []
    for number, (source, content) in enumerate(zip(unit.sources, unit.contents, strict=True)):
        names.append(f"{number:02d}_{source.name}")
        capture.hold(_FOLDER / names[-1], content)
    names.append(f"{mapping.NAME}.sv")
    capture.hold(_FOLDER / names[-1], text.encode())
    function, tools = mapped.function, basis.tools(session.places)
    found = Checked(function.name, function.block_bits, tools)
    progress(f"{core.top}: verification as {function.name}")
    counted = _count(_design(core, function, names, 1, 1), session, capture)
    if isinstance(counted, str):
        return replace(found, failure=counted)
    cycles, latency = counted
    for option, stated, known in (
        ("--block-bits", core.block_bits, function.block_bits),
        ("--cycles-per-block", core.cycles_per_block, cycles),
    ):
        if stated not in (None, known):
            raise UsageError(f"{option} is {stated:g}, and of {core.top} as {function.name} it is {known}")
    design = _design(core, function, names, cycles, latency)
    asked = Asked(Tuning(), (LEVEL,))
    step = verification.verification(design, asked, session.places, progress, capture).perform(session)
    outcome = Verification.from_body(step.body)
    if outcome.failures:
        return replace(found, failure=_failed(outcome))
    return replace(
        found,
        cycles_per_block=cycles,
        latency_cycles=latency,
        checks=outcome.passed,
        key=outcome.key,
        vectors_digest=outcome.vectors_digest,
    )


def _design(core: ExternalCore, function: Function, names: list[str], cycles: int, latency: int) -> Design:
    """The core as a design of a family of its own, which takes a block every so many cycles."""
    architecture = Architecture(core.top, {"unroll": 1, "stages": 1})
    one = replace(
        function.family.core, module=mapping.NAME, top="", bus="", sources=tuple(names), common=(),
        common_top=(), common_bus=(), extensions={}, parameters={}, tunings=(), constants={},
        cycles_block=Expression(str(cycles)),
        cycles_latency=Expression(f"{cycles} * (blocks - 1) + {latency}"),
    )  # fmt: skip
    family = replace(
        function.family, folder=_FOLDER, cores={"": one}, generic="",
        architectures={core.top: architecture}, default_architecture=core.top,
    )  # fmt: skip
    return Design(replace(function, family=family, parameters={}, constants={}), architecture)


def _count(design: Design, session: Session, capture: Capture) -> tuple[int, int] | str:
    """Cycles from block to block and to the digest of one block, or what is wrong with the ports."""
    model, block = model_for(design.function), design.function.block_bits
    unit = rtl.unit(design, LEVEL, Tuning(), capture=capture)
    circuit = simulation.simulator(unit, LEVEL, session)
    messages = [model.blocks(bytes((bits + 7) // 8), bits) for bits in (3 * block, 1, block + 1, 2 * block)]
    run = circuit.run(messages, instances=1)
    if run.failure is not None:
        return f"with the ports mapped so: {run.failure}"
    found = [one for one in run.messages if one is not None]
    intervals = {interval for one in found for interval in one.intervals}
    if len(intervals) != 1:
        seen = " or ".join(map(str, sorted(intervals)))
        return f"a block is taken {seen} cycles after the one before it: figures need one number"
    (cycles,) = intervals
    latencies = {one.latency - cycles * (len(one.accepted) - 1) for one in found}
    if len(latencies) != 1:
        seen = " or ".join(map(str, sorted(latencies)))
        return f"the digest is there {seen} cycles after the last block was taken: figures need one number"
    return cycles, latencies.pop()


def _failed(outcome: Verification) -> str:
    """The first check that failed, in one line."""
    first = outcome.failures[0]
    number = f"{outcome.failed} of {outcome.failed + outcome.passed} checks fail"
    return f"{number}; {first.run}: {first.case}: expected {first.expected}, got {first.got}"
