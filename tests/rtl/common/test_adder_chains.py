# SPDX-License-Identifier: Apache-2.0
"""The adder chains of SHA-2 and their counters: proven equal to `+`, each of its own parts."""

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from adder_circuits import ADDERS, CORES, RTL, circuit, names
from own_state import own_session
from target_kinds import standard_cells

from hashloom import libraries
from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution import jobs
from hashloom.execution.session import Session
from hashloom.execution.steps import Step
from hashloom.flow import cells, yosys
from hashloom.formal import equivalence

CHAINS = names(CORES / "sha2" / "rtl" / "sha2_adder_chain_pkg.sv")
NETWORKS = names(RTL / "adder_pkg.sv")
CHAIN = tuple(CORES / "sha2" / "rtl" / f"{name}.sv" for name in ("sha2_adder_chain_pkg", "sha2_adder_chain"))
INPUTS = ("h", "k", "w", "ch", "sigma_1", "d_t", "maj", "sigma_0")
T_1 = ("h", "k", "w", "ch", "sigma_1")
SUMS = {"e": (*T_1, "d_t"), "a": (*T_1, "maj", "sigma_0")}
LIMITS = jobs.Limits(wall_seconds=600)

# Rows of full adders, counters and carry-propagating adders in each chain.
PARTS = {
    "SAVED_CHAIN": {"carry_save_adder": 6, "prefix_adder": 2},
    "SAVED_TREE": {"carry_save_adder": 8, "prefix_adder": 2},
    "COUNTER_7_3": {"parallel_counter_7_3": 2, "carry_save_adder": 2, "prefix_adder": 2},
    "COUNTER_5_3": {"parallel_counter_5_3": 2, "carry_save_adder": 4, "prefix_adder": 2},
    "COUNTER_4_4_4": {"parallel_counter_4_4_4": 3, "carry_save_adder": 1, "prefix_adder": 2},
    "ADDER_TREE": {"prefix_adder": 8},
    "ADDER_CHAIN": {"prefix_adder": 7},
}

COUNTERS = {
    "parallel_counter_4_4_4": ("abcd", ("sum", "carry")),
    "parallel_counter_5_3": ("abcde", ("ones", "twos", "fours")),
    "parallel_counter_7_3": ("abcdefg", ("ones", "twos", "fours")),
}

INSTANCE = """
module words (
    input logic [{word}-1:0] i_h, i_k, i_w, i_ch, i_sigma_1, i_d_t, i_maj, i_sigma_0,
    output logic [{word}-1:0] o_e, o_a
);
  sha2_adder_chain #(.WORD({word}), .CHAIN({chain}), .ADDER(adder_pkg::SKLANSKY)) chain (
      .h(i_h), .k(i_k), .w(i_w), .ch(i_ch), .sigma_1(i_sigma_1), .d_t(i_d_t), .maj(i_maj),
      .sigma_0(i_sigma_0), .e(o_e), .a(o_a)
  );
endmodule
"""

PLAIN = """
module words (
    input logic [{word}-1:0] i_h, i_k, i_w, i_ch, i_sigma_1, i_d_t, i_maj, i_sigma_0,
    output logic [{word}-1:0] o_e, o_a
);
  assign o_e = i_h + i_k + i_w + i_ch + i_sigma_1 + i_d_t;
  assign o_a = i_h + i_k + i_w + i_ch + i_sigma_1 + i_maj + i_sigma_0;
endmodule
"""

