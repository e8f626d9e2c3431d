# SPDX-License-Identifier: Apache-2.0
"""tag_check behind a hash function: the bit is right, tag after tag, and no data tell when it comes."""

import hashlib
import random
import re
from collections.abc import Sequence
from pathlib import Path

from own_state import here

from hashloom import catalogue
from hashloom.catalogue import rtl
from hashloom.execution import jobs

SHARED = Path(rtl.unit(catalogue.resolve_design("sha1/basic", here()), "top").sources[0]).parent
LIMITS = jobs.Limits(wall_seconds=120)
WORD = 32
DIGEST = hashlib.sha1(b"abc").digest()
WORDS = [int.from_bytes(DIGEST[4 * n : 4 * n + 4], "big") for n in range(5)]

BENCH = """\
module bench;
  localparam integer TAGS = {tags};
  localparam integer WORDS = {words};
  reg clk = 0, rst = 1;
  wire in_ready, out_valid, out_ready, out_last, expected_ready, check_valid, check_match;
  wire [31:0] out_data;
  reg [32:0] expected[0:WORDS-1];  // last, word
  integer sent = 0, at = 0, checked = 0, cycles = 0, since = 0;
  reg pause = 0;

  sha1_top #(.WORD(32)) hash (
      .clk(clk), .rst(rst), .in_valid(sent < TAGS), .in_ready(in_ready), .in_data(32'h61626300),
      .in_last(1'b1), .in_bits(6'd24), .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data),
      .out_last(out_last)
  );
  tag_check #(.WORD(32)) check (
      .clk(clk), .rst(rst), .digest_valid(out_valid), .digest_ready(out_ready), .digest_data(out_data),
      .digest_last(out_last), .expected_valid(at < WORDS && !pause), .expected_ready(expected_ready),
      .expected_data(expected[at][31:0]), .expected_last(expected[at][32]),
      .check_valid(check_valid), .check_ready(1'b1), .check_match(check_match)
  );

  always @(posedge clk) if (!rst) begin
    cycles <= cycles + 1;
    pause <= {pauses} && cycles % 3 == 0;
    if (sent < TAGS && in_ready) sent <= sent + 1;
    if (at < WORDS && !pause && expected_ready) at <= at + 1;
    if (check_valid) begin
      $display("match %b after %0d", check_match, cycles - since);
      since <= cycles;
      checked <= checked + 1;
    end else if (check_match) $display("a bit that is not valid");
    if (checked == TAGS || cycles == 5000) $finish;
  end

  initial begin
{expected}
    repeat (4) #1 clk = !clk;
    rst = 0;
    forever #1 clk = !clk;
  end
endmodule
"""


def answers(tags: Sequence[Sequence[int]], folder: Path, pauses: int = 0) -> list[tuple[bool, int]]:
    """What Icarus sees for each tag: the bit, and the cycles since the one before."""
    words = [(n == len(tag) - 1, word) for tag in tags for n, word in enumerate(tag)]
    lines = (f"    expected[{n}] = {{1'b{last:d}, 32'h{word:08x}}};" for n, (last, word) in enumerate(words))
    bench = folder / "bench.sv"
    bench.write_text(
        BENCH.replace("{tags}", str(len(tags)))
        .replace("{words}", str(len(words)))
        .replace("{pauses}", str(pauses))
        .replace("{expected}", "\n".join(lines)),
        encoding="utf-8",
    )
    unit = rtl.unit(catalogue.resolve_design("sha1/basic", here()), "top")
    sources = [*unit.sources, SHARED / "tag_check.sv", bench]
    program = jobs.find("iverilog", "make setup")
    made = jobs.run(
        [program, "-g2012", "-o", "bench.vvp", *map(str, sources)], folder, folder / "compile.log", LIMITS
    )
    assert made.state == jobs.OK, made.tail(10)
    log = folder / f"simulation-{pauses}.log"
    done = jobs.run(["vvp", "-n", "bench.vvp"], folder, log, LIMITS)
    assert done.state == jobs.OK, done.tail(10)
    text = log.read_text(encoding="utf-8")
    assert "not valid" not in text
    return [(bit == "1", int(cycles)) for bit, cycles in re.findall(r"match (\d) after (\d+)", text)]


def test_only_the_right_tag_matches(rng: random.Random, tmp_path: Path) -> None:
    """One wrong bit at any place, a tag that is too short or too long; the tag behind each is right again."""
    place = rng.randrange(160)
    wrong = [word ^ ((1 << place % 32) if n == place // 32 else 0) for n, word in enumerate(WORDS)]
    early, late = [WORDS[0] ^ 1 << 31, *WORDS[1:]], [*WORDS[:4], WORDS[4] ^ 1]
    tags = [WORDS, wrong, WORDS, WORDS[:4], WORDS, [*WORDS, 0], WORDS, early, late, WORDS]
    for pauses in (0, 1):
        found = answers(tags, tmp_path, pauses)
        assert [match for match, _ in found] == [tag == WORDS for tag in tags], place


def test_when_the_bit_comes_no_data_tell(rng: random.Random, tmp_path: Path) -> None:
    """Tags of one length take as many cycles, wherever they differ from the digest."""
    tags = [WORDS] + [
        [rng.getrandbits(32) if n >= first else word for n, word in enumerate(WORDS)] for first in range(5)
    ]
    found = answers([*tags, WORDS], tmp_path)
    assert [match for match, _ in found] == [True, *[False] * 5, True]
    assert len({cycles for _, cycles in found[1:]}) == 1
