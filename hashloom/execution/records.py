# SPDX-License-Identifier: Apache-2.0
"""The laboratory's memory: immutable records in one SQLite file.

A record has a kind (`verification`, `synthesis`, `result`, ...), a key (the hash of everything it depends on)
and a body, a JSON object. It is on disk before `put` returns, and it never changes: a second `put` under the
same kind and key leaves the first. What is done again has the same key and is a further attempt: its body has
its number, and so has its place in the file.

With each record stands its checksum, the SHA-256 (hexadecimal) of kind, newline, key, newline and body in
UTF-8. A record that does not fit it is none: it is put aside into the table `damaged`, the user is told once,
and what it said is computed again.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashloom.errors import HashloomError, note
from hashloom.execution import jobs

Body = dict[str, Any]

_COLUMNS = "kind TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL"
_CREATED = "created TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))"
_SCHEMA = (
    f"CREATE TABLE IF NOT EXISTS record ({_COLUMNS}, {_CREATED}, checksum TEXT, PRIMARY KEY (kind, key))",
    "CREATE TABLE IF NOT EXISTS damaged (kind, key, body, created, checksum)",
)
_FITS = "fits(CAST(kind AS BLOB), CAST(key AS BLOB), CAST(body AS BLOB), CAST(checksum AS BLOB))"
_NAMES = ["kind", "key", "body", "created", "checksum"]
"""Columns of the table of records."""
# As bytes, for what is damaged need not be text. The view takes the place of the table in every question.
_VIEW = f"""
CREATE TEMP VIEW record AS SELECT rowid AS rowid, kind, key, body, created FROM main.record WHERE {_FITS}
"""
_WAIT_SECONDS = 60.0  # for another process that is writing
_NOW = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"
_ATTEMPT = "attempt"


@dataclass(frozen=True)
class Attempt:
    """What was recorded of a step, and when, in UTC (ISO 8601)."""

    recorded: str
    body: Body


@dataclass(frozen=True)
class Checked:
    """What became of a check of all records: how many fit, names of those that do not, what ails the file."""

    good: int
    damaged: tuple[str, ...]
    file: tuple[str, ...]


class Records:
    """Records of one file; safe to use from several threads and processes at once.

    Every method raises HashloomError, in one sentence, where the file cannot be read or written, or where its
    table of records has other columns: without checksums nobody knows what was written.
    """

    def __init__(self, path: Path, mend: bool = True) -> None:
        """`path`: the file, made with its folder at the first `put`.

        Without `mend` what is damaged stays where it is, and nobody is told.
        """
        self.path, self._mend = path, mend

    def get(self, kind: str, key: str) -> Body | None:
        """Return the body of a record, or None if there is none."""
        rows = self._select("SELECT body FROM record WHERE kind = ? AND key = ?", kind, key)
        return rows[0] if rows else None

    def attempts(self, kind: str, key: str) -> list[Attempt]:
        """All attempts at a step, the first one first."""
        found = self._select(
            "SELECT json_object('recorded', created, 'body', json(body)) FROM record "
            "WHERE kind = ? AND (key = ? OR (key > ? AND key < ?)) ORDER BY rowid",
            kind, key, f"{key} ", f"{key}!",
        )  # fmt: skip
        return [Attempt(**one) for one in found]

    def all(self, kind: str) -> list[Body]:
        """Bodies of all records of a kind, oldest first."""
        return self._select("SELECT body FROM record WHERE kind = ? ORDER BY rowid", kind)

    def add(self, kind: str, key: str, body: Body) -> None:
        """Write what another machine has recorded, of a step as the last attempt here.

        What ended well here, or in the same way, stays the last.
        """
        if "state" not in body:  # it is of no step
            self.put(kind, key, body)
            return
        here = self.attempts(kind, key)
        if not here or (here[-1].body.get("state") in jobs.RETRYABLE and not _same(here[-1].body, body)):
            self.put(kind, key, body, attempt=len(here))

    def put(self, kind: str, key: str, body: Body, attempt: int | None = None) -> None:
        """Write a record; it is on disk when this returns. An existing record stays as it is.

        `attempt`: of a step, how many attempts there were before.
        """
        if attempt is not None:
            key, body = f"{key} {attempt}" if attempt else key, {**body, _ATTEMPT: attempt}
        text = json.dumps(body, sort_keys=True, ensure_ascii=False, allow_nan=False)
        checksum = _checksum(kind.encode(), key.encode(), text.encode())
        with self._trouble("written"):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self._writing() as connection:
                insert = (
                    "INSERT OR IGNORE INTO record (kind, key, body, checksum, created) "
                    f"VALUES (?, ?, ?, ?, {_NOW})"
                )
                values = (kind, key, text, checksum)
                if not connection.execute(insert, values).rowcount and self._put_aside(
                    connection, " AND kind = ? AND key = ?", kind, key
                ):
                    connection.execute(insert, values)

    def check(self) -> Checked:
        """Read every record and the structure of the file."""
        if not self.path.exists():
            return Checked(0, (), ())
        with self._trouble("read"):
            with self._reading() as (connection, damaged):
                ails = [text for (text,) in connection.execute("PRAGMA integrity_check") if text != "ok"]
                good = sum(1 for _ in connection.execute("SELECT body FROM record"))
            if self._mend and self.path.exists():
                self._set_aside()
        return Checked(good, tuple(damaged), tuple(ails))

    def _select(self, query: str, *values: str) -> list[Body]:
        """What a query of one column, JSON objects, gives of the records that fit their checksums."""
        if not self.path.exists():
            return []
        with self._trouble("read"):
            with self._reading() as (connection, damaged):
                found = [json.loads(body) for (body,) in connection.execute(query, values)]
            if damaged:
                self._set_aside()
            return found

    @contextmanager
    def _reading(self) -> Iterator[tuple[sqlite3.Connection, list[str]]]:
        """A connection whose `record` has those that fit, and names of the others as they are met."""
        damaged: list[str] = []

        def fits(*fields: bytes | None) -> bool:
            found = _fits(*fields)
            if not found:
                damaged.append(_name(*fields))
            return found

        address = f"{self.path.resolve().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=_WAIT_SECONDS)) as connection:
            has_records = _has_records(connection)
            connection.create_function("fits", 4, fits)
            connection.execute(
                _VIEW if has_records else "CREATE TEMP TABLE record (kind, key, body, created)"
            )
            yield connection, damaged

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction in a file that has all tables."""
        with closing(sqlite3.connect(self.path, timeout=_WAIT_SECONDS, isolation_level=None)) as connection:
            connection.create_function("fits", 4, _fits)
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("BEGIN IMMEDIATE")
            try:
                _has_records(connection)
                for statement in _SCHEMA:
                    connection.execute(statement)
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def _set_aside(self) -> None:
        if not self._mend:
            return
        with self._writing() as connection:
            self._put_aside(connection)

    def _put_aside(self, connection: sqlite3.Connection, among: str = "", *values: str) -> bool:
        """Move what does not fit out of the records and tell the user; whether there was any.

        `among`: a further condition, with its values.
        """
        which = f"FROM record WHERE NOT {_FITS}{among}"
        select = f"SELECT CAST(kind AS BLOB), CAST(key AS BLOB) {which}"
        names = [_name(*fields) for fields in connection.execute(select, values)]
        if names:
            connection.execute(
                f"INSERT INTO damaged SELECT kind, key, body, created, checksum {which}", values
            )
            connection.execute(f"DELETE {which}", values)
            note(sentence_of_damage(self.path, names))
        return bool(names)

    @contextmanager
    def _trouble(self, what: str) -> Iterator[None]:
        try:
            if self.path.exists() and not self.path.is_file():  # SQLite would wait at a pipe
                raise sqlite3.DatabaseError("it is no file")
            yield
        except (sqlite3.Error, OSError, UnicodeError) as error:  # a damaged file names tables in no text
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            is_broken = not isinstance(error, sqlite3.OperationalError | OSError)
            remedy = "that is no file of records: move it away" if is_broken else "make room there"
            raise HashloomError(
                f"the records {self.path} cannot be {what} ({reason}); {remedy}, or name another "
                "file with the environment variable HASHLOOM_RECORDS"
            ) from error


