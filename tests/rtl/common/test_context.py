# SPDX-License-Identifier: Apache-2.0
"""Save and restore: pieces of messages give the model's digests; a core without contexts pays nothing."""

import random
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from context_designs import (
    CONTEXT,
    DIGEST,
    ERROR,
    Broken,
    Built,
    Piece,
    built,
    context_after,
    context_unit,
    late_messages,
    mixed,
    pieces_of,
)
from folders import CORES, SUPPORT
from own_state import here, own_session
from unknowns import Known, simulated

from hashloom import catalogue
from hashloom.catalogue import contexts, rtl
from hashloom.catalogue.design import Design
from hashloom.catalogue.planting import Change
from hashloom.catalogue.reach import reached
from hashloom.catalogue.rtl import Level, RtlUnit
from hashloom.flow import circuit
from hashloom.models import model_for
from hashloom.verification.cases import random_message

pytestmark = pytest.mark.usefixtures("simulation_state")

FAMILIES = [
    family for family in catalogue.families(here()) if contexts.top_of(family.functions()[0].default_design())
]
WIPE = CORES / "common" / "rtl" / "message_wipe.sv"
CUTS = tomllib.loads((SUPPORT / "context_cuts.toml").read_text(encoding="utf-8"))["cut"]
WORDS = (64, 32, 8, 16)
CONDITIONS = ((0, 0, 0), (30, 40, 0), (10, 20, 8), (0, 80, 4), (80, 0, 2))
"""Per cent of cycles in which source and sink pause, and resets."""


def design_of(name: str) -> Design:
    return catalogue.resolve_design(name, here())


def designs() -> Iterator[Design]:
    """Every form with contexts of a family's first function; the other functions, each in one of them."""
    for family in FAMILIES:
        first, *others = family.functions()
        forms = [form for form in family.architectures.values() if contexts.top_of(Design(first, form))]
        found = [Design(first, form) for form in forms]
        if family.name == "simd":  # more than a step of SIMD-512 in a turn takes minutes to compile
            forms = [form for form in forms if form.unroll == 1]
        found += [Design(other, forms[number % len(forms)]) for number, other in enumerate(others)]
        yield from (one for one in found if one.is_valid())
        if family.name == "keccak":
            yield from (design_of(name) for name in ("shake128-4096/apart-2m", "shake256-4096/basic"))
        if family.name == "skein":
            yield from (design_of(f"skein-1.3-256-{form}") for form in ("700/4r-2m", "520/8r-1m-configured"))


def word_of(number: int, design: Design) -> int:
    """One of the widths that divide a block of a design."""
    fitting = [word for word in WORDS if design.function.block_bits % word == 0]
    return fitting[number % len(fitting)]


DESIGNS = list(designs())
every_design = pytest.mark.parametrize(
    ("design", "word"),
    [(design, word_of(number, design)) for number, design in enumerate(DESIGNS)],
    ids=lambda value: value.name if isinstance(value, Design) else str(value),
)


def survives(program: Built, design: Design, source: random.Random, count: int) -> bool:
    """Whether all answers are right, under all conditions."""
    for condition in CONDITIONS:
        pieces = mixed(design, program.word, program.lanes, source, count)
        try:
            ran = program.run(pieces, source.randrange(2**32), *condition)
        except Broken:
            return False
        assert ran.resets or not condition[2]
        if not program.right(pieces, ran):
            return False
    return True


# -- A core without contexts ---------------------------------------------------------------------------------


def without_context(unit: RtlUnit, folder: Path) -> RtlUnit:
    """The unit from RTL that knows nothing of contexts."""
    for name in {cut["file"] for cut in CUTS} & {source.stem for source in unit.sources}:
        (path,) = (source for source in unit.sources if source.stem == name)
        text = path.read_text(encoding="utf-8")
        for cut in CUTS:
            if cut["file"] == name:
                text = Change(name, cut["with"], cut["without"]).planted(text)
        (folder / path.name).write_text(text, encoding="utf-8")
        unit = unit.with_file(folder / path.name)
    return unit


@pytest.mark.long
@pytest.mark.parametrize(
    ("design", "level"),
    [(design, level) for design in DESIGNS for level in rtl.levels(design) if level not in rtl.BUS_LEVELS],
    ids=lambda value: value.name if isinstance(value, Design) else str(value),
)
@pytest.mark.sampled(6)
def test_a_core_without_contexts_is_the_circuit_that_it_was(
    design: Design, level: Level, tmp_path: Path
) -> None:
    unit = rtl.unit(design, level)
    former = without_context(unit, tmp_path)
    assert former.digest() != unit.digest()
    assert circuit.digest(unit, own_session()) == circuit.digest(former, own_session())


@pytest.mark.parametrize("shape", [{"WORD": 64}, {"WORD": 8, "STAGES": 3, "WORDS": 16}], ids=str)
def test_message_wipe_without_contexts_is_what_it_was(shape: dict[str, int], tmp_path: Path) -> None:
    unit = RtlUnit("wipe", WIPE.stem, (WIPE,), tuple(shape.items()))
    former = without_context(unit, tmp_path)
    assert circuit.digest(unit, own_session()) == circuit.digest(former, own_session())


