// SPDX-License-Identifier: Apache-2.0

#include "job.h"

#include <istream>
#include <utility>

namespace hashloom {

namespace {

std::vector<std::uint64_t> read_hexadecimal(std::istream &input, std::size_t bits) {
  std::string text;
  input >> text;
  std::vector<std::uint64_t> value((bits + 63) / 64, 0);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t digit = text.size() - 1 - i;
    const char c = text[digit];
    const int number = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    if (number < 0) throw JobError("not a hexadecimal number: " + text.substr(0, 80));
    for (std::size_t k = 0; k < 4; ++k) {
      if (((number >> k) & 1) == 0) continue;
      if (4 * i + k >= bits) throw JobError("a value does not fit into " + std::to_string(bits) + " bits");
      value[(4 * i + k) / 64] |= std::uint64_t{1} << ((4 * i + k) % 64);
    }
  }
  return value;
}

Beat read_beat(std::istream &input, Level level, std::size_t data_bits, std::size_t count_bits) {
  Beat beat;
  beat.data = read_hexadecimal(input, data_bits);
  if (level == Level::kCore) {
    input >> beat.first >> beat.last >> beat.empty;
    beat.count = read_hexadecimal(input, count_bits);
  } else {
    std::uint64_t bits = 0;
    input >> beat.last >> bits;
    beat.count = {bits};
  }
  return beat;
}

}  // namespace

Job read_job(std::istream &input, Level level, std::size_t data_bits, std::size_t count_bits) {
  Job job;
  std::string key;
  while (input >> key && key != "run") {
    if (key == "seed") {
      input >> job.seed;
    } else if (key == "instances") {
      input >> job.instances;
    } else if (key == "source_stall") {
      input >> job.source_stall;
    } else if (key == "sink_stall") {
      input >> job.sink_stall;
    } else if (key == "steady") {
      input >> job.steady;
    } else if (key == "begin") {
      input >> job.begin;
    } else if (key == "block_lane") {
      input >> job.block_lane;
    } else if (key == "back_to_back") {
      input >> job.back_to_back;
    } else if (key == "watchdog") {
      input >> job.watchdog;
    } else if (key == "tail") {
      input >> job.tail;
    } else if (key == "reset") {
      std::uint64_t cycle = 0;
      input >> cycle;
      job.resets[cycle] = ~std::uint64_t{0};
    } else if (key == "reset_of") {
      std::size_t instance = 0;
      std::uint64_t cycle = 0;
      input >> instance >> cycle;
      if (instance >= 64) throw JobError("a reset names an instance that does not exist");
      job.resets[cycle] |= std::uint64_t{1} << instance;
    } else if (key == "close") {
      input >> job.close;
    } else if (key == "seek") {
      input >> job.seek;
    } else if (key == "pause" || key == "hold") {
      Place place;
      std::uint64_t cycles = 0;
      input >> place.first >> place.second >> cycles;
      (key == "pause" ? job.pauses : job.holds)[place] = cycles;
    } else if (key == "preset") {
      Preset preset;
      std::uint64_t cycle = 0;
      input >> preset.instance >> cycle >> preset.name;
      preset.value = read_hexadecimal(input, 4096);
      if (preset.instance >= 64) throw JobError("a preset names an instance that does not exist");
      job.presets.emplace(cycle, std::move(preset));
    } else if (key == "vcd") {
      input >> std::ws;
      std::getline(input, job.vcd);
    } else if (key == "vcd_instance") {
      input >> job.vcd_instance;
    } else if (key == "message") {
      Message message;
      std::size_t beats = 0;
      input >> message.lane >> message.instance >> beats;
      for (std::size_t i = 0; i < beats && input; ++i)
        message.beats.push_back(read_beat(input, level, data_bits, count_bits));
      if (beats == 0) throw JobError("a message without beats");
      job.messages.push_back(std::move(message));
    } else {
      throw JobError("unknown word in the job: " + key);
    }
    if (!input) throw JobError("the job ends or is malformed after '" + key + "'");
  }
  if (key != "run") throw JobError("the job does not end with 'run'");
  return job;
}

}  // namespace hashloom
