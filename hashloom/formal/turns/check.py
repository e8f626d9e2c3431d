# SPDX-License-Identifier: Apache-2.0
"""The proof of a design's turns, as a check of `hashloom.formal`."""

from __future__ import annotations

import ast
import hashlib
import json
import time
from collections.abc import Collection
from pathlib import Path

from hashloom.catalogue.design import Design
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import CheckFailed, HashloomError
from hashloom.execution import jobs
from hashloom.execution.records import Body
from hashloom.execution.steps import body_of
from hashloom.flow import yosys
from hashloom.formal.engine import OPEN, PROVEN, REFUTED
from hashloom.formal.equivalence import prove_part
from hashloom.formal.turns import netlist
from hashloom.formal.turns.ahead import induction
from hashloom.formal.turns.core import Core
from hashloom.formal.turns.miter import Miters
from hashloom.formal.turns.specification import specification
from hashloom.formal.turns.words import Logic

_DEPENDS = ("hashloom.models", "hashloom.formal.turns", "hashloom.formal.equivalence")


def digest(design: Design) -> str:
    """SHA-256 (hexadecimal) of the programs that the answer for a design depends on.

    These are the package but for the families, that of the design, and the models that it imports.
    """
    package = Path(__file__).parent
    waiting = [*package.glob("*.py"), package / "families" / f"{design.family.model}.py"]
    found: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path not in found and path.exists():
            found.add(path)
            waiting += _imports(path)
    state = hashlib.sha256()
    for path in sorted(found):
        state.update(f"{path.name} ".encode() + path.read_bytes())
    return state.hexdigest()


def _imports(path: Path) -> list[Path]:
    """Files of models, of this package and of `hashloom.formal.equivalence` that a file may import."""
    source = Path(__file__).parents[3]
    names = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
    wanted = [one for one in names if one.startswith(_DEPENDS)]
    return [source / f"{one.replace('.', '/')}.py" for one in wanted]


def attempt(design: Design, unit: RtlUnit, folder: Path, limits: jobs.Limits) -> Body:
    """Body of the record of the proof that a design with this RTL does what its model does.

    `turns` counts the cycles that were proven, by their places and the values of the control; `assertions`
    the bits; `miters` the circuits that ABC was asked about.
    """
    began = time.monotonic()
    made, modules = netlist.read(unit, folder, limits)
    if made.state != jobs.OK:
        return body_of(made, tool=yosys.TOOL)
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
            for obligation in induction(design, core, specification(design), busy).obligations():
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
            prove_parts(unit, core.parts.keys() - proven, folder, limits)
            proven |= core.parts.keys()
            _in_time(began, limits)
    except CheckFailed as error:
        return body(jobs.FAILED_VERIFICATION, REFUTED, str(error))
    except TimeoutError:
        return body(jobs.TIMED_OUT, OPEN, f"{facts['turns']} turns in the time given")
    except HashloomError as error:
        return body(jobs.FAILED_VERIFICATION, OPEN, str(error))
    return body(jobs.OK, PROVEN)


def prove_parts(unit: RtlUnit, kinds: Collection[str], folder: Path, limits: jobs.Limits) -> None:
    """Prove that the modules of these yosys names add, which `netlist.read` left in `folder`; else
    CheckFailed."""
    content = json.loads((folder / netlist.JSON).read_text(encoding="utf-8"))["modules"]
    for kind in sorted(kinds):
        prove_part(unit, content[kind], folder, limits)


def _in_time(began: float, limits: jobs.Limits) -> None:
    if limits.wall_seconds is not None and time.monotonic() - began > limits.wall_seconds:
        raise TimeoutError
