# SPDX-License-Identifier: Apache-2.0
"""What is done before the flow to RTL of others: readers, files that files name, resets, mapped ports."""

import json
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import folders
import pytest
from own_state import here, own_session

from hashloom import flow
from hashloom.commands import main
from hashloom.errors import MissingTool, UsageError
from hashloom.evaluation.own import check, front_end, mapping
from hashloom.evaluation.own.check import Checked
from hashloom.evaluation.own.core import ExternalCore
from hashloom.evaluation.own.front_end import Front

SHA1 = folders.RTL / "init_next_sha1.v"
PAGE = folders.ROOT / "docs" / "your-core.md"


@pytest.fixture(scope="module", autouse=True)
def state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Records of this module; what one test has computed is there for the next."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HASHLOOM_STATE", str(tmp_path_factory.mktemp("own")))
        patch.delenv("HASHLOOM_RECORDS", raising=False)
        yield


def write(folder: Path, text: str, name: str = "core.sv") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def read(top: str, *sources: Path, **more: Any) -> Front:
    return front_end.read(ExternalCore(top, sources, **more), here(), flow.LIMITS)


def text_of(front: Front) -> str:
    return b"".join(front.unit.contents).decode()


def synth(*arguments: object, status: int = 0) -> None:
    words = [str(word) for word in arguments]
    assert main(["synth", *words, "--target", "osu018", "--goal", "fast", "-j", "1"]) == status


# An assignment pattern with names, a return: read_verilog knows neither.
MODERN = """module modern #(parameter int W = 4) (
    input logic clk, input logic [W-1:0] d, output logic [W-1:0] q);
  function automatic logic [W-1:0] step(logic [W-1:0] x);
    return x + 1;
  endfunction
  typedef struct packed {logic [W-1:0] a; logic b;} pair;
  pair now;
  assign now = '{a: step(d), b: d[0]};
  always_ff @(posedge clk) q <= now.b ? now.a ^ q : q;
endmodule
"""


def test_what_read_verilog_refuses_goes_to_slang(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, MODERN)
    synth("--rtl", file, "--top", "modern", "--parameter", "W=6", "--json")
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert (row["front_end"], row["state"], row["area_ff"]) == ("slang", "ok", 6)
    assert "reset" not in row
    front = read("modern", file)
    assert [(port.name, port.width) for port in front.ports] == [("clk", 1), ("d", 4), ("q", 4)]
    assert str(tmp_path) not in text_of(front)
    assert front.unit.parameters == ()


def test_both_readers_say_where_it_fails(tmp_path: Path) -> None:
    file = write(tmp_path, MODERN.replace("return x + 1;", "return x ++ 1;\n  return y;"))
    with pytest.raises(UsageError) as raised:
        read("modern", file)
    said = str(raised.value)
    assert re.search(rf"read_verilog: {file}:\d+: syntax error", said)
    assert re.search(rf"slang: {file}:4: .*{file}:5: use of undeclared identifier 'y'", said)
    assert "ERROR" not in said


ROM = """module rom #(parameter FILE = "table.hex") (
    input clk, input [1:0] a, output reg [7:0] q, output [7:0] c);
  `include "sizes.vh"
  reg [7:0] rom [0:3];
  initial $readmemh(FILE, rom);
  always @(posedge clk) q <= rom[a];
  assign c = CONSTANT;
endmodule
"""


def rom(folder: Path, text: str = ROM) -> Path:
    write(folder, "localparam [7:0] CONSTANT = 8'h5d;\n", "rtl/sizes.vh")
    write(folder, "a1\nb2\nc3\nd4\n", "rtl/table.hex")
    return write(folder, text, "rtl/rom.v")


@pytest.mark.parametrize(
    ("before", "after"),
    [("", ""), ("$readmemh(FILE", '$readmemh("table.hex"'), ('"sizes.vh"', '"../rtl/sizes.vh"')],
)
def test_files_beside_the_source_are_read_once(before: str, after: str, tmp_path: Path) -> None:
    front = read("rom", rom(tmp_path, ROM.replace(before, after)))
    shutil.rmtree(tmp_path / "rtl")
    text = text_of(front)
    assert front.front_end == "read_verilog"
    assert re.findall(r"rom *\[\d\] = 8'h(\w\w);", text) == ["a1", "b2", "c3", "d4"]
    assert "8'h5d" in text
    assert "$readmem" not in text
    assert "`include" not in text


