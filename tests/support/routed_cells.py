# SPDX-License-Identifier: Apache-2.0
"""A placement in osu018 routed by qrouter and extracted by magic, to hold estimates against.

The core lies in a DEF file with a margin around it; ports are pins on tracks just outside the core. The
clock is left out. What is extracted are the routed wires, each to ground and to its neighbours; the pins of
cells belong to the cells.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from hashloom.execution import jobs
from hashloom.flow.placement import placer, steps
from hashloom.flow.placement.geometry import Point

TECHNOLOGY = Path("/usr/share/qflow/tech/osu018")
LEF = TECHNOLOGY / "osu018_stdcells.lef"
PLACED, ROUTED = "placed.def", "routed.def"
RULES = TECHNOLOGY / "SCN6M_SUBM.10"
EXTRACT = f"""\
drc off
lef read {LEF}
def read {ROUTED}
load {{top}}
select top cell
extract no all
extract do capacitance
extract do coupling
extract all
quit -noprompt
"""
MARGIN = 10_000
TRACKS = (
    # layer, axis of its coordinate, step, offset, in nm
    ("metal1", "Y", 1000, 500), ("metal2", "X", 800, 400), ("metal3", "Y", 1000, 500),
    ("metal4", "X", 800, 400), ("metal5", "Y", 1000, 500), ("metal6", "X", 1600, 800),
)  # fmt: skip
ROUTE = f"""\
read_lef {LEF}
vdd vdd
gnd gnd
layers 6
via stack 2
read_def {PLACED}
qrouter::standard_route {ROUTED}
quit
"""


def route(
    circuit: steps.Circuit, where: placer.Placement, folder: Path, limits: jobs.Limits
) -> dict[str, int]:
    """Length of the wires of each net, in nm, routed in this folder; AssertionError for one without a way."""
    (folder / PLACED).write_text("".join(f"{line}\n" for line in _def(circuit, where)))
    (folder / "route.tcl").write_text(ROUTE)
    outcome = jobs.run(["qrouter", "-nog", "-s", "route.tcl"], folder, folder / "qrouter.log", limits)
    assert outcome.state == jobs.OK, outcome.tail()
    return _lengths((folder / ROUTED).read_text())


def capacitance(top: str, folder: Path, limits: jobs.Limits) -> float:
    """Capacitance in fF of all wires of this top that were routed in this folder.

    What lies between two wires counts for both, as if each were the other's ground.
    """
    (folder / "extract.tcl").write_text(EXTRACT.format(top=top))
    command = ["magic", "-dnull", "-noconsole", "-T", str(RULES), "-rcfile", "/dev/null", "extract.tcl"]
    outcome = jobs.run(command, folder, folder / "magic.log", limits)
    assert outcome.state == jobs.OK, outcome.tail()
    text = (folder / f"{top}.ext").read_text()
    assert re.search(r"^scale \d+ 1 ", text, re.MULTILINE), "the unit of capacitance is not an attofarad"
    to_ground = re.findall(r'^node "[^"]+" \S+ (\S+)', text, re.MULTILINE)
    to_others = re.findall(r'^cap "[^"]+" "[^"]+" (\S+)', text, re.MULTILINE)
    return (sum(map(float, to_ground)) + 2 * sum(map(float, to_others))) / 1000


def _def(circuit: steps.Circuit, where: placer.Placement) -> Iterator[str]:
    core, cells = where.core, circuit.netlist.instances
    names = [_plain(one.name) for one in cells]
    pins = dict(_pins(where))
    yield 'VERSION 5.6 ;\nNAMESCASESENSITIVE ON ;\nDIVIDERCHAR "/" ;\nBUSBITCHARS "[]" ;'
    yield f"DESIGN {circuit.netlist.top} ;\nUNITS DISTANCE MICRONS 1000 ;"
    yield f"DIEAREA ( {-MARGIN} {-MARGIN} ) ( {core.width + MARGIN} {core.height + MARGIN} ) ;"
    for layer, axis, step, offset in TRACKS:
        first = offset - MARGIN // step * step
        count = ((core.width if axis == "X" else core.height) + 2 * MARGIN) // step
        yield f"TRACKS {axis} {first} DO {count} STEP {step} LAYER {layer} ;"
    yield f"COMPONENTS {len(cells)} ;"
    for name, one, place in zip(names, cells, where.cells, strict=True):
        yield f"- {name} {one.cell} + PLACED ( {place.x} {place.y} ) {place.orientation} ;"
    yield "END COMPONENTS"
    yield f"PINS {len(pins)} ;"
    for bit, ((x, y), layer) in pins.items():
        yield f"- {bit} + NET {circuit.netlist.port_nets[bit]}"
        yield f"  + LAYER {layer} ( -150 -150 ) ( 150 150 ) + PLACED ( {x} {y} ) N ;"
    yield "END PINS"
    yield f"NETS {len(circuit.nets)} ;"
    for net in circuit.nets:
        ends = (
            f"( PIN {end.pin} )" if end.cell is None else f"( {names[end.cell]} {end.pin} )"
            for end in net.ends
        )
        yield f"- {net.name}\n  {' '.join(ends)} ;"  # qrouter wants the name alone on its line
    yield "END NETS\nEND DESIGN"


def _pins(where: placer.Placement) -> Iterator[tuple[str, tuple[Point, str]]]:
    """Each port on a track of its own, near to its place: metal3 at the sides, metal2 below and above."""
    width, height = where.core.width, where.core.height
    taken: dict[str, set[int]] = {}
    for bit, (x, y) in sorted(where.ports.items(), key=lambda item: (item[1], item[0])):
        side = "left" if x == 0 else "right" if x == width else "low" if y == 0 else "high"
        step, offset = (1000, 500) if side in ("left", "right") else (800, 400)
        wanted = ((y if side in ("left", "right") else x) - offset) // step
        used = taken.setdefault(side, set())
        track = min(
            (n for n in range(wanted - 99, wanted + 99) if n not in used), key=lambda n: abs(n - wanted)
        )
        used.add(track)
        along = track * step + offset
        # a grid point of the other layer, outside of the cells
        yield (
            bit,
            {
                "left": ((-1200, along), "metal3"),
                "right": ((width // 800 * 800 + 1200, along), "metal3"),
                "low": ((along, -1500), "metal2"),
                "high": ((along, height + 1500), "metal2"),
            }[side],
        )


def _lengths(text: str) -> dict[str, int]:
    """Lengths in a routed DEF file."""
    nets = text.partition("\nNETS")[2].partition("END NETS")[0]
    found = {}
    for block in re.split(r"\n- ", nets)[1:]:
        name = block.split()[0]
        _, routed, ways = block.partition("+ ROUTED")
        assert routed, f"{name} has no way"
        found[name] = sum(map(_way, re.split(r"\+ ROUTED|\bNEW\b", ways)))
    return found


def _way(text: str) -> int:
    """Length of one way: points, of which a `*` stands for the coordinate before."""
    length = 0
    last: Point | None = None
    for x, y in re.findall(r"\(\s*(\S+)\s+(\S+)(?:\s+\S+)?\s*\)", text):
        here = (last[0] if x == "*" and last else int(x), last[1] if y == "*" and last else int(y))
        if last is not None:
            length += abs(here[0] - last[0]) + abs(here[1] - last[1])
        last = here
    return length


def _plain(name: str) -> str:
    """A cell's name without what means a bus to the router."""
    return name.replace("[", "<").replace("]", ">")
