# SPDX-License-Identifier: Apache-2.0
"""The module of a package as another design instantiates it: in SystemVerilog, Verilog and VHDL."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hashloom.catalogue.ports import Port
from hashloom.export.keywords import VHDL_WORDS
from hashloom.export.package import Package
from hashloom.export.wrapper import Wrapper

FOLDER = "instantiation"
_PLAIN = re.compile(r"[a-z](_?[a-z0-9])*", re.IGNORECASE)
_HEAD = "An instance of {name}; its ports are explained in DATASHEET.md."
LICENCE = "SPDX-License-Identifier: Apache-2.0"


def files(package: Package, wrapper: Wrapper) -> dict[str, str]:
    """The templates by path in the package."""
    name, ports = package.name, wrapper.ports
    return {
        f"{FOLDER}/{name}_instance.sv": system_verilog(name, ports),
        f"{FOLDER}/{name}_instance.v": verilog(name, ports),
        f"{FOLDER}/{name}_instance.vhd": vhdl(name, ports),
    }


def system_verilog(name: str, ports: Sequence[Port]) -> str:
    """Signals and an instance, inside a module that can be compiled."""
    return _verilog(name, ports, "logic")


def verilog(name: str, ports: Sequence[Port]) -> str:
    """The same in Verilog-2005."""
    return _verilog(name, ports, "")


def _verilog(name: str, ports: Sequence[Port], kind: str) -> str:
    def declared(port: Port) -> str:
        word = kind or ("reg" if port.direction == "input" else "wire")
        extent = f"[{port.width - 1}:0] " if port.width > 1 else ""
        return f"  {word} {extent}{port.name};"

    lines = [f"// {LICENCE}", f"// {_HEAD.format(name=name)}", f"module {name}_instance;"]
    lines += [*map(declared, ports), "", f"  {name} u_{name} ("]
    lines += _ended([f"      .{port.name}({port.name})" for port in ports], ",", "")
    return "\n".join([*lines, "  );", "endmodule", ""])


def vhdl(name: str, ports: Sequence[Port]) -> str:
    """A component declaration in a package, and an architecture with an instance of it."""
    component, block = vhdl_name(name), vhdl_name(f"{name}_instance")
    listed = _ended(
        [f"      {vhdl_name(one.name)} : {_way(one)} {_type(one.width)}" for one in ports], ";", ""
    )
    lines = [f"-- {LICENCE}", f"-- {_HEAD.format(name=name)}"]
    lines += ["library ieee;", "use ieee.std_logic_1164.all;", ""]
    lines += [f"package {vhdl_name(f'{name}_component')} is", f"  component {component} is", "    port ("]
    lines += [*listed, "    );", "  end component;", "end package;", ""]
    lines += [
        "library ieee;",
        "use ieee.std_logic_1164.all;",
        f"use work.{vhdl_name(f'{name}_component')}.all;",
    ]
    lines += ["", f"entity {block} is", "end entity;", "", f"architecture example of {block} is"]
    lines += [f"  signal {vhdl_name(one.name)} : {_type(one.width)};" for one in ports]
    lines += ["begin", f"  {vhdl_name(f'u_{name}')} : {component}", "    port map ("]
    lines += _ended([f"      {vhdl_name(one.name)} => {vhdl_name(one.name)}" for one in ports], ",", "")
    return "\n".join([*lines, "    );", "end architecture;", ""])


def vhdl_name(name: str) -> str:
    r"""A name as VHDL has it: between backslashes, `\sha1__core\`, where a plain one cannot be."""
    return name if _PLAIN.fullmatch(name) and name.lower() not in VHDL_WORDS else f"\\{name}\\"


def _way(port: Port) -> str:
    return "in " if port.direction == "input" else "out"


def _type(width: int) -> str:
    return "std_logic" if width == 1 else f"std_logic_vector({width - 1} downto 0)"


def _ended(lines: Sequence[str], between: str, behind: str) -> Iterator[str]:
    """The lines with what stands between them, and behind the last."""
    for number, line in enumerate(lines):
        yield line + (between if number < len(lines) - 1 else behind)
