// SPDX-License-Identifier: Apache-2.0
//
// Reads a netlist in BLIF as `yosys write_blif -icells -conn` writes it: a hierarchy of models whose leaves are
// the one-bit cells of yosys (`$_AND_`, `$_DFF_P_`, ...) and truth tables (`.names`).

#ifndef HASHLOOM_NETLIST_H
#define HASHLOOM_NETLIST_H

#include <stdexcept>
#include <string>

#include "gate_circuit.h"

namespace hashloom {

// A netlist that cannot be simulated; the text is one sentence for the user.
class NetlistError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The circuit of model `top` of the file. Every flip-flop must be clocked by the rising edge of the input `clk`.
// Undefined values ($undef, nets without a driver) become inputs that get random bits in each cycle; initial
// values of flip-flops are ignored, because hardware without a reset starts anywhere.
GateCircuit read_netlist(const std::string &path, const std::string &top);

}  // namespace hashloom

#endif
