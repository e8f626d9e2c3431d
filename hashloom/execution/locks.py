# SPDX-License-Identifier: Apache-2.0
"""Locks on folders and files, between all processes of this machine.

A lock goes with its process, however that ends, even while nobody has asked how. What a process needs whole
it holds (`hold`); the state folder that it works in it attends (`attend`). Who sweeps a place (`hashloom gc`)
leaves what is held, and knows whether anybody else is there (`alone`).
"""

import fcntl
import os
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

MOST_HELD = 256
"""Places that a process holds at a time; the one that it asked for the longest time ago goes first."""

_guard = threading.Lock()
_held: OrderedDict[Path, int] = OrderedDict()
_attended: dict[Path, int] = {}


def lock(path: Path, wait: bool = True, shared: bool = False) -> int:
    """Lock a folder or file until the descriptor that is returned is closed; `shared` with who shares it too.

    OSError if it cannot be opened; without `wait`, BlockingIOError if another has the lock.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        fcntl.flock(descriptor, kind | (0 if wait else fcntl.LOCK_NB))
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


@contextmanager
def locked(path: Path, wait: bool = True) -> Iterator[None]:
    """Hold the lock of a folder or file; errors as of `lock`."""
    descriptor = lock(path, wait)
    try:
        yield
    finally:
        os.close(descriptor)


def hold(path: Path) -> None:
    """Keep a folder or file from being swept, until this process ends or holds MOST_HELD others.

    OSError if it is not there. It may have gone before, so look at it after.
    """
    with _guard:
        descriptor = lock(path, shared=True)
        with suppress(KeyError):
            os.close(_held.pop(path))
        _held[path] = descriptor
        while len(_held) > MOST_HELD:
            os.close(_held.popitem(last=False)[1])


def attend(folder: Path) -> None:
    """Say, until this process ends, that it works in a folder; nothing if the folder is not there yet."""
    if folder not in _attended:
        with _guard, suppress(OSError):
            if folder not in _attended:
                _attended[folder] = lock(folder, shared=True)


@contextmanager
def alone(folder: Path) -> Iterator[bool]:
    """Whether no other process attends a folder; if so, none comes before this context is left."""
    attend(folder)
    descriptor = _attended.get(folder)
    if descriptor is None:
        yield True
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        found = True
    except BlockingIOError:
        found = False
    try:
        yield found
    finally:
        fcntl.flock(descriptor, fcntl.LOCK_SH)


def release() -> None:
    """Hold nothing any more."""
    with _guard:
        while _held:
            os.close(_held.popitem()[1])
