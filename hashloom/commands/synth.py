# SPDX-License-Identifier: Apache-2.0
"""A design without an architecture is the family's default one; a target is a name or a target file (.py).

Every design is verified before it is synthesised, and its netlist is simulated afterwards. What the records
know is not computed again; --retry tries again what ended by time, memory or a crash. With --rtl it is RTL of
anybody's that goes through the same flow, unverified.
"""

import argparse
import itertools
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hashloom import external, flow, jobs, known, targets
from hashloom.commands import add_settings, designs_argument, note, print_json, settings_argument
from hashloom.commands._measuring import add_known, add_measuring, limits_argument
from hashloom.design import Design
from hashloom.errors import UsageError
from hashloom.external import ExternalCore
from hashloom.flow import GOALS, Result
from hashloom.flow.goals import check_goal
from hashloom.flow.serial_harness import CLOCK
from hashloom.records import Records
from hashloom.reports.table import ABSENT, Column, Row, Table, number

NAME = "synth"
HELP = "synthesise designs, or RTL of your own, for targets: clock, throughput and area"
EPILOG = """\
hashloom synth skein-512 --target nangate45
hashloom synth --rtl sha.v round.v --top sha --target osu018 --block-bits 512 --cycles-per-block 66

RTL of your own is synthesised as it is and not verified; on an FPGA it is placed in the harness of our cores.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("designs", nargs="*", metavar="DESIGN", help="a design, FUNCTION/all, or all")
    parser.add_argument("--target", action="append", required=True, metavar="T", help="may be repeated")
    parser.add_argument("--goal", action="append", metavar="G", help=f"{' or '.join(GOALS)}; default: both")
    add_measuring(parser)
    add_known(parser)
    add_settings(parser)
    parser.add_argument(
        "-j",
        "--jobs",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="designs, or placements of one, at a time",
    )
    yours = parser.add_argument_group("RTL of your own, in place of DESIGN")
    yours.add_argument(
        "--rtl", nargs="+", type=Path, action="extend", metavar="FILE", help="Verilog, in compile order"
    )
    yours.add_argument("--top", metavar="NAME", help="its top module")
    yours.add_argument(
        "--parameter", action="append", metavar="NAME=VALUE", help="of the top module; may be repeated"
    )
    yours.add_argument("--clock", metavar="NAME", help=f"its clock (default {CLOCK})")
    yours.add_argument("--block-bits", type=int, metavar="N", help="bits of a block, for the throughput")
    yours.add_argument(
        "--cycles-per-block", type=float, metavar="C", help="clock cycles per block, for the throughput"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print a table of the results; 1 if one of them is not ok."""
    limits = limits_argument(arguments)
    for goal in arguments.goal or ():
        check_goal(goal)
    for target in arguments.target:
        targets.find(target)
    synthesise = synthesise_designs if arguments.rtl is None else synthesise_external
    rows = synthesise(arguments, limits)
    if arguments.json:
        print_json({"rows": rows})
    else:
        print(table(rows).terminal())
    return 0 if all(row["state"] == jobs.OK for row in rows) else 1


def synthesise_designs(arguments: argparse.Namespace, limits: jobs.Limits) -> list[dict[str, Any]]:
    """The rows of designs of the catalogue. UsageError if there are none, or for options of RTL."""
    stray = [
        f"--{name.replace('_', '-')}"
        for name in ("top", "parameter", "clock", "block_bits", "cycles_per_block")
        if getattr(arguments, name) is not None
    ]
    if stray:
        raise UsageError(f"{', '.join(stray)}: this is for RTL of your own; name its files with --rtl")
    if not arguments.designs:
        raise UsageError("name a DESIGN, or RTL of your own: --rtl FILE... --top NAME")
    designs = designs_argument(arguments.designs)
    settings = settings_argument(arguments.settings)
    goals = arguments.goal or GOALS
    runs = list(itertools.product(designs, arguments.target, goals))
    before = known.read(arguments.known)
    records, progress = Records(), Progress(len(runs))
    # Placements of one design beside each other, or else designs.
    at_a_time = arguments.jobs if len(runs) > 1 else 1

    def make(run: tuple[Design, str, str]) -> dict[str, Any]:
        result = before.renewed(*run, arguments.seeds, records, progress.say, settings) or flow.synthesise(
            *run, arguments.seeds, records, progress.say, limits=limits,
            workers=arguments.jobs // at_a_time, retry=arguments.retry, settings=settings,
        )  # fmt: skip
        progress.end(result)
        return result.row()

    rows = jobs.parallel(make, runs, at_a_time)
    for line in before.remarks(len(rows), "rows"):
        note(line)
    return rows


def synthesise_external(arguments: argparse.Namespace, limits: jobs.Limits) -> list[dict[str, Any]]:
    """The rows of RTL of others. UsageError for what cannot be measured.

    An FPGA has one row unless goals are named: the goals differ in the RTL of our designs only.
    """
    core = external_argument(arguments)
    ports = external.examine(core, limits)
    runs = [
        (target, goal)
        for target in map(targets.find, arguments.target)
        for goal in arguments.goal or (GOALS if target.technology == "asic" else ("fast",))
    ]
    records, progress = Records(), Progress(len(runs))
    at_a_time = arguments.jobs if len(runs) > 1 else 1

    def make(run: tuple[targets.Target, str]) -> dict[str, Any]:
        target, goal = run
        what = f"{core.top} {goal} on {target.name}"
        row = external.measured(
            core, ports, target, goal, arguments.seeds, records,
            lambda text: progress.say(f"{what}: {text}"),
            limits=limits, workers=arguments.jobs // at_a_time, retry=arguments.retry,
        )  # fmt: skip
        progress.end_row(what, row)
        return row

    return jobs.parallel(make, runs, at_a_time)


