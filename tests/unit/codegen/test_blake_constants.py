# SPDX-License-Identifier: Apache-2.0
"""The tables of blake_pkg.sv are those of the reference model."""

import re

from folders import CORES

from hashloom.models import blake
from hashloom.models.sha2 import initial_value

PACKAGE = CORES / "blake" / "rtl" / "blake_pkg.sv"


def table(name: str) -> list[str]:
    """Words of 64 bits of a localparam of the package, in hexadecimal, first word first."""
    found = re.search(rf"{name} = {{(.*?)}};", PACKAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return re.findall(r"64'h([0-9a-f]{16})", found[1])


def test_pi() -> None:
    """The words of 32 bits are the first half of the same digits."""
    digits = "".join(table("PI"))
    assert digits == "".join(f"{word:016x}" for word in blake.constants(64))
    assert digits[:128] == "".join(f"{word:08x}" for word in blake.constants(32))


def test_initial_values() -> None:
    words = table("SQUARE_ROOTS")
    assert [int(word, 16) for word in words] == list(initial_value("512"))
    assert [int(word[:8], 16) for word in words] == list(initial_value("256"))


def test_permutations() -> None:
    assert [tuple(int(digit, 16) for digit in row) for row in table("SIGMA")] == list(blake.SIGMA)
