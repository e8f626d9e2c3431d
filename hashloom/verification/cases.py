# SPDX-License-Identifier: Apache-2.0
"""Messages with their digests for verification: from vector files, and at random with those of the model."""

import hashlib
import itertools
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from hashloom import vectors
from hashloom.catalogue.design import Function
from hashloom.models import HashModel, model_for

Effort = Literal["quick", "full"]
QUICK_BLOCKS = 6
"""Longest message of a quick verification, in blocks of UNIT bits or more."""
UNIT = 256
"""Messages to functions with shorter blocks are as long as if the blocks had so many bits."""
QUICK_SAMPLE = 5
"""A quick verification takes one in so many of the vectors that lie at no block boundary."""
PATTERNS = (0x00, 0xFF)
"""Bytes of messages whose bits are all equal."""
RANDOM_MESSAGES = {"quick": 96, "full": 512}


@dataclass(frozen=True)
class Case:
    """A message of `bits` bits, its digest, and where both come from."""

    message: bytes
    bits: int
    digest: bytes
    source: str


@dataclass(frozen=True)
class Late(Case):
    """A message that begins with counters as if `counted` bits, whole blocks, went before."""

    counted: int


def files_digest(files: Iterable[Path]) -> str:
    """SHA-256 (hexadecimal) over those of the files."""
    state = hashlib.sha256()
    for file in files:
        state.update(hashlib.sha256(file.read_bytes()).digest())
    return state.hexdigest()


def known_answers(
    function: Function, files: Sequence[Path], effort: Effort, extra: Sequence[Path] = ()
) -> list[Case]:
    """Cases of vector files, each once; all those of the `extra` files.

    quick: of `files` the messages of up to QUICK_BLOCKS blocks: all those near a block boundary or a limit of
    the padding, and a sample of the others.
    """
    cases: dict[tuple[int, bytes, bytes], Case] = {}
    for path in [*files, *extra]:
        content = vectors.read(path)
        content.check_fits(function)
        skipped = 0
        for vector in content.vectors:
            if effort == "quick" and path not in extra:
                if vector.bits > QUICK_BLOCKS * max(function.block_bits, UNIT):
                    continue
                if not _is_near_boundary(vector.bits, function.block_bits):
                    skipped += 1
                    if skipped % QUICK_SAMPLE:
                        continue
            source = f"{path.name}: {vector.source or 'vector'} of {vector.bits} bits"
            case = Case(vector.message, vector.bits, vector.digest, source)
            cases.setdefault((vector.bits, vector.message, vector.digest), case)
    return list(cases.values())


def random_cases(function: Function, model: HashModel, effort: Effort, seed: int) -> list[Case]:
    """Random messages with digests by the model: any number of bits, whole bytes, lengths at boundaries."""
    generator = random.Random(f"{seed} {function.name}")
    block = max(function.block_bits, UNIT)
    cases = []
    for number in range(RANDOM_MESSAGES[effort]):
        limit = block * generator.choice((1, 2, 3, 3, QUICK_BLOCKS if effort == "quick" else 12))
        kind = generator.randrange(4)
        if number == 0:
            bits = 0
        elif kind == 0:
            bits = 8 * generator.randint(0, limit // 8)
        elif kind == 1:
            bits = max(0, block * generator.randint(0, limit // block) + generator.randint(-8, 8))
        else:
            bits = generator.randint(0, limit)
        message = random_message(generator, bits)
        cases.append(
            Case(message, bits, model.digest(message, bits), f"random message {number}, {bits} bits")
        )
    return cases


@lru_cache(maxsize=4)
def monte_carlo_cases(function: Function, files: tuple[Path, ...]) -> list[Case]:
    """The hashes up to the first checkpoint of the Monte Carlo chains of these files, each as a case.

    The digests are the model's, the last one is that of the file: where all are right, so is the chain.
    """
    cases = []
    for path in files:
        chain = vectors.read(path).monte_carlo
        if chain is None:
            continue
        links = itertools.islice(chain.links(model_for(function).digest), vectors.CHECKPOINT)
        for number, (message, digest) in enumerate(links, start=1):
            published = chain.checkpoints[0] if number == vectors.CHECKPOINT else digest
            source = f"{path.name}: hash {number} of the Monte Carlo chain"
            cases.append(Case(message, 8 * len(message), published, source))
    return cases


def random_message(generator: random.Random, bits: int) -> bytes:
    """`bits` random bits from the most significant bit of the first byte on; the last unused ones are 0."""
    return (generator.getrandbits(bits) << (-bits % 8)).to_bytes((bits + 7) // 8, "big") if bits else b""


def _is_near_boundary(bits: int, block: int) -> bool:
    """Whether padding has a case of its own here: around whole blocks, and where a length field just fits."""
    block = max(block, UNIT)
    rest = bits % block
    edges = (0, block, block - 65, block - 129, block - 128, block - 64)
    return bits <= 16 or any(abs(rest - edge) <= 8 for edge in edges)
