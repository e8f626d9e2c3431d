# SPDX-License-Identifier: Apache-2.0
"""Which script of a portfolio is the best, and the loads of wires that its second pass chooses sizes for."""

from pathlib import Path

import pytest

from hashloom import libraries, targets
from hashloom.errors import UsageError
from hashloom.execution import jobs
from hashloom.flow import portfolio, wire_loads
from hashloom.flow.goals import (
    GOALS,
    PORTFOLIO,
    WITH_LOADS,
    abc_script,
    about,
    check_goal,
    scripts,
    tuned_for,
)
from hashloom.flow.tried import Portfolio, Tried
from hashloom.libraries import FileLibrary
from hashloom.libraries.wire_load import WithLoads, model

LOADS = ((1, 2.0), (2, 3.5), (9, 10.5))
LIBERTY = """/* library (none) */
library (tiny) {
  capacitive_load_unit (1, pf);
  default_wire_load : "own";
  cell (NAND2) { area : 4; pin (A) { direction : input; capacitance : 0.01; } }
}
"""


def tried(script: str, clock: float | None, area: float = 100.0, **more: object) -> Tried:
    state = jobs.TOOL_CRASH if clock is None else jobs.OK
    fields = {"with_loads": False, "state": state, "clock_mhz": clock, "area_ge": area} | more
    return Tried(script, **fields)  # type: ignore[arg-type]


def test_the_highest_clock_is_the_fastest_and_that_per_area_the_densest() -> None:
    found = [tried("a", 500, 100), tried("b", 600, 200), tried("c", 400, 70)]
    assert portfolio.best(found, "fastest") == found[1]
    assert portfolio.best(found, "densest") == found[2]


def test_the_clock_with_wires_decides_where_there_is_one() -> None:
    found = [tried("a", 500, clock_placed_mhz=450), tried("b", 600, clock_placed_mhz=300)]
    assert portfolio.best(found, "fastest") == found[0]
    assert portfolio.best(found, "densest") == found[0]


def test_of_equal_clocks_the_smaller_then_the_earlier_counts() -> None:
    found = [tried("a", 500, 100), tried("b", 500, 90), tried("c", 500, 90)]
    assert portfolio.best(found, "fastest") == found[1]


def test_what_did_not_end_well_is_never_the_best() -> None:
    found = [tried("a", None), tried("b", 1, 1e9), tried("c", 900, state=jobs.TIMED_OUT)]
    for goal in PORTFOLIO:
        assert portfolio.best(found, goal) == found[1]
        assert portfolio.best(found[:1], goal) is None


def test_every_script_says_what_it_does_and_maps() -> None:
    assert scripts()[0] == "fast"
    assert len(scripts()) > 5
    for name in scripts():
        assert len(about(name)) > 60, name
        text = abc_script(name, 321)
        assert text.startswith("strash\n")
        assert text.endswith("stime -p\n")
        assert not set("#{") & set(text)
        for command in ("topo\n", "buffer -c", "upsize", "dnsize"):
            assert command in text, name


def test_the_second_pass_differs_by_sizes_for_wires_alone() -> None:
    for name in scripts():
        first, second = abc_script(name, 321), abc_script(name + WITH_LOADS, 321)
        assert "upsize -c" not in first
        assert second.replace("size -c", "size") == first
        assert second.count("size -c") == first.count("size")


def test_goals_of_a_portfolio_are_known_where_they_are_taken_only() -> None:
    assert [tuned_for(goal) for goal in (*GOALS, *PORTFOLIO)] == ["small", "fast", "fast", "fast"]
    assert check_goal("densest", (*GOALS, *PORTFOLIO)) == "densest"
    for goal in PORTFOLIO:
        with pytest.raises(UsageError, match=f"the goal {goal} is for designs on standard cells"):
            check_goal(goal)
        with pytest.raises(UsageError, match="for designs on standard cells"):
            abc_script(goal, 1)
    with pytest.raises(UsageError, match=r"unknown goal 'fastes'; .*fastest"):
        check_goal("fastes", (*GOALS, *PORTFOLIO))


@pytest.mark.parametrize("name", ["ecp5", "spartan3", "vivado_artix7"])
def test_an_fpga_is_refused(name: str) -> None:
    for goal in PORTFOLIO:
        with pytest.raises(UsageError, match=f"the goal {goal} tries scripts .* {name} is an FPGA"):
            portfolio.refuse_unmappable(targets.find(name), goal)
    portfolio.refuse_unmappable(targets.find(name), "fast")


def test_loads_are_means_by_number_and_never_go_down() -> None:
    nets = {1: [1.0, 3.0], 2: [1.5], 3: [5.00004], 30: [20.0], 50: [40.0, 60.0]}
    assert wire_loads.table(nets) == ((1, 2.0), (2, 2.0), (3, 5.0), (43, 40.0))
    assert wire_loads.table({1: [0.0]}) == ((1, wire_loads.LEAST_FF),)
    assert wire_loads.table({2: [1.0]}) == ()


def test_nets_of_a_spef_file_are_counted_by_their_loads() -> None:
    text = "*1 n\n\n*D_NET *1 2.5\n*CONN\n*I *9:Y O\n*I *10:A I\n*P y O\n*CAP\n1 *9:Y 2.5\n*RES\n*END\n"
    assert wire_loads.by_count(text.splitlines()) == {2: [2.5]}
    assert wire_loads.by_count((text + text.replace("*P y O\n", "")).splitlines()) == {2: [2.5], 1: [2.5]}


def test_the_model_is_in_the_unit_of_the_library_and_goes_on() -> None:
    text = "\n".join(model(LOADS, 1000.0))
    assert "fanout_length (2, 0.0035);" in text
    assert "slope : 0.001;" in text  # 7 fF for 7 loads
    assert "default_wire_load (" in text
    for wrong in ((), ((2, 1.0),), ((1, 1.0), (1, 2.0)), ((1, 0.0),)):
        with pytest.raises(ValueError, match="no loads of wires"):
            model(wrong, 1.0)


def test_loads_are_part_of_what_a_library_is(tmp_path: Path) -> None:
    (tmp_path / "tiny.lib").write_text(LIBERTY)
    plain = FileLibrary(str(tmp_path / "tiny.lib"), folder=tmp_path / "kept")
    made = [
        libraries.prepare(one, ())
        for one in (plain, WithLoads(plain, LOADS), WithLoads(plain, LOADS[:2]), WithLoads(plain, LOADS))
    ]
    assert len({one.sha256 for one in made}) == len({one.path for one in made}) == 3
    assert made[1] == made[3]
    without, with_loads = (one.path.read_text() for one in made[:2])
    assert "wire_load" not in without
    start = with_loads.index("\n  default_wire_load")
    assert with_loads[:start].endswith("library (tiny) {")
    assert with_loads.replace("\n" + "\n".join(model(LOADS, 1000.0)), "") == without
    assert made[0].cells == made[1].cells


def test_a_portfolio_is_read_as_it_was_written() -> None:
    told = Portfolio("b", with_loads=True, loads=LOADS, tried=(tried("a", 5), tried("b", 6, with_loads=True)))
    body = {
        "script": "b",
        "with_loads": True,
        "loads": [list(one) for one in LOADS],
        "tried": [vars(one) for one in told.tried],
    }
    assert Portfolio.from_body(body) == told
