# SPDX-License-Identifier: Apache-2.0
"""Every FPGA target with its real tools, on a circuit of some dozen cells; a random hash on one of them."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from folders import RTL
from own_state import here, own_session

from hashloom import catalogue, evaluation, flow, targets
from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution import jobs
from hashloom.execution.jobs import Limits
from hashloom.targets import Fpga

LIMITS = Limits(memory_bytes=16 << 30, wall_seconds=300)
NAMES = [name for name in targets.names() if isinstance(targets.find(name), Fpga)]
PLACED = [
    name for name in NAMES if (target := targets.find(name)) and isinstance(target, Fpga) and target.placed
]
UNIT = RtlUnit("adder_tree", "adder_tree", (RTL / "adder_tree.sv",), (("WIDTH", 16), ("ADDER", "plain")))


@pytest.fixture(scope="module", autouse=True)
def state(simulation_state: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Records of this module; the simulator is that of the other tests, compiled once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HASHLOOM_RECORDS", str(tmp_path_factory.mktemp("fpga") / "records.sqlite"))
        yield


def fpga(name: str) -> Fpga:
    target = targets.find(name)
    assert isinstance(target, Fpga)
    return target


def measured(target: Fpga, seeds: int) -> flow.Measurement:
    return flow.measure(UNIT, target, "fast", seeds, own_session(), limits=LIMITS)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.sampled(3)
def test_a_small_circuit_is_mapped(name: str) -> None:
    found = measured(fpga(name), 0)
    assert found.state == jobs.OK, found.message
    assert found.area_ff == 16
    assert found.area_lut is not None
    assert 16 <= found.area_lut <= 120
    assert found.area is not None
    assert found.area_lut / fpga(name).area_luts <= found.area <= found.area_lut + found.area_ff
    assert found.area_unit == fpga(name).area_unit
    assert found.levels is not None
    assert 3 <= found.levels <= 20
    assert found.critical_path is not None
    assert all(found.critical_path)
    assert (found.mapped_only, found.clock_mhz) == (True, None)


@pytest.mark.long
@pytest.mark.parametrize("name", PLACED)
@pytest.mark.sampled(1)
def test_a_small_circuit_is_placed(name: str) -> None:
    found = measured(fpga(name), 2)
    assert found.state == jobs.OK, found.message
    assert [run.seed for run in found.seeds] == [1, 2]
    assert found.clock_mhz is not None
    assert 20 < found.clock_mhz < 1000
    assert found.mapped_only is None
    assert found.levels == measured(fpga(name), 0).levels


@pytest.mark.long
def test_a_family_that_nothing_places_is_mapped_whatever_is_asked_for() -> None:
    assert measured(fpga("virtex5"), 3) == measured(fpga("virtex5"), 0)
    assert set(measured(fpga("virtex5"), 3).tools) == {"pyosys"}


@pytest.mark.long
def test_nexus_needs_its_repair() -> None:
    """When this fails nextpnr takes carry chains as yosys writes them, and the repair can go."""
    assert measured(replace(fpga("nexus"), repair=None), 1).state == jobs.TOOL_CRASH


@pytest.mark.long
def test_the_netlist_of_a_hash_is_simulated_with_the_models_of_a_family(rng: random.Random) -> None:
    name = rng.choice([name for name in NAMES if name not in ("ecp5",)])
    design, session = catalogue.resolve_design("sha1/basic", here()), own_session()
    result = evaluation.synthesise(design, name, "fast", 0, session, limits=LIMITS)
    assert (result.state, result.netlist_simulated) == (jobs.OK, True), (
        f"{name}: {result.measurement.message}"
    )
