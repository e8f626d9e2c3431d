# SPDX-License-Identifier: Apache-2.0
"""Which units are read: together they have every file, architecture, length of a block and level."""

from __future__ import annotations

from collections.abc import Sequence

from hashloom import catalogue
from hashloom.catalogue import rtl
from hashloom.catalogue.adapters import ADAPTERS
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.design import Design
from hashloom.catalogue.rtl import Level, RtlUnit

LANES = (1, 3)
WORD = 64
RATIO = 4


def designs() -> list[Design]:
    """Every architecture of a family's first function, every block length in the default architecture."""
    result = []
    for family in catalogue.families():
        first, *others = family.functions()
        result += [Design(first, architecture) for architecture in family.architectures.values()]
        seen = {first.block_bits}
        for function in others:
            if function.block_bits not in seen:
                seen.add(function.block_bits)
                result.append(function.default_design())
    return [design for design in result if design.is_valid()]


def every_unit() -> list[RtlUnit]:
    """All levels of these designs, and the bus adapters, from the files as they are from now on.

    A core has all of its files and parameters in its message level; by itself it is read once for each list
    of files, in case one is missing there.
    """
    capture = Capture()
    found, lists = [], set()
    for design in designs():
        for level in rtl.levels(design):
            one = rtl.unit(design, level, capture=capture)
            if level != "core" or one.sources not in lists:
                found.append(one)
            if level == "core":
                lists.add(one.sources)
    return found + adapters(capture)


def units_of(named: Sequence[Design], levels: Sequence[Level]) -> list[RtlUnit]:
    """The units of these designs at these levels, all that each has if none is given.

    UsageError for a design that has none of them.
    """
    capture = Capture()
    found = []
    for design in named:
        wanted = [level for level in rtl.levels(design) if level in levels] if levels else rtl.levels(design)
        found += [rtl.unit(design, level, capture=capture) for level in wanted or levels[:1]]
    return found


def adapters(capture: Capture) -> list[RtlUnit]:
    """The adapters of `cores/bus` by themselves, with one lane and with several."""
    found = []
    for adapter in ADAPTERS.values():
        for lanes in LANES:
            parameters = {"STAGES": lanes, "WORD": WORD}
            parameters |= {"RATIO": RATIO} if adapter.module == "gmu_adapter" else {}
            name = "_".join(
                [adapter.module, *(f"{key.lower()}_{value}" for key, value in parameters.items())]
            )
            found.append(RtlUnit(name, adapter.module, adapter.sources, tuple(parameters.items()), capture))
    return found
