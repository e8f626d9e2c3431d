// SPDX-License-Identifier: Apache-2.0
//
// The bus level at every message_bus of a simulation: read this file behind the RTL, message_contract.sv and
// bus_contract.sv.
// For simulators that know `bind` (Verilator, Questa, VCS, Xcelium, the simulator of Vivado).

bind message_bus bus_contract #(
    .WORD(WORD),
    .CIRCUITS(CIRCUITS),
    .DIGEST(DIGEST),
    .COUNT_BITS(COUNT_BITS)
) bus_contract (
    .*
);
