# SPDX-License-Identifier: Apache-2.0
"""Steps of FPGAs by their vendors' tools: a first pass for the period of the clock, then placements at it.

Each step is a whole run: synthesis, placement, routing, reports. The first pass asks for the period that the
target states, with seed 1; what it reaches is what every placement asks for.
"""

import re
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from hashloom.catalogue.ports import Port
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import HashloomError, MissingTool
from hashloom.execution import code, jobs, kept
from hashloom.execution.records import Body
from hashloom.execution.session import Session
from hashloom.execution.steps import Action, body_of
from hashloom.files import templates
from hashloom.flow import fpga, yosys
from hashloom.flow.serial_harness import TOP
from hashloom.flow.vendor import circuit, quartus, vivado
from hashloom.flow.vendor.driver import NO_PART, SCRIPT, Driver, Implemented, NotComparable
from hashloom.targets import Fpga, VendorFpga

KIND = "vendor-implementation"
LOG = "tool.log"
FIRST_SEED = 1
CODE = (
    "catalogue/ports.py", "flow/harness/*.sv", "flow/serial_harness.py", "flow/vendor/*.py",
    "flow/vendor/templates/*",
)  # fmt: skip
"""Files of the laboratory that decide the outcome, beside what they put into the scripts."""
DRIVERS = {"vivado": vivado.DRIVER, "quartus": quartus.DRIVER}
ASKING = jobs.Limits(wall_seconds=120)
"""Limits of a tool that says its version."""
MESSAGES = 4
"""Error messages of a tool that are told."""
_ANY = Fpga("", "", "", {}, (), ())
"""The ports of a unit do not depend on the target; the step that finds them wants one."""


@dataclass(frozen=True)
class VendorRun:
    """What is to be done: a unit, a target, limits."""

    unit: RtlUnit
    target: VendorFpga
    limits: jobs.Limits

    @property
    def driver(self) -> Driver:
        """That of the target's tool."""
        return DRIVERS[self.target.tool]


@dataclass(frozen=True)
class Program:
    """A vendor's tool as it is installed: where, the SHA-256 of what is started, and its version."""

    path: str
    sha256: str
    version: str


def program(target: VendorFpga) -> Program:
    """The tool of a target. MissingTool where it is not there, or of another edition than the part needs."""
    driver = DRIVERS[target.tool]
    path = shutil.which(driver.program)
    if path is None:
        raise MissingTool(
            f"{driver.program} is not on PATH, and {target.name} is measured by {driver.name} alone: install "
            f"it, then {driver.setup}"
        )
    found = _asked(path, kept.digest(Path(path)), driver)
    if target.editions and not any(f"{one} Edition" in found.version for one in target.editions):
        raise MissingTool(
            f"{driver.program} is {driver.name} {found.version}, and {target.part} needs the edition "
            f"{' or '.join(target.editions)}"
        )
    return found


@cache
def _asked(path: str, sha256: str, driver: Driver) -> Program:
    """The program with the version that it prints."""
    with tempfile.TemporaryDirectory(prefix="hashloom-") as folder:
        outcome = jobs.run([path, *driver.ask], Path(folder), Path(folder) / LOG, ASKING)
        version = driver.version(outcome.tail(60))
        if outcome.state != jobs.OK or version is None:
            said = outcome.tail(1) or outcome.state
            raise MissingTool(f"{path} {' '.join(driver.ask)} does not say its version: {said}")
    return Program(path, sha256, version)


def tools(target: VendorFpga) -> dict[str, str]:
    """Tools of this flow and their versions. MissingTool as of `program`."""
    return {DRIVERS[target.tool].name: program(target).version, yosys.TOOL: yosys.version()}


def script(run: VendorRun, seed: int, files: Sequence[str], constraints: str) -> str:
    """The script that has the tool of a run place these files with a seed."""
    return templates.fill(
        Path(__file__).with_name("templates"), run.driver.template, top=TOP, files=files, no_part=NO_PART,
        constraints=constraints, **run.driver.settings(run.target, seed, program(run.target).version),
    )  # fmt: skip


def first_pass(run: VendorRun) -> Action:
    """The step that finds the period of the clock; its record, if good, is that of a placement."""
    return _implementation(run, FIRST_SEED, None)


def placement(run: VendorRun, seed: int) -> Action:
    """The step that places and routes with one seed, at the period that the first pass has reached.

    The record of a good step has `asked_ns`, `slack_ns`, `period_ns` and `clock_mhz`, `area` (unit of the
    target), `area_lut`, `area_ff`, `critical_path` and `logic_levels`; its folder has the reports.
    """
    return _implementation(run, seed, first_pass(run))


