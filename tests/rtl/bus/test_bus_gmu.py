# SPDX-License-Identifier: Apache-2.0
"""The GMU interface beside hash functions, in Icarus under cocotb: digests, stalls, resets, rate."""

import random
from pathlib import Path

import pytest
from bus_designs import drawn_by, gmu_unit, widths
from bus_simulation import Settings, simulate
from folders import CORES


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
    assert simulate(unit, "bus_gmu_bench", chosen, folder) == (1 + rate if brief else 6 - 2 * (ratio == 1))


@pytest.mark.parametrize(("word", "ratio"), [(8, 1), (32, 1), (16, 2), (64, 2), (128, 4)])
@pytest.mark.sampled(2)
def test_widths_and_ratios(word: int, ratio: int, tmp_path: Path, rng: random.Random) -> None:
    run("sha1", word, ratio, tmp_path, rng)


@pytest.mark.long
def test_lanes(tmp_path: Path, rng: random.Random) -> None:
    run("sha256/staggered-2m", 32, 1, tmp_path, rng, brief=True)


@pytest.mark.long
def test_a_candidate_of_round_2_chosen_at_random(tmp_path: Path, rng: random.Random) -> None:
    design = drawn_by(rng)
    word = rng.choice(widths(design))
    ratio = rng.choice([1, 2]) if word > 8 else 1
    run(design.name, word, ratio, tmp_path, rng, brief=True, rate=False)


@pytest.mark.parametrize(
    ("ratio", "file", "right", "wrong"),
    [
        (1, "gmu_receiver.sv", "if (broken) word_error <= 1'b1;", ""),
        (1, "gmu_receiver.sv", "if (word_valid && word_last) word_error <= 1'b0;", ""),
        (1, "gmu_adapter.sv", "out_valid[l] ? out_data[l*WORD+:WORD] : '0", "out_data[l*WORD+:WORD]"),
        (2, "gmu_lane.sv", ".write_data({io_error, message_last,", ".write_data({1'b0, message_last,"),
        (2, "gmu_lane.sv", ".write_data({out_error, out_last,", ".write_data({1'b0, out_last,"),
    ],
)
@pytest.mark.sampled(2)
def test_the_bench_notices_what_is_broken(
    ratio: int, file: str, right: str, wrong: str, tmp_path: Path, rng: random.Random
) -> None:
    chosen = Settings("sha1", 32, rng.getrandbits(32), {"ratio": ratio, "brief": False, "rate": True})
    text = (CORES / "bus" / "rtl" / file).read_text()
    assert text.count(right) == 1
    (tmp_path / "broken").mkdir()
    changed = tmp_path / "broken" / file
    changed.write_text(text.replace(right, wrong))
    unit = gmu_unit(chosen.resolved, 32, ratio, tmp_path).with_file(changed)
    with pytest.raises(AssertionError):
        simulate(unit, "bus_gmu_bench", chosen, tmp_path)
