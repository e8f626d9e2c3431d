# SPDX-License-Identifier: Apache-2.0
"""What an integrator takes from a package: instances, the block diagram, registers, a driver's example."""

import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest
from exported_packages import KINDS, export_all
from exported_sheets import ABC, section, tables

from hashloom.catalogue.adapters import REGISTERS
from hashloom.catalogue.ports import Port
from hashloom.export import diagram, instantiation, register_map


@pytest.fixture(scope="module")
def packages(shared_folder: Path) -> dict[str, Path]:
    """sha1 behind each bus; nobody writes into them."""
    return export_all(shared_folder)


@pytest.mark.parametrize("kind", KINDS)
def test_instances_are_compiled_with_the_package(packages: dict[str, Path], kind: str) -> None:
    folder = packages[kind]
    rtl = re.search(r"^RTL := (.*)$", (folder / "Makefile").read_text(), re.MULTILINE)
    assert rtl is not None
    for language, suffix, files in (
        ("-g2012", "sv", [folder / path for path in rtl[1].split()]),
        ("-g2005", "v", [folder / "verilog/sha1.v"]),
    ):
        instance = folder / f"instantiation/sha1_instance.{suffix}"
        command: list[str | Path] = ["iverilog", language, "-Wall", "-Wno-timescale", "-t", "null"]
        command += ["-s", "sha1_instance", instance, *files]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        said = [line for line in (done.stdout + done.stderr).splitlines() if str(instance) in line]
        assert (done.returncode, said) == (0, [])


