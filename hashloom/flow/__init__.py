# SPDX-License-Identifier: Apache-2.0
"""The figures of RTL on a target, whatever it computes.

    measure(unit, target, goal, seeds, session)       of any RTL with a clock: a Measurement
    measure_combinational(unit, target, goal, session)  of RTL without one, on standard cells

Standard cells (`cells`): yosys and ABC map, OpenSTA analyses the timing. FPGAs (`fpga`): yosys maps the core
in a serial harness, nextpnr places and routes it once per seed; or a vendor's tool does all of it (`vendor`).
Every step is a job with limits (`hashloom.execution.jobs`), computed once and recorded
(`hashloom.execution.steps`).
"""

from hashloom.flow.goals import GOALS
from hashloom.flow.measurement import LIMITS, measure_combinational
from hashloom.flow.on_target import measure
from hashloom.flow.result import Measurement, Result, SeedRun

__all__ = [
    "GOALS",
    "LIMITS",
    "Measurement",
    "Result",
    "SeedRun",
    "measure",
    "measure_combinational",
]