def test_a_gate_more_is_noticed(tmp_path: Path) -> None:
    unit = rtl.unit(design_of("sha1/basic"))
    more = Change(
        "sha1_basic",
        "      assign block_ready = !running && !last;\n",
        "      assign block_ready = !running && !last && !rst;\n",
    )
    changed = unit.with_file(more.write(unit, tmp_path))
    assert circuit.digest(unit, own_session()) != circuit.digest(changed, own_session())


def test_with_contexts_it_is_another_circuit() -> None:
    unit = rtl.unit(design_of("sha1/basic"))
    other = replace(unit, parameters=(*unit.parameters, ("CONTEXT", 1)))
    assert circuit.digest(unit, own_session()) != circuit.digest(other, own_session())


# -- Messages in pieces --------------------------------------------------------------------------------------


@every_design
@pytest.mark.long
@pytest.mark.sampled(3)
def test_pieces_of_messages_give_their_digests(
    design: Design, word: int, tmp_path: Path, rng: random.Random
) -> None:
    """Cut anywhere, in any lane, from a midstate twice, late counts, errors, stalls and resets."""
    program = built(context_unit(design, WORD=word), tmp_path)
    for condition in CONDITIONS:
        pieces = mixed(design, word, program.lanes, rng, 30)
        assert {piece.kind for _, piece in pieces} == {DIGEST, CONTEXT, ERROR}
        ran = program.run(pieces, rng.randrange(2**32), *condition)
        assert program.right(pieces, ran), condition
        assert ran.resets or not condition[2]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("blake-r3-512/basic", 32), ("blake-r3-512/basic-8m", 64)),
        (("bmw-r2-256/serial", 8), ("bmw-r2-256/basic", 64)),
        (("cubehash-r2-512/half", 8), ("cubehash-r2-512/basic-4m", 64)),
        (("echo-r2-512/quarter", 64), ("echo-r2-512/quarter", 8)),  # each other one takes a minute
        (("fugue-r2-256/basic", 32), ("fugue-r2-256/basic-3m", 8)),
        (("groestl-r3-256/basic-2m", 8), ("groestl-r3-256/parallel", 64)),
        (("sha1/basic", 64), ("sha1/rescheduled", 8)),
        (("sha512/staggered", 8), ("sha512/basic", 64)),
        (("sha256/staggered-2m", 32), ("sha256/unrolled-2", 16)),
        (("sha3-256/apart-2m", 64), ("sha3-256/basic", 32)),
        (("hamsi-r2-512/unrolled-3", 64), ("hamsi-r2-512/basic-2m", 8)),
        (("jh-r3-256/basic-2m", 16), ("jh-r3-256/stored", 64)),
        (("luffa-r2-256/basic", 32), ("luffa-r2-256/apart-2m", 64)),
        (("shabal-r2-512/load-8-2m", 64), ("shabal-r2-512/basic", 16)),
        (("shavite3-r2pkg-512/basic", 64), ("shavite3-r2pkg-512/basic-3m", 32)),
        (("simd-r2-256/one-step-2m", 32), ("simd-r2-256/basic", 64)),
        (("skein-1.3-256-256/4r-2m", 64), ("skein-1.3-256-256/1r-1m", 8)),
    ],
    ids=lambda value: "-".join(map(str, value)).replace("/", "-"),
)
@pytest.mark.long
@pytest.mark.sampled(1)
def test_a_context_goes_on_in_another_circuit(
    one: tuple[str, int], other: tuple[str, int], tmp_path: Path, rng: random.Random
) -> None:
    """What one circuit has saved another of the same function goes on from, with other words."""
    programs = []
    for name, word in (one, other):
        folder = tmp_path / str(word)
        folder.mkdir()
        programs.append(built(context_unit(design_of(name), WORD=word), folder))
    design = design_of(one[0])
    block, model = design.function.block_bits, model_for(design.function)
    messages = [random_message(rng, 3 * block + rng.randrange(block)) for _ in range(12)]
    contexts_of: list[bytes] = [b""] * len(messages)
    for turn in range(3):
        program = programs[turn % 2]
        pieces = [
            (
                rng.randrange(program.lanes),
                Piece(
                    message[turn * block // 8 : (turn + 1) * block // 8],
                    block,
                    context_after(design, message, turn + 1),
                    CONTEXT,
                    resumed,
                    save=True,
                ),
            )
            for message, resumed in zip(messages, contexts_of, strict=True)
        ]
        ran = program.run(pieces, turn)
        assert program.right(pieces, ran)
        contexts_of = [text for _, text in ran.answers]
    for program in programs:
        rests = [
            (
                rng.randrange(program.lanes),
                Piece(
                    message[3 * block // 8 :],
                    8 * len(message) - 3 * block,
                    model.digest(message),
                    resumed=resumed,
                ),
            )
            for message, resumed in zip(messages, contexts_of, strict=True)
        ]
        assert program.right(rests, program.run(rests, 5, 10, 10))


@pytest.mark.long
def test_a_count_of_fewer_bits(tmp_path: Path, rng: random.Random) -> None:
    program = built(context_unit(design_of("sha1/unrolled-2"), WORD=8, COUNT_BITS=40), tmp_path)
    pieces = [(0, piece) for piece in late_messages(design_of("sha1"), rng, 8, 40)]
    assert program.right(pieces, program.run(pieces, 1))


PADDER = """
module bench;
  localparam [hash_pkg::PADDING_BITS-1:0] RULE = hash_pkg::field(hash_pkg::SUFFIX_BITS, 1) |
      hash_pkg::field(hash_pkg::SUFFIX, 1) | hash_pkg::field(hash_pkg::LENGTH_BITS, 32) |
      hash_pkg::field(hash_pkg::LENGTH_IN_BLOCKS, 1);
  localparam integer WORDS = {words}, AGAIN = {again};
  reg clk = 0, rst = 1, sent = 0;
  integer at = 0, cycle = 0;
  wire counting = at < 8;
  wire ready, valid;
  wire [7:0] data;
  wire [63:0] count = 64'd{count};
  message_padder #(.BLOCK(64), .WORD(8), .PADDING(RULE), .CONTEXT(1)) padder (
      .clk(clk), .rst(rst), .in_valid((!rst || cycle > 3) && at < 8 + WORDS), .in_ready(ready),
      .in_data(counting ? count[8*(7-at)+:8] : 8'hab), .in_last(at == 7 + WORDS),
      .in_bits({{counting, 1'b0, 4'd8}}), .word_valid(valid), .word_ready(1'b1), .word_data(data),
      .word_end(), .word_close(), .word_message(), .word_null(), .count()
  );
  always #5 clk = !clk;
  always @(negedge clk) begin
    cycle = cycle + 1;
    if (cycle >= 3) rst = cycle == AGAIN;
    if (cycle == 80) $finish;
  end
  always @(posedge clk) begin
    if (!rst && valid) $display("%h", data);
    if (rst && cycle > 3) at <= 8;
    else if (!rst && ready && at < 8 + WORDS) at <= at + 1;
  end
endmodule
"""


def padded(change: Change | None, folder: Path, **how: int) -> list[str]:
    """The bytes that the padder gives, with a change of its text; an x has no value."""
    bench, program, padder = (folder / name for name in ("bench.sv", "bench.vvp", "message_padder.sv"))
    bench.write_text(PADDER.format(**how))
    *parts, own = reached(padder.stem, [WIPE.parent])
    text = own.read_text()
    padder.write_text(change.planted(text) if change else text)
    for command in (
        ["iverilog", "-g2012", "-s", "bench", "-o", *map(str, (program, *parts, padder, bench))],
        ["vvp", "-n", str(program)],
    ):
        done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=True)
    return done.stdout.split()


@pytest.mark.parametrize("restored", [True, False])
def test_a_length_in_blocks_goes_on(restored: bool, tmp_path: Path) -> None:
    """Of 3 blocks before and 2 more; five bytes leave no room for it."""
    forgets = Change(
        "message_padder",
        "if (CONTEXT != 0 && counting && word_ready && !rst) blocks <=",
        "if (1'b0) blocks <=",
    )
    found = padded(None if restored else forgets, tmp_path, count=3 * 64, words=5, again=0)
    assert found[:16] == ["ab"] * 5 + ["80"] + ["00"] * 9 + ["05" if restored else "02"]


@pytest.mark.parametrize("dropped", [True, False])
def test_a_reset_drops_the_number_of_blocks_that_is_coming(dropped: bool, tmp_path: Path) -> None:
    """With a reset in the cycle that takes a word of it, the next message has its own length."""
    stays = Change(
        "message_padder", "counting && word_ready && !rst) blocks <=", "counting && word_ready) blocks <="
    )
    found = padded(None if dropped else stays, tmp_path, count=0x0303030303030300, words=5, again=6)
    assert found[:12] == ["ab"] * 5 + ["80"] + ["00"] * 6
    assert (found[12:16] == ["00", "00", "00", "02"]) is dropped


def cycles(program: Built, piece: Piece) -> int:
    """Until the last word of the answer, where nothing waits."""
    ran = program.run([(0, piece)], 1)
    assert program.right([(0, piece)], ran)
    return ran.cycles


@pytest.mark.parametrize(
    ("name", "loading", "less"),
    [
        ("blake-r3-256/basic", 1, 0),
        ("blake-r3-256/half-4m", 4, 0),
        ("bmw-r2-256/basic", 1, 1),
        ("bmw-r2-256/serial", 1 - 9, 71),  # the words come while the constants of a message do
        ("cubehash-r2-256/half", 1, 320),
        ("cubehash-r2-256/basic-2m", 2, 320),
        ("echo-r2-256/quarter", 1, 0),
        ("groestl-r3-256/basic", 1, 21),
        ("groestl-r3-256/parallel-2m", 2, 22),
        ("sha1/unrolled-2", 1, 0),
        ("sha256/basic", 1, 0),
        ("sha256/staggered-2m", 2, 0),
        ("sha3-256/apart", 0, 0),
        ("luffa-r2-512/apart-2m", 0, 36),
        ("shabal-r2-256/basic", 0, 146),
        ("shavite3-r2-256/basic-2m", 0, 0),
        ("skein-1.3-512-512/4r-1m", 19 - 8, 2 * 19),  # the block in a context is hashed as words come
        ("skein-1.3-256-256/4r-2m", 20 - 4, 2 * 20),
    ],
)
@pytest.mark.long
@pytest.mark.sampled(1)
def test_cycles_are_as_documented(
    name: str, loading: int, less: int, tmp_path: Path, rng: random.Random
) -> None:
    """A word of a context comes in a cycle and goes in a turn; loading takes one turn, or none.

    `less`: cycles from a chaining value to a digest, which a context does not take.
    """
    design = design_of(name)
    program = built(context_unit(design, WORD=64), tmp_path)
    block, lanes = design.function.block_bits, design.architecture.stages
    message = random_message(rng, 2 * block - 192)
    first, rest = pieces_of(design, message, 2 * block - 192, [1])
    (alone,) = pieces_of(design, message[block // 8 :], block - 192, [])
    words = len(rest.resumed) // 8
    longer = cycles(program, rest) - cycles(program, alone)
    assert longer - words - loading in range(1 - lanes, lanes)
    digest_words = -(-design.function.digest_bits // 64)
    longer = cycles(program, first) - cycles(program, alone)
    assert longer == (words - digest_words) * lanes - less


# -- What a reset leaves -------------------------------------------------------------------------------------

WIPED = """\
module wiped (
    input logic clk, input logic rst,
    input logic [{lanes}-1:0] in_valid, output logic [{lanes}-1:0] in_ready,
    output logic [{lanes}-1:0] out_valid, output logic [{lanes}-1:0] out_last,
    output logic [{lanes}*64-1:0] out_data, output logic wiping
);
  logic [{lanes}-1:0] hash_in_valid, hash_in_ready, hash_in_last, hash_in_resume, hash_in_save;
  logic [{lanes}-1:0] hash_out_valid, hash_out_ready, hash_out_last, out_context, out_error;
  logic [{lanes}*64-1:0] hash_in_data, hash_out_data;
  logic [{lanes}*9-1:0] hash_in_bits;
  logic [{lanes}*7-1:0] bits;

  message_wipe #(.WORD(64), .STAGES({lanes}), .WORDS({words}), .CONTEXT({with_context})) wipe (
      .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_data('0),
      .in_last('0), .in_bits('0), .out_valid(out_valid), .out_ready('0), .out_data(out_data),
      .out_last(out_last), {hash_ports}, .wiping(wiping)
  );

  {split}

  {top} #({parameters}) hash (
      .clk(clk), .rst(rst), .in_valid(hash_in_valid), .in_ready(hash_in_ready), .in_data(hash_in_data),
      .in_last(hash_in_last), .in_bits(bits), .in_resume(hash_in_resume), .in_save(hash_in_save),
      .out_valid(hash_out_valid), .out_ready(hash_out_ready), .out_data(hash_out_data),
      .out_last(hash_out_last), .out_context(out_context), .out_error(out_error)
  );
endmodule
"""
HASH_PORTS = ", ".join(
    f".hash_{way}_{name}(hash_{way}_{name})"
    for way, names in (
        ("in", ("valid", "ready", "data", "last", "bits")),
        ("out", ("valid", "ready", "data", "last")),
    )
    for name in names
)
UNTIL_WIPED = """\
module bench;
  reg clk = 0, rst = 1;
  wire [{lanes}-1:0] in_ready, out_valid, out_last;
  wire [{lanes}*64-1:0] out_data;
  wire wiping;
  integer cycle = 0;
  wiped dut (
      .clk(clk), .rst(rst), .in_valid({{{lanes}{{1'b0}}}}), .in_ready(in_ready), .out_valid(out_valid),
      .out_last(out_last), .out_data(out_data), .wiping(wiping)
  );
  always #5 clk = !clk;
  always @(negedge clk) begin
    cycle = cycle + 1;
    if (cycle == 4) rst = 0;
    if (cycle > 5 && wiping === 1'b0) begin
      $dumpfile("waves.vcd");
      $dumpvars(0, dut);
      $finish;
    end
    if (cycle > 20000) begin
      $display("no end");
      $finish;
    end
  end
endmodule
"""


def after_wiping(design: Design, with_context: bool, folder: Path) -> Known:
    """What is known when message_wipe has sent its message, with a context or without."""
    unit = context_unit(design)
    lanes, block = design.architecture.stages, design.function.block_bits
    of_context = len(context_after(design, bytes(block // 8), 1)) // 8
    split = "\n".join(
        f"  assign {{hash_in_resume[{lane}], hash_in_save[{lane}], bits[{7 * lane}+:7]}} = "
        + (f"hash_in_bits[{9 * lane}+:9];" if with_context else f"{{2'b00, hash_in_bits[{7 * lane}+:7]}};")
        for lane in range(lanes)
    )
    if not with_context:
        split += f"\n  assign hash_in_bits[{9 * lanes - 1}:{7 * lanes}] = '0;"
    ports = (
        HASH_PORTS
        if with_context
        else HASH_PORTS.replace("(hash_in_bits)", f"(hash_in_bits[{7 * lanes - 1}:0])")
    )
    path = folder / "wiped.sv"
    path.write_text(
        WIPED.format(
            lanes=lanes,
            words=block // 64 + (of_context if with_context else 0),
            with_context=int(with_context),
            hash_ports=ports,
            split=split,
            top=unit.top,
            parameters=", ".join(f".{name}({value})" for name, value in unit.parameters),
        ),
        encoding="utf-8",
    )
    (folder / "run").mkdir()
    whole = RtlUnit("wiped", "wiped", (*unit.sources, WIPE, path), ())
    return simulated(whole, UNTIL_WIPED.format(lanes=lanes), folder / "run")


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [
        "blake-r3-256/half-4m",
        "bmw-r2-256/serial",
        "cubehash-r2-256/basic-2m",
        "echo-r2-512/quarter",
        "groestl-r3-256/basic-2m",
        "sha1/basic",
        "sha1/rescheduled",
        "sha256/basic",
        "sha512/staggered-2m",
        "sha3-512/apart-2m",
        "shabal-r2-256/load-8-2m",
        "shavite3-r2-256/basic-3m",
        "skein-1.3-256-256/4r-2m",
    ],
)
@pytest.mark.sampled(2)
def test_no_register_depends_on_what_was_before_wiping(name: str, tmp_path: Path) -> None:
    found = after_wiping(design_of(name), True, tmp_path)
    assert "no end" not in found.said
    assert found.bits > 1000
    assert found.unknown == ()


def test_without_a_context_the_last_chaining_value_would_stay(tmp_path: Path) -> None:
    found = after_wiping(design_of("sha1/basic"), False, tmp_path)
    assert [name for name in found.unknown if name.endswith("reader.held")] == list(found.unknown) != []


# -- Faults --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fault(Change):
    """A fault in a design with words of a width."""

    says: str
    design: str
    word: int = 64


GIVEN = """logic given;
      always_ff @(posedge clk) if (loads[0]) given <= block_data[INPUT-1];
"""
FAULTS = [
    Fault(
        "message_padder",
        "if (CONTEXT != 0 && counting && word_ready) {words, rest} <= counted;",
        "",
        "the count is not restored",
        "sha1/basic",
    ),
    Fault(
        "message_padder",
        "(word_close || word_null))) resumed <= 1'b0;",
        "(word_close || word_null) && 1'b0)) resumed <= 1'b0;",
        "the next message goes on counting",
        "sha1/basic",
    ),
    Fault(
        "message_padder",
        "assign saving = in_bits[OFFSET_BITS+1] && !padding;",
        "assign saving = 1'b0;",
        "a message that is saved is padded",
        "sha1/basic",
        32,
    ),
    Fault(
        "sha2_core",
        "assign block_waits = block_load && !restored;",
        "assign block_waits = block_load && !restored && !turn[0];",
        "the chaining value is ignored in lane 1",
        "sha256/staggered-2m",
    ),
    Fault(
        "sha2_core",
        "      assign next_hash_a = clear ? INITIAL_A : restore ?",
        GIVEN + "      assign next_hash_a = (clear && !given) ? INITIAL_A : restore ?",
        "after a context the initial value does not come back",
        "sha256/basic",
    ),
    Fault(
        "sha2_core",
        "block_chain[0+:RING-STEP], block_chain[RING-1-:STEP]",
        "block_chain[RING-1:0]",
        "the words of a ring are not turned back",
        "sha512/basic",
    ),
    Fault(
        "context_shell",
        "IMAGE'(digest_data[OUTPUT-1-:CHAIN])",
        "IMAGE'({digest_data[OUTPUT-1-:CHAIN-32], 32'd0})",
        "the chaining value is saved without its last word",
        "sha224/basic",
    ),
    Fault(
        "context_shell",
        "(IMAGE'(hashed_here) <<",
        "(IMAGE'(hashed_here[31:0]) <<",
        "a count of 2^32 and more is saved without its upper half",
        "sha256/basic",
        32,
    ),
    Fault(
        "context_shell",
        "if (digest_lane == LANE_BITS'(l)) ending = ending |",
        "if (digest_lane == LANE_BITS'(0)) ending = ending |",
        "the ending of a message is mixed with that of the other lane",
        "sha256/staggered-2m",
        32,
    ),
    Fault(
        "context_shell",
        "dropped = dropped | given[l];",
        "dropped = 1'b0;",
        "after a context the other beats of a digest come",
        "shake128-4096/apart-2m",
    ),
    Fault(
        "context_reader",
        "if (block_taken) block_load <= 1'b0;",
        "if (block_taken && held[0]) block_load <= 1'b0;",
        "the chaining value stays for the message that follows",
        "sha1/unrolled-2",
    ),
    Fault(
        "context_reader",
        "assign in_ready = to_held ? !block_load : pad_ready;",
        "assign in_ready = to_held ? 1'b1 : pad_ready;",
        "a chaining value is overwritten before it is used",
        "sha1/rescheduled",
    ),
    Fault(
        "context_reader",
        "if (index == INDEX_BITS'(WORDS - 1)) block_load <= 1'b1;",
        "if (index == INDEX_BITS'(CHAIN_WORDS - 1)) block_load <= 1'b1;",
        "the chaining value comes to the message before",
        "sha1/basic",
        16,
    ),
    Fault(
        "context_reader",
        "assign block_chain = held[FIELD-1-:CHAIN];",
        "assign block_chain = held[FIELD-1-:CHAIN] & ~CHAIN'(1);",
        "the last bit of a chaining value is lost",
        "sha3-512/apart",
    ),
    Fault(
        "context_reader",
        "in_bits[BITS_WIDTH-1] && word_end;",
        "in_bits[BITS_WIDTH-1];",
        "a context comes where a word ends and no block",
        "sha1/rescheduled-2",
    ),
    Fault(
        "context_reader",
        "failed <= cut ||",
        "failed <= failed || cut ||",
        "after an error there are errors only",
        "sha1/basic",
    ),
    Fault(
        "context_reader",
        "    if (rst) begin\n      starting <= 1'b1;\n      reading <= 1'b0;\n      index <= '0;\n",
        "    if (rst) begin\n      starting <= 1'b1;\n      reading <= 1'b0;\n",
        "a reset leaves half of a context behind",
        "sha1/basic",
        8,
    ),
    Fault(
        "context_reader",
        "      index <= '0;\n      block_load <= 1'b0;\n",
        "      index <= '0;\n",
        "a reset leaves a chaining value to be loaded",
        "sha1/unrolled-2",
        8,
    ),
    Fault(
        "round_control",
        "assign waits = block_load && !restored[STAGES-1];",
        "assign waits = block_load && !(|restored);",
        "a lane takes its block when another has its chaining value",
        "blake-r3-256/half-4m",
    ),
    Fault(
        "blake_core",
        "block_data[BLOCK+DIGEST-1-i*WORD-:WORD]",
        "block_data[BLOCK+i*WORD+:WORD]",
        "the words of a chaining value come in the wrong order",
        "blake-r3-256/quarter",
    ),
    Fault(
        "groestl_core",
        ".SKIP   (TURNS)",
        ".SKIP   (0)",
        "a chaining value goes through the output transformation",
        "groestl-r3-256/parallel-2m",
    ),
    Fault(
        "groestl_core",
        "giving ? value : value << (BLOCK - DIGEST)",
        "value << (BLOCK - DIGEST)",
        "a chaining value comes without its first columns",
        "groestl-r3-256/parallel",
    ),
    Fault(
        "groestl_chain",
        "restore ? restored : begun",
        "(restore && !clear) ? restored : begun",
        "right behind a digest the chaining value is not taken",
        "groestl-r3-256/basic",
    ),
    Fault(
        "message_padder",
        "if (CONTEXT != 0 && counting && word_ready && !rst) blocks <=",
        "if (1'b0) blocks <=",
        "the number of blocks begins anew",
        "groestl-r3-256/parallel",
        32,
    ),
    Fault(
        "echo_full",
        "kept[TO*CHAIN+:CHAIN] <= restore ? block_chain :",
        "kept[TO*CHAIN+:CHAIN] <= restore ? {block_chain[CHAIN-129:0], block_chain[CHAIN-1-:128]} :",
        "the words of a chaining value are turned by one",
        "echo-r2-256/basic-2m",
    ),
    Fault(
        "echo_column",
        "restore ? block_chain : sum",
        "restore ? {block_chain[511:0], block_chain[CHAIN-1:512]} : sum",
        "the groups of a chaining value change places",
        "echo-r2-512/quarter",
    ),
    Fault(
        "cubehash_core",
        ".SKIP   (10 * ROUNDS)",
        ".SKIP   (9 * ROUNDS)",
        "a state goes through rounds of the end",
        "cubehash-r2-256/half",
    ),
    Fault(
        "cubehash_core",
        "    if (restore) begin",
        "    if (restore && beginning == '0) begin",
        "right behind a digest the state is not taken",
        "cubehash-r2-256/basic",
        32,
    ),
    Fault(
        "cubehash_core",
        "cubehash_pkg::from_bytes(rest_upper)",
        "rest_upper",
        "the upper half of a state comes in the order inside",
        "cubehash-r2-512/basic-4m",
    ),
    Fault(
        "bmw_core",
        "gives[0] ? h_bytes : h_bytes << DIGEST",
        "h_bytes << DIGEST",
        "a context has the lower half of H where the upper is",
        "bmw-r2-256/serial",
    ),
    Fault(
        "bmw_core",
        ".SKIP   (FINAL)",
        ".SKIP   (0)",
        "H goes through the last compression",
        "bmw-r2-512/serial",
        8,
    ),
    Fault(
        "bmw_parallel",
        "restore ? chain : h;",
        "h;",
        "H is not restored",
        "bmw-r2-256/basic",
        32,
    ),
    Fault(
        "fugue_core",
        "held[32*AT+:32] ^ ((MIXED != 0) ? held[32*MIXED+:32] : '0)",
        "held[32*AT+:32]",
        "CMIX is not undone in a context",
        "fugue-r2-256/basic",
        32,
    ),
    Fault(
        "fugue_core",
        ".SKIP   (fugue_pkg::first_part(DIGEST) + 13 * TURN)",
        ".SKIP   (fugue_pkg::first_part(DIGEST) + 13 * TURN - 1)",
        "the last ROR comes before a context",
        "fugue-r2-256/basic-2m",
        16,
    ),
    Fault(
        "fugue_core",
        ".tix(1'b1)",
        ".tix(1'b0)",
        "TIX is left out behind a context",
        "fugue-r2-512/basic",
        32,
    ),
    Fault(
        "sha1_rescheduled",
        "fresh <= last || again;",
        "fresh <= last;",
        "the ring does not take the chaining value",
        "sha1/rescheduled",
    ),
    Fault(
        "sha1_rescheduled",
        "assign admitted = !between || seen;",
        "assign admitted = 1'b1;",
        "a block is taken before its chaining value is in the ring",
        "sha1/rescheduled-2",
    ),
    Fault(
        "keccak_core",
        "          assign added = chain[8*i+:8];",
        "          assign added = '0;",
        "the capacity is not restored",
        "keccak-r3-256/basic",
    ),
    Fault(
        "context_give",
        "block_give : lanes[STAGES-1];",
        "block_give : lanes[0];",
        "whether a context is to come is what the other lane says",
        "jh-r2-256/basic-2m",
    ),
    Fault(
        "jh_core",
        "block_load ? jh_pkg::group(block_chain) : INITIAL;",
        "block_load ? block_chain : INITIAL;",
        "the bits of the state are not grouped",
        "jh-r3-512/basic",
    ),
    Fault(
        "jh_core",
        "give ? flat[1023-:DIGEST] :",
        "1'b0 ? flat[1023-:DIGEST] :",
        "a context begins with the digest",
        "jh-r3-256/stored",
        16,
    ),
    Fault(
        "luffa_core",
        ".SKIP   (CONTEXT * ROUNDS)",
        ".SKIP   (0)",
        "a blank round comes before a context",
        "luffa-r2-256/apart",
    ),
    Fault(
        "luffa_core",
        "assign chain[256*j+:256] = block_chain[BITS-1-256*j-:256];",
        "assign chain[256*j+:256] = block_chain[256*j+:256];",
        "the words of a chaining value come in the other order",
        "luffa-r2-512/apart-2m",
        32,
    ),
    Fault(
        "shabal_sequence",
        "exchange_here && next_step != STEP_BITS'(DONE);",
        "exchange_here;",
        "steps follow the turn before a context",
        "shabal-r2-256/basic",
    ),
    Fault(
        "shabal_sequence",
        "next_exchange && !next_giving;",
        "next_exchange;",
        "the number of the block is in a context",
        "shabal-r2-256/load-16",
        16,
    ),
    Fault(
        "shabal_core",
        "+ W_BITS'(block_last && !block_give);",
        ";",
        "the number of a last block is one too small",
        "shabal-r2-512/load-8",
    ),
    Fault(
        "shabal_core",
        "{a_in, b_in, c_in} <= stay ?",
        "{a_in, b_in, c_in} <= 1'b0 ?",
        "a context turns while it waits",
        "shabal-r2-256/load-8-2m",
        8,
    ),
    Fault(
        "shabal_core",
        "turning_in && initial_in && block_load",
        "initial_in && block_load",
        "the number of a block comes to the message before",
        "shabal-r2-256/load-8",
        32,
    ),
    Fault(
        "hamsi_core",
        "(load ? block_last : last[0]) && !give;",
        "load ? block_last : last[0];",
        "the block before a context has the rounds of a last one",
        "hamsi-r2-256/unrolled-3-6m",
        8,
    ),
    Fault(
        "hamsi_core",
        "arrived[SIZE] ? arrived[SIZE-1:0] : INITIAL;",
        "arrived[SIZE] ? block_chain : INITIAL;",
        "the chaining value comes from another lane",
        "hamsi-r2-512/basic-2m",
    ),
    Fault(
        "shavite3_core",
        "assign restore = load && block_load;",
        "assign restore = block_load;",
        "a digest that waits gives way to a chaining value",
        "shavite3-r2-256/basic",
    ),
    Fault(
        "shavite3_core",
        "shavite3_pkg::swap(block_chain[32*i+:32]);",
        "block_chain[32*i+:32];",
        "the bytes of a chaining value are in the other order",
        "shavite3-r2bugfix-512/basic-3m",
    ),
    Fault(
        "shavite3_half",
        "restore ? chain_previous : value_previous;",
        "value_previous;",
        "half of the chaining value is not restored",
        "shavite3-r2pkg-256/basic-2m",
        32,
    ),
    Fault(
        "simd_core",
        "assign ends = block_last && !block_give;",
        "assign ends = block_last;",
        "the block before a context is transformed as a last one",
        "simd-r2-512/one-step",
    ),
    Fault(
        "simd_ladders",
        "({start, start} >>",
        "({state, state} >>",
        "the steps that end a block do not get the chaining value",
        "simd-r2-256/two-step",
        16,
    ),
    Fault(
        "skein_engine",
        "block_first && !(block_load && 68'(block_count) > 68'(BLOCK));",
        "block_first;",
        "a message that goes on begins anew",
        "skein-1.3-256-256/4r-1m",
    ),
    Fault(
        "skein_engine",
        "68'(block_count) > 68'(BLOCK));",
        "1'b1);",
        "a message that goes on from its first block has none",
        "skein-1.3-256-256/4r-2m",
        8,
    ),
    Fault(
        "message_padder",
        "if (CONTEXT != 0 && counting && word_ready) {words, rest} <= counted;",
        "",
        "the position in the message is not restored",
        "skein-1.2-256-256/2r-1m",
    ),
    Fault(
        "context_shell",
        "count_here - COUNT_BITS'(KEPT);",
        "count_here;",
        "the block that is kept is counted as hashed",
        "skein-1.3-256-256/4r-1m",
        16,
    ),
    Fault(
        "skein_engine",
        "assign give_block   = CONTEXT != 0 && take_block && block_give;",
        "assign give_block   = 1'b0;",
        "the block before a context is hashed as the last one",
        "skein-1.3-256-256/4r-1m",
        32,
    ),
    Fault(
        "skein_engine",
        "take_block && block_first)",
        "take_block && block_first && !block_give)",
        "a message of one block leaves with the chaining value of another",
        "skein-1.1-256-256/4r-2m",
    ),
    Fault(
        "skein_engine",
        "is_given ? swap_bytes(ring[BLOCK-1:0]) : result",
        "result",
        "in place of the chaining value the block comes twice",
        "skein-1.3-256-700/4r-1m",
    ),
    Fault(
        "skein_engine",
        "ring_load = {key_parity(chain_given), chain_given};",
        "ring_load = {key_parity(INITIAL[BLOCK-1:0]), chain_given};",
        "the parity of a restored key is that of the initial value",
        "skein-1.3-256-256/4r-1m",
    ),
    Fault(
        "skein_engine",
        "(j == 0 && give_block)",
        "(j == STAGES - 1 && give_block)",
        "another lane gives its chaining value",
        "skein-1.3-256-256/4r-2m",
        32,
    ),
    Fault(
        "skein_core",
        "assign {block_give, block_load, block_chain} = block_data[INPUT-1:BLOCK];",
        """logic [BLOCK-1:0] former;
      always_ff @(posedge clk) former <= block_data[2*BLOCK-1:BLOCK];
      assign {block_give, block_load} = block_data[INPUT-1:2*BLOCK];
      assign block_chain = (block_lane == '0) ? former : block_data[2*BLOCK-1:BLOCK];""",
        "lane 0 goes on from the chaining value of lane 1",
        "skein-1.3-256-256/4r-2m",
    ),
    Fault(
        "context_reader",
        "assign lacking = counted && !starting && in_bits == '0;",
        "assign lacking = 1'b0;",
        "a message goes on with nothing where a block is to come",
        "skein-1.3-256-256/4r-1m",
    ),
    Fault(
        "context_reader",
        "(counted || in_data != '0);",
        "in_data != '0;",
        "of a count its last word alone says that it is not 0",
        "skein-1.3-256-256/4r-1m",
        8,
    ),
    Fault(
        "context_shell",
        "assign gives = saved && !(OPTIONAL != 0 && word_null);",
        "assign gives = saved;",
        "a message that ends behind its last block is saved as the one before was",
        "skein-1.3-256-256/4r-1m",
    ),
    Fault(
        "context_shell",
        "assign fails = (OPTIONAL != 0 && word_null) ? in_save[l] : failed;",
        "assign fails = failed;",
        "a message that ends behind its last block fails as the one before did",
        "skein-1.3-256-256/8r-1m",
    ),
    Fault(
        "context_shell",
        ".LOOK_AHEAD(OPTIONAL)",
        ".LOOK_AHEAD(0)",
        "a block does not wait for what follows it",
        "skein-1.3-256-256/4r-1m",
    ),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.says.replace(" ", "-"))
@pytest.mark.long
@pytest.mark.sampled(2)
def test_a_fault_is_caught(fault: Fault, tmp_path: Path, rng: random.Random) -> None:
    design = design_of(fault.design)
    unit = context_unit(design, WORD=fault.word)
    program = built(unit, tmp_path, {fault.file: fault.planted})
    # A reset has to come within a context for some of them: one time in eight none does.
    assert not all(survives(program, design, rng, 40) for _ in range(4))
