# SPDX-License-Identifier: Apache-2.0
"""Quartus Prime of Altera: how it is driven, and its reports of the fitter and the timing analyser.

One script of `quartus_sh` makes a project and runs synthesis, fitter and timing analyser; the assembler is
left out. The Pro edition has `syn` where Lite and Standard have `map`, and the table of entities in a report
of its own. Slacks are the worst of all corners that the timing analyser looks at.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from hashloom.errors import HashloomError
from hashloom.flow.serial_harness import TOP
from hashloom.flow.vendor.driver import (
    CLOCK,
    CORE,
    NO_PART,
    SCRIPT,
    Driver,
    Implemented,
    Refusal,
    check_hard_blocks,
    check_period,
    number,
    report,
)
from hashloom.targets import VendorFpga

PROJECT, OUTPUT = "run", "reports"
FITTED, TIMING, CLOCKS = (f"{OUTPUT}/{PROJECT}.{name}" for name in ("fit.summary", "sta.summary", "sta.rpt"))
ENTITIES = (f"{OUTPUT}/{PROJECT}.fit.place.rpt", f"{OUTPUT}/{PROJECT}.fit.rpt")
"""Where the table of entities stands: in the Pro edition, in the others."""
ENTITY_TABLE = "Fitter Resource Utilization by Entity"
PRO = "Pro Edition"

_VERSION = re.compile(r"^\s*Version (\S+) (?:Internal )?Build (\d+) .*?(\w+ Edition)\s*$", re.MULTILINE)
_FIELD = re.compile(r"^\s*([^:\n]+?) : (.*?)\s*$", re.MULTILINE)
_SLACK = re.compile(
    r"^Type\s*:\s*(?P<corner>.*?)\s*(?P<check>Setup|Hold|Minimum Pulse Width) '(?P<clock>[^']*)'\s*\n"
    r"Slack\s*:\s*(?P<slack>-?[\d.]+)",
    re.MULTILINE,
)
_CORE = re.compile(rf"(?:\w+:)?{CORE}")
_ALMS, _LUTS, _REGISTERS = "ALMs needed [=A-B+C]", "Combinational ALUTs", "Dedicated Logic Registers"
_MEMORY = ("ALMs used for memory", "Block Memory Bits", "DSP Blocks", "DSPs Needed")
_PATHS = re.compile(r"^; .*\bSetup: '(.*)' +;", re.MULTILINE)


def _version(text: str) -> str | None:
    found = _VERSION.search(text)
    return None if found is None else f"{found[1]} build {found[2]} {found[3]}"


def _settings(target: VendorFpga, seed: int, version: str) -> Mapping[str, object]:
    return {
        "part": target.part, "seed": seed, "pro": PRO in version, "project": PROJECT, "output": OUTPUT,
    }  # fmt: skip


def _constraints(period_ns: float) -> tuple[str, str]:
    clock = f"create_clock -name {CLOCK} -period {period_ns:.3f} [get_ports {CLOCK}]\n"
    return "clock.sdc", f"{clock}derive_clock_uncertainty\n"


def read(folder: Path, target: VendorFpga, asked_ns: float) -> Implemented:
    """What the reports in a folder say. HashloomError where they say too little or something else."""
    _check_fitted(dict(_FIELD.findall(report(folder, FITTED))), target)
    timing = report(folder, CLOCKS)
    check_period(_period(timing), asked_ns, CLOCKS)
    slacks = _slacks(report(folder, TIMING), timing)
    place = next((name for name in ENTITIES if (folder / name).exists()), ENTITIES[-1])
    row = _core(table(report(folder, place), ENTITY_TABLE), place)
    check_hard_blocks({name: number(row[name]) for name in _MEMORY if name in row})
    return Implemented(
        asked_ns=asked_ns,
        slack_ns=slacks["Setup"],
        hold_ns=slacks.get("Hold"),
        pulse_ns=slacks.get("Minimum Pulse Width"),
        area=_of(row, _ALMS, place),
        luts=int(_of(row, _LUTS, place)),
        flip_flops=int(_of(row, _REGISTERS, place)),
        critical_path=_critical_path(timing),
    )


def table(text: str, title: str) -> list[dict[str, str]]:
    """Rows of the table of a report with this title, by the headings of its columns; none without it."""
    begin = re.search(rf"^; {re.escape(title)} *;", text, re.MULTILINE)
    if begin is None:
        return []
    rows: list[Sequence[str]] = []
    for line in text[begin.start() :].splitlines()[1:]:
        if line.startswith("; "):
            rows.append([cell.strip() for cell in line.strip()[1:-1].split(";")])
        elif not line.startswith("+"):
            break
    if not rows:
        return []
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:] if len(row) == len(rows[0])]


def _check_fitted(fields: Mapping[str, str], target: VendorFpga) -> None:
    """HashloomError for a summary of a fitter that did not succeed, or of something else."""
    status = fields.get("Fitter Status", "")
    if not status.startswith("Successful"):
        raise HashloomError(f"its report {FITTED} says of the fitter: {status or 'nothing'}")
    for name, wanted in (("Top-level Entity Name", TOP), ("Device", target.part)):
        found = fields.get(name, "")
        if found.upper() != wanted.upper():
            raise HashloomError(f"its report {FITTED} is of {found or 'nothing'}, and {wanted} was asked for")


def _period(text: str) -> float | None:
    rows = [row for row in table(text, "Clocks") if row.get("Clock Name") == CLOCK]
    return number(rows[0].get("Period", "")) if len(rows) == 1 else None


def _slacks(text: str, timing: str) -> dict[str, float]:
    """The worst slack of each check, of all corners. HashloomError where a report breaks off."""
    found: dict[str, float] = {}
    corners: dict[str, set[str]] = {}
    for one in _SLACK.finditer(text):
        if one["clock"] == CLOCK:
            found[one["check"]] = min(number(one["slack"]), found.get(one["check"], float("inf")))
            corners.setdefault(one["check"], set()).add(one["corner"])
    if "Setup" not in found:
        raise HashloomError(f"its report {TIMING} has no setup slack of the clock, so nothing bounds it")
    if any(one != corners["Setup"] for one in corners.values()) or len(corners) == 1:
        raise HashloomError(f"its report {TIMING} breaks off: not every corner has all checks")
    for row in table(timing, "Multicorner Timing Analysis Summary"):
        if row.get("Clock") == "Worst-case Slack" and number(row.get("Setup", "")) != found["Setup"]:
            raise HashloomError(f"its reports {TIMING} and {CLOCKS} have different slacks")
    return found


def _core(rows: Sequence[Mapping[str, str]], place: str) -> Mapping[str, str]:
    """The row of the core's instance: of those with its name the one that is nearest to the top module."""
    found: dict[int, list[Mapping[str, str]]] = {}
    for row in rows:
        path = [part for part in row.get("Full Hierarchy Name", "").split("|") if part]
        if path and _CORE.fullmatch(path[-1]):
            found.setdefault(len(path), []).append(row)
    nearest = found[min(found)] if found else []
    if len(nearest) != 1:
        raise HashloomError(f"its report {place} has {len(nearest)} lines of the core in '{ENTITY_TABLE}'")
    return nearest[0]


