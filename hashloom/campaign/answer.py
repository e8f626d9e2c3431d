# SPDX-License-Identifier: Apache-2.0
"""What a campaign and a worker on another machine write to each other: JSON texts, checked when read.

An order is a job with the fingerprint of the campaign's machine. An answer has the fingerprint of the
worker's machine, and how the job ended with the records that it made or found, or the problem that kept the
worker from it. Of an answer nothing is taken before all of it has been checked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, NoReturn

from hashloom import rows
from hashloom.campaign import foreign_record
from hashloom.campaign.fingerprint import Fingerprint
from hashloom.campaign.job import End, Job
from hashloom.catalogue.places import Places
from hashloom.evaluation.synthesis import RESULT_KIND
from hashloom.execution import jobs
from hashloom.execution.records import Body
from hashloom.flow.result import OF_CELLS, Result
from hashloom.targets import find

FORM = 1
"""Number of the form of these texts."""
ANSWER_BYTES = 16 << 20
"""A longer answer is not read."""
ANSWER_RECORDS = 10_000
DEPTH = 32
MESSAGE_CHARACTERS = 1 << 20
_DIGEST = re.compile(r"[0-9a-f]{64}")
_VERSION = re.compile(r"\d{1,3}\.\d{1,3}")
_RESULT = {field.name for field in fields(Result)} - {"standing", *OF_CELLS}
"""What the body of a result has; a job of a campaign places no standard cells."""
_CONTROLS = {code: None for code in (*range(32), *range(127, 160)) if chr(code) not in "\t\n"}


class NoAnswer(Exception):
    """A text that is no answer; says what is wrong with it."""


@dataclass(frozen=True)
class Answer:
    """What a worker has answered: `end` is None where it has not done the job."""

    there: Fingerprint
    end: End | None
    records: Sequence[tuple[str, str, Body]]
    problem: str | None


def order_text(job: Job, here: Fingerprint) -> bytes:
    """Return the text of an order."""
    return _text({"form": FORM, "job": asdict(job), "here": asdict(here)})


def order_of(text: bytes) -> tuple[Job, Fingerprint]:
    """Job and fingerprint of an order; errors are those of Python for one of another form."""
    order = json.loads(text)
    job = order["job"]
    settings = tuple((str(name), int(value)) for name, value in job["settings"])
    limits = jobs.Limits(**job["limits"])
    return Job(**{**job, "settings": settings, "limits": limits}), Fingerprint(**order["here"])


def answer_text(
    there: Fingerprint | None, end: End | None, records: Sequence[Body] = (), problem: str | None = None
) -> bytes:
    """Return the text of an answer; `records` are those of `Journal.portable`."""
    return _text(
        {
            "form": FORM,
            "there": None if there is None else asdict(there),
            "end": None if end is None else asdict(end),
            "records": list(records),
            "problem": problem,
        }
    )


def answer_of(text: bytes, job: Job, places: Places) -> Answer:
    """Return the answer to a job; NoAnswer for everything else. Its functions are those of these places."""
    if len(text) > ANSWER_BYTES:
        raise NoAnswer(f"it has {len(text):,} bytes, more than {ANSWER_BYTES:,}")
    try:
        content = _plain(json.loads(text, parse_constant=_no_number), DEPTH)
    except (ValueError, RecursionError) as error:  # also UnicodeDecodeError
        raise NoAnswer("it is no JSON text") from error
    whole = _object(content, {"form", "there", "end", "records", "problem"})
    if whole["form"] != FORM:
        raise NoAnswer("it is of another form")
    records, problem = whole["records"], whole["problem"]
    if not isinstance(records, list) or len(records) > ANSWER_RECORDS:
        raise NoAnswer("its records are no list")
    end = None if whole["end"] is None else _end(whole["end"], job, places)
    _need(problem is None or _is_text(problem), "problem")
    _need(end is not None or not records, "records")
    return Answer(
        _fingerprint(whole["there"], end, problem), end, [_record(one, places) for one in records], problem
    )


def _fingerprint(value: object, end: End | None, problem: str | None) -> Fingerprint:
    if value is None and end is None and problem is not None:
        return Fingerprint("", "", "", "", {})
    body = _object(value, {field.name for field in fields(Fingerprint)})
    for name in ("laboratory", "cores", "vectors"):
        _need(isinstance(body[name], str) and _DIGEST.fullmatch(body[name]) is not None, name)
    _need(isinstance(body["python"], str) and _VERSION.fullmatch(body["python"]) is not None, "python")
    tools = body["tools"]
    _need(
        isinstance(tools, dict)
        and len(tools) < 100
        and all(_is_text(text, 200) for pair in tools.items() for text in pair),
        "tools",
    )
    return Fingerprint(**body)


def _end(value: object, job: Job, places: Places) -> End:
    body = _object(value, {field.name for field in fields(End)})
    seconds, memory = body["seconds"], body["memory_mib"]
    _need(body["state"] in jobs.STATES, "state")
    _need(body["message"] is None or _is_text(body["message"]), "message")
    _need(foreign_record.is_number(seconds) and 0 <= seconds < 1e9, "seconds")
    _need(isinstance(memory, int) and not isinstance(memory, bool) and 0 <= memory < 1 << 30, "memory_mib")
    _need(isinstance(body["worked"], bool) and isinstance(body["hopeless"], bool), "worked or hopeless")
    if body["result"] is not None:
        _result(body["result"], places, job)
    return End(**body)


def _result(value: object, places: Places, job: Job | None = None) -> None:
    """Refuse what is no body of a result, or that of another job."""
    body = _object(value, _RESULT)
    try:
        result = Result.from_body(body)
        wrong = rows.complaints(json.loads(json.dumps(result.row())), places, rows.DESIGN)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise NoAnswer("its result is none") from error
    _need(not wrong, "result")
    if job is not None:
        named = (f"{result.function}/{result.architecture}", result.goal, result.target)
        _need(named == (job.design, job.goal, find(job.target).name), "result")


def _record(value: object, places: Places) -> tuple[str, str, Body]:
    one = _object(value, {"kind", "key", "body"})
    kind, key, body = one["kind"], one["key"], one["body"]
    wrong = foreign_record.complaint(kind, key, body)
    if wrong is not None:
        raise NoAnswer(f"it has {wrong}")
    if kind == RESULT_KIND:
        _result(body, places)
    return kind, key, body


def _object(value: object, names: set[str]) -> dict[str, Any]:
    """The object, if it has these fields and no others."""
    if not isinstance(value, dict) or value.keys() != names:
        raise NoAnswer(f"it is not made of {', '.join(sorted(names))}")
    return value


def _plain(value: Any, depth: int) -> Any:
    """The value without control characters, which a terminal would obey. ValueError where it is too deep."""
    if depth == 0:
        raise ValueError
    if isinstance(value, str):
        return value.translate(_CONTROLS)
    if isinstance(value, list):
        return [_plain(one, depth - 1) for one in value]
    if isinstance(value, dict):
        return {_plain(name, depth - 1): _plain(one, depth - 1) for name, one in value.items()}
    return value


def _need(is_good: bool, what: str) -> None:
    if not is_good:
        raise NoAnswer(f"'{what}' is not what it must be")


def _is_text(value: object, characters: int = MESSAGE_CHARACTERS) -> bool:
    return isinstance(value, str) and len(value) <= characters


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def _text(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False).encode()
