# SPDX-License-Identifier: Apache-2.0
"""Processes of Python that work for this one, and do not outlive it.

A worker watches a pipe whose other end only this process has. When it closes, because this process is done,
gave up, or died of whatever cause, the worker ends at once, with what it has started.
"""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext, SpawnProcess
from pathlib import Path
from types import ModuleType
from typing import Any

from hashloom.errors import HashloomError

_lock = threading.Lock()


class FreshProcess(SpawnProcess):
    """A fresh process, because threads may be there already, which does not run the caller's program again.

    What it is to do is in modules of this package. So a program that uses the laboratory needs no
    `if __name__ == "__main__":` about it.
    """

    @staticmethod
    def _Popen(process_obj: Any) -> Any:
        with _lock:
            program = sys.modules["__main__"]
            sys.modules["__main__"] = ModuleType("__main__")
            try:
                return SpawnProcess._Popen(process_obj)
            finally:
                sys.modules["__main__"] = program


class FreshContext(SpawnContext):
    """The context of `multiprocessing` in which processes are fresh."""

    Process = FreshProcess


@contextmanager
def pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of so many processes; whoever leaves by an exception does not wait for work that goes on.

    HashloomError where a worker was killed.
    """
    context = FreshContext()
    theirs, ours = context.Pipe(duplex=False)
    try:
        with ProcessPoolExecutor(workers, context, initializer=serve, initargs=(theirs,)) as made:
            try:
                yield made
            except BaseException:
                ours.close()
                made.shutdown(wait=False, cancel_futures=True)
                raise
    except BrokenProcessPool as error:
        raise HashloomError(
            "a worker was killed, as by the kernel when memory is out; ask for fewer at a time (-j)"
        ) from error
    finally:
        ours.close()
        theirs.close()


def serve(alive: Connection) -> None:
    """Make this process a worker, which ends when the other end of the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches who has the workers, and ends them
    # Where one worker ends, the pool terminates the others: what they have started must go with them too.
    signal.signal(signal.SIGTERM, lambda number, frame: end())
    with suppress(PermissionError):  # it leads a group already
        os.setpgid(0, 0)
    threading.Thread(target=_watch, args=(alive,), daemon=True).start()


def _watch(alive: Connection) -> None:
    with suppress(EOFError, OSError):
        alive.recv()
    end()


def end() -> None:
    """End this process at once, with the programs that it has started and those that they have."""
    for process in _below(os.getpid()):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(process, signal.SIGKILL)
    if os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)  # with what was started while the others were looked for
    os._exit(1)


def _below(process: int) -> list[int]:
    """Numbers of the processes that descend from one, the nearest first."""
    found: list[int] = []
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, path.read_text().split()):
                found += [child, *_below(child)]
    return found
