# SPDX-License-Identifier: Apache-2.0
"""Reproductions: which rows, what stands in them, and the command; synthesis and measurement are replaced."""

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import design_rows
import measured_rows
import pytest
from folders import ROOT
from own_state import here, own_session
from reproduction_rows import hardware_paper, software_paper, synthesise

from hashloom import catalogue, evaluation, flow, reproduction, targets
from hashloom.catalogue.rtl import RtlUnit
from hashloom.commands import main
from hashloom.errors import HashloomError, MissingTool, UsageError
from hashloom.execution.steps import Step
from hashloom.formal import equivalence
from hashloom.reproduction import chains, dadda, paths, published, software
from hashloom.reproduction.hardware import add_ratios, reproduce
from hashloom.reproduction.paths import Figure
from hashloom.software import benchmark

REQUIRED = {
    "function", "architecture", "target", "goal", "clock_mhz", "cycles_per_block", "latency_cycles",
    "throughput_gbps", "kbit_per_s_per_ge", "state", "paper",
}  # fmt: skip


def test_every_published_paper_can_be_reproduced() -> None:
    assert reproduction.names() == published.names()


@pytest.mark.parametrize("name", ["iskein", "tillich", "dadda"])
def test_every_job_names_a_design_of_the_catalogue(name: str) -> None:
    for job in hardware_paper(name).jobs():
        assert catalogue.resolve_design(job.design, here()).name == job.design
        assert job.goal in ("small", "fast")


@pytest.mark.parametrize("name", ["iskein", "tillich"])
def test_rows_carry_ours_and_the_papers_figures(name: str) -> None:
    paper = hardware_paper(name)
    report = reproduce(paper, paper.targets, synthesise, workers=2)
    assert len(report.rows) == len(paper.targets) * len(paper.jobs())
    for row in report.rows:
        assert row.keys() >= REQUIRED
        assert row["paper"]["throughput_gbps"] > 0
        assert row["kbit_per_s_per_ge"] == pytest.approx(row["throughput_gbps"] * 1e6 / row["area_ge"])
    assert report.complete()
    assert report.provenance["tools"] == {"yosys": "0.70"}


def test_the_depths_of_iskein_come_in_order_target_by_target() -> None:
    report = reproduce(hardware_paper("iskein"), ["nangate45", "osu018"], synthesise, workers=4)
    depths = ["8r-1m", "4r-2m", "2r-4m", "1r-8m"]
    assert [(row["target"], row["architecture"]) for row in report.rows] == [
        (target, depth) for target in ("nangate45", "osu018") for depth in depths
    ]
    assert [row["paper"]["architecture"] for row in report.rows] == depths * 2


def test_ratios_are_to_the_unpipelined_core_on_the_same_target() -> None:
    rows = reproduce(hardware_paper("iskein"), ["nangate45", "osu018"], synthesise, workers=1).rows
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
        reproduce(hardware_paper("iskein"), ["osu018"], broken, workers=2)


def test_unknown_paper_names_the_nearest() -> None:
    with pytest.raises(UsageError, match="iskein"):
        reproduction.load("iskien")


