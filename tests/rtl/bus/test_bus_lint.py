# SPDX-License-Identifier: Apache-2.0
"""The bus adapters in the four readers of every core, alone and beside hash functions; their FuseSoC file."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import rtl_readers
from bus_designs import BUS, axis_unit, gmu_unit, register_unit

from hashloom import catalogue
from hashloom.analysis.bus_overhead import sources as bus_sources
from hashloom.catalogue.design import Design
from hashloom.catalogue.rtl import RtlUnit

Make = Callable[[Design, Path], RtlUnit]
LANES = {"sha1": 1, "sha256/staggered-2m": 2, "skein-512/2r-4m": 4}
MADE: dict[str, tuple[str, Make]] = {}
for design in LANES:
    MADE[f"axis {design}"] = (design, lambda one, folder: axis_unit(one, 64, False, 0, folder))
    MADE[f"axis separate {design}"] = (design, lambda one, folder: axis_unit(one, 8, True, 1, folder))
    MADE[f"gmu {design}"] = (design, lambda one, folder: gmu_unit(one, 32, 1, folder))
    MADE[f"gmu ratio {design}"] = (design, lambda one, folder: gmu_unit(one, 128, 4, folder))
    MADE[f"registers {design}"] = (design, lambda one, folder: register_unit(one, 32, 16, folder))
    MADE[f"registers wide {design}"] = (design, lambda one, folder: register_unit(one, 128, 2, folder))
    MADE[f"registers narrow {design}"] = (design, lambda one, folder: register_unit(one, 8, 4, folder))


@pytest.fixture(params=MADE)
def unit(request: pytest.FixtureRequest, tmp_path: Path) -> RtlUnit:
    design, make = MADE[request.param]
    return make(catalogue.resolve_design(design), tmp_path)


def test_verilator(unit: RtlUnit) -> None:
    assert rtl_readers.verilator(unit) == ""


def test_icarus(unit: RtlUnit) -> None:
    assert rtl_readers.icarus(unit) == ""


@pytest.mark.parametrize("front_end", rtl_readers.FRONT_ENDS)
@pytest.mark.parametrize("module", ["axis_adapter", "gmu_adapter", "register_adapter"])
@pytest.mark.parametrize("stages", [1, 3])
def test_yosys(module: str, stages: int, front_end: str, tmp_path: Path) -> None:
    parameters = {"STAGES": stages, "WORD": 64} | ({"RATIO": 4} if module == "gmu_adapter" else {})
    unit = RtlUnit(f"{module}_{stages}", module, tuple(bus_sources()), tuple(parameters.items()))
    assert rtl_readers.yosys([unit], front_end, tmp_path) == []


def test_the_core_file_lists_every_file_in_compile_order() -> None:
    listed = bus_sources()
    assert sorted(listed) == sorted((BUS / "rtl").glob("*.sv"))
    for number, source in enumerate(listed):
        used = set(re.findall(r"\w+", re.sub(r"//.*", "", source.read_text(encoding="utf-8"))))
        later = {other.stem for other in listed[number + 1 :]}
        assert not used & later, source.name
