# SPDX-License-Identifier: Apache-2.0
"""A bus adapter tied to the message-level module of any design: what tests simulate and lint.

Each function gives the SystemVerilog of one module that holds both, with ports that a test bench can find by
name: `s0_axis_*`, `s1_axis_*` ... for streams, `din0`, `din1` ... for lanes.
"""

import random
from collections.abc import Mapping
from pathlib import Path

from folders import CORES

from hashloom import catalogue
from hashloom.analysis.bus_overhead import sources as bus_sources
from hashloom.catalogue import rtl
from hashloom.catalogue.adapters import ADAPTERS, REGISTERS
from hashloom.catalogue.design import Design
from hashloom.catalogue.rtl import Level, RtlUnit

BUS = CORES / "bus"
REGISTER_FILES = {source.name for bus in REGISTERS for source in ADAPTERS[bus].sources}
WIDTHS = (8, 16, 32, 64, 128)
TOO_SLOW = ("hamsi", "jh", "simd")
"""Families not simulated beside a bus: for a message of 64 bytes alone Icarus 11 takes 27 s of one core with
jh-r2-256, 3 s with simd-r2-256, and has not ended after 6 s with hamsi-r2-512."""

MESSAGE_PORTS = ("in_valid", "in_ready", "in_data", "in_last", "in_bits")
DIGEST_PORTS = ("out_valid", "out_ready", "out_data", "out_last")
OUT_BITS = "  assign out_bits = {{{stages}{{{bits_width}'d{out_bits}}}}};\n"
INNER = """\
  logic [{stages}-1:0] in_valid, in_ready, in_last, out_valid, out_ready, out_last;
  logic [{stages}*{word}-1:0] in_data, out_data;
  logic [{stages}*{bits_width}-1:0] in_bits, out_bits;
{out_error}{out_bits}
  {top} #({top_parameters}) hash ({hash_ports});

  {adapter} #({adapter_parameters}) adapter ({adapter_ports});
endmodule
"""


def widths(design: Design) -> list[int]:
    """Widths of a word that the message-level module of a design can have."""
    limit = 64 if design.family.name == "keccak" else 128
    return [word for word in WIDTHS if word <= limit and design.function.block_bits % word == 0]


def drawn_by(rng: random.Random) -> Design:
    """The default design of a candidate of round 2."""
    names = [
        one.name
        for one in catalogue.functions()
        if one.name.endswith(("-r2-256", "-r2-512")) and one.family.name not in TOO_SLOW
    ]
    return catalogue.resolve_design(rng.choice(names))


def last_bits(design: Design, word: int) -> int:
    """Valid bits of the last word of a digest."""
    return (design.function.digest_bits - 1) % word + 1


def _same(*names: str) -> list[str]:
    return [f".{name}({name})" for name in names]


def _inner(
    design: Design,
    word: int,
    clock: str,
    adapter: str,
    parameters: Mapping[str, int],
    connections: list[str],
    level: Level = "top",
) -> str:
    top = rtl.unit(design, level)
    listed = {**dict(top.parameters), "WORD": word}
    errors = ""
    if adapter == "axis_adapter":
        errors = f"  logic [{design.architecture.stages}-1:0] out_error;\n"
        errors += "" if level == "arguments" else "  assign out_error = '0;\n"
    sizes = {"stages": design.architecture.stages, "bits_width": word.bit_length()}
    # Digests of any length say themselves how long they are.
    driven = ("out_bits", "out_error") if level == "arguments" else ()
    return INNER.format(
        **sizes,
        word=word,
        out_error=errors,
        out_bits="" if driven else OUT_BITS.format(**sizes, out_bits=last_bits(design, word)),
        top=top.top,
        top_parameters=", ".join(f".{name}({value})" for name, value in listed.items()),
        hash_ports=", ".join([f".clk({clock})", *_same("rst", *MESSAGE_PORTS, *DIGEST_PORTS, *driven)]),
        adapter=adapter,
        adapter_parameters=", ".join(f".{name}({value})" for name, value in parameters.items()),
        adapter_ports=", ".join(
            [
                *connections,
                *_same(*MESSAGE_PORTS, *DIGEST_PORTS, "out_bits"),
                *(_same("out_error") if adapter == "axis_adapter" else []),
            ]
        ),
    )


def _unit(design: Design, name: str, text: str, folder: Path, level: Level = "top") -> RtlUnit:
    path = folder / f"{name}.sv"
    path.write_text(text, encoding="utf-8")
    used = [
        source
        for source in bus_sources()
        if name.startswith("register") == (source.name in REGISTER_FILES)
        or source.name == "stream_resizer.sv"
    ]
    if name.startswith("axis"):
        marks = next(source for source in bus_sources() if source.name == "digest_marks.sv")
        used = [*(source for source in used if source.name.startswith(("axis", "lane"))), marks]
    elif name.startswith("gmu"):
        used = [source for source in used if source.name.startswith(("gmu", "stream", "async"))]
    return RtlUnit(
        f"{design.function.name}_{name}", name, (*rtl.unit(design, level).sources, *used, path), ()
    )


def _ports(ports: list[tuple[str, int, str]]) -> str:
    return ",\n".join(f"    {direction} logic [{width}-1:0] {name}" for direction, width, name in ports)


