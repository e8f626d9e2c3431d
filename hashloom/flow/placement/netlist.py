# SPDX-License-Identifier: Apache-2.0
"""The mapped netlist, as `yosys.standard_cells` has it written: cells, ports and the nets between them.

One module, one statement a cell, scalar pins. Anything else is refused: what is passed over here would have
no wire. Names are those that OpenSTA gives the same file.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from hashloom.errors import HashloomError
from hashloom.libraries.pins import Pin

_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_NAME = r"(?:\\\S+\s|[A-Za-z_][\w$]*)"
_BIT = rf"{_NAME}\s*(?:\[\d+\])?"
_MODULE = re.compile(rf"\s*module\s+({_NAME})\s*\([^;]*;", re.DOTALL)
_DECLARATION = re.compile(rf"\s*(input|output|wire)\s+(?:\[(\d+):(\d+)\]\s*)?({_NAME})\s*", re.DOTALL)
_ASSIGN = re.compile(r"\s*assign\s+(.+?)\s+=\s+(.+?)\s*", re.DOTALL)
_RANGE = re.compile(rf"\s*({_NAME})\s*(?:\[(\d+)(?::(\d+))?\])?\s*", re.DOTALL)
_VALUE = re.compile(r"\s*\d+'[bh]([0-9a-f]+)\s*")
_INSTANCE = re.compile(rf"\s*({_NAME})\s*({_NAME})\s*\((.*)\)\s*", re.DOTALL)
_PIN = re.compile(rf"\s*\.({_NAME})\s*\(\s*(1'[bh][01]|{_BIT})?\s*\)\s*(?:,|$)", re.DOTALL)
_CONSTANT = "1'"


@dataclass(frozen=True)
class Instance:
    """A cell of the netlist: its name, its type, and the net at each pin that is connected to one."""

    name: str
    cell: str
    pins: Mapping[str, str]


@dataclass(frozen=True)
class Netlist:
    """A module: its cells, and the bits of its ports with their direction and the net each is of."""

    top: str
    instances: tuple[Instance, ...]
    directions: Mapping[str, str]
    port_nets: Mapping[str, str]


@dataclass(frozen=True)
class End:
    """An end of a net: a pin of the cell with this index, or, without an index, a bit of a port."""

    cell: int | None
    pin: str


@dataclass(frozen=True)
class Net:
    """A net with a driver and at least one load; the driver is the first of its ends."""

    name: str
    ends: tuple[End, ...]


def read(text: str) -> Netlist:
    """The module of a netlist. HashloomError, with the statement, for what this reader does not know."""
    text = _COMMENT.sub("", text)
    head = _MODULE.match(text)
    if head is None:
        raise HashloomError("the netlist does not begin with a module")
    directions: dict[str, str] = {}
    widths: dict[str, list[str]] = {}
    joined: dict[str, str] = {}
    instances = []
    body, _, rest = text[head.end() :].rpartition("endmodule")
    if rest.strip() or not body:
        raise HashloomError("the netlist does not end with the end of its one module")
    for statement in body.split(";"):
        if not statement.strip():
            continue
        if match := _DECLARATION.fullmatch(statement):
            kind, high, low, name = match.groups()
            bits = widths[_plain(name)] = _bits(_plain(name), high, low)
            if kind != "wire":
                directions |= dict.fromkeys(bits, kind)
        elif match := _ASSIGN.fullmatch(statement):
            left, right = (_expanded(side, widths) for side in match.groups())
            if len(left) != len(right):
                raise HashloomError(f"the netlist joins unequal numbers of bits: {statement.strip():.80}")
            joined |= dict(zip(left, right, strict=True))
        elif match := _INSTANCE.fullmatch(statement):
            instances.append(Instance(_plain(match.group(2)), _plain(match.group(1)), _pins(match.group(3))))
        else:
            raise HashloomError(
                f"the netlist has a statement that is not understood: {statement.strip():.80}"
            )
    known = {bit for bits in widths.values() for bit in bits}

    def net(name: str) -> str:
        if len(widths.get(name, ())) == 1:
            (name,) = widths[name]  # one bit with a range is named without its index
        seen = {name}
        while name in joined:
            name = joined[name]
            if name in seen:
                raise HashloomError(f"the netlist joins {name} with itself")
            seen.add(name)
        if name not in known and not name.startswith(_CONSTANT):
            raise HashloomError(f"the netlist uses {name}, which it does not declare")
        return name

    resolved = tuple(
        Instance(one.name, one.cell, {pin: net(name) for pin, name in one.pins.items()}) for one in instances
    )
    return Netlist(_plain(head.group(1)), resolved, directions, {bit: net(bit) for bit in directions})


def nets(netlist: Netlist, pins: Mapping[str, Mapping[str, Pin]], without: str) -> list[Net]:
    """Nets with a driver and a load, in the order of their first ends, but for the one at the port `without`.

    `pins` are those of the library, by cell. HashloomError for a net that has not one driver, or a cell or a
    pin that the library lacks.
    """
    ends: dict[str, list[tuple[bool, End]]] = {}
    for index, instance in enumerate(netlist.instances):
        of_cell = pins.get(instance.cell)
        if of_cell is None:
            raise HashloomError(f"the library has no cell {instance.cell}, which is in the netlist")
        for pin, net in instance.pins.items():
            if pin not in of_cell or of_cell[pin].direction not in ("input", "output"):
                raise HashloomError(f"the pin {pin} of {instance.cell} is neither an input nor an output")
            ends.setdefault(net, []).append((of_cell[pin].direction == "output", End(index, pin)))
    for bit, net in netlist.port_nets.items():
        ends.setdefault(net, []).append((netlist.directions[bit] == "input", End(None, bit)))
    ideal = netlist.port_nets.get(without)
    found = []
    for name, of_net in ends.items():
        if name == ideal or name.startswith(_CONSTANT):
            continue
        drivers = [end for drives, end in of_net if drives]
        loads = [end for drives, end in of_net if not drives]
        if len(drivers) > 1 or (loads and not drivers):
            raise HashloomError(f"the net {name} has {len(drivers)} drivers")
        if loads:
            found.append(Net(name, (drivers[0], *loads)))
    return found


def _pins(text: str) -> dict[str, str]:
    pins: dict[str, str] = {}
    position = 0
    while position < len(text):
        match = _PIN.match(text, position)
        if match is None or _plain(match.group(1)) in pins:
            here = text[position:].strip()
            raise HashloomError(f"the netlist has a pin that is not understood: {here:.60}")
        if match.group(2):
            pins[_plain(match.group(1))] = _plain(match.group(2))
        position = match.end()
    return pins


def _expanded(side: str, widths: Mapping[str, list[str]]) -> list[str]:
    """Bits of a side of an assignment, the most significant first."""
    inner = side.strip()
    if inner.startswith("{") and inner.endswith("}"):
        return [bit for part in inner[1:-1].split(",") for bit in _expanded(part, widths)]
    if value := _VALUE.fullmatch(side):
        return [f"{_CONSTANT}b{bit}" for bit in _binary(side, value.group(1))]
    match = _RANGE.fullmatch(side)
    if match is None or _plain(match.group(1)) not in widths:
        raise HashloomError(f"the netlist has an assignment that is not understood: {inner:.80}")
    name = _plain(match.group(1))
    return widths[name] if match.group(2) is None else _bits(name, match.group(2), match.group(3))


def _binary(side: str, digits: str) -> str:
    """Bits of a constant; its text is `width'b...` or `width'h...`."""
    width, base = int(side.partition("'")[0]), 2 if "'b" in side else 16
    return f"{int(digits, base):0{width}b}"


def _bits(name: str, high: str | None, low: str | None) -> list[str]:
    """Names of bits in the order of their range; a name without a range is one bit."""
    if high is None:
        return [name]
    first, last = int(high), int(low or high)
    step = 1 if last >= first else -1
    return [f"{name}[{bit}]" for bit in range(first, last + step, step)]


def _plain(name: str) -> str:
    """A name without the marks that Verilog wants."""
    return re.sub(r"\s+", "", name.removeprefix("\\"))
