// SPDX-License-Identifier: Apache-2.0

#include "circuit.h"

#include <algorithm>

namespace hashloom {

namespace {

template <typename Number>
Number read(std::istream &text) {
  Number number;
  if (!(text >> number)) throw CircuitError("the circuit ends early, or has what is no number");
  return number;
}

std::size_t count(std::istream &text) { return read<std::size_t>(text); }

template <typename Number>
std::vector<Number> numbers(std::istream &text, std::size_t many) {
  std::vector<Number> found(many);
  for (Number &one : found) one = read<Number>(text);
  return found;
}

Choice choice(std::istream &text, std::size_t bits) {
  Choice found;
  found.count = count(text);
  if (found.count == 0) return found;
  found.of_state = numbers<int>(text, std::size_t{1} << bits);
  for (int one : found.of_state)
    if (one >= static_cast<int>(found.count)) throw CircuitError("a choice has an alternative that is not there");
  return found;
}

Energies energies(std::istream &text, std::size_t bits, std::size_t tables) {
  Energies found;
  found.choice = choice(text, bits);
  for (std::size_t i = 0; i < found.choice.count; ++i) {
    found.rise.push_back(read<int>(text));
    found.fall.push_back(read<int>(text));
    if (std::max(found.rise.back(), found.fall.back()) >= static_cast<int>(tables))
      throw CircuitError("an energy has a table that is not there");
  }
  return found;
}

std::vector<std::uint32_t> nets(std::istream &text, std::size_t many, std::size_t known) {
  std::vector<std::uint32_t> found = numbers<std::uint32_t>(text, many);
  for (std::uint32_t net : found)
    if (net >= known) throw CircuitError("a cell has a net that is not there");
  return found;
}

// Gates in an order in which each comes behind those that drive it.
std::vector<GateCell> in_order(std::vector<GateCell> gates, std::size_t nets) {
  constexpr std::size_t kNone = ~std::size_t{0};
  std::vector<std::size_t> driver(nets, kNone), waits(gates.size(), 0), order;
  std::vector<std::vector<std::size_t>> behind(gates.size());
  for (std::size_t g = 0; g < gates.size(); ++g) driver[gates[g].out] = g;
  for (std::size_t g = 0; g < gates.size(); ++g) {
    for (std::uint32_t net : gates[g].in) {
      if (driver[net] == kNone) continue;
      behind[driver[net]].push_back(g);
      ++waits[g];
    }
    if (waits[g] == 0) order.push_back(g);
  }
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t g : behind[order[i]])
      if (--waits[g] == 0) order.push_back(g);
  if (order.size() != gates.size()) throw CircuitError("the netlist has a loop without a flip-flop");
  std::vector<GateCell> found;
  found.reserve(gates.size());
  for (std::size_t g : order) found.push_back(std::move(gates[g]));
  return found;
}

}  // namespace

double Table::at(double slew, double load) const {
  const auto place = [](const std::vector<double> &points, double value) {
    const std::size_t above =
        static_cast<std::size_t>(std::upper_bound(points.begin(), points.end(), value) - points.begin());
    if (above == 0) return std::make_pair(std::size_t{0}, 0.0);
    if (above == points.size()) return std::make_pair(above - 1, 0.0);
    return std::make_pair(above - 1, (value - points[above - 1]) / (points[above] - points[above - 1]));
  };
  const auto [i, x] = place(slews, slew);
  const auto [j, y] = place(loads, load);
  const std::size_t n = loads.size();
  const std::size_t i1 = std::min(i + 1, slews.size() - 1), j1 = std::min(j + 1, n - 1);
  return (values[i * n + j] * (1 - y) + values[i * n + j1] * y) * (1 - x) +
         (values[i1 * n + j] * (1 - y) + values[i1 * n + j1] * y) * x;
}

Circuit read_circuit(std::istream &text) {
  Circuit found;
  found.volts = read<double>(text);
  found.clock_slew = read<double>(text);
  found.clock_load = read<double>(text);
  found.tables.resize(count(text));
  for (Table &table : found.tables) {
    const std::size_t slews = count(text), loads = count(text);
    if (slews == 0 || loads == 0) throw CircuitError("a table is empty");
    table.slews = numbers<double>(text, slews);
    table.loads = numbers<double>(text, loads);
    table.values = numbers<double>(text, slews * loads);
  }
  const std::size_t tables = found.tables.size();
  found.gate_kinds.resize(count(text));
  for (GateKind &kind : found.gate_kinds) {
    kind.inputs = count(text);
    if (kind.inputs > kMostInputs) throw CircuitError("a gate has too many inputs");
    kind.truth = read<std::uint64_t>(text);
    for (std::size_t i = 0; i < kind.inputs; ++i) {
      kind.delays.push_back(choice(text, kind.inputs));
      kind.caused.push_back(energies(text, kind.inputs, tables));
      kind.passive.push_back(energies(text, kind.inputs, tables));
    }
  }
  found.flop_kinds.resize(count(text));
  for (FlopKind &kind : found.flop_kinds) {
    kind.data = count(text);
    if (kind.data > kMostInputs) throw CircuitError("a flip-flop has too many inputs");
    kind.next = read<std::uint64_t>(text);
    for (std::size_t i = 0; i < kind.data; ++i) kind.passive.push_back(energies(text, kind.data + 2, tables));
    kind.clocked = energies(text, kind.data + 2, tables);
    for (std::size_t i = 0, outputs = count(text); i < outputs; ++i) {
      kind.same.push_back(read<int>(text) != 0);
      kind.caused.push_back(energies(text, kind.data + 2, tables));
    }
  }
  for (std::size_t i = 0, nets = count(text); i < nets; ++i) {
    found.loads.push_back(read<double>(text));
    found.wires.push_back(read<double>(text));
  }
  const std::size_t known = found.loads.size();
  std::vector<GateCell> gates(count(text));
  for (GateCell &gate : gates) {
    gate.kind = count(text);
    const GateKind &kind = found.gate_kinds.at(gate.kind);
    gate.out = nets(text, 1, known)[0];
    gate.in = nets(text, kind.inputs, known);
    gate.slews = numbers<double>(text, kind.inputs);
    for (const Choice &choice : kind.delays)
      for (std::uint32_t delay : numbers<std::uint32_t>(text, 2 * choice.count)) gate.delays.push_back(delay);
  }
  found.gates = in_order(std::move(gates), known);
  found.flops.resize(count(text));
  for (FlopCell &flop : found.flops) {
    flop.kind = count(text);
    const FlopKind &kind = found.flop_kinds.at(flop.kind);
    flop.in = nets(text, kind.data, known);
    flop.slews = numbers<double>(text, kind.data);
    flop.out = nets(text, kind.same.size(), known);
    flop.delays = numbers<std::uint32_t>(text, 2 * kind.same.size());
  }
  found.inputs = nets(text, count(text), known);
  found.outputs = nets(text, count(text), known);
  return found;
}

}  // namespace hashloom
