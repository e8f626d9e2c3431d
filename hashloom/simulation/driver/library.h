// SPDX-License-Identifier: Apache-2.0
//
// Circuits that were compiled: shared libraries made from what `yosys write_cxxrtl` wrote and ../cxxrtl/circuit.cc.

#ifndef HASHLOOM_LIBRARY_H
#define HASHLOOM_LIBRARY_H

#include <memory>
#include <string>

#include "circuit.h"

namespace hashloom {

// Name of the function of such a library, of type `Circuit *()`, that makes a circuit.
constexpr char kMakeCircuit[] = "hashloom_make_circuit";

// Throws std::runtime_error, with one sentence, for a file that is no such library. It stays loaded.
std::unique_ptr<Circuit> load_circuit(const std::string &path);

}  // namespace hashloom

#endif
