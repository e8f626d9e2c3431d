# SPDX-License-Identifier: Apache-2.0
"""The rows of a campaign that a comparison of functions rests on, and what a row counts as on its target.

The results file of a campaign has rows of many designs on many targets. A row whose RTL is not the present
one is left out and counted. On a target that places, and on standard cells, a row counts if it has a clock;
on a target that only maps, if it has a logic depth, to which the period is proportional there. Everywhere
it needs an area.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hashloom import catalogue
from hashloom.campaign.document import command, path_of
from hashloom.catalogue import nearest, rtl
from hashloom.catalogue.design import Tuning
from hashloom.catalogue.places import Places
from hashloom.errors import UsageError
from hashloom.execution.jobs import OK
from hashloom.flow.result import speed
from hashloom.results import reader
from hashloom.results.listed import AnyDesign
from hashloom.results.tables import Campaign as CampaignDocument
from hashloom.results.tables import CampaignProvenance, CampaignTarget
from hashloom.rows import Row

CELLS, PLACED, MAPPED = "cells", "placed", "mapped"
GROUPS = {PLACED: "placed and routed", MAPPED: "mapped only", CELLS: "standard cells"}
"""What targets are grouped by, in the order in which they are shown."""
THROUGHPUT, AREA, RATIO = QUANTITIES = ("throughput", "area", "throughput_per_area")


@dataclass(frozen=True)
class StudyFigures:
    """What a row counts as; to be compared on one target only.

    `speed` is the clock in MHz where the target places or has standard cells, else the inverse of the levels
    of logic; `throughput` in Mbit/s, else in bits in the delay of one level; `area` in the target's unit.
    """

    speed: float
    throughput: float
    area: float

    def of(self, quantity: str) -> float:
        """One of QUANTITIES."""
        return {THROUGHPUT: self.throughput, AREA: self.area, RATIO: self.throughput / self.area}[quantity]


@dataclass(frozen=True)
class StudyCampaign:
    """Rows of the present RTL, their targets by name, their origin, and how many rows are left out."""

    rows: tuple[Row, ...]
    targets: Mapping[str, CampaignTarget]
    provenance: CampaignProvenance
    stale: int = 0

    def only(self, names: Sequence[str]) -> StudyCampaign:
        """The rows on these targets; UsageError for one that the campaign does not have."""
        for name in names:
            if name not in self.targets:
                raise UsageError(f"the campaign has no target '{name}'; {nearest(name, self.targets)}")
        return replace(
            self,
            rows=tuple(row for row in self.rows if row["target"] in names),
            targets={name: found for name, found in self.targets.items() if name in names},
        )

    def group(self, target: str) -> str:
        """The one of GROUPS that a target belongs to."""
        found = self.targets[target]
        if found.technology == "asic":
            return CELLS
        return PLACED if found.placed else MAPPED

    def area_unit(self, target: str) -> str:
        """What areas on a target are counted in."""
        return self.targets[target].area_unit


def load(folder: Path, name: str, places: Places) -> StudyCampaign:
    """The campaign's rows of the present RTL; HashloomError, with the command, if its file is not there.

    UsageError if it cannot be used; all rows that cannot are named.
    """
    path = path_of(folder, name)
    found = reader.read(path, CampaignDocument, places, command(name))
    lacking = [row.target for row in found.rows if row.target not in found.targets]
    if lacking:
        raise UsageError(f'{path}: "targets" lacks {lacking[0]}, which rows are on')
    fresh = tuple(
        {**facts, **row.plain()}
        for row in found.rows
        if (facts := _facts(row, found.targets[row.target].technology, places)) is not None
    )
    return StudyCampaign(fresh, found.targets, found.provenance, len(found.rows) - len(fresh))


def _facts(row: AnyDesign, technology: str, places: Places) -> Row | None:
    """What is known of a row's design without measuring; None if the row is of other RTL than the present."""
    try:
        design = catalogue.resolve_design(f"{row.function}/{row.architecture}", places)
    except UsageError:
        return None
    unit = rtl.unit(design, "core", Tuning(technology, row.goal, row.target))
    if row.rtl_digest != unit.digest():
        return None
    return {
        "technology": technology,
        "block_bits": design.function.block_bits,
        "stages": design.architecture.stages,
    }


def figures(row: Row, group: str) -> StudyFigures | None:
    """What a row counts as on a target of this group; None if it does not."""
    found = speed(row, relative=group == MAPPED)
    if found is None or not row.get("area"):
        return None
    return StudyFigures(found, row["block_bits"] / row["cycles_per_block"] * found, row["area"])


def why_not(rows: Iterable[Row], group: str) -> str:
    """Why none of these rows of one architecture counts: state and message of the first, or what it lacks."""
    row = next(iter(rows), None)
    if row is None:
        return "not in the campaign"
    if row["state"] != OK:
        message = str(row.get("message") or "").partition("\n")[0]
        return f"{row['state']}: {message}" if message else str(row["state"])
    return "without a logic depth" if group == MAPPED else "mapped, not placed"
