# SPDX-License-Identifier: Apache-2.0
"""Which units are read: together they have every file, architecture, length of a block and level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from hashloom import catalogue
from hashloom.catalogue import contexts, rtl, threefish
from hashloom.catalogue.adapters import ADAPTERS, slice_sources
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.design import Design
from hashloom.catalogue.places import Places
from hashloom.catalogue.rtl import Level, RtlUnit

LANES = (1, 3)
SHAPES: Mapping[str, tuple[dict[str, int], ...]] = {
    "axis": ({"WORD": 64}, {"WORD": 8, "SEPARATE": 1, "BYTE_ORDER": 1}),
    "gmu": ({"WORD": 32}, {"WORD": 128, "RATIO": 4, "COUNTED": 0}),
    "lwc": ({"WORD": 64}, {"WORD": 8, "W": 16, "DIGEST": 8}, {"WORD": 128, "W": 8, "DIGEST": 160}),
    "registers": (
        {"WORD": 32},
        {"WORD": 128, "DEPTH": 2},
        {"WORD": 8, "DEPTH": 4},
        {"WORD": 64, "DEPTH": 64, "SECRET": 1, "COUNTED": 0},
        {"WORD": 16, "DEPTH": 128},
        {"WORD": 32, "SECRET": 1},
        {"WORD": 32, "CONTEXT": 320},
        {"WORD": 8, "DEPTH": 64, "CONTEXT": 576, "SECRET": 1},
    ),
    "apb": ({"WORD": 64}, {"WORD": 8, "DEPTH": 64, "SECRET": 1, "COUNTED": 0}, {"WORD": 64, "CONTEXT": 256}),
}
"""Parameters of the bus adapters, besides those that stay as the RTL has them, with each number of lanes."""

CIPHERS: tuple[dict[str, int], ...] = (
    {"BLOCK": 256, "VERSION": 13, "UNROLL": 8, "STAGES": 1, "DIRECTION": 1, "MERGE": 1},
    {"BLOCK": 256, "VERSION": 13, "UNROLL": 8, "STAGES": 3, "DIRECTION": 2, "MERGE": 1},
    {"BLOCK": 256, "VERSION": 13, "UNROLL": 4, "STAGES": 3, "DIRECTION": 2, "MERGE": 1},
    {"BLOCK": 256, "VERSION": 12, "UNROLL": 2, "STAGES": 2, "DIRECTION": 2, "MERGE": 1},
    {"BLOCK": 256, "VERSION": 13, "UNROLL": 1, "STAGES": 1, "DIRECTION": 2, "MERGE": 1},
    {"BLOCK": 512, "VERSION": 13, "UNROLL": 8, "STAGES": 3, "DIRECTION": 0, "MERGE": 0},
    {"BLOCK": 256, "VERSION": 11, "UNROLL": 4, "STAGES": 1, "DIRECTION": 1, "MERGE": 0},
)
"""Parameters of Threefish by itself that between them use every branch of its sources."""

TAGS: tuple[dict[str, int], ...] = ({"WORD": 8, "STAGES": 1}, {"WORD": 64, "STAGES": 3})
"""Parameters of tag_check."""


WIPES: tuple[dict[str, int], ...] = (
    {"WORD": 8, "STAGES": 1, "WORDS": 1},
    {"WORD": 64, "STAGES": 3, "WORDS": 16},
    {"WORD": 32, "STAGES": 2, "WORDS": 26, "CONTEXT": 1},
)
"""Parameters of message_wipe."""


SLICES: tuple[dict[str, int], ...] = ({"WIDTH": 1}, {"WIDTH": 72, "SECRET": 1})
"""Parameters of stream_slice."""


def designs(places: Places) -> list[Design]:
    """Every architecture of a family's first function, every block length in the default architecture."""
    result = []
    for family in catalogue.families(places):
        first, *others = family.functions()
        result += [Design(first, architecture) for architecture in family.architectures.values()]
        seen = {first.block_bits}
        for function in others:
            if function.block_bits not in seen:
                seen.add(function.block_bits)
                result.append(function.default_design())
    return [design for design in result if design.is_valid()]


def every_unit(places: Places) -> list[RtlUnit]:
    """All levels of these designs, Threefish and the bus adapters, from the files as they are from now on.

    A core has all of its files and parameters in its message level; by itself it is read once for each list
    of files, in case one is missing there.
    """
    capture = Capture()
    found, lists = [], set()
    for design in designs(places):
        for level in rtl.levels(design):
            one = rtl.unit(design, level, capture=capture)
            if level != "core" or one.sources not in lists:
                found.append(one)
            if level == "core":
                lists.add(one.sources)
    return found + besides(places, capture)


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


def besides(places: Places, capture: Capture) -> list[RtlUnit]:
    """What is in no design: Threefish, tag_check, message_wipe, stream_slice, contexts, buses.

    None where other cores are in use.
    """
    if places.cores != places.own_cores:
        return []
    found = [_unit("threefish_core", threefish.sources(places), shape, capture) for shape in CIPHERS]
    shared = places.shared_rtl
    for module, shapes in (("tag_check", TAGS), ("message_wipe", WIPES)):
        found += [_unit(module, (shared / f"{module}.sv",), shape, capture) for shape in shapes]
    found += [_unit("stream_slice", slice_sources(places), shape, capture) for shape in SLICES]
    for design in designs(places):
        with_contexts = contexts.unit(design, capture=capture)
        found += [with_contexts] if with_contexts else []
    for bus, adapter in ADAPTERS.items():
        wanted = [{**shape, "STAGES": lanes} for shape in SHAPES[bus] for lanes in LANES]
        found += [_unit(adapter.module, adapter.sources(places), shape, capture) for shape in wanted]
    return found


def _unit(top: str, sources: tuple[Path, ...], parameters: Mapping[str, int], capture: Capture) -> RtlUnit:
    name = "_".join([top, *(f"{key.lower()}_{value}" for key, value in parameters.items())])
    return RtlUnit(name, top, sources, tuple(parameters.items()), capture)
