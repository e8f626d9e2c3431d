// SPDX-License-Identifier: Apache-2.0
//
// Sends messages through a hash function with contexts (<family>_context_top) and prints what comes, with stalls on both
// sides and resets at random; see context_designs.py.
//
// Arguments: seed, per cent of cycles in which a source pauses, the same for a sink, number of resets, most cycles.
// Standard input: the messages, each a line `lane resume save bits word..`, of each lane in their order; words and bits in
// hexadecimal. in_resume, in_save and in_bits are random with words for which they say nothing.
// Standard output: a line `lane kind:word..` for each message, of each lane in their order; kind is 0 in a digest, 1 in a
// context, 2 with an error. Then `resets N`, how often one dropped something, and `cycles N`. After a reset a lane begins
// again with the first message that has not been answered.
#include <verilated.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "Vcontext_design.h"

namespace {

struct Message {
  bool resume, save;
  unsigned bits;
  std::vector<uint64_t> words;
};

struct Lane {
  std::vector<Message> messages;
  std::vector<std::string> answers;
  std::string answer;        // as far as it has come
  size_t message = 0;        // which one the next word is of
  size_t word = 0;           // which word of it
  bool offering = false;     // it is offered until it is taken
  bool held = false;         // an output was offered and not taken
  uint64_t held_data = 0;
  unsigned held_flags = 0;
};

template <typename T>
void put(T &port, unsigned at, unsigned width, uint64_t value) {
  for (unsigned i = 0; i < width; ++i) {
    const T bit = static_cast<T>(static_cast<T>(1) << (at + i));
    port = static_cast<T>((value >> i & 1) ? (port | bit) : (port & ~bit));
  }
}

template <std::size_t N>
void put(VlWide<N> &port, unsigned at, unsigned width, uint64_t value) {
  for (unsigned i = 0; i < width; ++i) {
    const EData bit = 1u << ((at + i) % 32);
    EData &part = port[(at + i) / 32];
    part = (value >> i & 1) ? (part | bit) : (part & ~bit);
  }
}

template <typename T>
uint64_t get(const T &port, unsigned at, unsigned width) {
  uint64_t value = 0;
  for (unsigned i = 0; i < width; ++i) value |= (static_cast<uint64_t>(port) >> (at + i) & 1) << i;
  return value;
}

template <std::size_t N>
uint64_t get(const VlWide<N> &port, unsigned at, unsigned width) {
  uint64_t value = 0;
  for (unsigned i = 0; i < width; ++i) {
    value |= static_cast<uint64_t>(port[(at + i) / 32] >> ((at + i) % 32) & 1) << i;
  }
  return value;
}

}  // namespace

int main(int, char **argv) {
  std::mt19937_64 random(std::strtoull(argv[1], nullptr, 10));
  const unsigned source_pause = std::atoi(argv[2]), sink_pause = std::atoi(argv[3]);
  unsigned resets_left = std::atoi(argv[4]), dropped = 0;
  const unsigned long limit = std::strtoul(argv[5], nullptr, 10);
  unsigned word_bits = WORD, bits_width = 1;
  while ((1u << (bits_width - 1)) < word_bits) ++bits_width;

  std::vector<Lane> lanes(LANES);
  size_t expected = 0;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream text(line);
    size_t lane;
    Message message{};
    text >> std::hex >> lane >> message.resume >> message.save >> message.bits;
    for (uint64_t word; text >> word;) message.words.push_back(word);
    lanes.at(lane).messages.push_back(message);
    ++expected;
  }

  Vcontext_design circuit;
  auto per_cent = [&](unsigned share) { return random() % 100 < share; };
  size_t answered = 0;
  unsigned long cycle = 0, next_reset = 20 + random() % 400;
  for (; answered < expected; ++cycle) {
    if (cycle == limit) {
      std::printf("no end\n");
      return 1;
    }
    bool reset = cycle < 2;
    if (!reset && resets_left > 0 && cycle >= next_reset) {
      reset = true;
      --resets_left;
      next_reset = cycle + 1 + random() % 700;
    }
    circuit.rst = reset;
    for (size_t l = 0; l < lanes.size(); ++l) {
      Lane &lane = lanes[l];
      if (!lane.offering) lane.offering = lane.message < lane.messages.size() && !per_cent(source_pause);
      put(circuit.in_valid, l, 1, lane.offering);
      uint64_t data = random();
      bool last = random() & 1, resume = random() & 1, save = random() & 1;
      unsigned bits = random() % (1u << bits_width);
      if (lane.offering) {
        const Message &message = lane.messages[lane.message];
        last = lane.word + 1 == message.words.size();
        data = message.words[lane.word];
        if (last) bits = message.bits;
        if (last) save = message.save;
        if (lane.word == 0) resume = message.resume;
      }
      put(circuit.in_data, l * word_bits, word_bits, data);
      put(circuit.in_last, l, 1, last);
      put(circuit.in_bits, l * bits_width, bits_width, bits);
      put(circuit.in_resume, l, 1, resume);
      put(circuit.in_save, l, 1, save);
      put(circuit.out_ready, l, 1, !per_cent(sink_pause));
    }
    circuit.clk = 0;
    circuit.eval();
    for (size_t l = 0; l < lanes.size(); ++l) {
      Lane &lane = lanes[l];
      if (get(circuit.out_valid, l, 1)) {
        const uint64_t data = get(circuit.out_data, l * word_bits, word_bits);
        const unsigned flags = get(circuit.out_last, l, 1) | get(circuit.out_context, l, 1) << 1 |
                               get(circuit.out_error, l, 1) << 2;
        if (lane.held && (data != lane.held_data || flags != lane.held_flags)) {
          std::printf("what is offered changes\n");
          return 1;
        }
        lane.held = !get(circuit.out_ready, l, 1);
        lane.held_data = data;
        lane.held_flags = flags;
        if (!lane.held && !reset) {
          char text[32];
          std::snprintf(text, sizeof text, " %u:%llx", flags >> 1, static_cast<unsigned long long>(data));
          lane.answer += text;
          if (flags & 1) {
            if (lane.answers.size() == lane.messages.size()) {
              std::printf("nothing was asked for\n");
              return 1;
            }
            lane.answers.push_back(lane.answer);
            lane.answer.clear();
            ++answered;
          }
        }
      } else if (lane.held) {
        std::printf("what is offered goes away\n");
        return 1;
      }
      if (lane.offering && get(circuit.in_ready, l, 1) && !reset) {
        lane.offering = false;
        if (++lane.word == lane.messages[lane.message].words.size()) {
          lane.word = 0;
          ++lane.message;
        }
      }
      if (reset) {
        dropped += cycle >= 2 && (lane.message != lane.answers.size() || lane.word != 0);
        lane.message = lane.answers.size();
        lane.word = 0;
        lane.answer.clear();
        lane.offering = lane.held = false;
      }
    }
    circuit.clk = 1;
    circuit.eval();
  }
  for (size_t l = 0; l < lanes.size(); ++l) {
    for (const std::string &answer : lanes[l].answers) std::printf("%zu%s\n", l, answer.c_str());
  }
  std::printf("resets %u\ncycles %lu\n", dropped, cycle);
  return 0;
}
