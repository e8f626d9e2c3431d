# SPDX-License-Identifier: Apache-2.0
"""The programs of this room, `python -m hashloom.reports.NAME`: arguments, places, errors as one sentence."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from hashloom.catalogue.places import Places
from hashloom.errors import HashloomError

Work = Callable[[Places, argparse.Namespace], None]


def parser_of(name: str, description: str) -> argparse.ArgumentParser:
    """A parser of the arguments of the program of this name, which takes none yet."""
    return argparse.ArgumentParser(f"python -m hashloom.reports.{name}", description=description)


def run(parser: argparse.ArgumentParser, work: Work, arguments: Sequence[str]) -> int:
    """Do the work of a program; its exit status. SystemExit for --help and for arguments that it has not."""
    parsed = parser.parse_args(arguments)
    try:
        work(Places.of(os.environ), parsed)
    except HashloomError as error:
        print(f"{parser.prog.rpartition('.')[2]}: {error}", file=sys.stderr)
        return error.exit_status
    return 0
