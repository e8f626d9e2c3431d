# SPDX-License-Identifier: Apache-2.0
"""Shabal (Shabal, a Submission to NIST's Cryptographic Hash Algorithm Competition, Saphir project, 2008).

With the submission's parameters p = 3, turns of the permutation over B, and r = 12, words of A.
"""

from dataclasses import dataclass
from functools import lru_cache

from hashloom.design import Function
from hashloom.models import Block, padding
from hashloom.models.bits import cut
from hashloom.models.iterated import Iterated

BLOCK_BITS = 512
TURNS = 3
"""p, how often a permutation goes over the sixteen words of B."""
FINAL_ROUNDS = 3
"""Message rounds with the last block that follow the one of that block."""
MASK = 0xFFFFFFFF


@dataclass
class State:
    """A, B, C and the counter W."""

    a: list[int]
    b: list[int]
    c: list[int]
    w: int

    def copy(self) -> "State":
        """Return a state of its own with the same words."""
        return State(list(self.a), list(self.b), list(self.c), self.w)

    def begin(self, m: list[int]) -> None:
        """First half of a message round: M is added to B, W goes into A, the permutation."""
        self.b = [b + x & MASK for b, x in zip(self.b, m, strict=True)]
        self.permute(m)

    def end(self, m: list[int]) -> None:
        """Second half of a message round: M is subtracted from C, B and C change places, W counts."""
        self.b, self.c = [c - x & MASK for c, x in zip(self.c, m, strict=True)], self.b
        self.w += 1

    def permute(self, m: list[int]) -> None:
        """W into A, then the permutation P."""
        a, b, c = self.a, self.b, self.c
        a[0] ^= self.w & MASK
        a[1] ^= self.w >> 32 & MASK
        for i in range(16):
            b[i] = rotl(b[i], 17)
        for step in range(16 * TURNS):
            i, j = step % 16, step % 12
            v = rotl(a[j - 1], 15) * 5
            u = (a[j] ^ v ^ c[(8 - i) % 16]) * 3
            a[j] = (u ^ b[(i + 13) % 16] ^ b[(i + 9) % 16] & ~b[(i + 6) % 16] ^ m[i]) & MASK
            b[i] = rotl(b[i], 1) ^ a[j] ^ MASK
        for j in range(36):
            a[j % 12] = a[j % 12] + c[(j + 3) % 16] & MASK


@dataclass(frozen=True)
class Shabal(Iterated[State]):
    """Shabal with a digest of `digest_bits` bits."""

    digest_bits: int
    block_bits: int = BLOCK_BITS

    def initial(self, counted: int = 0) -> State:
        """State before a message; W goes on after the blocks of `counted` bits."""
        state = initial_state(self.digest_bits).copy()
        state.w += counted // BLOCK_BITS
        return state

    def absorb(self, chain: State, block: Block) -> State:
        """Message round; the final rounds follow that of the last block.

        A final round is an end that does not count, and a begin; what they do with M cancels.
        """
        state = chain.copy()
        m = [int.from_bytes(block.data[i : i + 4], "little") for i in range(0, len(block.data), 4)]
        state.begin(m)
        if not block.last:
            state.end(m)
            return state
        for _ in range(FINAL_ROUNDS):
            state.b, state.c = state.c, state.b
            state.permute(m)
        return state

    def finish(self, chain: State) -> bytes:
        """The last words of B."""
        words = chain.b[16 - self.digest_bits // 32 :]
        return b"".join(word.to_bytes(4, "little") for word in words)

    def blocks(self, message: bytes, bits: int, counted: int = 0) -> list[Block]:
        """Padded blocks as the hardware's block port gets them: a bit 1, zeros to the end of a block."""
        message, bits = cut(message, bits)
        return padding.blocks(padding.strengthened(message, bits, BLOCK_BITS), bits, BLOCK_BITS, counted)


def rotl(word: int, n: int) -> int:
    """Rotate a word of 32 bits to the left."""
    return (word << n | word >> 32 - n) & MASK


@lru_cache(maxsize=8)
def initial_state(digest_bits: int) -> State:
    """State before the first block.

    What two blocks before the message make of zeros: the words l, l + 1, .. l + 31, where l is the length of
    the digest in bits. They have the numbers -1 and 0.
    """
    state = State([0] * 12, [0] * 16, [0] * 16, -1)
    for number in range(2):
        m = [digest_bits + 16 * number + i for i in range(16)]
        state.begin(m)
        state.end(m)
    return state


def model(function: Function) -> Shabal:
    """Shabal with the fields of the function's name."""
    return Shabal(int(function.fields["digest"]))
