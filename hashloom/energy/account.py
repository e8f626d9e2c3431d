# SPDX-License-Identifier: Apache-2.0
"""From the energies of cycles to the figures of a design."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from hashloom.energy.program import Cycle, Run
from hashloom.energy.stimulus import SHORT_BYTES, Stimulus, Window
from hashloom.flow.result import Energy

FJ = 1e-3
"""Picojoule in a femtojoule."""
_LEAKED = 1e-3
"""Femtojoule of a nanowatt in a nanosecond."""
_DIGITS = 6


@dataclass(frozen=True)
class Supply:
    """What energies rest on beside transitions: clock period in ns, leakage in nW, supply in volt."""

    period_ns: float
    leakage_nw: float
    volts: float


@dataclass(frozen=True)
class Sums:
    """Energies of a window, in pJ."""

    clock: float
    logic: float
    glitches: float
    leakage: float

    wires: float
    """Of logic and glitches, what wires take."""
    lost: float
    """What pulses would have taken that were swallowed; it is in none of the others."""

    @property
    def all(self) -> float:
        """All of it."""
        return self.clock + self.logic + self.glitches + self.leakage


def sums(cycles: Sequence[Cycle], supply: Supply) -> Sums:
    """Energies of these cycles."""
    free = sum(one.free_switching + one.free_internal for one in cycles)
    with_glitches = sum(one.switching + one.internal for one in cycles)
    return Sums(
        clock=sum(one.clock for one in cycles) * FJ,
        logic=free * FJ,
        glitches=(with_glitches - free) * FJ,
        leakage=supply.leakage_nw * supply.period_ns * len(cycles) * _LEAKED * FJ,
        wires=sum(one.wires for one in cycles) * FJ,
        lost=sum(one.lost for one in cycles) * FJ,
    )


def energy(run: Run, asked: Stimulus, supply: Supply, seed: int, placement: int) -> Energy:
    """The figures of a run of the whole stimulus."""

    def inside(window: Window) -> tuple[Cycle, ...]:
        return run.cycles[window.start - 1 : window.end - 1]

    each = [sums(inside(one), supply).all / one.bits for one in asked.blocks]
    window = Window(asked.blocks[0].start, asked.blocks[-1].end, sum(one.bits for one in asked.blocks))
    cycles = inside(window)
    found, short, idle = (sums(inside(one), supply) for one in (window, asked.short, asked.idle))
    clock, logic, glitches, leakage = (
        round(one / window.bits, _DIGITS) for one in (found.clock, found.logic, found.glitches, found.leakage)
    )
    all_nets = len(cycles) * len(run.nets)
    return Energy(
        pj_per_bit=round(clock + logic + glitches + leakage, _DIGITS),
        glitch_free_pj_per_bit=round(clock + logic + leakage, _DIGITS),
        clock_pj_per_bit=clock,
        logic_pj_per_bit=logic,
        glitches_pj_per_bit=glitches,
        leakage_pj_per_bit=leakage,
        wires_pj_per_bit=round(found.wires / window.bits, _DIGITS),
        swallowed_pj_per_bit=round(found.lost / window.bits, _DIGITS),
        error_pj_per_bit=round(statistics.stdev(each) / math.sqrt(len(each)), _DIGITS),
        blocks=window.bits // asked.block_bits,
        cycles=len(cycles),
        short_bytes=SHORT_BYTES,
        short_messages=asked.short.bits // (8 * SHORT_BYTES),
        short_pj_per_bit=round(short.all / asked.short.bits, _DIGITS),
        short_glitch_free_pj_per_bit=round((short.all - short.glitches) / asked.short.bits, _DIGITS),
        idle_cycles=len(inside(asked.idle)),
        idle_uw=round(idle.all / (len(inside(asked.idle)) * supply.period_ns) * 1e3, 3),
        toggles=round(sum(one.toggles for one in cycles) / all_nets, 4),
        glitch_free_toggles=round(sum(one.free_toggles for one in cycles) / all_nets, 4),
        settled_ns=round(max(one.settled for one in run.cycles) / 1000, 4),
        period_ns=supply.period_ns,
        volts=supply.volts,
        seed=seed,
        placement=placement,
    )
