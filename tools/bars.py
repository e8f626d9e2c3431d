# SPDX-License-Identifier: Apache-2.0
"""Times what the laboratory does often, in a clean clone of the commit, and writes `results/bars.toml`.

    python3 tools/bars.py              all commands of that file, in its order
    python3 tools/bars.py check help   these alone; what stands there of the others stays

`make figures` shows them. It needs a machine that has nothing else to do. The file has the commands, and what
they may take; `runs` of one are made, the median counts. What a command says itself of its times, by the
regular expression `says`, counts in the place of the times of its process: seconds, then seconds of a
processor.
"""

import argparse
import datetime
import json
import os
import platform
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

TOP = Path(__file__).resolve().parents[1]
FILE = Path("results", "bars.toml")
SET_UP = "make setup PACKAGES='packages.txt packages-test.txt'"
HEAD = """\
# SPDX-License-Identifier: Apache-2.0
# What the laboratory may take for what it does often, and what it took in a clean clone. Written by
# `python3 tools/bars.py`, which runs the commands; `make figures` makes the table in CONTRIBUTING.md of it.
"""

Bar = dict[str, Any]


class Failed(Exception):
    """Why there are no times, in one sentence."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and write; 1 with a sentence where that cannot be."""
    parser = argparse.ArgumentParser(description="Time the laboratory in a clean clone of the commit.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="commands of the file; default: all")
    asked = parser.parse_args(arguments)
    try:
        bars: list[Bar] = tomllib.loads((TOP / FILE).read_text(encoding="utf-8"))["bar"]
        if unknown := sorted(set(asked.names) - {bar["name"] for bar in bars}):
            raise Failed(f"{FILE} has no command '{unknown[0]}'")
        with tempfile.TemporaryDirectory(prefix="hashloom-bars-") as folder:
            clone = Path(folder, "hashloom")
            facts = {
                "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
                "commit": cloned(clone),
                "machine": f"{processor()}, {len(os.sched_getaffinity(0))} processors",
            }
            made = [
                {**bar, **measured(bar, clone), **facts}
                if bar["name"] in (asked.names or [bar["name"]])
                else bar
                for bar in bars
            ]
    except Failed as error:
        print(f"bars: {error}", file=sys.stderr)
        return 1
    (TOP / FILE).write_text(text(made), encoding="utf-8")
    return 0


def cloned(folder: Path) -> str:
    """Clone the commit to this folder, and set it up; its name. Failed where that cannot be."""
    run(["git", "clone", "-q", str(TOP), str(folder)], TOP)
    print("bars: set-up", file=sys.stderr, flush=True)
    run(["sh", "-c", SET_UP], folder)
    return run(["git", "rev-parse", "--short=12", "HEAD"], folder).strip()


def measured(bar: Bar, folder: Path) -> Bar:
    """Seconds, and seconds of a processor, of a command. Failed where it does not end well."""
    times = []
    for _ in range(bar.get("runs", 1)):
        print(f"bars: {bar['command']}", file=sys.stderr, flush=True)
        began, before = time.monotonic(), processor_seconds()
        said = run(["sh", "-c", bar["command"]], folder)
        took = time.monotonic() - began, processor_seconds() - before
        if "says" in bar:
            found = re.search(bar["says"], said)
            if found is None:
                raise Failed(f"'{bar['command']}' does not say its times: {said[-300:]!r}")
            took = float(found[1]), float(found[2])
        times.append(took)
    wall, busy = (statistics.median(column) for column in zip(*times, strict=True))
    return {"seconds": round(wall, 3), "processor_seconds": round(busy, 3)}


def run(command: Sequence[str], folder: Path) -> str:
    """What a command prints, without the settings of the laboratory. Failed where it does not end well."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("HASHLOOM_") and name not in ("PYTHONPATH", "VIRTUAL_ENV", "MAKEFLAGS")
    }
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        end = (done.stdout + done.stderr).strip()[-2000:]
        raise Failed(f"'{command[-1]}' ends with status {done.returncode}: {end}")
    return done.stdout


def processor_seconds() -> float:
    """Seconds of a processor of all processes that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def processor() -> str:
    """Name of this machine's processor."""
    about = Path("/proc/cpuinfo")
    told = about.read_text(encoding="utf-8", errors="replace") if about.exists() else ""
    found = re.search(r"^model name\s*: (.*)$", told, re.MULTILINE)
    return found[1] if found else platform.machine()


def text(bars: Sequence[Bar]) -> str:
    """The file: a text or a number of TOML is written as JSON writes it."""
    lines = []
    for bar in bars:
        lines += ["", "[[bar]]"]
        lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in bar.items()]
    return HEAD + "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
