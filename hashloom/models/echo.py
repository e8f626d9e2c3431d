# SPDX-License-Identifier: Apache-2.0
"""ECHO ("SHA-3 Proposal: ECHO", Benadjila and others, of round 2), without a salt.

The state is a matrix of 4 rows and 4 columns of words, filled column by column: the chaining value first,
then the message. A word is a state of AES, 16 bytes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from hashloom.catalogue.design import Function
from hashloom.models import Block, padding
from hashloom.models.aes import round_of
from hashloom.models.bits import cut
from hashloom.models.iterated import Iterated

WORD = 16
"""Bytes of a word."""

LENGTH_BYTES = 16
SIZE_BYTES = 2
CHAIN_WORDS = {256: 4, 512: 8}
ROUNDS = {256: 8, 512: 10}

SWAPS = tuple((places, (1 << 128) // ((1 << places) + 1)) for places in (8, 16, 32, 64))
"""How the bytes of a number of 128 bits come into the other order: neighbours of so many bits change places;
with the mask of the lower ones."""


@dataclass(frozen=True)
class Echo(Iterated[list[bytes]]):
    """ECHO with digests of 256 or 512 bits."""

    digest_bits: int

    @property
    def chain_words(self) -> int:
        """Words of the chaining value."""
        return CHAIN_WORDS[self.digest_bits]

    @property
    def block_bits(self) -> int:
        """What the chaining value leaves of the state."""
        return 8 * WORD * (16 - self.chain_words)

    def initial(self, counted: int = 0) -> list[bytes]:
        """The size of the digest in each word."""
        return [self.digest_bits.to_bytes(WORD, "little")] * self.chain_words

    def absorb(self, chain: list[bytes], block: Block) -> list[bytes]:
        """Compression with the number of message bits up to here."""
        counter = 0 if block.empty else block.count
        return compress(chain, block.data, counter, ROUNDS[self.digest_bits])

    def finish(self, chain: list[bytes]) -> bytes:
        """The first bits of the last chaining value."""
        return b"".join(chain)[: self.digest_bits // 8]

    def blocks(self, message: bytes, bits: int, counted: int = 0) -> list[Block]:
        """Padded blocks as the hardware's block port gets them.

        A bit 1, zeros, the size of the digest in 16 bits and the length in 128, both little-endian.
        """
        message, bits = cut(message, bits)
        length = (counted + bits).to_bytes(LENGTH_BYTES, "little")
        end = self.digest_bits.to_bytes(SIZE_BYTES, "little") + length
        padded = padding.strengthened(message, bits, self.block_bits, end)
        return padding.blocks(padded, bits, self.block_bits, counted)


def compress(chain: Sequence[bytes], block: bytes, counter: int, rounds: int) -> list[bytes]:
    """Next chaining value from a block and the number of message bits up to its end, 0 if it has none."""
    start = [*chain, *(block[i : i + WORD] for i in range(0, len(block), WORD))]
    words = before = [int.from_bytes(word, "big") for word in start]
    for number in range(rounds):
        keys = [key(counter + 16 * number + i) for i in range(16)]
        words = end_round(begin_round(words, keys))
    ends = zip(folded(before, len(chain)), folded(words, len(chain)), strict=True)
    return [(one ^ other).to_bytes(WORD, "big") for one, other in ends]


def begin_round(words: Sequence[int], keys: Sequence[int]) -> list[int]:
    """First AES of BIG.SubWords, and its keys."""
    return [round_of(word) ^ one for word, one in zip(words, keys, strict=True)]


def end_round(words: Sequence[int]) -> list[int]:
    """Second AES of BIG.SubWords, whose key is the salt; BIG.ShiftRows and BIG.MixColumns."""
    return big_mix_columns(big_shift_rows([round_of(word) for word in words]))


def big_shift_rows(words: Sequence[int]) -> list[int]:
    """BIG.ShiftRows: row i goes i columns to the left."""
    return [words[(5 * i) % 16] for i in range(16)]


def key(number: int) -> int:
    """A number as a key: 128 bits, the lowest byte first."""
    for places, low in SWAPS:
        number = (number & low) << places | number >> places & low
    return number


def folded(words: Sequence[int], size: int) -> list[int]:
    """BIG.Final: the sums of all words that are a multiple of the size of the chaining value apart."""
    sums = [0] * size
    for i, word in enumerate(words):
        sums[i % size] ^= word
    return sums


def big_mix_columns(words: Sequence[int]) -> list[int]:
    """MixColumns of AES on the columns of bytes that stand in the same place of the words of each column."""
    result = []
    for column in range(0, len(words), 4):
        w = words[column : column + 4]
        total = w[0] ^ w[1] ^ w[2] ^ w[3]
        result += [w[i] ^ total ^ double(w[i] ^ w[(i + 1) % 4]) for i in range(4)]
    return result


def double(word: int) -> int:
    """Two times each of the 16 bytes in GF(2^8)."""
    ones = int.from_bytes(b"\1" * WORD, "big")
    high = word >> 7 & ones
    return (word ^ high << 7) << 1 ^ high * 0x1B


def model(function: Function) -> Echo:
    """ECHO with digests of the function's size."""
    return Echo(function.digest_bits)
