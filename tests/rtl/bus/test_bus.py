# SPDX-License-Identifier: Apache-2.0
"""Circuits behind one bus: digests, lanes, order, rate; and that an error in the bus is found."""

import random
import shutil
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from checksum_designs import COMMON, PADDINGS, beats, bus_unit, digest, random_bits
from own_state import here, own_session
from padding_rules import RULES

from hashloom import catalogue
from hashloom.catalogue import core_file, rtl
from hashloom.catalogue.design import Architecture, Tuning
from hashloom.catalogue.rtl import RtlUnit
from hashloom.commands import main
from hashloom.errors import UsageError
from hashloom.simulation import SimulationRun, Simulator, Stalls, paired_simulator, simulator, stream
from hashloom.simulation.waveform import read_vcd
from hashloom.verification import Verification, verify, words_per_cycle

pytestmark = pytest.mark.usefixtures("simulation_state")

SPOKEN = """  // Digests
  logic [LANE_BITS-1:0] spoken;
  assign out_lane = (spoken < 2) ? spoken ^ 1'b1 : spoken;
"""
FAMILIES = [family for family in catalogue.families(here()) if family.core.bus]


def opened(rtl_unit: RtlUnit) -> Simulator:
    """Simulator of the level that the parameter INTERLEAVE means."""
    return simulator(rtl_unit, "bus" if dict(rtl_unit.parameters)["INTERLEAVE"] else "queue", own_session())