@pytest.fixture
def fake_flow(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Replace synthesis by invented results; the designs asked for are listed in what is returned."""
    asked: list[str] = []

    def fake(design: catalogue.Design, target: str, goal: str, *_: Any, **__: Any) -> SimpleNamespace:
        asked.append(f"{design.name} {goal} {target}")
        row = synthesise(design.name, target, goal)
        if target == "broken":
            row = design_rows.failed(row, "tool-crash", "invented")
        return SimpleNamespace(measurement=SimpleNamespace(message=None), row=lambda: row)

    monkeypatch.setattr(evaluation, "synthesise", fake)
    monkeypatch.setattr(targets, "find", lambda name, libraries=None: SimpleNamespace(name=name))
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "records.sqlite"))
    return asked


def test_command_prints_both_targets_beside_the_paper(
    fake_flow: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["reproduce", "iskein"]) == 0
    out = capsys.readouterr().out
    assert len(fake_flow) == 8
    assert "on nangate45" in out
    assert "on osu018" in out
    assert out.count("1,126.1") == 2
    assert "Skein 1.1; ours is Skein 1.3" in out


def test_command_refuses_unknown_targets_before_any_work() -> None:
    assert main(["reproduce", "iskein", "--target", "nangate4"]) == UsageError.exit_status
    assert main(["reproduce", "iskein", "--jobs", "0"]) == UsageError.exit_status


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["iskein", "--rounds", "9"],
            "iskein has no use for --rounds; it takes --target, --seeds, --jobs, --level",
        ),
        (
            ["nettle", "--target", "osu018", "--jobs", "2"],
            "nettle has no use for --target, --jobs; it takes --rounds",
        ),
    ],
)
def test_an_option_of_the_other_kind_of_paper_is_refused(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["reproduce", *arguments]) == UsageError.exit_status
    assert sentence in capsys.readouterr().err


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


FIGURES = sorted(dadda.FIGURES.items())
every_figure = pytest.mark.parametrize(("architecture", "figure"), FIGURES, ids=[name for name, _ in FIGURES])


@every_figure
def test_predicted_paths_are_the_longest_of_their_figure(architecture: str, figure: Figure) -> None:
    """By the paper's own measure: an adder with carry takes as long as three rows of full adders."""
    chains = [tuple(text.split()) for text in figure.predicted]
    assert len(chains) == {"tree": 0, "rescheduled": 0, "balanced": 2}.get(architecture, 1)
    starts = {name for feeds in figure.parts.values() for name in feeds.split()} - set(figure.parts)
    between = [figure.between(start, end) for start in starts for end in figure.registers]
    for chain in chains:
        assert chain in between
        assert paths.weight(chain) == paths.weight(figure.longest())
    assert figure.between("e", "nothing") is None


@every_figure
def test_figures_have_the_registers_of_their_rtl(architecture: str, figure: Figure) -> None:
    name = {"basic": "direct", "tree": "direct"}.get(architecture, architecture)
    rtl = ROOT / "cores" / "sha2" / "rtl" / f"sha2_compressor_{name}.sv"
    declared = set(
        re.findall(r"\b\w+\b", " ".join(re.findall(r"logic [^;]*;", rtl.read_text(encoding="utf-8"))))
    )
    leaves = {name for feeds in figure.parts.values() for name in feeds.split()} - set(figure.parts)
    ports_or_first_round = {"k", "w", "d", "h", "first"}
    assert leaves - ports_or_first_round <= declared
    assert set(figure.registers) <= declared


@pytest.mark.parametrize(
    ("architecture", "path", "found", "predicted"),
    [
        ("basic", ("k[8]_reg", "c.a[16]_reg"), "faa1 ⇒ faa2 ⇒ faa3 ⇒ faa4 ⇒ faa5 ⇒ cla1", True),
        ("basic", ("x.c.e[8]_reg", "c.a[1]_reg"), "Ch ⇒ faa2 ⇒ faa3 ⇒ faa4 ⇒ faa5 ⇒ cla1", False),
        ("basic", ("compressor.d[8]_reg", "compressor.e[1]_reg"), "faa6 ⇒ cla2", False),
        ("balanced", ("s.words[500]_reg", "c.e[1]_reg"), "faa1 ⇒ faa2 ⇒ faa3 ⇒ faa6 ⇒ cla2", True),
        ("balanced", ("compressor.f[1]_reg", "compressor.e[1]_reg"), "Ch ⇒ faa2 ⇒ faa3 ⇒ faa6 ⇒ cla2", True),
        ("pipelined", ("compressor.a[1]_reg", "compressor.a[31]_reg"), "Maj ⇒ faa4 ⇒ faa5 ⇒ cla3", True),
        ("pipelined", ("compressor.f[1]_reg", "compressor.e[31]_reg"), "Ch ⇒ faa2 ⇒ faa3 ⇒ cla2", False),
        ("combined", ("compressor.g[1]_reg", "compressor.e[31]_reg"), "Ch ⇒ faa4 ⇒ faa6 ⇒ cla1", True),
        ("combined", ("c.a_sum[1]_reg", "c.a_carry[9]_reg"), "cla2 ⇒ Maj ⇒ faa7 ⇒ faa8", False),
        ("combined", ("c.f[1]_reg", "c.a_sum[9]_reg"), "Ch ⇒ faa3 ⇒ faa5 ⇒ faa7 ⇒ faa8", False),
        ("rescheduled", ("c.e[1]_reg", "c.a[9]_reg"), "Ch ⇒ faa2 ⇒ faa4 ⇒ faa5 ⇒ cla3", None),
        ("basic", ("t[3]_reg", "k[9]_reg"), "from t to k", False),
        ("pipelined", ("s.words[3]_reg", "s.words[9]_reg"), "Expander: σ0 ⇒ faa7 ⇒ faa8 ⇒ cla3 ⇒ mux", False),
    ],
)  # fmt: skip
def test_paths_are_named_by_the_papers_parts(
    architecture: str, path: tuple[str, str], found: str, predicted: bool | None
) -> None:
    row = {"state": "ok", "critical_path": path}
    fields = dadda.path_fields(dadda.FIGURES[architecture], row)
    assert fields["critical_path_found"] == found
    assert fields["critical_path_as_predicted"] is predicted
    assert (fields["critical_path_predicted"] is None) == (predicted is None)
    assert "critical_path_found" not in dadda.path_fields(dadda.FIGURES[architecture], {"state": "timed-out"})


def test_predictions_in_words() -> None:
    assert dadda.FIGURES["balanced"].prediction() == "faa1 or Ch ⇒ faa2 ⇒ faa3 ⇒ faa6 ⇒ cla2"
    assert dadda.FIGURES["combined"].prediction() == "Ch ⇒ faa4 ⇒ faa6 ⇒ cla1"
    assert dadda.FIGURES["tree"].prediction() is None


@pytest.fixture
def fake_dadda(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, str]:
    """Replace synthesis of designs and chains by invented figures; the states of chains can be set."""
    states: dict[str, str] = {}

    def fake(design: catalogue.Design, target: str, goal: str, *_: Any, **__: Any) -> SimpleNamespace:
        row = design_rows.of(design.name, target) | {"goal": goal}
        row = design_rows.clocked(row, 500.0 if design.architecture.name == "basic" else 600.0)
        row = design_rows.sized(row, 20000.0) | {
            "area_um2": 400000.0,
            "critical_path": ("compressor.h[1]_reg", "compressor.a[31]_reg"),
        }
        return SimpleNamespace(measurement=SimpleNamespace(message=None), row=lambda: row)

    def measured(unit: RtlUnit, *_: Any) -> dict[str, Any]:
        number = dict(unit.parameters)["CHAIN"]
        assert isinstance(number, int)
        if unit.name in states:
            return {"state": states[unit.name], "message": "invented"}
        return {
            "state": "ok",
            "delay_ns": 2.0 + number,
            "area_ge": 10.0,
            "area_um2": 40.0,
            "area_delay": 80.0 + 40 * number,
            "synthesis_key": "c3" * 32,
            "tools": {"pyosys": "0.70"},
            "proven": {"method": "invented", "parts": ["invented"]},
        }

    monkeypatch.setattr(evaluation, "synthesise", fake)
    monkeypatch.setattr(chains, "_measured", measured)
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "records.sqlite"))
    return states


