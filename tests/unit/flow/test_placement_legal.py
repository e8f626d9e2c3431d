# SPDX-License-Identifier: Apache-2.0
"""What a legal placement is: the check, with a fault of each kind, and cells that are set on sites."""

import random
from dataclasses import replace

import pytest

from hashloom.errors import HashloomError
from hashloom.flow.placement.geometry import Core
from hashloom.flow.placement.placer import Place, Placement, check, on_sites, perimeter

CORE = Core(rows=2, sites=10, site=100, row_height=1000)
WIDTHS = [300, 200, 500]
LEGAL = Placement(
    CORE,
    (Place(0, 0, "N"), Place(300, 0, "FN"), Place(500, 1000, "FS")),
    {"a": (0, 700), "y": (400, 2000), "z": (1000, 0)},
)


def test_a_legal_placement() -> None:
    check(LEGAL, WIDTHS)
    assert Placement.from_body(LEGAL.body()) == LEGAL


@pytest.mark.parametrize(
    ("cell", "place", "complaint"),
    [
        (0, Place(0, 500, "N"), "cell 0 of the placement is on no row"),
        (0, Place(0, 2000, "N"), "cell 0 of the placement is on no row"),
        (0, Place(0, -1000, "FS"), "cell 0 of the placement is on no row"),
        (1, Place(350, 0, "N"), "cell 1 of the placement is on no site"),
        (1, Place(900, 0, "N"), "cell 1 of the placement is on no site"),
        (1, Place(-100, 0, "N"), "cell 1 of the placement is on no site"),
        (1, Place(300, 0, "FS"), "cell 1 of the placement is FS in row 0"),
        (2, Place(500, 1000, "N"), "cell 2 of the placement is N in row 1"),
        (1, Place(200, 0, "N"), "two cells of the placement lie upon each other in row 0"),
        (2, Place(0, 0, "N"), "two cells of the placement lie upon each other in row 0"),
    ],
)
def test_a_cell_in_a_wrong_place_is_seen(cell: int, place: Place, complaint: str) -> None:
    cells = [*LEGAL.cells]
    cells[cell] = place
    with pytest.raises(HashloomError, match=complaint):
        check(replace(LEGAL, cells=tuple(cells)), WIDTHS)


@pytest.mark.parametrize(
    ("ports", "complaint"),
    [
        ({"a": (500, 500)}, "a port of the placement is not on the edge of the core"),
        ({"a": (400, 2000)}, "two ports of the placement are in one place"),
    ],
)
def test_a_port_in_a_wrong_place_is_seen(ports: dict[str, tuple[int, int]], complaint: str) -> None:
    with pytest.raises(HashloomError, match=complaint):
        check(replace(LEGAL, ports={**LEGAL.ports, **ports}), WIDTHS)


def test_cells_are_set_on_sites_in_their_order(rng: random.Random) -> None:
    core = Core(rows=3, sites=40, site=100, row_height=1000)
    cells, widths = [], []
    for row in range(3):
        # Of a full row every gap counts: sizes sum up to the sites, and the places are anywhere.
        sizes = [rng.randrange(1, 6) * 100 for _ in range(7)]
        sizes.append(core.width - sum(sizes) if row == 0 else 100)
        at = 0
        for size in sizes:
            cells.append(Place(at + rng.randrange(-49, 50), row * 1000, core.orientations(row)[0]))
            widths.append(size)
            at += size
    found = on_sites(cells, widths, core)
    check(Placement(core, found, {}), widths)
    for before, after in zip(cells, found, strict=True):
        assert abs(before.x - after.x) <= 500


def test_a_row_with_more_cells_than_sites_is_refused() -> None:
    with pytest.raises(HashloomError, match="row 0 of the placement has more cells than sites"):
        on_sites([Place(0, 0, "N"), Place(600, 0, "N")], [600, 500], CORE)


def test_the_edge_of_a_core_has_a_place_for_each_port() -> None:
    for count in (1, 2, 7, 100, 6000):
        points = perimeter(CORE, count)
        assert len(set(points)) == count
        check(Placement(CORE, (), dict(zip(map(str, range(count)), points, strict=True))), [])
