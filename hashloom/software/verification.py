# SPDX-License-Identifier: Apache-2.0
"""The verification of libskein: runs its test programs, in every variant of the library, on every kernel.

What cannot run on this machine, because a compiler or an emulator is missing, is named with the reason and
counts as neither passed nor failed.
"""

import os
import re
import subprocess
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from hashloom import software
from hashloom.catalogue.places import Places
from hashloom.errors import MissingTool
from hashloom.execution import jobs
from hashloom.execution.processor import processor
from hashloom.results.versions import Content, stamped
from hashloom.software import vectors
from hashloom.software.trials import LibraryTrial
from hashloom.verification.cases import Effort, files_digest

VALGRIND = ("valgrind", "--quiet", "--vgdb=no", "--error-exitcode=99")
SECONDS = {"quick": 120.0, "full": 1500.0}
SHOWN_LINES = 20
MOST_FAILURES = 50
FUZZ_SECONDS = {"quick": 4, "full": 60}
_KERNEL = re.compile(r"^(\w+): (\d+) passed, (\d+) failed$", re.MULTILINE)
_ABSENT = re.compile(r"^(\w+): not available", re.MULTILINE)
_TOTAL = re.compile(r"^(\d+) passed, (\d+) failed$", re.MULTILINE)
_FUZZED = re.compile(r"^Done (\d+) runs in", re.MULTILINE)


@dataclass
class TrialResult:
    """What a trial found. `kernels` has (passed, failed) by name; `absent` are kernels that cannot run there.

    `missing` is why the trial could not run, with the command that installs what it needs, empty if it ran.
    """

    trial: str
    what: str
    compiler: str = ""
    command: str = ""
    passed: int = 0
    failed: int = 0
    kernels: dict[str, tuple[int, int]] = field(default_factory=dict)
    absent: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    missing: str = ""
    seconds: float = 0.0


def run(places: Places, trial: LibraryTrial, effort: Effort, seed: int) -> TrialResult:
    """Build what a trial needs and run it. HashloomError if the library does not build."""
    result = TrialResult(trial.name, trial.what)
    start = time.monotonic()
    try:
        folder = software.build(places, trial.variant)
        beginning = software.runner(trial.variant)
        if trial.valgrind:
            beginning = [jobs.find(VALGRIND[0], "apt-get install valgrind"), *VALGRIND[1:]]
        if trial.kind == "constant-time" or trial.kind == "leak":
            _need(folder / trial.program, "apt-get install valgrind")
    except MissingTool as error:
        result.missing = str(error)
        return result
    result.compiler = compiler(trial.variant)
    work = work_folder(places)
    command = [*beginning, str(folder / trial.program), *arguments(trial, effort, seed, places)]
    result.command = " ".join(command)
    log = work / f"{trial.name}.log"
    log.unlink(missing_ok=True)
    limits = jobs.Limits(
        wall_seconds=SECONDS[effort] + (FUZZ_SECONDS[effort] if trial.kind == "fuzzing" else 0)
    )
    scratch = work / trial.name  # of its own: trials run beside each other
    scratch.mkdir(exist_ok=True)
    outcome = jobs.run(command, scratch, log, limits)
    _judge(trial, result, outcome.status, log.read_text(encoding="utf-8", errors="replace"))
    result.seconds = round(time.monotonic() - start, 1)
    return result


def arguments(trial: LibraryTrial, effort: Effort, seed: int, places: Places) -> list[str]:
    """Arguments of a trial's program; writes the records, where it reads some, to `work_folder`."""
    work = work_folder(places)
    chosen = list(trial.quick if effort == "quick" else trial.full)
    if trial.kind == "answers":
        share = trial.share if effort == "quick" else trial.full_share
        records = work / f"{trial.name}.records"
        vectors.write(records, effort, seed, places, share)
        return ["--seed", str(seed), "--records", str(records), *chosen]
    if trial.kind == "fuzzing":
        found = work / trial.program
        chosen += [f"-seed={seed % 2**31 + 1}", f"-max_total_time={FUZZ_SECONDS[effort]}", "-max_len=2000"]
        chosen += ["-len_control=0", f"-artifact_prefix={found}-"]
        if effort == "full":
            corpus = found.with_suffix(".corpus")
            corpus.mkdir(exist_ok=True)
            chosen.append(str(corpus))
    return chosen


def work_folder(places: Places) -> Path:
    """Folder of records, logs and what the fuzzers found; made if it is not there."""
    folder = places.build / "libskein" / "verification"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def source_digest(places: Places) -> str:
    """Digest of header, sources and rules of the library, its tests and fuzz targets."""
    return software.source_digest(places, "include", "src", "tests", "fuzz")


def document(places: Places, results: Sequence[TrialResult], effort: Effort, seed: int) -> Content:
    """Everything about a verification as a JSON object."""
    content = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "effort": effort,
        "seed": seed,
        "source_digest": source_digest(places),
        "vectors_digest": files_digest(vectors.vector_files(places)),
        "processor": processor(),
        "trials": [asdict(result) for result in results],
        "passed": sum(result.passed for result in results),
        "failed": sum(result.failed for result in results),
    }
    return stamped("software-verification", content)


def compiler(variant: str) -> str:
    """First line of what the variant's compiler says of its version."""
    program = software.VARIANTS[variant].compiler
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    return done.stdout.partition("\n")[0]


def _need(program: Path, install: str) -> None:
    if not os.access(program, os.X_OK):
        raise MissingTool(f"{program.name} was not built, for want of valgrind/memcheck.h", install)


def _judge(trial: LibraryTrial, result: TrialResult, status: int, text: str) -> None:
    """Read from exit status and output what was found; without a clear word of success it is a failure."""
    result.kernels = {name: (int(good), int(bad)) for name, good, bad in _KERNEL.findall(text)}
    result.absent = _ABSENT.findall(text)
    result.failures = [line for line in text.splitlines() if line.startswith("FAILED")][:MOST_FAILURES]
    if trial.kind == "leak":
        seen = status != 0 and ("uninitialised value" in text or "use-of-uninitialized-value" in text)
        result.passed, result.failed = int(seen), int(not seen)
        if not seen:
            result.failures.append("the leak was not found")
        return
    total = (_FUZZED if trial.kind == "fuzzing" else _TOTAL).findall(text)
    if trial.kind == "fuzzing":
        result.passed = int(total[-1]) if total else 0
    elif total:
        result.passed, result.failed = int(total[-1][0]), int(total[-1][1])
    if (status != 0 or result.passed == 0) and result.failed == 0:
        result.failed = 1
        last = "; ".join(text.strip().splitlines()[-SHOWN_LINES:])
        result.failures.append(f"it ended with status {status}: {last}")
