# SPDX-License-Identifier: Apache-2.0
"""Hashes files on a ULX3S board and compares with software: `python hash_over_uart.py PORT FILE...`.

Writes lines as skeinsum does. Exit status: 0 if all digests are right, 1 if one is not or a file cannot be
read, 2 for wrong usage, 3 without pyserial.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from hashloom.models.skein import Skein

BAUD = 1_000_000
DIGEST_BYTES = 64
SECONDS = 2.0  # to wait for a digest, which takes less than a millisecond
_CHUNK = 255


def chunks(file: BinaryIO) -> Iterator[bytes]:
    """What is sent for the message in `file`: chunks with their length before them, then a byte 0."""
    while part := file.read(_CHUNK):
        yield bytes([len(part)]) + part
    yield b"\0"


def hash_file(line: Any, file: BinaryIO) -> bytes:
    """Digest of a file by the board on `line`, a serial.Serial; TimeoutError if the board does not answer."""
    for chunk in chunks(file):
        line.write(chunk)
    digest: bytes = line.read(DIGEST_BYTES)
    if len(digest) != DIGEST_BYTES:
        raise TimeoutError(f"the board answered {len(digest)} bytes of {DIGEST_BYTES}")
    return digest


def software() -> Callable[[bytes], bytes]:
    """Skein-512 of libskein, or of the reference model where the Python module is not installed."""
    try:
        import libskein
    except ImportError:
        return Skein(512, 512).digest
    return lambda message: libskein.skein512(message).digest()


def main() -> int:
    """Hash the files of the command line; return the exit status."""
    if len(sys.argv) < 3:
        print("usage: hash_over_uart.py PORT FILE...", file=sys.stderr)
        return 2
    try:
        import serial
    except ImportError:
        print("pyserial is not installed; install it with: pip install pyserial", file=sys.stderr)
        return 3
    expected, status = software(), 0
    try:
        with serial.Serial(sys.argv[1], BAUD, timeout=SECONDS) as line:
            line.send_break(0.01)  # drops what another program may have begun
            line.reset_input_buffer()
            for name in sys.argv[2:]:
                with Path(name).open("rb") as file:
                    digest = hash_file(line, file)
                print(f"{digest.hex()}  {name}")
                if digest != expected(Path(name).read_bytes()):
                    print(f"{name}: the board's digest is not that of software", file=sys.stderr)
                    status = 1
    except (OSError, TimeoutError) as error:  # serial.SerialException is an OSError
        print(f"hash_over_uart.py: {error}", file=sys.stderr)
        return 1
    return status


if __name__ == "__main__":
    sys.exit(main())
