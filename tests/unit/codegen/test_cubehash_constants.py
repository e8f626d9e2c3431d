# SPDX-License-Identifier: Apache-2.0
"""The initial values of CubeHash in the RTL are those that the reference model computes."""

import re

import pytest
from folders import ROOT

from hashloom.models.cubehash import initial_value

PACKAGE = ROOT / "cores" / "cubehash" / "rtl" / "cubehash_pkg.sv"


@pytest.mark.parametrize("digest_bits", [256, 512])
def test_initial_values(digest_bits: int) -> None:
    """160 rounds on the length of the digest, of the block, and the rounds of a block."""
    text = PACKAGE.read_text(encoding="utf-8")
    table = re.search(rf"INITIAL_{digest_bits} = \{{(.*?)\}};", text, re.DOTALL)
    assert table is not None
    words = [int(word, 16) for word in re.findall(r"32'h([0-9a-f]{8})", table.group(1))]
    assert tuple(reversed(words)) == initial_value(digest_bits)
