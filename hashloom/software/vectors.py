# SPDX-License-Identifier: Apache-2.0
"""Known answers for the C library as the lines that `skein-check` reads (libskein/tests/check_records.c).

They come from the project's own vectors, from the official ones where this machine has them, and from the
reference model with random input.
"""

import random
from collections.abc import Iterable, Iterator
from pathlib import Path

from hashloom import vectors
from hashloom.catalogue import functions
from hashloom.catalogue.design import Function
from hashloom.catalogue.places import Places
from hashloom.models.skein import Skein, Tree, model
from hashloom.models.threefish import ROUNDS, VERSIONS, Threefish
from hashloom.vectors.skein import read_skein, read_threefish
from hashloom.verification.cases import Effort, known_answers, random_message

RANDOM_HASHES = {"quick": 40, "full": 400}
RANDOM_BLOCKS = {"quick": 9, "full": 90}
QUICK_PARAMETERS = 4
"""A quick verification takes one in so many of the vectors with optional arguments, and of Threefish."""
LONGEST_BYTES = 1500
LONGEST_OUTPUT_BITS = 2100


def vector_files(places: Places) -> list[Path]:
    """All files of vectors that the records come from: those of the project, then the official ones."""
    names = [function.name for function in _functions(places)]
    for version in VERSIONS:
        names += [f"skein-{version}-params", f"skein-{version}-golden", f"threefish-{version}"]
    found = [vectors.compact_file(name) for name in names]
    found += [vectors.official_file(name, places) for name in names]
    return [path for path in found if path is not None]


def records(effort: Effort, seed: int, places: Places) -> Iterator[str]:
    """All records, one line each. `seed` is that of the random ones.

    quick: the vectors around whole blocks, a sample of the others, and the beginnings of the Monte Carlo
    chains; no message of a gigabyte.
    """
    for function in _functions(places):
        files = vectors.files_for(function, places)
        skein = model(function)
        for case in known_answers(function, files, effort):
            yield hash_record(skein, case.message, case.bits, case.digest)
        for path in files:
            yield from _chains(skein, vectors.read(path), effort)
    step = QUICK_PARAMETERS if effort == "quick" else 1
    for version in VERSIONS:
        for path in _files(places, f"skein-{version}-params", f"skein-{version}-golden"):
            for vector in read_skein(path)[::step]:
                yield hash_record(vector.skein, vector.message, vector.bits, vector.digest)
        for path in _files(places, f"threefish-{version}"):
            for block in read_threefish(path)[::step]:
                yield cipher_record(
                    Threefish(block.block_bits, version),
                    block.key,
                    block.tweak,
                    block.plaintext,
                    block.ciphertext,
                )
    yield from random_records(effort, seed)


def write(path: Path, effort: Effort, seed: int, places: Places, share: int = 1) -> int:
    """Write the records, or one in `share` of them, into a file; return how many it has."""
    lines = list(records(effort, seed, places))[seed % share :: share]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
    return len(lines)


def random_records(effort: Effort, seed: int) -> Iterator[str]:
    """Random messages, arguments, trees and blocks with the answers of the reference model."""
    generator = random.Random(seed)
    for _ in range(RANDOM_HASHES[effort]):
        skein = random_skein(generator)
        bits = generator.randrange(8 * LONGEST_BYTES)
        if generator.random() < 0.6:
            bits -= bits % (8 if generator.random() < 0.7 else skein.block_bits)
        message = random_message(generator, bits)
        yield hash_record(skein, message, bits, skein.digest(message, bits))
    for _ in range(RANDOM_BLOCKS[effort]):
        cipher = Threefish(generator.choice(list(ROUNDS)), generator.choice(VERSIONS))
        key, plaintext = (generator.randbytes(cipher.block_bits // 8) for _ in range(2))
        tweak = generator.randbytes(16) if generator.random() < 0.8 else bytes(16)
        yield cipher_record(cipher, key, tweak, plaintext, cipher.encrypt(key, tweak, plaintext))


def random_skein(generator: random.Random) -> Skein:
    """Return a Skein with any state, version, output, arguments and tree."""

    def argument() -> bytes | None:
        return generator.randbytes(generator.randrange(200)) if generator.random() < 0.3 else None

    tree = None
    if generator.random() < 0.5:
        tree = Tree(generator.randint(1, 3), generator.randint(1, 3), generator.choice((2, 3, 4, 255)))
    return Skein(
        block_bits=generator.choice(list(ROUNDS)),
        digest_bits=generator.randint(1, LONGEST_OUTPUT_BITS),
        version=generator.choice(VERSIONS),
        key=argument(),
        personalisation=argument(),
        public_key=argument(),
        key_identifier=argument(),
        nonce=argument(),
        tree=tree,
    )


def hash_record(skein: Skein, message: bytes, bits: int, digest: bytes) -> str:
    """Line of a message, whose unused last bits are 0, and its digest."""
    return _line("hash", skein, message=message.hex(), bits=bits, expected=digest.hex())


def cipher_record(cipher: Threefish, key: bytes, tweak: bytes, plaintext: bytes, ciphertext: bytes) -> str:
    """Line of an encrypted block."""
    return _words(
        "cipher",
        block=cipher.block_bits,
        version=cipher.version,
        key=key.hex(),
        tweak=tweak.hex(),
        message=plaintext.hex(),
        expected=ciphertext.hex(),
    )


def _chains(skein: Skein, content: vectors.VectorFile, effort: Effort) -> Iterator[str]:
    """Lines of the Monte Carlo chain up to each checkpoint, and of the message of a gigabyte."""
    chain, long = content.monte_carlo, content.extremely_long
    if chain is not None:
        numbers = sorted(chain.checkpoints)
        for number in numbers if effort == "full" else numbers[:1]:
            expected = chain.checkpoints[number].hex()
            yield _line(
                "chain", skein, message=chain.seed.hex(), count=1000 * (number + 1), expected=expected
            )
    if long is not None and effort == "full":
        yield _line("long", skein, message=long.text.hex(), count=long.repeat, expected=long.digest.hex())


def _line(kind: str, skein: Skein, **words: object) -> str:
    named = {
        "key": skein.key,
        "pers": skein.personalisation,
        "public": skein.public_key,
        "id": skein.key_identifier,
        "nonce": skein.nonce,
    }
    given = {name: value.hex() for name, value in named.items() if value is not None}
    if skein.tree is not None:
        given["tree"] = f"{skein.tree.leaf},{skein.tree.fan_out},{skein.tree.height}"
    head = {"block": skein.block_bits, "output": skein.digest_bits, "version": skein.version}
    return _words(kind, **head, **given, **words)


def _words(kind: str, **words: object) -> str:
    return " ".join([kind, *(f"{name}={value}" for name, value in words.items())])


def _functions(places: Places) -> list[Function]:
    return [function for function in functions(places) if function.family.model == "skein"]


def _files(places: Places, *names: str) -> Iterable[Path]:
    return [path for path in vector_files(places) if path.stem in names]
