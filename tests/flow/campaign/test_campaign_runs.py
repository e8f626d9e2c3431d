# SPDX-License-Identifier: Apache-2.0
"""Campaigns that run: the command itself, with the steps of `campaign_laboratory` in the place of tools."""

import itertools
import json
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from campaign_laboratory import SHORT_LIMIT_SECONDS, Trial, begun
from processes import marked, wait_until

from hashloom.campaign.job import LOG_KIND
from hashloom.campaign.local import memory_mib
from hashloom.evaluation.synthesis import RESULT_KIND
from hashloom.execution import jobs
from hashloom.execution.records import Records
from hashloom.flow import fpga

FULL_BYTES = 40_000
KILLS = 100 if "HASHLOOM_COMPLETE" in os.environ else 10
NAMED = ("basic", "rescheduled", "unrolled-2")
DESIGNS = ("sha1/basic", "sha1/rescheduled", "sha1/unrolled-2", "sha256/basic")


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    return Trial(tmp_path, DESIGNS, seeds=5)


def spans(records: Records) -> list[tuple[float, float]]:
    """Begin and end of every job."""
    return sorted((body["ended"] - body["seconds"], body["ended"]) for body in records.all(LOG_KIND))


def overlaps(records: Records) -> int:
    """How many jobs began before the one before them had ended."""
    found = spans(records)
    return sum(1 for (_, end), (begin, _) in itertools.pairwise(found) if begin < end - 0.01)


@pytest.mark.long
def test_a_campaign_from_begin_to_end(trial: Trial) -> None:
    plan = json.loads(trial.run("--plan", "--json").stdout)
    assert (plan["results"], plan["jobs"], plan["placements"]) == (4, 24, 20)
    assert not trial.path.exists()
    done = trial.run("-o", "out")
    assert done.returncode == 0, done.stderr
    assert "[24/24 jobs, 4/4 results: 4 ok;" in done.stderr
    assert "24 jobs in " in done.stderr
    assert [line.split()[:4] for line in done.stdout.splitlines()[2:]] == [
        [design, "mock", "fast", "ok"] for design in DESIGNS
    ]
    written = (trial.folder / "out" / "campaign-trial.json").read_text()
    content = json.loads(written)
    assert list(content) == ["kind", "schema", "campaign", "title", "provenance", "targets", "rows"]
    assert content["targets"] == {
        "mock": {
            "description": "no device at all", "technology": "fpga", "area_unit": "LUT", "placed": True
        }
    }  # fmt: skip
    assert {f"{row['function']}/{row['architecture']}" for row in content["rows"]} == set(DESIGNS)
    for row in content["rows"]:
        clocks = sorted(run["clock_mhz"] for run in row["seeds"])
        assert (len(clocks), row["clock_mhz"]) == (5, clocks[2])
        assert sum(1 for line in written.splitlines() if row["rtl_digest"] in line) == 1
    provenance = content["provenance"]
    assert provenance["workers"] == 2
    assert 24 * 0.1 <= provenance["job_seconds"] <= 2 * provenance["wall_seconds"]
    assert overlaps(trial.records) > 0

    again = trial.run("-o", "again")
    assert "nothing was left to do" in again.stderr
    assert (trial.folder / "again" / "campaign-trial.json").read_text() == written
    assert again.stdout == done.stdout


@pytest.mark.long
def test_kills_change_nothing(tmp_path: Path, rng: random.Random) -> None:
    """Ten of them at random moments, a hundred with HASHLOOM_COMPLETE; they leave something to do."""
    seeds = 2 * KILLS
    trial = Trial(tmp_path / "killed", DESIGNS, seeds)
    for _ in range(KILLS):
        running = trial.start()
        begun(running, rng.randint(0, 2))
        time.sleep(rng.uniform(0, 0.15))
        running.kill()
        running.wait()
    before = len(trial.contents())
    assert before > 0
    last = trial.run("-o", "out")
    assert last.returncode == 0, last.stderr
    assert before < len(trial.contents())
    untroubled = Trial(tmp_path / "untroubled", DESIGNS, seeds)
    assert untroubled.run("-o", "out").returncode == 0
    assert trial.contents() == untroubled.contents()
    assert trial.rows() == untroubled.rows()
    assert list((trial.folder / "state" / "work").iterdir()) == []


