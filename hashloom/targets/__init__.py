# SPDX-License-Identifier: Apache-2.0
"""What designs are synthesised for: one module per target, found by its being here.

A target module has `TARGET`, a `StandardCells` or an `Fpga`, and `NAME` and `DESCRIPTION` of it. A user's own
target is a Python file of the same shape anywhere, named by its path.
"""

import importlib
import importlib.util
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from hashloom.catalogue import nearest
from hashloom.errors import UsageError
from hashloom.libraries import LibrarySource


@dataclass(frozen=True)
class StandardCells:
    """A standard-cell library.

    `gate` is the two-input NAND whose area is one gate equivalent. `driving_cell` drives every input,
    `load_ff` (femtofarad) hangs on every output, in mapping and in timing analysis. `delay_ps` is, per goal,
    the delay that mapping asks for. `dont_use` are cells synthesis must leave alone (with `*` and `?`):
    enable and scan flip-flops, which hide a multiplexer whose fan-out mapping cannot see, power-management
    and probe cells.
    """

    name: str
    description: str
    source: LibrarySource
    gate: str
    driving_cell: str
    load_ff: float
    delay_ps: Mapping[str, int]
    dont_use: tuple[str, ...] = ()
    technology: str = field(default="asic", init=False)


@dataclass(frozen=True)
class Fpga:
    """An FPGA, placed and routed by nextpnr.

    `synthesis` is the yosys command line that maps to its cells, without `-top` and without the pass
    `autoname`, whose time grows with the square of the design; `program` and `arguments` are nextpnr's.
    `luts` and `flip_flops` name the resources of nextpnr's report that count as area, `lut_cells` how many of
    those LUTs a cell of the mapped netlist takes, `flip_flop_cells` its flip-flops. `models` are the vendor's
    cells for simulation, files of yosys. `repair` changes the netlist (JSON as a Python object) before
    placement. `devices` are those of the family with their LUTs, smallest first; `arguments` choose one.
    """

    name: str
    description: str
    synthesis: str
    program: str
    install: str
    arguments: tuple[str, ...]
    luts: str
    flip_flops: str
    lut_cells: Mapping[str, int]
    flip_flop_cells: tuple[str, ...]
    models: tuple[str, ...]
    repair: Callable[[dict[str, Any]], None] | None = None
    devices: Mapping[str, int] = field(default_factory=dict)
    technology: str = field(default="fpga", init=False)

    def device_for(self, luts: int) -> str | None:
        """Name of the smallest device with so many LUTs; None if there is none."""
        return next((name for name, size in self.devices.items() if size >= luts), None)


Target = StandardCells | Fpga


def names() -> list[str]:
    """Names of the targets of this package."""
    return sorted(info.name for info in pkgutil.iter_modules(__path__))


def find(text: str) -> Target:
    """Return the target of this name, or of the Python file at this path. UsageError if there is none."""
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
    except Exception as error:
        raise UsageError(f"the target file {path} cannot be used: {type(error).__name__}: {error}") from error
    return _target_of(module, str(path))


def _target_of(module: ModuleType, place: str) -> Target:
    target = getattr(module, "TARGET", None)
    if not isinstance(target, StandardCells | Fpga):
        raise UsageError(f"the target file {place} has no TARGET that is a StandardCells or an Fpga")
    return target
