# SPDX-License-Identifier: Apache-2.0
"""Reference models of the hash functions, written from their specifications: clear before fast.

A family of cores names its model in `core.toml`; the module of that name has
`model(function: Function) -> HashModel`.
"""

import importlib
from dataclasses import dataclass
from typing import Protocol

from hashloom.catalogue.design import Function
from hashloom.errors import HashloomError


@dataclass(frozen=True)
class Block:
    """What one transfer of a core's block port carries.

    `data`   the padded block, first message bit in the most significant bit of the first byte
    `first`  first block of the message
    `last`   last block of the message
    `empty`  no message bit in this block
    `count`  message bits up to and including this block, padding not counted
    """

    data: bytes
    first: bool
    last: bool
    empty: bool
    count: int


class HashModel(Protocol):
    """A hash function. Sizes in bits; of a partial last byte the most significant bits are used."""

    @property
    def block_bits(self) -> int:
        """Width of a message block."""

    @property
    def digest_bits(self) -> int:
        """Width of the digest."""

    def digest(self, message: bytes, bits: int | None = None) -> bytes:
        """Digest of the first `bits` bits of the message, all of it by default, in ceil(digest_bits/8) bytes.

        Raises UsageError if the message has fewer than `bits` bits.
        """

    def digest_from(self, message: bytes, bits: int, counted: int = 0) -> bytes:
        """The same where the counters begin with `counted` bits, whole blocks, as if hashed before."""

    def blocks(self, message: bytes, bits: int, counted: int = 0) -> list[Block]:
        """Blocks exactly as the hardware's block port gets them for the first `bits` bits of the message.

        `counted` bits, whole blocks, went before.
        """


def model_for(function: Function) -> HashModel:
    """Reference model of a function of the catalogue."""
    name = f"{__name__}.{function.family.model}"
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise HashloomError(
            f"the family {function.family.name} names the model '{function.family.model}', "
            f"but there is no hashloom/models/{function.family.model}.py"
        ) from error
    model: HashModel = module.model(function)
    return model
