// SPDX-License-Identifier: Apache-2.0
//
// @NAME@: @DESIGN@ with its parameters set.
//
// A message is a stream of words of @WORD@ bits, its first bit the most significant one of the first word; in the last
// word in_bits says how many bits count. An empty message is one word with in_last = 1 and in_bits = 0. The digest comes
// out as @DIGEST@. A word moves at a rising edge of clk where valid and ready are high. Padding is done inside.
@LANES@@REQUESTS@//
// What the ports mean, and how many cycles it takes: DATASHEET.md.

module @NAME@ (
@PORTS@
);

  @TOP@ #(
@PARAMETERS@
  ) hash (
@CONNECTIONS@
  );

endmodule
