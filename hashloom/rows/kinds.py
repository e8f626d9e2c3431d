# SPDX-License-Identifier: Apache-2.0
"""The kinds of rows in documents of results, and what a row of each kind must have in which state.

This is the one definition of a row. `docs/records.md` explains it to readers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hashloom.execution import jobs
from hashloom.rows import relations
from hashloom.rows.relations import Relation
from hashloom.rows.types import (
    COUNT,
    DIGEST,
    FLAG,
    NAME,
    NUMBER,
    NUMBERS,
    OBJECT,
    PATH,
    PLACEMENTS,
    POSITIVE,
    POSITIVE_COUNT,
    TEXT,
    TEXTS,
    Type,
)

Types = Mapping[str, Type]


@dataclass(frozen=True)
class Kind:
    """What a row of one kind has: types by key.

    `always` is there in every state, `ok` in the state ok, `optional` may be there in any. `called` are the
    keys whose values are the name of a row. `states` are those that a row can have. What a kind does not name
    is not looked at.
    """

    what: str
    called: tuple[str, ...]
    always: Types
    ok: Types
    optional: Types = field(default_factory=dict)
    states: tuple[str, ...] = jobs.STATES
    relations: tuple[Relation, ...] = ()


_MEASURED: Types = {"target": NAME, "goal": NAME, "state": NAME, "rtl_digest": DIGEST}
_CLOCK: Types = dict.fromkeys(
    ("clock_mhz", "clock_mhz_min", "clock_mhz_max", "period_ns", "throughput_gbps", "levels"), POSITIVE
)
_AREA: Types = {"area": POSITIVE, "area_unit": NAME}
_COUNTED: Types = {
    "area_ge": POSITIVE,
    "area_um2": POSITIVE,
    "area_lut": COUNT,
    "area_ff": COUNT,
    "logic_levels": COUNT,
    "critical_path": PATH,
    "paths_ns": NUMBERS,
}

DESIGN = Kind(
    "design on a target",
    called=("function", "architecture"),
    always={
        "function": NAME,
        "architecture": NAME,
        **_MEASURED,
        "tools": TEXTS,
        "block_bits": POSITIVE_COUNT,
        "cycles_per_block": POSITIVE,
        "latency_cycles": POSITIVE_COUNT,
        "netlist_simulated": FLAG,
    },
    ok={**_AREA, "vectors_digest": DIGEST, "synthesis_key": DIGEST},
    optional={
        **_CLOCK,
        **_COUNTED,
        "mapped_only": FLAG,
        "seeds": PLACEMENTS,
        "device": TEXT,
        "flow_digest": DIGEST,
        "steps": TEXTS,
        "message": TEXT,
        "vectors_digest": TEXT,
        "synthesis_key": TEXT,
        # What the state ok rests on.
        "assurance": OBJECT,
        # What documents add to what synthesis gives.
        "technology": TEXT,
        "stages": POSITIVE_COUNT,
        "messages": POSITIVE_COUNT,
        "settings": OBJECT,
        "paper": OBJECT,
        "kbit_per_s_per_ge": POSITIVE,
        "mbit_per_s_per_lut": POSITIVE,
        "hash_time": OBJECT,
        "on_front": FLAG,
        "latency_ns": POSITIVE,
        "relative_throughput": POSITIVE,
    },
    relations=(
        relations.goal,
        relations.no_figures,
        relations.block,
        relations.speed,
        relations.placements,
        relations.area,
        relations.per_area,
    ),
)
"""A design for a goal: what `hashloom.flow.Result.row` gives, with what a document adds to it."""

BLOCK = Kind(
    "direction of Threefish",
    called=("direction", "mix_adder"),
    always={
        "direction": COUNT,
        "mix_adder": NAME,
        **_MEASURED,
        "tools": TEXTS,
        "block_bits": POSITIVE_COUNT,
        "cycles_per_block": POSITIVE,
    },
    ok={**_AREA, "synthesis_key": DIGEST},
    optional={**_CLOCK, **_COUNTED},
    relations=(relations.goal, relations.no_figures, relations.speed, relations.area),
)
"""The core of Threefish, see `hashloom.reports.threefish`."""

PART = Kind(
    "part of a design",
    called=("design", "part"),
    always={"design": NAME, "part": NAME, **_MEASURED, "tools": TEXTS},
    ok={"area_ff": COUNT},
    optional={
        **_CLOCK,
        **_COUNTED,
        "message": TEXT,
        "ubi_calls": POSITIVE_COUNT,
        "cycles_per_message": POSITIVE,
    },
    relations=(relations.goal, relations.no_figures, relations.some_area),
)
"""What a part of a design costs, see `hashloom.analysis.overhead`."""

ADAPTER = Kind(
    "bus adapter",
    called=("adapter",),
    always={"adapter": NAME, "parameters": OBJECT, **_MEASURED, "tools": TEXTS, "added_cycles": NUMBERS},
    ok={"area_ge": POSITIVE, "area_ff": COUNT, "clock_mhz": POSITIVE},
    optional={"message": TEXT},
    relations=(relations.goal,),
)
"""What a bus adapter costs, see `hashloom.analysis.bus_overhead`."""

CHAIN = Kind(
    "adder chain",
    called=("chain",),
    always={"chain": NAME, "word": POSITIVE_COUNT, "adder": NAME, **_MEASURED},
    ok={
        "delay_ns": POSITIVE,
        "area_ge": POSITIVE,
        "area_um2": POSITIVE,
        "area_delay": POSITIVE,
        "synthesis_key": DIGEST,
        "tools": TEXTS,
        "proven": OBJECT,
    },
    optional={"logic_levels": COUNT, "critical_path": PATH, "message": TEXT, "paper": OBJECT},
    relations=(relations.goal, relations.no_figures, relations.delay),
)
"""A circuit that makes sums, see `hashloom.reproduction.chains`."""

HASH_TIME = Kind(
    "hash time",
    called=("function", "architecture"),
    always={"function": NAME, "architecture": NAME, "state": NAME, "label": NAME, "variant": POSITIVE_COUNT},
    ok={
        "cycles_per_block": POSITIVE,
        "latency_cycles": POSITIVE_COUNT,
        "hash_time": OBJECT,
        "throughput_formula": NAME,
    },
    optional={"message": TEXT, "paper": OBJECT},
    states=(jobs.OK, jobs.FAILED_VERIFICATION, "missing"),
)
"""The cycles of whole messages, on no target, see `hashloom.reproduction.gmu`."""

SOFTWARE = Kind(
    "program",
    called=("function", "library"),
    always={"function": NAME, "library": NAME, "state": NAME},
    ok={"cycles_per_byte": POSITIVE, "architecture": NAME, "messages": POSITIVE_COUNT},
    optional={
        "cycles_per_block": POSITIVE,
        "clock_mhz": POSITIVE,
        "throughput_gbps": POSITIVE,
        "cycles_per_byte_p5": NUMBER,
        "cycles_per_byte_p95": NUMBER,
        "message_bytes": POSITIVE_COUNT,
        "paper": OBJECT,
    },
    states=(jobs.OK, "absent"),
)
"""A program beside a paper's, see `hashloom.reproduction.software`."""


def kind_of(row: Mapping[str, Any]) -> Kind:
    """The kind of a row, told by the keys that only rows of that kind have."""
    for kind, key in (
        (CHAIN, "chain"),
        (ADAPTER, "adapter"),
        (PART, "part"),
        (BLOCK, "direction"),
        (SOFTWARE, "library"),
    ):
        if key in row:
            return kind
    return HASH_TIME if "target" in row and row["target"] is None else DESIGN
