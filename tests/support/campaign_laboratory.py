# SPDX-License-Identifier: Apache-2.0
"""Campaigns without tools: steps that are recorded as real ones are, but take a tenth of a second.

A `Trial` has a target file that calls `target`, so that every process that finds the target, on whatever
machine, has these steps in the place of the real ones; the process of the tests does not find it.
HASHLOOM_MOCK_MODES, a JSON object, makes some of them behave badly: `"sha1_basic 2": "hang"` is placement 2
of sha1/basic, seed 0 its mapping.
"""

import errno
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from folders import SUPPORT
from own_state import here

from hashloom import targets, vectors, verification
from hashloom.campaign.job import LOG_KIND
from hashloom.catalogue import rtl
from hashloom.evaluation import netlist, synthesis
from hashloom.execution import jobs
from hashloom.execution.records import Body, Records
from hashloom.execution.session import Session
from hashloom.execution.steps import Action, body_of
from hashloom.flow import fpga, logic_depth
from hashloom.formal import relevance
from hashloom.targets import Fpga
from hashloom.verification import basis
from hashloom.verification.cases import files_digest

SECONDS = "0.1"
TIMES = ("seconds", "max_rss_mib")
"""What differs between two runs of the same step."""
LIMIT_SECONDS = 60
"""Of a tool: so long that none is stopped for it on a machine that has much else to do."""
SHORT_LIMIT_SECONDS = 10
"""Where one is to be stopped for it."""
LIMIT_GIB = 4
TARGET = """
import sys
sys.path.insert(0, {tests!r})
import campaign_laboratory
TARGET = campaign_laboratory.target({name!r})
"""


LOG_SECONDS = 0.02
"""From line to line of the log, so that it is seen at once how far a campaign is."""


def begun(running: subprocess.Popen[str], jobs: int) -> list[str]:
    """What a campaign said until so many of its jobs were done, or to its end."""
    assert running.stderr is not None
    said = []
    for line in running.stderr:
        said.append(line)
        found = re.match(r"\[(\d+)/\d+ jobs", line)
        if found is not None and int(found[1]) >= jobs:
            break
    return said


