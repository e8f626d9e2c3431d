# SPDX-License-Identifier: Apache-2.0
"""SHA-224, SHA-256, SHA-384, SHA-512, SHA-512/224 and SHA-512/256 (FIPS 180-4, sections 4 to 6).

The two word sizes share one description. The constants are computed as the standard defines them: fractional
parts of the square and cube roots of the first primes.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import isqrt

from hashloom.design import Function
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


def schedule(words: Words, block: bytes) -> list[int]:
    """Message schedule W_t of a block (step 1 of section 6.2.2 or 6.4.2)."""
    n, mask = words.bits, (1 << words.bits) - 1
    (a0, b0, c0), (a1, b1, c1) = words.sigma0, words.sigma1
    w = [int.from_bytes(block[i : i + n // 8], "big") for i in range(0, len(block), n // 8)]
    for t in range(16, words.rounds):
        x, y = w[t - 15], w[t - 2]
        s0 = (x >> a0 | x << n - a0) ^ (x >> b0 | x << n - b0) ^ x >> c0
        s1 = (y >> a1 | y << n - a1) ^ (y >> b1 | y << n - b1) ^ y >> c1
        w.append((s1 + w[t - 7] + s0 + w[t - 16]) & mask)
    return w


def compress(words: Words, state: tuple[int, ...], block: bytes) -> tuple[int, ...]:
    """H^(i) from H^(i-1) and a padded block (steps 2 to 4 of section 6.2.2 or 6.4.2)."""
    n, mask = words.bits, (1 << words.bits) - 1
    (p0, q0, r0), (p1, q1, r1) = words.big_sigma0, words.big_sigma1
    a, b, c, d, e, f, g, h = state
    for k, w in zip(round_constants(words), schedule(words, block), strict=True):
        # A word followed by itself: each rotation to the right is one shift of it.
        ee, aa = e << n | e, a << n | a
        t1 = h + (ee >> p1 ^ ee >> q1 ^ ee >> r1) + (e & f ^ ~e & g) + k + w
        t2 = (aa >> p0 ^ aa >> q0 ^ aa >> r0) + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = (t1 + t2) & mask, a, b, c, (d + t1) & mask, e, f, g
    return tuple((x + y) & mask for x, y in zip(state, (a, b, c, d, e, f, g, h), strict=True))


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
