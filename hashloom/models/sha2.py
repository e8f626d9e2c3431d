# SPDX-License-Identifier: Apache-2.0
"""SHA-224, SHA-256, SHA-384, SHA-512, SHA-512/224 and SHA-512/256 (FIPS 180-4, sections 4 to 6).

The two word sizes share one description. The constants are computed as the standard defines them: fractional
parts of the square and cube roots of the first primes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt

from hashloom.catalogue.design import Function
from hashloom.errors import UsageError
from hashloom.models import Block, padding
from hashloom.models.bits import cut
from hashloom.models.iterated import Iterated

NAMES = ("224", "256", "384", "512", "512-224", "512-256")
"""The functions, as in `sha512-256` for SHA-512/256."""


@dataclass(frozen=True)
class Words:
    """What depends on the word size `bits`: rounds and the rotations of section 4.1.2 or 4.1.3.

    Each triple is two rotations and, for `sigma0` and `sigma1`, a shift.
    """

    bits: int
    rounds: int
    big_sigma0: tuple[int, int, int]
    big_sigma1: tuple[int, int, int]
    sigma0: tuple[int, int, int]
    sigma1: tuple[int, int, int]


WORDS_32 = Words(32, 64, (2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10))
WORDS_64 = Words(64, 80, (28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6))


@lru_cache(maxsize=2)
def round_constants(words: Words) -> tuple[int, ...]:
    """K_t: the first bits of the fractional parts of the cube roots of the first primes (section 4.2)."""
    mask = (1 << words.bits) - 1
    return tuple(_cube_root(prime << 3 * words.bits) & mask for prime in _primes(words.rounds))


@lru_cache(maxsize=len(NAMES))
def initial_value(name: str) -> tuple[int, ...]:
    """H^(0) (section 5.3): fractional parts of the square roots of primes.

    The first eight primes for SHA-256 and SHA-512, the next eight for SHA-224 and SHA-384, all with 64 bits;
    SHA-256 takes the upper, SHA-224 the lower half of them. SHA-512/t begins with what SHA-512, its own
    initial value changed, makes of the name "SHA-512/t" (section 5.3.6).
    """
    if "-" in name:
        start = tuple(word ^ 0xA5A5A5A5A5A5A5A5 for word in initial_value("512"))
        message = f"SHA-{name.replace('-', '/')}".encode()
        (block,) = Sha2("512").blocks(message, 8 * len(message))
        return compress(WORDS_64, start, block.data)
    primes = _primes(16)[:8] if name in ("256", "512") else _primes(16)[8:]
    roots = [isqrt(prime << 128) & (1 << 64) - 1 for prime in primes]
    if name == "256":
        return tuple(root >> 32 for root in roots)
    return tuple(root & 0xFFFFFFFF for root in roots) if name == "224" else tuple(roots)


@dataclass(frozen=True)
class Sha2(Iterated[tuple[int, ...]]):
    """The function SHA-`name`, one of NAMES."""

    name: str

    def __post_init__(self) -> None:
        """Raise UsageError for a name that SHA-2 has not."""
        if self.name not in NAMES:
            raise UsageError(f"SHA-2 has no function SHA-{self.name}; there are {', '.join(NAMES)}")

    @property
    def digest_bits(self) -> int:
        """Length of the digest."""
        return int(self.name.rpartition("-")[2])

    @property
    def words(self) -> Words:
        """Word size and what hangs on it."""
        return WORDS_32 if self.name in ("224", "256") else WORDS_64

    @property
    def block_bits(self) -> int:
        """Return sixteen words."""
        return 16 * self.words.bits

    def initial(self, counted: int = 0) -> tuple[int, ...]:
        """H^(0)."""
        return initial_value(self.name)

    def absorb(self, chain: tuple[int, ...], block: Block) -> tuple[int, ...]:
        """H^(i) from H^(i-1)."""
        return compress(self.words, chain, block.data)

    def finish(self, chain: tuple[int, ...]) -> bytes:
        """The first bits of H^(N)."""
        return b"".join(word.to_bytes(self.words.bits // 8, "big") for word in chain)[: self.digest_bits // 8]

    def blocks(self, message: bytes, bits: int, counted: int = 0) -> list[Block]:
        """Padded blocks as the hardware's block port gets them: a bit 1, zeros, the length in two words."""
        message, bits = cut(message, bits)
        end = (counted + bits).to_bytes(2 * self.words.bits // 8, "big")
        padded = padding.strengthened(message, bits, self.block_bits, end)
        return padding.blocks(padded, bits, self.block_bits, counted)


def split(words: Words, block: bytes) -> list[int]:
    """The sixteen words of a block."""
    size = words.bits // 8
    return [int.from_bytes(block[i : i + size], "big") for i in range(0, len(block), size)]


def small_sigma(words: Words, which: int, x: int) -> int:
    """sigma_0 or sigma_1 (section 4.1.2 or 4.1.3)."""
    n, mask = words.bits, (1 << words.bits) - 1
    p, q, r = words.sigma1 if which else words.sigma0
    return ((x >> p | x << n - p) ^ (x >> q | x << n - q) ^ x >> r) & mask


def expand(words: Words, w: Sequence[int]) -> int:
    """W_t from the sixteen words before it (step 1 of section 6.2.2 or 6.4.2)."""
    total = small_sigma(words, 1, w[-2]) + w[-7] + small_sigma(words, 0, w[-15]) + w[-16]
    return total & (1 << words.bits) - 1


def first_sum(words: Words, state: tuple[int, ...], k: int, w: int) -> int:
    """T_1 of a round, not reduced (step 3 of section 6.2.2 or 6.4.2)."""
    p, q, r = words.big_sigma1
    *_, e, f, g, h = state
    ee = e << words.bits | e  # a word followed by itself: each rotation to the right is one shift of it
    mask = (1 << words.bits) - 1
    return h + ((ee >> p ^ ee >> q ^ ee >> r) & mask) + (e & f ^ ~e & g) + k + w


def second_sum(words: Words, state: tuple[int, ...]) -> int:
    """T_2 of a round, not reduced."""
    p, q, r = words.big_sigma0
    a, b, c, *_ = state
    aa = a << words.bits | a
    mask = (1 << words.bits) - 1
    return ((aa >> p ^ aa >> q ^ aa >> r) & mask) + (a & b ^ a & c ^ b & c)


def step(words: Words, state: tuple[int, ...], k: int, w: int) -> tuple[int, ...]:
    """(a, .., h) after a round with K_t and W_t (step 3 of section 6.2.2 or 6.4.2)."""
    mask = (1 << words.bits) - 1
    a, b, c, d, e, f, g, _ = state
    t1, t2 = first_sum(words, state, k, w), second_sum(words, state)
    return (t1 + t2) & mask, a, b, c, (d + t1) & mask, e, f, g


def add(words: Words, state: tuple[int, ...], after: tuple[int, ...]) -> tuple[int, ...]:
    """Sums of the words of the hash value and of the last round (step 4 of section 6.2.2 or 6.4.2)."""
    return tuple((x + y) & (1 << words.bits) - 1 for x, y in zip(state, after, strict=True))


def compress(words: Words, state: tuple[int, ...], block: bytes) -> tuple[int, ...]:
    """H^(i) from H^(i-1) and a padded block (steps 2 to 4 of section 6.2.2 or 6.4.2)."""
    w, after = split(words, block), state
    for t, k in enumerate(round_constants(words)):
        if t >= 16:
            w.append(expand(words, w))
        after = step(words, after, k, w[t])
    return add(words, state, after)


def _primes(count: int) -> list[int]:
    primes: list[int] = []
    candidate = 2
    while len(primes) < count:
        if all(candidate % prime for prime in primes):
            primes.append(candidate)
        candidate += 1
    return primes


def _cube_root(value: int) -> int:
    """Largest integer whose cube is not above `value`."""
    root = 0
    for bit in reversed(range(value.bit_length() // 3 + 1)):
        if (root | 1 << bit) ** 3 <= value:
            root |= 1 << bit
    return root


def model(function: Function) -> Sha2:
    """SHA-2 of the function's name."""
    return Sha2(str(function.fields["name"]))
