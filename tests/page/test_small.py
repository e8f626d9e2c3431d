# SPDX-License-Identifier: Apache-2.0
"""Tables of the small end: from the smallest to the fastest, and compact cores beside the best of all."""

import pytest
from own_state import here

from hashloom import catalogue
from hashloom.errors import HashloomError
from hashloom.reports import findings, small

Cells = list[list[str]]


def cells(table: str) -> Cells:
    """The lines of a Markdown table below its head."""
    return [[one.strip() for one in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def figure(text: str) -> float:
    return float(text.replace(",", ""))


@pytest.mark.parametrize("function", ["sha256", "sha1", "blake-r3-256", "skein-1.3-512-512"])
def test_a_ladder_goes_from_the_smallest_to_the_fastest(function: str) -> None:
    rows = cells(small.ladder(here(), function, "osu018"))
    areas, speeds = [figure(row[2]) for row in rows], [figure(row[5]) for row in rows]
    assert areas == sorted(areas)
    assert len(rows) > 3
    for at, row in enumerate(rows):
        beaten = any(speed >= speeds[at] for speed in speeds[:at])
        assert (row[7] == small.ON_FRONT) == (not beaten), row
    assert rows[0][7] == small.ON_FRONT
    fastest = max(range(len(rows)), key=speeds.__getitem__)
    assert rows[fastest][7] == small.ON_FRONT


def test_nothing_measured_is_said() -> None:
    with pytest.raises(HashloomError, match=r"nothing of skein-1\.1-1024-1024 on gowin; make results"):
        small.ladder(here(), "skein-1.1-1024-1024", "gowin")
    with pytest.raises(HashloomError, match="no compact core on gowin; make results"):
        small.smallest(here(), "gowin")


def test_every_compact_core_has_its_figures_beside_the_best_of_its_function() -> None:
    rows = cells(small.smallest(here(), small.TARGET))
    compact = [
        design.name
        for design in catalogue.designs(here())
        if small.is_compact(design) and design.function.name in small.FUNCTIONS
    ]
    assert sorted(row[0].strip("`") for row in rows) == sorted(compact)
    for row in rows:
        core, top, mhz, cycles, speed, ratio, best, less = map(figure, row[1:])
        design = catalogue.resolve_design(row[0].strip("`"), here())
        assert core < top < 1.6 * core
        assert cycles == design.cycles_per_block
        assert speed == pytest.approx(mhz * design.function.block_bits / cycles, rel=1e-2)
        assert ratio == pytest.approx(1000 * speed / core, rel=1e-2)
        assert less == pytest.approx(best / ratio, rel=1e-3, abs=0.01)
        assert less >= 1


def test_the_sentence_names_compact_cores_alone() -> None:
    said = findings.region(here(), "small")
    assert "sha256 **" in said
    assert " GE** with " in said
