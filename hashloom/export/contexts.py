# SPDX-License-Identifier: Apache-2.0
"""Contexts of packages that save and restore: their bytes by the reference models, and pieces of messages.

docs/context.md says what a context is. What is hashed of a message before it goes on elsewhere is a piece.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from hashloom.catalogue.design import Design, Function
from hashloom.errors import HashloomError
from hashloom.models import model_for
from hashloom.models.iterated import Iterated
from hashloom.verification.cases import Case, random_message

LEVEL: Literal["context"] = "context"
"""The level of a package whose messages go on from contexts and end in them."""
COUNT_BYTES = 8
"""Bytes of the number of bits in a context."""
CHAIN_WORDS: Mapping[str, tuple[int, Literal["big", "little"]]] = {
    "blake": (0, "big"),
    "bmw": (0, "little"),
    "cubehash": (4, "little"),
    "echo": (16, "big"),
    "fugue": (4, "big"),
    "groestl": (8, "big"),
    "hamsi": (4, "big"),
    "keccak": (8, "little"),
    "luffa": (4, "big"),
    "sha1": (4, "big"),
    "sha2": (0, "big"),
    "shabal": (4, "little"),
    "simd": (4, "little"),
}
"""Bytes in a word of the chaining values of a family, 0 for a sixteenth of a block, and their order."""


@dataclass(frozen=True)
class Piece(Case):
    """What goes in as one message, and what comes: a context or none, then `bits` bits of a message.

    `resumed`: the context that it goes on from; `save`: with its last word a context is asked for, and
    `digest` is that context. `fails`: an error comes, one word of zeros.
    """

    resumed: bytes = b""
    save: bool = False
    fails: bool = False

    @property
    def answer_bits(self) -> int:
        """Bits of a context that comes; 0 where it is a digest or an error."""
        return 8 * len(self.digest) if self.save and not self.fails else 0


def chain_bytes(design: Design, chain: Any) -> bytes:
    """A chaining value of the reference model as a context has it."""
    name = design.family.name
    if name == "jh":
        return bytes(int("".join(map(str, chain[at : at + 8])), 2) for at in range(0, len(chain), 8))
    if isinstance(chain, bytes):
        return chain
    if name == "shavite3":
        return bytes(chain)
    if name in ("luffa", "simd"):
        chain = [word for words in chain for word in words]
    elif name == "shabal":
        chain = (*chain.a, *chain.b, *chain.c)
    size, order = CHAIN_WORDS[name]
    size = size or design.function.block_bits // 128
    return b"".join(word if isinstance(word, bytes) else word.to_bytes(size, order) for word in chain)


def context(design: Design, chain: Any, count: int) -> bytes:
    """The context of a chaining value of the model after `count` bits, without a block that it keeps."""
    value = chain_bytes(design, chain)
    return value + bytes(-len(value) % 8) + count.to_bytes(COUNT_BYTES, "big")


def kept_bytes(design: Design) -> int:
    """Of the last block, which a context of Skein has as it is."""
    return design.function.block_bits // 8 if design.family.name == "skein" else 0


def context_after(design: Design, message: bytes, blocks: int) -> bytes:
    """The context after so many blocks of a message. HashloomError for a model without chaining values."""
    kept = kept_bytes(design)
    end = blocks * design.function.block_bits // 8
    hashed = end - kept
    model = model_for(design.function)
    if not isinstance(model, Iterated):
        raise HashloomError(f"the reference model of {design.function.name} has no chaining values")
    return context(design, model.chain_after(message[:hashed], 8 * hashed), 8 * hashed) + message[hashed:end]


def context_bytes(design: Design) -> int:
    """Length of a context."""
    return len(context_after(design, bytes(design.function.block_bits // 8), 1))


def pieces(design: Design, seed: int) -> list[Case]:
    """Pieces of messages: out behind a block, from there out again, to digests; and an error.

    A midstate is used twice; one message ends with the block of its context, one goes on with a part of one.
    """
    function: Function = design.function
    block, model = function.block_bits, model_for(function)
    generator = random.Random(f"{seed} contexts of {function.name}")
    message = random_message(generator, 3 * block + 8)
    size = block // 8
    first, third = (context_after(design, message, blocks) for blocks in (1, 3))
    short = message[:size] + random_message(generator, 24)
    begun, whole = message[:size], message[: 3 * size]

    def digest(text: bytes) -> bytes:
        return model.digest(text, 8 * len(text))

    return [
        Piece(begun, block, first, "a block, saved", save=True),
        Piece(short[size:], 24, digest(short), "24 bits behind a block that was saved", first),
        Piece(message[size : 3 * size], 2 * block, third, "two blocks more, saved again", first, save=True),
        Piece(message[3 * size :], 8, digest(message), "8 bits behind three blocks", third),
        Piece(b"", 0, digest(whole), "nothing behind three blocks", third),
        Piece(message[:4], 32, b"", "saved where no block ends", save=True, fails=True),
    ]
