# SPDX-License-Identifier: Apache-2.0
"""The readers complain about what is planted; the command, its document, and the sample that checks it."""

import json
import random
from dataclasses import replace
from pathlib import Path

import dummy_model
import lint_sample
import pytest
from folders import ROOT
from lint_sample import every_reader
from own_state import here, own_session

from hashloom import catalogue, lint
from hashloom.catalogue import rtl
from hashloom.catalogue.rtl import Level, RtlUnit
from hashloom.commands import main
from hashloom.lint import readers
from hashloom.lint.document import load, of_now, standing
from hashloom.lint.step import step, told
from hashloom.results.lint import Lint, UnitRead

SEED = 0
UNUSED = "logic [2:0] nobody;\nassign nobody = STAGES[2:0];\n"
LATE = """generate if (1) begin : gen_late
  wire copy;
  buf copies (copy, later);
end endgenerate
logic later;
assign later = rst;
"""
"""A name before its declaration is a net of its own, which nothing drives."""

UNKNOWN = "logic nobody;\nassign nobody = nothing;\n"


def planted(unit: RtlUnit, file: str, text: str, folder: Path) -> RtlUnit:
    """The unit with a further text at the end of the module in a file."""
    (source,) = [path for path in unit.sources if path.name == file]
    wrong = folder / source.name
    wrong.write_text(source.read_text().removesuffix("endmodule\n") + text + "endmodule\n")
    return unit.with_file(wrong)


@pytest.mark.parametrize(
    ("reader", "text", "complaint"),
    [
        ("verilator", UNUSED, "UNUSEDSIGNAL"),
        ("verilator", "logic narrow;\nassign narrow = {rst, rst};\n", "WIDTH"),
        ("icarus", UNKNOWN, "nothing"),
        ("icarus", LATE, "implicit definition of wire 'later'"),
    ],
)
@pytest.mark.parametrize("level", ["core", "top"])
def test_a_complaint_about_a_core_is_made_at_both_levels(
    reader: str, text: str, complaint: str, level: Level, tmp_path: Path
) -> None:
    unit = rtl.unit(catalogue.resolve_design("sha1/basic", here()), level)
    wrong = planted(unit, "sha1_core.sv", text, tmp_path)
    assert lint_sample.said([unit], reader, tmp_path / "right") == {}
    said = "\n".join(lint_sample.said([wrong], reader, tmp_path / "wrong")[unit.name])
    assert complaint in said
    assert str(tmp_path / "sha1_core.sv:") in told(said, wrong)
    assert str(tmp_path) not in said


@pytest.mark.parametrize("reader", ["read_verilog", "read_slang"])
@pytest.mark.parametrize(
    "wrong",
    ["always_comb if (a[0]) y = b;", "assign y = none;", "assign y = a; assign y = b;", "assign y = a +;"],
)
def test_yosys_names_the_unit_that_is_wrong(reader: str, wrong: str, tmp_path: Path) -> None:
    found = []
    for name, body in (("good", "assign y = a ^ b;"), ("bad", wrong), ("fine", "assign y = a & b;")):
        path = tmp_path / f"{name}.sv"
        ports = "input wire [1:0] a, b, output logic [1:0] y"
        path.write_text(f"`default_nettype none\nmodule {name} ({ports});\n{body}\nendmodule\n")
        found.append(RtlUnit(name, name, (path,), ()))
    assert set(lint_sample.said(found, reader, tmp_path / "work")) == {"bad"}


@every_reader
def test_a_file_may_have_any_name_and_a_parameter_be_a_text(reader: str, tmp_path: Path) -> None:
    """Verilator alone says that a module stands in a file of another name."""
    path = tmp_path / "odd; $(name).sv"
    path.write_text(
        "`default_nettype none\n"
        'module odd #(parameter KIND = "none") (input wire a, output wire y);\n'
        '  generate if (KIND == "good") begin : right assign y = a; end\n'
        "  else begin : wrong assign y = missing; end endgenerate\nendmodule\n"
    )
    unit = RtlUnit("odd", "odd", (path,), (("KIND", "good"),))
    found = lint_sample.said([unit], reader, tmp_path / "work")
    if reader == "verilator":
        assert "DECLFILENAME" in found["odd"][0]
    else:
        assert found == {}
    bad = RtlUnit("odd", "odd", (path,), (("KIND", "none"),))
    assert "missing" in " ".join(lint_sample.said([bad], reader, tmp_path / "bad")["odd"])


