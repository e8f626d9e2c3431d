# SPDX-License-Identifier: Apache-2.0
"""Shabal (Shabal, a Submission to NIST's Cryptographic Hash Algorithm Competition, Saphir project, 2008).

With the submission's parameters p = 3, turns of the permutation over B, and r = 12, words of A.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from hashloom.catalogue.design import Function
from hashloom.models import Block, padding
from hashloom.models.bits import cut
from hashloom.models.iterated import Iterated

BLOCK_BITS = 512
TURNS = 3
"""p, how often a permutation goes over the sixteen words of B."""
STEPS, ADDITIONS = 16 * TURNS, 36
"""Of a permutation."""
BEFORE = 17
"""Bits by which the words of B are rotated before the steps."""
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
        self.b = [begin_word(b, x) for b, x in zip(self.b, m, strict=True)]
        self.permute(m)

    def end(self, m: list[int]) -> None:
        """Second half of a message round: M is subtracted from C, B and C change places, W counts."""
        for i, x in enumerate(m):
            self.b[i], self.c[i] = end_word(self.b[i], self.c[i], x)
        self.w += 1

    def permute(self, m: list[int]) -> None:
        """W into A, then the permutation P."""
        for i, word in enumerate(number_words(self.w)):
            self.a[i] ^= word
        self.b = [rotl(word, BEFORE) for word in self.b]
        for t in range(STEPS):
            step(t, self.a, self.b, self.c, m)
        for j in range(ADDITIONS):
            add(j, self.a, self.c)


def begin_word(b: int, x: int) -> int:
    """A word of B behind the addition of its word of M."""
    return b + x & MASK


def end_word(b: int, c: int, x: int) -> tuple[int, int]:
    """A word of B and one of C behind the subtraction of their word of M, when they have changed places."""
    return c - x & MASK, b


def number_words(w: int) -> tuple[int, int]:
    """W_0 and W_1, the words of W that go into A[0] and A[1]."""
    return w & MASK, w >> 32 & MASK


def step(t: int, a: list[int], b: list[int], c: Sequence[int], m: Sequence[int]) -> None:
    """Step t of the permutation, in place: words t mod 12 of A and t mod 16 of B are replaced."""
    i, j = t % 16, t % 12
    v = rotl(a[j - 1], 15) * 5 & MASK
    u = (a[j] ^ v ^ c[(8 - i) % 16]) * 3 & MASK
    a[j] = u ^ b[(i + 13) % 16] ^ b[(i + 9) % 16] & ~b[(i + 6) % 16] ^ m[i]
    b[i] = rotl(b[i], 1) ^ a[j] ^ MASK


def add(j: int, a: list[int], c: Sequence[int]) -> None:
    """One of the additions of a word of C to a word of A that end the permutation, in place."""
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
