# SPDX-License-Identifier: Apache-2.0
"""Reproductions: which rows, what stands in them, and the command around them; synthesis is replaced."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from reproduction_rows import synthesise

from hashloom import catalogue, reproduction
from hashloom.commands import main
from hashloom.commands import reproduce as command
from hashloom.errors import MissingTool, UsageError
from hashloom.reproduction.run import add_ratios, reproduce

REQUIRED = {
    "function", "architecture", "target", "goal", "clock_mhz", "cycles_per_block", "latency_cycles",
    "throughput_gbps", "kbit_per_s_per_ge", "state", "paper",
}  # fmt: skip


@pytest.mark.parametrize("name", reproduction.names())
def test_every_job_names_a_design_of_the_catalogue(name: str) -> None:
    for job in reproduction.load(name).jobs():
        assert catalogue.resolve_design(job.design).name == job.design
        assert job.goal in ("small", "fast")


@pytest.mark.parametrize("name", reproduction.names())
def test_rows_carry_ours_and_the_papers_figures(name: str) -> None:
    paper = reproduction.load(name)
    report = reproduce(paper, paper.targets, synthesise, workers=2)
    assert len(report.rows) == len(paper.targets) * len(paper.jobs())
    for row in report.rows:
        assert row.keys() >= REQUIRED
        assert row["paper"]["throughput_gbps"] > 0
        assert row["kbit_per_s_per_ge"] == pytest.approx(row["throughput_gbps"] * 1e6 / row["area_ge"])
    assert report.complete()
    assert report.provenance["tools"] == {"yosys": "0.70"}


def test_the_depths_of_iskein_come_in_order_target_by_target() -> None:
    report = reproduce(reproduction.load("iskein"), ["nangate45", "osu018"], synthesise, workers=4)
    depths = ["8r-1m", "4r-2m", "2r-4m", "1r-8m"]
    assert [(row["target"], row["architecture"]) for row in report.rows] == [
        (target, depth) for target in ("nangate45", "osu018") for depth in depths
    ]
    assert [row["paper"]["architecture"] for row in report.rows] == depths * 2


def test_ratios_are_to_the_unpipelined_core_on_the_same_target() -> None:
    rows = reproduce(reproduction.load("iskein"), ["nangate45", "osu018"], synthesise, workers=1).rows
    assert [row["throughput_ratio"] for row in rows] == pytest.approx([1, 1.92, 3.28, 4.8] * 2)
    assert [row["area_ratio"] for row in rows] == pytest.approx([1, 1.1, 1.25, 1.65] * 2)
    assert [row["paper"]["throughput_ratio"] for row in rows[:4]] == pytest.approx(
        [1, 1.784, 2.750, 3.772], abs=0.001
    )
    assert [row["paper"]["area_ratio"] for row in rows[:4]] == pytest.approx(
        [1, 1.0425, 1.0867, 1.2096], abs=0.001
    )


def test_a_row_without_figures_gets_no_ratio() -> None:
    rows = [synthesise(f"skein-1.3-512-512/{name}", "osu018", "fast") for name in ("8r-1m", "4r-2m")]
    for row in rows:
        row["paper"] = {}
    rows[0].update(state="timed-out", throughput_gbps=None, area_ge=None)
    add_ratios(rows, "8r-1m")
    assert rows[1]["throughput_ratio"] is None
    assert rows[1]["area_ratio"] is None


def test_an_error_of_synthesis_ends_the_reproduction() -> None:
    def broken(design: str, target: str, goal: str) -> dict[str, Any]:
        raise MissingTool("no yosys")

    with pytest.raises(MissingTool):
        reproduce(reproduction.load("iskein"), ["osu018"], broken, workers=2)


def test_unknown_paper_names_the_nearest() -> None:
    with pytest.raises(UsageError, match="iskein"):
        reproduction.load("iskien")


@pytest.fixture
def fake_flow(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Replace synthesis by invented results; the designs asked for are listed in what is returned."""
    asked: list[str] = []

    def fake(design: catalogue.Design, target: str, goal: str, *_: Any) -> SimpleNamespace:
        asked.append(f"{design.name} {goal} {target}")
        row = synthesise(design.name, target, goal)
        if target == "broken":
            row.update(state="tool-crash", clock_mhz=None, throughput_gbps=None, area_ge=None)
        return SimpleNamespace(measurement=SimpleNamespace(message=None), row=lambda: row)

    monkeypatch.setattr(command.flow, "synthesise", fake)
    monkeypatch.setattr(command.targets, "find", lambda name: SimpleNamespace(name=name))
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "records.sqlite"))
    return asked


def test_command_prints_both_targets_beside_the_paper(
    fake_flow: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["reproduce", "iskein"]) == 0
    out, err = capsys.readouterr()
    assert len(fake_flow) == 8
    assert "on nangate45" in out
    assert "on osu018" in out
    assert out.count("1,126.1") == 2
    assert "Skein 1.1; ours is Skein 1.3" in out
    assert "[8/8" in err


def test_command_refuses_unknown_targets_before_any_work() -> None:
    assert main(["reproduce", "iskein", "--target", "nangate4"]) == UsageError.exit_status
    assert main(["reproduce", "iskein", "--jobs", "0"]) == UsageError.exit_status


def test_command_prints_json(fake_flow: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce", "tillich", "--target", "nangate45", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["goal"] for row in rows] == ["small", "fast"] * 3
    assert {row["target"] for row in rows} == {"nangate45"}


def test_command_writes_report_and_pictures(fake_flow: list[str], tmp_path: Path) -> None:
    assert main(["reproduce", "iskein", "-o", str(tmp_path / "out")]) == 0
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["iskein-throughput-area.svg", "iskein-throughput-latency.svg", "iskein.json"]


def test_a_state_other_than_ok_is_shown_and_fails(
    fake_flow: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["reproduce", "iskein", "--target", "broken", "-o", str(tmp_path / "out")]) == 1
    assert capsys.readouterr().out.count("tool-crash") == 4
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["iskein.json"]
