# SPDX-License-Identifier: Apache-2.0
"""The constants of simd_pkg.sv are those of the model, whose initial values are computed."""

import re

import pytest
from folders import CORES

from hashloom.models.simd import LATE_ORDER, NEIGHBOURS, ORDER, ROTATIONS, Simd

PACKAGE = CORES / "simd" / "rtl" / "simd_pkg.sv"


def constant(name: str) -> str:
    """What stands between `name =` and the semicolon in the package."""
    found = re.search(rf"\b{name} = (.*?);", PACKAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("digest", [256, 512])
def test_initial_value(digest: int) -> None:
    words = [int(word, 16) for word in re.findall(r"32'h([0-9a-f]{8})", constant(f"INITIAL_{digest}"))]
    model = Simd(digest // 64, 2 * digest, digest)
    assert words[::-1] == [word for row in model.start for word in row]


def test_rotations() -> None:
    amounts = [int(amount) for amount in re.findall(r"5'd(\d+)", constant("ROTATIONS"))]
    assert amounts[::-1] == [amount for row in ROTATIONS for amount in row]


@pytest.mark.parametrize(("name", "order"), [("ORDER", ORDER), ("LATE_ORDER", LATE_ORDER)])
def test_orders(name: str, order: tuple[int, ...]) -> None:
    assert [int(digit, 16) for digit in constant(name).removeprefix("64'h")[::-1]] == list(order)


def test_neighbours() -> None:
    numbers = [int(number) for number in re.findall(r"3'd(\d)", constant("NEIGHBOURS_8"))]
    assert tuple(numbers[::-1]) == NEIGHBOURS[8]
    assert NEIGHBOURS[4] == (1, 2, 3)
