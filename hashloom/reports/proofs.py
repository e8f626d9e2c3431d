# SPDX-License-Identifier: Apache-2.0
"""What is proven of the RTL as a table of Markdown."""

from __future__ import annotations

import json
from pathlib import Path

from hashloom import jobs
from hashloom.errors import HashloomError
from hashloom.proof.document import NAME
from hashloom.proof.engine import REFUTED
from hashloom.reports.table import Column, Row, Table, number


def table(repository: Path) -> str:
    """The proofs of results/proofs.json; HashloomError if it is not there."""
    path = repository / "results" / f"{NAME}.json"
    if not path.exists():
        raise HashloomError(f"{path} is not there; make it with: hashloom prove -o results")
    found = json.loads(path.read_text(encoding="utf-8"))
    columns = (
        Column("proof", lambda row: f"`{row['name']}`", numeric=False),
        Column("what holds", lambda row: str(row["says"]), numeric=False),
        Column("how", how, numeric=False),
        Column("parameter sets proven", proven),
        Column("faults found", refuted),
        Column("seconds", lambda row: number(seconds(row), 0)),
    )
    rows = Table(columns, tuple(found["proofs"])).markdown()
    tools = ", ".join(f"{name} {version}" for name, version in found["tools"].items())
    return f"`hashloom prove`, {found['date']}, {tools}, {found['processor']}:\n\n{rows}"


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