def test_dadda_prints_designs_and_chains_beside_the_paper(
    fake_dadda: dict[str, str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["reproduce", "dadda", "--target", "osu018", "-o", str(tmp_path / "out")]) == 0
    out = capsys.readouterr().out
    assert "sha256, fast on osu018, Brent-Kung adders" in out
    assert "sha256, fast on osu018, Kogge-Stone adders" in out
    assert "adder chains of 32 bits, Sklansky, fast on osu018" in out
    assert out.count("faa1 ⇒ faa2 ⇒ faa3 ⇒ faa4 ⇒ faa5 ⇒ cla1") == 4
    document = json.loads((tmp_path / "out" / "dadda.json").read_text(encoding="utf-8"))
    rows = {row["architecture"]: row for row in document["rows"]}
    assert list(rows) == ["basic", "tree", "balanced", "rescheduled", "pipelined", "combined"]
    assert {row["settings"]["ADDER"] for row in document["rows"]} == {"BRENT_KUNG"}
    assert [row["architecture"] for row in document["fast_adders"]] == list(rows)
    assert {row["settings"]["ADDER"] for row in document["fast_adders"]} == {"KOGGE_STONE"}
    assert rows["tree"]["paper"].keys() <= {"clock_ratio", "area_ratio"}
    assert rows["balanced"]["clock_ratio"] == pytest.approx(1.2)
    assert rows["balanced"]["paper"]["clock_ratio"] == pytest.approx(1.47 / 1.30, abs=1e-4)
    assert rows["combined"]["paper"]["area_ratio"] == pytest.approx(164856 / 140644)
    assert [rows[name]["hash_cycles"] for name in ("basic", "balanced", "pipelined", "combined")] == [
        66,
        66,
        68,
        67,
    ]
    assert rows["combined"]["paper"]["hash_ns"] == pytest.approx(81.74, abs=0.01)
    assert rows["basic"]["critical_path_as_predicted"] is True
    found = {row["chain"]: row for row in document["adder_chains"]}
    assert len(found) == len(document["adder_chains"]) == 7
    assert found["SAVED_CHAIN"]["delay_ratio"] == found["SAVED_CHAIN"]["paper"]["area_delay_ratio"] == 1
    assert found["ADDER_CHAIN"]["delay_ratio"] == pytest.approx(4.0)
    assert found["ADDER_CHAIN"]["paper"]["delay_ratio"] == pytest.approx(1.71 / 1.18)
    assert sorted(path.name for path in (tmp_path / "out").glob("*.svg")) == [
        "dadda-adder-chains-delay.svg", "dadda-adder-chains-product.svg", "dadda-clock-period.svg",
        "dadda-throughput-area.svg",
    ]  # fmt: skip


def test_a_chain_without_proof_has_no_figures_and_fails(
    fake_dadda: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    fake_dadda["saved_tree_32"] = "failed-verification"
    assert main(["reproduce", "dadda", "--target", "osu018", "--json"]) == 1
    rows = {row["chain"]: row for row in json.loads(capsys.readouterr().out)["adder_chains"]}
    assert rows["SAVED_TREE"]["state"] == "failed-verification"
    assert {rows["SAVED_TREE"][key] for key in (*chains.FIGURES, "delay_ratio", "area_ratio")} == {None}
    assert rows["SAVED_CHAIN"]["state"] == "ok"


def test_the_chains_that_were_measured_are_these() -> None:
    document = json.loads((ROOT / "results" / "dadda.json").read_text(encoding="utf-8"))
    assert len(document["adder_chains"]) == 3 * 7
    for row in document["adder_chains"]:
        digest = chains.unit(row["chain"], row["word"], row["adder"], here()).digest()
        assert row["rtl_digest"] == digest, f"{row['chain']}: make results"
        assert row["proven"]["parts"]


def test_proof_comes_before_the_number(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    target = targets.find("osu018")
    assert isinstance(target, targets.StandardCells)
    failed = Step("adder-proof", "", {"state": "failed-verification", "message": "a is h"}, tmp_path)
    monkeypatch.setattr(equivalence, "adds", lambda *_: failed)
    monkeypatch.setattr(flow, "measure_combinational", lambda *_: pytest.fail("measured without proof"))
    found = chains._measured(chains.unit("SAVED_CHAIN", 32, "SKLANSKY", here()), target, own_session())
    assert found == {"state": "failed-verification", "message": "a is h"}


def test_rows_of_software_stand_beside_the_mails_in_its_order() -> None:
    report = software.reproduce(software_paper("nettle"), measured_rows.measurement(10240))
    assert [(row["paper"]["label"], row["architecture"], row["messages"]) for row in report.rows] == [
        ("skein256", "portable", 1),
        ("skein256", "wide", 1),
        ("skein256", "wide", 8),
        ("skein512", "portable", 1),
        ("skein512", "wide", 1),
        ("skein512", "wide", 8),
        ("sha1", "nettle", 1),
        ("openssl sha1", "OpenSSL", 1),
        ("sha256", "nettle", 1),
        ("sha512", "nettle", 1),
        ("sha3_224", "nettle", 1),
        ("sha3_256", "nettle", 1),
        ("sha3_384", "nettle", 1),
        ("sha3_512", "nettle", 1),
    ]
    assert report.complete()
    assert report.provenance["tools"] == {"gcc": "12", "libskein": "0.1", "OpenSSL": "3", "nettle": "3.8"}


def test_ratios_of_software_are_to_the_papers_own_library() -> None:
    rows = software.reproduce(software_paper("nettle"), measured_rows.measurement(10240)).rows
    row = next(row for row in rows if row["function"] == "skein-1.3-512-512")
    assert row["cycles_per_byte"] == 4.0
    assert (row["sha512_ratio"], row["sha3_ratio"]) == pytest.approx((0.5, 0.4))
    assert row["paper"]["sha512_ratio"] == pytest.approx(5.71 / 7.93)
    assert row["paper"]["sha3_ratio"] == pytest.approx(5.71 / 13.10)
    assert row["cycles_per_block"] == pytest.approx(256)
    assert row["throughput_gbps"] == pytest.approx(3000 * 8 / 4.0 / 1000)
    assert row["paper"]["throughput_gbps"] == pytest.approx(350.44 * 2**20 * 8 / 1e9, rel=0.002)


def test_a_library_that_is_not_installed_leaves_its_rows_empty() -> None:
    found = measured_rows.measurement(10240, without="nettle")
    rows = software.reproduce(software_paper("nettle"), found).rows
    absent = [row for row in rows if row["state"] == "absent"]
    assert [row["paper"]["label"] for row in absent] == [
        "sha1", "sha256", "sha512", "sha3_224", "sha3_256", "sha3_384", "sha3_512",
    ]  # fmt: skip
    assert {row["cycles_per_byte"] for row in absent} == {None}
    assert {row["sha512_ratio"] for row in rows} == {None}
    assert rows[0]["paper"]["sha512_ratio"] == pytest.approx(8.26 / 7.93)


@pytest.fixture
def fake_measurement(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Replace the benchmark by invented figures; what it was asked is listed in what is returned."""
    asked: list[dict[str, Any]] = []

    def fake(_: object, **options: Any) -> Any:
        asked.append(options)
        return measured_rows.measurement(int(options["sizes"]))

    monkeypatch.setattr(benchmark, "measure", fake)
    return asked


def test_command_prints_the_mail_beside_ours(
    fake_measurement: list[dict[str, Any]], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["reproduce", "nettle", "--rounds", "7", "-o", str(tmp_path)]) == 0
    assert fake_measurement == [{"sizes": "10240", "rounds": 7}]
    out = capsys.readouterr().out
    assert "on invented processor, messages of 10,240 bytes" in out
    assert "skein512      libskein wide, 8 messages" in out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["nettle-cycles-per-byte.svg", "nettle.json"]


def test_command_prints_rows_of_software_as_json(
    fake_measurement: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["reproduce", "nettle", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert len(document["rows"]) == 14
    assert document["provenance"]["sources_digest"] == "0" * 64
    required = {"function", "architecture", "target", "clock_mhz", "cycles_per_block", "throughput_gbps"}
    assert all(row.keys() >= required | {"cycles_per_byte", "state", "paper"} for row in document["rows"])


def test_cycles_are_not_made_of_nanoseconds(monkeypatch: pytest.MonkeyPatch) -> None:
    found = measured_rows.measurement(10240, unit="nanoseconds")
    monkeypatch.setattr(benchmark, "measure", lambda *_, **__: found)
    assert main(["reproduce", "nettle"]) == HashloomError.exit_status
