# SPDX-License-Identifier: Apache-2.0
"""Exported packages: whole, tested by themselves, proven; nothing is left behind where a thing goes wrong."""

import hashlib
import importlib.util
import json
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from exported_texts import as_exported, without_prefix
from folders import ROOT
from jinja2 import UndefinedError
from own_state import here, session_around

from hashloom import export
from hashloom.catalogue import designs, resolve_design, rtl
from hashloom.catalogue.design import Design, Tuning
from hashloom.commands import main
from hashloom.errors import CheckFailed, UsageError
from hashloom.execution import jobs
from hashloom.execution.records import Records
from hashloom.export import datasheet, known_answers, proof, trial, verilog
from hashloom.export.templates import fill
from hashloom.models import model_for

LIMITS = jobs.Limits(wall_seconds=300)
RESULTS = ROOT / "results"
SMALL = ("cubehash", "luffa", "sha1", "shabal")
"""Families whose packages are exported and simulated in seconds."""


@pytest.fixture(scope="module")
def sha1(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of sha1, as the command exports it; nobody writes into it."""
    folder = tmp_path_factory.mktemp("export") / "sha1"
    assert main(["export", "sha1", "-o", str(folder), "--no-verify", "--mhz", "80"]) == 0
    return folder


@pytest.fixture
def elsewhere(sha1: Path, tmp_path: Path) -> Path:
    """A copy of it that may be changed."""
    return Path(shutil.copytree(sha1, tmp_path / "elsewhere"))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exports without conversion, for what does not depend on it."""
    monkeypatch.setattr(verilog, "convert", lambda *arguments: "// nothing\n")


def arguments(folder: Path, *more: str) -> list[str]:
    return ["export", "sha1", "-o", str(folder), "--no-verify", "--no-proof", *more]


def test_the_folder_has_everything(sha1: Path) -> None:
    found = {str(path.relative_to(sha1)) for path in sha1.rglob("*") if path.is_file()}
    for path in (
        "DATASHEET.md", "LICENSE", "Makefile", "README.md", "flow/serial_harness.sv", "litex/sha1.py",
        "component.xml", "block_diagram.svg", "waveform/abc.json", "waveform/abc.svg", "waveform/observe.v",
        *(f"instantiation/sha1_instance.{suffix}" for suffix in ("sv", "v", "vhd")),
        "rtl/sha1.sv", "sha1.core", "sha1_hw.tcl",
        "test/known_answers.v", "test/test_bench.sv", "verilog/sha1.v",
        *(f"constraints/sha1.{suffix}" for suffix in ("cst", "lpf", "pcf", "pdc", "qsf", "sdc", "xdc")),
    ):  # fmt: skip
        assert path in found
    for source in rtl.unit(resolve_design("sha1", here()), "top").sources:
        assert without_prefix((sha1 / "rtl" / f"sha1__{source.name}").read_text()) == as_exported(source)
    texts = [path.read_text(encoding="utf-8") for path in sha1.rglob("*") if path.is_file()]
    assert [text for text in texts if re.search(r"\{%|%\}|\{\{ | \}\}|\{#|#\}", text)] == []
    assert 'FREQUENCY PORT "clk" 80 MHZ;' in (sha1 / "constraints/sha1.lpf").read_text()
    assert "-period 12.500" in (sha1 / "constraints/sha1.xdc").read_text()


@pytest.mark.long
@pytest.mark.parametrize("simulator", ["icarus", "icarus-verilog", "verilator", "verilator-verilog"])
@pytest.mark.sampled(2)
def test_it_passes_its_own_test_bench_without_hashloom(elsewhere: Path, simulator: str) -> None:
    answers = known_answers.cases(resolve_design("sha1", here()).function)
    found = trial.run(elsewhere, simulator, LIMITS)
    assert (found.state, found.passed, found.failed) == (jobs.OK, 2 * len(answers), 0), found


def test_lanes_are_tested_with_different_messages_at_a_time(tmp_path: Path) -> None:
    command = [
        "export",
        "luffa-r2-256/apart-2m",
        "-o",
        str(tmp_path / "x"),
        "--no-verify",
        "--no-proof",
        "--json",
    ]
    assert main(command) == 0
    found = trial.run(tmp_path / "x", "icarus", LIMITS)
    messages = len(known_answers.cases(resolve_design("luffa-r2-256", here()).function))
    assert (found.state, found.passed, found.failed) == (jobs.OK, 2 * 2 * -(-messages // 2), 0)


@pytest.mark.parametrize(
    ("file", "one", "other", "simulator"),
    [
        ("rtl/sha1__sha1_schedule.sv", "^", "|", "icarus"),
        ("rtl/sha1__message_padder.sv", "||", "&&", "icarus"),
        ("verilog/sha1.v", " ^ ", " | ", "icarus-verilog"),
    ],
)
def test_the_test_bench_notices_a_broken_core(
    elsewhere: Path, file: str, one: str, other: str, simulator: str
) -> None:
    text = (elsewhere / file).read_text()
    code = re.sub(r"//.*", lambda comment: comment[0].replace(one, "_" * len(one)), text)
    assert one in code
    (elsewhere / file).write_text(code.replace(one, other))
    found = trial.run(elsewhere, simulator, LIMITS)
    assert found.state == jobs.TOOL_CRASH
    assert found.failed > 0, (elsewhere / f"{simulator}.log").read_text()[-500:]


def test_the_verilog_is_verilog_2005_and_the_wrapper_is_clean(sha1: Path) -> None:
    converted = str(sha1 / "verilog/sha1.v")
    for command in (
        ["iverilog", "-g2005", "-Wall", "-t", "null", "-s", "sha1", converted],
        ["verilator", "--lint-only", "--language", "1364-2005", "--top-module", "sha1", converted],
    ):
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert (done.returncode, done.stdout + done.stderr) == (0, "")
    assert trial.run(Path(shutil.copytree(sha1, sha1.parent / "lint")), "lint", LIMITS).state == jobs.OK
    modules = re.findall(r"^module (\S+)", Path(converted).read_text(), re.MULTILINE)
    assert modules[0] == "sha1"
    assert all(module.startswith("sha1__") for module in modules[1:])
    assert len(set(modules)) == len(modules)


def in_order(folder: Path) -> list[Path]:
    names = re.search(r"^RTL := (.*)$", (folder / "Makefile").read_text(), re.MULTILINE)
    assert names is not None
    return [folder / name for name in names[1].split()]


@pytest.mark.parametrize(
    ("one", "other"), [(" ^ ", " | "), (" + ", " - "), ("posedge clk)\n", "posedge clk) if (!rst)\n")]
)
def test_the_proof_notices_a_difference(elsewhere: Path, tmp_path: Path, one: str, other: str) -> None:
    converted = elsewhere / "verilog/sha1.v"
    text = converted.read_text()
    head, middle, tail = text.partition(one)
    assert middle
    converted.write_text(head + other + tail)
    with pytest.raises(CheckFailed, match="does not compute"):
        proof.prove("sha1", in_order(elsewhere), converted, tmp_path / "proof", LIMITS)


STORE = """
module store (
    input logic clk, input logic clear, input logic write, input logic [2:0] to, input logic [63:0] data,
    input logic [2:0] from, output logic [63:0] word
);
  logic [63:0] words[8];
  assign word = words[from];
  always_ff @(posedge clk) begin
    if (clear) words[0] <= '0;
    else if (write) words[to] <= data;
  end
endmodule
"""


@pytest.mark.long
def test_a_memory_is_written_by_words_and_proven(tmp_path: Path) -> None:
    source, converted = tmp_path / "store.sv", tmp_path / "store.v"
    source.write_text(STORE)
    text = verilog.convert("store", "store", [source], tmp_path / "convert", LIMITS, "store__")
    clear, write = re.findall(r"^ *words\[.*\] <= .*$", text, re.MULTILINE)
    assert "64'h0" in clear
    converted.write_text(text)
    done = proof.prove("store", [source], converted, tmp_path / "proof", LIMITS)
    assert done["register_bits"] == 8 * 64
    converted.write_text(text.replace(write, write.replace("<= ", "<= ~")))
    with pytest.raises(CheckFailed, match="does not compute"):
        proof.prove("store", [source], converted, tmp_path / "wrong", LIMITS)


@pytest.mark.parametrize("left_out", ["name", "design", "litex"])
def test_a_place_of_a_template_without_a_value_is_no_empty_text(left_out: str) -> None:
    values = {"name": "sha1", "design": "sha1/basic", "litex": False, "registers": False, "two_clocks": False}
    values["secret"] = False
    assert "sha1/basic" in fill("readme.txt", **values)
    del values[left_out]
    with pytest.raises(UndefinedError, match=f"'{left_out}' is undefined"):
        fill("readme.txt", **values)


def test_registers_are_matched_by_name_and_what_is_left_becomes_free() -> None:
    one = {10: [("a", 0), ("core.a", 0)], 11: [("b", 0)], 12: [("dead", 3)]}
    other = {7: [("core.a", 0)], 8: [("b", 0)], 9: [("c", 0)]}
    assert proof.match(one, other) == [(10, 7), (11, 8), (12, None), (None, 9)]


def test_every_kind_of_message_is_there() -> None:
    for name in ("sha1", "fugue-r2-256", "skein-1.3-256-256"):
        function = resolve_design(name, here()).function
        cases, block = known_answers.cases(function), function.block_bits
        lengths = [case.bits for case in cases]
        assert lengths[0] == 0
        assert any(bits % 8 for bits in lengths)
        assert {block - 1, block, block + 1, 2 * block} <= set(lengths)
        model = model_for(function)
        assert all(model.digest(case.message, case.bits) == case.digest for case in cases)


def test_the_data_sheet_shows_figures_of_results_only(sha1: Path) -> None:
    sheet = (sha1 / "DATASHEET.md").read_text()
    assert "was not verified when it was exported" in sheet
    assert "proven to be equivalent" in sheet
    measured = sheet.partition("## What was measured")[2].partition("## How")[0]
    rows = [line.split(" | ") for line in measured.splitlines() if line.startswith("| `")]
    assert rows
    for target, goal, clock, *_, documents in rows:
        for path in re.findall(r"`(results/[a-z-]+\.json)`", documents):
            known = json.loads((ROOT / path).read_text())["rows"]
            assert any(
                (row["function"], row["target"], row["goal"]) == ("sha1", target.strip("| `"), goal)
                and f"{row['clock_mhz']:,.1f}" == clock
                for row in known
            )
    listed = re.findall(r"^\| `([^`]+)` \| `([0-9a-f]{64})` \|$", sheet, re.MULTILINE)
    files = {str(path.relative_to(sha1)) for path in sha1.rglob("*") if path.is_file()}
    assert {path for path, _ in listed} == files - {"DATASHEET.md"}
    for path, digest in listed:
        assert hashlib.sha256((sha1 / path).read_bytes()).hexdigest() == digest


def test_a_design_that_nobody_measured_has_no_figures(tmp_path: Path, quick: None) -> None:
    options = ["-o", str(tmp_path / "x"), "--no-verify", "--no-proof", "--no-waveform"]
    assert main(["export", "skein-1.3-256-301/compact", *options]) == 0
    sheet = (tmp_path / "x" / "DATASHEET.md").read_text()
    assert "Not measured" in sheet
    assert "does not have this design" in sheet


def test_what_was_verified_is_in_the_data_sheet(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def require(design: Any, tuning: Any, records: Any, **options: Any) -> dict[str, Any]:
        asked.append((design.name, tuning.settings, options["levels"]))
        unit = rtl.unit(design, "top", tuning, capture=options["capture"])
        counted = {"effort": "quick", "passed": 4321, "failed": 0, "reproduce": "hashloom verify"}
        return {**counted, "rtl_digests": {"top": unit.digest()}}

    monkeypatch.setattr(export, "require_verified", require)
    command = [
        "export",
        "sha1",
        "-o",
        str(tmp_path / "x"),
        "--no-proof",
        "--set",
        "ADDER=4",
        "--name",
        "digest_core",
    ]
    assert main(command) == 0
    assert asked == [("sha1/basic", (("ADDER", 4),), ("core", "top"))]
    assert "4321 checks passed" in (tmp_path / "x" / "DATASHEET.md").read_text()
    wrapper = (tmp_path / "x" / "rtl" / "digest_core.sv").read_text()
    assert "module digest_core (" in wrapper
    assert ".ADDER(4)" in wrapper


def test_fusesoc_runs_it(elsewhere: Path) -> None:
    pytest.importorskip("fusesoc")
    program = Path(sys.executable).parent / "fusesoc"
    for target, expected in (("sim", "PASS 24 FAIL 0"), ("lint", "")):
        done = subprocess.run(
            [program, "--cores-root", ".", "run", f"--target={target}", "hashloom:export:sha1"],
            cwd=elsewhere, capture_output=True, text=True, timeout=300,
            env={"PATH": f"{program.parent}:/usr/bin:/bin", "HOME": str(elsewhere)},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-2000:]
        assert expected in done.stdout


def test_litex_elaborates_the_glue(sha1: Path, tmp_path: Path) -> None:
    pytest.importorskip("litex")
    from litex.gen.fhdl.verilog import convert
    from migen import ClockDomain

    specification = importlib.util.spec_from_file_location("glue", sha1 / "litex/sha1.py")
    assert specification is not None
    assert specification.loader is not None
    glue = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(glue)
    core = glue.Sha1()
    core.clock_domains.cd_sys = ClockDomain()
    ports = [*core.sink.flatten(), *core.source.flatten()]
    (tmp_path / "top.v").write_text(
        str(convert(core, ios={*ports, core.cd_sys.clk, core.cd_sys.rst}, name="soc"))
    )
    files = [tmp_path / "top.v", *in_order(sha1)]
    done = subprocess.run(
        ["iverilog", "-g2012", "-t", "null", "-s", "soc", *files], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_wrong_usage_is_said_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    full = tmp_path / "full"
    full.mkdir()
    (full / "mine.txt").write_text("mine")
    for command, said in (
        (arguments(full), "is not empty"),
        (arguments(full, "--force"), "is no exported package"),
        (arguments(tmp_path / "x", "--name", "2fast"), "can be no name of a module"),
        (arguments(tmp_path / "x", "--name", "priority"), "is a word of the language"),
        (arguments(tmp_path / "x", "--name", "sha1_core"), "another module of the package"),
        (arguments(tmp_path / "x", "--mhz", "0"), "cannot be asked for"),
        (arguments(tmp_path / "x", "--goal", "tiny"), "unknown goal"),
        (arguments(tmp_path / "x", "--set", "WIDTH=4"), "has no parameter"),
        (["export", "sha11", "-o", str(tmp_path / "x")], "nearest known"),
        (["export", "sha1/all", "-o", str(tmp_path / "x")], "designs; name the one"),
    ):
        assert main(command) == UsageError.exit_status
        assert said in capsys.readouterr().err
    assert [path.name for path in tmp_path.rglob("*")] == ["full", "mine.txt"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, CheckFailed])
def test_what_fails_or_is_interrupted_leaves_what_was_there(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    folder = tmp_path / "sha1"
    assert main(arguments(folder, "--name", "first")) == 0
    assert main(arguments(folder)) == UsageError.exit_status

    def fail(*arguments: Any) -> str:
        raise error

    monkeypatch.setattr(datasheet, "text", fail)
    assert main(arguments(folder, "--force", "--name", "second")) in (1, 130)
    assert main(arguments(tmp_path / "new")) in (1, 130)
    assert [path.name for path in tmp_path.iterdir()] == ["sha1"]
    assert (folder / "rtl/first.sv").is_file()
    monkeypatch.undo()
    monkeypatch.setattr(verilog, "convert", lambda *arguments: "// nothing\n")
    assert main(arguments(folder, "--force", "--name", "second")) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["sha1"]
    assert {path.name for path in (folder / "rtl").iterdir()} >= {"second.sv"}
    assert not (folder / "rtl/first.sv").exists()


@pytest.mark.long
def test_a_small_design_chosen_at_random_passes_without_hashloom(tmp_path: Path, rng: random.Random) -> None:
    seed = rng.getrandbits(32)
    pool = [design for design in designs(here()) if design.family.name in SMALL]
    (design,) = trial.draw(1, seed, pool)
    print(f"{design.name}, seed {seed}")
    found = trial.attempt(
        design,
        trial.TUNING,
        session_around(Records(tmp_path / "records")),
        LIMITS,
        prove=False,
        verify=False,
    )
    assert found.error == ""
    assert found.good, found


def test_a_trial_is_remembered_and_what_failed_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "records"))
    done: list[str] = []
    failing: list[str] = []

    def attempt(design: Design, *others: Any) -> trial.ExportTrial:
        done.append(design.name)
        failed = int(design.name in failing)
        runs = tuple(trial.BenchRun(name, jobs.OK, 24 - failed, failed, 1.5) for name in trial.SIMULATORS)
        return trial.ExportTrial(design, trial.TUNING, runs, 24, {"register_bits": 7})

    monkeypatch.setattr(trial, "_attempt", attempt)
    drawn = [design.name for design in trial.draw(3, 11, designs(here()))]
    failing.append(drawn[1])
    command = ["try-exports", "--count", "3", "--seed", "11", "-o", str(tmp_path)]
    assert main(command) == 1
    assert "icarus 23 passed, 1 failed" in capsys.readouterr().out
    failing.clear()
    assert main(command) == 0
    assert done == [*drawn, drawn[1]]
    document = json.loads((tmp_path / "exports.json").read_text())
    assert [f"{row['function']}/{row['architecture']}" for row in document["rows"]] == drawn
    assert all(row["good"] and row["runs"][0]["passed"] == 24 for row in document["rows"])
    assert main(["try-exports", "--count", "0"]) == UsageError.exit_status


def test_the_packages_that_were_tried_are_of_this_rtl() -> None:
    document = json.loads((RESULTS / "exports.json").read_text())
    assert len(document["rows"]) >= 10
    for row in document["rows"]:
        design = resolve_design(f"{row['function']}/{row['architecture']}", here())
        digest = rtl.unit(design, "top", Tuning(**row["tuning"])).digest()
        assert row["rtl_digest"] == digest, f"{design.name}: hashloom try-exports -o results"
        assert row["good"], design.name
        assert row["proof"]["register_bits"] > 0
        assert {run["simulator"] for run in row["runs"]} == set(trial.SIMULATORS)
        assert all((run["passed"], run["failed"]) == (row["test_bench_checks"], 0) for run in row["runs"])
    drawn = trial.draw(len(document["rows"]), document["provenance"]["seed"], designs(here()))
    if document["provenance"]["drawn_from"] == len(designs(here())):
        assert [f"{row['function']}/{row['architecture']}" for row in document["rows"]] == [
            design.name for design in drawn
        ]
