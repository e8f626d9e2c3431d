# SPDX-License-Identifier: Apache-2.0
"""Rows of results files, read and checked."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from hashloom import catalogue, jobs, targets
from hashloom.campaign.document import command, path_of
from hashloom.errors import UsageError
from hashloom.reports.table import Row

NAMES = ("function", "architecture", "target", "goal", "state")
TEXTS = (
    "technology", "area_unit", "message", "device", "rtl_digest", "vectors_digest", "synthesis_key",
)  # fmt: skip
NUMBERS = (
    "block_bits", "cycles_per_block", "latency_cycles", "stages", "clock_mhz", "clock_mhz_min",
    "clock_mhz_max", "levels", "throughput_gbps", "area", "area_ge", "area_um2", "area_lut", "area_ff",
    "logic_levels",
)  # fmt: skip
FLAGS = ("mapped_only", "netlist_simulated")
OTHERS = ("tools", "critical_path", "seeds", "settings")
KEYS = NAMES + TEXTS + NUMBERS + FLAGS + OTHERS
"""Keys of a row that a report uses; each may be absent but the names."""


@dataclass(frozen=True)
class Study:
    """What a report shows: rows as `hashloom.flow.Result.row` gives them, and where they are from.

    `campaigns` are the results files without their rows; every row has the name of its campaign under
    `campaign`. `targets` describes every target that has a row.
    """

    campaigns: tuple[Mapping[str, Any], ...]
    targets: Mapping[str, str]
    rows: tuple[Row, ...]

    @property
    def title(self) -> str:
        """Titles of the campaigns, each once."""
        return "; ".join(dict.fromkeys(str(campaign["title"]) for campaign in self.campaigns))


def default_files(repository: Path) -> list[Path]:
    """Results of all campaigns of a checkout. UsageError with the command that makes one if there is none."""
    every = path_of(repository / "results", "*")
    found = sorted(every.parent.glob(every.name))
    if not found:
        raise UsageError(f"{every.parent} has no {every.name}; make one with: {command('gmu')}")
    return found


def read(paths: Sequence[Path]) -> Study:
    """Read results files; a row that several of them hold counts once.

    UsageError names the file, the row and what is wrong with it.
    """
    campaigns: list[dict[str, Any]] = []
    described: dict[str, str] = {}
    rows: dict[str, Row] = {}
    for path in paths:
        document = _document(path)
        name = str(document.get("campaign", path.stem))
        for number, row in enumerate(document["rows"], start=1):
            _check(row, f"{path}: row {number}")
            known = {key: row[key] for key in KEYS if row.get(key) is not None}
            rows.setdefault(json.dumps(row, sort_keys=True), {**known, "campaign": name})
        head = {key: value for key, value in document.items() if key not in ("rows", "targets")}
        campaigns.append({**head, "campaign": name, "title": document.get("title", name)})
        for target, facts in document.get("targets", {}).items():
            described.setdefault(target, str(facts.get("description", "")))
    if not rows:
        raise UsageError(f"{', '.join(map(str, paths))}: there are no rows, so there is nothing to report")
    found = tuple(rows.values())
    names = dict.fromkeys(row["target"] for row in found)
    return Study(tuple(campaigns), {name: described.get(name) or _description(name) for name in names}, found)


def _document(path: Path) -> dict[str, Any]:
    """JSON object of a results file."""

    def refuse(text: str) -> NoReturn:
        raise ValueError(f"{text} is no number of JSON")

    try:
        found = json.loads(path.read_text(encoding="utf-8"), parse_constant=refuse)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise UsageError(f"{path} is not JSON: {error}") from error
    if not isinstance(found, dict) or not isinstance(found.get("rows"), list):
        raise UsageError(f'{path} has no "rows"; give what hashloom campaign -o or synth --json wrote')
    described = found.get("targets", {})
    if not isinstance(described, dict) or not all(isinstance(facts, dict) for facts in described.values()):
        raise UsageError(f'{path}: "targets" is no object of objects')
    return found


def _check(row: Any, place: str) -> None:
    """Raise UsageError unless this is a row."""
    if not isinstance(row, dict):
        raise UsageError(f"{place} is no JSON object")
    for key in NAMES:
        if not isinstance(row.get(key), str) or not row[key]:
            raise UsageError(f'{place} has no text "{key}"')
    if row["state"] not in jobs.STATES:
        hint = catalogue.nearest(row["state"], jobs.STATES)
        raise UsageError(f"{place}: unknown state '{row['state']}'; {hint}")
    where = f"{place}, {row['function']}/{row['architecture']} on {row['target']}"
    _check_kind(row, where, TEXTS, lambda value: isinstance(value, str), "text")
    _check_kind(row, where, NUMBERS, _is_size, "positive number")
    _check_kind(row, where, FLAGS, lambda value: isinstance(value, bool), "true or false")
    _check_kind(row, where, ("tools", "settings"), lambda value: isinstance(value, dict), "object")
    _check_kind(row, where, ("critical_path",), _is_path, "pair of texts")
    _check_kind(row, where, ("seeds",), _are_seeds, "list of placements")


def _check_kind(row: Row, where: str, keys: Iterable[str], is_right: Any, kind: str) -> None:
    for key in keys:
        if row.get(key) is not None and not is_right(row[key]):
            raise UsageError(f'{where}: "{key}" is no {kind}')


def _is_size(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf


def _is_path(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(end, str) for end in value)


def _are_seeds(value: Any) -> bool:
    """Placements: the seed is a number, and so are clock and area where they are known."""
    return isinstance(value, list) and all(
        isinstance(one, dict)
        and _is_size(one.get("seed"))
        and all(one.get(key) is None or _is_size(one[key]) for key in ("clock_mhz", "area_lut", "area_ff"))
        for one in value
    )


def _description(target: str) -> str:
    try:
        return targets.find(target).description
    except UsageError:
        return ""
