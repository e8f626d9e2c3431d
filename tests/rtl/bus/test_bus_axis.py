# SPDX-License-Identifier: Apache-2.0
"""AXI4-Stream beside hash functions, in Icarus under cocotb: digests, stalls, resets, rate."""

import random
from pathlib import Path

import pytest
from bus_designs import axis_unit, drawn_by, widths
from bus_simulation import Settings, simulate


def run(
    design: str,
    word: int,
    folder: Path,
    rng: random.Random,
    *,
    separate: bool = False,
    byte_order: int = 0,
    brief: bool = False,
    rate: bool = True,
) -> None:
    chosen = Settings(design, word, rng.getrandbits(32), {"separate": separate, "brief": brief, "rate": rate})
    print(chosen)
    unit = axis_unit(chosen.resolved, word, separate, byte_order, folder)
    # A packet of bytes has no beat with a hole.
    assert simulate(unit, "bus_axis_bench", chosen, folder) == (1 + rate if brief else 6 - (word == 8))


@pytest.mark.parametrize("word", [8, 16, 32, 64, 128])
@pytest.mark.sampled(2)
def test_every_width(word: int, tmp_path: Path, rng: random.Random) -> None:
    run("sha1", word, tmp_path, rng, byte_order=int(word in (16, 64)))


@pytest.mark.long
@pytest.mark.parametrize("separate", [False, True], ids=["one stream", "separate streams"])
@pytest.mark.sampled(1)
def test_two_lanes(separate: bool, tmp_path: Path, rng: random.Random) -> None:
    run("sha256/staggered-2m", 32, tmp_path, rng, separate=separate, byte_order=int(separate), brief=True)


@pytest.mark.long
def test_four_lanes(tmp_path: Path, rng: random.Random) -> None:
    run("skein-256/2r-4m", 64, tmp_path, rng, brief=True, rate=False)


@pytest.mark.long
def test_requests_with_arguments(tmp_path: Path, rng: random.Random) -> None:
    """Packets of a request after one another, digests of any length, two lanes by tid."""
    chosen = Settings("skein-256/4r-2m", rng.choice((32, 64)), rng.getrandbits(32))
    print(chosen)
    unit = axis_unit(chosen.resolved, chosen.word, False, 0, tmp_path, "arguments")
    assert simulate(unit, "bus_arguments_bench", chosen, tmp_path) == 1


def test_sha3(tmp_path: Path, rng: random.Random) -> None:
    run("sha3-256", 64, tmp_path, rng, brief=True, rate=False)


@pytest.mark.long
def test_a_candidate_of_round_2_chosen_at_random(tmp_path: Path, rng: random.Random) -> None:
    design = drawn_by(rng)
    run(design.name, rng.choice(widths(design)), tmp_path, rng, brief=True, rate=False)
