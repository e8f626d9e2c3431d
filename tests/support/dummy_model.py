# SPDX-License-Identifier: Apache-2.0
"""Models of tests/support/rtl/dummy_core.sv and dummy_top.sv, and a family of cores made of the former.

Its message level is tests/support/rtl/dummy_hash_top.sv, the core behind the shared shell.
"""

import shutil
from pathlib import Path

from folders import ROOT, RTL

from hashloom.catalogue.design import Function
from hashloom.catalogue.rtl import RtlUnit
from hashloom.models import Block

ROUNDS = 3
MASK = 2**64 - 1

CORE_TOML = """
[family]
name = "dummy"
title = "Dummy"
specification = "tests/support/rtl/dummy_core.sv"
model = "dummy"
core = "dummy_core"
top = "dummy_hash_top"
sources = ["dummy_core.sv", "dummy_hash_top.sv"]
common_top = [
    "hash_pkg.sv", "message_end.sv", "message_length.sv", "message_padder.sv", "block_collector.sv",
    "digest_serializer.sv", "message_lane.sv", "message_shell.sv",
]

[functions]
dummy = { block_bits = 64, digest_bits = 96 }

[parameters]
STAGES = "stages"

[architectures]
default = "one"
named.one = { unroll = 1, stages = 1 }
named.three = { unroll = 1, stages = 3 }

[cycles]
block = "stages * 4"
latency = "stages * 4 * blocks"
"""


def rotate(value: int, bits: int) -> int:
    return ((value << bits) | (value >> (64 - bits))) & MASK


class Dummy:
    """The function of dummy_core: padding is a 1 and zeros up to a whole block."""

    block_bits = 64
    digest_bits = 96

    def blocks(self, message: bytes, bits: int, counted: int = 0) -> list[Block]:
        count = bits // 64 + 1
        value = (int.from_bytes(message, "big") >> (8 * len(message) - bits)) << (64 * count - bits)
        data = (value | 1 << (64 * count - bits - 1)).to_bytes(8 * count, "big")
        return [
            Block(
                data=data[8 * i : 8 * i + 8],
                first=i == 0,
                last=i == count - 1,
                empty=64 * i >= bits,
                count=counted + min(bits, 64 * (i + 1)),
            )
            for i in range(count)
        ]

    def digest(self, message: bytes, bits: int | None = None) -> bytes:
        return self.digest_from(message, 8 * len(message) if bits is None else bits)

    def digest_from(self, message: bytes, bits: int, counted: int = 0) -> bytes:
        value = 0
        for block in self.blocks(message, bits, counted):
            data = int.from_bytes(block.data, "big")
            value = (rotate(value ^ data, 7) + block.count + block.empty) & MASK
            for _ in range(ROUNDS):
                value = (rotate(value, 1) + data) & MASK
        return (value << 64 | value ^ MASK).to_bytes(16, "big")[:12]


def model(function: Function) -> Dummy:
    return Dummy()


def stream_digest(message: bytes, bits: int, extra_word: bool) -> bytes:
    """Digest of dummy_top; the empty word after a full one counts as a word."""
    full, rest = divmod(bits, 64)
    words = [64] * full + ([rest] if rest or not bits or extra_word else [])
    value, message = 0, message.ljust(8 * len(words), b"\0")
    for i, length in enumerate(words):
        word = int.from_bytes(message[8 * i : 8 * i + 8], "big")
        value = (rotate(value ^ word, 7) + length) & MASK
    return (value << 64 | value ^ MASK).to_bytes(16, "big")[:12]


def core_unit(stages: int, fault: int = 0) -> RtlUnit:
    parameters = (("STAGES", stages), ("FAULT", fault))
    return RtlUnit(f"dummy_core_{stages}_{fault}", "dummy_core", (RTL / "dummy_core.sv",), parameters)


def top_unit(stages: int, fault: int = 0) -> RtlUnit:
    parameters = (("STAGES", stages), ("FAULT", fault))
    return RtlUnit(f"dummy_top_{stages}_{fault}", "dummy_top", (RTL / "dummy_top.sv",), parameters)


def write_family(cores: Path, fault: int = 0, toml: str = CORE_TOML) -> None:
    """Make a folder of cores with the dummy as its one family."""
    shutil.copytree(ROOT / "cores" / "common" / "rtl", cores / "common" / "rtl")
    write_sources(cores / "dummy", fault, toml)


def write_sources(folder: Path, fault: int = 0, toml: str = CORE_TOML) -> None:
    """Make the folder of the dummy."""
    folder.mkdir(parents=True)
    (folder / "core.toml").write_text(toml)
    for name in ("dummy_core.sv", "dummy_hash_top.sv"):
        text = (RTL / name).read_text()
        (folder / name).write_text(text.replace("FAULT = 0", f"FAULT = {fault}"))
