# SPDX-License-Identifier: Apache-2.0
"""Words, sums and graph of the proofs of turns mean what integers mean; cores are proven and faults found."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from own_state import here
from turns_proofs import LIMITS, evaluated, turns_of

from hashloom import catalogue
from hashloom.catalogue import rtl
from hashloom.errors import CheckFailed, UsageError
from hashloom.formal.engine import PROVEN, REFUTED
from hashloom.formal.turns import check, graph, netlist, sums
from hashloom.formal.turns.core import Core
from hashloom.formal.turns.graph import Graph, variables
from hashloom.formal.turns.miter import FEW, Miters
from hashloom.formal.turns.specification import specification
from hashloom.formal.turns.words import Logic, joined, saved
from hashloom.models import bits

WIDTH = 5


def test_words_do_what_integers_do(rng: random.Random) -> None:
    source = rng
    table = [source.getrandbits(7) for _ in range(1 << WIDTH)]
    mask = (1 << WIDTH) - 1

    def formula(a: Any, b: Any, c: Any) -> list[Any]:
        total = a + 3 * b - c + 11
        return [
            total & 0x3FF,
            total & mask,
            (~a & b | c ^ 9) & mask,
            ((a << 3 | b >> 2) + (total >> 1) & 0xFFF),
            (-a - 1 & mask) + (b & 21),
            (a - b >> 2) & 0xFF,
            (total & mask) + a + 7 & mask,
            bits.pick(table, a ^ b),
            (c + a) % 16,
        ]

    logic = Logic()
    words = [logic.fresh(WIDTH) for _ in range(3)]
    found = [logic.bits(one, 16) for one in formula(*words)]
    for _ in range(40):
        values = [source.getrandbits(WIDTH) for _ in words]
        inputs = {
            literal: value >> place & 1
            for word, value in zip(words, values, strict=True)
            for place, literal in enumerate(logic.bits(word, WIDTH))
        }
        assert [evaluated(logic.graph, one, inputs) for one in found] == formula(*values)


def test_sums_of_the_same_words_are_the_same_literals() -> None:
    logic = Logic()
    a, b, c, d = (logic.fresh(32) for _ in range(4))
    mask = (1 << 32) - 1
    one = ((a + b & mask) + (c + d & mask) & mask) - b & mask
    assert logic.bits(one, 32) == logic.bits(d + c + a & mask, 32)
    assert logic.bits((~a & mask) + 1 + a + b & mask, 32) == logic.bits(b, 32)
    assert logic.bits(joined([a, b], 32), 64) == (*logic.bits(b, 32), *logic.bits(a, 32))


def test_a_sum_and_its_inverse_have_one_circuit() -> None:
    logic = Logic()
    a, b, c = (logic.fresh(32) for _ in range(3))
    mask = (1 << 32) - 1
    inverse = tuple(bit ^ 1 for bit in logic.bits(b - c - a & mask, 32))
    assert logic.bits(a + c - b - 1 & mask, 32) == inverse
    assert logic.bits(a + c - b & mask, 32) != inverse


def test_a_one_in_the_place_of_the_lowest_carry_is_added() -> None:
    logic = Logic()
    a, b = logic.fresh(8), logic.fresh(8)
    carry = (0, *logic.graph.inputs(7))
    logic.sums.remember(carry, logic.sums.form(logic.bits(a - b & 255, 8)))
    assert logic.bits(logic.word((1, *carry[1:])) + b & 255, 8) == logic.bits(a + 1 & 255, 8)


def test_the_words_of_full_adders_have_the_sum_of_theirs(rng: random.Random) -> None:
    logic = Logic()
    words = [logic.fresh(32) for _ in range(4)]
    total, carry = saved(words[:3], 32)
    assert logic.bits(total + carry - words[1] & 0xFFFFFFFF, 32) == logic.bits(
        words[0] + words[2] & 0xFFFFFFFF, 32
    )
    again = saved((*saved(words[:3], 32), words[3]), 32)
    values = [rng.getrandbits(32) for _ in words]
    inputs = {
        literal: value >> place & 1
        for word, value in zip(words, values, strict=True)
        for place, literal in enumerate(logic.bits(word, 32))
    }
    found = tuple(evaluated(logic.graph, logic.bits(one, 32), inputs) for one in again)
    assert found == saved((*saved(values[:3], 32), values[3]), 32)
    assert sum(found) & 0xFFFFFFFF == sum(values) & 0xFFFFFFFF


def test_long_sums_are_made_where_their_gates_are_needed(rng: random.Random) -> None:
    logic = Logic()
    words = [logic.fresh(WIDTH) for _ in range(sums.LONG + 3)]
    total = logic.bits(sum(words) & 255, 8)
    assert all(bit >> 1 in logic.graph._later for bit in total)
    for _ in range(4):
        values = [rng.getrandbits(WIDTH) for _ in words]
        inputs = {
            literal: value >> place & 1
            for word, value in zip(words, values, strict=True)
            for place, literal in enumerate(logic.bits(word, WIDTH))
        }
        assert evaluated(logic.graph, total, inputs) == sum(values) & 255
    assert logic.graph.tabulate(total[0], 8) is None


def test_equal_functions_of_few_inputs_are_the_same_literals() -> None:
    graph = Graph()
    x, y, z = graph.inputs(3)
    other = graph.differ(graph.differ(graph.both(x, y), graph.both(x, z)), graph.both(y, z))
    assert graph.most(x, y, z) == other
    assert graph.both(graph.either(x, y), graph.both(x ^ 1, y ^ 1)) == 0


@pytest.mark.parametrize("use", [bool, lambda word: word == 1, lambda word: [1, 2][word]])
def test_what_needs_a_value_is_refused(use: Any) -> None:
    with pytest.raises(TypeError, match="no value"):
        use(Logic().fresh(1))


def test_a_miter_that_only_abc_refutes(tmp_path: Path) -> None:
    logic = Logic()
    a, b = logic.fresh(32), logic.fresh(32)
    rare = logic.bits((a ^ b) & 1, 1)[0]
    for bit in logic.bits(a, 32):
        rare = logic.graph.both(rare, bit)
    miters = Miters(logic.graph, tmp_path, LIMITS)
    wanted = logic.bits(b, 32)
    found = (logic.graph.differ(wanted[0], rare), *wanted[1:])
    answer, what, _ = miters.ask([("held", one, other) for one, other in zip(found, wanted, strict=True)])
    assert (answer, what, miters.solved) == (REFUTED, "held", 1)


@pytest.mark.parametrize("longest", [graph.ADDENDS, 3])
def test_random_gates_have_the_values_of_their_operands(
    longest: int, rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph, "ADDENDS", longest)
    size = 7
    every = (1 << (1 << size)) - 1
    logic = Logic()
    gates, inputs = logic.graph, logic.graph.inputs(size)
    values = dict(zip((0, *inputs), (0, *variables(size)), strict=True))

    def value(literal: int) -> int:
        return values[literal & ~1] ^ every * (literal & 1)

    made = [*values]
    for _ in range(600):
        a, b = (rng.choice(made[-40:] + made[:8]) ^ rng.getrandbits(1) for _ in range(2))
        kind = rng.choice(("differ", "differ", "both", "table", "sum"))
        if kind == "table":
            index = tuple(rng.sample(inputs, rng.randrange(2, size)))
            found, wanted = logic.tables.function(index, truth := rng.getrandbits(1 << len(index))), 0
            for row in range(1 << len(index)):
                if truth >> row & 1:
                    chosen = every
                    for place, bit in enumerate(index):
                        chosen &= value(bit ^ (~row >> place & 1))
                    wanted |= chosen
        elif kind == "sum":
            found, wanted = a, value(a)
            for bit in rng.sample(made, rng.randrange(2, size)):
                found, wanted = gates.differ(found, bit), wanted ^ value(bit)
        else:
            found = getattr(gates, kind)(a, b)
            wanted = value(a) & value(b) if kind == "both" else value(a) ^ value(b)
        wanted ^= every * (found & 1)
        assert values.setdefault(found & ~1, wanted) == wanted
        made.append(found & ~1)
        assert gates.values([found & ~1], values, every) == [wanted]


@pytest.mark.parametrize("longest", [graph.ADDENDS, 3])
def test_sums_that_differ_in_one_addend_are_other_literals(
    longest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph, "ADDENDS", longest)
    gates = Graph()
    a, b, c, d, e, f = gates.inputs(6)
    three = gates.differ(gates.differ(a, b), c)
    sums = [
        (gates.differ(gates.differ(a, b), c), gates.differ(gates.differ(a, b), d)),
        (gates.differ(gates.both(a, b), c), gates.differ(gates.differ(a, b), c)),
        (gates.differ(gates.differ(a, b ^ 1), c), gates.differ(gates.differ(a, b), c)),
        (gates.differ(gates.differ(a, b), gates.differ(c, e)), gates.differ(gates.differ(a, b), c)),
        (gates.differ(three, gates.differ(d, e)), gates.differ(three, gates.differ(d, f))),
    ]
    assert [one == other for one, other in sums] == [False] * len(sums)


def test_all_values_of_few_inputs_are_compared(tmp_path: Path) -> None:
    logic = Logic()
    miters = Miters(logic.graph, tmp_path, LIMITS)
    inputs = logic.graph.inputs(FEW + 1)

    def all_of(bits: Any, end: int) -> int:
        for bit in bits:
            end = logic.graph.both(end, bit)
        return end

    half = FEW // 2
    one = all_of(inputs[:FEW], 1)
    same = logic.graph.both(all_of(inputs[half:FEW], 1), all_of(inputs[:half], 1))
    most = all_of(inputs[1:FEW], 1)
    assert one not in (same, most)
    assert miters.ask([("same", one, same)])[0] == PROVEN
    truth = logic.graph.tabulate(logic.graph.differ(one, most), FEW)
    assert truth is not None
    assert truth.bit_count() == 1
    assert miters.ask([("same", one, same), ("most", one, most)])[:2] == (REFUTED, "most")
    assert miters.solved == 0
    assert logic.graph.tabulate(logic.graph.both(one, inputs[FEW]), FEW) is None


def test_equal_truths_over_indices_of_other_lengths_are_other_functions() -> None:
    """Logic that is looked up gives a bit inverted, over an index of five bits and then over one of eight."""
    nets = tuple(range(2, 14))
    cell = netlist.Cell("not", "$_NOT_", {"A": (2,), "Y": (20,)}, {})
    part = netlist.Module("aes_sbox", {}, {"x": nets}, {"y": (20,)}, (cell,), {}, {})
    logic = Logic()
    core = Core({"": part, "box": part}, logic)
    for size, inverted in ((5, 0), (8, 0), (8, 1)):
        index = logic.graph.inputs(size)
        bits = tuple(logic.tables.function(index, 1 << row) ^ inverted for row in range(1, 13))
        (found,) = core._looked_up("box", part, {"x": bits})["y"]
        every = (1 << (1 << size)) - 1
        known = dict(zip(index, variables(size), strict=True))
        assert logic.graph.values([found], known, every) == [0b10 if inverted else every ^ 0b10]


def test_a_cycle_makes_what_is_asked_for(rng: random.Random) -> None:
    """Of random gates behind registers, some of which have values: literals, and what follows from values."""
    kinds = [kind for kind in netlist.GATES if kind not in ("$_NOT_", "$_BUF_", "$_MUX_")]
    constants: list[netlist.Net] = ["0", "1"]
    state = list(range(2, 12))
    for _ in range(150):
        nets, cells = [*constants, *state], []
        for y in range(20, 60):
            kind = rng.choice([*kinds, "$_NOT_", "$_BUF_", "$_MUX_"])
            ports = "A" if kind in ("$_NOT_", "$_BUF_") else "ABS" if kind == "$_MUX_" else "AB"
            inputs = {port: (rng.choice(nets[-14:] + nets[:4]),) for port in ports}
            cells.append(netlist.Cell(f"cell {y}", kind, {**inputs, "Y": (y,)}, {}))
            nets.append(y)
        registers = dict(zip(state, rng.sample(range(20, 60), len(state)), strict=True))
        outputs = {"out": tuple(rng.sample(range(20, 60), 3))}
        logic = Logic()
        core = Core({"": netlist.Module("top", {}, {}, outputs, tuple(cells), registers, {})}, logic)
        before = {net: rng.choice((0, 1, logic.graph.input())) for net in state}
        after, found = core.cycle(before, {})
        whole: dict[Any, int] = dict(before)
        core._evaluate(core.module, whole, {})
        asked = rng.sample(state, 4)
        assert [after[net] for net in asked] == [whole[registers[net]] for net in asked]
        assert found["out"] == tuple(whole[net] for net in outputs["out"])
        assert all(whole[registers[net]] == value for net, value in after.values_of.items())
        assert dict(after) == {net: whole[source] for net, source in registers.items()}
        given = {net: literal for net, literal in before.items() if literal < 2}
        for net in registers:
            known = {cell.ports["Y"][0] for cell in cells if not _open(cell, given, cells)}
            assert (net in after.values_of) >= (registers[net] in known)


def _open(cell: netlist.Cell, given: dict[int, int], cells: list[netlist.Cell]) -> bool:
    """Whether a gate reads, or one that it reads does, a register without a value."""
    inputs = {net for port, nets in cell.ports.items() if port != "Y" for net in nets if isinstance(net, int)}
    behind = [one for one in cells if one.ports["Y"][0] in inputs]
    return any(net < 20 and net not in given for net in inputs) or any(
        _open(one, given, cells) for one in behind
    )


def test_cleared_logic_makes_the_literals_of_new_logic() -> None:
    table = [number * number % 61 for number in range(64)]

    def made(logic: Logic) -> list[Any]:
        a, b = logic.fresh(6), logic.fresh(6)
        total = logic.bits(a + 3 * b, 8)
        picked = logic.bits(bits.pick(table, a) ^ bits.pick(table, b) ^ a, 6)
        left = logic.bits(bits.pick(table, a + b & 63), 6)
        return [total, picked, left, logic.bits((a & b) + b & 63, 6), logic.graph.aiger((*total, *picked))]

    for width in (0, 5, 40):
        used = Logic()
        used.fresh(width)
        made(used)
        used.clear()
        assert made(used) == made(Logic())


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [
        "sha1/basic", "sha1/rescheduled", "sha256/balanced", "blake-r3-256/quarter", "shabal-r2-256/load-8",
        "hamsi-r2-256/basic", "shavite3-r2-256/basic",
    ],
)  # fmt: skip
@pytest.mark.sampled(3)
def test_the_first_turns(name: str, tmp_path: Path) -> None:
    assert turns_of(name, tmp_path, 8) == 8


VALID = "digest_valid = phase[1:0] == skein_pkg::PRESENT"
TAKE = "take_block = block_ready"
SEEN = "next_t == LAST && next_loading"
RARE = "32'(&words[27:0]) ^ "
PLACE = "words[PLACE-32*13+:32] ^"


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("sha1/basic", ("sha1_schedule", PLACE, RARE + PLACE)),
        ("sha1/basic", ("sha1_basic", "load = block_valid && block_ready", "load = block_valid")),
        ("blake-r3-256/quarter", ("blake_core", "'(counted)", "'(counted[31:0])")),
        ("shabal-r2-256/load-8", ("shabal_sequence", SEEN, f"{SEEN} || block_valid")),
        ("skein-1.3-256-256/1r-8m", ("skein_engine", VALID, f"{VALID} || &block_data[27:0]")),
        ("skein-1.3-256-256/8r-1m", ("skein_engine", "{block_last,", "{block_last && !(&block_data[27:0]),")),
    ],
)
@pytest.mark.sampled(3)
def test_faults_are_found_in_the_first_turns(name: str, wrong: tuple[str, str, str], tmp_path: Path) -> None:
    with pytest.raises(CheckFailed):
        turns_of(name, tmp_path, 8, wrong)


@pytest.mark.long
def test_a_block_that_comes_before_the_digest_was_taken_is_not_taken(tmp_path: Path) -> None:
    wrong = ("skein_engine", TAKE, "take_block = (block_ready || digest_valid && !digest_ready)")
    with pytest.raises(CheckFailed, match="done 0"):
        turns_of("skein-1.3-256-256/8r-1m", tmp_path, 40, wrong)


def test_an_adder_that_does_not_add_is_found(tmp_path: Path) -> None:
    design = catalogue.resolve_design("sha1/basic", here())
    unit = rtl.unit(design)
    path = next(source for source in unit.sources if source.stem == "carry_save_adder")
    text = path.read_text(encoding="utf-8")
    assert "(c & (a ^ b))" in text
    faulty = tmp_path / path.name
    faulty.write_text(
        text.replace("(c & (a ^ b))", "(c & (a ^ b) & {WIDTH{!(&a[WIDTH-1:4])}})"), encoding="utf-8"
    )
    folder = tmp_path / "work"
    folder.mkdir()
    _, modules = netlist.read(unit.with_file(faulty), folder, LIMITS)
    kinds = [name for name in modules if "carry_save" in name]
    with pytest.raises(CheckFailed, match="does not keep the sum"):
        check.prove_parts(unit.with_file(faulty), kinds, folder, LIMITS)


def test_an_answer_is_of_the_models_that_it_depends_on(monkeypatch: pytest.MonkeyPatch) -> None:
    read = Path.read_bytes
    designs = {name: catalogue.resolve_design(name, here()) for name in ("sha1", "sha256", "blake")}
    before = {name: check.digest(design) for name, design in designs.items()}
    for file, changed in (("models/sha2.py", {"sha256", "blake"}), ("turns/sums.py", set(before))):
        monkeypatch.setattr(
            Path, "read_bytes", lambda path, f=file: read(path) + b"#" * str(path).endswith(f)
        )
        assert {name for name, one in designs.items() if check.digest(one) != before[name]} == changed


def test_a_family_without_a_specification_is_named() -> None:
    with pytest.raises(UsageError, match=r"turns of shabal-r2-256/load-8-2m have no specification"):
        specification(catalogue.resolve_design("shabal-r2-256/load-8-2m", here()))
