# SPDX-License-Identifier: Apache-2.0
"""Rows of results files, read and checked."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashloom import rows, targets
from hashloom.campaign.document import command, path_of
from hashloom.catalogue.places import Places
from hashloom.errors import UsageError
from hashloom.results import reader
from hashloom.results.tables import Campaign
from hashloom.results.versions import Member
from hashloom.rows.table import Row

KEYS = (
    "function", "architecture", "target", "goal", "state", "technology", "area_unit", "message", "device",
    "rtl_digest", "vectors_digest", "synthesis_key", "block_bits", "cycles_per_block", "latency_cycles",
    "stages", "clock_mhz", "clock_mhz_min", "clock_mhz_max", "levels", "throughput_gbps", "area", "area_ge",
    "area_um2", "area_lut", "area_ff", "logic_levels", "mapped_only", "netlist_simulated", "tools",
    "critical_path", "seeds", "settings",
)  # fmt: skip
"""Keys of a row that a report uses."""


@dataclass(frozen=True)
class ReportStudy:
    """What a report shows: rows as `hashloom.flow.Result.row` gives them, and where they are from.

    `campaigns` are titles and provenances of the results files; every row has the name of its campaign under
    `campaign`. `targets` describes every target that has a row.
    """

    campaigns: tuple[Mapping[str, Any], ...]
    targets: Mapping[str, str]
    rows: tuple[Row, ...]

    @property
    def title(self) -> str:
        """Titles of the campaigns, each once."""
        return "; ".join(dict.fromkeys(str(campaign["title"]) for campaign in self.campaigns))


def default_files(places: Places) -> list[Path]:
    """Results of all campaigns of a checkout. UsageError with the command that makes one if there is none."""
    every = path_of(places.results, "*")
    found = sorted(every.parent.glob(every.name))
    if not found:
        raise UsageError(f"{every.parent} has no {every.name}; make one with: {command('gmu')}")
    return found


def read(paths: Sequence[Path], places: Places) -> ReportStudy:
    """Read results files; a row that several of them hold counts once, whatever they add to it.

    UsageError names the file, the rows that cannot be used and what is wrong with them.
    """
    campaigns: list[Member] = []
    described: dict[str, str] = {}
    found: dict[str, Row] = {}
    for path in paths:
        document = reader.any_kind(path, places)
        content = document.plain()
        name = str(content.get("campaign", path.stem))
        for row in rows.checked(content.get("rows", ()), path, places, rows.DESIGN):
            known = {key: row[key] for key in KEYS if row.get(key) is not None}
            found.setdefault(json.dumps(known, sort_keys=True), {**known, "campaign": name})
        head: Member = {key: content[key] for key in ("title", "provenance") if key in content}
        campaigns.append({"title": name, **head, "campaign": name})
        if isinstance(document, Campaign):
            for target, facts in document.targets.items():
                described.setdefault(target, facts.description)
    if not found:
        raise UsageError(f"{', '.join(map(str, paths))}: there are no rows, so there is nothing to report")
    names = dict.fromkeys(row["target"] for row in found.values())
    targets_of = {name: described.get(name) or _description(name) for name in names}
    return ReportStudy(tuple(campaigns), targets_of, tuple(found.values()))


def _description(target: str) -> str:
    try:
        return targets.find(target).description
    except UsageError:
        return ""
