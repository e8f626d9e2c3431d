# SPDX-License-Identifier: Apache-2.0
"""Third-party RTL in our harness and our flow.

What can be read of it (`hashloom.evaluation.own`) is measured. Nothing is known of what the core computes,
so its row says that it was not verified, and it has a throughput only if whoever brings it states bits and
cycles of a block; unless its ports are mapped to those of our cores (`own.mapping`): then it has passed the
verification of one of our functions, which counts its cycles, before it is measured.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, replace

from hashloom import flow
from hashloom.catalogue import nearest
from hashloom.catalogue.places import Places
from hashloom.catalogue.ports import Port
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import UsageError
from hashloom.evaluation.own import captured, front_end
from hashloom.evaluation.own.check import Checked
from hashloom.evaluation.own.core import ExternalCore
from hashloom.evaluation.own.front_end import Front
from hashloom.execution import jobs
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.flow import Measurement
from hashloom.flow.result import failed, throughput_gbps, without_absent
from hashloom.flow.serial_harness import CLOCK
from hashloom.rows import Row
from hashloom.targets import AnyTarget

NOT_VERIFIED = "not verified by hashloom"
MIN_BITS = 2
"""Bits of input beside the clock, and of output, that the harness wants at least."""

_COPY = re.compile(r"\brtl/\d+_[^:'`\s]+")
_PLACE = re.compile(rf"({_COPY.pattern}):(\d+)")
_AROUND = "/dev/null/clocked.sv"
"""Name of the module around a core: no file has this path."""
_CHECK = "problems in 'check -assert'"
# What the flow says of hardware that it does not build, how a row calls that, and of which sort it is.
_UNSUPPORTED = {
    "dffs with async set or reset are not supported": (
        "the core has flip-flops with asynchronous set or reset, and the target uses none: --reset sync "
        "makes resets synchronous, or take a target that has such cells",
        front_end.KEPT,
    ),
    "Latch inferred": (
        "the core has latches, which the flow does not build: give the signal a value in every branch",
        front_end.LATCH,
    ),
    _CHECK: ("the core has a loop without a register, or a net with several drivers or none", ""),
}


def examine(core: ExternalCore, places: Places, limits: jobs.Limits = flow.LIMITS) -> Front:
    """What was read of the core, in these places: its files are not looked at again.

    UsageError for what the flow cannot take: that of `front_end.read`, a clock that the core does not have,
    ports without a direction.
    """
    front = front_end.read(core, places, limits)
    _check_ports(core, front.ports)
    return front


def measured(
    core: ExternalCore,
    front: Front,
    target: AnyTarget,
    goal: str,
    seeds: int,
    session: Session,
    progress: Progress = silent,
    *,
    limits: jobs.Limits = flow.LIMITS,
    workers: int = 1,
    checked: Checked | None = None,
) -> Row:
    """The row of the core on a target; no figures where it was `checked` and failed.

    `front` is what `examine` found; the other arguments are those of `flow.measure`.
    """
    unit = _clocked(core, front)
    if checked is not None and checked.failure is not None:
        found = failed(jobs.FAILED_VERIFICATION, checked.failure, unit.digest(), checked.tools)
    else:
        found = flow.measure(unit, target, goal, seeds, session, progress, limits=limits, workers=workers)
    return row(core, front, target, goal, found, checked)


def row(
    core: ExternalCore,
    front: Front,
    target: AnyTarget,
    goal: str,
    found: Measurement,
    checked: Checked | None = None,
) -> Row:
    """Row of a table as JSON object, as that of `flow.Result`; figures that are not known are left out.

    In place of function and architecture it has `top`, `sources` and `parameters`, and what was done before
    the flow; `verification` says what it was verified as.
    """
    if found.state == jobs.TOOL_CRASH and found.message is not None:
        found = _refused(front, found, found.message)
    found = replace(found, tools={**found.tools, **front.tools})
    if found.critical_path is not None:
        start, end = (name.removeprefix("core.") for name in found.critical_path)
        found = replace(found, critical_path=(start, end))
    bits, cycles = core.block_bits, core.cycles_per_block
    if checked is not None and checked.failure is None:
        bits, cycles = checked.block_bits, checked.cycles_per_block
    throughput = None
    if bits is not None and cycles is not None:
        throughput = throughput_gbps(bits, cycles, found.clock_mhz)
    return without_absent(
        {
            "top": core.top,
            "sources": [str(source) for source in core.sources],
            "parameters": dict(core.parameters),
            "front_end": front.front_end,
            "reset": front.reset,
            "verification": NOT_VERIFIED if checked is None else checked.verdict,
            "verified": None if checked is None else checked.body(),
            "target": target.name,
            "technology": target.technology,
            "goal": goal,
            "block_bits": bits,
            "cycles_per_block": cycles,
            "throughput_gbps": throughput,
            **asdict(found),
        }
    )


def _clocked(core: ExternalCore, front: Front) -> RtlUnit:
    """The core with a clock of the name that the flow knows: as it is, or in a module around it."""
    if core.clock == CLOCK:
        return front.unit
    files = [
        (str(source), text) for source, text in zip(front.unit.sources, front.unit.contents, strict=True)
    ]
    around = (_AROUND, _wrapper(core, front).encode())
    return captured.plain_unit(front.unit.name, _wrapper_name(core), [*files, around])


def _wrapper_name(core: ExternalCore) -> str:
    return f"clocked_{core.top}"


def _wrapper(core: ExternalCore, front: Front) -> str:
    """SystemVerilog of a module with the clock CLOCK around the core, whose parameters it sets."""
    declared, joined = [f"input logic {CLOCK}"], [f".{core.clock}({CLOCK})"]
    for port in front.ports:
        if port.name != core.clock:
            # Escaped: a name may be a word of SystemVerilog. Another input may have the name of the clock.
            name = f"\\{port.name} " if port.name != CLOCK else f"{CLOCK}_of_{core.top}"
            declared.append(f"{port.direction} logic [{port.width - 1}:0] {name}")
            joined.append(f".\\{port.name} ({name})")
    instance = f"{front.unit.top}{captured.settings(front.unit)} core"
    return (
        f"module {_wrapper_name(core)} (\n  {f',{chr(10)}  '.join(declared)}\n);\n"
        f"  {instance} (\n    {f',{chr(10)}    '.join(joined)}\n  );\nendmodule\n"
    )


def _check_ports(core: ExternalCore, ports: Sequence[Port]) -> None:
    """UsageError for ports that the harness has no place for."""
    single = [port.name for port in ports if (port.direction, port.width) == ("input", 1)]
    if core.clock not in single:
        raise UsageError(
            f"the module {core.top} has no input '{core.clock}' of one bit; {nearest(core.clock, single)}; "
            "name its clock with --clock"
        )
    for port in ports:
        if port.direction not in ("input", "output"):
            raise UsageError(
                f"the port {port.name} of {core.top} is an {port.direction}; the harness has none"
            )
    for direction, beside in (("input", " beside its clock"), ("output", "")):
        bits = sum(port.width for port in ports if port.direction == direction and port.name != core.clock)
        if bits < MIN_BITS:
            raise UsageError(f"the module {core.top} needs {MIN_BITS} bits of {direction}{beside} at least")


def _refused(front: Front, found: Measurement, message: str) -> Measurement:
    """A measurement that a tool ended: of hardware that it does not build, or by a crash, in short."""
    for words, (sentence, what) in _UNSUPPORTED.items():
        if words in message:
            where = front.places(what) if what else _named_in(front, message)
            text = f"{sentence}{f' ({where})' if where else ''}"
            return replace(found, state=jobs.UNSUPPORTED, message=text)
    return replace(found, message=_error(front, message))


def _named_in(front: Front, text: str) -> str:
    """Places in the user's files that a tool names."""
    found = _PLACE.finditer(text)
    return ", ".join(
        dict.fromkeys(f"{front.named[one[1]]}:{one[2]}" for one in found if one[1] in front.named)
    )


def _error(front: Front, text: str) -> str:
    """The line with a tool's error, all of the text if it has none, with the names of the user's files."""
    lines = [line.strip() for line in text.splitlines() if "ERROR:" in line]
    return _in_words(front, lines[-1]).rstrip(".!") if lines else _named(front, text)


def _in_words(front: Front, line: str) -> str:
    return re.sub(r"ERROR: ?|\\", "", _named(front, line))


def _named(front: Front, text: str) -> str:
    """A text with the names of the user's files in the place of their copies'."""
    return _COPY.sub(lambda found: front.named.get(found[0], found[0]), text)
