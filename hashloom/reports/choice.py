# SPDX-License-Identifier: Apache-2.0
"""Which design of a function to take for what, target by target, as `hashloom show` says it."""

from __future__ import annotations

from collections.abc import Callable

from hashloom import catalogue
from hashloom.analysis.choice import PURPOSES, Choice, OnTarget
from hashloom.catalogue.places import Places
from hashloom.rows.table import ABSENT, Column, Row, Table

FAST = "fast"
"""The goal that a table does not name."""


def region(places: Places, function: str) -> str:
    """A line for each target on which something was measured, a column for each purpose."""
    found = Choice.of(catalogue.resolve_function(function, places), places)
    columns = (
        Column("target", lambda row: row["on"].target, numeric=False),
        *(Column(f"`{name}`", _cell(name), numeric=False) for name in PURPOSES),
    )
    return Table(columns, tuple({"on": one} for one in found.targets)).markdown()


def _cell(purpose: str) -> Callable[[Row], str]:
    def cell(row: Row) -> str:
        on: OnTarget = row["on"]
        take = on.take(purpose)
        if take is None:
            return ABSENT
        one = take.taken
        how = "" if one.how == FAST else f" ({one.how})"
        return f"`{one.design.architecture.name}`{how}, {take.shown}"

    return cell
