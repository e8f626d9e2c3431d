# SPDX-License-Identifier: Apache-2.0
"""Register block of the bus adapters: RTL, C header, page and list, from `cores/bus/hash_registers.rdl`.

PeakRDL makes them in `make generate`. It groups the ports and signals of its RTL in structures, which Icarus
11 cannot read; here each member becomes a port or signal of its own, named by its path with underscores, and
the packed structure of a register that lies outside becomes a vector.

What speaks AXI4-Lite becomes a module of its own, so that other buses can stand in its place. It gets one
port more, `forgets_answers`: with it an answer is overwritten with 0 once it is taken.
"""

import json
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hashloom.catalogue.places import Places
from hashloom.errors import HashloomError, MissingTool

NAME = "hash_registers"
BUS_NAME = f"{NAME}_axil"
REQUEST: tuple[tuple[str, int], ...] = (
    ("cpuif_req", 1),
    ("cpuif_req_is_wr", 1),
    ("cpuif_addr", 8),
    ("cpuif_wr_data", 32),
    ("cpuif_wr_biten", 32),
)
ANSWER: tuple[tuple[str, int], ...] = (
    ("cpuif_req_stall_wr", 1),
    ("cpuif_req_stall_rd", 1),
    ("cpuif_rd_ack", 1),
    ("cpuif_rd_err", 1),
    ("cpuif_rd_data", 32),
    ("cpuif_wr_ack", 1),
    ("cpuif_wr_err", 1),
)
"""Signals between the bus and the registers, with their widths."""
GROUPS = ("decoded_reg_strb", "field_combo", "field_storage")
"""Signals inside the RTL that are structures."""
HEAD = """\
// SPDX-License-Identifier: Apache-2.0
// Made from cores/bus/hash_registers.rdl by `make generate`; do not edit.
"""
UNUSED = "/* verilator lint_off UNUSEDSIGNAL */"
# A member of a structure, the end of one, or the beginning of one inside another.
_TOKEN = re.compile(r"\bstruct(?: packed)? \{|\}\s*(\w+)\s*;|(\w+)((?:\s*\[[^]]+\])*)\s+(\w+)\s*;")
Member = tuple[str, str]
"""Path of a member with underscores, and its range (`[7:0]`, or nothing)."""


def files(places: Places) -> dict[Path, str]:
    """Path and content of the files."""
    folder = places.own_cores / "bus"
    rtl, package, header, page, listed = _peakrdl(folder / f"{NAME}.rdl")
    bus, registers = flatten(rtl, package)
    return {
        folder / "rtl" / f"{BUS_NAME}.sv": bus,
        folder / "rtl" / f"{NAME}.sv": registers,
        folder / "include" / f"{NAME}.h": HEAD + header,
        folder / f"{NAME}.md": _page(page),
        folder / f"{NAME}.json": json.dumps(listed, indent=1, ensure_ascii=False) + "\n",
    }


def _peakrdl(source: Path) -> tuple[str, str, str, str, dict[str, Any]]:
    """RTL, its package, C header and page as PeakRDL makes them, and the registers as a JSON object."""
    try:
        from peakrdl_cheader.exporter import CHeaderExporter
        from peakrdl_markdown import MarkdownExporter
        from peakrdl_regblock import RegblockExporter
        from peakrdl_regblock.cpuif.axi4lite import AXI4Lite_Cpuif_flattened
        from peakrdl_regblock.udps import ALL_UDPS
        from systemrdl.compiler import RDLCompiler
        from systemrdl.messages import RDLCompileError
    except ImportError as error:
        raise MissingTool(f"PeakRDL is not installed ({error.name} is missing)", "make setup") from error
    compiler = RDLCompiler()
    for property_of_regblock in ALL_UDPS:
        compiler.register_udp(property_of_regblock)
    try:
        compiler.compile_file(str(source))
        root = compiler.elaborate()
    except RDLCompileError as error:
        raise HashloomError(f"PeakRDL cannot read {source}: {error}") from error
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        RegblockExporter().export(
            root,
            name,
            cpuif_cls=AXI4Lite_Cpuif_flattened,
            module_name=NAME,
            err_if_bad_addr=True,
            err_if_bad_rw=True,
        )
        CHeaderExporter().export(root, str(folder / f"{NAME}.h"), reuse_typedefs=False)
        MarkdownExporter().export(root, str(folder / f"{NAME}.md"))
        made = (f"{NAME}.sv", f"{NAME}_pkg.sv", f"{NAME}.h", f"{NAME}.md")
        rtl, package, header, page = [(folder / name).read_text(encoding="utf-8") for name in made]
    return rtl, package, header, page, {"name": NAME, "registers": _registers(root.top)}


