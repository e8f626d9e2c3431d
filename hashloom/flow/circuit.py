# SPDX-License-Identifier: Apache-2.0
"""The circuit that RTL elaborates to, whatever its text: comments, order, and names inside do not count.

yosys elaborates and flattens a unit by the commands with which a synthesis begins (COMMANDS). Every cell then
gets the SHA-256 of its type, its parameters and, for each bit of each input, of what drives that bit: a
constant, a bit of a port, a bit of a cell, or a bit of a register. Bits of registers and memories have the
names that the RTL gives them in the hierarchy, so that cycles end there. The digest is that of all ports, of
all registers with what they take, and of the attributes of wires. So two units with one digest have the same
registers, by name, and the same cells between them, one for one, but for a collision of SHA-256. The converse
does not hold: a circuit may be built of other cells, or name a register otherwise, and do the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import CheckFailed, HashloomError
from hashloom.execution import code, jobs
from hashloom.execution.records import Body
from hashloom.execution.session import Session
from hashloom.execution.steps import Action, body_of
from hashloom.flow import yosys

KIND = "circuit"
LIMITS = jobs.Limits(memory_bytes=8 << 30, wall_seconds=1800)
CODE = ("flow/circuit.py", "flow/yosys.py", "flow/yosys_child.py")
"""Files of the laboratory that decide what the digest of a circuit is."""

COMMANDS = ("proc -latches error", "flatten", "opt_expr", "opt_clean")
"""Behind `yosys.elaborate`; `yosys.standard_cells` begins with the same."""
_JSON = "circuit.json"
_SAYS_NOTHING = {
    "src",
    "hdlname",
    "module_not_derived",
    "unused_bits",
    "full_case",
    "parallel_case",
    "nosync",
}
"""Attributes that no step of a synthesis obeys."""
_STATE = ("DFF", "dff", "_SR", "$sr", "LATCH", "latch", "mem", "$ff", "_FF_", "$any", "$all")
_SCOPE = "$scopeinfo"
"""A cell that stands for an instance that was flattened."""
Netlist = Mapping[str, Any]
"""The top module in the JSON of yosys."""
Bit = int | str
"""A net by its number, or a constant."""


def step(unit: RtlUnit, limits: jobs.Limits = LIMITS) -> Action:
    """The step that gives the digest of a unit's circuit, `circuit` in its body."""
    ingredients = {
        "rtl": unit.digest(),
        "tools": {yosys.TOOL: yosys.version()},
        "code": code.digest(*CODE),
    }

    def work(folder: Path, _: Session) -> Body:
        yosys.copy_sources(unit, folder)
        outcome = yosys.run(folder, [*yosys.elaborate(unit), *COMMANDS, f"write_json {_JSON}"], limits)
        if outcome.state != jobs.OK:
            return body_of(outcome)
        modules = json.loads((folder / _JSON).read_text(encoding="utf-8"))["modules"]
        (folder / _JSON).unlink()
        (top,) = (one for one in modules.values() if int(one["attributes"].get("top", "0"), 2))
        return body_of(outcome, circuit=digest_of(top))

    return Action(KIND, ingredients, limits, work)


def digest(unit: RtlUnit, session: Session) -> str:
    """SHA-256 (hexadecimal) of the circuit of a unit. CheckFailed where yosys does not take its RTL."""
    made = step(unit).perform(session)
    if made.state != jobs.OK:
        raise CheckFailed(f"{unit.name} is not elaborated: {made.body.get('message', made.state)}")
    return str(made.body["circuit"])


def digest_of(top: Netlist) -> str:
    """SHA-256 (hexadecimal) of a flattened netlist. HashloomError for a loop without a register."""
    return _Circuit(top).digest()


