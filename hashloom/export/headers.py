# SPDX-License-Identifier: Apache-2.0
"""Headers of the packets of a request, for Skein built with KINDS = 1 (cores/skein/rtl/skein_string_kind.sv).

A header is one whole word before the string; its first byte says what the string is, the others are 0.
"""

from hashloom.simulation.messages import Beat, stream
from hashloom.verification.arguments import STRINGS, Request, strings

COMMAND, MESSAGE = 0, 7
KINDS = {"key": 1, "personalisation": 3, "public_key": 4, "key_identifier": 5, "nonce": 6}
"""The first byte of the header of each string between command and message; 2 is that of none."""


def header(kind: int, word: int) -> bytes:
    """The header of a string, for words of so many bits of the hash function."""
    return bytes([kind]).ljust(word // 8, b"\0")


def packets(request: Request, word: int, io_word: int) -> list[Beat]:
    """Words of `io_word` bits of a request with headers: the command, its strings, the message."""
    named = [KINDS[name] for name in STRINGS if getattr(request.skein, name) is not None]
    found = zip([COMMAND, *named, MESSAGE], strings(request), strict=True)
    return [
        beat
        for kind, (text, bits) in found
        for beat in stream(header(kind, word) + text, word + bits, io_word)
    ]


def table() -> list[tuple[int, str]]:
    """The first byte of a header and what it says, in the order of the strings."""
    between = [(kind, name.replace("_", " ")) for name, kind in KINDS.items()]
    return [(COMMAND, "command"), *between, (MESSAGE, "message")]
