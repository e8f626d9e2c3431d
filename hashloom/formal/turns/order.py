# SPDX-License-Identifier: Apache-2.0
"""Words whose first byte is the lowest, in blocks and digests whose first byte is the highest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hashloom.formal.turns.words import joined


def reversed_bytes(word: Any, width: int) -> Any:
    """A word, or an integer, of `width` bits with its bytes in the other order."""
    if isinstance(word, int):
        return int.from_bytes(word.to_bytes(width // 8), "little")
    return joined([word >> 8 * at & 255 for at in range(width // 8)], 8)


def little_endian(data: Any, width: int) -> list[Any]:
    """The words of `width` bits of a block; the lowest byte of each comes first in the block."""
    return [reversed_bytes(word, width) for word in data.words(width)]


def from_little_endian(words: Sequence[Any], width: int) -> Any:
    """Inverse of `little_endian`."""
    return joined([reversed_bytes(word, width) for word in words], width)
