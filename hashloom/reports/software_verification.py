# SPDX-License-Identifier: Apache-2.0
"""The last complete verification of libskein as a table of Markdown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hashloom.catalogue.places import Places
from hashloom.results import reader
from hashloom.results.programs import SoftwareVerification
from hashloom.rows.table import Column, Table, number


def table(places: Places) -> str:
    """Trials of results/software-verification.json. HashloomError if it is not there or cannot be used."""
    path = places.results / "software-verification.json"
    found = reader.read(path, SoftwareVerification, places, "make results")
    columns = (
        Column("trial", lambda row: f"`{row['trial']}`", numeric=False),
        Column("what it is", lambda row: row["what"], numeric=False),
        Column("kernels", kernels, numeric=False),
        Column("passed", lambda row: number(row["passed"], 0)),
        Column("failed", lambda row: number(row["failed"], 0)),
    )
    rows = Table(columns, tuple(trial.plain() for trial in found.trials)).markdown()
    return f"{found.date}, {found.processor}, effort {found.effort}, seed {found.seed}:\n\n{rows}"


def kernels(row: Mapping[str, Any]) -> str:
    """Names of the kernels that a trial ran, and of those that could not run there."""
    absent = [f"not {name}" for name in row["absent"]]
    return ", ".join([*row["kernels"], *absent])
