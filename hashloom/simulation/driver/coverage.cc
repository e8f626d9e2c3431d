// SPDX-License-Identifier: Apache-2.0

#include "coverage.h"

#include <algorithm>

namespace hashloom {

const char *Coverage::length_class(std::uint64_t cycles) {
  return cycles >= 4096 ? "4096" : cycles >= 256 ? "256" : cycles >= 16 ? "16" : cycles >= 2 ? "2" : "1";
}

void Coverage::messages(std::uint64_t count) {
  std::uint64_t &most = counts_["messages"];
  most = std::max(most, count);
}

void Coverage::meet(bool same, Word where, Word in_ready, Word digest_valid, Word in_valid, Word sink_ready,
                    Word reset) {
  std::array<unsigned, 32> &met = met_[same ? 0 : 1];
  const std::array<Word, 5> values = {reset, sink_ready, in_valid, digest_valid, in_ready};
  for (std::size_t bits = 0; bits < met.size(); ++bits) {
    if (met[bits] >= kEnough) continue;
    Word found = where;
    for (std::size_t k = 0; k < values.size(); ++k) found &= (bits >> k & 1) != 0 ? values[k] : ~values[k];
    met[bits] += found != 0 ? 1 : 0;
  }
}

int Coverage::wanted(bool same, bool in_ready, bool digest_valid, bool in_valid, std::uint64_t random) {
  const std::size_t shown = (in_ready ? 16U : 0U) + (digest_valid ? 8U : 0U) + (in_valid ? 4U : 0U);
  const std::size_t where = same ? 0 : 1;
  for (std::size_t k = 0; k < 4; ++k) {
    const std::size_t answer = (k + random) % 4;
    const std::size_t bits = shown + answer;
    if (met_[where][bits] >= kEnough || asked_[where][bits] >= kAsked) continue;
    ++asked_[where][bits];
    return static_cast<int>(answer);
  }
  return -1;
}

std::map<std::string, std::uint64_t> Coverage::counts() const {
  std::map<std::string, std::uint64_t> counts = counts_;
  for (std::size_t where = 0; where < met_.size(); ++where)
    for (std::size_t bits = 0; bits < met_[where].size(); ++bits) {
      if (met_[where][bits] == 0) continue;
      std::string digits;
      for (std::size_t k = 5; k-- > 0;) digits += (bits >> k & 1) != 0 ? '1' : '0';
      counts[(where == 0 ? "meet same " : "meet other ") + digits] = met_[where][bits];
    }
  return counts;
}

}  // namespace hashloom
