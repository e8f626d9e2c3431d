# SPDX-License-Identifier: Apache-2.0
"""The laboratory's memory: immutable records in one SQLite file.

A record has a kind (`verification`, `synthesis`, `result`, ...), a key (the hash of everything it depends on)
and a body, a JSON object. It is on disk before `put` returns, and it never changes: a second `put` under the
same kind and key leaves the first.
"""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from hashloom.catalogue.places import state_folder
from hashloom.errors import HashloomError

__all__ = ["Body", "Records", "default_path", "state_folder"]

Body = dict[str, Any]

_SCHEMA = """
CREATE TABLE IF NOT EXISTS record (
    kind TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL,
    created TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    PRIMARY KEY (kind, key))
"""
_WAIT_SECONDS = 60.0  # for another process that is writing


def default_path() -> Path:
    """File of the records: the one HASHLOOM_RECORDS names, else `records.sqlite` of `state_folder`."""
    named = os.environ.get("HASHLOOM_RECORDS")
    return Path(named) if named else state_folder() / "records.sqlite"


class Records:
    """Records of one file; safe to use from several threads and processes at once.

    Every method raises HashloomError, in one sentence, where the file cannot be read or written.
    """

    def __init__(self, path: Path | None = None) -> None:
        """`path`: the file, made with its folder at the first `put`; None: the default one."""
        self.path = path if path is not None else default_path()

    def get(self, kind: str, key: str) -> Body | None:
        """Return the body of a record, or None if there is none."""
        rows = self._select("SELECT body FROM record WHERE kind = ? AND key = ?", kind, key)
        return rows[0] if rows else None

    def all(self, kind: str) -> list[Body]:
        """Bodies of all records of a kind, oldest first."""
        return self._select("SELECT body FROM record WHERE kind = ? ORDER BY rowid", kind)

    def put(self, kind: str, key: str, body: Body) -> None:
        """Write a record; it is on disk when this returns. An existing record stays as it is."""
        text = json.dumps(body, sort_keys=True, ensure_ascii=False, allow_nan=False)
        with self._trouble("written"):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=_WAIT_SECONDS)) as connection, connection:
                connection.execute("PRAGMA synchronous = FULL")
                connection.execute(_SCHEMA)
                connection.execute(
                    "INSERT OR IGNORE INTO record (kind, key, body) VALUES (?, ?, ?)", (kind, key, text)
                )

    def _select(self, query: str, *values: str) -> list[Body]:
        if not self.path.exists():
            return []
        with self._trouble("read"):
            address = f"{self.path.resolve().as_uri()}?mode=ro"
            with closing(sqlite3.connect(address, uri=True, timeout=_WAIT_SECONDS)) as connection:
                try:
                    return [json.loads(body) for (body,) in connection.execute(query, values)]
                except sqlite3.OperationalError as error:
                    if "no such table" in str(error):
                        return []
                    raise

    @contextmanager
    def _trouble(self, what: str) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise HashloomError(
                f"the records {self.path} cannot be {what} ({reason}); make room there, or name another "
                "file with the environment variable HASHLOOM_RECORDS"
            ) from error
