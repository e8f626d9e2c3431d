// SPDX-License-Identifier: Apache-2.0
//
// Names of the carry networks that prefix_adder offers. A core takes such a number as a parameter for each
// role that an adder plays in it, so that the laboratory can give a role the network that suits a technology.

package adder_pkg;

  localparam integer TOOL = 0;  // the operator `+`: carry chains on FPGAs, the tool's own choice elsewhere
  localparam integer RIPPLE = 1;  // carry ripple: WIDTH levels, smallest
  localparam integer BRENT_KUNG = 2;  // 2 log2(WIDTH) - 1 levels, 2 WIDTH nodes, fan-out 2
  localparam integer SKLANSKY = 3;  // log2(WIDTH) levels, WIDTH/2 log2(WIDTH) nodes, fan-out up to WIDTH/2
  localparam integer KOGGE_STONE = 4;  // log2(WIDTH) levels, WIDTH log2(WIDTH) nodes, fan-out 2
  localparam integer HAN_CARLSON = 5;  // log2(WIDTH) + 1 levels, WIDTH/2 log2(WIDTH) nodes, fan-out 2

endpackage
