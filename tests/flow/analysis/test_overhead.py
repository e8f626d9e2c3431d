# SPDX-License-Identifier: Apache-2.0
"""results/overhead.json is of the RTL that is here; cycles that adapters add; the command."""

import json
import random
import re
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from folders import ROOT
from own_state import here, own_session
from peakrdl_regblock.udps import ALL_UDPS
from systemrdl.compiler import RDLCompiler
from systemrdl.node import AddressableNode

from hashloom import catalogue, targets
from hashloom.analysis import bus_cycles, bus_overhead, overhead
from hashloom.analysis.bus_overhead import (
    ADAPTERS,
    FUNCTIONS,
    LANES,
    added_cycles,
    between_registers,
    ports_of,
)
from hashloom.analysis.overhead import PARTS, assemble, overheads
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Tuning
from hashloom.catalogue.rtl import RtlUnit
from hashloom.commands import main
from hashloom.errors import CheckFailed, HashloomError
from hashloom.evaluation.assured import Assured
from hashloom.evaluation.passed import same_checks
from hashloom.execution import jobs
from hashloom.execution.steps import Step
from hashloom.flow.result import Assurance, Measurement, plain
from hashloom.formal import relevance
from hashloom.rows import Row, complaints

RESULTS = ROOT / "results" / "overhead.json"


def rows(section: str) -> list[Row]:
    found: list[Row] = json.loads(RESULTS.read_text())[section]
    return found


def test_the_figures_are_of_the_rtl_that_is_here() -> None:
    parts = {part.name: part for part in PARTS}
    assert {row["part"] for row in rows("rows")} == parts.keys()
    for row in rows("rows"):
        tuning = Tuning(targets.find(row["target"]).technology, row["goal"], row["target"])
        design = catalogue.resolve_design(row["design"], here())
        assert row["rtl_digest"] == parts[row["part"]].unit(design, tuning).digest(), "make results"
        assert row["state"] == "ok"


def test_what_a_row_rests_on_is_of_the_rtl_that_is_here() -> None:
    """The verification is that of now, by its key, and the proofs are; a row without them claims nothing."""
    parts = {part.name: part for part in PARTS}
    for row in rows("rows"):
        if row.get("assurance") is None:
            assert not row.get("netlist_simulated")
            continue
        part, design = parts[row["part"]], catalogue.resolve_design(row["design"], here())
        tuning = Tuning(targets.find(row["target"]).technology, row["goal"], row["target"])
        told, levels = row["assurance"], part.levels
        assert tuple(told["levels"]) == levels
        assert same_checks(told["verification"], told["tools"], design, tuning, levels, here())
        assert told["proofs_key"] == relevance.key(rtl.unit(design, levels[-1], tuning), here())
        assert row["netlist_simulated"] == part.simulated


def measured_with(monkeypatch: pytest.MonkeyPatch, assured: Assured, netlist: str) -> dict[str, Row]:
    """Rows of the parts of a design whose checks end so, by part; nothing is run."""
    asked: list[tuple[str, ...]] = []

    def assure(_: Any, __: Any, levels: tuple[str, ...], *more: Any) -> Assured:
        asked.append(levels)
        return assured

    def measure(unit: RtlUnit, *_: Any) -> Measurement:
        return Measurement(jobs.OK, {}, unit.digest(), "0" * 64, area_ge=1.0, area_ff=1, clock_mhz=1.0)

    step = Step("netlist", "0" * 64, {"state": netlist, "message": "wrong digests"}, Path())
    monkeypatch.setattr(overhead, "assure", assure)
    monkeypatch.setattr("hashloom.flow.measure", measure)
    monkeypatch.setattr(overhead, "cycles_per_message", lambda *_: 20)
    monkeypatch.setattr(
        "hashloom.evaluation.at_level.netlist_simulation",
        lambda *_: SimpleNamespace(perform=lambda session: step),
    )
    design = catalogue.resolve_design("skein-1.3-512-512/8r-1m", here())
    made = overheads([design], ["osu018"], "fast", own_session(), lambda text: None).rows
    assert asked == [part.levels for part in PARTS]
    assert [message for row in made for message in complaints(row, here())] == []
    return {row["part"]: row for row in made}


def test_a_row_says_on_what_it_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    passed = Assurance("1" * 64, ("core", "top"), {"pyosys": "0.70"}, ("message-padder",), "2" * 64)
    made = measured_with(monkeypatch, Assured("3" * 64, passed), jobs.OK)
    assert {name for name, row in made.items() if row["netlist_simulated"]} == {
        "block level",
        "message level",
    }
    assert all(row["assurance"] == plain(passed) and row["state"] == jobs.OK for row in made.values())


def test_a_part_whose_netlist_is_wrong_has_no_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    passed = Assurance("1" * 64, ("core", "top"), {}, (), "2" * 64)
    made = measured_with(monkeypatch, Assured("3" * 64, passed), jobs.FAILED_VERIFICATION)
    for name in ("block level", "message level"):
        row = made[name]
        assert (row["state"], row["area_ge"], row["message"]) == (
            jobs.FAILED_VERIFICATION,
            None,
            "wrong digests",
        )


