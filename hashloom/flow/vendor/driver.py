# SPDX-License-Identifier: Apache-2.0
"""What a driver of a vendor's tool has, and what its reports are read to."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from hashloom.errors import HashloomError
from hashloom.targets import VendorFpga

SCRIPT = "run.tcl"
CLOCK = "clk"
CORE = "core"
"""Name of the core's instance in the harness."""
NO_PART = "HASHLOOM: the tool has no part"
"""What a script prints of a part that the installation does not have."""


class NotComparable(HashloomError):
    """A tool has built the core of what areas do not count."""


@dataclass(frozen=True)
class Implemented:
    """What a tool has reported of a circuit that it placed and routed.

    `slack_ns` is the worst setup slack at the period `asked_ns` (negative where the clock is too fast for the
    circuit), `pulse_ns` that of the width of the clock's pulses, `hold_ns` that of hold; None where the tool
    told none. `area` is that of the core in the unit of the target, `luts` and `flip_flops` are the core's.
    """

    asked_ns: float
    slack_ns: float
    hold_ns: float | None
    pulse_ns: float | None
    area: float
    luts: int
    flip_flops: int
    critical_path: tuple[str, str] | None = None
    logic_levels: int | None = None

    @property
    def period_ns(self) -> float:
        """The period that was reached: the one asked for less the slack.

        Where a pulse is too short, half of the period lacks as much.
        """
        pulse = 0.0 if self.pulse_ns is None else min(self.pulse_ns, 0.0)
        reached = self.asked_ns - self.slack_ns
        return round(max(reached, self.asked_ns - 2 * pulse) if pulse else reached, 3)


@dataclass(frozen=True)
class Refusal:
    """A reason for which a tool does nothing, whatever the design: `pattern` in its log, and a sentence."""

    pattern: re.Pattern[str]
    sentence: str


@dataclass(frozen=True)
class Driver:
    """How a tool is driven.

    `program` is on PATH once `setup` was done. `ask` are the arguments that have it print its version, which
    `version` reads; `arguments` run SCRIPT, which is `template` with the `settings` of a target, a seed and a
    version. `constraints` is the file that states the clock's period, by name and text. `instance` stands
    before the core's instance in the harness. `seeds` placements differ, None: any number. `refusals` and
    `no_room` are in the log of a tool that gave up, `error` finds its error messages. `read` reads the
    reports in a folder.
    `reports` are the folders and files, as patterns, that are kept.
    """

    name: str
    program: str
    setup: str
    ask: tuple[str, ...]
    version: Callable[[str], str | None]
    arguments: tuple[str, ...]
    template: str
    settings: Callable[[VendorFpga, int, str], Mapping[str, object]]
    constraints: Callable[[float], tuple[str, str]]
    instance: str
    seeds: int | None
    refusals: tuple[Refusal, ...]
    no_room: re.Pattern[str]
    error: re.Pattern[str]
    read: Callable[[Path, VendorFpga, float], Implemented]
    reports: tuple[str, ...]


def report(folder: Path, name: str) -> str:
    """Text of a report. HashloomError where it is not there."""
    try:
        return (folder / name).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise HashloomError(f"it ended well and left no report {name}") from error


def number(text: str) -> float:
    """A number as reports print it, with commas. HashloomError for what is none."""
    try:
        return float(text.replace(",", "").split()[0])
    except (ValueError, IndexError) as error:
        raise HashloomError(f"its report has {text.strip()!r:.40} where a number should be") from error


def check_period(period_ns: float | None, asked_ns: float, name: str) -> None:
    """HashloomError where a report is not of the clock that was asked for."""
    if period_ns is None:
        raise HashloomError(f"its report {name} has no clock {CLOCK}")
    if abs(period_ns - asked_ns) > 0.0011:
        raise HashloomError(
            f"its report {name} is of a period of {period_ns} ns, and {asked_ns} ns were asked"
        )


def check_hard_blocks(used: Mapping[str, float]) -> None:
    """NotComparable where a core was built of memories or multipliers."""
    found = [f"{count:g} {name}" for name, count in used.items() if count]
    if found:
        raise NotComparable(
            f"it built the core with {', '.join(found)}: areas are compared without memories and multipliers"
        )
