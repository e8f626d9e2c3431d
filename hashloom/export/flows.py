# SPDX-License-Identifier: Apache-2.0
"""What a package brings for FPGAs: constraints of the user's own top, and a trial of the core in its harness.

The trial (`make ecp5` and its fellows) takes the core through yosys and nextpnr as the laboratory does: in
the serial harness, since it has more ports than most packages have pins, with the options of the target.
"""

from dataclasses import dataclass

from hashloom import targets
from hashloom.export.package import Package
from hashloom.export.templates import fill
from hashloom.export.wrapper import Wrapper
from hashloom.flow import serial_harness
from hashloom.targets import Fpga

TARGETS = ("ecp5", "ice40", "gowin", "nexus")
SUFFIXES = ("lpf", "pcf", "cst", "pdc", "sdc", "xdc", "qsf")
CROSSINGS = {
    "xdc": "crossing.xdc",
    "sdc": "crossing.sdc",
    "quartus": "crossing_quartus.sdc",
    "lpf": "crossing.lpf",
}
"""Files that constrain the crossing between two clocks."""
FIFOS = (("message_fifo", "io", "core"), ("digest_fifo", "core", "io"))
"""The `asynchronous_fifo`s in a lane of the GMU adapter, and the clocks of their writers and readers."""
SYNCHRONIZERS = ("write_seen_early", "write_seen", "read_seen_early", "read_seen")
"""Registers of such a FIFO that catch what comes from the other clock."""
NEXUS_CARRY = "nexus_carry.v"
"""Stands for the repair of a netlist that `hashloom.targets.nexus` does in Python."""

# What nextpnr reads of the constraints of the core itself; elsewhere the option --freq says the same.
_CLOCK_FILES = {"ecp5": "lpf", "ice40": "pcf"}


def constraints(package: Package, wrapper: Wrapper) -> dict[str, str]:
    """Constraint files by name; those of a crossing between two clocks are files of their own."""
    frequencies = (package.clock_mhz, package.io_mhz)
    clocks = [
        (clock, f"{mhz:g}", f"{1000 / mhz:.3f}")
        for clock, mhz in zip(wrapper.clocks, frequencies, strict=False)
    ]
    io_clock = "".join(wrapper.clocks[1:])
    values = {
        "name": package.name,
        "clock": wrapper.clock,
        "clocks": clocks,
        "mhz": clocks[0][1],
        "io_clock": io_clock,
        "synchronizers": [f"{fifo}|{end}" for fifo, _, _ in FIFOS for end in SYNCHRONIZERS],
        "pins": sum(port.width for port in wrapper.ports),
    }
    found = {f"{package.name}.{suffix}": fill(f"constraints.{suffix}", **values) for suffix in SUFFIXES}
    found[f"{package.name}_vivado.tcl"] = fill("vivado.tcl", **values)
    if io_clock:
        values |= {
            "fifos": FIFOS,
            "periods": dict(zip(("core", "io"), (period for _, _, period in clocks), strict=True)),
            "shorter": f"{1000 / max(frequencies):.3f}",
        }
        found |= {f"{package.name}_{file}": fill(file, **values) for file in CROSSINGS.values()}
    return found


def crossings(package: Package) -> dict[str, str]:
    """Paths in the package of the files that constrain the crossing of clocks, by tool; none of one."""
    if package.io_ratio == 1:
        return {}
    return {tool: f"constraints/{package.name}_{file}" for tool, file in CROSSINGS.items()}


def files(package: Package, wrapper: Wrapper) -> dict[str, str]:
    """Files of the trial by name: the harness around the core, and the pins of the harness."""
    harness = {
        **serial_harness.parts(),
        f"{serial_harness.TOP}.sv": "// SPDX-License-Identifier: Apache-2.0\n" + _harness(package, wrapper),
    }
    pins = {f"{name}_{file}": text for name in TARGETS for file, text in _target(name).constraints}
    return {**harness, **pins, NEXUS_CARRY: fill(NEXUS_CARRY)}


def _harness(package: Package, wrapper: Wrapper) -> str:
    """The harness around the core; its one clock drives both of a core that has two."""
    ports = [port for port in wrapper.ports if port.name not in wrapper.clocks[1:]]
    clock = f".{wrapper.clock}({serial_harness.CLOCK})"
    others = "".join(f",\n      .{name}({serial_harness.CLOCK})" for name in wrapper.clocks[1:])
    return serial_harness.wrapper(package.name, ports, wrapper.clock).replace(clock, clock + others)


@dataclass(frozen=True)
class FlowTrial:
    """A rule of the Makefile: program with its variable, script of yosys, arguments of the program.

    `constraints` are the files in the rule's folder, each with the files that it is put together from.
    """

    name: str
    description: str
    program: str
    script: str
    constraints: tuple[tuple[str, tuple[str, ...]], ...]
    arguments: str

    @property
    def variable(self) -> str:
        """The variable of the Makefile that names the program."""
        return f"NEXTPNR_{self.name.upper()}"


def trials(package: Package) -> list[FlowTrial]:
    """The rules of the trials, one per target."""
    return [_trial(package, name) for name in TARGETS]


def _trial(package: Package, name: str) -> FlowTrial:
    target = _target(name)
    harness = " ".join(f"flow/{part}" for part in (*serial_harness.PARTS, f"{serial_harness.TOP}.sv"))
    script = [
        f"read_verilog verilog/{package.name}.v",
        f"read_verilog -sv {harness}",
        f"{target.synthesis} -top {serial_harness.TOP}",
        "flatten",
        *([target.pads] if target.pads else []),
        *_repairs(target),
        "opt_clean",
        "blackbox =A:whitebox",
        f"write_json build/{name}/{name}.json",
    ]
    arguments = [*target.arguments]
    constraints: list[tuple[str, tuple[str, ...]]] = []
    if suffix := _CLOCK_FILES.get(name):
        arguments += [f"--{suffix}", f"{package.name}.{suffix}"]
        constraints.append((f"{package.name}.{suffix}", (f"constraints/{package.name}.{suffix}",)))
    for file, _ in target.constraints:
        ours = f"constraints/{package.name}.{file.rpartition('.')[2]}"
        constraints.append((file, (ours, f"flow/{name}_{file}")))
    arguments += ["--freq", f"{package.clock_mhz:g}", "--json", f"{name}.json", "--report", "report.json"]
    return FlowTrial(
        name=name,
        description=target.description,
        program=target.program.removeprefix("yowasp-"),
        script="; ".join(script),
        constraints=tuple(constraints),
        arguments=" ".join(arguments),
    )


def _repairs(target: Fpga) -> list[str]:
    """Passes in place of the repair that the laboratory does in Python."""
    return [f"techmap -max_iter 1 -map flow/{NEXUS_CARRY}"] if target.repair is not None else []


def _target(name: str) -> Fpga:
    found = targets.find(name)
    assert isinstance(found, Fpga)
    return found
