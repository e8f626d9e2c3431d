# SPDX-License-Identifier: Apache-2.0
"""What a package brings for vendors' tools and for software: descriptions, names, headers, licences."""

import re
import shlex
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import exported_netlists
import pytest
import yaml
from folders import CORES

from hashloom import __version__
from hashloom.catalogue.adapters import ADAPTERS
from hashloom.commands import main
from hashloom.errors import UsageError
from hashloom.execution import jobs
from hashloom.export import STREAM, trial, verilog

LIMITS = jobs.Limits(wall_seconds=300)
SPIRIT = "{http://www.spiritconsortium.org/XMLSchema/SPIRIT/1685-2009}"
TWO_CLOCKS = "two clocks"
KINDS = {
    STREAM: [],
    **{bus: ["--bus", bus] for bus in ADAPTERS},
    TWO_CLOCKS: ["--bus", "gmu", "--io-ratio", "2"],
}
"""Options of an export by what is exported."""
ORDER = {
    "component": "vendor library name version busInterfaces memoryMaps model fileSets description parameters "
    "vendorExtensions",
    "busInterface": "name busType abstractionType master slave portMaps parameters",
    "memoryMap": "name addressBlock",
    "addressBlock": "name baseAddress range width usage",
    "model": "views ports",
    "view": "name envIdentifier language modelName fileSetRef",
    "port": "name description wire",
    "wire": "direction vector",
    "file": "name fileType userFileType define",
}
"""The order in which IEEE 1685-2009 wants what is in an element, of that which is used here."""
FLOWS = ("synth_xilinx -flatten", "synth_intel_alm", "synth_ecp5")


def arguments(folder: Path, *more: str) -> list[str]:
    return ["export", "sha1", "-o", str(folder), "--no-verify", "--no-proof", *more]


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """sha1 behind each bus; nobody writes into them."""
    folder = tmp_path_factory.mktemp("vendors")
    found = {kind: folder / kind.replace(" ", "-") for kind in KINDS}
    for kind, options in KINDS.items():
        assert main(arguments(found[kind], *options)) == 0
    return found


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
    kinds = {"axis": {"axi4stream"}, "registers": {"axi4lite", "interrupt"}}
    assert kinds.get(kind, set()) <= set(interfaces.values())


# Names


def test_modules_of_a_package_have_its_prefix(packages: dict[str, Path]) -> None:
    for package in packages.values():
        for path in (package / "rtl").iterdir():
            found = re.findall(r"^(?:module|package) (\w+)", path.read_text(), re.MULTILINE)
            assert found == [path.stem]
            assert path.name == "sha1.sv" or path.stem.startswith("sha1__")
        converted = (package / "verilog/sha1.v").read_text()
        assert not re.search(r"\b(localparam|parameter)\b", converted)


def elaborates(*folders: Path) -> str:
    """What Icarus says of all SystemVerilog of these packages together."""
    files = []
    for folder in folders:
        listed = re.search(r"^RTL := (.*)$", (folder / "Makefile").read_text(), re.MULTILINE)
        assert listed is not None
        files += [folder / name for name in listed[1].split()]
    tops = [option for folder in folders for option in ("-s", folder.name)]
    done = subprocess.run(
        ["iverilog", "-g2012", "-t", "null", *tops, *files], capture_output=True, text=True, timeout=120
    )
    return done.stdout + done.stderr


def test_two_packages_stand_in_one_design(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verilog, "convert", lambda *arguments: "// nothing\n")
    for name, more in (("one", []), ("two", ["--prefix", "my_"]), ("three", ["--prefix", ""]), ("four", [])):
        prefix = ["--prefix", ""] if name == "four" else more
        assert main(arguments(tmp_path / name, "--name", name, *prefix)) == 0
    assert (tmp_path / "two/rtl/my_sha1_core.sv").is_file()
    assert (tmp_path / "three/rtl/sha1_core.sv").is_file()
    assert (
        "All other modules and packages have the prefix `my_`" in (tmp_path / "two/DATASHEET.md").read_text()
    )
    assert elaborates(tmp_path / "one", tmp_path / "two", tmp_path / "three") == ""
    assert "four/rtl/adder_pkg.sv" in elaborates(tmp_path / "three", tmp_path / "four")


def test_a_prefix_that_cannot_be_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for more, said in (
        (["--prefix", "2x_"], "can stand before no name"),
        (["--prefix", "a b"], "can stand before no name"),
        (["--name", "x_sha1_core", "--prefix", "x_"], "two modules have the name 'x_sha1_core'"),
    ):
        assert main(arguments(tmp_path / "x", *more)) == UsageError.exit_status
        assert said in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


