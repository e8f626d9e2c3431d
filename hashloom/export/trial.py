# SPDX-License-Identifier: Apache-2.0
"""Exported packages tried as a stranger would: moved elsewhere, without hashloom, its Python, its variables.

Designs are a random sample of the catalogue, exported, and their own test benches run by `make` in an
environment that has nothing but a PATH of the system's folders.
"""

from __future__ import annotations

import datetime
import hashlib
import os
import random
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from hashloom import export, vectors
from hashloom.catalogue import rtl
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.design import Design, Tuning
from hashloom.errors import HashloomError, MissingTool
from hashloom.execution import jobs
from hashloom.execution.processor import processor
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.execution.steps import key_of
from hashloom.flow import yosys
from hashloom.results.versions import stamped

TUNING = Tuning("fpga", "fast")
SIMULATORS = ("icarus", "verilator")
"""Rules of a package's Makefile."""
KIND = "export-trial"
FOLDERS = ("/usr/local/bin", "/usr/bin", "/bin")
"""PATH of the bare environment."""
PROGRAMS = {"make": "make", "iverilog": "iverilog", "verilator": "verilator", "g++": "g++"}
"""What a package needs there, and the Debian package of each."""

_RESULT = re.compile(r"^PASS (\d+) FAIL (\d+)$", re.MULTILINE)


@dataclass(frozen=True)
class BenchRun:
    """One run of a test bench: how it ended, what its last line counts, seconds with compilation."""

    simulator: str
    state: str
    passed: int
    failed: int
    seconds: float

    @property
    def good(self) -> bool:
        """Whether it came to its end and every digest was right."""
        return self.state == jobs.OK and self.passed > 0 and self.failed == 0


@dataclass(frozen=True)
class ExportTrial:
    """What became of one package; `error` says why it could not be exported.

    `rtl_digest` is the SHA-256 (hexadecimal) of its RTL at the message level.
    """

    design: Design
    tuning: Tuning
    runs: tuple[BenchRun, ...] = ()
    checks: int = 0
    proof: dict[str, Any] | None = None
    error: str = ""
    rtl_digest: str = ""

    @property
    def good(self) -> bool:
        """Whether it was exported and each run counts all the digests it should."""
        return bool(self.runs) and all(run.good and run.passed == self.checks for run in self.runs)

    def body(self) -> dict[str, Any]:
        """All of it as a JSON object."""
        return {
            "function": self.design.function.name,
            "architecture": self.design.architecture.name,
            "tuning": {key: value for key, value in vars(self.tuning).items() if value != ()},
            "rtl_digest": self.rtl_digest,
            "good": self.good,
            "test_bench_checks": self.checks,
            "runs": [{**vars(run), "seconds": round(run.seconds, 1)} for run in self.runs],
            "proof": self.proof,
            **({"error": self.error} if self.error else {}),
        }


@dataclass(frozen=True)
class Trials:
    """Packages, a random sample, with where and how they were tried."""

    seed: int
    drawn_from: int
    trials: tuple[ExportTrial, ...]
    name: str = field(default="exports", init=False)

    def document(self) -> dict[str, Any]:
        """The document that results/ keeps."""
        content = {
            "provenance": {
                "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
                "seed": self.seed,
                "drawn_from": self.drawn_from,
                "environment": {"PATH": ":".join(FOLDERS)},
                "machine": f"{processor()}, {os.cpu_count()} processors",
                "tools": {yosys.TOOL: yosys.version(), **simulators()},
            },
            "rows": [trial.body() for trial in self.trials],
        }
        return stamped("exports", content)


def draw(count: int, seed: int, designs: Sequence[Design]) -> list[Design]:
    """So many of these designs, each at most once."""
    return random.Random(seed).sample(list(designs), min(count, len(designs)))


def simulators() -> dict[str, str]:
    """Versions of the simulators in the bare environment. MissingTool if something is not there."""
    path = ":".join(FOLDERS)
    for program, package in PROGRAMS.items():
        if shutil.which(program, path=path) is None:
            raise MissingTool(f"there is no {program} in {path}", f"apt-get install {package}")
    asked = {"Icarus Verilog": ["iverilog", "-V"], "Verilator": ["verilator", "--version"]}
    return {name: _version(command, path) for name, command in asked.items()}


