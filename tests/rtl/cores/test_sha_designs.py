# SPDX-License-Identifier: Apache-2.0
"""Every architecture of SHA-1 and SHA-2 as every technology builds it, and the cycles of the data sheets."""

import random
from itertools import pairwise

import pytest
from own_state import here, own_session

from hashloom import catalogue, simulation
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Design, Tuning
from hashloom.models import model_for
from hashloom.vectors import message_by_rule
from hashloom.verification import verify

pytestmark = pytest.mark.usefixtures("simulation_state")

DESIGNS = [design for design in catalogue.designs(here()) if design.function.name in ("sha1", "sha256")]
OTHERS = [
    design
    for design in catalogue.designs(here())
    if design.function.family.name == "sha2" and design.function.name != "sha256"
]
TUNINGS = (
    Tuning("asic", "fast", "osu018"),
    Tuning("asic", "fast", "nangate45"),
    Tuning("asic", "small", "osu018"),
    Tuning("fpga", "fast", "ecp5"),
)


@pytest.mark.parametrize("tuning", TUNINGS, ids=lambda one: f"{one.target}-{one.goal}")
@pytest.mark.parametrize("design", DESIGNS, ids=lambda one: one.name)
@pytest.mark.sampled(3)
def test_every_architecture_passes_as_every_target_builds_it(design: Design, tuning: Tuning) -> None:
    result = verify(design, own_session(), tuning, levels=("core",))
    assert [str(failure) for failure in result.failures] == []
    assert result.passed > 300


@pytest.mark.long
def test_a_design_of_the_other_functions_chosen_at_random(rng: random.Random) -> None:
    design, tuning, seed = rng.choice(OTHERS), rng.choice(TUNINGS), rng.getrandbits(32)
    print(f"{design.name}, {tuning}, seed {seed}")
    result = verify(design, own_session(), tuning, seed=seed)
    assert [str(failure) for failure in result.failures] == []
    assert result.passed > 1000


@pytest.mark.parametrize(
    ("name", "cycles"),
    [
        ("sha1/basic", 1), ("sha1/unrolled-2", 1), ("sha1/rescheduled", 6), ("sha1/rescheduled-2", 5),
        ("sha256/basic", 1), ("sha256/pipelined", 1), ("sha256/staggered", 1), ("sha512/unrolled-2", 1),
    ],
)  # fmt: skip
def test_cycles_from_a_digest_to_the_next_message(name: str, cycles: int) -> None:
    design = catalogue.resolve_design(name, here())
    simulator = simulation.simulator(rtl.unit(design, "core", TUNINGS[0]), "core", own_session())
    model = model_for(design.function)
    messages = [model.blocks(message_by_rule(bits), bits) for bits in (0, 600, 1200, 50)]
    found = [message for message in simulator.run(messages, instances=1).messages if message is not None]
    assert len(found) == len(messages)
    waits = [after.accepted[0] - before.last_digest for before, after in pairwise(found)]
    assert waits == [cycles] * (len(messages) - 1)
