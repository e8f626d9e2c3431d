# SPDX-License-Identifier: Apache-2.0
"""Rows of results files, read and checked, as the report has them.

A row with a clock with wires is two in the report: one at the clock without wires, which compares with all
that were not placed, and one at the clock with them, which compares with its like only (`shown`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hashloom import rows, targets
from hashloom.catalogue.places import Places
from hashloom.errors import UsageError
from hashloom.flow.result import throughput_gbps
from hashloom.results import reader
from hashloom.results.tables import Campaign
from hashloom.results.versions import Content, Member
from hashloom.rows.table import Row

KEYS = (
    "function", "architecture", "target", "goal", "state", "technology", "area_unit", "message", "device",
    "rtl_digest", "vectors_digest", "synthesis_key", "block_bits", "cycles_per_block", "latency_cycles",
    "stages", "clock_mhz", "clock_mhz_min", "clock_mhz_max", "levels", "throughput_gbps", "area", "area_ge",
    "area_um2", "area_lut", "area_ff", "logic_levels", "mapped_only", "netlist_simulated", "tools",
    "critical_path", "seeds", "settings",
)  # fmt: skip
"""Keys of a row that a report uses, whether it has wires or not."""
WITH_WIRES = ("wire_mm", "energy_pj_per_bit", "energy_glitch_free_pj_per_bit")
"""Further ones of a row at the clock with wires."""
PARTS_OF_ENERGY = ("clock_pj_per_bit", "logic_pj_per_bit", "glitches_pj_per_bit", "leakage_pj_per_bit")
SAME = (
    "function", "architecture", "target", "goal", "settings", "state", "message", "synthesis_key",
    "clock_mhz", "levels", "area", "mapped_only", "wires", "energy_pj_per_bit",
)  # fmt: skip
"""Rows in which these are the same are one."""


@dataclass(frozen=True)
class ReportStudy:
    """What a report shows: rows as `shown` gives them, and where they are from.

    `campaigns` are titles and provenances of the results files; every row has the name of its campaign under
    `campaign`. `targets` describes every target that has a row. Rows of others and published ones have
    `series`. `left_out` are names of rows that cannot be shown, by what is wrong with them; `unmeasured` are
    named architectures without any figure. `choices` says on which targets a design can be chosen, and in
    which units; the designs have their figures for that under `pick`.
    """

    campaigns: tuple[Mapping[str, Any], ...]
    targets: Mapping[str, str]
    rows: tuple[Row, ...]
    heading: str = ""
    left_out: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unmeasured: tuple[str, ...] = ()
    choices: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The heading, or the titles of the campaigns, each once."""
        return self.heading or "; ".join(dict.fromkeys(str(one["title"]) for one in self.campaigns))


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
        facts = campaign(content, path)
        for row in rows.checked(content.get("rows", ()), path, places, rows.DESIGN):
            for one in shown(row):
                found.setdefault(identity(one), {**one, "campaign": facts["campaign"]})
        campaigns.append(facts)
        if isinstance(document, Campaign):
            for target, about in document.targets.items():
                described.setdefault(target, about.description)
    if not found:
        raise UsageError(f"{', '.join(map(str, paths))}: there are no rows, so there is nothing to report")
    names = dict.fromkeys(row["target"] for row in found.values())
    targets_of = {name: described.get(name) or description(name) for name in names}
    return ReportStudy(tuple(campaigns), targets_of, tuple(found.values()))


def campaign(content: Content, path: Path) -> Member:
    """Name, title and provenance of a document."""
    name = str(content.get("campaign", path.stem))
    head: Member = {key: content[key] for key in ("title", "provenance") if key in content}
    return {"title": name, **head, "campaign": name}


def shown(row: Row) -> list[Row]:
    """The row as a report has it: at the clock without wires and, if there is one, at that with them."""
    bare = {key: row[key] for key in KEYS if row.get(key) is not None}
    clock = row.get("clock_placed_mhz")
    if clock is None:
        return [bare]
    return [
        {
            **bare,
            "throughput_gbps": throughput_gbps(
                row["block_bits"], row["cycles_per_block"], row.get("clock_mhz")
            ),
        },
        wired({**bare, "throughput_gbps": row["throughput_gbps"]}, row),
    ]


def wired(bare: Row, row: Row) -> Row:
    """A row at the clock with wires, of what it has in common with that without and of the whole row."""
    placement = row["placement"]
    clocks = [one["clock_mhz"] for one in placement["seeds"]]
    at_clock = {
        "wires": True,
        "clock_mhz": row["clock_placed_mhz"],
        "clock_mhz_min": min(clocks),
        "clock_mhz_max": max(clocks),
        "clock_without_wires_mhz": row["clock_mhz"],
        "critical_path": placement["critical_path"],
        "seeds": [{**one, "state": row["state"]} for one in placement["seeds"]],
    }
    energy = row.get("energy") or {}
    return {
        **{key: value for key, value in bare.items() if key != "logic_levels"},
        **at_clock,
        **{key: row[key] for key in WITH_WIRES if row.get(key) is not None},
        **({"energy": {key: energy[key] for key in PARTS_OF_ENERGY}} if energy else {}),
    }


def identity(row: Row) -> str:
    """What is the same of rows that are one."""
    return json.dumps([row.get(key) for key in SAME], sort_keys=True)


def description(target: str) -> str:
    """What a target is; nothing for one that is not known here."""
    try:
        return targets.find(target).description
    except UsageError:
        return ""
