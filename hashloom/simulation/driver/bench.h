// SPDX-License-Identifier: Apache-2.0
//
// Simulates the 64 instances of a circuit under a job: offers messages, takes digests, stalls at random on both
// sides, and watches the protocol of the ports (docs/core-contract.md).

#ifndef HASHLOOM_BENCH_H
#define HASHLOOM_BENCH_H

#include <cstdint>
#include <deque>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "circuit.h"
#include "coverage.h"
#include "job.h"
#include "random.h"
#include "vcd.h"

namespace hashloom {

// A circuit without the ports of the level; the text is one sentence.
class PortError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A cycle is named by its number since the start; a transfer in cycle n happens at the clock edge that ends it.
struct Outcome {
  bool done = false;
  int lane = -1;
  int instance = -1;
  std::vector<std::uint64_t> accepted;  // cycle of each beat
  std::uint64_t first_digest = 0;       // first cycle with its digest valid
  std::uint64_t last_digest = 0;        // cycle in which its last beat left
  std::vector<std::vector<std::uint64_t>> digest;  // beats, bits 64k .. 64k+63 at index k
};

struct Failure {
  std::string kind;  // empty: none
  std::string text;
  int message = -1;
  std::size_t instance = 0;
  std::size_t lane = 0;
  std::uint64_t cycle = 0;
};

// One lane of one instance: the source of its messages and the sink of its digests.
struct Slot {
  std::deque<int> own;  // messages that only this slot may take, in order
  int current = -1;
  std::size_t beat = 0;
  bool offered = false;
  bool missed = false;              // could have offered since the cycle `missed_since`
  std::uint64_t missed_since = 0;
  std::uint64_t accepted = 0;       // cycle of the last accepted beat
  std::uint64_t done = 0;           // digests since the last reset
  std::deque<int> pending;  // messages taken in whole whose digest has not left in whole
  std::vector<std::vector<std::uint64_t>> digest;
  bool held = false;  // a digest beat was offered and not taken, since the cycle `held_since`
  std::uint64_t held_since = 0;
  std::vector<std::uint64_t> held_data;
  bool held_last = false;
};

class Bench {
 public:
  Bench(Circuit &circuit, Level level, std::size_t lanes, Job job);
  void run();

  const std::vector<Outcome> &outcomes() const { return outcomes_; }
  const Failure &failure() const { return failure_; }
  std::uint64_t cycles() const { return cycle_; }
  std::uint64_t restarted() const { return restarted_; }
  const Coverage &coverage() const { return coverage_; }

 private:
  Slot &slot(std::size_t instance, std::size_t lane) { return slots_[instance * lanes_ + lane]; }
  const std::string &name(int port) const { return circuit_.ports()[static_cast<std::size_t>(port)].name; }
  std::size_t open_messages() const { return job_.messages.size() - done_; }

  void check_paths();
  Word resets() const;
  void reset(Word instances);
  void preset();
  void find_turns(Word instances);
  void drive();
  void observe(Word resets);
  void cover(Word resets, const std::vector<Word> &valid);
  Word seek(Word resets);
  Word close(Word resets);
  std::string phase(const Slot &here) const;
  void offer(std::size_t instance, std::size_t lane);
  void put_beat(std::size_t instance, std::size_t lane);
  void accept(std::size_t instance, std::size_t lane);
  void take(std::size_t instance, std::size_t lane, bool valid, bool ready, bool last);
  void watch();
  void fail(const std::string &kind, const std::string &text, std::size_t instance, std::size_t lane,
            int message);
  int take_message(Slot &slot);
  bool blocked(std::size_t instance, std::size_t lane);
  bool paused(const Slot &here, int message, std::size_t beat) const;
  bool on_hold(std::size_t instance, std::size_t port);

  Circuit &circuit_;
  const Level level_;
  const std::size_t lanes_;
  const std::size_t ports_;  // of each kind: one a lane, or one where the lanes take turns
  const Job job_;
  Random random_;          // of the stalls and of what is driven while nothing is offered
  Random circuit_random_;  // of undefined values; apart, so that all engines see the same stalls
  std::deque<int> queue_;  // messages that any slot may take
  std::vector<Slot> slots_;
  std::vector<Outcome> outcomes_;
  Failure failure_;
  Coverage coverage_;
  std::set<std::uint64_t> closed_;  // cycles after a last beat in which a reset was asked for
  std::uint64_t cycle_ = 0;
  std::uint64_t restarted_ = 0;
  std::size_t done_ = 0;
  std::vector<std::uint64_t> progress_;  // of each instance: cycle of the last transfer
  std::vector<std::size_t> open_;        // of each instance: messages begun and not done

  // Ports, by position in the circuit; -1 where the level has none of that kind.
  int rst_, in_valid_, in_ready_, in_lane_, in_data_, in_first_, in_last_, in_empty_, in_count_;
  int out_valid_, out_ready_, out_lane_, out_data_, out_last_;
  std::size_t data_words_, in_width_, out_width_, count_width_;
  Rows in_data_rows_, count_rows_, out_data_rows_, in_lane_rows_, out_lane_rows_;
  std::vector<std::size_t> in_turn_, out_turn_;  // but at message level: lane of each instance whose turn it is
  std::vector<bool> speaking_;  // at bus level: a digest of the lane out_turn_ was offered and has not left in whole
  std::vector<bool> out_turn_known_;  // of each instance
  // Of this cycle, for each lane (only index 0 where they take turns): what is driven.
  std::vector<Word> valid_, ready_, first_, last_, empty_;
  std::unique_ptr<Vcd> vcd_;
};

}  // namespace hashloom

#endif