class _Circuit:
    def __init__(self, top: Netlist) -> None:
        self._cells = {name: cell for name, cell in top["cells"].items() if cell["type"] != _SCOPE}
        self._top = top
        self._names = _names(top["netnames"])
        self._drivers: dict[Bit, tuple[str, str, int]] = {}
        self._digests: dict[str, bytes] = {}
        self._bits: dict[Bit, bytes] = {}
        for port, shape in top["ports"].items():
            if shape["direction"] != "output":
                self._bits.update((bit, _sha("port", port, n)) for n, bit in enumerate(shape["bits"]))
        for name, cell in self._cells.items():
            for port, bits in _of(cell, "output"):
                for number, bit in enumerate(bits):
                    if _keeps_state(cell):
                        self._bits[bit] = _sha("state", self._names.get(bit, name), port)
                    else:
                        self._drivers[bit] = (name, port, number)

    def digest(self) -> str:
        parts = [
            _sha("port", port, shape["direction"], *map(self._bit, shape["bits"]))
            for port, shape in self._top["ports"].items()
        ]
        for name, cell in self._cells.items():
            outputs = [self._bits.get(bit, b"") for _, bits in _of(cell, "output") for bit in bits]
            if _keeps_state(cell) or not outputs:
                parts.append(_sha("cell", self._cell(name), *outputs))
        for name, net in self._top["netnames"].items():
            told = _attributes(net)
            if told:
                parts.append(_sha("wire", name if _is_named(name, net) else "", told))
        return hashlib.sha256(b"".join(sorted(parts))).hexdigest()

    def _bit(self, bit: Bit) -> bytes:
        """What drives a bit, depth first; not by recursion, for chains of cells are longer than the stack."""
        waiting, opened = [bit], set()
        while waiting:
            last = waiting[-1]
            if last in self._bits:
                waiting.pop()
            elif last not in self._drivers:
                self._bits[last] = _sha("constant" if isinstance(last, str) else "open", last)
            else:
                name, port, number = self._drivers[last]
                if name in self._digests:
                    self._bits[last] = _sha("cell", self._digests[name], port, number)
                    continue
                needed = [one for one in self._inputs(name) if one not in self._bits]
                if not needed:
                    self._digests[name] = self._sum(name)
                elif name in opened:
                    raise HashloomError(f"a loop without a register goes through {name}")
                else:
                    opened.add(name)
                    waiting.extend(needed)
        return self._bits[bit]

    def _cell(self, name: str) -> bytes:
        for bit in self._inputs(name):
            self._bit(bit)
        return self._sum(name)

    def _inputs(self, name: str) -> Iterator[Bit]:
        return (bit for _, bits in _of(self._cells[name], "input") for bit in bits)

    def _sum(self, name: str) -> bytes:
        """Of a cell all of whose inputs are known."""
        cell = self._cells[name]
        ports = [_sha(port, *(self._bits[bit] for bit in bits)) for port, bits in _of(cell, "input")]
        return _sha(cell["type"], sorted(cell["parameters"].items()), _attributes(cell), *sorted(ports))


def _names(nets: Mapping[str, Any]) -> dict[Bit, str]:
    """All names that a bit has in the RTL, of bits that have one: a flip-flop is called by one of these."""
    found: dict[Bit, list[str]] = {}
    for name, net in nets.items():
        if _is_named(name, net):
            for number, bit in enumerate(net["bits"]):
                found.setdefault(bit, []).append(f"{name}[{number}]")
    return {bit: " ".join(sorted(names)) for bit, names in found.items()}


def _is_named(name: str, net: Mapping[str, Any]) -> bool:
    """Is it named in the RTL? What a function declares is called by the line that calls it, with a `$`."""
    return not net["hide_name"] and "$" not in name


def _keeps_state(cell: Mapping[str, Any]) -> bool:
    return any(word in cell["type"] for word in _STATE)


def _of(cell: Mapping[str, Any], direction: str) -> Iterable[tuple[str, Sequence[Bit]]]:
    return ((p, bits) for p, bits in cell["connections"].items() if cell["port_directions"][p] == direction)


def _attributes(thing: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return sorted((k, v) for k, v in thing["attributes"].items() if k not in _SAYS_NOTHING)


def _sha(*parts: object) -> bytes:
    state = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else repr(part).encode()
        state.update(b"%d:" % len(data) + data)
    return state.digest()
