# SPDX-License-Identifier: Apache-2.0
"""Vivado of AMD: how it is driven, and its reports on timing, utilisation and routing.

Non-project mode: everything in one process, no files but reports. Vivado has no seed; its directives of
placement stand in for seeds, in this order. Commands: UG835; directives: UG904; attributes and options of
synthesis: UG901.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from hashloom.errors import HashloomError
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

DIRECTIVES = (
    "Default", "Explore", "ExtraNetDelay_high", "ExtraPostPlacementOpt", "AltSpreadLogic_high",
    "ExtraTimingOpt", "ExtraNetDelay_low", "AltSpreadLogic_medium", "AltSpreadLogic_low",
    "WLDrivenBlockPlacement",
)  # fmt: skip
"""Directives of placement, that of seed 1 first."""
TIMING, AREA, ROUTING = "timing_summary.rpt", "utilization_core.rpt", "route_status.rpt"
SITES = {"slice": "Slice", "CLB": "CLB"}
"""What a unit of area is called in the report."""

_VERSION = re.compile(r"^vivado v?([\d.]+\S*)", re.IGNORECASE | re.MULTILINE)
_BUILD = re.compile(r"^\W*SW Build:? (\d+)", re.MULTILINE)
_SUMMARY = re.compile(r"^\s*WNS\(ns\)\s+TNS\(ns\).*\n[\s-]+\n(.+)$", re.MULTILINE)
_CLOCK = re.compile(rf"^{CLOCK}\s+\{{[\d. ]+\}}\s+([\d.]+)\s", re.MULTILINE)
_PATH = re.compile(
    r"^Slack \((?:MET|VIOLATED)\) : +(-?[\d.]+)ns  \(required time - arrival time\)\n((?:  .*\n)+)",
    re.MULTILINE,
)
_NO_CLOCK = re.compile(r"checking no_clock \(([1-9]\d*)\)")
_END = re.compile(r"^  (Source|Destination):\s+(\S+)", re.MULTILINE)
_LEVELS = re.compile(r"^  Logic Levels:\s+(\d+)", re.MULTILINE)
_DEVICE = re.compile(r"^\| Device\s*:\s*(\S+)", re.MULTILINE)
_UNROUTED = re.compile(r"^\s*# of nets with routing errors[. ]*:\s*(\d+)", re.MULTILINE)
_COLUMNS = {"WNS": 0, "WHS": 4, "WPWS": 8}
_WIDTH = 12
"""Columns of the summary of slacks."""
_MEMORY = ("LUT as Memory", "Block RAM Tile", "DSPs")


def _version(text: str) -> str | None:
    found, build = _VERSION.search(text), _BUILD.search(text)
    if found is None:
        return None
    return found[1] if build is None else f"{found[1]} build {build[1]}"


def _settings(target: VendorFpga, seed: int, version: str) -> Mapping[str, object]:
    return {"part": target.part, "directive": DIRECTIVES[seed - 1], "core": CORE}


def _constraints(period_ns: float) -> tuple[str, str]:
    return "clock.xdc", f"create_clock -name {CLOCK} -period {period_ns:.3f} [get_ports {CLOCK}]\n"


def read(folder: Path, target: VendorFpga, asked_ns: float) -> Implemented:
    """What the reports in a folder say. HashloomError where they say too little or something else."""
    timing, area = report(folder, TIMING), report(folder, AREA)
    _check_routed(report(folder, ROUTING))
    _check_device(area, target)
    clock = _CLOCK.search(timing)
    check_period(None if clock is None else float(clock[1]), asked_ns, TIMING)
    slacks = _slacks(timing)
    if (unclocked := _NO_CLOCK.search(timing)) is not None:
        raise HashloomError(f"{unclocked[1]} registers have another clock than {CLOCK}, or none")
    check_hard_blocks({name: _used(area, name) for name in _MEMORY})
    path, levels = _critical_path(timing, slacks["WNS"])
    kind = SITES[target.area_unit]
    prefix = "CLB" if kind == "CLB" else "Slice"
    return Implemented(
        asked_ns=asked_ns,
        slack_ns=slacks["WNS"],
        hold_ns=slacks["WHS"],
        pulse_ns=slacks["WPWS"],
        area=_used(area, kind),
        luts=int(_used(area, f"{prefix} LUTs")),
        flip_flops=int(_used(area, f"{prefix} Registers")),
        critical_path=path,
        logic_levels=levels,
    )


def _check_routed(text: str) -> None:
    found = _UNROUTED.search(text)
    if found is None:
        raise HashloomError(f"its report {ROUTING} does not say how many nets have errors")
    if int(found[1]):
        raise HashloomError(f"it left {found[1]} nets that are not routed")


def _check_device(text: str, target: VendorFpga) -> None:
    """HashloomError for a report of another device; some versions leave the family and signs out."""
    found = _DEVICE.search(text)
    if found is None:
        raise HashloomError(f"its report {AREA} names no device")
    there, here = (re.sub(r"^xc|[^a-z0-9]", "", name.lower()) for name in (found[1], target.part))
    length = min(len(there), len(here))
    if there[:length] != here[:length]:
        raise HashloomError(f"its report {AREA} is of {found[1]}, and {target.part} was asked for")


def _slacks(text: str) -> dict[str, float]:
    """Slacks of setup, hold and pulse width, by their names in the summary of the whole design."""
    found = _SUMMARY.search(text)
    row = [] if found is None else found[1].split()
    if len(row) != _WIDTH:
        raise HashloomError(f"its report {TIMING} has no summary of slacks")
    if row[0] == "NA":
        raise HashloomError("it found no path from a register to a register, so nothing bounds the clock")
    return {name: number(row[column]) for name, column in _COLUMNS.items()}


def _used(text: str, name: str) -> float:
    """How many of something are used."""
    found = re.search(rf"^\| *{re.escape(name)}\*? *\| *([\d.,]+) *\|", text, re.MULTILINE)
    if found is None:
        raise HashloomError(f"its report {AREA} has no line '{name}'")
    return number(found[1])


def _critical_path(text: str, worst_ns: float) -> tuple[tuple[str, str] | None, int | None]:
    """Ends of the slowest path, without the name of the core's instance and of the pins, and its levels.

    HashloomError where none has the worst slack of the summary.
    """
    slack, part = min(
        ((number(one[1]), one[2]) for one in _PATH.finditer(text)), key=lambda one: one[0], default=(None, "")
    )
    if slack is None or abs(slack - worst_ns) > 0.0011:
        raise HashloomError(f"its report {TIMING} breaks off before the path with the worst slack")
    ends = {end: pin.rpartition("/")[0].removeprefix(f"{CORE}/") for end, pin in _END.findall(part)}
    levels = _LEVELS.search(part)
    path = (ends["Source"], ends["Destination"]) if set(ends) == {"Source", "Destination"} else None
    return path, None if levels is None else int(levels[1])


DRIVER = Driver(
    name="Vivado",
    program="vivado",
    setup="source settings64.sh of its folder",
    ask=("-version",),
    version=_version,
    arguments=("-mode", "batch", "-nojournal", "-nolog", "-notrace", "-source", SCRIPT),
    template="vivado.tcl",
    settings=_settings,
    constraints=_constraints,
    instance='(* keep_hierarchy = "yes" *) ',
    seeds=len(DIRECTIVES),
    refusals=(
        Refusal(
            re.compile(r"valid license was not found for (feature .*)", re.IGNORECASE),
            "has no valid licence for {0}; its License Manager shows which there are",
        ),
        Refusal(
            re.compile(
                rf"^(?:{re.escape(NO_PART)}|ERROR: .*Specified part could not be found)", re.MULTILINE
            ),
            "has no part {part}: install the devices of its family, or correct the part in the target file",
        ),
    ),
    no_room=re.compile(
        r"than are available in the target device|over-utilized in Top Level|Place 30-(487|640)\b"
    ),
    error=re.compile(r"^ERROR: .*$", re.MULTILINE),
    read=read,
    reports=("*.rpt", "*.xdc"),
)
