# SPDX-License-Identifier: Apache-2.0
"""Faults that random messages and stalls do not come to are noticed by the directed runs."""

import json
import random
import re
import shlex
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import pytest
from own_state import here, own_session

from hashloom import catalogue
from hashloom.catalogue import rtl
from hashloom.catalogue.rtl import Level
from hashloom.commands import main
from hashloom.errors import UsageError
from hashloom.models import model_for
from hashloom.results import unmet
from hashloom.simulation import Preset, Refused, Script, simulator
from hashloom.verification import Failure, coverage, directed, first_failure, run, verify
from hashloom.verification.cases import random_cases
from hashloom.verification.met import Met

pytestmark = pytest.mark.usefixtures("simulation_state")

DIGEST = (".digest(digest_data)", ".digest(made)")


def on_sha1(count: str, wrong: str) -> tuple[tuple[str, str], ...]:
    """SHA-1 whose digest is wrong when a counter `n` says so."""
    circuit = (
        f"logic [159:0] made;\n  logic [15:0] n;\n  always_ff @(posedge clk) {count}\n"
        f"  assign digest_data = made ^ 160'({wrong});\n  assign block_lane = '0;"
    )
    return ("assign block_lane = '0;", circuit), DIGEST


@dataclass(frozen=True)
class Fault:
    """A change of a source of a design, and the runs one of which notices it."""

    design: str
    level: Level
    file: str
    edits: tuple[tuple[str, str], ...]
    runs: tuple[str, ...]


LENGTH = "assign length = {FROM_FIRST_WORD ? words_before : words, offset};"
BLOCKS = "else if (taken && word_end) blocks <= blocks + 1'b1;"
POSITION = "position_load = take_block ? block_count[COUNT_BITS-1:3] + "
COUNT_W = "!last) ? w + 1'b1 : w;"
TOTAL = "64'(block_count);"

