# SPDX-License-Identifier: Apache-2.0
"""Campaigns on a real Dask scheduler with two workers, each with records and caches of its own."""

import json
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from campaign_laboratory import LIMIT_SECONDS, SHORT_LIMIT_SECONDS, Trial, begun
from dask_cluster import PATIENCE_SECONDS, Cluster

from hashloom.campaign import wire
from hashloom.commands import main
from hashloom.execution import jobs

TRIES = "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES"
DESIGNS = ("sha1/basic", "sha1/rescheduled", "sha1/unrolled-2", "sha256/basic")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path)
    try:
        yield made
    finally:
        made.stop()


@pytest.mark.long
def test_a_worker_dies_in_the_middle(cluster: Cluster, tmp_path: Path) -> None:
    workers = [cluster.worker(), cluster.worker()]
    assert cluster.registered(2)
    trial = Trial(tmp_path / "dask", DESIGNS, seeds=3)
    running = trial.start("-o", "out", "--scheduler", cluster.address)
    said = begun(running, 2)
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


@pytest.mark.long
def test_what_goes_wrong_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    """A tool that hangs, one that wants too much memory, a job that kills both workers it is given to."""
    modes = {"sha1_basic 2": "hang", "sha256_basic 1": "memory", "sha1_rescheduled 1": "SIGKILL"}
    for _ in range(3):
        cluster.worker(HASHLOOM_MOCK_MODES=json.dumps(modes))
    trial = Trial(tmp_path / "dask", DESIGNS, seeds=2, limit_seconds=SHORT_LIMIT_SECONDS)
    assert cluster.registered(3)
    done = trial.run("-o", "out", "--scheduler", cluster.address, environment={TRIES: "1"})
    assert done.returncode == 1
    states = {f"{row['function']}/{row['architecture']}": row["state"] for row in trial.rows()}
    assert states == {
        "sha1/basic": jobs.TIMED_OUT,
        "sha1/rescheduled": jobs.TOOL_CRASH,
        "sha1/unrolled-2": jobs.OK,
        "sha256/basic": jobs.OUT_OF_MEMORY,
    }
    assert "placement 1: 2 workers were lost at it, one after another" in done.stderr


@pytest.mark.long
def test_a_job_that_kills_its_worker_is_the_only_one_blamed(tmp_path: Path) -> None:
    """Even where the scheduler gives up whatever was with a worker at its death."""
    made = Cluster(tmp_path, allowed_failures=0)
    try:
        for _ in range(2):
            made.worker(HASHLOOM_MOCK_MODES=json.dumps({"sha1_rescheduled 0": "SIGKILL"}))
        assert made.registered(2)
        trial = Trial(tmp_path / "dask", DESIGNS, seeds=2)
        done = trial.run("-o", "out", "--scheduler", made.address, environment={TRIES: "0"})
    finally:
        made.stop()
    states = {f"{row['function']}/{row['architecture']}": row["state"] for row in trial.rows()}
    assert states == {**dict.fromkeys(DESIGNS, jobs.OK), "sha1/rescheduled": jobs.TOOL_CRASH}, done.stderr
    assert done.returncode == 1


@pytest.mark.long
@pytest.mark.parametrize(
    "limits",
    [
        # The time of the job, which is that of one tool, is over.
        "cluster.TOOLS_OF_A_JOB, cluster.MARGIN_SECONDS, crew.HEARTBEAT_SECONDS = 1, 0, 3",
        "crew.SILENT_SECONDS = 8",  # a long silence, long before the time of the job is over
    ],
)
def test_a_worker_is_stopped_in_the_middle(cluster: Cluster, tmp_path: Path, limits: str) -> None:
    """It lives, and its connections stand, but it does nothing any more."""
    modes = {"sha1_basic 0": "SIGSTOP", "sha1_rescheduled 0": "SIGSTOP"}
    cluster.worker(HASHLOOM_MOCK_MODES=json.dumps(modes))
    cluster.worker()
    assert cluster.registered(2)
    limit = 2 * SHORT_LIMIT_SECONDS if "MARGIN_SECONDS" in limits else LIMIT_SECONDS
    trial = Trial(tmp_path / "dask", DESIGNS[:2], seeds=1, limit_seconds=limit)
    first = f"from hashloom.campaign import cluster, crew; {limits}"
    done = trial.run("-o", "out", "--scheduler", cluster.address, first=first)
    assert done.returncode == 0, done.stderr
    assert {row["state"] for row in trial.rows()} == {jobs.OK}
    assert done.stderr.count("is left out: it does not answer") == 1
    assert "1 worker was left out" in done.stderr


