# SPDX-License-Identifier: Apache-2.0
"""Where work is done and remembered: records, kept files, room for running jobs, and what of it counts.

One `Session` is made where a program begins and handed down to all that does or looks up steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from hashloom.catalogue.places import Places
from hashloom.execution import jobs
from hashloom.execution.locks import attend
from hashloom.execution.records import Attempt, Body, Records

Again = Literal["nothing", "failed", "all"]


@dataclass(frozen=True)
class Reuse:
    """What of the records counts as done.

    Of what was recorded before the time `since` (UTC, ISO 8601) `again` counts as not there: nothing of it,
    what failed by time, memory or a crash, or all. `only_ask`: what is not done is not done now either.
    """

    again: Again = "nothing"
    since: str = ""
    only_ask: bool = False

    def last(self, attempts: Sequence[Attempt]) -> Body | None:
        """Body of the last attempt, if it counts."""
        if not attempts:
            return None
        is_old, body = attempts[-1].recorded < self.since, attempts[-1].body
        if is_old and (
            self.again == "all" or (self.again == "failed" and body.get("state") in jobs.RETRYABLE)
        ):
            return None
        return body


def again(what: Again) -> Reuse:
    """Reuse of what is recorded from now on, and of what is not to be done again."""
    return Reuse(what, datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z")


@dataclass
class Journal:
    """Records that were found or made, each by kind and key; `made`: those of them that were made."""

    touched: dict[tuple[str, str], Body] = field(default_factory=dict)
    made: set[tuple[str, str]] = field(default_factory=set)

    def portable(self) -> list[dict[str, Any]]:
        """All of it as JSON objects with `kind`, `key`, `body`, for the records of another machine."""
        return [{"kind": kind, "key": key, "body": body} for (kind, key), body in self.touched.items()]

    def memory_mib(self) -> int:
        """Resident memory of the largest tool behind the records, in MiB; 0 if none says."""
        return max((int(body.get("max_rss_mib", 0)) for body in self.touched.values()), default=0)


@dataclass(frozen=True)
class Session:
    """Where things are, the records, what of them counts, and who notes what is found and made."""

    places: Places
    records: Records
    reuse: Reuse = field(default_factory=Reuse)
    journal: Journal | None = None

    @classmethod
    def at(cls, found: Places, reuse: Reuse | None = None) -> Session:
        """The session of these places, with their records; the state folder is attended from now on."""
        attend(found.state)
        return cls(found, Records(found.records), reuse or Reuse())

    @property
    def folder(self) -> Path:
        """The state folder."""
        return self.places.state

    @property
    def cache(self) -> Path:
        """Folder with a folder for each kind of step, in which each step has one named by its key."""
        attend(self.folder)
        return self.places.cache

    @property
    def scratch(self) -> Path:
        """Folder of the folders of running jobs."""
        attend(self.folder)
        return self.places.scratch

    def asking(self) -> Session:
        """The same, to ask only: a step that is not done raises `steps.NotDone`."""
        return replace(self, reuse=replace(self.reuse, only_ask=True))

    def compiling(self) -> Session:
        """The same for what is compiled on the way to a figure and is none itself.

        What was compiled before counts, whatever is to be done again, and no journal notes it.
        """
        return replace(self, reuse=Reuse(), journal=None)

    def found(self, kind: str, key: str) -> list[Attempt]:
        """All attempts at a step, the first one first."""
        return self.records.attempts(kind, key)

    def get(self, kind: str, key: str) -> Body | None:
        """Body of the last record of a kind and key, if it counts."""
        return self.reuse.last(self.found(kind, key))

    def put(self, kind: str, key: str, body: Body, attempt: int | None = None) -> None:
        """Write a record, unless one is only to ask."""
        if not self.reuse.only_ask:
            self.records.put(kind, key, body, attempt)
            self.note(kind, key, body, made=True)

    def note(self, kind: str, key: str, body: Body, made: bool = False) -> None:
        """Note a record that was found or made."""
        if self.journal is not None:
            self.journal.touched[kind, key] = body
            if made:
                self.journal.made.add((kind, key))
