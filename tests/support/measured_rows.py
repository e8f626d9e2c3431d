# SPDX-License-Identifier: Apache-2.0
"""Invented measurements of software in the form that skein-benchmark gives them."""

from typing import Any

from hashloom.software.benchmark import Measurement

CYCLES = {
    "sha1": 2.0, "sha256": 3.0, "sha512": 8.0, "blake2b-512": 4.0,
    "sha3-224": 9.0, "sha3-256": 10.0, "sha3-384": 13.0, "sha3-512": 19.0,
}  # fmt: skip
NETTLE = ("sha1", "sha256", "sha512", "sha3-224", "sha3-256", "sha3-384", "sha3-512")
SKEIN = {"skein-1.3-256-256": 6.0, "skein-1.3-512-512": 4.0, "skein-1.3-1024-1024": 5.0}
QUANTILES = ("p5", "lower_quartile", "median", "upper_quartile", "p95")


def measurement(*sizes: int, without: str | None = None, unit: str = "cycles") -> Measurement:
    """Two kernels, of which `wide` takes a quarter with several messages, and two other libraries."""
    rows = [
        row(
            "many" if messages > 1 else "one",
            function,
            "libskein",
            cycles / (4 if wide else 1),
            sizes,
            messages,
        )
        | {"kernel": kernel}
        for kernel in ("portable", "wide")
        for function, cycles in SKEIN.items()
        for messages in (1, 8, 64)
        for wide in [kernel == "wide" and messages > 1]
    ]
    rows += [row("peer", name, "nettle", CYCLES[name], sizes) for name in NETTLE]
    rows += [row("peer", name, "OpenSSL", CYCLES[name] - 0.1, sizes) for name in ("sha1", "sha256")]
    rows += [row("peer", "skein-1.3-512-512", "OpenSSL", 5.0, sizes)]
    versions = {"libskein": "0.1", "OpenSSL": "3", "nettle": "3.8"}
    return Measurement(
        tuple(found for found in rows if found["library"] != without),
        {
            "date": "2026-01-01",
            "sources_digest": "0" * 64,
            "unit": unit,
            "rounds": 81,
            "sizes": list(sizes),
            "machine": {
                "processor": "invented processor", "architecture": "x", "processors": 2,
                "compiler": "gcc 12", "flags": "-O3", "features": "sse2",
            },
            "clock": {
                "timer": "counter", "chain": "imul", "check": 1.0, "samples": 100, "unsteady_samples": 4,
                "ghz": dict.fromkeys(QUANTILES, 3.0),
            },
            "kernels": {"portable": True},
            "kernels_in_use": {"512": {"one": "portable", "many": "portable"}},
            "libraries": {name: version for name, version in versions.items() if name != without},
            "absent": [{"library": without, "install": f"apt-get install {without}-dev"}] if without else [],
        },
    )  # fmt: skip


def row(
    group: str, function: str, library: str, cycles: float, sizes: tuple[int, ...], messages: int = 1
) -> dict[str, Any]:
    """A subject with the same figure for every size."""
    figures = {**dict.fromkeys(QUANTILES, cycles), "p5": cycles * 0.99, "p95": cycles * 1.1, "samples": 81}
    return {
        "group": group,
        "function": function,
        "library": library,
        "version": "1",
        "messages": messages,
        "threads": 1,
        "per_byte": {str(size): figures for size in sizes},
    }