# Software and licences


DRIVER = """
#include <stddef.h>
#include <stdio.h>
#include "hash_registers.h"
int main(void) {
  printf("LANE %02zx\\n", offsetof(hash_registers_t, LANE));
  printf("LAST %02zx\\n", offsetof(hash_registers_t, LAST));
  printf("STATUS %02zx\\n", offsetof(hash_registers_t, STATUS));
  printf("MESSAGE %02zx\\n", offsetof(hash_registers_t, MESSAGE));
  printf("DIGEST %02zx\\n", offsetof(hash_registers_t, DIGEST_DATA));
  return 0;
}
"""


def test_the_header_of_the_registers_compiles_and_has_the_addresses_of_the_test_bench(
    packages: dict[str, Path], tmp_path: Path
) -> None:
    package = packages["registers"]
    (tmp_path / "driver.c").write_text(DRIVER)
    command = ["gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{package}/registers", "driver.c"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    printed = subprocess.run([tmp_path / "a.out"], capture_output=True, text=True, timeout=60).stdout
    offsets = dict(line.split() for line in printed.splitlines())
    side = (package / "test/bus_side.v").read_text()
    (used,) = re.findall(r"localparam \[7:0\] (.*);", side)
    assert dict(re.findall(r"(\w+) = 8'h(\w\w)", used)) == offsets
    for name in ("hash_registers.md", "hash_registers.rdl"):
        assert (package / "registers" / name).read_bytes() == (CORES / "bus" / name).read_bytes()
    assert "`registers/hash_registers.h`" in (package / "DATASHEET.md").read_text()
    assert not (packages["axis"] / "registers").exists()


def core_files() -> list[Path]:
    return sorted(CORES.glob("*/*.core"))


def test_fusesoc_files_say_licence_and_version(packages: dict[str, Path]) -> None:
    assert len(core_files()) > 15
    for path in (*core_files(), *(package / "sha1.core" for package in packages.values())):
        said = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert said["license"] == "Apache-2.0", path
        vendor, library, name, version = said["name"].split(":")
        assert (vendor, version) == ("hashloom", __version__), path
        assert said["description"]
        assert re.fullmatch(r"\d+\.\d+\.\d+", version)
        assert library
        assert name


def test_fusesoc_reads_them_all(packages: dict[str, Path], tmp_path: Path) -> None:
    pytest.importorskip("fusesoc")
    from fusesoc.capi2.coreparser import Core2Parser
    from fusesoc.core import Core

    for path in (*core_files(), *(package / "sha1.core" for package in packages.values())):
        core = Core(Core2Parser(), str(path))
        assert str(core.name.version) == __version__
    wrong = tmp_path / "wrong.core"
    wrong.write_text(
        core_files()[0].read_text(encoding="utf-8").replace("license: Apache-2.0", "license: [no]")
    )
    with pytest.raises(SyntaxError):
        Core(Core2Parser(), str(wrong))


@pytest.mark.parametrize(("tool", "file"), [("vivado", "xdc"), ("quartus", "SDC")])
def test_fusesoc_gives_a_vendors_tool_the_crossing(
    packages: dict[str, Path], tmp_path: Path, tool: str, file: str
) -> None:
    pytest.importorskip("fusesoc")
    program = Path(sys.executable).parent / "fusesoc"
    done = subprocess.run(
        [program, "--cores-root", packages[TWO_CLOCKS], "run", "--setup", "--target=default",
         f"--tool={tool}", "hashloom:export:sha1"],
        cwd=tmp_path, capture_output=True, text=True, timeout=120,
        env={"PATH": f"{program.parent}:/usr/bin:/bin", "HOME": str(tmp_path)},
    )  # fmt: skip
    (described,) = tmp_path.rglob("*.eda.yml")
    files = yaml.safe_load(described.read_text())["files"]
    assert [one["file_type"] for one in files if "crossing" in one["name"]] == [file], done.stderr[-2000:]


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
def test_vendors_synthesis_has_nothing_to_complain_of(
    packages: dict[str, Path], tmp_path: Path, kind: str
) -> None:
    for flow in FLOWS:
        name, *options = flow.split()
        passes = [" ".join([name, "-top sha1", *options])]
        found = exported_netlists.run(packages[kind] / "verilog/sha1.v", "sha1", passes, tmp_path / name)
        assert found.complaints() == [], flow
        assert found.registers(), flow


def test_a_bus_still_works_with_names_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "x"
    assert main(arguments(folder, "--bus", "registers", "--prefix", "")) == 0
    found = trial.run(folder, "icarus", LIMITS)
    assert (found.state, found.failed) == (jobs.OK, 0), found
