// SPDX-License-Identifier: Apache-2.0
//
// Simulates a circuit with delays, cycle by cycle, and counts the energy of what changes.
//
// Delays are inertial: an output that is on its way to a value, and whose inputs then ask for the one that it still
// has, stays as it is. So a pulse that is shorter than the delay of a gate does not come out of it, as in Verilog.
// Each cycle goes on until nothing changes any more; then every net must have the value that an evaluation without
// delays has found. The last change of a net, where it ends otherwise than it began, is the one that a circuit
// without glitches would have; all others are glitches.

#ifndef HASHLOOM_ENERGY_SIMULATOR_H
#define HASHLOOM_ENERGY_SIMULATOR_H

#include <cstdint>
#include <vector>

#include "circuit.h"
#include "wheel.h"

namespace hashloom {

// Energies of a cycle in fJ, and transitions. `switching` is that of loads, `internal` that of the tables; both with
// all transitions, and of those without glitches. `wires` is the part of wires in `switching`. `swallowed` are pulses
// that a gate did not let through, `lost` is what they would have taken at its output.
struct Cycle {
  double clock = 0, switching = 0, internal = 0, free_switching = 0, free_internal = 0, wires = 0, lost = 0;
  std::uint64_t toggles = 0, free_toggles = 0, swallowed = 0;
  Wheel::Time settled = 0;
};

class Simulator {
 public:
  // `half` is the time of the falling edge of the clock. The state begins at random.
  Simulator(const Circuit &circuit, Wheel::Time half, std::uint64_t seed);

  // Begins with these values of the inputs; nothing is counted.
  void begin(const std::vector<char> &inputs);
  // A rising edge of the clock, at which these inputs change, in their order.
  Cycle cycle(const std::vector<std::size_t> &changed);

  bool value(std::size_t net) const { return nets_[net].value; }
  // Of all cycles: transitions of a net, and those without glitches.
  std::uint64_t toggles(std::size_t net) const { return nets_[net].toggles; }
  std::uint64_t free_toggles(std::size_t net) const { return nets_[net].free_toggles; }

 private:
  struct Net {
    double energy = 0, wire = 0;  // of its load, and of its wire
    double last = 0;         // inside of cells, of its last change
    std::uint64_t toggles = 0, free_toggles = 0;
    std::uint64_t touched = 0;  // the cycle of its last change
    std::uint32_t gates = 0, flops = 0;  // where its loads begin; they end where those of the next net begin
    bool value = false, before = false;
  };
  struct Gate {
    std::uint64_t truth;
    std::uint32_t out, kind, delays, energies;
    float energy;  // of the change that is on its way
    std::uint8_t state;
    bool value, pending;
  };
  struct Flop {
    std::uint32_t kind, energies, outputs;  // the first of its outputs among the events
    std::uint8_t state;
    bool next;
  };
  struct Load {
    std::uint32_t cell;
    std::uint8_t pin;
  };
  // Where in an instance the alternatives of an input are.
  struct Pin {
    std::uint32_t delay, caused, passive;
    std::int8_t delay_of[1 << kMostInputs], caused_of[1 << kMostInputs], passive_of[1 << kMostInputs];
  };

  void load_energies(const Energies &energies, double slew, double load);
  void settle_reference();
  void toggle(std::uint32_t number, Wheel::Time now, double energy);
  double drive(Load load, bool value, Wheel::Time now);
  double feed(Load load, bool value);
  void edge();
  double clock_energies(bool rise);
  void compare() const;

  const Circuit &circuit_;
  const Wheel::Time half_;
  std::vector<Gate> gates_;
  std::vector<std::vector<Pin>> pins_;  // by kind and input
  std::vector<Flop> flops_;
  std::vector<std::size_t> flop_outputs_;      // of an event behind those of gates: its flip-flop
  std::vector<float> output_energy_;           // the same: of the change that is on its way
  std::vector<std::uint32_t> output_net_;
  std::vector<float> energies_;                // rise and fall of each alternative of each instance
  std::vector<std::uint32_t> delays_;          // the same
  std::vector<Net> nets_;                      // and one more
  std::vector<Load> gate_loads_, flop_loads_;
  std::vector<char> reference_;                // by net: the value without delays
  std::vector<std::uint32_t> inputs_;          // of all gates, one after another
  std::vector<std::uint32_t> touched_;
  Wheel wheel_;
  Cycle now_;
  std::uint64_t number_ = 0;
};

}  // namespace hashloom

#endif
