# SPDX-License-Identifier: Apache-2.0
"""With message_wipe no register of a hash function depends on what was before a reset; it hashes as ever."""

import hashlib
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from own_state import here
from unknowns import Known, differing, simulated
from wiped_designs import AT_THE_END, BENCH, FIRST, wiped

from hashloom import catalogue
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Design

DEFAULTS = [family.functions()[0].default_design() for family in catalogue.families(here())]
OTHERS = [
    "sha512",
    "sha256/staggered-2m",
    "skein-512/2r-4m",
    "blake-r3-256/half-4m",
    "sha3-512",
    "keccak-r3-256/apart-2m",
]
COMPACT = [
    "blake-r3-256/compact",
    "cubehash-r2-256/compact",
    "groestl-r3-256/compact",
    "hamsi-r2-256/compact",
    "jh-r3-256/compact",
    "luffa-r2-256/compact-16",
    "keccak-r3-256/slices-8",
    "sha1/compact",
    "sha1/compact-8",
    "sha256/compact",
    "shabal-r2-256/compact",
    "skein-256/compact",
]
"""Of each family that has one, with registers that never stand still."""
PERMUTED = {"jh"}
"""Families whose rounds permute single bits."""

DUMP = """$dumpfile("waves.vcd");
      $dumpvars(0, dut);"""
ONE_MESSAGE = """if (cycle == 4) in_valid = 1;
    if (in_valid && in_ready[0]) @(posedge clk) #1 in_valid = 0;
    if (out_valid[0]) $display("%h", out_data[WORD-1:0]);
    if (out_valid[0] && out_last[0]) begin
      $dumpfile("waves.vcd");
      $dumpvars(0, dut);
      $finish;
    end"""


def after(design: Design, folder: Path, done: str, single_bits: bool = False) -> Known:
    """What is known of the registers in the first cycle without reset in which `done` holds."""
    unit, shape = wiped(design, folder)
    then = AT_THE_END.format(since=FIRST, done=done, then=DUMP)
    (folder / "run").mkdir()
    bench = BENCH.format(**shape, then=then, message="WORD'(0)", ready="1'b0")
    single_bits |= design.function.family.name in PERMUTED
    return simulated(unit, bench, folder / "run", single_bits)


@pytest.mark.long
@pytest.mark.parametrize(
    "design",
    [*DEFAULTS, *(catalogue.resolve_design(name, here()) for name in (*OTHERS, *COMPACT))],
    ids=lambda design: design.name,
)
@pytest.mark.sampled(2)
def test_no_register_depends_on_what_was_before(design: Design, tmp_path: Path) -> None:
    found = after(design, tmp_path, "wiping === 1'b0")
    assert found.bits > design.function.digest_bits
    assert found.unknown == ()


def test_every_family_with_a_compact_core_is_among_them() -> None:
    families = {family.name for family in catalogue.families(here()) if len(family.cores) > 1}
    assert {catalogue.resolve_design(name, here()).family.name for name in COMPACT} == families


@pytest.mark.long
def test_a_compact_core_that_is_not_wiped_is_noticed(tmp_path: Path) -> None:
    found = after(catalogue.resolve_design("sha1/compact", here()), tmp_path, "cycle == 8")
    assert len(found.unknown) >= 3
    assert "no end" not in found.said


def test_reset_alone_leaves_what_was_there(tmp_path: Path) -> None:
    """So the method sees it: the block, the state and the chaining value of SHA-1."""
    found = after(catalogue.resolve_design("sha1/basic", here()), tmp_path, "1'b1")
    assert len(found.unknown) >= 3
    assert "no end" not in found.said


def test_the_same_is_seen_in_single_bits(tmp_path: Path) -> None:
    found = []
    for name, single_bits in (("words", False), ("bits", True)):
        (tmp_path / name).mkdir()
        found.append(
            after(catalogue.resolve_design("sha1/basic", here()), tmp_path / name, "1'b1", single_bits)
        )
    assert found[0] == found[1]


