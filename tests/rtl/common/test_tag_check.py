# SPDX-License-Identifier: Apache-2.0
"""tag_check behind hash functions: the bit is right, tag after tag, and no data tell when it comes."""

import hashlib
import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from own_state import here

from hashloom import catalogue
from hashloom.catalogue import rtl
from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution import jobs
from hashloom.models.skein import Skein
from hashloom.simulation import Beat, stream
from hashloom.verification.arguments import Request, command, packets

SHA1 = rtl.unit(catalogue.resolve_design("sha1/basic", here()), "top")
SKEIN = rtl.unit(catalogue.resolve_design("skein-256/1r-1m", here()), "arguments")
SHARED = here().shared_rtl
LIMITS = jobs.Limits(wall_seconds=300)
DIGEST = hashlib.sha1(b"abc").digest()
WORDS = [int.from_bytes(DIGEST[4 * n : 4 * n + 4], "big") for n in range(5)]
ABC = stream(b"abc", 24, 32)

BENCH = """\
module bench;
  localparam integer WORD = {word};
  localparam integer BITS_WIDTH = $clog2(WORD) + 1;
  localparam integer TAGS = {tags};
  localparam integer WORDS = {words};
  localparam integer BEATS = {beats};
  reg clk = 0, rst = 1;
  wire in_valid, in_ready, in_last, out_valid, out_ready, out_last, out_error;
  wire expected_ready, check_valid, check_match;
  wire [WORD-1:0] in_data, out_data;
  wire [BITS_WIDTH-1:0] in_bits, out_bits;
  reg [WORD+BITS_WIDTH:0] message[0:BEATS-1];  // last, bits, word
  reg [WORD:0] expected[0:WORDS-1];  // last, word
  integer sent = 0, at = 0, checked = 0, cycles = 0, since = 0;
  reg pause = 0;

  assign in_valid = sent < BEATS;
  assign {{in_last, in_bits, in_data}} = message[sent];
{no_error}
  {top} #({parameters}) hash (.*);
  tag_check #(.WORD(WORD)) check (
      .clk(clk), .rst(rst), .digest_valid(out_valid), .digest_ready(out_ready), .digest_data(out_data),
      .digest_last(out_last), .digest_error(out_error),
      .expected_valid(at < WORDS && !pause), .expected_ready(expected_ready),
      .expected_data(expected[at][WORD-1:0]), .expected_last(expected[at][WORD]),
      .check_valid(check_valid), .check_ready(1'b1), .check_match(check_match)
  );

  always @(posedge clk) if (!rst) begin
    cycles <= cycles + 1;
    pause <= {pauses} && cycles % 3 == 0;
    if (in_valid && in_ready) sent <= sent + 1;
    if (at < WORDS && !pause && expected_ready) at <= at + 1;
    if (check_valid) begin
      $display("match %b after %0d", check_match, cycles - since);
      since <= cycles;
      checked <= checked + 1;
    end else if (check_match) $display("a bit that is not valid");
    if (checked == TAGS || cycles == 5000) $finish;
  end

  initial begin
{values}
    repeat (4) #1 clk = !clk;
    rst = 0;
    forever #1 clk = !clk;
  end
endmodule
"""


