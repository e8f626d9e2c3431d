# SPDX-License-Identifier: Apache-2.0
"""Exported packages with a bus, and with requests: their own test benches, and what they notice."""

import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from exported_packages import export_all
from exported_texts import as_exported, without_prefix
from folders import ROOT
from own_state import here, session_around

from hashloom import export
from hashloom.catalogue import resolve_design
from hashloom.catalogue.adapters import ADAPTERS
from hashloom.commands import main
from hashloom.errors import UsageError
from hashloom.execution import jobs
from hashloom.execution.records import Records
from hashloom.export import bench, datasheet, known_answers, trial, verilog
from hashloom.models.skein import Skein
from hashloom.verification.arguments import STRINGS, command

LIMITS = jobs.Limits(wall_seconds=300)
SHORT_LOOPS = ("8r-1m", "4r-2m")


def arguments(folder: Path, design: str, *more: str) -> list[str]:
    return ["export", design, "-o", str(folder), "--no-verify", "--no-proof", *more]


@pytest.fixture(scope="module")
def packages(shared_folder: Path) -> dict[str, Path]:
    """sha1 behind each bus; nobody writes into them."""
    return export_all(shared_folder)


@pytest.mark.parametrize("bus", list(ADAPTERS))
def test_it_talks_its_bus(packages: dict[str, Path], tmp_path: Path, bus: str) -> None:
    folder = Path(shutil.copytree(packages[bus], tmp_path / "elsewhere"))
    assert trial.run(folder, "lint", LIMITS).state == jobs.OK, (folder / "lint.log").read_text()
    unit = 8 if ADAPTERS[bus].whole_bytes else 1
    answers = known_answers.cases(resolve_design("sha1", here()).function, unit)
    assert all(case.bits % unit == 0 for case in answers)
    found = trial.run(folder, "icarus-verilog", LIMITS)
    assert (found.state, found.passed, found.failed) == (jobs.OK, 2 * len(answers), 0), found
    assert not (folder / "litex").exists()
    for source in ADAPTERS[bus].sources(here()):
        assert without_prefix((folder / "rtl" / f"sha1__{source.name}").read_text()) == as_exported(source)
    texts = [path.read_text() for path in folder.rglob("*") if path.is_file() and path.suffix != ".vvp"]
    assert [text for text in texts if re.search(r"\{%|%\}|\{\{ | \}\}|\{#|#\}", text)] == []
    assert f"[get_ports {ADAPTERS[bus].clock}]" in (folder / "constraints/sha1.xdc").read_text()


@pytest.mark.parametrize(
    ("bus", "file", "one", "other"),
    [
        ("axis", "axis_beat_encoder.sv", "tuser = last ? bits[2:0] : 3'd0", "tuser = 3'd1"),
        ("axis", "axis_beat_decoder.sv", "? count : count - 1'b1", "? count : count"),
        ("axis", "sha1_schedule.sv", "^", "|"),
        ("gmu", "gmu_receiver.sv", "final_segment && tail", "tail"),
        ("lwc", "lwc_receiver.sv", "final_segment && tail : 1'b1", "tail : 1'b1"),
        ("lwc", "lwc_receiver.sv", "{rest[2:0], 3'd0}", "6'd32"),
        ("lwc", "lwc_sender.sv", "4'b0011, 8'd0", "4'b0111, 8'd0"),
        ("lwc", "lwc_sender.sv", "SUCCESS = 4'he", "SUCCESS = 4'hd"),
        ("lwc", "lwc_sender.sv", "do_last = state == STATUS", "do_last = 1'b0"),
        ("lwc", "lwc_adapter.sv", "sdi_ready = '0", "sdi_ready = sdi_valid"),
        ("registers", "register_block.sv", "word[7:0], word[15:8]", "word[15:8], word[7:0]"),
        ("apb", "apb_adapter.sv", "cpuif_req = s_apb_psel && s_apb_penable", "cpuif_req = s_apb_psel"),
        (
            "apb",
            "apb_adapter.sv",
            "s_apb_pready = cpuif_rd_ack || cpuif_wr_ack",
            "s_apb_pready = cpuif_rd_ack",
        ),
        ("registers", "stream_resizer.sv", "in_last && counted <= ", "in_last && counted < "),
        ("registers", "message_writer.sv", "? last_bits : bits", "? 6'd32 : bits"),
    ],
)
def test_the_test_bench_notices_what_is_broken(
    packages: dict[str, Path], tmp_path: Path, bus: str, file: str, one: str, other: str
) -> None:
    folder = Path(shutil.copytree(packages[bus], tmp_path / "elsewhere"))
    source = folder / "rtl" / f"sha1__{file}"
    code = re.sub(r"//.*", lambda comment: comment[0].replace(one, "_" * len(one)), source.read_text())
    assert one in code
    source.write_text(code.replace(one, other))
    found = trial.run(folder, "icarus", LIMITS)
    assert found.state == jobs.TOOL_CRASH
    assert found.failed > 0, (folder / "icarus.log").read_text()[-500:]


