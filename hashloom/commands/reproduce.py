# SPDX-License-Identifier: Apache-2.0
"""Every figure comes from a design that has just passed verification, or from the records of one that did.

A reproduction that was stopped goes on where it was: what is recorded is not computed again.
"""

from __future__ import annotations

import argparse
import os
import sys
import textwrap
from pathlib import Path

from hashloom import catalogue, flow, reproduction, targets
from hashloom.commands import note, print_json
from hashloom.commands.synth import Progress
from hashloom.errors import UsageError
from hashloom.records import Records
from hashloom.reports import comparison, results
from hashloom.reports.refresh import picture_files
from hashloom.reproduction.run import Report, Row, reproduce

NAME = "reproduce"
HELP = "make a paper's table again and print it beside the paper's"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("paper", metavar="PAPER", help=f"one of: {', '.join(reproduction.names())}")
    parser.add_argument(
        "--target", action="append", metavar="T", help="synthesise for this target; may be repeated"
    )
    parser.add_argument(
        "--seeds", type=int, default=5, metavar="N", help="placements per FPGA result (default 5)"
    )
    parser.add_argument(
        "-j", "--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="runs at a time"
    )
    parser.add_argument(
        "-o", "--output", type=Path, metavar="DIR", help="write PAPER.json and the pictures there"
    )


def run(arguments: argparse.Namespace) -> int:
    """Make the table; 1 if a row's state is other than ok."""
    if arguments.jobs < 1:
        raise UsageError(f"{arguments.jobs} runs cannot be made at a time; give at least 1")
    paper = reproduction.load(arguments.paper)
    names = arguments.target or list(paper.targets)
    for name in names:
        targets.find(name)
    records, progress = Records(), Progress(len(names) * len(paper.jobs()))

    def synthesise(design: str, target: str, goal: str) -> Row:
        name = f"{design} {goal} on {targets.find(target).name}"

        def say(text: str) -> None:
            """Pass on the steps of this row, not the many runs of its verification."""
            if text.startswith(name):
                progress.say(text)

        result = flow.synthesise(
            catalogue.resolve_design(design), target, goal, arguments.seeds, records, say
        )
        progress.end(result)
        row = result.row()
        progress.say(f"{name}: {summary(row)}")
        return row

    report = reproduce(paper, names, synthesise, arguments.jobs)
    written = save(report, arguments.output) if arguments.output else []
    if arguments.json:
        print_json(report.document())
    else:
        print_tables(report, paper)
    sys.stdout.flush()
    for path in written:
        note(f"wrote {path}")
    return 0 if report.complete() else 1


def summary(row: Row) -> str:
    """A row's state and, if ok, its main figures."""
    if row["state"] != "ok":
        return str(row["state"])
    area = f"{row['area_ge']:,.0f} GE" if row.get("area_ge") else f"{row['area_lut']:,} LUT"
    return f"{row['clock_mhz']:.0f} MHz, {row['throughput_gbps']:.2f} Gbit/s, {area}"


def print_tables(report: Report, paper: reproduction.Reproduction) -> None:
    """One table per target, between what the paper is and what differs from it."""
    print(f"{paper.title}\npaper: {paper.source}\n")
    for rows in comparison.by_target(report.rows).values():
        print(f"{comparison.heading(rows)}\n\n{comparison.table(rows).terminal()}\n")
    print(textwrap.fill(paper.note, 100))


def save(report: Report, folder: Path) -> list[Path]:
    """Write the report and its pictures; the paths written."""
    paths = [results.save(report, folder)]
    for path, svg in picture_files(folder, report.paper).items():
        results.write(path, svg)
        paths.append(path)
    return paths
