# SPDX-License-Identifier: Apache-2.0
"""What is proven of the RTL as a table of Markdown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hashloom.errors import HashloomError
from hashloom.execution import jobs
from hashloom.formal.document import NAME
from hashloom.formal.engine import REFUTED
from hashloom.formal.table import TURNS
from hashloom.rows.table import Column, Row, Table, number


def table(repository: Path) -> str:
    """The proofs of results/proofs.json; HashloomError if it is not there."""
    found = _document(repository)
    columns = (
        Column("proof", lambda row: f"`{row['name']}`", numeric=False),
        Column("what holds", lambda row: str(row["says"]), numeric=False),
        Column("how", how, numeric=False),
        Column("parameter sets proven", proven),
        Column("faults found", refuted),
        Column("seconds", lambda row: number(seconds(row), 0)),
    )
    rows = Table(columns, tuple(row for row in found["proofs"] if row["engine"] != TURNS)).markdown()
    tools = ", ".join(f"{name} {version}" for name, version in found["tools"].items())
    return f"`hashloom prove`, {found['date']}, {tools}, {found['processor']}:\n\n{rows}"


def turns(repository: Path) -> str:
    """The designs of results/proofs.json whose turns are proven; HashloomError if it is not there."""
    found = _document(repository)
    rows = [check for row in found["proofs"] if row["engine"] == TURNS for check in row["checks"]]
    columns = (
        Column("design", lambda row: f"`{row['design']}`", numeric=False),
        Column(
            "all turns proven", lambda row: "yes" if row["state"] == jobs.OK else row["state"], numeric=False
        ),
        Column("cycles compared", lambda row: number(row["turns"], 0)),
        Column("bits compared", lambda row: number(row["assertions"], 0)),
        Column("asked of ABC", lambda row: number(row["miters"], 0)),
        Column("seconds", lambda row: number(row["seconds"], 0)),
    )
    faults = [row for row in found["proofs"] if row["engine"] == TURNS]
    planted = "; ".join(f"{row['name'].removesuffix('-turns')} {refuted(row)}" for row in faults)
    return f"{Table(columns, tuple(rows)).markdown()}\n\nFaults found of those planted: {planted}."


def _document(repository: Path) -> Any:
    path = repository / "results" / f"{NAME}.json"
    if not path.exists():
        raise HashloomError(f"{path} is not there; make it with: hashloom prove -o results")
    return json.loads(path.read_text(encoding="utf-8"))


def how(row: Row) -> str:
    """The engine in words."""
    words = {"pdr": "unbounded", "ind": "unbounded", "cec": "for all inputs"}
    return f"first {row['depth']} cycles" if row["engine"] == "bmc" else words[row["engine"]]


def proven(row: Row) -> str:
    """How many of the sets of parameters are proven."""
    good = sum(check["state"] == jobs.OK for check in row["checks"])
    return f"{good}" if good == len(row["checks"]) else f"{good} of {len(row['checks'])}"


def refuted(row: Row) -> str:
    """How many of the faults put in make the proof fail."""
    good = sum(fault.get("answer") == REFUTED for fault in row["faults"])
    return f"{good} of {len(row['faults'])}"


def seconds(row: Row) -> float:
    """What all of it took."""
    return sum(float(part["seconds"]) for part in [*row["checks"], *row["faults"]])
