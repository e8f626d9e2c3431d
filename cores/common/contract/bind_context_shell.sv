// SPDX-License-Identifier: Apache-2.0
//
// The message level at every context_shell of a simulation: read this file behind the RTL, message_contract.sv and
// answer_contract.sv. Words of a context are neither a digest nor a part of a message, so that lengths are not checked.
// For simulators that know `bind` (Verilator, Questa, VCS, Xcelium, the simulator of Vivado).

bind context_shell message_contract #(
    .WORD(WORD),
    .STAGES(STAGES),
    .DIGEST(0),
    .COUNT_BITS(0)
) message_contract (
    .*
);

bind context_shell answer_contract #(
    .WORD(WORD),
    .STAGES(STAGES),
    .SIZED(0),
    .HIDDEN(0)
) answer_contract (
    .*,
    .out_bits('0)
);
