# SPDX-License-Identifier: Apache-2.0
"""What designs are synthesised for: one module per target, found by its being here.

A target module has `TARGET`, a `StandardCells` or an `Fpga`, and `NAME` and `DESCRIPTION` of it. A user's own
target is a Python file of the same shape anywhere, named by its path.
"""

import collections.abc
import importlib
import importlib.util
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from math import isfinite
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from hashloom.catalogue import nearest
from hashloom.errors import UsageError
from hashloom.libraries import LibrarySource

LUT: Mapping[str, float] = {"*": 1.0}
"""Levels through a look-up table, with the net behind it."""
SLICE_MULTIPLEXER: Mapping[str, float] = {"*": 0.3}
"""Levels through a multiplexer of a slice, which is wired to the look-up tables it chooses between."""
WIRE: Mapping[str, float] = {"*": 0.0}
"""Levels through a cell that the look-up table or flip-flop behind it takes in, as an inverter."""


@dataclass(frozen=True)
class Layout:
    """What placement needs to know of a standard-cell library; lengths in micrometres.

    Rows are `row_height_um` high; cells stand on sites that are `site_um` wide. `lef` has the sizes and pins
    of the cells; without it a cell is as wide as its area in the Liberty file says, and its pins are in its
    middle. A wire has `ohm_per_um` (ohm) and `ff_per_um` (femtofarad) a micrometre, which are from
    `wires_from`. Cells take the part `utilisation` of the core, which is `aspect_ratio` times as high as it
    is wide.
    """

    row_height_um: float
    site_um: float
    ohm_per_um: float
    ff_per_um: float
    wires_from: str
    lef: LibrarySource | None = None
    utilisation: float = 0.7
    aspect_ratio: float = 1.0

    def __post_init__(self) -> None:
        """UsageError for a length, a resistance or a part that cannot be."""
        for one in fields(self):
            value = getattr(self, one.name)
            if one.type is float and not (type(value) in (int, float) and isfinite(value) and value > 0):
                raise UsageError(f"the layout of a target has {one.name} = {value!r:.60}, no positive number")
        if self.utilisation > 1:
            raise UsageError(f"the layout of a target has utilisation = {self.utilisation}, more than 1")


@dataclass(frozen=True)
class StandardCells:
    """A standard-cell library.

    `gate` is the two-input NAND whose area is one gate equivalent. `driving_cell` drives every input,
    `load_ff` (femtofarad) hangs on every output, in mapping and in timing analysis. `delay_ps` is, per goal,
    the delay that mapping asks for. `dont_use` are cells synthesis must leave alone (with `*` and `?`):
    enable and scan flip-flops, which hide a multiplexer whose fan-out mapping cannot see, power-management
    and probe cells. A library without a `layout` cannot be placed.
    """

    name: str
    description: str
    source: LibrarySource
    gate: str
    driving_cell: str
    load_ff: float
    delay_ps: Mapping[str, int]
    dont_use: tuple[str, ...] = ()
    layout: Layout | None = None
    technology: str = field(default="asic", init=False)
    placed: bool = field(default=False, init=False)