@every_reader
def test_a_reader_that_does_not_end_is_no_silence(reader: str, tmp_path: Path) -> None:
    unit = rtl.unit(catalogue.resolve_design("sha1/basic", here()))
    said = readers.read(unit, reader, tmp_path, replace(readers.LIMITS, wall_seconds=0.01))
    assert said.outcome.state == "timed-out"
    assert said.complaints[0].startswith("timed-out: ")


def test_a_reading_is_found_again_under_what_it_depends_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HASHLOOM_STATE", str(tmp_path / "state"))
    session = own_session()
    unit = rtl.unit(catalogue.resolve_design("sha1/basic", here()))
    wrong = planted(unit, "sha1_core.sv", UNUSED, tmp_path)
    found = lint.reading(wrong, "verilator", session)
    assert not found.good
    assert lint.reading(wrong, "verilator", session.asking()) == found
    first = step(unit, "verilator").key
    assert step(wrong, "verilator").key != first
    assert step(unit, "icarus").key != first
    assert step(replace(unit, parameters=unit.parameters[1:]), "verilator").key != first
    assert step(replace(unit, name="other"), "verilator").key == first
    monkeypatch.setattr(readers, "version", lambda reader: "0.1")
    assert step(unit, "verilator").key != first


@pytest.fixture
def cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of cores that has the dummy alone, and a state folder of its own."""
    dummy_model.write_family(tmp_path / "cores")
    monkeypatch.setenv("HASHLOOM_CORES", str(tmp_path / "cores"))
    monkeypatch.setenv("HASHLOOM_STATE", str(tmp_path / "state"))
    monkeypatch.delenv("HASHLOOM_RECORDS", raising=False)
    return tmp_path / "cores"


def spoil(cores: Path) -> None:
    """Plant what all four readers complain of."""
    path = cores / "dummy" / "dummy_core.sv"
    text, end, rest = path.read_text().rpartition("endmodule")
    path.write_text(f"{text}{UNKNOWN}{end}{rest}")


def test_the_command_reads_what_changed_and_takes_the_rest_from_the_document(
    cores: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["lint", "-o", str(tmp_path / "results"), "-j", "2"]
    assert main(command) == 0
    said = capsys.readouterr()
    assert said.out == "3 of 3 units are clean, in each of 4 readers\n"
    made = load(tmp_path / "results" / "lint.json", here())
    names = ["dummy_one_core", "dummy_one_top", "dummy_three_top"]
    rows = [(one.unit, one.reader) for one in made.readings]
    assert rows == [(unit, reader) for unit in names for reader in lint.READERS]
    assert list(made.provenance.tools) == ["Verilator", "Icarus Verilog", "pyosys"]
    assert main(command) == 0
    assert "12 of 12 readings as in" in capsys.readouterr().err
    spoil(cores)
    assert main(command) == 1
    said = capsys.readouterr()
    assert said.out == "0 of 3 units are clean, in each of 4 readers\n"
    for reader in lint.READERS:
        assert f"hashloom: dummy_one_top, {reader}: " in said.err
    assert f"{cores}/dummy/dummy_core.sv:" in said.err
    assert "nothing" in said.err


def test_a_design_is_read_at_the_levels_that_are_asked_for(
    cores: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lint", "dummy/one", "--level", "core", "--json"]) == 0
    (*rows,) = json.loads(capsys.readouterr().out)["readings"]
    assert [(row["unit"], row["reader"]) for row in rows] == [
        ("dummy_one_core", reader) for reader in lint.READERS
    ]
    spoil(cores)
    assert main(["lint", "dummy/one", "--level", "core"]) == 1
    assert "dummy_one_core, icarus: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["sha1/bsaic"], "sha1 has no architecture 'bsaic'; the nearest known: basic"),
        (["sha9"], "unknown function 'sha9'"),
        (["sha1/basic", "--level", "tree"], "sha1/basic has no level 'tree'; it has core, top, bus, queue"),
        (["--level", "top"], "--level is for the designs that are named"),
        (["sha1/basic", "-o", "x"], "-o is for all of the RTL; give it without DESIGN"),
        (["-j", "0"], "0 tools cannot read at a time; give at least 1"),
    ],
)
def test_wrong_usage(arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("hashloom: ")
    assert complaint in said.err


def test_all_of_the_rtl_is_in_the_units() -> None:
    units = lint.every_unit(here())
    assert len({unit.name for unit in units}) == len(units)
    read = {source for unit in units for source in unit.sources}
    assert {*ROOT.glob("cores/*/rtl/*.sv")} == read


# The sample, and what it is there for.


def as_clean(*units: RtlUnit) -> Lint:
    """A document that says that every reader is content with these units."""
    rows = [
        lint.Reading(unit.name, reader, unit.digest(), (), 0.1) for unit in units for reader in lint.READERS
    ]
    return Lint.model_validate(lint.Readings(rows).document())


def test_a_row_of_another_text_counts_for_nothing() -> None:
    units = lint.every_unit(here())[:3]
    document = as_clean(*units)
    assert len(of_now(document, units)) == len(standing(document, units)) == 12
    assert lint_sample.left_over(document, units) == []
    wrong = [
        one.model_copy(update={"digest": units[2].digest()})
        if (one.unit, one.reader) == (units[1].name, "icarus")
        else one
        for one in document.readings
    ]
    stale = document.model_copy(update={"readings": tuple(wrong)})
    assert lint_sample.unknown(stale, units, "icarus") == [units[1]]
    assert lint_sample.unknown(stale, units, "verilator") == []
    assert (units[1].name, "icarus") not in standing(stale, units)
    assert lint_sample.unknown(as_clean(*units[1:]), units, "read_slang") == [units[0]]
    twice = document.model_copy(update={"readings": (*document.readings, document.readings[0])})
    assert lint_sample.left_over(document, units[1:]) == [f"{units[0].name}, {one}" for one in lint.READERS]
    assert len(lint_sample.left_over(twice, units)) == 2


def test_rows_by_other_tools_or_code_do_not_stand() -> None:
    units = lint.every_unit(here())[:1]
    document = as_clean(*units)
    provenance = document.provenance
    other = provenance.model_copy(update={"tools": {**provenance.tools, "Verilator": "Verilator 6"}})
    found = standing(document.model_copy(update={"provenance": other}), units)
    assert {reader for _, reader in found} == {"icarus", "read_verilog", "read_slang"}
    other = provenance.model_copy(update={"code": "0" * 64})
    assert standing(document.model_copy(update={"provenance": other}), units) == {}
    row = document.readings[0]
    bad: UnitRead = row.model_copy(update={"complaints": ("%Warning",)})
    found = standing(document.model_copy(update={"readings": (bad, *document.readings[1:])}), units)
    assert len(found) == 3


@every_reader
def test_the_sample_finds_what_is_recorded_as_clean_and_is_not(reader: str, tmp_path: Path) -> None:
    """With this seed the unit is drawn, first of all."""
    unit = rtl.unit(catalogue.resolve_design("sha1/basic", here()))
    others = [
        rtl.unit(catalogue.resolve_design(name, here())) for name in ("sha1/rescheduled", "sha256/basic")
    ]
    wrong = planted(unit, "sha1_core.sv", UNKNOWN, tmp_path)
    units = {one.name: one for one in (wrong, *others)}
    document = as_clean(*units.values())
    assert lint_sample.unknown(document, list(units.values()), reader) == []
    costs = lint_sample.costs_of(document, reader, units)
    assert set(costs) == set(units)
    chosen = lint_sample.drawn(costs, 0.1, random.Random(SEED))
    assert chosen == [wrong.name]
    assert set(lint_sample.said([units[name] for name in chosen], reader, tmp_path / "work")) == {wrong.name}


def test_everything_is_drawn_in_the_end_and_what_costs_much_seldom() -> None:
    source = random.Random(1)
    costs = {f"small {number}": 0.3 for number in range(150)} | {
        f"large {number}": 12.0 for number in range(4)
    }
    draws = [lint_sample.drawn(costs, 12.0, source) for _ in range(400)]
    counts = {name: sum(name in chosen for chosen in draws) for name in costs}
    assert min(counts.values()) > 0
    assert max(counts[name] for name in costs if name.startswith("large")) < 120
    assert all(counts[name] > 30 for name in costs if name.startswith("small"))
    spent = [sum(costs[name] for name in chosen) for chosen in draws]
    assert min(spent) >= 12
    assert sum(spent) / len(spent) < 20
