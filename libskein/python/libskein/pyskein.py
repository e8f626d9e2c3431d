# SPDX-License-Identifier: Apache-2.0
"""What PySkein 1.0 has, under its names: `import libskein.pyskein as skein` serves programs written for it.

    >>> import libskein.pyskein as skein
    >>> skein.skein256(b"message", 64, key=b"secret", pers=b"").hexdigest()
    '6c6465507d6aa5e3'
    >>> skein.StreamCipher(b"secret").encrypt(b"squeamish ossifrage").hex()
    '9421c5bf4db5257b967150777f165df31c4563'
    >>> skein.Random(b"some seed value").random()
    0.12674259115116804

Digests, streams and random numbers are the same as PySkein's. An argument that is an empty byte string is
left out, as there; `libskein.skein512` and its kin count it, as the specification does.
"""

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import libskein
from libskein._libskein import Hash, threefish

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

__all__ = [
    "Random",
    "RandomBytes",
    "StreamCipher",
    "skein256",
    "skein512",
    "skein1024",
    "threefish",
]

UNLIMITED = 2**64 - 1
"""Bits of an output whose length is not known beforehand."""
OUTPUT_TWEAK = bytes(15) + b"\x3f"
"""That of an output block, without a position and without the flags of a first and a last block."""


def _begin(
    function: Callable[..., Hash], init: "ReadableBuffer", digest_bits: SupportsIndex, options: dict[str, Any]
) -> Hash:
    """Begin a hash without the byte strings that are empty."""
    given = {name: value for name, value in options.items() if not _is_empty(value)}
    try:
        return function(init, digest_bits, **given)
    except OverflowError as error:
        raise ValueError(str(error)) from None


def _is_empty(value: object) -> bool:
    """Whether an option has no bytes; what is no byte string is for the hash function to judge."""
    try:
        return memoryview(value).nbytes == 0  # type: ignore[arg-type]
    except TypeError:
        return value is None


def skein256(
    init: "ReadableBuffer" = b"",
    digest_bits: SupportsIndex = 256,
    *,
    key: "ReadableBuffer | None" = b"",
    pers: "ReadableBuffer | None" = b"",
    public_key: "ReadableBuffer | None" = b"",
    key_id: "ReadableBuffer | None" = b"",
    nonce: "ReadableBuffer | None" = b"",
    tree: Sequence[int] | None = None,
) -> Hash:
    """Begin a hash with a state of 256 bits."""
    options = {"key": key, "pers": pers, "public_key": public_key, "key_id": key_id, "nonce": nonce}
    return _begin(libskein.skein256, init, digest_bits, {**options, "tree": tree})


def skein512(
    init: "ReadableBuffer" = b"",
    digest_bits: SupportsIndex = 512,
    *,
    key: "ReadableBuffer | None" = b"",
    pers: "ReadableBuffer | None" = b"",
    public_key: "ReadableBuffer | None" = b"",
    key_id: "ReadableBuffer | None" = b"",
    nonce: "ReadableBuffer | None" = b"",
    tree: Sequence[int] | None = None,
) -> Hash:
    """Begin a hash with a state of 512 bits."""
    options = {"key": key, "pers": pers, "public_key": public_key, "key_id": key_id, "nonce": nonce}
    return _begin(libskein.skein512, init, digest_bits, {**options, "tree": tree})


def skein1024(
    init: "ReadableBuffer" = b"",
    digest_bits: SupportsIndex = 1024,
    *,
    key: "ReadableBuffer | None" = b"",
    pers: "ReadableBuffer | None" = b"",
    public_key: "ReadableBuffer | None" = b"",
    key_id: "ReadableBuffer | None" = b"",
    nonce: "ReadableBuffer | None" = b"",
    tree: Sequence[int] | None = None,
) -> Hash:
    """Begin a hash with a state of 1024 bits."""
    options = {"key": key, "pers": pers, "public_key": public_key, "key_id": key_id, "nonce": nonce}
    return _begin(libskein.skein1024, init, digest_bits, {**options, "tree": tree})


def _checked(count: int) -> int:
    if count < 0:
        raise ValueError(f"there are no {count} bytes to give")
    return count


