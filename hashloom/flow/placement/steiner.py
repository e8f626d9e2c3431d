# SPDX-License-Identifier: Apache-2.0
"""Rectilinear Steiner trees: how long the wires of a net are at least, nearly.

A tree grows as Prim's spanning tree does: the pin that is nearest to it is joined next. An edge of it may
take any way inside the box between its ends that goes neither back nor away, so a pin is joined where it is
nearest to such a box, and the edge goes through that point. A step is no longer than the one that joins the
nearest pin to a pin: along any order of pins these sum up to no more than a minimum spanning tree (each of
its edges stands for one of the cuts between what is joined and what is not), so nor does the tree. At the
end, where two edges of a node can share a part of their way, they do.

Trees of two and three pins are the shortest that there are.
"""

from collections.abc import Sequence
from dataclasses import dataclass

Point = tuple[int, int]


@dataclass(frozen=True)
class Tree:
    """A tree: its nodes, first the pins in their order, and edges as pairs of nodes, towards the leaves."""

    nodes: tuple[Point, ...]
    edges: tuple[tuple[int, int], ...]

    @property
    def length(self) -> int:
        """Sum of the lengths of the edges, in the unit of the points."""
        return sum(distance(self.nodes[a], self.nodes[b]) for a, b in self.edges)


def distance(a: Point, b: Point) -> int:
    """Length of a wire from point to point."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def half_perimeter(points: Sequence[Point]) -> int:
    """Half the perimeter of the box around points: no tree is shorter."""
    return sum(max(values) - min(values) for values in zip(*points, strict=True))


def spanning_length(points: Sequence[Point]) -> int:
    """Length of a minimum spanning tree between points."""
    left = {index: distance(points[0], point) for index, point in enumerate(points[1:], start=1)}
    total = 0
    while left:
        nearest = min(left, key=lambda index: (left[index], index))
        total += left.pop(nearest)
        for index in left:
            left[index] = min(left[index], distance(points[nearest], points[index]))
    return total


def tree(pins: Sequence[Point]) -> Tree:
    """A short tree between pins, from the first on. It depends on their places and their order alone."""
    nodes = list(pins)
    edges = _grown(nodes)
    _share(nodes, edges)
    return Tree(tuple(nodes), _outwards(len(nodes), edges))


Edge = tuple[int, int]


def _grown(nodes: list[Point]) -> set[Edge]:
    """Edges of a tree between all nodes; those where a pin is joined to the midst of an edge are added."""
    edges: dict[Edge, None] = {}
    # Of each pin that is not joined: how far it is, and the edge (or the first pin) that it is nearest to.
    nearest: dict[int, tuple[int, Edge]] = {
        pin: (distance(nodes[pin], nodes[0]), (0, 0)) for pin in range(1, len(nodes))
    }
    while nearest:
        pin = min(nearest, key=lambda one: (nearest[one][0], one))
        _, edge = nearest.pop(pin)
        foot = _clamped(nodes[pin], nodes[edge[0]], nodes[edge[1]])
        made = _joined(nodes, edge, pin, foot)
        split = edge in edges and edge not in made
        if split:
            del edges[edge]
        edges.update(dict.fromkeys(made))
        for other, (far, to) in nearest.items():
            candidates = list(edges) if split and to == edge else made
            if candidates is not made:
                far, to = _gap(nodes[other], nodes, candidates[0]), candidates[0]
            for one in candidates:
                gap = _gap(nodes[other], nodes, one)
                if gap < far:
                    far, to = gap, one
            nearest[other] = (far, to)
    return set(edges)


def _joined(nodes: list[Point], edge: Edge, pin: int, foot: Point) -> list[Edge]:
    """Edges that join a pin to an edge at its foot, with those that the edge becomes."""
    start, end = edge
    if foot == nodes[start]:
        return [(start, pin)] if start == end else [edge, (start, pin)]
    if foot == nodes[end]:
        return [edge, (end, pin)]
    if foot == nodes[pin]:
        return [(start, pin), (pin, end)]
    nodes.append(foot)
    at = len(nodes) - 1
    return [(start, at), (at, end), (at, pin)]


def _clamped(point: Point, a: Point, b: Point) -> Point:
    """The point of the box between two points that is nearest to a point."""
    return (
        min(max(point[0], min(a[0], b[0])), max(a[0], b[0])),
        min(max(point[1], min(a[1], b[1])), max(a[1], b[1])),
    )


def _gap(point: Point, nodes: Sequence[Point], edge: Edge) -> int:
    return distance(point, _clamped(point, nodes[edge[0]], nodes[edge[1]]))


def _share(nodes: list[Point], edges: set[Edge]) -> None:
    """Let two edges of a node go together as far as they can, as long as that makes the tree shorter."""
    neighbours: list[set[int]] = [set() for _ in nodes]
    for a, b in edges:
        neighbours[a].add(b)
        neighbours[b].add(a)
    open_nodes = list(range(len(nodes)))
    while open_nodes:
        node = open_nodes.pop()
        around = sorted(neighbours[node])
        best, pair = 0, None
        for number, one in enumerate(around):
            for other in around[number + 1 :]:
                meeting = _middle(nodes[node], nodes[one], nodes[other])
                saved = distance(nodes[node], meeting)
                if saved > best:
                    best, pair = saved, (one, other, meeting)
        if pair is None:
            continue
        one, other, meeting = pair
        ends = {node, one, other}
        # The meeting point may be one of the ends: then that edge stays, and the other goes on from there.
        at = next((end for end in (one, other) if nodes[end] == meeting), None)
        if at is None:
            at = len(nodes)
            nodes.append(meeting)
            neighbours.append(set())
        for end in (one, other):
            neighbours[node].discard(end)
            neighbours[end].discard(node)
        for end in sorted(ends - {at}):
            neighbours[at].add(end)
            neighbours[end].add(at)
        open_nodes += [node, one, other, *([at] if at not in ends else [])]
    edges.clear()
    edges.update((a, b) for a in range(len(nodes)) for b in neighbours[a] if a < b)


def _middle(a: Point, b: Point, c: Point) -> Point:
    """The point where shortest ways between three points meet."""
    return (sorted((a[0], b[0], c[0]))[1], sorted((a[1], b[1], c[1]))[1])


def _outwards(count: int, edges: set[Edge]) -> tuple[Edge, ...]:
    """The edges from node 0 on, each towards the leaves."""
    neighbours: list[list[int]] = [[] for _ in range(count)]
    for a, b in sorted(edges):
        neighbours[a].append(b)
        neighbours[b].append(a)
    found: list[Edge] = []
    seen, front = {0}, [0]
    while front:
        node = front.pop()
        for other in neighbours[node]:
            if other not in seen:
                seen.add(other)
                found.append((node, other))
                front.append(other)
    return tuple(found)
