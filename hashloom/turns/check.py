# SPDX-License-Identifier: Apache-2.0
"""The proof of a design's turns, as a check of `hashloom.proof`."""

from __future__ import annotations

import hashlib
import json
import time
from pathlib import Path

from hashloom import catalogue, jobs
from hashloom.equivalence import prove_part
from hashloom.errors import CheckFailed, HashloomError
from hashloom.flow import yosys
from hashloom.flow.steps import body_of
from hashloom.proof.engine import OPEN, PROVEN, REFUTED
from hashloom.records import Body
from hashloom.rtl import RtlUnit
from hashloom.turns import netlist
from hashloom.turns.core import Core
from hashloom.turns.induction import Induction
from hashloom.turns.miter import Miters
from hashloom.turns.specification import specification
from hashloom.turns.words import Logic


def digest() -> str:
    """SHA-256 (hexadecimal) of the programs that the answer depends on: models and this package."""
    package = Path(__file__).parent
    state = hashlib.sha256()
    for path in sorted([*package.rglob("*.py"), *(package.parent / "models").glob("*.py")]):
        state.update(f"{path.name} ".encode() + path.read_bytes())
    return state.hexdigest()


def attempt(name: str, unit: RtlUnit, folder: Path, limits: jobs.Limits) -> Body:
    """Body of the record of the proof that the design `name` with this RTL does what its model does.

    `turns` counts the cycles that were proven, by their places and the values of the control; `assertions`
    the bits; `miters` the circuits that ABC was asked about.
    """
    began = time.monotonic()
    design = catalogue.resolve_design(name)
    made, modules = netlist.read(unit, folder, limits)
    if made.state != jobs.OK:
        return body_of(made, tool=yosys.TOOL)
    content = json.loads((folder / netlist.JSON).read_text(encoding="utf-8"))["modules"]
    proven: set[str] = set()
    facts = {"turns": 0, "assertions": 0, "miters": 0}
    rss = made.max_rss_bytes

    def body(state: str, answer: str, message: str = "") -> Body:
        return {
            "state": state,
            "answer": answer,
            **facts,
            "seconds": round(time.monotonic() - began, 1),
            "max_rss_mib": rss >> 20,
            **({"message": message} if message else {}),
        }

    try:
        for busy in (False, True) if design.architecture.stages > 1 else (False,):
            logic = Logic()
            core = Core(modules, logic)
            miters = Miters(logic.graph, folder, limits)
            for obligation in Induction(design, core, specification(design), busy).obligations():
                facts["turns"] += 1
                facts["assertions"] += len(obligation.pairs)
                answer, what, state = miters.ask(obligation.pairs)
                if answer == REFUTED:
                    raise CheckFailed(f"{obligation.name}: {what} is not what the model says")
                if answer == OPEN:
                    return body(
                        jobs.TOOL_CRASH if state == jobs.OK else state, OPEN, f"{obligation.name}: {what}"
                    )
                _in_time(began, limits)
            facts["miters"] += miters.solved
            rss = max(rss, miters.max_rss_bytes)
            for kind in sorted(core.parts.keys() - proven):
                prove_part(unit, content[kind], limits)
                proven.add(kind)
                _in_time(began, limits)
    except CheckFailed as error:
        return body(jobs.FAILED_VERIFICATION, REFUTED, str(error))
    except TimeoutError:
        return body(jobs.TIMED_OUT, OPEN, f"{facts['turns']} turns in the time given")
    except HashloomError as error:
        return body(jobs.FAILED_VERIFICATION, OPEN, str(error))
    return body(jobs.OK, PROVEN)


def _in_time(began: float, limits: jobs.Limits) -> None:
    if limits.wall_seconds is not None and time.monotonic() - began > limits.wall_seconds:
        raise TimeoutError
