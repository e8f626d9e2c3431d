# SPDX-License-Identifier: Apache-2.0
"""Papers by name, and invented results in the form that synthesis gives them, for tests of what uses both."""

from typing import Any

import design_rows
from own_state import here

from hashloom import catalogue, reproduction
from hashloom.reproduction.hardware import HardwareReproduction
from hashloom.reproduction.software import SoftwareReproduction

CLOCK_MHZ = {"8r-1m": 125.0, "4r-2m": 240.0, "2r-4m": 410.0, "1r-8m": 600.0}
AREA_GE = {"8r-1m": 60000.0, "4r-2m": 66000.0, "2r-4m": 75000.0, "1r-8m": 99000.0}


def hardware_paper(name: str) -> HardwareReproduction:
    paper = reproduction.load(name)
    assert isinstance(paper, HardwareReproduction)
    return paper


def software_paper(name: str) -> SoftwareReproduction:
    paper = reproduction.load(name)
    assert isinstance(paper, SoftwareReproduction)
    return paper


def synthesise(design: str, target: str, goal: str) -> dict[str, Any]:
    """A row for a Skein design: slower and smaller for the goal `small`, slower on the target `osu018`."""
    found = catalogue.resolve_design(design, here())
    architecture = found.architecture.name
    scale = (0.5 if goal == "small" else 1.0) * (0.25 if target == "osu018" else 1.0)
    clock = CLOCK_MHZ[architecture] * scale
    area = AREA_GE[architecture] * found.function.block_bits / 512 * (0.75 if goal == "small" else 1.0)
    row = design_rows.of(design, target) | {"goal": goal, "tools": {"yosys": "0.70"}}
    return design_rows.sized(design_rows.clocked(row, clock), area)