def test_folders_are_named_with_include(tmp_path: Path) -> None:
    file = rom(tmp_path)
    (tmp_path / "tables").mkdir()
    (tmp_path / "rtl" / "table.hex").rename(tmp_path / "tables" / "table.hex")
    named = read("rom", file, includes=(tmp_path / "tables",), parameters=(("FILE", "table.hex"),))
    assert "8'hc3" in text_of(named)
    with pytest.raises(UsageError, match=r"table\.hex"):
        read("rom", file)
    with pytest.raises(UsageError, match=r"there is no folder .*nowhere; name one with --include"):
        read("rom", file, includes=(tmp_path / "nowhere",))


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ("table.hex", "../secret.hex", 1),
        ("$readmemh(FILE", '$readmemh("../secret.hex"', 5),
        ("sizes.vh", "../secret.vh", 3),
        ("sizes.vh", "link.vh", 3),
        ("table.hex", "{folder}/secret.hex", 1),
    ],
)
def test_a_file_outside_of_the_named_folders_is_refused(
    before: str, after: str, line: int, tmp_path: Path
) -> None:
    file = rom(tmp_path, ROM.replace(before, after.format(folder=tmp_path)))
    write(tmp_path, "00\n", "secret.hex")
    secret = write(tmp_path, "localparam [7:0] CONSTANT = 1;", "secret.vh")
    (tmp_path / "rtl" / "link.vh").symlink_to(secret)
    with pytest.raises(UsageError, match=rf"rom\.v:{line}: '.*' lies outside of the folders .*--include"):
        read("rom", file)
    assert read("rom", file, includes=(tmp_path,)).ports


def test_what_names_no_file_is_refused(tmp_path: Path) -> None:
    file = rom(tmp_path, ROM.replace('"table.hex"', '"/nowhere/table.hex"'))
    with pytest.raises(UsageError, match=r"rom\.v:1: there is no file '/nowhere/table\.hex'"):
        read("rom", file)
    file = rom(tmp_path, ROM.replace('`include "sizes.vh"', "`define F `include\n  `F"))
    with pytest.raises(UsageError, match=r"rom\.v:3: `include names its file by a macro"):
        read("rom", file)


def test_a_comment_names_no_file(tmp_path: Path) -> None:
    text = ROM.replace('`include "sizes.vh"', '// `include "../secret.vh"\n  localparam CONSTANT = 8\'h5d;')
    assert "8'h5d" in text_of(read("rom", rom(tmp_path, text)))


RESETS = """module resets(input clk, rst_n, en, input [3:0] d, output reg [3:0] q, r);
always @(posedge clk or negedge rst_n) if (!rst_n) q <= 4'd9; else q <= q + d;
always @(posedge clk or negedge rst_n) if (!rst_n) r <= 4'd3; else if (en) r <= r ^ d;
endmodule
"""


def test_resets_are_made_synchronous(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, RESETS)
    synth("--rtl", file, "--top", "resets", "--reset", "sync", "--json")
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert (row["state"], row["reset"], row["area_ff"]) == ("ok", "asynchronous, made synchronous", 8)
    kept, converted = read("resets", file), read("resets", file, reset="sync")
    assert kept.reset == "asynchronous"
    assert text_of(kept) == RESETS, "as it is"
    assert "negedge" not in text_of(converted)
    assert text_of(converted).count("always @(posedge clk)") == 2
    values = re.findall(r"if \(!rst_n\) (\w) <= 4'h(\d);", text_of(converted))
    assert sorted(values) == [("q", "9"), ("r", "3")]


def test_resets_that_slang_reads_are_made_synchronous(tmp_path: Path) -> None:
    text = MODERN.replace("input logic clk,", "input logic clk, rst,").replace(
        "always_ff @(posedge clk) q", "always_ff @(posedge clk or posedge rst) if (rst) q <= '0; else q"
    )
    front = read("modern", write(tmp_path, text), reset="sync")
    assert (front.front_end, front.reset) == ("slang", "asynchronous, made synchronous")
    assert "posedge rst" not in text_of(front)


