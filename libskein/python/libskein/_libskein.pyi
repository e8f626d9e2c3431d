# SPDX-License-Identifier: Apache-2.0
from collections.abc import Iterable, Sequence
from typing import SupportsIndex, final

from _typeshed import ReadableBuffer, WriteableBuffer

from libskein.stream import OutputStream

__version__: str

@final
class Hash:
    """A hash computation; made by skein256, skein512, skein1024 and load."""

    @property
    def name(self) -> str:
        """'Skein-256', 'Skein-512' or 'Skein-1024'."""
    @property
    def block_bits(self) -> int:
        """Size of the state in bits."""
    @property
    def block_size(self) -> int:
        """Size of the state in bytes."""
    @property
    def digest_bits(self) -> int:
        """Size of the digest in bits."""
    @property
    def digest_size(self) -> int:
        """Size of the digest in bytes, rounded up."""
    @property
    def hashed_bits(self) -> int:
        """How many bits of message have been hashed so far."""
    def update(self, message: ReadableBuffer, bits: SupportsIndex | None = None) -> None:
        """Add bytes to the message, or the first `bits` bits of them, most significant first.

        After a number of bits that is no multiple of 8, the next update has to give `bits` and may complete
        the byte, not more: else ValueError.
        """
    def digest(self, start: SupportsIndex | None = 0, stop: SupportsIndex | None = None) -> bytes:
        """Return the digest of the message so far, or its bytes from `start` to before `stop`.

        More can be added to the message afterwards. ValueError for bytes that the digest does not have,
        MemoryError for too many of them.
        """
    def hexdigest(self, start: SupportsIndex | None = 0, stop: SupportsIndex | None = None) -> str:
        """Return what digest() returns, in hexadecimal."""
    def verify(self, expected: ReadableBuffer, /) -> bool:
        """Tell whether the digest is `expected`, in time that does not depend on what they are."""
    def stream(self) -> OutputStream:
        """Return the digest as a file to read and seek in, without computing all of it.

        For output without an end begin the hash with digest_bits=2**64 - 1.
        """
    def copy(self) -> Hash:
        """Return a second object with the same message so far."""
    def save(self) -> bytes:
        """Return the state as bytes, for load() on any machine; TypeError for a tree.

        They are as secret as key and message.
        """
    def __copy__(self) -> Hash: ...
    def __deepcopy__(self, memo: object, /) -> Hash: ...

@final
class Output:
    """The output of an ended message."""

    @property
    def size(self) -> int:
        """Bytes that there are."""
    def read(self, position: int, length: int, /) -> bytes:
        """Return bytes of the output; ValueError if there are not as many."""
    def readinto(self, position: int, buffer: WriteableBuffer, /) -> int:
        """Fill a buffer, as far as there is output; return the number of bytes."""

@final
class threefish:
    """The tweakable block cipher Threefish with a key of 32, 64 or 128 bytes, the size of the block too.

    `tweak` has 16 bytes; None means zeros. ValueError for other sizes.
    """

    tweak: bytes
    """16 bytes; any object with a buffer may be assigned."""

    def __new__(
        cls, key: ReadableBuffer, tweak: ReadableBuffer | None = None, version: str = "1.3"
    ) -> threefish: ...
    @property
    def block_bits(self) -> int:
        """Size of the block and of the key in bits."""
    @property
    def block_size(self) -> int:
        """Size of the block and of the key in bytes."""
    def encrypt_block(self, data: ReadableBuffer, /) -> bytes:
        """Return one block encrypted; ValueError if it has not the size of the key."""
    def decrypt_block(self, data: ReadableBuffer, /) -> bytes:
        """Return one block decrypted; ValueError if it has not the size of the key."""

def skein256(
    data: ReadableBuffer = b"",
    digest_bits: SupportsIndex | None = 256,
    *,
    key: ReadableBuffer | None = None,
    pers: ReadableBuffer | None = None,
    public_key: ReadableBuffer | None = None,
    key_id: ReadableBuffer | None = None,
    nonce: ReadableBuffer | None = None,
    tree: Sequence[int] | None = None,
    version: str = "1.3",
    threads: SupportsIndex = 1,
    init: ReadableBuffer = b"",
    usedforsecurity: bool = True,
) -> Hash:
    """Begin a hash with a state of 256 bits.

    Arguments that are None are left out; an empty byte string is there and counts, but for the key. `tree` is
    (leaf, fan_out, height); `threads` is how many may work on a tree, 0 for one per processor. `init` is
    another name for `data`; `usedforsecurity` is there for hashlib's sake and changes nothing.
    """

def skein512(
    data: ReadableBuffer = b"",
    digest_bits: SupportsIndex | None = 512,
    *,
    key: ReadableBuffer | None = None,
    pers: ReadableBuffer | None = None,
    public_key: ReadableBuffer | None = None,
    key_id: ReadableBuffer | None = None,
    nonce: ReadableBuffer | None = None,
    tree: Sequence[int] | None = None,
    version: str = "1.3",
    threads: SupportsIndex = 1,
    init: ReadableBuffer = b"",
    usedforsecurity: bool = True,
) -> Hash:
    """Begin a hash with a state of 512 bits; arguments as of skein256."""

def skein1024(
    data: ReadableBuffer = b"",
    digest_bits: SupportsIndex | None = 1024,
    *,
    key: ReadableBuffer | None = None,
    pers: ReadableBuffer | None = None,
    public_key: ReadableBuffer | None = None,
    key_id: ReadableBuffer | None = None,
    nonce: ReadableBuffer | None = None,
    tree: Sequence[int] | None = None,
    version: str = "1.3",
    threads: SupportsIndex = 1,
    init: ReadableBuffer = b"",
    usedforsecurity: bool = True,
) -> Hash:
    """Begin a hash with a state of 1024 bits; arguments as of skein256."""

def hash_many(
    messages: Iterable[ReadableBuffer],
    *,
    block_bits: SupportsIndex = 512,
    digest_bits: SupportsIndex | None = None,
    key: ReadableBuffer | None = None,
    pers: ReadableBuffer | None = None,
    public_key: ReadableBuffer | None = None,
    key_id: ReadableBuffer | None = None,
    nonce: ReadableBuffer | None = None,
    version: str = "1.3",
    threads: SupportsIndex = 1,
) -> list[bytes]:
    """Hash many messages with the same arguments side by side; return the list of their digests.

    `threads` is how many may work on it, 0 for one per processor.
    """

def load(saved: ReadableBuffer, /) -> Hash:
    """Go on with a hash that save() has saved; ValueError for bytes that it has not."""

def kernels() -> tuple[str, ...]:
    """Names of the implementations that this processor can run, such as 'portable'."""

def use_kernel(name: str | None, /) -> None:
    """Use an implementation from now on, None for the best; ValueError if there is none of that name.

    For tests and measurements, while no other thread hashes.
    """

def kernel_in_use(block_bits: SupportsIndex, many: bool = False) -> str:
    """Name of the implementation for a size of state in bits, for one message or for many."""
