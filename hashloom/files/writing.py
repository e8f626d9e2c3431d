# SPDX-License-Identifier: Apache-2.0
"""Writes files whole: nobody ever sees half of one, not after a kill, a full disk or a loss of power.

A file is written beside its place, brought to the disk and renamed. What is no plain file (a device, a
pipe, a link, a folder) is never replaced by one.
"""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

from hashloom.errors import HashloomError, UsageError

_KINDS = (
    (stat.S_ISLNK, "a link"),
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISCHR, "a device"),
)


def output_file(name: str | Path) -> Path:
    """Path of a file to be written. UsageError if something else is there, or in the place of its folder."""
    path = Path(name)
    _refuse(path)
    output_folder(path.parent)
    return path


def output_folder(name: str | Path) -> Path:
    """Path of a folder to write into, which need not be there. UsageError if something else stands there."""
    path = Path(name)
    kind = _kind(path)
    if kind == "a link" and path.is_dir():
        return path
    if kind not in ("", "a folder"):
        raise UsageError(f"{path} is {kind}, not a folder; name a folder")
    if not kind and path.parent != path:
        output_folder(path.parent)
    return path


def write(path: Path, content: str | bytes) -> None:
    """Write a file, text in UTF-8; its folder is made if need be. It is on disk when this returns.

    UsageError if something else stands there; HashloomError if the place cannot be written.
    """
    _refuse(path)
    data = content.encode() if isinstance(content, str) else content
    partial = path.with_name(f".{path.name[:100]}.{secrets.token_hex(4)}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with partial.open("xb") as file:
                file.write(data)
                if path.exists():
                    os.fchmod(file.fileno(), stat.S_IMODE(path.stat().st_mode))
                file.flush()
                os.fsync(file.fileno())
            partial.replace(path)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise
        sync(path.parent)
    except OSError as error:
        raise HashloomError(f"{path} cannot be written: {error.strerror}") from error


def sync(path: Path) -> None:
    """Bring a file, or the list of names of a folder, to the disk. OSError if that fails."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_all(folder: Path) -> None:
    """Bring a folder with all that is in it to the disk. OSError if that fails."""
    for path in folder.rglob("*"):
        if path.is_dir() or path.is_file():
            sync(path)
    sync(folder)


def _refuse(path: Path) -> None:
    """UsageError if something stands at a path that no file may replace."""
    kind = _kind(path)
    if kind not in ("", "a file"):
        raise UsageError(f"{path} is {kind}; name a new file, or a plain one to replace")


def _kind(path: Path) -> str:
    """What stands at a path, "" if nothing does. UsageError for a path that cannot be looked at."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return ""
    except NotADirectoryError:
        return ""  # which its parent says
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{path!s} cannot be written: {getattr(error, 'strerror', None) or error}"
        ) from error
    return next((name for is_one, name in _KINDS if is_one(mode)), "a file")
