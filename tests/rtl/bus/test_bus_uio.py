# SPDX-License-Identifier: Apache-2.0
"""The UIO part of the C driver, with a file in the place of /dev/uio0: opened, mapped, used, given back.

A file is memory: its registers are what was written last. What a kernel does with interrupts is not shown.
"""

import json
import subprocess
from pathlib import Path

import pytest
from bus_designs import BUS
from folders import SUPPORT

SOFTWARE = BUS / "software"
OK, NO_DEVICE, ARGUMENT, TIMEOUT = range(4)
IDENTITY = 0x4853
NO_SUCH_FILE = 2
SIZE = 4096


def registers() -> dict[str, int]:
    """Addresses by name."""
    listed = json.loads((BUS / "hash_registers.json").read_text())["registers"]
    return {one["name"]: one["offset"] for one in listed}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("uio") / "uio_bench"
    sources = [SUPPORT / "uio_bench.c", SOFTWARE / "hash_uio.c", SOFTWARE / "hash_driver.c"]
    command = ["cc", "-std=c11", "-D_DEFAULT_SOURCE", "-O1", "-Wall", "-Werror"]
    folders = [f"-I{BUS / 'include'}", f"-I{SOFTWARE}"]
    subprocess.run([*command, *folders, *map(str, sources), "-o", made], check=True)
    return made


def device(path: Path, identity: int = IDENTITY) -> Path:
    """A file that looks like the registers of two lanes, with a digest of one word on offer."""
    content = bytearray(SIZE)
    values = {
        "VERSION": identity << 16 | 0x0101,
        "GEOMETRY": 64 << 16 | 2 << 8 | 64,
        "BLOCK": 512,
        "DIGEST": 32,
        "STATUS": 16 << 16 | 32 << 8 | 3,
        "INTERRUPT_ENABLE": 0xFF,
        "DIGEST_DATA": 0x44332211,
    }
    for name, value in values.items():
        at = registers()[name]
        content[at : at + 4] = value.to_bytes(4, "little")
    path.write_bytes(content)
    return path


def said(program: Path, path: Path) -> list[tuple[str, ...]]:
    done = subprocess.run([program, path], capture_output=True, text=True, timeout=60, check=True)
    return [tuple(line.split()) for line in done.stdout.splitlines()]


def test_a_device_is_mapped_and_given_back(program: Path, tmp_path: Path) -> None:
    path = device(tmp_path / "uio0")
    assert said(program, path) == [
        ("nothing", str(ARGUMENT), str(ARGUMENT)),
        ("open", str(OK), "0", "0"),
        ("has", "2", "64", "512", "32"),
        ("final", str(OK), "4", "11223344"),
        ("offset", "0"),
        ("wait", str(OK)),
        ("wait", str(TIMEOUT)),
        ("close", "-1", "1"),
        ("wait", str(ARGUMENT)),
    ]
    left = path.read_bytes()
    at = {name: int.from_bytes(left[place : place + 4], "little") for name, place in registers().items()}
    assert at["LANE"] == 1
    assert at["LAST"] & 0x100, "the message has ended"
    assert left[registers()["MESSAGE"] :][:64].strip(b"\0"), "it was written"
    assert at["INTERRUPT_ENABLE"] == 0
    assert at["CONTROL"] == 2, "it is wiped as it is given back"


def test_what_is_no_device_is_said(program: Path, tmp_path: Path) -> None:
    assert said(program, tmp_path / "none")[1:] == [("open", str(NO_DEVICE), str(NO_SUCH_FILE), "-1")]
    other = device(tmp_path / "uio0", IDENTITY + 1)
    assert said(program, other)[1:] == [("open", str(NO_DEVICE), "0", "-1")]
