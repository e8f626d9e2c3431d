// SPDX-License-Identifier: Apache-2.0
//
// Hashes files through the simulated stream pipeline and writes lines as skeinsum does.
// Compiled with ARGUMENTS, as the pipeline: 0 messages, 1 requests, which may have a key.

#include <array>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "Vstream_pipeline.h"

namespace {

constexpr unsigned lanes = 4;
constexpr unsigned word_bytes = 8;
constexpr unsigned block_words = 8;
constexpr unsigned patience = 10000;  // cycles in which nothing moves

// One beat of a packet: bytes in the order of AXI, the first one lowest.
struct Beat {
  uint64_t data = 0;
  uint8_t keep = 0;
  bool last = false;
};

// The bytes of a file or of a string as beats; an empty one is one beat without bytes.
class Packet {
 public:
  Packet(std::unique_ptr<std::istream> bytes, std::string name)
      : bytes_(std::move(bytes)), name_(std::move(name)) {
    if (!*bytes_) throw std::runtime_error(name_ + " cannot be opened");
  }

  Beat next() {
    Beat beat;
    for (unsigned i = 0; i < word_bytes; i++) {
      const int byte = bytes_->get();
      if (byte == EOF) break;
      beat.data |= uint64_t(byte) << (8 * i);
      beat.keep |= uint8_t(1u << i);
    }
    beat.last = bytes_->peek() == EOF;
    if (bytes_->bad()) throw std::runtime_error(name_ + " cannot be read");
    count_ += beat.keep == 0 ? 0 : unsigned(__builtin_popcount(beat.keep));
    return beat;
  }

  uint64_t count() const { return count_; }

 private:
  std::unique_ptr<std::istream> bytes_;
  std::string name_;
  uint64_t count_ = 0;
};

Packet packet_of_string(const std::string& bytes) {
  return {std::make_unique<std::istringstream>(bytes), "a string"};
}

Packet packet_of_file(const std::string& name) {
  return {std::make_unique<std::ifstream>(name, std::ios::binary), name};
}

std::string contents(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  std::ostringstream all;
  if (file.peek() != EOF) all << file.rdbuf();
  if (file.bad() || !file.is_open()) throw std::runtime_error(name + " cannot be read");
  return all.str();
}

// Command of skein_argument_top: a digest of 512 bits, and whether a key follows.
std::string command(bool key) {
  std::string bytes(16, '\0');
  bytes[1] = 2;
  bytes[12] = char(key);
  return bytes;
}

// What is under way in a lane: packets that are still to be sent, and the files whose digests will come.
struct Lane {
  std::deque<Packet> packets;
  std::deque<size_t> files;
};

// Deals files to the lanes, and beats of all lanes to the one stream: as many as make a block of each lane in turn, so
// that a lane's block is there when its turn in the core comes.
class Source {
 public:
  Source(const std::vector<std::string>& names, const std::string* key) : names_(names), key_(key) {}

  // The next beat and its lane; false if all has been sent.
  bool next(Beat& beat, unsigned& lane) {
    for (unsigned i = 0; i <= lanes; i++) {
      if (left_ > 0 && fill(lanes_[turn_])) {
        Packet& packet = lanes_[turn_].packets.front();
        beat = packet.next();
        lane = turn_;
        left_ = beat.last ? 0 : left_ - 1;
        if (beat.last) {
          if (lanes_[turn_].packets.size() == 1) message_bytes_ += packet.count();
          lanes_[turn_].packets.pop_front();
        }
        return true;
      }
      turn_ = (turn_ + 1) % lanes;
      left_ = block_words;
    }
    return false;
  }

  // The file to which the next digest of a lane belongs.
  size_t file_of_digest(unsigned lane) {
    if (lanes_[lane].files.empty()) throw std::runtime_error("a digest came that no file waits for");
    const size_t file = lanes_[lane].files.front();
    lanes_[lane].files.pop_front();
    return file;
  }

  uint64_t message_bytes() const { return message_bytes_; }

 private:
  // A lane that has nothing to send gets the next file; false if there is none.
  bool fill(Lane& lane) {
    if (!lane.packets.empty()) return true;
    if (dealt_ == names_.size()) return false;
#if ARGUMENTS
    lane.packets.push_back(packet_of_string(command(key_ != nullptr)));
    if (key_ != nullptr) lane.packets.push_back(packet_of_string(*key_));
#endif
    lane.packets.push_back(packet_of_file(names_[dealt_]));
    lane.files.push_back(dealt_++);
    return true;
  }