@pytest.mark.long
def test_results_that_a_killed_run_did_not_record_are_recorded(tmp_path: Path) -> None:
    """Their steps were; also the results of the mappings, where placements are still to be done."""
    trial = Trial(tmp_path, DESIGNS[:2], seeds=2)
    assert trial.run().returncode == 0
    complete = trial.contents()
    assert sum(kind == RESULT_KIND for kind, _ in complete) == 4
    with closing(sqlite3.connect(trial.path)) as connection, connection:
        connection.execute("DELETE FROM record WHERE kind in (?, ?)", (RESULT_KIND, fpga.ROUTING_KIND))
    assert "4 jobs in " in trial.run().stderr
    assert trial.contents() == complete
    with closing(sqlite3.connect(trial.path)) as connection, connection:
        connection.execute("DELETE FROM record WHERE kind = ?", (RESULT_KIND,))
    assert "nothing was left to do" in trial.run().stderr
    assert sum(kind == RESULT_KIND for kind, _ in trial.contents()) == 2


@pytest.mark.long
def test_a_campaign_of_240_finished_jobs_answers_at_once(tmp_path: Path) -> None:
    trial = Trial(tmp_path, [f"sha{n}/{name}" for n in (1, 256, 384, 512) for name in NAMED], seeds=19)
    assert "[240/240 jobs, 12/12 results: 12 ok;" in trial.run("-o", "out").stderr
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    last = trial.run()
    seconds, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"{seconds:.1f} s, of them {busy:.1f} s of a processor")
    assert "nothing was left to do" in last.stderr
    assert busy < 5


@pytest.mark.long
def test_what_goes_wrong_costs_one_item(tmp_path: Path) -> None:
    trial = Trial(tmp_path, DESIGNS, seeds=5, limit_seconds=SHORT_LIMIT_SECONDS)
    modes = {
        "sha1_basic 2": "hang",
        "sha256_basic 5": "memory",
        "sha1_rescheduled 0": "error",
        "sha1_unrolled-2 3": "SIGSEGV",
    }
    done = trial.run("-o", "out", modes=modes)
    assert done.returncode == 1
    assert done.stderr.count("Traceback") == 1  # that of the tool whose memory was out
    rows = {f"{row['function']}/{row['architecture']}": row for row in trial.rows()}
    expected = {
        "sha1/basic": (jobs.TIMED_OUT, "timed-out"),
        "sha256/basic": (jobs.OUT_OF_MEMORY, "MemoryError"),
        "sha1/rescheduled": (jobs.TOOL_CRASH, "RuntimeError: an accident"),
        "sha1/unrolled-2": (jobs.TOOL_CRASH, "placement 3: its worker ended by SIGSEGV"),
    }
    assert {design: row["state"] for design, row in rows.items()} == {
        design: state for design, (state, _) in expected.items()
    }
    for design, (_, message) in expected.items():
        assert message in rows[design]["message"]
        assert "clock_mhz" not in rows[design]
    placements = trial.records.all("fpga-routing")
    assert sorted(body["state"] for body in placements) == sorted(
        [jobs.OK] * 12 + [jobs.TIMED_OUT, jobs.OUT_OF_MEMORY]
    )

    # What is recorded as failed stays so; what left no record is done again, and the rest on demand.
    assert trial.run().returncode == 1
    assert len(trial.records.all("fpga-routing")) == 14 + 6
    assert trial.run("--again-failed").returncode == 0
    assert len(trial.records.all("fpga-routing")) == 20 + 2


@pytest.mark.long
def test_a_worker_that_is_killed(trial: Trial) -> None:
    done = trial.run("-o", "out", modes={"sha256_basic 0": "SIGKILL"})
    assert done.returncode == 1
    states = {f"{row['function']}/{row['architecture']}": row["state"] for row in trial.rows()}
    assert states == dict.fromkeys(DESIGNS, jobs.OK) | {"sha256/basic": jobs.OUT_OF_MEMORY}
    assert "its worker was killed, as by the kernel when memory is out" in done.stderr