def test_a_part_of_which_a_proof_does_not_hold_has_no_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    made = measured_with(
        monkeypatch, Assured("3" * 64, None, jobs.TIMED_OUT, "padder is not proven"), jobs.OK
    )
    assert {row["state"] for row in made.values()} == {jobs.TIMED_OUT}
    assert not any(row["netlist_simulated"] or row["area_ge"] for row in made.values())


def test_the_overhead_of_adapters_are_of_the_rtl_that_is_here() -> None:
    adapters = {adapter.name: adapter for adapter in ADAPTERS}
    measured = [(row["adapter"], row["parameters"]["STAGES"]) for row in rows("adapters")]
    assert measured == [(name, lanes) for name in adapters for lanes in LANES]
    for row in rows("adapters"):
        unit = adapters[row["adapter"]].unit(row["parameters"]["STAGES"], here())
        assert row["rtl_digest"] == unit.digest(), "make results"
        assert row["parameters"] == dict(unit.parameters)
        assert row["state"] == "ok"
        assert row["clock_mhz"] > 0


@pytest.mark.long
def test_the_cycles_of_an_adapter_of_this_run(rng: random.Random) -> None:
    adapter, function = rng.choice([(one, name) for one in ADAPTERS for name in FUNCTIONS])
    print(adapter, function)
    row = next(row for row in rows("adapters") if row["adapter"] == adapter.name)
    assert row["added_cycles"].keys() == set(FUNCTIONS)
    assert added_cycles(adapter, function, here()) == row["added_cycles"][function]


@pytest.mark.long
def test_a_wrong_digest_gives_no_cycles(tmp_path: Path) -> None:
    broken = [Path(shutil.copy(source, tmp_path)) for source in bus_overhead.sources(here())]
    path = tmp_path / "axis_beat_decoder.sv"
    text = path.read_text()
    assert text.count("tdata[8*PLACE+:8]") == 1
    path.write_text(text.replace("tdata[8*PLACE+:8]", "tdata[7:0]"))
    with pytest.raises(CheckFailed, match="no digest or a wrong one"):
        bus_cycles.cycles("skein-512", "axis", broken, {"SEPARATE": 0}, here())


def test_the_addresses_are_those_that_the_compiler_of_the_register_map_gives() -> None:
    compiler = RDLCompiler()
    for one in ALL_UDPS:
        compiler.register_udp(one)
    compiler.compile_file(str(bus_cycles.bus_folder(here()) / "hash_registers.rdl"))
    nodes = [node for node in compiler.elaborate().top.children() if isinstance(node, AddressableNode)]
    addresses = {node.inst_name: node.raw_absolute_address for node in nodes}
    found = {macro: int(text, 16) for macro, text in bus_cycles.addresses(here()).items()}
    assert found == {macro: addresses[name] for macro, name in bus_cycles.REGISTERS.items()}
    assert len(set(found.values())) == len(found)


@pytest.mark.parametrize("adapter", ADAPTERS, ids=lambda one: one.name)
def test_every_port_gets_a_register(adapter: bus_overhead.Adapter) -> None:
    unit = adapter.unit(2, here())
    ports = ports_of(unit, own_session())
    text = between_registers(unit, ports)
    source = next(path for path in unit.sources if path.stem == unit.top).read_text()
    header = source[source.index(f"module {unit.top}") : source.index("\n);")]
    assert sorted(re.findall(r"(?:input|output) .*?(\w+),?\n", header + "\n")) == sorted(
        p.name for p in ports
    )
    assert len(ports) > 10
    for port in ports:
        name = port.name
        if name in bus_overhead.CLOCKS:
            assert f".{name}(clk)" in text
        else:
            assert f"{port.direction} logic [{port.width - 1}:0] {name}" in text
            assert f".{name}({name}_inside)" in text
            assert f"{name}_inside <= {name};" in text or f"{name} <= {name}_inside;" in text


def test_an_adapter_that_cannot_be_elaborated_is_said(tmp_path: Path) -> None:
    (tmp_path / "axis_adapter.sv").write_text("module axis_adapter (input logic clk; endmodule\n")
    unit = replace(ADAPTERS[0].unit(1, here()), sources=(tmp_path / "axis_adapter.sv",))
    with pytest.raises(HashloomError, match=r"^axis_adapter_64_1_0 cannot be elaborated \(tool-crash\): "):
        ports_of(unit, own_session())


def row(**values: object) -> Row:
    return {"state": "ok", "tools": {}, "design": "a/b", "target": "osu018", "goal": "fast", **values}


def test_what_is_not_measured_stays() -> None:
    cores, adapters = assemble([row(part="old")], ()), assemble((), [row(adapter="new")])
    assert cores.updated(adapters) == assemble(cores.rows, adapters.adapters)
    assert cores.updated(assemble([row(part="new")], ())).rows == (row(part="new"),)
    for other in ({"design": "a/c"}, {"target": "ecp5"}, {"goal": "small"}):
        newer = row(part="new", **other)
        assert cores.updated(assemble([newer], ())).rows == (row(part="old"), newer)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["sha"], "unknown function 'sha'"),
        ([], "nothing to measure; name a design, or give --bus"),
        (["--bus", "--target", "ecp5"], "on standard cells only"),
    ],
)
def test_what_has_no_overhead(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["overhead", *arguments]) == 2
    assert message in capsys.readouterr().err
