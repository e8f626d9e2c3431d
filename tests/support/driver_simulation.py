# SPDX-License-Identifier: Apache-2.0
"""The C driver of the register block on the block in Verilator: a program that takes commands, one a line."""

import random
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from bus_designs import BUS, register_unit
from folders import SUPPORT
from own_state import here

from hashloom import catalogue
from hashloom.export.package import PackageLevel
from hashloom.models import HashModel, model_for

SOFTWARE = BUS / "software"
BENCH = SUPPORT / "driver_bench.cc"
OK, NO_DEVICE, ARGUMENT, TIMEOUT, SMALL, HARMED, LENGTH = range(7)
OVERFLOW, UNDERFLOW, LANE, BITS = 4, 8, 16, 32
SILENT = ("poke", "patience", "expect", "wiping")
"""Commands without an answer."""
AT_LANE, AT_LAST, AT_MESSAGE = 0x14, 0x18, 0x40
LAST_BIT, SAVE_BIT, RESUME_BIT = 0x100, 0x200, 0x400


@dataclass(frozen=True)
class Simulated:
    """A program that carries out commands, and what it has inside."""

    program: Path
    model: HashModel
    lanes: int
    depth: int

    def run(self, commands: list[str]) -> list[list[str]]:
        """The answers, split into words."""
        done = subprocess.run(
            [self.program], input="\n".join(commands) + "\n", capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, done.stdout[-300:] + done.stderr[-300:]
        return [line.split() for line in done.stdout.splitlines()]


def made(
    design: str, word: int, depth: int, folder: Path, secret: int, bus: str, level: PackageLevel = "top"
) -> Simulated:
    resolved = catalogue.resolve_design(design, here())
    unit = register_unit(resolved, word, depth, folder, secret, bus, level)
    verilator = shutil.which("verilator")
    if verilator is None:
        pytest.skip("verilator is not installed")
    driver, more = folder / "hash_driver.o", " -DAPB" if bus == "apb" else ""
    subprocess.run(
        [
            *("cc", "-std=c11", "-DHASH_DRIVER_IO", "-O1", f"-I{BUS / 'include'}"),
            *("-c", str(SOFTWARE / "hash_driver.c"), "-o", str(driver)),
        ],
        check=True,
    )
    subprocess.run(
        [verilator, "--cc", "--exe", "--build", "-Wno-fatal", "--top-module", unit.top, "-O3"]
        + [
            "-CFLAGS",
            f"-O1 -std=c++17 -DHASH_DRIVER_IO{more} -I{SOFTWARE}",
            "-Mdir",
            str(folder / "made"),
        ]
        + [str(source) for source in unit.sources]
        + [str(BENCH), str(driver)],
        check=True,
        capture_output=True,
    )
    model = model_for(resolved.function)
    return Simulated(folder / "made" / f"V{unit.top}", model, resolved.architecture.stages, depth)


def chunks(data: bytes, rng: random.Random) -> Iterator[bytes]:
    """The data in parts of random lengths, some of none."""
    while data:
        size = rng.choice([0, 1, 2, 3, 4, 5, 7, 8, rng.randrange(64), rng.randrange(200)])
        yield data[:size]
        data = data[size:]
