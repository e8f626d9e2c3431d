# SPDX-License-Identifier: Apache-2.0
"""Third-party RTL in our harness and our flow: measured, not verified.

The files are Verilog or SystemVerilog as yosys reads it. Nothing is known of what the core computes, so its
row says that it was not verified, and it has a throughput only if whoever brings it states bits and cycles of
a block.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from hashloom import flow
from hashloom.catalogue import nearest
from hashloom.catalogue.places import Places
from hashloom.catalogue.ports import Port, load_ports
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import HashloomError, UsageError
from hashloom.execution import jobs
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.execution.steps import room
from hashloom.flow import Measurement, yosys
from hashloom.flow.result import throughput_gbps, without_absent
from hashloom.flow.serial_harness import CLOCK
from hashloom.rows import Row
from hashloom.targets import Target

NOT_VERIFIED = "not verified by hashloom"
VHDL_SUFFIXES = (".vhd", ".vhdl")
PORTS = "ports.json"
MIN_BITS = 2
"""Bits of input beside the clock, and of output, that the harness wants at least."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_$]*")
_TEXT = re.compile(r"[A-Za-z0-9 _+*/.,:=()<>@!?#-]*")
_MODULE = re.compile(r"^\s*module\s+(\w+)", re.MULTILINE)
_COPY = re.compile(r"rtl/(\d+)_[^:'`\s]+")
_ASYNCHRONOUS = "dffs with async set or reset are not supported"
# What yosys says, and what would be right.
_ADVICE = {
    "for defparam": "--parameter names those of the top module",
    "is not part of the design": "name the file of that module with --rtl too",
    "syntax error": "what yosys does not know of SystemVerilog, the converter sv2v turns into Verilog",
}


@dataclass(frozen=True)
class ExternalCore:
    """RTL of others: top module, files in compile order, parameters of the top module, name of the clock.

    `block_bits` are hashed in `cycles_per_block` clock cycles; both or neither are known.
    """

    top: str
    sources: tuple[Path, ...]
    parameters: tuple[tuple[str, int | str], ...] = ()
    clock: str = CLOCK
    block_bits: int | None = None
    cycles_per_block: float | None = None

    def __post_init__(self) -> None:
        """UsageError for a name or a text that a tool would read as more than that."""
        named = [("top module", self.top), ("clock", self.clock)]
        for what, name in [*named, *(("parameter", key) for key, _ in self.parameters)]:
            if not _NAME.fullmatch(name):
                raise UsageError(f"{name!r} is no name of a {what}; give a plain identifier of Verilog")
        for key, value in self.parameters:
            if isinstance(value, str) and not _TEXT.fullmatch(value):
                raise UsageError(
                    f"{value!r} cannot be given to {key}: a text has letters, digits, spaces and "
                    "_+-*/.,:=()<>@!?# only"
                )

    def unit(self) -> RtlUnit:
        """The RTL as it is."""
        return RtlUnit(f"external_{self.top}", self.top, self.sources, self.parameters)


def examine(core: ExternalCore, places: Places, limits: jobs.Limits = flow.LIMITS) -> list[Port]:
    """Ports of the core, after reading its files as the flow will, in these places.

    UsageError for what the flow cannot take: a file that is not there, VHDL, text that yosys does not read, a
    top module, a parameter or a clock that the core does not have, ports without a direction.
    """
    for source in core.sources:
        if source.suffix.lower() in VHDL_SUFFIXES:
            raise UsageError(
                f"{source} is VHDL, which yosys does not read; turn it into Verilog first: "
                f"ghdl synth --out=verilog {core.top} >{core.top}.v"
            )
        if not source.is_file():
            raise UsageError(f"there is no file {source}")
    script = [*yosys.elaborate(core.unit()), "delete */c:* */p:*", f"write_json {PORTS}"]
    with room("external", places) as folder:
        yosys.copy_sources(core.unit(), folder)
        outcome = yosys.run(folder, script, limits)
        if outcome.state == jobs.TOOL_CRASH:
            raise UsageError(_refusal(core, outcome))
        if outcome.state != jobs.OK:
            raise HashloomError(f"reading {core.top} ended: {outcome.state}")
        ports = load_ports(folder / PORTS, core.top)
    _check_ports(core, ports)
    return ports


