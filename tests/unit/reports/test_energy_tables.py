# SPDX-License-Identifier: Apache-2.0
"""The tables of energy: parts of the whole, and what is uncertain in it."""

import json
from pathlib import Path

import design_rows
from own_state import here, with_repository

from hashloom.analysis import orders
from hashloom.reports import energy
from hashloom.results.versions import stamped

WIRED = design_rows.wired(
    design_rows.sized(design_rows.clocked(design_rows.of("sha256/basic", "osu018"), 100.0), 9000), 90.0
)
TOLD = design_rows.energised(WIRED, 1.0, 2.0, 1.5, 0.25)


def test_the_parts_of_a_bit() -> None:
    assert energy.table([TOLD]).markdown().splitlines()[-1] == (
        "| `sha256/basic` | `osu018` | 90 | 4.75 | 3.25 | 21.1% | 42.1% | 31.6% | 5.3% | 9.00 | 0.90 |"
    )
    assert energy.bounds([TOLD]).markdown().splitlines()[-1] == (
        "| `sha256/basic` | `osu018` | ± 0.2% | ± 2.1% | + 10.5% |"
    )


def test_rows_without_energy_are_left_out(tmp_path: Path) -> None:
    places = with_repository(tmp_path)
    assert energy.region(places) == energy.uncertainty(places) == energy.NOT_MEASURED
    places.results.mkdir(parents=True)
    for rows, lines in (([WIRED], 0), ([WIRED, TOLD], 3)):
        content = stamped("synthesis", {"rows": rows})
        (places.results / "energy.json").write_text(json.dumps(content))
        made = energy.region(places)
        assert (made == energy.NOT_MEASURED) == (lines == 0)
        assert made.count("\n") + 1 == (lines or 1)
    assert here().results != places.results


def other(name: str, placed: float, energy_parts: tuple[float, float, float, float]) -> dict[str, object]:
    """Another design on the same target."""
    wired = design_rows.wired(
        design_rows.sized(design_rows.clocked(design_rows.of(name, "osu018"), 100.0), 9000), placed
    )
    return design_rows.energised(wired, *energy_parts)


def test_orders_have_one_design_of_each_function_of_so_many_bits(tmp_path: Path) -> None:
    places = with_repository(tmp_path)
    places.results.mkdir(parents=True)
    rows = [
        TOLD, other("sha256/pipelined", 95.0, (1.0, 2.0, 1.5, 0.25)),
        other("sha512/basic", 95.0, (1.0, 2.0, 1.5, 0.25)),
        other("sha3-256/basic", 80.0, (1.0, 1.0, 1.5, 0.25)),
    ]  # fmt: skip
    assert energy.ordered(places, "256") == energy.NOT_MEASURED
    document = places.results / "energy.json"
    document.write_text(json.dumps(stamped("synthesis", {"rows": rows})))
    assert energy.ordered(places, "256") == energy.agreement(places, "256") == energy.NOT_MEASURED, "two"
    rows.append(other("blake-r3-256/basic", 50.0, (1.0, 3.0, 8.0, 0.25)))
    document.write_text(json.dumps(stamped("synthesis", {"rows": rows})))
    made = energy.ordered(places, "256").splitlines()[2:]
    assert [line.split("|")[1].strip() for line in made] == [
        "`sha3-256/basic`", "`blake-r3-256/basic`", "`sha256/basic`"
    ]  # fmt: skip
    assert "| 4.75 (2) |" in made[2]
    agree = energy.agreement(places, "256").splitlines()
    assert agree[2].startswith("| without wires |")
    assert len(agree) == 2 + 4


def test_what_changes_is_as_the_page_says() -> None:
    rows = {
        row["function"]: row for row in json.loads((here().results / "energy.json").read_text())["rows"][::-1]
    }
    chosen = [row for name, row in rows.items() if name.endswith("-256") or name == "sha256"]
    agree = orders.agreement(chosen)
    assert agree["without wires", "with wires"] > 0.9
    others = {pair: rho for pair, rho in agree.items() if "energy without glitches" in pair}
    assert max(others.values()) < min(rho for pair, rho in agree.items() if pair not in others)
    placed = {one.name: one.places(chosen) for one in orders.MEASURES}
    for name in ("blake-r2-256", "skein-1.2-256-256"):
        n = [row["function"] for row in chosen].index(name)
        assert placed["energy without glitches"][n] <= len(chosen) / 2
        assert placed["energy"][n] >= len(chosen) - 2


def test_glitches_all_but_reverse_the_order_of_depths_as_the_page_says() -> None:
    rows = {
        row["architecture"]: row
        for row in json.loads((here().results / "energy.json").read_text())["rows"]
        if row["function"] == "skein-1.3-512-512"
    }
    depths = ("8r-1m", "4r-2m", "2r-4m", "1r-8m")
    without = [rows[depth]["energy_glitch_free_pj_per_bit"] for depth in depths]
    assert without == sorted(without)
    with_them = {depth: float(rows[depth]["energy_pj_per_bit"]) for depth in depths}
    assert sorted(depths, key=with_them.__getitem__) == ["2r-4m", "1r-8m", "4r-2m", "8r-1m"]
    assert abs(with_them["2r-4m"] / with_them["8r-1m"] - 2 / 5) < 0.02
