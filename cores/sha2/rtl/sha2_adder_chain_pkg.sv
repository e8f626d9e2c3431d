// SPDX-License-Identifier: Apache-2.0
//
// Names of the adder chains that sha2_adder_chain offers, with those of table 1 of L. Dadda, M. Macchetti, J. Owen,
// "The Design of a High Speed ASIC Unit for the Hash Function SHA-256 (384, 512)", DATE 2004.

package sha2_adder_chain_pkg;

  localparam integer SAVED_CHAIN = 0;  // (3,2)-cla #2: a chain of full-adder rows, figure 2
  localparam integer SAVED_TREE = 1;  // (3,2)-cla #1: a tree of full-adder rows, figure 3
  localparam integer COUNTER_7_3 = 2;  // (7,3)-(3,2)-cla: counters of 7 bits
  localparam integer COUNTER_5_3 = 3;  // (5,3)-(3,2)-cla: counters of 5 bits
  localparam integer COUNTER_4_4_4 = 4;  // (4,4; 4)-(3,2)-cla: counters of two columns of 4 bits
  localparam integer ADDER_TREE = 5;  // cla #1: a tree of carry-propagating adders
  localparam integer ADDER_CHAIN = 6;  // cla #2: a chain of carry-propagating adders

endpackage
