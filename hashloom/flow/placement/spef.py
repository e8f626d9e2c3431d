# SPDX-License-Identifier: Apache-2.0
"""Wires as networks of resistors and capacitors, written as SPEF (IEEE 1481) for timing analysis.

An edge of a wire's tree is one resistor, with half of its capacitance at each end. Vias have none.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hashloom.flow.placement.netlist import End, Netlist
from hashloom.flow.placement.steiner import Tree, distance
from hashloom.libraries.lef import NM

LEAST_OHM = 1e-3
"""Resistance of an edge without length, between pins in one place: a network has no resistor of 0 ohm."""

_HEADER = """\
*SPEF "IEEE 1481-1998"
*DESIGN "{top}"
*DATE "none"
*VENDOR "hashloom"
*PROGRAM "hashloom"
*VERSION "1"
*DESIGN_FLOW "PIN_CAP NONE" "NAME_SCOPE LOCAL"
*DIVIDER /
*DELIMITER :
*BUS_DELIMITER [ ]
*T_UNIT 1 NS
*C_UNIT 1 FF
*R_UNIT 1 OHM
*L_UNIT 1 HENRY

*NAME_MAP
"""
_PLAIN = re.compile(r"[A-Za-z0-9_]+(\[\d+\])?")
_ODD = re.compile(r"([^A-Za-z0-9_])")


@dataclass(frozen=True)
class Wire:
    """The wire of a net: its ends, the driver first, and a tree whose first nodes they are, in nm."""

    net: str
    ends: tuple[End, ...]
    tree: Tree


def text(netlist: Netlist, wires: Sequence[Wire], ohm_per_um: float, ff_per_um: float) -> Iterator[str]:
    """Lines of a SPEF file of these wires, by resistance and capacitance per micrometre."""
    yield from _HEADER.format(top=netlist.top).splitlines()
    yield from (f"*{number} {_escaped(wire.net)}" for number, wire in enumerate(wires, start=1))
    cells = range(len(wires) + 1, len(wires) + 1 + len(netlist.instances))
    for number, instance in zip(cells, netlist.instances, strict=True):
        yield f"*{number} {_cell(instance.name)}"
    for number, wire in enumerate(wires, start=1):
        yield ""
        yield from _wire(number, wire, cells, netlist.directions, ohm_per_um, ff_per_um)


def _wire(
    number: int,
    wire: Wire,
    cells: Sequence[int],
    directions: Mapping[str, str],
    ohm_per_um: float,
    ff_per_um: float,
) -> Iterator[str]:
    ends = [_escaped(end.pin) if end.cell is None else f"*{cells[end.cell]}:{end.pin}" for end in wire.ends]
    nodes = ends + [f"*{number}:{node}" for node in range(len(ends), len(wire.tree.nodes))]
    at_nodes = [0.0] * len(nodes)
    resistors = []
    for a, b in wire.tree.edges:
        length = distance(wire.tree.nodes[a], wire.tree.nodes[b]) / NM
        for node in (a, b):
            at_nodes[node] += ff_per_um * length / 2
        resistors.append((nodes[a], nodes[b], max(ohm_per_um * length, LEAST_OHM)))
    yield f"*D_NET *{number} {sum(at_nodes):.6g}"
    yield "*CONN"
    for position, (end, name) in enumerate(zip(wire.ends, ends, strict=True)):
        if end.cell is None:
            yield f"*P {name} {'I' if directions[end.pin] == 'input' else 'O'}"
        else:
            yield f"*I {name} {'I' if position else 'O'}"
    yield "*CAP"
    yield from _numbered(f"{node} {ff:.6g}" for node, ff in zip(nodes, at_nodes, strict=True))
    yield "*RES"
    yield from _numbered(f"{a} {b} {ohm:.6g}" for a, b, ohm in resistors)
    yield "*END"


def _numbered(lines: Iterable[str]) -> Iterator[str]:
    return (f"{number} {line}" for number, line in enumerate(lines, start=1))


def _escaped(name: str) -> str:
    """A net or a port: the index of a bit stays as it is."""
    return name if _PLAIN.fullmatch(name) else _cell(name)


def _cell(name: str) -> str:
    """A cell: an index is part of its name."""
    return _ODD.sub(r"\\\1", name)
