# SPDX-License-Identifier: Apache-2.0
"""Steps of the flow: computed once, remembered by the hash of everything they depend on.

A step works in a folder of its own. When it has ended, well or not, that folder gets the sums of its files
(`kept`) and moves into the cache, and the step's record is written, in this order and each at once: what is
interrupted leaves neither. The record says all that later steps and results need except the large files
(netlists), which are in the cache. It has the digests of these: files that are gone or damaged are made
again.
"""

import errno
import fcntl
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashloom.errors import HashloomError
from hashloom.execution import jobs, kept
from hashloom.execution.locks import hold, lock, locked
from hashloom.execution.records import Body, Records, state_folder
from hashloom.files import writing

MESSAGE_LINES = 12
FULL_BYTES = 1 << 20
"""A disk with less room than this is full: what crashes there need not have crashed for itself."""
_KEPT_FILES = (".blif", ".json", ".v")
"""Suffixes of the files of a step that others read."""


@dataclass(frozen=True)
class Step:
    """A step that has been done: its key, its record, the folder with its files."""

    kind: str
    key: str
    body: Body
    folder: Path

    @property
    def state(self) -> str:
        """One of `hashloom.execution.jobs.STATES`."""
        return str(self.body["state"])


def key_of(ingredients: Mapping[str, Any]) -> str:
    """SHA-256 (hexadecimal) of a JSON object."""
    text = json.dumps(ingredients, sort_keys=True, ensure_ascii=False, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def perform(
    kind: str,
    ingredients: Mapping[str, Any],
    work: Callable[[Path], Body],
    records: Records,
    limits: jobs.Limits,
    files: bool = False,
    retry: bool = False,
) -> Step:
    """Look the step up, or do it: `work` gets an empty folder and returns the record's body with its `state`.

    `ingredients` are all that a good outcome depends on; `limits` are those `work` puts on its jobs. `files`:
    the caller needs the files of a good step, so one whose folder is gone is done again. What ended by time
    or memory is done again under other limits, with `retry` under the same, and what crashed too; that leaves
    a further record, and the last one counts.
    """
    within = {"memory_bytes": limits.memory_bytes, "wall_seconds": limits.wall_seconds}
    attempt, key, body = _last_attempt(kind, ingredients, records)
    if body is not None and body["state"] in jobs.RETRYABLE:
        limited = body["state"] in (jobs.TIMED_OUT, jobs.OUT_OF_MEMORY)
        if retry or (limited and body["limits"] != within):
            key, body = attempt_key(kind, ingredients, attempt + 1), None
    folder = cache_folder() / kind / key
    if body is None or (files and body["state"] == jobs.OK and not _is_intact(folder, body)):
        with _scratch(kind) as (scratch, alive):
            made = {**work(scratch), "limits": within}
            _refuse_full_disk(made)
            made["files"] = digests(scratch)
            if body is None or made["state"] == jobs.OK:
                _keep(scratch, alive, folder)
        if body is None:
            records.put(kind, key, made)
        if body is None or made["state"] != jobs.OK:
            body = made
    return Step(kind, key, body, folder)


def cache_folder() -> Path:
    """Folder with a folder for each kind of step, in which each step has one named by its key."""
    return state_folder() / "cache"


def work_folder() -> Path:
    """Folder of the scratch folders."""
    return state_folder() / "work"


def _refuse_full_disk(body: Body) -> None:
    """HashloomError where a tool found no room: that says nothing of the design, and no step has any."""
    if body["state"] != jobs.TOOL_CRASH:
        return
    is_full = shutil.disk_usage(state_folder()).free < FULL_BYTES
    if is_full or os.strerror(errno.ENOSPC) in str(body.get("message")):
        raise HashloomError(
            f"there is no room left in {state_folder()} for the tools; make some, or name another place with "
            "the environment variable HASHLOOM_STATE"
        ) from OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _last_attempt(
    kind: str, ingredients: Mapping[str, Any], records: Records
) -> tuple[int, str, Body | None]:
    """Number, key and body of the last recorded attempt; no body if there is none."""
    attempt = 0
    key = attempt_key(kind, ingredients, attempt)
    body = records.get(kind, key)
    while body is not None and body.get("state") in jobs.RETRYABLE:
        following = attempt_key(kind, ingredients, attempt + 1)
        later = records.get(kind, following)
        if later is None:
            break
        attempt, key, body = attempt + 1, following, later
    return attempt, key, body


def attempt_key(kind: str, ingredients: Mapping[str, Any], attempt: int = 0) -> str:
    """Key of the record of an attempt at a step, the first by default."""
    return key_of({"kind": kind, "attempt": attempt, **ingredients})


def body_of(outcome: jobs.Outcome, **facts: Any) -> Body:
    """Body of a record: how the job ended and what it took, with further facts."""
    body: Body = {
        "state": outcome.state,
        "seconds": round(outcome.wall_seconds, 1),
        "max_rss_mib": outcome.max_rss_bytes >> 20,
        **facts,
    }
    if outcome.state != jobs.OK:
        body.setdefault("message", outcome.tail(MESSAGE_LINES))
    return body


@contextmanager
def scratch_folder(kind: str) -> Iterator[Path]:
    """Make an empty folder for a running job, gone afterwards; removes those of killed laboratories.

    A lock on the folder says that its laboratory lives.
    """
    with _scratch(kind) as (folder, _):
        yield folder


@contextmanager
def _scratch(kind: str) -> Iterator[tuple[Path, int]]:
    """The scratch folder, and the descriptor that has its lock."""
    parent = work_folder()
    try:
        parent.mkdir(parents=True, exist_ok=True)
        with locked(parent):  # so that nobody sweeps a folder that is not locked yet
            _sweep(parent)
            folder = Path(tempfile.mkdtemp(prefix=f"{os.getpid()}-{kind}-", dir=parent))
            alive = lock(folder)
    except OSError as error:
        raise HashloomError(
            f"no folder can be made in {parent} ({error.strerror}); make room there, or name another place "
            "with the environment variable HASHLOOM_STATE"
        ) from error
    try:
        yield folder, alive
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(alive)


def left_over(parent: Path) -> Iterator[Path]:
    """Scratch folders of laboratories that are gone, each locked while the caller looks at it."""
    for folder in parent.iterdir():
        with suppress(OSError), locked(folder, wait=False):
            yield folder


def _sweep(parent: Path) -> None:
    for folder in left_over(parent):
        shutil.rmtree(folder, ignore_errors=True)


def digests(folder: Path) -> dict[str, str]:
    """SHA-256 (hexadecimal) of the files that a step has made for others, by name."""
    files = (path for path in sorted(folder.iterdir()) if path.suffix in _KEPT_FILES and path.is_file())
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def _is_intact(folder: Path, body: Body) -> bool:
    """Whether the files of a step are those that its record tells of; if so, they are held."""
    try:
        hold(folder)
    except OSError:
        return False
    if folder.is_dir() and not kept.sums_of(folder).exists() and digests(folder) == body.get("files"):
        kept.seal(folder)  # from before there were sums
    return kept.usable(folder) and digests(folder) == body.get("files")


def _keep(scratch: Path, alive: int, folder: Path) -> None:
    """Move a folder to its place in the cache and hold it there; its lock is `alive`.

    One that is there already makes room, unless it is as good.
    """
    try:
        kept.seal(scratch)
        folder.parent.mkdir(parents=True, exist_ok=True)
        with locked(folder.parent):  # so that nobody sweeps what is not held yet
            if not (kept.usable(folder) and digests(folder) == digests(scratch)):
                if folder.exists():
                    kept.remove(folder)
                scratch.rename(folder)
                writing.sync(folder.parent)
                fcntl.flock(alive, fcntl.LOCK_SH)
            hold(folder)
    except OSError as error:
        raise HashloomError(
            f"{folder} cannot be written ({error.strerror}); make room there, or name another place with the "
            "environment variable HASHLOOM_STATE"
        ) from error