@dataclass(frozen=True)
class Fpga:
    """An FPGA: placed and routed by nextpnr, or, where `program` is empty, mapped only.

    `synthesis` is the yosys command line that maps to its cells, without `-top` and without the pass
    `autoname`, whose time grows with the square of the design; `pads` is the one that puts pads at the pins
    of the harness, where `synthesis` leaves them out. `program` and `arguments` are nextpnr's; `constraints`
    are files that the arguments name: name and text. `devices` are those of the family with their LUTs,
    smallest first; `arguments` choose one. `repair` changes the netlist (JSON as a Python object) before
    placement.

    `lut_cells` says how many LUTs a cell of the mapped netlist takes, `flip_flop_cells` which are its
    flip-flops, `data_input` is the name of their data input. `luts` and `flip_flops` name the resources of
    nextpnr's report that count in their place after placement, where that counts the same. `models` are the
    vendor's cells for simulation, files of yosys. `levels` states how long each way through a cell is, see
    `hashloom.flow.logic_depth`: cell, then `input>output`, `input>*`, `*>output` or `*`.

    `area_unit` is the unit that the family's area is given in, `area_luts` how many LUTs one has; with
    `area_pairs` a flip-flop that is not behind a LUT of its own takes the place of a LUT.
    """

    name: str
    description: str
    synthesis: str
    lut_cells: Mapping[str, int]
    flip_flop_cells: tuple[str, ...]
    models: tuple[str, ...]
    levels: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    program: str = ""
    install: str = "make setup"
    arguments: tuple[str, ...] = ()
    constraints: tuple[tuple[str, str], ...] = ()
    pads: str = ""
    data_input: str = "D"
    luts: str = ""
    flip_flops: str = ""
    repair: Callable[[dict[str, Any]], None] | None = None
    devices: Mapping[str, int] = field(default_factory=dict)
    area_unit: str = "LUT"
    area_luts: int = 1
    area_pairs: bool = False
    technology: str = field(default="fpga", init=False)

    @property
    def placed(self) -> bool:
        """Whether designs are placed and routed; else they are mapped only."""
        return bool(self.program)

    def area(self, luts: int, lone_flip_flops: int) -> int:
        """Area in `area_unit` of so many LUTs and flip-flops that are not behind one, densely packed."""
        places = luts + (lone_flip_flops if self.area_pairs else 0)
        return -(-places // self.area_luts)

    def device_for(self, luts: int) -> str | None:
        """Name of the smallest device with so many LUTs; None if there is none."""
        return next((name for name, size in self.devices.items() if size >= luts), None)


Target = StandardCells | Fpga


@cache
def names() -> tuple[str, ...]:
    """Names of the targets of this package, sorted."""
    modules = (info.name for info in pkgutil.iter_modules(__path__))
    return tuple(sorted(name for name in modules if not name.startswith("_")))


def own_model(name: str) -> str:
    """Path of a model of a cell that this package has, where that of yosys cannot be simulated."""
    return str(Path(__file__).with_name("models") / name)


def find(text: str, libraries: Path | None = None) -> Target:
    """Return the target of this name, or of the Python file at this path. UsageError if there is none.

    `libraries`: the folder where cell libraries are kept, for who uses that of the target.
    """
    found = _found(text)
    if libraries is None or isinstance(found, Fpga):
        return found
    layout = found.layout
    if layout is not None and layout.lef is not None:
        layout = replace(layout, lef=layout.lef.kept_in(libraries))
    return replace(found, source=found.source.kept_in(libraries), layout=layout)


def _found(text: str) -> Target:
    if text.endswith(".py"):
        return _from_file(Path(text))
    if text not in names():
        raise UsageError(
            f"unknown target '{text}'; {nearest(text, names())}, or the path of a target file (.py)"
        )
    return _target_of(importlib.import_module(f"{__name__}.{text}"), text)


@cache
def _from_file(path: Path) -> Target:
    if not path.is_file():
        raise UsageError(f"there is no target file {path}")
    specification = importlib.util.spec_from_file_location(f"hashloom_target_{path.stem}", path)
    if specification is None or specification.loader is None:
        raise UsageError(f"the target file {path} cannot be read as Python")
    module = importlib.util.module_from_spec(specification)
    try:
        specification.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise UsageError(f"the target file {path} cannot be used: {type(error).__name__}: {error}") from error
    return check(_target_of(module, str(path)), str(path))


def _target_of(module: ModuleType, place: str) -> Target:
    target = getattr(module, "TARGET", None)
    if not isinstance(target, StandardCells | Fpga):
        raise UsageError(f"the target file {place} has no TARGET that is a StandardCells or an Fpga")
    return target


def check(target: Target, place: str) -> Target:
    """The target. UsageError, which names its `place`, for a field of another type than it must have."""
    hints = get_type_hints(type(target))
    for one in fields(target):
        value = getattr(target, one.name)
        hint = hints[one.name]
        if not _is_a(value, hint):
            kind = str(hint).removeprefix("collections.abc.") if get_args(hint) else hint.__name__
            raise UsageError(f"the target file {place}: {one.name} is {value!r:.60}, which is no {kind}")
    return target


def _is_a(value: Any, hint: Any) -> bool:
    """Whether a value is of the type of a field."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any:
        return True
    if hint is LibrarySource:
        return isinstance(value, LibrarySource)
    if hint is float:
        return type(value) in (int, float) and isfinite(value)
    if origin in (Union, UnionType):
        return any(_is_a(value, one) for one in inner)
    if origin is collections.abc.Callable:
        return callable(value)
    if origin is collections.abc.Mapping:
        kinds = list(zip(*value.items(), strict=True)) if isinstance(value, Mapping) else None
        return kinds is not None and all(
            _is_a(one, kind) for kind, ones in zip(inner, kinds, strict=False) for one in ones
        )
    if origin is tuple:
        if inner[1:] == (...,):
            return isinstance(value, tuple) and all(_is_a(one, inner[0]) for one in value)
        return isinstance(value, tuple) and len(value) == len(inner) and all(map(_is_a, value, inner))
    return type(value) is hint
