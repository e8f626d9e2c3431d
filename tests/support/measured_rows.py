# SPDX-License-Identifier: Apache-2.0
"""Invented measurements of software in the form that skein-benchmark gives them."""

from pathlib import Path
from typing import Any, Literal

from hashloom.results.programs import AbsentLibrary, FilesMachine, FilesRow, Seconds
from hashloom.software.benchmark import Measurement
from hashloom.software.benchmark.file_programs import programs
from hashloom.software.benchmark.files import FilesMeasurement

CYCLES = {
    "sha1": 2.0, "sha256": 3.0, "sha512": 8.0, "blake2b-512": 4.0,
    "sha3-224": 9.0, "sha3-256": 10.0, "sha3-384": 13.0, "sha3-512": 19.0,
}  # fmt: skip
NETTLE = ("sha1", "sha256", "sha512", "sha3-224", "sha3-256", "sha3-384", "sha3-512")
SKEIN = {"skein-1.3-256-256": 6.0, "skein-1.3-512-512": 4.0, "skein-1.3-1024-1024": 5.0}
WORKS: tuple[Literal["small", "large"], ...] = ("small", "large")
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


def files() -> FilesMeasurement:
    """skeinsum with two kinds of files beside the other programs; each takes longer than the last."""
    there = [one for one in programs(Path("skeinsum"), 2) if one.name != "botan"]
    rows = [
        FilesRow(
            work=work,
            files=10_000 if work == "small" else 1,
            bytes=1 << 30,
            program=one.name,
            version="1.0",
            arguments=" ".join(one.arguments),
            function=one.function,
            threads=one.threads,
            seconds=Seconds(least=0.9 * time, median=time, most=2 * time),
            cpu_seconds=time,
            samples=9,
        )
        for work in WORKS
        for time, one in enumerate(there, 1)
    ]
    provenance = FilesMachine(
        date="2026-01-01", sources_digest="0" * 64, processor="invented processor", architecture="x",
        processors=2, rounds=9, programs={"skeinsum": "0.1", "b3sum": "1.2"},
        absent=(AbsentLibrary(library="botan", install="apt-get install botan"),),
    )  # fmt: skip
    return FilesMeasurement(tuple(rows), provenance)
