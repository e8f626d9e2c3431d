# SPDX-License-Identifier: Apache-2.0
"""What the bus adapters of `cores/bus` cost, each by itself: area, clock, and the cycles that it adds.

A row has

    adapter, parameters     its name in tables, and those of its module
    target, goal
    area_ge, area_ff        of the adapter alone
    clock_mhz               between registers at all its ports, all clocks of the adapter tied together
    added_cycles            by function: of a message of 64 bytes, with the adapter more than without one,
                            as `hashloom.analysis.bus_cycles` counts; {} where there are several lanes
    rtl_digest, tools, state, message
"""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import yaml

from hashloom import flow, targets
from hashloom.analysis import bus_cycles
from hashloom.catalogue import adapters
from hashloom.catalogue.places import Places
from hashloom.catalogue.ports import Port
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import HashloomError, UsageError
from hashloom.execution import jobs
from hashloom.execution.progress import Progress
from hashloom.execution.session import Session
from hashloom.flow import fpga
from hashloom.flow.measurement import LIMITS
from hashloom.flow.result import Measurement
from hashloom.rows import Row
from hashloom.targets import Fpga, StandardCells

FUNCTIONS = ("sha256", "skein-512")
"""Whose messages are counted."""
CLOCKS = ("clk", "aclk", "pclk", "io_clk")
WORD = 64
LANES = (1, 8)


@dataclass(frozen=True)
class Adapter:
    """A module of `cores/bus` with parameters: its name in tables, and the bench with its macros."""

    name: str
    module: str
    settings: tuple[tuple[str, int], ...]
    bench: str

    def unit(self, lanes: int, places: Places) -> RtlUnit:
        """RTL of the adapter for so many lanes."""
        parameters = (("WORD", WORD), ("STAGES", lanes), *self.settings)
        name = "_".join([self.module, *(str(value) for _, value in parameters)])
        return RtlUnit(name, self.module, adapters.ADAPTERS[self.bench].sources(places), parameters)


ADAPTERS = (
    Adapter("AXI4-Stream, one stream", "axis_adapter", (("SEPARATE", 0),), "axis"),
    Adapter("AXI4-Stream, separate streams", "axis_adapter", (("SEPARATE", 1),), "axis"),
    Adapter("GMU, one clock", "gmu_adapter", (("RATIO", 1),), "gmu"),
    Adapter("GMU, I/O clock four times as fast", "gmu_adapter", (("RATIO", 4),), "gmu"),
    Adapter("registers", "register_adapter", (), "registers"),
    Adapter("registers on APB", "apb_adapter", (), "apb"),
)


def sources(places: Places) -> list[Path]:
    """The files of `cores/bus` in the order of its FuseSoC file."""
    folder = bus_cycles.bus_folder(places)
    core = yaml.safe_load((folder / "bus.core").read_text(encoding="utf-8"))
    return [folder / name for name in core["filesets"]["rtl"]["files"]]


def adapter_overhead(
    target_names: Sequence[str],
    goal: str,
    session: Session,
    progress: Progress,
    done: Callable[[], None] = lambda: None,
) -> tuple[Row, ...]:
    """Measure every adapter with each number of lanes; `done` is told of each row. UsageError for an FPGA."""
    found = [targets.find(name, session.places.libraries) for name in target_names]
    cells = [target for target in found if isinstance(target, StandardCells)]
    if len(cells) < len(found):
        raise UsageError("the overhead of adapters is measured on standard cells only; choose such a target")
    rows = []
    for row in _rows(cells, goal, session, progress):
        rows.append(row)
        done()
    return tuple(rows)


def _rows(cells: Sequence[StandardCells], goal: str, session: Session, progress: Progress) -> Iterator[Row]:
    for target in cells:
        for adapter in ADAPTERS:
            added = {}
            for function in FUNCTIONS:
                progress(f"{adapter.name}: cycles of {function}")
                added[function] = added_cycles(adapter, function, session.places)
            for lanes in LANES:
                progress(f"{adapter.name}, {lanes} lanes, {goal} on {target.name}: synthesis")
                unit = adapter.unit(lanes, session.places)
                alone = flow.measure_combinational(unit, target, goal, session)
                clocked = _between_registers(unit, target, goal, session)
                bad = next((one for one in (alone, clocked) if one.state != jobs.OK), alone)
                yield {
                    "adapter": adapter.name,
                    "parameters": dict(unit.parameters),
                    "target": target.name,
                    "goal": goal,
                    "area_ge": alone.area_ge,
                    "area_ff": alone.area_ff,
                    "clock_mhz": clocked.clock_mhz,
                    "added_cycles": added if lanes == 1 else {},
                    "rtl_digest": unit.digest(),
                    "tools": dict(alone.tools),
                    "state": bad.state,
                    "message": bad.message,
                }


def added_cycles(adapter: Adapter, function: str, places: Places) -> float:
    """Cycles of the default design's clock that a message of 64 bytes takes more with the adapter."""
    direct = bus_cycles.cycles(function, "direct", (), {}, places)
    settings = dict(adapter.settings)
    return bus_cycles.cycles(function, adapter.bench, sources(places), settings, places) - direct


def _between_registers(unit: RtlUnit, target: StandardCells, goal: str, session: Session) -> Measurement:
    ports = ports_of(unit, session)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "between_registers.sv"
        path.write_text(between_registers(unit, ports), encoding="utf-8")
        wrapped = replace(unit, top=path.stem, sources=(*unit.sources, path), parameters=())
        return flow.measure(wrapped, target, goal, 0, session)


def ports_of(unit: RtlUnit, session: Session) -> list[Port]:
    """Ports of the unit's top with its parameters, as yosys elaborates it. HashloomError if it does not."""
    target = targets.find("ecp5")  # the step wants an FPGA, of which the ports do not depend
    assert isinstance(target, Fpga)
    step = fpga.ports(fpga.FpgaRun(unit, target, LIMITS)).perform(session)
    if step.state != jobs.OK:
        raise HashloomError(
            f"{unit.name} cannot be elaborated ({step.state}): {step.body.get('message', '')}"
        )
    return [Port(*port) for port in step.body["ports"]]


def between_registers(unit: RtlUnit, ports: Sequence[Port]) -> str:
    """SystemVerilog of a module with the ports of the unit's top, and a register at each port.

    Its clock `clk` is that of all clocks of the top.
    """
    inner = [port for port in ports if port.name not in CLOCKS]
    connections = [
        f".{port.name}({'clk' if port.name in CLOCKS else f'{port.name}_inside'})" for port in ports
    ]
    steps = [
        f"{port.name}_inside <= {port.name};"
        if port.direction == "input"
        else f"{port.name} <= {port.name}_inside;"
        for port in inner
    ]
    outer = [f"{port.direction} logic [{port.width - 1}:0] {port.name}" for port in inner]
    parameters = ", ".join(f".{name}({value})" for name, value in unit.parameters)
    return "\n".join(
        [
            "module between_registers (",
            ",\n".join(f"    {line}" for line in ["input logic clk", *outer]),
            ");",
            *(f"  logic [{port.width - 1}:0] {port.name}_inside;" for port in inner),
            f"  {unit.top} #({parameters}) inside ({', '.join(connections)});",
            "  always_ff @(posedge clk) begin",
            *(f"    {step}" for step in steps),
            "  end",
            "endmodule",
            "",
        ]
    )
