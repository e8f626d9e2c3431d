# SPDX-License-Identifier: Apache-2.0
"""Views of the records: one that only answers, and one that remembers what it was asked and told."""

from typing import Any

from hashloom.execution import jobs
from hashloom.execution.records import Body, Records

Key = tuple[str, str]
"""Kind and key of a record."""


class NotRecorded(Exception):
    """The records lack something that only work would give."""


class Recorded(Records):
    """Records to ask what is known already: where the flow would begin to work, NotRecorded is raised.

    The flow asks for the attempts at a step one after another until one is not there (`steps`).
    So what is not there is work to do, unless the answer before was an attempt that another may follow; then
    limits and `retry` decide. All records are read once, at the start; later ones are found as well. What the
    flow puts is only kept in mind until `flush`.
    """

    def __init__(self, records: Records) -> None:
        """View of these records."""
        super().__init__(records.path)
        self.retry = False
        self.limits = jobs.Limits()
        self._before: Body | None = None
        self._made: dict[Key, Body] = {}
        self._known: dict[Key, Body] = {
            (row["kind"], row["key"]): row["body"]
            for row in self._select(
                "SELECT json_object('kind', kind, 'key', key, 'body', json(body)) FROM record ORDER BY rowid"
            )
        }

    def within(self, limits: jobs.Limits, retry: bool) -> "Recorded":
        """Return this view, for work under these limits."""
        self.limits, self.retry, self._before = limits, retry, None
        return self

    def get(self, kind: str, key: str) -> Body | None:
        """Return the body of a record, or None after the last attempt at a step."""
        before = self._before
        body = self._known.get((kind, key)) or self._made.get((kind, key)) or super().get(kind, key)
        if body is not None:
            self._known[kind, key] = body
            self._before = body if body.get("state") in jobs.RETRYABLE else None
            return body
        self._before = None
        if before is None or self.retry or self._hit_other_limits(before):
            raise NotRecorded(kind)
        return None

    def put(self, kind: str, key: str, body: Body) -> None:
        """Keep a record in mind that is not there yet."""
        if (kind, key) not in self._known:
            self._made[kind, key] = body

    def flush(self) -> None:
        """Write what was put."""
        for (kind, key), body in self._made.items():
            super().put(kind, key, body)
        self._known |= self._made
        self._made = {}

    def all(self, kind: str) -> list[Body]:
        """Bodies of all records of a kind, oldest first."""
        return [body for (known, _), body in self._known.items() if known == kind]

    def keyed(self, kind: str) -> dict[str, Body]:
        """Bodies of all records of a kind by their key, oldest first."""
        return {key: body for (known, key), body in self._known.items() if known == kind}

    def _hit_other_limits(self, body: Body) -> bool:
        within = {"memory_bytes": self.limits.memory_bytes, "wall_seconds": self.limits.wall_seconds}
        return body["state"] in (jobs.TIMED_OUT, jobs.OUT_OF_MEMORY) and body.get("limits") != within


class Collecting(Records):
    """Records that remember what a job found in them (`touched`) and what it added (`made`)."""

    def __init__(self, records: Records) -> None:
        """View of these records."""
        super().__init__(records.path)
        self.touched: dict[Key, Body] = {}
        self.made: dict[Key, Body] = {}

    def get(self, kind: str, key: str) -> Body | None:
        """Return the body of a record, or None if there is none."""
        body = super().get(kind, key)
        if body is not None:
            self.touched[kind, key] = body
        return body

    def put(self, kind: str, key: str, body: Body) -> None:
        """Write a record."""
        super().put(kind, key, body)
        self.touched.setdefault((kind, key), body)
        self.made[kind, key] = body

    def portable(self) -> list[dict[str, Any]]:
        """All of it as JSON objects with `kind`, `key`, `body`, for the records of another machine."""
        return [{"kind": kind, "key": key, "body": body} for (kind, key), body in self.touched.items()]

    def memory_mib(self) -> int:
        """Resident memory of the largest tool behind the records, in MiB; 0 if none says."""
        return max((int(body.get("max_rss_mib", 0)) for body in self.touched.values()), default=0)
