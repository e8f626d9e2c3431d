# SPDX-License-Identifier: Apache-2.0
"""Verilog of VHDL, by GHDL, which is a program of its own and need not be there."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

from hashloom.errors import HashloomError, UsageError
from hashloom.evaluation.own.captured import read
from hashloom.evaluation.own.core import ExternalCore
from hashloom.execution import jobs
from hashloom.flow import yosys

TOOL = "GHDL"
INSTALL = "apt-get install ghdl"
_LOG = "ghdl.log"
_MADE = "made.v"
_READS_A_FILE = re.compile(r"^[^\n\"]*?\b(file\s+\w+\s*:|file_open\s*\()", re.IGNORECASE)
_COMMENT = re.compile(r"--.*")
# The two streams apart: one is the Verilog, the other what is said against the VHDL.
_APART = 'out=$1; shift; exec "$@" >"$out"'


@cache
def version() -> str:
    """Version of GHDL. MissingTool if it is not there."""
    command = [jobs.find("ghdl", INSTALL), "--version"]
    said = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, timeout=60)
    return said.stdout.partition("\n")[0].strip()


def verilog(core: ExternalCore, folder: Path, limits: jobs.Limits) -> bytes:
    """Verilog of a core in VHDL, made in an empty folder; its generics are set.

    UsageError for VHDL that GHDL refuses, or that reads a file; MissingTool without GHDL.
    """
    program = jobs.find("ghdl", INSTALL)
    contents = [(source, read(source)) for source in core.sources]
    for source, content in contents:
        for number, line in enumerate(content.decode("latin-1").splitlines(), start=1):
            if _READS_A_FILE.match(_COMMENT.sub("", line)):
                raise UsageError(f"{source}:{number}: VHDL that reads a file; write the table into the VHDL")
    names = yosys.write_files([(source.name, content) for source, content in contents], folder)
    generics = [f"-g{name}={value}" for name, value in core.parameters]
    command = [program, "--synth", "--std=08", *generics, "--out=verilog", *names, "-e", core.top]
    outcome = jobs.run(["/bin/sh", "-c", _APART, "sh", _MADE, *command], folder, folder / _LOG, limits)
    if outcome.state == jobs.TOOL_CRASH:
        text = outcome.tail(200)
        for copy, (source, _) in zip(names, contents, strict=True):
            text = text.replace(copy, str(source))
        raise UsageError(f"GHDL does not read {core.top}: {_said(text)}")
    if outcome.state != jobs.OK:
        raise HashloomError(f"reading {core.top} ended: {outcome.state}")
    return (folder / _MADE).read_bytes()


def _said(text: str) -> str:
    """What GHDL says against the VHDL, in one line: its complaints with file and line, or all of it."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    placed = [line for line in lines if re.match(r".+:\d+:\d+:", line)]
    shown = placed or [re.sub(r"^\S*ghdl\S*: *", "", line) for line in lines]
    return "; ".join(dict.fromkeys(shown))