def messages(rule: int, count: int, seed: int) -> list[str]:
    """Random messages as strings of bits, half of them near a whole number of blocks."""
    source, block = random.Random(seed), RULES[rule].block
    lengths = [source.randrange(4 * block) for _ in range(count // 2)]
    lengths += [block * source.randrange(5) + source.randint(-70, 9) for _ in range(count - count // 2)]
    source.shuffle(lengths)
    return [random_bits(source, max(0, length)) for length in lengths]


def send(
    rtl_unit: RtlUnit, data: list[str], stalls: Stalls | None = None, *, seed: int = 1, **how: Any
) -> SimulationRun:
    source, word = random.Random(seed), int(dict(rtl_unit.parameters)["WORD"])
    streams = [beats(message, word, source) for message in data]
    return opened(rtl_unit).run(streams, stalls, seed=seed, **how)


@pytest.mark.long
@pytest.mark.parametrize("interleave", [1, 0])
@pytest.mark.parametrize("circuits", [1, 2, 3, 4])
@pytest.mark.parametrize("rule", PADDINGS, ids=PADDINGS.get)
@pytest.mark.sampled(6)
def test_digests(rule: int, circuits: int, interleave: int) -> None:
    word = {1: 8, 2: 32, 3: 64, 4: 64}[circuits]
    data = messages(rule, 72, circuits)
    expected = [digest(RULES[rule], message, word) for message in data]
    rtl_unit = bus_unit(rule, word, circuits, interleave)
    for stalls, resets in (
        (None, ()),
        (Stalls(0.4, 0.4), ()),
        (Stalls(0.9, 0.0), (50, 51, 300)),
        (Stalls(0.0, 0.9), (99,)),
    ):
        run = send(rtl_unit, data, stalls, instances=6, resets=resets)
        assert run.failure is None, str(run.failure)
        assert run.digests == expected
        assert (run.restarted > 0) == bool(resets)
        assert {found.lane for found in run.messages if found} == set(range(circuits if interleave else 1))
    alone = send(rtl_unit, data, Stalls(0.3, 0.3), instances=3, back_to_back=False)
    assert (alone.failure, alone.digests) == (None, expected)


@pytest.mark.parametrize("interleave", [1, 0])
@pytest.mark.parametrize(("word", "beats", "drop"), [(64, 3, 64), (32, 2, 130)])
def test_beats_of_a_digest(word: int, beats: int, drop: int, interleave: int) -> None:
    data = messages(0, 60, drop)
    run = send(bus_unit(0, word, 3, interleave, beats, drop), data, Stalls(0.1, 0.5), instances=4)
    assert run.failure is None, str(run.failure)
    assert run.digests == [digest(RULES[0], message, word, beats, drop) for message in data]


@pytest.mark.long
def test_both_engines_agree() -> None:
    data = messages(0, 30, 7)
    source = random.Random(7)
    streams = [beats(message, 64, source) for message in data]
    for stalls in (None, Stalls(0.5, 0.5)):
        run = paired_simulator(bus_unit(), "bus", own_session()).run(
            streams, stalls, instances=2, resets=(40,)
        )
        assert run.failure is None, str(run.failure)
        assert run.digests == [digest(RULES[0], message, 64) for message in data]


def test_a_lane_without_messages_costs_a_cycle_in_its_turn() -> None:
    """The one lane with messages has the bus again after one cycle for each of the others."""
    data = [stream(bytes(5 * 64), 5 * 512, 64), stream(bytes(64), 512, 64)]
    run = opened(bus_unit()).run(data, instances=1, places=[(2, 0), (2, 0)])
    assert run.failure is None
    first, second = run.messages
    assert first is not None
    assert second is not None
    assert first.intervals == (*[1] * 7, *([4, *[1] * 7] * 4))
    # The padding has a turn of its own, and the next message comes in the turn after it.
    assert second.accepted[0] == first.accepted[-1] + 4 + 8 + 3


@pytest.mark.parametrize("circuits", [1, 3, 4])
def test_turns_of_a_queue(circuits: int, tmp_path: Path) -> None:
    """Message by message to the next circuit, and the digests out in the same turns."""
    data, path = messages(0, 24, circuits), tmp_path / "queue.vcd"
    run = send(bus_unit(circuits=circuits, interleave=0), data, Stalls(0.2, 0.3), instances=1, vcd=path)
    assert run.failure is None
    signals = read_vcd(path)
    for side in ("in", "out"):
        moved = [
            (signals[f"{side}_lane"][cycle], signals[f"{side}_last"][cycle])
            for cycle in range(1, run.cycles)
            if signals[f"{side}_valid"][cycle] and signals[f"{side}_ready"][cycle]
        ]
        expected = 0
        for lane, last in moved:
            assert lane == expected
            expected = (expected + last) % circuits
        assert sum(last for _, last in moved) == len(data)


def told(condition: str) -> dict[str, str]:
    """The source is told lane 0 for lane 1 and the other way round while the condition holds."""
    return {
        "      .lane(in_lane)\n": "      .lane(told)\n",
        "  // Digests\n": "  logic [LANE_BITS-1:0] told;\n"
        f"  assign in_lane = (told < 2 && {condition}) ? told ^ 1'b1 : told;\n",
    }


# An error in the bus, and how it is found: by the digests, or by the kind of failure of the protocol.
ERRORS = {
    "words of two lanes exchanged": (told("begun"), "unexpected digest"),
    "turns that depend on the source": (told("in_valid"), "combinational path"),
    "block to the next circuit": (
        {"owner <= turn;": "owner <= CIRCUITS'({turn, turn} >> (CIRCUITS - 1));"},
        "unexpected digest",
    ),
    "count of the lane that has the bus": (
        {"PADDERS == 1 || owner[l]": "PADDERS == 1 || turn[l]"},
        "digests",
    ),
    "first block of all lanes": (
        {"assign block_first = (owner & fresh) != '0;": "assign block_first = collector_first;"},
        "digests",
    ),
    "digests of two lanes exchanged": (
        {"      .lane(out_lane)\n": "      .lane(spoken)\n", "  // Digests\n": SPOKEN},
        "unexpected digest",
    ),
    "digests mixed word by word": (
        {"word_leaves && out_last": "word_leaves", "!speaking && !beat_valid": "!beat_valid"},
        "lane order",
    ),
    "a digest taken back": ({"!speaking && !beat_valid": "!speaking && !out_ready"}, "digest dropped"),
    "a turn that waits for an idle source": (
        {"INTERLEAVE != 0 && !begun": "INTERLEAVE > 1 && !begun"},
        "hang",
    ),
}


def broken(folder: Path, name: str, changes: dict[str, str]) -> Path:
    """A copy of a shared module with an error."""
    text = (COMMON / f"{name}.sv").read_text()
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = folder / f"{name}.sv"
    path.write_text(text)
    return path


def with_error(rtl_unit: RtlUnit, path: Path) -> RtlUnit:
    sources = tuple(path if source.name == path.name else source for source in rtl_unit.sources)
    return replace(rtl_unit, sources=sources)


@pytest.mark.parametrize("error", ERRORS)
def test_an_error_is_found(error: str, tmp_path: Path) -> None:
    changes, how = ERRORS[error]
    data = messages(0, 100, 3)
    rtl_unit = with_error(bus_unit(), broken(tmp_path, "message_bus", changes))
    run = send(rtl_unit, data, Stalls(0.2, 0.4), instances=4, watchdog=1000)
    if how == "digests":
        assert run.failure is None, str(run.failure)
        assert run.digests != [digest(RULES[0], message, 64) for message in data]
    else:
        assert run.failure is not None
        assert run.failure.kind == how


def verification_of_an_error(
    folder: Path, name: str, changes: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> Verification:
    """Verification of SHA-256 behind a bus in a copy of the cores with an error."""
    shutil.copytree(COMMON.parent.parent, folder / "cores")
    broken(folder / "cores" / "common" / "rtl", name, changes)
    monkeypatch.setenv("HASHLOOM_CORES", str(folder / "cores"))
    return verify(catalogue.resolve_design("sha256", here()), own_session(), levels=rtl.BUS_LEVELS)


@pytest.mark.long
def test_verification_finds_exchanged_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = verification_of_an_error(tmp_path, "message_bus", told("begun"), monkeypatch)
    assert {(failure.level, failure.run) for failure in found.failures} > {("bus", "random"), ("bus", "rate")}
    assert {failure.level for failure in found.failures} == {"bus"}


@pytest.mark.long
def test_verification_finds_digests_in_another_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That of circuit 2 before that of circuit 1."""
    changes = {
        "      .turn(speaker)": "      .turn(ring)",
        "  // Digests\n": "  logic [CIRCUITS-1:0] ring;\n"
        "  assign speaker = {ring[3], ring[1], ring[2], ring[0]};\n",
    }
    found = verification_of_an_error(tmp_path, "message_bus", changes, monkeypatch)
    wrong = [failure for failure in found.failures if failure.level == "queue" and failure.run == "random"]
    assert len(wrong) > 10


@pytest.mark.long
def test_verification_finds_an_idle_cycle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cycle without a word for each block: all digests are right, and the rate is not."""
    changes = {"word_ready = !full || block_ready": "word_ready = !full"}
    found = verification_of_an_error(tmp_path, "block_collector", changes, monkeypatch)
    failure = found.failures[0]
    assert found.failed == 1
    assert (failure.level, failure.run) == ("bus", "rate")
    assert failure.got == "16/17 words a cycle"


@pytest.mark.parametrize("circuits", [1, 2, 3, 4, 5, 6])
@pytest.mark.sampled(3)
def test_rate(circuits: int) -> None:
    """Four circuits of SHA-256, 16 words in 65 cycles each, leave one cycle in 65 idle, and five none."""
    design = catalogue.resolve_design("sha256", here())
    bus = simulator(rtl.unit(design, "bus", circuits=circuits), "bus", own_session())
    rate = words_per_cycle(bus, 512, random.Random(circuits))
    assert rate == min(1, Fraction(16 * circuits, design.cycles_block()))
    assert circuits != 4 or design.cycles_block() != 65 or rate == Fraction(64, 65)
    assert circuits != 5 or rate == 1


@pytest.mark.parametrize("level", rtl.BUS_LEVELS)
def test_short_messages_side_by_side(level: rtl.Level) -> None:
    """Of messages of one block each circuit begins one as soon as the digest before has left."""
    design = catalogue.resolve_design("sha256", here())
    bus = simulator(rtl.unit(design, level), level, own_session())
    run = bus.run([stream(bytes([i] * 55), 440, 32) for i in range(40)], instances=1)
    assert run.failure is None
    begins = sorted(found.accepted[0] for found in run.messages if found)
    words = design.function.digest_bits // 32
    assert {b - a for a, b in zip(begins[8:], begins[12:], strict=False)} == {
        design.latency_cycles(1) + words
    }


@pytest.mark.long
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: str(family.name))
@pytest.mark.sampled(1)
def test_designs_of_the_catalogue(family: catalogue.Family) -> None:
    result = verify(family.functions()[0].default_design(), own_session(), levels=rtl.BUS_LEVELS)
    assert [str(failure) for failure in result.failures] == []
    assert result.passed > 1000
    assert result.reproduce.endswith("--level bus --tuning fast --seed 1")
    assert 0 < result.measured["words_per_cycle"] <= 1
    assert result.rtl_digests.keys() == {"bus", "queue"}


def test_sha2_has_a_bus() -> None:
    assert "sha2" in [family.name for family in FAMILIES]


def test_designs_without_a_bus(capsys: pytest.CaptureFixture[str]) -> None:
    skein = catalogue.resolve_design("skein-512", here())
    assert rtl.levels(skein) == ("core", "top", "arguments", "tree")
    with pytest.raises(UsageError, match="has no bus: its core has none"):
        rtl.unit(skein, "bus")
    two_lanes = replace(
        catalogue.resolve_design("sha256", here()), architecture=Architecture("x", {"unroll": 1, "stages": 2})
    )
    with pytest.raises(UsageError, match="sha256/x has no bus: its circuits have several lanes"):
        rtl.unit(two_lanes, "queue")
    assert main(["verify", "skein-512", "--level", "bus"]) == 2
    assert "hashloom: skein-1.3-512-512/8r-1m has no bus: its core has none" in capsys.readouterr().err


def test_files_and_parameters_of_the_levels() -> None:
    design = catalogue.resolve_design("sha256", here())
    units = {level: rtl.unit(design, level, Tuning()) for level in rtl.levels(design)}
    names = {level: {source.name for source in one.sources} for level, one in units.items()}
    shells = {level: files & {"sha2_top.sv", "sha2_bus.sv"} for level, files in names.items()}
    bus = {"sha2_bus.sv"}
    assert shells == {"core": set(), "top": {"sha2_top.sv"}, "bus": bus, "queue": bus}
    assert [dict(units[level].parameters)["INTERLEAVE"] for level in rtl.BUS_LEVELS] == [1, 0]
    assert dict(rtl.unit(design, "bus", circuits=7).parameters)["CIRCUITS"] == 7
    assert len({one.digest() for one in units.values()}) == 4


def test_number_of_circuits(tmp_path: Path) -> None:
    family = catalogue.resolve_function("sha256", here()).family
    text = (family.folder / "core.toml").read_text()
    path = tmp_path / "core.toml"
    path.write_text(text.replace("circuits = 4\n", "circuits = 0\n"))
    assert family.core.circuits == 4
    with pytest.raises(UsageError, match=r"family\.circuits must be a positive integer"):
        core_file.read(path)
