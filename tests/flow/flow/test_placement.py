# SPDX-License-Identifier: Apache-2.0
"""Placement with coloquinte, and wires in OpenSTA: by hand on a small netlist, then on a mapped circuit."""

import importlib.util
import json
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import routed_cells
from folders import RTL
from own_state import own_session
from target_kinds import standard_cells

from hashloom import catalogue, targets
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Tuning
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import HashloomError, MissingTool, UsageError
from hashloom.execution import jobs
from hashloom.execution.session import Session, again
from hashloom.execution.steps import Step
from hashloom.flow import cells, timing, yosys
from hashloom.flow.placement import geometry, netlist, placer, spef, steiner, steps
from hashloom.libraries.pins import pins
from hashloom.targets import StandardCells

needs_placer = pytest.mark.skipif(
    importlib.util.find_spec(placer.TOOL) is None,
    reason="coloquinte is not here: it has wheels up to Python 3.12",
)
needs_router = pytest.mark.skipif(
    shutil.which("qrouter") is None, reason="qrouter is not installed: apt-get install qrouter"
)
needs_extraction = pytest.mark.skipif(
    shutil.which("magic") is None, reason="magic is not installed: apt-get install magic"
)
needs_time = pytest.mark.skipif(
    "HASHLOOM_COMPLETE" not in os.environ, reason="minutes of a router: HASHLOOM_COMPLETE=1 make test"
)
LIMITS = jobs.Limits(memory_bytes=8 << 30, wall_seconds=300)
LIBERTY = """
library (hand) {
  delay_model : table_lookup; time_unit : "1ns"; voltage_unit : "1V"; current_unit : "1mA";
  capacitive_load_unit (1, ff); pulling_resistance_unit : "1kohm";
  nom_voltage : 1.0; nom_temperature : 25; nom_process : 1;
  input_threshold_pct_rise : 50; input_threshold_pct_fall : 50;
  output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;
  slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20;
  slew_upper_threshold_pct_rise : 80; slew_upper_threshold_pct_fall : 80;
  lu_table_template (t) { variable_1 : input_net_transition; variable_2 : total_output_net_capacitance;
    index_1 ("0.01, 9"); index_2 ("0, 1000"); }
  cell (BUF) { area : 10;
    pin (A) { direction : input; capacitance : 10; }
    pin (Y) { direction : output; max_capacitance : 10000; function : "A";
      timing () { related_pin : "A"; timing_sense : positive_unate;
        cell_rise (t) { values ("0, 2", "0, 2"); } cell_fall (t) { values ("0, 2", "0, 2"); }
        rise_transition (t) { values ("2, 4", "2, 4"); } fall_transition (t) { values ("2, 4", "2, 4"); } } }
  }
}
"""
NETLIST = r"""
module hand(a, y);
  input a;
  wire a;
  output [1:0] y;
  wire [1:0] y;
  wire n;
  BUF first ( .A(a), .Y(n) );
  BUF \odd.name[3]_reg  ( .A(n), .Y(y[0]) );
  BUF third ( .A(n), .Y(y[1]) );
endmodule
"""
OHM, FF = 10.0, 0.2  # of a micrometre
REPORT = (
    "report_checks -from [get_ports a] -to [get_ports {y[0]}] -digits 6 -fields {capacitance input_pin net}"
)


@pytest.fixture(scope="module", autouse=True)
def state(simulation_state: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Records of this module; what one test has computed is there for the next."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HASHLOOM_RECORDS", str(tmp_path_factory.mktemp("placement") / "records.sqlite"))
        yield


def run(width: int = 16, target: StandardCells | None = None) -> cells.CellsRun:
    parameters = (("WIDTH", width), ("ADDER", "plain"))
    unit = RtlUnit("adder_tree", "adder_tree", (RTL / "adder_tree.sv",), parameters)
    return cells.CellsRun(unit, target or standard_cells(), "fast", LIMITS)