def _registers(block: Any) -> list[dict[str, Any]]:
    """Registers, and windows, which have no fields, in order of their addresses."""
    return [
        {
            "name": node.inst_name,
            "title": node.get_property("name"),
            "offset": node.raw_absolute_address,
            "words": node.size // 4,
            "access": _access(node),
            "fields": [_field(field) for field in node.fields()] if hasattr(node, "fields") else [],
        }
        for node in block.children(unroll=True)
    ]


def _access(node: Any) -> str:
    """What software may do with a field, a window, or the fields of a register together."""
    if hasattr(node, "has_sw_readable"):
        read, write = node.has_sw_readable, node.has_sw_writable
    else:
        read, write = node.is_sw_readable, node.is_sw_writable
    return {(True, False): "read-only", (False, True): "write-only", (True, True): "read-write"}[read, write]


def _field(field: Any) -> dict[str, Any]:
    """One field; `write` says what a write does if it does not just set the value."""
    kind = field.get_property("onwrite")
    return {
        "name": field.inst_name,
        "low": field.low,
        "width": field.width,
        "access": _access(field),
        "reset": field.get_property("reset"),
        "write": {"woclr": "oneToClear"}[kind.name] if kind is not None else None,
        "description": " ".join((field.get_property("desc") or "").split()),
    }


def _page(text: str) -> str:
    """The page without the comment that names the path of its source on this machine."""
    body = re.sub(r"<!---.*?-->\s*", "", text, flags=re.DOTALL)
    note = f"<!-- Made from {NAME}.rdl by `make generate`; do not edit. -->"
    return f"<!-- SPDX-License-Identifier: Apache-2.0 -->\n{note}\n\n{body.strip()}\n"


def flatten(rtl: str, package: str) -> tuple[str, str]:
    """Bus and registers of the RTL, without structures and package, as Icarus 11 can read and run them.

    Assertions are left out. Processes are `always @(*)`, for an `always_comb` that assigns a signal twice, as
    these do, may be woken for ever at one point in time.
    """
    types = _types(package)
    for port in ("hwif_in", "hwif_out"):
        direction = "input wire" if port == "hwif_in" else "output logic"
        members = _members(types, f"{NAME}__{port.removeprefix('hwif_')}_t")
        lines = [f"{direction} {extent + ' ' if extent else ''}{port}_{path}" for path, extent in members]
        rtl = re.sub(rf"\w+ {NAME}_pkg::\w+ {port}\b", ",\n        ".join(lines), rtl)
    for group in GROUPS:
        rtl = _signals(rtl, group)
    rtl = re.sub(r"\b(hwif_in|hwif_out|" + "|".join(GROUPS) + r")((?:\.\w+)+)", _underscored, rtl)
    rtl = _forgetting(rtl)
    rtl = re.sub(r"[ \t]*`ifndef SYNTHESIS\n.*?`endif\n", "", rtl, flags=re.DOTALL)
    rtl = re.sub(r"\bautomatic logic\b", "logic", rtl)
    rtl = re.sub(r"\balways_comb\b", "always @(*)", rtl)
    left = re.search(r"\bstruct\b|_pkg::", rtl)
    if left:
        raise HashloomError(f"PeakRDL's RTL has a structure that is not known here: '{left[0]}'")
    rtl = "\n".join(line.rstrip() for line in rtl.splitlines()) + "\n"
    bus, registers = _parted(re.sub(r"^module ", f"{UNUSED}\nmodule ", rtl, flags=re.MULTILINE))
    return HEAD + bus, HEAD + registers


