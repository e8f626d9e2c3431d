# SPDX-License-Identifier: Apache-2.0
"""The models pad as the specifications say, in the words of `padding_rules`."""

import random

import pytest
from own_state import here
from padding_rules import RULES, Rule

from hashloom.catalogue import resolve_function
from hashloom.models import model_for, padding
from hashloom.vectors import message_by_rule

FUNCTIONS = {
    "sha-256": ("sha1", "sha256"),
    "sha-512": ("sha384", "sha512"),
    "skein-256": ("skein-1.3-256-256",),
    "skein-512": ("skein-1.3-512-512",),
    "skein-1024": ("skein-1.3-1024-1024",),
    "blake-256": ("blake-r2-256", "blake-r3-256"),
    "blake-512": ("blake-r2-512", "blake-r3-512"),
    "bmw-256": ("bmw-r2-256",),
    "bmw-512": ("bmw-r2-512",),
    "cubehash": ("cubehash-r2-256", "cubehash-r2-512"),
    "echo-256": ("echo-r2-256",),
    "echo-512": ("echo-r2-512",),
    "fugue": ("fugue-r2-256", "fugue-r2-512"),
    "groestl-256": ("groestl-r2-256", "groestl-r3-256"),
    "groestl-512": ("groestl-r2-512", "groestl-r3-512"),
    "hamsi-256": ("hamsi-r2-256",),
    "hamsi-512": ("hamsi-r2-512",),
    "jh": ("jh-r2-256", "jh-r3-512"),
    "keccak-r2-256": ("keccak-r2-256",),
    "keccak-r2-512": ("keccak-r2-512",),
    "keccak-256": ("keccak-r3-256",),
    "keccak-512": ("keccak-r3-512",),
    "sha3-224": ("sha3-224",),
    "sha3-384": ("sha3-384",),
    "shake128": ("shake128-256",),
    "luffa": ("luffa-r2-256", "luffa-r2-512"),
    "shabal": ("shabal-r2-256", "shabal-r2-512"),
    "shavite3-256": ("shavite3-r2-256", "shavite3-r2pkg-256"),
    "shavite3-512": ("shavite3-r2-512", "shavite3-r2bugfix-512"),
    "simd-256": ("simd-r2-256",),
    "simd-512": ("simd-r2-512",),
}
"""Functions by the rule of their padding."""


def bits_of(message: bytes, bits: int) -> str:
    return "".join(f"{byte:08b}" for byte in message)[:bits]


def test_every_rule_has_a_function() -> None:
    assert set(FUNCTIONS) == {rule.name for rule in RULES} - {"reversed"}


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.name in FUNCTIONS], ids=lambda one: one.name)
def test_models_pad_as_specified(rule: Rule, rng: random.Random) -> None:
    near = {place + i for place in (0, rule.block) for i in range(-140, 9) if place + i >= 0}
    others = rng.sample(range(4 * rule.block), 20)
    for name in FUNCTIONS[rule.name]:
        function = resolve_function(name, here())
        model = model_for(function)
        assert function.block_bits == rule.block
        for bits in sorted(near) + others:
            message = message_by_rule(bits)
            padded = b"".join(block.data for block in model.blocks(message, bits))
            assert bits_of(padded, 8 * len(padded)) == rule.pad(bits_of(message, bits)), (
                f"{name}, {bits} bits"
            )


@pytest.mark.parametrize("before", ["", "1", "1010"])
@pytest.mark.parametrize("zeros", [0, 3, 100])
def test_as_few_zeros_as_can_be(before: str, zeros: int) -> None:
    for bits in range(200):
        message = message_by_rule(bits)
        padded = padding.strengthened(message, bits, 64, b"\xa5\x5a", before=before, zeros=zeros)
        text = bits_of(padded, 8 * len(padded))
        fill = text.removeprefix(bits_of(message, bits) + "1").removesuffix(f"{before}1010010101011010")
        assert len(text) % 64 == 0
        assert len(fill) == len(text) - bits - 1 - len(before) - 16
        assert set(fill) <= {"0"}
        assert zeros <= len(fill) < zeros + 64
