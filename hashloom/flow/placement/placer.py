# SPDX-License-Identifier: Apache-2.0
"""Placement of the cells of a netlist with coloquinte, ports on the edge of the core.

A first, rough placement has the ports spread around the edge in their order. Then each port takes the place
on the edge that is next to its cells, seen from the middle of the core, and all is placed anew. coloquinte
knows rows and no sites: at the end the cells of a row are set on sites in their order, and `check` looks at
what has come out.
"""

import importlib.util
import json
import math
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib import metadata
from itertools import pairwise
from pathlib import Path
from typing import Any

from hashloom.errors import HashloomError, MissingTool
from hashloom.execution import jobs
from hashloom.flow.placement.geometry import ORIENTATIONS, Core, Point, pin
from hashloom.flow.placement.netlist import End, Net, Netlist
from hashloom.libraries.lef import Macro

TOOL = "coloquinte"
INSTALL = "make setup, with Python 3.11 or 3.12"
LOG = "placement.log"
EFFORT = 3
"""coloquinte's effort, 1 to 9."""
ROUGH_EFFORT = 1
"""The same for the placement that only says where ports go."""
NOISE = 0.01
"""Relative noise of the weights of nets, all that a seed decides: less leaves small circuits alike."""

_CHILD = Path(__file__).with_name("placer_child.py")
_PROBLEM, _SOLUTION = "problem.json", "solution.json"


@dataclass(frozen=True)
class Place:
    """Lower left corner of a cell, in nm, and its orientation."""

    x: int
    y: int
    orientation: str


@dataclass(frozen=True)
class Placement:
    """Cells on a core, in the order of the netlist, and bits of ports on its edge."""

    core: Core
    cells: tuple[Place, ...]
    ports: Mapping[str, Point]

    def body(self) -> dict[str, Any]:
        """JSON object that `from_body` reads."""
        return {
            "core": asdict(self.core),
            "cells": [[one.x, one.y, one.orientation] for one in self.cells],
            "ports": {bit: list(place) for bit, place in self.ports.items()},
        }

    @classmethod
    def from_body(cls, body: Mapping[str, Any]) -> "Placement":
        """Return the placement whose `body` this was."""
        return cls(
            Core(**body["core"]),
            tuple(Place(*one) for one in body["cells"]),
            {bit: (x, y) for bit, (x, y) in body["ports"].items()},
        )

    def at(self, end: End, netlist: Netlist, macros: Mapping[str, Macro]) -> Point:
        """Where an end of a net is."""
        if end.cell is None:
            return self.ports[end.pin]
        place = self.cells[end.cell]
        x, y = pin(macros[netlist.instances[end.cell].cell], end.pin, place.orientation)
        return place.x + x, place.y + y


@dataclass(frozen=True)
class Problem:
    """What coloquinte is asked: cells, then ports, which are `fixed` and have no size; lengths in nm.

    A net is a list of cells and those of the places of pins in them; a row is left, right, low, high and
    orientation. Without `legal` cells may come out upon each other.
    """

    widths: Sequence[int]
    heights: Sequence[int]
    fixed: Sequence[bool]
    nets: Sequence[tuple[Sequence[int], Sequence[int], Sequence[int]]]
    x: Sequence[int]
    y: Sequence[int]
    rows: Sequence[tuple[int, int, int, int, str]]
    effort: int
    seed: int
    noise: float
    legal: bool


@cache
def version() -> str:
    """Version of coloquinte. MissingTool if it is not there."""
    if importlib.util.find_spec(TOOL) is None:
        raise MissingTool(f"the Python package {TOOL} is not installed", INSTALL)
    return metadata.version(TOOL)


def place(
    netlist: Netlist,
    nets: Sequence[Net],
    macros: Mapping[str, Macro],
    core: Core,
    seed: int,
    folder: Path,
    limits: jobs.Limits,
) -> tuple[Placement | None, jobs.Outcome]:
    """Place in this folder; no placement where the tool's outcome is not ok.

    HashloomError where what came out is not legal.
    """
    bits = [end.pin for net in nets for end in net.ends if end.cell is None]
    edge = perimeter(core, len(bits))
    ports = dict(zip(bits, edge, strict=True))
    rough = _problem(netlist, nets, macros, core, ports, ROUGH_EFFORT, seed, legal=False)
    solution, outcome = _solve(rough, folder, limits)
    if solution is None:
        return None, outcome
    ports = _nearest(nets, solution, core, edge)
    solution, outcome = _solve(
        _problem(netlist, nets, macros, core, ports, EFFORT, seed, legal=True), folder, limits
    )
    if solution is None:
        return None, outcome
    widths = [macros[instance.cell].width for instance in netlist.instances]
    count = len(netlist.instances)
    raw = [
        Place(x, y, orientation)
        for x, y, orientation in zip(solution["x"], solution["y"], solution["orientation"], strict=True)
    ]
    placement = Placement(core, on_sites(raw[:count], widths, core), ports)
    check(placement, widths)
    return placement, outcome


def perimeter(core: Core, count: int) -> list[Point]:
    """So many points, evenly spread along the edge, from the lower left corner counterclockwise."""
    width, height = core.width, core.height
    points = []
    for number in range(count):
        along = (2 * number + 1) * (width + height) // count
        if along < width:
            points.append((along, 0))
        elif along < width + height:
            points.append((width, along - width))
        elif along < 2 * width + height:
            points.append((2 * width + height - along, height))
        else:
            points.append((0, 2 * (width + height) - along))
    return points