def test_what_is_no_reset_is_not_converted(tmp_path: Path) -> None:
    file = write(tmp_path, RESETS.replace("4'd9", "d"))
    with pytest.raises(UsageError, match=rf"set and reset, or loaded, without the clock \({file}:2, .*:3\)"):
        read("resets", file, reset="sync")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("always @* if (d[0]) q = d;", r"unsupported: the core has latches, .* \(FILE:2\)"),
        (
            "wire [1:0] l; assign l[0] = ~(l[1] & d[0]); assign l[1] = ~(l[0] & d[1]);\n"
            "always @(posedge clk) q <= l;",
            r"unsupported: the core has a loop without a register.*\(FILE:2\)",
        ),
    ],
)
def test_hardware_that_the_flow_does_not_build(
    text: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, f"module odd(input clk, input [1:0] d, output reg [1:0] q);\n{text}\nendmodule\n")
    synth("--rtl", file, "--top", "odd", status=1)
    said = capsys.readouterr()
    assert re.search(sentence.replace("FILE", str(file)), said.err)
    assert "unsupported" in said.out
    synth("--rtl", file, "--top", "odd", "--json", status=1)
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert (row["state"], "area" in row) == ("unsupported", False)


VHDL = """library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
entity counter is
  generic (W : integer := 4);
  port (clk, rst : in std_logic; d : in std_logic_vector(W-1 downto 0);
        q : out std_logic_vector(W-1 downto 0));
end;
architecture a of counter is
  signal r : unsigned(W-1 downto 0);
begin
  process (clk, rst) begin
    if rst = '1' then r <= (others => '0');
    elsif rising_edge(clk) then r <= r + unsigned(d);
    end if;
  end process;
  q <= std_logic_vector(r);
end;
"""
needs_ghdl = pytest.mark.skipif(shutil.which("ghdl") is None, reason="GHDL is not installed")


@needs_ghdl
def test_vhdl_is_read_by_ghdl(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, VHDL, "counter.vhd")
    synth(
        "--rtl", file, "--top", "Counter", "--parameter", "W=5", "--reset", "sync", "--json",
    )  # fmt: skip
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert (row["front_end"], row["state"], row["area_ff"]) == ("ghdl", "ok", 5)
    assert row["reset"] == "asynchronous, made synchronous"
    assert row["tools"]["GHDL"].startswith("GHDL ")


@needs_ghdl
def test_mistakes_in_vhdl_are_named(tmp_path: Path) -> None:
    file = write(tmp_path, VHDL.replace("unsigned(d)", "unsgned(d)"), "counter.vhd")
    with pytest.raises(UsageError, match=rf'^GHDL does not read counter: {file}:14:\d+: .*"unsgned"$'):
        read("counter", file)
    file = write(tmp_path, VHDL, "counter.vhd")
    with pytest.raises(
        UsageError, match="GHDL does not read count: cannot find entity or configuration count"
    ):
        read("count", file)


def test_vhdl_that_reads_a_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "#!/bin/sh\n", "ghdl").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    file = write(tmp_path, '\nfile f : text open read_mode is "/etc/passwd";\n', "counter.vhd")
    with pytest.raises(UsageError, match=rf"{file}:2: VHDL that reads a file"):
        read("counter", file)


def test_vhdl_without_ghdl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingTool, match="the program ghdl is not installed"):
        read("counter", write(tmp_path, VHDL, "counter.vhd"))


