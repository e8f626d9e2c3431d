# SPDX-License-Identifier: Apache-2.0
"""Padding and blocks of hash functions whose last block ends with the length of the message.

A bit 1, as few zeros as bring the end of the length field to the end of a block, and the length in bits, most
significant byte first (FIPS 180-4, section 5.1).
"""

from hashloom.models import Block
from hashloom.models.bits import append_one, cut


def pad(message: bytes, bits: int | None, block_bits: int, length_bits: int) -> bytes:
    """First `bits` bits of the message, all of it by default, with their padding: whole blocks."""
    message, bits = cut(message, bits)
    size, field = block_bits // 8, length_bits // 8
    data = append_one(message, bits)
    zeros = -(len(data) + field) % size
    return data + bytes(zeros) + bits.to_bytes(field, "big")


def blocks(message: bytes, bits: int, block_bits: int, length_bits: int) -> list[Block]:
    """Padded blocks of the first `bits` bits of the message as the hardware's block port gets them."""
    data, size = pad(message, bits, block_bits, length_bits), block_bits // 8
    return [
        Block(
            data=data[start : start + size],
            first=start == 0,
            last=start + size == len(data),
            empty=bits <= 8 * start,
            count=min(8 * (start + size), bits),
        )
        for start in range(0, len(data), size)
    ]
