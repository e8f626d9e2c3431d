// SPDX-License-Identifier: Apache-2.0
//
// A synchronous circuit of one-bit gates and flip-flops with one clock, evaluated for 64 instances at once: each
// net is a 64-bit word that holds the value of the net in instance i at bit i.

#ifndef HASHLOOM_CIRCUIT_H
#define HASHLOOM_CIRCUIT_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace hashloom {

constexpr std::size_t kInstances = 64;

// One bit of each of the 64 instances.
using Word = std::uint64_t;

// A value of 64 instances in two forms: `rows[i * words + k]` are bits 64k .. 64k+63 of instance i.
struct Rows {
  explicit Rows(std::size_t bits) : width(bits), words((bits + 63) / 64), data(kInstances * words, 0) {}
  std::uint64_t *row(std::size_t instance) { return data.data() + instance * words; }
  const std::uint64_t *row(std::size_t instance) const { return data.data() + instance * words; }
  std::size_t width;
  std::size_t words;
  std::vector<std::uint64_t> data;
};

// Transposes a 64 x 64 matrix of bits in place: bit j of word i becomes bit i of word j.
void transpose(std::array<std::uint64_t, 64> &matrix);

using Node = std::uint32_t;

// Builds a circuit gate by gate. Equal gates become one, constants are folded, inverters are merged into the
// gates that they feed.
class CircuitBuilder {
 public:
  static constexpr Node kZero = 0;
  static constexpr Node kOne = 1;

  CircuitBuilder();
  Node input();
  Node flip_flop();
  void set_next(Node flip_flop, Node next);
  Node make_not(Node a);
  Node make_and(Node a, Node b);
  Node make_or(Node a, Node b);
  Node make_xor(Node a, Node b);
  Node make_mux(Node select, Node when_zero, Node when_one);

  enum class Kind : std::uint8_t { kConstant, kInput, kFlipFlop, kNot, kAnd, kAndNot, kOr, kNor, kXor, kMux };
  struct Gate {
    Kind kind;
    std::array<Node, 3> in;
  };
  const std::vector<Gate> &gates() const { return gates_; }

 private:
  Node add(Kind kind, Node a, Node b, Node c);
  bool is_not(Node node) const { return gates_[node].kind == Kind::kNot; }
  Node operand(Node node) const { return gates_[node].in[0]; }

  std::vector<Gate> gates_;
  std::unordered_map<std::string, Node> known_;
};

class Circuit {
 public:
  struct Port {
    std::string name;
    bool is_input;
    std::vector<Node> bits;  // least significant first
  };

  // Takes the gates that `outputs` and the flip-flops they depend on need. Ports refer to nodes of the builder.
  // `noise` are inputs that stand for undefined values and get random bits in each cycle.
  Circuit(const CircuitBuilder &builder, const std::vector<Port> &ports, const std::vector<Node> &noise);

  // Position of a port, or -1 if the circuit has none of that name.
  int find(const std::string &name) const;
  std::size_t width(int port) const { return ports_[static_cast<std::size_t>(port)].bits.size(); }
  const std::vector<Port> &ports() const { return ports_; }

  void set(int port, const Rows &value);
  void set_bit(int port, std::size_t bit, Word value);
  void get(int port, Rows &value) const;
  Word get_bit(int port, std::size_t bit) const;

  void evaluate();
  void clock();

  // Names of the inputs on which the port depends within one cycle, not through a flip-flop.
  std::vector<std::string> combinational_inputs(int port) const;

  template <typename Random>
  void randomise_state(Random &random) {
    for (std::size_t i = 0; i < next_.size(); ++i) values_[first_flip_flop_ + i] = random();
  }
  template <typename Random>
  void randomise_noise(Random &random) {
    for (Node node : noise_) values_[node] = random();
  }

  std::size_t gate_count() const { return values_.size() - first_gate_; }
  std::size_t flip_flop_count() const { return next_.size(); }

 private:
  // Gates of one kind at one depth; their outputs are consecutive from `out`, their operands consecutive from
  // `operands`.
  struct Run {
    CircuitBuilder::Kind kind;
    Node out;
    std::uint32_t count;
    std::size_t operands;
  };
  void schedule(const CircuitBuilder &builder, const std::vector<Node> &used);

  std::vector<Port> ports_;
  std::unordered_map<std::string, int> port_by_name_;
  std::vector<Node> noise_;
  std::vector<Word> values_;
  std::vector<Run> runs_;
  std::vector<Node> operands_;
  std::vector<Node> next_;  // for each flip-flop the node that it takes over
  std::vector<Word> taken_;
  std::size_t first_flip_flop_ = 0;
  std::size_t first_gate_ = 0;
  std::vector<Node> place_;  // node of the builder -> index into values_
};

}  // namespace hashloom

#endif
