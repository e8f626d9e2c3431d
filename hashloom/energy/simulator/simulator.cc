// SPDX-License-Identifier: Apache-2.0

#include "simulator.h"

#include <algorithm>
#include <string>

#include "random.h"

namespace hashloom {

namespace {

constexpr std::size_t kMostAlternatives = 127;

std::uint32_t longest_delay(const Circuit &circuit) {
  std::uint32_t longest = 1;
  for (const GateCell &gate : circuit.gates)
    for (std::uint32_t delay : gate.delays) longest = std::max(longest, delay);
  for (const FlopCell &flop : circuit.flops)
    for (std::uint32_t delay : flop.delays) longest = std::max(longest, delay);
  return longest;
}

std::size_t outputs_of(const Circuit &circuit) {
  std::size_t outputs = 0;
  for (const FlopCell &flop : circuit.flops) outputs += flop.out.size();
  return outputs;
}

void copy_choice(const Choice &choice, std::int8_t *to) {
  if (choice.count > kMostAlternatives) throw CircuitError("a pin has too many alternatives");
  for (std::size_t state = 0; state < (std::size_t{1} << kMostInputs); ++state)
    to[state] = static_cast<std::int8_t>(state < choice.of_state.size() ? choice.of_state[state] : -1);
}

// The loads of all nets: the inputs `in` of cells. `begin` gives the place of each net where its loads begin.
template <typename Cells, typename Load, typename Begin>
void connect(const Cells &cells, std::size_t nets, std::vector<Load> &loads, Begin begin) {
  for (const auto &cell : cells)
    for (std::uint32_t net : cell.in) ++begin(net + 1);
  for (std::size_t net = 0; net < nets; ++net) begin(net + 1) += begin(net);
  loads.resize(begin(nets));
  std::vector<std::uint32_t> free;
  for (std::size_t net = 0; net < nets; ++net) free.push_back(begin(net));
  for (std::size_t c = 0; c < cells.size(); ++c)
    for (std::size_t i = 0; i < cells[c].in.size(); ++i)
      loads[free[cells[c].in[i]]++] = {static_cast<std::uint32_t>(c), static_cast<std::uint8_t>(i)};
}

}  // namespace

Simulator::Simulator(const Circuit &circuit, Wheel::Time half, std::uint64_t seed)
    : circuit_(circuit),
      half_(half),
      nets_(circuit.loads.size() + 1),
      reference_(circuit.loads.size(), 0),
      wheel_(circuit.gates.size() + outputs_of(circuit), longest_delay(circuit)) {
  for (std::size_t net = 0; net < circuit.loads.size(); ++net) {
    nets_[net].energy = circuit.loads[net] * circuit.volts * circuit.volts / 2;
    nets_[net].wire = circuit.wires[net] * circuit.volts * circuit.volts / 2;
  }
  reference_.at(1) = 1;
  for (const GateKind &kind : circuit.gate_kinds) {
    std::vector<Pin> pins(kind.inputs);
    std::uint32_t delay = 0, energy = 0;
    for (std::size_t i = 0; i < kind.inputs; ++i) {
      pins[i].delay = delay;
      delay += static_cast<std::uint32_t>(2 * kind.delays[i].count);
      pins[i].caused = energy;
      energy += static_cast<std::uint32_t>(2 * kind.caused[i].choice.count);
      pins[i].passive = energy;
      energy += static_cast<std::uint32_t>(2 * kind.passive[i].choice.count);
      copy_choice(kind.delays[i], pins[i].delay_of);
      copy_choice(kind.caused[i].choice, pins[i].caused_of);
      copy_choice(kind.passive[i].choice, pins[i].passive_of);
    }
    pins_.push_back(std::move(pins));
  }
  for (const GateCell &cell : circuit.gates) {
    const GateKind &kind = circuit.gate_kinds[cell.kind];
    gates_.push_back({kind.truth, cell.out, static_cast<std::uint32_t>(cell.kind),
                      static_cast<std::uint32_t>(delays_.size()), static_cast<std::uint32_t>(energies_.size()), 0, 0,
                      false, false});
    for (std::uint32_t delay : cell.delays) delays_.push_back(std::max(delay, 1U));
    inputs_.insert(inputs_.end(), cell.in.begin(), cell.in.end());
    for (std::size_t i = 0; i < kind.inputs; ++i) {
      load_energies(kind.caused[i], cell.slews[i], circuit.loads[cell.out]);
      load_energies(kind.passive[i], cell.slews[i], 0);
    }
  }
  Random random(seed);
  for (const FlopCell &cell : circuit.flops) {
    const FlopKind &kind = circuit.flop_kinds[cell.kind];
    flops_.push_back({static_cast<std::uint32_t>(cell.kind), static_cast<std::uint32_t>(energies_.size()),
                      static_cast<std::uint32_t>(output_net_.size()),
                      static_cast<std::uint8_t>((random() & 1) << (kind.data + 1)), false});
    for (std::size_t i = 0; i < kind.data; ++i) load_energies(kind.passive[i], cell.slews[i], 0);
    load_energies(kind.clocked, circuit.clock_slew, 0);
    for (std::size_t o = 0; o < cell.out.size(); ++o) {
      load_energies(kind.caused[o], circuit.clock_slew, circuit.loads[cell.out[o]]);
      flop_outputs_.push_back(flops_.size() - 1);
      output_net_.push_back(cell.out[o]);
      output_energy_.push_back(0);
    }
  }
  const std::size_t nets = circuit.loads.size();
  connect(circuit.gates, nets, gate_loads_, [&](std::size_t net) -> std::uint32_t & { return nets_[net].gates; });
  connect(circuit.flops, nets, flop_loads_, [&](std::size_t net) -> std::uint32_t & { return nets_[net].flops; });
}

void Simulator::load_energies(const Energies &energies, double slew, double load) {
  for (std::size_t i = 0; i < energies.choice.count; ++i)
    for (int table : {energies.rise[i], energies.fall[i]})
      energies_.push_back(
          table < 0 ? 0.0F : static_cast<float>(circuit_.tables[static_cast<std::size_t>(table)].at(slew, load)));
}

// The values of all nets, from those of the inputs and the states, without delays.
void Simulator::settle_reference() {
  for (std::size_t f = 0; f < flops_.size(); ++f) {
    const FlopKind &kind = circuit_.flop_kinds[flops_[f].kind];
    const bool state = (flops_[f].state >> (kind.data + 1) & 1) != 0;
    for (std::size_t o = 0; o < kind.same.size(); ++o) reference_[circuit_.flops[f].out[o]] = state == kind.same[o];
  }
  const std::uint32_t *in = inputs_.data();
  for (const Gate &gate : gates_) {
    std::size_t state = 0;
    for (std::size_t i = 0, inputs = pins_[gate.kind].size(); i < inputs; ++i)
      state |= static_cast<std::size_t>(reference_[*in++]) << i;
    reference_[gate.out] = static_cast<char>(gate.truth >> state & 1);
  }
}

void Simulator::begin(const std::vector<char> &inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) reference_[circuit_.inputs[i]] = inputs[i];
  settle_reference();
  for (std::size_t net = 0; net < reference_.size(); ++net) nets_[net].value = reference_[net] != 0;
  for (std::size_t g = 0; g < gates_.size(); ++g) {
    for (std::size_t i = 0; i < circuit_.gates[g].in.size(); ++i)
      gates_[g].state |= static_cast<std::uint8_t>(nets_[circuit_.gates[g].in[i]].value << i);
    gates_[g].value = nets_[gates_[g].out].value;
  }
  for (std::size_t f = 0; f < flops_.size(); ++f)
    for (std::size_t i = 0; i < circuit_.flops[f].in.size(); ++i)
      flops_[f].state |= static_cast<std::uint8_t>(nets_[circuit_.flops[f].in[i]].value << i);
}

