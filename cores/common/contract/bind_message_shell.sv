// SPDX-License-Identifier: Apache-2.0
//
// Both levels at every message_shell of a simulation, where digests may come through a digest_buffer: read this file behind
// the RTL, message_contract.sv and block_contract.sv.
// For simulators that know `bind` (Verilator, Questa, VCS, Xcelium, the simulator of Vivado).

bind message_shell message_contract #(
    .WORD(WORD),
    .STAGES(STAGES),
    .DIGEST(DIGEST),
    .COUNT_BITS(COUNT_BITS)
) message_contract (
    .*
);

bind message_shell block_contract #(
    .BLOCK(BLOCK),
    .BEAT(BEAT),
    .STAGES(STAGES),
    .COUNT_BITS(COUNT_BITS),
    .DIGEST_TURNS(0),
    .ROUND(ROUND)
) block_contract (
    .*
);
