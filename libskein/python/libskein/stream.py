# SPDX-License-Identifier: Apache-2.0
"""The output of a hash as a file."""

import io
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

    from libskein._libskein import Output


class OutputStream(io.RawIOBase):
    """Raw binary file to read and seek in, made by `Hash.stream`. What is not read is not computed.

    One thread at a time may use it.
    """

    def __init__(self, output: "Output") -> None:
        """Begin at the first byte of `output`."""
        super().__init__()
        self._output = output
        self._position = 0

    @property
    def size(self) -> int:
        """Bytes of the whole output."""
        return self._output.size

    def readable(self) -> bool:
        """Return True."""
        self._check()
        return True

    def seekable(self) -> bool:
        """Return True."""
        self._check()
        return True

    def tell(self) -> int:
        """Position of the next byte."""
        self._check()
        return self._position

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        """Go to a byte, counted from the beginning, from here (os.SEEK_CUR) or from the end (os.SEEK_END).

        ValueError before the beginning or behind the end.
        """
        self._check()
        bases = {os.SEEK_SET: 0, os.SEEK_CUR: self._position, os.SEEK_END: self.size}
        if whence not in bases:
            raise ValueError(f"whence is 0, 1 or 2, not {whence}")
        position = bases[whence] + offset
        if not 0 <= position <= self.size:
            raise ValueError(f"there is no byte {position} in an output of {self.size} bytes")
        self._position = position
        return position

    def read(self, size: int | None = -1, /) -> bytes:
        """Return up to `size` bytes, all that are left by default; MemoryError if they are too many."""
        self._check()
        left = self.size - self._position
        if size is None or size < 0 or size > left:
            size = left
        try:
            data = self._output.read(self._position, size)
        except OverflowError:
            raise MemoryError(
                f"the {size} bytes that are left of the output are too many to read at once"
            ) from None
        self._position += len(data)
        return data

    def readall(self) -> bytes:
        """Return all bytes that are left; MemoryError if they are too many."""
        return self.read()

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        """Fill a buffer, as far as there is output; return how many bytes."""
        self._check()
        count = self._output.readinto(self._position, buffer)
        self._position += count
        return count

    def _check(self) -> None:
        if self.closed:
            raise ValueError("the stream is closed")
