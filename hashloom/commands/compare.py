# SPDX-License-Identifier: Apache-2.0
"""Set our designs beside open cores of other people that were measured in one flow."""

from __future__ import annotations

import argparse
import sys
import textwrap
from pathlib import Path

from hashloom.analysis import comparison
from hashloom.analysis.comparison import Comparison, Selection
from hashloom.analysis.peers import BLOCK, MESSAGE
from hashloom.catalogue.places import Places
from hashloom.commands import note, note_left_out
from hashloom.commands._arguments import function_argument
from hashloom.commands._documents import print_document
from hashloom.commands._measuring import add_again, reusable_before, session_argument
from hashloom.commands._progress import ResultLines
from hashloom.commands._terminal import width
from hashloom.files import writing
from hashloom.files.writing import output_folder
from hashloom.reports import peers, results

NAME = "compare"
VERIFICATION = "verification"
"""Name of the document of what designs have passed, in a folder of results."""
HELP = "set our designs beside open cores of other people"
EPILOG = """\
Every design is verified before it is synthesised; what the records know is not computed again. The figures of
the others were measured once; they are data of this program. An FPGA takes hours for the large designs: name
the functions and targets you want.

-o DIR writes DIR/peers.json, for the message level DIR/peers-message.json, and the pictures. What stands
there of other functions and targets is kept, and what it has of these, of the same RTL, vectors, flow and
tools, is taken as it is; so is what DIR/verification.json says that a design has passed. --again leaves that
aside, and the records too.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "functions", nargs="*", metavar="FUNCTION", help="default: all that peers were measured of"
    )
    parser.add_argument(
        "--target",
        action="append",
        dest="targets",
        metavar="T",
        help=f"may be repeated; default: {' and '.join(comparison.TARGETS)}",
    )
    parser.add_argument(
        "--architecture",
        action="append",
        dest="architectures",
        metavar="A",
        help="may be repeated; default: every named one",
    )
    parser.add_argument(
        "--goal",
        action="append",
        dest="goals",
        metavar="G",
        help="may be repeated; default: both on standard cells, fast on an FPGA",
    )
    parser.add_argument(
        "--level",
        choices=(BLOCK, MESSAGE),
        default=BLOCK,
        help="of ours, beside the peers with such ports: whole blocks, or words of a message, which it pads "
        f"and collects; default: {BLOCK}",
    )
    parser.add_argument(
        "--seeds", type=int, default=Selection.seeds, metavar="N", help="placements on an FPGA (default 5)"
    )
    parser.add_argument("-j", "--jobs", type=int, dest="workers", metavar="N", help="runs at a time")
    parser.add_argument(
        "-o", "--output", type=output_folder, metavar="DIR", help="write peers.json and the pictures there"
    )
    add_again(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compare and print; 1 if a row's state is other than ok."""
    selection = Selection(
        functions=[function_argument(text, arguments.places) for text in arguments.functions] or None,
        targets=arguments.targets,
        architectures=arguments.architectures,
        goals=arguments.goals,
        seeds=arguments.seeds,
        workers=arguments.workers,
        level=arguments.level,
    )
    path = beside = None
    if arguments.output:
        path = results.path_of(arguments.output, comparison.name_of(arguments.level))
        beside = results.path_of(arguments.output, VERIFICATION)
    before = reusable_before(path, arguments.again, arguments.places, *([beside] if beside else []))
    found = comparison.compare(selection, session_argument(arguments), ResultLines, before)
    written = save(found, arguments.output, arguments.places) if arguments.output else []
    if arguments.json:
        print_document(found.document(), arguments.places)
    else:
        print_tables(found)
    sys.stdout.flush()
    for line in before.remarks(len(found.rows), "rows"):
        note(line)
    for path in written:
        note(f"wrote {path}")
    return 0 if found.complete() else 1


def print_tables(found: Comparison) -> None:
    """A table for each function and target, the factors, and what is to be known of them."""
    for heading, table in peers.tables(found).values():
        print(f"{heading}\n\n{table.terminal(width())}\n")
    print(f"Ours over the best peer\n\n{peers.factor_table(found.factors()).terminal(width())}\n")
    each = peers.each(found)
    if each:
        print(f"Ours over each peer on standard cells\n\n{peers.each_table(each).terminal(width())}\n")
    for line in [*peers.remarks(found), *peers.setting(found), comparison.NOTE]:
        print(textwrap.fill(line, 100))


def save(found: Comparison, folder: Path, places: Places) -> list[Path]:
    """Write the comparison, joined with what stands there, and its pictures; the paths written."""
    before, unusable = peers.kept(folder, found.level, places)
    note_left_out(unusable)
    if before is not None:
        found = before.updated(found)
    paths = [results.save(found, folder, places)]
    for path, svg in peers.picture_files(folder, places).items():
        writing.write(path, svg)
        paths.append(path)
    return paths
