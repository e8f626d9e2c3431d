# SPDX-License-Identifier: Apache-2.0
"""Which ports of a package are one interface: what vendors' tools read in attributes, IP-XACT and _hw.tcl."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from hashloom.catalogue.ports import Port
from hashloom.export.package import Package

Kind = Literal["clock", "reset", "interrupt", "axis", "axilite", "apb", "fifo_read", "fifo_write"]
VLNV: Mapping[Kind, str] = {
    "clock": "xilinx.com:signal:clock:1.0",
    "reset": "xilinx.com:signal:reset:1.0",
    "interrupt": "xilinx.com:signal:interrupt:1.0",
    "axis": "xilinx.com:interface:axis:1.0",
    "axilite": "xilinx.com:interface:aximm:1.0",
    "apb": "xilinx.com:interface:apb:1.0",
    "fifo_read": "xilinx.com:interface:fifo_read:1.0",
    "fifo_write": "xilinx.com:interface:fifo_write:1.0",
}
"""Vendor, library, name and version of a bus definition of Vivado."""
_CLOCKS = {"clk": "rst", "io_clk": "io_rst", "aclk": "aresetn", "pclk": "presetn"}
"""Clocks with their resets."""
_FIFOS: Mapping[Kind, Mapping[str, str]] = {
    "fifo_read": {"RD_DATA": "din", "EMPTY": "src_ready", "RD_EN": "src_read"},
    "fifo_write": {"WR_DATA": "dout", "FULL": "dst_ready", "WR_EN": "dst_write"},
}
"""The GMU interface as Vivado's FIFOs: `src_ready` and `dst_ready` are low for a word and for room."""


@dataclass(frozen=True)
class Interface:
    """An interface: ports of the wrapper by their names in the bus definition, and its parameters in Vivado.

    `master` says that the core is the one that asks; `clock` is the clock of a bus, "" for clocks and resets.
    """

    name: str
    kind: Kind
    master: bool
    ports: Mapping[str, str]
    parameters: Mapping[str, str] = field(default_factory=dict)
    clock: str = ""

    @property
    def is_bus(self) -> bool:
        """Whether it is clocked, and no interrupt."""
        return self.kind in ("axis", "axilite", "apb", "fifo_read", "fifo_write")

    @property
    def is_addressed(self) -> bool:
        """Whether registers lie behind it."""
        return self.kind in ("axilite", "apb")

    @property
    def reset(self) -> str:
        """The reset of its clock."""
        return _CLOCKS[self.clock]


def of(package: Package, ports: Sequence[Port]) -> tuple[Interface, ...]:
    """Interfaces of the wrapper of a package with these ports, buses first.

    The words of the stream bus and of the LWC API, and the GMU interface of several lanes, are none that a
    vendor knows.
    """
    buses = tuple(_buses(package, ports))
    names = [port.name for port in ports]
    found = [*buses]
    for clock, reset in _CLOCKS.items():
        if clock in names:
            busy = [bus.name for bus in buses if bus.clock == clock and bus.is_bus]
            associated = {"ASSOCIATED_BUSIF": ":".join(busy)} if busy else {}
            found += [
                Interface(clock, "clock", False, {"CLK": clock}, {**associated, "ASSOCIATED_RESET": reset}),
                Interface(reset, "reset", False, {"RST": reset}, {"POLARITY": _polarity(reset)}),
            ]
    return tuple(found)


def _polarity(reset: str) -> str:
    return "ACTIVE_LOW" if reset.endswith("n") else "ACTIVE_HIGH"


def _buses(package: Package, ports: Sequence[Port]) -> Iterator[Interface]:
    width = {port.name: port.width for port in ports}
    if package.bus == "axis":
        for name in ("s_axis", "m_axis"):
            listed = _with_prefix(ports, f"{name}_", left_out="s_axis_malformed")
            parameters = {
                "TDATA_NUM_BYTES": str(package.word // 8),
                "TID_WIDTH": str(width.get(f"{name}_tid", 0)),
                "TDEST_WIDTH": "0",
                "TUSER_WIDTH": str(width[f"{name}_tuser"]),
                "HAS_TREADY": "1",
                "HAS_TSTRB": "0",
                "HAS_TKEEP": "1",
                "HAS_TLAST": "1",
            }
            yield Interface(name, "axis", name == "m_axis", listed, parameters, "aclk")
    elif package.bus == "registers":
        parameters = {
            "PROTOCOL": "AXI4LITE",
            "DATA_WIDTH": str(width["s_axil_wdata"]),
            "ADDR_WIDTH": str(width["s_axil_awaddr"]),
            "READ_WRITE_MODE": "READ_WRITE",
        }
        yield Interface("s_axil", "axilite", False, _with_prefix(ports, "s_axil_"), parameters, "aclk")
        yield _interrupt("aclk")
    elif package.bus == "apb":
        yield Interface("s_apb", "apb", False, _with_prefix(ports, "s_apb_"), {}, "pclk")
        yield _interrupt("pclk")
    elif package.bus == "gmu" and package.lanes == 1:
        clock = "io_clk" if package.io_ratio > 1 else "clk"
        for kind, fifo in _FIFOS.items():
            name = "source" if kind == "fifo_read" else "sink"
            yield Interface(name, kind, True, fifo, {}, clock)


def _interrupt(clock: str) -> Interface:
    return Interface("irq", "interrupt", True, {"INTERRUPT": "irq"}, {"SENSITIVITY": "LEVEL_HIGH"}, clock)


def _with_prefix(ports: Sequence[Port], prefix: str, left_out: str = "") -> dict[str, str]:
    """Ports by what their names have behind the prefix, in capitals."""
    return {
        port.name.removeprefix(prefix).upper(): port.name
        for port in ports
        if port.name.startswith(prefix) and port.name != left_out
    }


def attributes(interfaces: Sequence[Interface]) -> dict[str, str]:
    """By port, the attributes from which Vivado's packager and block designs infer the interface it is of."""
    found = {}
    for interface in interfaces:
        for number, (logical, port) in enumerate(interface.ports.items()):
            text = f'X_INTERFACE_INFO = "{VLNV[interface.kind]} {interface.name} {logical}"'
            if number == 0 and interface.parameters:
                listed = [f"XIL_INTERFACENAME {interface.name}"]
                listed += [f"{key} {value}" for key, value in interface.parameters.items()]
                text += f', X_INTERFACE_PARAMETER = "{", ".join(listed)}"'
            found[port] = f"(* {text} *)"
    return found
