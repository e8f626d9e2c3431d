// SPDX-License-Identifier: Apache-2.0
//
// What to simulate: messages as a sequence of beats, and how to offer them. A job is a text of words separated by
// white space:
//
//   key value ...            see read_job: seed, instances, source_stall, sink_stall, steady, block_lane,
//                            back_to_back, begin, watchdog, tail, reset (may come again), vcd, vcd_instance
//   seek FIRST               from that instance on, sinks and resets bring about what has seldom met in one cycle
//   close CYCLES             behind all named resets the steady instances get one in each of the first so many cycles
//                            after the last beat of a message in which none came
//   reset_of INSTANCE CYCLE  a reset of one instance
//   pause MESSAGE BEAT CYCLES    the source waits so long before it offers that beat
//   hold MESSAGE BEAT CYCLES     the sink takes that beat of the digest only after so many cycles on offer
//   preset INSTANCE CYCLE REGISTER VALUE   sets the register, MODULE.NAME in every instance of that module, at the
//                            begin of a cycle, or those of several, A|B, that there are; VALUE is hexadecimal and
//                            loses the bits that the register has not
//   message LANE INSTANCE N  followed by N beats; -1 lets the first free lane take the message
//   DATA FIRST LAST EMPTY COUNT     a beat at block level: hexadecimal, 0/1, 0/1, 0/1, hexadecimal
//   DATA LAST BITS                  a beat at message and bus level: hexadecimal, 0/1, decimal
//   run                      end of the job

#ifndef HASHLOOM_JOB_H
#define HASHLOOM_JOB_H

#include <cstdint>
#include <iosfwd>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace hashloom {

// Ports of the block level, of the message level, of the bus (docs/core-contract.md).
enum class Level { kCore, kTop, kBus };

// A job that cannot be read; the text is one sentence.
class JobError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Beat {
  std::vector<std::uint64_t> data;  // bits 64k .. 64k+63 of the port at index k
  bool first = false;
  bool last = false;
  bool empty = false;
  std::vector<std::uint64_t> count;  // message bits up to here, or valid bits of the last word
};

struct Message {
  int lane = -1;
  int instance = -1;
  std::vector<Beat> beats;
};

struct Preset {
  std::size_t instance = 0;
  std::string name;
  std::vector<std::uint64_t> value;  // bits 64k .. 64k+63 at index k
};

// A beat of a message, or of its digest: both numbers from 0.
using Place = std::pair<int, std::size_t>;

struct Job {
  std::uint64_t seed = 1;
  std::size_t instances = 64;
  double source_stall = 0;  // probability that a free source offers nothing in a turn
  double sink_stall = 0;    // probability that the sink is not ready in a cycle
  std::size_t steady = 0;   // the first so many instances have none of these stalls
  bool block_lane = false;  // at message level: the sink of one lane of each instance waits for the others
  bool back_to_back = true;  // a lane offers its next message before the digest of the last has left
  std::size_t seek = 64;    // instances from here on look for what has seldom met
  std::uint64_t close = 0;         // cycles after a last beat, in each of which a reset is to come
  std::uint64_t begin = 0;         // first cycle in which a source offers anything
  std::uint64_t watchdog = 10000;  // cycles without any transfer that count as a hang
  std::uint64_t tail = 64;         // cycles watched after the last digest
  std::map<std::uint64_t, std::uint64_t> resets;  // cycles with rst = 1, and in which instances
  std::map<Place, std::uint64_t> pauses;
  std::map<Place, std::uint64_t> holds;
  std::multimap<std::uint64_t, Preset> presets;  // by cycle
  std::string vcd;
  std::size_t vcd_instance = 0;
  std::vector<Message> messages;
};

// `data_bits` and `count_bits` are the widths of the ports that the beats go to.
Job read_job(std::istream &input, Level level, std::size_t data_bits, std::size_t count_bits);

}  // namespace hashloom

#endif
