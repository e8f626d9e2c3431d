// SPDX-License-Identifier: Apache-2.0

#include "gate_circuit.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace hashloom {

namespace {

constexpr Node kNowhere = 0xFFFFFFFFU;

int operand_count(CircuitBuilder::Kind kind) {
  switch (kind) {
    case CircuitBuilder::Kind::kConstant:
    case CircuitBuilder::Kind::kInput:
    case CircuitBuilder::Kind::kFlipFlop:
      return 0;
    case CircuitBuilder::Kind::kNot:
      return 1;
    case CircuitBuilder::Kind::kMux:
      return 3;
    default:
      return 2;
  }
}

}  // namespace

void transpose(std::array<std::uint64_t, 64> &matrix) {
  std::uint64_t mask = 0x00000000FFFFFFFFULL;
  for (std::size_t step = 32; step != 0; step >>= 1, mask ^= mask << step) {
    for (std::size_t i = 0; i < 64; i = ((i | step) + 1) & ~step) {
      const std::uint64_t moved = ((matrix[i] >> step) ^ matrix[i | step]) & mask;
      matrix[i] ^= moved << step;
      matrix[i | step] ^= moved;
    }
  }
}

CircuitBuilder::CircuitBuilder() {
  gates_.push_back({Kind::kConstant, {0, 0, 0}});
  gates_.push_back({Kind::kConstant, {1, 0, 0}});
}

Node CircuitBuilder::input() {
  gates_.push_back({Kind::kInput, {0, 0, 0}});
  return static_cast<Node>(gates_.size() - 1);
}

Node CircuitBuilder::flip_flop() {
  gates_.push_back({Kind::kFlipFlop, {0, 0, 0}});
  return static_cast<Node>(gates_.size() - 1);
}

void CircuitBuilder::set_next(Node flip_flop, Node next) { gates_[flip_flop].in[0] = next; }

Node CircuitBuilder::add(Kind kind, Node a, Node b, Node c) {
  char key[13];
  key[0] = static_cast<char>(kind);
  std::memcpy(key + 1, &a, 4);
  std::memcpy(key + 5, &b, 4);
  std::memcpy(key + 9, &c, 4);
  const auto found = known_.emplace(std::string(key, sizeof key), static_cast<Node>(gates_.size()));
  if (found.second) gates_.push_back({kind, {a, b, c}});
  return found.first->second;
}

Node CircuitBuilder::make_not(Node a) {
  if (a == kZero) return kOne;
  if (a == kOne) return kZero;
  if (is_not(a)) return operand(a);
  return add(Kind::kNot, a, 0, 0);
}

Node CircuitBuilder::make_and(Node a, Node b) {
  if (a > b) std::swap(a, b);
  if (a == kZero) return kZero;
  if (a == kOne || a == b) return b;
  const bool not_a = is_not(a);
  const bool not_b = is_not(b);
  if ((not_a && operand(a) == b) || (not_b && operand(b) == a)) return kZero;
  if (not_a && not_b) {
    const Node x = operand(a);
    const Node y = operand(b);
    return add(Kind::kNor, std::min(x, y), std::max(x, y), 0);
  }
  if (not_a) return add(Kind::kAndNot, b, operand(a), 0);
  if (not_b) return add(Kind::kAndNot, a, operand(b), 0);
  return add(Kind::kAnd, a, b, 0);
}

Node CircuitBuilder::make_or(Node a, Node b) {
  if (a > b) std::swap(a, b);
  if (a == kZero || a == b) return b;
  if (a == kOne) return kOne;
  const bool not_a = is_not(a);
  const bool not_b = is_not(b);
  if ((not_a && operand(a) == b) || (not_b && operand(b) == a)) return kOne;
  if (not_a && not_b) return make_not(make_and(operand(a), operand(b)));
  if (not_a) return make_not(make_and(operand(a), make_not(b)));
  if (not_b) return make_not(make_and(operand(b), make_not(a)));
  return add(Kind::kOr, a, b, 0);
}

Node CircuitBuilder::make_xor(Node a, Node b) {
  bool inverted = false;
  if (is_not(a)) {
    a = operand(a);
    inverted = !inverted;
  }
  if (is_not(b)) {
    b = operand(b);
    inverted = !inverted;
  }
  if (a > b) std::swap(a, b);
  if (a == kOne) {
    inverted = !inverted;
    a = kZero;
  }
  if (b == kOne) {  // both were constant
    inverted = !inverted;
    b = kZero;
  }
  Node result;
  if (a == b) {
    result = kZero;
  } else if (a == kZero) {
    result = b;
  } else {
    result = add(Kind::kXor, a, b, 0);
  }
  return inverted ? make_not(result) : result;
}

