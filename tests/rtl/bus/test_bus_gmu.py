# SPDX-License-Identifier: Apache-2.0
"""The GMU interface beside hash functions, in Icarus under cocotb: digests, stalls, resets, rate."""

import random
from pathlib import Path

import pytest
from bus_designs import drawn_by, gmu_unit, widths
from bus_simulation import Settings, simulate


def run(
    design: str,
    word: int,
    ratio: int,
    folder: Path,
    rng: random.Random,
    *,
    brief: bool = False,
    rate: bool = True,
) -> None:
    chosen = Settings(design, word, rng.getrandbits(32), {"ratio": ratio, "brief": brief, "rate": rate})
    print(chosen)
    unit = gmu_unit(chosen.resolved, word, ratio, folder)
    # Two of them are of the second clock.
    assert simulate(unit, "bus_gmu_bench", chosen, folder) == (1 + rate if brief else 5 - 2 * (ratio == 1))


@pytest.mark.parametrize(("word", "ratio"), [(8, 1), (32, 1), (16, 2), (64, 2), (128, 4)])
@pytest.mark.sampled(2)
def test_widths_and_ratios(word: int, ratio: int, tmp_path: Path, rng: random.Random) -> None:
    run("sha1", word, ratio, tmp_path, rng)


def test_lanes(tmp_path: Path, rng: random.Random) -> None:
    run("sha256/staggered-2m", 32, 1, tmp_path, rng, brief=True)


def test_a_candidate_of_round_2_chosen_at_random(tmp_path: Path, rng: random.Random) -> None:
    design = drawn_by(rng)
    word = rng.choice(widths(design))
    ratio = rng.choice([1, 2]) if word > 8 else 1
    run(design.name, word, ratio, tmp_path, rng, brief=True, rate=False)