class StreamCipher:
    """A message combined with the output of Skein for a key and a nonce, which goes on from call to call.

    A key and nonce are for one message only. An empty key would be no secret: ValueError.
    """

    DIGEST_BITS = UNLIMITED

    def __init__(
        self, key: "ReadableBuffer", nonce: "ReadableBuffer" = b"", hasher: Callable[..., Hash] = skein512
    ) -> None:
        """Begin the stream of a key and a nonce."""
        if _is_empty(key):
            raise ValueError("a stream cipher needs a key")
        self._hash = hasher(key=key, nonce=nonce, digest_bits=self.DIGEST_BITS)
        self._position = 0

    def keystream(self, n: int) -> bytes:
        """Return the next `n` bytes of the stream."""
        begin, self._position = self._position, self._position + _checked(n)
        return self._hash.digest(begin, self._position)

    def encrypt(self, plain: bytes) -> bytes:
        """Return the message combined with the stream."""
        stream = self.keystream(len(plain))
        return (int.from_bytes(plain, "big") ^ int.from_bytes(stream, "big")).to_bytes(len(plain), "big")

    def decrypt(self, plain: bytes) -> bytes:
        """Return what was encrypted."""
        return self.encrypt(plain)


class RandomBytes:
    """Random bytes by hashing a state: the output begins with the next state, and the rest is given."""

    def __init__(self, seed: bytes, hasher: Callable[..., Hash] = skein512) -> None:
        """Begin with a seed."""
        self._hasher = hasher
        self.state_size = hasher().digest_size
        self._state = bytes(self.state_size)
        self.seed(seed)

    def seed(self, seed: bytes) -> None:
        """Mix a seed into the state."""
        self._state = self._hasher(self._state + seed).digest()

    def read(self, n: int) -> bytes:
        """Return `n` bytes."""
        output = self._hasher(self._state, digest_bits=8 * (self.state_size + _checked(n))).digest()
        self._state = output[: self.state_size]
        return output[self.state_size :]


class Random(random.Random):
    """A generator with the methods of random.Random, whose bits come from Skein's output function.

    Seeds are bytes, or what random.Random takes, which then makes bytes of it.
    """

    def __new__(cls, *arguments: Any, **options: Any) -> "Random":
        """Make one; the seed is taken by __init__ alone."""
        return super().__new__(cls)

    def __init__(self, seed: Any = None, hasher: Callable[..., Hash] = skein512) -> None:
        """Begin with a seed; None: one of the system's random source."""
        self._hasher = hasher
        self._state = bytes(hasher().digest_size)
        self._restart()
        super().__init__(seed)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the generator, with its hash function."""
        return type(self), (b"", self._hasher), self.getstate()

    def seed(self, seed: Any = None, version: int = 2) -> None:
        """Mix a seed into the state."""
        if not isinstance(seed, bytes):
            other = random.Random(seed)
            seed = bytes(other.randrange(256) for _ in range(len(self._state)))
        self._state = self._hasher(self._state + seed).digest()
        self._restart()
        self.gauss_next = None

    def _restart(self) -> None:
        self._ready = b""
        self._bits, self._count = 0, 0

    def read(self, n: int) -> bytes:
        """Return `n` random bytes."""
        if _checked(n) > len(self._ready):
            size = len(self._state)
            parts = [self._ready]
            missing = n - len(self._ready)
            for _ in range(0, missing, size):
                cipher = threefish(self._state, OUTPUT_TWEAK)
                parts.append(cipher.encrypt_block(b"\1" + bytes(size - 1)))
                self._state = cipher.encrypt_block(bytes(size))
            self._ready = b"".join(parts)
        found, self._ready = self._ready[:n], self._ready[n:]
        return found

    def getrandbits(self, k: int, /) -> int:
        """Return an integer of `k` random bits."""
        if k < 0:
            raise ValueError(f"there are no {k} bits to give")
        size = max(0, (k - self._count + 7) // 8)
        bits = self._bits | int.from_bytes(self.read(size), "little") << self._count
        self._bits, self._count = bits >> k, self._count + 8 * size - k
        return bits & ((1 << k) - 1)

    def random(self) -> float:
        """Return a number from 0 to below 1, of 53 random bits."""
        return self.getrandbits(53) * 2.0**-53

    def getstate(self) -> tuple[Any, ...]:
        """Return what setstate() takes."""
        return self._state, self._ready, self._bits, self._count, self.gauss_next

    def setstate(self, state: tuple[Any, ...]) -> None:
        """Go on from what getstate() returned; ValueError for anything else."""
        good = isinstance(state, tuple) and len(state) == 5
        if not good or not isinstance(state[0], bytes) or len(state[0]) != len(self._state):
            raise ValueError(f"a state is a tuple of five that begins with {len(self._state)} bytes")
        self._state, self._ready, self._bits, self._count, self.gauss_next = state
