# SPDX-License-Identifier: Apache-2.0
"""Rows of results, checked when they are read.

    types  what a figure or text can be
    parts  what rows of several kinds have, and what their figures must be to each other
    designs, levels, around, counted, paper
           what a row of each kind must have in which state, and what it may have
    kinds  the kinds, and which one a row is of
    table  rows as tables

A row that cannot be used is never left out in silence: `checked` refuses the document and names all such
rows, `sort_out` gives the sentence that does so to who goes on without them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from hashloom.catalogue.places import Places
from hashloom.errors import UsageError
from hashloom.files.model import complaints as model_complaints
from hashloom.files.suggestions import nearest
from hashloom.rows.kinds import ADAPTER, BLOCK, DESIGN, LEVEL, PART, Kind, kind_of

__all__ = [
    "ADAPTER",
    "BLOCK",
    "DESIGN",
    "LEVEL",
    "PART",
    "Kind",
    "Row",
    "called",
    "check",
    "checked",
    "complaints",
    "kind_of",
    "sort_out",
]

Row = dict[str, Any]

REMEDY = "measure such rows anew: make results for the documents of results/, hashloom synth for others"


def complaints(row: Any, places: Places, kind: Kind | None = None) -> list[str]:
    """What is wrong with a row of this kind, by default of the one that its keys tell; empty if nothing is.

    A member that is null counts as absent. Functions are those of the catalogue of these places.
    """
    if not isinstance(row, dict):
        return ["it is no JSON object"]
    kind = kind or kind_of(row)
    state = row.get("state")
    if isinstance(state, str) and state not in kind.states:
        return [f"unknown state '{state}'; {nearest(state, kind.states)}"]
    model = kind.model(row)
    try:
        model.model_validate(row, context=places)
    except ValidationError as error:
        found = model_complaints(error, model)
        return found if state is not None else found[:1]  # what it lacks; its state says what else is wrong
    return []


def check(row: Any, place: str, places: Places, kind: Kind | None = None) -> Row:
    """The row, if it can be used. UsageError that begins with `place` and says what is wrong with it."""
    wrong = complaints(row, places, kind)
    if wrong:
        raise UsageError(f"{place}: {called(row, kind) or 'a row'} cannot be used: {', '.join(wrong)}")
    return dict(row)


def checked(
    rows: Iterable[Any], place: Path | str, places: Places, kind: Kind | None = None
) -> tuple[Row, ...]:
    """The rows of the document at `place`, which all can be used.

    UsageError that names the document, every row that cannot, what is wrong with it and what to do.
    """
    usable, sentence = sort_out(rows, place, places, kind)
    if sentence is not None:
        raise UsageError(f"{sentence}; {REMEDY}")
    return usable


def sort_out(
    rows: Iterable[Any],
    place: Path | str,
    places: Places,
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
        found = complaints(row, places, kind)
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


def called(row: Any, kind: Kind | None = None) -> str:
    """How a sentence calls a row, as far as it says itself: sha256/basic on osu018; "" if it does not."""
    if not isinstance(row, dict):
        return ""
    keys = (kind or kind_of(row)).called
    name = "/".join(str(row[key]) for key in keys if row.get(key) is not None)
    return name + (f" on {row['target']}" if name and row.get("target") else "")
