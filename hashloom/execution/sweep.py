# SPDX-License-Identifier: Apache-2.0
"""Sweeps and checks what is kept below the state folder, in stores of entries: folders or files.

Nothing that is in use goes: an entry that a process holds (`locks.hold`) stays, and where users do not hold
entries all of them stay while another process attends the state folder.
"""

import shutil
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hashloom.catalogue.places import Places
from hashloom.execution import kept, steps
from hashloom.execution.locks import alone, locked

SCRATCH = "scratch"
DAY_SECONDS = 86400.0


@dataclass(frozen=True)
class Store:
    """Entries of one sort.

    `places` gives their paths; `wrong` what is wrong with one, or None; `used` when one was last used, as a
    time of `os.stat`; `useless` whether nobody will ever ask for it. `held`: who uses one holds it.
    """

    name: str
    places: Callable[[], Iterable[Path]]
    wrong: Callable[[Path], str | None]
    used: Callable[[Path], float]
    useless: Callable[[Path], bool]
    held: bool


@dataclass(frozen=True)
class Entry:
    """A folder or file of a store, its size, and why it goes or went; "" where it stays."""

    store: str
    path: Path
    bytes: int
    why: str = ""

    def body(self) -> dict[str, Any]:
        """It as a JSON object."""
        return {"store": self.store, "path": str(self.path), "bytes": self.bytes, "why": self.why}


@dataclass
class Swept:
    """What was found, what of it went, what would have gone but is in use. `alone`: nobody else was there."""

    alone: bool = True
    found: list[Entry] = field(default_factory=list)
    removed: list[Entry] = field(default_factory=list)
    in_use: list[Entry] = field(default_factory=list)


def sweep(
    places: Places,
    stores: Sequence[Store],
    older_than_days: float | None,
    most_bytes: int | None,
    dry_run: bool,
) -> Swept:
    """Remove what killed laboratories left, what is of no use, what was not used for so many days.

    Then what was not used for the longest time, until no more than `most_bytes` are left. `dry_run`: only
    tell.
    """
    with alone(places.state) as nobody:
        done = Swept(nobody)
        _sweep_scratch(places.scratch, done, dry_run)
        now, left = time.time(), []
        for store in stores:
            for path in sorted(store.places()):
                with suppress(FileNotFoundError):  # gone meanwhile
                    entry, used = Entry(store.name, path, size(path)), store.used(path)
                    done.found.append(entry)
                    why = "of no use any more" if store.useless(path) else ""
                    if (
                        not why
                        and older_than_days is not None
                        and now - used >= older_than_days * DAY_SECONDS
                    ):
                        why = f"not used for {(now - used) / DAY_SECONDS:.1f} days"
                    if not why or not _remove(store, entry, why, done, dry_run):
                        left.append((used, store, entry))
        total = sum(entry.bytes for _, _, entry in left)
        for _, store, entry in sorted(left, key=lambda one: one[0]):
            if most_bytes is None or total <= most_bytes:
                break
            if entry not in done.in_use and _remove(store, entry, "for room", done, dry_run):
                total -= entry.bytes
        return done


def check(places: Places, stores: Sequence[Store], dry_run: bool) -> Swept:
    """Read all entries; those that are not what was written go, unless `dry_run`, or are in use."""
    with alone(places.state) as nobody:
        done = Swept(nobody)
        for store in stores:
            for path in sorted(store.places()):
                with suppress(FileNotFoundError):
                    entry = Entry(store.name, path, size(path))
                    done.found.append(entry)
                    problem = None if store.useless(path) else store.wrong(path)
                    if problem is not None:
                        _remove(store, entry, problem, done, dry_run)
        return done


def size(path: Path) -> int:
    """Bytes of a file, or of all files of a folder; those of links are not theirs."""
    facts = path.lstat()
    if not stat.S_ISDIR(facts.st_mode):
        return facts.st_size
    total = 0
    for inner in path.rglob("*"):
        with suppress(OSError):
            inside = inner.lstat()
            total += 0 if stat.S_ISDIR(inside.st_mode) else inside.st_size
    return total


def _remove(store: Store, entry: Entry, why: str, done: Swept, dry_run: bool) -> bool:
    """Remove an entry that nobody uses; whether it is gone, or would be."""
    entry = Entry(entry.store, entry.path, entry.bytes, why)
    if not store.held and not done.alone:
        done.in_use.append(entry)
        return False
    try:
        with locked(entry.path.parent), locked(entry.path, wait=False):
            if not dry_run:
                kept.remove(entry.path)
    except FileNotFoundError:
        return True
    except OSError:  # another has the lock, or it is not ours to remove
        done.in_use.append(entry)
        return False
    done.removed.append(entry)
    return True


def _sweep_scratch(parent: Path, done: Swept, dry_run: bool) -> None:
    for folder in _scratch(parent):
        entry = Entry(SCRATCH, folder, size(folder), "its laboratory is gone")
        done.found.append(entry)
        done.removed.append(entry)
        if not dry_run:
            shutil.rmtree(folder, ignore_errors=True)


def _scratch(parent: Path) -> Iterator[Path]:
    if parent.is_dir():
        with locked(parent):
            yield from steps.left_over(parent)
