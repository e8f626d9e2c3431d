# SPDX-License-Identifier: Apache-2.0
"""A real Dask cluster for tests: a scheduler and workers, each with records and caches of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from processes import wait_until

PATIENCE_SECONDS = 300
COMMAND = "import sys; from dask.__main__ import main; sys.argv[0] = 'dask'; main()"


class Cluster:
    """A scheduler and workers, processes of this machine."""

    def __init__(self, folder: Path, allowed_failures: int = 1, options: Sequence[str] = ()) -> None:
        """`options` are for the scheduler and all workers."""
        self.folder, self.file, self.options = folder, folder / "scheduler.json", tuple(options)
        self.processes: list[subprocess.Popen[bytes]] = []
        self.start(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(self.file),
            DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES=str(allowed_failures),
        )  # fmt: skip

    @property
    def address(self) -> str:
        """Address of the scheduler, once it has written it."""
        assert wait_until(self._is_there, PATIENCE_SECONDS)
        address: str = json.loads(self.file.read_text())["address"]
        return address

    def _is_there(self) -> bool:
        return self.file.exists() and self.file.read_text().endswith("}")

    def registered(self, workers: int) -> bool:
        """Whether so many workers have come."""
        return wait_until(
            lambda: all(
                b"Registered to" in (self.folder / f"worker{number}.log").read_bytes()
                for number in range(1, workers + 1)
            ),
            PATIENCE_SECONDS,
        )

    def start(self, kind: str, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        """A process of this kind, its log beside it."""
        with (self.folder / f"{kind}{len(self.processes)}.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-c", COMMAND, kind, *arguments, *self.options, "--no-dashboard"],
                env={**os.environ, **environment}, cwd=self.folder, stdout=log, stderr=log,
            )  # fmt: skip
        self.processes.append(process)
        return process

    def worker(self, **environment: str) -> subprocess.Popen[bytes]:
        """A worker without a nanny, so that a killed one stays away."""
        state = str(self.folder / f"worker{len(self.processes)}")
        return self.start(
            "worker", self.address, "--nthreads", "1", "--no-nanny", "--local-directory", state,
            HASHLOOM_STATE=state, HASHLOOM_RECORDS="", **environment,
        )  # fmt: skip

    def stop(self) -> None:
        """End all processes."""
        for process in self.processes:
            with suppress(ProcessLookupError):
                process.kill()
            process.wait()