FAULTS = {
    "BLAKE: t has 16 bits": Fault(
        "blake-r3-256/quarter", "core", "blake_core.sv", (("'(counted);", "'(counted[15:0]);"),), ("long",)
    ),
    "BLAKE: t has 32 bits": Fault(
        "blake-r3-256/quarter",
        "core",
        "blake_core.sv",
        (("'(counted);", "'(counted[31:0]);"),),
        ("counters",),
    ),
    "SHA-1: wrong from block 257 on": Fault(
        "sha1/basic",
        "core",
        "sha1_core.sv",
        on_sha1(
            "if (rst | digest_valid & digest_ready) n <= '0; else n <= n + 16'(block_valid & block_ready);",
            "n >= 257",
        ),
        ("long",),
    ),
    "SHA-1: state leaks after the 64th message": Fault(
        "sha1/basic",
        "core",
        "sha1_core.sv",
        on_sha1("if (rst) n <= '0; else if (digest_valid && digest_ready) n <= n + 1'b1;", "n >= 64"),
        ("long",),
    ),
    "SHA-1: the digest changes after 1,000 cycles": Fault(
        "sha1/basic",
        "core",
        "sha1_core.sv",
        on_sha1("if (!digest_valid || digest_ready) n <= '0; else n <= n + 1'b1;", "n >= 1000"),
        ("long",),
    ),
    "SHA-1: a block of ones is no other block": Fault(
        "sha1/basic",
        "core",
        "sha1_core.sv",
        on_sha1(
            "if (rst | digest_valid & digest_ready) n <= '0; else if (block_valid & &block_data) n <= '1;",
            "&n",
        ),
        ("long",),
    ),
    "SHA-1: nor is a block of zeros": Fault(
        "sha1/basic",
        "core",
        "sha1_core.sv",
        on_sha1(
            "if (rst | digest_valid & digest_ready) n <= '0; else if (block_valid & ~|block_data) n <= '1;",
            "&n",
        ),
        ("long",),
    ),
    "SHA-1: a digest is wrong that is taken after 333 cycles": Fault(
        "sha1/basic",
        "core",
        "sha1_core.sv",
        on_sha1("n <= digest_valid ? n + 1'b1 : '0;", "n == 333"),
        ("long",),
    ),
    "SHA-1: so is that of a block which comes after 222 idle cycles": Fault(
        "sha1/basic",
        "core",
        "sha1_core.sv",
        on_sha1(
            "if (rst | digest_valid & digest_ready) n <= '0;\n"
            "    else if (block_ready & !n[15]) n <= block_valid ? {n == 222, 15'd0} : n + 1'b1;",
            "n[15]",
        ),
        ("long",),
    ),
    "CubeHash: the second lane leaks after its 200th message": Fault(
        "cubehash-r2-256/basic-2m",
        "core",
        "cubehash_core.sv",
        (
            (
                "assign digest_data = digest_bytes[511-:DIGEST];",
                "logic [7:0] n;\n  always_ff @(posedge clk)\n"
                "    if (rst) n <= '0;\n"
                "    else if (digest_valid && digest_ready && digest_lane) n <= n + 8'(n != 8'd200);\n"
                "  assign digest_data = digest_bytes[511-:DIGEST] ^ DIGEST'(n == 8'd200);",
            ),
        ),
        ("long",),
    ),
    "BLAKE: the low word of t is all ones": Fault(
        "blake-r3-256/quarter",
        "core",
        "blake_core.sv",
        (("'(counted);", "'(counted) ^ (2 * WORD)'(&counted[31:0]);"),),
        ("counters",),
    ),
    "padder: the length has 16 bits": Fault(
        "sha1/basic",
        "top",
        "message_padder.sv",
        ((LENGTH, "assign length = COUNT_BITS'(16'({FROM_FIRST_WORD ? words_before : words, offset}));"),),
        ("long",),
    ),
    "padder: the length has 32 bits": Fault(
        "sha1/basic",
        "top",
        "message_padder.sv",
        ((LENGTH, "assign length = COUNT_BITS'(32'({FROM_FIRST_WORD ? words_before : words, offset}));"),),
        ("counters",),
    ),
    "padder: the words lose their carry to bit 32": Fault(
        "sha1/basic",
        "top",
        "message_padder.sv",
        (
            (
                "words <= words_before + (COUNT_BITS - OFFSET_BITS)'(whole);",
                "words <= {words_before[COUNT_BITS-OFFSET_BITS-1:32], 32'(words_before[31:0] + 32'(whole))};",
            ),
        ),
        ("counters",),
    ),
    "Skein: the position has 13 bits": Fault(
        "skein-1.3-256-256/4r-2m",
        "core",
        "skein_engine.sv",
        ((POSITION, "position_load = take_block ? (block_count[COUNT_BITS-1:3] & 61'h1fff) + "),),
        ("long",),
    ),
    "Skein: the position has 32 bits": Fault(
        "skein-1.3-256-256/4r-2m",
        "core",
        "skein_engine.sv",
        ((POSITION, "position_load = take_block ? (block_count[COUNT_BITS-1:3] & 61'hffffffff) + "),),
        ("counters",),
    ),
    "ECHO: the carry stops at bit 15": Fault(
        "echo-r2-512/quarter",
        "core",
        "echo_keys.sv",
        (
            (
                "next_upper <= coming[COUNT_BITS-1:LOWER] + 1'b1;",
                "next_upper <= {coming[COUNT_BITS-1:16], (16 - LOWER)'(coming[15:LOWER] + 1'b1)};",
            ),
        ),
        ("long", "counters"),
    ),
    "SHAvite-3: no high word": Fault(
        "shavite3-r2-256/basic",
        "core",
        "shavite3_core.sv",
        ((TOTAL, "64'(block_count[31:0]);"),),
        ("counters",),
    ),
    "Shabal: W has 8 bits": Fault(
        "shabal-r2-256/load-8",
        "core",
        "shabal_sequence.sv",
        ((COUNT_W, "!last) ? W_BITS'(8'(w + 1'b1)) : w;"),),
        ("long",),
    ),
    "Shabal: no high word": Fault(
        "shabal-r2-256/load-8",
        "core",
        "shabal_core.sv",
        (("assign number = 64'(w);", "assign number = 64'(w[31:0]);"),),
        ("counters",),
    ),
    "Groestl: 8 bits count blocks": Fault(
        "groestl-r2-256/basic",
        "top",
        "message_padder.sv",
        ((BLOCKS, "else if (taken && word_end) blocks <= COUNT_BITS'(8'(blocks + 1'b1));"),),
        ("long",),
    ),
    "Groestl: 16 bits count blocks": Fault(
        "groestl-r2-256/basic",
        "top",
        "message_padder.sv",
        ((BLOCKS, "else if (taken && word_end) blocks <= COUNT_BITS'(16'(blocks + 1'b1));"),),
        ("counters",),
    ),
    "control: a reset in the turn in which a block ends is lost": Fault(
        "cubehash-r2-256/basic-2m",
        "core",
        "round_control.sv",
        (
            (
                "dirty[j] <= rst || dirty_turn[FROM];",
                "dirty[j] <= (rst && !(active[FROM] && number[FROM*STEP_BITS+:STEP_BITS] == LAST_ROUND)) ||\n"
                "            dirty_turn[FROM];",
            ),
        ),
        ("resets", "reset"),
    ),
    "control: a block is taken without valid as another lane's digest leaves": Fault(
        "cubehash-r2-256/basic-2m",
        "core",
        "round_control.sv",
        (
            ("assign load = waiting && block_valid;", "assign load = waiting && (block_valid || left);"),
            (
                "  logic beat_taken;",
                "  logic beat_taken, left;\n  always_ff @(posedge clk) left <= beat_taken;",
            ),
        ),
        (),
    ),
    "shell: a block is lost that goes in the cycle of a word and a reset before": Fault(
        "sha1/basic",
        "top",
        "block_collector.sv",
        (("      full <= 1'b0;\n", "      full <= taken && gone;\n"),),
        ("resets", "reset"),
    ),
}


