# SPDX-License-Identifier: Apache-2.0
"""The block diagram of a package: its modules as they are nested, what connects them, its ports.

All of it is read from the Verilog-2005 of the package, which has the instances that are left when parameters
and `generate` are decided. The same is there as text, for who cannot see a picture.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from xml.sax.saxutils import escape

from hashloom.catalogue.ports import Port
from hashloom.export.package import Package
from hashloom.export.wrapper import Wrapper

PATH = "block_diagram.svg"
DEPTH = 3
"""Levels of modules that are drawn."""
LETTER, LINE, PAD, GAP, ARROW = 6.7, 17, 10, 150, 16
LONGEST = 24
"""Letters at an arrow."""
STYLE = (
    "text{font:12px 'Liberation Sans',Arial,Helvetica,sans-serif;fill:#000}.of{fill:#595959;font-size:11px}"
    ".end{text-anchor:end}.mid{text-anchor:middle}.box{fill:#fff;stroke:#000;stroke-width:1.2}"
    ".in{fill:#d6e6f2}.deep{fill:#eef4f9}.wire{fill:none;stroke:#000;stroke-width:1.2}"
)
_MODULE = re.compile(r"^module (\S+?)\s*\((.*?)^endmodule", re.MULTILINE | re.DOTALL)
_PORT = re.compile(
    r"^\s+(input|output)\s+(?:wire\s+|reg\s+)?(?:signed\s+)?(?:\[(\d+):0\]\s+)?(\w+)\s*;", re.MULTILINE
)
_CONNECTION = re.compile(r"\.(\w+)\s*\(([^()]*(?:\([^()]*\))?[^()]*)\)")
_NET = re.compile(r"[A-Za-z_]\w*")
_RESETS = ("clk", "rst", "clock", "reset", "wiping")


@dataclass(frozen=True)
class Part:
    """A module in another one: its instances there, its own parts, nets at its inputs and outputs."""

    module: str
    instances: tuple[str, ...]
    parts: tuple[Part, ...]
    takes: frozenset[str] = frozenset()
    gives: frozenset[str] = frozenset()

    @property
    def title(self) -> str:
        """Module, and how many there are."""
        count = len(self.instances)
        return self.module if count == 1 else f"{count} × {self.module}"

    @property
    def label(self) -> str:
        """What its instances are called."""
        names = [name for name in self.instances if name != self.module]
        return "" if not names else names[0] if len(names) == 1 else f"{names[0]} .. {names[-1]}"


@dataclass(frozen=True)
class _Module:
    """A module of the Verilog: names and directions of its ports, the text behind them."""

    directions: Mapping[str, str]
    body: str


def of(package: Package, wrapper: Wrapper, verilog: str) -> Part:
    """The modules of a package with this Verilog-2005, from the inputs on."""
    found = parts(verilog, package.name, package.prefix or f"{package.name}__")
    ends = {
        way: [port.name for port in wrapper.ports if port.direction == way] for way in ("input", "output")
    }
    return in_order(found, ends["input"], ends["output"])


def parts(verilog: str, top: str, prefix: str) -> Part:
    """The top module with all that is in it, without prefixes. Alone if the Verilog does not have it."""
    modules = {
        found[1]: _Module({port[3]: port[1] for port in _PORT.finditer(found[2])}, found[2])
        for found in _MODULE.finditer(verilog)
    }
    return _part(modules, top, prefix, (top,), frozenset(), frozenset())


def _part(
    modules: Mapping[str, _Module],
    module: str,
    prefix: str,
    instances: tuple[str, ...],
    takes: frozenset[str],
    gives: frozenset[str],
) -> Part:
    inside = list(_instances(modules, module)) if module in modules else []
    inside.sort(key=lambda one: (one[0], re.sub(r"\d", "", one[1])))
    found = []
    for (name, _), same in groupby(inside, key=lambda one: (one[0], re.sub(r"\d", "", one[1]))):
        members = list(same)
        found.append(
            _part(
                modules, name, prefix, tuple(one[1] for one in members),
                frozenset(net for one in members for net in one[2]),
                frozenset(net for one in members for net in one[3]),
            )
        )  # fmt: skip
    return Part(module.removeprefix(prefix), instances, tuple(found), takes, gives)


def _instances(
    modules: Mapping[str, _Module], module: str
) -> Iterator[tuple[str, str, frozenset[str], frozenset[str]]]:
    """Module, name, nets at the inputs and at the outputs of each instance in a module."""
    known = "|".join(map(re.escape, modules))
    instance = re.compile(rf"^\s+({known})\s+\\?(\S+)\s*\((.*?)\n\s+\);", re.MULTILINE | re.DOTALL)
    for found in instance.finditer(modules[module].body):
        directions = modules[found[1]].directions
        nets: dict[str, set[str]] = {"input": set(), "output": set()}
        for connection in _CONNECTION.finditer(found[3]):
            if connection[1] in directions:
                nets[directions[connection[1]]].update(
                    _NET.findall(re.sub(r"\d*'s?[bhd]\w+", "", connection[2]))
                )
        yield found[1], found[2], frozenset(nets["input"]), frozenset(nets["output"])


def tree(part: Part, depth: int = DEPTH) -> list[str]:
    """The parts as lines of text, indented by their depth."""
    said = f"{part.title} ({part.label})" if part.label and part.label != part.title else part.title
    inside = [line for one in part.parts for line in tree(one, depth - 1)] if depth else []
    return [said, *(f"  {line}" for line in inside)]


def connections(part: Part) -> dict[tuple[int, int], list[str]]:
    """By places of two parts inside, the nets from the one to the other; clocks and resets are none."""
    found = {}
    for here, giver in enumerate(part.parts):
        for there, taker in enumerate(part.parts):
            shared = sorted(giver.gives & taker.takes) if here != there else []
            nets = [net for net in shared if not any(word in net for word in _RESETS)]
            if nets:
                found[here, there] = nets
    return found


def in_order(part: Part, inputs: Collection[str], outputs: Collection[str]) -> Part:
    """The part with those inside in a row: from the inputs on, each beside what it is connected to."""
    edges, rest, chain = connections(part), list(range(len(part.parts))), list[int]()
    while rest:
        last = chain[-1] if chain else -1

        def worth(one: int, last: int = last) -> tuple[bool, int]:
            joined = (last, one) in edges or (one, last) in edges
            found = part.parts[one]
            return joined, -len(found.gives & set(outputs)) if last >= 0 else len(found.takes & set(inputs))

        chain.append(max(rest, key=worth))
        rest.remove(chain[-1])
    return replace(part, parts=tuple(part.parts[one] for one in chain))


def svg(package: Package, wrapper: Wrapper, part: Part) -> str:
    """The diagram of what `of` found, as SVG."""
    inputs = [port for port in wrapper.ports if port.direction == "input"]
    outputs = [port for port in wrapper.ports if port.direction == "output"]
    left, right = (
        round(max(map(_wide, map(_named, side)), default=0)) + ARROW + 14 for side in (inputs, outputs)
    )
    boxes = [_size(one, DEPTH - 1) for one in part.parts]
    inner = sum(width for width, _ in boxes) + GAP * max(0, len(boxes) - 1)
    wide = round(max(inner + 2 * PAD, _wide(package.name) + 2 * PAD, 160))
    long = [(pair, nets) for pair, nets in connections(part).items() if abs(pair[0] - pair[1]) > 1]
    tall = max((height for _, height in boxes), default=0) + 26 + PAD + LINE * len(long)
    tall = round(max(tall, LINE * (max(len(inputs), len(outputs)) + 1) + 10))
    width, height = left + wide + right, tall + 20
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img"><title>{escape(f"Blocks of {package.name}")}</title>',
        f"<desc>{escape('; '.join(tree(part)))}</desc>",
        f'<style>{STYLE}</style><rect width="{width}" height="{height}" fill="white"/>',
        f'<rect class="box" x="{left}" y="10" width="{wide}" height="{tall}"/>',
        f'<text x="{left + PAD}" y="27">{escape(package.name)}</text>',
    ]
    lines += _ports(inputs, left - ARROW - 4, left, "end")
    lines += _ports(outputs, left + wide + ARROW + 4, left + wide, "")
    x, places = left + PAD + (wide - 2 * PAD - inner) / 2, []
    for one, (box_width, box_height) in zip(part.parts, boxes, strict=True):
        lines += _box(one, x, 36, box_width, box_height, DEPTH - 1)
        places.append((x, box_width))
        x += box_width + GAP
    lines += _edges(part, places, 36 + max((height for _, height in boxes), default=0))
    return "\n".join([*lines, "</svg>"]) + "\n"


def _wide(text: str) -> float:
    return LETTER * len(text)


def _named(port: Port) -> str:
    return port.name if port.width == 1 else f"{port.name}[{port.width - 1}:0]"


def _ports(ports: Sequence[Port], x: float, edge: float, anchor: str) -> Iterator[str]:
    for number, port in enumerate(ports):
        y = 30 + LINE * number
        start, end = (x + 4, edge) if port.direction == "input" else (edge, x - 4)
        yield f'<text class="{anchor}" x="{x:g}" y="{y + 4}">{escape(_named(port))}</text>'
        yield _arrow(start, y, end)


def _arrow(start: float, y: float, end: float) -> str:
    back = -5 if end > start else 5
    return f'<path class="wire" d="M{start:g},{y:g}H{end:g}m{back},-3l{-back},3l{back},3"/>'


def _size(part: Part, depth: int) -> tuple[float, float]:
    """Width and height of a box with its title, its label, and the boxes inside."""
    inside = [_size(one, depth - 1) for one in part.parts] if depth > 1 else []
    head = LINE * (2 if part.label else 1)
    width = max([_wide(part.title), _wide(part.label), *(one for one, _ in inside)]) + 2 * PAD
    return width, head + 10 + sum(height + 6 for _, height in inside)


def _box(part: Part, x: float, y: float, width: float, height: float, depth: int) -> Iterator[str]:
    kind = "in" if depth == DEPTH - 1 else "deep"
    yield f'<rect class="box {kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'
    yield f'<text x="{x + 8:g}" y="{y + 15:g}">{escape(part.title)}</text>'
    y += LINE
    if part.label:
        yield f'<text class="of" x="{x + 8:g}" y="{y + 14:g}">{escape(part.label)}</text>'
        y += LINE
    for one in part.parts if depth > 1 else ():
        _, tall = _size(one, depth - 1)
        yield from _box(one, x + PAD, y + 4, width - 2 * PAD, tall, depth - 1)
        y += tall + 6


def _edges(part: Part, places: Sequence[tuple[float, float]], bottom: float) -> Iterator[str]:
    below = bottom
    for (here, there), nets in sorted(connections(part).items()):
        text = _shared(nets)
        forward = there > here
        if abs(there - here) == 1:
            first, second = sorted((here, there))
            start, end = places[first][0] + places[first][1], places[second][0]
            y = 54 if forward else 78
            yield f'<text class="mid of" x="{(start + end) / 2:g}" y="{y - 4}">{escape(text)}</text>'
            yield _arrow(start, y, end) if forward else _arrow(end, y, start)
        else:
            below += LINE
            start, end = (places[one][0] + places[one][1] / 2 for one in (here, there))
            yield f'<path class="wire" d="M{start:g},{bottom:g}V{below:g}H{end:g}V{bottom:g}m-3,5l3,-5l3,5"/>'
            yield f'<text class="mid of" x="{(start + end) / 2:g}" y="{below - 4:g}">{escape(text)}</text>'


def _shared(nets: Sequence[str]) -> str:
    """What to call several nets: what their names begin with, a single one by its name."""
    found = {net: net.rpartition("_")[0] or net for net in nets}
    counts = Counter(found.values())
    names = {f"{head}_*" if counts[head] > 1 else net for net, head in found.items()}
    said = ", ".join(sorted(names))
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…"
