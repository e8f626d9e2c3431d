# SPDX-License-Identifier: Apache-2.0
"""The constants of hamsi_pkg.sv are those of the model; hamsi_tables and hamsi_codes make the expansion."""

import random
import re

import pytest
from folders import CORES

from hashloom.codegen import hamsi_codes, hamsi_tables
from hashloom.models import hamsi

PACKAGE = CORES / "hamsi" / "rtl" / "hamsi_pkg.sv"


def words(name: str) -> list[int]:
    """Words of a constant of the package, in order."""
    text = PACKAGE.read_text(encoding="utf-8")
    found = re.search(rf"localparam \[\d+:0\] {name} = {{(.*?)}};", text, re.DOTALL)
    assert found is not None
    rows = re.findall(r"256'h([0-9a-f_]{71})", found[1])
    return [int(word, 16) for row in rows for word in row.split("_")]


def test_round_constants() -> None:
    assert words("ALPHA") == hamsi.alpha(512, hamsi.ALPHA_PARTS)
    assert words("ALPHA_F") == hamsi.alpha(512, hamsi.ALPHA_F_PARTS)


@pytest.mark.parametrize("size", [256, 512])
def test_initial_value(size: int) -> None:
    assert words(f"INITIAL_{size}") == hamsi.words_of(hamsi.INITIAL_VALUE[size])


@pytest.mark.parametrize("size", [256, 512])
def test_sums(size: int) -> None:
    """The sums give the expanded message of any block."""
    found = hamsi_tables.sums(size)
    assert len(found.levels) <= hamsi_tables.LEVELS
    generator = random.Random(size)
    for _ in range(20):
        block = generator.randbytes(size // 64)
        known = [int(bit) for bit in f"{int.from_bytes(block, 'big'):0{size // 8}b}"]
        for level in found.levels:
            known += [known[a] ^ known[b] for a, b in level]
        value = int("".join(str(known[i]) for i in found.results), 2)
        assert hamsi.words_of(value.to_bytes(size // 8, "big")) == hamsi.expand(size, block)


@pytest.mark.parametrize("size", [256, 512])
def test_codes(size: int) -> None:
    """By its recurrence the code gives the expanded message of each bit of a block, and of any block."""
    bits = size // 8
    generator = random.Random(size)
    for number in (0, *(1 << bit for bit in range(bits)), *(generator.getrandbits(bits) for _ in range(20))):
        block = number.to_bytes(bits // 8, "big")
        assert hamsi_codes.expand(size, block) == hamsi.expand(size, block)


@pytest.mark.parametrize("functions", [hamsi_codes.functions_256(), hamsi_codes.functions_512()])
def test_sums_of_codes(functions: list[list[int]]) -> None:
    """The sums of bits give the functions of symbols."""
    found = hamsi_codes.sums(functions)
    generator = random.Random(0)
    for _ in range(20):
        symbols = [generator.randrange(4) for _ in functions[0]]
        known = [symbol >> bit & 1 for symbol in symbols for bit in (0, 1)]
        assert len(known) == found.inputs
        for a, b in found.pairs:
            known.append(known[a] ^ known[b])
        values = [
            known[i] | known[j] << 1 for i, j in zip(found.results[::2], found.results[1::2], strict=True)
        ]
        assert values == [hamsi_codes.combined(function, symbols) for function in functions]
