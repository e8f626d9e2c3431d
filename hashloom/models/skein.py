# SPDX-License-Identifier: Apache-2.0
"""Skein (*The Skein Hash Function Family*, versions 1.1, 1.2 and 1.3), the whole of it.

UBI chaining (section 3.4) over the optional arguments in their order, message of any bit length, sequential
or as a tree (section 3.5.6), output of any length. Section numbers are those of version 1.3.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from hashloom.catalogue.design import Function
from hashloom.errors import UsageError
from hashloom.models import Block, padding
from hashloom.models.bits import append_one, cut, from_little_endian_words, little_endian_words, zero_fill
from hashloom.models.iterated import Iterated
from hashloom.models.threefish import MASK, Threefish

# Type field of the tweak (table 6).
T_KEY, T_CFG, T_PRS, T_PK, T_KDF, T_NON, T_MSG, T_OUT = 0, 4, 8, 12, 16, 20, 48, 63

# Fields of the tweak (table 5) by their lowest bit; the position in bytes starts at bit 0.
LEVEL, BIT_PAD, TYPE, FIRST, FINAL = 112, 119, 120, 126, 127

SCHEMA = b"SHA3"
SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Tree:
    """Tree parameters: leaves of 2^leaf blocks, nodes of 2^fan_out children, at most `height` levels.

    These are Y_l, Y_f and Y_m of the configuration block.
    """

    leaf: int
    fan_out: int
    height: int

    def __post_init__(self) -> None:
        """Raise UsageError for values that the specification excludes."""
        if not (1 <= self.leaf <= 255 and 1 <= self.fan_out <= 255 and 2 <= self.height <= 255):
            raise UsageError(
                f"there is no tree {self.leaf},{self.fan_out},{self.height}: leaf and fan-out are 1 to 255, "
                "height is 2 to 255"
            )


@dataclass(frozen=True)
class Skein(Iterated[bytes]):
    """Skein with a state of `block_bits` and an output of `digest_bits` bits.

    Optional arguments that are None are left out; an empty key is the same as none (section 3.5.4).
    """

    block_bits: int
    digest_bits: int
    version: str = "1.3"
    key: bytes | None = None
    personalisation: bytes | None = None
    public_key: bytes | None = None
    key_identifier: bytes | None = None
    nonce: bytes | None = None
    tree: Tree | None = None

    def __post_init__(self) -> None:
        """Raise UsageError for a size or version that does not exist."""
        Threefish(self.block_bits, self.version)
        if not 1 <= self.digest_bits < 1 << 64:
            raise UsageError(f"Skein has no output of {self.digest_bits} bits; it is 1 to 2^64 - 1")

    def digest(self, message: bytes, bits: int | None = None) -> bytes:
        """Output for the first `bits` bits of the message, all of it by default."""
        message, bits = cut(message, bits)
        cipher = Threefish(self.block_bits, self.version)
        chain = _initial_chain(self)
        if self.tree is None:
            chain = ubi(cipher, chain, message, bits, T_MSG << TYPE)
        else:
            chain = _tree(cipher, chain, message, bits, self.tree)
        return self._output(cipher, chain)

    def initial(self, counted: int = 0) -> bytes:
        """Chaining value before the message."""
        return _initial_chain(self)

    def absorb(self, chain: bytes, block: Block) -> bytes:
        """UBI with one block of a message; its position is the number of bytes up to its end."""
        tweak = T_MSG << TYPE | (block.count + 7) // 8 | int(block.first) << FIRST
        if block.last:
            tweak |= 1 << FINAL | int(block.count % 8 != 0) << BIT_PAD
        cipher, data = Threefish(self.block_bits, self.version), little_endian_words(block.data)
        encrypted = cipher.encrypt_words(little_endian_words(chain), (tweak & MASK, tweak >> 64), data)
        return from_little_endian_words([c ^ m for c, m in zip(encrypted, data, strict=True)])

    def finish(self, chain: bytes) -> bytes:
        """Output function."""
        return self._output(Threefish(self.block_bits, self.version), chain)

    def blocks(self, message: bytes, bits: int, counted: int = 0) -> list[Block]:
        """Blocks as the hardware's block port gets them.

        Zero-padded; after a partial byte there is the pad bit 1 of section 3.4. An empty message is one
        block of zeros.
        Raises UsageError with a tree, for which there is no single sequence of blocks.
        """
        if self.tree is not None:
            raise UsageError("a message hashed as a tree is not one sequence of blocks")
        message, bits = cut(message, bits)
        padded = zero_fill(append_one(message, bits) if bits % 8 else message, self.block_bits // 8)
        return padding.blocks(padded, bits, self.block_bits, counted)

    def configuration(self) -> bytes:
        """Return the 32 bytes of the configuration string (table 7)."""
        tree = (self.tree.leaf, self.tree.fan_out, self.tree.height) if self.tree else (0, 0, 0)
        version = SCHEMA_VERSION.to_bytes(2, "little") + bytes(2)
        return SCHEMA + version + self.digest_bits.to_bytes(8, "little") + bytes(tree) + bytes(13)

    def initial_value(self) -> bytes:
        """Return the chaining value before the message; without optional arguments the IV of appendix B."""
        return _initial_chain(self)

    def _output(self, cipher: Threefish, chain: bytes) -> bytes:
        """Output function of section 3.5.3: UBI in counter mode, cut to the length of the output."""
        size = (self.digest_bits + 7) // 8
        stream = bytearray()
        counter = 0
        while len(stream) < size:
            stream += ubi(cipher, chain, counter.to_bytes(8, "little"), 64, T_OUT << TYPE)
            counter += 1
        return cut(bytes(stream), self.digest_bits)[0]


def ubi(cipher: Threefish, chain: bytes, message: bytes, bits: int, start: int) -> bytes:
    """UBI(G, M, T_s) of section 3.4: chain the `bits` bits of the message, which `cut` has cleaned.

    `start` is the starting tweak T_s: position, tree level and type.
    """
    size = cipher.block_bits // 8
    data = zero_fill(append_one(message, bits) if bits % 8 else message, size)
    g = little_endian_words(chain)
    for at in range(0, len(data), size):
        position, padded = place(min(8 * (at + size), bits))
        words = tweak(start, position, padded, int(at == 0), int(at + size == len(data)))
        block = little_endian_words(data[at : at + size])
        g = feed_forward(cipher.encrypt_words(g, words, block), block)
    return from_little_endian_words(g)


def place(count: int) -> tuple[int, int]:
    """Bytes of a string up to the end of a block, `count` bits, and whether the last one is partial."""
    partial = (count | count >> 1 | count >> 2) & 1
    return (count >> 3) + partial, partial


def tweak(start: int, position: int, padded: int, first: int, final: int) -> tuple[int, int]:
    """The two words of the tweak of a block, from T_s, the position and the three flags (table 5)."""
    whole = (start + position) | padded << BIT_PAD | first << FIRST | final << FINAL
    return whole & MASK, whole >> 64


def feed_forward(encrypted: Sequence[int], block: Sequence[int]) -> list[int]:
    """The next chaining value: the encrypted block, xor the block."""
    return [c ^ m for c, m in zip(encrypted, block, strict=True)]


@lru_cache(maxsize=256)
def _initial_chain(skein: Skein) -> bytes:
    cipher = Threefish(skein.block_bits, skein.version)
    chain = bytes(skein.block_bits // 8)
    if skein.key:
        chain = ubi(cipher, chain, skein.key, 8 * len(skein.key), T_KEY << TYPE)
    arguments = (
        (T_CFG, skein.configuration()),
        (T_PRS, skein.personalisation),
        (T_PK, skein.public_key),
        (T_KDF, skein.key_identifier),
        (T_NON, skein.nonce),
    )
    for kind, argument in arguments:
        if argument is not None:
            chain = ubi(cipher, chain, argument, 8 * len(argument), kind << TYPE)
    return chain


def _tree(cipher: Threefish, chain: bytes, message: bytes, bits: int, tree: Tree) -> bytes:
    """Message stage as a tree (section 3.5.6)."""
    size = cipher.block_bits // 8
    node = size << tree.leaf
    level = 1
    while True:
        if level == tree.height:
            node = max(len(message), 1)
        parts = []
        for position in range(0, max(len(message), 1), node):
            part = message[position : position + node]
            part_bits = min(8 * node, bits - 8 * position)
            parts.append(ubi(cipher, chain, part, part_bits, T_MSG << TYPE | level << LEVEL | position))
        message = b"".join(parts)
        if len(parts) == 1:
            return message
        bits = 8 * len(message)
        node = size << tree.fan_out
        level += 1


def model(function: Function) -> Skein:
    """Plain Skein with the version, state and output of the function's name."""
    return Skein(function.block_bits, function.digest_bits, str(function.fields["version"]))
