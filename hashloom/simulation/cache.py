# SPDX-License-Identifier: Apache-2.0
"""Files made once and kept under a key of what they are made from, in `cache/sim` of the state folder."""

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from hashloom.errors import HashloomError
from hashloom.records import state_folder


def folder() -> Path:
    """Folder of the kept files; not made by this function."""
    return state_folder() / "cache" / "sim"


def key(parts: Iterable[str | bytes]) -> str:
    """SHA-256 (hexadecimal) over the parts and their lengths."""
    state = hashlib.sha256()
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        state.update(b"%d\n" % len(content))
        state.update(content)
    return state.hexdigest()


def kept(name: str, make: Callable[[Path], Path]) -> Path:
    """Path of the kept file `name`; if it is not there, `make` makes it.

    `make` gets a folder to work in, which is removed afterwards, and returns the path of the file it made
    there. Several processes may make the same file at once: each moves its own into place whole.
    """
    path = folder() / name
    if path.is_file():
        return path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=f"{name}.", dir=path.parent))
    except OSError as error:
        raise HashloomError(
            f"the folder {path.parent} cannot be written ({error.strerror}); name another one with the "
            "environment variable HASHLOOM_STATE"
        ) from error
    try:
        make(work).replace(path)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return path
