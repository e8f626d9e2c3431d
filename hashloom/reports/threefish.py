# SPDX-License-Identifier: Apache-2.0
"""Threefish's core measured: encryption, decryption, and both in one core, beside each other.

    python -m hashloom.reports.threefish    synthesise, and write results/threefish.json

`tests/rtl/cores/test_threefish_core.py` verifies the RTL; the netlists are not simulated.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict

from hashloom import flow, rows, targets
from hashloom.catalogue import rtl
from hashloom.catalogue.places import Places
from hashloom.catalogue.rtl import RtlUnit
from hashloom.catalogue.threefish import sources
from hashloom.errors import HashloomError
from hashloom.execution import jobs
from hashloom.execution.session import Session
from hashloom.flow.result import throughput_gbps, without_absent
from hashloom.reports import program, results
from hashloom.reproduction.hardware import per_area, provenance
from hashloom.results import reader, writer
from hashloom.results.tables import Threefish
from hashloom.results.versions import stamped
from hashloom.rows.table import Column, Row, Table, number

NAME = "threefish"
DIRECTIONS = ("encrypts", "decrypts", "either")
"""What the core does, by its parameter DIRECTION."""
ADDERS = {"BRENT_KUNG": "Brent-Kung", "KOGGE_STONE": "Kogge-Stone"}
"""Adders of the MIX functions that are measured, by their names in adder_pkg."""
TARGET, GOAL = "osu018", "fast"
BLOCK, CYCLES_PER_BLOCK = 512, 72 / 8 + 1
"""Bits of a block, and cycles from one to the next with eight rounds in the loop and one block in flight."""


def unit(direction: int, adder: str, places: Places) -> RtlUnit:
    """The core that is measured for a direction and an adder of the MIX functions, a name of adder_pkg."""
    parameters = {"BLOCK": BLOCK, "UNROLL": 8, "STAGES": 1, "DIRECTION": direction}
    parameters["MIX_ADDER"] = rtl.names("adder_pkg", places)[adder]
    name = f"threefish_core_{DIRECTIONS[direction]}_{adder}"
    return RtlUnit(name, "threefish_core", sources(places), tuple(parameters.items()))


def measure(direction: int, adder: str, session: Session) -> rows.Row:
    """The row of a direction and an adder. HashloomError if there are no figures."""
    places = session.places
    target = targets.find(TARGET, places.libraries)
    found = flow.measure(unit(direction, adder, places), target, GOAL, 0, session)
    if found.state != jobs.OK:
        raise HashloomError(f"threefish_core that {DIRECTIONS[direction]}: {found.state}: {found.message}")
    return without_absent(
        {
            "direction": direction,
            "mix_adder": adder,
            "target": TARGET,
            "goal": GOAL,
            "block_bits": BLOCK,
            "cycles_per_block": CYCLES_PER_BLOCK,
            "throughput_gbps": throughput_gbps(BLOCK, CYCLES_PER_BLOCK, found.clock_mhz),
            **asdict(found),
        }
    )


def table(places: Places) -> str:
    """The rows of results/threefish.json; HashloomError if it is not there or a row cannot be used."""
    path = results.path_of(places.results, NAME)
    found = reader.read(path, Threefish, places, "python -m hashloom.reports.threefish")
    return columns([row.plain() for row in found.rows]).markdown()


def columns(found: Sequence[Row]) -> Table:
    """Table of rows that `measure` gave."""
    return Table(
        (
            Column("`DIRECTION`", lambda row: str(row["direction"])),
            Column("the core", lambda row: DIRECTIONS[row["direction"]], numeric=False),
            Column("adders of MIX", lambda row: ADDERS[row["mix_adder"]], numeric=False),
            Column("target", lambda row: row["target"], numeric=False),
            Column("clock, MHz", lambda row: number(row["clock_mhz"], 1)),
            Column("Gbit/s", lambda row: number(row["throughput_gbps"], 2)),
            Column("GE", lambda row: number(row["area_ge"], 0)),
            Column("kbit/s per GE", lambda row: number(per_area(row), 1)),
        ),
        tuple(found),
    )


def renew(places: Places, _: argparse.Namespace) -> None:
    """Measure what the records do not know, and write all."""
    places.need_checkout("hashloom.reports.threefish")
    session = Session.at(places)
    found = [measure(direction, adder, session) for direction in range(3) for adder in ADDERS]
    document = stamped("threefish", {"provenance": provenance(found), "rows": found})
    path = results.path_of(places.results, NAME)
    writer.write(path, document, places)
    print(path)


def main(arguments: Sequence[str] = ()) -> int:
    """Measure and write; the exit status."""
    what = "Measure Threefish in one direction and in both, and write results/threefish.json."
    return program.run(program.parser_of("threefish", what), renew, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
