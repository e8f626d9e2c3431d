# SPDX-License-Identifier: Apache-2.0
"""The readers of RTL of others: plain text that the flow takes as it takes ours, and what was done for it.

Verilog goes to `read_verilog -sv` of yosys, which reads all of our designs; what that refuses goes to slang,
which knows more of SystemVerilog, and what is VHDL to GHDL. Text that `read_verilog` reads and that names no
further file is measured as it is. Any other is written anew as plain Verilog: elaborated, its processes made
registers and gates, nothing optimised.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from hashloom.catalogue import nearest
from hashloom.catalogue.places import Places
from hashloom.catalogue.ports import Port, read_ports
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import HashloomError, UsageError
from hashloom.evaluation.own import captured, vhdl
from hashloom.evaluation.own.captured import Captured
from hashloom.evaluation.own.core import ExternalCore
from hashloom.execution import jobs
from hashloom.execution.steps import room
from hashloom.flow import yosys

READ_VERILOG, SLANG, GHDL = "read_verilog", "slang", "ghdl"
FRONT_ENDS = (READ_VERILOG, SLANG, GHDL)
KEPT, CONVERTED = "asynchronous", "asynchronous, made synchronous"
RESETS = (KEPT, CONVERTED)
"""What a row says of the resets of a core that has asynchronous ones."""
LATCH = "latch"

_ELABORATED = "elaborated.json"
_WRITTEN = "written.v"
_RULE = "synchronous.v"
_ASYNCHRONOUS = ("$adff", "$adffe", "$aldff", "$aldffe", "$dffsr", "$dffsre")
_LATCHES = ("$dlatch", "$adlatch", "$dlatchsr", "$sr")
_MODULE = re.compile(r"^\s*module\s+(\w+)", re.MULTILINE)
_SOURCE = re.compile(r"([^|:]+):(\d+)")
# Attributes that say where something stood: the text is another.
_PLACELESS = (
    "setattr -unset src -unset hdlname w:* c:* m:* p:*",
    "setattr -mod -unset src -unset hdlname",
)
# A register keeps its reset and takes it at the edge of the clock, before its enable as before.
_TO_SYNCHRONOUS = """\
(* techmap_celltype = "$adff" *)
module made_of_adff #(
    parameter WIDTH = 1, CLK_POLARITY = 1, ARST_POLARITY = 1, ARST_VALUE = 0
) (input CLK, ARST, input [WIDTH-1:0] D, output [WIDTH-1:0] Q);
  \\$sdff #(
      .WIDTH(WIDTH), .CLK_POLARITY(CLK_POLARITY), .SRST_POLARITY(ARST_POLARITY), .SRST_VALUE(ARST_VALUE)
  ) _TECHMAP_REPLACE_ (.CLK(CLK), .SRST(ARST), .D(D), .Q(Q));
endmodule
(* techmap_celltype = "$adffe" *)
module made_of_adffe #(
    parameter WIDTH = 1, CLK_POLARITY = 1, EN_POLARITY = 1, ARST_POLARITY = 1, ARST_VALUE = 0
) (input CLK, EN, ARST, input [WIDTH-1:0] D, output [WIDTH-1:0] Q);
  \\$sdffe #(
      .WIDTH(WIDTH), .CLK_POLARITY(CLK_POLARITY), .EN_POLARITY(EN_POLARITY), .SRST_POLARITY(ARST_POLARITY),
      .SRST_VALUE(ARST_VALUE)
  ) _TECHMAP_REPLACE_ (.CLK(CLK), .EN(EN), .SRST(ARST), .D(D), .Q(Q));
