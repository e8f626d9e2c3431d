# SPDX-License-Identifier: Apache-2.0
"""Simulation of cores, from their RTL or from a synthesised netlist.

yosys turns the RTL into a netlist of one-bit gates, and a small C++ program (`driver/`) evaluates it for 64
instances of the circuit at once, one bit of a machine word each. That program is compiled once for all
designs. It offers messages to the ports of the block level, of the message level or of a bus, takes the
digests, stalls at random on both sides and watches the protocol. What is compiled, the program and the
netlists, is steps of the session (`compiled`).

    simulator(unit, level, session)          a Simulator for RTL
    cxxrtl_simulator(unit, level, session)   the same on a second engine, CXXRTL of yosys
    paired_simulator(unit, level, session)   both, compared in every run
    netlist_simulator(netlist, ...)          a Simulator for a synthesised netlist and models of its cells
    Simulator.run(messages, stalls)          a SimulationRun: digests, cycles of every transfer, a failure
"""

from hashloom.simulation.cxxrtl import cxxrtl_simulator, difference, paired_simulator
from hashloom.simulation.elaboration import CellModels, liberty_models, made_rtl_gates, verilog_models
from hashloom.simulation.messages import Beat, stream
from hashloom.simulation.refusals import Refused, TookTooLong
from hashloom.simulation.script import INSTANCES, Preset, Script
from hashloom.simulation.simulator import (
    Failure,
    Message,
    MessageRun,
    SimulationRun,
    Simulator,
    Stalls,
    gate_simulator,
    netlist_simulator,
    simulator,
)

__all__ = [
    "INSTANCES",
    "Beat",
    "CellModels",
    "Failure",
    "Message",
    "MessageRun",
    "Preset",
    "Refused",
    "Script",
    "SimulationRun",
    "Simulator",
    "Stalls",
    "TookTooLong",
    "cxxrtl_simulator",
    "difference",
    "gate_simulator",
    "liberty_models",
    "made_rtl_gates",
    "netlist_simulator",
    "paired_simulator",
    "simulator",
    "stream",
    "verilog_models",
]
