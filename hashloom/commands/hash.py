# SPDX-License-Identifier: Apache-2.0
"""Digest of a file or of standard input: by libskein where it is there and agrees, else by the model."""

import argparse
import dataclasses
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from hashloom.commands import note
from hashloom.commands._arguments import function_argument
from hashloom.commands._documents import print_stamped
from hashloom.errors import CheckFailed, MissingTool, UsageError
from hashloom.models import Block, HashModel, model_for
from hashloom.models.iterated import Iterated
from hashloom.models.skein import Skein, Tree

try:
    import libskein
    from libskein import skein256, skein512, skein1024
except ImportError:  # also if it is the folder of that name in the checkout that was found
    ENGINES = {}
else:
    ENGINES = {256: skein256, 512: skein512, 1024: skein1024}

NAME = "hash"
HELP = "print the digest of a file"
EPILOG = """\
The digest is printed as sha256sum does: hexadecimal, two blanks, name of the file ("-" is standard input).

Skein is computed by the C library libskein if its Python module is installed, after a check that it agrees
with the reference model on a short message with the same arguments; everything else by the reference models,
which are written to be read, not to be fast: a few hundred kilobytes per second. --engine chooses.
"""

CHUNK_BYTES = 1 << 23
MOST_AT_ONCE = 1 << 28
"""Bytes of a message that a model takes which has no steps from block to block."""
CHECKED_OUTPUT_BITS = 1 << 16
MOST_OUTPUT_BITS = 1 << 33
CHECK_MESSAGE = bytes(range(199))
CHECK_BITS = 8 * len(CHECK_MESSAGE) - 3

BYTE_STRINGS = ("key", "personalisation", "public_key", "key_identifier", "nonce")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("function", metavar="FUNCTION", help="such as sha256 or skein-1.3-512-256")
    parser.add_argument("file", metavar="FILE", nargs="?", default="-", help="default: standard input")
    parser.add_argument("--bits", type=int, metavar="N", help="hash the first N bits of the input only")
    parser.add_argument(
        "--engine", choices=("auto", "libskein", "model"), default="auto", help="who computes it"
    )
    skein = parser.add_argument_group("Skein only (byte strings in hexadecimal)")
    for name in BYTE_STRINGS:
        skein.add_argument(f"--{name.replace('_', '-')}", metavar="HEX")
    skein.add_argument("--tree", metavar="LEAF,FANOUT,HEIGHT", help="tree hashing: Y_l, Y_f and Y_m")
    skein.add_argument("--output-bits", type=int, metavar="N", help="length of the output")


def run(arguments: argparse.Namespace) -> int:
    """Hash and print."""
    function = function_argument(arguments.function, arguments.places)
    options = skein_options(arguments)
    model = model_for(function)
    if options:
        model = with_options(function.name, model, options)
    engine = fast_engine(function.name, model, arguments.engine)
    with opened(arguments.file) as file:
        if engine is not None:
            digest, bits = stream_digest(engine, file, arguments.bits)
        else:
            digest, bits = model_digest(model, file, arguments.bits)
    if arguments.json:
        print_stamped(
            "hash",
            function=function.name, file=arguments.file, message_bits=bits, digest_bits=model.digest_bits,
            digest=digest.hex(), engine="model" if engine is None else "libskein",
        )  # fmt: skip
    else:
        print(f"{digest.hex()}  {arguments.file}")
    return 0


@contextmanager
def opened(name: str) -> Iterator[IO[bytes]]:
    """Open a file, or standard input for "-"; UsageError if it cannot be read."""
    try:
        if name == "-":
            yield sys.stdin.buffer
        else:
            with Path(name).open("rb") as file:
                yield file
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror}") from error


def fast_engine(function: str, model: HashModel, wanted: str) -> "libskein.Hash | None":
    """Hash object of libskein that computes what the model does; None if the model is to do it.

    UsageError, MissingTool or CheckFailed if libskein is wanted and cannot do it.
    """
    if wanted == "model":
        return None
    if not isinstance(model, Skein):
        if wanted == "libskein":
            raise UsageError(f"libskein computes Skein only; {function} is left to --engine model")
        return None
    if not ENGINES:
        if wanted == "libskein":
            raise MissingTool("the Python module libskein is not installed", "make setup, in a checkout")
        return None
    if not agrees(model):
        if wanted == "libskein":
            raise CheckFailed("libskein does not agree with the reference model on these arguments")
        note(
            "libskein does not agree with the reference model on these arguments; the model makes the digest"
        )
        return None
    return engine_for(model)


def engine_for(model: Skein) -> "libskein.Hash":
    """Hash object of libskein with the arguments of the model."""
    return ENGINES[model.block_bits](
        digest_bits=model.digest_bits,
        key=model.key,
        pers=model.personalisation,
        public_key=model.public_key,
        key_id=model.key_identifier,
        nonce=model.nonce,
        tree=dataclasses.astuple(model.tree) if model.tree else None,
        version=model.version,
        threads=0,
    )


