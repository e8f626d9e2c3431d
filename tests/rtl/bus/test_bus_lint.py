# SPDX-License-Identifier: Apache-2.0
"""The bus adapters beside hash functions in the four readers of every core; their FuseSoC file."""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import lint_sample
from bus_designs import BUS, axis_unit, gmu_unit, lwc_unit, register_unit
from lint_sample import every_reader
from own_state import here

from hashloom import catalogue
from hashloom.analysis.bus_overhead import sources as bus_sources
from hashloom.catalogue.design import Design
from hashloom.catalogue.rtl import RtlUnit

SAMPLE = 2
"""Designs with adapters that each reader reads."""
Make = Callable[[Design, Path], RtlUnit]
LANES = {"sha1": 1, "sha256/staggered-2m": 2, "skein-512/2r-4m": 4}
MADE: dict[str, tuple[str, Make]] = {}
for design in LANES:
    MADE[f"axis {design}"] = (design, lambda one, folder: axis_unit(one, 64, False, 0, folder))
    MADE[f"axis separate {design}"] = (design, lambda one, folder: axis_unit(one, 8, True, 1, folder))
    MADE[f"gmu {design}"] = (design, lambda one, folder: gmu_unit(one, 32, 1, folder))
    MADE[f"gmu ratio {design}"] = (design, lambda one, folder: gmu_unit(one, 128, 4, folder))
    MADE[f"lwc {design}"] = (design, lambda one, folder: lwc_unit(one, 64, 8, folder))
    MADE[f"lwc wide {design}"] = (design, lambda one, folder: lwc_unit(one, 128, 32, folder))
    MADE[f"registers {design}"] = (design, lambda one, folder: register_unit(one, 32, 16, folder))
    MADE[f"registers wide {design}"] = (design, lambda one, folder: register_unit(one, 128, 2, folder))
    MADE[f"apb {design}"] = (design, lambda one, folder: register_unit(one, 64, 16, folder, bus="apb"))
    MADE[f"registers narrow {design}"] = (design, lambda one, folder: register_unit(one, 8, 4, folder))


@every_reader
def test_a_sample_of_adapters_beside_designs(reader: str, rng: random.Random, tmp_path: Path) -> None:
    """The adapters by themselves are read with all cores."""
    units = []
    for name in lint_sample.some(list(MADE), SAMPLE, rng):
        design, make = MADE[name]
        folder = tmp_path / name.replace(" ", "_").replace("/", "_")
        folder.mkdir()
        units.append(replace(make(catalogue.resolve_design(design, here()), folder), name=name))
    assert lint_sample.said(units, reader, tmp_path / "work") == {}


def test_the_core_file_lists_every_file_in_compile_order() -> None:
    listed = bus_sources(here())
    assert sorted(listed) == sorted((BUS / "rtl").glob("*.sv"))
    for number, source in enumerate(listed):
        used = set(re.findall(r"\w+", re.sub(r"//.*", "", source.read_text(encoding="utf-8"))))
        later = {other.stem for other in listed[number + 1 :]}
        assert not used & later, source.name
