# SPDX-License-Identifier: Apache-2.0
"""Threefish's core: official vectors, the model in both directions, stalls, resets, lanes and cycles."""

import json
import random
import shutil
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from folders import ROOT
from fusesoc_files import files
from own_state import here, own_session
from threefish_circuits import BOTH, DECRYPT, ENCRYPT, SHAPES, Job, Shape, random_jobs

from hashloom.catalogue.threefish import OWN
from hashloom.models.bits import from_little_endian_words, little_endian_words
from hashloom.models.threefish import ROUNDS
from hashloom.reports import results, threefish
from hashloom.simulation import SimulationRun, Stalls, simulator
from hashloom.vectors import compact_file, official_file
from hashloom.vectors.skein import read_threefish, read_traces

pytestmark = pytest.mark.usefixtures("simulation_state")
INSTANCES = 8
every_shape = pytest.mark.parametrize("shape", SHAPES, ids=str)


def run(shape: Shape, jobs: Sequence[Job], stalls: Stalls | None = None, **how: Any) -> SimulationRun:
    """Outcome of a run without failure, in which every block became what the model says."""
    found = simulator(shape.blocks, "core", own_session()).run([[job.block()] for job in jobs], stalls, **how)
    assert found.failure is None, str(found.failure)
    assert found.digests == [job.result(shape.cipher) for job in jobs]
    return found


def vectors(version: str) -> list[tuple[Job, bytes]]:
    """Encryptions of the project's own vectors and of the official ones, with the ciphertexts."""
    paths = [compact_file(f"threefish-{version}"), official_file(f"threefish-{version}", here())]
    result = [
        (Job(False, vector.key, vector.tweak, vector.plaintext), vector.ciphertext)
        for path in paths
        if path
        for vector in read_threefish(path)
    ]
    traced = official_file(f"threefish-{version}-traces", here())
    for trace in read_traces(traced) if traced else []:
        forward = dict(reversed(trace.states))["plaintext feedforward"]
        plaintext = little_endian_words(trace.plaintext)
        ciphertext = from_little_endian_words([c ^ p for c, p in zip(forward, plaintext, strict=True)])
        result.append((Job(False, trace.key, trace.tweak, trace.plaintext), ciphertext))
    return result


@pytest.mark.parametrize("shape", SHAPES[:9], ids=str)
@pytest.mark.sampled(3)
def test_vectors_both_ways(shape: Shape) -> None:
    """The first shapes are those of every block size with every version."""
    known = [known for known in vectors(shape.version) if 8 * len(known[0].data) == shape.block]
    assert len(known) >= 3
    back = [(replace(job, decrypt=True, data=ciphertext), job.data) for job, ciphertext in known]
    found = run(shape, [job for job, _ in known + back])
    assert found.digests == [result for _, result in known + back]


