# SPDX-License-Identifier: Apache-2.0
"""Whole documents of results around rows of tests."""

from collections.abc import Sequence
from typing import Any

from hashloom import targets
from hashloom.results.versions import stamped

Row = dict[str, Any]
PROVENANCE: Row = {"date": "2026-01-01", "tools": {}}
MEASURED: Row = {
    **PROVENANCE, "machine": "a machine", "workers": 1, "wall_seconds": 1.0, "job_seconds": 1.0
}  # fmt: skip
PEERS: Row = {"peers": {"date": "2026-01", "what": "all", "goals": {}, "targets": {}}, "note": "none"}


def synthesis(rows: Sequence[Row]) -> Row:
    return stamped("synthesis", {"rows": list(rows)})


def threefish(rows: Sequence[Row]) -> Row:
    return stamped("threefish", {"provenance": PROVENANCE, "rows": list(rows)})


def reproduction(paper: str, rows: Sequence[Row], **more: Any) -> Row:
    return stamped("reproduction", {"paper": paper, "provenance": PROVENANCE, "rows": list(rows), **more})


def levels(paper: str, rows: Sequence[Row]) -> Row:
    content = {"paper": paper, "levels": ["core", "top"], "provenance": PROVENANCE, "rows": list(rows)}
    return stamped("levels", content)


def comparison(rows: Sequence[Row], kind: str = "comparison") -> Row:
    content = {"provenance": {**PROVENANCE, **PEERS}, "factors": [], "rows": list(rows), "peers": []}
    return stamped(kind, content)


def message_comparison(rows: Sequence[Row]) -> Row:
    return {**comparison(rows, "message-comparison"), "level": "message"}


def overheads(rows: Sequence[Row], adapters: Sequence[Row] = ()) -> Row:
    content = {"provenance": PROVENANCE, "rows": list(rows), "adapters": list(adapters)}
    return stamped("overhead", content)


def campaign(rows: Sequence[Row], name: str = "gmu", title: str = "a campaign", **changes: Any) -> Row:
    """The document of a campaign; `changes` are members of its provenance."""
    there = dict.fromkeys(row["target"] for row in rows if row.get("target") in targets.names())
    content = {
        "campaign": name,
        "title": title,
        "provenance": {**MEASURED, **changes},
        "targets": {target: of_target(target) for target in there},
        "rows": list(rows),
    }
    return stamped("campaign", content)


def of_target(name: str) -> Row:
    found = targets.find(name)
    return {
        "description": found.description,
        "technology": found.technology,
        "area_unit": "GE" if found.technology == "asic" else getattr(found, "area_unit", "LUT"),
        "placed": found.placed,
    }