def _parted(rtl: str) -> tuple[str, str]:
    """The logic of the bus, and the registers behind it, as modules."""
    found = re.fullmatch(
        rf"(?P<note>.*?)module {NAME} \(\n(?P<clocks>.*?)(?P<bus>        output logic s_axil_.*?),\n\n"
        r"(?P<hardware>        input wire (?:\[\d+:0\] )?hwif_in.*?)\n    \);\n"
        r".*? CPU Bus interface logic\n.*?\n"
        r"(?P<signals>(?:    logic [^;]+;\n|\n)+?)(?P<logic>\n    // Max Outstanding.*?\n)"
        r"(?P<rest>    logic cpuif_req_masked;\n.*)",
        rtl,
        re.DOTALL,
    )
    if not found:
        raise HashloomError("PeakRDL's RTL does not have the logic of the bus where it had it")
    declared = set(re.findall(r"logic (?:\[\d+:0\] )?(\w+);", found["signals"]))
    if declared != {name for name, _ in (*REQUEST, *ANSWER)}:
        raise HashloomError(f"PeakRDL's RTL has other signals behind its bus: {', '.join(sorted(declared))}")
    clocks = found["clocks"].replace("        input wire forgets_answers,\n", "")

    def ports(names: Sequence[tuple[str, int]], direction: str) -> str:
        lines = [f"{direction} {f'[{width - 1}:0] ' if width > 1 else ''}{name}" for name, width in names]
        return ",\n".join(f"        {line}" for line in lines)

    bus = (
        f"{found['note']}module {BUS_NAME} (\n{found['clocks']}{found['bus']},\n\n"
        f"{ports(REQUEST, 'output logic')},\n{ports(ANSWER, 'input wire')}\n    );\n"
        f"{found['logic']}endmodule\n"
    )
    registers = (
        f"{found['note']}module {NAME} (\n{clocks}{ports(REQUEST, 'input wire')},\n"
        f"{ports(ANSWER, 'output logic')},\n\n{found['hardware']}\n    );\n\n{found['rest']}"
    )
    return bus, registers


def _underscored(found: "re.Match[str]") -> str:
    return found[1] + found[2].replace(".", "_")


def _forgetting(rtl: str) -> str:
    """The RTL with the port `forgets_answers`."""
    for right, more in (
        ("        input wire rst,\n", "        input wire forgets_answers,\n"),
        (
            "                axil_resp_rptr <= axil_resp_rptr + 1'b1;\n",
            "                if(forgets_answers) axil_resp_buffer_rdata[axil_resp_rptr[0:0]] <= '0;\n",
        ),
    ):
        if rtl.count(right) != 1:
            raise HashloomError(f"PeakRDL's RTL does not have once what it had: '{right.strip()}'")
        rtl = rtl.replace(right, right + more)
    return rtl


def _types(package: str) -> dict[str, str]:
    """Body of each structure of the package, by its name."""
    found = re.findall(r"typedef struct(?: packed)? \{(.*?)\n    \} (\w+);", package, re.DOTALL)
    return {name: body for body, name in found}


def _members(types: dict[str, str], name: str) -> list[Member]:
    """All members of a type of the package, in order."""
    result: list[Member] = []
    for kind, extent, member in re.findall(r"(\w+)((?: \[[^]]+\])*) (\w+);", types[name]):
        if kind == "logic":
            result.append((member, extent.strip()))
        elif "__external__fields__" in kind:
            result.append((member, f"[{sum(_width(inner) for _, inner in _members(types, kind)) - 1}:0]"))
        else:
            result += [(f"{member}_{path}", inner) for path, inner in _members(types, kind)]
    return result


def _width(extent: str) -> int:
    """Bits of a range."""
    high, low = re.findall(r"\d+", extent) or (0, 0)
    return int(high) - int(low) + 1


def _signals(rtl: str, group: str) -> str:
    """Replace the declaration of a structure in the module by one of each member."""
    found = re.search(
        rf"    typedef struct \{{(?P<body>.*?)\n    \}} {group}_t;\n    {group}_t {group};\n", rtl, re.DOTALL
    )
    if not found:
        raise HashloomError(f"PeakRDL's RTL does not declare '{group}' as it did")
    path: list[list[Any]] = [[]]
    for token in _TOKEN.finditer(found["body"]):
        if token[0].startswith("struct"):
            path.append([])
        elif token[1]:
            inner = path.pop()
            path[-1] += [(f"{token[1]}_{name}", extent) for name, extent in inner]
        else:
            path[-1].append((token[4], token[3].strip()))
    lines = [f"    logic {extent + ' ' if extent else ''}{group}_{name};\n" for name, extent in path[0]]
    return rtl[: found.start()] + "".join(lines) + rtl[found.end() :]
