# SPDX-License-Identifier: Apache-2.0
"""Known-answer vectors: reader of the JSON files, and where they are.

A vector file is one JSON object with `digest_bits` and `vectors`, a list of objects with `len_bits`,
`msg_hex`, `digest_hex` and, optionally, `src`. If `len_bits` is no multiple of 8, the last byte has the
remaining message bits in its most significant positions and zeros below. A file whose header has
`message_rule` (the text of MESSAGE_RULE) leaves `msg_hex` out: its messages follow from their lengths.

The official files lie in the folder `official_vectors` of `Places`; without them there is the project's own
compact set in `hashloom/vectors/data`.
"""

import hashlib
import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from hashloom.catalogue.design import Function
from hashloom.catalogue.places import Places
from hashloom.errors import UsageError

MESSAGE_RULE = (
    "x[0] = len_bits; x[i+1] = (1664525 x[i] + 1013904223) mod 2^32; byte i of the message is x[i+1] >> 24; "
    "unused bits of the last byte are 0"
)
CHECKPOINT = 1000
"""Hashes from one checkpoint of a Monte Carlo chain to the next."""


@dataclass(frozen=True)
class Vector:
    """A message of `bits` bits in ceil(bits/8) bytes, and its digest."""

    message: bytes
    bits: int
    digest: bytes
    source: str