@pytest.mark.long
def test_messages_are_hashed_afterwards(tmp_path: Path) -> None:
    unit, shape = wiped(catalogue.resolve_design("sha256", here()), tmp_path)
    (tmp_path / "run").mkdir()
    message = f"{shape['word']}'h616263{'00' * (shape['word'] // 8 - 3)}"
    bench = BENCH.format(**shape, then=ONE_MESSAGE, message=message, ready="1'b1")
    found = simulated(unit, bench, tmp_path / "run")
    said = "".join(line for line in found.said.split() if len(line) == shape["word"] // 4)
    assert said == hashlib.sha256(b"abc").hexdigest()


# -- Requests of Skein, which wipe themselves with SECRET = 1 ------------------------------------------------

REQUESTS = """\
module bench;
  localparam integer LANES = {lanes}, WORD = {word}, BITS = $clog2(WORD) + 1;
  reg clk = 0, rst = 1;
  wire [LANES-1:0] in_ready, out_valid, out_last, out_error;
  wire [LANES*WORD-1:0] out_data;
  wire [LANES*BITS-1:0] out_bits;
  integer cycle = 0;

  {top} dut (
      .clk(clk), .rst(rst), .in_valid({{LANES{{1'b0}}}}), .in_ready(in_ready),
      .in_data({{LANES*WORD{{1'b0}}}}), .in_last({{LANES{{1'b0}}}}), .in_bits({{LANES*BITS{{1'b0}}}}),
      .out_valid(out_valid), .out_ready({{LANES{{1'b0}}}}), .out_data(out_data), .out_last(out_last),
      .out_bits(out_bits), .out_error(out_error)
  );

  always #5 clk = !clk;
  always @(negedge clk) begin
    cycle = cycle + 1;
    if (cycle == 4) rst = 0;
    if (cycle == 4 + {cycles}) begin
      $dumpfile("waves.vcd");
      $dumpvars(0, dut);
      $finish;
    end
  end
endmodule
"""
COUNTS = re.compile(
    r"sequencer\.(arguments|counter|remaining|tree_taken)$|padder\.(age|rest|words)$"
    r"|gen_kind\.(string_header\.kept|block_kind)$"
    r"|core\.(job_lane|kept_lane|nodes\.(at|closed|closing|come\[\d+\]))$"
)
"""Of a request its arguments, tree, lengths, numbers of blocks: no bit of what was hashed, nor of results."""
MARKED = "digest_stream.buffer.kept_data"
"""Words of a digest, each behind its marks: is it of a digest, does it end it, with how many bits."""


def left_behind(
    name: str, level: rtl.Level, secret: int, folder: Path, seeds: Sequence[int], kinds: int = 0
) -> set[str]:
    """Registers of the requests of a design, counts aside, that a reset and its cycles leave as they were.

    Each of the seeds draws what the registers held before.
    """
    design = catalogue.resolve_design(name, here())
    unit = rtl.unit(design, level)
    parameters = {**dict(unit.parameters), "SECRET": secret, "KINDS": kinds}
    block, lanes = design.function.block_bits, design.architecture.stages
    word = int(parameters.get("WORD", 64))
    turns = (80 if block == 1024 else 72) // int(parameters["UNROLL"]) + 2
    # As the headers of skein_argument_core, skein_strings, skein_digest_stream and skein_tree_core say.
    cycles = max(2 * lanes * turns, block // word + 1, lanes * (block // word + 3))
    cycles += (max(2 ** (lanes - 1).bit_length() * 4, 16) + 1) if level == "tree" else 0
    bench = REQUESTS.format(lanes=1 if level == "tree" else lanes, word=word, top=unit.top, cycles=cycles)
    secretive = replace(unit, parameters=tuple(parameters.items()))
    left = differing(secretive, bench, folder, seeds)
    marks = word.bit_length() + 2
    left[MARKED] = {bit for bit in left.get(MARKED, set()) if bit % (marks + word) >= marks}
    return {register for register, bits in left.items() if bits and not COUNTS.search(register)}


@pytest.mark.long
@pytest.mark.parametrize("level", ["arguments", "tree"])
@pytest.mark.parametrize("name", ["skein-256/8r-1m", "skein-512/4r-2m"])
@pytest.mark.parametrize("kinds", [0, 1])
@pytest.mark.sampled(1)
def test_requests_of_skein_leave_counts_alone(
    name: str, level: rtl.Level, kinds: int, tmp_path: Path, rng: random.Random
) -> None:
    seeds = [rng.getrandbits(30) for _ in range(3)]
    assert left_behind(name, level, 1, tmp_path, seeds, kinds) == set()


@pytest.mark.long
def test_without_secret_they_leave_the_message(tmp_path: Path) -> None:
    """Which registers stay depends on the marks they begin with: the seeds are the same in each run."""
    left = left_behind("skein-256/8r-1m", "arguments", 0, tmp_path, range(8))
    assert "strings.gen_lane[0].lane.collector.block_data" in left, left
