# SPDX-License-Identifier: Apache-2.0
import hashlib
import random

import pytest

from hashloom.errors import UsageError
from hashloom.models.sha2 import NAMES, Sha2, compress, initial_value, round_constants
from hashloom.vectors import message_by_rule


@pytest.mark.parametrize("name", NAMES)
def test_same_as_hashlib(name: str, rng: random.Random) -> None:
    model = Sha2(name)
    for length in (*range(0, 260, 3), 111, 112, 119, 120, 127, 128, rng.randrange(5000)):
        message = rng.randbytes(length)
        assert model.digest(message) == hashlib.new(f"sha{name.replace('-', '_')}", message).digest(), length


def test_published_digests_of_bit_strings() -> None:
    """Examples of the NIST validation system for messages that are no whole number of bytes."""
    assert (
        Sha2("256").digest(b"\x68", 5).hex()
        == "d6d3e02a31a84a8caa9718ed6c2057be09db45e7823eb5079ce7a573a3760f95"
    )
    assert Sha2("224").digest(b"\x68", 5).hex() == "e3b048552c3c387bcab37f6eb06bb79b96a4aee5ff27f51531a9551c"


def test_constants_begin_as_published() -> None:
    assert round_constants(Sha2("256").words)[:2] == (0x428A2F98, 0x71374491)
    assert round_constants(Sha2("256").words)[63] == 0xC67178F2
    assert round_constants(Sha2("512").words)[0] == 0x428A2F98D728AE22
    assert round_constants(Sha2("512").words)[79] == 0x6C44198C4A475817
    assert [initial_value(name)[0] for name in NAMES] == [
        0xC1059ED8,
        0x6A09E667,
        0xCBBB9D5DC1059ED8,
        0x6A09E667F3BCC908,
        0x8C3D37C819544DA2,
        0x22312194FC2BF72C,
    ]


@pytest.mark.parametrize("name", NAMES)
def test_blocks_are_all_the_hardware_needs(name: str) -> None:
    model = Sha2(name)
    size = model.block_bits
    length_field = size // 8
    limit = size - length_field - 1
    for bits in (
        0,
        1,
        8,
        limit,
        limit + 1,
        size - 1,
        size,
        size + 1,
        size + limit,
        size + limit + 1,
        3 * size,
    ):
        message = message_by_rule(bits)
        blocks = model.blocks(message, bits)
        state = initial_value(name)
        for block in blocks:
            state = compress(model.words, state, block.data)
        digest = b"".join(word.to_bytes(model.words.bits // 8, "big") for word in state)
        assert digest[: model.digest_bits // 8] == model.digest(message, bits)
        assert len(blocks) == (bits + 1 + length_field + size - 1) // size
        assert [block.first for block in blocks] == [True] + [False] * (len(blocks) - 1)
        assert [block.last for block in blocks] == [False] * (len(blocks) - 1) + [True]
        assert [block.count for block in blocks] == [min((i + 1) * size, bits) for i in range(len(blocks))]
        assert [block.empty for block in blocks] == [i * size >= bits for i in range(len(blocks))]
        assert int.from_bytes(blocks[-1].data[-length_field // 8 :], "big") == bits


def test_unknown_name_is_refused() -> None:
    with pytest.raises(UsageError, match="no function SHA-160"):
        Sha2("160")