def by_hand(folder: Path, length_um: int = 100, text: Sequence[str] | None = None) -> str:
    """The report of OpenSTA on the netlist by hand, whose net `n` goes `length_um` straight, then forks."""
    circuit = netlist.read(NETLIST)
    (net,) = (one for one in netlist.nets(circuit, pins(LIBERTY), "clk") if one.name == "n")
    fork = length_um * 1000
    places = [(0, 0), (fork, 200_000), (fork, -50_000)]
    wires = [spef.Wire(net.name, net.ends, steiner.tree(places))]
    lines = list(spef.text(circuit, wires, OHM, FF)) if text is None else list(text)
    (folder / "hand.lib").write_text(LIBERTY)
    (folder / yosys.NETLIST).write_text(NETLIST)
    (folder / steps.SPEF).write_text("".join(f"{line}\n" for line in lines))
    script = steps.with_wires(timing.script("hand.lib", yosys.NETLIST, "hand", "BUF", 0.0, clocked=False))
    outcome = timing.run(folder, [*script, REPORT], LIMITS)
    assert outcome.state == jobs.OK
    return (folder / timing.LOG).read_text().rpartition("Startpoint")[2]


def step(report: str, pin: str) -> float:
    """Delay from the point before up to a pin."""
    found = re.search(rf"^\s*(?:[\d.]+\s+)?([\d.]+)\s+[\d.]+ [\^v] {re.escape(pin)} ", report, re.MULTILINE)
    assert found is not None, report
    return float(found.group(1))


def test_delays_of_wires_are_those_of_elmore(tmp_path: Path) -> None:
    """The driver's edge is slow, so that a wire delays it by its first moment, within a few per cent."""
    report = by_hand(tmp_path)
    # 350 um of wire and two pins of 10 fF hang on the driver.
    assert re.search(r"^\s*2\s+90\.0+\s+n \(net\)", report, re.MULTILINE)
    steps.refuse_warnings(tmp_path, "hand.lib")
    # To the fork 1000 ohm for all behind it and half of itself; from there 2000 ohm for half of itself and
    # the pin: femtofarad times ohm are 1e-6 ns.
    fork = 1000 * (20 / 2 + 40 + 10 + 10 + 10)
    elmore = (fork + 2000 * (40 / 2 + 10)) * 1e-6
    assert elmore == pytest.approx(0.140)
    assert step(report, "odd.name[3]_reg/A") == pytest.approx(elmore, rel=0.03)


def test_longer_wires_are_slower(tmp_path: Path) -> None:
    delays = []
    for length in (0, 10, 100, 400):
        (tmp_path / str(length)).mkdir()
        delays.append(step(by_hand(tmp_path / str(length), length), "odd.name[3]_reg/A"))
    assert delays == sorted(delays)
    assert delays[0] < delays[-1] / 2


@pytest.mark.parametrize(
    ("old", "new"), [("*1 n", "*1 m"), (r"odd\.name\[3\]_reg", r"odd\.name\[2\]_reg"), (":A I", ":B I")]
)
def test_a_wire_that_opensta_does_not_know_is_seen(tmp_path: Path, old: str, new: str) -> None:
    by_hand(tmp_path)
    lines = (tmp_path / steps.SPEF).read_text()
    assert old in lines
    (tmp_path / timing.LOG).unlink()
    by_hand(tmp_path, text=lines.replace(old, new).splitlines())
    with pytest.raises(HashloomError, match=r"OpenSTA warns \d+ times of the netlist or its wires: "):
        steps.refuse_warnings(tmp_path, "hand.lib")


def placed(seed: int, session: Session | None = None) -> tuple[Step, placer.Placement]:
    """The placement of the circuit with a seed, and its record."""
    made = steps.placement(run(), seed).perform(session or own_session(), files=True)
    text = (made.folder / steps.PLACEMENT).read_text(encoding="utf-8")
    return made, placer.Placement.from_body(json.loads(text))


