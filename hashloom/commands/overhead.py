# SPDX-License-Identifier: Apache-2.0
"""Measure what stands around a core costs: the message level, Skein's arguments and trees, a bus adapter."""

import argparse

from hashloom.analysis.bus_overhead import ADAPTERS, LANES, adapter_overhead
from hashloom.analysis.overhead import assemble, overheads, parts_of
from hashloom.commands import expect, item_done, note, note_left_out, show_progress
from hashloom.commands._arguments import designs_argument
from hashloom.commands._documents import print_document
from hashloom.commands._measuring import add_reuse
from hashloom.commands._terminal import width
from hashloom.errors import UsageError
from hashloom.evaluation import reuse
from hashloom.execution.session import Session
from hashloom.files.writing import output_folder
from hashloom.flow.goals import check_goal
from hashloom.reports import overhead as report
from hashloom.reports import results

NAME = "overhead"
HELP = "measure what the message level, arguments and trees of a core, and bus adapters, cost"
EPILOG = """\
Every part is verified before it is synthesised; what the records know is not computed again. FPGAs are only
mapped. --reuse FILE takes from such documents as results/verification.json what designs have passed, if RTL,
vectors, model, bench and tools are still the same. Adapters are measured on standard cells by themselves, and
the cycles that they add are simulated.
-o DIR writes DIR/overhead.json; what is not measured stays as it is there.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("designs", nargs="*", metavar="DESIGN", help="a design, or FUNCTION/all")
    parser.add_argument("--bus", action="store_true", help="the bus adapters, beside the designs or alone")
    parser.add_argument(
        "--target", action="append", dest="targets", metavar="T", help="may be repeated; default: osu018"
    )
    parser.add_argument("--goal", default="fast", metavar="G", help="fast (default) or small")
    add_reuse(parser)
    parser.add_argument("-o", "--output", type=output_folder, metavar="DIR", help="write overhead.json there")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print; 1 if a row's state is other than ok."""
    if not arguments.designs and not arguments.bus:
        raise UsageError("nothing to measure; name a design, or give --bus for the bus adapters")
    designs = designs_argument(arguments.designs, arguments.places)
    measuring = (
        arguments.targets or ["osu018"],
        check_goal(arguments.goal),
        Session.at(arguments.places),
        show_progress,
        item_done,
    )
    before = reuse.read(arguments.reuse, arguments.places)
    parts = sum(len(parts_of(design)) for design in designs)
    expect(len(measuring[0]) * (parts + (len(ADAPTERS) * len(LANES) if arguments.bus else 0)))
    adapters = adapter_overhead(*measuring) if arguments.bus else ()
    found = assemble(overheads(designs, *measuring, before).rows, adapters)
    show_progress("")
    if arguments.json:
        print_document(found.document(), arguments.places)
    else:
        if found.rows:
            print(report.table(found.rows, arguments.places).terminal(width()))
        if found.adapters:
            print(report.adapter_table(found.adapters).terminal(width()))
    if arguments.output:
        known, unusable = report.kept(arguments.output, arguments.places)
        note_left_out(unusable)
        updated = known.updated(found) if known else found
        note(f"wrote {results.save(updated, arguments.output, arguments.places)}")
    return 0 if found.complete() else 1
