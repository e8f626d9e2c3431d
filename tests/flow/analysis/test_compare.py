# SPDX-License-Identifier: Apache-2.0
"""Our designs beside open cores of other people: the data, the factors, tables, files and the command."""

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import design_rows
import pytest
from folders import ROOT
from own_state import here, with_repository
from reproduction_rows import synthesise

from hashloom import catalogue, evaluation
from hashloom.analysis import comparison, peers
from hashloom.analysis.comparison import (
    Comparison,
    Selection,
    assemble,
    factors,
    peer_rows,
    runs,
    with_per_area,
)
from hashloom.commands import main
from hashloom.errors import HashloomError, UsageError
from hashloom.reports import peers as report
from hashloom.reports import results

SKEIN = "skein-1.3-512-512"


def our_row(architecture: str, goal: str, clock: float, area: float, messages: int = 1) -> dict[str, Any]:
    """A row of SHA-256 on osu018 with 64 cycles a block."""
    cycles = {"block_bits": 512, "cycles_per_block": 64.0, "latency_cycles": 64}
    row = design_rows.head("sha256", architecture, "osu018", **cycles)
    row |= {"goal": goal, "messages": messages, "tools": {"yosys": "0.70"}}
    return with_per_area(design_rows.sized(design_rows.clocked(row, clock), area))


def their_row(name: str, clock: float | None, area: float, **more: Any) -> dict[str, Any]:
    """A row of a peer, one message, 64 cycles a block."""
    row = {
        "function": "sha256",
        "peer": name,
        "target": "osu018",
        "goal": "speed",
        "whole": True,
        "same_flow": False,
        "cycles_assumed": False,
        "clock_mhz": clock,
        "cycles_per_block": 64,
        "throughput_gbps": None if clock is None else clock * 512 / 64 / 1000,
        "area_ge": area,
        **more,
    }
    return with_per_area(row)


@pytest.mark.parametrize("peer", peers.cores(), ids=[peer.id for peer in peers.cores()])
def test_a_peer_has_what_its_figures_need(peer: peers.Peer) -> None:
    assert [other.id for other in peers.cores()].count(peer.id) == 1
    assert peer.cycles_per_block is None or peer.assumed_cycles_per_block is None
    for figures in peer.figures:
        assert figures.target in peers.measurement().targets
        assert figures.target in comparison.TARGETS
        assert (figures.area_ge is None) != (figures.area_lut is None)
        assert (figures.seeds is None) == (figures.clock_mhz is None)
        assert figures.goal in peers.measurement().goals or (figures.area_lut and figures.goal is None)
    complete = peer.cycles_per_block and all(figures.clock for figures in peer.figures)
    assert complete or peer.note, "what is missing or assumed is said"


@pytest.mark.parametrize("peer", peers.cores(), ids=[peer.id for peer in peers.cores()])
def test_a_peer_stands_beside_functions_of_the_catalogue(peer: peers.Peer) -> None:
    for name in (peer.function, *peer.also):
        function = catalogue.resolve_function(name, here())
        assert function.name == name
        assert peer.block_bits in (None, function.block_bits) or peer.cycles is None


