# SPDX-License-Identifier: Apache-2.0
"""Which processes a test has started, however far removed: those with its mark in their environment."""

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path


def marked(mark: str) -> list[int]:
    """Numbers of the living processes with HASHLOOM_TEST_MARK=mark in their environment."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
                environment = (folder / "environ").read_bytes().split(b"\0")
            except OSError:
                continue  # gone meanwhile
            if state != "Z" and f"HASHLOOM_TEST_MARK={mark}".encode() in environment:
                found.append(int(folder.name))
    return found


def wait_until(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Whether the condition comes true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return condition()


def wait_long(seconds: float) -> int:
    """Work of a worker, with a child, which has one itself."""
    subprocess.run(["sh", "-c", f"sleep {seconds} & sleep {seconds}; true"], check=False)
    return os.getpid()
