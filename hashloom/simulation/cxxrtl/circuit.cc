// SPDX-License-Identifier: Apache-2.0
//
// A circuit in the code of CXXRTL (the C++ back end of yosys), one object for each instance. Compiled, together with
// the file `simulated.cc` that `write_cxxrtl -g2` wrote, to a shared library that the driver loads.

#include "circuit.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "simulated.cc"

namespace {

using Chunk = cxxrtl::chunk_t;  // 32 bits of a value, least significant first
constexpr std::size_t kChunkBits = 32;
constexpr std::size_t kMostDeltas = 1000;

class CxxrtlCircuit : public hashloom::Circuit {
 public:
  CxxrtlCircuit() {
    for (std::size_t i = 0; i < hashloom::kInstances; ++i) add_instance();
  }

  void use(std::size_t count) override { used_ = count; }

  void set(int port, const hashloom::Rows &value) override {
    for (std::size_t i = 0; i < used_; ++i) {
      Chunk *chunks = chunks_of(port, i);
      for (std::size_t k = 0; k * kChunkBits < value.width; ++k)
        chunks[k] = static_cast<Chunk>(value.row(i)[k / 2] >> (kChunkBits * (k % 2))) & mask(value.width, k);
    }
  }

  void set_bit(int port, std::size_t bit, hashloom::Word value) override {
    for (std::size_t i = 0; i < used_; ++i) {
      Chunk &chunk = chunks_of(port, i)[bit / kChunkBits];
      chunk &= ~(Chunk{1} << (bit % kChunkBits));
      chunk |= static_cast<Chunk>((value >> i) & 1) << (bit % kChunkBits);
    }
  }

  void get(int port, hashloom::Rows &value) const override {
    for (std::size_t i = 0; i < used_; ++i) {
      const Chunk *chunks = chunks_of(port, i);
      for (std::size_t k = 0; k < value.words; ++k) value.row(i)[k] = 0;
      for (std::size_t k = 0; k * kChunkBits < value.width; ++k)
        value.row(i)[k / 2] |= std::uint64_t{chunks[k]} << (kChunkBits * (k % 2));
    }
  }

  hashloom::Word get_bit(int port, std::size_t bit) const override {
    hashloom::Word value = 0;
    for (std::size_t i = 0; i < used_; ++i)
      value |= hashloom::Word{(chunks_of(port, i)[bit / kChunkBits] >> (bit % kChunkBits)) & 1} << i;
    return value;
  }

  void evaluate() override { settle(false); }
  void clock() override { settle(true); }

  void randomise_state(hashloom::Random &random) override {
    for (const cxxrtl::debug_item &item : registers_)
      for (std::size_t k = 0; k * kChunkBits < item.width; ++k)
        item.curr[k] = item.next[k] = static_cast<Chunk>(random()) & mask(item.width, k);
  }

  std::vector<std::string> combinational_inputs(int) const override { return {}; }

 private:
  static Chunk mask(std::size_t width, std::size_t chunk) {
    const std::size_t bits = width - kChunkBits * chunk;
    return bits >= kChunkBits ? ~Chunk{0} : (Chunk{1} << bits) - 1;
  }

  Chunk *chunks_of(int port, std::size_t instance) const {
    return places_[instance * ports_.size() + static_cast<std::size_t>(port)];
  }

  // Ports are the names without a scope that are input or output; registers keep their value between two edges.
  void add_instance() {
    instances_.push_back(std::make_unique<cxxrtl_design::p_simulated>());
    cxxrtl::debug_items items;
    instances_.back()->debug_info(&items, nullptr, "");
    const bool first = ports_.empty();
    for (const auto &[name, parts] : items.table) {
      for (const cxxrtl::debug_item &part : parts)
        if (part.type == cxxrtl::debug_item::WIRE && (part.flags & cxxrtl::debug_item::DRIVEN_SYNC) != 0)
          registers_.push_back(part);
      const cxxrtl::debug_item &item = parts.front();
      if ((item.flags & (cxxrtl::debug_item::INPUT | cxxrtl::debug_item::OUTPUT)) == 0) continue;
      if (parts.size() != 1) throw std::runtime_error("the port " + name + " is in several parts");
      if (first) ports_.push_back({name, (item.flags & cxxrtl::debug_item::INPUT) != 0, item.width});
      places_.push_back(item.curr);
    }
    clock_ = find("clk");
    if (clock_ < 0) throw std::runtime_error("the circuit has no input clk");
  }

  // Evaluates with the clock at a level until nothing changes any more; registers take over when it rises.
  void settle(bool level) {
    for (std::size_t i = 0; i < used_; ++i) {
      cxxrtl_design::p_simulated &instance = *instances_[i];
      *chunks_of(clock_, i) = level;
      std::size_t deltas = 0;
      for (bool settled = false; !settled;) {
        const bool converged = instance.eval();
        settled = !instance.commit() || converged;
        if (++deltas > kMostDeltas) throw std::runtime_error("the circuit does not settle: a combinational loop");
      }
    }
  }

  std::vector<std::unique_ptr<cxxrtl_design::p_simulated>> instances_;
  std::vector<Chunk *> places_;  // of port p in instance i at index i * ports + p
  std::vector<cxxrtl::debug_item> registers_;
  std::size_t used_ = hashloom::kInstances;
  int clock_ = -1;
};

}  // namespace

extern "C" hashloom::Circuit *hashloom_make_circuit() { return new CxxrtlCircuit; }
