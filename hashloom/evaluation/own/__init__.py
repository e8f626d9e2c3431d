# SPDX-License-Identifier: Apache-2.0
"""RTL of others, before the flow: from whatever its author has to text that the flow takes.

core       what is to be measured: files, top module, parameters, clock
captured   all that is read, once, with what the files have a tool read beside them
vhdl       Verilog of VHDL, by GHDL
front_end  the readers: plain text with the ports of the core, and what was done for it
mapping    a TOML file that says which port of the core is what, and the module around it
check      a core with such a file, verified as one of ours
"""
