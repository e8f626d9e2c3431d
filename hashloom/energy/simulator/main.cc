// SPDX-License-Identifier: Apache-2.0
//
// energy CIRCUIT STIMULUS CYCLES NETS SEED HALF
//
// STIMULUS: the values of the inputs at first, then for each cycle how many of them change, and which. CYCLES gets a
// line for each cycle: the energies and transitions of `Cycle`, and the values of the outputs at its end, as digits;
// NETS a line for each net: transitions, and those without glitches. HALF is the time of the clock's falling edge.

#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "circuit.h"
#include "simulator.h"

namespace {

void run(char **argument) {
  std::ifstream text(argument[1]), stimulus(argument[2]);
  std::ofstream cycles(argument[3]), nets(argument[4]);
  const hashloom::Circuit circuit = hashloom::read_circuit(text);
  hashloom::Simulator simulator(circuit, std::stoull(argument[6]), std::stoull(argument[5]));
  std::vector<char> first(circuit.inputs.size());
  for (char &one : first) {
    int value = 0;
    if (!(stimulus >> value)) throw hashloom::CircuitError("the stimulus ends early");
    one = static_cast<char>(value != 0);
  }
  simulator.begin(first);
  std::size_t many = 0;
  cycles.precision(9);
  while (stimulus >> many) {
    std::vector<std::size_t> changed(many);
    for (std::size_t &one : changed)
      if (!(stimulus >> one) || one >= circuit.inputs.size())
        throw hashloom::CircuitError("the stimulus ends early, or has an input that is not there");
    const hashloom::Cycle found = simulator.cycle(changed);
    cycles << found.clock << ' ' << found.switching << ' ' << found.internal << ' ' << found.free_switching << ' '
           << found.free_internal << ' ' << found.wires << ' ' << found.lost << ' ' << found.toggles << ' ' << found.free_toggles << ' ' << found.swallowed << ' '
           << found.settled << ' ';
    for (std::uint32_t net : circuit.outputs) cycles << (simulator.value(net) ? '1' : '0');
    cycles << '\n';
  }
  for (std::size_t net = 0; net < circuit.loads.size(); ++net)
    nets << simulator.toggles(net) << ' ' << simulator.free_toggles(net) << '\n';
  cycles.flush();
  nets.flush();
  if (!cycles || !nets) throw hashloom::CircuitError("the outcome cannot be written");
}

}  // namespace

int main(int count, char **argument) {
  if (count != 7) {
    std::cerr << "usage: energy CIRCUIT STIMULUS CYCLES NETS SEED HALF\n";
    return EXIT_FAILURE;
  }
  try {
    run(argument);
  } catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