def agrees(model: Skein) -> bool:
    """Tell whether libskein and the model give the same digest of a short message with these arguments.

    Of an output that the model would compute for long a shorter one is compared.
    """
    if model.digest_bits > CHECKED_OUTPUT_BITS:
        model = dataclasses.replace(model, digest_bits=CHECKED_OUTPUT_BITS + model.digest_bits % 8)
    engine = engine_for(model)
    engine.update(CHECK_MESSAGE, CHECK_BITS)
    return engine.digest() == model.digest(CHECK_MESSAGE, CHECK_BITS)


def stream_digest(engine: "libskein.Hash", file: IO[bytes], bits: int | None) -> tuple[bytes, int]:
    """Digest of the first `bits` bits of a file, all of them by default, and their number.

    UsageError if the file has fewer bits, or `bits` is negative.
    """
    seen = 0
    while bits is None or engine.hashed_bits < bits or bits < 0:
        chunk = file.read(CHUNK_BYTES)
        if not chunk:
            break
        seen += 8 * len(chunk)
        if bits is None or bits >= seen:
            engine.update(chunk)
        elif bits > engine.hashed_bits:
            engine.update(chunk, bits - engine.hashed_bits)
    if bits is not None and bits != engine.hashed_bits:
        raise UsageError(f"{bits} bits are asked of a message that has {seen}")
    return engine.digest(), engine.hashed_bits


def model_digest(model: HashModel, file: IO[bytes], bits: int | None) -> tuple[bytes, int]:
    """Digest of the first `bits` bits of a file by its model, all of them by default, and their number.

    UsageError if the file has fewer bits, or more than the model takes at once where it goes not by blocks.
    """
    if bits is not None and bits < 0:
        seen = 8 * len(_read(file, CHUNK_BYTES))
        raise UsageError(f"{bits} bits are asked of a message that has {seen}")
    limit = None if bits is None else (bits + 7) // 8
    if not isinstance(model, Iterated) or (isinstance(model, Skein) and model.tree is not None):
        most = MOST_AT_ONCE if limit is None else min(limit, MOST_AT_ONCE)
        message = _read(file, most + 1)[: limit if limit is not None else None]
        if len(message) > MOST_AT_ONCE:
            raise UsageError(
                f"the message has more than {MOST_AT_ONCE >> 20} MiB, more than this model takes; libskein "
                "takes more: make setup"
            )
        bits = 8 * len(message) if bits is None else bits
        return model.digest(message, bits), bits
    size, chain, counted, rest = model.block_bits // 8, None, 0, b""
    while True:
        wanted = CHUNK_BYTES if limit is None else min(CHUNK_BYTES, limit - counted // 8 - len(rest))
        chunk = _read(file, wanted)
        rest += chunk
        whole = max(0, len(rest) - 1) // size * size  # of the last block, padded or not, the model takes care
        for start in range(0, whole, size):
            chain = model.initial() if chain is None else chain
            block = Block(rest[start : start + size], not counted, False, False, counted + 8 * size)
            chain, counted = model.absorb(chain, block), counted + 8 * size
        rest = rest[whole:]
        if len(chunk) < wanted or not wanted:
            break
    left = 8 * len(rest) if bits is None else bits - counted
    if left > 8 * len(rest):
        raise UsageError(f"{bits} bits are asked of a message that has {counted + 8 * len(rest)}")
    return model.digest_from(rest, left, counted, chain), counted + left


def _read(file: IO[bytes], size: int) -> bytes:
    """So many bytes of a file, fewer at its end only."""
    parts: list[bytes] = []
    while size > 0 and (part := file.read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def skein_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Arguments of Skein that were given, by the names that the model has for them."""
    options: dict[str, Any] = {}
    for name in BYTE_STRINGS:
        text = getattr(arguments, name)
        if text is not None:
            try:
                options[name] = bytes.fromhex(text)
            except ValueError:
                raise UsageError(f"--{name.replace('_', '-')} takes hexadecimal, not '{text}'") from None
    if arguments.tree is not None:
        try:
            leaf, fan_out, height = (int(number) for number in arguments.tree.split(","))
        except ValueError:
            raise UsageError(f"--tree takes three numbers such as 1,1,255, not '{arguments.tree}'") from None
        options["tree"] = Tree(leaf, fan_out, height)
    if arguments.output_bits is not None:
        if arguments.output_bits > MOST_OUTPUT_BITS:
            raise UsageError(
                f"{arguments.output_bits} bits are too long an output; give {MOST_OUTPUT_BITS} at most"
            )
        options["digest_bits"] = arguments.output_bits
    return options


def with_options(function: str, model: HashModel, options: dict[str, Any]) -> HashModel:
    """Return the model with Skein's optional arguments; UsageError if it is not Skein."""
    if not isinstance(model, Skein):
        names = ", ".join(f"--{name.replace('digest', 'output').replace('_', '-')}" for name in options)
        raise UsageError(f"{names} is for Skein only; {function} has no such argument")
    return dataclasses.replace(model, **options)
