# SPDX-License-Identifier: Apache-2.0
"""Threefish, the tweakable block cipher of Skein (*The Skein Hash Function Family*, section 3.3).

Versions differ in constants only: 1.2 changed the rotation constants R_{d,j} of 1.1, 1.3 the key-schedule
parity C_240 of 1.2. States, keys and tweaks are lists of 64-bit words, or bytes with each word least
significant byte first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hashloom.errors import UsageError
from hashloom.models.bits import from_little_endian_words, little_endian_words

MASK = (1 << 64) - 1

VERSIONS = ("1.1", "1.2", "1.3")

ROUNDS = {256: 72, 512: 72, 1024: 80}

# pi(i) of table 3: word i of the state after a round is word pi(i) of the MIX outputs.
PERMUTATION = {
    256: (0, 3, 2, 1),
    512: (2, 1, 4, 7, 6, 5, 0, 3),
    1024: (0, 9, 2, 13, 6, 11, 4, 15, 10, 7, 12, 3, 14, 5, 8, 1),
}

PARITY = {"1.1": 0x5555555555555555, "1.2": 0x5555555555555555, "1.3": 0x1BD11BDAA9FC1A22}

_ROTATION_2008 = {
    256: ((5, 56), (36, 28), (13, 46), (58, 44), (26, 20), (53, 35), (11, 42), (59, 50)),
    512: (
        (38, 30, 50, 53),
        (48, 20, 43, 31),
        (34, 14, 15, 27),
        (26, 12, 58, 7),
        (33, 49, 8, 42),
        (39, 27, 41, 14),
        (29, 26, 11, 9),
        (33, 51, 39, 35),
    ),
    1024: (
        (55, 43, 37, 40, 16, 22, 38, 12),
        (25, 25, 46, 13, 14, 13, 52, 57),
        (33, 8, 18, 57, 21, 12, 32, 54),
        (34, 43, 25, 60, 44, 9, 59, 34),
        (28, 7, 47, 48, 51, 9, 35, 41),
        (17, 6, 18, 25, 43, 42, 40, 15),
        (58, 7, 32, 45, 19, 18, 2, 56),
        (47, 49, 27, 58, 37, 48, 53, 56),
    ),
}

_ROTATION_2009 = {
    256: ((14, 16), (52, 57), (23, 40), (5, 37), (25, 33), (46, 12), (58, 22), (32, 32)),
    512: (
        (46, 36, 19, 37),
        (33, 27, 14, 42),
        (17, 49, 36, 39),
        (44, 9, 54, 56),
        (39, 30, 34, 24),
        (13, 50, 10, 17),
        (25, 29, 39, 43),
        (8, 35, 56, 22),
    ),
    1024: (
        (24, 13, 8, 47, 8, 17, 22, 37),
        (38, 19, 10, 55, 49, 18, 23, 52),
        (33, 4, 51, 13, 34, 41, 59, 17),
        (5, 20, 48, 41, 47, 28, 16, 25),
        (41, 9, 37, 31, 12, 47, 44, 30),
        (16, 34, 56, 51, 4, 53, 42, 41),
        (31, 44, 47, 46, 19, 42, 44, 25),
        (9, 48, 35, 52, 23, 31, 37, 20),
    ),
}

# R_{d,j} by version, block size in bits, d mod 8, j.
ROTATION = {"1.1": _ROTATION_2008, "1.2": _ROTATION_2009, "1.3": _ROTATION_2009}


def add(words: Sequence[int], others: Sequence[int]) -> list[int]:
    """Sum of words modulo 2^64."""
    return [(a + b) & MASK for a, b in zip(words, others, strict=True)]


def subtract(words: Sequence[int], others: Sequence[int]) -> list[int]:
    """Difference of words modulo 2^64."""
    return [(a - b) & MASK for a, b in zip(words, others, strict=True)]


@dataclass(frozen=True)
class Threefish:
    """Threefish with a block (and key) of `block_bits` bits: 256, 512 or 1024."""

    block_bits: int
    version: str = "1.3"
    rounds: int = field(init=False, compare=False)
    _parity: int = field(init=False, repr=False, compare=False)
    _pi: tuple[int, ...] = field(init=False, repr=False, compare=False)
    _rotation: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Look the constants up; UsageError for a size or version that does not exist."""
        if self.block_bits not in ROUNDS:
            raise UsageError(f"Threefish has no block of {self.block_bits} bits; it is 256, 512 or 1024")
        if self.version not in VERSIONS:
            raise UsageError(f"Skein has no version '{self.version}'; known: {', '.join(VERSIONS)}")
        object.__setattr__(self, "rounds", ROUNDS[self.block_bits])
        object.__setattr__(self, "_parity", PARITY[self.version])
        object.__setattr__(self, "_pi", PERMUTATION[self.block_bits])
        object.__setattr__(self, "_rotation", ROTATION[self.version][self.block_bits])

    def subkeys(self, key: Sequence[int], tweak: Sequence[int]) -> list[list[int]]:
        """Return the subkeys k_0 .. k_{N_r/4}, each N_w words; `tweak` has two words (section 3.3.2)."""
        k = self.extended(key)
        return [self.subkey(s, k, tweak) for s in range(self.rounds // 4 + 1)]

    def extended(self, key: Sequence[int]) -> list[int]:
        """The N_w words of the key, and their parity behind them (section 3.3.2)."""
        parity = self._parity
        for word in key:
            parity ^= word
        return [*key, parity]

    def subkey(self, s: int, k: Sequence[int], tweak: Sequence[int]) -> list[int]:
        """Subkey k_s of an extended key (section 3.3.2)."""
        t = (*tweak, tweak[0] ^ tweak[1])
        start = s % len(k)
        subkey = [*k[start:], *k[:start]][:-1]
        subkey[-3] = (subkey[-3] + t[s % 3]) & MASK
        subkey[-2] = (subkey[-2] + t[(s + 1) % 3]) & MASK
        subkey[-1] = (subkey[-1] + s) & MASK
        return subkey

    def round(self, d: int, v: Sequence[int]) -> list[int]:
        """Round d without subkey: MIX of neighbouring words, then the permutation of words (section 3.3)."""
        f: list[int] = []
        for x0, x1, r in zip(v[::2], v[1::2], self._rotation[d % 8], strict=True):
            y0 = (x0 + x1) & MASK
            f += (y0, y0 ^ ((x1 << r | x1 >> 64 - r) & MASK))
        return [f[i] for i in self._pi]

    def encrypt_words(self, key: Sequence[int], tweak: Sequence[int], plaintext: Sequence[int]) -> list[int]:
        """E(K, T, P) on words."""
        k, v = self.extended(key), list(plaintext)
        for d in range(self.rounds):
            v = self.keyed_round(d, v, k, tweak)
        return self.last(v, k, tweak)

    def keyed_round(self, d: int, v: Sequence[int], k: Sequence[int], tweak: Sequence[int]) -> list[int]:
        """Round d, behind the addition of a subkey where d is a multiple of four; `k` is an extended key."""
        return self.round(d, add(v, self.subkey(d // 4, k, tweak)) if d % 4 == 0 else v)

    def last(self, v: Sequence[int], k: Sequence[int], tweak: Sequence[int]) -> list[int]:
        """The last subkey is added to the state behind the rounds; `k` is an extended key."""
        return add(v, self.subkey(self.rounds // 4, k, tweak))

    def decrypt_words(self, key: Sequence[int], tweak: Sequence[int], ciphertext: Sequence[int]) -> list[int]:
        """Inverse of `encrypt_words`."""
        subkeys = self.subkeys(key, tweak)
        v = subtract(ciphertext, subkeys[-1])
        for d in reversed(range(self.rounds)):
            f = [0] * len(v)
            for i, source in enumerate(self._pi):
                f[source] = v[i]
            v = []
            for y0, y1, r in zip(f[::2], f[1::2], self._rotation[d % 8], strict=True):
                turned = y0 ^ y1
                x1 = (turned >> r | turned << 64 - r) & MASK
                v += ((y0 - x1) & MASK, x1)
            if d % 4 == 0:
                v = subtract(v, subkeys[d // 4])
        return v

    def trace(
        self, key: Sequence[int], tweak: Sequence[int], plaintext: Sequence[int]
    ) -> Iterator[tuple[str, list[int]]]:
        """Yield the state after every step of an encryption, with the step's name as in the official traces.

        The names are `initial key injection`, `round  1`, ..., `key injection #01`, ...; the last state is
        the ciphertext.
        """
        subkeys = self.subkeys(key, tweak)
        v = add(plaintext, subkeys[0])
        yield "initial key injection", v
        for d in range(self.rounds):
            v = self.round(d, v)
            yield f"round {d + 1:2}", v
            if d % 4 == 3:
                s = d // 4 + 1
                v = add(v, subkeys[s])
                yield f"key injection #{s:02}", v

    def encrypt(self, key: bytes, tweak: bytes, plaintext: bytes) -> bytes:
        """E(K, T, P) on bytes: key and block of `block_bits`, tweak of 128 bits."""
        return from_little_endian_words(self.encrypt_words(*self._words(key, tweak, plaintext)))

    def decrypt(self, key: bytes, tweak: bytes, ciphertext: bytes) -> bytes:
        """Inverse of `encrypt`."""
        return from_little_endian_words(self.decrypt_words(*self._words(key, tweak, ciphertext)))

    def _words(self, key: bytes, tweak: bytes, block: bytes) -> tuple[list[int], list[int], list[int]]:
        size = self.block_bits // 8
        if (len(key), len(tweak), len(block)) != (size, 16, size):
            raise UsageError(
                f"Threefish-{self.block_bits} takes a key of {size}, a tweak of 16 and a block of {size} "
                f"bytes, not {len(key)}, {len(tweak)} and {len(block)}"
            )
        return little_endian_words(key), little_endian_words(tweak), little_endian_words(block)
