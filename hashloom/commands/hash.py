# SPDX-License-Identifier: Apache-2.0
"""Digest of a file or of standard input, by the reference model."""

import argparse
import dataclasses
import sys
from pathlib import Path
from typing import Any

from hashloom.commands import function_argument, print_json
from hashloom.errors import UsageError
from hashloom.models import HashModel, model_for
from hashloom.models.skein import Skein, Tree

NAME = "hash"
HELP = "print the digest of a file by the reference model"
EPILOG = """\
The digest is printed as sha256sum does: hexadecimal, two blanks, name of the file ("-" is standard input).
The reference models are written to be read, not to be fast: they hash a few hundred kilobytes per second.
"""

BYTE_STRINGS = ("key", "personalisation", "public_key", "key_identifier", "nonce")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("function", metavar="FUNCTION", help="such as sha256 or skein-1.3-512-256")
    parser.add_argument("file", metavar="FILE", nargs="?", default="-", help="default: standard input")
    parser.add_argument("--bits", type=int, metavar="N", help="hash the first N bits of the input only")
    skein = parser.add_argument_group("Skein only (byte strings in hexadecimal)")
    for name in BYTE_STRINGS:
        skein.add_argument(f"--{name.replace('_', '-')}", metavar="HEX")
    skein.add_argument("--tree", metavar="LEAF,FANOUT,HEIGHT", help="tree hashing: Y_l, Y_f and Y_m")
    skein.add_argument("--output-bits", type=int, metavar="N", help="length of the output")


def run(arguments: argparse.Namespace) -> int:
    """Hash and print."""
    function = function_argument(arguments.function)
    options = skein_options(arguments)
    model = model_for(function)
    if options:
        model = with_options(function.name, model, options)
    message = read(arguments.file)
    digest = model.digest(message, arguments.bits).hex()
    if arguments.json:
        bits = 8 * len(message) if arguments.bits is None else arguments.bits
        print_json(
            {"function": function.name, "file": arguments.file, "message_bits": bits,
             "digest_bits": model.digest_bits, "digest": digest}
        )  # fmt: skip
    else:
        print(f"{digest}  {arguments.file}")
    return 0


def read(name: str) -> bytes:
    """Content of a file, of standard input for "-"."""
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror}") from error


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
        options["digest_bits"] = arguments.output_bits
    return options


def with_options(function: str, model: HashModel, options: dict[str, Any]) -> HashModel:
    """Return the model with Skein's optional arguments; UsageError if it is not Skein."""
    if not isinstance(model, Skein):
        names = ", ".join(f"--{name.replace('digest', 'output').replace('_', '-')}" for name in options)
        raise UsageError(f"{names} is for Skein only; {function} has no such argument")
    return dataclasses.replace(model, **options)
