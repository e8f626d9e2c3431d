# SPDX-License-Identifier: Apache-2.0
"""What is computed of a row: its function's family, throughput per area, latency, and the same beside SHA-2.

Speed is the clock frequency. A design that was mapped and not placed has none; there the inverse of `levels`,
the length of its slowest path in levels of logic, takes its place. Both are proportional to the true speed on
one target, so designs compare there, among the placed ones and among the mapped ones. Designs at the clock
with wires compare among themselves only. Cores of others are drawn beside ours, and what papers printed by
itself; none of these is on a front, or set beside SHA-2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from hashloom import catalogue
from hashloom.analysis import pareto
from hashloom.catalogue.places import Places
from hashloom.errors import UsageError
from hashloom.execution import jobs
from hashloom.flow.result import speed
from hashloom.reports.page import themes
from hashloom.reports.ranking import YARDSTICK
from hashloom.rows.table import Row

DIGITS = 6
"""Significant digits of computed figures."""
HEIGHTS = {
    "throughput": ("throughput_gbps", "bits_per_level"),
    "latency": ("latency_ns", "latency_levels"),
    "energy": ("energy_pj_per_bit",),
    "energy-delay": ("energy_delay",),
    "wires": ("wire_share",),
    "glitches": ("glitch_share",),
}
"""Figures of a row on the vertical axis of a plane, the first that is known, by what the axis is called."""

Figures = dict[str, Any]
Anyhow = TypeVar("Anyhow", bound=Row)


def derived(rows: Sequence[Row], places: Places) -> list[Figures]:
    """The rows with what is computed of them; absent where it is not known.

    `family`, `digest_bits` and `block_bits` of the function, `stages` of the architecture; `mark`, the family
    or the series; `outcome`, which is the series, the state, `mapped` or `wires`; `latency_ns` of a block;
    `throughput_per_area` in kbit/s per unit of area. At the clock with wires: `energy_delay` in pJ ns/bit²,
    `wire_share`, by how much of the clock the wires slow it, `glitch_share` of the energy.
    Where a design was mapped only: `bits_per_level`, the throughput in bits in the time that a level of
    logic takes; `latency_levels`; `bits_per_level_per_area` for 1000 units of area. `throughput_to_sha2`,
    `area_to_sha2` and `ratio_to_sha2` (throughput per area) are multiples of the reference's, see
    `references`.
    """
    found = [_of_its_own(row, places) for row in rows]
    chosen = references(found)
    for row in found:
        reference = None if row.get("series") else chosen.get(_field(row))
        if reference is not None and efficiency(row):
            row["throughput_to_sha2"] = _short(throughput(row) / throughput(reference))
            row["area_to_sha2"] = _short(row["area"] / reference["area"])
            row["ratio_to_sha2"] = _short(efficiency(row) / efficiency(reference))
    return found


def references(rows: Sequence[Figures]) -> dict[tuple[Any, ...], Figures]:
    """What is set to 1, by target, length of digest, whether mapped only and whether with wires.

    It is SHA-256 or SHA-512: of its designs measured there that with the best throughput per area.
    """
    chosen: dict[tuple[Any, ...], Figures] = {}
    for row in (row for row in rows if not row.get("series")):
        if row["function"] == YARDSTICK.get(row.get("digest_bits", 0)) and efficiency(row):
            best = chosen.setdefault(_field(row), row)
            if efficiency(row) > efficiency(best):
                chosen[_field(row)] = row
    return chosen


def throughput(row: Row) -> float:
    """Throughput in Gbit/s, of a mapped design in bits per level; 0 if not known or the state is not ok."""
    if row.get("mapped_only"):
        levels, cycles = speed(row, relative=True), row.get("cycles_per_block")
        return float(row.get("block_bits", 0) / cycles * levels) if levels and cycles else 0.0
    return float(row.get("throughput_gbps", 0)) if row["state"] == jobs.OK else 0.0


def efficiency(row: Row) -> float:
    """Throughput per area; 0 if not known."""
    return throughput(row) / row["area"] if row.get("area") else 0.0


def height(row: Row, y: str) -> float:
    """What a plane has on its vertical axis for y; 0 if the row has no place in it."""
    if row["state"] != jobs.OK or not row.get("area") or row.get("whole") is False:
        return 0.0
    if y == "throughput":
        return throughput(row)
    return float(next((row[key] for key in HEIGHTS[y] if row.get(key)), 0.0))


def ranked(rows: Iterable[Anyhow]) -> list[Anyhow]:
    """Those of the rows that are designs of ours."""
    return [row for row in rows if not row.get("series")]


def front(rows: Sequence[Row], y: str) -> list[Row]:
    """The Pareto front of rows of one plane, smallest area first, as the page shows it."""
    sign = -1 if y == "throughput" else 1
    drawn = [row for row in ranked(rows) if height(row, y)]
    found = pareto.front(drawn, lambda row: (row["area"], sign * height(row, y)))
    return sorted(found, key=lambda row: float(row["area"]))


def _field(row: Row) -> tuple[Any, ...]:
    """Rows with the same are comparable."""
    return row["target"], row.get("digest_bits"), bool(row.get("mapped_only")), bool(row.get("wires"))


def _of_its_own(row: Row, places: Places) -> Figures:
    """The row with what needs no other row."""
    found = {**_catalogued(row, places), **row}
    mapped = bool(row.get("mapped_only"))
    found["mark"] = row.get("series") or found.get("family", themes.OTHER)
    kind = "mapped" if mapped else "wires" if row.get("wires") else jobs.OK
    found["outcome"] = row.get("series") or (kind if row["state"] == jobs.OK else row["state"])
    latency = row.get("latency_cycles", 0)
    if mapped:
        computed = {
            "bits_per_level": throughput(found),
            "bits_per_level_per_area": efficiency(found) * 1000,
            "latency_levels": latency * row.get("levels", 0),
        }
    else:
        computed = {
            "throughput_per_area": efficiency(found) * 1e6,
            "latency_ns": latency / row["clock_mhz"] * 1000 if row.get("clock_mhz") else 0,
        }
    if row.get("wires"):
        computed |= _of_wires(row)
    return found | {key: _short(value) for key, value in computed.items() if value}


def _of_wires(row: Row) -> dict[str, float]:
    """What only a row at the clock with wires has; no energy where none was measured."""
    energy, still = row.get("energy_pj_per_bit"), row.get("energy_glitch_free_pj_per_bit")
    found = {"wire_share": 1 - row["clock_mhz"] / row["clock_without_wires_mhz"]}
    if energy and still:
        found |= {"energy_delay": energy / row["throughput_gbps"], "glitch_share": 1 - still / energy}
    return found


def _catalogued(row: Row, places: Places) -> Figures:
    """What the catalogue knows of a function and of its architecture, where it has them."""
    try:
        function = catalogue.resolve_function(row["function"], places)
    except UsageError:
        return {}
    found = {
        "family": function.family.name,
        "digest_bits": function.digest_bits,
        "block_bits": function.block_bits,
    }
    if row.get("series"):
        return found
    architecture = function.family.architecture(row["architecture"])
    return {**found, "stages": architecture.stages} if architecture else found


def _short(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")
