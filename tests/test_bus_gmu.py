# SPDX-License-Identifier: Apache-2.0
"""The GMU interface beside hash functions, in Icarus under cocotb: digests, stalls, resets, rate."""

import random
from pathlib import Path

import pytest
from bus_designs import drawn_by_lot, gmu_unit, widths
from bus_simulation import Settings, simulate


def run(design: str, word: int, ratio: int, folder: Path, *, brief: bool = False) -> None:
    chosen = Settings(design, word, random.SystemRandom().getrandbits(32), {"ratio": ratio, "brief": brief})
    print(chosen)
    unit = gmu_unit(chosen.resolved, word, ratio, folder)
    assert simulate(unit, "bus_gmu_bench", chosen, folder) == (1 if brief else 5)


@pytest.mark.parametrize(("word", "ratio"), [(8, 1), (32, 1), (16, 2), (64, 2), (128, 4)])
def test_widths_and_ratios(word: int, ratio: int, tmp_path: Path) -> None:
    run("sha1", word, ratio, tmp_path)


@pytest.mark.parametrize(
    ("design", "word", "ratio"),
    [("sha256/staggered-2m", 32, 1), ("sha256/staggered-2m", 128, 4), ("skein-512/4r-2m", 64, 2)],
)
def test_lanes(design: str, word: int, ratio: int, tmp_path: Path) -> None:
    run(design, word, ratio, tmp_path)


def test_sha3(tmp_path: Path) -> None:
    run("sha3-256", 64, 2, tmp_path, brief=True)


def test_a_candidate_of_round_2_drawn_by_lot(tmp_path: Path) -> None:
    design = drawn_by_lot()
    word = random.SystemRandom().choice(widths(design))
    run(design.name, word, random.SystemRandom().choice([1, 2]) if word > 8 else 1, tmp_path, brief=True)
