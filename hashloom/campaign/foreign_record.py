# SPDX-License-Identifier: Apache-2.0
"""What a record of a worker elsewhere must have, so that a campaign can read it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from hashloom import verification
from hashloom.evaluation import netlist, synthesis
from hashloom.execution import jobs
from hashloom.flow import cells, fpga, logic_depth
from hashloom.formal import run as formal

_KEY = re.compile(r"[0-9a-f]{64}")
Check = Callable[[Any], bool]


def is_number(value: object) -> bool:
    """Whether it is a finite number."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _are_texts(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_list(value: object) -> bool:
    return isinstance(value, list)


def _are_ends(value: object) -> bool:
    """Whether these are start and end of a path, or no path."""
    is_pair = isinstance(value, list) and len(value) == 2 and all(isinstance(one, str) for one in value)
    return value is None or is_pair


def _is_area(value: object) -> bool:
    return isinstance(value, dict) and all(_is_integer(value.get(key)) for key in ("luts", "flip_flops"))


def _are_delays(value: object) -> bool:
    """Whether these are the slowest paths between ports and registers, some of them none."""
    return isinstance(value, dict) and all(
        path is None or (isinstance(path, dict) and is_number(path.get("delay_ns")))
        for path in value.values()
    )


def _are_digests(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("core"), str)


_STEP: Mapping[str, Check] = {"state": jobs.STATES.__contains__, "limits": _is_object}
_VERIFIED: Mapping[str, Check] = {
    **_STEP, "design": _is_text, "rtl_digests": _are_digests, "vectors_digest": _is_text, "levels": _is_list,
    "tools": _are_texts, "seconds": is_number, "key": _is_text,
}  # fmt: skip
_ALWAYS: Mapping[str, Mapping[str, Check]] = {
    cells.KIND: {**_STEP, "tools": _are_texts},
    fpga.PORTS_KIND: _STEP,
    fpga.SYNTHESIS_KIND: _STEP,
    fpga.ROUTING_KIND: {**_STEP, "seed": _is_integer},
    logic_depth.KIND: _STEP,
    netlist.KIND: _STEP,
    formal.KIND: _STEP,
    verification.KIND: _VERIFIED,
    synthesis.RESULT_KIND: {"measurement": _is_object},
}
_OK: Mapping[str, Mapping[str, Check]] = {
    cells.KIND: {"area": is_number, "area_ge": is_number, "area_ff": is_number, "timing": _are_delays},
    fpga.PORTS_KIND: {"ports": _is_list},
    fpga.SYNTHESIS_KIND: {"core": _is_area},
    fpga.ROUTING_KIND: {
        "clock_mhz": is_number, "area_lut": is_number, "area_ff": is_number, "critical_path": _are_ends,
    },
    logic_depth.KIND: {"levels": is_number, "lone_flip_flops": _is_integer, "critical_path": _are_ends},
}  # fmt: skip
_IF_THERE: Mapping[str, Check] = {
    "message": _is_text, "seconds": is_number, "max_rss_mib": _is_integer, "files": _are_texts,
    "attempt": _is_integer,
}  # fmt: skip


def complaint(kind: object, key: object, body: object) -> str | None:
    """What is wrong with a record; None if nothing is."""
    if not isinstance(kind, str) or kind not in _ALWAYS:
        return "a record of a kind that no job makes"
    if not isinstance(key, str) or _KEY.fullmatch(key) is None or not isinstance(body, dict):
        return f"a record of the kind '{kind}' without a key or a body"
    needed = {**_ALWAYS[kind], **(_OK.get(kind, {}) if body.get("state") == jobs.OK else {})}
    if "state" in needed and body.get("state") != jobs.OK and kind != verification.KIND:
        needed["message"] = _is_text
    optional = {name: check for name, check in _IF_THERE.items() if name in body}
    for name, check in {**optional, **needed}.items():
        if name not in body or not _holds(check, body[name]):
            return f"a record of the kind '{kind}' whose '{name}' is not what it must be"
    return None


def _holds(check: Check, value: object) -> bool:
    try:
        return check(value)
    except TypeError:
        return False
