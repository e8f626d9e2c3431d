# SPDX-License-Identifier: Apache-2.0
"""A paper's table at message level beside the block level: command, document, page, how it is measured."""

import json
import re
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import design_rows
import jsonschema
import pytest
import result_documents as made
from folders import RESULTS, ROOT
from own_state import here, own_session, with_repository
from reproduction_rows import synthesise

from hashloom import catalogue, evaluation, flow, targets, verification
from hashloom.catalogue import rtl
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.design import Design, Tuning
from hashloom.commands import main
from hashloom.errors import CheckFailed, HashloomError, UsageError
from hashloom.evaluation import at_level, reuse
from hashloom.evaluation import netlist as of_core
from hashloom.flow.cells import CellsRun
from hashloom.reports import levels, regions, results
from hashloom.reproduction import iskein
from hashloom.reproduction.hardware import FIGURES
from hashloom.results import schemas
from hashloom.rows import Row

DEPTHS = ["8r-1m", "4r-2m", "2r-4m", "1r-8m"]
MESSAGE = ["reproduce", "iskein", "--level", "message"]
AROUND = {"8r-1m": 10000.0, "4r-2m": 18000.0, "2r-4m": 36000.0, "1r-8m": 72000.0}
"""Invented gate equivalents around a core."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[str, str]]:
    """Replace synthesis by invented results; what was asked for, with its level, is listed."""
    found: list[tuple[str, str]] = []

    def fake(design: Design, target: str, goal: str, *_: Any, level: str, **__: Any) -> SimpleNamespace:
        found.append((f"{design.name} {target}", level))
        row = synthesise(design.name, target, goal)
        if level == "top":
            row = design_rows.sized(row, row["area_ge"] + AROUND[design.architecture.name])
            row |= {"rtl_digest": "d4" * 32}
        if target == "sky130hd":
            row = design_rows.failed(row, "tool-crash", "invented")
        return SimpleNamespace(measurement=SimpleNamespace(message=None), row=lambda: row)

    monkeypatch.setattr(evaluation, "synthesise", fake)
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "records.sqlite"))
    return found


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Row:
    assert main([*arguments, "--json"]) == 0
    document: Row = json.loads(capsys.readouterr().out)
    return document


def test_rows_of_the_message_level_stand_beside_those_of_the_block_level(
    asked: list[tuple[str, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    document = printed(capsys, *MESSAGE, "--target", "nangate45")
    assert (document["kind"], document["paper"], document["levels"]) == ("levels", "iskein", ["core", "top"])
    rows = document["rows"]
    assert [(row["level"], row["architecture"]) for row in rows] == [
        (level, depth) for level in ("core", "top") for depth in DEPTHS
    ]
    assert sorted(asked) == sorted(
        (f"skein-1.3-512-512/{depth} nangate45", level) for level in ("core", "top") for depth in DEPTHS
    )
    schema = json.loads((ROOT / schemas.FOLDER / schemas.name_of("levels")).read_text())
    jsonschema.Draft202012Validator(schema).validate(document)


def test_ratios_are_to_the_first_depth_at_the_same_level(
    asked: list[tuple[str, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    rows = printed(capsys, *MESSAGE, "--target", "nangate45", "--target", "osu018")["rows"]
    assert [row["target"] for row in rows] == ["nangate45"] * 8 + ["osu018"] * 8
    block, message = rows[8:12], rows[12:]
    assert [row["area_ratio"] for row in block] == pytest.approx([1, 1.1, 1.25, 1.65])
    assert [row["area_ratio"] for row in message] == pytest.approx([1, 84 / 70, 111 / 70, 171 / 70])
    assert [row["paper"]["area_ratio"] for row in message] == pytest.approx([1, 1.04, 1.09, 1.21], abs=0.005)
    assert message[0]["kbit_per_s_per_ge"] == pytest.approx(message[0]["throughput_gbps"] * 1e6 / 70000)


def test_without_a_level_the_block_level_alone_is_made(
    asked: list[tuple[str, str]], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    document = printed(capsys, "reproduce", "iskein", "-o", str(tmp_path / "out"))
    assert document["kind"] == "reproduction"
    assert {level for _, level in asked} == {"core"}
    assert not any("level" in row for row in document["rows"])
    assert "iskein.json" in {path.name for path in (tmp_path / "out").iterdir()}


def test_the_message_level_is_a_document_of_its_own(asked: list[tuple[str, str]], tmp_path: Path) -> None:
    assert main([*MESSAGE, "-o", str(tmp_path / "out")]) == 0
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["iskein-message.json"]
    report = levels.load(tmp_path / "out", "iskein", here())
    assert report.document() == json.loads((tmp_path / "out" / "iskein-message.json").read_text())
    assert len(report.at("osu018", "top")) == 4


def test_a_state_other_than_ok_is_shown_and_fails(
    asked: list[tuple[str, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*MESSAGE, "--target", "sky130hd"]) == 1
    assert capsys.readouterr().out.count("tool-crash") == 8


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["tillich", "--level", "message"], "tillich has no use for --level"),
        (["nettle", "--level", "message"], "nettle has no use for --level"),
        (["iskein", "--level", "core"], "argument --level: invalid choice: 'core'"),
    ],
)
def test_what_has_no_message_level(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["reproduce", *arguments]) == UsageError.exit_status
    assert sentence in capsys.readouterr().err


# -- Pages ---------------------------------------------------------------------------------------------------


def report_of(areas: dict[str, float], slower: float = 1.0, **changes: Any) -> Row:
    """A document of invented rows: the message level has these area ratios, and is so much slower."""
    rows = []
    for level in ("core", "top"):
        for depth, of_paper in zip(DEPTHS, (1.0, 1.784, 2.75, 3.772), strict=True):
            row = synthesise(f"skein-1.3-512-512/{depth}", "nangate45", "fast") | {"level": level}
            row |= {"paper": {"throughput_ratio": of_paper, "area_ratio": 1.5}, "area_ratio": areas[depth]}
            row["throughput_ratio"] = of_paper if depth == "8r-1m" else of_paper / slower
            rows.append({**row, **(changes if level == "top" else {})})
    return made.levels("iskein", rows)


def put(folder: Path, document: Row) -> None:
    (folder / "results").mkdir()
    (folder / "results" / "iskein-message.json").write_text(json.dumps(document))


def page(folder: Path, region: str) -> str:
    text = f"<!-- generated: {region} -->\n<!-- end of generated -->"
    return regions.renew(text, with_repository(folder)).split("\n", 1)[1].rsplit("\n", 1)[0]


def test_an_aim_that_is_missed_is_said_to_be(tmp_path: Path) -> None:
    put(tmp_path, report_of({"8r-1m": 1.0, "4r-2m": 1.1, "2r-4m": 1.41, "1r-8m": 1.99}))
    assert page(tmp_path, "levels-aim iskein") == (
        "Aimed at is the paper's throughput, 1.00 : 1.78 : 2.75 : 3.77, at areas of at most "
        "1.00 : 1.10 : 1.30 : 1.65. On nangate45 throughput is 1.00 : 1.78 : 2.75 : 3.77 and area "
        "1.00 : 1.10 : 1.41 : 1.99; **the aim is missed**: area of 2r-4m by 0.11, area of 1r-8m by 0.34."
    )


def test_a_throughput_below_the_papers_misses_the_aim(tmp_path: Path) -> None:
    put(tmp_path, report_of(iskein.AIM, slower=2.0))
    assert page(tmp_path, "levels-aim iskein").endswith(
        "throughput is 1.00 : 0.89 : 1.38 : 1.89 and area 1.00 : 1.10 : 1.30 : 1.65; **the aim is missed**: "
        "throughput of 4r-2m by 0.89, throughput of 2r-4m by 1.37, throughput of 1r-8m by 1.88."
    )


def test_an_aim_that_is_reached_is_said_to_be(tmp_path: Path) -> None:
    put(tmp_path, report_of(iskein.AIM))
    assert page(tmp_path, "levels-aim iskein").endswith("; the aim is reached.")


def test_a_netlist_that_was_not_simulated_is_said_not_to_be(tmp_path: Path) -> None:
    put(tmp_path, report_of(iskein.AIM, netlist_simulated=False))
    assert page(tmp_path, "levels iskein").count("simulated / not simulated") == 4


def test_where_all_netlists_were_simulated_nothing_is_said(tmp_path: Path) -> None:
    put(tmp_path, report_of(iskein.AIM))
    found = page(tmp_path, "levels iskein nangate45")
    assert "simulated" not in found
    assert found.startswith("skein-1.3-512-512, fast on nangate45:\n\n| architecture |")
    with pytest.raises(HashloomError, match="have no target osu018"):
        page(tmp_path, "levels iskein osu018")
    with pytest.raises(HashloomError, match="tillich is not made again at message level"):
        page(tmp_path, "levels tillich")


def test_the_command_that_made_a_table_names_its_targets(tmp_path: Path) -> None:
    put(tmp_path, report_of(iskein.AIM))
    found = page(tmp_path, "levels-provenance iskein")
    assert "`hashloom reproduce iskein --level message --target nangate45`, 2026-01-01" in found


def test_a_report_that_is_not_there_has_its_command(tmp_path: Path) -> None:
    with pytest.raises(HashloomError, match="hashloom reproduce iskein --level message -o"):
        page(tmp_path, "levels iskein")


# -- What was measured ---------------------------------------------------------------------------------------


def test_the_committed_rows_are_of_the_rtl_that_is_here_and_their_netlists_were_simulated() -> None:
    document = json.loads((RESULTS / "iskein-message.json").read_text())
    assert {row["level"] for row in document["rows"]} == {"core", "top"}
    for row in document["rows"]:
        design = catalogue.resolve_design(f"{row['function']}/{row['architecture']}", here())
        tuning = Tuning(targets.find(row["target"]).technology, row["goal"], row["target"])
        unit = rtl.unit(design, row["level"], tuning)
        assert row["rtl_digest"] == unit.digest(), f"{design.name}: make results"
        assert row["netlist_simulated"]
        assert row["assurance"]["levels"] == ["core", "top"]


def test_the_block_level_is_that_of_the_papers_own_document() -> None:
    """One laboratory gives one figure, whichever command asks for it."""
    of_paper = {row_name(row): row for row in results.load(RESULTS, "iskein", here()).rows}
    for row in levels.load(RESULTS, "iskein", here()).rows:
        if row["level"] == "core":
            same = of_paper[row_name(row)]
            assert [row[key] for key in (*FIGURES, "area_ge", "area_ratio")] == [
                same[key] for key in (*FIGURES, "area_ge", "area_ratio")
            ]


def row_name(row: Row) -> tuple[str, str]:
    return row["architecture"], row["target"]


def test_a_row_is_found_again_at_its_level_only() -> None:
    reusable = reuse.read([RESULTS / "iskein-message.json"], here())
    design = catalogue.resolve_design("skein-1.3-512-512/8r-1m", here())
    found = {
        level: reusable.standing(design, "nangate45", "fast", 5, level=level) for level in ("core", "top")
    }
    core, top = found["core"], found["top"]
    assert core is not None
    assert top is not None
    assert core.measurement.area_ge is not None
    assert top.measurement.area_ge is not None
    assert top.measurement.area_ge > core.measurement.area_ge
    only_core = reuse.read([RESULTS / "iskein.json"], here())
    assert only_core.standing(design, "nangate45", "fast", 5, level="top") is None


# -- How it is measured --------------------------------------------------------------------------------------


SHA1 = "sha1/basic"
TUNING = Tuning("asic", "small", "osu018")


@pytest.mark.long
def test_cycles_at_message_level_are_counted(simulation_state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Padding and collector keep the core busy with long messages: none is lost, and all are counted."""
    design = catalogue.resolve_design(SHA1, here())
    assert at_level.cycles(design, "core", TUNING, own_session(), Capture()) == design.cycles_per_block
    assert at_level.cycles(design, "top", TUNING, own_session(), Capture()) == design.cycles_per_block
    monkeypatch.setattr(at_level, "words_per_cycle", lambda *_: Fraction(1, 10))
    assert at_level.cycles(design, "top", TUNING, own_session(), Capture()) == 512 / 64 * 10
    monkeypatch.setattr(at_level, "words_per_cycle", lambda *_: None)
    with pytest.raises(CheckFailed, match="no digest at the level 'top'"):
        at_level.cycles(design, "top", TUNING, own_session(), Capture())