// An input of a gate has changed: what that takes inside of it, and what comes out of it later.
double Simulator::drive(Load load, bool value, Wheel::Time now) {
  Gate &gate = gates_[load.cell];
  gate.state ^= static_cast<std::uint8_t>(1U << load.pin);
  const Pin &pin = pins_[gate.kind][load.pin];
  const std::int8_t own = pin.passive_of[gate.state];
  const double taken =
      own < 0 ? 0.0 : double{energies_[gate.energies + pin.passive + 2 * static_cast<std::uint32_t>(own) + !value]};
  const bool wanted = (gate.truth >> gate.state & 1) != 0;
  if (wanted == (gate.value != gate.pending)) return taken;
  if (gate.pending) {
    wheel_.drop(load.cell);
    gate.pending = false;
    ++now_.swallowed;
    now_.lost += 2 * (nets_[gate.out].energy + double{gate.energy});
    return taken;
  }
  const std::int8_t way = pin.delay_of[gate.state];
  if (way < 0) throw CircuitError("an input changes an output of its gate, and no delay of that is known");
  const std::int8_t cause = pin.caused_of[gate.state];
  gate.energy =
      cause < 0 ? 0.0F : energies_[gate.energies + pin.caused + 2 * static_cast<std::uint32_t>(cause) + !wanted];
  gate.pending = true;
  wheel_.put(load.cell, now + delays_[gate.delays + pin.delay + 2 * static_cast<std::uint32_t>(way) + !wanted]);
  return taken;
}

// A data input of a flip-flop has changed: what that takes.
double Simulator::feed(Load load, bool value) {
  Flop &flop = flops_[load.cell];
  flop.state ^= static_cast<std::uint8_t>(1U << load.pin);
  const FlopKind &kind = circuit_.flop_kinds[flop.kind];
  std::uint32_t at = flop.energies;
  for (std::size_t i = 0; i < load.pin; ++i) at += static_cast<std::uint32_t>(2 * kind.passive[i].choice.count);
  const Choice &choice = kind.passive[load.pin].choice;
  const int own = choice.count == 0 ? -1 : choice.of_state[flop.state];
  return own < 0 ? 0.0 : double{energies_[at + 2 * static_cast<std::uint32_t>(own) + !value]};
}

