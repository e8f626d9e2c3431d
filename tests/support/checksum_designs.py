# SPDX-License-Identifier: Apache-2.0
"""A core that gives a checksum of its blocks: in the message shell, behind a bus, and what it must give."""

import random

from folders import CORES, RTL
from padding_rules import RULES, Bits, Rule

from hashloom.catalogue.rtl import RtlUnit
from hashloom.simulation import Beat, stream

COMMON = CORES / "common" / "rtl"
SHELL = (
    "hash_pkg",
    "message_end",
    "message_length",
    "message_padder",
    "block_collector",
    "digest_serializer",
    "message_lane",
    "message_shell",
)
SUMMED = RTL / "checksum_core.sv"
TOP_SOURCES = (*(COMMON / f"{name}.sv" for name in SHELL), SUMMED, RTL / "checksum_top.sv")
BUS_SOURCES = (
    *(COMMON / f"{name}.sv" for name in (*SHELL[:-2], "message_bus_turn", "message_bus")),
    SUMMED,
    RTL / "checksum_bus.sv",
)
WIDTHS = (8, 16, 32, 64, 128)
# Rules between them with every field of the record; these run with every width of the words.
EVERY_WIDTH = ("sha-256", "skein-512", "echo-512", "hamsi-512", "jh", "keccak-r2-512", "shake128", "reversed")
# Rules of checksum_bus, the last of them with blocks of one word.
PADDINGS = {number: rule.name for number, rule in enumerate(RULES) if number in (0, 3, 13, 17, 19, 16)}


def top_unit(rule: int, word: int, stages: int, beats: int = 1, drop: int = 0) -> RtlUnit:
    """The message shell around the core."""
    parameters = {"RULE": rule, "WORD": word, "STAGES": stages, "BEATS": beats, "DROP": drop}
    return RtlUnit(f"checksum_{rule}_{word}_{stages}", "checksum_top", TOP_SOURCES, tuple(parameters.items()))


def bus_unit(
    rule: int = 0, word: int = 64, circuits: int = 4, interleave: int = 1, beats: int = 1, drop: int = 0
) -> RtlUnit:
    """Circuits of the core behind one bus."""
    parameters = {"RULE": rule, "WORD": word, "CIRCUITS": circuits, "INTERLEAVE": interleave, "BEATS": beats}
    name = f"checksum_bus_{rule}_{word}_{circuits}_{interleave}"
    return RtlUnit(name, "checksum_bus", BUS_SOURCES, (*parameters.items(), ("DROP", drop)))


def checksum(rule: Rule, message: Bits) -> tuple[int, int]:
    """Value of checksum_core for a message, and the number of its bits."""
    padded, width, value = rule.pad(message), rule.block + 64, 0
    starts = range(0, len(padded), rule.block)
    for start in starts:
        flags = f"{start == 0:d}{start == starts[-1]:d}{start >= len(message):d}"
        count = min(len(message), start + rule.block)
        block = int(flags + format(count, "061b") + padded[start : start + rule.block], 2)
        value = (value << 11 | value >> (width - 11)) % (1 << width) ^ block
    return value, width


def digest(rule: Rule, message: Bits, word: int, beats: int = 1, drop: int = 0) -> bytes:
    """What checksum_top gives for a message: each beat filled up with zeros to whole words."""
    value, width = checksum(rule, message)
    result = b""
    for beat in range(beats):
        kept = width - (drop if beat == beats - 1 else 0)
        bits = format(value, f"0{width}b")[: -(-kept // word) * word]
        result += int(bits.ljust(-(-len(bits) // word) * word, "0"), 2).to_bytes(
            -(-kept // word) * word // 8, "big"
        )
        value ^= (1 << width) - 1
    return result


def random_bits(source: random.Random, length: int) -> Bits:
    return format(source.getrandbits(length), f"0{length}b") if length else ""


def beats(message: Bits, word: int, source: random.Random) -> list[Beat]:
    data = int(message.ljust(-(-len(message) // 8) * 8, "0") or "0", 2).to_bytes(-(-len(message) // 8), "big")
    return stream(data, len(message), word, source, extra_word=source.random() < 0.5)
