# SPDX-License-Identifier: Apache-2.0
"""The search over designs: with invented measurements, and once with the real tools."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import design_rows
import pytest
from folders import RESULTS
from own_state import here

from hashloom import catalogue
from hashloom.analysis import exploration
from hashloom.analysis.exploration import Bounds, Space, Units
from hashloom.analysis.exploration.answers import answers
from hashloom.analysis.exploration.points import Point, front, point, worth_placing
from hashloom.campaign import Item, Plan, running
from hashloom.commands import main
from hashloom.errors import UsageError
from hashloom.evaluation import reuse
from hashloom.execution import jobs

GE = Units("osu018", "GE")
LEVELS = Units("spartan3", "slice", relative=True)


def row(name: str, clock_mhz: float, area: float, **other: Any) -> dict[str, Any]:
    """A row of 512-bit blocks in 64 cycles: 125 MHz are 1 Gbit/s."""
    return {
        "function": "sha256", "architecture": name, "target": "osu018", "goal": "fast", "state": "ok",
        "block_bits": 512, "cycles_per_block": 64.0, "latency_cycles": 64, "clock_mhz": clock_mhz,
        "area": area, "area_unit": "GE", **other,
    }  # fmt: skip


def made(name: str, clock_mhz: float, area: float, **other: Any) -> Point:
    return point(row(name, clock_mhz, area, **other), (), GE)


def mapped(name: str, levels: float, area: float, **other: Any) -> Point:
    found = row(name, 0, area, area_unit="slice", mapped_only=True, levels=levels, **other)
    del found["clock_mhz"]
    return point(found, (), LEVELS)


def names(points: Sequence[Point]) -> list[str]:
    return [one.row["architecture"] for one in points]


POINTS = [
    made("small", 125.0, 5_000.0),
    made("beaten", 120.0, 6_000.0),
    made("middle", 500.0, 10_000.0),
    made("large", 625.0, 20_000.0),
    made("crashed", 9000.0, 1.0, state="tool-crash"),
]


def test_figures_computed_by_hand() -> None:
    """250 MHz are 4 ns a cycle: 512 bit in 64 cycles are 2 Gbit/s, and 64 cycles are 256 ns."""
    found = made("one", 250.0, 8_000.0)
    assert (found.throughput, found.area, found.latency) == (2.0, 8000.0, 256.0)
    assert found.ratio == pytest.approx(250.0), "2e6 kbit/s over 8,000 GE"
    relative = mapped("one", 4.0, 100)
    assert (relative.throughput, relative.latency) == (2.0, 256.0), "8 bit a cycle of 4 levels"
    assert relative.units.throughput == "bit/level"


def test_only_what_is_ok_and_of_the_same_kind_counts() -> None:
    assert not POINTS[-1].counts
    assert not point(row("mapped", 100, 10, mapped_only=True) | {"clock_mhz": None}, (), GE).counts
    assert not point(row("placed", 100, 10), (), LEVELS).counts
    assert names(front(POINTS)) == ["small", "middle", "large"]


def test_latency_is_a_third_axis_when_asked_for() -> None:
    lanes = made("lanes", 500.0, 9_000.0, latency_cycles=128)
    quick = made("quick", 499.0, 10_000.0)
    assert names(front([lanes, quick])) == ["lanes"]
    assert names(front([lanes, quick], latency=True)) == ["lanes", "quick"]


def test_answers_within_bounds() -> None:
    smallest, fastest, ratio = answers(POINTS, Bounds(throughput=2.0, area=15_000.0), GE)
    assert [(one.question, one.kept) for one in (smallest, fastest, ratio)] == [
        ("smallest", True), ("fastest", True), ("ratio", True),
    ]  # fmt: skip
    assert smallest.sentence == (
        "The smallest design with at least 2 Gbit/s on osu018 is sha256/middle (fast): 4.000 Gbit/s, "
        "10,000 GE, 400.0 kbit/s per GE, latency 128.0 ns."
    )
    assert fastest.sentence.startswith("The fastest design with at most 15,000 GE on osu018 is sha256/middle")
    assert "with at least 2 Gbit/s and at most 15,000 GE on osu018 has sha256/middle" in ratio.sentence


def test_answers_without_bounds() -> None:
    found = answers(POINTS, Bounds(), GE)
    assert [one.point and one.point.row["architecture"] for one in found] == ["small", "large", "middle"]
    assert found[1].sentence.startswith("The fastest design on osu018 is sha256/large (fast): 5.000 Gbit/s")


@pytest.mark.parametrize(
    ("bounds", "question", "nearest"),
    [
        (Bounds(throughput=10.0), "smallest", "large"),
        (Bounds(area=2_000.0), "fastest", "small"),
        (Bounds(latency=50.0), "fastest", "large"),
        # `middle` misses 4.8 Gbit/s by a fifth, `large` 10,000 GE by a factor of two.
        (Bounds(throughput=4.8, area=10_000.0), "ratio", "middle"),
    ],
)
def test_a_bound_that_no_design_keeps_is_said_so(bounds: Bounds, question: str, nearest: str) -> None:
    (found,) = [one for one in answers(POINTS, bounds, GE) if one.question == question]
    assert not found.kept
    assert found.point is not None
    assert found.point.row["architecture"] == nearest
    assert found.sentence.startswith("There is no design with")
    assert f"the nearest is sha256/{nearest}" in found.sentence


def test_a_bound_that_is_just_kept_is_kept() -> None:
    found = answers(POINTS, Bounds(throughput=4.0, area=10_000.0, latency=128.0), GE)
    assert [one.point and one.point.row["architecture"] for one in found] == ["middle"] * 3
    assert all(one.kept for one in found)


def test_nothing_measured_is_no_answer() -> None:
    for found in answers(POINTS[-1:], Bounds(throughput=1.0), GE):
        assert (found.kept, found.point) == (False, None)
        assert "Nothing that counts was measured on osu018" in found.sentence


def test_only_hopeless_designs_are_not_placed() -> None:
    """At 10 levels 0.8 bit/level; 25 percent more than 0.6 does not reach that, more than 0.65 does."""
    known = mapped("known", 10.0, 1_000)
    near, slow = mapped("near", 8 / 0.65, 1_000), mapped("slow", 8 / 0.6, 1_000)
    small, unknown = mapped("small", 100.0, 999), mapped("unknown", 0.0, 5_000)
    assert names(worth_placing([known, near, slow, small, unknown])) == ["known", "near", "small", "unknown"]
    early = mapped("early", 8 / 0.6, 1_000, latency_cycles=10)
    assert names(worth_placing([known, early])) == ["known"]
    assert names(worth_placing([known, early], latency=True)) == ["known", "early"]


def space(function: str = "skein-512", *targets: str, **choice: Any) -> Space:
    return Space(catalogue.resolve_function(function, here()), targets or ("osu018",), **choice)


def test_every_valid_architecture_and_both_goals_are_walked() -> None:
    found = space("sha256").items()
    assert len(found) == 2 * len(space("sha256").designs())
    assert {one.design.architecture.name for one in found} == set(
        catalogue.resolve_function("sha256", here()).family.architectures
    )
    assert {(one.goal, one.settings) for one in found} == {("small", ()), ("fast", ())}


def test_the_generic_form_is_walked_when_asked_for() -> None:
    named = {design.architecture.name for design in space().designs()}
    generic = {design.architecture.name for design in space(generic=True).designs()}
    assert generic - named == {"1r-2m", "1r-4m", "2r-2m"}
    found = space(unroll=(4, 8), stages=(2,)).designs()
    assert {design.architecture.name for design in found} == {"4r-2m", "2r-2m"}
    assert {design.architecture.name for design in space("sha256", unroll=(2,)).designs()} == {"unrolled-2"}
    (one,) = space(architectures=["2r-2m"]).designs()
    assert one.architecture.unroll == 4


def test_parameters_are_walked_in_every_combination() -> None:
    found = space(
        "sha1", goals=["fast"], architectures=["basic"], settings={"ADDER": (2, 3), "CARRY_SAVE": (0, 1)}
    ).items()
    assert [one.settings for one in found] == [
        (("ADDER", adder), ("CARRY_SAVE", save)) for adder in (2, 3) for save in (0, 1)
    ]


def test_a_circuit_is_walked_once() -> None:
    """On an FPGA the goals of SHA-1 have the same parameters, and there is no other difference."""
    assert {one.goal for one in space("sha1", "ecp5").items()} == {"fast"}
    assert {one.goal for one in space("sha1", "ecp5", goals=["small"]).items()} == {"small"}
    both = space("sha1", "osu018", "ecp5", architectures=["basic", "basic"]).items()
    assert [(one.target, one.goal) for one in both] == [
        ("osu018", "fast"), ("osu018", "small"), ("ecp5", "fast"),
    ]  # fmt: skip


class FakeResult:
    """What the flow gives back, as far as the search reads it."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.found, self.state, self.target = found, found["state"], found["target"]

    def row(self) -> dict[str, Any]:
        return dict(self.found)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[str, str, str, int]]:
    """Replace synthesis: `rescheduled` is beaten before placement, `unrolled-2` crashes."""
    asked: list[tuple[str, str, str, int]] = []

    def fake(item: Item) -> dict[str, Any]:
        name = item.design.architecture.name
        asked.append((name, item.goal, item.target, item.seeds))
        figures = {
            "basic": (200.0, 6_000.0),
            "rescheduled": (100.0, 7_000.0),
            "rescheduled-2": (300.0, 7_000.0),
        }
        cycles = {"block_bits": 512, "cycles_per_block": 80.0, "latency_cycles": 80}
        common = design_rows.head("sha1", name, item.target, **cycles) | {"goal": item.goal}
        if name not in figures:
            return {**common, "state": "tool-crash"}
        clock, area = figures[name]
        whole = design_rows.sized(common, area)
        if item.target == "ecp5" and item.seeds == 0:
            return design_rows.mapped(whole, 1000 / clock)
        return design_rows.clocked(whole, clock)

    def synthesised(items: Sequence[Item], *_: object) -> list[FakeResult]:
        return [FakeResult(fake(item)) for item in items]

    monkeypatch.setattr(exploration, "synthesised", synthesised)
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "records.sqlite"))
    return asked