def _gather(names: list[str]) -> str:
    """Streams side by side, the first one lowest."""
    return "{" + ", ".join(reversed(names)) + "}"


def _swapped(name: str, unit: int, count: int) -> str:
    """The parts of a signal in the reverse order."""
    return "{" + ", ".join(f"{name}[{unit * i}+:{unit}]" for i in range(count)) + "}"


def axis_unit(
    design: Design, word: int, separate: bool, byte_order: int, folder: Path, level: Level = "top"
) -> RtlUnit:
    """AXI4-Stream. With `byte_order` 1 the ports of the module here still have the first byte lowest."""
    stages = design.architecture.stages
    streams = stages if separate else 1
    lane_bits = max(1, (stages - 1).bit_length())
    size = word // 8
    sides = {"s": ("input", "output"), "m": ("output", "input")}
    fields = {"tvalid": 1, "tdata": word, "tkeep": size, "tlast": 1, "tuser": 3, "tid": lane_bits}
    users = {"s": 3, "m": 4}
    ports = [("input", 1, "aclk"), ("input", 1, "aresetn")]
    connections = [".aclk(aclk)", ".aresetn(aresetn)", ".rst(rst)"]
    swaps = []
    for side, (forward, backward) in sides.items():
        for number in range(streams):
            widths = {**fields, "tuser": users[side]}
            ports += [(forward, width, f"{side}{number}_axis_{name}") for name, width in widths.items()]
            ports.append((backward, 1, f"{side}{number}_axis_tready"))
        for name in (*fields, "tready"):
            ends = [f"{side}{number}_axis_{name}" for number in range(streams)]
            if byte_order and name in ("tdata", "tkeep"):
                unit = 8 if name == "tdata" else 1
                for end in ends:
                    inner, outer = f"{end}_swapped", end
                    swaps.append(f"  logic [{fields[name]}-1:0] {inner};")
                    left, right = (inner, outer) if side == "s" else (outer, inner)
                    swaps.append(f"  assign {left} = {_swapped(right, unit, size)};")
                ends = [f"{end}_swapped" for end in ends]
            connections.append(f".{side}_axis_{name}({_gather(ends)})")
    ports += [("output", 1, f"s{number}_axis_malformed") for number in range(streams)]
    malformed = [f"s{number}_axis_malformed" for number in range(streams)]
    connections.append(f".s_axis_malformed({_gather(malformed)})")
    parameters = {"WORD": word, "STAGES": stages, "SEPARATE": int(separate), "BYTE_ORDER": byte_order}
    parameters["COUNTED"] = int(level != "arguments")
    text = f"module axis_design (\n{_ports(ports)}\n);\n  logic rst;\n" + "".join(
        f"{line}\n" for line in swaps
    )
    text += _inner(design, word, "aclk", "axis_adapter", parameters, connections, level)
    return _unit(design, "axis_design", text, folder, level)


def gmu_unit(design: Design, word: int, ratio: int, folder: Path) -> RtlUnit:
    """GMU interface."""
    stages, width = design.architecture.stages, word // ratio
    fields = {
        "din": ("input", width),
        "src_ready": ("input", 1),
        "src_read": ("output", 1),
        "dout": ("output", width),
        "dst_ready": ("input", 1),
        "dst_write": ("output", 1),
    }
    ports = [("input", 1, name) for name in ("clk", "rst", "io_clk", "io_rst")]
    connections = [f".{name}({name})" for _, _, name in ports]
    for name, (direction, bits) in fields.items():
        ends = [f"{name}{lane}" for lane in range(stages)]
        ports += [(direction, bits, end) for end in ends]
        connections.append(f".{name}({_gather(ends)})")
    text = f"module gmu_design (\n{_ports(ports)}\n);\n"
    parameters = {"WORD": word, "STAGES": stages, "RATIO": ratio}
    text += _inner(design, word, "clk", "gmu_adapter", parameters, connections)
    return _unit(design, "gmu_design", text, folder)


def register_unit(
    design: Design, word: int, depth: int, folder: Path, secret: int = 0, bus: str = "registers"
) -> RtlUnit:
    """Register block, on AXI4-Lite or another bus, whose clock and reset are `aclk` and `aresetn` here."""
    stages = design.architecture.stages
    adapter = ADAPTERS[bus]
    clocks = {adapter.clock: "aclk", "presetn" if bus == "apb" else "aresetn": "aresetn"}
    listed = [pin.port for pin in adapter.pins(stages, word)]
    ports = [(port.direction, port.width, clocks.get(port.name, port.name)) for port in listed]
    connections = [f".{port.name}({clocks.get(port.name, port.name)})" for port in listed] + [".rst(rst)"]
    parameters = {"WORD": word, "STAGES": stages, "DEPTH": depth, "SECRET": secret}
    parameters |= {"BLOCK": design.function.block_bits, "DIGEST": design.function.digest_bits}
    text = f"module register_design (\n{_ports(ports)}\n);\n  logic rst;\n"
    text += _inner(design, word, "aclk", adapter.module, parameters, connections)
    return _unit(design, "register_design", text, folder)
