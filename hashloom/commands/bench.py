# SPDX-License-Identifier: Apache-2.0
"""How fast libskein is here, beside the other libraries that are installed."""

from __future__ import annotations

import argparse
import sys
import textwrap
from pathlib import Path

from hashloom.catalogue.places import Places
from hashloom.commands import note, show_progress
from hashloom.commands._documents import print_document
from hashloom.commands._terminal import width
from hashloom.files import writing
from hashloom.files.writing import output_folder
from hashloom.reports import results, speed
from hashloom.reports.refresh import measurement_pictures
from hashloom.software import benchmark

NAME = "bench"
HELP = "measure libskein on this processor, beside OpenSSL, nettle, Botan and PySkein"
EPILOG = """\
Cycles of the core per byte: the clock is measured around every sample. All subjects are measured in turn,
round after round, after all their digests have been compared. Other work on the machine makes the spread
wider; the 5 % quantile suffers least.

A subject's name is group/function/library, then the kernel of libskein, then the number of messages or
threads if it is not 1: one/skein-1.3-512-512/libskein/portable, peer/sha256/OpenSSL. --subjects '*512*' takes
those with 512 in their names. PySkein, if Python has it, is measured where libskein's portable kernel is,
from 8 KiB on.

A document that is there already keeps what it has of other processors; they are told apart by the
microarchitecture.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--sizes",
        metavar="BYTES,...",
        help="lengths of a message (default 64,1024,8192,1048576, and of trees 262144)",
    )
    parser.add_argument("--subjects", metavar="PATTERN", help="only those whose name matches")
    parser.add_argument("--rounds", type=int, metavar="N", help="samples of each (default 81)")
    parser.add_argument(
        "--quick", action="store_true", help="9 rounds of 64 and 8192 bytes, for a first look"
    )
    parser.add_argument(
        "-o", "--output", type=output_folder, metavar="DIR", help="write bench.json and the picture there"
    )


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    show_progress("libskein is built, and measured beside others")
    measurement = benchmark.measure(
        arguments.places, arguments.sizes, arguments.subjects, arguments.rounds, arguments.quick
    )
    show_progress("")
    written = save(measurement, arguments.output, arguments.places) if arguments.output else []
    if arguments.json:
        print_document(measurement.document(), arguments.places)
    else:
        print_tables(measurement)
    sys.stdout.flush()
    for remark in benchmark.remarks(measurement):
        note(remark)
    for path in written:
        note(f"wrote {path}")
    return 0


def print_tables(measurement: benchmark.Measurement) -> None:
    """A table for each group, and what they mean."""
    for heading, table in speed.tables(measurement).values():
        print(f"{heading}\n\n{table.terminal(width())}\n")
    print(textwrap.fill(speed.legend(measurement), 100))
    print(textwrap.fill(speed.setting(measurement), 100))


def save(measurement: benchmark.Measurement, folder: Path, places: Places) -> list[Path]:
    """Write the measurement and its pictures; the paths written.

    What the document has of other processors stays in it.
    """
    if results.path_of(folder, measurement.name).exists():
        measurement = measurement.beside(results.load_measurement(folder, places))
    paths = [results.save(measurement, folder, places)]
    for path, svg in measurement_pictures(folder, places).items():
        writing.write(path, svg)
        paths.append(path)
    return paths
