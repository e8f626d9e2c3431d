# SPDX-License-Identifier: Apache-2.0
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from processes import marked, wait_until

from hashloom.errors import MissingTool
from hashloom.execution import jobs
from hashloom.execution.jobs import Limits

FAMILY = "sleep 100 & (sleep 100 & sleep 100) & sleep 100"


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A word in the environment of every process that a test starts."""
    monkeypatch.setenv("HASHLOOM_TEST_MARK", str(tmp_path))
    return str(tmp_path)


def others(mark: str) -> list[int]:
    return [process for process in marked(mark) if process != os.getpid()]


def shell(folder: Path, command: str, limits: Limits | None = None) -> jobs.Outcome:
    return jobs.run(["sh", "-c", command], folder, folder / "log", limits)


def test_a_good_job(tmp_path: Path) -> None:
    outcome = shell(tmp_path, "pwd; echo error >&2; echo > output; sleep 0.1")
    assert (outcome.state, outcome.status) == (jobs.OK, 0)
    assert outcome.tail().splitlines() == [str(tmp_path), "error"]
    assert (tmp_path / "output").exists()
    assert 0.1 <= outcome.wall_seconds < 5
    assert 100_000 < outcome.max_rss_bytes < 2**30


def test_a_job_that_fails(tmp_path: Path) -> None:
    outcome = shell(tmp_path, "echo no such cell; exit 7")
    assert (outcome.state, outcome.status, outcome.tail()) == (jobs.TOOL_CRASH, 7, "no such cell")


def test_a_job_that_crashes(tmp_path: Path) -> None:
    assert shell(tmp_path, "kill -SEGV $$").status == -signal.SIGSEGV
    assert shell(tmp_path, "kill -SEGV $$").state == jobs.TOOL_CRASH


def test_time_is_up(tmp_path: Path, mark: str) -> None:
    outcome = shell(tmp_path, f"echo begun; {FAMILY}", Limits(wall_seconds=0.3))
    assert (outcome.state, outcome.status, outcome.tail()) == (jobs.TIMED_OUT, -signal.SIGKILL, "begun")
    assert outcome.wall_seconds < 5
    assert wait_until(lambda: not others(mark))


def test_what_a_good_job_leaves_running_is_killed(tmp_path: Path, mark: str) -> None:
    assert shell(tmp_path, "sleep 100 & exit 0").state == jobs.OK
    assert wait_until(lambda: not others(mark))


def test_memory_is_limited(tmp_path: Path) -> None:
    argv = [sys.executable, "-c", "bytearray(2**30)"]
    outcome = jobs.run(argv, tmp_path, tmp_path / "log", Limits(memory_bytes=2**29))
    assert (outcome.state, outcome.status) == (jobs.OUT_OF_MEMORY, 1)
    assert jobs.run(argv, tmp_path, tmp_path / "log2", Limits(memory_bytes=2**32)).state == jobs.OK


def test_the_limit_holds_for_children_too(tmp_path: Path) -> None:
    child = f"{sys.executable} -c 'bytearray(2**30)'"
    assert shell(tmp_path, f"{child}; exit $?", Limits(memory_bytes=2**29)).state == jobs.OUT_OF_MEMORY


@pytest.mark.parametrize(
    "words", ["terminate called after throwing an instance of 'std::bad_alloc'", "Cannot allocate memory"]
)
def test_tools_that_say_that_memory_is_out(tmp_path: Path, words: str) -> None:
    assert shell(tmp_path, f'echo "{words}"; exit 1').state == jobs.OUT_OF_MEMORY


def test_the_kernel_kills_when_memory_is_out(tmp_path: Path) -> None:
    assert shell(tmp_path, "kill -KILL $$").state == jobs.OUT_OF_MEMORY


def test_memory_used_is_measured(tmp_path: Path) -> None:
    argv = [sys.executable, "-c", "b'x' * 300_000_000"]
    outcome = jobs.run(argv, tmp_path, tmp_path / "log")
    assert 300_000_000 < outcome.max_rss_bytes < 400_000_000


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(MissingTool, match="hashloom-none is not installed") as caught:
        jobs.run(["hashloom-none"], tmp_path, tmp_path / "log")
    assert caught.value.exit_status == 3
    with pytest.raises(MissingTool, match="install it with: apt-get install none"):
        jobs.find("hashloom-none", "apt-get install none")


def test_temporary_files_are_gone_after_a_kill(tmp_path: Path) -> None:
    shell(tmp_path, "echo > $TMPDIR/file; ls $TMPDIR; kill -KILL $$")
    assert (tmp_path / "log").read_text() == "file\n"
    assert not (tmp_path / "tmp").exists()


def test_the_environment_is_added_to(tmp_path: Path, mark: str) -> None:
    outcome = jobs.run(
        ["sh", "-c", "echo $HASHLOOM_TEST_MARK $MORE"], tmp_path, tmp_path / "log", None, {"MORE": "more"}
    )
    assert outcome.tail() == f"{mark} more"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_is_left_when_the_laboratory_ends(
    tmp_path: Path, mark: str, number: signal.Signals
) -> None:
    program = f"""
