# SPDX-License-Identifier: Apache-2.0
"""A message that was saved by libskein goes on in hardware, and the other way round."""

import argparse
from pathlib import Path

from hashloom.commands._arguments import function_argument
from hashloom.commands._documents import print_stamped
from hashloom.errors import UsageError
from hashloom.files import writing
from hashloom.software import saved

NAME = "context"
HELP = "convert saved states of libskein and contexts of Skein hardware into each other"
EPILOG = """\
The hardware is skein_context_top (docs/context.md); its context is the bytes of the words that it gives, the
first in the highest place. The other form is what skein_save of libskein gives, or save() in Python.

Both are as secret as the message.
"""
FORMS = ("libskein", "hardware")
MOST_BYTES = 1 << 16


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("function", metavar="FUNCTION", help="such as skein-1.3-512-512")
    parser.add_argument("file", metavar="FILE", help="the state or context, in binary")
    parser.add_argument("--from", choices=FORMS, required=True, dest="source", help="what FILE is")
    parser.add_argument("--to", choices=FORMS, required=True, dest="wanted", help="what is to be written")
    parser.add_argument(
        "-o", "--output", type=writing.output_file, required=True, metavar="FILE", help="where it is written"
    )


def run(arguments: argparse.Namespace) -> int:
    """Read, convert, write."""
    function = function_argument(arguments.function, arguments.places)
    if arguments.source == arguments.wanted:
        raise UsageError(f"FILE is of {arguments.source} already; give the other one to --to")
    convert = saved.to_hardware if arguments.wanted == "hardware" else saved.to_libskein
    converted = convert(_read(Path(arguments.file)), function)
    writing.write(arguments.output, converted)
    if arguments.json:
        print_stamped(
            "context",
            function=function.name, file=arguments.file, source=arguments.source, wanted=arguments.wanted,
            output=str(arguments.output), bytes=len(converted),
        )  # fmt: skip
    else:
        print(f"{arguments.output}: {function.name} for {arguments.wanted}, {len(converted)} bytes")
    return 0


def _read(path: Path) -> bytes:
    """A file that is no longer than such files are; UsageError if it cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    if len(data) > MOST_BYTES:
        raise UsageError(f"{path} is no state or context: it has more than {MOST_BYTES} bytes")
    return data
