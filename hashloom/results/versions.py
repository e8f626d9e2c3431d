# SPDX-License-Identifier: Apache-2.0
"""The kinds of documents of results and of what is printed, and their versions.

A document begins with `"kind"` and `"schema"`, the version of its kind. The version goes up by one whenever a
document that was valid before need not be any more; `hashloom.results.reader` has the step from each version
to the next. A document without a version is older than versions are: version 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

KIND, SCHEMA = "kind", "schema"
VERSIONS = {
    "benchmark": 1,
    "bitstream": 1,
    "campaign": 1,
    "comparison": 1,
    "exploration": 1,
    "exports": 1,
    "faults": 1,
    "files-benchmark": 1,
    "levels": 1,
    "lint": 1,
    "message-comparison": 1,
    "mutation": 1,
    "overhead": 1,
    "proof-uses": 1,
    "proofs": 1,
    "reproduction": 1,
    "software-verification": 1,
    "synthesis": 1,
    "threefish": 1,
    "verification": 1,
}
"""The present version of each kind."""
PRINTED = {
    "campaign-plan": 1,
    "carried-over": 1,
    "context": 1,
    "export": 1,
    "fault-list": 1,
    "fsck": 1,
    "gc": 1,
    "hash": 1,
    "list": 1,
    "proof-list": 1,
    "proofs-carried-over": 1,
    "renewal": 1,
    "report": 1,
    "show": 1,
}
"""The same of what commands only print: `hashloom.results.printed`."""

Content = dict[str, Any]
"""A document of results as JSON has it: an object with its kind and version."""
Member = dict[str, Any]
"""A member of a document that is an object, such as its provenance."""


def stamped(kind: str, content: Mapping[str, Any]) -> Content:
    """A document of a kind, with the kind and its present version at its head."""
    rest = {key: value for key, value in content.items() if key not in (KIND, SCHEMA)}
    return {KIND: kind, SCHEMA: (VERSIONS | PRINTED)[kind], **rest}
