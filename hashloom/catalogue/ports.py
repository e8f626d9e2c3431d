# SPDX-License-Identifier: Apache-2.0
"""The ports of a module, as yosys lists them."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Port:
    """A port of a module: its name, direction (`input` or `output`) and width in bits."""

    name: str
    direction: str
    width: int


def read_ports(netlist: dict[str, Any], module: str) -> list[Port]:
    """Ports of a module of a yosys JSON netlist, in their order."""
    ports = netlist["modules"][module]["ports"]
    return [Port(name, port["direction"], len(port["bits"])) for name, port in ports.items()]


def load_ports(path: Path, module: str) -> list[Port]:
    """Ports of a module of a yosys JSON netlist in a file."""
    return read_ports(json.loads(path.read_text(encoding="utf-8")), module)
