# SPDX-License-Identifier: Apache-2.0
"""Targets of the laboratory by name, each of the kind that a test needs."""

from own_state import here

from hashloom import targets
from hashloom.targets import Fpga, StandardCells


def standard_cells(name: str = "osu018") -> StandardCells:
    target = targets.find(name, here().libraries)
    assert isinstance(target, StandardCells)
    return target


def fpga(name: str = "ecp5") -> Fpga:
    target = targets.find(name)
    assert isinstance(target, Fpga)
    return target