endmodule
"""
# What yosys says, and what would be right.
_ADVICE = {
    "for defparam": "--parameter names those of the top module",
    "is not part of the design": "name the file of that module with --rtl too",
}


@dataclass(frozen=True)
class Construct:
    """Hardware of a sort, KEPT or LATCH, and where it stands in the text."""

    what: str
    place: str


@dataclass(frozen=True)
class Front:
    """A core that was read: what the flow takes, its ports, the reader, what became of resets.

    `named` has the user's names of the copies of files, by the copies' names, where the text is not written
    anew. `constructs` are what not every target takes.
    """

    unit: RtlUnit
    ports: tuple[Port, ...]
    front_end: str
    tools: Mapping[str, str]
    reset: str | None = None
    constructs: tuple[Construct, ...] = ()
    named: Mapping[str, str] = field(default_factory=dict)

    def places(self, what: str) -> str:
        """Where these constructs stand, in one phrase; empty if nothing is known."""
        found = list(dict.fromkeys(one.place for one in self.constructs if one.what == what and one.place))
        more = f" and {len(found) - 3} more" if len(found) > 3 else ""
        return f"{', '.join(found[:3])}{more}"


@dataclass(frozen=True)
class _Said:
    """What a reader made of a core: the netlist of its modules and the text written, or its complaints."""

    outcome: jobs.Outcome
    netlist: Mapping[str, Any]
    written: bytes
    complaints: tuple[str, ...]


def read(core: ExternalCore, places: Places, limits: jobs.Limits) -> Front:
    """What the flow takes of a core, after reading its files, once.

    UsageError for what no reader takes, in the words of the user's files: a file that is not there, wrong
    text, a top module or a parameter that the core does not have. MissingTool for VHDL without GHDL.
    """
    front = _vhdl(core, places, limits) if core.is_vhdl else _verilog(core, places, limits)
    if core.reset == "sync" and front.reset == KEPT:
        return _synchronous(core, front, places, limits)
    return front


def without_asynchronous(front: Front, places: Places, limits: jobs.Limits) -> RtlUnit:
    """The same for a simulation of clock cycles: an asynchronous reset acts at once, and at the next edge."""
    if front.reset != KEPT:
        return front.unit
    text = _rewritten(front.unit, ("async2sync",), places, limits).written
    return _unit(front.unit.top, text)


def _vhdl(core: ExternalCore, places: Places, limits: jobs.Limits) -> Front:
    with room("external", places) as folder:
        text = vhdl.verilog(core, folder, limits)
    # VHDL does not tell upper case from lower, Verilog does.
    known = (name for name in _MODULE.findall(text.decode(errors="replace")))
    top = next((name for name in known if name.lower() == core.top.lower()), core.top)
    made = replace(core, top=top, sources=(Path(f"{top}.v"),), parameters=())
    given = Captured(_unit(top, text))
    said = _attempt(made, given, READ_VERILOG, places, limits)
    if said.outcome.state == jobs.TOOL_CRASH:
        raise UsageError(f"yosys does not read what GHDL made of {core.top}: {'; '.join(said.complaints)}")
    return _front(top, given, said, GHDL, {vhdl.TOOL: vhdl.version()})


def _verilog(core: ExternalCore, places: Places, limits: jobs.Limits) -> Front:
    given = captured.capture(core)
    said = _attempt(core, given, READ_VERILOG, places, limits)
    reader = READ_VERILOG
    if said.outcome.state == jobs.TOOL_CRASH:
        _refuse_unknown(core, given, said)
        first, reader = said, SLANG
        said = _attempt(core, given, SLANG, places, limits)
        if said.outcome.state == jobs.TOOL_CRASH:
            raise UsageError(_refusal(core, first, said))
    front = _front(core.top, given, said, reader, {})
    return replace(front, unit=_unit(core.top, said.written), named={}) if said.written else front


def _front(top: str, given: Captured, said: _Said, reader: str, tools: Mapping[str, str]) -> Front:
    """What was read; HashloomError if the reader was cut short."""
    if said.outcome.state != jobs.OK:
        raise HashloomError(f"reading {top} ended: {said.outcome.state}")
    constructs = tuple(sorted(_constructs(said.netlist, given), key=_in_order))
    return Front(
        unit=given.unit,
        ports=tuple(read_ports(dict(said.netlist), top)),
        front_end=reader,
        tools=tools,
        reset=KEPT if any(one.what == KEPT for one in constructs) else None,
        constructs=constructs,
        named=given.named,
    )


def _attempt(core: ExternalCore, given: Captured, reader: str, places: Places, limits: jobs.Limits) -> _Said:
    """Have a reader read a core; slang's is written anew, and what names further files."""
    unit = given.unit
    with room("external", places) as folder:
        names = given.write(folder)
        if reader == SLANG:
            values = [f"-G {name}={_value(value)}" for name, value in unit.parameters]
            slang = " ".join(["read_slang -I . --top", unit.top, *values, *names])
            script = [slang, f"hierarchy -check -top {unit.top}"]
        else:
            script = yosys.elaborate(unit)
        writes = reader == SLANG or bool(given.further)
        return _run(folder, script, (), given, limits, writes)


def _rewritten(unit: RtlUnit, commands: Sequence[str], places: Places, limits: jobs.Limits) -> _Said:
    """Plain text of a unit that these commands have changed."""
    given = Captured(unit)
    with room("external", places) as folder:
        given.write(folder)
        (folder / _RULE).write_text(_TO_SYNCHRONOUS, encoding="utf-8")
        said = _run(folder, yosys.elaborate(unit), commands, given, limits, writes=True)
    if said.outcome.state != jobs.OK:
        raise HashloomError(f"{unit.top} cannot be written anew: {'; '.join(said.complaints)}")
    return said


