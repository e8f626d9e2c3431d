# SPDX-License-Identifier: Apache-2.0
"""Invented rows of designs that are whole: what follows from a few figures is computed of them."""

from typing import Any

from own_state import here

from hashloom import catalogue, targets
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Tuning
from hashloom.errors import UsageError
from hashloom.targets import Fpga

Row = dict[str, Any]
FIGURES = (
    "clock_mhz", "clock_mhz_min", "clock_mhz_max", "period_ns", "throughput_gbps", "levels", "mapped_only",
    "area", "area_unit", "area_ge", "area_lut", "area_ff", "seeds",
    "clock_placed_mhz", "wire_mm", "placement",
)  # fmt: skip
"""What only a row whose state is ok has."""


def of(name: str, target: str, **more: Any) -> Row:
    """A row of a design (`function/architecture`) of the catalogue, without figures."""
    design = catalogue.resolve_design(name, here())
    facts = {
        "block_bits": design.function.block_bits,
        "cycles_per_block": float(design.cycles_per_block),
        "latency_cycles": design.cycles_block(),
    }
    return head(design.function.name, design.architecture.name, target, **facts, **more)


def head(function: str, architecture: str, target: str, **facts: Any) -> Row:
    """What a row has in every state."""
    return {
        "function": function,
        "architecture": architecture,
        "target": target,
        "goal": "fast",
        "state": "ok",
        "netlist_simulated": True,
        "tools": {"pyosys": "0.70"},
        "rtl_digest": "a1" * 32,
        "vectors_digest": "b2" * 32,
        "synthesis_key": "c3" * 32,
        **facts,
    }


def present(row: Row) -> str:
    """Digest of the RTL that lies here for the design of a row."""
    design = catalogue.resolve_design(f"{row['function']}/{row['architecture']}", here())
    tuning = Tuning(targets.find(row["target"]).technology, row["goal"], row["target"])
    return rtl.unit(design, "core", tuning).digest()


def sized(row: Row, area: float) -> Row:
    """The row with an area, in the unit of its target; gate equivalents for a target that is none."""
    target = _target(row["target"])
    if not isinstance(target, Fpga):
        return {**row, "area": area, "area_unit": "GE", "area_ge": area}
    luts = int(area) * target.area_luts
    return {**row, "area": area, "area_unit": target.area_unit, "area_lut": luts}


def clocked(row: Row, clock_mhz: float, seeds: int = 0, spread: float = 0.0) -> Row:
    """The row with a clock; of an odd number of placements, up to `spread` slower and faster."""
    step = 2 * spread / (seeds - 1) if seeds > 1 else 0.0
    clocks = [clock_mhz * (1 + step * (seed - seeds // 2)) for seed in range(seeds)]
    placed = [
        {"seed": seed + 1, "state": "ok", "clock_mhz": one, "area_lut": 100, "area_ff": 50}
        for seed, one in enumerate(clocks)
    ]
    return {
        **row,
        "clock_mhz": clock_mhz,
        "clock_mhz_min": min(clocks, default=clock_mhz),
        "clock_mhz_max": max(clocks, default=clock_mhz),
        "period_ns": 1000 / clock_mhz,
        "throughput_gbps": row["block_bits"] / row["cycles_per_block"] * clock_mhz / 1000,
        **({"seeds": placed} if placed else {}),
    }


def wired(row: Row, clock_mhz: float, wire_mm: float = 90.0) -> Row:
    """The row of standard cells that were placed three times, with this median clock."""
    seeds = [
        {"seed": seed, "clock_mhz": clock_mhz + more, "wire_mm": wire_mm + more}
        for seed, more in ((1, 1.0), (2, 0.0), (3, -1.0))
    ]
    placement = {
        "period_ns": 1000 / clock_mhz, "critical_path": ["a_reg", "b_reg"], "utilisation": 0.7,
        "width_um": 130.0, "height_um": 140.0, "rows": 100, "nets": 5000, "wire_ff": 8000.0,
        "geometry": "LEF", "wires": "a test", "clock_tree": "none", "clock_skew_ns": 0.05, "seed": 2,
        "seeds": seeds,
    }  # fmt: skip
    return {
        **row,
        "throughput_gbps": row["block_bits"] / row["cycles_per_block"] * clock_mhz / 1000,
        "clock_placed_mhz": clock_mhz,
        "wire_mm": wire_mm,
        "placement": placement,
    }


def energised(row: Row, clock: float, logic: float, glitches: float, leakage: float) -> Row:
    """The row of standard cells that were placed, with these parts of the energy of a bit in pJ."""
    energy = {
        "clock_pj_per_bit": clock, "logic_pj_per_bit": logic, "glitches_pj_per_bit": glitches,
        "leakage_pj_per_bit": leakage, "error_pj_per_bit": 0.01, "blocks": 8, "cycles": 520,
        "short_bytes": 64, "short_messages": 4, "short_pj_per_bit": 9.0,
        "short_glitch_free_pj_per_bit": 6.0, "idle_cycles": 32, "idle_uw": 900.0, "toggles": 0.6,
        "glitch_free_toggles": 0.3, "wires_pj_per_bit": 0.4, "swallowed_pj_per_bit": 0.5,
        "settled_ns": 0.8, "volts": 1.8, "seed": 1,
        "period_ns": row["placement"]["period_ns"], "placement": row["placement"]["seed"],
    }  # fmt: skip
    return {
        **row,
        "energy_pj_per_bit": clock + logic + glitches + leakage,
        "energy_glitch_free_pj_per_bit": clock + logic + leakage,
        "energy": energy,
    }


def of_scripts(row: Row, others: dict[str, tuple[float, float]], script: str = "fast") -> Row:
    """The row of placed standard cells as the best of scripts; others by clock with wires and area."""
    tried = [
        {
            "script": name, "with_loads": False, "state": "ok", "clock_mhz": clock * 2,
            "clock_placed_mhz": clock, "area_ge": area,
        }
        for name, (clock, area) in others.items()
    ]  # fmt: skip
    own = {key: row[key] for key in ("clock_mhz", "clock_placed_mhz", "area_ge", "state")}
    tried.append({"script": script, "with_loads": True, **own})
    portfolio = {"with_loads": True, "loads": [[1, 2.5]], "tried": tried}
    return {**row, "goal": "fastest", "script": script, "portfolio": portfolio}


def mapped(row: Row, levels: float) -> Row:
    """The row of a design that was mapped and not placed."""
    return {**row, "mapped_only": True, "levels": levels}


def failed(row: Row, state: str, message: str) -> Row:
    """The row without figures, in another state than ok."""
    kept = {key: value for key, value in row.items() if key not in FIGURES}
    return {**kept, "state": state, "message": message}


def _target(name: str) -> Any:
    try:
        return targets.find(name)
    except UsageError:
        return None
