# SPDX-License-Identifier: Apache-2.0
"""Rows of an invented campaign: three targets, one of them mapped only, and one run that timed out."""

import json
from pathlib import Path
from typing import Any

import design_rows
import result_documents
from own_state import here

from hashloom import catalogue

HOSTILE = "</script><script>window.broken=1</script><img src=x onerror=window.broken=1>"
STRANGE = "x&_%'\"<b>{$#"
FUNCTIONS = ("sha256", "sha512", "blake-r2-256", "keccak-r2-512", "jh-r2-256")
ARCHITECTURES = {"sha256": ("basic", "pipelined", "staggered-2m"), "keccak-r2-512": ("basic", "apart-2m")}
TARGETS = {
    "osu018": ("asic", "GE", 18000, 300.0),
    "ecp5": ("fpga", "LUT", 3500, 100.0),
    "virtex5": ("fpga", "slice", 900, None),
}
TIMED_OUT = ("jh-r2-256", "ecp5")


def rows() -> list[dict[str, Any]]:
    """One row per design and target; sizes and speeds are made up, and differ."""
    found = []
    for target, (technology, unit, area, clock) in TARGETS.items():
        for i, function in enumerate(FUNCTIONS):
            for j, architecture in enumerate(ARCHITECTURES.get(function, ("basic",))):
                row = design(function, architecture, target, technology)
                if (function, target) == TIMED_OUT:
                    found.append(design_rows.failed(row, "timed-out", HOSTILE))
                    continue
                row = design_rows.sized(row, area * (2 + i + j))
                row |= {"critical_path": ["state[3]_reg", "sum[31]_reg"], "logic_levels": 12}
                speed = 1 + 0.2 * i + 0.1 * j
                if clock is None:
                    found.append(design_rows.mapped(row, 14.5 / speed))
                else:
                    found.append(placed(row, clock * speed, seeds=5 if unit == "LUT" else 0))
    return found


def design(function: str, architecture: str, target: str, technology: str) -> dict[str, Any]:
    return design_rows.head(
        function,
        architecture,
        target,
        technology=technology,
        block_bits=catalogue.resolve_function(function, here()).block_bits,
        cycles_per_block=32.5,
        latency_cycles=65,
    ) | {"netlist_simulated": target != "virtex5"}


def placed(row: dict[str, Any], clock: float, seeds: int) -> dict[str, Any]:
    """The row with a clock; the placements are up to 4 % slower and faster."""
    return design_rows.clocked(row, clock, seeds, spread=0.04)


def write(folder: Path, rows: list[Any], name: str = "trial") -> Path:
    """Results file of a campaign with these rows."""
    path = folder / f"campaign-{name}.json"
    document = {
        "campaign": name,
        "title": f"A trial & <{name}>",
        "provenance": {
            "date": "2030-01-02",
            "tools": {"pyosys": "0.70"},
            "machine": "a machine",
            "workers": 2,
            "wall_seconds": 60,
            "job_seconds": 90,
        },
        "targets": {
            target: {**result_documents.of_target(target), "description": f"Target {target}"}
            for target in TARGETS
        },
        "rows": rows,
    }
    path.write_text(json.dumps(document), encoding="utf-8")
    return path
