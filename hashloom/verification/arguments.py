# SPDX-License-Identifier: Apache-2.0
"""Verification of Skein with its arguments, and of Skein's trees, in hardware.

A case is a request: a command and the strings that it names, each a packet of words (`skein_sequencer`). It
is run as at every level (`hashloom.verification`), with the vectors `skein-*-params` and `skein-*-golden` as
known answers and requests with random arguments, lengths of the digest and messages.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashloom import simulation
from hashloom.catalogue.design import Function
from hashloom.catalogue.rtl import Level
from hashloom.errors import HashloomError
from hashloom.models.skein import Skein, Tree
from hashloom.simulation import Beat
from hashloom.vectors.skein import read_skein
from hashloom.verification.cases import Case, Effort, random_message

RANDOM_REQUESTS = {"quick": 48, "full": 256}
QUICK_BITS = 6 * 512
"""A quick verification takes the vectors whose message has at most so many bits."""
QUICK_SAMPLE = 3
"""And of them one in so many."""
QUICK_TREE_BLOCKS = 12
"""Of trees a quick verification takes all those whose message has at most so many blocks."""
STRINGS = ("key", "personalisation", "public_key", "key_identifier", "nonce")
"""The arguments in the order of their bits in the command, and of their packets."""


@dataclass(frozen=True)
class Request(Case):
    """A message with the Skein that hashes it."""

    skein: Skein


def command(skein: Skein) -> bytes:
    """Return the 16 bytes of the command for this Skein."""
    named = sum(1 << bit for bit, name in enumerate(STRINGS) if getattr(skein, name) is not None)
    return skein.configuration()[8:19] + bytes([0, named]) + bytes(3)


def strings(request: Request) -> list[tuple[bytes, int]]:
    """What a request consists of, a packet each, with lengths in bits: command, strings, message."""
    named = [getattr(request.skein, name) for name in STRINGS]
    given = [command(request.skein), *(text for text in named if text is not None)]
    return [*((text, 8 * len(text)) for text in given), (request.message, request.bits)]


def packets(request: Request, word: int, noise: random.Random | None = None) -> list[Beat]:
    """Words of `word` bits of a request: the command, its strings, the message; `noise` as in `stream`."""
    return [
        beat
        for text, bits in strings(request)
        for beat in simulation.stream(text, bits, word, noise, noise is not None and noise.random() < 0.3)
    ]


def argument_vectors(function: Function) -> tuple[str, tuple[str, ...]]:
    """Names of the vector files with arguments for this function's version: own and official."""
    version = function.fields["version"]
    return f"skein-{version}-params", (f"skein-{version}-params", f"skein-{version}-golden")


def known_requests(
    function: Function, files: Sequence[Path], effort: Effort, level: Level = "arguments"
) -> list[Request]:
    """Requests of vector files with the block length of the function, with trees at level `tree` alone."""
    found: dict[tuple[Skein, bytes, int], Request] = {}
    longest = QUICK_TREE_BLOCKS * function.block_bits if level == "tree" else QUICK_BITS
    for path in files:
        for number, vector in enumerate(read_skein(path)):
            skein = vector.skein
            if skein.block_bits != function.block_bits or (skein.tree is not None) != (level == "tree"):
                continue
            if effort == "quick" and (
                vector.bits > longest or (level == "arguments" and number % QUICK_SAMPLE)
            ):
                continue
            source = f"{path.name}: vector {number} of {vector.bits} bits"
            request = Request(vector.message, vector.bits, vector.digest, source, skein)
            found.setdefault((skein, vector.message, vector.bits), request)
    if effort == "full" and not found and files:
        raise HashloomError(f"{files[0].name} has no vectors of {function.name}")
    return list(found.values())


def random_requests(
    function: Function, effort: Effort, seed: int, level: Level = "arguments"
) -> list[Request]:
    """Requests with random arguments; digests by the model."""
    generator = random.Random(f"{seed} {function.name} {level}")
    block = function.block_bits
    requests = []
    for number in range(RANDOM_REQUESTS[effort]):
        bits = generator.choice((0, 1, 8, block - 8, block, block + 8, generator.randint(0, 3 * block)))
        if level == "tree":
            bits = 8 * generator.randint(0, generator.choice((1, 3, 9)) * block // 8)
        options: dict[str, Any] = {}
        for name in STRINGS:
            if generator.random() < 0.4:
                size = generator.choice((0, 1, block // 8, block // 8 + 1, generator.randint(0, block // 4)))
                options[name] = random_message(generator, 8 * size)
        if level == "tree":
            height = generator.choice((2, 3, 4, 255))
            options["tree"] = Tree(generator.randint(1, 3), generator.randint(1, 3), height)
        version = str(function.fields["version"])
        skein = Skein(block, _digest_bits(generator, block), version, **options)
        message = random_message(generator, bits)
        what = f"random request {number}, {bits} bits, {skein}"
        requests.append(Request(message, bits, skein.digest(message, bits), what, skein))
    return requests


def _digest_bits(generator: random.Random, block: int) -> int:
    return generator.choice(
        (1, 8, 64, 160, block - 1, block, block + 1, 2 * block, generator.randint(1, 5 * block))
    )