def on_sites(cells: Sequence[Place], widths: Sequence[int], core: Core) -> tuple[Place, ...]:
    """The cells of each row on sites, in their order, each near to where it is.

    HashloomError for a row with more cells than sites.
    """
    by_row: dict[int, list[int]] = defaultdict(list)
    for index, cell in enumerate(cells):
        by_row[cell.y // core.row_height].append(index)
    found = list(cells)
    for row, inside in by_row.items():
        inside.sort(key=lambda index: (cells[index].x, index))
        sizes = [widths[index] // core.site for index in inside]
        starts, free = [], 0
        for index, size in zip(inside, sizes, strict=True):
            starts.append(max(free, round(cells[index].x / core.site)))
            free = starts[-1] + size
        last = core.sites
        for number in reversed(range(len(inside))):
            starts[number] = min(starts[number], last - sizes[number])
            last = starts[number]
        if last < 0:
            raise HashloomError(f"row {row} of the placement has more cells than sites")
        for index, start in zip(inside, starts, strict=True):
            found[index] = Place(start * core.site, cells[index].y, cells[index].orientation)
    return tuple(found)


def check(placement: Placement, widths: Sequence[int]) -> None:
    """HashloomError unless the placement is legal.

    Cells stand on rows and sites inside the core, with the supplies where those of the row are, no two upon
    each other; ports are on the edge, each in a place of its own.
    """
    core = placement.core
    by_row: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for index, (cell, width) in enumerate(zip(placement.cells, widths, strict=True)):
        row, above = divmod(cell.y, core.row_height)
        if above or not 0 <= row < core.rows:
            raise HashloomError(f"cell {index} of the placement is on no row")
        if cell.x % core.site or not 0 <= cell.x <= core.width - width:
            raise HashloomError(f"cell {index} of the placement is on no site of its row")
        if cell.orientation not in core.orientations(row):
            raise HashloomError(f"cell {index} of the placement is {cell.orientation} in row {row}")
        by_row[row].append((cell.x, cell.x + width))
    for row, spans in by_row.items():
        if any(left[1] > right[0] for left, right in pairwise(sorted(spans))):
            raise HashloomError(f"two cells of the placement lie upon each other in row {row}")
    places = set(placement.ports.values())
    if any(x not in (0, core.width) and y not in (0, core.height) for x, y in places):
        raise HashloomError("a port of the placement is not on the edge of the core")
    if len(places) < len(placement.ports) <= 2 * (core.width + core.height):
        raise HashloomError("two ports of the placement are in one place")


def _nearest(
    nets: Sequence[Net], solution: Mapping[str, Any], core: Core, edge: Sequence[Point]
) -> dict[str, Point]:
    """Ports on the edge in the order, around the middle of the core, of the cells that they are wired to."""
    middle = (core.width / 2, core.height / 2)

    def angle(x: float, y: float) -> float:
        return math.atan2(y - middle[1], x - middle[0])

    wanted: dict[str, float] = {}
    for net in nets:
        inside = [end.cell for end in net.ends if end.cell is not None]
        x, y = (
            (sum(solution[axis][cell] for cell in inside) / len(inside) if inside else middle[number])
            for number, axis in enumerate("xy")
        )
        wanted |= {end.pin: angle(x, y) for end in net.ends if end.cell is None}
    order = sorted(wanted, key=lambda bit: (wanted[bit], bit))
    return dict(zip(order, sorted(edge, key=lambda point: angle(*point)), strict=True))


def _problem(
    netlist: Netlist,
    nets: Sequence[Net],
    macros: Mapping[str, Macro],
    core: Core,
    ports: Mapping[str, Point],
    effort: int,
    seed: int,
    legal: bool,
) -> Problem:
    cells = [macros[instance.cell] for instance in netlist.instances]
    numbers = {bit: len(cells) + number for number, bit in enumerate(ports)}
    wired = []
    for net in nets:
        inside = [numbers[end.pin] if end.cell is None else end.cell for end in net.ends]
        pins = [(0, 0) if end.cell is None else pin(cells[end.cell], end.pin, "N") for end in net.ends]
        wired.append((inside, [x for x, _ in pins], [y for _, y in pins]))
    return Problem(
        widths=[cell.width for cell in cells] + [0] * len(ports),
        heights=[cell.height for cell in cells] + [0] * len(ports),
        fixed=[False] * len(cells) + [True] * len(ports),
        nets=wired,
        x=[core.width // 2] * len(cells) + [x for x, _ in ports.values()],
        y=[core.height // 2] * len(cells) + [y for _, y in ports.values()],
        rows=[
            (0, core.width, row * core.row_height, (row + 1) * core.row_height, core.orientations(row)[0])
            for row in range(core.rows)
        ],
        effort=effort,
        seed=seed,
        noise=NOISE,
        legal=legal,
    )


def _solve(problem: Problem, folder: Path, limits: jobs.Limits) -> tuple[dict[str, Any] | None, jobs.Outcome]:
    """What coloquinte answers; nothing where it ended in another way than ok."""
    version()
    (folder / _PROBLEM).write_text(json.dumps(asdict(problem)), encoding="utf-8")
    argv = [sys.executable, str(_CHILD), _PROBLEM, _SOLUTION]
    outcome = jobs.run(argv, folder, folder / LOG, limits)
    if outcome.state != jobs.OK:
        return None, outcome
    solution: dict[str, Any] = json.loads((folder / _SOLUTION).read_text(encoding="utf-8"))
    strange = set(solution["orientation"]) - set(ORIENTATIONS)
    if strange:
        raise HashloomError(f"coloquinte has turned cells to {', '.join(sorted(strange))}")
    for name in (_PROBLEM, _SOLUTION):
        (folder / name).unlink()
    return solution, outcome