class Trial:
    """A campaign of these steps in a folder of its own, with records and caches there."""

    def __init__(
        self, folder: Path, designs: Sequence[str], seeds: int, limit_seconds: int = LIMIT_SECONDS
    ) -> None:
        """A tool may take `limit_seconds`."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.path = folder, folder / "state" / "records.sqlite"
        self.limit_seconds = limit_seconds
        self.records = Records(self.path)
        (folder / "mock.py").write_text(TARGET.format(tests=str(SUPPORT), name="mock"))
        self.write(designs, seeds)

    def write(self, designs: Sequence[str], seeds: int) -> None:
        """Write the campaign file."""
        (self.folder / "trial.toml").write_text(
            f"targets = ['mock.py']\nseeds = {seeds}\ntimeout_s = {self.limit_seconds}\n"
            f"memory_gib = {LIMIT_GIB}\n[[sweep]]\ndesigns = {list(designs)}\n"
        )

    def start(
        self, *arguments: str, modes: Mapping[str, str] | None = None, mark: str = "",
        environment: Mapping[str, str] | None = None, first: str = "", **options: Any,
    ) -> subprocess.Popen[str]:  # fmt: skip
        """`hashloom campaign` of this campaign with two workers; Python does what `first` says before."""
        surroundings = {
            **{key: value for key, value in os.environ.items() if key != "HASHLOOM_RECORDS"},
            "HASHLOOM_STATE": str(self.folder / "state"),
            "HASHLOOM_MOCK_MODES": json.dumps(modes or {}),
            "HASHLOOM_TEST_MARK": mark,
            **(environment or {}),
        }
        program = (
            "import sys\nfrom hashloom.commands import _terminal, main\n"
            f"_terminal.DISPLAY.interval = {LOG_SECONDS}\n{first}\nsys.exit(main())"
        )
        command = [sys.executable, "-c", program, "campaign", "trial.toml", "-j", "2", *arguments]
        return subprocess.Popen(
            command, cwd=self.folder, env=surroundings, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options,
        )  # fmt: skip

    def run(self, *arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
        """The same to its end."""
        running = self.start(*arguments, **options)
        out, error = running.communicate(timeout=300)
        return subprocess.CompletedProcess(running.args, running.returncode, out, error)

    def contents(self) -> dict[tuple[str, str], Body]:
        """All records but those of times, and without the times in them."""
        with closing(sqlite3.connect(self.path)) as connection:
            found = connection.execute("SELECT kind, key, body FROM record WHERE kind != ?", (LOG_KIND,))
            return {
                (kind, key): {name: value for name, value in json.loads(body).items() if name not in TIMES}
                for kind, key, body in found
            }

    def rows(self) -> list[dict[str, Any]]:
        """The rows that `-o out` wrote."""
        written = (self.folder / "out" / "campaign-trial.json").read_text()
        rows: list[dict[str, Any]] = json.loads(written)["rows"]
        return rows


def target(name: str) -> Fpga:
    """Put the steps of this module in the place of the real ones; an FPGA to use them."""
    verification.require_verified = verified
    relevance.key = lambda top, places: top.digest()
    relevance.examine = lambda design, top, *_: relevance.Standing(relevance.key(top, here()), ("mock",))
    netlist.simulation = simulated
    fpga.synthesis = mapped
    fpga.placement = placed
    fpga.tools = lambda target: {"mock": os.environ.get("HASHLOOM_MOCK_VERSION", "1")}
    logic_depth.counting = measured
    ecp5 = targets.find("ecp5")
    assert isinstance(ecp5, Fpga)
    return replace(ecp5, name=name, description="no device at all")


def verified(design: Any, tuning: Any, session: Session, **_: Any) -> Body:
    key = verification.record_key(design, tuning, synthesis.ASSURED, session.places)

    def work(folder: Path, session: Session) -> Body:
        return {
            "state": jobs.OK, "design": design.name, "seconds": 0.1, "key": key,
            "levels": list(synthesis.ASSURED),
            "rtl_digests": {"core": rtl.unit(design, "core", tuning).digest()},
            "tools": basis.tools(session.places),
            "vectors_digest": files_digest(vectors.files_for(design.function, session.places)),
        }  # fmt: skip

    return Action(verification.KIND, {"basis": key}, jobs.Limits(), work).perform(session).body


def mapped(run: fpga.FpgaRun) -> Action:
    def work(folder: Path, session: Session) -> Body:
        return tool(run, 0, folder, core={"luts": 50 + len(run.unit.name), "flip_flops": 40})

    return Action(fpga.SYNTHESIS_KIND, key_of(run, 0), run.limits, work)


def measured(run: fpga.FpgaRun) -> Action:
    body = {"state": jobs.OK, "levels": 5, "critical_path": ["a", "b"], "lone_flip_flops": 1}
    return Action(logic_depth.KIND, key_of(run, 0), run.limits, lambda *_: body, (mapped(run),))


def placed(run: fpga.FpgaRun, seed: int) -> Action:
    def work(folder: Path, session: Session) -> Body:
        clock = random.Random(f"{run.unit.digest()} {seed}").uniform(50, 200)
        figures = {"clock_mhz": round(clock, 3), "area_lut": 60, "area_ff": 40, "critical_path": ["a", "b"]}
        return {"seed": seed, **tool(run, seed, folder, **figures)}

    return Action(fpga.ROUTING_KIND, key_of(run, seed), run.limits, work, (mapped(run),))


def simulated(design: Any, tuning: Any, run: Any, verification_key: str) -> Action:
    return Action(netlist.KIND, {}, run.limits, lambda *_: {"state": "ok"}, (mapped(run),))


def key_of(run: fpga.FpgaRun, seed: int) -> Body:
    return {"rtl": run.unit.digest(), "target": run.target.name, "seed": seed}


def tool(run: fpga.FpgaRun, seed: int, folder: Path, **facts: Any) -> Body:
    """What a tool found, if it does not misbehave."""
    modes: dict[str, str] = json.loads(os.environ.get("HASHLOOM_MOCK_MODES", "{}"))
    mode = modes.get(f"{run.unit.name.removesuffix('_core')} {seed}", "good")
    command = ["sleep", SECONDS]
    if mode == "hang":
        command = ["sleep", "1000"]
    if mode == "memory":
        command = [sys.executable, "-c", "bytearray(2**33)"]
    if mode == "error":
        raise RuntimeError("an accident")
    if mode == "full":
        raise OSError(errno.ENOSPC, "No space left on device")
    if mode in ("SIGKILL", "SIGSEGV", "SIGSTOP"):
        os.kill(os.getpid(), signal.Signals[mode])
    outcome = jobs.run(command, folder, folder / "log", run.limits)
    return body_of(outcome, **(facts if outcome.state == jobs.OK else {}))