def failure_of(fault: Fault, folder: Path) -> Failure | None:
    """The first check of a quick verification, without known answers, that the fault fails."""
    design = catalogue.resolve_design(fault.design, here())
    unit = rtl.unit(design, fault.level)
    (source,) = [path for path in unit.sources if path.name == fault.file]
    text = source.read_text()
    for old, new in fault.edits:
        assert old in text
        text = text.replace(old, new)
    (folder / fault.file).write_text(text)
    pool = random_cases(design.function, model_for(design.function), "quick", 1)
    return first_failure(
        design, simulator(unit.with_file(folder / fault.file), fault.level, own_session()), [], pool
    )


@pytest.mark.parametrize("name", FAULTS)
@pytest.mark.sampled(4)
def test_a_fault_is_noticed(name: str, tmp_path: Path) -> None:
    fault = FAULTS[name]
    failure = failure_of(fault, tmp_path)
    assert failure is not None
    assert not fault.runs or failure.run.split()[0] in fault.runs, str(failure)


@pytest.mark.long
def test_the_contract_is_covered() -> None:
    """Of the third the core takes words of a message while the last beat of a digest is on offer."""
    both: list[Level] = ["core", "top"]
    designs = {"sha1/basic": both, "cubehash-r2-256/basic-2m": both, "sha3-256/slices-8": both[1:]}
    for name, levels in designs.items():
        result = verify(catalogue.resolve_design(name, here()), own_session(), levels=levels)
        assert result.failed == 0
        for level in levels:
            found = result.coverage[level]
            missing = {
                group: entry["missing"] for group, entry in found["groups"].items() if entry["missing"]
            }
            assert missing == {}
            assert found["bins"] == found["met"] + found["explained"]
        assert result.body()["coverage"] == result.coverage


