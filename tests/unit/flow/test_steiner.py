# SPDX-License-Identifier: Apache-2.0
"""Steiner trees: against the shortest ones of small nets, and between their bounds."""

import itertools
import random

import pytest

from hashloom.flow.placement.steiner import Point, Tree, half_perimeter, spanning_length, tree

KNOWN = {
    # pins, length of the shortest tree
    "a pair": (((0, 0), (3, 4)), 7),
    "two pins in one place": (((5, 5), (5, 5)), 0),
    "a corner": (((0, 0), (4, 0), (0, 3)), 7),
    "an inner meeting point": (((0, 0), (10, 2), (4, 9)), 19),
    "a cross": (((0, 5), (10, 5), (5, 0), (5, 10)), 20),
    "a square": (((0, 0), (10, 0), (0, 10), (10, 10)), 30),
    "a comb": (((0, 0), (2, 5), (4, 0), (6, 5), (8, 0)), 17),
    "pins in a line": (((0, 0), (9, 0), (4, 0), (7, 0)), 9),
}
EXCESS = 1.02
"""Mean length over that of the shortest trees, of five pins."""


def shortest(pins: list[Point]) -> int:
    """Length of the shortest tree, by Hanan: its further nodes are crossings of lines through the pins."""
    lines = [sorted(set(values)) for values in zip(*pins, strict=True)]
    crossings = [point for point in itertools.product(*lines) if point not in pins]
    return min(
        spanning_length([*pins, *more])
        for count in range(len(pins) - 1)
        for more in itertools.combinations(crossings, count)
    )


def is_tree(found: Tree, pins: list[Point]) -> bool:
    """Whether it joins the pins, which are its first nodes, by edges in an order from the first one on."""
    reached = {0}
    for start, end in found.edges:
        if start not in reached or end in reached:
            return False
        reached.add(end)
    return list(found.nodes[: len(pins)]) == pins and len(reached) == len(found.nodes)


@pytest.mark.parametrize("name", KNOWN)
def test_shortest_trees_that_are_known(name: str) -> None:
    pins, length = KNOWN[name]
    assert shortest(list(pins)) == length
    assert tree(pins).length == length
    assert is_tree(tree(pins), list(pins))


def test_small_trees_are_the_shortest(rng: random.Random) -> None:
    for count, cases in ((2, 20), (3, 60), (4, 60)):
        for _ in range(cases):
            pins = [(rng.randrange(30), rng.randrange(30)) for _ in range(count)]
            assert tree(pins).length <= shortest(pins) * (1 if count < 4 else 1.1)


def test_trees_of_five_pins_are_nearly_the_shortest(rng: random.Random) -> None:
    nets = [[(rng.randrange(50), rng.randrange(50)) for _ in range(5)] for _ in range(40)]
    assert sum(tree(pins).length / shortest(pins) for pins in nets) <= EXCESS * len(nets)


def test_trees_lie_between_their_bounds(rng: random.Random) -> None:
    saved = []
    for count in (2, 3, 5, 9, 17, 40, 90):
        for _ in range(8):
            width = rng.choice((10, 1000))  # of pins in few places many lie upon each other
            pins = [(rng.randrange(width), rng.randrange(1000)) for _ in range(count)]
            found = tree(pins)
            assert is_tree(found, pins)
            assert half_perimeter(pins) <= found.length <= spanning_length(pins)
            if count >= 40 and width == 1000:
                saved.append(found.length / spanning_length(pins))
    assert all(ratio < 0.95 for ratio in saved)


def test_a_tree_depends_on_its_pins_alone(rng: random.Random) -> None:
    pins = [(rng.randrange(100), rng.randrange(100)) for _ in range(30)]
    assert tree(pins) == tree(list(pins))
    moved = tree([(x + 7, y - 3) for x, y in pins])
    assert moved.length == tree(pins).length


def test_the_checks_see_a_tree_that_is_none() -> None:
    pins: list[Point] = [(0, 0), (10, 0), (0, 10), (10, 10)]
    whole = tree(pins)
    cut = Tree(whole.nodes, whole.edges[:-1])
    around = Tree(whole.nodes, (*whole.edges, (0, 1)))
    assert is_tree(whole, pins)
    assert not is_tree(cut, pins)
    assert not is_tree(around, pins)
    assert spanning_length(pins) < around.length
