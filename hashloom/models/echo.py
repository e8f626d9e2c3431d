# SPDX-License-Identifier: Apache-2.0
"""ECHO ("SHA-3 Proposal: ECHO", Benadjila and others, of round 2), without a salt.

The state is a matrix of 4 rows and 4 columns of words, filled column by column: the chaining value first,
then the message. A word is a state of AES, 16 bytes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from hashloom.design import Function
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
    words = [int.from_bytes(word, "big") for word in start]
    key = counter
    for _ in range(rounds):
        for i in range(16):  # BIG.SubWords: the key of the second round is the salt
            words[i] = round_of(round_of(words[i]) ^ int.from_bytes(key.to_bytes(WORD, "little"), "big"))
            key += 1
        words = big_mix_columns([words[(5 * i) % 16] for i in range(16)])  # behind BIG.ShiftRows
    # BIG.Final: the sum of all words that are a multiple of the size of the chaining value away.
    final = [int.from_bytes(word, "big") ^ end for word, end in zip(start, words, strict=True)]
    size = len(chain)
    result = []
    for i in range(size):
        total = 0
        for word in final[i::size]:
            total ^= word
        result.append(total.to_bytes(WORD, "big"))
    return result


def big_mix_columns(words: Sequence[int]) -> list[int]:
    """MixColumns of AES on the 64 columns of bytes that stand in the same place of the words of a column."""
    result = []
    for column in range(0, 16, 4):
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
