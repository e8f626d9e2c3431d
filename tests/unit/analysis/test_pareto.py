# SPDX-License-Identifier: Apache-2.0
import math
import random

import pytest

from hashloom.analysis import pareto
from hashloom.analysis.pareto import Costs


def brute_force(vectors: list[Costs]) -> list[Costs]:
    """By the definition, each against each."""

    def beaten(vector: Costs) -> bool:
        return any(
            all(a <= b for a, b in zip(other, vector, strict=True))
            and any(a < b for a, b in zip(other, vector, strict=True))
            for other in vectors
        )

    return [vector for vector in vectors if not beaten(vector)]


@pytest.mark.parametrize("objectives", [1, 2, 3, 4])
@pytest.mark.parametrize("levels", [2, 5, 1000])
def test_the_front_is_that_of_the_definition(objectives: int, levels: int) -> None:
    """Few levels make many ties, in one cost and in all."""
    source = random.Random(objectives * 10_000 + levels)
    for size in (0, 1, 2, 3, 10, 40):
        for _ in range(20):
            vectors = [tuple(float(source.randrange(levels)) for _ in range(objectives)) for _ in range(size)]
            assert pareto.front(vectors, lambda vector: vector) == brute_force(vectors)


def test_the_front_keeps_items_and_their_order() -> None:
    items = [("c", 3, 1), ("a", 1, 3), ("bad", 3, 3), ("b", 2, 2), ("b again", 2, 2), ("worse", 2, 3)]
    found = pareto.front(items, lambda item: (item[1], item[2]))
    assert [name for name, *_ in found] == ["c", "a", "b", "b again"]


def test_a_front_of_its_own_front_is_itself() -> None:
    source = random.Random(7)
    points = [(source.random(), source.random(), source.random()) for _ in range(200)]
    once = pareto.front(points, lambda point: point)
    assert pareto.front(once, lambda point: point) == once
    assert 1 <= len(once) < len(points)


def test_the_front_does_not_depend_on_scale_or_order() -> None:
    source = random.Random(11)
    points = [(source.randrange(20), source.randrange(20)) for _ in range(100)]
    expected = sorted(pareto.front(points, lambda point: point))
    assert sorted(pareto.front(points, lambda point: (1e6 * point[0], math.log1p(point[1])))) == expected
    source.shuffle(points)
    assert sorted(pareto.front(points, lambda point: point)) == expected


def test_infinite_costs_are_costs() -> None:
    assert pareto.front([(math.inf, 1.0), (1.0, math.inf), (math.inf, 2.0)], lambda point: point) == [
        (math.inf, 1.0),
        (1.0, math.inf),
    ]


def test_what_is_no_vector_of_costs_is_refused() -> None:
    with pytest.raises(ValueError, match="not a number"):
        pareto.front([(1.0, math.nan)], lambda point: point)
    with pytest.raises(ValueError, match="zip"):
        pareto.front([(1.0, 2.0), (1.0, 2.0, 3.0)], lambda point: point)


def test_dominance() -> None:
    assert pareto.dominates((1, 2), (1, 3))
    assert not pareto.dominates((1, 2), (1, 2))
    assert not pareto.dominates((0, 3), (1, 2))