def _implementation(run: VendorRun, seed: int, first: Action | None) -> Action:
    found = fpga.ports(fpga.FpgaRun(run.unit, _ANY, run.limits))
    tool = program(run.target)
    ingredients = {
        "rtl": run.unit.digest(),
        "script": script(run, seed, ["FILES"], "CONSTRAINTS"),
        "arguments": run.driver.arguments,
        "period": run.target.first_period_ns if first is None else "that of the first pass",
        "unit": run.target.area_unit,
        "code": code.digest(*CODE),
        "tools": {run.driver.name: tool.version},
        "program": tool.sha256,
    }

    def work(folder: Path, session: Session) -> Body:
        ports = [Port(*one) for one in found.perform(session).body["ports"]]
        asked = run.target.first_period_ns
        if first is not None:
            asked = float(first.perform(session).body["period_ns"])
        names = circuit.write(run.unit, ports, run.driver.instance, folder)
        file, text = run.driver.constraints(asked)
        (folder / file).write_text(text, encoding="utf-8")
        (folder / SCRIPT).write_text(script(run, seed, names, file), encoding="utf-8")
        outcome = jobs.run([tool.path, *run.driver.arguments], folder, folder / LOG, run.limits)
        body = _body(run, folder, asked, outcome)
        _keep_reports(folder, run.driver)
        return {**body, "seed": seed}

    return Action(KIND, ingredients, run.limits, work, (found,) if first is None else (found, first))


def _body(run: VendorRun, folder: Path, asked_ns: float, outcome: jobs.Outcome) -> Body:
    """Body of the record of a tool that has ended. MissingTool where it refused to work at all."""
    driver = run.driver
    if outcome.state == jobs.TOOL_CRASH:
        log = (folder / LOG).read_text(encoding="utf-8", errors="replace")
        _refuse(run, log)
        if driver.no_room.search(log):
            outcome = replace(outcome, state=jobs.DOES_NOT_FIT)
        errors = list(dict.fromkeys(one.strip() for one in driver.error.findall(log)))[:MESSAGES]
        return body_of(outcome, tool=driver.name, **({"message": "\n".join(errors)} if errors else {}))
    if outcome.state != jobs.OK:
        return body_of(outcome, tool=driver.name)
    try:
        found = driver.read(folder, run.target, asked_ns)
        _check_times(found)
    except HashloomError as error:
        state = jobs.UNSUPPORTED if isinstance(error, NotComparable) else jobs.TOOL_CRASH
        message = f"{driver.name} cannot be followed: {error}"
        return body_of(replace(outcome, state=state), tool=driver.name, message=message)
    return body_of(
        outcome,
        tool=driver.name,
        asked_ns=asked_ns,
        slack_ns=found.slack_ns,
        period_ns=found.period_ns,
        clock_mhz=round(1000 / found.period_ns, 3),
        area=found.area,
        area_lut=found.luts,
        area_ff=found.flip_flops,
        critical_path=found.critical_path,
        logic_levels=found.logic_levels,
    )


def _refuse(run: VendorRun, log: str) -> None:
    """MissingTool for a reason that says nothing of the design, as no licence; so nothing is recorded."""
    for refusal in run.driver.refusals:
        if (found := refusal.pattern.search(log)) is not None:
            named = [re.sub(r"[\s.]+$", "", one or "") for one in found.groups()]
            sentence = refusal.sentence.format(*named, part=run.target.part)
            raise MissingTool(f"{run.driver.name} {program(run.target).version} {sentence}")


def _check_times(found: Implemented) -> None:
    """HashloomError for slacks with which no clock is right."""
    if found.hold_ns is not None and found.hold_ns < 0:
        raise HashloomError(f"hold lacks {-found.hold_ns:g} ns, which no period of the clock mends")
    if found.period_ns <= 0:
        raise HashloomError(f"a slack of {found.slack_ns} ns at a period of {found.asked_ns} ns cannot be")


def _keep_reports(folder: Path, driver: Driver) -> None:
    """Remove what is neither report nor script: the tool's own databases."""
    wanted = {folder / SCRIPT, folder / LOG}
    wanted |= {path for pattern in driver.reports for path in folder.glob(pattern)}
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink():
            if not any(path.iterdir()):
                path.rmdir()
        elif path not in wanted:
            path.unlink()
