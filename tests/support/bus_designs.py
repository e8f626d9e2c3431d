# SPDX-License-Identifier: Apache-2.0
"""A bus adapter tied to the message-level module of any design: what tests simulate and lint.

Each function gives the SystemVerilog of one module that holds both, with ports that a test bench can find by
name: `s0_axis_*`, `s1_axis_*` ... for streams, `din0`, `din1` ... for lanes.
"""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

from folders import CORES
from own_state import here

from hashloom import catalogue
from hashloom.catalogue import contexts, rtl
from hashloom.catalogue.adapters import ADAPTERS, REGISTERS
from hashloom.catalogue.design import Design
from hashloom.catalogue.rtl import RtlUnit
from hashloom.export.contexts import LEVEL, context_bytes
from hashloom.export.package import PackageLevel

BUS = CORES / "bus"
WIDTHS = (8, 16, 32, 64, 128)
TOO_SLOW = ("hamsi", "jh", "simd")
"""Families not simulated beside a bus: for a message of 64 bytes alone Icarus 11 takes 27 s of one core with
jh-r2-256, 3 s with simd-r2-256, and has not ended after 6 s with hamsi-r2-512."""

MESSAGE_PORTS = ("in_valid", "in_ready", "in_data", "in_last", "in_bits")
CONTEXT_PORTS = ("in_resume", "in_save", "out_context")
DIGEST_PORTS = ("out_valid", "out_ready", "out_data", "out_last")
OUT_BITS = "  assign out_bits = {{{stages}{{{bits_width}'d{out_bits}}}}};\n"
INNER = """\
  logic [{stages}-1:0] in_valid, in_ready, in_last, out_valid, out_ready, out_last;
  logic [{stages}*{word}-1:0] in_data, out_data;
  logic [{stages}*{bits_width}-1:0] in_bits, out_bits;
{contexts}{out_error}{out_bits}
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
        for one in catalogue.functions(here())
        if one.name.endswith(("-r2-256", "-r2-512")) and one.family.name not in TOO_SLOW
    ]
    return catalogue.resolve_design(rng.choice(names), here())


def last_bits(design: Design, word: int) -> int:
    """Valid bits of the last word of a digest."""
    return (design.function.digest_bits - 1) % word + 1


def _same(*names: str) -> list[str]:
    return [f".{name}({name})" for name in names]


def _top(design: Design, level: PackageLevel) -> RtlUnit:
    """The message-level module of a level."""
    if level != LEVEL:
        return rtl.unit(design, level)
    found = contexts.unit(design)
    assert found is not None, design.name
    return found


def _inner(
    design: Design,
    word: int,
    clock: str,
    adapter: str,
    parameters: Mapping[str, int],
    connections: list[str],
    level: PackageLevel = "top",
) -> str:
    top = _top(design, level)
    listed = {**dict(top.parameters), "WORD": word}
    errors = ""
    if adapter != "lwc_adapter":
        errors = f"  logic [{design.architecture.stages}-1:0] out_error;\n"
        errors += "" if level in ("arguments", LEVEL) else "  assign out_error = '0;\n"
    sizes = {"stages": design.architecture.stages, "bits_width": word.bit_length()}
    # Digests of any length say themselves how long they are.
    driven = ("out_bits",) if level == "arguments" else ()
    told = () if level == "top" else ("out_error",)
    carried: tuple[str, ...] = ()
    saved = ""
    if adapter in [ADAPTERS[bus].module for bus in REGISTERS]:
        names = CONTEXT_PORTS if level == LEVEL else [f"unused_{name}" for name in CONTEXT_PORTS]
        carried = tuple(f".{port}({name})" for port, name in zip(CONTEXT_PORTS, names, strict=True))
        saved = f"  logic [{design.architecture.stages}-1:0] {', '.join(names)};\n"
        saved += "" if level == LEVEL else "  assign unused_out_context = '0;\n"
    return INNER.format(
        **sizes,
        word=word,
        contexts=saved,
        out_error=errors,
        out_bits="" if driven else OUT_BITS.format(**sizes, out_bits=last_bits(design, word)),
        top=top.top,
        top_parameters=", ".join(f".{name}({value})" for name, value in listed.items()),
        hash_ports=", ".join(
            [
                f".clk({clock})",
                *_same("rst", *MESSAGE_PORTS, *DIGEST_PORTS, *driven, *told),
                *_same(*(CONTEXT_PORTS if level == LEVEL else ())),
            ]
        ),
        adapter=adapter,
        adapter_parameters=", ".join(f".{name}({value})" for name, value in parameters.items()),
        adapter_ports=", ".join(
            [
                *connections,
                *_same(*MESSAGE_PORTS, *DIGEST_PORTS, "out_bits"),
                *(_same("out_error") if errors else []),
                *carried,
            ]
        ),
    )


def _unit(
    design: Design, bus: str, name: str, text: str, folder: Path, level: PackageLevel = "top"
) -> RtlUnit:
    path = folder / f"{name}.sv"
    path.write_text(text, encoding="utf-8")
    sources = (*_top(design, level).sources, *ADAPTERS[bus].sources(here()), path)
    return RtlUnit(f"{design.function.name}_{name}", name, sources, ())


def _ports(ports: list[tuple[str, int, str]]) -> str:
    return ",\n".join(f"    {direction} logic [{width}-1:0] {name}" for direction, width, name in ports)


def _gather(names: list[str]) -> str:
    """Streams side by side, the first one lowest."""
    return "{" + ", ".join(reversed(names)) + "}"


def _swapped(name: str, unit: int, count: int) -> str:
    """The parts of a signal in the reverse order."""
    return "{" + ", ".join(f"{name}[{unit * i}+:{unit}]" for i in range(count)) + "}"


def axis_unit(
    design: Design, word: int, separate: bool, byte_order: int, folder: Path, level: PackageLevel = "top"
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
    return _unit(design, "axis", "axis_design", text, folder, level)


def gmu_unit(design: Design, word: int, ratio: int, folder: Path) -> RtlUnit:
    """GMU interface."""
    width = word // ratio
    fields = {
        "din": ("input", width),
        "src_ready": ("input", 1),
        "src_read": ("output", 1),
        "dout": ("output", width),
        "dst_ready": ("input", 1),
        "dst_write": ("output", 1),
        "dst_error": ("output", 1),
    }
    parameters = {"RATIO": ratio}
    return _lanes_apart(design, word, "gmu", ("clk", "rst", "io_clk", "io_rst"), fields, parameters, folder)


def lwc_unit(design: Design, word: int, width: int, folder: Path) -> RtlUnit:
    """The LWC Hardware API with words of `width` bits."""
    fields = {
        "pdi_data": ("input", width),
        "pdi_valid": ("input", 1),
        "pdi_ready": ("output", 1),
        "sdi_data": ("input", width),
        "sdi_valid": ("input", 1),
        "sdi_ready": ("output", 1),
        "do_data": ("output", width),
        "do_valid": ("output", 1),
        "do_ready": ("input", 1),
        "do_last": ("output", 1),
    }
    parameters = {"W": width, "DIGEST": design.function.digest_bits}
    return _lanes_apart(design, word, "lwc", ("clk", "rst"), fields, parameters, folder)


def _lanes_apart(
    design: Design,
    word: int,
    bus: str,
    clocks: Sequence[str],
    fields: Mapping[str, tuple[str, int]],
    parameters: Mapping[str, int],
    folder: Path,
) -> RtlUnit:
    """A bus with these clocks and resets, and these ports for each lane, whose number stands behind them."""
    stages, adapter = design.architecture.stages, ADAPTERS[bus].module
    ports = [("input", 1, name) for name in clocks]
    connections = [f".{name}({name})" for name in clocks]
    for name, (direction, bits) in fields.items():
        ends = [f"{name}{lane}" for lane in range(stages)]
        ports += [(direction, bits, end) for end in ends]
        connections.append(f".{name}({_gather(ends)})")
    text = f"module {bus}_design (\n{_ports(ports)}\n);\n"
    listed = {"WORD": word, "STAGES": stages, **parameters}
    text += _inner(design, word, "clk", adapter, listed, connections)
    return _unit(design, bus, f"{bus}_design", text, folder)


def register_unit(
    design: Design,
    word: int,
    depth: int,
    folder: Path,
    secret: int = 0,
    bus: str = "registers",
    level: PackageLevel = "top",
) -> RtlUnit:
    """Register block, on AXI4-Lite or another bus, whose clock and reset are `aclk` and `aresetn` here.

    What the hash function says of its own wipe is the input `hash_wiping`. With the level of contexts they go
    through the registers.
    """
    stages = design.architecture.stages
    adapter = ADAPTERS[bus]
    clocks = {adapter.clock: "aclk", "presetn" if bus == "apb" else "aresetn": "aresetn"}
    listed = [pin.port for pin in adapter.pins(stages, word)]
    ports = [(port.direction, port.width, clocks.get(port.name, port.name)) for port in listed]
    ports.append(("input", 1, "hash_wiping"))
    connections = [f".{port.name}({clocks.get(port.name, port.name)})" for port in listed]
    connections += _same("rst", "hash_wiping")
    requests = level == "arguments"
    parameters = {"WORD": word, "STAGES": stages, "DEPTH": depth, "SECRET": secret}
    parameters |= {"BLOCK": design.function.block_bits, "COUNTED": int(not requests)}
    parameters |= {"CONTEXT": 8 * context_bytes(design)} if level == LEVEL else {}
    parameters |= {"DIGEST": 0 if requests else design.function.digest_bits}
    text = f"module register_design (\n{_ports(ports)}\n);\n  logic rst;\n"
    text += _inner(design, word, "aclk", adapter.module, parameters, connections, level)
    return _unit(design, bus, "register_design", text, folder, level)
