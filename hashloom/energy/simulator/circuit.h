// SPDX-License-Identifier: Apache-2.0
//
// A netlist of cells with delays and energies, as hashloom/energy/circuit.py writes it: numbers apart by blanks.
//
//     volts, slew of the clock (ns), load of the clock (fF)
//     tables: each its numbers of slews and loads, the slews (ns), the loads (fF), the energies (fJ)
//     kinds of gates, then of flip-flops
//     nets: load, and of it the wire (fF); net 0 is always 0, net 1 is always 1
//     gates: kind, output, inputs, slews of the inputs, delays of each input (rise and fall of each alternative)
//     flip-flops: kind, data inputs, slews of these, outputs, delays of these (rise and fall)
//     inputs and outputs of the circuit
//
// A choice is the number of its alternatives and, for each state, which counts, or -1. Times are in ticks.

#ifndef HASHLOOM_ENERGY_CIRCUIT_H
#define HASHLOOM_ENERGY_CIRCUIT_H

#include <cstdint>
#include <istream>
#include <stdexcept>
#include <string>
#include <vector>

namespace hashloom {

constexpr std::size_t kMostInputs = 6;

// A circuit that cannot be simulated; the text is one sentence.
class CircuitError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Table {
  std::vector<double> slews, loads, values;
  // Between the points linear in both, outside of them the edge.
  double at(double slew, double load) const;
};

struct Choice {
  std::size_t count = 0;
  std::vector<int> of_state;
};

// Tables of rise and fall of each alternative, -1 for none.
struct Energies {
  std::vector<int> rise, fall;
  Choice choice;
};

struct GateKind {
  std::size_t inputs = 0;
  std::uint64_t truth = 0;
  std::vector<Choice> delays;  // by input, as the next two
  std::vector<Energies> caused;
  std::vector<Energies> passive;
};

struct FlopKind {
  std::size_t data = 0;
  std::uint64_t next = 0;
  std::vector<bool> same;  // by output: the state itself, or its inverse
  std::vector<Energies> caused;
  std::vector<Energies> passive;
  Energies clocked;
};

struct GateCell {
  std::size_t kind;
  std::uint32_t out;
  std::vector<std::uint32_t> in;
  std::vector<double> slews;
  std::vector<std::uint32_t> delays;  // of each input, of each alternative: rise, fall
};

struct FlopCell {
  std::size_t kind;
  std::vector<std::uint32_t> in;
  std::vector<double> slews;
  std::vector<std::uint32_t> out;
  std::vector<std::uint32_t> delays;  // of each output: rise, fall
};

struct Circuit {
  double volts = 0, clock_slew = 0, clock_load = 0;
  std::vector<Table> tables;
  std::vector<GateKind> gate_kinds;
  std::vector<FlopKind> flop_kinds;
  std::vector<double> loads, wires;  // by net
  std::vector<GateCell> gates;  // each behind those that drive it
  std::vector<FlopCell> flops;
  std::vector<std::uint32_t> inputs, outputs;
};

Circuit read_circuit(std::istream &text);

}  // namespace hashloom

#endif
