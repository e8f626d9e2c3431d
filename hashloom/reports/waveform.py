# SPDX-License-Identifier: Apache-2.0
"""Timing diagrams: from cycles of a simulation to WaveJSON, and from WaveJSON to SVG.

Of WaveJSON (the format of WaveDrom) this reads what it writes: a `head` with a `text`, and signals with
`name`, `wave` and `data`. A character of `wave` is one clock cycle: `p` clock, `0` and `1` levels, `=` a
value with its label from `data`, `x` a value that does not matter, `.` the same as in the cycle before.

Other pictures are Altair's, this one is drawn here: Vega-Lite has no marks for a timing diagram, and
WaveDrom's own renderer needs Node.js or a browser.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
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

WaveJson = dict[str, Any]
"""A timing diagram as WaveDrom has it."""


def wavejson(title: str, cycles: int, signals: Mapping[str, Sequence[str]]) -> WaveJson:
    """WaveJSON of signals given cycle by cycle, under a clock.

    A value `0` or `1` is a level, an empty one does not matter, any other is the label of a value.
    """
    found: list[dict[str, Any]] = [{"name": "clk", "wave": "p" + "." * (cycles - 1)}]
    for name, values in signals.items():
        if len(values) != cycles:
            raise ValueError(f"{name} has {len(values)} cycles, expected {cycles}")
        wave, data = "", []
        for value, run in groupby(values):
            mark = value if value in ("0", "1") else "x" if value == "" else "="
            wave += mark + "." * (len(list(run)) - 1)
            data += [value] if mark == "=" else []
        found.append({"name": name, "wave": wave, **({"data": data} if data else {})})
    return {"head": {"text": title}, "signal": found}


def svg(document: Mapping[str, Any]) -> str:
    """The diagram as SVG; cycles are numbered from 0."""
    signals = document["signal"]
    cycles = max(len(signal["wave"]) for signal in signals)
    left = 12 + max(len(signal["name"]) for signal in signals) * 7
    width, height = left + cycles * CYCLE + 8, 40 + len(signals) * LANE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img"><title>{escape(document["head"]["text"])}</title>',
        f'<style>{STYLE}</style><rect width="{width}" height="{height}" fill="white"/>',
    ]
    for cycle in range(cycles):
        x = left + cycle * CYCLE
        parts.append(f'<line class="grid" x1="{x}" y1="22" x2="{x}" y2="{height - 6}"/>')
        parts.append(f'<text class="cycle" x="{x + CYCLE / 2:g}" y="16">{cycle}</text>')
    for number, signal in enumerate(signals):
        bottom = 28 + number * LANE + LEVEL
        parts.append(f'<text class="name" x="{left - 8}" y="{bottom - 4}">{escape(signal["name"])}</text>')
        parts.extend(_signal(signal, left, bottom))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _signal(signal: Mapping[str, Any], left: int, bottom: int) -> Iterator[str]:
    labels = iter(signal.get("data", ()))
    top = bottom - LEVEL
    path = ""
    for mark, begin, end in _runs(signal["wave"]):
        x, until = left + begin * CYCLE, left + end * CYCLE
        if mark == "p":
            half = CYCLE // 2
            path = f"M{x},{bottom}" + f"v{-LEVEL}h{half}v{LEVEL}h{CYCLE - half}" * (end - begin)
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


def _runs(wave: str) -> Iterator[tuple[str, int, int]]:
    """The stretches of a wave: their mark, first cycle, and first cycle after."""
    begins = [cycle for cycle, mark in enumerate(wave) if mark != "."]
    for begin, end in zip(begins, [*begins[1:], len(wave)], strict=True):
        yield wave[begin], begin, end
