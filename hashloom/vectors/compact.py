# SPDX-License-Identifier: Apache-2.0
"""The project's own set of vectors in `hashloom/vectors/data`, computed by the reference models.

`make generate` writes the files.

The models pass every official vector; this set carries that proof to machines that do not have those files.
"""

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hashloom.catalogue import functions
from hashloom.catalogue.design import Function
from hashloom.catalogue.places import Places
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


def files(places: Places) -> dict[Path, str]:
    """Path and content of every file of the set."""
    known = functions(places)
    contents: dict[str, dict[str, Any]] = {function.name: _function_file(function) for function in known}
    if any(function.family.model == "skein" for function in known):
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


ARGUMENTS = ("key", "personalisation", "public_key", "key_identifier", "nonce")
TREE_HEIGHTS = (2, 3, 4, 255)
LONGEST_TREE = 24
"""Blocks of the longest message to a tree."""


def _skeins(version: str) -> Iterator[tuple[Skein, int]]:
    """Skein with optional arguments and trees, each with a message length in bits.

    Messages, outputs and arguments have every length at which the hardware or the library does another thing,
    every subset of the arguments is there, and trees end at every place of a node. What is drawn from several
    lists at once goes through them in cycles of lengths without a common divisor.
    """
    for block_bits in ROUNDS:
        for options, digest_bits, bits in (*_samples(), *_requests(block_bits), *_trees(block_bits)):
            yield Skein(block_bits, digest_bits, version, **options), bits


def _samples() -> Iterator[tuple[dict[str, Any], int, int]]:
    """Options, length of the output and of the message: one of each kind."""
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
    yield from zip(arguments, outputs, bits, strict=True)


def _requests(block_bits: int) -> Iterator[tuple[dict[str, Any], int, int]]:
    """The same of requests without a tree."""
    block = block_bits // 8
    short = {*range(11), 32, 64, 128, 192, 256, 384, 511, 512, 513, 768, 1023, 1024, 1025}
    edges = {blocks * block_bits + i for blocks in (1, 2, 4, 5) for i in (-64, -8, -1, 0, 1, 8)}
    lengths = sorted(short | edges)
    outputs = (1, 8, 160, 224, 256, 264, 384, 512, 520, 1024, 1032, 2056, 5 * block_bits + 1)
    sizes = (0, 1, block - 1, block, block + 1, 2 * block, 2 * block + 1)
    size, length = itertools.cycle(sizes), itertools.cycle(lengths)
    for bits in lengths:
        yield {}, block_bits, bits
    for bits in lengths[::2]:
        yield {"key": message_by_rule(8 * next(size))}, block_bits, bits
    for number, digest_bits in enumerate(2 * outputs):
        yield (
            {"nonce": b"long"} if number >= len(outputs) else {},
            digest_bits,
            (1024, 8 * block + 3)[number % 2],
        )
    for name in ARGUMENTS:
        for bytes_given in sizes:
            yield {name: message_by_rule(8 * bytes_given)}, block_bits, next(length)
    for subset in range(1 << len(ARGUMENTS)):
        named = [name for place, name in enumerate(ARGUMENTS) if subset >> place & 1]
        options = {name: message_by_rule(8 * next(size)) for name in named}
        yield options, outputs[subset % len(outputs)], next(length)


def _trees(block_bits: int) -> Iterator[tuple[dict[str, Any], int, int]]:
    """The same of trees: with one leaf, and where a node is full, has one leaf less or one more."""
    shapes = itertools.cycle(itertools.product(range(3), TREE_HEIGHTS))
    outputs = itertools.cycle((block_bits, 160, 2 * block_bits, 1025, 8))
    options = itertools.cycle(
        ({}, {"key": b"key"}, {"nonce": b"tree", "personalisation": b""}, {}, {}, {}, {})
    )
    for leaf, fan_out in itertools.product((1, 2, 3), repeat=2):
        leaf_bits, node = block_bits << leaf, 1 << fan_out
        for leaves in sorted({1, 2, node - 1, node, node + 1, 2 * node, 2 * node + 1, node * node + 1}):
            if leaves << leaf > LONGEST_TREE:
                continue
            for end, height in itertools.islice(shapes, 2):
                last_bits = (leaf_bits, leaf_bits - 8, 8)[end]
                chosen = {**next(options), "tree": Tree(leaf, fan_out, height)}
                yield chosen, next(outputs), (leaves - 1) * leaf_bits + last_bits


def _parameters_file(version: str) -> dict[str, Any]:
    vectors = []
    for skein, bits in dict.fromkeys(_skeins(version)):
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
        entry |= {"digest_hex": skein.digest(message_by_rule(bits), bits).hex()}
        vectors.append(entry)
    return {
        "algorithm": "Skein",
        "file_key": f"skein-{version}-params",
        "version": f"Skein {version}",
        "bit_order": BIT_ORDER,
        "message_rule": MESSAGE_RULE,
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
