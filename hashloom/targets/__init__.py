# SPDX-License-Identifier: Apache-2.0
"""What designs are synthesised for: one module per target, found by its being here.

A target module has `TARGET`, a `StandardCells`, an `Fpga` or a `VendorFpga`, and `NAME` and `DESCRIPTION` of
it. A user's own target is a Python file of the same shape anywhere, named by its path.
"""

import importlib
import importlib.util
import json
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, wraps
from math import isfinite
from pathlib import Path
from types import ModuleType
from typing import Any

from hashloom.catalogue import nearest
from hashloom.errors import UsageError
from hashloom.libraries import LibrarySource
from hashloom.targets._checking import check
from hashloom.targets._vendor import UNTESTED, VendorFpga

__all__ = [
    "LUT", "SLICE_MULTIPLEXER", "UNTESTED", "WIRE", "AnyTarget", "Fpga", "Layout", "StandardCells", "Target",
    "VendorFpga", "check", "find", "names", "own_model",
]  # fmt: skip

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
"""What open tools measure on."""
AnyTarget = Target | VendorFpga


@cache
def names() -> tuple[str, ...]:
    """Names of the targets of this package, sorted."""
    modules = (info.name for info in pkgutil.iter_modules(__path__))
    return tuple(sorted(name for name in modules if not name.startswith("_")))


def own_model(name: str) -> str:
    """Path of a model of a cell that this package has, where that of yosys cannot be simulated."""
    return str(Path(__file__).with_name("models") / name)


def find(text: str, libraries: Path | None = None) -> AnyTarget:
    """Return the target of this name, or of the Python file at this path. UsageError if there is none.

    `libraries`: the folder where cell libraries are kept, for who uses that of the target.
    """
    found = _found(text)
    if libraries is None or not isinstance(found, StandardCells):
        return found
    layout = found.layout
    if layout is not None and layout.lef is not None:
        layout = replace(layout, lef=layout.lef.kept_in(libraries))
    return replace(found, source=found.source.kept_in(libraries), layout=layout)


def _found(text: str) -> AnyTarget:
    if text.endswith(".py"):
        return _from_file(Path(text))
    if text not in names():
        raise UsageError(
            f"unknown target '{text}'; {nearest(text, names())}, or the path of a target file (.py)"
        )
    return _target_of(importlib.import_module(f"{__name__}.{text}"), text)


@cache
def _from_file(path: Path) -> AnyTarget:
    if not _is_file(path):
        raise UsageError(f"there is no target file {path}")
    specification = importlib.util.spec_from_file_location(f"hashloom_target_{path.stem}", path)
    if specification is None or specification.loader is None:
        raise UsageError(f"the target file {path} cannot be read as Python")
    module = importlib.util.module_from_spec(specification)
    try:
        specification.loader.exec_module(module)
        return _guarded(check(_target_of(module, str(path)), str(path)), path)
    except UsageError as error:
        if str(path) in str(error):
            raise
        raise UsageError(f"the target file {path}: {error}") from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever the file raises: it is not ours
        raise UsageError(f"the target file {path} cannot be used: {_in_words(error)}") from error


def _guarded(target: AnyTarget, path: Path) -> AnyTarget:
    """The target, with a repair whose errors are sentences that name the file."""
    if not isinstance(target, Fpga) or target.repair is None:
        return target
    own = target.repair

    @wraps(own)  # its text, which is part of keys, stays that of the file
    def repair(netlist: dict[str, Any]) -> None:
        try:
            own(netlist)
            json.dumps(netlist)
        except (Exception, SystemExit) as error:
            raise UsageError(f"the repair of the target file {path} fails: {_in_words(error)}") from error

    return replace(target, repair=repair)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long
        return False


def _in_words(error: BaseException) -> str:
    """What an error says, on one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())


def _target_of(module: ModuleType, place: str) -> AnyTarget:
    target = getattr(module, "TARGET", None)
    if not isinstance(target, StandardCells | Fpga | VendorFpga):
        what = "it has none" if target is None else f"its TARGET is {target!r:.60}"
        raise UsageError(
            f"the target file {place} has no TARGET that is a StandardCells, an Fpga or a VendorFpga; {what}"
        )
    return target
