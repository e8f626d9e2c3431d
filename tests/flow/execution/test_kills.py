# SPDX-License-Identifier: Apache-2.0
"""A command that is killed at any moment leaves no process, no half file and no false record."""

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from folders import SUPPORT
from own_state import here
from processes import marked, wait_long, wait_until

from hashloom.errors import HashloomError
from hashloom.execution import workers
from hashloom.execution.records import Records
from hashloom.execution.steps import left_over, room

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL)
COMMANDS = {
    "verify": ("verify", "sha1/basic", "sha1/unrolled-2", "--level", "core", "-j", "2"),
    "campaign": ("campaign", "trial.toml", "-j", "2"),
    "synth": ("synth", "sha1/basic", "--target", "ecp5", "--seeds", "0"),
}


CAMPAIGN = """
targets = ["ecp5"]
seeds = 0
[[sweep]]
designs = ["sha1/basic", "sha1/unrolled-2"]
"""


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A word in the environment of every process that a test starts."""
    monkeypatch.setenv("HASHLOOM_TEST_MARK", str(tmp_path))
    return str(tmp_path)


def others(mark: str) -> list[int]:
    return [process for process in marked(mark) if process != os.getpid()]


@pytest.mark.long
@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: signal.Signals(number).name)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.sampled(4)
def test_no_process_is_left(
    command: str, number: int, mark: str, rng: random.Random, simulation_state: Path, tmp_path: Path
) -> None:
    """The main process alone gets the signal, at a random moment of its work."""
    (tmp_path / "trial.toml").write_text(CAMPAIGN)
    environment = {**os.environ, "HASHLOOM_RECORDS": str(tmp_path / "records.sqlite")}
    with (tmp_path / "told").open("wb") as told:
        process = subprocess.Popen(
            [sys.executable, "-m", "hashloom", *COMMANDS[command]],
            env=environment, stdout=told, stderr=told, start_new_session=True, cwd=tmp_path,
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # nohup has it ignored
        )  # fmt: skip
    time.sleep(rng.uniform(0.2, 8))
    process.send_signal(number)
    status = process.wait(20)
    assert wait_until(lambda: not others(mark), 20), others(mark)
    text = (tmp_path / "told").read_text()
    assert "Traceback" not in text or status == -number, text
    assert status in (0, -number, 128 + number)
    assert Records(tmp_path / "records.sqlite").check().damaged == ()
    with room("test", here()):
        pass  # who makes the next one sweeps those of the dead
    assert not [*left_over(simulation_state / "work")]


PROGRAM = """
import signal, sys, time
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # the tests may run under nohup
from hashloom.errors import HashloomError
from hashloom.execution import workers
from processes import wait_long
if __name__ == "__main__":
    with workers.pool(2) as pool:
        futures = [pool.submit(wait_long, 1000) for _ in range(4)]
        print("begun", flush=True)
        futures[0].result()
"""


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: signal.Signals(number).name)
def test_workers_end_with_who_has_them(number: int, mark: str, tmp_path: Path, rng: random.Random) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    environment = {**os.environ, "PYTHONPATH": f"{os.environ.get('PYTHONPATH', '')}:{SUPPORT}"}
    with subprocess.Popen(
        [sys.executable, str(tmp_path / "program.py")],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        process.stdout.readline()
        if rng.random() < 0.5:
            assert wait_until(lambda: len(others(mark)) >= 8, 30)
        time.sleep(rng.uniform(0, 1))
        process.send_signal(number)
        assert process.wait(20) != 0
    assert wait_until(lambda: not others(mark), 20), others(mark)


def test_a_worker_that_is_terminated_takes_its_programs_with_it(mark: str, tmp_path: Path) -> None:
    """As the pool does it to the others where one has ended, before they have seen that all is over."""
    (tmp_path / "program.py").write_text(PROGRAM)
    environment = {**os.environ, "PYTHONPATH": f"{os.environ.get('PYTHONPATH', '')}:{SUPPORT}"}
    with subprocess.Popen(
        [sys.executable, str(tmp_path / "program.py")],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        assert wait_until(lambda: len(others(mark)) >= 8, 60)
        for child in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split():
            with suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGTERM)
        assert process.wait(20) != 0
    assert wait_until(lambda: not others(mark), 20), others(mark)


def leave_while_work_goes_on() -> None:
    with workers.pool(2) as pool:
        futures = [pool.submit(wait_long, 1000) for _ in range(4)]
        assert wait_until(lambda: any(future.running() for future in futures), 30)
        raise KeyError


def kill_a_worker() -> None:
    with workers.pool(1) as pool:
        found = pool.submit(wait_long, 0.01).result()
        assert found != os.getpid()
        os.kill(found, signal.SIGKILL)
        pool.submit(wait_long, 1000).result()


def test_who_leaves_by_an_exception_does_not_wait(mark: str) -> None:
    with pytest.raises(KeyError):
        leave_while_work_goes_on()
    assert wait_until(lambda: not [one for one in others(mark) if b"sleep" in command_of(one)])


def test_a_worker_that_is_killed_is_a_sentence(mark: str) -> None:
    with pytest.raises(HashloomError, match="a worker was killed, as by the kernel"):
        kill_a_worker()


def command_of(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""