def measured(
    core: ExternalCore,
    ports: Sequence[Port],
    target: Target,
    goal: str,
    seeds: int,
    session: Session,
    progress: Progress = silent,
    *,
    limits: jobs.Limits = flow.LIMITS,
    workers: int = 1,
) -> Row:
    """The row of the core on a target.

    `ports` are those that `examine` found; the other arguments are those of `flow.measure`.
    """
    with _clocked(core, ports, session.places) as unit:
        found = flow.measure(unit, target, goal, seeds, session, progress, limits=limits, workers=workers)
    return row(core, target, goal, found)


def row(core: ExternalCore, target: Target, goal: str, found: Measurement) -> Row:
    """Row of a table as JSON object, as that of `flow.Result`; figures that are not known are left out.

    In place of function and architecture it has `top`, `sources` and `parameters`; `verification` says that
    nothing was verified.
    """
    if found.message is not None:
        found = replace(found, message=_failure(core, found.message))
    if found.critical_path is not None:
        start, end = (name.removeprefix("core.") for name in found.critical_path)
        found = replace(found, critical_path=(start, end))
    throughput = None
    if core.block_bits is not None and core.cycles_per_block is not None:
        throughput = throughput_gbps(core.block_bits, core.cycles_per_block, found.clock_mhz)
    return without_absent(
        {
            "top": core.top,
            "sources": [str(source) for source in core.sources],
            "parameters": dict(core.parameters),
            "verification": NOT_VERIFIED,
            "target": target.name,
            "technology": target.technology,
            "goal": goal,
            "block_bits": core.block_bits,
            "cycles_per_block": core.cycles_per_block,
            "throughput_gbps": throughput,
            **asdict(found),
        }
    )


@contextmanager
def _clocked(core: ExternalCore, ports: Sequence[Port], places: Places) -> Iterator[RtlUnit]:
    """The core with a clock of the name that the flow knows: as it is, or in a module around it."""
    if core.clock == CLOCK:
        yield core.unit()
        return
    with room("external", places) as folder:
        path = folder / "clocked.sv"
        path.write_text(_wrapper(core, ports), encoding="utf-8")
        yield RtlUnit(f"external_{core.top}", _wrapper_name(core), (*core.sources, path), ())


def _wrapper_name(core: ExternalCore) -> str:
    return f"clocked_{core.top}"


def _wrapper(core: ExternalCore, ports: Sequence[Port]) -> str:
    """SystemVerilog of a module with the clock CLOCK around the core; it has the core's parameters set."""
    declared, joined = [f"input logic {CLOCK}"], [f".{core.clock}({CLOCK})"]
    for port in ports:
        if port.name != core.clock:
            # Escaped: a name may be a word of SystemVerilog. Another input may have the name of the clock.
            name = f"\\{port.name} " if port.name != CLOCK else f"{CLOCK}_of_{core.top}"
            declared.append(f"{port.direction} logic [{port.width - 1}:0] {name}")
            joined.append(f".\\{port.name} ({name})")
    values = ((name, f'"{value}"' if isinstance(value, str) else value) for name, value in core.parameters)
    settings = f" #({', '.join(f'.{name}({value})' for name, value in values)})" if core.parameters else ""
    return (
        f"module {_wrapper_name(core)} (\n  {f',{chr(10)}  '.join(declared)}\n);\n"
        f"  {core.top}{settings} core (\n    {f',{chr(10)}    '.join(joined)}\n  );\nendmodule\n"
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


def _refusal(core: ExternalCore, outcome: jobs.Outcome) -> str:
    """Sentence that says why yosys did not read the core, in the words of the user's files."""
    error = _error(core, outcome.tail(60))
    if f"Module `{core.top}' not found" in error:
        texts = (source.read_text(encoding="utf-8", errors="replace") for source in core.sources)
        known = [name for text in texts for name in _MODULE.findall(text)]
        return f"there is no module '{core.top}' in the files; {nearest(core.top, known)}"
    advice = next((f"; {advice}" for words, advice in _ADVICE.items() if words in error), "")
    return f"yosys does not read {core.top}: {error}{advice}"


def _failure(core: ExternalCore, message: str) -> str:
    """Message of a measurement that failed, short."""
    if _ASYNCHRONOUS in message:
        return (
            "the core has flip-flops with asynchronous set or reset, and the target uses none: make them "
            "synchronous, or take a target that has such cells"
        )
    return _error(core, message)


def _error(core: ExternalCore, text: str) -> str:
    """The line with yosys's error, with the names of the user's files; all of the text if it has none."""
    lines = [line.strip() for line in text.splitlines() if "ERROR:" in line]
    if not lines:
        return text
    named = _COPY.sub(lambda found: str(core.sources[int(found[1])]), lines[-1])
    return re.sub(r"ERROR: ?|\\", "", named).rstrip(".!")
