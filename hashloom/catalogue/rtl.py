# SPDX-License-Identifier: Apache-2.0
"""RTL of a design: which files in which order, which top module, which parameters."""

import hashlib
import re
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Literal, get_args

from hashloom.catalogue.capture import Capture
from hashloom.catalogue.design import Design, Tuning
from hashloom.catalogue.places import Places
from hashloom.errors import UsageError

Level = Literal["core", "top", "bus", "queue", "arguments", "tree"]
"""Ports of a unit: block level, message level, and those of circuits behind one bus, to which messages go
interleaved block by block (`bus`) or one after another (`queue`); message level of a family's extensions:
requests with arguments, and trees."""
LEVELS: tuple[Level, ...] = get_args(Level)
BUS_LEVELS: tuple[Level, ...] = ("bus", "queue")
EXTENSION_LEVELS: tuple[Level, ...] = ("arguments", "tree")


@dataclass(frozen=True)
class RtlUnit:
    """SystemVerilog that can be handed to a tool.

    `sources` are in compile order; `parameters` are (name, value) of the module `top`, strings without
    quotation marks; `name` is fit for a file name. The files are read once, when their contents are first
    asked for, by this unit or by another with the same `capture`: what a digest stands for is what every tool
    gets.
    """

    name: str
    top: str
    sources: tuple[Path, ...]
    parameters: tuple[tuple[str, int | str], ...]
    capture: Capture = field(default_factory=Capture, compare=False, repr=False)

    def with_file(self, replacement: Path) -> "RtlUnit":
        """This unit with another file in the place of the source of that name. UsageError without one."""
        if replacement.name not in {source.name for source in self.sources}:
            raise UsageError(f"{self.name} has no source {replacement.name}")
        sources = (replacement if one.name == replacement.name else one for one in self.sources)
        return replace(self, sources=tuple(sources))

    @cached_property
    def contents(self) -> tuple[bytes, ...]:
        """Contents of the sources, in their order. Errors as for `Capture.content`."""
        return tuple(map(self.capture.content, self.sources))

    def digest(self) -> str:
        """SHA-256 (hexadecimal) over contents of the sources in order, top module and parameters."""
        state = hashlib.sha256()
        for content in self.contents:
            state.update(b"file %d\n" % len(content))
            state.update(content)
        state.update(f"top {self.top}\n".encode())
        for key, value in self.parameters:
            state.update(f"parameter {key} {value!r}\n".encode())
        return state.hexdigest()


def levels(design: Design) -> tuple[Level, ...]:
    """Levels of a design: those of the bus only where its core has one and its circuits have one lane."""
    core = design.core
    with_bus = BUS_LEVELS if core.bus and design.architecture.stages == 1 else ()
    return ("core", "top", *with_bus, *(level for level in EXTENSION_LEVELS if level in core.extensions))


def unit(
    design: Design,
    level: Level = "core",
    tuning: Tuning | None = None,
    circuits: int | None = None,
    capture: Capture | None = None,
) -> RtlUnit:
    """RTL of a design at a level; no tuning: the RTL's defaults; no `capture`: files as they are from now on.

    The files `<top>.sv` and `<bus>.sv` of the core and those of an extension belong to their levels only.
    `circuits` stand behind a bus, by default as many as `core.toml` says. Shared files are in `common_rtl` of
    the family.
    """
    if level not in LEVELS:
        raise UsageError(f"unknown level '{level}'; it is {', '.join(LEVELS[:-1])} or {LEVELS[-1]}")
    if level not in levels(design):
        if level not in BUS_LEVELS:
            raise UsageError(f"{design.name} has no level '{level}'; it has {', '.join(levels(design))}")
        why = "its circuits have several lanes" if design.core.bus else "its core has none"
        raise UsageError(f"{design.name} has no bus: {why}")
    family, core = design.family, design.core
    parameters = design.parameters(tuning)
    further: tuple[str, ...] = ()
    if level in EXTENSION_LEVELS:
        extension = core.extensions[level]
        top, extra, further = extension.top, extension.common, extension.sources
        parameters = {key: value for key, value in parameters.items() if key not in extension.without}
    elif level in BUS_LEVELS:
        top, extra = core.bus, core.common_bus
        parameters |= {"CIRCUITS": circuits or core.circuits, "INTERLEAVE": int(level == "bus")}
    else:
        top, extra = (core.top, core.common_top) if level == "top" else (core.module, ())
    shells = {core.top, core.bus} - {top}
    own = [*(name for name in core.sources if Path(name).stem not in shells), *further]
    shared = family.common_rtl
    sources = [shared / name for name in core.common + extra] + [family.folder / name for name in own]
    return RtlUnit(
        name=f"{design.function.name}_{design.architecture.name}_{level}",
        top=top,
        sources=tuple(dict.fromkeys(sources)),
        parameters=tuple(parameters.items()),
        capture=capture or Capture(),
    )


def names(package: str, places: Places) -> dict[str, int]:
    """The integers that a package of the laboratory's own cores gives names, by name."""
    found = next(places.own_cores.glob(f"*/rtl/{package}.sv"))
    return dict(_names(found.read_text(encoding="utf-8")))


@cache
def _names(text: str) -> dict[str, int]:
    return {name: int(value) for name, value in re.findall(r"localparam integer (\w+) = (\d+);", text)}