Node CircuitBuilder::make_mux(Node select, Node when_zero, Node when_one) {
  if (select == kZero || when_zero == when_one) return when_zero;
  if (select == kOne) return when_one;
  if (is_not(select)) return make_mux(operand(select), when_one, when_zero);
  if (when_zero == kZero) return make_and(select, when_one);
  if (when_one == kZero) return make_and(make_not(select), when_zero);
  if (when_zero == kOne) return make_not(make_and(select, make_not(when_one)));
  if (when_one == kOne) return make_or(select, when_zero);
  if (is_not(when_zero) && operand(when_zero) == when_one) return make_xor(select, when_zero);
  if (is_not(when_one) && operand(when_one) == when_zero) return make_xor(select, when_zero);
  return add(Kind::kMux, select, when_zero, when_one);
}

GateCircuit::GateCircuit(const CircuitBuilder &builder, const std::vector<Nodes> &ports,
                         const std::vector<Node> &noise, Registers registers)
    : registers_(std::move(registers)) {
  const std::vector<CircuitBuilder::Gate> &gates = builder.gates();
  // What the outputs need. Operands of a gate have smaller numbers than the gate, the next state of a flip-flop
  // may have any.
  std::vector<char> needed(gates.size(), 0);
  std::vector<Node> work;
  const auto need = [&](Node node) {
    if (!needed[node]) {
      needed[node] = 1;
      work.push_back(node);
    }
  };
  need(CircuitBuilder::kZero);
  need(CircuitBuilder::kOne);
  for (Node node : noise) need(node);
  for (const Nodes &port : ports)
    for (Node node : port.bits) need(node);
  while (!work.empty()) {
    const CircuitBuilder::Gate &gate = gates[work.back()];
    work.pop_back();
    const int count = gate.kind == CircuitBuilder::Kind::kFlipFlop ? 1 : operand_count(gate.kind);
    for (int k = 0; k < count; ++k) need(gate.in[static_cast<std::size_t>(k)]);
  }
  std::vector<Node> used;
  for (Node node = 0; node < gates.size(); ++node)
    if (needed[node]) used.push_back(node);
  schedule(builder, used);
  for (const Nodes &port : ports) {
    ports_.push_back({port.name, port.is_input, port.bits.size()});
    bits_.push_back(port.bits);
    for (Node &node : bits_.back()) node = place_[node];
  }
  for (Node node : noise) noise_.push_back(place_[node]);
  for (auto &entry : registers_) {
    for (RegisterBit &found : entry.second) found.node = place_[found.node];
    const auto unused = [](const RegisterBit &found) { return found.node == kNowhere; };
    entry.second.erase(std::remove_if(entry.second.begin(), entry.second.end(), unused), entry.second.end());
  }
}

void GateCircuit::schedule(const CircuitBuilder &builder, const std::vector<Node> &used) {
  const std::vector<CircuitBuilder::Gate> &gates = builder.gates();
  place_.assign(gates.size(), kNowhere);
  std::vector<std::uint32_t> depth(gates.size(), 0);
  std::vector<Node> flip_flops;
  std::vector<Node> inner;
  Node next_place = 0;
  for (Node node : used) {
    const CircuitBuilder::Gate &gate = gates[node];
    if (gate.kind == CircuitBuilder::Kind::kFlipFlop) {
      flip_flops.push_back(node);
    } else if (operand_count(gate.kind) == 0) {
      place_[node] = next_place++;
    } else {
      for (int k = 0; k < operand_count(gate.kind); ++k)
        depth[node] = std::max(depth[node], depth[gate.in[static_cast<std::size_t>(k)]] + 1);
      inner.push_back(node);
    }
  }
  first_flip_flop_ = next_place;
  for (Node node : flip_flops) place_[node] = next_place++;
  first_gate_ = next_place;
  std::stable_sort(inner.begin(), inner.end(), [&](Node a, Node b) {
    return std::make_pair(depth[a], gates[a].kind) < std::make_pair(depth[b], gates[b].kind);
  });
  for (Node node : inner) place_[node] = next_place++;

  std::uint32_t depth_of_run = 0;
  for (Node node : inner) {
    const CircuitBuilder::Gate &gate = gates[node];
    if (runs_.empty() || runs_.back().kind != gate.kind || depth_of_run != depth[node]) {
      runs_.push_back({gate.kind, place_[node], 0, operands_.size()});
      depth_of_run = depth[node];
    }
    ++runs_.back().count;
    for (int k = 0; k < operand_count(gate.kind); ++k)
      operands_.push_back(place_[gate.in[static_cast<std::size_t>(k)]]);
  }
  for (Node node : flip_flops) next_.push_back(place_[gates[node].in[0]]);
  taken_.assign(next_.size(), 0);
  values_.assign(next_place, 0);
  values_[place_[CircuitBuilder::kOne]] = ~Word{0};
}

