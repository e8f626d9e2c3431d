# SPDX-License-Identifier: Apache-2.0
"""Check all that is kept below the state folder: every record and every file against its sum."""

import argparse
from collections import Counter

from hashloom.commands import note, show_progress
from hashloom.commands._documents import print_stamped
from hashloom.commands._stores import stores
from hashloom.execution.records import Records
from hashloom.execution.sweep import check

NAME = "fsck"
HELP = "check records and kept files against their sums; what is damaged goes"
EPILOG = """\
A record that is damaged is put aside, a file removed; both are made again when they are needed. Exit status 1
if anything was damaged.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--dry-run", action="store_true", help="change nothing, only say what is damaged")


def run(arguments: argparse.Namespace) -> int:
    """Check and say what is damaged; 1 if anything is."""
    places = arguments.places
    records = Records(places.records, mend=not arguments.dry_run)
    show_progress("records, and what is kept, beside their sums")
    read = records.check()
    done = check(places, stores(places, records), arguments.dry_run)
    show_progress("")
    damaged = [*done.removed, *done.in_use]
    if arguments.json:
        print_stamped(
            "fsck",
            state_folder=str(places.state),
            dry_run=arguments.dry_run,
            records={
                "path": str(records.path),
                "good": read.good,
                "damaged": list(read.damaged),
                "file": list(read.file),
            },
            checked=dict(Counter(entry.store for entry in done.found)),
            bytes=sum(entry.bytes for entry in done.found),
            damaged=[entry.body() for entry in damaged],
            in_use=[str(entry.path) for entry in done.in_use],
        )
        return 1 if damaged or read.damaged or read.file else 0
    print(f"records: {read.good + len(read.damaged)} checked, {len(read.damaged)} damaged")
    for name, count in Counter(entry.store for entry in done.found).items():
        wrong = sum(entry.store == name for entry in damaged)
        print(f"{name}: {count} checked, {wrong} damaged")
    for text in read.file:
        note(f"{records.path} is damaged: {text}; move it away, and what it knew is computed again")
    for text in read.damaged if arguments.dry_run else ():
        note(f"{records.path}: the record {text} does not fit its checksum")
    for entry in damaged:
        left = arguments.dry_run or entry in done.in_use
        note(f"{entry.path} {entry.why}; {'it is left' if left else 'it is removed'}")
    return 1 if damaged or read.damaged or read.file else 0
