# SPDX-License-Identifier: Apache-2.0
"""Proof that the Verilog-2005 of a package computes what its SystemVerilog does, register for register.

The SystemVerilog comes in through another front end of yosys (slang) than the one that converted it, the
Verilog through the plain one. In both, the registers are cut open: each bit of state becomes an input (its
value) and an output (its next value). Bits of one name are one bit; where the two circuits have the same bits
of state, the same outputs and the same next state for every input and every state, they cannot be told apart.
That is what ABC's equivalence checker proves of the two combinational circuits.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hashloom.errors import CheckFailed, HashloomError
from hashloom.execution import jobs
from hashloom.flow import yosys
from hashloom.flow.serial_harness import CLOCK
from hashloom.formal import equivalence

METHOD = "registers matched by name, outputs and next states by ABC's cec"
STATE, NEXT = "register_value", "register_next"
"""Ports that take the place of the registers."""

_FLIP_FLOP = "$_DFF_P_"
_NETLIST = "registers.json"
_CUT = "combinational.json"
# A front end names the block that an `else` without `begin` opens, or does not.
_UNNAMED = re.compile(r"\bgenblk\d+\.")
# memory_share and opt_mem_priority: without them memory_map takes the bits of a word for writes of their own,
# and selects among them in chains. setundef: what is left open has one value in both circuits.
_TO_REGISTERS = (
    "proc -latches error",
    "flatten",
    "opt_clean",
    "memory_share -nosat",
    "opt_mem_priority",
    "memory_map",
    "opt_clean",
    "dffunmap",
    "simplemap t:$dff",
    "opt_clean",
    "setundef -zero",
    "select -assert-none t:$*dff* t:$_*DFF* %u t:$_DFF_P_ %d t:$*latch* %u",
    "delete t:$scopeinfo",
    f"write_json {_NETLIST}",
)


class Circuit:
    """A flat module of a yosys JSON netlist: its flip-flops, and all names of the bits that they hold."""

    def __init__(self, netlist: dict[str, Any], top: str, clock_ports: Sequence[str] = (CLOCK,)) -> None:
        """HashloomError if a flip-flop has another clock than one of these ports."""
        self.netlist, self.top = netlist, top
        self.module: dict[str, Any] = netlist["modules"][top]
        clocks = {self.module["ports"][port]["bits"][0]: port for port in clock_ports}
        # By the number of the net that a flip-flop drives: the net that it takes its value from.
        self.next: dict[int, Any] = {}
        self.clock: dict[int, str] = {}
        for name in [key for key, cell in self.module["cells"].items() if cell["type"] == _FLIP_FLOP]:
            pins = self.module["cells"].pop(name)["connections"]
            if pins["C"][0] not in clocks:
                raise HashloomError(
                    f"the register {name} of {top} has another clock than {' or '.join(clock_ports)}"
                )
            self.next[pins["Q"][0]] = pins["D"][0]
            self.clock[pins["Q"][0]] = clocks[pins["C"][0]]
        self.names: dict[int, list[tuple[str, int]]] = {bit: [] for bit in self.next}
        for name, net in self.module["netnames"].items():
            for position, bit in enumerate(net["bits"]):
                if bit in self.names and not net["hide_name"]:
                    self.names[bit].append((_UNNAMED.sub("", name), position))

    def cut(self, order: Sequence[int | None], matched: int, path: Path) -> None:
        """Write the netlist with ports in place of the registers.

        `order` names the bits of state by the nets they drive, None for one that this circuit has not; the
        first `matched` of them both have, and only their next values are compared.
        """
        free = 1 + max(
            bit for net in self.module["netnames"].values() for bit in net["bits"] if isinstance(bit, int)
        )
        values = [free + number if bit is None else bit for number, bit in enumerate(order)]
        following = [self.next[bit] for bit in order[:matched] if bit is not None]
        self.module["ports"][STATE] = {"direction": "input", "bits": values}
        self.module["ports"][NEXT] = {"direction": "output", "bits": following}
        self.netlist["modules"] = {self.top: self.module}
        path.write_text(json.dumps(self.netlist), encoding="utf-8")


def prove(
    top: str,
    systemverilog: Sequence[Path],
    verilog: Path,
    folder: Path,
    limits: jobs.Limits,
    clocks: Sequence[str] = (CLOCK,),
) -> dict[str, Any]:
    """Prove that `verilog` computes what `systemverilog`, in compile order, does; `folder` is for the files.

    `clocks` are the ports that registers have as their clocks. Registers of one name must have the same one:
    then the two circuits do the same at every edge of every clock.

    Returns what a data sheet says of it. CheckFailed if they differ, HashloomError if no answer is found.
    """
    sources = " ".join(yosys.copy_files(systemverilog, folder / "systemverilog"))
    gold = _circuit(top, [f"read_slang --top {top} {sources}"], folder / "systemverilog", limits, clocks)
    (converted,) = yosys.copy_files([verilog], folder / "verilog")
    read = [f"read_verilog {converted}", f"hierarchy -check -top {top}"]
    gate = _circuit(top, read, folder / "verilog", limits, clocks)
    pairs = match(gold.names, gate.names)
    for one, other in pairs:
        if one is not None and other is not None and gold.clock[one] != gate.clock[other]:
            raise CheckFailed(
                f"the register {gold.names[one][0][0]} of {top} has another clock in Verilog-2005"
            )
    matched = sum(None not in pair for pair in pairs)
    gold.cut([one for one, _ in pairs], matched, folder / "systemverilog" / _CUT)
    gate.cut([other for _, other in pairs], matched, folder / "verilog" / _CUT)
    circuits = [
        equivalence.circuit(folder / name, [f"read_json {_CUT}", f"hierarchy -check -top {top}"], limits)
        for name in ("systemverilog", "verilog")
    ]
    if not equivalence.equivalent(circuits[0], circuits[1], limits):
        raise CheckFailed(f"the Verilog-2005 of {top} does not compute what its SystemVerilog does")
    return {"method": METHOD, "register_bits": matched, "tool": f"{yosys.TOOL} {yosys.version()}"}


def match(
    one: Mapping[int, Sequence[tuple[str, int]]], other: Mapping[int, Sequence[tuple[str, int]]]
) -> list[tuple[int | None, int | None]]:
    """Pairs of the bits of two circuits that have a name in common, then the bits that only one has.

    Such a bit is there for nothing, or else the proof fails: it becomes a free input of both circuits.
    """
    named = {name: bit for bit, names in other.items() for name in names}
    pairs: list[tuple[int | None, int | None]] = []
    lonely: list[tuple[int | None, int | None]] = []
    left = dict.fromkeys(other)
    for bit, names in one.items():
        partner = next((named[name] for name in names if named.get(name) in left), None)
        if partner is None:
            lonely.append((bit, None))
        else:
            del left[partner]
            pairs.append((bit, partner))
    return [*pairs, *lonely, *((None, bit) for bit in left)]


def _circuit(
    top: str, read: Sequence[str], folder: Path, limits: jobs.Limits, clocks: Sequence[str]
) -> Circuit:
    folder.mkdir(parents=True, exist_ok=True)
    outcome = yosys.run(folder, [*read, *_TO_REGISTERS], limits)
    if outcome.state != jobs.OK:
        raise HashloomError(f"no circuit can be made of {top} ({outcome.state}): {outcome.tail(4)}")
    return Circuit(json.loads((folder / _NETLIST).read_text(encoding="utf-8")), top, clocks)
