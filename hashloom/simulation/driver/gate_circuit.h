// SPDX-License-Identifier: Apache-2.0
//
// A circuit of one-bit gates and flip-flops, evaluated for 64 instances at once: each net is a 64-bit word that
// holds the value of the net in instance i at bit i.

#ifndef HASHLOOM_GATE_CIRCUIT_H
#define HASHLOOM_GATE_CIRCUIT_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "circuit.h"

namespace hashloom {

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

class GateCircuit : public Circuit {
 public:
  struct Nodes {
    std::string name;
    bool is_input;
    std::vector<Node> bits;  // least significant first
  };

  // Flip-flops of one bit of a register, of each instance of its module one.
  struct RegisterBit {
    std::size_t bit;
    Node node;
  };
  using Registers = std::unordered_map<std::string, std::vector<RegisterBit>>;  // by MODULE.NAME

  // Takes the gates that `outputs` and the flip-flops they depend on need. Ports and registers refer to nodes of the
  // builder. `noise` are inputs that stand for undefined values and get random bits in each cycle.
  GateCircuit(const CircuitBuilder &builder, const std::vector<Nodes> &ports, const std::vector<Node> &noise,
              Registers registers);

  void set(int port, const Rows &value) override;
  void set_bit(int port, std::size_t bit, Word value) override;
  void get(int port, Rows &value) const override;
  Word get_bit(int port, std::size_t bit) const override;
  void evaluate() override;
  void clock() override;
  void randomise_state(Random &random) override;
  void randomise_noise(Random &random) override;
  bool preset(const std::string &name, const std::vector<std::uint64_t> &value, std::size_t instance) override;
  std::vector<std::string> combinational_inputs(int port) const override;
  std::vector<Fact> facts() const override;

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

  std::vector<std::vector<Node>> bits_;  // of each port
  std::vector<Node> noise_;
  Registers registers_;  // those of what is simulated
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
