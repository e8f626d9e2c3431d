# SPDX-License-Identifier: Apache-2.0
"""What a Liberty file says of the energy of its cells: internal power, leakage, capacitance, and functions.

    power(text, cells)    a PowerLibrary of these cells, in volt, femtofarad, femtojoule, nanosecond, nanowatt

An internal energy is per transition, in the unit of capacitance times the square of that of voltage; what a
load takes is not in it.
"""

import re
from bisect import bisect_right
from collections.abc import Container, Mapping
from dataclasses import dataclass

from hashloom.errors import UsageError
from hashloom.libraries import liberty_groups
from hashloom.libraries.liberty_groups import Group
from hashloom.libraries.pins import unit_ff

_NUMBER = re.compile(r"([\d.]+)\s*(\w+)")
_NS = {"ps": 1e-3, "ns": 1.0}
_NW = {"fW": 1e-6, "pW": 1e-3, "nW": 1.0, "uW": 1e3, "mW": 1e6}
_VOLT = {"mV": 1e-3, "V": 1.0}
_SLEWS = ("input_transition_time", "input_net_transition")
_LOADS = ("total_output_net_capacitance",)
_STATEFUL = ("latch", "ff_bank", "latch_bank", "statetable")


@dataclass(frozen=True)
class Table:
    """Energies of a transition in fJ: `values[i * len(loads) + j]` at `slews[i]` (ns) and `loads[j]` (fF)."""

    slews: tuple[float, ...]
    loads: tuple[float, ...]
    values: tuple[float, ...]

    def at(self, slew: float, load: float) -> float:
        """Energy between the points of the table, linear in both; outside of it that of its edge."""
        i, x = _between(self.slews, slew)
        j, y = _between(self.loads, load)
        n = len(self.loads)
        low, high = (
            self.values[row * n + j] * (1 - y) + self.values[row * n + min(j + 1, n - 1)] * y
            for row in (i, min(i + 1, len(self.slews) - 1))
        )
        return low * (1 - x) + high * x


@dataclass(frozen=True)
class Power:
    """Energy of transitions of a pin that one of `related` causes, or any pin; under a condition, if any."""

    related: tuple[str, ...]
    when: str | None
    rise: Table | None
    fall: Table | None


@dataclass(frozen=True)
class PowerPin:
    """A pin: direction, capacitance, function of an output, energies of its transitions."""

    direction: str
    ff: float
    function: str | None
    power: tuple[Power, ...]


@dataclass(frozen=True)
class FlipFlop:
    """A state: the names of it and its inverse, what it becomes, and the pin at whose rising edge."""

    names: tuple[str, str]
    next_state: str
    clock: str


@dataclass(frozen=True)
class PowerCell:
    """A cell: its pins in the order of the file, its leakage, its state if it has one."""

    name: str
    pins: Mapping[str, PowerPin]
    leakage_nw: float
    flip_flop: FlipFlop | None

    def named(self, direction: str) -> tuple[str, ...]:
        """Names of the pins of a direction."""
        return tuple(name for name, pin in self.pins.items() if pin.direction == direction)


@dataclass(frozen=True)
class PowerLibrary:
    """Supply voltage, and cells by name."""

    volts: float
    cells: Mapping[str, PowerCell]


def power(text: str, cells: Container[str]) -> PowerLibrary:
    """Read these cells of a library. UsageError for what is no library, or has what is not understood."""
    found = liberty_groups.library(text, cells)
    try:
        return _Reader(found, unit_ff(text)).library()
    except (ValueError, KeyError, IndexError) as error:
        raise UsageError(f"the Liberty file has energies that are not understood: {error}") from error


