# SPDX-License-Identifier: Apache-2.0
"""The second engine finds what the gates find, and the comparison of the two finds any difference."""

import importlib.util
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from dummy_model import Dummy, core_unit, top_unit
from own_state import here, own_session

from hashloom import catalogue
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Design, Tuning
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import HashloomError, MissingTool
from hashloom.execution import jobs
from hashloom.models import model_for
from hashloom.simulation import (
    Stalls,
    cxxrtl,
    cxxrtl_simulator,
    difference,
    paired_simulator,
    simulator,
    stream,
)
from hashloom.simulation.cxxrtl import PairedSimulator
from hashloom.verification.cases import random_cases

MODEL = Dummy()


pytestmark = pytest.mark.usefixtures("simulation_state")


def messages(count: int) -> list[tuple[bytes, int]]:
    generator = random.Random(count)
    lengths = [8 * generator.randint(0, 40) for _ in range(count)]
    return [(generator.randbytes(bits // 8), bits) for bits in lengths]


POOL = messages(60)
BLOCKS = [MODEL.blocks(*message) for message in POOL]
DIGESTS = [MODEL.digest(*message).ljust(16, b"\0") for message in POOL]


def pair(first: RtlUnit, second: RtlUnit) -> PairedSimulator:
    one, other = simulator(first, "core", own_session()), cxxrtl_simulator(second, "core", own_session())
    return PairedSimulator(one.name, one.driver, one.circuit, one.level, one.lanes, other)


def skein_at_random(rng: random.Random) -> Design:
    """A design of Skein-256 or Skein-512: with 1024 bits the C++ compiler takes twice as long."""
    designs = [
        design
        for design in catalogue.designs(here())
        if design.family.name == "skein" and design.function.block_bits <= 512 and design.is_valid()
    ]
    return rng.choice(designs)


@pytest.mark.parametrize("name", ["sha256/basic", "a Skein at random"])
@pytest.mark.long
@pytest.mark.sampled(1)
def test_both_engines_agree(name: str, rng: random.Random) -> None:
    design = catalogue.resolve_design(name, here()) if "/" in name else skein_at_random(rng)
    seed = rng.getrandbits(32)
    print(f"{design.name}, seed {seed}")
    model = model_for(design.function)
    cases = random_cases(design.function, model, "quick", seed)[:24]
    both = paired_simulator(rtl.unit(design, "core", Tuning("asic", "fast")), "core", own_session())
    blocks = [model.blocks(case.message, case.bits) for case in cases]
    size = both.digest_beat_bits * -(-design.function.digest_bits // both.digest_beat_bits) // 8
    for stalls, resets in ((None, ()), (Stalls(0.5, 0.5), (40, 41, 200))):
        run = both.run(blocks, stalls, seed=seed, instances=3, resets=resets)
        assert run.failure is None
        assert run.digests == [case.digest.ljust(size, b"\0") for case in cases]


@pytest.mark.parametrize("stages", [1, 3])
def test_the_engines_agree_in_every_cycle(stages: int) -> None:
    unit = core_unit(stages)
    for stalls in (None, Stalls(0.5, 0.5), Stalls(0.9, 0.0), Stalls(0.0, 0.9)):
        options: dict[str, Any] = {"seed": 3, "instances": 5, "resets": (9, 30)}
        first = simulator(unit, "core", own_session()).run(BLOCKS, stalls, **options)
        second = cxxrtl_simulator(unit, "core", own_session()).run(BLOCKS, stalls, **options)
        assert second.digests == DIGESTS
        assert first == second
        assert difference(first, second) is None


def test_a_stream_on_both_engines() -> None:
    data = [stream(*message, 64, random.Random(3)) for message in POOL]
    run = paired_simulator(top_unit(2), "top", own_session()).run(data, Stalls(0.3, 0.3), instances=4)
    assert run.failure is None
    assert None not in run.digests


@pytest.mark.long
def test_another_digest_is_reported() -> None:
    run = pair(core_unit(3), core_unit(3, 1)).run(BLOCKS, Stalls(0.2, 0.2), instances=4)
    assert run.failure is not None
    assert run.failure.kind == "engines differ"
    number = run.failure.message
    assert run.digests == DIGESTS
    assert f"gates has the digest {DIGESTS[number].hex()}; CXXRTL has the digest " in run.failure.text
    assert len(BLOCKS[number]) == 3


@pytest.mark.long
def test_other_cycles_are_reported() -> None:
    unit = core_unit(3)
    slower = replace(unit, parameters=(*unit.parameters, ("ROUNDS", 4)))
    run = pair(unit, slower).run(BLOCKS[:1], instances=1)
    assert run.failure is not None
    assert run.failure.kind == "engines differ"
    assert "gives the digest in cycles" in run.failure.text
    message = run.messages[0]
    assert message is not None
    late = replace(message, taken=tuple(cycle + 1 for cycle in message.accepted))
    sound = replace(run, failure=None)
    found = difference(sound, replace(sound, messages=(late,)))
    assert found is not None
    accepted = ", ".join(map(str, message.accepted))
    assert found.text.startswith(f"gates accepts in cycles {accepted}; CXXRTL accepts in cycles ")


@pytest.mark.long
def test_a_failure_on_one_engine_only_is_reported() -> None:
    run = pair(core_unit(3), core_unit(3, 4)).run(BLOCKS, instances=2, watchdog=300)
    assert run.failure is not None
    assert run.failure.kind == "engines differ"
    assert run.failure.text == "only CXXRTL: hang: no progress for 300 cycles"
    assert len(BLOCKS[run.failure.message]) > 4
    longer = replace(run, failure=None, cycles=run.cycles + 1)
    found = difference(replace(run, failure=None), longer)
    assert found is not None
    assert found.text == f"gates end after {run.cycles} cycles, CXXRTL after {run.cycles + 1}"


@pytest.mark.long
def test_registers_start_anywhere() -> None:
    """A lane that reset does not stop: with registers at zero it would go unseen."""
    run = cxxrtl_simulator(core_unit(3, 9), "core", own_session()).run(BLOCKS, instances=8)
    assert run.failure is not None
    assert run.failure.kind == "unexpected digest"


def test_the_circuit_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    first = cxxrtl_simulator(core_unit(3), "core", own_session()).circuit

    def no_tool(*arguments: object) -> object:
        raise AssertionError("a tool was started")

    monkeypatch.setattr(jobs, "run", no_tool)
    assert cxxrtl_simulator(core_unit(3), "core", own_session()).circuit == first


@pytest.mark.long
def test_what_cannot_be_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "broken.sv"
    source.write_text("module broken (input clk; endmodule\n")
    with pytest.raises(HashloomError, match=r"yosys cannot write C\+\+ for broken .*"):
        cxxrtl_simulator(RtlUnit("broken", "broken", (source,), ()), "core", own_session())
    source.write_text("module broken (input rst, output q); assign q = rst; endmodule\n")
    with pytest.raises(HashloomError, match="the circuit has no input clk"):
        cxxrtl_simulator(RtlUnit("broken", "broken", (source,), ()), "core", own_session()).run(BLOCKS)
    source.write_text("module broken (input clk, rst, output q); assign q = !(q & rst); endmodule\n")
    with pytest.raises(HashloomError, match="the circuit has no port block_"):
        cxxrtl_simulator(RtlUnit("broken", "broken", (source,), ()), "core", own_session()).run(BLOCKS)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingTool, match="make setup"):
        cxxrtl._runtime()
