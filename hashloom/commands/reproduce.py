# SPDX-License-Identifier: Apache-2.0
"""Make a paper's table again.

Every figure of hardware comes from a design that has just passed verification, or from the records of one
that did; a reproduction that was stopped goes on where it was. gmu reads the results of the campaign of that
name. Figures of software are always measured anew, after a comparison of every digest.
"""

from __future__ import annotations

import argparse
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

from hashloom import reproduction
from hashloom.catalogue.places import Places
from hashloom.commands import note
from hashloom.commands._documents import print_document
from hashloom.commands._measuring import add_again, reusable_before, session_argument
from hashloom.commands._progress import ResultLines
from hashloom.commands._terminal import width
from hashloom.errors import UsageError
from hashloom.evaluation.reuse import Reusable
from hashloom.files import writing
from hashloom.files.writing import output_folder
from hashloom.reports import reproduced, results
from hashloom.reports.refresh import picture_files
from hashloom.reproduction import Report, Reproduction, ReproductionOptions
from hashloom.reproduction.levels import LEVELS

NAME = "reproduce"
HELP = "make a paper's table again and print it beside the paper's"

OPTIONS = {
    "targets": "--target",
    "seeds": "--seeds",
    "workers": "--jobs",
    "rounds": "--rounds",
    "functions": "--function",
    "cycles_only": "--cycles",
    "level": "--level",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("paper", metavar="PAPER", help=f"one of: {', '.join(reproduction.names())}")
    parser.add_argument(
        "-o", "--output", type=output_folder, metavar="DIR", help="write PAPER.json and the pictures there"
    )
    hardware = parser.add_argument_group("papers on hardware")
    hardware.add_argument(
        "--target",
        action="append",
        dest="targets",
        metavar="T",
        help="synthesise for this target (gmu: of the campaign's); may be repeated",
    )
    hardware.add_argument("--seeds", type=int, metavar="N", help="placements per FPGA result (default 5)")
    hardware.add_argument(
        "--level",
        choices=sorted(LEVELS),
        help="iskein: rows of the message level, everything counted, beside those of the block level; "
        "-o writes iskein-message.json",
    )
    add_again(hardware)
    hardware.add_argument("-j", "--jobs", type=int, dest="workers", metavar="N", help="runs at a time")
    times = parser.add_argument_group("gmu")
    times.add_argument(
        "--function",
        action="append",
        dest="functions",
        metavar="F",
        help="this function of the table only; may be repeated",
    )
    times.add_argument(
        "--cycles",
        action="store_const",
        const=True,
        dest="cycles_only",
        help="count cycles of messages only",
    )
    software = parser.add_argument_group("papers on software")
    software.add_argument("--rounds", type=int, metavar="N", help="samples of each function (default 81)")


def run(arguments: argparse.Namespace) -> int:
    """Make the table; 1 if a row's state is other than ok."""
    paper = reproduction.load(arguments.paper)
    options = options_for(paper, arguments)
    before = _before(paper, options, arguments)
    report = paper.make(replace(options, reusable=before), ResultLines)
    written = save(report, arguments.output, arguments.places) if arguments.output else []
    if arguments.json:
        print_document(report.document(), arguments.places)
    else:
        print_tables(report, paper)
    sys.stdout.flush()
    for line in before.remarks(report.designs(), "rows of designs"):
        note(line)
    for path in written:
        note(f"wrote {path}")
    return 0 if report.complete() else 1


def _before(paper: Reproduction, options: ReproductionOptions, arguments: argparse.Namespace) -> Reusable:
    """What the document of before has, and the paper's own one where the new one is of another level."""
    path, beside = None, []
    if arguments.output and "targets" in paper.takes:
        own, *others = dict.fromkeys([paper.document_name(options.level), paper.document_name(None)])
        path = results.path_of(arguments.output, own)
        beside = [results.path_of(arguments.output, name) for name in others]
    return reusable_before(path, arguments.again, arguments.places, *beside)


def options_for(paper: Reproduction, arguments: argparse.Namespace) -> ReproductionOptions:
    """What the user chose; UsageError for an option that this paper has no use for."""
    chosen = {name: getattr(arguments, name) for name in OPTIONS if getattr(arguments, name) is not None}
    useless = [OPTIONS[name] for name in chosen if name not in paper.takes]
    if useless:
        useful = ", ".join(option for name, option in OPTIONS.items() if name in paper.takes)
        raise UsageError(f"{paper.name} has no use for {', '.join(useless)}; it takes {useful}")
    return ReproductionOptions(session_argument(arguments), **chosen)


def print_tables(report: Report, paper: Reproduction) -> None:
    """The tables between what the paper is and what differs from it."""
    print(f"{paper.title}\npaper: {paper.source}\n")
    for heading, table in reproduced.tables(paper, report).values():
        print(f"{heading}\n\n{table.terminal(width())}\n")
    print(textwrap.fill(paper.note, 100))


def save(report: Report, folder: Path, places: Places) -> list[Path]:
    """Write the report and its pictures; the paths written."""
    paths = [results.save(report, folder, places)]
    for path, svg in picture_files(folder, report).items():
        writing.write(path, svg)
        paths.append(path)
    return paths
