# SPDX-License-Identifier: Apache-2.0
"""The energy of a ring of known cells, against a computation by hand, and with faults in the simulator."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from energy_circuits import DELAY_PS, RING, UNIT, VOLTS, described, simulated

from hashloom.energy import account, program
from hashloom.energy.program import Cycle
from hashloom.errors import HashloomError
from hashloom.flow.placement import netlist

pytestmark = pytest.mark.usefixtures("simulation_state")

# Wires, pins and what is at the output, in femtofarad.
LOADS = {
    "q": 10 + (1 + 1.5) * UNIT, "n1": 20 + UNIT, "n2": 30 + UNIT, "n3": 40 + (1 + 2) * UNIT, "y": 50 + 5.0,
}  # fmt: skip
RING_NETS = ("q", "n1", "n2", "n3")


def toggle(net: str) -> float:
    """Energy of a transition of a load: half of it is taken from the supply in a rise, and lost in a fall."""
    return LOADS[net] * VOLTS * VOLTS / 2


def inverter(net: str, rises: bool) -> float:
    """Energy inside of an inverter, at a slew of half a nanosecond: linear in the load."""
    load = LOADS[net] / UNIT
    return UNIT * (3 + 0.02 * load if rises else 2 + 0.01 * load)


def by_hand(q_rises: bool, clock_is_high: bool = True) -> Cycle:
    """What a cycle takes in which q rises, or falls. All rests on the values in the library."""
    inverters = inverter("n1", not q_rises) + inverter("n2", q_rises) + inverter("n3", not q_rises)
    flip_flop = UNIT * (7 + 2 if q_rises else 8 + 1)  # Q, and QN, which is not connected
    # n3 falls, or rises.
    at_high, at_low = (0.25, 2) if q_rises else (0.5, 1.5)
    data = UNIT * (at_high if clock_is_high else at_low)
    # q rises while n3 is 1, and n3 follows: y falls and rises again.
    glitch = UNIT * ((2 if q_rises else 4) + 5)
    clock = UNIT * (4 + 5 if q_rises else 6 + 3) + 2 * (3 * UNIT * VOLTS * VOLTS / 2)
    free = sum(map(toggle, RING_NETS))
    inside = inverters + flip_flop + data
    return Cycle(
        clock=clock,
        switching=free + 2 * toggle("y"),
        internal=inside + glitch,
        free_switching=free,
        free_internal=inside,
        wires=(10 + 20 + 30 + 40 + 2 * 50) * VOLTS * VOLTS / 2,
        lost=0,
        toggles=7,
        free_toggles=5,
        swallowed=0,
        settled=55.0,
        outputs="1",
    )


def is_right(found: Sequence[Cycle], clock_is_high: bool = True) -> bool:
    """Whether cycles take in turn what they must; which of the two comes first is drawn."""
    turns = [by_hand(True, clock_is_high), by_hand(False, clock_is_high)]
    first = 0 if found[0].internal == pytest.approx(turns[0].internal, rel=1e-5) else 1
    return all(
        numbers(one) == pytest.approx(numbers(turns[(first + number) % 2]), rel=1e-5) and one.outputs == "1"
        for number, one in enumerate(found)
    )


def numbers(one: Cycle) -> dict[str, float]:
    """All that is told of a cycle but for its outputs."""
    return {name: value for name, value in vars(one).items() if name != "outputs"}


def cycles(folder: Path, sources: Path = program.SOURCES, period_ns: float = 1.0) -> tuple[Cycle, ...]:
    run, outcome = simulated(described(), folder, 6, period_ns, sources=sources)
    assert run is not None, outcome.tail()
    return run.cycles


def test_a_ring_takes_what_is_told_by_hand(tmp_path: Path) -> None:
    found = cycles(tmp_path)
    assert len(found) == 6
    assert is_right(found)


def test_the_level_of_the_clock_counts(tmp_path: Path) -> None:
    """With a clock that falls before the data of the flip-flop changes, that takes another energy."""
    found = cycles(tmp_path, period_ns=0.08)
    assert is_right(found, clock_is_high=False)
    assert not is_right(found)


def test_leakage_and_the_sum(tmp_path: Path) -> None:
    one = described()
    run, _ = simulated(one, tmp_path, 2)
    assert run is not None
    assert one.leakage_nw == 3 * 1 + 2 + 4  # of an exclusive or the mean of its states
    supply = account.Supply(10.0, one.leakage_nw, VOLTS)
    found = account.sums(run.cycles, supply)
    both = [by_hand(True), by_hand(False)]
    assert found.clock == pytest.approx(sum(one.clock for one in both) / 1000)
    assert found.logic == pytest.approx(sum(one.free_switching + one.free_internal for one in both) / 1000)
    assert found.glitches == pytest.approx((2 * 2 * toggle("y") + UNIT * (7 + 9)) / 1000)
    assert found.leakage == pytest.approx(9e-9 * 2 * 10e-9 * 1e12)  # watt, second, picojoule
    assert found.all == pytest.approx(found.clock + found.logic + found.glitches + found.leakage)


def test_transitions_of_nets_are_counted(tmp_path: Path) -> None:
    one = described()
    run, _ = simulated(one, tmp_path, 10)
    assert run is not None
    assert {net: run.nets[one.nets[net]] for net in (*RING_NETS, "y")} == {
        **dict.fromkeys(RING_NETS, (10, 10)), "y": (20, 0),
    }  # fmt: skip


def test_a_pulse_that_is_too_short_is_swallowed(tmp_path: Path) -> None:
    """n3 follows q in 30 ps; a gate that takes longer does not show it."""
    run, _ = simulated(described(by_cell={**DELAY_PS, "XOR2": 31.0}), tmp_path, 4)
    assert run is not None
    assert [(one.toggles, one.free_toggles, one.swallowed) for one in run.cycles] == [(5, 5, 1)] * 4
    pulses = [2 * (toggle("y") + UNIT * falls) for falls in (2, 4)]
    assert sorted(one.lost for one in run.cycles[:2]) == pytest.approx(pulses)
    run, _ = simulated(described(by_cell={**DELAY_PS, "XOR2": 29.0}), tmp_path, 4)
    assert run is not None
    assert [(one.toggles, one.swallowed) for one in run.cycles] == [(7, 0)] * 4


FAULTS = {
    "glitches are not counted": (
        "  net.last = energy;\n", "  net.last = energy;\n  if (net.before == net.value) return;\n",
    ),
    "internal energy is counted twice": ("  now_.internal += energy;", "  now_.internal += 2 * energy;"),
    "the output that is not connected is left out": (
        "          cause < 0 ? 0.0F : energies_[at +", "          cause < 0 || o > 0 ? 0.0F : energies_[at +",
    ),
    "the falling edge of the clock is missed": (
        "now_.clock += clock_energies(false);", "clock_energies(false);",
    ),
    "the pins of the clock are missed": (
        "return sum + circuit_.clock_load * circuit_.volts * circuit_.volts / 2;", "return sum;",
    ),
    "capacitance is missed": ("circuit.loads[net] * circuit.volts", "0 * circuit.volts"),
    "wires are left out": ("now_.wires += net.wire;", ""),
    "the supply counts once": (
        "circuit.loads[net] * circuit.volts * circuit.volts / 2", "circuit.loads[net] * circuit.volts / 2",
    ),
    "conditions are not looked at": ("pin.caused_of[gate.state]", "pin.caused_of[0]"),
    "rise and fall are mixed up": ("(cause) + !wanted]", "(cause) + wanted]"),
    "inputs of flip-flops take nothing": (
        "energy += feed(flop_loads_[i], net.value);", "feed(flop_loads_[i], net.value);",
    ),
}  # fmt: skip


def planted(folder: Path, old: str, new: str) -> Path:
    """The sources of the simulator with this change."""
    sources = folder / "simulator"
    shutil.copytree(program.SOURCES, sources)
    path = sources / "simulator.cc"
    text = path.read_text()
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new))
    return sources


@pytest.mark.long
@pytest.mark.sampled(4)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_simulator_is_noticed(fault: str, tmp_path: Path) -> None:
    sources = planted(tmp_path, *FAULTS[fault])
    assert not is_right(cycles(tmp_path, sources))


@pytest.mark.long
def test_another_end_than_without_delays_is_refused(tmp_path: Path) -> None:
    """A change that was on its way is not taken back."""
    old = "if (wanted == (gate.value != gate.pending)) return taken;"
    sources = planted(tmp_path, old, "if (gate.pending || wanted == gate.value) return taken;")
    run, outcome = simulated(described(by_cell={**DELAY_PS, "XOR2": 31.0}), tmp_path, 4, sources=sources)
    assert run is None
    assert "ends cycle 1 with another value than without" in outcome.tail()


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (".D(n3)", ".D(clk)", "the input D of state is not connected, or is the clock"),
        (".CK(clk)", ".CK(q)", "the clock of the flip-flop state is not the port clk"),
        (".D(n3),", "", "the input D of state is not connected, or is the clock"),
        ("XOR2 both", "XOR9 both", "the library has no cell XOR9"),
    ],
)
def test_a_netlist_that_cannot_be_simulated(old: str, new: str, complaint: str) -> None:
    assert RING.count(old) == 1
    one = described()
    one.netlist = netlist.read(RING.replace(old, new))
    with pytest.raises(HashloomError, match=complaint):
        one.lines()


def test_a_loop_without_a_flip_flop_is_refused(tmp_path: Path) -> None:
    run, outcome = simulated(described(RING.replace(".A(q), .Y(n1)", ".A(n3), .Y(n1)")), tmp_path, 1)
    assert run is None
    assert "the netlist has a loop without a flip-flop" in outcome.tail()
