# SPDX-License-Identifier: Apache-2.0
"""What a package brings for vendors' tools: IP-XACT, attributes, _hw.tcl, Verilog-2005 that they take."""

import re
import shlex
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import exported_netlists
import pytest
from exported_packages import KINDS, TWO_CLOCKS, export_all

from hashloom.catalogue.adapters import REGISTERS
from hashloom.export import STREAM

SPIRIT = "{http://www.spiritconsortium.org/XMLSchema/SPIRIT/1685-2009}"
ORDER = {
    "component": "vendor library name version busInterfaces memoryMaps model fileSets description parameters "
    "vendorExtensions",
    "busInterface": "name busType abstractionType master slave portMaps parameters",
    "memoryMap": "name addressBlock",
    "addressBlock": "name baseAddress range width usage register",
    "register": "name description dim addressOffset size access field",
    "field": "name description bitOffset bitWidth access modifiedWriteValue",
    "model": "views ports",
    "view": "name envIdentifier language modelName fileSetRef",
    "port": "name description wire",
    "wire": "direction vector",
    "file": "name fileType userFileType define",
}
"""The order in which IEEE 1685-2009 wants what is in an element, of that which is used here."""
FLOWS = ("synth_xilinx -flatten", "synth_intel_alm", "synth_ecp5")


@pytest.fixture(scope="module")
def packages(shared_folder: Path) -> dict[str, Path]:
    """sha1 behind each bus; nobody writes into them."""
    return export_all(shared_folder)


def ports(package: Path) -> dict[str, tuple[str, int]]:
    """Direction and width of the ports, as the Verilog-2005 declares them."""
    top = (package / "verilog/sha1.v").read_text().partition("endmodule")[0]
    found = re.findall(r"^  (input|output) (?:reg )?(?:\[(\d+):0\] )?(\w+);$", top, re.MULTILINE)
    assert found
    return {name: (direction, int(left or 0) + 1) for direction, left, name in found}


# Descriptions


def texts(element: ElementTree.Element, path: str) -> list[str]:
    return [
        one.text or "" for one in element.findall("/".join(f"{SPIRIT}{part}" for part in path.split("/")))
    ]


@pytest.mark.parametrize("kind", list(KINDS))
def test_ip_xact_says_what_the_verilog_has(packages: dict[str, Path], kind: str) -> None:
    package = packages[kind]
    component = ElementTree.parse(package / "component.xml").getroot()
    assert component.tag == f"{SPIRIT}component"
    for element in component.iter():
        tag = element.tag.removeprefix(SPIRIT)
        if tag in ORDER and element.tag.startswith(SPIRIT):
            places = [ORDER[tag].split().index(child.tag.removeprefix(SPIRIT)) for child in element]
            assert places == sorted(places), tag
    described = {}
    for port in component.iter(f"{SPIRIT}port"):
        (name,), (direction,) = texts(port, "name"), texts(port, "wire/direction")
        left = texts(port, "wire/vector/left")
        described[name] = ({"in": "input", "out": "output"}[direction], int(left[0]) + 1 if left else 1)
    assert described == ports(package)
    for interface in component.iter(f"{SPIRIT}busInterface"):
        mapped = texts(interface, "portMaps/portMap/physicalPort/name")
        assert mapped
        assert set(mapped) <= set(described)
    for path in texts(component, "fileSets/fileSet/file/name"):
        assert (package / path).is_file(), path
    references = {reference.text for reference in component.iter(f"{SPIRIT}localName")}
    assert references == set(texts(component, "fileSets/fileSet/name"))