BENCH = """
module bench;
  localparam integer TRIALS = 200;
  logic [{word}-1:0] h, k, w, ch, sigma_1, d_t, maj, sigma_0;
  logic [{chains}-1:0] wrong = 0;
  for (genvar i = 0; i < {chains}; i = i + 1) begin : gen_chain
    wire [{word}-1:0] e, a;
    sha2_adder_chain #(.WORD({word}), .CHAIN(i), .ADDER(adder_pkg::SKLANSKY)) chain (
        .h, .k, .w, .ch, .sigma_1, .d_t, .maj, .sigma_0, .e, .a
    );
    initial
      for (integer trial = 0; trial < TRIALS; trial = trial + 1) begin
        #2;
        if (e !== h + k + w + ch + sigma_1 + d_t) wrong[i] = 1;
        if (a !== h + k + w + ch + sigma_1 + maj + sigma_0) wrong[i] = 1;
      end
  end
  function automatic [63:0] value(input integer trial);
    value = trial == 0 ? ~64'd0 : {{$urandom, $urandom}};
  endfunction
  initial begin
    #1;
    for (integer trial = 0; trial < TRIALS; trial = trial + 1) begin
      h = value(trial); k = value(trial); w = value(trial); ch = value(trial);
      sigma_1 = value(trial); d_t = value(trial); maj = value(trial); sigma_0 = value(trial);
      #2;
    end
    for (integer i = 0; i < {chains}; i = i + 1)
      if (wrong[i]) $display("wrong");
      else $display("good");
  end
endmodule
"""

NO_SUM = "does not keep the sum"

every_chain = pytest.mark.parametrize("chain", CHAINS)
every_counter = pytest.mark.parametrize("counter", COUNTERS)


def unit(chain: str, word: int, adder: str = "SKLANSKY") -> RtlUnit:
    parameters = (("WORD", word), ("CHAIN", CHAINS[chain]), ("ADDER", NETWORKS[adder]))
    return RtlUnit(f"{chain}_{word}", "sha2_adder_chain", (*ADDERS, *CHAIN), parameters)


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    monkeypatch.setenv("HASHLOOM_STATE", str(tmp_path / "state"))
    monkeypatch.delenv("HASHLOOM_RECORDS", raising=False)
    return own_session()


@every_counter
@pytest.mark.long
@pytest.mark.sampled(1)
def test_counters_keep_the_sum(counter: str, tmp_path: Path) -> None:
    operands, outputs = COUNTERS[counter]
    ports = ", ".join(f".{port}" for port in (*operands, *outputs))
    for width in (1, 2, 3, 4, 5, 8, 32):
        body = (
            f"logic [{width}-1:0] {', '.join(outputs)};\n"
            f"{counter} #(.WIDTH({width})) counter ({ports});\nassign y = {' + '.join(outputs)};"
        )
        made = circuit(tmp_path, f"made{width}", width, body, operands)
        plain = circuit(tmp_path, f"plain{width}", width, f"assign y = {' + '.join(operands)};", operands)
        assert equivalence.equivalent(made, plain), f"{width} bits"


@every_chain
@pytest.mark.sampled(3)
def test_chains_are_equal_to_plain_sums_of_small_words(chain: str, tmp_path: Path) -> None:
    """The whole at once, all operands open: nothing rests on the parts."""
    for word in (2, 3, 4):
        circuits = []
        for name, made in (("chain", INSTANCE), ("plain", PLAIN)):
            (tmp_path / f"{name}.sv").write_text(
                made.format(word=word, chain=CHAINS[chain]), encoding="utf-8"
            )
            sources = " ".join(map(str, [*ADDERS, *CHAIN, tmp_path / f"{name}.sv"]))
            read = [f"read_verilog -sv {sources}", "hierarchy -check -top words"]
            circuits.append(equivalence.circuit(tmp_path / f"{name}{word}", read))
        whole, plain = circuits
        assert equivalence.equivalent(whole, plain), f"{word} bits"


@pytest.mark.long
@every_chain
@pytest.mark.parametrize("word", [32, 64])
@pytest.mark.sampled(4)
def test_chains_are_proven(chain: str, word: int, session: Session) -> None:
    if (chain, word) == ("COUNTER_7_3", 64):
        pytest.skip("ABC takes a minute for this counter; test_chains_add_random_words has it")
    proof = equivalence.adds(unit(chain, word), SUMS, session)
    assert proof.state == jobs.OK, proof.body.get("message")
    assert {part.partition(" ")[0] for part in proof.body["parts"]} == set(PARTS[chain])
    assert all(f".WIDTH({word})" in part for part in proof.body["parts"])
    again = equivalence.adds(unit(chain, word), SUMS, session)
    assert again.body == proof.body


