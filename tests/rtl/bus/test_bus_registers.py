# SPDX-License-Identifier: Apache-2.0
"""The register block on each bus beside hash functions, in Icarus under cocotb; C header; generator."""

import random
import shutil
import subprocess
from pathlib import Path

import pytest
from bus_designs import BUS, register_unit
from bus_simulation import Settings, simulate

from hashloom.catalogue.adapters import REGISTERS
from hashloom.codegen import register_block
from hashloom.errors import HashloomError

every_bus = pytest.mark.parametrize("bus", REGISTERS)


def run(
    design: str,
    word: int,
    folder: Path,
    rng: random.Random,
    *,
    depth: int = 16,
    brief: bool = False,
    secret: bool = False,
    bus: str = "registers",
) -> None:
    options = {"depth": depth, "brief": brief, "secret": secret, "bus": bus}
    chosen = Settings(design, word, rng.getrandbits(32), options)
    print(chosen)
    unit = register_unit(chosen.resolved, word, depth, folder, int(secret), bus)
    assert simulate(unit, "bus_registers_bench", chosen, folder) == (1 if brief else 7 + secret)


@pytest.mark.long
@every_bus
@pytest.mark.parametrize(("word", "depth"), [(8, 16), (16, 2), (32, 4), (64, 16), (128, 64)])
@pytest.mark.sampled(2)
def test_every_width(word: int, depth: int, bus: str, tmp_path: Path, rng: random.Random) -> None:
    run("sha1", word, tmp_path, rng, depth=depth, bus=bus)


@pytest.mark.long
@every_bus
@pytest.mark.parametrize(("word", "depth"), [(64, 4), (128, 64), (8, 128)])
@pytest.mark.sampled(2)
def test_secrets(word: int, depth: int, bus: str, tmp_path: Path, rng: random.Random) -> None:
    run("sha1", word, tmp_path, rng, depth=depth, secret=True, bus=bus)


@pytest.mark.long
@every_bus
def test_lanes(bus: str, tmp_path: Path, rng: random.Random) -> None:
    run("sha256/staggered-2m", 64, tmp_path, rng, brief=True, bus=bus)


@every_bus
def test_sha3(bus: str, tmp_path: Path, rng: random.Random) -> None:
    run("sha3-256", 64, tmp_path, rng, brief=True, bus=bus)


@pytest.mark.parametrize("compiler", ["cc", "c++"])
def test_the_header_compiles(compiler: str, tmp_path: Path) -> None:
    path = shutil.which(compiler)
    if path is None:
        pytest.skip(f"{compiler} is not installed")
    source = tmp_path / f"use.{'c' if compiler == 'cc' else 'cc'}"
    source.write_text(
        '#include "hash_registers.h"\nint main() { return sizeof(hash_registers_t) != 0xC0; }\n'
    )
    program = tmp_path / "use"
    subprocess.run([path, "-Wall", "-Werror", f"-I{BUS / 'include'}", source, "-o", program], check=True)
    assert subprocess.run([program]).returncode == 0


def test_a_structure_that_is_not_known_is_not_passed_on() -> None:
    rtl = (BUS / "rtl" / "hash_registers.sv").read_text(encoding="utf-8")
    with pytest.raises(HashloomError, match="decoded_reg_strb"):
        register_block.flatten(
            rtl,
            "typedef struct {\n    } hash_registers__in_t;\ntypedef struct {\n    } hash_registers__out_t;",
        )
