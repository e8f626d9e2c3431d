// SPDX-License-Identifier: Apache-2.0
//
// A synchronous circuit with one clock, simulated in up to 64 instances side by side. Each engine is one subclass.

#ifndef HASHLOOM_CIRCUIT_H
#define HASHLOOM_CIRCUIT_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "random.h"

namespace hashloom {

constexpr std::size_t kInstances = 64;

// One bit of each of the 64 instances.
using Word = std::uint64_t;

// A value of 64 instances in rows: `data[i * words + k]` are bits 64k .. 64k+63 of instance i.
struct Rows {
  explicit Rows(std::size_t bits) : width(bits), words((bits + 63) / 64), data(kInstances * words, 0) {}
  std::uint64_t *row(std::size_t instance) { return data.data() + instance * words; }
  const std::uint64_t *row(std::size_t instance) const { return data.data() + instance * words; }
  std::size_t width;
  std::size_t words;
  std::vector<std::uint64_t> data;
};

class Circuit {
 public:
  struct Port {
    std::string name;
    bool is_input;
    std::size_t width;
  };
  struct Fact {
    std::string name;
    std::size_t number;
  };

  virtual ~Circuit() = default;

  const std::vector<Port> &ports() const { return ports_; }
  std::size_t width(int port) const { return ports_[static_cast<std::size_t>(port)].width; }
  // Position of a port, or -1 if the circuit has none of that name.
  int find(const std::string &name) const {
    for (std::size_t i = 0; i < ports_.size(); ++i)
      if (ports_[i].name == name) return static_cast<int>(i);
    return -1;
  }

  // Only the first `count` instances matter; the others need not be simulated.
  virtual void use(std::size_t count) { static_cast<void>(count); }

  // Inputs keep their value until they are set again. The clock is no business of the caller.
  virtual void set(int port, const Rows &value) = 0;
  virtual void set_bit(int port, std::size_t bit, Word value) = 0;
  virtual void get(int port, Rows &value) const = 0;
  virtual Word get_bit(int port, std::size_t bit) const = 0;

  // Brings the outputs in line with inputs and state.
  virtual void evaluate() = 0;
  // The rising edge, after `evaluate`.
  virtual void clock() = 0;

  virtual void randomise_state(Random &random) = 0;
  // Sets the flip-flops of a register, MODULE.NAME, in all instances of that module in one of the 64 circuits; bits
  // that the register has not are left out. False if no module has it, or from an engine that knows no names.
  virtual bool preset(const std::string &name, const std::vector<std::uint64_t> &value, std::size_t instance) {
    static_cast<void>(name), static_cast<void>(value), static_cast<void>(instance);
    return false;
  }
  // Undefined values get random bits.
  virtual void randomise_noise(Random &random) { static_cast<void>(random); }

  // Names of the inputs on which the port depends within one cycle, not through a flip-flop; none from an engine
  // that does not know.
  virtual std::vector<std::string> combinational_inputs(int port) const = 0;
  // What there is to say of the circuit's size.
  virtual std::vector<Fact> facts() const { return {}; }

 protected:
  std::vector<Port> ports_;
};

}  // namespace hashloom

#endif
