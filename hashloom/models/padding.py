# SPDX-License-Identifier: Apache-2.0
"""Padded messages: what most hash functions append, and the blocks that the hardware's block port gets."""

from hashloom.models import Block
from hashloom.models.bits import append_one


def strengthened(
    message: bytes, bits: int, block_bits: int, trailer: bytes = b"", *, before: str = "", zeros: int = 0
) -> bytes:
    """Whole blocks: the message, a bit 1, zeros, the bits `before` (in 0 and 1) and the bytes of the trailer.

    There are as few zeros as that allows, but not fewer than `zeros`. `message` has `bits` bits, its unused
    ones cleared (`bits.cut`). The trailer of the descendants of MD4 is the length of the message.
    """
    end = 8 * len(trailer) + len(before)
    fill = zeros - (bits + 1 + zeros + end) % -block_bits
    value = int.from_bytes(append_one(message, bits), "big") >> 7 - bits % 8  # ends with the bit 1
    value = (value << fill + len(before) | int(before or "0", 2)) << 8 * len(trailer)
    return (value | int.from_bytes(trailer, "big")).to_bytes((bits + 1 + fill + end) // 8, "big")


def blocks(padded: bytes, bits: int, block_bits: int, counted: int = 0) -> list[Block]:
    """Blocks of a padded message of `bits` bits, as the hardware's block port gets them.

    `counted` bits of the message went before.
    """
    size = block_bits // 8
    return [
        Block(
            data=padded[start : start + size],
            first=start == 0,
            last=start + size == len(padded),
            empty=bits <= 8 * start,
            count=counted + min(8 * (start + size), bits),
        )
        for start in range(0, len(padded), size)
    ]
