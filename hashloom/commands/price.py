# SPDX-License-Identifier: Apache-2.0
"""Measure what the parts around a core of Skein cost: the message level, its arguments, its trees."""

import argparse
from pathlib import Path

from hashloom.commands import designs_argument, note, print_json, show_progress
from hashloom.errors import UsageError
from hashloom.flow.goals import check_goal
from hashloom.prices import parts_of, prices
from hashloom.records import Records
from hashloom.reports import prices as report
from hashloom.reports import results

NAME = "price"
HELP = "measure what arguments, trees and the message level of a core cost"
EPILOG = """\
Every part is verified before it is synthesised; what the records know is not computed again. FPGAs are only
mapped. -o DIR writes DIR/prices.json, anew as a whole.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("designs", nargs="+", metavar="DESIGN", help="a design of Skein, or FUNCTION/all")
    parser.add_argument(
        "--target", action="append", dest="targets", metavar="T", help="may be repeated; default: osu018"
    )
    parser.add_argument("--goal", default="fast", metavar="G", help="fast (default) or small")
    parser.add_argument("-o", "--output", type=Path, metavar="DIR", help="write prices.json there")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print; 1 if a row's state is other than ok."""
    designs = designs_argument(arguments.designs, lambda design: len(parts_of(design)) >= 3)
    if not designs:
        raise UsageError("no design has an extension to price; name a design of Skein")
    found = prices(
        designs, arguments.targets or ["osu018"], check_goal(arguments.goal), Records(), show_progress
    )
    show_progress("")
    if arguments.json:
        print_json(found.document())
    else:
        print(report.table(found.rows).terminal())
    if arguments.output:
        note(f"wrote {results.save(found, arguments.output)}")
    return 0 if found.complete() else 1
