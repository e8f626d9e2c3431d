# SPDX-License-Identifier: Apache-2.0
"""The report of all committed results: ours, the cores of others beside them, and what papers published.

    study(places)    all of it

Ours are the circuits that `hashloom show` compares: what several documents have of a circuit (design,
target, goal, settings, mapped only or not) is one, that of the RTL that lies here before others, then that of
more placements (`hashloom.analysis.choice`). What did not end well, or whose netlist was not simulated, is
shown with its state, unless the circuit has figures. What cannot be used is named. Rows of others and of
papers have `series`: they are no designs of ours, so they are on no front and beside no SHA-2.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from hashloom import catalogue
from hashloom.analysis import choice, comparison
from hashloom.analysis.choice import PURPOSES, Candidate, Choice, OnTarget
from hashloom.analysis.peers import MESSAGE
from hashloom.campaign.document import command
from hashloom.catalogue.places import Places
from hashloom.errors import UsageError
from hashloom.evaluation import committed
from hashloom.execution import jobs
from hashloom.files.model import complaints
from hashloom.reports.page.study import ReportStudy, campaign, description, identity, shown, wired
from hashloom.reports.results import path_of
from hashloom.reproduction import published
from hashloom.reproduction.published import Paper, PublishedRow, PublishedTable
from hashloom.results import reader
from hashloom.results.tables import Comparison, MessageComparison, PeerRow
from hashloom.rows.parts import GATES
from hashloom.rows.table import Row

HEADING = "Hash functions in hardware: all results"
OTHERS, PUBLISHED = "others", "published"
"""Series of rows that are not ours."""
COMPARED = {model.kind_name() for model in (Comparison, MessageComparison)}
"""Kinds of documents that have rows of others."""
AREAS = {"area_ge": GATES, "area_lut": "LUT", "area_um2": "µm²", "area_slices": "slices"}
"""Areas of rows of others and of papers, and their units."""
MEMBERS = (
    "goal", "clock_mhz", "throughput_gbps", "cycles_per_block", "latency_cycles", "block_bits", "area_ff",
    "same_flow", "whole", "digest_verified", "cycles_assumed", "title", "origin", "note",
)  # fmt: skip
"""What else is shown of such a row."""

LeftOut = dict[str, tuple[str, ...]]


def study(places: Places) -> ReportStudy:
    """All committed results. UsageError if there are none, or for a document that cannot be read."""
    paths = committed.documents(places)
    if not paths:
        raise UsageError(f"{places.results} has no results of designs; make some with: {command('gmu')}")
    found = committed.every(places)
    functions = {one.name: one for one in catalogue.functions(places)}
    choices = [Choice.among(functions[name], own) for name, own in found.items() if name in functions]
    left_out: LeftOut = {}
    for why, names in (
        *(entry for one in choices for entry in one.left_out.items()),
        *(entry for name, own in found.items() if name not in functions for entry in own.left_out.items()),
    ):
        left_out[why] = (*left_out.get(why, ()), *names)
    ours = [row for one in choices for at in one.targets for row in _ours(at)]
    known = {_circuit(row) for row in ours}
    for row, document in (entry for own in found.values() for entry in own.without_figures):
        if _circuit(row) not in known:
            ours += [{**one, "campaign": document} for one in shown(row)]
    message = path_of(places.results, comparison.name_of(MESSAGE))
    theirs = [*others([*paths, *([message] if message.exists() else [])], left_out), *of_papers()]
    every = list({identity(row): row for row in [*ours, *theirs][::-1]}.values())[::-1]
    return ReportStudy(
        campaigns=(*(campaign(reader.content(path), path) for path in paths), *_papers()),
        targets={name: description(name) for name in dict.fromkeys(row["target"] for row in every)},
        rows=tuple(every),
        heading=HEADING,
        left_out=left_out,
        unmeasured=tuple(name for one in choices for name in _unmeasured(one)),
        choices=_units(choices),
    )


def _ours(found: OnTarget) -> Iterator[Row]:
    """The rows of a target, each with its figures for a choice, if it can be chosen."""
    for one in (*found.candidates, *found.mapped):
        bare = shown(one.row)[0]
        common = {"campaign": ", ".join(one.documents)}
        pick = {"pick": _pick(one)} if one.point.counts else {}
        yield {**bare, **common, **pick}
        if one.wired is not None:
            yield {**wired({**bare, "throughput_gbps": one.wired["throughput_gbps"]}, one.wired), **common}


def _pick(one: Candidate) -> dict[str, Any]:
    """What a choice goes by, to the last digit, and the command that takes the design home."""
    figures = {name: purpose.figure(one) for name, purpose in PURPOSES.items()}
    return {**figures, "name": one.point.name, "export": shlex.join(one.export())}


def _units(choices: Sequence[Choice]) -> dict[str, Any]:
    """For each target on which something can be chosen, the unit of the figure for each purpose.

    They are `clock` for designs with a clock and `mapped` for others: on one target there may be both, of
    different functions, and these do not compare.
    """
    found: dict[str, Any] = {}
    for at in sorted((at for one in choices for at in one.targets), key=lambda at: at.target):
        if at.candidates:
            units = {name: purpose.unit(at.units) for name, purpose in PURPOSES.items()}
            found.setdefault(at.target, {})["mapped" if at.units.relative else "clock"] = units
    return found


def _unmeasured(found: Choice) -> Iterator[str]:
    """Named architectures that were measured on no target."""
    measured = {one.design.architecture.name for at in found.targets for one in (*at.candidates, *at.mapped)}
    for design in choice.architectures(found.function):
        if design.architecture.name not in measured:
            yield design.name


def _circuit(row: Row) -> str:
    """What rows of one circuit have in common."""
    keys = ("function", "architecture", "target", "goal", "settings", "mapped_only")
    return repr([row.get(key) or None for key in keys])


def others(paths: Sequence[Path], left_out: LeftOut) -> Iterator[Row]:
    """The runs of the cores of other people; what cannot be used is added to what is left out."""
    for path in paths:
        content = reader.content(path)
        if content["kind"] not in COMPARED:
            continue
        for row in content.get("peers") or ():
            try:
                PeerRow.model_validate(row)
            except ValidationError as error:
                why = f"it cannot be used: {', '.join(complaints(error, PeerRow))}"
                name = (
                    f"{row.get('peer', 'a core of others')} in {path.name}"
                    if isinstance(row, dict)
                    else path.name
                )
                left_out[why] = (*left_out.get(why, ()), name)
                continue
            technology = "asic" if row.get("area_ge") else "fpga"
            facts = {"architecture": row["peer"], "technology": technology, "campaign": path.stem}
            yield _not_ours(row, OTHERS, {"function": row["function"], "target": row["target"], **facts})


def of_papers() -> Iterator[Row]:
    """The designs that papers print with area and throughput; their technology is the target."""
    for paper in map(published.load, published.names()):
        for table in paper.tables:
            for row in table.rows:
                yield _published(row, paper, table)


def _published(row: PublishedRow, paper: Paper, table: PublishedTable) -> Row:
    facts = {
        "function": row.function or row.label,
        "architecture": row.label,
        "target": row.technology,
        "origin": paper.citation(table),
        "campaign": paper.name,
    }
    return _not_ours(row.plain(), PUBLISHED, facts)


def _papers() -> list[dict[str, Any]]:
    """The papers that have such designs, as the foot of the page names them."""
    papers = map(published.load, published.names())
    return [
        {"title": one.citation(), "campaign": one.name}
        for one in papers
        if any(table.rows for table in one.tables)
    ]


def _not_ours(row: Mapping[str, Any], series: str, facts: Mapping[str, Any]) -> Row:
    """A row of others or of a paper in the keys that ours have."""
    found = {key: row[key] for key in MEMBERS if row.get(key) is not None}
    area = next(((row[key], unit) for key, unit in AREAS.items() if row.get(key)), None)
    counted = {} if area is None else {"area": area[0], "area_unit": area[1]}
    return {"state": jobs.OK, "series": series, **found, **counted, **facts}