@pytest.mark.parametrize("kind", REGISTERS)
def test_ip_xact_has_the_registers_where_the_header_has_them(packages: dict[str, Path], kind: str) -> None:
    component = ElementTree.parse(packages[kind] / "component.xml").getroot()
    (reference,) = component.iter(f"{SPIRIT}memoryMapRef")
    assert reference.attrib[f"{SPIRIT}memoryMapRef"] == {"registers": "s_axil", "apb": "s_apb"}[kind]
    block = f"{SPIRIT}memoryMaps/{SPIRIT}memoryMap/{SPIRIT}addressBlock/{SPIRIT}"
    assert [component.findtext(block + name) for name in ("range", "width")] == ["256", "32"]
    header = (packages[kind] / "registers/hash_registers.h").read_text()
    found = {}
    end = 0
    for register in component.iter(f"{SPIRIT}register"):
        ((name,), (offset,)) = texts(register, "name"), texts(register, "addressOffset")
        assert int(offset) >= end, name
        end = int(offset) + 4 * int((texts(register, "dim") or ["1"])[0])
        for field in register.iter(f"{SPIRIT}field"):
            place = texts(field, "name") + texts(field, "bitOffset") + texts(field, "bitWidth")
            found[f"{name}__{place[0].upper()}"] = (int(place[1]), int(place[2]))
    assert end == 0xC0
    said = re.findall(
        r"^#define HASH_REGISTERS__(\w+)_bp (\d+)\n#define HASH_REGISTERS__\w+_bw (\d+)$",
        header,
        re.MULTILINE,
    )
    assert found == {name: (int(low), int(width)) for name, low, width in said}
    assert len(found) > 20
    assert not list(ElementTree.parse(packages["axis"] / "component.xml").iter(f"{SPIRIT}register"))


@pytest.mark.parametrize("kind", list(KINDS))
def test_the_attributes_say_the_same_interfaces_as_ip_xact(packages: dict[str, Path], kind: str) -> None:
    component = ElementTree.parse(packages[kind] / "component.xml").getroot()
    said = set()
    for interface in component.iter(f"{SPIRIT}busInterface"):
        (name,) = texts(interface, "name")
        bus = interface.find(f"{SPIRIT}busType")
        assert bus is not None
        vlnv = ":".join(bus.attrib[f"{SPIRIT}{part}"] for part in ("vendor", "library", "name", "version"))
        logical = texts(interface, "portMaps/portMap/logicalPort/name")
        physical = texts(interface, "portMaps/portMap/physicalPort/name")
        said |= {(port, f"{vlnv} {name} {word}") for word, port in zip(logical, physical, strict=True)}
    one = r'^ *\(\* X_INTERFACE_INFO = "([^"]+)"(?:, X_INTERFACE_PARAMETER = "[^"]+")? \*\)\n'
    wrapper = (packages[kind] / "rtl/sha1.sv").read_text()
    found = re.findall(one + r" *(?:input|output) +logic +(?:\[\d+:0\] +)?(\w+),?$", wrapper, re.MULTILINE)
    assert {(port, info) for info, port in found} == said
    converted = (packages[kind] / "verilog/sha1.v").read_text()
    more = r'(?: *\(\* X_INTERFACE_PARAMETER = "[^"]+" \*\)\n)?'
    found = re.findall(one + more + r"  (?:input|output) (?:\[\d+:0\] )?(\w+);$", converted, re.MULTILINE)
    assert {(port, info) for info, port in found} == said
    assert said


@pytest.mark.parametrize(
    ("kind", "parameters"),
    [
        ("axis", "XIL_INTERFACENAME aclk, ASSOCIATED_BUSIF s_axis:m_axis, ASSOCIATED_RESET aresetn"),
        ("axis", "XIL_INTERFACENAME s_axis, TDATA_NUM_BYTES 8, TID_WIDTH 0, TDEST_WIDTH 0, TUSER_WIDTH 3, "),
        ("registers", "XIL_INTERFACENAME s_axil, PROTOCOL AXI4LITE, DATA_WIDTH 32, ADDR_WIDTH 8, "),
        ("apb", "XIL_INTERFACENAME pclk, ASSOCIATED_BUSIF s_apb, ASSOCIATED_RESET presetn"),
        ("apb", "XIL_INTERFACENAME presetn, POLARITY ACTIVE_LOW"),
        ("registers", "XIL_INTERFACENAME aresetn, POLARITY ACTIVE_LOW"),
        (TWO_CLOCKS, "XIL_INTERFACENAME io_clk, ASSOCIATED_BUSIF source:sink, ASSOCIATED_RESET io_rst"),
        (STREAM, "XIL_INTERFACENAME rst, POLARITY ACTIVE_HIGH"),
    ],
)
def test_clocks_and_widths_are_in_the_attributes(
    packages: dict[str, Path], kind: str, parameters: str
) -> None:
    for path in ("rtl/sha1.sv", "verilog/sha1.v"):
        assert f'X_INTERFACE_PARAMETER = "{parameters}' in (packages[kind] / path).read_text()