@pytest.mark.long
def test_a_full_disk_ends_it_with_a_sentence(trial: Trial) -> None:
    done = trial.run(modes={"sha1_unrolled-2 1": "full"})
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "hashloom: OSError: [Errno 28] No space left on device; what is finished is recorded, the next run "
        "goes on there"
    )
    before = len(trial.contents())
    assert before > 0
    assert trial.run().returncode == 0
    assert len(trial.contents()) > before


@pytest.mark.long
def test_records_that_can_grow_no_more(trial: Trial, tmp_path: Path) -> None:
    """No file may become larger than the database soon is."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (FULL_BYTES, FULL_BYTES))

    done = trial.run(preexec_fn=limit)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert f"the records {trial.path} cannot be written" in done.stderr.splitlines()[-1]
    before = len(trial.contents())
    assert trial.run("-o", "out").returncode == 0
    assert 0 < before < len(trial.contents())
    untroubled = Trial(tmp_path / "untroubled", DESIGNS, seeds=5)
    assert untroubled.run().returncode == 0
    assert trial.contents() == untroubled.contents()


def test_records_that_are_a_device(trial: Trial) -> None:
    done = trial.run(environment={"HASHLOOM_RECORDS": "/dev/full"})
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("hashloom: the records /dev/full cannot be read (it is no file)")


@pytest.mark.long
@pytest.mark.parametrize(("share", "together"), [(0.1, True), (0.6, False)])
def test_jobs_together_fit_into_memory(trial: Trial, share: float, together: bool) -> None:
    """Every job is known to need this share of the machine's memory."""
    for number, (design, seed) in enumerate(itertools.product(DESIGNS[:2], (0, 1))):
        body = {
            "design": design, "target": "mock", "goal": "fast", "settings": [], "seed": seed,
            "rtl": "of an earlier version", "state": jobs.OK, "ended": 10.0 * number, "seconds": 1.0,
            "max_rss_mib": int(share * memory_mib()), "workers": 1,
        }  # fmt: skip
        trial.records.put(LOG_KIND, str(number), body)
    done = trial.run("-j", "3", "--design", DESIGNS[0], "--design", DESIGNS[1])
    assert done.returncode == 0, done.stderr
    assert len(spans(trial.records)) == 4 + 12
    assert (overlaps(trial.records) > 0) == together


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_running(trial: Trial, number: signal.Signals) -> None:
    mark = str(trial.folder)
    running = trial.start(modes={"sha1_basic 0": "hang", "sha1_rescheduled 0": "hang"}, mark=mark)
    sleeping = wait_until(lambda: sum(_sleeps(process) for process in marked(mark)) == 2, 100)
    running.send_signal(number)
    _, said = running.communicate(timeout=100)
    assert sleeping
    assert running.returncode == (-number if number == signal.SIGKILL else 128 + number)
    assert wait_until(lambda: not set(marked(mark)) - {os.getpid()}, 100)
    if number == signal.SIGINT:
        assert said.splitlines()[-1] == "hashloom: interrupted"


def _sleeps(process: int) -> bool:
    """Whether it is one of the tools that hang."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().startswith(b"sleep\x001000")
    except OSError:
        return False


@pytest.mark.long
def test_real_tools(simulation_state: Path, tmp_path: Path) -> None:
    (tmp_path / "real.toml").write_text(
        "[[sweep]]\ndesigns = ['sha1']\ntargets = ['osu018']\ngoals = ['small']\n"
    )
    environment = {**os.environ, "HASHLOOM_RECORDS": str(tmp_path / "records.sqlite")}
    command = [sys.executable, "-m", "hashloom", "campaign", str(tmp_path / "real.toml"), "--json"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    rows: list[dict[str, Any]] = json.loads(done.stdout)["rows"]
    (row,) = rows
    assert (row["function"], row["state"], row["netlist_simulated"]) == ("sha1", "ok", True)
    assert 5000 < row["area_ge"] < 10000