@pytest.mark.long
@every_shape
@pytest.mark.sampled(5)
def test_cycles_are_those_of_the_formula(shape: Shape) -> None:
    """Random blocks, back to back in every lane."""
    jobs = random_jobs(shape, 3 * INSTANCES * shape.stages, random.Random(str(shape)))
    found = run(shape, jobs, instances=INSTANCES)
    latency = shape.stages * ROUNDS[shape.block] // shape.unroll + 1
    interval = shape.stages * (ROUNDS[shape.block] // shape.unroll + 1)
    taken: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for message in found.messages:
        assert message is not None
        assert message.latency == latency
        taken[message.instance, message.lane] += message.accepted
    assert {lane for _, lane in taken} == set(range(shape.stages))
    assert {later - earlier for cycles in taken.values() for earlier, later in pairwise(cycles)} == {interval}


@every_shape
@pytest.mark.sampled(3)
def test_blocks_with_stalls(shape: Shape) -> None:
    jobs = random_jobs(shape, 2 * INSTANCES * shape.stages, random.Random(repr(shape)))
    run(shape, jobs, Stalls(0.4, 0.6), instances=INSTANCES)


@pytest.mark.parametrize("shape", [Shape(256, stages=stages) for stages in (2, 5, 8)], ids=str)
@pytest.mark.sampled(1)
def test_a_lane_takes_its_next_block_when_its_result_has_left(shape: Shape) -> None:
    """With a block always offered: STAGES - 1 cycles after the cycle in which the result before it left."""
    found = run(shape, random_jobs(shape, 8 * shape.stages, random.Random(2)), Stalls(0.0, 0.7), instances=1)
    lanes = defaultdict(list)
    for message in found.messages:
        assert message is not None
        lanes[message.lane].append(message)
    waited = 0
    for messages in lanes.values():
        for earlier, later in pairwise(sorted(messages, key=lambda message: message.accepted)):
            assert later.accepted[0] - earlier.last_digest == shape.stages - 1
            waited += earlier.last_digest > earlier.first_digest
    assert waited > shape.stages


@pytest.mark.parametrize("shape", [Shape(256, stages=stages) for stages in (2, 5, 8)], ids=str)
def test_reset_drops_what_is_in_flight(shape: Shape) -> None:
    source = random.Random(3)
    resets = sorted(source.sample(range(5, 300), 12))
    found = run(shape, random_jobs(shape, 40, source), Stalls(0.2, 0.5), seed=3, instances=4, resets=resets)
    assert found.restarted > 0


def test_what_is_encrypted_is_decrypted() -> None:
    """By two cores, each for its direction."""
    encrypt, decrypt = Shape(256, direction=ENCRYPT), Shape(256, direction=DECRYPT)
    jobs = random_jobs(encrypt, 20, random.Random(4))
    ciphertexts = run(encrypt, jobs).digests
    back = [replace(job, decrypt=True, data=data or b"") for job, data in zip(jobs, ciphertexts, strict=True)]
    assert run(decrypt, back).digests == [job.data for job in jobs]


@pytest.mark.parametrize("direction", [ENCRYPT, DECRYPT])
def test_the_bit_is_without_effect_on_a_core_of_one_direction(direction: int) -> None:
    shape = Shape(256, direction=direction)
    jobs = random_jobs(shape, 10, random.Random(5))
    other = [[replace(job, decrypt=not job.decrypt).block()] for job in jobs]
    found = simulator(shape.blocks, "core", own_session()).run(other)
    assert found.failure is None
    assert found.digests == [job.result(shape.cipher) for job in jobs]


FAULTS = {
    "another rotation": ("threefish_inverse_mix", "7 - (r", "6 - (r"),
    "the ring does not start at the last subkey": (
        "threefish_core",
        "move_on(key_ring, LAST_SUBKEY)",
        "key_ring",
    ),
    "a resting ring is not put back": ("threefish_core", "(LATE_STAGE > 0) ? 1 : 0", "0"),
    "a result is not kept": ("threefish_core", "out_valid && !out_ready", "1'b0"),
    "reset leaves a block in flight": ("threefish_core", "running[j] <= !rst &&", "running[j] <="),
}


@pytest.mark.parametrize(("module", "text", "fault"), FAULTS.values(), ids=FAULTS)
@pytest.mark.sampled(3)
def test_a_broken_copy_is_noticed(module: str, text: str, fault: str, tmp_path: Path) -> None:
    shape = Shape(256, stages=3, direction=BOTH)
    sources = [Path(shutil.copy(source, tmp_path)) for source in shape.blocks.sources]
    broken = tmp_path / f"{module}.sv"
    content = broken.read_text(encoding="utf-8")
    assert content.count(text) == 1
    broken.write_text(content.replace(text, fault), encoding="utf-8")
    jobs = random_jobs(shape, 30, random.Random(6))
    found = simulator(replace(shape.blocks, sources=tuple(sources)), "core", own_session()).run(
        [[job.block()] for job in jobs], Stalls(0.0, 0.5), instances=2, resets=[40], watchdog=1000
    )
    assert found.failure or found.digests != [job.result(shape.cipher) for job in jobs]


def test_fusesoc_lists_the_sources() -> None:
    core = ROOT / "cores" / "skein" / "threefish.core"
    assert files(core) == [f"rtl/{name}.sv" for name in OWN]
    assert "hashloom:cores:common:" in core.read_text(encoding="utf-8")


def test_the_rtl_that_was_measured_is_this() -> None:
    document = json.loads(results.path_of(ROOT / "results", threefish.NAME).read_text())
    measured = {(row["direction"], row["mix_adder"]): row["rtl_digest"] for row in document["rows"]}
    assert measured == {
        (direction, adder): threefish.unit(direction, adder, here()).digest()
        for direction in range(3)
        for adder in threefish.ADDERS
    }, "make results"
