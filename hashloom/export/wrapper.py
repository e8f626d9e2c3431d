# SPDX-License-Identifier: Apache-2.0
"""The module of a package that a user instantiates: plain ports, no parameters, perhaps a bus adapter inside.

Everything else in a package goes by the ports and the clock of the wrapper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hashloom.catalogue.adapters import REGISTER_DEPTH, Adapter
from hashloom.catalogue.ports import Port
from hashloom.export.package import Package
from hashloom.export.templates import fill

_BUS_TEXT = {
    "axis": "A message is a packet of an AXI4-Stream, and so is its digest.",
    "gmu": "Messages come from and digests go to FIFOs whose first word falls through, segment by segment.",
    "registers": "Messages are written to and digests read from registers on AXI4-Lite.",
}


@dataclass(frozen=True)
class Wrapper:
    """A module: its ports, their meaning by name, its clock, and its SystemVerilog."""

    ports: tuple[Port, ...]
    meaning: Mapping[str, str]
    clock: str
    text: str


def make(package: Package) -> Wrapper:
    """The wrapper of a package with its bus."""
    return _stream(package) if package.adapter is None else _bus(package, package.adapter)


def _stream(package: Package) -> Wrapper:
    """Streams of words with valid and ready: the ports of the message level."""
    lanes, word = package.lanes, package.word
    each = "" if lanes == 1 else f", lane l at [l*{word} +: {word}]"
    meaning = {
        "clk": "clock; everything happens at its rising edge",
        "rst": "synchronous reset, active high; drops every message in flight",
        "in_valid": "a word is offered; it stays as it is until it is taken",
        "in_ready": "the word is taken at this edge, where in_valid is high too",
        "in_data": f"{word} bits of the message, the first one in the most significant position{each}",
        "in_last": "last word of its packet" if package.requests else "last word of its message",
        "in_bits": f"how many bits of the last word belong to the message, 0 to {word}, counted from the "
        "top; ignored in other words",
        "out_valid": "a word of the digest is there; it stays as it is until it is taken",
        "out_ready": "the word is taken at this edge, where out_valid is high too",
        "out_data": f"{word} bits of the digest, the first one in the most significant position{each}",
        "out_last": "last word of its digest",
        "out_bits": f"how many bits of the word belong to the digest, 1 to {word}, counted from the top",
    }
    text = fill(
        "wrapper.sv",
        name=package.name,
        design=package.design.name,
        word=word,
        digest=_digest(package),
        requests=_requests(package),
        lanes=_lanes(package),
        ports=_declared(package.ports),
        top=package.unit.top,
        parameters=_parameters(package.unit.parameters),
        connections=_connected(package.ports, {}),
    )
    return Wrapper(package.ports, meaning, "clk", text)


def _bus(package: Package, adapter: Adapter) -> Wrapper:
    """The message level with an adapter."""
    pins = adapter.pins(package.lanes, package.word)
    ports = tuple(pin.port for pin in pins)
    lanes, word, bits = package.lanes, package.word, package.bits_width
    inner = [port for port in package.ports if port.name not in ("clk", "rst")]
    signals = [f"  logic {_sized(port.width)}{port.name};" for port in inner]
    if adapter.makes_reset:
        signals.insert(0, "  logic rst;")
    if not package.requests:
        last = (package.design.function.digest_bits - 1) % word + 1
        signals.append(f"  logic {_sized(lanes * bits)}out_bits;")
        signals.append(
            f"  assign out_bits = {{{lanes}{{{bits}'d{last}}}}};  // of the last word of each digest"
        )
    tied = dict(adapter.tied)
    if package.bus == "axis" and lanes == 1:
        signals.append("  logic unused_tid;")
        tied |= {"s_axis_tid": "1'b0", "m_axis_tid": "unused_tid"}
    parameters = {"WORD": word, "STAGES": lanes}
    if package.bus == "registers":
        function = package.design.function
        parameters |= {
            "BLOCK": function.block_bits,
            "DIGEST": 0 if package.requests else function.digest_bits,
        }
        parameters |= {"DEPTH": REGISTER_DEPTH}
    names = [port.name for port in ports] + (["rst"] if adapter.makes_reset else [])
    names += [port.name for port in inner if port.name != "out_bits"] + ["out_bits"]
    text = fill(
        "bus_wrapper.sv",
        name=package.name,
        design=package.design.name,
        title=adapter.title,
        travels=_BUS_TEXT[package.bus],
        requests=_requests(package),
        ports=_declared(ports),
        signals="\n".join(signals),
        top=package.unit.top,
        parameters=_parameters(package.unit.parameters),
        connections=_connected(package.ports, {"clk": adapter.clock}),
        adapter=adapter.module,
        adapter_parameters=_parameters(tuple(parameters.items())),
        adapter_connections=_joined({**{name: name for name in names}, **tied}),
    )
    return Wrapper(ports, {pin.port.name: pin.meaning for pin in pins}, adapter.clock, text)


def _parameters(values: Sequence[tuple[str, int | str]]) -> str:
    texts = [(name, f'"{value}"' if isinstance(value, str) else str(value)) for name, value in values]
    return _joined(dict(texts))


def _connected(ports: Sequence[Port], to: Mapping[str, str]) -> str:
    return _joined({port.name: to.get(port.name, port.name) for port in ports})


def _joined(connections: Mapping[str, str]) -> str:
    return ",\n".join(f"      .{name}({value})" for name, value in connections.items())


def _declared(ports: Sequence[Port]) -> str:
    kinds = [f"{port.direction:<6} logic {_range(port.width)}" for port in ports]
    width = max(map(len, kinds))
    return ",\n".join(f"    {kind:<{width}} {port.name}" for kind, port in zip(kinds, ports, strict=True))


def _sized(width: int) -> str:
    return f"{_range(width)} " if width > 1 else ""


def _range(width: int) -> str:
    return "" if width == 1 else f"[{width - 1}:0]"


def _digest(package: Package) -> str:
    if package.requests:
        return "as many words as its bits need"
    return f"{package.digest_words} words"


def _requests(package: Package) -> str:
    if not package.requests:
        return ""
    return (
        "//\n// A request is several such messages, one after another: a command of 16 bytes, the strings "
        "that it names, and\n// what is to be hashed; then comes one digest. DATASHEET.md has the command.\n"
    )


def _lanes(package: Package) -> str:
    if package.lanes == 1:
        return ""
    return (
        f"// {package.lanes} lanes work on as many messages: lane l has bit l of the flags, bits "
        f"l*{package.word} +: {package.word} of the data\n// and bits l*{package.bits_width} +: "
        f"{package.bits_width} of in_bits. Each lane is a stream of its own.\n"
    )
