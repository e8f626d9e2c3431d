# SPDX-License-Identifier: Apache-2.0
"""The circuit that RTL elaborates to, whatever its text: comments, order, and names inside do not count.

yosys elaborates and flattens a unit by the commands with which a synthesis begins (COMMANDS). Every cell then
gets the SHA-256 of its type, its parameters, its attributes and, for each bit of each input, of what drives
that bit: a constant, a bit of a port, or a bit of another cell. Cycles end at registers and memories. These
are told apart by what they are, then by what they take when they are so told apart, and so on until no more
of them differ (partition refinement, as of a deterministic automaton). The digest is that of all ports, of
all cells that keep state, and of the attributes of wires. So two units with one digest have the same
registers and the same cells between them, one for one, as far as what a register takes can tell, but for a
collision of SHA-256; and from registers with the same values they do the same. The converse does not hold: a
circuit may be built of other cells and do the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hashloom.catalogue import logic
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


def same(here: RtlUnit, there: RtlUnit, session: Session) -> bool:
    """Whether two units are the same circuit: by text, by its words, or elaborated. Errors of `digest`."""
    if here.digest() == there.digest() or logic.same_logic(here, there):
        return True
    return digest(here, session) == digest(there, session)


def digest_of(top: Netlist) -> str:
    """SHA-256 (hexadecimal) of a flattened netlist. HashloomError for a loop without a register."""
    return _Circuit(top).digest()


class _Circuit:
    def __init__(self, top: Netlist) -> None:
        self._top = top
        self._cells = {name: cell for name, cell in top["cells"].items() if cell["type"] != _SCOPE}
        self._kept = [name for name, cell in self._cells.items() if _keeps_state(cell)]
        self._what = {
            name: _sha(cell["type"], sorted(cell["parameters"].items()), _attributes(cell))
            for name, cell in self._cells.items()
        }
        self._inputs = {
            name: sorted((port, tuple(bits)) for port, bits in _of(cell, "input"))
            for name, cell in self._cells.items()
        }
        self._drivers: dict[Bit, tuple[str, bytes]] = {}
        self._bits: dict[Bit, bytes] = {}
        for port, shape in top["ports"].items():
            if shape["direction"] != "output":
                self._bits.update((bit, _sha("port", port, n)) for n, bit in enumerate(shape["bits"]))
        for name, cell in self._cells.items():
            for port, bits in _of(cell, "output"):
                for number, bit in enumerate(bits):
                    self._drivers[bit] = name, f" {port} {number}".encode()
        for bit in {bit for ports in self._inputs.values() for _, bits in ports for bit in bits} - {
            *self._bits
        }:
            if bit not in self._drivers:
                self._bits[bit] = _sha("constant" if isinstance(bit, str) else "open", bit)
        self._order = self._ordered()

    def digest(self) -> str:
        told = {name: self._what[name] for name in self._kept}
        while True:
            sums = self._sums(told)
            finer = {name: sums[name] for name in self._kept}
            if len(set(finer.values())) == len(set(told.values())):
                break
            told = finer
        parts = [
            _sha("port", port, shape["direction"], *(self._bit(bit, sums) for bit in shape["bits"]))
            for port, shape in self._top["ports"].items()
        ]
        parts += [
            sums[name] for name, cell in self._cells.items() if _keeps_state(cell) or not _has_output(cell)
        ]
        for net in self._top["netnames"].values():
            if attributes := _attributes(net):
                parts.append(_sha("wire", attributes, *(self._bit(bit, sums) for bit in net["bits"])))
        return hashlib.sha256(b"".join(sorted(parts))).hexdigest()

    def _sums(self, told: Mapping[str, bytes]) -> dict[str, bytes]:
        """Of every cell, by what tells those apart that keep state."""
        sums = dict(told)
        for name in self._order:
            sums[name] = self._sum(name, sums)
        return {**sums, **{name: self._sum(name, sums) for name in self._kept}}

    def _sum(self, name: str, sums: Mapping[str, bytes]) -> bytes:
        state = hashlib.sha256(self._what[name])
        for port, bits in self._inputs[name]:
            state.update(f"{port} {len(bits)}".encode())
            state.update(b"".join([self._bit(bit, sums) for bit in bits]))
        return state.digest()

    def _bit(self, bit: Bit, sums: Mapping[str, bytes]) -> bytes:
        """What drives a bit."""
        known = self._bits.get(bit)
        if known is not None:
            return known
        if bit not in self._drivers:
            return _sha("constant" if isinstance(bit, str) else "open", bit)
        name, place = self._drivers[bit]
        return sums[name] + place

    def _ordered(self) -> list[str]:
        """The cells that keep no state, each behind those that drive it."""
        found: list[str] = []
        done, opened = set(self._kept), set()
        for first in self._cells:
            waiting = [first]  # not by recursion: chains of cells are longer than the stack
            while waiting:
                name = waiting[-1]
                if name in done:
                    waiting.pop()
                    continue
                needed = self._needed(name) - done
                if not needed:
                    found.append(waiting.pop())
                    done.add(name)
                elif name in opened:
                    raise HashloomError(f"a loop without a register goes through {name}")
                else:
                    opened.add(name)
                    waiting.extend(sorted(needed))
        return found

    def _needed(self, name: str) -> set[str]:
        bits = (bit for _, bits in self._inputs[name] for bit in bits)
        return {self._drivers[bit][0] for bit in bits if bit in self._drivers and bit not in self._bits}


def _has_output(cell: Mapping[str, Any]) -> bool:
    return any(bits for _, bits in _of(cell, "output"))


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
