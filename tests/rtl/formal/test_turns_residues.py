# SPDX-License-Identifier: Apache-2.0
"""Residues of symbolic words mean what those of integers mean; the turns of SIMD, and faults in them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from folders import ROOT
from own_state import here
from turns_proofs import LIMITS, evaluated, turns_of

from hashloom import catalogue
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import CheckFailed, HashloomError, UsageError
from hashloom.execution import jobs
from hashloom.formal.turns import netlist
from hashloom.formal.turns.core import Core
from hashloom.formal.turns.residues import PRIME, WIDTH, Residue, prove_linear, residue
from hashloom.formal.turns.specification import TURN, Block, Place, specification
from hashloom.formal.turns.words import Logic
from hashloom.models.bits import pick
from hashloom.models.simd import INNER, model

SIMD = "simd-r2-256/one-step"


def value(found: Residue, numbers: dict[int, int]) -> int:
    """A residue where its words, by their numbers, have these values."""
    total = found.constant + sum(factor * numbers[word] for word, factor in found.terms.items())
    return total % PRIME


def test_residues_do_what_integers_do(rng: random.Random) -> None:
    logic = Logic()
    words = [logic.fresh(size) for size in (8, 9, 9)]
    symbols = [residue(word) for word in words]

    def formula(a: Any, b: Any, c: Any) -> list[Any]:
        turned = 139 * b % PRIME
        return [(a + turned) % PRIME, (a - turned) % PRIME, (7 - c) * 250 % PRIME, a + b - c + 300 - a]

    found = formula(*symbols)
    numbers = [next(iter(one.terms)) for one in symbols]
    for _ in range(40):
        values = [rng.getrandbits(size) for size in (8, 9, 9)]
        known = dict(zip(numbers, values, strict=True))
        assert [value(one, known) for one in found] == [one % PRIME for one in formula(*values)]
    assert found[0] == symbols[1] * 139 + symbols[0] != found[1]
    with pytest.raises(TypeError, match="modulo 256"):
        symbols[0] % 256


def test_a_transform_of_symbols_is_that_of_integers(rng: random.Random) -> None:
    """Of the model: each value is the sum of the bytes with the factors that its form has."""
    simd = model(catalogue.resolve_design(SIMD, here()).function)
    logic = Logic()
    symbols = [residue(logic.fresh(8)) for _ in range(64)]
    data = rng.randbytes(64)
    numbers = {next(iter(symbol.terms)): byte for symbol, byte in zip(symbols, data, strict=True)}
    last = bool(rng.getrandbits(1))
    found: list[Any] = simd.transform(symbols, last)
    assert [value(one, numbers) for one in found] == simd.transform(data, last)


def test_what_is_known_of_a_word() -> None:
    logic = Logic()
    byte, nine = logic.bits(logic.fresh(8), 8), logic.bits(logic.fresh(9), 9)
    of = logic.residues.of
    assert of((*byte, 1)) == of(byte) + 256 == of((*byte, 0)) - 1
    more = logic.bits(logic.word(byte) + 1, 9)
    assert of(more) == of(byte) + 1
    wraps = logic.bits(logic.word(nine) + 1, 9)
    assert of(wraps) != of(nine) + 1
    assert of((1, 0, 1, 0, 0, 0, 0, 0, 1)) == Residue(logic.residues, {}, 5 + 256)
    assert of(tuple(bit ^ (place == 3) for place, bit in enumerate(nine))) != of(nine)


def test_a_table_is_looked_up_under_each_number(rng: random.Random) -> None:
    logic = Logic()
    word = logic.fresh(WIDTH)
    bits = logic.bits(pick(INNER[185], residue(word)), 16)
    for number in (0, 128, 129, 256, 257, 511, rng.randrange(512)):
        inputs = {literal: number >> place & 1 for place, literal in enumerate(logic.bits(word, WIDTH))}
        assert evaluated(logic.graph, bits, inputs) == INNER[185][number % PRIME]
    with pytest.raises(HashloomError, match="that no word holds"):
        pick(INNER[185], residue(word) * 2)


def butterfly(folder: Path, right: str = "", wrong: str = "") -> None:
    """Prove a butterfly with ROTATION 3, or one with a fault in one of its files."""
    cores = ROOT / "cores"
    names = ("adder_pkg", "prefix_adder", "simd_wrapping_row", "simd_residue_adder", "simd_butterfly")
    paths = []
    for name in names:
        text = (cores / ("simd" if "simd" in name else "common") / "rtl" / f"{name}.sv").read_text()
        if name == "simd_butterfly" and right:
            assert right in text
            text = text.replace(right, wrong)
        paths.append(folder / f"{name}.sv")
        paths[-1].write_text(text, encoding="utf-8")
    unit = RtlUnit("butterfly", "simd_butterfly", tuple(paths), (("ROTATION", 3),))
    (folder / "work").mkdir()
    outcome, modules = netlist.read(unit, folder / "work", LIMITS)
    assert outcome.state == jobs.OK, outcome.tail(5)
    logic, part = Logic(), modules[""]
    free = {port: logic.graph.inputs(len(nets)) for port, nets in part.inputs.items()}
    _, outputs = Core(modules, logic).cycle({}, free)
    parameters = {"ROTATION": 3, "OFFSET": 0}
    prove_linear(logic.graph, "simd_butterfly", parameters, free, outputs)


def test_a_butterfly_is_linear(tmp_path: Path) -> None:
    butterfly(tmp_path)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (".b(carry_sum),\n      .more(!a[8])", ".b(carry_sum),\n      .more(!a[8] && !(&part_sum))"),
        ("rest_difference = BELOW |", "rest_difference = BELOW ^ 8'(&a && &b) |"),
        ("assign turned = wide[7:0] |", "assign turned = wide[6:0] |"),
    ],
)
def test_a_butterfly_with_a_fault_is_refuted(right: str, wrong: str, tmp_path: Path) -> None:
    with pytest.raises(CheckFailed, match="simd_butterfly gives"):
        butterfly(tmp_path, right, wrong)


@pytest.mark.long
def test_simd_to_its_first_step(tmp_path: Path) -> None:
    """rst, a block offered, 25 cycles in which it is expanded, its first two steps."""
    assert turns_of(SIMD, tmp_path, 31) == 31


@pytest.mark.long
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (("simd_control", "ready = stage ==", "ready = stage + 1'b1 >="), "block_ready is 1"),
        (("simd_rows", "+ {8'd0, more};", "+ {8'd0, more && !(&bytes[27:0])};"), "top is not what"),
        (("simd_words", "chain ? hash : coded", "chain ? hash : coded ^ SIZE'(&head)"), "code.words"),
    ],
)
@pytest.mark.sampled(1)
def test_faults_before_the_first_step_are_found(
    wrong: tuple[str, str, str], message: str, tmp_path: Path
) -> None:
    with pytest.raises(CheckFailed, match=message):
        turns_of(SIMD, tmp_path, 31, wrong)


@pytest.mark.long
def test_registers_are_named_once() -> None:
    """What is said of the block in work and of the one at the port is said of other registers."""
    logic = Logic()
    turns = specification(catalogue.resolve_design(SIMD, here()))
    block = Block(logic.fresh(512), logic.fresh(64), False, True, False)
    for cycle in range(11, 36):
        for ahead in range(1, cycle - 10):
            place = Place(TURN, cycle, False, ahead)
            own = turns.registers(place, logic.fresh_of(turns.shape(place)))
            assert not set(own) & set(turns.offered(place, block))


def test_architectures_without_a_specification_are_named() -> None:
    with pytest.raises(UsageError, match="turns of simd-r2-256/one-step-2m have no specification"):
        specification(catalogue.resolve_design("simd-r2-256/one-step-2m", here()))
