# SPDX-License-Identifier: Apache-2.0
"""The constants of sha1_pkg.sv are those of FIPS 180-4."""

import re
from math import isqrt

from folders import CORES

from hashloom.models.sha1 import CONSTANTS, INITIAL_VALUE

PACKAGE = CORES / "sha1" / "rtl" / "sha1_pkg.sv"


def words(pattern: str) -> tuple[int, ...]:
    """Words in what the pattern finds in the package, in order."""
    found = re.search(pattern, PACKAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return tuple(int(word, 16) for word in re.findall(r"32'h([0-9a-f]{8})", found[1]))


def test_round_constants() -> None:
    """The square roots of 2, 3, 5 and 10, times 2^30."""
    assert tuple(isqrt(value << 60) for value in (2, 3, 5, 10)) == CONSTANTS
    assert words(r"function automatic \[31:0\] round_constant(.*?)endfunction") == CONSTANTS


def test_initial_value() -> None:
    """The sixteen digits upwards, downwards, and f 0 e 1 d 2 c 3, least significant byte first."""
    text = bytes.fromhex("0123456789abcdeffedcba9876543210f0e1d2c3")
    assert tuple(int.from_bytes(text[i : i + 4], "little") for i in range(0, 20, 4)) == INITIAL_VALUE
    assert words(r"INITIAL = {(.*?)};") == INITIAL_VALUE
