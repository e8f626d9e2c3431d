# SPDX-License-Identifier: Apache-2.0
import random
from pathlib import Path

import pytest
from own_state import here

from hashloom.errors import UsageError
from hashloom.models.bits import cut, little_endian_words
from hashloom.models.skein import BIT_PAD, FINAL, FIRST, T_MSG, TYPE, Skein, Tree
from hashloom.models.threefish import VERSIONS, Threefish
from hashloom.vectors import compact_file, message_by_rule, official_file
from hashloom.vectors.skein import read_skein


def vector_files(version: str) -> list[Path]:
    own = compact_file(f"skein-{version}-params")
    official = [official_file(f"skein-{version}-{kind}", here()) for kind in ("golden", "params")]
    return [path for path in (own, *official) if path]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("version", VERSIONS)
def test_every_vector_with_optional_arguments(version: str) -> None:
    vectors = [vector for path in vector_files(version) for vector in read_skein(path)]
    assert {vector.skein.block_bits for vector in vectors} == {256, 512, 1024}
    assert any(vector.skein.tree for vector in vectors)
    wrong = [v for v in vectors if v.skein.digest(v.message, v.bits) != v.digest]
    assert wrong == []


def test_published_digest() -> None:
    """The first example of the specification's test vectors: one byte FF."""
    assert Skein(512, 512).digest(b"\xff").hex() == (
        "71b7bce6fe6452227b9ced6014249e5bf9a9754c3ad618ccc4e0aae16b316cc8"
        "ca698d864307ed3e80b6ef1570812ac5272dc409b5a012df2a579102f340617a"
    )


def test_published_initial_value() -> None:
    """IV of Skein-512-512, appendix B of the specification."""
    assert little_endian_words(Skein(512, 512).initial_value()) == [
        0x4903ADFF749C51CE,
        0x0D95DE399746DF03,
        0x8FD1934127C79BCE,
        0x9A255629FF352CB1,
        0x5DB62599DF6CA7B0,
        0xEABE394CA9D5C3F4,
        0x991112C71A75B523,
        0xAE18A40B660FCC33,
    ]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("block_bits", [256, 512, 1024])
def test_blocks_are_all_the_hardware_needs(version: str, block_bits: int) -> None:
    """Message stage rebuilt from data, first, last and count alone, as a core does it."""
    skein = Skein(block_bits, 200, version)
    cipher = Threefish(block_bits, version)
    for bits in (0, 1, 7, 8, block_bits - 1, block_bits, block_bits + 1, 3 * block_bits - 8, 2 * block_bits):
        message = message_by_rule(bits)
        chain = skein.initial_value()
        blocks = skein.blocks(message, bits)
        for block in blocks:
            tweak = (block.count + 7) // 8 | T_MSG << TYPE | block.first << FIRST | block.last << FINAL
            tweak |= (block.last and block.count % 8 > 0) << BIT_PAD
            encrypted = cipher.encrypt(chain, tweak.to_bytes(16, "little"), block.data)
            chain = bytes(c ^ m for c, m in zip(encrypted, block.data, strict=True))
        assert skein._output(cipher, chain) == skein.digest(message, bits)
        assert len(blocks) == max(1, -(-bits // block_bits))
        assert [block.first for block in blocks] == [True] + [False] * (len(blocks) - 1)
        assert [block.last for block in blocks] == [False] * (len(blocks) - 1) + [True]
        assert all(block.empty == (bits == 0) for block in blocks)
        assert blocks[-1].count == bits


def test_partial_byte_gets_its_pad_bit() -> None:
    block = Skein(256, 256).blocks(b"\xff", 3)[0]
    assert block.data == b"\xf0" + bytes(31)
    assert block.count == 3
    assert Skein(256, 256).blocks(b"", 0)[0].data == bytes(32)


def test_bits_behind_the_message_do_not_matter(rng: random.Random) -> None:
    skein = Skein(512, 256)
    for _ in range(20):
        bits = rng.randrange(1200)
        message = rng.randbytes(160)
        assert skein.digest(message, bits) == skein.digest(*cut(message, bits))


def test_output_length() -> None:
    for digest_bits in (1, 7, 8, 1000, 1025):
        digest = Skein(256, digest_bits).digest(b"")
        assert len(digest) == (digest_bits + 7) // 8
        assert int.from_bytes(digest, "big") & (1 << -digest_bits % 8) - 1 == 0


def test_empty_key_is_no_key_and_other_arguments_count() -> None:
    plain = Skein(512, 512).digest(b"m")
    assert Skein(512, 512, key=b"").digest(b"m") == plain
    others = [
        Skein(512, 512, key=b"\0"),
        Skein(512, 512, personalisation=b""),
        Skein(512, 512, public_key=b""),
        Skein(512, 512, key_identifier=b""),
        Skein(512, 512, nonce=b""),
        Skein(512, 512, tree=Tree(1, 1, 2)),
        Skein(512, 512, "1.2"),
        Skein(512, 512, "1.1"),
    ]
    assert len({plain, *(skein.digest(b"m") for skein in others)}) == len(others) + 1


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(UsageError, match="no output of 0 bits"):
        Skein(512, 0)
    with pytest.raises(UsageError, match="no block of 500 bits"):
        Skein(500, 512)
    with pytest.raises(UsageError, match="no tree 1,1,1"):
        Tree(1, 1, 1)
    with pytest.raises(UsageError, match="9 bits are asked of a message that has 8"):
        Skein(512, 512).digest(b"x", 9)
    with pytest.raises(UsageError, match="not one sequence of blocks"):
        Skein(512, 512, tree=Tree(1, 1, 2)).blocks(b"", 0)
