# SPDX-License-Identifier: Apache-2.0
"""The small end: compact cores beside the best of their functions, a function from smallest to fastest."""

from __future__ import annotations

from typing import Any

from hashloom import catalogue
from hashloom.analysis.choice import Candidate, Choice, OnTarget
from hashloom.analysis.exploration.answers import decimals
from hashloom.analysis.exploration.points import front
from hashloom.catalogue.design import Design, Function
from hashloom.catalogue.places import Places
from hashloom.errors import HashloomError
from hashloom.reports import overhead
from hashloom.rows.table import ABSENT, Column, Row, Table, number

MESSAGE_LEVEL = "message level"
ON_FRONT = "●"
TARGET = "osu018"
FUNCTIONS = (
    "sha1", "sha256", "sha512", "sha3-256", "blake-r3-256", "cubehash-r2-256", "groestl-r3-256",
    "luffa-r2-256", "skein-1.3-256-256", "skein-1.3-512-512",
)  # fmt: skip
"""Functions whose compact cores are shown, where there are any: of each shape of a family one."""


def ladder(places: Places, function: str, target: str) -> str:
    """What was measured of a function on a target, from the smallest; marked is what nothing beats in both.

    Of an architecture with several goals or adders the smallest and the fastest are shown.
    HashloomError where nothing was measured.
    """
    on = _on(catalogue.resolve_function(function, places), places, target)
    best = {id(one) for one in front([one.point for one in on.candidates])}
    by_architecture: dict[str, list[Candidate]] = {}
    for one in on.candidates:
        by_architecture.setdefault(one.design.architecture.name, []).append(one)
    shown = [
        one
        for same in by_architecture.values()
        for one in {id(one): one for one in (min(same, key=_area), max(same, key=_throughput))}.values()
    ]
    columns = (
        Column("architecture", lambda row: f"`{row['one'].design.architecture.name}`", numeric=False),
        Column("built", lambda row: row["one"].how, numeric=False),
        Column(on.units.area, lambda row: number(_area(row["one"]), 0)),
        Column("clock, MHz", lambda row: number(row["one"].row.get("clock_mhz"), 1)),
        Column("cycles per block", lambda row: number(float(row["one"].design.cycles_per_block), 2)),
        Column(on.units.throughput, lambda row: _figure(_throughput(row["one"]))),
        Column(on.units.ratio, lambda row: _figure(row["one"].point.ratio)),
        Column("front", lambda row: ON_FRONT if id(row["one"].point) in best else "", numeric=False),
    )
    return Table(columns, tuple({"one": one} for one in sorted(shown, key=_area))).markdown()


def smallest(places: Places, target: str) -> str:
    """The compact cores of FUNCTIONS on a target, the smallest of each first, with their message level.

    Beside each stand the function's best throughput per area and how many times less it has itself.
    HashloomError where none was measured.
    """
    found = {design.function.name for design in catalogue.designs(places) if is_compact(design)}
    names = [name for name in FUNCTIONS if name in found]
    rows = [row for name in names for row in _rows(catalogue.resolve_function(name, places), places, target)]
    if not rows:
        raise HashloomError(f"the results have no compact core on {target}; make results")
    unit = rows[0]["units"].area
    columns = (
        Column("design", lambda row: f"`{row['one'].design.name}`", numeric=False),
        Column(unit, lambda row: number(_area(row["one"]), 0)),
        Column(f"{unit}, with padding", lambda row: number(row["top"], 0)),
        Column("clock, MHz", lambda row: number(row["one"].row.get("clock_mhz"), 1)),
        Column("cycles per block", lambda row: number(float(row["one"].design.cycles_per_block), 0)),
        Column("Mbit/s", lambda row: number(1000 * _throughput(row["one"]), 1)),
        Column(rows[0]["units"].ratio, lambda row: _figure(row["one"].point.ratio)),
        Column("best of the function", lambda row: _figure(row["best"])),
        Column("times less", lambda row: number(row["best"] / row["one"].point.ratio, 2)),
    )
    return Table(columns, tuple(rows)).markdown()


def is_compact(design: Design) -> bool:
    """Whether a design is built by a further core of its family."""
    return design.architecture.core != ""


def _rows(function: Function, places: Places, target: str) -> list[Row]:
    on = Choice.of(function, places, target).on(target)
    candidates = [one for one in on.candidates if is_compact(one.design)] if on else []
    best = on.take("ratio") if on else None
    if on is None or best is None:
        return []
    tops = {
        row["design"]: row["area_ge"] if row["area_ge"] is not None else row["area_lut"]
        for row in overhead.load(places.results, places).rows
        if (row["target"], row["part"]) == (target, MESSAGE_LEVEL)
    }
    return [
        {"one": one, "top": tops.get(one.design.name), "best": best.figure, "units": on.units}
        for one in sorted(candidates, key=_area)
    ]


def _on(function: Function, places: Places, target: str) -> OnTarget:
    on = Choice.of(function, places, target).on(target)
    if on is None or not on.candidates:
        raise HashloomError(f"the results have nothing of {function.name} on {target}; make results")
    return on


def _area(one: Candidate) -> float:
    return _counted(one.point.area)


def _throughput(one: Candidate) -> float:
    return _counted(one.point.throughput)


def _counted(figure: float | None) -> float:
    assert figure is not None, "a candidate has figures"
    return figure


def _figure(value: Any) -> str:
    return ABSENT if value is None else number(value, decimals(value))
