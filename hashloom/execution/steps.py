# SPDX-License-Identifier: Apache-2.0
"""Steps: computed once, remembered by the hash of everything they depend on.

An `Action` declares a step: its kind, all that its outcome depends on, its limits and its work. A `Session`
has what was done before, and says what of it counts; `Action.perform` finds a step there, or does it.

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
from functools import cached_property
from pathlib import Path
from typing import Any

from hashloom.catalogue.places import Places
from hashloom.errors import HashloomError
from hashloom.execution import jobs, kept
from hashloom.execution.locks import attend, hold, lock, locked
from hashloom.execution.records import Body
from hashloom.execution.session import Session
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


Work = Callable[[Path, Session], Body]


class NotDone(Exception):
    """A step is not done, and it was only asked for; `action` is what it declares."""

    def __init__(self, action: "Action") -> None:
        """Of this step."""
        super().__init__(action.kind)
        self.action = action


@dataclass(frozen=True)
class Action:
    """What a step declares.

    `ingredients` are all that a good outcome depends on beside its `inputs`, which are steps: settings, code
    and tools. `limits` are those that `work` puts on its jobs. `work` gets an empty folder, and the session
    for the files of inputs; it returns the body of the record, with its `state`.
    """

    kind: str
    ingredients: Mapping[str, Any]
    limits: jobs.Limits
    work: Work
    inputs: tuple["Action", ...] = ()

    @cached_property
    def key(self) -> str:
        """SHA-256 (hexadecimal) of kind, ingredients and the keys of the inputs."""
        inputs = {"inputs": [one.key for one in self.inputs]} if self.inputs else {}
        return key_of({"kind": self.kind, **self.ingredients, **inputs})

    def perform(self, session: Session, files: bool = False) -> Step:
        """Look the step up, or do it. NotDone where it is not done, and is not to be done.

        The inputs come first; one that is not ok is the outcome. `files`: the caller needs the files of a
        good step, so one whose folder is gone is done again. What ended by time or memory is done again under
        other limits. What is done again leaves a further record, and the last one counts.
        """
        for one in self.inputs:
            step = one.perform(session)
            if step.state != jobs.OK:
                return step
        attempts = session.found(self.kind, self.key)
        body = session.reuse.last(attempts)
        if body is not None and self._hit_other_limits(body):
            body = None
        folder = session.cache / self.kind / self.key
        if body is None or (files and body["state"] == jobs.OK and not _is_intact(folder, body)):
            if session.reuse.only_ask:
                raise NotDone(self)
            with _scratch(self.kind, session.scratch) as (scratch, alive):
                made = {**self.work(scratch, session), "limits": self._within}
                _refuse_full_disk(made, session.folder)
                made |= {"files": digests(scratch), "attempt": len(attempts)}
                if body is None or made["state"] == jobs.OK:
                    _keep(scratch, alive, folder)
            if body is None:
                session.put(self.kind, self.key, made, attempt=len(attempts))
                return Step(self.kind, self.key, made, folder)
            if made["state"] != jobs.OK:
                body = made
        session.note(self.kind, self.key, body)
        return Step(self.kind, self.key, body, folder)

    @property
    def _within(self) -> Body:
        return {"memory_bytes": self.limits.memory_bytes, "wall_seconds": self.limits.wall_seconds}

    def _hit_other_limits(self, body: Body) -> bool:
        return body["state"] in (jobs.TIMED_OUT, jobs.OUT_OF_MEMORY) and body["limits"] != self._within


def _refuse_full_disk(body: Body, state: Path) -> None:
    """HashloomError where a tool found no room: that says nothing of the design, and no step has any."""
    if body["state"] != jobs.TOOL_CRASH:
        return
    is_full = shutil.disk_usage(state).free < FULL_BYTES
    if is_full or os.strerror(errno.ENOSPC) in str(body.get("message")):
        raise HashloomError(
            f"there is no room left in {state} for the tools; make some, or name another place with "
            "the environment variable HASHLOOM_STATE"
        ) from OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


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
def room(kind: str, found: Places) -> Iterator[Path]:
    """Make an empty folder for a running job, gone afterwards; removes those of killed laboratories.

    A lock on the folder says that its laboratory lives.
    """
    attend(found.state)
    with _scratch(kind, found.scratch) as (folder, _):
        yield folder


@contextmanager
def _scratch(kind: str, parent: Path) -> Iterator[tuple[Path, int]]:
    """A scratch folder in this one, and the descriptor that has its lock."""
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

    One that is there already makes room, unless it is as good. An empty one is not kept.
    """
    if not any(scratch.iterdir()):
        return
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
