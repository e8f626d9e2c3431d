# SPDX-License-Identifier: Apache-2.0
"""Make the documents of results/ as `campaigns/results.toml` says."""

import argparse
import os
import shlex
import subprocess
import sys
from pathlib import Path

from hashloom.campaign import renewal
from hashloom.catalogue.places import Places
from hashloom.commands import note
from hashloom.commands._documents import print_stamped
from hashloom.commands._terminal import DISPLAY
from hashloom.errors import CheckFailed
from hashloom.files.writing import output_folder
from hashloom.results import reader, writer

NAME = "renew"
HELP = "make the documents of results/"
EPILOG = """\
campaigns/results.toml has the documents and the runs that make each. What a document has already of the
same RTL, vectors, flow and tools is taken as it is. A run that fails ends the command; what was made stays.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("documents", nargs="*", metavar="DOCUMENT", help="default: all, in their order")
    parser.add_argument("--list", action="store_true", help="only print the runs that make them")
    parser.add_argument("--again", action="store_true", help="take nothing from what was done before")
    parser.add_argument(
        "-j", "--jobs", type=int, default=os.cpu_count() or 1, metavar="N",
        help="processes at a time, for the runs that have several (default: one per processor)",
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", type=output_folder, metavar="DIR", help="default: results/ of hashloom"
    )


def run(arguments: argparse.Namespace) -> int:
    """Make the documents, one after another; the first run that fails raises CheckFailed."""
    places = arguments.places
    folder = arguments.output or places.need_checkout("hashloom renew without -o") / "results"
    documents = renewal.chosen(
        renewal.read(places.brought(renewal.FILE), arguments.places), arguments.documents
    )
    runs = {one.name: _programs(one, folder, arguments.again, arguments.jobs) for one in documents}
    if arguments.list and not arguments.json:
        for name, programs in runs.items():
            for program in programs:
                print(f"{name}: {shlex.join(['python', *program[1:]])}")
    elif not arguments.list:
        for name, programs in runs.items():
            for program in programs:
                _run(name, program, folder, arguments.places)
    if arguments.json:
        listed = [{"name": name, "runs": programs} for name, programs in runs.items()]
        print_stamped("renewal", documents=listed)
    return 0


def _programs(document: renewal.RenewedDocument, folder: Path, again: bool, jobs: int) -> list[list[str]]:
    """Programs with their arguments, run by run."""
    if document.module is not None:
        return [[sys.executable, "-m", document.module]]
    lines = document.command_lines(folder, again, jobs)
    return [[sys.executable, "-m", "hashloom", *line] for line in lines]


def _run(name: str, program: list[str], folder: Path, places: Places) -> None:
    """Do one run. CheckFailed where it fails, HashloomError where the document is not as its kind must be."""
    note(f"{name}: {shlex.join(['hashloom', *program[3:]])[:200]}")
    printed = renewal.PRINTED in program
    with DISPLAY.silent():
        done = subprocess.run(program, stdout=subprocess.PIPE if printed else sys.stderr, check=False)
    if done.returncode:
        raise CheckFailed(
            f"{name} was not made: exit status {done.returncode} of {shlex.join(program)[:300]}"
        )
    path = folder / f"{name}.json"
    if not printed:
        reader.any_kind(path, places)
        return
    writer.write_text(path, done.stdout.decode(), places)
