# SPDX-License-Identifier: Apache-2.0
"""SHAvite-3 ("The SHAvite-3 Hash Function", Biham and Dunkelman, tweaked version of round 2), without a salt.

Three functions go by the name of round 2, see VERSIONS. A state of AES is 16 bytes, column by column, here an
integer of 128 bits with the first byte highest. A word of the specification is a column.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from hashloom.catalogue.design import Function
from hashloom.models import Block, padding
from hashloom.models.aes import STATE, round_of
from hashloom.models.bits import cut
from hashloom.models.iterated import Iterated

VERSIONS = ("r2", "r2pkg", "r2bugfix")
"""r2: as specified. r2bugfix: the reference code of November 2009, in which the least significant byte of a
word comes first in a message, but last in a column of AES. r2pkg: the code of the round-2 package, the same,
and in the 512-bit function the four parts of the state move the other way between rounds."""

Order = Literal["little", "big"]

WORD = 0xFFFFFFFF

LENGTH_BITS = {512: 64, 1024: 128}
"""Length field of the padding, by block."""

ROUNDS = {512: 12, 1024: 14}
"""Rounds of the block cipher E, by block."""

AES_ROUNDS = {512: 3, 1024: 4}
"""Rounds of AES in a round function F, by block."""

SUM_BACK = {512: 3, 1024: 7}
"""A linear step adds the word this many places back to the word as far back as a block is long."""

COUNTS: dict[int, dict[int, tuple[int | None, ...]]] = {
    512: {4: (0, ~1, None, None), 14: (None, 1, ~0, None), 21: (None, None, 1, ~0), 31: (0, None, None, ~1)},
    1024: {8: (0, 1, 2, ~3), 41: (3, 2, 1, ~0), 79: (2, 3, 0, ~1), 110: (1, 0, 3, ~2)},
}
"""What is added to the columns of some subkeys, by block and number of the subkey: i is word i of the
counter, the lowest is 0; ~i is its complement."""


@dataclass(frozen=True)
class Shavite3(Iterated[bytes]):
    """SHAvite-3 of a version, with a digest of 256 or 512 bits."""

    version: str
    digest_bits: int

    @property
    def block_bits(self) -> int:
        """Bits of a block, twice those of the digest."""
        return 2 * self.digest_bits

    def initial(self, counted: int = 0) -> bytes:
        """The initial value."""
        return initial_value(self.version, self.digest_bits)

    def absorb(self, chain: bytes, block: Block) -> bytes:
        """Compression with the number of message bits up to here."""
        return compress(self.version, chain, block.data, 0 if block.empty else block.count)

    def finish(self, chain: bytes) -> bytes:
        """The last chaining value."""
        return chain

    def blocks(self, message: bytes, bits: int, counted: int = 0) -> list[Block]:
        """Padded blocks as the hardware's block port gets them.

        A bit 1, zeros, the length in bits, and the length of the digest in 16 bits, both least significant
        byte first.
        """
        message, bits = cut(message, bits)
        length = (counted + bits).to_bytes(LENGTH_BITS[self.block_bits] // 8, "little")
        end = length + self.digest_bits.to_bytes(2, "little")
        padded = padding.strengthened(message, bits, self.block_bits, end)
        return padding.blocks(padded, bits, self.block_bits, counted)


@lru_cache(maxsize=8)
def initial_value(version: str, digest_bits: int) -> bytes:
    """Initial value: a block of zeros, then one with the length of the digest, compressed with counter 0."""
    size = 2 * digest_bits // 8
    value = compress(version, bytes(size // 2), bytes(size), 0)
    return compress(version, value, digest_bits.to_bytes(size, "little"), 0)


def compress(version: str, value: bytes, block: bytes, count: int) -> bytes:
    """Compression function C_256 or C_512 of a version."""
    if version == "r2":
        return encrypt_and_add(value, block, count, "little", 1)
    turn = -1 if version == "r2pkg" and len(block) == 128 else 1
    return swap(encrypt_and_add(swap(value), swap(block), count, "big", turn))


def encrypt_and_add(value: bytes, block: bytes, count: int, order: Order, turn: int) -> bytes:
    """E of the value with the block as its key, and the value added.

    `order` is the order of bytes in the columns that the counter is added to; `turn` the places by which the
    parts of the state move to the right after each round.
    """
    block_bits = 8 * len(block)
    keys = iter(subkeys(states(block), count, order))
    parts = states(value)
    for _ in range(ROUNDS[block_bits]):
        for i in range(0, len(parts), 2):
            x = parts[i + 1]
            for _ in range(AES_ROUNDS[block_bits]):
                x = round_of(x ^ next(keys))
            parts[i] ^= x
        parts = parts[-turn:] + parts[:-turn]
    return b"".join((x ^ y).to_bytes(STATE, "big") for x, y in zip(parts, states(value), strict=True))


def subkeys(block: list[int], count: int, order: Order) -> list[int]:
    """Message expansion: behind the n subkeys of the block, n non-linear and n linear ones in turn."""
    n = len(block)
    block_bits = 8 * STATE * n
    number_of_keys = ROUNDS[block_bits] * AES_ROUNDS[block_bits] * n // 4
    keys = list(block)
    for number in range(n, number_of_keys):
        keys.append(expand(number, keys[-n:], count, order))
    return keys


def expand(number: int, keys: Sequence[int], count: int, order: Order) -> int:
    """Subkey of this number from those before it, as many as a block is long, the oldest first."""
    n = len(keys)
    block_bits = 8 * STATE * n
    if number // n % 2:
        first, *others = words(keys[0])
        added = counts(count, COUNTS[block_bits].get(number, ()), order)
        return round_of(joined([*others, first])) ^ keys[-1] ^ joined(added)
    rk = [word for key in keys for word in words(key)]
    for _ in range(4):
        rk.append(rk[-4 * n] ^ rk[-SUM_BACK[block_bits]])
    return joined(rk[-4:])


def counts(count: int, names: tuple[int | None, ...], order: Order) -> list[int]:
    """Four columns with the words of the counter of these names (see COUNTS) in this order of bytes."""
    columns = [0] * 4
    for i, name in enumerate(names):
        if name is not None:
            word = count >> 32 * name & WORD if name >= 0 else ~(count >> 32 * ~name) & WORD
            columns[i] = turned(word) if order == "little" else word
    return columns


def turned(word: int) -> int:
    """The bytes of a column in the other order."""
    return (word & 0xFF) << 24 | (word & 0xFF00) << 8 | word >> 8 & 0xFF00 | word >> 24 & 0xFF


def states(data: bytes) -> list[int]:
    """Split into states of AES."""
    return [int.from_bytes(data[i : i + STATE], "big") for i in range(0, len(data), STATE)]


def words(state: int) -> list[int]:
    """Split a state of AES into its columns."""
    return [state >> place & WORD for place in (96, 64, 32, 0)]


def joined(columns: list[int]) -> int:
    """Inverse of `words`."""
    return columns[0] << 96 | columns[1] << 64 | columns[2] << 32 | columns[3]


def swap(data: bytes) -> bytes:
    """Turn the bytes of each column round."""
    return b"".join(data[i : i + 4][::-1] for i in range(0, len(data), 4))


def model(function: Function) -> Shavite3:
    """SHAvite-3 with the fields of the function's name."""
    return Shavite3(str(function.fields["version"]), function.digest_bits)