SHA1 = ["explore", "sha1", "--goal", "fast"]


def test_the_table_has_the_points_by_area_and_marks_the_front(
    asked: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SHA1, "--target", "osu018", "--architecture", "basic", "rescheduled", "rescheduled-2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "sha1 on osu018"
    assert lines[2].split() == [
        "architecture", "goal", "state", "MHz", "cycles/block", "Gbit/s", "GE", "kbit/s", "per", "GE",
    ]  # fmt: skip
    assert [line.split()[:2] for line in lines[4:7]] == [
        ["*", "basic"], ["*", "rescheduled-2"], ["rescheduled", "fast"],
    ]  # fmt: skip


def test_a_state_other_than_ok_is_shown_and_fails(
    asked: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SHA1, "--target", "osu018"]) == 1
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "unrolled-2" in line]
    assert line.split() == ["unrolled-2", "fast", "tool-crash", "–", "80", "–", "–", "–"]


def test_the_document(asked: list[Any], capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = [*SHA1, "--target", "osu018", "--architecture", "basic", "rescheduled", "--json"]
    assert main([*command, "--min-throughput", "9", "-o", str(tmp_path / "deep" / "found.json")]) == 0
    document = json.loads(capsys.readouterr().out)
    assert json.loads((tmp_path / "deep" / "found.json").read_text()) == document
    assert document["function"] == "sha1"
    assert [(one["architecture"], one["on_front"], one["settings"]) for one in document["rows"]] == [
        ("basic", True, {}), ("rescheduled", False, {}),
    ]  # fmt: skip
    assert document["rows"][0]["latency_ns"] == pytest.approx(80 / 200 * 1000)
    assert [(one["question"], one["kept"]) for one in document["answers"]] == [
        ("smallest", False), ("fastest", True), ("ratio", False),
    ]  # fmt: skip


def test_the_quick_search_places_only_what_may_be_on_the_front(
    asked: list[tuple[str, str, str, int]], capsys: pytest.CaptureFixture[str]
) -> None:
    command = [*SHA1, "--target", "ecp5", "--architecture", "basic", "rescheduled", "rescheduled-2"]
    assert main([*command, "--quick", "--seeds", "3"]) == 0
    assert [(name, seeds) for name, _, _, seeds in asked] == [
        ("basic", 0), ("rescheduled", 0), ("rescheduled-2", 0), ("basic", 3), ("rescheduled-2", 3),
    ]  # fmt: skip
    out = capsys.readouterr().out
    (left_out,) = [line.split() for line in out.splitlines() if line.strip().startswith("rescheduled ")]
    assert left_out == ["rescheduled", "fast", "mapped", "–", "80", "–", "7,000", "–"]
    assert "1 design was mapped and not placed" in out
    assert [line.split()[1] for line in out.splitlines() if line.startswith("*")] == [
        "basic", "rescheduled-2",
    ]  # fmt: skip


def test_the_quick_search_places_what_a_bound_of_latency_may_ask_for(
    asked: list[tuple[str, str, str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`basic` with 200 MHz beats `rescheduled` with 100, but here it takes four times the cycles."""
    monkeypatch.setattr(
        FakeResult, "row",
        lambda self: self.found | {"latency_cycles": 320 if self.found["architecture"] == "basic" else 80},
    )  # fmt: skip
    command = [*SHA1, "--target", "ecp5", "--architecture", "basic", "rescheduled", "--quick", "--seeds", "3"]
    assert main(command) == 0
    assert [name for name, _, _, seeds in asked if seeds] == ["basic"]
    asked.clear()
    assert main([*command, "--max-latency", "2000"]) == 0
    assert [name for name, _, _, seeds in asked if seeds] == ["basic", "rescheduled"]


def test_the_quick_search_changes_nothing_on_standard_cells(asked: list[tuple[str, str, str, int]]) -> None:
    assert main([*SHA1, "--target", "osu018", "--architecture", "basic", "--quick"]) == 0
    assert [seeds for *_, seeds in asked] == [5]


def test_what_is_mapped_only_is_compared_by_levels(
    asked: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    command = [*SHA1, "--target", "ecp5", "--seeds", "0", "--architecture", "basic", "rescheduled-2"]
    assert main([*command, "--max-area", "6500"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "levels cycles/block bit/level" in out
    assert "The fastest design with at most 6,500 LUT on ecp5 is sha1/basic (fast): 1.280 bit/level" in out
    assert "they have no clock: throughput is relative" in out
    assert main([*command, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [one["relative_throughput"] for one in rows] == [pytest.approx(1.28), pytest.approx(1.92)]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["sha0"], "unknown function 'sha0'; the nearest known: sha"),
        (["--target", "osu81"], "unknown target 'osu81'; the nearest known: osu018"),
        (["--goal", "tiny"], "unknown goal 'tiny'"),
        (["--architecture", "basis"], "sha1 has no architecture 'basis'; the nearest known: basic"),
        (["--generic"], "the architectures of sha1 have no generic form"),
        (["--unroll", "3"], "sha1 has no architecture with unroll 3"),
        (["--unroll", "2", "--stages", "2,4"], "sha1 has no architecture with unroll 2, stages 2/4"),
        (["--stages", "1,"], "'1,' is no list for --stages; write positive numbers as in --stages 1,2,4"),
        (["--set", "SBOX=1,2"], "has no parameter 'SBOX' that may be set; it has ADDER, CARRY_SAVE, INVERT"),
        (["--set", "ADDER=1,fast"], "'ADDER=fast' sets no parameter"),
        (["--max-area", "0"], "throughput, area and latency must be positive numbers"),
        (["--min-throughput", "nan"], "'nan' is no number below 1e+09"),
        (["--seeds", "-1"], "-1 placements cannot be made"),
        (["--jobs", "0"], "limits and the number of jobs must be positive"),
        (
            ["--target", "ecp5", "--seeds", "0", "--min-throughput", "1"],
            "on ecp5 no bound of throughput in Gbit/s can be kept: with 0 seeds designs are mapped only",
        ),
        (["--target", "ecp5", "--seeds", "0", "--max-latency", "1"], "no bound of latency in ns can be kept"),
        (["-o", "/"], "/ is a folder; name a new file"),
    ],
)
def test_wrong_input_is_refused_before_any_work(
    arguments: list[str], sentence: str, asked: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    function = [] if arguments == ["sha0"] else ["sha1"]
    assert main(["explore", *function, *arguments, "--target", "osu018"]) == UsageError.exit_status
    assert sentence in capsys.readouterr().err
    assert asked == []


def test_it_goes_on_from_the_committed_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What they have, and may be used today, is not measured: nothing is left to do."""

    def execute(plan: Plan, *_: object) -> None:
        assert plan.summary(1)["jobs"] == 0

    monkeypatch.setenv("HASHLOOM_STATE", str(tmp_path))
    monkeypatch.delenv("HASHLOOM_RECORDS", raising=False)
    monkeypatch.setattr(reuse, "_is_assured", lambda *_: True)
    monkeypatch.setattr(reuse, "_same_work", lambda *_: True)
    monkeypatch.setattr(running, "execute", execute)
    committed = json.loads((RESULTS / "variants.json").read_text())["rows"]
    of = {
        row["architecture"]: row
        for row in committed
        if (row["function"], row["target"]) == ("sha1", "osu018")
    }
    command = [*SHA1, "--target", "osu018", "--architecture", "basic", "rescheduled", "-j", "1"]
    assert main([*command, "--json"]) == 0
    out, err = capsys.readouterr()
    found = {row["architecture"]: row["clock_mhz"] for row in json.loads(out)["rows"]}
    assert found == {name: of[name]["clock_mhz"] for name in ("basic", "rescheduled")}
    assert "2 of 2 rows as in " in err
    with pytest.raises(AssertionError):
        main([*command, "--again"])


@pytest.mark.long
def test_a_search_with_the_real_tools(simulation_state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["explore", "sha1", "--target", "osu018", "--goal", "fast", "--architecture", "basic"]
    command += ["--set", "ADDER=ripple", "--min-throughput", "0.1", "--max-area", "100", "-j", "1", "--json"]
    assert main(command) == 0
    document = json.loads(capsys.readouterr().out)
    (row,) = document["rows"]
    assert (row["settings"], row["on_front"], row["state"]) == ({"ADDER": 1}, True, jobs.OK)
    assert row["netlist_simulated"]
    assert row["latency_ns"] == pytest.approx(81_000 / row["clock_mhz"])
    assert [(one["question"], one["kept"], one["design"]) for one in document["answers"]] == [
        ("smallest", True, "sha1/basic (fast, ADDER=1)"),
        ("fastest", False, "sha1/basic (fast, ADDER=1)"),
        ("ratio", False, "sha1/basic (fast, ADDER=1)"),
    ]