  const std::vector<std::string>& names_;
  const std::string* key_;
  std::array<Lane, lanes> lanes_;
  size_t dealt_ = 0;
  unsigned turn_ = 0;
  unsigned left_ = block_words;  // beats of this turn
  uint64_t message_bytes_ = 0;
};

void clock(Vstream_pipeline& pipeline) {
  pipeline.aclk = 1;
  pipeline.eval();
  pipeline.aclk = 0;
  pipeline.eval();
}

std::string hexadecimal(uint64_t word) {
  char text[2 * word_bytes + 1];
  for (unsigned i = 0; i < word_bytes; i++) std::snprintf(text + 2 * i, 3, "%02x", unsigned(word >> (8 * i) & 0xff));
  return text;
}

// Digests of all files, in hexadecimal digits.
std::vector<std::string> simulate(const std::vector<std::string>& names, const std::string* key) {
  Vstream_pipeline pipeline;
  Source source(names, key);
  std::vector<std::string> digests(names.size());
  std::array<std::string, lanes> coming;
  size_t finished = 0;
  uint64_t cycles = 0, moved = 0;

  pipeline.aclk = 0;
  pipeline.aresetn = 0;
  pipeline.s_axis_tvalid = 0;
  pipeline.m_axis_tready = 1;
  for (int i = 0; i < 3; i++) clock(pipeline);
  pipeline.aresetn = 1;

  while (finished < names.size()) {
    if (!pipeline.s_axis_tvalid) {
      Beat beat;
      unsigned lane = 0;
      pipeline.s_axis_tvalid = source.next(beat, lane);
      pipeline.s_axis_tdata = beat.data;
      pipeline.s_axis_tkeep = beat.keep;
      pipeline.s_axis_tlast = beat.last;
      pipeline.s_axis_tid = uint8_t(lane);
    }
    pipeline.eval();
    const bool taken = pipeline.s_axis_tvalid && pipeline.s_axis_tready;
    const bool given = pipeline.m_axis_tvalid;
    if (pipeline.s_axis_malformed) throw std::runtime_error("the pipeline flags a malformed beat");
    if (given) {
      const unsigned lane = pipeline.m_axis_tid;
      coming[lane] += hexadecimal(pipeline.m_axis_tdata);
      if (pipeline.m_axis_tlast) {
        digests[source.file_of_digest(lane)] = std::move(coming[lane]);
        coming[lane].clear();
        finished++;
      }
    }
    if (taken || given) moved = cycles;
    if (cycles - moved > patience) throw std::runtime_error("the pipeline stands still");
    clock(pipeline);
    cycles++;
    if (taken) pipeline.s_axis_tvalid = 0;
  }

  const uint64_t bytes = source.message_bytes();
  std::fprintf(stderr, "%llu bytes in %llu cycles", (unsigned long long)bytes, (unsigned long long)cycles);
  if (bytes > 0) std::fprintf(stderr, ": %.4f cycles per byte", double(cycles) / double(bytes));
  std::fputc('\n', stderr);
  return digests;
}

// As skeinsum writes it: a name with a backslash or the end of a line is escaped, and the line begins with a backslash.
void write_line(const std::string& digest, const std::string& name) {
  const bool escapes = name.find_first_of("\\\n\r") != std::string::npos;
  std::string shown;
  for (const char c : name) shown += c == '\\' ? "\\\\" : c == '\n' ? "\\n" : c == '\r' ? "\\r" : std::string(1, c);
  std::printf("%s%s  %s\n", escapes ? "\\" : "", digest.c_str(), shown.c_str());
}

int usage(const char* program) {
  std::fprintf(stderr, "usage: %s %sFILE...\n", program, ARGUMENTS ? "[--key-file=FILE] " : "");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string option = "--key-file=";
  std::vector<std::string> names(argv + 1, argv + argc);
  std::unique_ptr<std::string> key;
  try {
    if (ARGUMENTS && !names.empty() && names[0].compare(0, option.size(), option) == 0) {
      const std::string file = names[0].substr(option.size());
      key = std::make_unique<std::string>(contents(file));
      if (key->empty()) throw std::runtime_error("the key in " + file + " is empty, which would be the same as no key");
      names.erase(names.begin());
    }
    if (names.empty() || names[0].compare(0, 2, "--") == 0) return usage(argv[0]);
    const std::vector<std::string> digests = simulate(names, key.get());
    for (size_t i = 0; i < names.size(); i++) write_line(digests[i], names[i]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
  }
  return std::fflush(stdout) == 0 ? 0 : 1;
}
