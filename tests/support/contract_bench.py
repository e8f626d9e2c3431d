# SPDX-License-Identifier: Apache-2.0
"""The contracts of cores/common/contract in simulation: of traces of signals, and of hash functions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from folders import ROOT

from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution import jobs

CONTRACTS = ROOT / "cores" / "common" / "contract"
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


def of_unit(unit: RtlUnit, digest: int, word: int, lanes: int, seed: int, folder: Path) -> list[str]:
    """What both contracts, bound to the shell by bind_contracts.sv, say of random messages, in Verilator.

    Every lane hashes some messages, with random stalls of source and sink.
    """
    text = _BENCH.format(
        top=unit.top,
        lanes=lanes,
        word=word,
        words=-(-digest // word),
        seed=seed,
        parameters=", ".join(f".{name}({value})" for name, value in unit.parameters),
    )
    bench = folder / "contract_bench.sv"
    bench.write_text(text, encoding="utf-8")
    contracts = [
        CONTRACTS / f"{name}.sv" for name in ("message_contract", "block_contract", "bind_contracts")
    ]
    program = jobs.find("verilator", "make setup")
    made = jobs.run(
        [program, "--binary", "--assert", "-Wno-fatal", "-Werror-WIDTH", "-O1", "-CFLAGS", "-O1",
         "--top-module", "contract_bench", "-Mdir", "build", *map(str, [*unit.sources, *contracts, bench])],
        folder, folder / "compile.log", LIMITS,
    )  # fmt: skip
    assert made.state == jobs.OK, made.tail(20)
    return _said([str(folder / "build" / "Vcontract_bench")], folder)


def _said(command: list[str], folder: Path) -> list[str]:
    """Complaints of a simulation. AssertionError where it neither ends nor complains."""
    log = folder / "simulation.log"
    log.unlink(missing_ok=True)
    jobs.run(command, folder, log, LIMITS)
    lines = log.read_text(encoding="utf-8").splitlines()
    found = [match[1] for line in lines if (match := re.search(r"((?:message|block)_contract: .*)", line))]
    assert found or "ended" in lines, lines[-5:]
    return found


_BENCH = """\
module contract_bench;
  localparam integer LANES = {lanes};
  localparam integer WORD = {word};
  localparam integer BITS = $clog2(WORD) + 1;
  localparam integer MESSAGES = 6;

  logic clk = 0;
  logic rst = 1;
  logic [LANES-1:0] in_valid = 0, in_ready, in_last = 0, out_valid, out_ready = 0, out_last;
  logic [LANES*WORD-1:0] in_data = 0, out_data;
  logic [LANES*BITS-1:0] in_bits = 0;
  integer sent = 0, digests = 0, cycles = 0, chance = 0;

  {top} #({parameters}) hash (.*);

  initial begin
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
    integer begun = 0;
    always @(posedge clk) if (!rst) begin
      chance = $urandom;
      out_ready[l] <= chance[1:0] == 0;
      if (out_valid[l] && out_ready[l] && out_last[l]) digests = digests + 1;
      if (!in_valid[l] || in_ready[l]) begin
        if (in_valid[l] && in_last[l]) begun = begun + 1;
        in_valid[l] <= begun < MESSAGES && chance[2];
        in_data[l*WORD+:WORD] <= WORD'({{(WORD+31)/32{{$urandom}}}});
        in_last[l] <= chance[7:3] == 0;
        in_bits[l*BITS+:BITS] <= BITS'(32'(chance[15:8]) % (WORD + 1));
      end
    end
  end
endmodule
"""
