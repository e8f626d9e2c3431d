// SPDX-License-Identifier: Apache-2.0

#include "netlist.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace hashloom {

namespace {

using Net = std::uint32_t;

// The first nets of every model, and of the flat netlist.
constexpr Net kFalse = 0;
constexpr Net kTrue = 1;
constexpr Net kUndefined = 2;
constexpr Net kSpecialNets = 3;
constexpr std::uint32_t kNone = 0xFFFFFFFFU;

struct Cell {
  std::string_view type;  // empty: a truth table
  std::vector<std::pair<std::string_view, Net>> pins;
  std::vector<std::string_view> rows;  // of the truth table: its inputs' pattern
  bool rows_give_one = true;
};

struct Model {
  std::vector<std::string_view> inputs;
  std::vector<std::string_view> outputs;
  std::vector<std::string_view> net_names{"$false", "$true", "$undef"};
  std::unordered_map<std::string_view, Net> nets{{"$false", kFalse}, {"$true", kTrue}, {"$undef", kUndefined}};
  std::vector<Cell> cells;
  std::vector<std::pair<Net, Net>> connections;

  Net net(std::string_view name) {
    const auto found = nets.emplace(name, static_cast<Net>(net_names.size()));
    if (found.second) net_names.push_back(name);
    return found.first->second;
  }
};

using Models = std::unordered_map<std::string_view, Model>;

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> words;
  std::size_t at = 0;
  while (true) {
    at = line.find_first_not_of(" \t\r", at);
    if (at == std::string_view::npos) return words;
    const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
}

// Names of the inputs of a cell of yosys.
std::vector<std::string_view> input_pins(std::string_view type) {
  if (type == "$_DFF_P_" || type == "$_DFF_N_") return {"D", "C"};
  if (type == "$_BUF_" || type == "$_NOT_") return {"A"};
  if (type == "$_MUX_" || type == "$_NMUX_") return {"A", "B", "S"};
  return {"A", "B"};
}

[[noreturn]] void fail(const std::string &sentence) { throw NetlistError(sentence); }

Models parse(std::string_view text) {
  Models models;
  Model *model = nullptr;
  Cell *table = nullptr;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    const std::vector<std::string_view> words = split(line);
    if (words.empty() || words[0][0] == '#') continue;
    if (words[0] == ".model" && words.size() == 2) {
      model = &models[words[1]];
      table = nullptr;
      continue;
    }
    if (model == nullptr) fail("the netlist does not begin with .model");
    if (words[0] == ".inputs" || words[0] == ".outputs") {
      auto &list = words[0] == ".inputs" ? model->inputs : model->outputs;
      list.insert(list.end(), words.begin() + 1, words.end());
      for (std::string_view name : list) model->net(name);
    } else if ((words[0] == ".subckt" || words[0] == ".gate") && words.size() >= 2) {
      Cell cell;
      cell.type = words[1];
      for (std::size_t i = 2; i < words.size(); ++i) {
        const std::size_t equals = words[i].find('=');
        if (equals == std::string_view::npos) fail("a pin without '=' in the netlist: " + std::string(line));
        if (equals + 1 == words[i].size()) continue;  // not connected
        cell.pins.emplace_back(words[i].substr(0, equals), model->net(words[i].substr(equals + 1)));
      }
      model->cells.push_back(std::move(cell));
      table = nullptr;
    } else if (words[0] == ".conn" && words.size() == 3) {
      model->connections.emplace_back(model->net(words[1]), model->net(words[2]));
    } else if (words[0] == ".names" && words.size() >= 2) {
      table = nullptr;
      if (model->net(words.back()) < kSpecialNets) continue;  // what these are is known
      Cell cell;
      for (std::size_t i = 1; i < words.size(); ++i) cell.pins.emplace_back("", model->net(words[i]));
      model->cells.push_back(std::move(cell));
      table = &model->cells.back();
    } else if (words[0] == ".end") {
      table = nullptr;
    } else if (words[0][0] != '.') {
      if (table == nullptr) continue;  // the row of $true
      const bool constant = words.size() == 1;
      table->rows_give_one = words.back() == "1";
      table->rows.push_back(constant ? std::string_view() : words[0]);
    } else {
      fail("a line of the netlist is not understood: " + std::string(line.substr(0, 120)));
    }
  }
  return models;
}

// The flat netlist, and the circuit made of it.
class Flattener {
 public:
  explicit Flattener(const Models &models) : models_(models) {
    for (Net net = 0; net < kSpecialNets; ++net) new_net("constant");
  }

