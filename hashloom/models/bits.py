# SPDX-License-Identifier: Apache-2.0
"""Bit strings in bytes: bit 0 is the most significant bit of the first byte, unused last bits are 0."""

from collections.abc import Sequence
from typing import Any

from hashloom.errors import UsageError


def cut(data: bytes, bits: int | None = None) -> tuple[bytes, int]:
    """First `bits` bits of `data` in ceil(bits/8) bytes with unused bits cleared, and their number.

    All of `data` if `bits` is None. Raises UsageError if there are fewer bits or `bits` is negative.
    """
    if bits is None:
        return data, 8 * len(data)
    if not 0 <= bits <= 8 * len(data):
        raise UsageError(f"{bits} bits are asked of a message that has {8 * len(data)}")
    data = data[: (bits + 7) // 8]
    if bits % 8:
        data = data[:-1] + bytes([data[-1] & (0xFF << (8 - bits % 8)) & 0xFF])
    return data, bits


def append_one(data: bytes, bits: int) -> bytes:
    """Return the `bits` bits of `data`, cleaned by `cut`, then a bit 1 and zeros to a whole byte."""
    if bits % 8 == 0:
        return data + b"\x80"
    return data[:-1] + bytes([data[-1] | (0x80 >> (bits % 8))])


def zero_fill(data: bytes, size: int) -> bytes:
    """Fill up with zero bytes to the next multiple of `size` bytes, at least one."""
    return data.ljust(max(size, -(-len(data) // size) * size), b"\0")


def little_endian_words(data: bytes) -> list[int]:
    """Split into 64-bit words, least significant byte first; the length is a multiple of 8."""
    return [int.from_bytes(data[i : i + 8], "little") for i in range(0, len(data), 8)]


def from_little_endian_words(words: list[int]) -> bytes:
    """Inverse of `little_endian_words`."""
    return b"".join(word.to_bytes(8, "little") for word in words)


def pick(table: Sequence[int], index: Any) -> Any:
    """Entry of a table; the index is an integer, or a symbolic word (`hashloom.formal.turns.words`)."""
    return table[index] if isinstance(index, int) else index.pick(table)


def picks(table: bytes, indices: Sequence[Any]) -> Sequence[Any]:
    """Entries of a table of 256 bytes, as `pick` of each of the indices, which are bytes or words."""
    return indices.translate(table) if isinstance(indices, bytes) else [pick(table, one) for one in indices]


def ors(a: Sequence[Any], b: Sequence[Any], places: int = 0) -> Sequence[Any]:
    """Each element of one sequence, shifted left, OR that of another; both are bytes, or one has words."""
    if isinstance(a, bytes) and isinstance(b, bytes):
        return (int.from_bytes(a, "big") << places | int.from_bytes(b, "big")).to_bytes(len(a), "big")
    return [x << places | y for x, y in zip(a, b, strict=True)]
