# SPDX-License-Identifier: Apache-2.0
"""The initial states of shabal_pkg.sv are those that the reference model computes."""

import re

import pytest
from folders import CORES

from hashloom.models.shabal import initial_state

PACKAGE = CORES / "shabal" / "rtl" / "shabal_pkg.sv"


def table(name: str) -> list[int]:
    """Words of a localparam of the package, first word first."""
    found = re.search(rf"{name} = {{(.*?)}};", PACKAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return [int(word, 16) for word in re.findall(r"32'h([0-9a-f]{8})", found[1])]


@pytest.mark.parametrize("digest", [256, 512])
def test_initial_state(digest: int) -> None:
    state = initial_state(digest)
    assert table(f"A_{digest}") == state.a
    assert table(f"B_{digest}") == state.b
    assert table(f"C_{digest}") == state.c