@every_chain
def test_chains_have_the_parts_of_their_names(chain: str, tmp_path: Path) -> None:
    one = unit(chain, 32)
    yosys.copy_sources(one, tmp_path)
    outcome = yosys.run(tmp_path, [*yosys.elaborate(one), "proc", "write_json parts.json"], LIMITS)
    assert outcome.state == jobs.OK, outcome.tail()
    modules = json.loads((tmp_path / "parts.json").read_text(encoding="utf-8"))["modules"]
    top = next(module for module in modules.values() if "top" in module["attributes"])
    found: dict[str, int] = {}
    for cell in top["cells"].values():
        name = modules[cell["type"]]["attributes"]["hdlname"].removeprefix("\\")
        found[name] = found.get(name, 0) + 1
    assert found == PARTS[chain]


@pytest.mark.parametrize(
    ("chain", "file", "right", "wrong", "message"),
    [
        ("SAVED_CHAIN", "sha2_adder_chain", ".c(maj),", ".c(d_t),", "a is h + k + w"),
        ("ADDER_CHAIN", "sha2_adder_chain", "a_1 = t_2", "a_1 = ~t_2", "no adder"),
        ("SAVED_TREE", "sha2_adder_chain", ".c(w),", ".c({w[0], w[WORD-1:1]}),", "no whole words"),
        ("COUNTER_7_3", "parallel_counter_7_3", "| least_6) << 1", "& least_6) << 1", NO_SUM),
        ("COUNTER_5_3", "parallel_counter_5_3", "least_4 << 2", "least_4 << 1", NO_SUM),
        ("COUNTER_4_4_4", "parallel_counter_4_4_4", "c_2 = x_3 & x[3]", "c_2 = x_3 | x[3]", NO_SUM),
        ("ADDER_TREE", "prefix_adder", "PARTNER = (i / D) * D - 1", "PARTNER = i - D", NO_SUM),
    ],
)
@pytest.mark.sampled(4)
def test_a_wrong_chain_is_found(
    chain: str, file: str, right: str, wrong: str, message: str, session: Session, tmp_path: Path
) -> None:
    one = unit(chain, 32)
    sources = []
    for source in one.sources:
        text = source.read_text(encoding="utf-8")
        if source.stem == file:
            assert right in text
            text = text.replace(right, wrong)
        copy = tmp_path / source.name
        copy.write_text(text, encoding="utf-8")
        sources.append(copy)
    proof = equivalence.adds(replace(one, sources=tuple(sources)), SUMS, session)
    assert proof.state == jobs.FAILED_VERIFICATION
    assert message in proof.body["message"]


@every_chain
def test_synthesis_sees_no_sum_that_it_could_regroup(chain: str, tmp_path: Path) -> None:
    """The passes that merge `+` into trees of their own find none: what is mapped is what the chain says."""
    one = unit(chain, 32)
    yosys.copy_sources(one, tmp_path)
    script = yosys.standard_cells(one, "LIBRARY")
    script = [*script[: script.index("alumacc")], "select -assert-none t:$add t:$sub t:$alu t:$macc"]
    outcome = yosys.run(tmp_path, script, LIMITS)
    assert outcome.state == jobs.OK, outcome.tail()


def measured(chain: str, session: Session) -> tuple[Step, float]:
    run = cells.CellsRun(unit(chain, 32), standard_cells(), "fast", LIMITS, clocked=False)
    step = cells.synthesis(run).perform(session, files=True)
    assert step.state == jobs.OK, step.body.get("message")
    return step, step.body["timing"]["through"]["delay_ns"]