def attempt(
    design: Design,
    tuning: Tuning,
    session: Session,
    limits: jobs.Limits,
    *,
    runs: Sequence[str] = SIMULATORS,
    prove: bool = True,
    verify: bool = True,
    progress: Progress = silent,
) -> ExportTrial:
    """Export a design and run its test bench in the bare environment, or find in the records that it passed.

    MissingTool if a program is missing.
    """
    capture = Capture()
    digest = rtl.unit(design, "top", tuning, capture=capture).digest()
    key = key_of(
        {
            "design": design.name,
            "rtl": digest,
            "vectors": [path.read_text(encoding="utf-8") for path in vector_files(design)],
            "export": sources_digest(),
            "done": [list(runs), prove, verify],
            "tools": {yosys.TOOL: yosys.version(), **simulators()},
        }
    )
    known = session.get(KIND, key)
    if known is not None:
        known_runs = tuple(BenchRun(**one) for one in known["runs"])
        return ExportTrial(design, tuning, known_runs, known["checks"], known["proof"], rtl_digest=digest)
    found = _attempt(design, tuning, session, limits, runs, prove, verify, progress, capture)
    if found.good:
        body = {"runs": [vars(one) for one in found.runs], "checks": found.checks, "proof": found.proof}
        session.put(KIND, key, body)
    return replace(found, rtl_digest=digest)


def sources_digest() -> str:
    """SHA-256 (hexadecimal) over what makes a package: the files of this Python package."""
    state = hashlib.sha256()
    folder = Path(__file__).parent
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"):
        state.update(f"{path.relative_to(folder)}\n".encode())
        state.update(path.read_bytes())
    return state.hexdigest()


def vector_files(design: Design) -> list[Path]:
    """The vectors that a test bench may take its messages from."""
    file = vectors.compact_file(design.function.name)
    return [file] if file is not None else []


def _attempt(
    design: Design,
    tuning: Tuning,
    session: Session,
    limits: jobs.Limits,
    runs: Sequence[str],
    prove: bool,
    verify: bool,
    progress: Progress,
    capture: Capture,
) -> ExportTrial:
    with tempfile.TemporaryDirectory(prefix="hashloom-export-") as scratch:
        try:
            package = export.make(design, tuning, None, export.CLOCK_MHZ, session, capture=capture)
            exported = export.export(
                package,
                Path(scratch) / "exported",
                session,
                prove=prove,
                verify=verify,
                limits=limits,
                progress=progress,
            )
        except MissingTool:
            raise
        except HashloomError as error:
            return ExportTrial(design, tuning, error=str(error))
        elsewhere = Path(scratch) / "elsewhere"
        exported.folder.rename(elsewhere)
        found = []
        for simulator in runs:
            progress(f"{design.name}: make {simulator}")
            found.append(run(elsewhere, simulator, limits))
    proof = dict(exported.proof) if exported.proof is not None else None
    return ExportTrial(design, tuning, tuple(found), exported.checks, proof)


def run(folder: Path, simulator: str, limits: jobs.Limits) -> BenchRun:
    """`make` with this rule in a package, in the bare environment."""
    log = folder / f"{simulator}.log"
    bare = [
        "env",
        "-i",
        f"PATH={':'.join(FOLDERS)}",
        f"HOME={folder}",
        f"TMPDIR={folder}/tmp",
        "make",
        simulator,
    ]
    outcome = jobs.run(bare, folder, log, limits)
    counted = _RESULT.findall(log.read_text(encoding="utf-8", errors="replace"))
    passed, failed = map(int, counted[-1]) if counted else (0, 0)
    return BenchRun(simulator, outcome.state, passed, failed, outcome.wall_seconds)


def _version(command: Sequence[str], path: str) -> str:
    """First number with dots of the first line that a program prints."""
    done = subprocess.run(
        command, capture_output=True, text=True, env={"PATH": path}, check=False, timeout=60
    )
    found = re.search(r"\d+\.\d+", done.stdout)
    return found[0] if found else "unknown"
