# SPDX-License-Identifier: Apache-2.0
"""Verilator with all its warnings, Icarus, and both front ends of yosys read units of the RTL, and every
complaint is printed. Without a DESIGN these are units that have all of the RTL between them: every
architecture, length of a block and level, and the bus adapters. What the records know is not read again.

Exit status 1 if there is a complaint.
"""

import argparse

from hashloom import lint
from hashloom.catalogue.rtl import LEVELS, RtlUnit
from hashloom.catalogue.rtl import levels as levels_of
from hashloom.commands import expect, item_done, note, show_progress
from hashloom.commands._arguments import designs_argument
from hashloom.commands._documents import print_document
from hashloom.commands._measuring import add_again, session_argument
from hashloom.errors import UsageError
from hashloom.execution import jobs
from hashloom.files.writing import output_folder
from hashloom.lint.document import load, standing
from hashloom.lint.step import told
from hashloom.reports import results

NAME = "lint"
HELP = "have four tools read the RTL, each of which must have nothing to say against it"
EPILOG = "With -o, what the document has of the same RTL, tools and code is taken from there, unless --again."

Item = tuple[RtlUnit, str]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "designs",
        nargs="*",
        metavar="DESIGN",
        help="a design, FUNCTION/all, or all; default: units that have all of the RTL between them",
    )
    parser.add_argument(
        "--level", action="append", default=[], choices=LEVELS,
        help="of a DESIGN this level only; may be repeated",
    )  # fmt: skip
    parser.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="tools at a time; default: 1")
    add_again(parser)
    parser.add_argument("-o", "--output", type=output_folder, metavar="DIR", help="renew lint.json there")


def run(arguments: argparse.Namespace) -> int:
    """Read the units and print the complaints; 1 if there is one."""
    if arguments.jobs < 1:
        raise UsageError(f"{arguments.jobs} tools cannot read at a time; give at least 1")
    if arguments.level and not arguments.designs:
        raise UsageError("--level is for the designs that are named; name one, or give all")
    if arguments.output is not None and arguments.designs:
        raise UsageError("-o is for all of the RTL; give it without DESIGN")
    units = _units(arguments)
    session = session_argument(arguments)
    known: dict[tuple[str, str], lint.Reading] = {}
    if arguments.output is not None and arguments.again != "all":
        path = results.path_of(arguments.output, lint.NAME)
        known = standing(load(path, arguments.places), units) if path.exists() else {}

    def work(item: Item) -> lint.Reading:
        unit, reader = item
        if (unit.name, reader) in known:
            return known[unit.name, reader]
        show_progress(f"{unit.name}, {reader}")
        found = lint.reading(unit, reader, session)
        item_done()
        if not found.good:
            show_progress("")
            for complaint in found.complaints:
                note(f"{unit.name}, {reader}: {told(complaint, unit)}")
        return found

    items = [(unit, reader) for unit in units for reader in lint.READERS]
    expect(len(items) - len(known))
    readings = lint.Readings(jobs.parallel(work, items, arguments.jobs))
    show_progress("")
    if known:
        note(f"{len(known)} of {len(items)} readings as in {path}")
    if arguments.output is not None:
        note(f"wrote {results.save(readings, arguments.output, arguments.places)}")
    if arguments.json:
        print_document(readings.document(), arguments.places)
    else:
        clean = len(units) - len({one.unit for one in readings.readings if not one.good})
        print(f"{clean} of {len(units)} units are clean, in each of {len(lint.READERS)} readers")
    return 0 if readings.good() else 1


def _units(arguments: argparse.Namespace) -> list[RtlUnit]:
    if not arguments.designs:
        return lint.every_unit(arguments.places)
    levels = set(arguments.level)
    named = designs_argument(
        arguments.designs, arguments.places, lambda one: not levels or bool(levels & set(levels_of(one)))
    )
    return lint.units_of(named, tuple(arguments.level))
