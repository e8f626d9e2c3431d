# SPDX-License-Identifier: Apache-2.0
"""Files made once and kept under a key of what they are made from, in `cache/sim` of the state folder."""

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from hashloom.errors import HashloomError
from hashloom.execution.records import state_folder


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
    """Path of the kept file of this name; if it is not there whole, `make` makes it.

    `make` gets a folder to work in, which is removed afterwards, and returns the path of the file it made
    there. The file is kept under its name and the digest of its content, which is checked each time: one that
    was damaged is made again. Several processes may make the same file at once: each moves its own into place
    whole.
    """
    first, dot, last = name.partition(".")
    for path in folder().glob(f"{first}-*{dot}{last}"):
        if path.name == _name(first, dot + last, path):
            return path
    try:
        folder().mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=f"{name}.", dir=folder()))
    except OSError as error:
        raise HashloomError(
            f"the folder {folder()} cannot be written ({error.strerror}); name another one with the "
            "environment variable HASHLOOM_STATE"
        ) from error
    try:
        made = make(work)
        path = folder() / _name(first, dot + last, made)
        made.replace(path)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return path


def _name(first: str, last: str, content: Path) -> str:
    """Name of the file that is kept with this content."""
    return f"{first}-{hashlib.sha256(content.read_bytes()).hexdigest()[:32]}{last}"
