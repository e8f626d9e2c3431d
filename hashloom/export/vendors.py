# SPDX-License-Identifier: Apache-2.0
"""Descriptions of a package for vendors' tools: IP-XACT for Vivado, `_hw.tcl` for Platform Designer.

Both are of the Verilog-2005, which every version of these tools reads.
"""

from __future__ import annotations

import json
from typing import Any

from hashloom import __version__
from hashloom.export import flows
from hashloom.export.interfaces import VLNV, Interface
from hashloom.export.package import Package
from hashloom.export.templates import fill
from hashloom.export.wrapper import Wrapper

VIEWS = (
    ("xilinx_anylanguagesynthesis", ":vivado.xilinx.com:synthesis"),
    ("xilinx_anylanguagebehavioralsimulation", ":vivado.xilinx.com:simulation"),
)
"""Views of the component with the environments they are for."""
FAMILIES = (
    "artix7", "kintex7", "virtex7", "spartan7", "zynq", "artixuplus", "kintexu", "kintexuplus", "virtexu",
    "virtexuplus", "zynquplus", "versal",
)  # fmt: skip
"""Families of FPGAs that Vivado offers the core for: it has nothing in it that one of them lacks."""
_TERMINATED = {"s_apb_pstrb": 15, "s_apb_pprot": 0}
"""Inputs that Platform Designer's APB, that of AMBA 3, does not have, and what they are there."""
_KINDS = {
    "axis": "axi4stream",
    "axilite": "axi4lite",
    "apb": "apb",
    "fifo_read": "conduit",
    "fifo_write": "conduit",
}


def files(package: Package, wrapper: Wrapper) -> dict[str, str]:
    """The descriptions by path in the package."""
    name, ports = package.name, wrapper.ports
    function = package.design.function
    described = {port for interface in wrapper.interfaces for port in interface.ports.values()}
    described -= _TERMINATED.keys()
    width = {port.name: port.width for port in ports}
    values = {
        "name": name,
        "design": package.design.name,
        "version": __version__,
        "description": f"{package.design.family.title}: {function.name}, padded inside",
        "interfaces": wrapper.interfaces,
        "verilog": f"verilog/{name}.v",
        "crossings": flows.crossings(package),
    }
    component = fill(
        "component.xml",
        **values,
        registers=_registers(package),
        short_version=".".join(__version__.split(".")[:2]),
        types=VLNV,
        views=VIEWS,
        families=FAMILIES,
        ports=ports,
        width=width,
        meaning=wrapper.meaning,
    )
    platform = fill(
        "hw.tcl",
        **values,
        kinds=_KINDS,
        role=_role,
        clock_of={
            one.parameters["ASSOCIATED_RESET"]: one.name for one in wrapper.interfaces if one.kind == "clock"
        },
        addressable=next((one.name for one in wrapper.interfaces if one.is_addressed), ""),
        others=[port.name for port in ports if port.name not in described],
        bus_clock=wrapper.clocks[-1],
        direction={port.name: port.direction.capitalize() for port in ports},
        width=width,
        terminated=_TERMINATED,
    )
    return {"component.xml": component, f"{name}_hw.tcl": platform}


def _registers(package: Package) -> list[dict[str, Any]]:
    """The registers of the bus as `cores/bus` lists them; none for another bus."""
    listed = [path for path in package.documents if path.suffix == ".json"]
    return [one for path in listed for one in json.loads(path.read_text(encoding="utf-8"))["registers"]]


def _role(interface: Interface, logical: str) -> str:
    """What Platform Designer calls a port of an interface."""
    if interface.kind == "clock":
        return "clk"
    if interface.kind == "reset":
        return "reset_n" if interface.parameters["POLARITY"] == "ACTIVE_LOW" else "reset"
    return "irq" if interface.kind == "interrupt" else logical.lower()
