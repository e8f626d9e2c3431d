# SPDX-License-Identifier: Apache-2.0
"""The simulation of a synthesised netlist: the vectors that its RTL has passed, run through its cells."""

from pathlib import Path

from hashloom import libraries, verification
from hashloom.catalogue.design import Design, Tuning
from hashloom.execution import code, jobs, kept
from hashloom.execution.records import Body
from hashloom.execution.session import Session
from hashloom.execution.steps import Action
from hashloom.flow import cells, fpga, yosys
from hashloom.simulation import CellModels, liberty_models, verilog_models

KIND = "netlist-simulation"
_SHARED = "+/"  # a file of yosys, whose version is in the key of the synthesis


def simulation(
    design: Design, tuning: Tuning, run: cells.CellsRun | fpga.FpgaRun, verification_key: str
) -> Action:
    """The step that runs vectors through a netlist, with the vendor's models of its cells.

    Bench, model and vectors are those of the verification of the RTL (`hashloom.verification.basis`).
    """
    synthesis = fpga.synthesis(run) if isinstance(run, fpga.FpgaRun) else cells.synthesis(run)
    ingredients = {
        "verification": verification_key,
        "models": list(map(_identity, run.target.models)) if isinstance(run, fpga.FpgaRun) else None,
        "code": code.digest("evaluation/netlist.py"),
    }

    def work(_: Path, session: Session) -> Body:
        netlist = synthesis.perform(session, files=True).folder / yosys.NETLIST
        checked = verification.verify_netlist(
            design, netlist, _models(run), session, tuning, capture=run.unit.capture
        )
        state = jobs.FAILED_VERIFICATION if checked.failed else jobs.OK
        first = (
            {"message": f"the netlist computes wrong digests: {checked.failures[0]}"}
            if checked.failed
            else {}
        )
        counts = {"passed": checked.passed, "failed": checked.failed}
        seconds = round(checked.seconds, 1)
        return {"state": state, "synthesis": synthesis.key, "seconds": seconds, **counts, **first}

    return Action(KIND, ingredients, run.limits, work, (synthesis,))


def _models(run: cells.CellsRun | fpga.FpgaRun) -> CellModels:
    """Models of the cells of a netlist."""
    if isinstance(run, fpga.FpgaRun):
        return verilog_models(*run.target.models)
    return liberty_models(libraries.prepare(run.target.source, run.target.dont_use).path)


def _identity(model: str) -> str:
    """What tells a file of models from others, wherever it lies."""
    return model if model.startswith(_SHARED) else kept.digest(Path(model))