def test_warnings_of_the_library_do_not_count(tmp_path: Path) -> None:
    (tmp_path / timing.LOG).write_text("Warning: hand.lib, line 3 default_operating_condition not found.\n")
    steps.refuse_warnings(tmp_path, "hand.lib")
    with pytest.raises(HashloomError, match="OpenSTA warns 1 times"):
        steps.refuse_warnings(tmp_path, "other.lib")


@needs_placer
def test_a_placement_says_where_everything_is() -> None:
    made, where = placed(1)
    assert made.state == jobs.OK
    assert 0.6 < made.body["utilisation"] <= 0.7
    width, height = made.body["core_um"]
    assert 0.5 < height / width < 2
    assert len(where.cells) == cells.synthesis(run()).perform(own_session()).body["cells"]
    assert set(where.ports) > {"sum[3]"}
    assert "clk" not in where.ports


@needs_placer
def test_one_seed_gives_one_result() -> None:
    anew = replace(own_session(), reuse=again("all"))
    assert placed(1)[1] == placed(1, anew)[1]
    assert placed(1)[1].cells != placed(2)[1].cells
    keys = {steps.wiring(run(), seed).key for seed in (1, 2)}
    assert len(keys) == 2


@needs_placer
def test_an_illegal_placement_is_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tool's answer is looked at: here a cell is moved onto another on the way."""
    right = placer.on_sites

    def wrong(*arguments: Any) -> tuple[placer.Place, ...]:
        first, second, *others = right(*arguments)
        return (first, replace(second, x=first.x, y=first.y, orientation=first.orientation), *others)

    monkeypatch.setattr(placer, "on_sites", wrong)
    made = steps.placement(run(), 3).perform(own_session())
    assert made.state == jobs.TOOL_CRASH
    assert "lie upon each other" in made.body["message"] or "no site" in made.body["message"]
    assert steps.wiring(run(), 3).perform(own_session()).key == made.key


@needs_placer
def test_wires_make_a_circuit_slower() -> None:
    session = own_session()
    without = cells.synthesis(run()).perform(session).body["timing"]["register"]["delay_ns"]
    layout = geometry.layout_of(standard_cells())
    delays = []
    for factor in (1e-9, 1.0, 3.0):
        longer = replace(layout, ohm_per_um=layout.ohm_per_um * factor, ff_per_um=layout.ff_per_um * factor)
        wired = steps.wiring(run(target=replace(standard_cells(), layout=longer)), 1).perform(session)
        assert wired.state == jobs.OK
        assert wired.body["wire_mm"] > 0
        delays.append(wired.body["timing"]["register"]["delay_ns"])
    assert delays[0] == pytest.approx(without, abs=2e-4)
    assert without < delays[1] < delays[2]


@needs_placer
def test_wires_are_as_long_as_their_bounds_allow() -> None:
    session = own_session()
    wired = steps.wiring(run(), 1).perform(session)
    circuit = steps.circuit_of(run(), session)
    _, where = placed(1)
    wires = steps.estimated(circuit, where)
    assert wired.body["nets"] == len(wires)
    assert wired.body["wire_mm"] == pytest.approx(sum(one.tree.length for one in wires) / 1e6, abs=1e-3)
    for one in wires:
        pins_of_wire = one.tree.nodes[: len(one.ends)]
        assert (
            steiner.half_perimeter(pins_of_wire) <= one.tree.length <= steiner.spanning_length(pins_of_wire)
        )
    assert wired.body["clock_skew_ns"] > 0
    assert len(circuit.clock_ff) == 16


