# SPDX-License-Identifier: Apache-2.0
"""The Pareto front: of many items those that no other beats.

An item has a vector of costs, smaller is better; what is to be large is given as its negative. One vector
dominates another if it is at most as large in every cost and smaller in at least one. Items with equal
vectors do not dominate each other: ties stay together, on the front or off it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

Item = TypeVar("Item")
Costs = tuple[float, ...]


def dominates(one: Costs, other: Costs) -> bool:
    """Is `one` at most as large in every cost, and not the same?"""
    return one != other and all(mine <= theirs for mine, theirs in zip(one, other, strict=True))


def front(items: Iterable[Item], costs: Callable[[Item], Costs]) -> list[Item]:
    """The items that no other dominates, in their order; `costs` gives the vector of an item.

    O(n log n) steps for two costs, for more the number of items times the size of the front. ValueError for
    a cost that is not a number, or for vectors of different lengths.
    """
    found = list(items)
    vectors = [costs(item) for item in found]
    if any(math.isnan(cost) for vector in vectors for cost in vector):
        raise ValueError("a cost is not a number")
    best: list[Costs] = []
    # In this order whatever dominates a vector stands before it.
    for vector in sorted(set(vectors)):
        if not any(dominates(other, vector) for other in _rivals(best, vector)):
            best.append(vector)
    kept = set(best)
    return [item for item, vector in zip(found, vectors, strict=True) if vector in kept]


def _rivals(best: Sequence[Costs], vector: Costs) -> Sequence[Costs]:
    """Of the front so far what may dominate the next vector: with two costs the last has the least second."""
    return best[-1:] if len(vector) <= 2 else best
