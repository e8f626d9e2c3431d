# SPDX-License-Identifier: Apache-2.0
"""threefish_core in its shapes, and blocks for it with what must come of them."""

import random
from dataclasses import dataclass
from pathlib import Path

from folders import RTL
from own_state import here

from hashloom.catalogue import threefish
from hashloom.catalogue.rtl import RtlUnit
from hashloom.models import Block
from hashloom.models.threefish import Threefish

BLOCKS = RTL / "threefish_blocks.sv"
ENCRYPT, DECRYPT, BOTH = 0, 1, 2


@dataclass(frozen=True)
class Shape:
    """Parameters of the core; `adder` is the network of all adders."""

    block: int = 512
    version: str = "1.3"
    unroll: int = 8
    stages: int = 1
    direction: int = BOTH
    merge: int = 1
    adder: int = 2

    def __str__(self) -> str:
        direction = ("encrypt", "decrypt", "both")[self.direction]
        return (
            f"{self.block}-{self.version}-{self.unroll}u-{self.stages}m-{direction}-{self.merge}-{self.adder}"
        )

    @property
    def core(self) -> RtlUnit:
        """The core as it is."""
        return self._unit("threefish_core", threefish.sources(here()))

    @property
    def blocks(self) -> RtlUnit:
        """The core with the ports of the block level."""
        return self._unit("threefish_blocks", (*threefish.sources(here()), BLOCKS))

    @property
    def cipher(self) -> Threefish:
        """The model."""
        return Threefish(self.block, self.version)

    def _unit(self, top: str, sources: tuple[Path, ...]) -> RtlUnit:
        parameters = {
            "BLOCK": self.block,
            "VERSION": int(float(self.version) * 10 + 0.5),
            "UNROLL": self.unroll,
            "STAGES": self.stages,
            "DIRECTION": self.direction,
            "MERGE": self.merge,
            "MIX_ADDER": self.adder,
            "KEY_ADDER": self.adder,
        }
        return RtlUnit(f"{top}_{self}", top, sources, tuple(parameters.items()))


SHAPES = (
    # Every block size with every version, both ways.
    Shape(256, "1.1", 8, 1), Shape(512, "1.2", 8, 1), Shape(1024, "1.3", 8, 1),
    Shape(256, "1.2", 4, 1), Shape(512, "1.3", 2, 1), Shape(1024, "1.1", 1, 1),
    Shape(256, "1.3", 1, 1), Shape(512, "1.1", 4, 2), Shape(1024, "1.2", 2, 2),
    # Stages that begin with a subkey, and the one that moves the ring late, are others in each.
    *(Shape(256, "1.3", 8, stages) for stages in (2, 3, 5, 8)),
    # One direction, and other ways to add.
    Shape(256, direction=ENCRYPT), Shape(256, direction=DECRYPT),
    Shape(256, "1.3", 8, 3, ENCRYPT, merge=0, adder=4), Shape(256, "1.3", 4, 1, DECRYPT, merge=0, adder=0),
)  # fmt: skip


@dataclass(frozen=True)
class Job:
    """A block to be encrypted or decrypted, as byte strings of the specification."""

    decrypt: bool
    key: bytes
    tweak: bytes
    data: bytes

    def block(self) -> Block:
        """What threefish_blocks takes for it."""
        data = bytes([self.decrypt]) + self.key + self.tweak + self.data
        return Block(data=data, first=True, last=True, empty=False, count=0)

    def result(self, cipher: Threefish) -> bytes:
        """What the model makes of it."""
        return (cipher.decrypt if self.decrypt else cipher.encrypt)(self.key, self.tweak, self.data)


def random_jobs(shape: Shape, count: int, source: random.Random) -> list[Job]:
    """Blocks in the directions of a shape; some have words of zeros or of ones only, whose carries go far."""

    def octets(size: int) -> bytes:
        draw = source.random()
        if draw < 0.1:
            return bytes([source.choice((0x00, 0xFF))]) * size
        return source.randbytes(size)

    directions = ([False], [True], [False, True])[shape.direction]
    size = shape.block // 8
    return [Job(source.choice(directions), octets(size), octets(16), octets(size)) for _ in range(count)]
