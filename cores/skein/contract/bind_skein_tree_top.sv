// SPDX-License-Identifier: Apache-2.0
//
// The message level at every skein_tree_top of a simulation: read this file behind the RTL, message_contract.sv and
// answer_contract.sv. A packet has less than 2^COUNT_BITS bits; with KINDS = 1 its header is one word more, and lengths are
// not checked.
// For simulators that know `bind` (Verilator, Questa, VCS, Xcelium, the simulator of Vivado).

bind skein_tree_top message_contract #(
    .WORD(WORD),
    .STAGES(1),
    .DIGEST(0),
    .COUNT_BITS((KINDS == 0) ? COUNT_BITS : 0)
) message_contract (
    .*
);

bind skein_tree_top answer_contract #(
    .WORD(WORD),
    .STAGES(1)
) answer_contract (
    .*
);
