# SPDX-License-Identifier: Apache-2.0
"""Rows of results, checked when they are read: the one reader of all documents that have any.

    types      what a figure or text can be
    kinds      what a row of each kind must have in which state, and what it may have
    relations  what the figures of a row must be to each other

A row that cannot be used is never left out in silence: `load` and `checked` refuse the document and name all
such rows, `sort_out` gives the sentence that does so to who goes on without them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hashloom import catalogue
from hashloom.errors import UsageError
from hashloom.execution import jobs
from hashloom.files import reading
from hashloom.rows.kinds import ADAPTER, BLOCK, DESIGN, PART, Kind, kind_of

__all__ = [
    "ADAPTER",
    "BLOCK",
    "DESIGN",
    "PART",
    "Kind",
    "Row",
    "called",
    "check",
    "checked",
    "complaints",
    "document",
    "kind_of",
    "listed",
    "load",
    "sort_out",
]

Row = dict[str, Any]

REMEDY = "measure such rows anew: make results for the documents of results/, hashloom synth for others"


def complaints(row: Any, kind: Kind | None = None) -> list[str]:
    """What is wrong with a row of this kind, by default of the one that its keys tell; empty if nothing is.

    A member that is null counts as absent.
    """
    if not isinstance(row, dict):
        return ["it is no JSON object"]
    kind = kind or kind_of(row)
    there = {key: value for key, value in row.items() if value is not None}
    needed = {**kind.always, **(kind.ok if there.get("state") == jobs.OK else {})}
    missing = [f'"{key}"' for key in needed if key not in there]
    found = [f"no {' and no '.join(missing)}"] if missing else []
    found += [
        f'"{key}" is no {one.what}'
        for key, one in {
            **needed,
            **{key: one for key, one in kind.optional.items() if key not in needed},
        }.items()
        if key in there and not one.holds(there[key])
    ]
    state = there.get("state")
    if isinstance(state, str) and state not in kind.states:
        found.append(f"unknown state '{state}'; {catalogue.nearest(state, kind.states)}")
    if not found:
        found = [text for relation in kind.relations for text in relation(there)]
    return found


def check(row: Any, place: str, kind: Kind | None = None) -> Row:
    """The row, if it can be used. UsageError that begins with `place` and says what is wrong with it."""
    wrong = complaints(row, kind)
    if wrong:
        raise UsageError(f"{place}: {called(row, kind) or 'a row'} cannot be used: {', '.join(wrong)}")
    return dict(row)


def checked(rows: Iterable[Any], place: Path | str, kind: Kind | None = None) -> tuple[Row, ...]:
    """The rows of the document at `place`, which all can be used.

    UsageError that names the document, every row that cannot, what is wrong with it and what to do.
    """
    usable, sentence = sort_out(rows, place, kind)
    if sentence is not None:
        raise UsageError(f"{sentence}; {REMEDY}")
    return usable


def sort_out(
    rows: Iterable[Any],
    place: Path | str,
    kind: Kind | None = None,
    concerned: Callable[[Any], bool] = lambda row: True,
) -> tuple[tuple[Row, ...], str | None]:
    """The rows of the document at `place` that can be used, and a sentence that names the others, if any.

    `rows` are all of the document, by whose places they are named; those that are not `concerned` are passed
    over.
    """
    every = [(number, row) for number, row in enumerate(rows, start=1) if concerned(row)]
    usable: list[Row] = []
    wrong: dict[str, list[str]] = {}
    for number, row in every:
        found = complaints(row, kind)
        if found:
            name = called(row, kind)
            wrong.setdefault(", ".join(found), []).append(f"row {number}" + (f" ({name})" if name else ""))
        else:
            usable.append(row)
    if not wrong:
        return tuple(usable), None
    named = "; ".join(f"{text}: {', '.join(names)}" for text, names in wrong.items())
    count = len(every) - len(usable)
    return tuple(usable), f"{place}: {count} of {len(every)} rows cannot be used: {named}"


def document(path: Path) -> dict[str, Any]:
    """The JSON object in a file. UsageError for what cannot be read, or is no JSON object."""
    return reading.json_object(path)


def load(path: Path, kind: Kind | None = None, key: str = "rows") -> tuple[Row, ...]:
    """The rows of the document at `path` under `key`. UsageError as `document`, `listed` and `checked`."""
    return checked(listed(document(path), path, key), path, kind)


def listed(content: Mapping[str, Any], path: Path, key: str = "rows") -> Sequence[Any]:
    """The list of rows of a document that was read from `path`. UsageError if it has none."""
    found = content.get(key)
    if not isinstance(found, list):
        raise UsageError(
            f'{path} has no "{key}"; give a document of results, as campaign -o or synth --json write it'
        )
    return found


def called(row: Any, kind: Kind | None = None) -> str:
    """How a sentence calls a row, as far as it says itself: sha256/basic on osu018; "" if it does not."""
    if not isinstance(row, dict):
        return ""
    keys = (kind or kind_of(row)).called
    name = "/".join(str(row[key]) for key in keys if row.get(key) is not None)
    return name + (f" on {row['target']}" if name and row.get("target") else "")
