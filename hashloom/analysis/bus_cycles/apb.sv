// SPDX-License-Identifier: Apache-2.0
//
// apb_adapter: the driver of registers.sv on APB.
`define APB
`include "registers.sv"