class _Reader:
    """Reads a library with its units and templates."""

    def __init__(self, root: Group, unit: float) -> None:
        self.root, self.ff = root, unit
        self.ns = _unit(root, "time_unit", _NS)
        volt = _unit(root, "voltage_unit", _VOLT)
        self.fj = unit * volt * volt
        self.nw = _unit(root, "leakage_power_unit", _NW) if "leakage_power_unit" in root.attributes else 1.0
        self.volts = float(root.attributes["nom_voltage"]) * volt
        self.templates = {one.name: one for one in root.of("power_lut_template")}

    def library(self) -> PowerLibrary:
        return PowerLibrary(self.volts, {one.name: self.cell(one) for one in self.root.of("cell")})

    def cell(self, group: Group) -> PowerCell:
        odd = next((one.kind for one in group.groups if one.kind in _STATEFUL), None)
        if odd is not None:
            raise UsageError(f"the cell {group.name} has a {odd}; energies are told of flip-flops and gates")
        flip_flops = list(group.of("ff"))
        pins = {name: self.pin(one) for one in group.of("pin") for name in one.names}
        known = group.attributes.get("cell_leakage_power")
        states = [float(one.attributes["value"]) for one in group.of("leakage_power")]
        leakage = float(known) if known is not None else sum(states) / max(1, len(states))
        state = _flip_flop(flip_flops[0], group.name) if flip_flops else None
        return PowerCell(group.name, pins, leakage * self.nw, state)

    def pin(self, group: Group) -> PowerPin:
        return PowerPin(
            direction=group.attributes.get("direction", ""),
            ff=float(group.attributes.get("capacitance", 0)) * self.ff,
            function=group.attributes.get("function"),
            power=tuple(self.power(one) for one in group.of("internal_power")),
        )

    def power(self, group: Group) -> Power:
        tables = {one.kind: self.table(one) for one in group.groups if one.kind.endswith("power")}
        both = tables.get("power")
        return Power(
            related=tuple(group.attributes.get("related_pin", "").split()),
            when=group.attributes.get("when"),
            rise=tables.get("rise_power", both),
            fall=tables.get("fall_power", both),
        )

    def table(self, group: Group) -> Table:
        values = tuple(float(one) * self.fj for one in group.attributes["values"].split())
        if group.name == "scalar":
            return Table((0.0,), (0.0,), values[:1])
        template = self.templates[group.name]
        axes: list[tuple[str, tuple[float, ...]]] = []
        for number in (1, 2):
            variable = template.attributes.get(f"variable_{number}")
            if variable is None:
                continue
            if variable not in (*_SLEWS, *_LOADS):
                raise UsageError(f"a table of energies is over {variable}, which is not understood")
            index = group.attributes.get(f"index_{number}") or template.attributes[f"index_{number}"]
            unit = self.ns if variable in _SLEWS else self.ff
            axes.append((variable, tuple(float(one) * unit for one in index.split())))
        points = dict(axes)
        slews = next((points[one] for one in _SLEWS if one in points), (0.0,))
        loads = next((points[one] for one in _LOADS if one in points), (0.0,))
        if len(values) != len(slews) * len(loads):
            raise UsageError(f"a table of {len(slews)} by {len(loads)} energies has {len(values)}")
        if axes[0][0] in _LOADS:
            n = len(slews)
            values = tuple(values[j * n + i] for i in range(n) for j in range(len(loads)))
        return Table(slews, loads, values)


def _flip_flop(group: Group, cell: str) -> FlipFlop:
    if "clear" in group.attributes or "preset" in group.attributes:
        raise UsageError(f"the flip-flop {cell} has a clear or a preset, whose energy is not told")
    clock = group.attributes["clocked_on"].strip("() ")
    if not clock.isidentifier():
        raise UsageError(f"the flip-flop {cell} is clocked on {clock}, not on the rising edge of a pin")
    state, inverse = group.names
    return FlipFlop((state, inverse), group.attributes["next_state"], clock)


def _unit(root: Group, name: str, units: Mapping[str, float]) -> float:
    found = _NUMBER.fullmatch(root.attributes.get(name, ""))
    if found is None or found[2] not in units:
        raise UsageError(f"the Liberty file has no {name} in one of {', '.join(units)}")
    return float(found[1]) * units[found[2]]


def _between(points: tuple[float, ...], value: float) -> tuple[int, float]:
    """Number of the point below a value, and how far it is on the way to the next."""
    if value <= points[0] or len(points) == 1:
        return 0, 0.0
    if value >= points[-1]:
        return len(points) - 1, 0.0
    at = bisect_right(points, value) - 1
    return at, (value - points[at]) / (points[at + 1] - points[at])
