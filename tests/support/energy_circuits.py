# SPDX-License-Identifier: Apache-2.0
"""A ring of known cells, whose energy can be told by hand, and the simulation of it and of others.

    q --> inverter --> n1 --> inverter --> n2 --> inverter --> n3 --> flip-flop --> q

The flip-flop changes at each edge of the clock, and with it every net of the ring once. The output y is the
exclusive or of q and n3, which differ: after each edge, until n3 has followed, y is 0 for a while.
"""

from collections.abc import Mapping
from pathlib import Path

from own_state import own_session

from hashloom.energy import circuit, program
from hashloom.energy.delays import Delays
from hashloom.energy.delays import Path as Way
from hashloom.execution import jobs
from hashloom.flow.placement import netlist
from hashloom.libraries import liberty_power

LIMITS = jobs.Limits(memory_bytes=4 << 30, wall_seconds=60)
VOLTS, UNIT = 2.0, 2.0
"""Supply; femtofarad, and femtojoule, in the units of the library."""
LIBERTY = """
library ("hand") { /* units: 2 fF, so 2 fJ */
  time_unit : "1ns"; voltage_unit : "1V"; leakage_power_unit : "1pW";
  capacitive_load_unit (2, ff); nom_voltage : 2.0;
  power_lut_template (both) { variable_1 : total_output_net_capacitance; variable_2 : input_transition_time;
    index_1 ("0, 100"); index_2 ("0, 1"); }
  power_lut_template (own) { variable_1 : input_transition_time; index_1 ("0, 1"); }
  cell (INV) { area : 1; cell_leakage_power : 1000;
    pin (A) { direction : input; capacitance : 1; }
    pin (Y) { direction : output; function : "!A";
      internal_power () { related_pin : "A";
        rise_power (both) { values ("1, 5", \\
                                    "3, 7"); }
        fall_power (both) { values ("2, 2", "2, 4"); } } } }
  cell (XOR2) { area : 1; leakage_power () { when : "A"; value : 1000; } leakage_power () { value : 3000; }
    pin (A) { direction : input; capacitance : 1.5; }
    pin (B) { direction : input; capacitance : 2; }
    pin (Y) { direction : output; function : "(A ^ B)";
      internal_power () { related_pin : "A"; when : "B";
        rise_power (scalar) { values ("1"); } fall_power (scalar) { values ("2"); } }
      internal_power () { related_pin : "A"; when : "!B";
        rise_power (scalar) { values ("3"); } fall_power (scalar) { values ("4"); } }
      internal_power () { related_pin : "B"; power (scalar) { values ("5"); } } } }
  cell (DFF) { area : 1; cell_leakage_power : 4000;
    ff ("IQ", "IQN") { next_state : "D"; clocked_on : "CK"; }
    pin (D) { direction : input; capacitance : 1;
      internal_power () { when : "CK"; rise_power (own) { values ("0.5, 0.5"); } fall_power (own) { values ("0, 0.5"); } }
      internal_power () { when : "!CK"; rise_power (own) { values ("1, 2"); } fall_power (own) { values ("2, 2"); } } }
    pin (CK) { direction : input; capacitance : 3; clock : true;
      internal_power () { when : "Q"; rise_power (own) { values ("6, 9"); } fall_power (own) { values ("5, 9"); } }
      internal_power () { when : "!Q & QN"; rise_power (own) { values ("4, 9"); } fall_power (own) { values ("3, 9"); } } }
    pin (Q) { direction : output; function : "IQ";
      internal_power () { related_pin : "CK";
        rise_power (scalar) { values ("7"); } fall_power (scalar) { values ("8"); } } }
    pin (QN) { direction : output; function : "IQN";
      internal_power () { related_pin : "CK";
        rise_power (scalar) { values ("1"); } fall_power (scalar) { values ("2"); } } } }
}
"""  # noqa: E501
RING = """
module ring(clk, y);
  input clk;
  wire clk;
  output y;
  wire y;
  wire q;
  wire n1;
  wire n2;
  wire n3;
  INV first ( .A(q), .Y(n1) );
  INV second ( .A(n1), .Y(n2) );
  INV third ( .A(n2), .Y(n3) );
  XOR2 both ( .A(q), .B(n3), .Y(y) );
  DFF state ( .CK(clk), .D(n3), .Q(q) );
endmodule
"""
WIRES = {"q": 10.0, "n1": 20.0, "n2": 30.0, "n3": 40.0, "y": 50.0}
LOAD_FF = 5.0
SLEW_NS = 0.5
DELAY_PS = {"INV": 10.0, "XOR2": 5.0, "DFF": 20.0}


def delays(text: str, by_cell: Mapping[str, float]) -> Delays:
    """Delays that are the same for all cells of a type, from each input to each output."""
    found = Delays()
    library = liberty_power.power(LIBERTY, ("INV", "XOR2", "DFF"))
    for one in netlist.read(text).instances:
        cell, delay = library.cells[one.cell], by_cell[one.cell]
        for output in cell.named("output"):
            for source in cell.named("input"):
                found.paths[one.name, output, source] = [Way("", delay, delay)]
    return found


def described(
    text: str = RING, by_cell: Mapping[str, float] = DELAY_PS, wires: Mapping[str, float] = WIRES
) -> circuit.Described:
    """A netlist of the library by hand."""
    found = netlist.read(text)
    slews = {f"{one.name}/{pin}": SLEW_NS for one in found.instances for pin in one.pins}
    library = liberty_power.power(LIBERTY, circuit.used_cells(found))
    around = circuit.Surroundings(delays(text, by_cell), slews, wires, LOAD_FF, "clk")
    return circuit.Described(found, library, around)


def simulated(
    one: circuit.Described,
    folder: Path,
    cycles: int,
    period_ns: float = 1.0,
    stimulus: list[str] | None = None,
    sources: Path = program.SOURCES,
) -> tuple[program.Run | None, jobs.Outcome]:
    """So many cycles of a netlist, without inputs or with these."""
    lines = one.lines()
    quiet = ["", *["0"] * cycles]
    driver = program.program(own_session(), sources)
    return program.simulate(driver, lines, stimulus or quiet, period_ns, 1, folder, LIMITS)