def components(text: str) -> dict[str, tuple[str, int]]:
    """Direction and bits of the ports of a component of VHDL."""
    body = re.search(r"component .*? is\s+port \((.*?)\);\s+end component;", text, re.DOTALL)
    assert body is not None
    found = {}
    for line in body[1].split(";"):
        name, way, kind = re.fullmatch(r"(\S+) : (in|out) +(\S.*)", line.strip()).groups()  # type: ignore[union-attr]
        vector = re.fullmatch(r"std_logic_vector\((\d+) downto 0\)", kind)
        assert vector is not None or kind == "std_logic"
        found[name] = ("input" if way == "in" else "output", int(vector[1]) + 1 if vector else 1)
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_the_component_of_vhdl_has_the_ports_of_the_module(
    packages: dict[str, Path], tmp_path: Path, kind: str
) -> None:
    path = packages[kind] / "instantiation/sha1_instance.vhd"
    text = path.read_text(encoding="utf-8")
    module = (packages[kind] / "rtl/sha1.sv").read_text(encoding="utf-8")
    ports = re.findall(r"^    (input|output) +logic +(?:\[(\d+):0\] )? *(\w+),?$", module, re.MULTILINE)
    assert components(text) == {name: (way, int(high or 0) + 1) for way, high, name in ports}
    assert re.findall(r"^      (\S+) => \1,?$", text, re.MULTILINE) == [name for _, _, name in ports]
    if shutil.which("ghdl"):
        done = subprocess.run(["ghdl", "-a", "--std=08", path], cwd=tmp_path, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")


def test_a_name_that_vhdl_does_not_have_stands_between_backslashes() -> None:
    assert instantiation.vhdl_name("sha1") == "sha1"
    for name in ("entity", "Signal", "two__lines", "ends_", "_begins"):
        assert instantiation.vhdl_name(name) == f"\\{name}\\"
    text = instantiation.vhdl("entity", [Port("clk", "input", 1), Port("out", "output", 8)])
    assert "component \\entity\\ is" in text
    assert components(text) == {"clk": ("input", 1), "\\out\\": ("output", 8)}


@pytest.mark.parametrize("kind", KINDS)
def test_the_block_diagram_is_that_of_the_verilog(packages: dict[str, Path], kind: str) -> None:
    folder = packages[kind]
    text = (folder / "verilog/sha1.v").read_text(encoding="utf-8")
    known = set(re.findall(r"^module (\w+)", text, re.MULTILINE))
    picture = ElementTree.fromstring((folder / "block_diagram.svg").read_text(encoding="utf-8"))
    words = [one.text or "" for one in picture.iter("{http://www.w3.org/2000/svg}text")]
    said = [
        line.strip() for line in section(folder, "## Block diagram").splitlines() if line.startswith("    ")
    ]
    described = picture.findtext("{http://www.w3.org/2000/svg}desc")
    assert described is not None
    assert [line.strip() for line in described.split(";")] == said
    named = {re.sub(r"^\d+ × | \(.*\)$", "", line) for line in said[1:]}
    assert {f"sha1__{name}" for name in named} <= known
    assert "sha1_top" in named
    direct = re.search(r"^module sha1\s*\((.*?)^endmodule", text, re.MULTILINE | re.DOTALL)
    assert direct is not None
    for module in known - {"sha1"}:
        if re.search(rf"^  {module} ", direct[1], re.MULTILINE):
            assert module.removeprefix("sha1__") in words
    for name in re.findall(r"^  (?:input|output) (?:\[\d+:0\] )?(\w+);", direct[1], re.MULTILINE):
        assert any(re.fullmatch(rf"{name}(\[\d+:0\])?", word) for word in words), name


def test_blocks_of_one_kind_are_counted_and_nets_between_them_found() -> None:
    text = """
module top(a, y);
  input a;
  output y;
  wire [3:0] n;
  p__one first0 (
    .i(a),
    .o(n[0])
  );
  p__one first1 (
    .i(a),
    .o(n[1])
  );
  p__two second (
    .i(n),
    .o(y)
  );
endmodule

module p__one(i, o);
  input i;
  output o;
endmodule

module p__two(i, o);
  input [3:0] i;
  output o;
endmodule
"""
    found = diagram.parts(text, "top", "p__")
    assert diagram.tree(found) == ["top", "  2 × one (first0 .. first1)", "  two (second)"]
    assert diagram.connections(found) == {(0, 1): ["n"]}
    assert [one.module for one in diagram.in_order(found, ["a"], ["y"]).parts] == ["one", "two"]
    assert diagram.tree(diagram.parts("// nothing\n", "top", "p__")) == ["top"]


@pytest.mark.parametrize("kind", REGISTERS)
def test_the_register_map_is_that_of_the_header(packages: dict[str, Path], kind: str) -> None:
    """Both are made of the same SystemRDL, by different programs."""
    header = (packages[kind] / "registers/hash_registers.h").read_text(encoding="utf-8")
    map_, fields = tables(section(packages[kind], "## Register map"))
    resets = dict(re.findall(r"HASH_REGISTERS__(\w+?__\w+?)_reset (0x[0-9a-fA-F]+)", header))
    starts = dict(re.findall(r"HASH_REGISTERS__(\w+?__\w+?)_bp (\d+)", header))
    assert len(resets) > 10
    for line in fields:
        key = line["field"].replace(".", "__").upper()
        assert line["bits"].rpartition(":")[2] == starts[key]
        if key in resets:
            assert int(line["reset"], 16) == int(resets[key], 16), key
        else:
            assert line["reset"] == register_map.HARDWARE
    assert {line["field"].replace(".", "__").upper() for line in fields} == starts.keys()
    offsets = {line["register"]: int(line["address"].split()[0], 16) for line in map_}
    assert offsets["VERSION"] == 0
    assert offsets["MESSAGE"] == 0x40
    found = {line["register"]: line["reset"] for line in map_}
    assert (found["VERSION"], found["LANE"]) == ("0x48530102", "0x00000000")
    assert found["STATUS"] == register_map.HARDWARE
    assert {line["access"] for line in map_} == {"read-only", "read-write", "write-only"}
    assert "## Register map" not in (packages["axis"] / "DATASHEET.md").read_text(encoding="utf-8")


DEVICE = """
#include <string.h>
#include "hash_driver.h"
#include "hash_registers.h"
/* A device that answers "abc" with this digest, and everything else with its complement. */
static const uint8_t answer[20] = {%s};
static uint8_t seen[64];
static size_t size, given;
static uint32_t last, ended;
static uint32_t offset(uintptr_t address) { return (uint32_t)(address - 0x40000000U); }
uint32_t hash_io_read(uintptr_t address) {
  switch (offset(address)) {
    case offsetof(hash_registers_t, VERSION): return 0x48530101U;
    case offsetof(hash_registers_t, GEOMETRY): return 16U << 16 | 1U << 8 | 64U;
    case offsetof(hash_registers_t, BLOCK): return 512U;
    case offsetof(hash_registers_t, DIGEST): return 160U;
    case offsetof(hash_registers_t, STATUS):
      return 16U << 16 | 32U << 8 | (ended && given == 16U) << 1 | (ended && given < 20U);
    default: break;
  }
  if (offset(address) < 0x80U || given >= 20U) return 0U;
  uint32_t word = 0U;
  for (unsigned i = 0U; i < 4U; ++i) word |= (uint32_t)answer[given + i] << (8U * i);
  given += 4U;
  return size == 3U && memcmp(seen, "abc", 3U) == 0 ? word : ~word;
}
static void put(uint32_t word, unsigned bytes) {
  if (last >> 8) { bytes = (last & 0x3fU) / 8U; ended = 1U; }
  for (unsigned i = 0U; i < bytes && size < sizeof seen; ++i) seen[size++] = (uint8_t)(word >> (8U * i));
  last = 0U;
}
void hash_io_write(uintptr_t address, uint32_t word) {
  if (offset(address) == offsetof(hash_registers_t, LAST)) last = word;
  else if (offset(address) >= 0x40U && offset(address) < 0x80U) put(word, 4U);
}
void hash_io_write_16(uintptr_t address, uint16_t half) { if (offset(address) >= 0x40U) put(half, 2U); }
void hash_io_write_8(uintptr_t address, uint8_t byte) { if (offset(address) >= 0x40U) put(byte, 1U); }
"""


@pytest.mark.parametrize("kind", REGISTERS)
def test_the_example_of_the_driver_compiles_and_knows_a_wrong_digest(
    packages: dict[str, Path], tmp_path: Path, kind: str
) -> None:
    folder = packages[kind] / "registers"
    gcc = ["gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", f"-I{folder}"]
    bare = [folder / "example.c", folder / "hash_driver.c"]
    for options in (
        [*bare],
        ["-D_DEFAULT_SOURCE", "-DEXAMPLE_UIO", *bare, folder / "hash_uio.c"],
    ):
        subprocess.run([*gcc, *options, "-o", "example"], cwd=tmp_path, check=True, timeout=60)
    wrong = ABC[:-1] + ("0" if ABC[-1] != "0" else "1")
    for digest, status in ((ABC, 0), (wrong, 1)):
        listed = ", ".join(f"0x{byte:02x}" for byte in bytes.fromhex(digest))
        (tmp_path / "device.c").write_text(DEVICE % listed)
        subprocess.run(
            [*gcc, "-DHASH_DRIVER_IO", *bare, "device.c", "-o", "example"],
            cwd=tmp_path,
            check=True,
            timeout=60,
        )
        done = subprocess.run([tmp_path / "example"], capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stdout) == (status, f"{digest}\n")
