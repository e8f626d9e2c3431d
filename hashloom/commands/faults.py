# SPDX-License-Identifier: Apache-2.0
"""Each fault is planted by itself, and the checks are made in the order of their cost until one fails: the
quick verification of the designs that it names, then the proofs that contain the file. What the records know
is not done again, so that a run that was broken off goes on where it was.

Exit status 1 if a fault escapes, or an entry of the library is no fault.
"""

import argparse
import random

from hashloom.commands import expect, item_done, note, show_progress
from hashloom.commands._arguments import finite
from hashloom.commands._documents import print_document, print_stamped
from hashloom.commands._terminal import width
from hashloom.errors import UsageError
from hashloom.execution.session import Session
from hashloom.files.writing import output_folder
from hashloom.mutation import hunt, library
from hashloom.mutation.catches import Catches
from hashloom.mutation.hunt import Catch
from hashloom.mutation.library import Planted
from hashloom.reports import faults as tables
from hashloom.reports import results
from hashloom.results.planted import Faults

NAME = "faults"
HELP = "plant the faults of the library in the RTL and see what catches them"
EPILOG = "The faults stand in cores/*/faults.toml."


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("names", nargs="*", metavar="NAME", help="faults, or families of them; default: all")
    parser.add_argument("--list", action="store_true", help="name the faults and what each does")
    parser.add_argument("--sample", type=int, metavar="N", help="a random sample of so many of them")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the sample; default: 1")
    parser.add_argument(
        "--timeout", type=finite, default=hunt.LIMIT_SECONDS, metavar="S",
        help=f"limit of each step of a fault; default: {hunt.LIMIT_SECONDS:g}",
    )  # fmt: skip
    parser.add_argument(
        "-j", "--jobs", type=int, default=1, metavar="N", help="faults planted at a time; default: 1"
    )
    parser.add_argument("-o", "--output", type=output_folder, metavar="DIR", help="renew faults.json there")


def run(arguments: argparse.Namespace) -> int:
    """Plant the faults and print what became of them; 1 if one escapes."""
    if arguments.sample is not None and arguments.sample < 1:
        raise UsageError(f"{arguments.sample} faults cannot be planted; give at least 1")
    if arguments.jobs < 1:
        raise UsageError(f"{arguments.jobs} faults cannot be planted at a time; give at least 1")
    if not arguments.timeout > 0:
        raise UsageError(f"{arguments.timeout:g} s is no limit; give more than 0")
    chosen = library.faults(arguments.places, arguments.names)
    if arguments.sample is not None and arguments.sample < len(chosen):
        chosen = random.Random(arguments.seed).sample(chosen, arguments.sample)
    if arguments.list:
        return _list(chosen, arguments.json)

    def tell(fault: Planted, catch: Catch) -> None:
        item_done()
        show_progress(f"the last one: {fault.name}, {catch.verdict} {catch.by}".rstrip())
        if catch.verdict not in hunt.NOTICED:
            show_progress("")
            note(f"{fault.name}, {catch.verdict}: {fault.says} {catch.seen}".rstrip())

    expect(len(chosen))
    found = hunt.hunt(chosen, Session.at(arguments.places), arguments.timeout, arguments.jobs, tell)
    show_progress("")
    before = tables.rows(arguments.output, arguments.places) if arguments.output is not None else []
    catches = Catches(chosen, found, arguments.timeout, library.faults(arguments.places), before)
    if arguments.output is not None:
        note(f"wrote {results.save(catches, arguments.output, arguments.places)}")
    if arguments.json:
        print_document(catches.document(), arguments.places)
    else:
        document = Faults.model_validate(catches.document())
        print(f"{tables.table(document, 'classes').terminal(width())}\n\n{tables.summary(document)}")
    return 0 if catches.good() else 1


def _list(chosen: list[Planted], as_json: bool) -> int:
    if as_json:
        print_stamped("fault-list", faults=[fault.body() for fault in chosen])
    else:
        for fault in chosen:
            print(f"{fault.name} ({fault.kind}, {fault.file}): {fault.says}")
    return 0
