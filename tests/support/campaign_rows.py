# SPDX-License-Identifier: Apache-2.0
"""An invented campaign in which every function has, on every target, the GMU paper's own relative figures."""

import json
from pathlib import Path
from typing import Any

import design_rows

from hashloom.reproduction import study_paper
from hashloom.reproduction.study import papers_architecture
from hashloom.reproduction.study_paper import BOTH_SIZES, LINES, OVERALL
from hashloom.reproduction.study_rows import AREA, THROUGHPUT

TARGETS = {
    "nangate45": {"description": "cells", "technology": "asic", "area_unit": "GE", "placed": False},
    "ecp5": {"description": "placed", "technology": "fpga", "area_unit": "LUT", "placed": True},
    "virtex5": {"description": "mapped", "technology": "fpga", "area_unit": "slice", "placed": False},
    "cyclonev": {"description": "mapped", "technology": "fpga", "area_unit": "ALUT", "placed": False},
}

Row = dict[str, Any]


def row(name: str, target: str, throughput: float, area: float, **more: Any) -> Row:
    """A row of a design (`function/architecture`): throughput in Mbit/s or, mapped only, bits a level."""
    found = design_rows.of(name, target)
    found |= {"rtl_digest": design_rows.present(found)}
    speed = throughput * found["cycles_per_block"] / found["block_bits"]
    about = TARGETS[target]
    if about["technology"] == "fpga" and not about["placed"]:
        found = design_rows.mapped(found, 1 / speed)
    else:
        found = design_rows.clocked(found, speed)
    return {**design_rows.sized(found, area), **more}


def failed(name: str, target: str, state: str, message: str) -> Row:
    """A row of a design without figures."""
    return design_rows.failed(row(name, target, 1, 1), state, message)


def rows() -> list[Row]:
    """The paper's own loop of every function on every target: overall figures, Virtex 5's for 256 bits."""
    found = []
    for (label, bits), line in LINES.items():
        column = OVERALL if bits == 512 else next(iter(BOTH_SIZES))
        throughput, area = (study_paper.normalised(name, label, bits, column) for name in (THROUGHPUT, AREA))
        assert throughput
        assert area
        name = f"{line.function}/{papers_architecture(line)}"
        found += [row(name, target, 1000 * throughput, 5000 * area) for target in TARGETS]
    return found


def write(repository: Path, found: list[Row], targets: dict[str, Any] | None = None) -> None:
    """Write the results file of the campaign into the folder results/ of a repository."""
    document = {
        "campaign": "gmu",
        "title": "invented",
        "provenance": {
            "date": "2026-01-01",
            "tools": {"pyosys": "0.70"},
            "machine": "invented processor, 2 processors",
            "workers": 2,
            "wall_seconds": 3600.0,
            "job_seconds": 7200.0,
        },
        "targets": TARGETS if targets is None else targets,
        "rows": found,
    }
    path = repository / "results" / "campaign-gmu.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document), encoding="utf-8")
