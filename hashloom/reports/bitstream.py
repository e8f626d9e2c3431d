# SPDX-License-Identifier: Apache-2.0
"""The bitstream of the ULX3S example as a table."""

from __future__ import annotations

from typing import Any

from hashloom.catalogue.places import Places
from hashloom.results import reader
from hashloom.results.tables import Bitstream
from hashloom.rows.table import Column, Table, number

NAME = "ulx3s"
_COMMAND = "make -C examples/ulx3s results"


def region(places: Places) -> str:
    """The record results/ulx3s.json; HashloomError with the command that makes it."""
    path = places.results / f"{NAME}.json"
    found = reader.read(path, Bitstream, places, _COMMAND)
    columns = (
        Column("design", lambda row: f"`{row['design']}`", numeric=False),
        Column("device", lambda row: row["device"], numeric=False),
        Column("LUT", lambda row: number(row["luts"], 0)),
        Column("FF", lambda row: number(row["flip_flops"], 0)),
        Column("clock, MHz<br>reached / wanted", _clocks),
        Column("bitstream, bytes", lambda row: number(row["bitstream_bytes"], 0)),
    )
    tools = ", ".join(f"{name} {version}" for name, version in found.provenance.tools.items())
    made = f"`{found.provenance.command}`, {found.provenance.date}, with {tools}"
    digest = f"SHA-256 of the bitstream: `{found.bitstream_sha256}`."
    return f"{Table(columns, (found.plain(),)).markdown()}\n\n{made}. {digest}"


def _clocks(row: Any) -> str:
    return f"{number(row['clock_mhz'], 1)} / {number(row['clock_wanted_mhz'], 1)}"