  GateCircuit circuit(std::string_view top) {
    const auto found = models_.find(top);
    if (found == models_.end()) fail("the netlist has no model " + std::string(top));
    const Model &model = found->second;
    std::vector<Net> nets(model.net_names.size(), kNone);
    instantiate(top, model, nets, 0);
    builder_nodes_.assign(parent_.size(), kNone);
    driver_.assign(parent_.size(), kNone);
    builder_nodes_[root(kFalse)] = CircuitBuilder::kZero;
    builder_nodes_[root(kTrue)] = CircuitBuilder::kOne;
    if (root(kFalse) == root(kTrue)) fail("the netlist connects 0 and 1");

    std::map<std::string, GateCircuit::Nodes> ports;
    for (std::string_view name : model.inputs) {
      const Net net = root(nets[model.nets.at(name)]);
      if (builder_nodes_[net] != kNone) fail("the input " + std::string(name) + " has another driver");
      builder_nodes_[net] = builder_.input();
      add_port_bit(ports, name, true, builder_nodes_[net]);
    }
    const auto clock = ports.find("clk");
    if (clock == ports.end() || clock->second.bits.size() != 1) fail("the netlist has no input clk");
    find_drivers();
    for (const Flat &flat : flat_) {
      if (!flat.flip_flop) continue;
      const Node next = node_of(flat.in[0]);
      Node edge = node_of(flat.in[1]);
      if (flat.cell->type == "$_DFF_N_") edge = builder_.make_not(edge);
      if (edge != clock->second.bits[0])
        fail("the flip-flop " + name_of(flat.out) + " is not clocked by the rising edge of clk");
      builder_.set_next(builder_nodes_[root(flat.out)], next);
    }
    for (std::string_view name : model.outputs)
      add_port_bit(ports, name, false, node_of(nets[model.nets.at(name)]));
    std::vector<GateCircuit::Nodes> list;
    for (auto &port : ports) list.push_back(std::move(port.second));
    return GateCircuit(builder_, list, noise_, registers());
  }

 private:
  struct Flat {
    const Cell *cell;
    std::vector<Net> in;
    Net out;
    bool flip_flop;
  };

  Net new_net(std::string_view name) {
    parent_.push_back(static_cast<Net>(parent_.size()));
    names_.push_back(name);
    return parent_.back();
  }
  Net root(Net net) {
    while (parent_[net] != net) net = parent_[net] = parent_[parent_[net]];
    return net;
  }
  std::string name_of(Net net) { return std::string(names_[net]); }

  // `nets` holds for each net of the model the flat net it is, or kNone where it is new.
  void instantiate(std::string_view name, const Model &model, std::vector<Net> &nets, int depth) {
    if (depth > 200) fail("the netlist contains itself");
    for (Net net = 0; net < nets.size(); ++net)
      if (nets[net] == kNone) nets[net] = net < kSpecialNets ? net : new_net(model.net_names[net]);
    for (const auto &pair : model.connections) parent_[root(nets[pair.second])] = root(nets[pair.first]);
    for (const Cell &cell : model.cells) {
      const auto child = models_.find(cell.type);
      if (cell.type.empty() || child == models_.end()) {
        add_leaf(cell, nets);
        if (!flat_.empty() && flat_.back().cell == &cell && flat_.back().flip_flop) name_register(name, model, cell);
        continue;
      }
      std::vector<Net> inner(child->second.net_names.size(), kNone);
      for (const auto &pin : cell.pins) {
        const auto port = child->second.nets.find(pin.first);
        if (port == child->second.nets.end())
          fail("the cell " + std::string(cell.type) + " has no pin " + std::string(pin.first));
        inner[port->second] = nets[pin.second];
      }
      instantiate(cell.type, child->second, inner, depth + 1);
    }
  }

  void add_leaf(const Cell &cell, const std::vector<Net> &nets) {
    if (cell.type == "$scopeinfo") return;
    Flat flat{&cell, {}, kNone, false};
    if (cell.type.empty()) {
      for (std::size_t i = 0; i + 1 < cell.pins.size(); ++i) flat.in.push_back(nets[cell.pins[i].second]);
      flat.out = nets[cell.pins.back().second];
      flat_.push_back(std::move(flat));
      return;
    }
    const auto pin = [&](std::string_view name) {
      for (const auto &entry : cell.pins)
        if (entry.first == name) return nets[entry.second];
      return kNone;
    };
    flat.flip_flop = cell.type == "$_DFF_P_" || cell.type == "$_DFF_N_";
    flat.out = pin(flat.flip_flop ? "Q" : "Y");
    if (flat.out == kNone) return;
    for (std::string_view name : input_pins(cell.type)) {
      Net net = pin(name);
      if (net == kNone) net = new_net("not connected");
      flat.in.push_back(net);
    }
    flat_.push_back(std::move(flat));
  }

  // Remembers the flip-flop that came last under the names of its module and of the net that it drives.
  void name_register(std::string_view module, const Model &model, const Cell &cell) {
    for (const auto &pin : cell.pins) {
      if (pin.first != "Q") continue;
      const auto [base, index] = without_index(model.net_names[pin.second]);
      const std::size_t slash = module.rfind('\\');
      if (slash != std::string_view::npos) module.remove_prefix(slash + 1);
      named_.push_back({std::string(module) + "." + base, index, flat_.back().out});
    }
  }

  GateCircuit::Registers registers() {
    GateCircuit::Registers found;
    for (const NamedBit &one : named_) found[one.name].push_back({one.index, builder_nodes_[root(one.net)]});
    return found;
  }

