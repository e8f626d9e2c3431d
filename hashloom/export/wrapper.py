# SPDX-License-Identifier: Apache-2.0
"""The module of a package that a user instantiates: plain ports, no parameters.

A bus is a function from a package to a `Wrapper`; `BUSES` has them by name. Everything else in a package goes
by the ports of the wrapper, so a bus that has the ports of the stream needs nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hashloom.export.package import Package
from hashloom.export.templates import fill
from hashloom.flow.serial_harness import Port


@dataclass(frozen=True)
class Wrapper:
    """A module: its ports, their meaning by name, and its SystemVerilog."""

    ports: tuple[Port, ...]
    meaning: Mapping[str, str]
    text: str


def stream(package: Package) -> Wrapper:
    """Streams of words with valid and ready: the ports of the message level."""
    lanes, word = package.lanes, package.word
    each = "" if lanes == 1 else f", lane l at [l*{word} +: {word}]"
    meaning = {
        "clk": "clock; everything happens at its rising edge",
        "rst": "synchronous reset, active high; drops every message in flight",
        "in_valid": "a word is offered; it stays as it is until it is taken",
        "in_ready": "the word is taken at this edge, where in_valid is high too",
        "in_data": f"{word} bits of the message, the first one in the most significant position{each}",
        "in_last": "last word of its message",
        "in_bits": f"how many bits of the last word belong to the message, 0 to {word}, counted from the "
        "top; ignored in other words",
        "out_valid": "a word of the digest is there; it stays as it is until it is taken",
        "out_ready": "the word is taken at this edge, where out_valid is high too",
        "out_data": f"{word} bits of the digest, the first one in the most significant position{each}",
        "out_last": "last word of its digest",
    }
    values = [
        (name, f'"{value}"' if isinstance(value, str) else str(value))
        for name, value in package.unit.parameters
    ]
    parameters = ",\n".join(f"      .{name}({value})" for name, value in values)
    connections = ",\n".join(f"      .{port.name}({port.name})" for port in package.ports)
    kinds = [f"{port.direction:<6} logic {_range(port.width)}" for port in package.ports]
    width = max(map(len, kinds))
    ports = ",\n".join(
        f"    {kind:<{width}} {port.name}" for kind, port in zip(kinds, package.ports, strict=True)
    )
    text = fill(
        "wrapper.sv",
        name=package.name,
        design=package.design.name,
        word=word,
        digest_words=package.digest_words,
        lanes=_lanes(package),
        ports=ports,
        top=package.unit.top,
        parameters=parameters,
        connections=connections,
    )
    return Wrapper(package.ports, meaning, text)


BUSES: Mapping[str, Callable[[Package], Wrapper]] = {"stream": stream}


def _range(width: int) -> str:
    return "" if width == 1 else f"[{width - 1}:0]"


def _lanes(package: Package) -> str:
    if package.lanes == 1:
        return ""
    return (
        f"// {package.lanes} lanes work on as many messages: lane l has bit l of the flags, bits "
        f"l*{package.word} +: {package.word} of the data\n// and bits l*{package.bits_width} +: "
        f"{package.bits_width} of in_bits. Each lane is a stream of its own.\n"
    )