void GateCircuit::set(int port, const Rows &value) {
  const std::vector<Node> &bits = bits_[static_cast<std::size_t>(port)];
  std::array<std::uint64_t, 64> matrix;
  for (std::size_t k = 0; k < value.words; ++k) {
    for (std::size_t i = 0; i < kInstances; ++i) matrix[i] = value.data[i * value.words + k];
    transpose(matrix);
    const std::size_t count = std::min<std::size_t>(64, bits.size() - 64 * k);
    for (std::size_t j = 0; j < count; ++j) values_[bits[64 * k + j]] = matrix[j];
  }
}

void GateCircuit::set_bit(int port, std::size_t bit, Word value) {
  values_[bits_[static_cast<std::size_t>(port)][bit]] = value;
}

void GateCircuit::get(int port, Rows &value) const {
  const std::vector<Node> &bits = bits_[static_cast<std::size_t>(port)];
  std::array<std::uint64_t, 64> matrix;
  for (std::size_t k = 0; k < value.words; ++k) {
    const std::size_t count = std::min<std::size_t>(64, bits.size() - 64 * k);
    matrix.fill(0);
    for (std::size_t j = 0; j < count; ++j) matrix[j] = values_[bits[64 * k + j]];
    transpose(matrix);
    for (std::size_t i = 0; i < kInstances; ++i) value.data[i * value.words + k] = matrix[i];
  }
}

Word GateCircuit::get_bit(int port, std::size_t bit) const {
  return values_[bits_[static_cast<std::size_t>(port)][bit]];
}

void GateCircuit::evaluate() {
  Word *const value = values_.data();
  for (const Run &run : runs_) {
    Word *out = value + run.out;
    Word *const end = out + run.count;
    const Node *in = operands_.data() + run.operands;
    switch (run.kind) {
      case CircuitBuilder::Kind::kNot:
        for (; out != end; ++out, ++in) *out = ~value[in[0]];
        break;
      case CircuitBuilder::Kind::kAnd:
        for (; out != end; ++out, in += 2) *out = value[in[0]] & value[in[1]];
        break;
      case CircuitBuilder::Kind::kAndNot:
        for (; out != end; ++out, in += 2) *out = value[in[0]] & ~value[in[1]];
        break;
      case CircuitBuilder::Kind::kOr:
        for (; out != end; ++out, in += 2) *out = value[in[0]] | value[in[1]];
        break;
      case CircuitBuilder::Kind::kNor:
        for (; out != end; ++out, in += 2) *out = ~(value[in[0]] | value[in[1]]);
        break;
      case CircuitBuilder::Kind::kXor:
        for (; out != end; ++out, in += 2) *out = value[in[0]] ^ value[in[1]];
        break;
      case CircuitBuilder::Kind::kMux:
        for (; out != end; ++out, in += 3)
          *out = value[in[1]] ^ (value[in[0]] & (value[in[1]] ^ value[in[2]]));
        break;
      default:
        break;
    }
  }
}

void GateCircuit::clock() {
  for (std::size_t i = 0; i < next_.size(); ++i) taken_[i] = values_[next_[i]];
  std::copy(taken_.begin(), taken_.end(), values_.begin() + static_cast<std::ptrdiff_t>(first_flip_flop_));
}

void GateCircuit::randomise_state(Random &random) {
  for (std::size_t i = 0; i < next_.size(); ++i) values_[first_flip_flop_ + i] = random();
}

bool GateCircuit::preset(const std::string &name, const std::vector<std::uint64_t> &value, std::size_t instance) {
  const auto found = registers_.find(name);
  if (found == registers_.end()) return false;
  for (const RegisterBit &place : found->second) {
    const bool one = place.bit / 64 < value.size() && (value[place.bit / 64] >> (place.bit % 64) & 1) != 0;
    Word &word = values_[place.node];
    word = (word & ~(Word{1} << instance)) | (Word{one} << instance);
  }
  return true;
}

void GateCircuit::randomise_noise(Random &random) {
  for (Node node : noise_) values_[node] = random();
}

std::vector<Circuit::Fact> GateCircuit::facts() const {
  return {{"gates", values_.size() - first_gate_}, {"flip_flops", next_.size()}};
}

std::vector<std::string> GateCircuit::combinational_inputs(int port) const {
  std::vector<std::string> names;
  for (std::size_t p = 0; p < ports_.size(); ++p) {
    if (!ports_[p].is_input) continue;
    std::vector<bool> depends(values_.size(), false);
    for (Node node : bits_[p]) depends[node] = true;
    for (const Run &run : runs_) {
      const std::size_t arity = static_cast<std::size_t>(operand_count(run.kind));
      for (std::size_t i = 0; i < run.count; ++i)
        for (std::size_t k = 0; k < arity; ++k)
          if (depends[operands_[run.operands + arity * i + k]]) depends[run.out + i] = true;
    }
    const std::vector<Node> &bits = bits_[static_cast<std::size_t>(port)];
    if (std::any_of(bits.begin(), bits.end(), [&](Node node) { return depends[node]; }))
      names.push_back(ports_[p].name);
  }
  return names;
}

}  // namespace hashloom
