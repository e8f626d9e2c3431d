// SPDX-License-Identifier: Apache-2.0
//
// Simulates a circuit: hashloom-simulate CIRCUIT TOP core|top|bus LANES < JOB
// CIRCUIT is a netlist of gates, or a shared library (.so) made of code that CXXRTL wrote.
// Prints one line for each fact; a circuit or job that cannot be simulated gives a sentence on standard error
// and exit status 2.

#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <string>

#include "bench.h"
#include "library.h"
#include "netlist.h"

namespace {

void print_hexadecimal(const std::vector<std::uint64_t> &value) {
  static const char digits[] = "0123456789abcdef";
  for (std::size_t k = value.size(); k-- > 0;)
    for (int shift = 60; shift >= 0; shift -= 4) std::cout << digits[(value[k] >> shift) & 15];
}

void report(const hashloom::Bench &bench) {
  for (std::size_t i = 0; i < bench.outcomes().size(); ++i) {
    const hashloom::Outcome &outcome = bench.outcomes()[i];
    if (!outcome.done) continue;
    std::cout << "message " << i << ' ' << outcome.lane << ' ' << outcome.instance << ' ' << outcome.first_digest
              << ' ' << outcome.last_digest << ' ' << outcome.accepted.size();
    for (std::uint64_t cycle : outcome.accepted) std::cout << ' ' << cycle;
    for (const auto &beat : outcome.digest) {
      std::cout << ' ';
      print_hexadecimal(beat);
    }
    std::cout << '\n';
  }
  for (const auto &count : bench.coverage().counts())
    std::cout << "cover " << count.second << ' ' << count.first << '\n';
  std::cout << "cycles " << bench.cycles() << "\nrestarted " << bench.restarted() << '\n';
  const hashloom::Failure &failure = bench.failure();
  if (!failure.kind.empty())
    std::cout << "failure " << failure.message << ' ' << failure.lane << ' ' << failure.instance << ' '
              << failure.cycle << '\t' << failure.kind << '\t' << failure.text << '\n';
}

std::unique_ptr<hashloom::Circuit> open(const std::string &path, const std::string &top) {
  if (path.size() > 3 && path.compare(path.size() - 3, 3, ".so") == 0) return hashloom::load_circuit(path);
  return std::make_unique<hashloom::GateCircuit>(hashloom::read_netlist(path, top));
}

int simulate(int count, char **arguments) {
  if (count != 5) {
    std::cerr << "usage: hashloom-simulate CIRCUIT TOP core|top|bus LANES < JOB\n";
    return 2;
  }
  const std::string name = arguments[3];
  const bool core = name == "core";
  const hashloom::Level level = core            ? hashloom::Level::kCore
                                : name == "bus" ? hashloom::Level::kBus
                                                : hashloom::Level::kTop;
  const std::size_t lanes = std::strtoul(arguments[4], nullptr, 10);
  if (lanes < 1) {
    std::cerr << "the number of lanes must be at least 1\n";
    return 2;
  }
  const std::unique_ptr<hashloom::Circuit> opened = open(arguments[1], arguments[2]);
  hashloom::Circuit &circuit = *opened;
  for (const hashloom::Circuit::Fact &fact : circuit.facts()) std::cout << fact.name << ' ' << fact.number << '\n';
  for (const hashloom::Circuit::Port &port : circuit.ports())
    std::cout << "port " << port.name << ' ' << port.width << '\n';
  const auto width = [&](const char *name) {
    const int port = circuit.find(name);
    if (port < 0) throw hashloom::PortError(std::string("the circuit has no port ") + name);
    return circuit.width(port) / (level == hashloom::Level::kTop ? lanes : 1);
  };
  hashloom::Job job = hashloom::read_job(std::cin, level, width(core ? "block_data" : "in_data"),
                                         width(core ? "block_count" : "in_bits"));
  if (!job.messages.empty()) {
    hashloom::Bench bench(circuit, level, lanes, std::move(job));
    bench.run();
    report(bench);
  }
  return 0;
}

}  // namespace

int main(int count, char **arguments) {
  try {
    std::ios::sync_with_stdio(false);
    return simulate(count, arguments);
  } catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
