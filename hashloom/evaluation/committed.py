# SPDX-License-Identifier: Apache-2.0
"""Rows of a function in the documents of `results/`: those that may be shown, and why the others may not.

    committed(function, places)   all of them
    every(places)                 the same of every function, by its name
    documents(places)             which documents may have rows of designs
    tuning_of(row, places)        for what the RTL of a row was built

A row may be shown if it can be used (`hashloom.rows`), its state is ok and its netlist was simulated. Whether
its RTL is what lies here is told beside it: what is taken home today is that. Rows of a portfolio of scripts
are passed over: the others are each of one script, the same for all designs, and only such compare.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from hashloom import catalogue, rows, targets
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Design, Function, Tuning
from hashloom.catalogue.places import Places
from hashloom.catalogue.settings import settings
from hashloom.errors import UsageError
from hashloom.execution import jobs
from hashloom.flow.goals import PORTFOLIO
from hashloom.results import reader
from hashloom.rows import Row


@dataclass(frozen=True)
class CommittedRow:
    """A row that may be shown, its design and tuning, and the name of its document.

    `is_here`: whether it was measured of the RTL that lies here.
    """

    row: Row
    design: Design
    tuning: Tuning
    document: str
    is_here: bool


@dataclass(frozen=True)
class Committed:
    """What the documents have of a function; `left_out` are names of rows by what is wrong with them.

    `without_figures` are those of them that can be used, but did not end well or whose netlist was not
    simulated, each with the name of its document.
    """

    rows: tuple[CommittedRow, ...]
    left_out: dict[str, tuple[str, ...]]
    without_figures: tuple[tuple[Row, str], ...] = ()


def committed(function: Function, places: Places) -> Committed:
    """All rows of a function. UsageError for a document that cannot be read."""
    own = (
        (path, row)
        for path, found in _listed(places)
        for row in found
        if isinstance(row, dict) and row.get("function") == function.name
    )
    return _sorted_out(function, own, places)


def every(places: Places) -> dict[str, Committed]:
    """All rows of all documents, by the name of their function; each document is read once.

    What is of no function of the catalogue is left out under the name that it has, perhaps an empty one.
    UsageError for a document that cannot be read.
    """
    known = {function.name: function for function in catalogue.functions(places)}
    found: dict[str, list[tuple[Path, Any]]] = {name: [] for name in known}
    for path, rows_there in _listed(places):
        for row in rows_there:
            name = row.get("function") if isinstance(row, dict) else None
            found.setdefault(name if isinstance(name, str) else "", []).append((path, row))
    return {name: _sorted_out(known.get(name), own, places) for name, own in found.items()}


def documents(places: Places) -> list[Path]:
    """The documents of results that have rows of designs, by name. UsageError for one that is none."""
    return [path for path, found in _listed(places) if found]


def tuning_of(row: Row, places: Places) -> Tuning:
    """The tuning of a row that can be used. UsageError for a target or a setting that is none."""
    target = targets.find(row["target"])
    return Tuning(target.technology, row["goal"], target.name, settings(row.get("settings", {}), places))


def is_here(row: Row, design: Design, places: Places) -> bool:
    """Whether the RTL of a row that can be used is that of the design here, tuned as the row says."""
    try:
        return bool(row["rtl_digest"] == rtl.unit(design, "core", tuning_of(row, places)).digest())
    except UsageError:
        return False


def _listed(places: Places) -> Iterator[tuple[Path, list[Any]]]:
    """Each document of results, by name, and its rows of designs, if any."""
    for path in sorted(places.results.glob("*.json")):
        facts = path.stat()
        yield path, list(_known(path, facts.st_ino, facts.st_mtime_ns, facts.st_size))


@lru_cache(maxsize=128)
def _known(path: Path, *_: int) -> tuple[Any, ...]:
    """The rows of designs of a document in a state: a page asks for each function in turn."""
    return tuple(_of_designs(path))


def _of_designs(path: Path) -> Iterator[Any]:
    """What stands in those lists of a document that have rows of designs, but for rows of other kinds."""
    content = reader.content(path)
    for key, kind in reader.MODELS[str(content["kind"])].ROWS.items():
        if kind in (None, rows.DESIGN):
            for row in content.get(key) or ():
                if isinstance(row, dict) and row.get("goal") in PORTFOLIO:
                    continue
                if kind is rows.DESIGN or (isinstance(row, dict) and rows.kind_of(row) is rows.DESIGN):
                    yield row


def _sorted_out(function: Function | None, own: Iterable[tuple[Path, Any]], places: Places) -> Committed:
    """These rows of a function, or of none, and which of them may not be shown."""
    found: list[CommittedRow] = []
    left_out: dict[str, tuple[str, ...]] = {}
    without_figures: list[tuple[Row, str]] = []
    for path, row in own:
        one = _shown(row, function, path.stem, places)
        if isinstance(one, CommittedRow):
            found.append(one)
            continue
        why, can_be_used = one
        name = f"{rows.called(row, rows.DESIGN) or 'a row'} in {path.name}"
        left_out[why] = (*left_out.get(why, ()), name)
        if can_be_used:
            without_figures.append((row, path.stem))
    return Committed(tuple(found), left_out, tuple(without_figures))


def _shown(
    row: Any, function: Function | None, document: str, places: Places
) -> CommittedRow | tuple[str, bool]:
    """The row; or what is wrong with it, and whether it can be used all the same."""
    wrong = rows.complaints(row, places, rows.DESIGN)
    if wrong:
        return f"it cannot be used: {', '.join(wrong)}", False
    if function is None:
        return "it is of no function of the catalogue", False
    if row["state"] != jobs.OK:
        return f"it was not measured: its state is {row['state']}", True
    if not row["netlist_simulated"]:
        return "its netlist was not simulated", True
    try:
        design = catalogue.design_of(function, row["architecture"])
        tuning = tuning_of(row, places)
    except UsageError as error:
        return str(error), False
    return CommittedRow(row, design, tuning, document, is_here(row, design, places))
