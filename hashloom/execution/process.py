# SPDX-License-Identifier: Apache-2.0
"""This process: its streams, whatever they can write, and the signals that end it.

A signal to end becomes an exception, so that what was started is ended and what was half written is removed,
as at Ctrl-C.
"""

import codecs
import io
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

_STAND_INS = {"–": "-", "—": "-", "−": "-", "×": "x", "·": ".", "µ": "u", "…": "...", "≤": "<=", "≥": ">="}
_ENDING = (signal.SIGTERM, signal.SIGHUP)


class Terminated(KeyboardInterrupt):
    """A signal asked this process to end; `number` is that of the signal."""

    def __init__(self, number: int) -> None:
        """Keep the number."""
        super().__init__(number)
        self.number = number


@contextmanager
def signals() -> Iterator[None]:
    """Have the signals that end a process raise Terminated; those that are ignored stay so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    changed = {
        number: signal.signal(number, _terminate)
        for number in _ENDING
        if signal.getsignal(number) is signal.SIG_DFL
    }
    try:
        yield
    finally:
        for number, before in changed.items():
            signal.signal(number, before)


def _terminate(number: int, frame: FrameType | None) -> None:
    raise Terminated(number)


def mend_streams() -> None:
    """Make the standard streams usable, however they were given.

    One that is closed reads and writes nothing: else the next file to be opened, the records perhaps, would
    take its number. A character that the encoding lacks is written as one that it has; bytes that came with a
    file name and are no text are written as they came.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # which takes the lowest number that is free
    sys.stdin = sys.stdin or open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    codecs.register_error("hashloom", _stand_in)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="hashloom")


def silence_streams() -> None:
    """Let the interpreter, which flushes at its end, write to nothing where a stream takes no more."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with suppress(OSError):  # a stream without a number of its own
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _stand_in(error: UnicodeError) -> tuple[str | bytes, int]:
    """What is written for the first character that cannot be."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    character = error.object[error.start]
    if "\udc80" <= character <= "\udcff":
        return bytes([ord(character) - 0xDC00]), error.start + 1
    return _STAND_INS.get(character, "?"), error.start + 1