@pytest.mark.long
@pytest.mark.usefixtures("simulation_state")
def test_the_netlist_of_the_message_level_is_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is right; with other gates in it, it is not."""
    session, design = own_session(), catalogue.resolve_design(SHA1, here())
    found = evaluation.synthesise(design, "osu018", "small", 0, session, level="top")
    assert (found.state, found.netlist_simulated) == ("ok", True)
    target = targets.find("osu018", here().libraries)
    assert isinstance(target, targets.StandardCells)
    run = CellsRun(rtl.unit(design, "top", TUNING), target, "small", flow.LIMITS)
    right = at_level.netlist_simulation(design, "top", TUNING, run, "key")
    assert right.key != of_core.simulation(design, TUNING, run, "key").key
    assert right.perform(session).state == "ok"

    real = verification.verify_netlist

    def of_damaged(design: Design, netlist: Path, *arguments: Any, **named: Any) -> verification.Verification:
        text = netlist.read_text()
        damaged = netlist.with_name(f"damaged{netlist.suffix}")
        damaged.write_text(re.sub(r"\bNAND2X1\b", "NOR2X1", text))
        assert damaged.read_text() != text
        try:
            return real(design, damaged, *arguments, **named)
        finally:
            damaged.unlink()

    monkeypatch.setattr(verification, "verify_netlist", of_damaged)
    wrong = at_level.netlist_simulation(design, "top", TUNING, run, "another key").perform(session)
    assert wrong.state == "failed-verification"
    assert wrong.body["message"].startswith("the netlist computes wrong digests: ")


def test_the_message_level_is_not_placed() -> None:
    design = catalogue.resolve_design(SHA1, here())
    with pytest.raises(UsageError, match="standard cells are placed of the block level only"):
        evaluation.synthesise(design, "nangate45", "fast", 1, own_session(), place=True, level="top")
