# SPDX-License-Identifier: Apache-2.0
"""The figures of a row against those that its design has now.

Of one circuit in two texts a synthesis may make two netlists: yosys names and orders cells by the lines that
they come from, and ABC goes through them in that order. So a row of standard cells whose text is another one
is mapped again, if it has less than QUICK_GE, which takes seconds. Where a figure differs, of larger ones and
on FPGAs, a row keeps its figures and says of which text they are, in `rtl_measured`. Measured anew it may
differ within NEAR.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from hashloom import targets
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import CheckFailed
from hashloom.execution.session import Session
from hashloom.flow import Result
from hashloom.flow.measurement import measure
from hashloom.flow.result import ENERGY_FIGURES, OF_CELLS, PLACED_FIGURES, without_absent
from hashloom.rows import Row
from hashloom.targets import StandardCells

KEYS = ("rtl_digest", "synthesis_key", "steps", "flow_digest", "assurance")
"""What of a row is renewed; in `assurance` the keys of its verification and of its proofs."""
_NOT_MEASURED = (*KEYS, "vectors_digest")
"""What of a row is no figure. Vectors differ from place to place: the own ones, or the official in full."""
MEASURED = "rtl_measured"
"""Member of a row whose figures are of another text of the same circuit: the digest of that text."""
QUICK_GE = 25_000
"""Area in gate equivalents below which a row of standard cells is mapped again."""
NEAR = {"GE": 0.02, "": 0.15}
"""By how much of a figure another text of the same circuit may differ: by the unit of area, others."""
_BOUNDED = ("area", "clock_mhz", "levels")
_OF_NETLIST = (
    "area_ge", "area_lut", "area_um2", "clock_mhz_min", "clock_mhz_max", "period_ns", "throughput_gbps",
    "critical_path", "logic_levels", "paths_ns", "seeds", *OF_CELLS, *PLACED_FIGURES, *ENERGY_FIGURES,
)  # fmt: skip
"""Figures that follow from those, or say more of one netlist."""


def name_of(row: Mapping[str, Any]) -> str:
    """What a sentence calls a row."""
    return f"{row['function']}/{row['architecture']} {row['goal']} on {row['target']}"


def compare(row: Row, made: Row) -> None:
    """CheckFailed where a figure of a row is another one in the row that was made now.

    A row that is of another text of the circuit is compared within NEAR.
    """
    for key, value in plain(Result.from_row(row)).items():
        if key in _NOT_MEASURED or (MEASURED in row and key in _OF_NETLIST):
            continue
        near = NEAR.get(row["area_unit"], NEAR[""]) if MEASURED in row and key in _BOUNDED else 0.0
        if not (math.isclose(made[key], value, rel_tol=near) if near else made.get(key) == value):
            raise CheckFailed(
                f"{name_of(row)} comes out otherwise, {key} {made.get(key)} in place of {value}; "
                "nothing is carried over"
            )


def comes_out(row: Row, unit: RtlUnit, session: Session) -> bool:
    """Whether the figures of a row are those of this text, too; it is mapped again if that is quick."""
    if MEASURED not in row and unit.digest() == row["rtl_digest"]:
        return True
    target = targets.find(row["target"], session.places.libraries)
    if not isinstance(target, StandardCells) or "placement" in row or row["area_ge"] >= QUICK_GE:
        return False
    measured = without_absent(asdict(measure(unit, target, row["goal"], 0, session)))
    found = json.loads(json.dumps(measured)).items()
    return all(row.get(key) == value for key, value in found if key not in _NOT_MEASURED)


def plain(result: Result) -> Row:
    """Figures of a result as they stand in a row."""
    found: Row = json.loads(json.dumps(result.row()))
    return found
