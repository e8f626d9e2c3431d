# SPDX-License-Identifier: Apache-2.0
"""What a cache keeps, with the SHA-256 of each of its files: complete when these are there, checked at use.

A folder has them in its file SHA256SUMS, a single file in NAME.sha256 beside it, both as `sha256sum` writes
them: `sha256sum -c` checks them too. They are written last, after all files are on the disk.
"""

import hashlib
import os
import shutil
from contextlib import suppress
from pathlib import Path

from hashloom.errors import note
from hashloom.files import writing

SUMS = "SHA256SUMS"
SUFFIX = ".sha256"

Mark = tuple[int, int, int, int]
Marks = tuple[Mark, Mark]
_good: dict[Path, Marks] = {}


def digest(path: Path) -> str:
    """SHA-256 (hexadecimal) of a file, however large."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def seal(place: Path) -> None:
    """Complete a folder or file with the sums of what is there. OSError if that cannot be written."""
    if place.is_dir():
        writing.sync_all(place)
    else:
        writing.sync(place)
    lines = [_line(name, digest(place / name if name else place), place) for name in _names(place)]
    writing.write(sums_of(place), b"".join(lines))


def sums_of(place: Path) -> Path:
    """Where the sums of a folder or file stand."""
    return place / SUMS if place.is_dir() else place.with_name(place.name + SUFFIX)


def wrong(place: Path) -> str | None:
    """What is wrong with a folder or file, for a sentence that begins with its path; None if nothing is."""
    try:
        text = sums_of(place).read_bytes()
        found = [(name, digest(place / name if name else place)) for name in _names(place)]
    except FileNotFoundError:
        return "is not complete"
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    if b"".join(_line(name, value, place) for name, value in found) != text:
        return "is not what was written there"
    return None


def usable(place: Path) -> bool:
    """Whether a folder or file is there and is what was written; if it is not, it goes, with a sentence.

    What is used is marked so (`used`). A file is read once in a process, and again when anybody has written
    to it or to its sum.
    """
    if not os.path.lexists(place):
        return False
    seen = _marks(place)
    if seen is not None and _good.get(place) == seen:
        return True
    found = wrong(place)
    if found is None:
        with suppress(OSError):
            os.utime(sums_of(place))
        if seen is not None and (now := _marks(place)) is not None and now[0] == seen[0]:
            _good[place] = now
        return True
    note(f"{place} {found}; it is removed, and made anew when it is needed")
    remove(place)
    return False


def _marks(place: Path) -> Marks | None:
    """What changes when somebody writes to a file or to its sum; None for a folder."""
    try:
        facts = [path.lstat() for path in (place, sums_of(place))]
    except OSError:
        return None
    if place.is_dir():
        return None
    first, second = ((one.st_ino, one.st_size, one.st_mtime_ns, one.st_ctime_ns) for one in facts)
    return first, second


def used(place: Path) -> float:
    """When a folder or file was last used, as a time of `os.stat`."""
    with suppress(OSError):
        return sums_of(place).stat().st_mtime
    return place.lstat().st_mtime


def remove(place: Path) -> None:
    """Remove a folder or file with its sums; those go first, so that half of it is not complete."""
    sums_of(place).unlink(missing_ok=True)
    if place.is_dir() and not place.is_symlink():
        shutil.rmtree(place, ignore_errors=True)
    else:
        place.unlink(missing_ok=True)


def _names(place: Path) -> list[str]:
    """Names of all files of a folder but the sums, sorted; "" for a file, which is its own."""
    if not place.is_dir():
        return [""]
    return sorted(
        str(path.relative_to(place))
        for path in place.rglob("*")
        if not path.is_dir() and path != place / SUMS
    )


def _line(name: str, value: str, place: Path) -> bytes:
    written = os.fsencode(name or place.name)
    safe = written.replace(b"\\", b"\\\\").replace(b"\n", b"\\n")
    return (b"" if safe == written else b"\\") + value.encode() + b"  " + safe + b"\n"