def test_figures_that_the_measurement_gave_itself() -> None:
    """Its own throughput per area and per LUT, of the best of its goals."""
    published = {
        ("r2_sha2256", "osu018"): 92.9,
        ("secworks_sha256", "osu018"): 55.0,
        ("ethz_sha2256", "osu018"): 61.6,
        ("secworks_sha512", "osu018"): 29.9,
        ("secworks_sha1", "osu018"): 81.0,
        ("gmu_skein512_uf4", "osu018"): 33.2,
        ("ethz_skein256", "osu018"): 11.8,
        ("r2_blake256", "osu018"): 58.0,
        ("r2_bmw256", "osu018"): 59.3,
        ("r2_cubehash256", "osu018"): 91.4,
        ("r2_fugue256", "osu018"): 145.2,
        ("r2_groestl256", "osu018"): 116.2,
        ("r2_hamsi256", "osu018"): 191.4,
        ("r2_jh256", "osu018"): 97.3,
        ("r2_keccak256", "osu018"): 459.5,
        ("r2_luffa256", "osu018"): 237.9,
        ("r2_shabal256", "osu018"): 54.2,
        ("r2_shavite3256", "osu018"): 88.8,
        ("r2_simd256", "osu018"): 14.2,
        ("ethz_blake256", "osu018"): 28.6,
        ("gmu_blake256_ff2", "osu018"): 44.3,
        ("gmu_jh256_uf1", "osu018"): 99.8,
        ("ethz_keccak256", "osu018"): 625.8,
        ("gmu_keccak256", "osu018"): 477.2,
        ("freecores_keccak512_lt", "osu018"): 253.6,
        ("freecores_keccak512_ht", "osu018"): 245.0,
        ("qrem_keccak", "osu018"): 184.1,
    }
    for (name, target), expected in published.items():
        (peer,) = (peer for peer in peers.cores() if peer.id == name)
        rows = [row for row in peer_rows(peer.function, target) if row["peer"] == name]
        own = [row for row in rows if not row["same_flow"]]
        assert max(row["kbit_per_s_per_ge"] for row in own) == pytest.approx(expected, abs=0.06)
    (row,) = (
        row for row in peer_rows("sha256", "ecp5") if row["peer"] == "r2_sha2256" and not row["same_flow"]
    )
    assert row["mbit_per_s_per_lut"] == pytest.approx(0.397, abs=0.0006)


def test_our_flow_changes_the_clock_of_a_peer_by_as_much_as_the_page_says() -> None:
    """Between 0.7 and 2.4 times the clock of the other goals."""
    ratios = []
    for peer in peers.cores():
        clocks = [(f.same_flow, f.clock) for f in peer.figures if f.target == "osu018" and f.clock]
        again = [clock for same_flow, clock in clocks if same_flow]
        others = [clock for same_flow, clock in clocks if not same_flow]
        assert peer.commit or not again
        if again and others:
            ratios.append(max(again) / max(others))
    assert 0.7 < min(ratios) < max(ratios) < 2.4


def test_a_factor_computed_by_hand() -> None:
    """200 MHz / 64 x 512 bit = 1.6 Gbit/s, by 16,000 GE: 100 kbit/s per GE; the peer has 0.8 Gbit/s."""
    ours = [our_row("basic", "fast", 200.0, 16000.0), our_row("basic", "small", 80.0, 10000.0)]
    theirs = [their_row("a", 100.0, 16000.0), their_row("b", 120.0, 60000.0)]
    found = factors(ours, theirs)
    assert [(row["measure"], row["peer"], row["goal"]) for row in found] == [
        ("kbit_per_s_per_ge", "a", "fast"),
        ("clock_mhz", "b", "fast"),
    ]
    assert (found[0]["ours"], found[0]["theirs"]) == pytest.approx((100.0, 50.0))
    assert [row["factor"] for row in found] == pytest.approx([2.0, 200 / 120])


def test_the_better_goal_of_each_measure_counts() -> None:
    ours = [our_row("basic", "fast", 200.0, 32000.0), our_row("basic", "small", 100.0, 10000.0)]
    per_area, clock = factors(ours, [their_row("a", 100.0, 16000.0)])
    assert (per_area["goal"], per_area["ours"]) == ("small", pytest.approx(80.0))
    assert (clock["goal"], clock["ours"]) == ("fast", 200.0)


def test_an_assumption_is_told_apart_and_a_part_is_never_ranked() -> None:
    theirs = [
        their_row("sound", 100.0, 16000.0),
        their_row("assumed", 160.0, 16000.0, cycles_assumed=True),
        their_row("part", 900.0, 1000.0, whole=False),
        their_row("no-clock", None, 1000.0),
    ]
    found = factors([our_row("basic", "fast", 200.0, 16000.0)], theirs)
    assert [(row["measure"], row["peer"], row["assumed"], row["factor"]) for row in found] == [
        ("kbit_per_s_per_ge", "sound", False, pytest.approx(2.0)),
        ("kbit_per_s_per_ge", "assumed", True, pytest.approx(1.25)),
        ("clock_mhz", "assumed", False, pytest.approx(1.25)),
    ]


