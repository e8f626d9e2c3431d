# SPDX-License-Identifier: Apache-2.0
"""The initial values of fugue_pkg.sv and shavite3_pkg.sv are those that the models compute."""

import re

import pytest
from folders import CORES

from hashloom.models import fugue, shavite3


def words(family: str, name: str) -> tuple[int, ...]:
    """Words of a constant of the family's package."""
    text = (CORES / family / "rtl" / f"{family}_pkg.sv").read_text(encoding="utf-8")
    found = re.search(rf"\] {name} = {{(.*?)}};", text, re.DOTALL)
    assert found is not None
    return tuple(int(word, 16) for word in re.findall(r"32'h([0-9a-f]{8})", found[1]))


@pytest.mark.parametrize("bits", [256, 512])
def test_fugue(bits: int) -> None:
    """What Fugue makes of its length, from the state 0."""
    assert words("fugue", f"INITIAL_{bits}") == fugue.initial_value(bits)


@pytest.mark.parametrize(
    ("version", "bits", "name"),
    [
        ("r2", 256, "SPECIFIED_256"),
        ("r2", 512, "SPECIFIED_512"),
        ("r2pkg", 256, "PACKAGE_256"),
        ("r2bugfix", 256, "PACKAGE_256"),
        ("r2pkg", 512, "PACKAGE_512"),
        ("r2bugfix", 512, "BUGFIX_512"),
    ],
)
def test_shavite3(version: str, bits: int, name: str) -> None:
    """In the order of bytes that the core works in."""
    value = shavite3.initial_value(version, bits)
    columns = value if version == "r2" else shavite3.swap(value)
    expected = tuple(int.from_bytes(columns[i : i + 4], "big") for i in range(0, len(columns), 4))
    assert words("shavite3", name) == expected
