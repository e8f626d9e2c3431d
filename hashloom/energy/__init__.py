# SPDX-License-Identifier: Apache-2.0
"""Energy of placed standard cells: their netlist simulated with delays, and what each transition takes.

    step.measuring(design, run, seed)    the step; its record has the figures (`flow.result.Energy`)

kinds       cells as the simulator has them: functions, and which energy counts in which state
delays      what OpenSTA says: delays (SDF), slews; wires (SPEF)
circuit     a netlist with all of that, in the words of the simulator
simulator/  the simulator, in C++
program     it, compiled and run
stimulus    what the core is given: long messages, short ones, nothing; and whether its digests are right
account     from the energies of cycles to figures
"""
