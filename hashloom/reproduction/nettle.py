# SPDX-License-Identifier: Apache-2.0
"""The mail on Skein for nettle: cycles per byte of its Skein beside SHA-1, SHA-2 and SHA-3."""

from __future__ import annotations

from hashloom.reproduction.published import load
from hashloom.reproduction.software import SoftwareReproduction

PAPER = load("nettle")
TABLES = (PAPER.table(1), PAPER.table(2))

REPRODUCTION = SoftwareReproduction(
    name="nettle",
    title="Skein in software, beside SHA-1, SHA-2 and SHA-3",
    source=PAPER.citation(*TABLES),
    note=(
        "The mail measured updates of 10 KiB at a time; ours are whole messages of 10 KiB, with their ends. "
        "Its processor, a Broadwell, has neither AVX-512 nor instructions for SHA: compare the ratios to "
        "SHA-512 and SHA3-256, here those of nettle too, rather than the cycles. Several messages are hashed "
        "side by side in one thread."
    ),
    tables=TABLES,
    message_bytes=10240,
    messages=8,
)