def test_a_peer_in_our_flow_counts_first_and_in_the_others_by_itself() -> None:
    theirs = [their_row("a", 100.0, 16000.0), their_row("a", 160.0, 16000.0, goal="again", same_flow=True)]
    found = factors([our_row("basic", "fast", 200.0, 16000.0)], theirs)
    assert [(row["peer_goal"], row["same_flow"], row["factor"]) for row in found] == [
        ("again", True, pytest.approx(1.25)),
        ("speed", False, pytest.approx(2.0)),
    ] * 2


def test_several_messages_in_flight_are_told_apart() -> None:
    ours = [our_row("two", "fast", 400.0, 16000.0, messages=2), our_row("one", "fast", 200.0, 16000.0)]
    found = factors(ours, [their_row("a", 100.0, 16000.0)])
    assert [(row["architecture"], row["messages"], row["factor"]) for row in found] == [
        ("two", 2, pytest.approx(4.0)),
        ("one", 1, pytest.approx(2.0)),
    ] * 2


def at_message_level(row: dict[str, Any]) -> dict[str, Any]:
    return {**row, "level": "top"}


def test_a_peer_is_set_against_the_level_that_has_its_ports(tmp_path: Path) -> None:
    """What collects words and pads is no rival of a core that takes whole blocks, and the other way about."""
    block, message = our_row("basic", "fast", 300.0, 10000.0), our_row("basic", "fast", 200.0, 16000.0)
    found = assemble([block, at_message_level(message)])
    levels = {peer.id: peer.level for peer in peers.cores()}
    assert {levels["secworks_sha256"], levels["r2_sha2256"]} == {"block"}
    assert {levels["opentitan_sha2_256"], levels["gmu_skein512_uf4"], levels["qrem_keccak"]} == {"message"}
    for row in found.factors():
        assert levels[row["peer"]] == row["level"]
    lines = {row["peer"]: row for row in report.each(found)}
    assert lines["r2_sha2256"]["ours"]["area_ge"] == 10000.0
    padding = {row["peer"] for row in peer_rows("sha256", "osu018", "message")}
    assert padding == {"opentitan_sha2_256", "opentitan_sha2_multi"}
    keccak = {**at_message_level(message), "function": "keccak-r3-256"}
    (line,) = (row for row in report.each(assemble([keccak])) if row["peer"] == "gmu_keccak256")
    assert (line["level"], line["ours"]["area_ge"]) == ("message", 16000.0)
    (line,) = (row for row in report.each(assemble([keccak])) if row["peer"] == "ethz_keccak256")
    assert (line["level"], line["ours"], line["same_flow_factor"]) == ("block", None, None)
    assert report.each_table([line]).cells()[0][:4] == ["keccak-r3-256", "block", "–", "–"]


def test_each_level_has_a_document_and_both_are_one_comparison(tmp_path: Path) -> None:
    block, message = our_row("basic", "fast", 300.0, 10000.0), our_row("basic", "fast", 200.0, 16000.0)
    both = assemble([block, at_message_level(message)])
    paths = [results.save(both.of_level(level), tmp_path, here()) for level in both.levels()]
    assert [path.name for path in paths] == ["peers.json", "peers-message.json"]
    assert [json.loads(path.read_text())["kind"] for path in paths] == ["comparison", "message-comparison"]
    for path in paths:
        levels = {row["level"] for row in json.loads(path.read_text())["peers"]}
        assert levels == {"message" if "message" in path.name else "block"}
    assert report.load(tmp_path, here()).rows == both.rows
    cells = [line[:3] for line in report.table(report.shown(both, "sha256", "osu018")).cells()]
    assert ["basic", "ours", "block"] in cells
    assert ["basic", "ours", "message"] in cells
    (svg,) = report.pictures(both).values()
    assert ">ours, message level<" in svg