// A net changes: `energy` is what the cell that drives it takes for that.
void Simulator::toggle(std::uint32_t number, Wheel::Time now, double energy) {
  Net &net = nets_[number];
  const Net &next = nets_[number + 1];
  if (net.touched != number_) {
    net.touched = number_;
    touched_.push_back(number);
    net.before = net.value;
  }
  net.value = !net.value;
  for (std::uint32_t i = net.gates; i < next.gates; ++i) energy += drive(gate_loads_[i], net.value, now);
  for (std::uint32_t i = net.flops; i < next.flops; ++i) energy += feed(flop_loads_[i], net.value);
  net.last = energy;
  now_.switching += net.energy;
  now_.wires += net.wire;
  now_.internal += energy;
  ++now_.toggles;
  ++net.toggles;
}

// What the clock inputs of all flip-flops take at an edge, before it has an effect.
double Simulator::clock_energies(bool rise) {
  double sum = 0;
  for (const Flop &flop : flops_) {
    const FlopKind &kind = circuit_.flop_kinds[flop.kind];
    if (kind.clocked.choice.count == 0) continue;
    std::uint32_t at = flop.energies;
    for (const Energies &one : kind.passive) at += static_cast<std::uint32_t>(2 * one.choice.count);
    const int own = kind.clocked.choice.of_state[flop.state];
    if (own >= 0) sum += double{energies_[at + 2 * static_cast<std::uint32_t>(own) + !rise]};
  }
  return sum + circuit_.clock_load * circuit_.volts * circuit_.volts / 2;
}

// The rising edge: flip-flops take their next states, and their outputs are on their way.
void Simulator::edge() {
  now_.clock += clock_energies(true);
  for (Flop &flop : flops_) {
    const FlopKind &kind = circuit_.flop_kinds[flop.kind];
    const std::size_t held = kind.data + 1;
    const std::size_t data = flop.state & ((std::size_t{1} << kind.data) - 1);
    flop.next = (kind.next >> data & 1) != 0;
    flop.state |= static_cast<std::uint8_t>(1U << kind.data);
    if (flop.next == ((flop.state >> held & 1) != 0)) continue;
    flop.state ^= static_cast<std::uint8_t>(1U << held);
    std::uint32_t at = flop.energies;
    for (const Energies &one : kind.passive) at += static_cast<std::uint32_t>(2 * one.choice.count);
    at += static_cast<std::uint32_t>(2 * kind.clocked.choice.count);
    const std::size_t number = static_cast<std::size_t>(&flop - flops_.data());
    for (std::size_t o = 0; o < kind.same.size(); ++o) {
      const bool falls = flop.next != kind.same[o];
      const Choice &choice = kind.caused[o].choice;
      const int cause = choice.count == 0 ? -1 : choice.of_state[flop.state];
      const std::uint32_t output = flop.outputs + static_cast<std::uint32_t>(o);
      output_energy_[output] =
          cause < 0 ? 0.0F : energies_[at + 2 * static_cast<std::uint32_t>(cause) + falls];
      at += static_cast<std::uint32_t>(2 * choice.count);
      const std::uint32_t delay = std::max(circuit_.flops[number].delays[2 * o + falls], 1U);
      wheel_.put(static_cast<std::uint32_t>(gates_.size()) + output, delay);
    }
  }
}

Cycle Simulator::cycle(const std::vector<std::size_t> &changed) {
  now_ = Cycle();
  ++number_;
  touched_.clear();
  edge();
  for (std::size_t input : changed) reference_[circuit_.inputs[input]] ^= 1;
  settle_reference();
  for (std::size_t input : changed) toggle(circuit_.inputs[input], 0, 0);
  bool fallen = false;
  const auto fall = [&] {
    fallen = true;
    now_.clock += clock_energies(false);
    for (Flop &flop : flops_)
      flop.state &= static_cast<std::uint8_t>(~(1U << circuit_.flop_kinds[flop.kind].data));
  };
  Wheel::Time now = 0;
  while (!wheel_.empty()) {
    now = wheel_.find(now);
    if (!fallen && now >= half_) fall();
    for (Wheel::Event event = wheel_.take(now); event != Wheel::kNone; event = wheel_.take(now)) {
      if (event < gates_.size()) {
        Gate &gate = gates_[event];
        gate.pending = false;
        gate.value = !gate.value;
        toggle(gate.out, now, double{gate.energy});
      } else {
        toggle(output_net_[event - gates_.size()], now, double{output_energy_[event - gates_.size()]});
      }
    }
  }
  if (!fallen) fall();
  now_.settled = now;
  compare();
  for (std::uint32_t number : touched_) {
    Net &net = nets_[number];
    if (net.before == net.value) continue;
    now_.free_switching += net.energy;
    now_.free_internal += net.last;
    ++now_.free_toggles;
    ++net.free_toggles;
  }
  return now_;
}

void Simulator::compare() const {
  for (std::size_t net = 0; net < reference_.size(); ++net)
    if (nets_[net].value != (reference_[net] != 0))
      throw CircuitError("with delays net " + std::to_string(net) + " ends cycle " + std::to_string(number_) +
                         " with another value than without");
}

}  // namespace hashloom
