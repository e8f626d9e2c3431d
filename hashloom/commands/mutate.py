# SPDX-License-Identifier: Apache-2.0
"""The designs, all of one family, are one suite: a mutant of their RTL is caught if the quick verification of
any of them fails, at block level or at message level, or a proof. Mutants are taken at random until --samples
of them count; those that do not elaborate, change nothing in these designs or are proven equal to the
original do not.

With --of common the mutants are of the shared RTL, and the designs may be of several families; with --of bus
they are of the bus adapters, which stand in no design: the proofs are their tests.

Exit status 1 if less than 95 % are caught or a survivor is not explained (docs/mutation.md says where).
"""

import argparse
import sys

from hashloom import mutation
from hashloom.commands import expect, item_done, note, show_progress
from hashloom.commands._arguments import designs_argument, finite
from hashloom.commands._documents import print_document
from hashloom.commands._terminal import width
from hashloom.errors import UsageError
from hashloom.execution.session import Session
from hashloom.files.writing import output_folder
from hashloom.mutation import Finding, MutationOptions
from hashloom.mutation.suite import BUS
from hashloom.reports import mutation as tables
from hashloom.reports import results
from hashloom.results.planted import Mutation

NAME = "mutate"
HELP = "change the RTL of designs in small ways and count how often the tests notice"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("designs", nargs="*", metavar="DESIGN", help="a design, or FUNCTION/all")
    parser.add_argument(
        "--of", default="", metavar="FOLDER",
        help="the RTL that is mutated: a folder of cores/, also common or bus; default: all of the designs",
    )  # fmt: skip
    parser.add_argument(
        "--samples", type=int, default=300, metavar="N", help="mutants that count; default: 300"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the sample; default: 1")
    parser.add_argument(
        "--timeout", type=finite, default=60, metavar="S", help="limit of each step of a mutant; default: 60"
    )
    parser.add_argument(
        "-j", "--jobs", type=int, default=1, metavar="N", help="mutants judged at a time; default: 1"
    )
    parser.add_argument(
        "-o", "--output", type=output_folder, metavar="DIR", help="write mutation-FAMILY.json there"
    )


def run(arguments: argparse.Namespace) -> int:
    """Judge mutants and print what became of them; 1 if the tests are not good enough."""
    if arguments.samples < 1:
        raise UsageError(f"{arguments.samples} mutants cannot be judged; give at least 1")
    if arguments.jobs < 1:
        raise UsageError(f"{arguments.jobs} mutants cannot be judged at a time; give at least 1")
    if not arguments.timeout > 0:
        raise UsageError(f"{arguments.timeout:g} s is no limit; give more than 0")
    if not arguments.designs and arguments.of != BUS:
        raise UsageError("name the designs whose verification the mutants must get past")
    options = MutationOptions(arguments.samples, arguments.seed, arguments.jobs, arguments.timeout)
    designs = designs_argument(arguments.designs, arguments.places)

    def tell(finding: Finding) -> None:
        mutant, judgement = finding.mutant, finding.judgement
        if judgement.verdict in mutation.COUNTED:
            item_done()
        show_progress(
            f"the last one, {judgement.verdict}: {mutant.operator} in line {mutant.line} of {mutant.file}"
        )
        if judgement.verdict == mutation.SURVIVED:
            show_progress("")
            note(described(finding))

    expect(arguments.samples)
    found = mutation.study(designs, options, Session.at(arguments.places), show_progress, tell, arguments.of)
    show_progress("")
    if arguments.output is not None:
        note(f"wrote {results.save(found, arguments.output, arguments.places)}")
    if arguments.json:
        print_document(found.document(), arguments.places)
    else:
        document = Mutation.model_validate(found.document())
        print(f"{tables.counts(document, 'operators').terminal(width())}\n\n{tables.summary(document)}")
    sys.stdout.flush()
    counted = sum(finding.verdict in mutation.COUNTED for finding in found.findings)
    if counted < arguments.samples:
        note(f"{counted} mutants count, all that there are; {arguments.samples} were asked for")
    return 0 if found.good() else 1


def described(finding: Finding) -> str:
    """A survivor in some lines."""
    mutant = finding.mutant
    why = finding.why or "not explained"
    return (
        f"survived: {mutant.operator} in line {mutant.line} of {mutant.file}\n"
        f"  - {mutant.before}\n  + {mutant.after}\n  {why}"
    )
