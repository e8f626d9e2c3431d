# SPDX-License-Identifier: Apache-2.0
"""Whether a verification that a document tells of is one of what lies here and now.

    same_checks(key, tools, design, tuning, levels, places)      whether a key is that of this verification
    passed(told, design, tuning, levels, places, capture)        what documents say was passed, or None

The key of a verification is of the RTL at each level, the vectors, the bits and cycles that the design
claims, the model, the bench and the tools (`hashloom.verification.basis`). Where it is that of now, the same
would run again, whatever the target and the goal were for which it ran.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hashloom import vectors
from hashloom.catalogue import rtl
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.design import Design, Function, Tuning
from hashloom.catalogue.places import Places
from hashloom.flow import yosys
from hashloom.verification import basis, files_of, vector_names
from hashloom.verification.cases import files_digest


@dataclass(frozen=True)
class Passed:
    """A verification that passed: its key, at these levels, on these tools, and the hash of the vectors."""

    key: str
    levels: tuple[str, ...]
    tools: Mapping[str, str]
    vectors_digest: str


def passed(
    told: Iterable[Passed],
    design: Design,
    tuning: Tuning,
    levels: Sequence[rtl.Level],
    places: Places,
    capture: Capture,
) -> Passed | None:
    """The first of what documents tell of a design that its captured RTL would have to pass now."""
    wanted = tuple(level for level in rtl.LEVELS if level in levels)
    digests: dict[str, str] = {
        level: rtl.unit(design, level, tuning, capture=capture).digest() for level in wanted
    }
    known = vectors_digests(design.function, wanted, places)
    for one in told:
        if one.levels != wanted or one.vectors_digest not in known:
            continue
        rests = basis.basis(design, wanted, digests, one.vectors_digest, one.tools)
        if one.tools.get(yosys.TOOL) == yosys.version() and one.key == basis.key(rests):
            return one
    return None


def vectors_digests(function: Function, levels: Sequence[rtl.Level], places: Places) -> set[str]:
    """Digests of the vectors that a design may have passed to count as verified with those here.

    Besides the files that are here those are the official files, where they are missing here.
    """
    own, official = vector_names(function, levels)
    digests = {files_digest(files_of(function, levels, places))}
    compact, hashes = vectors.compact_file(own), [vectors.official_sha256(name) for name in official]
    are_here = any(vectors.official_file(name, places) for name in official)
    if compact is not None and not are_here and any(hashes):
        all_of_them = hashlib.sha256(compact.read_bytes()).digest()
        all_of_them += b"".join(bytes.fromhex(one) for one in hashes if one is not None)
        digests.add(hashlib.sha256(all_of_them).hexdigest())
    return digests


def same_checks(
    key: str,
    tools: Mapping[str, str],
    design: Design,
    tuning: Tuning,
    levels: Sequence[rtl.Level],
    places: Places,
) -> bool:
    """Whether a key is that of the same verification here and now, by whatever C++ compiler it was made."""
    if tools.get(yosys.TOOL) != yosys.version():
        return False
    ordered = [level for level in rtl.LEVELS if level in levels]
    digests: dict[str, str] = {level: rtl.unit(design, level, tuning).digest() for level in ordered}
    return key in {
        basis.key(basis.basis(design, ordered, digests, one, tools))
        for one in vectors_digests(design.function, ordered, places)
    }
