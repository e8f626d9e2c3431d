// SPDX-License-Identifier: Apache-2.0
//
// Value change dump (IEEE 1800, clause 21.7) of the ports of one instance, one clock cycle in ten time units.

#ifndef HASHLOOM_VCD_H
#define HASHLOOM_VCD_H

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "circuit.h"

namespace hashloom {

class Vcd {
 public:
  // Throws JobError if the file cannot be written.
  Vcd(const std::string &path, const Circuit &circuit, std::size_t instance);
  // Writes the values of the cycle; the clock rises at its begin.
  void cycle(std::uint64_t number);

 private:
  const Circuit &circuit_;
  const std::size_t instance_;
  std::ofstream file_;
  std::vector<std::string> last_;
};

}  // namespace hashloom

#endif
