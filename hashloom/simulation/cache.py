# SPDX-License-Identifier: Apache-2.0
"""Files made once and kept under a key of what they are made from, in `cache/sim` of the state folder."""

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path

from hashloom.execution import steps
from hashloom.execution.session import cache_folder

KIND = "sim"


def folder() -> Path:
    """Folder of the kept files, each in a folder named by its key; not made by this function."""
    return cache_folder() / KIND


def key(parts: Iterable[str | bytes]) -> str:
    """SHA-256 (hexadecimal) over the parts and their lengths."""
    state = hashlib.sha256()
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        state.update(b"%d\n" % len(content))
        state.update(content)
    return state.hexdigest()


def kept(name: str, make: Callable[[Path], Path]) -> Path:
    """Path of the file with this key; if it is not there as it was written, `make` makes it.

    `make` gets a folder to work in, which is removed afterwards, and returns the path of the file it made
    there.
    """
    return steps.kept_file(folder() / name, make)
