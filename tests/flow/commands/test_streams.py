# SPDX-License-Identifier: Apache-2.0
"""Whatever the standard streams can take, no command ends in a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

MAIN = [sys.executable, "-m", "hashloom"]


def run(
    tail: str, *argv: str | bytes, encoding: str = "utf-8", cwd: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the command line with `tail` behind it in the shell."""
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    return subprocess.run(
        ["bash", "-c", f'set -o pipefail; "$@" {tail}', "bash", *MAIN, *argv],
        env=environment, cwd=cwd, capture_output=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp1252", "utf-8"])
def test_characters_that_the_encoding_lacks(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "–×Ωä"
    path.write_text("abc")
    done = run("", "hash", "sha1", str(path), encoding=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    name = {"ascii": b"-x??", "latin-1": b"-\xd7?\xe4", "cp1252": b"\x96\xd7?\xe4"}.get(encoding)
    assert done.stdout.strip().endswith(b"/" + (name or "–×Ωä".encode()))
    told = run("", "hash", "sha1", str(path), "--json", encoding=encoding)
    assert json.loads(told.stdout.decode(encoding))["file"] == str(path)


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "utf-8"])
def test_bytes_of_a_name_come_out_as_they_came(encoding: str, tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff\xfe"
    Path(os.fsdecode(name)).write_text("abc")
    done = run("", "hash", "sha1", name, encoding=encoding)
    assert done.returncode == 0
    assert done.stdout.strip().endswith(b"  " + name)
    told = json.loads(run("", "hash", "sha1", name, "--json", encoding=encoding).stdout)
    assert os.fsencode(told["file"]) == name


@pytest.mark.parametrize(
    ("tail", "status"),
    [
        (">&-", 0),
        ("2>&-", 0),
        ("<&- >&- 2>&-", 0),
        (">/dev/full", 1),
        (">/dev/full 2>/dev/full", 1),
        ("| head -c 10 >/dev/null", None),  # whatever fits into the pipe before its reader goes
        ("2>&1 | true", 141),
        ("2>/dev/full | true", 141),
    ],
)
def test_streams_that_take_nothing(tail: str, status: int | None) -> None:
    done = run(tail, "list", "designs")
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr
    assert done.returncode in ((0, 141) if status is None else (status,)), done.stderr


@pytest.mark.parametrize("tail", ["2>&-", "2>/dev/full", "2>&1 | true", "2> >(true)"])
def test_a_complaint_that_nobody_takes(tail: str) -> None:
    done = run(tail, "hash", "no-such-function")
    assert b"Traceback" not in done.stdout + done.stderr
    assert done.returncode in (1, 2, 141)


def test_standard_input_that_is_closed() -> None:
    done = run("<&-", "hash", "sha1")
    assert done.stdout.split()[0] == b"da39a3ee5e6b4b0d3255bfef95601890afd80709"


@pytest.mark.long
def test_a_message_that_no_memory_holds(tmp_path: Path) -> None:
    """10 GB, with 2 GB of memory: hashed from block to block, until somebody ends it, or refused."""
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(10 << 30)
    limited = ["bash", "-c", 'ulimit -v 2000000; exec "$@"', "bash"]
    with subprocess.Popen(
        [*limited, *MAIN, "hash", "sha1", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(6)
        process.terminate()
        assert process.wait(20) == 143
        assert process.stderr is not None
        assert process.stderr.read() == b"hashloom: terminated\n"
    argv = ["hash", "skein-1.3-512-512", str(path), "--engine", "model", "--tree", "1,1,255"]
    done = subprocess.run([*limited, *MAIN, *argv], capture_output=True, check=False)
    assert done.returncode == 2
    assert b"the message has more than 256 MiB" in done.stderr
