# SPDX-License-Identifier: Apache-2.0
"""Campaigns on a real Dask scheduler with two workers, each with records and caches of its own."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from campaign_laboratory import Trial
from processes import wait_until

from hashloom.campaign import cluster as cluster_module
from hashloom.commands import main
from hashloom.execution import jobs

DESIGNS = ("sha1/basic", "sha1/rescheduled", "sha1/unrolled-2", "sha256/basic")
PATIENCE_SECONDS = 300
COMMAND = "import sys; from dask.__main__ import main; sys.argv[0] = 'dask'; main()"


class Cluster:
    """A scheduler and workers, processes of this machine."""

    def __init__(self, folder: Path, allowed_failures: int = 1) -> None:
        self.folder, self.file = folder, folder / "scheduler.json"
        self.processes: list[subprocess.Popen[bytes]] = []
        self.start(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(self.file),
            DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES=str(allowed_failures),
        )  # fmt: skip

    @property
    def address(self) -> str:
        """Address of the scheduler, once it has written it."""
        assert wait_until(
            lambda: self.file.exists() and self.file.read_text().endswith("}"), PATIENCE_SECONDS
        )
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
        with (self.folder / f"{kind}{len(self.processes)}.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-c", COMMAND, kind, *arguments, "--no-dashboard"],
                env={**os.environ, **environment}, stdout=log, stderr=log,
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
        for process in self.processes:
            with suppress(ProcessLookupError):
                process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path)
    try:
        yield made
    finally:
        made.stop()


def test_a_worker_dies_in_the_middle(cluster: Cluster, tmp_path: Path) -> None:
    workers = [cluster.worker(), cluster.worker()]
    assert cluster.registered(2)
    trial = Trial(tmp_path / "dask", DESIGNS, seeds=3)
    running = trial.start("-o", "out", "--scheduler", cluster.address)
    assert running.stderr is not None
    said = [running.stderr.readline() for _ in range(6)]
    workers[0].send_signal(signal.SIGKILL)
    out, rest = running.communicate(timeout=PATIENCE_SECONDS)
    assert running.returncode == 0, rest
    assert "with 2 workers" in said[0] + "".join(said) + rest
    assert "the sum of their times is" in rest
    local = Trial(tmp_path / "local", DESIGNS, seeds=3)
    assert local.run("-o", "out").returncode == 0
    assert trial.contents() == local.contents()
    assert trial.rows() == local.rows()

    # The workers' records are there for the next campaign, but its answers are in ours.
    assert (cluster.folder / "worker2" / "records.sqlite").is_file()
    again = trial.run("--scheduler", cluster.address)
    assert again.stdout == out
    assert "nothing was left to do" in again.stderr


def test_what_goes_wrong_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    """A tool that hangs, one that wants too much memory, a job that kills both workers it is given to."""
    modes = {"sha1_basic 2": "hang", "sha256_basic 1": "memory", "sha1_rescheduled 1": "SIGKILL"}
    for _ in range(3):
        cluster.worker(HASHLOOM_MOCK_MODES=json.dumps(modes))
    trial = Trial(tmp_path / "dask", DESIGNS, seeds=2)
    assert cluster.registered(3)
    done = trial.run("-o", "out", "--scheduler", cluster.address)
    assert done.returncode == 1
    states = {f"{row['function']}/{row['architecture']}": row["state"] for row in trial.rows()}
    assert states == {
        "sha1/basic": jobs.TIMED_OUT,
        "sha1/rescheduled": jobs.TOOL_CRASH,
        "sha1/unrolled-2": jobs.OK,
        "sha256/basic": jobs.OUT_OF_MEMORY,
    }
    assert "placement 1: 2 workers died of it, one after another" in done.stderr


def test_a_job_that_kills_its_worker_is_the_only_one_blamed(tmp_path: Path) -> None:
    """Even where the scheduler gives up whatever was with a worker at its death."""
    made = Cluster(tmp_path, allowed_failures=0)
    try:
        for _ in range(2):
            made.worker(HASHLOOM_MOCK_MODES=json.dumps({"sha1_rescheduled 0": "SIGKILL"}))
        assert made.registered(2)
        trial = Trial(tmp_path / "dask", DESIGNS, seeds=2)
        done = trial.run("-o", "out", "--scheduler", made.address)
    finally:
        made.stop()
    states = {f"{row['function']}/{row['architecture']}": row["state"] for row in trial.rows()}
    assert states == {**dict.fromkeys(DESIGNS, jobs.OK), "sha1/rescheduled": jobs.TOOL_CRASH}, done.stderr
    assert done.returncode == 1


def test_a_worker_with_other_rtl(cluster: Cluster, tmp_path: Path) -> None:
    cores = Path(__file__).parent.parent / "cores"
    other = tmp_path / "cores"
    for folder in ("common", "sha1"):
        shutil.copytree(cores / folder, other / folder)
    source = next((other / "sha1" / "rtl").glob("*.sv"))
    source.write_text(source.read_text() + "// another version\n")
    cluster.worker(HASHLOOM_CORES=str(other))
    trial = Trial(tmp_path / "dask", ("sha1/basic",), seeds=1)
    assert cluster.registered(1)
    done = trial.run("--scheduler", cluster.address)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("hashloom: on the worker tcp://127.0.0.1:")
    assert "the RTL of sha1/basic is not the one that the campaign began with" in last
    assert not trial.path.exists()


def test_the_scheduler_dies_in_the_middle(cluster: Cluster, tmp_path: Path) -> None:
    cluster.worker(HASHLOOM_MOCK_MODES=json.dumps({"sha1_basic 2": "hang"}))
    assert cluster.registered(1)
    trial = Trial(tmp_path / "dask", DESIGNS, seeds=2)
    address = cluster.address
    running = trial.start("--scheduler", address)
    assert running.stderr is not None
    begun = [running.stderr.readline() for _ in range(6)]
    cluster.processes[0].kill()
    _, said = running.communicate(timeout=PATIENCE_SECONDS)
    assert running.returncode == 1
    last = said.splitlines()[-1]
    assert last.startswith(
        f"hashloom: the Dask scheduler at {address} is gone; what is finished is in the rec"
    )
    assert "Traceback" not in "".join(begun) + said
    assert trial.contents()
    assert trial.run().returncode == 0


def test_a_scheduler_without_workers(cluster: Cluster, tmp_path: Path) -> None:
    done = Trial(tmp_path / "dask", DESIGNS, seeds=2).run("--scheduler", cluster.address)
    assert done.returncode == 1
    assert f"the Dask scheduler at {cluster.address} has no workers; start some with" in done.stderr


def test_a_scheduler_that_does_not_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("HASHLOOM_STATE", str(tmp_path / "state"))
    monkeypatch.setattr(cluster_module, "CONNECT_SECONDS", 1.0)
    (tmp_path / "trial.toml").write_text("[[sweep]]\ndesigns = ['sha1']\ntargets = ['osu018']\n")
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{nobody.getsockname()[1]}"
        assert main(["campaign", str(tmp_path / "trial.toml"), "--scheduler", address]) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[-1] == f"hashloom: no Dask scheduler answers at {address}; start one with: dask scheduler"
