// SPDX-License-Identifier: Apache-2.0

#include "vcd.h"

#include "job.h"

namespace hashloom {

namespace {

std::string identifier(std::size_t port) { return "p" + std::to_string(port); }

}  // namespace

Vcd::Vcd(const std::string &path, const Circuit &circuit, std::size_t instance)
    : circuit_(circuit), instance_(instance), file_(path), last_(circuit.ports().size()) {
  if (!file_) throw JobError("the file " + path + " cannot be written");
  file_ << "$timescale 1ns $end\n$scope module dut $end\n";
  for (std::size_t i = 0; i < last_.size(); ++i) {
    const Circuit::Port &port = circuit.ports()[i];
    const std::size_t width = port.width;
    file_ << "$var wire " << width << ' ' << identifier(i) << ' ' << port.name;
    if (width > 1) file_ << " [" << width - 1 << ":0]";
    file_ << " $end\n";
  }
  file_ << "$upscope $end\n$enddefinitions $end\n";
}

void Vcd::cycle(std::uint64_t number) {
  file_ << '#' << 10 * number << '\n';
  std::size_t clock = last_.size();
  for (std::size_t i = 0; i < last_.size(); ++i) {
    const Circuit::Port &port = circuit_.ports()[i];
    if (port.name == "clk") {
      clock = i;
      continue;
    }
    std::string value;
    for (std::size_t bit = port.width; bit-- > 0;)
      value += ((circuit_.get_bit(static_cast<int>(i), bit) >> instance_) & 1) != 0 ? '1' : '0';
    if (value == last_[i]) continue;
    file_ << (value.size() > 1 ? "b" + value + " " : value) << identifier(i) << '\n';
    last_[i] = value;
  }
  if (clock == last_.size()) return;
  file_ << '1' << identifier(clock) << "\n#" << 10 * number + 5 << "\n0" << identifier(clock) << '\n';
}

}  // namespace hashloom
