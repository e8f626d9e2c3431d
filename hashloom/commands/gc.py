# SPDX-License-Identifier: Apache-2.0
"""Make room: sweep what is kept below the state folder; it is made again when it is needed."""

import argparse
import re
from collections import Counter

from hashloom.commands import note, show_progress
from hashloom.commands._arguments import finite
from hashloom.commands._documents import print_stamped
from hashloom.commands._stores import stores
from hashloom.errors import UsageError
from hashloom.execution.records import Records
from hashloom.execution.sweep import Swept, sweep

NAME = "gc"
HELP = "make room: remove what killed runs left, and what was not used for long"
EPILOG = """\
Without options goes what nobody will ever ask for: scratch folders of runs that were killed, files half
written. Records stay, and so does whatever a run of hashloom has in use. docs/records.md says more.
"""
UNITS = " KMGT"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--older-than", type=finite, metavar="DAYS", help="remove what was not used for so many days"
    )
    parser.add_argument(
        "--max-size",
        type=size_argument,
        metavar="SIZE",
        help="then what was not used for the longest time, until so much is left: bytes, or as 500M, 2G",
    )
    parser.add_argument("--dry-run", action="store_true", help="only say what would be removed")


def run(arguments: argparse.Namespace) -> int:
    """Sweep and say what went."""
    if arguments.older_than is not None and not arguments.older_than >= 0:
        raise UsageError(f"{arguments.older_than:g} days are no age; give 0 or more")
    places = arguments.places
    found = stores(places, Records(places.records))
    show_progress("what is kept is looked through")
    done = sweep(places, found, arguments.older_than, arguments.max_size, arguments.dry_run)
    show_progress("")
    if arguments.json:
        removed = [entry.body() for entry in done.removed]
        in_use = [entry.body() for entry in done.in_use]
        print_stamped(
            "gc",
            state_folder=str(places.state),
            dry_run=arguments.dry_run,
            alone=done.alone,
            stores=counts(done),
            removed=removed,
            in_use=in_use,
        )
        return 0
    what = "would go" if arguments.dry_run else "went"
    for name, count in counts(done).items():
        print(
            f"{name}: {count['entries']} with {megabytes(count['bytes'])}; "
            f"{count['removed']} with {megabytes(count['removed_bytes'])} {what}"
        )
    if done.in_use:
        note(f"{len(done.in_use)} that are in use stayed; they can go when no other hashloom runs")
    return 0


def size_argument(text: str) -> int:
    """Bytes of a size such as 500M or 1.5G, by powers of 1024. UsageError for what is none."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([KMGT]?)(?:i?B)?", text.strip(), re.IGNORECASE)
    if found is None:
        raise UsageError(f"'{text}' is no size; write bytes, or a number with K, M, G or T as 500M")
    return int(float(found[1]) * 1024 ** (UNITS.index(found[2].upper()) if found[2] else 0))


def counts(done: Swept) -> dict[str, dict[str, int]]:
    """How many entries of each store there were, how many went, with their bytes."""
    found: dict[str, Counter[str]] = {}
    for entry in done.found:
        found.setdefault(entry.store, Counter()).update(entries=1, bytes=entry.bytes)
    for entry in done.removed:
        found[entry.store].update(removed=1, removed_bytes=entry.bytes)
    keys = ("entries", "bytes", "removed", "removed_bytes")
    return {name: {key: count[key] for key in keys} for name, count in found.items()}


def megabytes(count: int) -> str:
    """Bytes for the user."""
    return f"{count / 1e6:.1f} MB"
