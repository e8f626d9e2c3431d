# SPDX-License-Identifier: Apache-2.0
"""Hash functions behind message_wipe, in a bench that waits until they have forgotten."""

import subprocess
from pathlib import Path

from folders import CORES

from hashloom.catalogue import rtl
from hashloom.catalogue.design import Design
from hashloom.catalogue.rtl import RtlUnit
from hashloom.formal.uses import defaults

WIPE = CORES / "common" / "rtl" / "message_wipe.sv"
FIRST = 5
"""The cycle before the first in which the bench looks."""
RESET = 4
"""Cycles of the reset of the bench."""
WIPED = """\
module wiped (
    input logic clk, input logic rst,
    input logic [{lanes}-1:0] in_valid, output logic [{lanes}-1:0] in_ready,
    input logic [{lanes}*{word}-1:0] in_data, input logic [{lanes}-1:0] in_last,
    input logic [{lanes}*($clog2({word})+1)-1:0] in_bits,
    output logic [{lanes}-1:0] out_valid, input logic [{lanes}-1:0] out_ready,
    output logic [{lanes}*{word}-1:0] out_data, output logic [{lanes}-1:0] out_last,
    output logic wiping
);
  logic [{lanes}-1:0] hash_in_valid, hash_in_ready, hash_in_last;
  logic [{lanes}-1:0] hash_out_valid, hash_out_ready, hash_out_last;
  logic [{lanes}*{word}-1:0] hash_in_data, hash_out_data;
  logic [{lanes}*($clog2({word})+1)-1:0] hash_in_bits;

  message_wipe #(.WORD({word}), .STAGES({lanes}), .WORDS({words})) wipe (.*);

  {top} #({parameters}) hash (
      .clk(clk), .rst(rst), .in_valid(hash_in_valid), .in_ready(hash_in_ready), .in_data(hash_in_data),
      .in_last(hash_in_last), .in_bits(hash_in_bits), .out_valid(hash_out_valid), .out_ready(hash_out_ready),
      .out_data(hash_out_data), .out_last(hash_out_last)
  );
endmodule
"""
BENCH = """\
module bench;
  localparam integer LANES = {lanes}, WORD = {word}, BITS = $clog2(WORD) + 1;
  reg clk = 0, rst = 1;
  reg [LANES-1:0] in_valid = 0;
  wire [LANES-1:0] in_ready, out_valid, out_last;
  wire [LANES*WORD-1:0] out_data;
  wire wiping;
  integer cycle = 0;

  wiped dut (
      .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_data({{LANES{{{message}}}}}),
      .in_last({{LANES{{1'b1}}}}), .in_bits({{LANES{{BITS'(24)}}}}), .out_valid(out_valid),
      .out_ready({{LANES{{{ready}}}}}), .out_data(out_data), .out_last(out_last), .wiping(wiping)
  );

  always #5 clk = !clk;
  always @(negedge clk) begin
    cycle = cycle + 1;
    if (cycle == 4) rst = 0;
    {then}
    if (cycle > 100000) begin
      $display("no end");
      $finish;
    end
  end
endmodule
"""
AT_THE_END = """if (cycle > {since} && {done}) begin
      {then}
      $finish;
    end"""


def own_word(unit: RtlUnit) -> int:
    """Bits in a word of a top where nobody says otherwise."""
    (source,) = (path for path in unit.sources if path.stem == unit.top)
    return int(defaults(source.read_text(encoding="utf-8"))["WORD"])


def wiped(design: Design, folder: Path) -> tuple[RtlUnit, dict[str, int]]:
    """A hash function behind message_wipe, with a message of one block of zeros."""
    unit = rtl.unit(design, "top")
    word, lanes = own_word(unit), design.architecture.stages
    words = design.function.block_bits // word
    parameters = ", ".join(f".{name}({value})" for name, value in (*unit.parameters, ("WORD", word)))
    path = folder / "wiped.sv"
    path.write_text(
        WIPED.format(lanes=lanes, word=word, words=words, top=unit.top, parameters=parameters),
        encoding="utf-8",
    )
    return RtlUnit("wiped", "wiped", (*unit.sources, WIPE, path), ()), {"lanes": lanes, "word": word}


def cycles(design: Design, folder: Path) -> int:
    """Cycles without reset until nothing of before is left, as Icarus simulates it."""
    unit, shape = wiped(design, folder)
    then = AT_THE_END.format(
        since=FIRST, done="wiping === 1'b0", then=f'$display("after %0d", cycle - {RESET});'
    )
    bench, program = folder / "bench.sv", folder / "bench.vvp"
    bench.write_text(BENCH.format(**shape, then=then, message="WORD'(0)", ready="1'b0"))
    sources = map(str, (*unit.sources, bench))
    for command in (
        ["iverilog", "-g2012", "-s", "bench", "-o", str(program), *sources],
        ["vvp", "-n", str(program)],
    ):
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True)
    return int(done.stdout.split("after ")[1].split()[0])
