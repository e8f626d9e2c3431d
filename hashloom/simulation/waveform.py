# SPDX-License-Identifier: Apache-2.0
"""Reads the waveforms that `Simulator.run` writes, for timing diagrams."""

from pathlib import Path

CYCLE = 10
"""Time units of a clock cycle; the clock rises at the begin of each."""


def read_vcd(path: Path) -> dict[str, list[int]]:
    """Value of each port but the clock in each cycle, by name; cycle n is at index n."""
    head, _, body = path.read_text(encoding="ascii").partition("$enddefinitions $end\n")
    words = [line.split() for line in head.splitlines() if line.startswith("$var")]
    names = {word[3]: word[4] for word in words if word[4] != "clk"}
    values = dict.fromkeys(names.values(), 0)
    history: dict[str, list[int]] = {name: [] for name in values}
    for line in body.splitlines():
        if line.startswith("#"):
            if int(line[1:]) % CYCLE:  # the middle of a cycle, whose values are all there
                for name, value in values.items():
                    history[name].append(value)
            continue
        digits, identifier = line[1:].split() if line.startswith("b") else (line[0], line[1:])
        if identifier in names:
            values[names[identifier]] = int(digits, 2)
    return history
