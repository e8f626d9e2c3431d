# SPDX-License-Identifier: Apache-2.0
"""The tables of sha2_pkg.sv are the roots of primes that FIPS 180-4 asks for."""

import re
from math import isqrt

import pytest
from folders import CORES

from hashloom.models.sha2 import initial_value

PACKAGE = CORES / "sha2" / "rtl" / "sha2_pkg.sv"


def table(name: str) -> list[int]:
    """Words of a localparam of the package, first word first."""
    found = re.search(rf"{name} = {{(.*?)}};", PACKAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return [int(word, 16) for word in re.findall(r"64'h([0-9a-f]{16})", found[1])]


def primes(count: int) -> list[int]:
    found: list[int] = []
    candidate = 2
    while len(found) < count:
        if all(candidate % prime for prime in found):
            found.append(candidate)
        candidate += 1
    return found


def cube_root(value: int) -> int:
    """Largest integer whose cube is not above `value`."""
    low, high = 0, 1 << (value.bit_length() // 3 + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**3 <= value else (low, middle)
    return low


def test_cube_roots() -> None:
    assert table("CUBE_ROOTS") == [cube_root(prime << 192) % 2**64 for prime in primes(80)]


def test_square_roots() -> None:
    assert table("SQUARE_ROOTS") == [isqrt(prime << 128) % 2**64 for prime in primes(16)]


@pytest.mark.parametrize("digest", [224, 256])
def test_initial_values_of_truncated_functions(digest: int) -> None:
    """Section 5.3.6, through the reference model, which hashlib confirms."""
    assert table(f"VALUE_512_{digest}") == list(initial_value(f"512-{digest}"))
