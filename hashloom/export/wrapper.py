# SPDX-License-Identifier: Apache-2.0
"""The module of a package that a user instantiates: plain ports, no parameters, perhaps a bus adapter inside.

Everything else in a package goes by the ports and the clock of the wrapper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from hashloom.catalogue.adapters import REGISTER_DEPTH, REGISTERS, Adapter
from hashloom.catalogue.ports import Port
from hashloom.export import contexts, interfaces, secrets
from hashloom.export.interfaces import Interface
from hashloom.export.package import Package
from hashloom.export.templates import fill

_APART = ("clk", "rst", "out_bits", "out_error")
"""Ports of the hash function that not every adapter has, or that have another name there."""
_STREAMS = (
    *("in_valid", "in_ready", "in_data", "in_last", "in_bits"),
    *("out_valid", "out_ready", "out_data", "out_last"),
)
"""Ports of a message level that message_wipe stands in front of."""
WIPING = Port("wiping", "output", 1)
_WIPING_MEANING = (
    "what was before a reset is being overwritten; falls {cycles} cycles after the last one of reset{bound}"
)
_BUS_TEXT = {
    "axis": "A message is a packet of an AXI4-Stream, and so is its digest.",
    "gmu": "Messages come from and digests go to FIFOs whose first word falls through, segment by segment.",
    "lwc": "Messages come and digests go as segments of the LWC Hardware API.",
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


def _with_wiping(
    package: Package, ports: Sequence[Port], meaning: Mapping[str, str]
) -> tuple[tuple[Port, ...], dict[str, str]]:
    """The ports of a package with that of its wipe, and what they mean."""
    if not package.secret:
        return tuple(ports), dict(meaning)
    said = _WIPING_MEANING.format(
        cycles=secrets.cycles(package), bound=" at the latest" if package.is_wiped_from_outside else ""
    )
    return (*ports, WIPING), {**meaning, WIPING.name: said}


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
        "out_error": "with out_valid: there is neither digest nor context"
        if package.contexts
        else "with out_valid: there is no digest, the request was refused",
        "in_resume": "with the first word of a message: the message goes on from a context, whose words come "
        "first; ignored with other words",
        "in_save": "with the last word of a message: a context is to come in place of a digest; ignored with "
        "other words",
        "out_context": "with out_valid: the word is one of a context",
        "out_bits": f"how many bits of the word belong to the digest, 1 to {word}, counted from the top",
    }
    ports, meaning = _with_wiping(package, package.ports, meaning)
    found = interfaces.of(package, ports)
    return Wrapper(ports, meaning, ("clk",), found, _text(package, ports, "clk", found))


def _bus(package: Package, adapter: Adapter) -> Wrapper:
    """The message level with an adapter."""
    pins = adapter.pins(package.lanes, package.io_word)
    shown = tuple(pin.port for pin in pins)
    ports, meaning = _with_wiping(package, shown, {pin.port.name: pin.meaning for pin in pins})
    found = interfaces.of(package, ports)
    parameters = {"WORD": package.word, "STAGES": package.lanes}
    tied = dict(adapter.tied)
    if package.bus in REGISTERS:
        tied["hash_wiping"] = WIPING.name if package.secret else "1'b0"
        function = package.design.function
        parameters |= {
            "BLOCK": function.block_bits,
            "DIGEST": 0 if package.requests else function.digest_bits,
            "DEPTH": REGISTER_DEPTH,
            **({"CONTEXT": 8 * contexts.context_bytes(package.design)} if package.contexts else {}),
            **({"SECRET": 1} if package.secret else {}),
        }
        if not package.contexts:
            tied |= {"in_resume": "unused_in_resume", "in_save": "unused_in_save", "out_context": "'0"}
    elif package.bus == "lwc":
        parameters |= {"W": package.io_word, "DIGEST": package.design.function.digest_bits}
    elif package.io_ratio > 1:
        parameters |= {"RATIO": package.io_ratio}
    if package.bus == "axis" and package.lanes == 1:
        tied |= {"s_axis_tid": "1'b0", "m_axis_tid": "unused_tid"}
    inner = [port.name for port in package.ports if port.name not in _APART]
    names = [port.name for port in shown] + (["rst"] if adapter.makes_reset else []) + [*inner, "out_bits"]
    if not adapter.whole_bytes:
        names.append("out_error")
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
        adapter_connections=[
            *((name, f"sliced_{name}" if _is_sliced(package, name) else name) for name in names),
            *tied.items(),
        ],
    )
    clocks = (adapter.clock, *filter(None, [adapter.io_clock]))
    return Wrapper(ports, meaning, clocks, found, text)


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
        nets=_nets(package, ports),
        slices=_slices(package, ports) if package.slices else (),
        clock=clock,
        connections=[
            (port.name, clock if port.name == "clk" else _at_hash(package, port.name))
            for port in package.ports
        ],
        wipe=_wipe(package) if package.is_wiped_from_outside else (),
        wipe_words=secrets.words(package),
        wipe_cycles=secrets.cycles(package) if package.secret and package.requests else 0,
        **{"adapter": None, **bus},
    )


def _inside(package: Package, port: str) -> str:
    """The net behind the slices of the streams at a port of the message level."""
    return f"sliced_{port}" if package.slices and package.adapter is None and "_" in port else port


def _at_hash(package: Package, port: str) -> str:
    """The net at a port of the hash function."""
    return f"hash_{port}" if package.is_wiped_from_outside and port in _STREAMS else _inside(package, port)


@dataclass(frozen=True)
class Slice:
    """An instance of stream_slice: its name, bits, and what its ports are connected to."""

    name: str
    width: int
    connections: tuple[tuple[str, str], ...]


def _slices(package: Package, ports: Sequence[Port]) -> list[Slice]:
    """The slices between the ports of the wrapper and what is inside, one for each stream."""
    axis = package.bus == "axis"
    lanes = 1 if axis else package.lanes
    found = []
    for side, comes in (
        (("s_axis_t", True), ("m_axis_t", False)) if axis else (("in_", True), ("out_", False))
    ):
        listed = [port for port in ports if port.name.startswith(side)]
        handshake = [f"{side}valid", f"{side}ready"]
        words = [port for port in listed if port.name not in handshake]
        for lane in range(lanes):

            def of_lane(port: Port, prefix: str, lane: int = lane) -> str:
                width = port.width // lanes
                place = f"[{lane}]" if width == 1 else f"[{lane * width} +: {width}]"
                return f"{prefix}{port.name}{place if lanes > 1 else ''}"

            connections = []
            for end, prefix in (("in", "" if comes else "sliced_"), ("out", "sliced_" if comes else "")):
                flags = {port.name: of_lane(port, prefix) for port in listed if port.name in handshake}
                connections += [
                    (f"{end}_valid", flags[handshake[0]]),
                    (f"{end}_ready", flags[handshake[1]]),
                    (f"{end}_data", f"{{{', '.join(of_lane(port, prefix) for port in words)}}}"),
                ]
            name = f"{side.removesuffix('_t').removesuffix('_')}_slice{lane if lanes > 1 else ''}"
            found.append(Slice(name, sum(port.width for port in words) // lanes, tuple(connections)))
    return found


def _wipe(package: Package) -> list[tuple[str, str]]:
    """The connections of message_wipe but for its clock."""
    around = [*((name, _inside(package, name)) for name in _STREAMS)]
    around += [(f"hash_{name}", f"hash_{name}") for name in _STREAMS]
    return [("rst", "rst"), *around, (WIPING.name, WIPING.name)]


def _nets(package: Package, ports: Sequence[Port]) -> list[Port]:
    """Signals between slices, adapter, wipe and hash function that are no ports of the wrapper."""
    inner = [port for port in package.ports if port.name not in ("clk", "rst")]
    found = [port for port in ports if package.adapter is not None and _is_sliced(package, port.name)]
    found = [replace(port, name=f"sliced_{port.name}") for port in found]
    for place in (_inside, _at_hash):
        found += [replace(port, name=place(package, port.name)) for port in inner]
    taken = {port.name for port in ports}
    return [port for port in dict.fromkeys(found) if port.name not in taken]


def _is_sliced(package: Package, port: str) -> bool:
    """Whether a port of the bus is one of a stream with a slice."""
    return package.slices and port.startswith(("s_axis_t", "m_axis_t"))


def _range(width: int) -> str:
    return "" if width == 1 else f"[{width - 1}:0]"
