# SPDX-License-Identifier: Apache-2.0
"""Static timing analysis of a standard-cell netlist with OpenSTA.

The clock is ideal and there are no wires: delays are those of the cells with the pins they drive as load.
What the clock period is bound by are the paths from register to register, data arrival plus setup; paths from
inputs and to outputs depend on the world around a core and are reported apart. A combinational circuit has
paths from input to output only.

OpenSTA computes with single precision, and a slack is a difference to the clock period: with a period of
10^5 ns its last place is 7 ps, paths that differ by less look equal, and the one that is reported need not be
the slowest. So the period is of the order of the slowest path: it is searched in two steps, the first with
`FIRST_PERIOD_NS`.
"""

import re
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from hashloom.errors import HashloomError
from hashloom.execution import jobs

TOOL = "OpenSTA"
PROGRAM = "sta"
INSTALL = "apt-get install opensta"
SCRIPT = "timing.tcl"
LOG = "timing.log"
CLOCK = "clk"
THROUGH = "through"
FIRST_PERIOD_NS = 1000.0
"""Clock period of the first step: a last place of 0.06 ps, which is enough to choose the second period."""

_SECTION = "== "
_ERROR = re.compile(r"^Error\b.*$", re.MULTILINE)
_POINT = re.compile(r"^(Startpoint|Endpoint): (.+?) \(.+\)\s*$", re.MULTILINE)
_NO_PATH = "No paths found."
_SLACK = re.compile(r"^\s*[-\d.]+\s+slack \(", re.MULTILINE)
_ARRIVAL = re.compile(r"^\s*([-\d.]+)\s+data arrival time", re.MULTILINE)
_SETUP = re.compile(r"^\s*([-\d.]+)\s+[-\d.]+\s+library setup time", re.MULTILINE)
_PIN = re.compile(r"^\s*[-\d.]+\s+[-\d.]+ [\^v] (\S+) \(\S+\)\s*$", re.MULTILINE)
# Groups of paths by where they begin and end; the name of the first is that of the paths that bind the clock.
_GROUPS = {
    "register": ("[all_registers -clock_pins]", "[all_registers -data_pins]"),
    "input": ("$inputs", "[all_registers -data_pins]"),
    "output": ("[all_registers -clock_pins]", "[all_outputs]"),
    THROUGH: ("$inputs", "[all_outputs]"),
}


@dataclass(frozen=True)
class SlowPath:
    """The slowest path of a group, between flip-flops or ports.

    `delay_ns` is data arrival plus, at a register, setup; `levels` counts the cells between its ends.
    """

    start: str
    end: str
    delay_ns: float
    levels: int


@dataclass(frozen=True)
class Timing:
    """Slowest paths from register to register, input to register, register to output and input to output.

    None where there is no such path.
    """

    register: SlowPath | None
    input: SlowPath | None
    output: SlowPath | None
    through: SlowPath | None

    def body(self) -> dict[str, Any]:
        """JSON object of the slowest paths."""
        return asdict(self)


@cache
def version() -> str:
    """Version of OpenSTA. MissingTool if it is not there."""
    program = jobs.find(PROGRAM, INSTALL)
    return subprocess.run([program, "-version"], capture_output=True, text=True, check=False).stdout.strip()


def script(
    liberty: str,
    netlist: str,
    top: str,
    driving_cell: str,
    load_ff: float,
    clocked: bool = True,
    first_period_ns: float = FIRST_PERIOD_NS,
) -> list[str]:
    """Tcl commands that report the slowest path of every group, or `through` a circuit without a clock only.

    The slacks are those of a clock whose period is the delay of the slowest path of all; `first_period_ns` is
    the one that this delay is found with, and has no bearing on the report.
    """
    port = f" [get_ports {CLOCK}]" if clocked else ""
    lines = [
        f"read_liberty {{{liberty}}}",
        f"read_verilog {netlist}",
        f"link_design {top}",
        "set_cmd_units -time ns -capacitance fF",
        "set inputs {}",
        f'foreach port [all_inputs] {{ if {{[get_name $port] != "{CLOCK}"}} {{ lappend inputs $port }} }}',
        f"set_driving_cell -lib_cell {driving_cell} $inputs",
        f"set_load {load_ff:g} [all_outputs]",
        "proc constrain {period inputs} {",
        f"  create_clock -name {CLOCK} -period $period{port}",
        f"  set_input_delay 0 -clock {CLOCK} $inputs",
        f"  set_output_delay 0 -clock {CLOCK} [all_outputs]",
        "}",
        f"constrain {first_period_ns:g} $inputs",
        f"set delay [expr {{{first_period_ns:g} - [worst_slack]}}]",
        # Without any path the slack is infinite, and there is no second period.
        "if {$delay > 0} { constrain $delay $inputs }",
    ]
    for name, (start, end) in _GROUPS.items():
        if not clocked and name != THROUGH:
            continue
        lines.append(f'puts "{_SECTION}{name}"')
        lines.append(f"report_checks -path_delay max -from {start} -to {end} -digits 6 -no_line_splits")
    return lines


def run(folder: Path, commands: Sequence[str], limits: jobs.Limits) -> jobs.Outcome:
    """Write the commands into the folder and run them; an error that OpenSTA goes on after is a crash."""
    (folder / SCRIPT).write_text("".join(f"{line}\n" for line in commands), encoding="utf-8")
    program = jobs.find(PROGRAM, INSTALL)
    outcome = jobs.run([program, "-no_init", "-no_splash", "-exit", SCRIPT], folder, folder / LOG, limits)
    if outcome.state == jobs.OK and _ERROR.search(_text(folder)):
        return replace(outcome, state=jobs.TOOL_CRASH)
    return outcome


def read(folder: Path) -> Timing:
    """Slowest paths that the log of `run` tells of. HashloomError if it does not have the form expected."""
    groups: dict[str, SlowPath | None] = {}
    for part in _text(folder).split(f"\n{_SECTION}")[1:]:
        name, _, report = part.partition("\n")
        if not (_NO_PATH in report or _SLACK.search(report)):
            raise HashloomError(f"the timing report {folder / LOG} breaks off in the paths '{name.strip()}'")
        groups[name.strip()] = _path(report)
    if set(groups) not in (set(_GROUPS), {THROUGH}):
        raise HashloomError(f"the timing report {folder / LOG} lacks a group of paths")
    return Timing(**{name: groups.get(name) for name in _GROUPS})


def _path(report: str) -> SlowPath | None:
    points = dict(_POINT.findall(report))
    arrival = _ARRIVAL.search(report)
    if arrival is None or set(points) != {"Startpoint", "Endpoint"}:
        return None
    setup = _SETUP.search(report)
    inner = [pin for pin in _PIN.findall(report) if pin.rpartition("/")[0] not in ("", *points.values())]
    return SlowPath(
        start=points["Startpoint"],
        end=points["Endpoint"],
        delay_ns=round(float(arrival.group(1)) - (float(setup.group(1)) if setup else 0.0), 4),
        levels=len(inner),
    )


def _text(folder: Path) -> str:
    return "\n" + (folder / LOG).read_text(encoding="utf-8", errors="replace")
