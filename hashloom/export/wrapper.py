# SPDX-License-Identifier: Apache-2.0
"""The module of a package that a user instantiates: plain ports, no parameters, perhaps a bus adapter inside.

Everything else in a package goes by the ports and the clock of the wrapper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hashloom.catalogue.adapters import REGISTER_DEPTH, REGISTERS, Adapter
from hashloom.catalogue.ports import Port
from hashloom.export import interfaces
from hashloom.export.interfaces import Interface
from hashloom.export.package import Package
from hashloom.export.templates import fill

_APART = ("clk", "rst", "out_bits", "out_error")
"""Ports of the hash function that not every adapter has, or that have another name there."""
_BUS_TEXT = {
    "axis": "A message is a packet of an AXI4-Stream, and so is its digest.",
    "gmu": "Messages come from and digests go to FIFOs whose first word falls through, segment by segment.",
    "registers": "Messages are written to and digests read from registers on AXI4-Lite.",
    "apb": "Messages are written to and digests read from registers on APB4.",
}


@dataclass(frozen=True)
class Wrapper:
    """A module: its ports, their meaning by name, its clocks (the core's first), interfaces, SystemVerilog.

    The text has the names of the catalogue; `Package.names` has those of the package.
    """

    ports: tuple[Port, ...]
    meaning: Mapping[str, str]
    clocks: tuple[str, ...]
    interfaces: tuple[Interface, ...]
    text: str

    @property
    def clock(self) -> str:
        """The clock of the core."""
        return self.clocks[0]


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
    found = interfaces.of(package, package.ports)
    return Wrapper(package.ports, meaning, ("clk",), found, _text(package, package.ports, "clk", found))


def _bus(package: Package, adapter: Adapter) -> Wrapper:
    """The message level with an adapter."""
    pins = adapter.pins(package.lanes, package.io_word)
    ports = tuple(pin.port for pin in pins)
    found = interfaces.of(package, ports)
    parameters = {"WORD": package.word, "STAGES": package.lanes}
    if package.bus in REGISTERS:
        function = package.design.function
        parameters |= {
            "BLOCK": function.block_bits,
            "DIGEST": 0 if package.requests else function.digest_bits,
            "DEPTH": REGISTER_DEPTH,
            "COUNTED": 0 if package.requests else 1,
        }
    elif package.io_ratio > 1:
        parameters |= {"RATIO": package.io_ratio}
    tied = dict(adapter.tied)
    if package.bus == "axis" and package.lanes == 1:
        tied |= {"s_axis_tid": "1'b0", "m_axis_tid": "unused_tid"}
    inner = [port.name for port in package.ports if port.name not in _APART]
    names = [port.name for port in ports] + (["rst"] if adapter.makes_reset else []) + [*inner, "out_bits"]
    if package.bus == "axis":
        names.append("out_error")
    if package.bus == "axis":
        parameters |= {"COUNTED": int(not package.requests)}
    text = _text(
        package,
        ports,
        adapter.clock,
        found,
        adapter=adapter,
        travels=_BUS_TEXT[package.bus],
        last_bits=(package.design.function.digest_bits - 1) % package.word + 1,
        tied=tied,
        adapter_parameters=parameters.items(),
        adapter_connections=[*((name, name) for name in names), *tied.items()],
    )
    clocks = (adapter.clock, *filter(None, [adapter.io_clock]))
    return Wrapper(ports, {pin.port.name: pin.meaning for pin in pins}, clocks, found, text)


def _text(
    package: Package, ports: Sequence[Port], clock: str, found: Sequence[Interface], **bus: object
) -> str:
    """The module with these ports and interfaces; `bus` has what the template wants of an adapter."""
    attributes = interfaces.attributes(found)
    kinds = [f"{port.direction:<6} logic {_range(port.width)}" for port in ports]
    width = max(map(len, kinds))
    return fill(
        "wrapper.sv",
        package=package,
        lanes=package.lanes,
        word=package.word,
        bits_width=package.bits_width,
        ports=[
            (attributes.get(port.name), f"{kind:<{width}}", port.name)
            for kind, port in zip(kinds, ports, strict=True)
        ],
        sized=lambda width: f"{_range(width)} " if width > 1 else "",
        parameters=[
            (name, f'"{value}"' if isinstance(value, str) else value)
            for name, value in package.unit.parameters
        ],
        connections=[(port.name, clock if port.name == "clk" else port.name) for port in package.ports],
        **{"adapter": None, **bus},
    )


def _range(width: int) -> str:
    return "" if width == 1 else f"[{width - 1}:0]"
