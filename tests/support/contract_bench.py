# SPDX-License-Identifier: Apache-2.0
"""The contracts of cores/*/contract in simulation: of traces of signals, and of hash functions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from folders import CORES

from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution import jobs
from hashloom.simulation import Beat

CONTRACTS = CORES / "common" / "contract"
BINDS = {path.stem.removeprefix("bind_"): path for path in sorted(CORES.glob("*/contract/bind_*.sv"))}
"""Files that bind contracts, by the module that they bind them to."""
CHECKS = [path for path in sorted(CONTRACTS.glob("*.sv")) if path not in BINDS.values()]
MESSAGES = 6
"""Of each lane."""
LIMITS = jobs.Limits(wall_seconds=900)
Cycle = Mapping[str, str]
"""Values of signals in a cycle, in Verilog."""


def complaints(
    contract: str,
    widths: Mapping[str, str],
    parameters: Mapping[str, int],
    trace: Sequence[Cycle],
    folder: Path,
) -> list[str]:
    """What a contract says of a trace of its ports, in Icarus. AssertionError if it is not simulated."""
    assigned = "\n".join(
        "    " + " ".join(f"{name} = {value};" for name, value in cycle.items()) + " #1 clk = 1; #1 clk = 0;"
        for cycle in trace
    )
    declared = "".join(f"  reg {width} {name};\n" for name, width in widths.items())
    given = ", ".join(f".{name}({value})" for name, value in parameters.items())
    text = f"""\
module bench;
  reg clk = 0;
{declared}  {contract} #({given}) contract (.*);
  initial begin
{assigned}
    $display("ended");
    $finish;
  end
endmodule
"""
    bench = folder / "bench.sv"
    bench.write_text(text, encoding="utf-8")
    compiled = folder / "bench.vvp"
    program = jobs.find("iverilog", "make setup")
    made = jobs.run(
        [program, "-g2012", "-o", str(compiled), str(CONTRACTS / f"{contract}.sv"), str(bench)],
        folder, folder / "compile.log", LIMITS,
    )  # fmt: skip
    assert made.state == jobs.OK, made.tail(10)
    return _said(["vvp", "-n", str(compiled)], folder)


def bound(modules: Iterable[str]) -> list[Path]:
    """The files that bind contracts to these modules."""
    return [BINDS[name] for name in modules if name in BINDS]


def of_unit(
    unit: RtlUnit, word: int, lanes: int, seed: int, folder: Path, script: Sequence[Beat] = ()
) -> list[str]:
    """What the contracts, bound to what a unit is made of, say of messages, in Verilator: the first of it.

    Every lane hashes some messages, with random stalls of source and sink. They are random, where there is no
    `script`; that is the words of MESSAGES requests.
    """
    names = [source.stem for source in unit.sources]
    beats = [
        f"    script[{n}] = {{1'b{beat.last:d}, {word.bit_length()}'d{beat.bits}, {word}'h{beat.data:x}}};"
        for n, beat in enumerate(script)
    ]
    text = _BENCH.format(
        connected=_connected(unit.top).format(
            top=unit.top, parameters=", ".join(f".{name}({value})" for name, value in unit.parameters)
        ),
        lanes=lanes,
        word=word,
        messages=MESSAGES,
        beats=len(script),
        script="\n".join(beats),
        seed=seed,
    )
    bench = folder / "contract_bench.sv"
    bench.write_text(text, encoding="utf-8")
    sources = [*unit.sources, *CHECKS, *bound(names), bench]
    program = jobs.find("verilator", "make setup")
    made = jobs.run(
        [program, "--binary", "--assert", "-Wno-fatal", "-O1", "-CFLAGS", "-O1",
         "--top-module", "contract_bench", "-Mdir", "build", *map(str, sources)],
        folder, folder / "compile.log", LIMITS,
    )  # fmt: skip
    assert made.state == jobs.OK, made.tail(20)
    assert not re.findall(r"WIDTH: \S*/contract/.*", (folder / "compile.log").read_text(encoding="utf-8"))
    return _said([str(folder / "build" / "Vcontract_bench")], folder)


def _connected(top: str) -> str:
    """How a module is connected to the lanes of the bench."""
    if top.endswith("_bus"):
        return _BUS
    if top.endswith("_context_top"):
        return _CONTEXTS
    return _REQUESTS if top in ("skein_argument_top", "skein_tree_top") else _STREAMS


def _said(command: list[str], folder: Path) -> list[str]:
    """Complaints of a simulation. AssertionError where it neither ends nor complains."""
    log = folder / "simulation.log"
    log.unlink(missing_ok=True)
    jobs.run(command, folder, log, LIMITS)
    lines = log.read_text(encoding="utf-8").splitlines()
    found = [
        match[1] for line in lines if (match := re.search(r"((?:message|block|answer)_contract: .*)", line))
    ]
    assert found or "ended" in lines, lines[-5:]
    return found


_STREAMS = """\
  {top} #({parameters}) hash (.*);
