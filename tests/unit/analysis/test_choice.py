# SPDX-License-Identifier: Apache-2.0
"""Which design is taken for what: by what was measured of it, and by nothing else."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import design_rows
import pytest
import result_documents as made
from folders import RESULTS, ROOT
from own_state import here, with_repository

from hashloom import catalogue
from hashloom.analysis import choice
from hashloom.analysis.choice import PURPOSES, Choice, OnTarget
from hashloom.catalogue.places import Places
from hashloom.errors import UsageError
from hashloom.flow.goals import PORTFOLIO

Row = dict[str, Any]
Put = Callable[..., Places]
SHA256 = catalogue.resolve_function("sha256", here())


def cells(architecture: str, clock_mhz: float, area: float, **more: Any) -> Row:
    """A design of SHA-256 on standard cells, of the RTL that lies here."""
    row = design_rows.clocked(design_rows.of(f"sha256/{architecture}", "osu018", **more), clock_mhz)
    return design_rows.sized({**row, "rtl_digest": design_rows.present(row)}, area)


def told(row: Row, energy: float) -> Row:
    """The same placed, a tenth slower, with this energy of a bit."""
    return design_rows.energised(design_rows.wired(row, row["clock_mhz"] * 0.9), 1.0, energy - 2.0, 0.5, 0.5)


BASIC = cells("basic", 250.0, 12_000.0)  # 1.97 Gbit/s, 66 cycles to the digest
TREE = cells("tree", 300.0, 13_000.0)  # 2.36 Gbit/s, the same cycles: 220 ns
STAGGERED = cells("staggered", 310.0, 12_900.0)  # 2.44 Gbit/s, 69 cycles: 222.6 ns
LANES = cells("staggered-2m", 550.0, 24_000.0)  # 4.33 Gbit/s, 138 cycles


@pytest.fixture
def put(tmp_path: Path) -> Put:
    """Have these documents of results, each with its rows, in place of the repository's."""
    (tmp_path / "results").mkdir()
    (tmp_path / "cores").symlink_to(ROOT / "cores")

    def write(**documents: list[Row]) -> Places:
        for name, rows in documents.items():
            (tmp_path / "results" / f"{name}.json").write_text(json.dumps(made.synthesis(rows)))
        return with_repository(tmp_path)

    return write


def on(places: Places, target: str = "osu018") -> OnTarget:
    found = Choice.of(SHA256, places).on(target)
    assert found is not None
    return found


def taken(found: OnTarget) -> dict[str, str | None]:
    """The architecture that is taken for each purpose."""
    every = {name: found.take(name) for name in PURPOSES}
    return {name: None if one is None else one.taken.design.architecture.name for name, one in every.items()}


def test_each_purpose_takes_the_best_of_its_figure(put: Put) -> None:
    found = on(put(mine=[BASIC, TREE, STAGGERED, told(LANES, 6.0), told(TREE, 5.0)]))
    assert taken(found) == {
        "speed": "staggered-2m", "area": "basic", "ratio": "staggered", "latency": "tree", "energy": "tree",
    }  # fmt: skip
    latency = found.take("latency")
    assert latency is not None
    assert latency.figure == pytest.approx(66 / 300 * 1000), "cycles to the digest, not from block to block"
    assert latency.why == "220.0 ns, the shortest time from a block to its digest of 4 designs measured"
    speed = found.take("speed")
    assert speed is not None
    assert speed.why == (
        "4.332 Gbit/s, the most throughput of 4 designs measured; it needs 2 messages in flight"
    )
    energy = found.take("energy")
    assert energy is not None
    assert (energy.figure, energy.of) == (5.0, 2), "of two designs only the energy was measured"


def test_clocks_are_those_without_wires(put: Put) -> None:
    """What was placed with wires is slower, and is set against designs that were not by its clock without."""
    found = on(put(mine=[told(TREE, 5.0), cells("balanced", 290.0, 12_950.0)]))
    assert taken(found)["speed"] == "tree"


def test_what_was_not_measured_is_not_taken(put: Put) -> None:
    places = put(mine=[BASIC])
    assert on(places).take("energy") is None
    assert on(places).missing("energy") == "no energy was measured on osu018"
    assert on(places).unmeasured == tuple(name for name in SHA256.family.architectures if name != "basic")
    found = Choice.of(SHA256, places)
    assert found.on("ecp5") is None
    assert found.need("area", "osu018").taken.design.name == "sha256/basic"
    with pytest.raises(UsageError) as caught:
        found.need("energy", "osu018")
    assert str(caught.value) == (
        "no energy of sha256 was measured on osu018, so nothing says which design to take for energy; "
        "nor was it on any other target"
    )
    with pytest.raises(UsageError, match=r"no figure of sha256 was measured on ecp5, .*; it was on osu018$"):
        found.need("speed", "ecp5")


