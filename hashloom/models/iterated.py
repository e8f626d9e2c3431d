# SPDX-License-Identifier: Apache-2.0
"""What all models have in common: a chaining value, and a step for each block of a message."""

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Generic, TypeVar

from hashloom.errors import UsageError
from hashloom.models import Block
from hashloom.models.bits import cut

Chain = TypeVar("Chain")


class Iterated(ABC, Generic[Chain]):
    """A hash function as its chaining value before a message, a step for each block, and a last step.

    The chaining value includes whatever else goes from block to block, such as a counter of blocks.
    """

    if TYPE_CHECKING:  # a field of some models, a property of others

        @property
        def block_bits(self) -> int:
            """Width of a message block."""

    @abstractmethod
    def blocks(self, message: bytes, bits: int, counted: int = 0) -> list[Block]:
        """Padded blocks for the first `bits` bits of a message of which `counted` bits went before."""

    @abstractmethod
    def initial(self, counted: int = 0) -> Chain:
        """Chaining value before a message; where it has a counter, that after `counted` bits."""

    @abstractmethod
    def absorb(self, chain: Chain, block: Block) -> Chain:
        """Chaining value after a block."""

    @abstractmethod
    def finish(self, chain: Chain) -> bytes:
        """Digest from the chaining value after the last block."""

    def digest(self, message: bytes, bits: int | None = None) -> bytes:
        """Digest of the first `bits` bits of the message, all of it by default."""
        return self.digest_from(message, 8 * len(message) if bits is None else bits)

    def digest_from(self, message: bytes, bits: int, counted: int = 0, chain: Chain | None = None) -> bytes:
        """Digest where `counted` bits, whole blocks, are taken as hashed before the message.

        `chain` is the chaining value that they left; without one the message begins with a first block from
        the initial value, only the counters go on from `counted`. UsageError for a part of a block.
        """
        blocks = self.blocks(message, bits, self._whole(counted))
        if chain is None:
            chain = self.initial(counted)
        else:
            blocks[0] = replace(blocks[0], first=False)
        for block in blocks:
            chain = self.absorb(chain, block)
        return self.finish(chain)

    def chain_after(self, message: bytes, bits: int) -> Chain:
        """Chaining value after `bits` bits, whole blocks, of a longer message; UsageError for a part."""
        message, bits = cut(message, self._whole(bits))
        chain, size = self.initial(), self.block_bits // 8
        for start in range(0, len(message), size):
            data = message[start : start + size]
            chain = self.absorb(chain, Block(data, start == 0, False, False, 8 * (start + size)))
        return chain

    def _whole(self, bits: int) -> int:
        if bits % self.block_bits:
            raise UsageError(f"{bits} bits are no whole blocks of {self.block_bits}")
        return bits