"""
_REQUESTS = """\
  logic [LANES-1:0] out_error;
  logic [LANES*BITS-1:0] out_bits;
  {top} #({parameters}) hash (.*);
"""
_CONTEXTS = """\
  logic [LANES-1:0] out_error, out_context;
  logic [LANES-1:0] in_resume, in_save;
  for (genvar l = 0; l < LANES; l = l + 1) begin : gen_contexts
    // Anything, and as long as the word is offered the same.
    assign in_resume[l] = ^in_data[l*WORD+:WORD];
    assign in_save[l] = ^in_data[l*WORD+:WORD/2];
  end
  {top} #({parameters}) hash (.*);
"""
_BUS = """\
  localparam integer LANE_BITS = (LANES > 1) ? $clog2(LANES) : 1;
  logic [LANE_BITS-1:0] in_lane, out_lane;
  logic taken, given, last;
  logic [WORD-1:0] data;
  assign in_ready = LANES'(taken) << in_lane;
  assign out_valid = LANES'(given) << out_lane;
  assign out_data = {{LANES{{data}}}};
  assign out_last = {{LANES{{last}}}};
  {top} #({parameters}) hash (
      .clk(clk), .rst(rst),
      .in_valid(in_valid[in_lane]), .in_ready(taken), .in_lane(in_lane), .in_last(in_last[in_lane]),
      .in_data(in_data[in_lane*WORD+:WORD]), .in_bits(in_bits[in_lane*BITS+:BITS]),
      .out_valid(given), .out_ready(out_ready[out_lane]), .out_lane(out_lane),
      .out_last(last), .out_data(data)
  );
"""
_BENCH = """\
module contract_bench;
  localparam integer LANES = {lanes};
  localparam integer WORD = {word};
  localparam integer BITS = $clog2(WORD) + 1;
  localparam integer MESSAGES = {messages};
  localparam integer BEATS = {beats};  // of the script; 0: words are random

  logic clk = 0;
  logic rst = 1;
  logic [LANES-1:0] in_valid = 0, in_ready, in_last = 0, out_valid, out_ready = 0, out_last;
  logic [LANES*WORD-1:0] in_data = 0, out_data;
  logic [LANES*BITS-1:0] in_bits = 0;
  logic [WORD+BITS:0] script[0:((BEATS > 0) ? BEATS : 1)-1];  // last, bits, word
  integer digests = 0, cycles = 0, chance = 0;

{connected}
  initial begin
{script}
    chance = $urandom({seed});
    repeat (4) #1 clk = !clk;
    rst = 0;
    forever begin
      #1 clk = 1;
      #1 clk = 0;
      cycles = cycles + 1;
      if (digests == LANES * MESSAGES || cycles == 200000) begin
        if (digests == LANES * MESSAGES) $display("ended");
        else $display("only %0d digests", digests);
        $finish;
      end
    end
  end

  for (genvar l = 0; l < LANES; l = l + 1) begin : gen_lane
    integer begun = 0, sent = 0;
    always @(posedge clk) if (!rst) begin
      chance = $urandom;
      out_ready[l] <= chance[1:0] == 0;
      if (out_valid[l] && out_ready[l] && out_last[l]) digests = digests + 1;
      if (!in_valid[l] || in_ready[l]) begin
        if (in_valid[l] && in_last[l]) begun = begun + 1;
        if (BEATS > 0) begin
          in_valid[l] <= sent < BEATS && chance[2];
          if (sent < BEATS && chance[2]) begin
            {{in_last[l], in_bits[l*BITS+:BITS], in_data[l*WORD+:WORD]}} <= script[sent];
            sent = sent + 1;
          end
        end else begin
          in_valid[l] <= begun < MESSAGES && chance[2];
          in_data[l*WORD+:WORD] <= WORD'({{(WORD+31)/32{{$urandom}}}});
          in_last[l] <= chance[7:3] == 0;
          in_bits[l*BITS+:BITS] <= BITS'(32'(chance[15:8]) % (WORD + 1));
        end
      end
    end
  end
endmodule
"""