@needs_placer
def test_what_opensta_leaves_out_is_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wire whose net has another name would be without any delay."""
    right = spef.text

    def wrong(*arguments: Any) -> Iterator[str]:
        return (line.replace("*1 ", "*1 no_such_net") for line in right(*arguments))

    monkeypatch.setattr(spef, "text", wrong)
    made = steps.wiring(run(), 2).perform(own_session())
    assert made.state == jobs.TOOL_CRASH
    assert "OpenSTA warns" in made.body["message"]


def test_a_library_without_layout_is_refused() -> None:
    with pytest.raises(UsageError, match="osu018 has no layout"):
        steps.wiring(run(target=replace(standard_cells(), layout=None)), 1)


@needs_placer
def test_keys_have_all_that_placement_rests_on() -> None:
    layout = geometry.layout_of(standard_cells())
    keys = {steps.wiring(run(), 1).key}
    for change in (
        {"utilisation": 0.6}, {"aspect_ratio": 2.0}, {"site_um": 0.4}, {"ohm_per_um": 1.0},
        {"ff_per_um": 1.0}, {"lef": None},
    ):  # fmt: skip
        changed: Any = change
        target = replace(standard_cells(), layout=replace(layout, **changed))
        keys.add(steps.wiring(run(target=target), 1).key)
        assert cells.synthesis(run(target=target)).key == cells.synthesis(run()).key
    assert len(keys) == 7


def test_a_placer_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    placer.version.cache_clear()
    monkeypatch.setattr(placer, "TOOL", "no_such_placer")
    with pytest.raises(MissingTool, match="the Python package no_such_placer is not installed"):
        steps.placement(run(), 1)
    monkeypatch.undo()
    placer.version.cache_clear()


@needs_placer
@needs_router
def test_a_router_takes_as_much_wire_as_is_estimated(tmp_path: Path) -> None:
    """It may meet a pin anywhere on its metal, which shortens the short wires of a small circuit."""
    session = own_session()
    circuit = steps.circuit_of(run(), session)
    _, where = placed(1)
    routed = sum(routed_cells.route(circuit, where, tmp_path, LIMITS).values())
    estimated = sum(one.tree.length for one in steps.estimated(circuit, where))
    assert 0.88 < routed / estimated < 1.03

    # The same for estimates of another placement: cells stand where others are.
    elsewhere = replace(where, cells=where.cells[::-1])
    wrong = sum(one.tree.length for one in steps.estimated(circuit, elsewhere))
    assert routed / wrong < 0.88


@needs_placer
@needs_router
@needs_extraction
@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "goal", "length", "capacitance"),
    [
        ("sha1/compact-8", "small", (0.96, 0.99), (0.50, 0.62)),
        pytest.param("sha1/basic", "fast", (0.99, 1.01), (1.00, 1.20), marks=needs_time),
    ],
)
def test_wires_of_a_core_are_routed_and_extracted(
    name: str, goal: str, length: tuple[float, float], capacitance: tuple[float, float], tmp_path: Path
) -> None:
    """The larger core is crowded, as most are: its wires have neighbours. Those of the small one have few."""
    session = own_session()
    target = targets.find("osu018", session.places.libraries)
    assert isinstance(target, StandardCells)
    design = catalogue.resolve_design(name, session.places)
    unit = rtl.unit(design, "core", Tuning(target.technology, goal, target.name, ()))
    chosen = cells.CellsRun(unit, target, goal, replace(LIMITS, wall_seconds=3000))
    made = steps.placement(chosen, 1).perform(session, files=True)
    where = placer.Placement.from_body(json.loads((made.folder / steps.PLACEMENT).read_text("utf-8")))
    circuit = steps.circuit_of(chosen, session)
    estimated = sum(one.tree.length for one in steps.estimated(circuit, where))
    routed = sum(routed_cells.route(circuit, where, tmp_path, chosen.limits).values())
    assert length[0] < routed / estimated < length[1]
    extracted = routed_cells.capacitance(circuit.netlist.top, tmp_path, chosen.limits)
    ff_per_nm = geometry.layout_of(target).ff_per_um / 1000
    assert capacitance[0] < extracted / (estimated * ff_per_nm) < capacitance[1]
