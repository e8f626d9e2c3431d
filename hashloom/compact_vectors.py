# SPDX-License-Identifier: Apache-2.0
"""The project's own set of vectors in `hashloom/data/vectors`, computed by the reference models.

`make generate` writes the files.

The models pass every official vector; this set carries that proof to machines that do not have those files.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hashloom.catalogue import functions
from hashloom.design import Function
from hashloom.models import model_for
from hashloom.models.skein import Skein, Tree
from hashloom.models.threefish import ROUNDS, VERSIONS, Threefish
from hashloom.vectors import MESSAGE_RULE, compact_folder, message_by_rule

BIT_ORDER = "unused bits of a partial last byte are its least significant ones, and 0"


def lengths(block_bits: int) -> list[int]:
    """Message lengths in bits that meet every case of padding and of several blocks, in order."""
    short = {0, 1, 2, 7, 8, 9, 63, 64, 65, 200}
    # Where a length field of 64 or 128 bits and the bit 1 before it just fit, and just do not.
    limits = {block_bits - field - 1 + i for field in (64, 128) for i in (-7, 0, 1) if field < block_bits}
    edges = {blocks * block_bits + i for blocks in (1, 2, 3) for i in (-8, -1, 0, 1, 8)}
    several = {4 * block_bits, 5 * block_bits - 3, 8 * block_bits + 64}
    return sorted(short | limits | edges | several)


def files() -> dict[Path, str]:
    """Path and content of every file of the set."""
    contents: dict[str, dict[str, Any]] = {
        function.name: _function_file(function) for function in functions()
    }
    if any(function.family.model == "skein" for function in functions()):
        for version in VERSIONS:
            contents[f"skein-{version}-params"] = _parameters_file(version)
            contents[f"threefish-{version}"] = _threefish_file(version)
    return {compact_folder() / f"{name}.json": _text(content) for name, content in contents.items()}


def _function_file(function: Function) -> dict[str, Any]:
    model = model_for(function)
    return {
        "algorithm": function.family.title,
        "file_key": function.name,
        "digest_bits": function.digest_bits,
        "block_bits": function.block_bits,
        "bit_order": BIT_ORDER,
        "message_rule": MESSAGE_RULE,
        "vectors": [
            {"len_bits": bits, "digest_hex": model.digest(message_by_rule(bits), bits).hex()}
            for bits in lengths(function.block_bits)
        ],
    }


def _skeins(version: str) -> Iterator[tuple[Skein, int]]:
    """Skein with optional arguments and trees, each with a message length in bits."""
    arguments: list[dict[str, Any]] = [
        {"key": message_by_rule(8)},
        {"key": message_by_rule(8 * 65)},
        {"personalisation": b"20090101 hashloom@example.org Skein"},
        {"public_key": message_by_rule(8 * 48)},
        {"key_identifier": b"session 1"},
        {"nonce": message_by_rule(8 * 16)},
        {"tree": Tree(1, 1, 2)},
        {"tree": Tree(2, 1, 255), "nonce": b""},
        {"tree": Tree(1, 2, 3), "key": message_by_rule(8 * 32)},
        {
            "key": message_by_rule(8 * 128),
            "personalisation": b"p",
            "public_key": b"k",
            "key_identifier": b"i",
            "nonce": b"n",
        },
    ]
    outputs = (256, 160, 512, 1025, 8, 2056, 384, 1024, 1, 519)
    bits = (0, 8, 1023, 1024, 3, 2048, 2049, 12288, 16391, 80)
    for block_bits in ROUNDS:
        for argument, digest_bits, length in zip(arguments, outputs, bits, strict=True):
            yield Skein(block_bits, digest_bits, version, **argument), length


def _parameters_file(version: str) -> dict[str, Any]:
    vectors = []
    for skein, bits in _skeins(version):
        message = message_by_rule(bits)
        named = {
            "key_hex": skein.key,
            "pers_hex": skein.personalisation,
            "pk_hex": skein.public_key,
            "kdf_hex": skein.key_identifier,
            "nonce_hex": skein.nonce,
        }
        entry: dict[str, Any] = {
            "state_bits": skein.block_bits,
            "out_bits": skein.digest_bits,
            "len_bits": bits,
        }
        entry |= {key: value.hex() for key, value in named.items() if value is not None}
        if skein.tree:
            entry["tree"] = {"leaf": skein.tree.leaf, "node": skein.tree.fan_out, "max": skein.tree.height}
        entry |= {"msg_hex": message.hex(), "digest_hex": skein.digest(message, bits).hex()}
        vectors.append(entry)
    return {
        "algorithm": "Skein",
        "file_key": f"skein-{version}-params",
        "version": f"Skein {version}",
        "bit_order": BIT_ORDER,
        "note": "tree: leaf, node and max are Y_l, Y_f and Y_m; an absent argument is left out of the hash",
        "vectors": vectors,
    }


def _threefish_file(version: str) -> dict[str, Any]:
    vectors = []
    for block_bits in ROUNDS:
        for start in (0, 1, 2):
            sizes = (block_bits + 8 * start, 128 + 8 * start, block_bits + 8 * start + 64)
            key, tweak, plaintext = (message_by_rule(bits)[start:] for bits in sizes)
            plaintext = plaintext[: block_bits // 8]
            vectors.append(
                {
                    "block_bits": block_bits,
                    "key_hex": key.hex(),
                    "tweak_hex": tweak.hex(),
                    "pt_hex": plaintext.hex(),
                    "ct_hex": Threefish(block_bits, version).encrypt(key, tweak, plaintext).hex(),
                }
            )
    return {
        "algorithm": "Threefish",
        "file_key": f"threefish-{version}",
        "version": f"as in Skein {version}",
        "vectors": vectors,
    }


def _text(content: dict[str, Any]) -> str:
    """JSON with one vector per line."""
    header = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in content.items() if key != "vectors"]
    vectors = ",\n".join(json.dumps(vector) for vector in content["vectors"])
    return "{\n" + ",\n".join(header) + f',\n"vectors": [\n{vectors}\n]\n}}\n'