from pathlib import Path
from hashloom.execution import jobs
folder = Path({str(tmp_path)!r})
jobs.run(["sh", "-c", "echo begun; {FAMILY}"], folder, folder / "log")
"""
    laboratory = subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.DEVNULL)
    assert wait_until((tmp_path / "log").exists)
    assert wait_until(lambda: len(others(mark)) >= 6)
    laboratory.send_signal(number)
    assert laboratory.wait() != 0
    assert wait_until(lambda: not others(mark))


def test_cancel_ends_the_jobs_of_other_threads(tmp_path: Path, mark: str) -> None:
    ends: list[type[BaseException]] = []

    def work(name: str) -> None:
        folder = tmp_path / name
        folder.mkdir()
        try:
            shell(folder, FAMILY)
        except BaseException as error:
            ends.append(type(error))

    threads = [threading.Thread(target=work, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    assert wait_until(lambda: len(others(mark)) >= 12)
    jobs.cancel()
    for thread in threads:
        thread.join(10)
    assert ends == [KeyboardInterrupt, KeyboardInterrupt]
    assert wait_until(lambda: not others(mark))
    assert shell(tmp_path, "true").state == jobs.OK


def test_starting_is_cheap(tmp_path: Path) -> None:
    began = time.monotonic()
    for _ in range(5):
        shell(tmp_path, "true")
    assert time.monotonic() - began < 5


def test_parallel_keeps_the_order() -> None:
    def work(number: int) -> int:
        time.sleep(0.05 * (3 - number % 3))
        return number * number

    for workers in (1, 2, 5):
        assert jobs.parallel(work, range(5), workers) == [0, 1, 4, 9, 16]


def test_an_error_in_parallel_starts_nothing_more() -> None:
    began: list[int] = []

    def work(number: int) -> None:
        began.append(number)
        time.sleep(0.2)
        raise ValueError(number)

    with pytest.raises(ValueError, match="0"):
        jobs.parallel(work, range(8), 2)
    assert len(began) < 8


def test_an_interrupt_ends_parallel_jobs(tmp_path: Path, mark: str) -> None:
    """Ctrl-C reaches the main thread only; jobs of other threads end too, also those about to begin."""
    program = f"""
import time
from pathlib import Path
from hashloom.execution import jobs
def work(name):
    folder = Path({str(tmp_path)!r}) / name
    folder.mkdir()
    time.sleep(0.5 if name == "late" else 0)
    jobs.run(["sh", "-c", {FAMILY!r}], folder, folder / "log")
jobs.parallel(work, ["one", "two", "late", "never"], 3)
"""
    laboratory = subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.DEVNULL)
    assert wait_until((tmp_path / "two" / "log").exists)
    laboratory.send_signal(signal.SIGINT)
    assert laboratory.wait(20) != 0
    assert wait_until(lambda: not others(mark))
    assert not (tmp_path / "never").exists()
