# SPDX-License-Identifier: Apache-2.0
"""Data sheets: latencies and "abc" as simulated at the ports, the whole package as it was measured."""

import json
import re
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from exported_packages import KINDS, TWO_CLOCKS, export_all
from exported_sheets import ABC, cycles, section, signals, tables, wave_of
from own_state import here, session_around

from hashloom import export
from hashloom.catalogue import resolve_design
from hashloom.catalogue.adapters import REGISTERS
from hashloom.commands import main
from hashloom.errors import CheckFailed, UsageError
from hashloom.evaluation import external
from hashloom.execution import jobs
from hashloom.execution.records import Records
from hashloom.export import observed, trial, waveform, whole, wrapper

LIMITS = jobs.Limits(wall_seconds=300)
LATENCY = "## Latency at the ports"
FIRST, LAST = "to the first word out", "to the last word out"


@pytest.fixture(scope="module")
def packages(shared_folder: Path) -> dict[str, Path]:
    """sha1 behind each bus; nobody writes into them."""
    return export_all(shared_folder)


@pytest.fixture(scope="module")
def stream(tmp_path_factory: pytest.TempPathFactory) -> export.Package:
    """The same package as an object, with the streams as they are."""
    session = session_around(Records(tmp_path_factory.mktemp("records") / "records"))
    return export.make(resolve_design("sha1", here()), trial.TUNING, None, 100.0, session)


def number(text: str) -> int:
    return int(text.replace(",", ""))


@pytest.mark.parametrize("kind", KINDS)
def test_latencies_at_the_ports_grow_by_the_cycles_of_a_block(packages: dict[str, Path], kind: str) -> None:
    text = section(packages[kind], LATENCY)
    found = {number(line["bytes"]): (number(line[FIRST]), number(line[LAST])) for line in tables(text)[0]}
    assert list(found) == [0, 3, 64, 128, 512]
    assert all(0 < first <= last for first, last in found.values())
    if kind not in (*REGISTERS, TWO_CLOCKS):  # there words come too slowly, or the core has another clock
        each = resolve_design("sha1", here()).cycles_block()
        assert found[512][0] - found[128][0] == 6 * each
        assert found[128][0] - found[64][0] == each
    assert "io_clk" in text if kind == TWO_CLOCKS else "io_clk" not in text


def digest_seen(kind: str, package: Path) -> str:
    """The digest of "abc" as the picture shows it with the names beside it."""
    wave, port = wave_of(package), {"axis": "m_axis_tdata", "lwc": "do_data", "registers": "s_axil_rdata"}
    port |= dict.fromkeys(("gmu", TWO_CLOCKS), "dout") | {"apb": "s_apb_prdata", "stream": "out_data"}
    names = {
        (line["port"], line["in the picture"]): line["hexadecimal"]
        for table in tables(section(package, LATENCY))[1:]
        for line in table
    }
    values = [names[port[kind], value] for value in signals(wave)[port[kind]] if value.startswith("d")]
    words = [bytes.fromhex(value) for value in dict.fromkeys(values)]
    if kind in ("axis", *REGISTERS):
        words = [word[::-1] for word in words]
    return b"".join(words).hex()


@pytest.mark.parametrize("kind", KINDS)
def test_the_waveform_of_abc_shows_its_digest(packages: dict[str, Path], kind: str) -> None:
    assert ABC in digest_seen(kind, packages[kind])
    wave = wave_of(packages[kind])
    shown = cycles(wave)
    for signal in wave["signal"]:
        assert len(signal["wave"]) == len(shown)
    # Nothing is lost between the cycles: what is left out is counted.
    at = -1
    for name in shown:
        at += int(name) if name.startswith("+") else 1
        assert name.startswith("+") or int(name) == at
    drawn = (packages[kind] / "waveform/abc.svg").read_text(encoding="utf-8")
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    for signal in wave["signal"]:
        assert f">{signal['name']}</text>" in drawn


def test_the_waveform_can_be_simulated_again(packages: dict[str, Path], tmp_path: Path) -> None:
    folder = Path(shutil.copytree(packages["stream"], tmp_path / "x"))
    found = trial.run(folder, "waveform", LIMITS)
    assert found.state == jobs.OK, (folder / "waveform.log").read_text()
    assert (folder / "build/observe.vcd").is_file()
    lines = [line.split() for line in (folder / "build/observe.txt").read_text().splitlines()]
    rows = [line[2:] for line in lines if line[:2] == ["CYCLE", "1"]]
    names = re.findall(
        r"^    (?:input|output) +logic +(?:\[\d+:0\] )? *(\w+)", (folder / "rtl/sha1.sv").read_text(), re.M
    )
    shown = signals(wave_of(folder))
    for place, name in enumerate(cycles(wave_of(folder))):
        if not name.startswith("+"):
            sample = dict(zip(names, rows[int(name)], strict=True))
            for port in ("in_valid", "in_ready", "out_valid", "out_ready"):
                assert shown[port][place] == sample[port]


def test_a_wrong_digest_at_the_ports_ends_the_export(
    tmp_path: Path, stream: export.Package, packages: dict[str, Path]
) -> None:
    folder = Path(shutil.copytree(packages["stream"], tmp_path / "x"))
    source = folder / "rtl" / "sha1__sha1_schedule.sv"
    text = re.sub(r"//.*", "", source.read_text())
    assert "^" in text
    paths = re.search(r"^RTL := (.*)$", (folder / "Makefile").read_text(), re.MULTILINE)
    assert paths is not None
    files = {path: folder / path for path in [*paths[1].split(), observed.PATH]}
    made = wrapper.make(stream)
    assert observed.watch(stream, made, files, tmp_path / "good").abc is not None
    source.write_text(text.replace("^", "|"))
    with pytest.raises(CheckFailed, match="wrong digest of 0 bytes at its ports"):
        observed.watch(stream, made, files, tmp_path / "bad")


