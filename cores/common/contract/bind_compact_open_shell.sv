// SPDX-License-Identifier: Apache-2.0
//
// The message level at every compact_open_shell of a simulation: read this file behind the RTL and message_contract.sv.
// For simulators that know `bind` (Verilator, Questa, VCS, Xcelium, the simulator of Vivado).

bind compact_open_shell message_contract #(
    .WORD(WORD),
    .DIGEST(DIGEST),
    .COUNT_BITS(COUNT_BITS)
) message_contract (
    .*
);
