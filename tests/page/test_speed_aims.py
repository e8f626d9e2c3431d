# SPDX-License-Identifier: Apache-2.0
"""Bounds, aims and what was reached, and libskein beside the fastest other Skein, from invented figures."""

from pathlib import Path

import measured_rows
import pytest
from own_state import here, with_repository

from hashloom.reports import regions, results, speed_aims
from hashloom.software.benchmark import Measurement


def on(microarchitecture: str) -> Measurement:
    found = measured_rows.measurement(64, 8192)
    found.provenance["machine"]["microarchitecture"] = microarchitecture
    return found


def lines(measurement: Measurement) -> dict[str, list[str]]:
    return {line[0]: line[1:] for line in speed_aims.table(measurement).cells()}


def test_what_is_reached_stands_beside_bound_and_aim() -> None:
    found = lines(on("Intel Emerald Rapids"))
    assert found["Skein-512, one message"] == ["3.40", "3.70", "4.00", "portable", "no"]
    assert found["Skein-512, eight messages"] == ["1.06", "1.15", "1.00", "wide", "yes"]
    assert found["Skein-1024, many of 64 bytes"] == ["4.64", "2.20", "1.25", "wide", "yes"]
    assert found["Skein-512, tree of 1 MiB"] == ["1.06", "–", "–", "–", "–"], "no tree was measured"


def test_bounds_and_aims_are_of_their_processors() -> None:
    found = lines(on("AMD Zen 4"))
    assert found["Skein-512, one message"] == ["–", "–", "4.00", "portable", "–"]
    assert {(line[0], line[1], line[4]) for line in found.values()} == {("–", "–", "–")}


@pytest.mark.parametrize(("bits", "times"), [(256, 1.5), (512, 2), (1024, 4)])
def test_short_messages_are_whole_blocks_and_one_of_output(bits: int, times: float) -> None:
    assert speed_aims.blocks(64, bits) == times


def test_each_size_stands_beside_the_fastest_other_one(tmp_path: Path) -> None:
    there = with_repository(tmp_path)
    results.save(on("AMD Zen 4").beside(on("Loom 1")), tmp_path / "results", here())
    assert regions.MAKERS["speed-beside"](there).splitlines()[2:] == [
        "| AMD Zen 4, one message | – | 0.80 (OpenSSL) | – |",
        "| AMD Zen 4, eight messages | – | 0.20 (OpenSSL) | – |",
        "| Loom 1, one message | – | 0.80 (OpenSSL) | – |",
        "| Loom 1, eight messages | – | 0.20 (OpenSSL) | – |",
    ]
    assert regions.MAKERS["speed-aims"](there).startswith("Cycles per byte, in one thread:\n\nAMD Zen 4:\n\n")
