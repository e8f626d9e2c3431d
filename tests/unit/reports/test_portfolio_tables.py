# SPDX-License-Identifier: Apache-2.0
"""The tables of portfolios: what the best script wins, and each script beside `fast`."""

import json
from pathlib import Path

import design_rows
from own_state import here, with_repository

from hashloom import rows
from hashloom.flow.goals import scripts
from hashloom.reports import portfolio
from hashloom.results.versions import stamped

BETTER = design_rows.wired(
    design_rows.sized(design_rows.clocked(design_rows.of("sha256/basic", "osu018"), 320.0), 8_000), 220.0
)
FASTEST = design_rows.of_scripts(BETTER, {"fast": (200.0, 10_000.0), "nf": (210.0, 7_000.0)}, "nf")


def test_the_invented_row_is_one() -> None:
    assert rows.complaints(FASTEST, here()) == []


def test_gains_are_over_the_one_script_of_fast() -> None:
    (*_, fast, best, densest) = (
        portfolio.table([FASTEST, {**FASTEST, "goal": "densest"}]).markdown().splitlines()
    )
    ratios = [
        512 / FASTEST["cycles_per_block"] * clock * 1e3 / area for clock, area in ((200, 1e4), (220, 8e3))
    ]
    assert (
        fast == f"| `sha256/basic` | `osu018` | `fast` | – | 400 | 200 | 10,000 | {ratios[0]:.0f} | – | – |"
    )
    assert best == (
        f"| `sha256/basic` | `osu018` | `fastest` | `nf`, second pass | 320 | 220 | 8,000 | {ratios[1]:.0f} "
        "| +10.0% | +37.5% |"
    )
    assert densest == best.replace("fastest", "densest")


def test_each_script_is_beside_fast() -> None:
    *_, line = portfolio.by_script([FASTEST, FASTEST]).markdown().splitlines()
    cells = dict(zip(scripts()[1:], line.split(" | ")[2:], strict=True))
    assert cells.pop("nf").strip(" |") == "+5.0% / +50.0%"
    assert {cell.strip(" |") for cell in cells.values()} == {"–"}


def test_the_regions_are_of_the_document(tmp_path: Path) -> None:
    places = with_repository(tmp_path)
    assert portfolio.region(places) == portfolio.tried(places) == portfolio.NOT_MEASURED
    places.results.mkdir(parents=True)
    content = stamped("synthesis", {"rows": [BETTER, FASTEST]})
    (places.results / "portfolio.json").write_text(json.dumps(content))
    assert portfolio.region(places).count("`sha256/basic`") == 2
    assert portfolio.tried(places).count("`sha256/basic`") == 1
    for name in scripts():
        assert f"`{name}`" in portfolio.listed(places)