def answers(
    unit: RtlUnit, beats: Sequence[Beat], tags: Sequence[Sequence[int]], folder: Path, pauses: int = 0
) -> list[tuple[bool, int]]:
    """What Icarus sees for each tag: the bit, and the cycles since the one before."""
    word = 64 if unit is SKEIN else 32
    parameters = {**dict(unit.parameters), "WORD": word}
    words = [(n == len(tag) - 1, text) for tag in tags for n, text in enumerate(tag)]
    values = [
        f"    expected[{n}] = {{1'b{last:d}, {word}'h{text:x}}};" for n, (last, text) in enumerate(words)
    ]
    values += [
        f"    message[{n}] = {{1'b{beat.last:d}, {word.bit_length()}'d{beat.bits}, {word}'h{beat.data:x}}};"
        for n, beat in enumerate(beats)
    ]
    bench = folder / "bench.sv"
    text = BENCH.format(
        word=word,
        tags=len(tags),
        words=len(words),
        beats=len(beats),
        pauses=pauses,
        no_error="" if unit is SKEIN else "  assign out_error = 1'b0;",
        top=unit.top,
        parameters=", ".join(f".{name}({value})" for name, value in parameters.items()),
        values="\n".join(values),
    )
    bench.write_text(text, encoding="utf-8")
    sources = [*unit.sources, SHARED / "tag_check.sv", bench]
    program = jobs.find("iverilog", "make setup")
    made = jobs.run(
        [program, "-g2012", "-o", "bench.vvp", *map(str, sources)], folder, folder / "compile.log", LIMITS
    )
    assert made.state == jobs.OK, made.tail(10)
    log = folder / f"simulation-{pauses}.log"
    done = jobs.run(["vvp", "-n", "bench.vvp"], folder, log, LIMITS)
    assert done.state == jobs.OK, done.tail(10)
    said = log.read_text(encoding="utf-8")
    assert "not valid" not in said
    found = [(bit == "1", int(cycles)) for bit, cycles in re.findall(r"match (\d) after (\d+)", said)]
    assert len(found) == len(tags)
    return found


def test_only_the_right_tag_matches(rng: random.Random, tmp_path: Path) -> None:
    """One wrong bit at any place, a tag that is too short or too long; the tag behind each is right again."""
    place = rng.randrange(160)
    wrong = [word ^ ((1 << place % 32) if n == place // 32 else 0) for n, word in enumerate(WORDS)]
    early, late = [WORDS[0] ^ 1 << 31, *WORDS[1:]], [*WORDS[:4], WORDS[4] ^ 1]
    tags = [WORDS, wrong, WORDS, WORDS[:4], WORDS, [*WORDS, 0], WORDS, early, late, WORDS]
    tags += [[0], WORDS[:1], WORDS, [*WORDS[:4], WORDS[4] & ~0xFF], [*WORDS[:4], 0], WORDS]
    for pauses in (0, 1):
        found = answers(SHA1, ABC * len(tags), tags, tmp_path, pauses)
        assert [match for match, _ in found] == [tag == WORDS for tag in tags], place


def test_when_the_bit_comes_no_data_tell(rng: random.Random, tmp_path: Path) -> None:
    """Tags of one length take as many cycles, wherever they differ from the digest."""
    tags = [WORDS] + [
        [rng.getrandbits(32) if n >= first else word for n, word in enumerate(WORDS)] for first in range(5)
    ]
    tags.append(WORDS)
    found = answers(SHA1, ABC * len(tags), tags, tmp_path)
    assert [match for match, _ in found] == [True, *[False] * 5, True]
    assert len({cycles for _, cycles in found[1:]}) == 1


@pytest.mark.long
def test_a_refused_request_matches_no_tag(tmp_path: Path) -> None:
    """Its answer is a word of zeros, which anybody can give as a tag; the bit comes when it always does."""
    skein = Skein(256, 128, "1.3", key=b"key")
    digest = skein.digest(b"abc", 24)
    right = packets(Request(b"abc", 24, digest, "", skein), 64)
    without_length = bytes(8) + command(skein)[8:]
    refused = [
        beat
        for text, bits in ((without_length, 128), (b"key", 24), (b"abc", 24))
        for beat in stream(text, bits, 64)
    ]
    tag = [int.from_bytes(digest[n : n + 8], "big") for n in (0, 8)]
    cases = [
        (right, tag, True),
        *((refused, wrong, False) for wrong in ([0], [1], [0], [1], [0, 0], tag)),
        (right, tag, True),
        (right, [0], False),
        (right, tag[:1], False),
        (right, tag, True),
    ]
    beats = [beat for request, _, _ in cases for beat in request]
    found = answers(SKEIN, beats, [tag for _, tag, _ in cases], tmp_path)
    assert [match for match, _ in found] == [match for _, _, match in cases]
    assert found[2][1] == found[3][1] == found[4][1]
