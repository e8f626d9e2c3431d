# SPDX-License-Identifier: Apache-2.0
"""A design without an architecture is the family's default one; a target is a name or a target file (.py).

Every design is verified before it is synthesised, and its netlist is simulated afterwards. What the records
know is not computed again; --retry tries again what ended by time, memory or a crash.
"""

import argparse
import itertools
import os
import sys
import time
from collections.abc import Sequence

from hashloom import catalogue, flow, jobs, targets
from hashloom.commands import add_settings, designs_argument, note, print_json, settings_argument
from hashloom.design import Design
from hashloom.errors import UsageError
from hashloom.flow import GOALS, Result
from hashloom.flow.goals import check_goal
from hashloom.records import Records
from hashloom.reports.table import ABSENT, Column, Row, Table, number

NAME = "synth"
HELP = "synthesise designs for targets: clock, throughput and area"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("designs", nargs="+", metavar="DESIGN", help="a design, FUNCTION/all, or all")
    parser.add_argument("--target", action="append", required=True, metavar="T", help="may be repeated")
    parser.add_argument("--goal", action="append", metavar="G", help=f"{' or '.join(GOALS)}; default: both")
    parser.add_argument(
        "--seeds", type=int, default=5, metavar="N", help="placements on an FPGA (default 5); 0 maps only"
    )
    add_settings(parser)
    parser.add_argument(
        "-j",
        "--jobs",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="designs, or placements of one, at a time",
    )
    parser.add_argument(
        "--memory", type=float, default=16, metavar="GIB", help="limit of a tool (default 16)"
    )
    parser.add_argument(
        "--timeout", type=float, default=7200, metavar="S", help="limit of a tool (default 7200)"
    )
    parser.add_argument(
        "--retry", action="store_true", help="try again what ended by time, memory or a crash"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print a table of the results; 1 if one of them is not ok."""
    if arguments.memory <= 0 or arguments.timeout <= 0 or arguments.jobs < 1:
        raise UsageError("limits and the number of jobs must be positive")
    designs = designs_argument(arguments.designs, catalogue.designs())
    goals = [check_goal(goal) for goal in arguments.goal or GOALS]
    for target in arguments.target:
        targets.find(target)
    settings = settings_argument(arguments.settings)
    limits = jobs.Limits(int(arguments.memory * 2**30), arguments.timeout)
    records, progress = Records(), Progress(len(designs) * len(goals) * len(arguments.target))
    runs = list(itertools.product(designs, arguments.target, goals))
    # Placements of one design beside each other, or else designs.
    at_a_time = arguments.jobs if len(runs) > 1 else 1

    def make(run: tuple[Design, str, str]) -> Result:
        result = flow.synthesise(
            *run, arguments.seeds, records, progress.say,
            limits=limits, workers=arguments.jobs // at_a_time, retry=arguments.retry, settings=settings,
        )  # fmt: skip
        progress.end(result)
        return result

    results = jobs.parallel(make, runs, at_a_time)
    rows = [result.row() for result in results]
    if arguments.json:
        print_json({"rows": rows})
    else:
        print(table(rows).terminal())
    return 0 if all(result.state == jobs.OK for result in results) else 1


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
        if result.measurement.message is not None:
            what = f"{result.function}/{result.architecture} {result.goal} on {result.target}"
            note(f"{what}: {result.state}: {result.measurement.message}")


def table(rows: Sequence[Row]) -> Table:
    """Table of rows as `Result.row` gives them."""
    return Table(
        (
            Column("design", lambda row: f"{row['function']}/{row['architecture']}", numeric=False),
            Column("target", lambda row: row["target"], numeric=False),
            Column("goal", lambda row: row["goal"], numeric=False),
            Column("state", lambda row: "mapped" if row.get("mapped_only") else row["state"], numeric=False),
            Column("MHz", lambda row: number(row.get("clock_mhz"), 1)),
            Column("spread", _spread),
            Column("cycles/block", lambda row: f"{row['cycles_per_block']:g}"),
            Column("Gbit/s", lambda row: number(row.get("throughput_gbps"), 3)),
            Column("GE", lambda row: number(row.get("area_ge"), 0)),
            Column("LUT", lambda row: number(row.get("area_lut"), 0)),
            Column("FF", lambda row: number(row.get("area_ff"), 0)),
            Column("device", lambda row: row.get("device", ABSENT), numeric=False),
            Column("netlist", lambda row: "simulated" if row["netlist_simulated"] else ABSENT, numeric=False),
            Column(
                "critical path",
                lambda row: " -> ".join(row.get("critical_path", ())) or ABSENT,
                numeric=False,
            ),
        ),
        tuple(rows),
    )


def _spread(row: Row) -> str:
    """Lowest and highest clock of the placements."""
    if len(row.get("seeds", ())) < 2 or "clock_mhz" not in row:
        return ABSENT
    return f"{row['clock_mhz_min']:.1f}..{row['clock_mhz_max']:.1f}"