def test_designs_without_a_clock_are_not_set_against_those_that_have_one(put: Put) -> None:
    placed = design_rows.sized(design_rows.clocked(design_rows.of("sha256/basic", "ecp5"), 80.0, 5), 3000)
    mapped = design_rows.sized(design_rows.mapped(design_rows.of("sha256/tree", "ecp5"), 2.0), 2000)
    found = on(put(mine=[placed, mapped]), "ecp5")
    assert [one.design.architecture.name for one in found.candidates] == ["basic"]
    assert [one.design.architecture.name for one in found.mapped] == ["tree"]
    assert taken(found)["area"] == "basic"
    alone = on(put(mine=[mapped]), "ecp5")
    assert alone.units.relative
    assert [one.design.architecture.name for one in alone.candidates] == ["tree"]


def test_what_is_left_out_is_named(put: Put) -> None:
    failed = design_rows.failed(TREE, "timed-out", "after two hours")
    crippled = {key: value for key, value in STAGGERED.items() if key != "area"}
    other = cells("basic", 240.0, 12_000.0)  # other figures of a design that another row has
    unsimulated = {**LANES, "netlist_simulated": False}
    places = put(a=[BASIC, failed], b=[crippled, other, unsimulated])
    found = Choice.of(SHA256, places)
    assert taken(on(places))["speed"] == "basic"
    assert dict(found.left_out) == {
        "it was not measured: its state is timed-out": ("sha256/tree on osu018 in a.json",),
        'it cannot be used: no "area"': ("sha256/staggered on osu018 in b.json",),
        "its netlist was not simulated": ("sha256/staggered-2m on osu018 in b.json",),
        choice.OTHER: ("sha256/basic on osu018 in b.json",),
    }


def test_the_rtl_that_lies_here_counts_more(put: Put) -> None:
    former = {**cells("basic", 900.0, 12_000.0), "rtl_digest": "d4" * 32}
    found = on(put(a=[former], b=[BASIC]))
    (one,) = found.candidates
    assert (one.row["clock_mhz"], one.is_here, one.documents) == (250.0, True, ("b",))
    (alone,) = on(put(a=[former], b=[])).candidates
    assert not alone.is_here


def test_what_several_documents_have_is_one_design(put: Put) -> None:
    (one,) = on(put(a=[BASIC], b=[told(BASIC, 7.0)])).candidates
    assert one.documents == ("a", "b")
    assert one.energy == 7.0


def test_the_command_takes_the_goal_and_the_parameters(put: Put) -> None:
    row = {**cells("tree", 300.0, 13_000.0), "goal": "small", "settings": {"ADDER": "BRENT_KUNG", "CHAIN": 2}}
    (one,) = on(put(mine=[row])).candidates
    assert one.how == "small, ADDER=BRENT_KUNG, CHAIN=2"
    assert one.export() == [
        "hashloom", "export", "sha256/tree", "--target", "osu018", "--goal", "small",
        "--set", "ADDER=BRENT_KUNG", "--set", "CHAIN=2", "-o", "sha256-tree",
    ]  # fmt: skip
    assert one.tuning.settings == (("ADDER", 2), ("CHAIN", 2))


@pytest.mark.parametrize("function", catalogue.functions(here()), ids=lambda function: function.name)
def test_the_committed_results_have_nothing_better(function: catalogue.Function) -> None:
    """Throughput, area and energy that are taken are the best of all rows, looked up anew.

    But for those by several scripts, which would stand beside others by one, and for message levels.
    """
    found = Choice.of(function, here())
    assert not [why for why in found.left_out if "cannot be used" in why]
    named = {name for names in found.left_out.values() for name in names}
    rows = [
        row
        for path in sorted(RESULTS.glob("*.json"))
        for key in ("rows", "fast_adders")
        for row in json.loads(path.read_text()).get(key) or ()
        if row.get("function") == function.name and "architecture" in row and row.get("area")
        if row["goal"] not in PORTFOLIO and row.get("level", "core") == "core"
        if f"{function.name}/{row['architecture']} on {row['target']} in {path.name}" not in named
    ]
    assert {one.target for one in found.targets} == {row["target"] for row in rows}
    for one in found.targets:
        own = [row for row in rows if row["target"] == one.target]
        clocked = [row for row in own if row.get("clock_mhz")] or own
        best = {name: one.take(name) for name in ("speed", "area", "energy")}
        areas = min(row["area"] for row in clocked)
        assert best["area"] is not None
        assert best["area"].figure == areas
        energies = [row["energy_pj_per_bit"] for row in own if row.get("energy_pj_per_bit")]
        assert (best["energy"] and best["energy"].figure) == min(energies, default=None)
        if not one.units.relative:
            speeds = [
                row["block_bits"] / row["cycles_per_block"] * row["clock_mhz"] / 1000 for row in clocked
            ]
            assert best["speed"] is not None
            assert best["speed"].figure == pytest.approx(max(speeds))
