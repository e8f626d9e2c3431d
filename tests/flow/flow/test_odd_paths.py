# SPDX-License-Identifier: Apache-2.0
"""Names of files and folders that mean something to yosys, Tcl, ABC or a shell: no tool may misread them."""

import shutil
import sys
from pathlib import Path

import dummy_model
import pytest
from folders import RTL
from own_state import here, own_session
from target_kinds import standard_cells

from hashloom import catalogue, evaluation, flow
from hashloom.catalogue.rtl import RtlUnit
from hashloom.commands import main
from hashloom.execution import jobs
from hashloom.formal import equivalence

ODD = "a b'c\";d{e[f]g}$h`i#j\u00fc*k;exec touch pwned"
"""A name of a folder: every character that one of the tools takes for more than itself."""
ADDER_TREE = RTL / "adder_tree.sv"


@pytest.fixture
def odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An odd folder with the state of the laboratory in it, which is the working directory too."""
    folder = tmp_path / ODD
    folder.mkdir()
    monkeypatch.setenv("HASHLOOM_STATE", str(folder / "state"))
    monkeypatch.delenv("HASHLOOM_RECORDS", raising=False)
    monkeypatch.delenv("CXX", raising=False)  # what is compiled here is compiled here
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.long
@pytest.mark.parametrize("target", ["osu018", "ice40"])
@pytest.mark.sampled(1)
def test_a_design_in_an_odd_folder_is_ok(odd: Path, target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hashloom.models.dummy", dummy_model)
    monkeypatch.setenv("HASHLOOM_CORES", str(odd / "cores"))
    dummy_model.write_family(odd / "cores")
    result = evaluation.synthesise(
        catalogue.resolve_design("dummy", here()), target, "fast", 0, own_session()
    )
    assert (result.state, result.netlist_simulated) == (jobs.OK, True), result.measurement.message
    assert not [*odd.parent.rglob("pwned")]


def test_figures_do_not_depend_on_the_folder(
    odd: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(ADDER_TREE, odd)
    parameters = (("WIDTH", 8), ("ADDER", "plain"))
    found = []
    for source, state in ((odd / ADDER_TREE.name, odd / "state"), (ADDER_TREE, tmp_path / "state")):
        monkeypatch.setenv("HASHLOOM_STATE", str(state))
        unit = RtlUnit("adder_tree", "adder_tree", (source,), parameters)
        found.append(flow.measure(unit, standard_cells(), "small", 1, own_session()))
    assert found[0] == found[1]
    assert found[0].state == jobs.OK


def test_netlists_of_an_odd_folder_are_compared(odd: Path) -> None:
    adder = "module add (input [3:0] a, b, output [3:0] y);\n  assign y = a + b;\nendmodule\n"
    circuits = []
    for name, text in (
        ("one", adder),
        ("two", adder.replace("a + b", "b - ~a - 4'd1")),
        ("three", adder.replace("+", "^")),
    ):
        (odd / name).mkdir()
        (odd / name / "add.v").write_text(text)
        circuits.append(equivalence.circuit(odd / name, ["read_verilog add.v", "hierarchy -top add"]))
    assert equivalence.equivalent(circuits[0], circuits[1])
    assert not equivalence.equivalent(circuits[0], circuits[2])


@pytest.mark.parametrize(
    "name", ["z* ; exec -- touch pwned ;.v", "!touch pwned.sv", "a b.v", "-top.v", "\u00fc\n.v"]
)
def test_rtl_with_an_odd_name(odd: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    (odd / name).write_text(ADDER_TREE.read_text())
    status = main(["synth", f"--rtl={name}", "--top", "adder_tree", "--target", "osu018", "--goal", "small"])
    assert status == 0, capsys.readouterr().err
    assert not [*odd.parent.rglob("pwned")]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--top", "adder_tree\nexec -- touch pwned"),
        ("--top", "adder_tree; exec -- touch pwned"),
        ("--top", ""),
        ("--clock", "clk]; exec touch pwned; ["),
        ("--parameter", "ADDER=plain\nexec -- touch pwned"),
        ("--parameter", "ADDER=plain;exec"),
        ("--parameter", "ADDER=[exec touch pwned]"),
    ],
)
def test_a_name_that_is_a_command(
    odd: Path, option: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["synth", "--rtl", str(ADDER_TREE), "--target", "osu018", f"{option}={value}"]
    assert main([*arguments, *(["--top", "adder_tree"] if option != "--top" else [])]) == 2
    assert "Traceback" not in capsys.readouterr().err
    assert not [*odd.parent.rglob("pwned")]
