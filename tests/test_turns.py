# SPDX-License-Identifier: Apache-2.0
"""Words, sums and graph of the proofs of turns mean what integers mean; cores are proven and faults found."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from hashloom import catalogue, jobs, rtl
from hashloom.errors import CheckFailed, UsageError
from hashloom.models import bits
from hashloom.proof.engine import REFUTED
from hashloom.turns import check, netlist
from hashloom.turns.core import Core
from hashloom.turns.graph import Graph
from hashloom.turns.induction import Induction
from hashloom.turns.miter import Miters
from hashloom.turns.specification import specification
from hashloom.turns.words import Logic, joined

WIDTH = 5
LIMITS = jobs.Limits(memory_bytes=4 << 30, wall_seconds=300)


def evaluated(graph: Graph, literals: tuple[int, ...], inputs: dict[int, int]) -> int:
    """Value of a word where the inputs, by literal, have these values."""
    values = {0: 0, **{literal >> 1: value for literal, value in inputs.items()}}
    for node in graph.cone(literals):
        if node not in values:
            fans = graph._fans[node]
            assert fans is not None
            values[node] = (values[fans[0] >> 1] ^ fans[0] & 1) & (values[fans[1] >> 1] ^ fans[1] & 1)
    return sum((values[literal >> 1] ^ literal & 1) << place for place, literal in enumerate(literals))


def test_words_do_what_integers_do() -> None:
    seed = random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}")
    source = random.Random(seed)
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


def turns_of(name: str, tmp_path: Path, number: int, wrong: tuple[str, str, str] | None = None) -> int:
    """Prove the first cycles that the induction comes to; how many. CheckFailed where one is wrong."""
    design = catalogue.resolve_design(name)
    unit = rtl.unit(design)
    if wrong:
        stem, right, text = wrong
        path = next(source for source in unit.sources if source.stem == stem)
        assert right in path.read_text(encoding="utf-8")
        faulty = tmp_path / path.name
        faulty.write_text(path.read_text(encoding="utf-8").replace(right, text), encoding="utf-8")
        unit = unit.with_file(faulty)
    outcome, modules = netlist.read(unit, tmp_path, LIMITS)
    assert outcome.state == jobs.OK, outcome.tail(5)
    logic = Logic()
    miters = Miters(logic.graph, tmp_path, LIMITS)
    done = 0
    for obligation in Induction(design, Core(modules, logic), specification(design)).obligations():
        answer, what, _ = miters.ask(obligation.pairs)
        if answer == REFUTED:
            raise CheckFailed(f"{obligation.name}: {what}")
        done += 1
        if done == number:
            break
    return done


@pytest.mark.parametrize("name", ["sha1/basic", "sha256/balanced", "blake-r3-256/quarter"])
def test_the_first_turns(name: str, tmp_path: Path) -> None:
    assert turns_of(name, tmp_path, 8) == 8


RARE = "32'(&words[27:0]) ^ "
PLACE = "words[PLACE-32*13+:32] ^"


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("sha1/basic", ("sha1_schedule", PLACE, RARE + PLACE)),
        ("sha1/basic", ("sha1_basic", "load = block_valid && block_ready", "load = block_valid")),
        ("blake-r3-256/quarter", ("blake_core", "'(counted)", "'(counted[31:0])")),
    ],
)
def test_faults_are_found_in_the_first_turns(name: str, wrong: tuple[str, str, str], tmp_path: Path) -> None:
    with pytest.raises(CheckFailed):
        turns_of(name, tmp_path, 8, wrong)


def test_an_adder_that_does_not_add_is_found(tmp_path: Path) -> None:
    design = catalogue.resolve_design("sha1/basic")
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
    before = {name: check.digest(name) for name in ("sha1", "sha256", "blake")}
    for file, changed in (("models/sha2.py", {"sha256", "blake"}), ("turns/sums.py", set(before))):
        monkeypatch.setattr(
            Path, "read_bytes", lambda path, f=file: read(path) + b"#" * str(path).endswith(f)
        )
        assert {name for name in before if check.digest(name) != before[name]} == changed


def test_a_family_without_a_specification_is_named() -> None:
    with pytest.raises(UsageError, match=r"turns of sha1/rescheduled have no specification"):
        specification(catalogue.resolve_design("sha1/rescheduled"))
