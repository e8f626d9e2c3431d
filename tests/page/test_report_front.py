# SPDX-License-Identifier: Apache-2.0
"""The Pareto front of the report is that of the rows, its figures are those of rankings and of README."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import all_fronts
import design_rows
import pytest
import report_rows
from all_fronts import DOCUMENTS, RESULTS, named, planes
from folders import ROOT
from own_state import here

from hashloom import rows
from hashloom.reports import face, ranking
from hashloom.reports.page import everything, figures, study
from hashloom.results import reader

Row = dict[str, Any]
REPOSITORY = ROOT
RANKED = [
    (path, target, int(bits))
    for path in (REPOSITORY / "docs" / "candidates.md",)
    for target, bits in re.findall(r"<!-- generated: ranking (\S+) (\d+) -->", path.read_text())
]


def fronts_agree(paths: list[Path]) -> int:
    """Compare every front with that found by brute force; the number of planes."""
    every = [row for path in paths for row in reader.any_kind(path, here()).plain()["rows"]]
    shown = planes(figures.derived(study.read(paths, here()).rows, here()))
    wanted = planes(every)
    assert set(shown) == set(wanted)
    for key, own in wanted.items():
        assert {named(row) for row in shown[key]} == {named(row) for row in own}, key
        for y in ("throughput", "latency"):
            assert {named(row) for row in figures.front(shown[key], y)} == all_fronts.front(own, y), (key, y)
    return len(wanted)


def test_the_front_is_that_of_all_committed_rows() -> None:
    assert fronts_agree(all_fronts.paths()) >= 9


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_front_is_that_of_the_rows_of_a_document(name: str) -> None:
    assert fronts_agree([RESULTS / f"{name}.json"]) >= 1


def test_the_front_of_invented_rows_and_what_equals_it(tmp_path: Path) -> None:
    """A row on the front has a twin of another name: both are on it."""
    found = report_rows.rows()
    assert fronts_agree([report_rows.write(tmp_path, found)]) == 3
    twin = {**found[0], "architecture": "twin", "synthesis_key": "d4" * 32}
    path = report_rows.write(tmp_path, [*found, twin])
    assert fronts_agree([path]) == 3
    shown = planes(figures.derived(study.read([path], here()).rows, here()))["osu018", "GE", False]
    assert "twin" in [row["architecture"] for row in figures.front(shown, "throughput")]


def test_a_row_that_is_left_out_changes_the_front(tmp_path: Path) -> None:
    """The comparison notices what it is there for: a beaten design on the front once its better is gone."""
    found = report_rows.rows()
    beaten_by = planes(figures.derived(study.read([report_rows.write(tmp_path, found)], here()).rows, here()))
    best = figures.front(beaten_by["osu018", "GE", False], "throughput")[0]
    left = [row for row in found if named(row) != named(best)]
    after = planes(figures.derived(study.read([report_rows.write(tmp_path, left)], here()).rows, here()))
    front = {named(row) for row in figures.front(after["osu018", "GE", False], "throughput")}
    assert front != all_fronts.front(planes(found)["osu018", "GE", False], "throughput")


def cells_of(path: Path, target: str, bits: int) -> list[list[str]]:
    """The lines of a ranking as they stand in a Markdown file."""
    region = re.search(
        rf"<!-- generated: ranking {target} {bits} -->\n(.*?)<!-- end of generated -->",
        path.read_text(encoding="utf-8"),
        re.DOTALL,
    )
    assert region is not None
    lines = [line for line in region[1].splitlines() if line.startswith("|")]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines[2:]]


@pytest.fixture(scope="module")
def compared() -> list[Row]:
    """The rows of the two documents that the ranking is made of."""
    documents = [RESULTS / f"{name}.json" for name in ranking.COMPARED]
    return figures.derived(study.read(documents, here()).rows, here())


@pytest.fixture(scope="module")
def every() -> list[Row]:
    """The rows of the report of all committed results."""
    return figures.derived(everything.study(here()).rows, here())


def in_one_field(found: list[Row], target: str, bits: int) -> list[Row]:
    """Designs of ours on a target at the clock without wires, which are ranked together."""
    return [
        row
        for row in figures.ranked(found)
        if (row["target"], row.get("digest_bits")) == (target, bits)
        and figures.efficiency(row)
        and not row.get("wires")
    ]


@pytest.mark.parametrize(("path", "target", "bits"), RANKED, ids=lambda value: getattr(value, "stem", value))
def test_the_ranking_is_that_of_the_report(path: Path, target: str, bits: int, compared: list[Row]) -> None:
    """Of the same rows the same designs are the best, with the same ratios, and they are on the front."""
    shown = in_one_field(compared, target, bits)
    lines = cells_of(path, target, bits)
    assert sorted(line[0] for line in lines) == sorted({row["function"] for row in shown})
    ranked_alike(shown, lines)


@pytest.mark.parametrize(("path", "target", "bits"), RANKED, ids=lambda value: getattr(value, "stem", value))
def test_the_ranking_is_that_of_the_report_of_everything(
    path: Path, target: str, bits: int, every: list[Row], compared: list[Row]
) -> None:
    """None of the designs that are compared there is better than it says."""
    lines = cells_of(path, target, bits)
    functions = {line[0] for line in lines}
    known = {(row["function"], row["architecture"]) for row in compared if row["target"] == target}
    shown = [
        row
        for row in in_one_field(every, target, bits)
        if row["function"] in functions and (row["function"], row["architecture"]) in known
    ]
    assert functions == {row["function"] for row in shown}
    ranked_alike(shown, lines, all_measured=False)


def test_a_better_design_than_the_ranking_has_is_noticed(every: list[Row]) -> None:
    path, target, bits = RANKED[0]
    shown = in_one_field(every, target, bits)
    lines = cells_of(path, target, bits)
    last = next(row for row in shown if row["function"] == lines[-1][0])
    faster = {**last, "throughput_gbps": last["throughput_gbps"] * 50}
    with pytest.raises(AssertionError):
        ranked_alike([*shown, faster], lines, all_measured=False)


FIGURES: dict[str, tuple[Callable[[Iterable[float]], float], Callable[[Row], float | None]]] = {
    "area": (min, lambda row: row.get("area")),
    "speed": (max, lambda row: row.get("throughput_gbps")),
    "ratio": (max, lambda row: 1e6 * figures.efficiency(row)),
    "energy": (min, lambda row: row.get("energy_pj_per_bit")),
}
"""By purpose: which figure is the best, and what the figure of a row is."""


def face_cells(text: str) -> list[tuple[str, face.Best, str]]:
    """Function, column and cell of the table of figures in README."""
    region = re.search(r"<!-- generated: face \S.*? -->\n(.*?)<!-- end of generated -->", text, re.DOTALL)
    assert region is not None
    lines = [line for line in region[1].splitlines() if line.startswith("| [")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [
        (line[0].partition("]")[0].lstrip("["), best, cell)
        for line in cells
        for best, cell in zip(face.SHOWN, line[2:], strict=True)
    ]


def not_best(every: list[Row], text: str) -> list[tuple[str, str, str]]:
    """Cells of the table that are not the best figure of all rows: function, heading, cell."""
    found = []
    for function, best, cell in face_cells(text):
        chosen, figure = FIGURES[best.purpose]
        own = [row for row in every if (row["function"], row["target"]) == (function, best.target)]
        known = [value for value in map(figure, own) if value]
        digits = len(cell.partition(".")[2])
        wanted = f"{chosen(known):,.{digits}f}" if known else "–"
        if cell != wanted:
            found.append((function, best.heading, cell))
    return found


def test_readme_shows_the_best_figures_of_the_report_of_everything(every: list[Row]) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(face_cells(text)) >= 8 * len(face.SHOWN)
    assert not_best(every, text) == []


def test_a_better_figure_than_readme_has_is_noticed(every: list[Row]) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    function, best, _ = face_cells(text)[1]
    row = next(row for row in every if (row["function"], row["target"]) == (function, best.target))
    faster = {**row, "throughput_gbps": 1e6}
    assert (function, best.heading) in {found[:2] for found in not_best([*every, faster], text)}


def ranked_alike(shown: list[Row], lines: list[list[str]], all_measured: bool = True) -> None:
    """Compare; unless `all_measured` the lines may lack a design that the rows have."""
    order = []
    for function, *columns in lines:
        own = [row for row in shown if row["function"] == function]
        one = [row for row in own if row["stages"] == 1]
        for (architecture, *_, ratio, _), among in ((columns[:6], one), (columns[6:], own)):
            if architecture == "–":
                assert not among or not all_measured
                continue
            best = max(among, key=figures.efficiency)
            assert architecture == best["architecture"], function
            assert ratio == f"{figures.efficiency(best) * 1e6:,.1f}", function
            assert best in figures.front(among, "throughput")
        assert columns[-1] == f"{best['ratio_to_sha2']:.2f}", function
        order.append(figures.efficiency(best))
    assert order == sorted(order, reverse=True)
    first = max(shown, key=figures.efficiency)
    equals = [row for row in shown if figures.efficiency(row) == figures.efficiency(first)]
    assert (lines[0][0], lines[0][7]) in {(row["function"], row["architecture"]) for row in equals}
    assert first in figures.front(shown, "throughput")


def test_the_fixture_has_rows_that_are_whole() -> None:
    assert all(rows.complaints(row, here()) == [] for row in report_rows.rows())
    assert design_rows.of("sha1/basic", "ecp5")["block_bits"] == 512
