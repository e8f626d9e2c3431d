# SPDX-License-Identifier: Apache-2.0
"""Timing diagrams: from cycles of a simulation to WaveJSON, and from WaveJSON to SVG.

Of WaveJSON (the format of WaveDrom) this reads what it writes: a `head` with a `text`, and signals with
`name`, `wave` and `data`. A character of `wave` is one clock cycle: `p` clock, `0` and `1` levels, `=` a
value with its label from `data`, `x` a value that does not matter, `.` the same as in the cycle before, `|`
the same in cycles that are left out. `head` may have the names of the cycles as `tock`, and `config` as
`hscale` how many times as wide a cycle is.

Other pictures are Altair's, this one is drawn here: Vega-Lite has no marks for a timing diagram, and
WaveDrom's own renderer needs Node.js or a browser.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any
from xml.sax.saxutils import escape

CYCLE, LANE, LEVEL, SLOPE = 20, 30, 18, 3
"""Width of a cycle, height of a signal with its gap, height between 0 and 1, width of an edge; in pixels."""
STYLE = (
    "text{font:12px 'Liberation Sans',Arial,Helvetica,sans-serif;fill:#000}"
    ".name{text-anchor:end}.value,.cycle{text-anchor:middle}.cycle{font-size:10px;fill:#595959}"
    ".wire{fill:none;stroke:#000;stroke-width:1.2}.box{fill:#d6e6f2;stroke:#000;stroke-width:1.2}"
    ".any{fill:#e4e4e4;stroke:#8a8a8a}.grid{stroke:#d0d0d0;stroke-width:1;stroke-dasharray:2 3}"
)


@dataclass(frozen=True)
class Gap:
    """Cycles that are left out, drawn as one."""

    cycles: int


WaveJson = dict[str, Any]
"""A timing diagram as WaveDrom has it."""


def wavejson(
    title: str,
    cycles: int,
    signals: Mapping[str, Sequence[str]],
    *,
    clock: str = "clk",
    gaps: Mapping[int, Gap] = MappingProxyType({}),
    cycles_named: Sequence[str] = (),
    scale: int = 1,
) -> WaveJson:
    """WaveJSON of signals given cycle by cycle, under a clock.

    A value `0` or `1` is a level, an empty one does not matter, any other is the label of a value. A cycle of
    `gaps` stands for several that are left out, its values are not looked at. `cycles_named` are the names of
    the cycles, by default their numbers from 0 on; `scale` is how many times as wide as usual a cycle is.
    """
    ticking = "".join("|" if at in gaps else "." for at in range(1, cycles))
    found: list[dict[str, Any]] = [{"name": clock, "wave": f"p{ticking}"}]
    for name, values in signals.items():
        if len(values) != cycles:
            raise ValueError(f"{name} has {len(values)} cycles, expected {cycles}")
        wave, data, before = "", list[str](), None
        for at, value in enumerate(values):
            if at in gaps:
                wave += "|" if wave else "x"
            elif value == before:
                wave += "."
            else:
                mark = value if value in ("0", "1") else "x" if value == "" else "="
                wave += mark
                data += [value] if mark == "=" else []
                before = value
        found.append({"name": name, "wave": wave, **({"data": data} if data else {})})
    head = {"text": title, **({"tock": " ".join(cycles_named)} if cycles_named else {})}
    return {"head": head, **({"config": {"hscale": scale}} if scale > 1 else {}), "signal": found}


def svg(document: Mapping[str, Any]) -> str:
    """The diagram as SVG; cycles have their names, or are numbered from 0."""
    signals = document["signal"]
    cycles = max(len(signal["wave"]) for signal in signals)
    wide = CYCLE * int(document.get("config", {}).get("hscale", 1))
    names = str(document["head"].get("tock", "")).split() or [str(cycle) for cycle in range(cycles)]
    left = 12 + max(len(signal["name"]) for signal in signals) * 7
    width, height = left + cycles * wide + 8, 40 + len(signals) * LANE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img"><title>{escape(document["head"]["text"])}</title>',
        f'<style>{STYLE}</style><rect width="{width}" height="{height}" fill="white"/>',
    ]
    for cycle in range(cycles):
        x = left + cycle * wide
        parts.append(f'<line class="grid" x1="{x}" y1="22" x2="{x}" y2="{height - 6}"/>')
        parts.append(f'<text class="cycle" x="{x + wide / 2:g}" y="16">{names[cycle]}</text>')
    for number, signal in enumerate(signals):
        bottom = 28 + number * LANE + LEVEL
        parts.append(f'<text class="name" x="{left - 8}" y="{bottom - 4}">{escape(signal["name"])}</text>')
        parts.extend(_signal(signal, left, bottom, wide))
        parts.extend(
            _gap(left + at * wide + wide / 2, bottom) for at, mark in enumerate(signal["wave"]) if mark == "|"
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _signal(signal: Mapping[str, Any], left: int, bottom: int, wide: int) -> Iterator[str]:
    labels = iter(signal.get("data", ()))
    top = bottom - LEVEL
    path = ""
    for mark, begin, end in _runs(signal["wave"]):
        x, until = left + begin * wide, left + end * wide
        if mark == "p":
            half = wide // 2
            path = f"M{x},{bottom}" + f"v{-LEVEL}h{half}v{LEVEL}h{wide - half}" * (end - begin)
        elif mark in "01":
            y = top if mark == "1" else bottom
            path += f"{'L' if path else 'M'}{x + (SLOPE if path else 0)},{y}H{until}"
        else:
            if path:
                yield f'<path class="wire" d="{path}"/>'
                path = ""
            kind = "any" if mark == "x" else "box"
            middle = (top + bottom) / 2
            yield (
                f'<path class="{kind}" d="M{x},{middle:g}L{x + SLOPE},{top}H{until - SLOPE}'
                f'L{until},{middle:g}L{until - SLOPE},{bottom}H{x + SLOPE}Z"/>'
            )
            if mark == "=":
                text = escape(str(next(labels)))
                yield f'<text class="value" x="{(x + until) / 2:g}" y="{bottom - 4}">{text}</text>'
    if path:
        yield f'<path class="wire" d="{path}"/>'


def _gap(x: float, bottom: int) -> str:
    """Two strokes through the middle of a cycle that stands for several."""
    path = "".join(f"M{x + shift:g},{bottom + 3}l4,{-LEVEL - 6}" for shift in (-5, 0))
    white = f'<path d="M{x - 5:g},{bottom + 3}l4,{-LEVEL - 6}h5l-4,{LEVEL + 6}z" fill="white"/>'
    return f'{white}<path class="wire" d="{path}"/>'


def _runs(wave: str) -> Iterator[tuple[str, int, int]]:
    """The stretches of a wave: their mark, first cycle, and first cycle after."""
    begins = [cycle for cycle, mark in enumerate(wave) if mark not in ".|"]
    for begin, end in zip(begins, [*begins[1:], len(wave)], strict=True):
        yield wave[begin], begin, end