def external_argument(arguments: argparse.Namespace) -> ExternalCore:
    """The core that --rtl and its fellows describe. UsageError where they contradict or lack something."""
    if arguments.designs:
        raise UsageError(f"give a DESIGN ({arguments.designs[0]}) or --rtl, not both")
    if arguments.known:
        raise UsageError("--known is for designs; RTL of your own is found in the records alone")
    if arguments.settings:
        raise UsageError("--set is for designs; set a parameter of your RTL with --parameter NAME=VALUE")
    if arguments.top is None:
        raise UsageError("--rtl needs the name of the top module: --top NAME")
    bits, cycles = arguments.block_bits, arguments.cycles_per_block
    if (bits is None) != (cycles is None):
        raise UsageError("the throughput needs both --block-bits and --cycles-per-block")
    if bits is not None and not (bits > 0 and 0 < cycles < float("inf")):
        raise UsageError("bits and cycles of a block must be positive")
    return ExternalCore(
        top=arguments.top,
        sources=tuple(arguments.rtl),
        parameters=tuple(parameter_argument(text) for text in arguments.parameter or ()),
        clock=arguments.clock or CLOCK,
        block_bits=bits,
        cycles_per_block=cycles,
    )


def parameter_argument(text: str) -> tuple[str, int | str]:
    """Name and value of a parameter: an integer, or else a string. UsageError without a name or a value."""
    name, _, value = text.partition("=")
    if not name.isidentifier() or not value or '"' in value:
        raise UsageError(f"'{text}' sets no parameter; write NAME=VALUE, VALUE an integer or a string")
    try:
        return name, int(value, 0)
    except ValueError:
        return name, value


class Progress:
    """Lines on standard error: how many results are there, how long it has taken, what is being done."""

    def __init__(self, total: int) -> None:
        """`total` results are to come."""
        self.total, self.done, self.began = total, 0, time.monotonic()

    def say(self, text: str) -> None:
        """Print what is being done."""
        seconds = time.monotonic() - self.began
        # One write a line: several threads speak.
        sys.stderr.write(f"[{self.done}/{self.total} {seconds:4.0f} s] {text}\n")
        sys.stderr.flush()

    def end(self, result: Result) -> None:
        """Count a result; say why it is not ok."""
        self.done += 1
        message = result.measurement.message
        if message is not None:
            what = f"{result.function}/{result.architecture} {result.goal} on {result.target}"
            note(f"{what}: {result.state}: {message}")

    def end_row(self, what: str, row: Row) -> None:
        """Count a row that has no `Result`; say why it is not ok."""
        self.done += 1
        if "message" in row:
            note(f"{what}: {row['state']}: {row['message']}")


def table(rows: Sequence[Row]) -> Table:
    """Table of rows as `Result.row` or `external.row` gives them."""
    levels = Column("levels", lambda row: number(row.get("levels"), 1))
    return Table(
        (
            Column("design", _name, numeric=False),
            Column("target", lambda row: row["target"], numeric=False),
            Column("goal", lambda row: row["goal"], numeric=False),
            Column("state", lambda row: "mapped" if row.get("mapped_only") else row["state"], numeric=False),
            Column("MHz", lambda row: number(row.get("clock_mhz"), 1)),
            Column("spread", _spread),
            *([levels] if any(row.get("mapped_only") for row in rows) else []),
            Column(
                "cycles/block",
                lambda row: f"{row['cycles_per_block']:g}" if "cycles_per_block" in row else ABSENT,
            ),
            Column("Gbit/s", lambda row: number(row.get("throughput_gbps"), 3)),
            Column("area", _area),
            Column("LUT", lambda row: number(row.get("area_lut"), 0)),
            Column("FF", lambda row: number(row.get("area_ff"), 0)),
            Column("device", lambda row: row.get("device", ABSENT), numeric=False),
            Column("netlist", _proof, numeric=False),
            Column(
                "critical path",
                lambda row: " -> ".join(row.get("critical_path", ())) or ABSENT,
                numeric=False,
            ),
        ),
        tuple(rows),
    )


def _name(row: Row) -> str:
    """Name of a design, or of the top module of other RTL."""
    return str(row["top"]) if "top" in row else f"{row['function']}/{row['architecture']}"


def _area(row: Row) -> str:
    """The figure that counts as area on the target, with its unit."""
    return f"{row['area']:,.0f} {row['area_unit']}" if "area" in row else ABSENT


def _proof(row: Row) -> str:
    """What is known of the netlist."""
    return str(row.get("verification") or ("simulated" if row["netlist_simulated"] else ABSENT))


def _spread(row: Row) -> str:
    """Lowest and highest clock of the placements."""
    if len(row.get("seeds", ())) < 2 or "clock_mhz" not in row:
        return ABSENT
    return f"{row['clock_mhz_min']:.1f}..{row['clock_mhz_max']:.1f}"