  void find_drivers() {
    for (std::size_t i = 0; i < flat_.size(); ++i) {
      const Net out = root(flat_[i].out);
      if (driver_[out] != kNone || builder_nodes_[out] != kNone)
        fail("the net " + name_of(flat_[i].out) + " has more than one driver");
      driver_[out] = static_cast<std::uint32_t>(i);
      if (flat_[i].flip_flop) builder_nodes_[out] = builder_.flip_flop();
    }
  }

  // Node of a net, built from its fan-in depth first without recursion.
  Node node_of(Net wanted) {
    std::vector<Net> stack{root(wanted)};
    while (!stack.empty()) {
      const Net net = stack.back();
      if (builder_nodes_[net] != kNone) {
        stack.pop_back();
        continue;
      }
      const std::uint32_t driver = driver_[net];
      if (driver == kNone) {
        builder_nodes_[net] = builder_.input();
        noise_.push_back(builder_nodes_[net]);
        stack.pop_back();
        continue;
      }
      bool ready = true;
      for (Net in : flat_[driver].in) {
        const Net source = root(in);
        if (builder_nodes_[source] != kNone) continue;
        if (open_.count(source) != 0) fail("the netlist has a combinational loop through " + name_of(source));
        stack.push_back(source);
        ready = false;
      }
      if (ready) {
        builder_nodes_[net] = build(flat_[driver]);
        open_.erase(net);
        stack.pop_back();
      } else {
        open_[net] = true;
      }
    }
    return builder_nodes_[root(wanted)];
  }

  Node build(const Flat &flat) {
    std::vector<Node> in;
    for (Net net : flat.in) in.push_back(builder_nodes_[root(net)]);
    const std::string_view type = flat.cell->type;
    CircuitBuilder &b = builder_;
    if (type.empty()) return build_table(*flat.cell, in);
    if (type == "$_BUF_") return in[0];
    if (type == "$_NOT_") return b.make_not(in[0]);
    if (type == "$_AND_") return b.make_and(in[0], in[1]);
    if (type == "$_NAND_") return b.make_not(b.make_and(in[0], in[1]));
    if (type == "$_OR_") return b.make_or(in[0], in[1]);
    if (type == "$_NOR_") return b.make_not(b.make_or(in[0], in[1]));
    if (type == "$_XOR_") return b.make_xor(in[0], in[1]);
    if (type == "$_XNOR_") return b.make_not(b.make_xor(in[0], in[1]));
    if (type == "$_ANDNOT_") return b.make_and(in[0], b.make_not(in[1]));
    if (type == "$_ORNOT_") return b.make_or(in[0], b.make_not(in[1]));
    if (type == "$_MUX_") return b.make_mux(in[2], in[0], in[1]);
    if (type == "$_NMUX_") return b.make_not(b.make_mux(in[2], in[0], in[1]));
    fail("no model is known for the cell " + std::string(type));
  }

  Node build_table(const Cell &cell, const std::vector<Node> &in) {
    Node sum = CircuitBuilder::kZero;
    for (std::string_view row : cell.rows) {
      Node product = CircuitBuilder::kOne;
      for (std::size_t i = 0; i < row.size() && i < in.size(); ++i) {
        if (row[i] == '-') continue;
        product = builder_.make_and(product, row[i] == '1' ? in[i] : builder_.make_not(in[i]));
      }
      sum = builder_.make_or(sum, product);
    }
    return cell.rows_give_one ? sum : builder_.make_not(sum);
  }

  // Name of a net, and which bit of it: `name[3]`, or `name`, which is bit 0.
  static std::pair<std::string, std::size_t> without_index(std::string_view name) {
    const std::size_t bracket = name.rfind('[');
    if (bracket == std::string_view::npos || name.back() != ']') return {std::string(name), 0};
    return {std::string(name.substr(0, bracket)), std::stoul(std::string(name.substr(bracket + 1)))};
  }

  static void add_port_bit(std::map<std::string, GateCircuit::Nodes> &ports, std::string_view name, bool is_input,
                           Node node) {
    const auto [base, index] = without_index(name);
    GateCircuit::Nodes &port = ports[base];
    port.name = base;
    port.is_input = is_input;
    if (port.bits.size() <= index) port.bits.resize(index + 1, CircuitBuilder::kZero);
    port.bits[index] = node;
  }

  const Models &models_;
  std::vector<Net> parent_;
  std::vector<std::string_view> names_;
  std::vector<Flat> flat_;
  struct NamedBit {
    std::string name;
    std::size_t index;
    Net net;
  };
  std::vector<NamedBit> named_;  // flip-flops
  std::vector<std::uint32_t> driver_;   // of a root net: index into flat_
  std::vector<Node> builder_nodes_;     // of a root net
  std::unordered_map<Net, bool> open_;  // root nets whose fan-in is being built
  std::vector<Node> noise_;
  CircuitBuilder builder_;
};

}  // namespace

GateCircuit read_netlist(const std::string &path, const std::string &top) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  if (!file) fail("the netlist " + path + " cannot be read");
  const std::string text = content.str();
  const Models models = parse(text);
  return Flattener(models).circuit(top);
}

}  // namespace hashloom
