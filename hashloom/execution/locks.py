# SPDX-License-Identifier: Apache-2.0
"""Locks on folders: one process at a time has one, of all on this machine.

A lock goes with its process, however that ends, even while nobody has asked how.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def lock(folder: Path, wait: bool = True) -> int:
    """Lock a folder until the descriptor that is returned is closed.

    OSError if the folder cannot be opened; without `wait`, BlockingIOError if another has the lock.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


@contextmanager
def locked(folder: Path, wait: bool = True) -> Iterator[None]:
    """Hold the lock of a folder; errors as of `lock`."""
    descriptor = lock(folder, wait)
    try:
        yield
    finally:
        os.close(descriptor)
