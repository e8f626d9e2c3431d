# SPDX-License-Identifier: Apache-2.0
"""What wires of a placement load their drivers with, on average, by number of loads: a table for mapping."""

import re
import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from hashloom.libraries.wire_load import Loads

MOST = 20
"""Nets with more loads are too few each to have an entry of their own; they share one."""
LEAST_FF = 0.01
"""A wire that loads its driver with nothing is none to ABC."""
_NET = re.compile(r"\*D_NET \S+ (\S+)")


def by_count(lines: Iterable[str]) -> dict[int, list[float]]:
    """Femtofarad of each net of a SPEF file of `hashloom.flow.placement.spef`, by its number of loads."""
    found: dict[int, list[float]] = defaultdict(list)
    ff, ends = 0.0, 0
    for line in lines:
        if match := _NET.match(line):
            ff, ends = float(match.group(1)), 0
        elif line.startswith(("*I ", "*P ")):
            ends += 1
        elif line.startswith("*END"):
            found[ends - 1].append(ff)
    return dict(found)


def table(nets: Mapping[int, Sequence[float]]) -> Loads:
    """Mean of the nets with as many loads, up to MOST; one entry for all with more, at their mean number.

    More loads never have less. Four digits are kept, so that a row of a document has the table itself.
    It begins with one load; empty where no net has one.
    """
    if not nets.get(1):
        return ()
    few = {count: statistics.fmean(of) for count, of in sorted(nets.items()) if 1 <= count <= MOST and of}
    many = [(count, ff) for count, of in nets.items() if count > MOST for ff in of]
    if many:
        mean = round(statistics.fmean(count for count, _ in many))
        few[mean] = statistics.fmean(ff for _, ff in many)
    least, made = LEAST_FF, []
    for count, ff in few.items():
        least = max(least, float(f"{ff:.4g}"))
        made.append((count, least))
    return tuple(made)
