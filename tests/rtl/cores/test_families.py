# SPDX-License-Identifier: Apache-2.0
"""Of every family a design chosen at random, as a technology chosen at random builds it."""

import random

import pytest
from own_state import here, own_session

from hashloom import catalogue
from hashloom.catalogue import Family
from hashloom.catalogue.design import Tuning
from hashloom.models import model_for
from hashloom.vectors import message_by_rule
from hashloom.verification import verify

pytestmark = pytest.mark.usefixtures("simulation_state")

TUNINGS = (
    Tuning("asic", "fast", "osu018"),
    Tuning("asic", "fast", "nangate45"),
    Tuning("asic", "small", "sky130hd"),
    Tuning("fpga", "fast", "ecp5"),
)
every_family = pytest.mark.parametrize("family", catalogue.families(here()), ids=lambda family: family.name)


@every_family
@pytest.mark.long
@pytest.mark.sampled(2)
def test_a_design_chosen_at_random(family: Family, rng: random.Random) -> None:
    design, tuning, seed = rng.choice(list(family.designs())), rng.choice(TUNINGS), rng.getrandbits(32)
    print(f"{design.name}, {tuning}, seed {seed}")
    result = verify(design, own_session(), tuning, seed=seed)
    assert [str(failure) for failure in result.failures] == []
    assert result.passed > 1000


@every_family
def test_blocks_of_the_models_carry_the_message(family: Family) -> None:
    """What every padding has: whole blocks that begin with the message, with first, last, count and empty."""
    for function in family.functions():
        model, size = model_for(function), function.block_bits // 8
        for bits in (0, 1, 8, 8 * size - 1, 8 * size, 8 * size + 1, 24 * size):
            message = message_by_rule(bits)
            blocks = model.blocks(message, bits)
            assert {len(block.data) for block in blocks} == {size}
            assert [block.first for block in blocks] == [True] + [False] * (len(blocks) - 1)
            assert [block.last for block in blocks] == [False] * (len(blocks) - 1) + [True]
            ends = [8 * size * (number + 1) for number in range(len(blocks))]
            assert [block.count for block in blocks] == [min(end, bits) for end in ends]
            assert [block.empty for block in blocks] == [end - 8 * size >= bits for end in ends]
            assert 8 * size * len(blocks) >= bits
