# SPDX-License-Identifier: Apache-2.0
"""Vector files particular to Skein and Threefish.

`skein-*-golden` and `skein-*-params` give output length, key, personalisation, public key, key identifier,
nonce and tree with every message, in whose partial last byte the unused bits may have any value, or which
follows from its length (`message_rule`);
`threefish-*` are block vectors; `threefish-*-traces` are states round by round.
"""

from dataclasses import dataclass
from pathlib import Path

from hashloom.models.bits import cut
from hashloom.models.skein import Skein, Tree
from hashloom.vectors import Reader, message_by_rule


@dataclass(frozen=True)
class SkeinVector:
    """A message of `bits` bits, the Skein to hash it with, and the output."""

    skein: Skein
    message: bytes
    bits: int
    digest: bytes
    source: str


@dataclass(frozen=True)
class ThreefishVector:
    """One encrypted block."""

    block_bits: int
    key: bytes
    tweak: bytes
    plaintext: bytes
    ciphertext: bytes


@dataclass(frozen=True)
class ThreefishTrace:
    """States of one encryption as (name of the step, words).

    The first step called `plaintext feedforward` is the ciphertext xor the plaintext; what follows it in the
    official files belongs to no encryption. The official program renames words instead of permuting them, so
    only the states after key injections have the words in the order of the specification.
    """

    block_bits: int
    key: bytes
    tweak: bytes
    plaintext: bytes
    states: tuple[tuple[str, tuple[int, ...]], ...]


def version_of(reader: Reader) -> str:
    """Version of Skein (`1.3`) a file is for, from its header, which ends with it."""
    version = reader.text("version").split()
    if not version or version[-1] not in ("1.1", "1.2", "1.3"):
        raise reader.error("version", "a text that ends with 1.1, 1.2 or 1.3")
    return version[-1]


def read_skein(path: Path) -> list[SkeinVector]:
    """Read a file with Skein's optional arguments; UsageError if it is not one."""
    reader, _ = Reader.open(path)
    version = version_of(reader)
    rule = reader.has_message_rule()
    return [_skein_vector(entry, version, rule) for entry in reader.children("vectors")]


def _skein_vector(entry: Reader, version: str, rule: bool) -> SkeinVector:
    def optional(key: str) -> bytes | None:
        return None if entry.content.get(key) is None else entry.octets(key)

    tree = entry.child("tree")
    skein = Skein(
        block_bits=entry.integer("state_bits"),
        digest_bits=entry.integer("out_bits"),
        version=version,
        key=optional("key_hex"),
        personalisation=optional("pers_hex"),
        public_key=optional("pk_hex"),
        key_identifier=optional("kdf_hex"),
        nonce=optional("nonce_hex"),
        tree=Tree(tree.integer("leaf"), tree.integer("node"), tree.integer("max")) if tree else None,
    )
    bits = entry.integer("len_bits", None if rule else 8 * len(entry.octets("msg_hex")))
    return SkeinVector(
        skein=skein,
        message=message_by_rule(bits) if rule else cut(entry.octets("msg_hex", (bits + 7) // 8), bits)[0],
        bits=bits,
        digest=entry.bit_string("digest_hex", skein.digest_bits),
        source=entry.text("src", ""),
    )


def read_threefish(path: Path) -> list[ThreefishVector]:
    """Read a file with blocks of Threefish; UsageError if it is not one."""
    reader, _ = Reader.open(path)
    result = []
    for entry in reader.children("vectors"):
        size = entry.integer("block_bits") // 8
        result.append(
            ThreefishVector(
                block_bits=8 * size,
                key=entry.octets("key_hex", size),
                tweak=entry.octets("tweak_hex", 16),
                plaintext=entry.octets("pt_hex", size),
                ciphertext=entry.octets("ct_hex", size),
            )
        )
    return result


def read_traces(path: Path) -> list[ThreefishTrace]:
    """Read a file with round-by-round states; UsageError if it is not one."""
    reader, _ = Reader.open(path)
    return [_trace(entry) for entry in reader.children("traces")]


def _trace(entry: Reader) -> ThreefishTrace:
    size = entry.integer("block_bits") // 8
    steps = entry.content.get("states")
    states = []
    for step in steps if isinstance(steps, list) else []:
        try:
            name, text = step
            states.append((str(name), tuple(int(word, 16) for word in text.split())))
        except (TypeError, ValueError, AttributeError):
            raise entry.error("states", f"pairs of a name and {size // 8} words, not {step}") from None
    if not states:
        raise entry.error("states", "a list of pairs of a name and words")
    return ThreefishTrace(
        block_bits=8 * size,
        key=entry.octets("key_hex", size),
        tweak=entry.octets("tweak_hex", 16),
        plaintext=entry.octets("pt_hex", size),
        states=tuple(states),
    )
