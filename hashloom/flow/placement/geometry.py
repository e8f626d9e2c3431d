# SPDX-License-Identifier: Apache-2.0
"""Sizes and pins of the cells of a target, in nanometres, and the rows of a core that they fit in."""

import hashlib
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from hashloom import libraries
from hashloom.errors import HashloomError, UsageError
from hashloom.flow.placement.netlist import Netlist
from hashloom.libraries import lef
from hashloom.libraries.lef import NM, Macro
from hashloom.targets import Layout, StandardCells

FROM_LEF = "LEF"
FROM_AREA = "areas of the Liberty file, pins in the middle of cells"
ORIENTATIONS = ("N", "FN", "S", "FS")
"""As it is; mirrored left to right; turned by half; mirrored top to bottom."""

Point = tuple[int, int]


@dataclass(frozen=True)
class Core:
    """Rows of sites, one above the other from 0, 0 on; lengths in nm. Every other row is upside down."""

    rows: int
    sites: int
    site: int
    row_height: int

    @property
    def width(self) -> int:
        """Width of every row."""
        return self.sites * self.site

    @property
    def height(self) -> int:
        """Height of all rows."""
        return self.rows * self.row_height

    def orientations(self, row: int) -> tuple[str, str]:
        """Those that a cell can have in a row: its supplies lie at those of its neighbours."""
        return ("FS", "S") if row % 2 else ("N", "FN")


def layout_of(target: StandardCells) -> Layout:
    """What placement needs to know of a target. UsageError where it does not say."""
    if target.layout is None:
        raise UsageError(
            f"the target {target.name} has no layout (height of rows, sites, resistance and capacitance of "
            "wires), so its cells cannot be placed"
        )
    return target.layout


def source(layout: Layout) -> str:
    """Where the sizes of cells are from."""
    return FROM_AREA if layout.lef is None else FROM_LEF


def lef_digest(layout: Layout) -> str | None:
    """SHA-256 (hexadecimal) of the LEF file; None without one. MissingTool where it is not to be had."""
    return None if layout.lef is None else _digest(layout.lef.path())


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def cells(target: StandardCells, library: libraries.Library, names: Iterable[str]) -> dict[str, Macro]:
    """Geometry of these cells. UsageError for one that the LEF file lacks or that fits no row or site."""
    layout = layout_of(target)
    height, site = nm(layout.row_height_um), nm(layout.site_um)
    if layout.lef is None:
        found = {name: _by_area(library.area(name), name, height) for name in names}
    else:
        path = layout.lef.path()
        try:
            known = lef.macros(path.read_text(encoding="utf-8", errors="replace"))
        except UsageError as error:
            raise UsageError(f"{path}: {error}") from error
        missing = sorted(set(names) - set(known))
        if missing:
            raise UsageError(f"the LEF file {path} lacks cells of the netlist: {', '.join(missing)}")
        found = {name: known[name] for name in names}
    for macro in found.values():
        if macro.height != height or macro.width % site:
            raise UsageError(
                f"the cell {macro.name} is {macro.width / NM:g} um wide and {macro.height / NM:g} um high, "
                f"which fits no row of {layout.row_height_um:g} um with sites of {layout.site_um:g} um"
            )
    return found


def _by_area(area: float, name: str, height: int) -> Macro:
    """A cell of this area in a row, without places of pins."""
    return Macro(name, round(area * NM * NM / height), height)


def core(netlist: Netlist, macros: Mapping[str, Macro], layout: Layout) -> Core:
    """The core for the cells of a netlist, as near to the utilisation and aspect ratio as rows and sites go.

    It has at least the sites for them all.
    """
    site, height = nm(layout.site_um), nm(layout.row_height_um)
    counts = Counter(instance.cell for instance in netlist.instances)
    if not counts:
        raise HashloomError(f"the netlist of {netlist.top} has no cell to place")
    widths = {name: macros[name].width // site for name in counts}
    wanted = sum(widths[name] * count for name, count in counts.items()) / layout.utilisation
    rows = max(1, round(math.sqrt(wanted * site * height * layout.aspect_ratio) / height))
    return Core(rows, max(math.ceil(wanted / rows), max(widths.values())), site, height)


def utilisation(netlist: Netlist, macros: Mapping[str, Macro], core: Core) -> float:
    """The part of the sites of a core that the cells take."""
    taken = sum(macros[instance.cell].width for instance in netlist.instances)
    return taken / (core.width * core.rows)


def pin(macro: Macro, name: str, orientation: str) -> Point:
    """Place of a pin, from the lower left corner of the cell as it stands; its middle where LEF has none."""
    x, y = macro.pins.get(name, (macro.width // 2, macro.height // 2))
    if orientation in ("FN", "S"):
        x = macro.width - x
    if orientation in ("FS", "S"):
        y = macro.height - y
    return x, y


def nm(micrometres: float) -> int:
    """A length in nanometres."""
    return round(micrometres * NM)