class Snapshot(Records):
    """Records as they were when this was made: read at once, asked often, never written."""

    def __init__(self, records: Records) -> None:
        """Read all records."""
        super().__init__(records.path)
        self._found: dict[str, dict[str, list[Attempt]]] = {}
        for one in self._select(
            "SELECT json_object('kind', kind, 'key', key, 'recorded', created, 'body', json(body)) "
            "FROM record ORDER BY rowid"
        ):
            attempt = Attempt(one["recorded"], one["body"])
            step = one["key"].partition(" ")[0]
            self._found.setdefault(one["kind"], {}).setdefault(step, []).append(attempt)

    def get(self, kind: str, key: str) -> Body | None:
        """Return the body of a record, or None if there is none."""
        found = self.attempts(kind, key)
        return found[0].body if found else None

    def attempts(self, kind: str, key: str) -> list[Attempt]:
        """All attempts at a step, the first one first."""
        return self._found.get(kind, {}).get(key, [])

    def all(self, kind: str) -> list[Body]:
        """Bodies of all records of a kind, oldest first of each step."""
        return [one.body for attempts in self._found.get(kind, {}).values() for one in attempts]

    def last(self, kind: str) -> dict[str, Body]:
        """Body of the last attempt at each step of a kind, by key."""
        return {key: attempts[-1].body for key, attempts in self._found.get(kind, {}).items()}

    def put(self, kind: str, key: str, body: Body, attempt: int | None = None) -> None:
        """Not of a snapshot: AssertionError."""
        raise AssertionError(f"a snapshot gets no record of the kind {kind}")


def _same(one: Body, other: Body) -> bool:
    """Whether two attempts came out the same, whichever number each has."""
    return {**one, _ATTEMPT: 0} == {**other, _ATTEMPT: 0}


def sentence_of_damage(path: Path, names: Sequence[str]) -> str:
    """Which records of a file do not fit their checksums, and what that means."""
    shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    count = "1 record does" if len(names) == 1 else f"{len(names)} records do"
    return f"{path}: {count} not fit the checksum and count as not there: {shown}; computed again when needed"


def _has_records(connection: sqlite3.Connection) -> bool:
    """Whether there is a table of records. DatabaseError if its columns are not those of one."""
    names = [row[1] for row in connection.execute("PRAGMA main.table_info(record)")]
    if names not in ([], _NAMES):
        raise sqlite3.DatabaseError(f"its table of records has the columns {', '.join(names)}")
    return bool(names)


def _checksum(kind: bytes, key: bytes, body: bytes) -> str:
    return hashlib.sha256(b"\n".join((kind, key, body))).hexdigest()


def _fits(*fields: bytes | None) -> bool:
    """Whether kind, key and body have the checksum that follows them."""
    kind, key, body, checksum = (field or b"" for field in fields)
    return _checksum(kind, key, body).encode() == checksum


def _name(*fields: bytes | None) -> str:
    """How a sentence calls a record, by kind and key, which may be damaged themselves."""
    return " ".join(ascii((field or b"").decode(errors="replace"))[1:-1][:80] for field in fields[:2])
