# SPDX-License-Identifier: Apache-2.0
"""From a design to its figures on a target.

    synthesise(design, target, goal, seeds, records)    verify, measure, simulate the netlist: a Result
    measure(unit, target, goal, seeds, records)         the figures of any RTL with a clock: a Measurement
    measure_combinational(unit, target, goal, records)  those of RTL without one, on standard cells

Standard cells (`cells`): yosys and ABC map, OpenSTA analyses the timing. FPGAs (`fpga`): yosys maps the core
in a serial harness, nextpnr places and routes it once per seed. Every step is a job with limits
(`hashloom.jobs`), computed once and recorded (`steps`).
"""

from hashloom.flow.goals import GOALS
from hashloom.flow.result import Measurement, Result, SeedRun
from hashloom.flow.synthesis import LIMITS, measure, measure_combinational, synthesise

__all__ = [
    "GOALS",
    "LIMITS",
    "Measurement",
    "Result",
    "SeedRun",
    "measure",
    "measure_combinational",
    "synthesise",
]