def test_a_core_that_comes_to_no_end_is_said(tmp_path: Path, stream: export.Package) -> None:
    made = wrapper.make(stream)
    with pytest.raises(CheckFailed, match="wrong digest"):
        observed.read(stream, made, "FAIL: message 0 does not come to its end\n")


def test_without_icarus_nothing_is_invented(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observed, "is_installed", lambda: False)
    folder = tmp_path / "x"
    assert main(["export", "sha1", "-o", str(folder), "--no-verify", "--no-proof"]) == 0
    text = section(folder, LATENCY)
    assert "Not simulated: Icarus Verilog is not installed" in text
    assert tables(text) == []
    assert [path.name for path in (folder / "waveform").iterdir()] == ["observe.v"]


def test_cycles_that_are_left_out_are_counted_and_many_words_shortened(stream: export.Package) -> None:
    names = [port.name for port in wrapper.make(stream).ports]
    still = dict.fromkeys(names, 0)
    taken, given = (0,), tuple(range(50, 66))
    frames = [{**still, "in_valid": int(at in taken), "out_valid": int(at in given)} for at in range(70)]
    drawn = waveform.diagram(stream, wrapper.make(stream), observed.Watched(3, tuple(frames), taken, given))
    assert cycles(drawn.wave)[:4] == ["0", "1", "+47", "49"]
    assert cycles(drawn.wave)[-5:] == ["56", "+7", "64", "65", "66"]
    assert signals(drawn.wave)["out_valid"][-2:] == ["1", "0"]


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The targets on which a package is measured, without that it is."""
    asked: list[str] = []

    def measure(core: Any, front: Any, target: Any, *others: Any, **more: Any) -> dict[str, Any]:
        asked.append(target.name)
        row: dict[str, Any] = {"target": target.name, "state": "ok", "clock_mhz": 123.4, "area": 4321.0}
        row |= {"area_unit": "LUT", "area_ff": 77, "tools": {"yosys": "1"}, "throughput_gbps": 0.78}
        return row if target.name == "ecp5" else {"target": target.name, "state": "timed-out", "tools": {}}

    monkeypatch.setattr(external, "measured", measure)
    monkeypatch.setattr(external, "examine", lambda *arguments: None)
    return asked


def test_the_whole_package_is_measured_where_that_is_asked_for(tmp_path: Path, measured: list[str]) -> None:
    command = ["export", "sha1", "-o", str(tmp_path / "x"), "--no-verify", "--no-proof", "--no-waveform"]
    assert main([*command, "--measure", "ecp5", "--measure", "ice40", "--measure", "ecp5"]) == 0
    assert measured == ["ecp5", "ice40"]
    (lines,) = tables(section(tmp_path / "x", "### The whole package"))
    assert [(line["target"], line["state"], line["clock, MHz"], line["area"]) for line in lines] == [
        ("ecp5", "ok", "123.4", "4,321 LUT"), ("ice40", "timed-out", "–", "–"),
    ]  # fmt: skip
    assert "lowest" not in lines[0]
    assert main([*command, "--force"]) == 0
    assert "Not measured: `hashloom export --measure T`" in section(tmp_path / "x", "### The whole package")


def test_every_fpga_is_one_word_and_two_clocks_are_not_measured(
    tmp_path: Path, measured: list[str], capsys: pytest.CaptureFixture[str], stream: export.Package
) -> None:
    assert {"ecp5", "ice40", "xc7"} <= set(whole.chosen(["fpgas"], stream))
    assert "osu018" not in whole.chosen(["fpgas"], stream)
    command = ["export", "sha1", "-o", str(tmp_path / "x"), "--no-verify", "--bus", "gmu", "--io-ratio", "2"]
    for more, said in (
        (["--measure", "ecp5"], "two clocks is not measured"),
        (["--measure", "ecp6"], "ecp5"),
    ):
        assert main([*command, *more]) == UsageError.exit_status
        assert said in capsys.readouterr().err
    assert measured == []
    assert not (tmp_path / "x").exists()


@pytest.mark.long
def test_a_package_goes_through_the_flow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole, "SEEDS", 1)
    command = ["export", "sha1", "-o", str(tmp_path / "x"), "--no-verify", "--no-proof", "--bus", "axis"]
    assert main([*command, "--measure", "ice40"]) == 0
    (line,) = tables(section(tmp_path / "x", "### The whole package"))[0]
    assert line["state"] == "ok"
    assert 10 < float(line["clock, MHz"]) < 500
    assert int(line["area"].split()[0].replace(",", "")) > 1000


def test_energy_and_clocks_with_wires_come_from_results(packages: dict[str, Path], tmp_path: Path) -> None:
    documents = [json.loads(path.read_text(encoding="utf-8")) for path in here().results.glob("*.json")]
    known = {
        f"{row['energy_pj_per_bit']:.2f}"
        for document in documents
        for row in document.get("rows", ())
        if isinstance(row, dict) and row.get("energy_pj_per_bit") and row.get("function") == "sha1"
    }
    text = section(packages["stream"], "### The core in it")
    if known:
        assert {line["pJ/bit"] for line in tables(text)[0]} & known
    else:
        assert "No energy was measured of this design: `hashloom synth sha1/basic" in text
    assert all(set(line.values()) != {"–"} for line in tables(text)[0])
