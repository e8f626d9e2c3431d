# SPDX-License-Identifier: Apache-2.0
"""How long skeinsum takes for files, beside the programs of other hash functions that are installed."""

from __future__ import annotations

import argparse
import sys

from hashloom.commands import note, show_progress
from hashloom.commands._documents import print_document
from hashloom.commands._terminal import width
from hashloom.errors import UsageError
from hashloom.files.writing import output_folder
from hashloom.reports import file_times, results
from hashloom.software.benchmark import files

NAME = "bench-files"
HELP = "measure skeinsum on files, beside b3sum, openssl, sha512sum and botan"
EPILOG = """\
Elapsed time of 10,000 small files in one command line, and of one of a gigabyte, all of them read before.
What uses several threads is measured with one and with two. Other work on the machine makes the times longer;
the shortest one suffers least. The files are written into a folder that goes again; --folder says where, such
as /dev/shm.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--folder", type=output_folder, metavar="DIR", help="where the files are written")
    parser.add_argument(
        "--files", type=int, default=files.FILES, metavar="N", help="small files (default 10000)"
    )
    parser.add_argument(
        "--bytes", type=int, default=files.BYTES, metavar="N", help="of the large file (default 2^30)"
    )
    parser.add_argument(
        "--rounds", type=int, default=files.ROUNDS, metavar="N", help="samples of each (default 9)"
    )
    parser.add_argument(
        "-o", "--output", type=output_folder, metavar="DIR", help="write bench-files.json there"
    )


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    for name in ("files", "bytes", "rounds"):
        if getattr(arguments, name) < 1:
            raise UsageError(f"--{name} takes a number from 1 on, not {getattr(arguments, name)}")
    if arguments.folder is not None and not arguments.folder.is_dir():
        raise UsageError(f"{arguments.folder} is no folder; give one that is there with --folder")
    measurement = files.measure(
        arguments.places, arguments.folder, arguments.files, arguments.bytes, arguments.rounds, show_progress
    )
    show_progress("")
    if arguments.json:
        print_document(measurement.document(), arguments.places)
    else:
        print(f"{file_times.table(measurement.rows).terminal(width())}\n")
        print(file_times.setting(measurement.provenance))
    sys.stdout.flush()
    for absent in measurement.provenance.absent:
        note(
            f"{absent.library} is not measured, since it is not installed; install it with: {absent.install}"
        )
    if arguments.output:
        note(f"wrote {results.save(measurement, arguments.output, arguments.places)}")
    return 0
