# SPDX-License-Identifier: Apache-2.0
"""A mapped netlist with delays, slews and capacitances, as the simulator reads it (`simulator/circuit.h`)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hashloom.energy import delays, kinds
from hashloom.energy.delays import Delays
from hashloom.energy.kinds import Choice, Energies, Gate, Register
from hashloom.errors import HashloomError
from hashloom.flow.placement.netlist import Instance, Netlist
from hashloom.libraries.liberty_power import PowerLibrary, Table

TICKS = 10
"""Ticks of the simulator in a picosecond."""
_CONSTANT = "1'"
_ZERO, _ONE = 0, 1
_Conditions = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Surroundings:
    """What a netlist has beside its cells: delays, slews (ns), wires (fF by net), load of an output (fF).

    `clock` is the port of the clock; the slew of its edge is 0, as in timing.
    """

    delays: Delays
    slews: Mapping[str, float]
    wire_ff: Mapping[str, float]
    load_ff: float
    clock: str


@dataclass
class Described:
    """A netlist in the simulator's terms.

    `nets` are the numbers of nets by name, `inputs` and `outputs` the bits of ports but for the clock, in
    their order there; `loads` is the load of each net in fF, `clock_ff` that of the clock.
    """

    netlist: Netlist
    library: PowerLibrary
    around: Surroundings
    nets: dict[str, int] = field(default_factory=dict)
    loads: list[float] = field(default_factory=lambda: [0.0, 0.0])
    inputs: list[str] = field(default_factory=list)
    outputs: list[str] = field(default_factory=list)
    clock_ff: float = 0.0
    leakage_nw: float = 0.0
    _tables: dict[Table, int] = field(default_factory=dict)
    _gates: dict[tuple[str, int, _Conditions], int] = field(default_factory=dict)
    _registers: dict[str, int] = field(default_factory=dict)
    _kinds: list[str] = field(default_factory=list)
    _flops: list[str] = field(default_factory=list)
    _known: dict[str, list[Gate] | Register] = field(default_factory=dict)

    def lines(self) -> list[str]:
        """All of it. HashloomError for what cannot be simulated."""
        self._number()
        gates, flops = [], []
        for one in self.netlist.instances:
            cell = self.library.cells.get(one.cell)
            if cell is None:
                raise HashloomError(f"the library has no cell {one.cell}, which is in the netlist")
            self.leakage_nw += cell.leakage_nw
            known = self._known.get(one.cell)
            if known is None:
                known = kinds.gates(cell) if cell.flip_flop is None else kinds.register(cell)
                self._known[one.cell] = known
            if isinstance(known, Register):
                flops.append(self._flop(one, known))
            else:
                gates += [self._gate(one, gate, number) for number, gate in enumerate(known)]
        volts, slew = self.library.volts, 0.0
        tables = [_table(one) for one in self._tables]
        return [
            f"{volts:g} {slew:g} {self.clock_ff:.6g}",
            *_counted(tables),
            *_counted(self._kinds),
            *_counted(self._flops),
            *_counted(
                [f"{load:.6g} {wire:.6g}" for load, wire in zip(self.loads, self._wires(), strict=True)]
            ),
            *_counted(gates),
            *_counted(flops),
            *_counted([str(self.nets[bit]) for bit in self._port_nets(self.inputs)]),
            *_counted([str(self.nets[bit]) for bit in self._port_nets(self.outputs)]),
        ]

    def _wires(self) -> list[float]:
        """Capacitance of the wire of each net, in fF."""
        found = [0.0] * len(self.loads)
        for net, ff in self.around.wire_ff.items():
            found[self.nets[net]] += ff
        return found

    def _port_nets(self, bits: Sequence[str]) -> Iterator[str]:
        return (self.netlist.port_nets[bit] for bit in bits)

    def _number(self) -> None:
        """Number the nets and sum up what hangs on them: wires, pins, and what is at outputs."""
        clock = self.netlist.port_nets.get(self.around.clock)
        for bit, net in self.netlist.port_nets.items():
            if net != clock:
                self._add(net, 0.0 if self.netlist.directions[bit] == "input" else self.around.load_ff)
                (self.inputs if self.netlist.directions[bit] == "input" else self.outputs).append(bit)
        for one in self.netlist.instances:
            cell = self.library.cells.get(one.cell)
            for pin, net in one.pins.items():
                ff = cell.pins[pin].ff if cell is not None and pin in cell.pins else 0.0
                if net == clock:
                    self.clock_ff += ff
                else:
                    self._add(net, ff)
        for net, ff in self.around.wire_ff.items():
            if net not in self.nets:
                raise HashloomError(f"there is a wire of the net {net}, which the netlist has not")
            self._add(net, ff)

    def _add(self, net: str, ff: float) -> int:
        """The number of a net, on which so much more hangs."""
        number = self.nets.get(net)
        if number is None:
            if net.startswith(_CONSTANT):
                number = _ONE if net.endswith("1") else _ZERO
            else:
                number = len(self.loads)
                self.loads.append(0.0)
            self.nets[net] = number
        self.loads[number] += ff
        return number

    def _net(self, one: Instance, pin: str, drives: bool) -> int:
        """The net at a pin; an output that is not connected has one of its own."""
        name = one.pins.get(pin)
        if name is None and drives:
            return self._add(f"{one.name}/{pin}", 0.0)
        if name is None or name not in self.nets:
            raise HashloomError(f"the input {pin} of {one.name} is not connected, or is the clock")
        return self.nets[name]

    def _gate(self, one: Instance, gate: Gate, number: int) -> str:
        ways = [self.around.delays.through(one.name, gate.output, pin) for pin in gate.inputs]
        conditions = tuple(delays.conditions(of_pin) for of_pin in ways)
        kind = self._gates.get((gate.cell, number, conditions))
        if kind is None:
            kind = self._gates[gate.cell, number, conditions] = len(self._kinds)
            self._kinds.append(self._gate_kind(gate, conditions))
        return " ".join(
            (
                str(kind),
                str(self._net(one, gate.output, drives=True)),
                *(str(self._net(one, pin, drives=False)) for pin in gate.inputs),
                *(f"{self.around.slews.get(f'{one.name}/{pin}', 0.0):.4g}" for pin in gate.inputs),
                *(_ticks(delay) for of_pin in ways for way in of_pin for delay in (way.rise, way.fall)),
            )
        )

    def _flop(self, one: Instance, register: Register) -> str:
        if one.pins.get(register.clock) != self.netlist.port_nets.get(self.around.clock):
            raise HashloomError(f"the clock of the flip-flop {one.name} is not the port {self.around.clock}")
        kind = self._registers.get(register.cell)
        if kind is None:
            kind = self._registers[register.cell] = len(self._flops)
            self._flops.append(self._flop_kind(register))
        edges = []
        for output, _ in register.outputs:
            ways = self.around.delays.through(one.name, output, register.clock)
            if len(ways) != 1:
                raise HashloomError(f"the flip-flop {one.name} has {len(ways)} delays from clock to {output}")
            edges += [_ticks(ways[0].rise), _ticks(ways[0].fall)]
        return " ".join(
            (
                str(kind),
                *(str(self._net(one, pin, drives=False)) for pin in register.data),
                *(f"{self.around.slews.get(f'{one.name}/{pin}', 0.0):.4g}" for pin in register.data),
                *(str(self._net(one, output, drives=True)) for output, _ in register.outputs),
                *edges,
            )
        )

    def _gate_kind(self, gate: Gate, conditions: _Conditions) -> str:
        parts = [f"{len(gate.inputs)} {gate.truth}"]
        for of_pin, caused, passive in zip(conditions, gate.caused, gate.passive, strict=True):
            choice = kinds.delay_choice(of_pin, gate.inputs) if of_pin else kinds.NONE.choice
            parts += [_choice(choice), self._energies(caused), self._energies(passive)]
        return " ".join(parts)

    def _flop_kind(self, register: Register) -> str:
        parts = [f"{len(register.data)} {register.next_state}"]
        parts += [self._energies(one) for one in (*register.passive, register.clocked)]
        parts.append(str(len(register.outputs)))
        for (_, same), caused in zip(register.outputs, register.caused, strict=True):
            parts += [f"{same:d}", self._energies(caused)]
        return " ".join(parts)

    def _energies(self, energies: Energies) -> str:
        pairs = [str(self._table(one)) for power in energies.power for one in (power.rise, power.fall)]
        return " ".join((_choice(energies.choice), *pairs))

    def _table(self, table: Table | None) -> int:
        return -1 if table is None else self._tables.setdefault(table, len(self._tables))


def used_cells(netlist: Netlist) -> set[str]:
    """Names of the cells of a netlist."""
    return {one.cell for one in netlist.instances}


def _ticks(ps: float) -> str:
    return str(max(1, round(ps * TICKS)))


def _choice(choice: Choice) -> str:
    return " ".join(map(str, (choice.count, *(choice.of_state if choice.count else ()))))


def _table(table: Table) -> str:
    points = (*table.slews, *table.loads, *table.values)
    return f"{len(table.slews)} {len(table.loads)} " + " ".join(f"{one:.7g}" for one in points)


def _counted(lines: list[str]) -> list[str]:
    return [str(len(lines)), *lines]