def test_ours_are_measured_at_the_level_that_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = []

    def fake(
        design: catalogue.Design, target: str, goal: str, *_: Any, level: str, **__: Any
    ) -> SimpleNamespace:
        asked.append((design.name, level))
        row = synthesise(design.name, target, goal)
        return SimpleNamespace(measurement=SimpleNamespace(message=None), row=lambda: row)

    monkeypatch.setattr(evaluation, "synthesise", fake)
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "records.sqlite"))
    command = ["compare", SKEIN, "--architecture", "4r-2m", "--goal", "fast", "--target", "osu018", "-j", "1"]
    assert main([*command, "-o", str(tmp_path)]) == 0
    assert main([*command, "--level", "message", "-o", str(tmp_path)]) == 0
    assert asked == [(f"{SKEIN}/4r-2m", "core"), (f"{SKEIN}/4r-2m", "top")]
    found = report.load(tmp_path, here())
    assert [comparison.level_of(row) for row in found.rows] == ["block", "message"]
    assert main([*command, "--level", "message", "-o", str(tmp_path)]) == 0
    assert report.load(tmp_path, here()).rows == found.rows
    assert "message-comparison" in (tmp_path / "peers-message.json").read_text()


def test_what_is_not_ok_is_not_ranked() -> None:
    bad = {**our_row("basic", "fast", 200.0, 16000.0), "state": "timed-out"}
    assert factors([bad], [their_row("a", 100.0, 16000.0)]) == []


def test_peers_without_cycles_or_clock_have_no_throughput() -> None:
    rows = {(row["peer"], row["goal"]): row for row in peer_rows("sha256", "osu018")}
    assert rows["opentitan_sha2_256", "area"]["clock_mhz"] is None
    assert rows["opentitan_sha2_multi", "speed"]["throughput_gbps"] is None
    assert rows["opentitan_sha2_multi", "speed"]["clock_mhz"] == pytest.approx(1000 / 11.605)
    assert rows["fpgaminer_sha256_loop64", "speed"]["cycles_assumed"]


def test_both_goals_on_cells_and_one_on_an_fpga() -> None:
    sha256 = catalogue.resolve_function("sha256", here())
    found = list(runs(Selection([sha256, sha256], architectures=["basic"]), here()))
    assert [(design.name, target, goal) for design, target, goal in found] == [
        ("sha256/basic", "osu018", "small"),
        ("sha256/basic", "osu018", "fast"),
        ("sha256/basic", "ecp5", "fast"),
    ]


