# SPDX-License-Identifier: Apache-2.0
"""Paddings of hash functions in the words of their specifications, for the test of the shell.

A message is a string of `0` and `1`, first bit first. `RULES` has the order of `rtl/checksum_top.sv`.
"""

from collections.abc import Callable
from dataclasses import dataclass

Bits = str


@dataclass(frozen=True)
class Rule:
    """A padding: `pad(message)` is a multiple of `block` bits."""

    name: str
    block: int
    pad: Callable[[Bits], Bits]


def number(value: int, bits: int, order: str) -> Bits:
    """`value` as a field of `bits` bits, bytes in `order` (big or little), highest bit of each byte first."""
    data = value.to_bytes(bits // 8, "big" if order == "big" else "little")
    return "".join(f"{byte:08b}" for byte in data)


def zeros_to(bits: Bits, residue: int, block: int) -> Bits:
    """Append as few zeros as make the length congruent to `residue` modulo `block`."""
    return bits + "0" * ((residue - len(bits)) % block)


def strengthened(
    block: int, length_bits: int, order: str = "big", mark: Bits = "1", before: Bits = "", after: Bits = ""
) -> Callable[[Bits], Bits]:
    """The rule of MD4's descendants: `mark`, zeros, and a trailer that holds the message length in bits."""

    def pad(message: Bits) -> Bits:
        trailer = before + number(len(message), length_bits, order) + after
        return zeros_to(message + mark, -len(trailer), block) + trailer

    return pad


def one_and_zeros(block: int) -> Callable[[Bits], Bits]:
    """CubeHash, Luffa, Shabal: `1` and zeros."""
    return lambda message: zeros_to(message + "1", 0, block)


def skein(block: int) -> Callable[[Bits], Bits]:
    """Skein 1.3, section 3.4: a `1` only after an incomplete byte; zeros; at least one block."""

    def pad(message: Bits) -> Bits:
        marked = message + "1" if len(message) % 8 else message
        return zeros_to(marked, 0, block) or "0" * block

    return pad


def groestl(block: int) -> Callable[[Bits], Bits]:
    """Groestl, section 3.3: `1`, zeros, number of blocks of the padded message in 64 bits."""

    def pad(message: Bits) -> Bits:
        padded = zeros_to(message + "1", -64, block)
        return padded + number((len(padded) + 64) // block, 64, "big")

    return pad


def jh(message: Bits) -> Bits:
    """JH, section 4.1: `1`, 383 + (-l mod 512) zeros, l in 128 bits."""
    return message + "1" + "0" * (383 + -len(message) % 512) + number(len(message), 128, "big")


def simd(block: int) -> Callable[[Bits], Bits]:
    """SIMD, section 1.1.2: zeros to a block; a block that begins with the length, lowest byte first."""
    return lambda message: zeros_to(
        zeros_to(message, 0, block) + number(len(message), 64, "little"), 0, block
    )


def swap(bits: Bits) -> Bits:
    """The bits of each byte in the other order."""
    return "".join(bits[i : i + 8][::-1] for i in range(0, len(bits), 8))


def lowest_first(pad: Callable[[Bits], Bits]) -> Callable[[Bits], Bits]:
    """`pad` for a function that counts the bits of a byte from the lowest.

    The bits of an incomplete byte keep their order of significance: its first bit here is its last one there.
    """
    return lambda message: swap(pad(swap(message)))


def keccak_round_2(digest: int, rate: int) -> Callable[[Bits], Bits]:
    """Keccak of the second round: `1`, zeros to a byte, bytes d and r / 8, `1`, zeros."""

    def pad(message: Bits) -> Bits:
        parameters = swap(number(digest // 8, 8, "big") + number(rate // 8, 8, "big"))
        return zeros_to(zeros_to(message + "1", 0, 8) + parameters + "1", 0, rate)

    return lowest_first(pad)


def sponge(rate: int, suffix: Bits = "") -> Callable[[Bits], Bits]:
    """FIPS 202: a domain suffix and pad10*1."""
    return lowest_first(lambda message: zeros_to(message + suffix + "1", -1, rate) + "1")


def reversed_length(message: Bits) -> Bits:
    """Of no hash function: `1`, zeros, 64 bits of length, lowest byte first, `1`; lowest bits first."""
    length = swap(number(len(message), 64, "little"))
    return lowest_first(lambda swapped: zeros_to(swapped + "1", -65, 512) + length + "1")(message)


RULES = (
    Rule("sha-256", 512, strengthened(512, 64)),
    Rule("sha-512", 1024, strengthened(1024, 128)),
    Rule("skein-256", 256, skein(256)),
    Rule("skein-512", 512, skein(512)),
    Rule("skein-1024", 1024, skein(1024)),
    Rule("blake-256", 512, strengthened(512, 64, before="1")),
    Rule("blake-512", 1024, strengthened(1024, 128, before="1")),
    Rule("bmw-256", 512, strengthened(512, 64, "little")),
    Rule("bmw-512", 1024, strengthened(1024, 64, "little")),
    Rule("cubehash", 256, one_and_zeros(256)),
    Rule("echo-256", 1536, strengthened(1536, 128, "little", before=number(256, 16, "little"))),
    Rule("echo-512", 1024, strengthened(1024, 128, "little", before=number(512, 16, "little"))),
    Rule("fugue", 32, strengthened(32, 64, mark="")),
    Rule("groestl-256", 512, groestl(512)),
    Rule("groestl-512", 1024, groestl(1024)),
    Rule("hamsi-256", 32, strengthened(32, 64)),
    Rule("hamsi-512", 64, strengthened(64, 64)),
    Rule("jh", 512, jh),
    Rule("keccak-r2-256", 1088, keccak_round_2(256, 1088)),
    Rule("keccak-r2-512", 576, keccak_round_2(512, 576)),
    Rule("keccak-256", 1088, sponge(1088)),
    Rule("keccak-512", 576, sponge(576)),
    Rule("sha3-224", 1152, sponge(1152, "01")),
    Rule("sha3-384", 832, sponge(832, "01")),
    Rule("shake128", 1344, sponge(1344, "1111")),
    Rule("luffa", 256, one_and_zeros(256)),
    Rule("shabal", 512, one_and_zeros(512)),
    Rule("shavite3-256", 512, strengthened(512, 64, "little", after=number(256, 16, "little"))),
    Rule("shavite3-512", 1024, strengthened(1024, 128, "little", after=number(512, 16, "little"))),
    Rule("simd-256", 512, simd(512)),
    Rule("simd-512", 1024, simd(1024)),
    Rule("reversed", 512, reversed_length),
)