def test_mapped_chains_differ_as_their_parts_do(session: Session) -> None:
    """Six rows in a chain; a tree of four levels of rows; a carry-propagating adder for every addition."""
    delays = {chain: measured(chain, session)[1] for chain in ("SAVED_CHAIN", "SAVED_TREE", "ADDER_CHAIN")}
    assert delays["SAVED_TREE"] < 0.95 * delays["SAVED_CHAIN"]
    assert delays["ADDER_CHAIN"] > 1.3 * delays["SAVED_CHAIN"]


@pytest.mark.long
def test_netlists_are_proven(session: Session, tmp_path: Path) -> None:
    step, _ = measured("SAVED_CHAIN", session)
    one, target = unit("SAVED_CHAIN", 32), standard_cells()
    library = libraries.prepare(target.source, target.dont_use).path
    netlist = step.folder / yosys.NETLIST
    assert equivalence.netlist_equals(one, netlist, library, step.key, session).state == jobs.OK
    text = netlist.read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.v"
    wrong.write_text(text.replace("XOR2X1", "XNOR2X1", 1), encoding="utf-8")
    assert wrong.read_text(encoding="utf-8") != text
    found = equivalence.netlist_equals(one, wrong, library, "wrong", session)
    assert found.state == jobs.FAILED_VERIFICATION
    assert found.body["message"] == "the netlist does not compute what its RTL does"


@pytest.mark.parametrize("word", [32, 64])
@pytest.mark.sampled(1)
def test_chains_add_random_words(word: int, tmp_path: Path) -> None:
    bench = tmp_path / "bench.sv"
    bench.write_text(BENCH.format(word=word, chains=len(CHAINS)), encoding="utf-8")
    program = tmp_path / "bench"
    sources = [*ADDERS, *CHAIN, bench]
    subprocess.run(["iverilog", "-g2012", "-s", "bench", "-o", program, *sources], check=True)
    done = subprocess.run(["vvp", program], check=True, capture_output=True, text=True, timeout=300)
    assert done.stdout.split() == ["good"] * len(CHAINS)


@every_chain
@pytest.mark.sampled(3)
def test_every_tool_reads_every_chain(chain: str, tmp_path: Path) -> None:
    """Under a module around it, as in a core."""
    for word in (3, 64):
        source = tmp_path / f"words{word}.sv"
        source.write_text(INSTANCE.format(word=word, chain=CHAINS[chain]), encoding="utf-8")
        sources = [*ADDERS, *CHAIN, source]
        for command in (
            ["verilator", "--lint-only", "-Wall", "-Wno-DECLFILENAME", "--top-module", "words"],
            ["iverilog", "-g2012", "-t", "null", "-s", "words"],
        ):
            done = subprocess.run([*command, *sources], capture_output=True, text=True, timeout=600)
            assert (done.returncode, done.stdout + done.stderr) == (0, "")
        folder = tmp_path / f"slang{word}"
        folder.mkdir()
        read = f"read_slang --top words {' '.join(map(str, sources))}"
        outcome = yosys.run(folder, [read, "proc -latches error", "check -assert"], LIMITS)
        log = (folder / yosys.LOG).read_text(encoding="utf-8")
        assert outcome.state == jobs.OK, outcome.tail()
        assert [line for line in log.splitlines() if "warning:" in line.lower()] == []


@pytest.mark.parametrize(("chain", "adders"), [("ADDER_CHAIN", 7), ("ADDER_TREE", 8)])
def test_every_addition_is_one_carry_chain_on_an_fpga(chain: str, adders: int, tmp_path: Path) -> None:
    one = unit(chain, 32, "TOOL")
    yosys.copy_sources(one, tmp_path)
    script = [*yosys.elaborate(one), f"synth_ecp5 -abc9 -top {one.top}", "tee -q -o cells.json stat -json"]
    outcome = yosys.run(tmp_path, script, LIMITS)
    assert outcome.state == jobs.OK, outcome.tail()
    cells = json.loads((tmp_path / "cells.json").read_text(encoding="utf-8"))["design"]["num_cells_by_type"]
    assert cells["CCU2C"] == adders * 16
    assert set(cells) - {"$scopeinfo"} == {"CCU2C"}
