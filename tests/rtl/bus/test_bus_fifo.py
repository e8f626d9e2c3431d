# SPDX-License-Identifier: Apache-2.0
"""The FIFO between two clocks: order, full and empty at every position of its pointers, rate, reset."""

import random
from pathlib import Path

import pytest
from bus_designs import BUS
from bus_simulation import SETTINGS, run_bench

from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution import jobs

FIFO = BUS / "rtl" / "asynchronous_fifo.sv"
ERRORS = {
    "full by the lower of the two bits": ("{2'b11, {(INDEX_BITS", "{2'b01, {(INDEX_BITS"),
    "full by the highest bit alone": ("{2'b11, {(INDEX_BITS", "{2'b10, {(INDEX_BITS"),
    "never full": ("write_gray != (read_seen ^ APART)", "1'b1"),
    "the reader tells its pointer in no Gray code": (
        "read_gray <= read_next ^ (read_next >> 1)",
        "read_gray <= read_next",
    ),
    "empty by a pointer that is in no Gray code": (
        "read_valid = read_gray != write_seen",
        "read_valid = read_pointer != write_seen",
    ),
}


def run(source: Path, depth: int, folder: Path, seed: int, tests: str | None = None) -> int:
    print(f"depth {depth}, seed {seed}")
    unit = RtlUnit("fifo", "asynchronous_fifo", (source,), (("WIDTH", 12), ("DEPTH", depth)))
    return run_bench(unit, "bus_fifo_bench", folder, tests, seed, {SETTINGS: str(seed)})


@pytest.mark.long
@pytest.mark.parametrize("depth", [4, 8])
def test_unrelated_clocks(depth: int, tmp_path: Path, rng: random.Random) -> None:
    assert run(FIFO, depth, tmp_path, rng.getrandbits(32)) == 4


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.sampled(3)
def test_an_error_is_noticed(error: str, tmp_path: Path) -> None:
    old, new = ERRORS[error]
    text = FIFO.read_text(encoding="utf-8")
    assert text.count(old) == 1
    broken = tmp_path / FIFO.name
    broken.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(AssertionError, match="AssertionError"):
        run(broken, 4, tmp_path, 1, "full_and_empty")


def test_a_hang_is_a_clear_failure(tmp_path: Path) -> None:
    endless = tmp_path / "endless.sv"
    endless.write_text("module endless;\n  initial forever #0;\nendmodule\n", encoding="utf-8")
    unit = RtlUnit("endless", "endless", (endless,), ())
    with pytest.raises(AssertionError, match="the simulation hangs, 5 s were up"):
        run_bench(unit, "bus_fifo_bench", tmp_path, None, 1, {SETTINGS: "1"}, jobs.Limits(wall_seconds=5))
