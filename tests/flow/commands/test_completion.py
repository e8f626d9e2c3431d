# SPDX-License-Identifier: Apache-2.0
"""What a shell offers while a command line is written."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from argcomplete.shell_integration import shellcode
from folders import ROOT

ALONE = {key: value for key, value in os.environ.items() if not key.startswith(("_ARGCOMPLETE", "COMP_"))}


def offered(line: str, folder: Path, **more: str) -> list[str]:
    """What the program offers at the end of a line."""
    answer = folder / "answer"
    asked = {
        "_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n", "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
        "COMP_LINE": line, "COMP_POINT": str(len(line)), "PYTHONPATH": str(ROOT),
    }  # fmt: skip
    command = [sys.executable, "-m", "hashloom"]
    done = subprocess.run(
        command, env=ALONE | asked | more, cwd=folder, capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("", "")
    return answer.read_text().split("\n") if answer.read_text() else []


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("hashloom sh", ["show "]),
        ("hashloom show sha512", ["sha512", "sha512-224", "sha512-256"]),
        ("hashloom show sha256 --target osu", ["osu018 "]),
        ("hashloom show sha256 --target=osu", ["--target=osu018 "]),
        ("hashloom export sha256 --for l", ["latency "]),
        ("hashloom export sha256/st", ["sha256/staggered", "sha256/staggered-2m"]),
        ("hashloom synth sha1 --goal s", ["small "]),
        ("hashloom show --ta", ["--target "]),
        ("hashloom show sha256 --fo", []),
        ("hashloom shwo sha", []),
    ],
)
@pytest.mark.sampled(2)
def test_what_is_offered(line: str, wanted: list[str], tmp_path: Path) -> None:
    assert offered(line, tmp_path) == wanted


def test_files_where_a_file_belongs(tmp_path: Path) -> None:
    (tmp_path / "message.bin").write_bytes(b"abc")
    assert offered("hashloom hash sha256 mess", tmp_path) == ["message.bin "]


def test_zsh_gets_what_an_argument_is(tmp_path: Path) -> None:
    asked = {"_ARGCOMPLETE_SHELL": "zsh", "_ARGCOMPLETE_SUPPRESS_SPACE": "1"}
    (found,) = offered("hashloom show sha256 --targ", tmp_path, **asked)
    assert found.startswith("--target:this target only")


def test_fish_gets_it_after_a_tab(tmp_path: Path) -> None:
    asked = {"_ARGCOMPLETE_SHELL": "fish", "_ARGCOMPLETE_SUPPRESS_SPACE": "1", "_ARGCOMPLETE_DFS": "\t"}
    (found,) = offered("hashloom show sha256 --targ", tmp_path, **asked)
    assert found.startswith("--target\tthis target only")


def test_a_run_that_no_shell_asks_for_is_a_run(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hashloom", "list", "targets"]
    environment = ALONE | {"_ARGCOMPLETE": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "osu018" in done.stdout


def test_in_bash(tmp_path: Path) -> None:
    """The function that bash calls, as argcomplete writes it, with the program on the PATH."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash")
    program = tmp_path / "hashloom"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m hashloom "$@"\n')
    program.chmod(0o755)
    script = shellcode(["hashloom"], shell="bash") + (
        '\nCOMP_LINE="hashloom show sha51"; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9\n'
        "_python_argcomplete hashloom sha51 show\n"
        'printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    environment = ALONE | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [bash, "-c", script], env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["sha512", "sha512-224", "sha512-256"]
