# SPDX-License-Identifier: Apache-2.0
"""Runs the tools: each job is a child process in its own process group, with limits of memory and time.

No process of a job outlives the call of `run`, however it ends: return, timeout, exception, Ctrl-C, or the
death of the laboratory itself (`hashloom.execution.jail` watches for that).
"""

import json
import os
import select
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from hashloom.errors import HashloomError, MissingTool
from hashloom.execution import jail

Item = TypeVar("Item")
Made = TypeVar("Made")

OK = "ok"
DOES_NOT_FIT = "does-not-fit"
TIMED_OUT = "timed-out"
OUT_OF_MEMORY = "out-of-memory"
TOOL_CRASH = "tool-crash"
UNSUPPORTED = "unsupported"
FAILED_VERIFICATION = "failed-verification"
STATES = (OK, DOES_NOT_FIT, TIMED_OUT, OUT_OF_MEMORY, TOOL_CRASH, UNSUPPORTED, FAILED_VERIFICATION)
RETRYABLE = (TIMED_OUT, OUT_OF_MEMORY, TOOL_CRASH)
TEMPORARY = "tmp"
"""Folder for the temporary files of a program, in the folder that it runs in."""

# What programs say when an allocation fails: C++, C library, Python, wasmtime, ABC.
_MEMORY_WORDS = (
    "bad_alloc",
    "Cannot allocate memory",
    "MemoryError",
    "out of memory",
    "Out of memory",
    "memory allocation of",
    "mmap failed",
    "failed to map segment",
)
_REPORT_SECONDS = 5.0  # how long the jail may take to report after it was told to stop
_running: set[subprocess.Popen[bytes]] = set()
_cancelled: set[subprocess.Popen[bytes]] = set()
_lock = threading.Lock()


@dataclass(frozen=True)
class Limits:
    """Limits of a job: address space of each of its processes in bytes, wall time in seconds; None: none."""

    memory_bytes: int | None = None
    wall_seconds: float | None = None


@dataclass(frozen=True)
class Outcome:
    """How a job ended.

    `state` is one of ok, timed-out, out-of-memory, tool-crash; `status` is the exit status, negative for the
    signal that ended it; `max_rss_bytes` is the resident memory of its largest process; `log` holds what it
    printed.
    """

    state: str
    status: int
    wall_seconds: float
    cpu_seconds: float
    max_rss_bytes: int
    log: Path

    def tail(self, lines: int = 20) -> str:
        """Last lines the job printed."""
        try:
            with self.log.open("rb") as file:
                file.seek(max(0, self.log.stat().st_size - 64 * 1024))
                text = file.read().decode(errors="replace")
        except OSError:
            return ""
        return "\n".join(text.rstrip().splitlines()[-lines:])


def find(program: str, install: str) -> str:
    """Path of a program: beside the running Python, else on PATH. MissingTool with `install`, the command."""
    beside = Path(sys.executable).parent / program
    if beside.is_file() and os.access(beside, os.X_OK):
        return str(beside)
    found = shutil.which(program)
    if found is None:
        raise MissingTool(f"the program {program} is not installed", install)
    return found


def run(
    argv: Sequence[str],
    folder: Path,
    log: Path,
    limits: Limits | None = None,
    environment: Mapping[str, str] | None = None,
) -> Outcome:
    """Run a program in `folder` with stdout and stderr appended to `log`, and wait for its end.

    `argv[0]` is a path or a name on PATH; MissingTool if there is none. `environment` is added to that of the
    laboratory. Temporary files of the program belong into `folder`: TMPDIR points to `folder/tmp`, removed at
    the end, since a killed program does not clean up.
    """
    limits = limits or Limits()
    if shutil.which(argv[0]) is None:
        raise MissingTool(f"the program {argv[0]} is not installed", None)
    folder = folder.resolve()
    temporary = folder / TEMPORARY
    temporary.mkdir(parents=True, exist_ok=True)
    specification = {
        "argv": list(argv),
        "folder": str(folder),
        "log": str(log.resolve()),
        "memory_bytes": limits.memory_bytes,
    }
    surroundings = {**os.environ, "TMPDIR": str(temporary), **(environment or {})}
    start = time.monotonic()
    try:
        report, timed_out = _supervise(specification, surroundings, limits.wall_seconds)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    outcome = Outcome(
        state=OK,
        status=int(report.get("status", -signal.SIGKILL)),
        wall_seconds=time.monotonic() - start,
        cpu_seconds=float(report.get("cpu_seconds", 0.0)),
        max_rss_bytes=int(report.get("max_rss_bytes", 0)),
        log=log,
    )
    return replace(outcome, state=_classify(outcome, timed_out))


