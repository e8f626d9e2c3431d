# SPDX-License-Identifier: Apache-2.0
"""The LWC API beside hash functions, in Icarus under cocotb: answers, mistakes, stalls, resets, rate."""

import random
from pathlib import Path

import pytest
from bus_designs import lwc_unit
from bus_simulation import Settings, run_bench, simulate
from own_state import here

from hashloom.catalogue.adapters import ADAPTERS
from hashloom.catalogue.rtl import RtlUnit

TESTS = 4
"""Of the bench, without that of the example on the page of the adapters."""


def run(design: str, word: int, width: int, folder: Path, rng: random.Random, *, brief: bool = False) -> None:
    chosen = Settings(design, word, rng.getrandbits(32), {"width": width, "brief": brief})
    print(chosen)
    shown = (design, width) == ("sha256", 32)
    unit = lwc_unit(chosen.resolved, word, width, folder)
    assert simulate(unit, "bus_lwc_bench", chosen, folder) == (2 if brief else TESTS + shown)


@pytest.mark.long
@pytest.mark.parametrize("width", [8, 16, 32])
@pytest.mark.sampled(1)
def test_every_mistake_in_words_of_each_width(width: int, tmp_path: Path, rng: random.Random) -> None:
    run("sha256", 32, width, tmp_path, rng)


@pytest.mark.long
@pytest.mark.parametrize("width", [8, 16, 32])
@pytest.mark.parametrize(("design", "word"), [("keccak-r3-256", 64), ("skein-256", 128)])
@pytest.mark.sampled(1)
def test_other_functions(design: str, word: int, width: int, tmp_path: Path, rng: random.Random) -> None:
    run(design, word, width, tmp_path, rng, brief=True)


@pytest.mark.parametrize(("word", "width"), [(8, 32), (16, 16), (8, 8)])
@pytest.mark.sampled(1)
def test_narrow_words_of_the_hash_function(word: int, width: int, tmp_path: Path, rng: random.Random) -> None:
    run("sha1", word, width, tmp_path, rng, brief=True)


@pytest.mark.long
def test_lanes(tmp_path: Path, rng: random.Random) -> None:
    run("sha256/staggered-2m", 32, rng.choice([8, 16, 32]), tmp_path, rng, brief=True)


@pytest.mark.long
@pytest.mark.parametrize("width", [8, 16, 32])
def test_the_longest_segment(width: int, tmp_path: Path) -> None:
    receiver = next(path for path in ADAPTERS["lwc"].sources(here()) if path.stem == "lwc_receiver")
    unit = RtlUnit("receiver", "lwc_receiver", (receiver,), (("W", width),))
    assert run_bench(unit, "bus_lwc_segment_bench", tmp_path, None, 1, {"WIDTH": str(width)}) == 1
