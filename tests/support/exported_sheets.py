# SPDX-License-Identifier: Apache-2.0
"""What a data sheet says, read back from its Markdown, and from the diagrams beside it."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

ABC = hashlib.sha1(b"abc").hexdigest()
"""What sha1 makes of "abc"."""


def section(package: Path, heading: str) -> str:
    """The text under a heading, up to the next one of its rank or a higher one."""
    sheet = (package / "DATASHEET.md").read_text(encoding="utf-8")
    marks = heading.split(" ")[0]
    found = re.search(
        rf"^{re.escape(heading)}\n(.*?)(?=^#{{1,{len(marks)}}} |\Z)", sheet, re.DOTALL | re.MULTILINE
    )
    assert found is not None, heading
    return found[1]


def tables(text: str) -> list[list[dict[str, str]]]:
    """The tables of a text: their lines, by what stands above each column."""
    found = []
    for block in re.findall(r"(?:^\|.*\|\n?)+", text, re.MULTILINE):
        head, _, *body = [
            [cell.strip().strip("`") for cell in line.strip("|").split(" | ")] for line in block.splitlines()
        ]
        found.append([dict(zip(head, line, strict=True)) for line in body])
    return found


def signals(wave: dict[str, Any]) -> dict[str, list[str]]:
    """Values of WaveJSON in each cycle that is shown; what does not matter is empty."""
    found = {}
    for signal in wave["signal"]:
        data, value, values = iter(signal.get("data", ())), "", []
        for mark in signal["wave"]:
            if mark in "01x=":
                value = next(data) if mark == "=" else "" if mark == "x" else mark
            values.append(value)
        found[signal["name"]] = values
    return found


def cycles(wave: dict[str, Any]) -> list[str]:
    """What the cycles are called."""
    return str(wave["head"]["tock"]).split()


def wave_of(package: Path) -> dict[str, Any]:
    """The WaveJSON of "abc" in a package."""
    found: dict[str, Any] = json.loads((package / "waveform" / "abc.json").read_text(encoding="utf-8"))
    return found