def test_every_named_architecture_enters() -> None:
    family = catalogue.resolve_function(SKEIN, here()).family
    found = list(
        runs(Selection([catalogue.resolve_function(SKEIN, here())], ["osu018"], goals=["fast"]), here())
    )
    assert [design.architecture.name for design, _, _ in found] == list(family.architectures)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["sha257"], "unknown function 'sha257'"),
        (["skein-1024"], "no core of other people that computes skein-1.3-1024-1024 was measured"),
        (["sha256", "--target", "nangate45"], "was measured on nangate45; there are on osu018 and ecp5"),
        (["sha256", "--target", "nangate54"], "unknown target 'nangate54'"),
        (["sha256", "--architecture", "basis"], "has no architecture 'basis'"),
        (["sha256", "--goal", "quick"], "unknown goal 'quick'"),
        (["sha1", "--level", "message", "--target", "osu018"], "has the ports of the message level"),
        (["sha256", "--seeds", "0"], "0 placements cannot be made"),
        (["sha256", "--jobs", "0"], "0 runs cannot be made at a time"),
    ],
)
def test_wrong_input_is_refused_before_any_work(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", *arguments]) == UsageError.exit_status
    assert sentence in capsys.readouterr().err


@pytest.fixture
def fake_flow(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Replace synthesis by invented results; the designs asked for are listed in what is returned."""
    asked: list[str] = []

    def fake(design: catalogue.Design, target: str, goal: str, *_: Any, **__: Any) -> SimpleNamespace:
        asked.append(f"{design.name} {goal} {target}")
        row = synthesise(design.name, target, goal)
        if target == "ecp5":
            row = design_rows.sized(row, 9000) | {"area_ff": 2000}
        if asked[0].endswith("small osu018") and goal == "fast":
            row = design_rows.failed(row, "tool-crash", "crashed")
        return SimpleNamespace(measurement=SimpleNamespace(message=None), row=lambda: row)

    monkeypatch.setattr(evaluation, "synthesise", fake)
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "records.sqlite"))
    return asked


SKEIN_FAST = [
    "compare", "skein-512", "--architecture", "8r-1m", "--architecture", "4r-2m", "--goal", "fast", "-j", "1",
]  # fmt: skip


def test_the_command_prints_tables_factors_and_remarks(
    fake_flow: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(SKEIN_FAST) == 0
    out, err = capsys.readouterr()
    assert fake_flow == [f"{SKEIN}/{a} fast {t}" for t in ("osu018", "ecp5") for a in ("8r-1m", "4r-2m")]
    assert f"{SKEIN} on osu018" in out
    assert f"{SKEIN} on ecp5" in out
    assert "4r-2m (fast, 2 messages)" in out
    assert "part of a core" in out
    assert "Ours over each peer on standard cells" in out
    assert "no padding" in out
    assert "r2_skein256: The Skein of round 2 has other constants" in " ".join(out.split())
    assert "skein-512 is skein-1.3-512-512" in err


def test_the_command_prints_json(fake_flow: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SKEIN_FAST, "--target", "osu018", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert set(document) == {"kind", "schema", "rows", "peers", "factors", "provenance"}
    assert [row["messages"] for row in document["rows"]] == [1, 2]
    assert {row["target"] for row in document["peers"]} == {"osu018"}
    assert document["provenance"]["tools"] == {"yosys": "0.70"}
    for row in document["factors"]:
        assert row["factor"] == pytest.approx(row["ours"] / row["theirs"])


def test_a_state_other_than_ok_is_shown_and_fails(
    fake_flow: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["compare", SKEIN, "--target", "osu018", "--architecture", "8r-1m", "-j", "1"]
    assert main(command) == 1
    lines = capsys.readouterr().out.splitlines()
    ours = [line.split() for line in lines if line.startswith("8r-1m")]
    assert [(words[3], words[-1]) for words in ours] == [("small", "–"), ("fast", "tool-crash")]


def test_other_sections_are_kept_when_some_are_written_anew(fake_flow: list[str], tmp_path: Path) -> None:
    assert main([*SKEIN_FAST, "--target", "osu018", "-o", str(tmp_path)]) == 0
    assert main([*SKEIN_FAST, "--target", "ecp5", "-o", str(tmp_path)]) == 0
    first = report.load(tmp_path, here())
    assert first.sections() == [(SKEIN, "osu018"), (SKEIN, "ecp5")]
    assert len(first.rows) == 4
    assert main([*SKEIN_FAST[:4], "--goal", "fast", "--target", "osu018", "-o", str(tmp_path)]) == 0
    again = report.load(tmp_path, here())
    assert again.sections() == first.sections()
    assert [row["architecture"] for row in again.rows] == ["8r-1m", "8r-1m", "4r-2m"]
    assert sorted(path.name for path in tmp_path.glob("peers*")) == [
        f"peers-{SKEIN}-ecp5.svg", f"peers-{SKEIN}-osu018.svg", "peers.json",
    ]  # fmt: skip


def test_a_document_is_the_same_after_its_file(tmp_path: Path) -> None:
    found = assemble([our_row("basic", "fast", 200.0, 16000.0)])
    path = results.save(found, tmp_path, here())
    assert json.loads(path.read_text()) == json.loads(json.dumps(found.document()))
    assert report.load(tmp_path, here()).document() == found.document()
    with pytest.raises(HashloomError, match="hashloom compare -o"):
        report.load(tmp_path / "elsewhere", here())


def test_the_table_has_the_best_first_and_of_each_core_what_counts() -> None:
    ours = [
        our_row("basic", "fast", 200.0, 10000.0),
        our_row("basic", "small", 190.0, 9000.0),
        our_row("slow", "fast", 1.0, 10000.0),
        our_row("slow", "small", 0.5, 20000.0),
    ]
    rows = report.shown(assemble(ours), "sha256", "osu018")
    assert [(report.core(row), row["goal"]) for row in rows if "peer" not in row] == [
        ("basic", "small"),
        ("basic", "fast"),
        ("slow", "fast"),
    ]
    measured = [row["kbit_per_s_per_ge"] for row in rows if row.get("kbit_per_s_per_ge")]
    assert measured == sorted(measured, reverse=True)
    assert rows[-1].get("kbit_per_s_per_ge") is None
    cells = {line[0]: line for line in report.table(rows).cells()}
    assert cells["fpgaminer_sha256_loop64"][6] == "64, assumed"
    assert cells["opentitan_sha2_256"][-1] == "no register-to-register delay"
    assert cells["opentitan_sha2_multi"][-1] == "no cycles"


def test_every_whole_peer_has_a_line_with_the_best_of_each_flow(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = [
        their_row("both", 100.0, 16000.0),
        their_row("both", 90.0, 16000.0, goal="worse"),
        their_row("both", 150.0, 16000.0, goal="again", same_flow=True),
        their_row("other", 50.0, 16000.0, cycles_assumed=True),
        their_row("part", 900.0, 1000.0, whole=False),
        their_row("no-clock", None, 1000.0),
    ]
    monkeypatch.setattr(report, "peer_rows", lambda function, target: theirs)
    ours = [our_row("two", "fast", 300.0, 16000.0, messages=2), our_row("one", "fast", 200.0, 16000.0)]
    rows = report.each(assemble(ours))
    assert [(row["peer"], row["same_flow_factor"], row["other_flow_factor"]) for row in rows] == [
        ("both", pytest.approx(2.0), pytest.approx(3.0)),
        ("other", None, pytest.approx(6.0)),
    ]
    two = ["150.0", "two (fast, 2 messages)"]
    assert report.each_table(rows).cells() == [
        ["sha256", "block", *two, "both", "75.0", "50.0", "2.00", "3.00"],
        ["sha256", "block", *two, "other (cycles assumed)", "–", "25.0", "–", "6.00"],
    ]
    assert report.each(assemble(ours), ["sha512"]) == []
    assert report.each(assemble([{**ours[0], "state": "timed-out"}])) == []


def test_the_picture_has_every_core_that_has_a_throughput() -> None:
    found = assemble([our_row("basic", "fast", 200.0, 10000.0)])
    (svg,) = report.pictures(found).values()
    texts = [element.text for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
    for name in ("basic", "r2_sha2256", "fpgaminer_sha256_loop64", "secworks_sha256", "ethz_sha2256"):
        assert texts.count(name) == 2, "the label and its halo"
    assert "opentitan_sha2_256" not in texts
    assert {"ours", "others", "others, cycles assumed"} <= set(texts)
    bad = Comparison(({**found.rows[0], "state": "timed-out"},), found.provenance)
    (svg,) = report.pictures(bad).values()
    assert ">basic<" not in svg


def test_regions_are_made_from_the_results(tmp_path: Path) -> None:
    there = with_repository(tmp_path)
    results.save(assemble([our_row("basic", "fast", 200.0, 10000.0)]), there.results, there)
    assert report.table_region(there, "sha256").startswith("sha256 on osu018:\n\n| core | whose |")
    assert report.table_region(there, "sha256", "osu018") == report.table_region(there, "sha256")
    assert "| sha256 | osu018 | block | MHz | 200.0 | basic (fast) |" in report.factors_region(
        there, "sha256"
    )
    assert report.factors_region(there, "sha512").count("\n") == 1
    assert "| sha256 | block | 160.0 | basic (fast) | secworks_sha256 |" in report.each_region(
        there, "sha256"
    )
    assert report.each_region(there, "sha512").count("\n") == 1
    assert "- `opentitan_sha2_multi`: Nobody" in report.remarks_region(there, "sha256")
    assert "- osu018: OSU" in report.setting_region(there)
    assert "ecp5" not in report.setting_region(there)
    assert report.cores_region(there, "sha1").count("\n") == 2
    with pytest.raises(HashloomError, match="no rows for sha512 on osu018"):
        report.table_region(there, "sha512", "osu018")


def test_the_regions_of_the_page_can_be_made() -> None:
    page = (ROOT / "docs" / "comparison.md").read_text()
    kinds = re.findall(r"<!-- generated?: ([a-z-]+)", page)
    assert set(kinds) == set(report.MAKERS)
    for name in re.findall(r"<!-- generated?: peers (\S+)", page):
        assert peers.beside(name)
