# SPDX-License-Identifier: Apache-2.0
"""What a package brings for FPGAs: constraints of the user's own top, and a trial of the core in its harness.

The trial (`make ecp5` and its fellows) takes the core through yosys and nextpnr as the laboratory does: in
the serial harness, since it has more ports than most packages have pins, with the options of the target.
"""

from collections.abc import Iterator

from hashloom import targets
from hashloom.export.package import Package
from hashloom.export.templates import fill
from hashloom.export.wrapper import Wrapper
from hashloom.flow import serial_harness
from hashloom.targets import Fpga

TARGETS = ("ecp5", "ice40", "gowin", "nexus")
SUFFIXES = ("lpf", "pcf", "cst", "pdc", "sdc", "xdc", "qsf")
NEXUS_CARRY = "nexus_carry.v"
"""Stands for the repair of a netlist that `hashloom.targets.nexus` does in Python."""

# What nextpnr reads of the constraints of the core itself; elsewhere the option --freq says the same.
_CLOCK_FILES = {"ecp5": "lpf", "ice40": "pcf"}


def constraints(package: Package, wrapper: Wrapper) -> dict[str, str]:
    """Constraint files by name."""
    values = {
        "name": package.name,
        "clock": wrapper.clock,
        "mhz": f"{package.clock_mhz:g}",
        "period": f"{1000 / package.clock_mhz:.3f}",
        "pins": sum(port.width for port in wrapper.ports),
    }
    return {f"{package.name}.{suffix}": fill(f"constraints.{suffix}", **values) for suffix in SUFFIXES}


def files(package: Package, wrapper: Wrapper) -> dict[str, str]:
    """Files of the trial by name: the harness around the core, and the pins of the harness."""
    harness = {
        **serial_harness.parts(),
        f"{serial_harness.TOP}.sv": "// SPDX-License-Identifier: Apache-2.0\n"
        + serial_harness.wrapper(package.name, list(wrapper.ports), wrapper.clock),
    }
    pins = {f"{name}_{file}": text for name in TARGETS for file, text in _target(name).constraints}
    return {**harness, **pins, NEXUS_CARRY: fill(NEXUS_CARRY)}


def makefile(package: Package, wrapper: Wrapper) -> str:
    """Rules of the trials, one per target."""
    return "\n".join(line for name in TARGETS for line in _rule(package, wrapper.clock, name))


def _rule(package: Package, clock: str, name: str) -> Iterator[str]:
    target = _target(name)
    # The clock of the harness has a name of its own.
    same = clock == serial_harness.CLOCK
    renamed = "" if same else f"| sed 's/\\b{clock}\\b/{serial_harness.CLOCK}/g' "
    folder, variable = f"build/{name}", f"NEXTPNR_{name.upper()}"
    harness = " ".join(f"flow/{part}" for part in (*serial_harness.PARTS, f"{serial_harness.TOP}.sv"))
    script = "; ".join(
        [
            f"read_verilog verilog/{package.name}.v",
            f"read_verilog -sv {harness}",
            f"{target.synthesis} -top {serial_harness.TOP}",
            "flatten",
            *([target.pads] if target.pads else []),
            *_repairs(target),
            "opt_clean",
            "blackbox =A:whitebox",
            f"write_json {folder}/{name}.json",
        ]
    )
    arguments = " ".join(target.arguments)
    suffix = _CLOCK_FILES.get(name)
    if suffix:
        arguments = f"{arguments} --{suffix} {package.name}.{suffix}"
    native = target.program.removeprefix("yowasp-")
    yield f"{variable} ?= {native}"
    yield ""
    yield f"{name}: ## place and route for {target.description}"
    yield f"\t@mkdir -p {folder}"
    yield f"\t$(YOSYS) -q -p '{script}'"
    if suffix:
        file = f"{package.name}.{suffix}"
        yield f"\tcat constraints/{file} {renamed}> {folder}/{file}"
    for file, _ in target.constraints:
        ours = f"constraints/{package.name}.{file.rpartition('.')[2]}"
        yield f"\tcat {ours} flow/{name}_{file} {renamed}> {folder}/{file}"
    arguments += f" --freq {package.clock_mhz:g} --json {name}.json --report report.json"
    yield f"\tcd {folder} && $({variable}) {arguments}"
    yield ""


def _repairs(target: Fpga) -> list[str]:
    """Passes in place of the repair that the laboratory does in Python."""
    return [f"techmap -max_iter 1 -map flow/{NEXUS_CARRY}"] if target.repair is not None else []


def _target(name: str) -> Fpga:
    found = targets.find(name)
    assert isinstance(found, Fpga)
    return found
