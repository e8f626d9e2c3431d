# SPDX-License-Identifier: Apache-2.0
"""Messages as the ports of a core see them: one beat per transfer."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from hashloom.models import Block


@dataclass(frozen=True)
class Beat:
    """One word at message level: `data` (an integer, first message bit highest), and how much of it is valid.

    `bits` is what the port `in_bits` gets; it matters with `last` only.
    """

    data: int
    last: bool
    bits: int


def stream(
    message: bytes, bits: int, word: int, noise: random.Random | None = None, extra_word: bool = False
) -> list[Beat]:
    """Words of `word` bits for the first `bits` bits of a message.

    The last word says how many of its bits are valid; an empty message is one word with none. With
    `extra_word` a message that fills its last word ends with a further, empty one. With `noise` all that the
    core must ignore is random: bits behind the end, `in_bits` before the last word, and its value above
    `word` for a full last word.
    """
    value = int.from_bytes(message, "big") >> (8 * len(message) - bits)
    full, rest = divmod(bits, word)
    words = [(value >> (bits - word * (i + 1))) & ((1 << word) - 1) for i in range(full)]
    if rest or not bits or extra_word:
        padding = noise.getrandbits(word - rest) if noise else 0
        words.append(((value & ((1 << rest) - 1)) << (word - rest)) | padding)
    else:
        rest = word
    limit = 2 ** word.bit_length() - 1  # in_bits has clog2(word) + 1 bits
    beats = [Beat(data, False, noise.randint(0, limit) if noise else word) for data in words[:-1]]
    last = noise.randint(word, limit) if noise and rest == word and noise.random() < 0.5 else rest
    return [*beats, Beat(words[-1], True, last)]


def words_of(blocks: Sequence[Block] | Sequence[Beat], word: int, count_bits: int, seed: int) -> list[Block]:
    """Blocks in words of `word` bits, as a core gets them that takes a block in several.

    What stands beside a block holds for its last word; with the words before it is random.
    """
    size, noise = word // 8, random.Random(f"{seed} words")
    found = []
    for block in blocks:
        assert isinstance(block, Block)
        data = [block.data[at : at + size] for at in range(0, len(block.data), size)]
        for part in data[:-1]:
            flags = noise.getrandbits(3)
            count = noise.getrandbits(count_bits)
            found.append(Block(part, flags & 1 == 1, flags & 2 == 2, flags & 4 == 4, count))
        found.append(Block(data[-1], block.first, block.last, block.empty, block.count))
    return found


def job_lines(message: Sequence[Block] | Sequence[Beat], lane: int, instance: int) -> list[str]:
    """Lines of a job of the driver for one message; -1 leaves lane and instance to the driver."""
    lines = [f"message {lane} {instance} {len(message)}"]
    for beat in message:
        if isinstance(beat, Block):
            lines.append(f"{beat.data.hex()} {beat.first:d} {beat.last:d} {beat.empty:d} {beat.count:x}")
        else:
            lines.append(f"{beat.data:x} {beat.last:d} {beat.bits}")
    return lines