@dataclass(frozen=True)
class MonteCarlo:
    """A chain of digests: CHECKPOINT hashes from one checkpoint to the next.

    `rule` is `nist-sha3` (message of 1024 bits, each digest shifted in from the left) or `shavs` (FIPS 180:
    message of the last three digests). `checkpoints` are digests by number.
    """

    rule: Literal["nist-sha3", "shavs"]
    seed: bytes
    checkpoints: dict[int, bytes]
    source: str

    def links(self, digest: Callable[[bytes], bytes]) -> Iterator[tuple[bytes, bytes]]:
        """Message and digest of each hash of the chain, without end."""
        message = self.seed
        while True:
            if self.rule == "nist-sha3":
                result = digest(message)
                yield message, result
                message = (result + message)[:128]
            else:
                recent = [message] * 3
                for _ in range(CHECKPOINT):
                    text = b"".join(recent)
                    recent = [*recent[1:], digest(text)]
                    yield text, recent[-1]
                message = recent[-1]

    def run(self, digest: Callable[[bytes], bytes], last: int) -> dict[int, bytes]:
        """Compute the digests of checkpoints 0 to `last`."""
        links = itertools.islice(self.links(digest), CHECKPOINT * (last + 1))
        return {number // CHECKPOINT: result for number, (_, result) in enumerate(links)}


@dataclass(frozen=True)
class ExtremelyLong:
    """A message that is `text` repeated `repeat` times, and its digest."""

    text: bytes
    repeat: int
    digest: bytes
    source: str


@dataclass(frozen=True)
class VectorFile:
    """Content of one file; `sha256` (hexadecimal) is over the bytes of the file."""

    path: Path
    sha256: str
    function: str
    digest_bits: int
    vectors: tuple[Vector, ...]
    monte_carlo: MonteCarlo | None
    extremely_long: ExtremelyLong | None

    def check_fits(self, function: Function) -> None:
        """Raise UsageError if these cannot be vectors of `function`."""
        if self.digest_bits != function.digest_bits:
            raise UsageError(
                f"{self.path} has digests of {self.digest_bits} bits, "
                f"but those of {function.name} have {function.digest_bits}"
            )


class Reader:
    """One JSON object of a file; reads typed entries and names file and place in its errors."""

    def __init__(self, path: Path, place: str, content: Any) -> None:
        """`place` names the object in the file, empty for the whole file."""
        self.path, self.place = path, place
        if not isinstance(content, dict):
            raise UsageError(f"{path} is not a vector file: {place or 'it'} is not a JSON object")
        self.content: dict[str, Any] = content

    @classmethod
    def open(cls, path: Path) -> "tuple[Reader, str]":
        """Return the object that the file holds, and the SHA-256 of the file."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise UsageError(f"the vector file {path} cannot be read: {error.strerror}") from error
        try:
            content = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise UsageError(f"{path} is not a vector file: it is not JSON ({error})") from error
        return cls(path, "", content), hashlib.sha256(data).hexdigest()

    def error(self, key: str, expectation: str) -> UsageError:
        """Return the error for entry `key`, which should have been `expectation`."""
        place = f"{self.place}: " if self.place else ""
        state = "must be" if key in self.content else "is missing; it must be"
        return UsageError(f"{self.path} is not a vector file: {place}{key} {state} {expectation}")

    def integer(self, key: str, default: int | None = None) -> int:
        """Return an entry that is a natural number."""
        value = self.content.get(key, default)
        if type(value) is not int or value < 0:
            raise self.error(key, "a natural number")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """Return an entry that is a string."""
        value = self.content.get(key, default)
        if not isinstance(value, str):
            raise self.error(key, "a string")
        return value

    def octets(self, key: str, size: int | None = None) -> bytes:
        """Return an entry that is a byte string in hexadecimal, of `size` bytes if given."""
        try:
            value = bytes.fromhex(self.text(key))
        except ValueError:
            raise self.error(key, "a hexadecimal string") from None
        if size is not None and len(value) != size:
            raise self.error(key, f"{size} bytes in hexadecimal, not {len(value)}")
        return value

    def bit_string(self, key: str, bits: int) -> bytes:
        """Return an entry of `bits` bits in hexadecimal whose unused last bits are 0."""
        value = self.octets(key, (bits + 7) // 8)
        if bits % 8 and value[-1] & 0xFF >> bits % 8:
            raise self.error(key, f"zero after bit {bits}")
        return value

    def has_message_rule(self) -> bool:
        """Whether the file leaves its messages to MESSAGE_RULE."""
        rule = self.text("message_rule", "")
        if rule not in ("", MESSAGE_RULE):
            raise self.error("message_rule", f"'{MESSAGE_RULE}'")
        return bool(rule)

    def child(self, key: str) -> "Reader | None":
        """Return the object below `key`, or None if there is none."""
        if self.content.get(key) is None:
            return None
        return Reader(self.path, f"{self.place}.{key}" if self.place else key, self.content[key])

    def children(self, key: str) -> "list[Reader]":
        """Return the objects of the list below `key`."""
        value = self.content.get(key)
        if not isinstance(value, list):
            raise self.error(key, "a list")
        return [Reader(self.path, f"{key}[{number}]", content) for number, content in enumerate(value)]


def message_by_rule(bits: int) -> bytes:
    """Message of `bits` bits by MESSAGE_RULE."""
    x = bits
    message = bytearray()
    for _ in range((bits + 7) // 8):
        x = (1664525 * x + 1013904223) % 2**32
        message.append(x >> 24)
    if bits % 8:
        message[-1] &= 0xFF00 >> bits % 8
    return bytes(message)


def read(path: Path) -> VectorFile:
    """Vectors of one function; UsageError naming file and place if it is not a vector file."""
    reader, sha256 = Reader.open(path)
    digest_bits = reader.integer("digest_bits")
    rule = reader.has_message_rule()
    vectors = []
    for entry in reader.children("vectors"):
        bits = entry.integer("len_bits")
        vectors.append(
            Vector(
                message=message_by_rule(bits) if rule else entry.bit_string("msg_hex", bits),
                bits=bits,
                digest=entry.bit_string("digest_hex", digest_bits),
                source=entry.text("src", ""),
            )
        )
    return VectorFile(
        path=path,
        sha256=sha256,
        function=reader.text("file_key", path.stem),
        digest_bits=digest_bits,
        vectors=tuple(vectors),
        monte_carlo=_monte_carlo(reader.child("monte_carlo"), (digest_bits + 7) // 8),
        extremely_long=_extremely_long(reader.child("extremely_long"), (digest_bits + 7) // 8),
    )


def _monte_carlo(reader: Reader | None, size: int) -> MonteCarlo | None:
    if reader is None:
        return None
    rules: dict[str, Literal["nist-sha3", "shavs"]] = {"Msg=seed": "nist-sha3", "SHAVS": "shavs"}
    rule = next((value for start, value in rules.items() if reader.text("rule").startswith(start)), None)
    if rule is None:
        raise reader.error("rule", "the rule of the NIST SHA-3 competition or that of SHAVS")
    checkpoints = reader.child("checkpoints")
    if checkpoints is None or not all(key.isdecimal() for key in checkpoints.content):
        raise reader.error("checkpoints", "digests by number")
    return MonteCarlo(
        rule=rule,
        seed=reader.octets("seed_hex", 128 if rule == "nist-sha3" else size),
        checkpoints={int(key): checkpoints.octets(key, size) for key in checkpoints.content},
        source=reader.text("src", ""),
    )


def _extremely_long(reader: Reader | None, size: int) -> ExtremelyLong | None:
    if reader is None:
        return None
    return ExtremelyLong(
        text=reader.text("text_ascii").encode("ascii", "replace"),
        repeat=reader.integer("repeat"),
        digest=reader.octets("digest_hex", size),
        source=reader.text("src", ""),
    )


def official_file(name: str, places: Places) -> Path | None:
    """Official file of this name (`sha256`, `skein-1.3-golden`), or None if there is none."""
    folder = places.official_vectors
    path = folder / f"{name}.json" if folder else None
    return path if path and path.is_file() else None


def compact_folder() -> Path:
    """Folder of the project's own vectors."""
    return Path(__file__).parent / "data"


def compact_file(name: str) -> Path | None:
    """File of this name in the project's own set, or None if there is none."""
    path = compact_folder() / f"{name}.json"
    return path if path.is_file() else None


def official_sha256(name: str) -> str | None:
    """SHA-256 (hexadecimal) of the official file of this name, also where it is not there; None of others.

    `hashloom/vectors/official-vectors.sha256` is what `sha256sum` says of them.
    """
    text = (compact_folder().parent / "official-vectors.sha256").read_text(encoding="utf-8")
    found = {file: digest for digest, file in map(str.split, text.splitlines())}
    return found.get(f"{name}.json")


def files_for(function: Function, places: Places) -> list[Path]:
    """Vector files of a function, the project's own before the official one; empty if there are none."""
    return files_named(function.name, (function.name,), places)


def files_named(own: str, official: Sequence[str], places: Places) -> list[Path]:
    """Those there are of the project's own file of a name and of official files, in this order."""
    found = (compact_file(own), *(official_file(name, places) for name in official))
    return [path for path in found if path is not None]


def sets_of(files: Iterable[Path], places: Places) -> list[str]:
    """The sets that these files are of: `official`, `compact` (the project's own), `given` (any other)."""
    known = {places.official_vectors: "official", compact_folder(): "compact"}
    found = {known.get(path.parent, "given") for path in files}
    return [name for name in ("official", "compact", "given") if name in found]