@pytest.mark.long
@pytest.mark.parametrize("entry", unmet.read(), ids=lambda entry: entry.design)
def test_another_seed_meets_what_one_did_not(entry: unmet.Unmet, capsys: pytest.CaptureFixture[str]) -> None:
    program, *arguments = shlex.split(entry.met_by)
    assert program == "hashloom"
    assert entry.design in arguments
    assert main([*arguments, "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["designs"]
    assert not {*entry.bins} & {*found["coverage"][entry.level]["groups"][entry.group]["missing"]}


def test_coverage_falls_without_the_directed_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    design = catalogue.resolve_design("sha1/basic", here())
    monkeypatch.setattr(run, "directed_runs", lambda *arguments: iter(()))
    groups = verify(design, own_session(), levels=["core"]).coverage["core"]["groups"]
    fallen = {group for group, entry in groups.items() if entry["missing"]}
    assert {"long", "source wait", "sink wait", "reset", "meeting", "count", "passed"} <= fallen


@pytest.mark.parametrize(
    ("part", "group"), [("add_waits", "sink wait"), ("add_resets", "reset"), ("late_runs", "passed")]
)
def test_coverage_falls_without_one_of_them(part: str, group: str, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = {"add_waits": lambda *rest: 2, "late_runs": lambda *rest: iter(())}
    real = directed.add_resets

    def fewer(plan: directed.Plan, *rest: object) -> None:
        real(plan, *rest)  # type: ignore[arg-type]
        plan.resets.clear()

    monkeypatch.setattr(directed, part, nothing.get(part, fewer))
    groups = verify(catalogue.resolve_design("sha1/basic", here()), own_session(), levels=["core"]).coverage[
        "core"
    ]["groups"]
    assert groups[group]["missing"]


def test_resets_come_in_every_cycle_after_a_last_beat() -> None:
    """Where no reset is named, and in no further cycle."""
    design = catalogue.resolve_design("sha1/basic", here())
    circuit = simulator(rtl.unit(design, "core"), "core", own_session())
    blocks = model_for(design.function).blocks(b"", 0)
    script = Script(steady=4, close=(close := design.latency_cycles(1) - 2))
    found = circuit.run([blocks] * 400, script=script).coverage
    phases = {name for name in found if name.startswith("reset last ")}
    assert phases == {f"reset last {cycle}" for cycle in range(1, close + 1)}


def test_outputs_that_follow_the_reset_do_not_keep_a_run_from_its_end(tmp_path: Path) -> None:
    """Resets are asked for in cycles with a digest on offer, and in the cycle of a reset there is none."""
    fault = Fault(
        "sha1/basic",
        "core",
        "sha1_core.sv",
        (
            (
                "assign block_lane = '0;",
                "logic made;\n  assign digest_valid = made & ~rst;\n  assign block_lane = '0;",
            ),
            (".digest_valid(digest_valid)", ".digest_valid(made)"),
        ),
        (),
    )
    assert failure_of(fault, tmp_path) is None


def test_what_the_sink_decides_is_explained_only_where_the_bench_did_its_part() -> None:
    """A loop of Skein with one lane takes a block as its digest leaves: block_ready is then digest_ready."""
    design = catalogue.resolve_design("skein-512/8r-1m", here())
    circuit = simulator(rtl.unit(design, "core"), "core", own_session())
    every = [f"{number:05b}" for number in range(32)]
    met = Met()
    met.counts.update(f"meet same {bits}" for bits in every if bits[1] == "0" or bits[0] == bits[3])

    def left() -> list[tuple[str, str]]:
        bins = coverage.bins(met, circuit, design)
        return [(name, rule) for group, name, was_met, rule in bins if group == "meeting" and not was_met]

    never = [bits for bits in every if bits[1] == "1" and bits[0] != bits[3]]
    assert left() == [(f"same lane {bits}", coverage.SINK) for bits in never]
    del met.counts["meet same 11111"]  # the bench has not tried a reset as a block and a digest pass
    taken = {bits for bits in never if bits[3] == "1"} | {"11111"}
    assert dict(left()) == {
        f"same lane {bits}": "" if bits in taken else coverage.SINK for bits in {*never, *taken}
    }


def test_no_digest_that_is_asked_for_counts_as_endless() -> None:
    text = (files("hashloom.simulation") / "driver" / "bench.cc").read_text()
    most = re.search(r"kMostBeats = (\d+);", text)
    blocks = {one.block_bits for one in catalogue.functions(here())}
    longest = max(max(directed.LONG_BITS, directed.LONG_BLOCKS * block) + 2 * block for block in blocks)
    assert most is not None
    assert longest // 8 < int(most[1]) <= 1 << 17


def test_bins_of_lengths_are_whole_classes() -> None:
    for block in (32, 64, 512, 1088, 1536):
        classes = coverage.rest_classes(block)
        assert {rest for rests in classes.values() for rest in rests} == set(range(block))


def test_a_register_that_is_not_there() -> None:
    design = catalogue.resolve_design("sha1/basic", here())
    circuit = simulator(rtl.unit(design, "core"), "core", own_session())
    blocks = model_for(design.function).blocks(b"", 0)
    script = Script(presets=(Preset(0, 5, "sha1_core.nothing", 1),))
    with pytest.raises(Refused, match=r"the circuit has no register sha1_core\.nothing"):
        circuit.run([blocks], script=script)


@pytest.mark.parametrize("name", [function.name for function in catalogue.functions(here())])
def test_a_model_goes_on_from_a_prefix(name: str) -> None:
    function = catalogue.resolve_function(name, here())
    model, block = model_for(function), function.block_bits
    generator = random.Random(name)
    prefix, rest = generator.randbytes(3 * block // 8), generator.randbytes(block // 4)
    for bits in (1, block - 3, block, 2 * block - 64 % block):
        chain = model.chain_after(prefix, 3 * block)  # type: ignore[attr-defined]
        whole = model.digest(prefix + rest, 3 * block + bits)
        assert model.digest_from(rest, bits, 3 * block, chain) == whole  # type: ignore[call-arg]
        assert model.digest_from(rest, bits) == model.digest(rest, bits)
    with pytest.raises(UsageError, match=f"{block + 1} bits are no whole blocks of {block}"):
        model.digest_from(rest, 8, block + 1)
