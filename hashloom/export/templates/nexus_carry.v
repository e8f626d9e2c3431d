// SPDX-License-Identifier: Apache-2.0
//
// Nexus: yosys drives the carry input of the cell that begins a carry chain with a constant, which nextpnr refuses. The
// cell ignores its value (its tables are these), so it is left open.
(* techmap_celltype = "CCU2" *)
module first_carry (CIN, A1, B1, C1, D1, A0, B0, C0, D0, S1, S0, COUT);
  parameter INJECT = "YES";
  parameter INIT0 = "0x0000";
  parameter INIT1 = "0x0000";
  input CIN, A1, B1, C1, D1, A0, B0, C0, D0;
  output S1, S0, COUT;
  wire _TECHMAP_FAIL_ = INIT0 != "0xFFFF" || INIT1 != "0x00AA";
  CCU2 #(
      .INJECT(INJECT),
      .INIT0(INIT0),
      .INIT1(INIT1)
  ) _TECHMAP_REPLACE_ (
      .CIN(),
      .A1(A1), .B1(B1), .C1(C1), .D1(D1),
      .A0(A0), .B0(B0), .C0(C0), .D0(D0),
      .S1(S1), .S0(S0), .COUT(COUT)
  );
endmodule
