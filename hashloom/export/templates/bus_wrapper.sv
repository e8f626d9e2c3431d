// SPDX-License-Identifier: Apache-2.0
//
// @NAME@: @DESIGN@ with its parameters set, behind @TITLE@.
//
// @TRAVELS@ Padding is done inside.
@REQUESTS@//
// What the ports mean, how messages travel, and how many cycles it takes: DATASHEET.md.

module @NAME@ (
@PORTS@
);

@SIGNALS@

  @TOP@ #(
@PARAMETERS@
  ) hash (
@CONNECTIONS@
  );

  @ADAPTER@ #(
@ADAPTER_PARAMETERS@
  ) adapter (
@ADAPTER_CONNECTIONS@
  );

endmodule