@pytest.mark.long
@pytest.mark.parametrize("bits", [8, 16])
def test_the_words_of_the_lwc_api_are_chosen(tmp_path: Path, bits: int) -> None:
    folder = tmp_path / "x"
    options = ("--bus", "lwc", "--io-bits", str(bits))
    assert main(arguments(folder, "luffa-r2-256/apart-2m", *options)) == 0
    messages = len(known_answers.cases(resolve_design("luffa-r2-256", here()).function, 8))
    found = trial.run(folder, "icarus", LIMITS)
    assert (found.state, found.passed, found.failed) == (jobs.OK, 2 * 2 * -(-messages // 2), 0), found
    assert f"in {32 // bits} words" in (folder / "DATASHEET.md").read_text()


@pytest.mark.long
@pytest.mark.parametrize("bus", ["axis", "registers", "apb"])
def test_lanes_share_a_bus(tmp_path: Path, bus: str) -> None:
    folder = tmp_path / "x"
    assert main(arguments(folder, "luffa-r2-256/apart-2m", "--bus", bus)) == 0
    found = trial.run(folder, "icarus", LIMITS)
    messages = len(known_answers.cases(resolve_design("luffa-r2-256", here()).function))
    assert (found.state, found.passed, found.failed) == (jobs.OK, 2 * 2 * -(-messages // 2), 0), found


@pytest.mark.long
def test_requests_travel_as_packets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verilog, "convert", lambda *arguments: "// nothing\n")
    folder = tmp_path / "x"
    assert main(arguments(folder, "skein-256", "--level", "arguments", "--bus", "axis")) == 0
    sheet = (folder / "DATASHEET.md").read_text()
    assert command(Skein(256, 256, "1.3", key=b"key")).hex(" ") in sheet
    assert "digests of any length" in sheet
    assert "of the very core in this package" not in sheet
    assert "this design for plain messages" in sheet
    count = len(known_answers.requests(resolve_design("skein-256", here()).function, "arguments"))
    found = trial.run(folder, "icarus", LIMITS)
    assert (found.state, found.passed, found.failed) == (jobs.OK, 2 * count, 0), found


@pytest.mark.long
def test_trees_travel_as_packets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rng: random.Random) -> None:
    monkeypatch.setattr(verilog, "convert", lambda *arguments: "// nothing\n")
    bus = rng.choice([name for name, adapter in ADAPTERS.items() if not adapter.whole_bytes])
    architecture = rng.choice(SHORT_LOOPS)
    folder = tmp_path / f"{bus}-{architecture}"
    assert main(arguments(folder, f"skein-256/{architecture}", "--level", "tree", "--bus", bus)) == 0
    count = len(known_answers.requests(resolve_design("skein-256", here()).function, "tree"))
    found = trial.run(folder, "icarus", LIMITS)
    assert (found.state, found.passed, found.failed) == (jobs.OK, 2 * count, 0), (folder, found)


def test_requests_show_every_string_and_digests_of_many_lengths() -> None:
    function = resolve_design("skein-256", here()).function
    for level in ("arguments", "tree"):
        found = known_answers.requests(function, level)
        for name in STRINGS:
            assert any(getattr(request.skein, name) is not None for request in found)
        lengths = {request.skein.digest_bits for request in found}
        assert min(lengths) < 256 < max(lengths)
        assert any(bits % 8 for bits in lengths)
        assert all(request.digest == request.skein.digest(request.message, request.bits) for request in found)
        assert all((request.skein.tree is not None) == (level == "tree") for request in found)


def test_the_other_level_of_a_package_is_in_its_test_bench(tmp_path: Path) -> None:
    session = session_around(Records(tmp_path / "records"))
    package = export.make(resolve_design("skein-256", here()), trial.TUNING, None, 100.0, session, "tree")
    answers = known_answers.of(package)
    files = bench.files(package, answers)
    assert package.unit.top == "skein_tree_top"
    assert list(files) == ["known_answers.v", "test_bench.sv"]
    final = re.findall(r"message_word = \{1'd(\d), 1'd(\d)", files["known_answers.v"])
    assert sum(one == "1" for one, _ in final) == len(answers)
    assert sum(last == "1" for _, last in final) > 2 * len(answers)


def test_the_overhead_of_a_design_are_in_its_data_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verilog, "convert", lambda *arguments: "// nothing\n")
    row: dict[str, Any] = {
        "target": "osu018",
        "goal": "fast",
        "area_ge": 4711.0,
        "area_lut": None,
        "area_ff": 9,
    }
    row |= {"clock_mhz": 123.4, "ubi_calls": None, "cycles_per_message": None, "part": "message level"}
    row |= {"state": "ok", "message": None, "rtl_digest": "0" * 64, "tools": {"yosys": "1"}}
    rows = [{**row, "design": "sha1/basic"}, {**row, "design": "sha256/basic", "area_ge": 8888.0}]
    document = {"provenance": {"date": "2026-01-02"}, "rows": rows}
    real = datasheet._document
    monkeypatch.setattr(
        datasheet, "_document", lambda folder, name: document if name == "overhead" else real(folder, name)
    )
    assert main(arguments(tmp_path / "x", "sha1")) == 0
    sheet = (tmp_path / "x" / "DATASHEET.md").read_text()
    assert "4,711" in sheet
    assert "8,888" not in sheet
    assert "2026-01-02" in sheet
    rows[0]["area_ge"] = None
    assert main(arguments(tmp_path / "z", "sha1")) == 0
    assert "cannot be used" in (tmp_path / "z" / "DATASHEET.md").read_text()
    monkeypatch.setattr(
        datasheet, "_document", lambda folder, name: {} if name == "overhead" else real(folder, name)
    )
    assert main(arguments(tmp_path / "y", "sha1")) == 0
    assert "does not have this design; `hashloom overhead`" in (tmp_path / "y" / "DATASHEET.md").read_text()


def test_wrong_levels_and_buses_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "x"
    for wrong, said in (
        (arguments(folder, "sha1", "--level", "tree"), "has no level 'tree'"),
        (arguments(folder, "sha1", "--bus", "axis", "--name", "axis_adapter"), "another module"),
        (
            arguments(folder, "skein-256", "--level", "arguments", "--bus", "lwc"),
            "carries messages, no requests",
        ),
        (arguments(folder, "sha1", "--bus", "gmu", "--io-bits", "16"), "only lwc has --io-bits"),
        (arguments(folder, "sha1", "--bus", "lwc", "--io-ratio", "2"), "has no ratio of words to choose"),
    ):
        assert main(wrong) == UsageError.exit_status
        assert said in capsys.readouterr().err
    with pytest.raises(UsageError, match="unknown bus 'wishbone'"):
        export.make(
            resolve_design("sha1", here()),
            trial.TUNING,
            None,
            100.0,
            session_around(Records(tmp_path)),
            "top",
            "wishbone",
        )
    assert not folder.exists()


def test_the_files_of_the_adapters_are_there() -> None:
    core = (ROOT / "cores/bus/bus.core").read_text()
    for adapter in ADAPTERS.values():
        for source in adapter.sources(here()):
            assert source.is_file()
            assert f"rtl/{source.name}" in core