def cancel() -> None:
    """Kill all running jobs, whatever thread runs them; their calls of `run` raise KeyboardInterrupt.

    For a main thread that is leaving, by Ctrl-C for instance, while other threads still wait for jobs.
    """
    with _lock:
        for process in _running:
            _cancelled.add(process)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def parallel(work: Callable[[Item], Made], items: Sequence[Item], workers: int) -> list[Made]:
    """Do `work` for every item, `workers` at a time in threads; results in the order of the items.

    The first exception ends it: what has not begun is left, what runs is waited for, or killed at Ctrl-C.
    """
    if workers <= 1 or len(items) <= 1:
        return [work(item) for item in items]
    with ThreadPoolExecutor(max_workers=workers) as pool:
        futures = [pool.submit(work, item) for item in items]
        try:
            return [future.result() for future in futures]
        except BaseException as error:
            pool.shutdown(wait=False, cancel_futures=True)
            while isinstance(error, KeyboardInterrupt) and not all(future.done() for future in futures):
                cancel()  # again and again, for a thread may be about to start a job
                time.sleep(0.02)
            raise


def _supervise(
    specification: Mapping[str, object], environment: Mapping[str, str], wall_seconds: float | None
) -> tuple[dict[str, float], bool]:
    """Start the jail, wait; its report (empty if it gave none) and whether the time was up."""
    ours, theirs = os.pipe()
    process: subprocess.Popen[bytes] | None = None
    try:
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(jail.__file__), json.dumps(specification)],
            stdin=ours,
            stdout=subprocess.PIPE,
            env=dict(environment),
            start_new_session=True,
        )
        with _lock:
            _running.add(process)
        report = _read_report(process, wall_seconds)
        if report is not None:
            return report, False
        os.close(theirs)
        theirs = -1
        return _read_report(process, _REPORT_SECONDS) or {}, True
    except OSError as error:
        raise HashloomError(f"no process can be started: {error.strerror}") from error
    finally:
        for descriptor in (ours, theirs):
            if descriptor >= 0:
                os.close(descriptor)
        if process is not None and _kill_group(process):
            raise KeyboardInterrupt


def _read_report(process: subprocess.Popen[bytes], seconds: float | None) -> dict[str, float] | None:
    """Return what the jail reports, empty if it died without a word; None if `seconds` pass before."""
    assert process.stdout is not None
    poll = select.poll()
    poll.register(process.stdout, select.POLLIN)
    if not poll.poll(None if seconds is None else seconds * 1000):
        return None
    # The jail writes its report in one piece, which a pipe keeps whole.
    text = os.read(process.stdout.fileno(), 4096)
    return dict(json.loads(text)) if text else {}


def _kill_group(process: subprocess.Popen[bytes]) -> bool:
    """Kill what is left of the process group and take its leader's status; return whether it was cancelled.

    A second Ctrl-C does not disturb it. Nobody takes the status before: until then the group keeps its
    number.
    """
    while True:
        try:
            with _lock:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                _running.discard(process)
                cancelled = process in _cancelled
                _cancelled.discard(process)
            if process.stdout is not None:
                process.stdout.close()
            return cancelled
        except KeyboardInterrupt:
            continue


def _classify(outcome: Outcome, timed_out: bool) -> str:
    if timed_out:
        return TIMED_OUT
    if outcome.status == 0:
        return OK
    # The kernel kills with SIGKILL when the machine has no memory left; nobody else does.
    if outcome.status == -signal.SIGKILL or any(word in outcome.tail(60) for word in _MEMORY_WORDS):
        return OUT_OF_MEMORY
    return TOOL_CRASH