@pytest.mark.parametrize("kind", list(KINDS))
def test_platform_designer_gets_every_port_once(packages: dict[str, Path], kind: str) -> None:
    package = packages[kind]
    lines = [shlex.split(line, comments=True) for line in (package / "sha1_hw.tcl").read_text().splitlines()]
    commands = [line for line in lines if line]
    interfaces = {line[1]: line[2] for line in commands if line[0] == "add_interface"}
    added = [line for line in commands if line[0] == "add_interface_port"]
    assert {line[2]: (line[4].lower(), int(line[5])) for line in added} == ports(package)
    assert len(added) == len(ports(package))
    assert len({(line[1], line[3]) for line in added}) == len(added)
    assert {line[1] for line in added} == set(interfaces)
    for line in commands:
        if line[0] == "set_interface_property" and line[2].startswith("associated"):
            assert line[3] in interfaces
            assert line[1] in interfaces
        if line[0] == "add_fileset_file":
            assert (package / line[4]).is_file()
    kinds = {"axis": {"axi4stream"}, "registers": {"axi4lite", "interrupt"}, "apb": {"apb", "interrupt"}}
    assert kinds.get(kind, set()) <= set(interfaces.values())


def test_apb_of_amba_3_gets_all_its_strobes(packages: dict[str, Path]) -> None:
    """Platform Designer's APB has neither strobes nor protection: they are constant there."""
    lines = (packages["apb"] / "sha1_hw.tcl").read_text().splitlines()
    of_bus = [line.split()[3] for line in lines if line.startswith("add_interface_port s_apb ")]
    assert sorted(of_bus) == sorted(
        ["psel", "penable", "pwrite", "paddr", "pwdata", "pready", "prdata", "pslverr"]
    )
    for port, value in (("s_apb_pstrb", 15), ("s_apb_pprot", 0)):
        assert f"set_port_property {port} TERMINATION true" in lines
        assert f"set_port_property {port} TERMINATION_VALUE {value}" in lines


# Synthesis


HOLE = "module sha1 (input wire a, output wire b, output wire c);\n  assign b = a;\nendmodule\n"


def test_a_net_without_a_driver_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "hole.v").write_text(HOLE)
    found = exported_netlists.run(tmp_path / "hole.v", "sha1", [], tmp_path / "work").complaints()
    assert any("used but has no driver" in line for line in found), found
    (tmp_path / "open.v").write_text(
        "module part (input wire x, output wire y);\n  assign y = !x;\nendmodule\n"
        "module sha1 (output wire b);\n  part inside (.y(b));\nendmodule\n"
    )
    assert exported_netlists.run(tmp_path / "open.v", "sha1", ["flatten"], tmp_path / "open").complaints()


@pytest.mark.long
@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.sampled(1)
def test_vendors_synthesis_has_nothing_to_complain_of(
    packages: dict[str, Path], tmp_path: Path, kind: str
) -> None:
    for flow in FLOWS:
        name, *options = flow.split()
        passes = [" ".join([name, "-top sha1", *options])]
        found = exported_netlists.run(packages[kind] / "verilog/sha1.v", "sha1", passes, tmp_path / name)
        assert found.complaints() == [], flow
        assert found.registers(), flow
