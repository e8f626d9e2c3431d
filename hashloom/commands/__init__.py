# SPDX-License-Identifier: Apache-2.0
"""The command line. A command is a module of this package; adding one is adding a file.

Each module has `NAME` (the word on the command line; the module is called the same, with an underscore
appended where Python reserves the word), `HELP` (one line), `configure(parser)`, `run(arguments) -> int`,
which returns the exit status, and optionally `EPILOG` (shown below the help). Every command gets `--json`
from here, and the attribute `places` of its arguments. Only the module of the command that runs is imported,
so heavy libraries of one command do not slow another; the list of commands is made from the modules' texts.

Exit status: 0 done and good, 1 a check failed, 2 wrong usage, 3 a tool or library is missing,
130 interrupted, 141 the reader of the output went away, 143 terminated.

A shell may ask what can follow a part of a line (`_completion`): PYTHON_ARGCOMPLETE_OK
"""

import argparse
import ast
import importlib
import os
import pkgutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from hashloom import __version__
from hashloom.commands._terminal import DISPLAY
from hashloom.errors import HashloomError, UsageError
from hashloom.errors import note as note
from hashloom.execution import process
from hashloom.files.suggestions import nearest

ASKED = "_ARGCOMPLETE", "COMP_LINE", "COMP_POINT"
"""By which a shell asks what may follow: which word is the program, the line, where in it the cursor is."""
DESCRIPTION = "Hash-function hardware that anyone can take home, prove and compare."
SIGNALLED = 128  # and the number of the signal
INTERRUPTED = 130
BROKEN_PIPE = 141
LARGE_PAGES = "GLIBC_TUNABLES", "glibc.malloc.hugetlb=1"
"""For the programs that are started: yosys, with much memory in small pieces, is a tenth faster by it."""


class Parser(argparse.ArgumentParser):
    """Argument parser whose complaints are errors of hashloom."""

    def error(self, message: str) -> NoReturn:
        """Raise UsageError with the complaint and where help is."""
        raise UsageError(f"{message}; see '{self.prog} --help'")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status; never a traceback for what a user can cause."""
    is_program = argv is None  # else streams and signals are the caller's
    if is_program and os.environ.keys() >= set(ASKED):
        _offer()
    if is_program:
        process.mend_streams()
        os.environ.setdefault(*LARGE_PAGES)
        DISPLAY.begin(_command(sys.argv[1:]) or "hashloom")
    try:
        with process.signals() if is_program else nullcontext():
            return _told(list(sys.argv[1:] if argv is None else argv))
    except BrokenPipeError:
        return BROKEN_PIPE
    finally:
        DISPLAY.end()
        process.silence_streams()


def command_names() -> dict[str, str]:
    """Command names and the modules they live in."""
    modules = sorted(info.name for info in pkgutil.iter_modules(__path__) if not info.name.startswith("_"))
    return {module.rstrip("_").replace("_", "-"): f"{__name__}.{module}" for module in modules}


def help_line(path: Path) -> str:
    """`HELP` of a command's module, read from its text, since it takes long to import all of them.

    ValueError where it is no plain string.
    """
    for statement in ast.parse(path.read_text("utf-8")).body:
        match statement:
            case ast.Assign([ast.Name("HELP")], ast.Constant(str(line))):
                return line
    raise ValueError(f"{path}: HELP is no plain string")


def note_left_out(sentences: Iterable[str]) -> None:
    """Name the rows of a document that cannot be used; each sentence is one of `rows.sort_out`."""
    for sentence in sentences:
        note(f"{sentence}; they are left out")


def show_progress(text: str) -> None:
    """Say what is being done, on the last line of a terminal or in a log; "" clears the line."""
    DISPLAY.show(text)


def expect(items: int) -> None:
    """So many items are to come, of which `item_done` counts."""
    DISPLAY.expect(items)


def item_done() -> None:
    """Count one of the items that are expected."""
    DISPLAY.advance()


def _told(argv: list[str]) -> int:
    """Exit status of the command line, after the user was told what went wrong."""
    try:
        status = _run(argv)
        sys.stdout.flush()
        return status
    except HashloomError as error:
        _last_note(str(error))
        return error.exit_status
    except process.Terminated as error:
        _last_note("terminated")
        return SIGNALLED + error.number
    except KeyboardInterrupt:
        _last_note("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except UnicodeEncodeError as error:  # bytes of an argument that are no text, in a file for a tool
        _last_note(f"{error.object[:80]!a} cannot be used as a name: it is no text in UTF-8")
        return UsageError.exit_status
    except MemoryError:
        _last_note("there is not enough memory for this")
        return 1
    except OSError as error:
        _last_note(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}")
        return 1


def _last_note(text: str) -> None:
    """Print what went wrong as the last line: nothing is said of what was being done after it."""
    DISPLAY.end()
    note(text)


def _run(argv: list[str]) -> int:
    if any("\0" in argument for argument in argv):
        raise UsageError("an argument has a character of number 0 in it; leave it out")
    known = command_names()
    word = _command(argv)
    if word is not None and word not in known:
        raise UsageError(f"unknown command '{word}'; {nearest(word, known)}")
    parser, module = parser_for(word, known)
    arguments, unknown = parser.parse_known_args(argv)
    if unknown:
        place = f"{parser.prog} {arguments.command}" if arguments.command else parser.prog
        raise UsageError(f"unknown argument {' '.join(unknown)}; see '{place} --help'")
    if module is None:
        parser.print_help()
        return UsageError.exit_status if argv else 0
    from hashloom.catalogue.places import Places  # not for --help: the catalogue takes long to import

    arguments.places = Places.of(os.environ)
    status: int = module.run(arguments)
    return status


def _offer() -> None:
    """Answer a shell that asks what may follow, and end the program."""
    from hashloom.catalogue.places import Places
    from hashloom.commands._completion import offer, whole_words

    known = command_names()
    program, line, point = (os.environ[name] for name in ASKED)
    word = _command(whole_words(line, int(point))[int(program) :])
    parser, _ = parser_for(word if word in known else None, known)
    offer(parser, Places.of(os.environ))


def _command(argv: Sequence[str]) -> str | None:
    """The word that names the command."""
    return next((argument for argument in argv if not argument.startswith("-")), None)


def parser_for(word: str | None, known: Mapping[str, str]) -> tuple[Parser, ModuleType | None]:
    """The parser for a command, and the module of the command; for no command that of all, by their lines."""
    parser = Parser(prog="hashloom", description=DESCRIPTION)
    parser.add_argument("--version", action="version", version=f"hashloom {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    module: ModuleType | None = None
    if word is None:
        for name, dotted in known.items():
            path = Path(__file__).with_name(f"{dotted.rpartition('.')[2]}.py")
            subparsers.add_parser(name, help=help_line(path))
    else:
        module = importlib.import_module(known[word])
        subparser = subparsers.add_parser(
            word,
            help=module.HELP,
            description=module.HELP,
            epilog=getattr(module, "EPILOG", None),
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        subparser.add_argument("--json", action="store_true", help="print the result as one JSON document")
        module.configure(subparser)
    return parser, module
