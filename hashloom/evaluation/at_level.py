# SPDX-License-Identifier: Apache-2.0
"""What the figures of a design rest on at a level: its netlist simulated, and the cycles of its blocks.

At block level `evaluation.netlist` has the one, and `core.toml` the other, which the verification counts. At
message level, where words come on a stream, the cycles are counted here, with long messages in all lanes.
"""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from hashloom import libraries, simulation, verification
from hashloom.catalogue import rtl
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.design import Design, Tuning
from hashloom.catalogue.rtl import Level
from hashloom.errors import CheckFailed
from hashloom.evaluation import netlist
from hashloom.execution import code, jobs
from hashloom.execution.records import Body
from hashloom.execution.session import Session
from hashloom.execution.steps import Action
from hashloom.flow import cells, fpga, yosys
from hashloom.simulation import CellModels, liberty_models, verilog_models
from hashloom.verification.cycles import words_per_cycle

CODE = ("evaluation/netlist.py", "evaluation/at_level.py")
"""Files of the laboratory that decide the outcome of a simulation at another level than BLOCK."""
BLOCK: Level = "core"
SEED = 1
"""Seed of the long messages."""


def netlist_simulation(
    design: Design, level: Level, tuning: Tuning, run: cells.CellsRun | fpga.FpgaRun, verification_key: str
) -> Action:
    """The step of `evaluation.netlist` for the netlist of a level, of whose unit `run` is.

    The keys of its records at block level have the text of that module, which therefore does not know of
    levels.
    """
    of_core = netlist.simulation(design, tuning, run, verification_key)
    if level == BLOCK:
        return of_core
    (synthesis,) = of_core.inputs

    def work(_: Path, session: Session) -> Body:
        made = synthesis.perform(session, files=True).folder / yosys.NETLIST
        checked = verification.verify_netlist(
            design, made, _models(run), session, tuning, level=level, capture=run.unit.capture
        )
        return {
            "state": jobs.FAILED_VERIFICATION if checked.failed else jobs.OK,
            "synthesis": synthesis.key,
            "seconds": round(checked.seconds, 1),
            "passed": checked.passed,
            "failed": checked.failed,
            **(
                {"message": f"the netlist computes wrong digests: {checked.failures[0]}"}
                if checked.failed
                else {}
            ),
        }

    ingredients = {**of_core.ingredients, "level": level, "code": code.digest(*CODE)}
    return replace(of_core, ingredients=ingredients, work=work)


def _models(run: cells.CellsRun | fpga.FpgaRun) -> CellModels:
    """Models of the cells of a netlist."""
    if isinstance(run, fpga.FpgaRun):
        return verilog_models(*run.target.models)
    return liberty_models(libraries.prepare(run.target.source, run.target.dont_use).path)


def cycles(design: Design, level: Level, tuning: Tuning, session: Session, capture: Capture) -> Fraction:
    """Clock cycles per block of long messages in all lanes, of a level that has passed verification.

    CheckFailed where a message gets no digest.
    """
    if level == BLOCK:
        return design.cycles_per_block
    unit = rtl.unit(design, level, tuning, capture=capture)
    circuit = simulation.simulator(unit, level, session).patient(design)
    block = design.function.block_bits
    rate = words_per_cycle(circuit, block, random.Random(SEED))
    if not rate:
        raise CheckFailed(f"{design.name}: a long message has no digest at the level '{level}'")
    return Fraction(block, circuit.word_bits) / rate