def _of(row: Mapping[str, str], name: str, place: str) -> float:
    """A figure of a row: that of the entity with all that is in it, which stands before the bracket."""
    if name not in row:
        raise HashloomError(f"its report {place} has no column '{name}'")
    return number(row[name])


def _critical_path(text: str) -> tuple[str, str] | None:
    """Ends of the path with the least slack in any corner, where the report lists paths."""
    paths = [
        row
        for title in dict.fromkeys(one[0][2:].rstrip("; ") for one in _PATHS.finditer(text))
        for row in table(text, title)
    ]
    if not paths or not {"Slack", "From Node", "To Node"} <= set(paths[0]):
        return None
    worst = min(paths, key=lambda row: number(row["Slack"]))
    start, end = (re.sub(rf"^(\w+:)?{CORE}\|", "", worst[name]) for name in ("From Node", "To Node"))
    return start, end


DRIVER = Driver(
    name="Quartus",
    program="quartus_sh",
    setup="put the folder quartus/bin of its installation there",
    ask=("--version",),
    version=_version,
    arguments=("-t", SCRIPT),
    template="quartus.tcl",
    settings=_settings,
    constraints=_constraints,
    instance="",
    seeds=None,
    refusals=(
        Refusal(
            re.compile(
                r"(Current license file does not support the .*|.*license file is not (?:specified|found).*|"
                r".*valid license.*not.*found.*)",
                re.IGNORECASE,
            ),
            "has no licence for it ({0}); its License Setup shows which there are",
        ),
        Refusal(
            re.compile(rf"^{re.escape(NO_PART)}", re.MULTILINE),
            "has no part {part}: install the devices of its family, or correct the part in the target file",
        ),
    ),
    no_room=re.compile(r"Error \((?:170011|170012|11802)\)|Can't fit design in device"),
    error=re.compile(r"^\s*Error(?: \(\d+\))?: (?!Quartus Prime .*unsuccessful).*$", re.MULTILINE),
    read=read,
    reports=(f"{OUTPUT}/*.rpt", f"{OUTPUT}/*.summary", "*.sdc"),
)