@pytest.mark.long
def test_the_scheduler_dies_in_the_middle(cluster: Cluster, tmp_path: Path) -> None:
    cluster.worker(HASHLOOM_MOCK_MODES=json.dumps({"sha1_basic 2": "hang"}))
    assert cluster.registered(1)
    trial = Trial(tmp_path / "dask", DESIGNS, seeds=2)
    address = cluster.address
    running = trial.start("--scheduler", address)
    before = begun(running, 2)
    cluster.processes[0].kill()
    _, said = running.communicate(timeout=PATIENCE_SECONDS)
    assert running.returncode == 1
    last = said.splitlines()[-1]
    assert last.startswith(
        f"hashloom: the Dask scheduler at {address} is gone; what is finished is in the rec"
    )
    assert "Traceback" not in "".join(before) + said
    assert trial.contents()
    assert trial.run().returncode == 0


@pytest.mark.long
def test_the_scheduler_is_stopped_in_the_middle(cluster: Cluster, tmp_path: Path) -> None:
    cluster.worker(HASHLOOM_MOCK_MODES=json.dumps({"sha1_basic 0": "hang"}))
    assert cluster.registered(1)
    trial, address = Trial(tmp_path / "dask", DESIGNS[:1], seeds=1), cluster.address
    first = (
        "from hashloom.campaign import crew, wire\n"
        "crew.ASK_SECONDS, crew.LOST_SECONDS, wire.CONNECT_SECONDS = 1, 2, 2"
    )
    running = trial.start("--scheduler", address, first=first)
    before = begun(running, 0)
    cluster.processes[0].send_signal(signal.SIGSTOP)
    _, said = running.communicate(timeout=PATIENCE_SECONDS)
    assert running.returncode == 1, before
    assert said.splitlines()[-1].startswith(f"hashloom: the Dask scheduler at {address} is gone")

    # Nor is its greeting waited for without limit.
    done = trial.run("--scheduler", address, first=first)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(f"hashloom: no Dask scheduler answers at {address}")


@pytest.mark.long
def test_all_workers_go(cluster: Cluster, tmp_path: Path) -> None:
    cluster.worker(HASHLOOM_MOCK_MODES=json.dumps({"sha1_basic 0": "SIGKILL"}))
    assert cluster.registered(1)
    trial = Trial(tmp_path / "dask", DESIGNS[:1], seeds=1)
    first = "from hashloom.campaign import crew; crew.ABSENT_SECONDS = 1"
    done = trial.run("--scheduler", cluster.address, first=first)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("hashloom: no worker is left; all have gone; what is fin")


def test_a_scheduler_without_workers(cluster: Cluster, tmp_path: Path) -> None:
    done = Trial(tmp_path / "dask", DESIGNS, seeds=2).run("--scheduler", cluster.address)
    assert done.returncode == 1
    assert f"the Dask scheduler at {cluster.address} has no workers; start some with" in done.stderr


def test_a_scheduler_that_does_not_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("HASHLOOM_STATE", str(tmp_path / "state"))
    monkeypatch.setattr(wire, "CONNECT_SECONDS", 1.0)
    (tmp_path / "trial.toml").write_text("[[sweep]]\ndesigns = ['sha1']\ntargets = ['osu018']\n")
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{nobody.getsockname()[1]}"
        assert main(["campaign", str(tmp_path / "trial.toml"), "--scheduler", address]) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[-1] == f"hashloom: no Dask scheduler answers at {address}; start one with: dask scheduler"
