# SPDX-License-Identifier: Apache-2.0
"""A portfolio of scripts on a small circuit: what wire loads change, and what a script that fails does."""

import importlib.util
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from folders import RTL
from own_state import own_session
from target_kinds import standard_cells

from hashloom import libraries
from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution import jobs
from hashloom.flow import cells, goals, portfolio, timing, yosys
from hashloom.flow.placement import placer
from hashloom.libraries.wire_load import WithLoads

LIMITS = jobs.Limits(memory_bytes=8 << 30, wall_seconds=300)
LOADS = ((1, 100.0), (2, 220.0), (5, 900.0))
"""Long wires for osu018, whose inputs have 10 fF and more."""
needs_placer = pytest.mark.skipif(
    importlib.util.find_spec(placer.TOOL) is None,
    reason="coloquinte is not here: it has wheels up to Python 3.12",
)


@pytest.fixture(scope="module", autouse=True)
def state(simulation_state: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Records of this module; what one test has computed is there for the next."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HASHLOOM_RECORDS", str(tmp_path_factory.mktemp("portfolio") / "records.sqlite"))
        yield


def run(goal: str = "fastest", width: int = 16) -> cells.CellsRun:
    parameters = (("WIDTH", width), ("ADDER", "plain"))
    unit = RtlUnit("adder_tree", "adder_tree", (RTL / "adder_tree.sv",), parameters)
    return cells.CellsRun(unit, standard_cells(), goal, LIMITS)


def delay(folder: Path, liberty: bytes, netlist: bytes) -> float:
    """Delay of the slowest path of a netlist without wires, by a library."""
    folder.mkdir()
    (folder / "cells.lib").write_bytes(liberty)
    (folder / yosys.NETLIST).write_bytes(netlist)
    script = timing.script("cells.lib", yosys.NETLIST, "adder_tree", "BUFX2", 30.0)
    assert timing.run(folder, script, LIMITS).state == jobs.OK
    found = timing.read(folder).register
    assert found is not None
    return found.delay_ns


def test_loads_of_wires_are_for_abc_and_not_for_opensta(tmp_path: Path) -> None:
    target = standard_cells()
    plain = libraries.prepare(target.source, target.dont_use).path.read_bytes()
    loaded = libraries.prepare(WithLoads(target.source, LOADS), target.dont_use).path.read_bytes()
    netlists = []
    for loads in ((), LOADS):
        step = cells.synthesis(portfolio.mapping(run(), "untargeted", loads)).perform(own_session())
        assert step.state == jobs.OK
        netlists.append((step.folder / yosys.NETLIST).read_bytes())
        areas = step.body["area_ge"]
    assert netlists[0] != netlists[1]
    for number, netlist in enumerate(netlists):
        delays = [
            delay(tmp_path / f"{number}-{which}", liberty, netlist)
            for which, liberty in (("plain", plain), ("loaded", loaded))
        ]
        assert delays[0] == delays[1]
    # As a simple attribute OpenSTA takes it, and the test above would see that.
    simple = loaded.replace(b'default_wire_load ("placed")', b'default_wire_load : "placed"')
    assert simple != loaded
    assert delay(tmp_path / "simple", simple, netlists[0]) > delay(tmp_path / "again", plain, netlists[0])
    assert areas > 0


def test_without_placement_the_highest_clock_wins_and_is_found_again() -> None:
    choice = portfolio.choose(run(), 0, own_session())
    tried = choice.portfolio.tried
    assert [one.script for one in tried] == list(goals.scripts())
    assert {one.state for one in tried} == {jobs.OK}
    assert all(one.clock_placed_mhz is None for one in tried)
    best = max(tried, key=lambda one: one.clock_mhz or 0.0)
    assert choice.portfolio.script == best.script
    assert choice.portfolio.loads == ()
    assert portfolio.choose(run(), 0, own_session().asking()) == choice
    step = cells.synthesis(choice.run).perform(own_session())
    assert step.body["area_ge"] == best.area_ge
    densest = portfolio.choose(run("densest"), 0, own_session().asking()).portfolio
    assert densest.tried == tried
    own = {one.script: one.clock_mhz / one.area_ge for one in tried if one.clock_mhz and one.area_ge}
    assert own[densest.script] == max(own.values())


def test_the_script_of_fast_is_the_goal_fast() -> None:
    assert cells.synthesis(portfolio.mapping(run(), "fast")).key == cells.synthesis(run("fast")).key


def test_a_script_that_crashes_does_not_win(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    winner = portfolio.choose(run(), 0, own_session()).portfolio.script
    text = goals.abc_script

    def broken(goal: str, delay_ps: int) -> str:
        return "no_such_command\n" if goal == winner else text(goal, delay_ps)

    monkeypatch.setattr(cells, "abc_script", broken)
    again = portfolio.choose(run(), 0, own_session()).portfolio
    states = {one.script: one.state for one in again.tried}
    assert states.pop(winner) == jobs.TOOL_CRASH
    assert set(states.values()) == {jobs.OK}
    assert again.script != winner
    monkeypatch.setattr(cells, "abc_script", lambda goal, delay_ps: "no_such_command\n")
    choice = portfolio.choose(run(), 0, own_session())
    assert choice.run.goal == "fast"
    assert {one.state for one in choice.portfolio.tried} == {jobs.TOOL_CRASH}


@needs_placer
def test_the_second_pass_is_kept_only_if_it_is_better() -> None:
    choice = portfolio.choose(run(), 1, own_session())
    *first, second = choice.portfolio.tried
    assert [one.with_loads for one in choice.portfolio.tried] == [False] * len(first) + [True]
    assert next(count for count, _ in choice.portfolio.loads) == 1
    placed = {one.script: one.clock_placed_mhz or 0.0 for one in first}
    assert second.script == max(placed, key=lambda name: placed[name])
    assert choice.portfolio.with_loads == ((second.clock_placed_mhz or 0.0) > placed[second.script])
    assert choice.run == portfolio.chosen(run(), choice.portfolio)
    assert portfolio.choose(run(), 1, own_session().asking()) == choice


def test_the_key_is_over_all_that_was_tried() -> None:
    told = portfolio.choose(run(), 0, own_session()).portfolio
    key = portfolio.step_keys(run(), told, 0)
    assert portfolio.step_keys(run(), told, 0) == key
    fewer = replace(told, tried=told.tried[1:])
    assert portfolio.step_keys(run(), fewer, 0) != key
    assert portfolio.step_keys(run(width=8), told, 0) != key