def _run(
    folder: Path,
    script: Sequence[str],
    commands: Sequence[str],
    given: Captured,
    limits: jobs.Limits,
    writes: bool,
) -> _Said:
    lines = [*script, "proc", *commands, f"write_json {_ELABORATED}"]
    outcome = yosys.run(
        folder, [*lines, *((*_PLACELESS, f"write_verilog {_WRITTEN}") if writes else ())], limits
    )
    if outcome.state != jobs.OK:
        return _Said(outcome, {}, b"", tuple(_complaints(given.in_words(outcome.tail(400)))))
    netlist = json.loads((folder / _ELABORATED).read_text(encoding="utf-8"))
    return _Said(outcome, netlist, _plain(folder / _WRITTEN) if writes else b"", ())


def _synchronous(core: ExternalCore, front: Front, places: Places, limits: jobs.Limits) -> Front:
    """The core with its asynchronous resets made synchronous. UsageError where one is more than a reset."""
    said = _rewritten(front.unit, (f"techmap -map {_RULE}", "opt_clean"), places, limits)
    left = [kind for kind, _ in _cells(said.netlist) if kind in _ASYNCHRONOUS]
    if left:
        where = front.places(KEPT)
        raise UsageError(
            f"--reset sync: {core.top} has a register that is set and reset, or loaded, without the clock"
            f"{f' ({where})' if where else ''}; only a reset to a constant can be made synchronous"
        )
    kept = tuple(one for one in front.constructs if one.what != KEPT)
    top = front.unit.top
    return replace(front, unit=_unit(top, said.written), reset=CONVERTED, constructs=kept, named={})


def _unit(top: str, text: bytes) -> RtlUnit:
    """A unit that is this text, without parameters, which are set in it."""
    return captured.plain_unit(f"external_{top}", top, [(f"{top}.v", text)])


def _plain(path: Path) -> bytes:
    """What yosys wrote, without the line that names the build of yosys."""
    return path.read_bytes().partition(b"*/\n")[2].lstrip()


def _constructs(netlist: Mapping[str, Any], given: Captured) -> Iterator[Construct]:
    for kind, source in _cells(netlist):
        what = KEPT if kind in _ASYNCHRONOUS else LATCH if kind in _LATCHES else ""
        if what:
            found = _SOURCE.match(source)
            copy, line = (found[1], found[2]) if found else ("", "")
            name = given.named.get(copy)
            yield Construct(what, f"{name}:{line}" if name else "")


def _in_order(construct: Construct) -> tuple[str, int]:
    """The place of a construct as it comes in the text."""
    file, _, line = construct.place.rpartition(":")
    return file, int(line or 0)


def _cells(netlist: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Kind of each cell of all modules, and where it stands in the text."""
    for module in netlist["modules"].values():
        for cell in module["cells"].values():
            yield cell["type"], str(cell["attributes"].get("src", ""))


def _refuse_unknown(core: ExternalCore, given: Captured, said: _Said) -> None:
    """UsageError for a module or a parameter that is not in the files, which no reader will find."""
    if any(f"Module `{core.top}' not found" in line for line in said.complaints):
        texts = (content.decode(errors="replace") for content in given.unit.contents)
        known = [name for text in texts for name in _MODULE.findall(text)]
        raise UsageError(f"there is no module '{core.top}' in the files; {nearest(core.top, known)}")
    words = "; ".join(said.complaints)
    advice = next((advice for key, advice in _ADVICE.items() if key in words), None)
    if advice is not None:
        raise UsageError(f"yosys does not read {core.top}: {words}; {advice}")


def _refusal(core: ExternalCore, first: _Said, second: _Said) -> str:
    """Sentence that says why neither reader takes a core."""
    said = (f"{name}: {'; '.join(one.complaints)}" for name, one in ((READ_VERILOG, first), (SLANG, second)))
    return f"no reader takes {core.top}: {'; '.join(said)}"


def _complaints(text: str) -> Iterator[str]:
    """The errors in the log of yosys, each once; the last lines if it has none."""
    lines = [line.strip() for line in text.splitlines() if "ERROR:" in line]
    if len(lines) > 1:  # what comes last says only that there were errors
        lines = [line for line in lines if not line.startswith("ERROR: Design elaboration failed")] or lines
    for line in dict.fromkeys(lines or text.splitlines()[-3:]):
        yield re.sub(r"ERROR: ?|\\", "", line).rstrip(".!")


def _value(value: int | str) -> str:
    """A parameter's value for slang."""
    return f'"{value}"' if isinstance(value, str) else str(value)