def example() -> str:
    """The map of ports that the page shows."""
    (found,) = re.findall(r"^```toml\n(function = .*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    return str(found)


LOW_WORDS = 'word_bits = 32\nwords = "first-low"'


def checked(folder: Path, text: str, **parameters: int) -> Checked:
    file = write(folder, text, "map.toml")
    core = ExternalCore("init_next_sha1", (SHA1,), tuple(parameters.items()))
    front = front_end.read(core, here(), flow.LIMITS)
    return check.check(core, front, mapping.read(file, here()), own_session())


@pytest.mark.long
@pytest.mark.parametrize(
    ("parameters", "before", "after"),
    [
        ({}, "", ""),
        ({"ORDER": 1}, "[digest]", f"{LOW_WORDS}\n[digest]\n{LOW_WORDS}"),
        ({"ENDS": 1}, "[digest]", "[digest]\npulse = true"),
        ({}, "[digest]", "held = true\n[digest]"),
    ],
    ids=["plain", "words", "pulse", "held"],
)  # fmt: skip
def test_a_core_whose_ports_are_mapped_is_verified(
    parameters: dict[str, int], before: str, after: str, tmp_path: Path
) -> None:
    found = checked(tmp_path, example().replace(before, after, 1), **parameters)
    assert found.failure is None
    assert (found.verdict, found.cycles_per_block, found.latency_cycles) == ("verified as sha1", 82, 82)
    assert found.checks > 1000


# The same core with other ports: levels beside one pulse, and but one flag.
STARTED = """module started(input clk, rst, start, first, final_block, input [15:0] count, input [511:0] data,
    output ready, output done, output [255:0] out);
  wire idle, valid;
  wire [159:0] digest;
  init_next_sha1 core(.clk(clk), .reset_n(~rst), .init(start & first), .next(start & ~first), .mode(2'd2),
      .block(data), .ready(idle), .digest(digest), .digest_valid(valid));
  reg [15:0] seen;
  always @(posedge clk) if (start) seen <= count ^ {15'd0, final_block};
  assign ready = idle;
  assign done = valid;
  assign out = {digest, seen, 80'd0};
endmodule
"""
STARTED_MAP = """function = "sha1"
[clock]
port = "clk"
[reset]
port = "rst"
[block]
data = "data"
start = "start"
is_first = "first"
is_last = "final_block"
count = "count"
ready = "ready"
[digest]
data = "out"
valid = "done"
"""


@pytest.mark.long
@pytest.mark.parametrize("left_out", ["", 'ready = "ready"\n', 'valid = "done"\n'])
def test_a_pulse_with_levels_is_mapped(left_out: str, tmp_path: Path) -> None:
    core = ExternalCore("started", (SHA1, write(tmp_path, STARTED)))
    file = write(tmp_path, STARTED_MAP.replace(left_out, ""), "map.toml")
    front = front_end.read(core, here(), flow.LIMITS)
    found = check.check(core, front, mapping.read(file, here()), own_session())
    assert (found.failure, found.cycles_per_block) == (None, 82)


# The first byte of each word in its lowest bits; read_verilog does not know the operator.
SWAPPED = """module swapped(input logic clk, reset_n, init, next, input logic [511:0] block,
    output logic ready, digest_valid, output logic [159:0] digest);
  logic [159:0] inner;
  logic [511:0] turned;
  for (genvar i = 0; i < 16; i++) assign turned[32*i +: 32] = {<<8{block[32*i +: 32]}};
  for (genvar i = 0; i < 5; i++) assign digest[32*i +: 32] = {<<8{inner[32*i +: 32]}};
  init_next_sha1 core(.clk, .reset_n, .init, .next, .mode(2'd2), .block(turned), .ready, .digest(inner),
      .digest_valid);
endmodule
"""
LOW_BYTES = 'word_bits = 32\nbytes = "first-low"'


@pytest.mark.long
def test_bytes_in_another_order_are_mapped(tmp_path: Path) -> None:
    core = ExternalCore("swapped", (SHA1, write(tmp_path, SWAPPED)))
    text = example().replace("[digest]", f"{LOW_BYTES}\n[digest]\n{LOW_BYTES}").partition("[inputs]")[0]
    front = front_end.read(core, here(), flow.LIMITS)
    assert front.front_end == "slang"
    mapped = mapping.read(write(tmp_path, text, "map.toml"), here())
    assert check.check(core, front, mapped, own_session()).failure is None


# Some blocks, or their digests, come a cycle late.
UNEVEN = """module uneven(input clk, reset_n, init, next, input [1:0] mode, input [511:0] block, output ready,
    output digest_valid, output [159:0] digest);
  wire idle, valid;
  reg odd, wait_idle, wait_valid;
  init_next_sha1 core(.clk(clk), .reset_n(reset_n), .init(init), .next(next), .mode(mode), .block(block),
      .ready(idle), .digest(digest), .digest_valid(valid));
  always @(posedge clk or negedge reset_n)
    if (!reset_n) {odd, wait_idle, wait_valid} <= 0;
    else begin
      if (init | next) odd <= ~odd;
      wait_idle <= ~idle;
      wait_valid <= ~valid;
    end
  assign ready = idle & ~(LATE_BLOCK & odd & wait_idle);
  assign digest_valid = valid & ~(LATE_DIGEST & odd & wait_valid);
endmodule
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("late", "sentence"),
    [
        ("LATE_BLOCK", "a block is taken 82 or 83 cycles after the one before it: figures need one number"),
        ("LATE_DIGEST", "the digest is there 82 or 83 cycles after the last block was taken: figures need"),
    ],
)
def test_cycles_that_differ_from_message_to_message(late: str, sentence: str, tmp_path: Path) -> None:
    text = re.sub(r"LATE_\w+", lambda found: str(int(found[0] == late)), UNEVEN)
    core = ExternalCore("uneven", (SHA1, write(tmp_path, text)))
    front = front_end.read(core, here(), flow.LIMITS)
    mapped = mapping.read(write(tmp_path, example(), "map.toml"), here())
    assert sentence in (check.check(core, front, mapped, own_session()).failure or "")


@pytest.mark.long
@pytest.mark.parametrize("fault", [1, 2, 3, 4])
def test_planted_faults_are_found(fault: int, tmp_path: Path) -> None:
    found = checked(tmp_path, example(), FAULT=fault)
    assert found.failure is not None
    assert re.match(r"\d+ of \d+ checks fail; known answers: sha1\.json: ", found.failure)


@pytest.mark.long
@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ('active = "low"', 'active = "high"', "with the ports mapped so: hang"),
        ("mode = 2", "mode = 1", "with the ports mapped so: hang"),
        ("[digest]", '[digest]\nbytes = "first-low"', "known answers"),
    ],
)
def test_a_wrong_map_fails(before: str, after: str, sentence: str, tmp_path: Path) -> None:
    failure = checked(tmp_path, example().replace(before, after)).failure
    assert failure is not None
    assert sentence in failure


@pytest.mark.long
def test_a_core_that_fails_has_no_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, example(), "map.toml")
    command = ["--rtl", SHA1, "--top", "init_next_sha1", "--verify", file, "--json"]
    synth(*command, "--parameter", "FAULT=2", status=1)
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert (row["state"], row["verification"]) == ("failed-verification", "fails as sha1")
    assert "checks fail; known answers" in row["message"]
    assert not {"area", "clock_mhz", "throughput_gbps", "verified"} & set(row)
    synth(*command, "--reset", "sync")
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert (row["state"], row["verification"]) == ("ok", "verified as sha1")
    assert (row["block_bits"], row["cycles_per_block"]) == (512, 82)
    assert row["throughput_gbps"] == pytest.approx(512 / 82 * row["clock_mhz"] / 1000)
    assert row["verified"]["latency_cycles"] == 82
    synth(*command, "--block-bits", "512", "--cycles-per-block", "81", status=2)
    said = capsys.readouterr().err
    assert "--cycles-per-block is 81, and of init_next_sha1 as sha1 it is 82" in said


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ('"block"', '"blok"', "line 11, block, data: init_next_sha1 has no input 'blok'; the nearest"),
        ('ready = "ready"', 'ready = "digest"', "block, ready: digest has 160 bits; it must have 1 bit"),
        ('"sha1"', '"sha256"', "digest, data: digest has 160 bits, and the digest of sha256 has 256"),
        ('"sha1"', '"sha9"', "line 1, function: "),
        ('next = "next"', 'next = "init"', "block, next: init is block.first already"),
        ("mode = 2", "mode = 4", "inputs, mode: 4 does not fit the 2 bits of mode"),
        ("mode = 2", "", "nothing is said of the input mode of init_next_sha1; give it a value in [inputs]"),
        ('first = "init"\n', "", "block: it needs either first and next, or start; it has next"),
        ('first = "init"\nnext', "start", "start begins any block, so the core must be told which is"),
        ('active = "low"', 'active = "down"', "active is 'down'; it must be 'high' or 'low'"),
        ('data = "digest"', 'date = "digest"', "digest has no entry 'date'"),
        ("[digest]", "word_bits = 33\n[digest]", "512 bits are no whole number of words of 33 bits"),
        ("[digest]", "[digest]\npulse = 1", "pulse is 1; it must be true or false"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_map_is_named(before: str, after: str, sentence: str, tmp_path: Path) -> None:
    assert before in example()
    file = write(tmp_path, example().replace(before, after, 1), "map.toml")
    with pytest.raises(UsageError) as raised:
        mapping.wrapper(mapping.read(file, here()), sha1_front())
    assert str(raised.value).startswith(f"{file}: ")
    assert sentence in str(raised.value)


@cache
def sha1_front() -> Front:
    """The core of these tests, read once."""
    return read("init_next_sha1", SHA1)


def test_nothing_says_when_the_core_is_done(tmp_path: Path) -> None:
    text = example().replace('ready = "ready"\n', "").replace('valid = "digest_valid"\n', "")
    with pytest.raises(UsageError, match="nothing says when the core is done"):
        mapping.read(write(tmp_path, text, "map.toml"), here())


def test_the_map_names_the_clock(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, example(), "map.toml")
    synth("--rtl", SHA1, "--top", "init_next_sha1", "--verify", file, "--clock", "ck", status=2)
    assert f"--clock is ck, and the clock of {file} is clk" in capsys.readouterr().err


def test_an_fpga_takes_asynchronous_resets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["--rtl", str(write(tmp_path, RESETS)), "--top", "resets", "--target", "ecp5", "--seeds", "0"]
    assert main(["synth", *command, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert (row["state"], row["reset"], row["area_ff"]) == ("ok", "asynchronous", 8)
