# SPDX-License-Identifier: Apache-2.0
"""Skein and Threefish, fast: hash functions in the manner of hashlib, the cipher, output as a file.

    >>> from libskein import skein512
    >>> skein512(b"abc", digest_bits=128).hexdigest()
    '60f13d823e75630e6538315d1672291e'

Names and keywords are those of PySkein 1.0; beyond it there are several threads for trees, many messages side
by side, constant-time verification, output as a stream, saved states, and versions 1.1 and 1.2.
"""

from libskein._libskein import (
    Hash,
    __version__,
    hash_many,
    kernel_in_use,
    kernels,
    load,
    skein256,
    skein512,
    skein1024,
    threefish,
    use_kernel,
)
from libskein.stream import OutputStream

__all__ = [
    "Hash",
    "OutputStream",
    "__version__",
    "hash_many",
    "kernel_in_use",
    "kernels",
    "load",
    "skein256",
    "skein512",
    "skein1024",
    "threefish",
    "use_kernel",
]
