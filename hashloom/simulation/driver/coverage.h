// SPDX-License-Identifier: Apache-2.0
//
// What a run has met of the contract of the ports (docs/core-contract.md), counted by name:
//
//   source PLACE CLASS   waits of a source, PLACE `within` a message or `between` two
//   sink PLACE CLASS     waits of a digest beat for its sink, PLACE `first` or `later` beat of the digest
//   reset PHASE          what a lane did in the cycle of a reset: `idle`, `digest`, `block K` or `last K`, K cycles
//                        after it took a beat (the last beat) of a message that has no digest yet
//   meet WHERE BITS      a cycle with these values of: in ready, digest valid, in valid, sink ready, reset; WHERE:
//                        both sides speak of the `same` lane or of an `other` one
//   messages N           digests of one lane without a reset between them, the most that there were (as the count)
//
// CLASS is the greatest of 1, 2, 16, 256, 4096 that the wait reached, in cycles.

#ifndef HASHLOOM_COVERAGE_H
#define HASHLOOM_COVERAGE_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "circuit.h"

namespace hashloom {

class Coverage {
 public:
  void source_waited(bool within, std::uint64_t cycles) {
    ++counts_[std::string("source ") + (within ? "within " : "between ") + length_class(cycles)];
  }
  void sink_waited(bool first, std::uint64_t cycles) {
    ++counts_[std::string("sink ") + (first ? "first " : "later ") + length_class(cycles)];
  }
  void reset(const std::string &phase) { ++counts_["reset " + phase]; }
  bool met_reset(const std::string &phase) const { return counts_.count("reset " + phase) != 0; }
  void messages(std::uint64_t count);

  // The values of one cycle; only the instances of `where` count.
  void meet(bool same, Word where, Word in_ready, Word digest_valid, Word in_valid, Word sink_ready, Word reset);

  // Of the answers of a sink and a reset (2 sink ready + reset) to these values one that was met less than kEnough
  // times, or -1; `random` chooses. An answer after which the circuit no longer shows these values, since its outputs
  // follow the sink or the reset within the cycle, is never met: it is asked for kAsked times, and the run goes on.
  int wanted(bool same, bool in_ready, bool digest_valid, bool in_valid, std::uint64_t random);

  std::map<std::string, std::uint64_t> counts() const;

 private:
  static const char *length_class(std::uint64_t cycles);

  std::map<std::string, std::uint64_t> counts_;
  static constexpr unsigned kEnough = 8;
  static constexpr unsigned kAsked = 1024;
  std::array<std::array<unsigned, 32>, 2> met_{};    // up to kEnough
  std::array<std::array<unsigned, 32>, 2> asked_{};  // up to kAsked
};

}  // namespace hashloom

#endif
