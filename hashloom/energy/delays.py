# SPDX-License-Identifier: Apache-2.0
"""Delays and slews of a placed netlist, from OpenSTA: SDF (IEEE 1497), and a list of slews beside it.

A delay has a least and a greatest value, those of the fastest and the slowest edge that may come; what counts
is the middle of both. The delay of a wire is added to those of the cell at its end.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from hashloom.errors import HashloomError

SDF, SLEWS = "delays.sdf", "slews.txt"
PS = 1000.0
"""Picoseconds in a nanosecond."""

_CELL = re.compile(r"\(INSTANCE\s*(\S*?)\s*\)$")
_CONDITION = re.compile(r"\(COND\s+(.*)$")
_PATH = re.compile(r"\(IOPATH\s+([^\s()]+)\s+([^\s()]+)\s+(.*?)\)*$")
_WIRE = re.compile(r"\(INTERCONNECT\s+([^\s()]+)\s+([^\s()]+)\s+(.*?)\)*$")
_TRIPLE = re.compile(r"\(([-\d.eE+]*):?([-\d.eE+]*):?([-\d.eE+]*)\)")
_ESCAPED = re.compile(r"\\(.)")


@dataclass(frozen=True)
class Path:
    """A way through a cell under a condition ("": any): delays in ps until the output has risen or fallen."""

    condition: str
    rise: float
    fall: float


@dataclass
class Delays:
    """Ways by instance, output and input; delays of wires in ps by `instance/pin`."""

    paths: dict[tuple[str, str, str], list[Path]] = field(default_factory=dict)
    wires: dict[str, float] = field(default_factory=dict)

    def through(self, instance: str, output: str, source: str) -> list[Path]:
        """The ways from an input of an instance to an output, with the wire before the input."""
        wire = self.wires.get(f"{instance}/{source}", 0.0)
        found = self.paths.get((instance, output, source), [])
        return [Path(one.condition, one.rise + wire, one.fall + wire) for one in found] if wire else found


def commands() -> list[str]:
    """Tcl commands for a netlist that is linked and constrained, with its wires: they write both files."""
    return [
        f"write_sdf -digits 6 {SDF}",
        f"set file [open {SLEWS} w]",
        "foreach pin [get_pins *] {",
        "  foreach vertex [lrange [$pin vertices] 0 0] {",
        '    puts $file "[get_full_name $pin] [::sta::Vertex_slew $vertex rise max]'
        ' [::sta::Vertex_slew $vertex fall max]"',
        "  }",
        "}",
        "close $file",
    ]


def sdf(lines: Iterable[str]) -> Delays:
    """Read what OpenSTA writes. HashloomError for a delay that is not understood."""
    found = Delays()
    instance = condition = ""
    for line in lines:
        text = line.strip()
        if text.startswith("(IOPATH"):
            match = _PATH.match(text)
            if match is None:
                raise HashloomError(f"OpenSTA writes a delay that is not understood: {text:.80}")
            rise, fall = _edges(match[3] + ")")
            key = (instance, match[2], match[1])
            found.paths.setdefault(key, []).append(Path(condition, rise, fall))
            condition = ""
        elif text.startswith("(INTERCONNECT"):
            match = _WIRE.match(text)
            if match is None:
                raise HashloomError(f"OpenSTA writes a delay that is not understood: {text:.80}")
            wire = sum(_edges(match[3] + ")")) / 2
            if wire:
                found.wires[plain(match[2])] = wire
        elif text.startswith("(COND"):
            match = _CONDITION.match(text)
            condition = match[1] if match else ""
        elif text.startswith("(INSTANCE"):
            match = _CELL.match(text)
            instance = plain(match[1]) if match else ""
    if not found.paths:
        raise HashloomError("OpenSTA has written no delay of a cell")
    return found


def slews(lines: Iterable[str]) -> dict[str, float]:
    """Slews by `instance/pin` in ns, the mean of rise and fall; HashloomError for a line that is none."""
    found = {}
    for line in lines:
        words = line.split()
        try:
            name, rise, fall = words
            found[plain(name)] = (float(rise) + float(fall)) / 2 * 1e9
        except ValueError as error:
            raise HashloomError(f"OpenSTA writes a slew that is not understood: {line:.80}") from error
    return found


def wire_ff(lines: Iterable[str]) -> dict[str, float]:
    """Capacitance of each wire in a SPEF file of `hashloom.flow.placement.spef`, by net, in femtofarad."""
    names: dict[str, str] = {}
    found = {}
    mapping = False
    for line in lines:
        if line.startswith("*NAME_MAP"):
            mapping = True
        elif line.startswith("*D_NET"):
            mapping = False
            _, number, ff = line.split()
            found[names[number]] = float(ff)
        elif mapping and line.startswith("*"):
            number, name = line.split()
            names[number] = plain(name)
    return found


def plain(name: str) -> str:
    """A name without the marks of SDF and SPEF."""
    return _ESCAPED.sub(r"\1", name) if "\\" in name else name


def conditions(paths: Sequence[Path]) -> tuple[str, ...]:
    """Conditions of several ways, in their order."""
    return tuple(one.condition for one in paths)


def _edges(text: str) -> tuple[float, float]:
    """Delays in ps for the two edges: of one that is not there that of the other."""
    edges = [_middle(one) for one in _TRIPLE.findall(text)]
    known = [one for one in edges if one is not None]
    if not known:
        raise HashloomError(f"OpenSTA writes no delay: {text:.80}")
    rise, fall = (edges[0], edges[1]) if len(edges) > 1 else (edges[0], edges[0])
    return (known[0] if rise is None else rise), (known[0] if fall is None else fall)


def _middle(triple: Sequence[str]) -> float | None:
    """The middle of the least and the greatest value of a triple, in ps."""
    values = [float(one) for one in (triple[0], triple[2]) if one]
    return sum(values) / len(values) * PS if values else None
