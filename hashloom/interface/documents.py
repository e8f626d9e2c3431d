# SPDX-License-Identifier: Apache-2.0
"""Documents of results as one data frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from hashloom import rows
from hashloom.catalogue import nearest
from hashloom.catalogue.places import Places
from hashloom.errors import UsageError
from hashloom.flow import Result
from hashloom.results import reader
from hashloom.results.versions import KIND
from hashloom.rows import Row

if TYPE_CHECKING:
    import polars as pl


def results(source: str | Path | Iterable[Result] | None, places: Places) -> pl.DataFrame:
    """The data frame of one document, of results, or, for None, of all documents of the results folder."""
    from hashloom.rows.frame import frame

    if source is None:
        return frame(
            row for path in sorted(places.results.glob("*.json")) for row in _of_designs(path, places)
        )
    if not isinstance(source, str | Path):
        return frame(result.row() for result in source)
    path = _path(source, places)
    found = list(_of_designs(path, places))
    if not found:
        raise UsageError(f"{path} has no rows of designs on targets")
    return frame(found)


def _path(source: str | Path, places: Places) -> Path:
    """The document at a path, or of this name in the results folder."""
    path = places.brought(source)
    if path.suffix == ".json":
        return path
    named = places.results / f"{source}.json"
    if not named.is_file():
        known = [one.stem for one in sorted(places.results.glob("*.json"))]
        raise UsageError(f"unknown document '{source}'; {nearest(str(source), known)}, or the path of one")
    return named


def _of_designs(path: Path, places: Places) -> Iterator[Row]:
    """The rows of designs in a document, each with its name. UsageError for rows that cannot be used."""
    content = reader.content(path)
    for key, kind in reader.MODELS[str(content[KIND])].ROWS.items():
        if kind in (None, rows.DESIGN):
            found = content.get(key, ())
            of_designs = [row for row in found if not isinstance(row, dict) or _is_of_a_design(row)]
            for row in rows.checked(of_designs, path, places, rows.DESIGN):
                yield {**row, "document": path.stem}


def _is_of_a_design(row: Row) -> bool:
    return rows.kind_of(row) is rows.DESIGN
