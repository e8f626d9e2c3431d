# SPDX-License-Identifier: Apache-2.0
"""A peer that is there in Python only: PySkein, the designers' optimised C behind a Python module.

It is compared with libskein's portable kernel, both called from here in turn, and the ratio gives its cycles
from those of that kernel. A call from Python costs both about half a microsecond, so that short messages say
nothing about the code and are left out.
"""

from __future__ import annotations

import ctypes
import importlib
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from hashloom.errors import CheckFailed

LIBRARY = "PySkein"
INSTALL = "pip install pyskein"
SMALLEST = 8192
"""Length of the shortest message that is measured, in bytes."""

SAMPLE_SECONDS = 20e-6
CONTEXT_BYTES = 4096  # more than struct skein has
QUANTILES = {"p5": 0.05, "lower_quartile": 0.25, "median": 0.5, "upper_quartile": 0.75, "p95": 0.95}

Hash = Callable[[bytes], bytes]


def module() -> Any:
    """PySkein's module, or None if it is not installed."""
    try:
        found = importlib.import_module("skein")
    except ImportError:
        return None
    return found if hasattr(found, "skein1024") else None


def rows(
    theirs: Any, library: Path, portable: Sequence[Mapping[str, Any]], rounds: int
) -> Iterator[dict[str, Any]]:
    """A row beside each of `portable`: rows of libskein's portable kernel for one message.

    `theirs` is PySkein's module, `library` is libskein.so. CheckFailed if the two disagree about a digest.
    """
    for unit in portable:
        bits = int(unit["function"].rpartition("-")[2])
        per_byte = {
            size: summary(
                [
                    figures["median"] * ratio
                    for ratio in ratios(hash_of(theirs, bits), our_hash(library, bits), int(size), rounds)
                ]
            )
            for size, figures in unit["per_byte"].items()
            if int(size) >= SMALLEST
        }
        if per_byte:
            yield {
                "group": "peer",
                "function": unit["function"],
                "library": LIBRARY,
                "version": str(getattr(theirs, "__version__", "")),
                "messages": 1,
                "threads": 1,
                "per_byte": per_byte,
            }
    ctypes.CDLL(str(library)).skein_kernel_use(None)  # the best one again


def ratios(theirs: Hash, ours: Hash, size: int, rounds: int) -> list[float]:
    """Their time for a message of `size` bytes as multiples of ours, `rounds` times."""
    message = (bytes(range(256)) * (size // 256 + 1))[:size]
    if theirs(message) != ours(message):
        raise CheckFailed(f"wrong digest of {size} bytes by {LIBRARY} or libskein")
    calls = max(1, round(SAMPLE_SECONDS / seconds(ours, message, 1)))
    found = []
    for _ in range(rounds):
        before = seconds(ours, message, calls)
        between = seconds(theirs, message, calls)
        found.append(2 * between / (before + seconds(ours, message, calls)))
    return found


def seconds(work: Hash, message: bytes, calls: int) -> float:
    """Time of some calls."""
    begin = time.perf_counter_ns()
    for _ in range(calls):
        work(message)
    return (time.perf_counter_ns() - begin) / 1e9


def hash_of(module: Any, bits: int) -> Hash:
    """PySkein's function with a state and an output of `bits` bits."""
    function = getattr(module, f"skein{bits}")
    return lambda message: bytes(function(message, digest_bits=bits).digest())


def our_hash(library: Path, bits: int) -> Hash:
    """The same of libskein, in its portable kernel."""
    loaded = ctypes.CDLL(str(library))
    context, digest = ctypes.create_string_buffer(CONTEXT_BYTES), ctypes.create_string_buffer(bits // 8)
    update, final = loaded.skein_update, loaded.skein_final
    update.argtypes = final.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t]
    loaded.skein_init.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint64]
    loaded.skein_kernel_use(b"portable")
    loaded.skein_init(context, bits, bits)

    def hash_message(message: bytes) -> bytes:
        update(context, message, len(message))
        final(context, digest, bits // 8)
        return digest.raw

    return hash_message


def summary(values: Sequence[float]) -> dict[str, float]:
    """Quantiles of the values, as skein-benchmark names them."""
    ordered = sorted(values)
    if len(ordered) == 1:
        ordered *= 2
    cuts = statistics.quantiles(ordered, n=100, method="inclusive")
    figures: dict[str, float] = {
        name: round(cuts[round(part * 100) - 1], 4) for name, part in QUANTILES.items()
    }
    return {**figures, "samples": len(values)}
