# SPDX-License-Identifier: Apache-2.0
import hashlib
import random

import pytest

from hashloom.errors import UsageError
from hashloom.models.sha1 import INITIAL_VALUE, Sha1, compress
from hashloom.vectors import message_by_rule


def test_same_as_hashlib(rng: random.Random) -> None:
    for length in (*range(0, 260, 3), 55, 56, 63, 64, 119, 120, 127, 128, rng.randrange(5000)):
        message = rng.randbytes(length)
        assert Sha1().digest(message) == hashlib.sha1(message, usedforsecurity=False).digest(), length


def test_published_digest_of_the_standard() -> None:
    """The example of FIPS 180-1, appendix A."""
    assert Sha1().digest(b"abc").hex() == "a9993e364706816aba3e25717850c26c9cd0d89d"


@pytest.mark.parametrize(
    ("bits", "message", "digest"),
    [
        (1, "80", "59c4526aa2cc59f9a5f56b5579ba7108e7ccb61a"),
        (2, "00", "d1eafc73d5ce672a0b0c821875e201dcabb6ff7a"),
        (3, "80", "a37596ec13a0d2f9e6c0b8b96f9112823aa6d961"),
        (4, "b0", "6cf43c60f0f02fb082e8ae73e45950b2787931d6"),
        (5, "c0", "82f35c581c10717c438b34cd4d43e4cc462acabf"),
    ],
)
def test_published_digests_of_bit_strings(bits: int, message: str, digest: str) -> None:
    """Examples of the NIST validation system (CAVP) for messages that are no whole number of bytes."""
    assert Sha1().digest(bytes.fromhex(message), bits).hex() == digest


def test_bits_beyond_the_message_do_not_count() -> None:
    assert Sha1().digest(b"\xbf", 4) == Sha1().digest(b"\xb0", 4)


def test_blocks_are_all_the_hardware_needs() -> None:
    model = Sha1()
    for bits in (0, 1, 8, 447, 448, 511, 512, 513, 959, 960, 1536):
        message = message_by_rule(bits)
        blocks = model.blocks(message, bits)
        state = INITIAL_VALUE
        for block in blocks:
            state = compress(state, block.data)
        assert b"".join(word.to_bytes(4, "big") for word in state) == model.digest(message, bits)
        assert len(blocks) == (bits + 1 + 64 + 511) // 512
        assert [block.first for block in blocks] == [True] + [False] * (len(blocks) - 1)
        assert [block.last for block in blocks] == [False] * (len(blocks) - 1) + [True]
        assert [block.count for block in blocks] == [min((i + 1) * 512, bits) for i in range(len(blocks))]
        assert [block.empty for block in blocks] == [i * 512 >= bits for i in range(len(blocks))]
        assert int.from_bytes(blocks[-1].data[-8:], "big") == bits


def test_too_short_a_message_is_refused() -> None:
    with pytest.raises(UsageError, match="17 bits are asked of a message that has 16"):
        Sha1().digest(b"ab", 17)
