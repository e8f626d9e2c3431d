// SPDX-License-Identifier: Apache-2.0

#include "bench.h"

#include <algorithm>
#include <stdexcept>
#include <utility>


namespace hashloom {

namespace {

// Beyond the longest digest that is ever asked for: 258 blocks of 1,024 bits in words of 8.
constexpr std::size_t kMostBeats = 65536;

std::string names_of(Level level, const char *core, const char *words) {
  return level == Level::kCore ? core : words;
}

int port(const Circuit &circuit, const std::string &name, std::size_t width = 0) {
  const int found = circuit.find(name);
  if (found < 0) throw PortError("the circuit has no port " + name);
  if (width != 0 && circuit.width(found) != width)
    throw PortError("the port " + name + " has " + std::to_string(circuit.width(found)) + " bits, not " +
                       std::to_string(width));
  return found;
}

bool bit(Word word, std::size_t instance) { return ((word >> instance) & 1) != 0; }

void assign(Word &word, std::size_t instance, bool value) {
  word = (word & ~(Word{1} << instance)) | (Word{value} << instance);
}

// Copies `count` bits of `from` to the bits of `to` that begin at `offset`.
void copy_bits(const std::uint64_t *from, std::uint64_t *to, std::size_t offset, std::size_t count) {
  for (std::size_t done = 0; done < count;) {
    const std::size_t at = offset + done;
    const std::size_t room = std::min({64 - at % 64, 64 - done % 64, count - done});
    const std::uint64_t mask = room == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << room) - 1;
    const std::uint64_t value = (from[done / 64] >> (done % 64)) & mask;
    to[at / 64] = (to[at / 64] & ~(mask << (at % 64))) | (value << (at % 64));
    done += room;
  }
}

std::vector<std::uint64_t> extract_bits(const std::uint64_t *from, std::size_t offset, std::size_t count) {
  std::vector<std::uint64_t> result((count + 63) / 64, 0);
  for (std::size_t done = 0; done < count;) {
    const std::size_t at = offset + done;
    const std::size_t room = std::min({64 - at % 64, 64 - done % 64, count - done});
    const std::uint64_t mask = room == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << room) - 1;
    result[done / 64] |= ((from[at / 64] >> (at % 64)) & mask) << (done % 64);
    done += room;
  }
  return result;
}

}  // namespace

Bench::Bench(Circuit &circuit, Level level, std::size_t lanes, Job job)
    : circuit_(circuit),
      level_(level),
      lanes_(lanes),
      ports_(level == Level::kTop ? lanes : 1),
      job_(std::move(job)),
      random_(job_.seed),
      circuit_random_(~job_.seed),
      slots_(kInstances * lanes),
      outcomes_(job_.messages.size()),
      progress_(kInstances, 0),
      open_(kInstances, 0),
      rst_(port(circuit, "rst", 1)),
      in_valid_(port(circuit, names_of(level, "block_valid", "in_valid"), ports_)),
      in_ready_(port(circuit, names_of(level, "block_ready", "in_ready"), ports_)),
      in_lane_(level == Level::kTop ? -1 : port(circuit, names_of(level, "block_lane", "in_lane"))),
      in_data_(port(circuit, names_of(level, "block_data", "in_data"))),
      in_first_(level == Level::kCore ? port(circuit, "block_first", 1) : -1),
      in_last_(port(circuit, names_of(level, "block_last", "in_last"), ports_)),
      in_empty_(level == Level::kCore ? port(circuit, "block_empty", 1) : -1),
      in_count_(port(circuit, names_of(level, "block_count", "in_bits"))),
      out_valid_(port(circuit, names_of(level, "digest_valid", "out_valid"), ports_)),
      out_ready_(port(circuit, names_of(level, "digest_ready", "out_ready"), ports_)),
      out_lane_(level == Level::kTop ? -1 : port(circuit, names_of(level, "digest_lane", "out_lane"))),
      out_data_(port(circuit, names_of(level, "digest_data", "out_data"))),
      out_last_(port(circuit, names_of(level, "digest_last", "out_last"), ports_)),
      data_words_((circuit.width(in_data_) + 63) / 64),
      in_width_(circuit.width(in_data_) / ports_),
      out_width_(circuit.width(out_data_) / ports_),
      count_width_(circuit.width(in_count_) / ports_),
      in_data_rows_(circuit.width(in_data_)),
      count_rows_(circuit.width(in_count_)),
      out_data_rows_(circuit.width(out_data_)),
      in_lane_rows_(in_lane_ < 0 ? 1 : circuit.width(in_lane_)),
      out_lane_rows_(out_lane_ < 0 ? 1 : circuit.width(out_lane_)),
      in_turn_(kInstances, 0),
      out_turn_(kInstances, 0),
      speaking_(kInstances, false),
      out_turn_known_(kInstances, false),
      valid_(ports_, 0),
      ready_(ports_, 0),
      first_(ports_, 0),
      last_(ports_, 0),
      empty_(ports_, 0) {
  if (job_.instances < 1 || job_.instances > kInstances) throw JobError("instances must be 1 .. 64");
  if (job_.vcd_instance >= job_.instances) throw JobError("vcd_instance must be below instances");
  for (std::size_t i = 0; i < job_.messages.size(); ++i) {
    const Message &message = job_.messages[i];
    if (message.lane < 0 && message.instance < 0) {
      queue_.push_back(static_cast<int>(i));
      continue;
    }
    const std::size_t lane = message.lane < 0 ? 0 : static_cast<std::size_t>(message.lane);
    const std::size_t instance = message.instance < 0 ? 0 : static_cast<std::size_t>(message.instance);
    if (lane >= lanes_ || instance >= job_.instances)
      throw JobError("a message names a lane or an instance that does not exist");
    slot(instance, lane).own.push_back(static_cast<int>(i));
  }
  if (!job_.vcd.empty()) vcd_ = std::make_unique<Vcd>(job_.vcd, circuit_, job_.vcd_instance);
}

void Bench::fail(const std::string &kind, const std::string &text, std::size_t instance, std::size_t lane,
                 int message) {
  if (failure_.kind.empty()) failure_ = {kind, text, message, instance, lane, cycle_};
}

// Each side of a handshake decides on its own: no path within a cycle from valid to ready or from ready to valid,
// and where lanes take turns, these depend on nothing.
void Bench::check_paths() {
  const auto forbid = [&](int output, const std::vector<int> &inputs) {
    for (const std::string &found : circuit_.combinational_inputs(output))
      for (int input : inputs)
        if (input >= 0 && name(input) == found)
          fail("combinational path", name(output) + " depends on " + found + " within one cycle", 0, 0, -1);
  };
  forbid(in_ready_, {in_valid_});
  forbid(out_valid_, {out_ready_});
  if (level_ == Level::kTop) return;
  forbid(in_lane_, {in_valid_, in_data_, in_first_, in_last_, in_empty_, in_count_, out_ready_});
  forbid(out_lane_, {in_valid_, in_data_, in_first_, in_last_, in_empty_, in_count_, out_ready_});
}

void Bench::run() {
  check_paths();
  circuit_.use(job_.instances);
  circuit_.randomise_state(circuit_random_);
  std::uint64_t idle = 0;
  Word before = 0;  // which instances had a reset in the cycle before
  const std::uint64_t last_reset = job_.resets.empty() ? 0 : job_.resets.rbegin()->first;
  while (failure_.kind.empty()) {
    Word resets_here = resets();
    preset();
    circuit_.set_bit(rst_, 0, resets_here);
    circuit_.randomise_noise(circuit_random_);
    if (cycle_ != 0 && level_ != Level::kTop && (level_ == Level::kBus || before != 0))
      find_turns(level_ == Level::kBus ? ~Word{0} : before);
    drive();
    circuit_.evaluate();
    if (cycle_ != 0 && job_.seek < job_.instances) resets_here |= seek(resets_here);
    if (job_.close != 0 && cycle_ > last_reset) resets_here |= close(resets_here);
    if (vcd_) vcd_->cycle(cycle_);
    if (cycle_ != 0) observe(resets_here);
    if (cycle_ != 0 && resets_here != 0) reset(resets_here);
    before = resets_here;
    circuit_.clock();
    ++cycle_;
    if (open_messages() == 0 && ++idle > job_.tail) break;
    watch();
  }
}

Word Bench::resets() const {
  const auto found = job_.resets.find(cycle_);
  return cycle_ == 0 ? ~Word{0} : found == job_.resets.end() ? 0 : found->second;
}

void Bench::preset() {
  const auto range = job_.presets.equal_range(cycle_);
  for (auto it = range.first; it != range.second; ++it) {
    const Preset &preset = it->second;
    bool found = false;
    for (std::size_t at = 0; at <= preset.name.size();) {
      const std::size_t end = std::min(preset.name.find('|', at), preset.name.size());
      found |= circuit_.preset(preset.name.substr(at, end - at), preset.value, preset.instance);
      at = end + 1;
    }
    if (!found) throw JobError("the circuit has no register " + preset.name);
  }
}

// Everything in flight is lost; its messages begin anew, in the same lane and order.
void Bench::reset(Word instances) {
  for (std::size_t i = 0; i < job_.instances; ++i) {
    if (!bit(instances, i)) continue;
    for (std::size_t lane = 0; lane < lanes_; ++lane) {
      Slot &here = slot(i, lane);
      if (cycle_ != 0) coverage_.reset(phase(here));
      if (here.current >= 0) here.pending.push_back(here.current);
      restarted_ += here.pending.size();
      for (auto it = here.pending.rbegin(); it != here.pending.rend(); ++it) {
        here.own.push_front(*it);
        outcomes_[static_cast<std::size_t>(*it)] = Outcome();
      }
      Slot fresh;
      fresh.own = std::move(here.own);
      here = std::move(fresh);
    }
    open_[i] = 0;
    progress_[i] = cycle_;
    out_turn_known_[i] = false;
    speaking_[i] = false;
  }
}

// Which lane has its turn at the input in this cycle. At block level it is known in advance from the first cycle
// after a reset on.
void Bench::find_turns(Word instances) {
  circuit_.set_bit(in_valid_, 0, 0);
  circuit_.set_bit(out_ready_, 0, 0);
  circuit_.evaluate();
  circuit_.get(in_lane_, in_lane_rows_);
  for (std::size_t i = 0; i < kInstances; ++i) {
    if (!bit(instances, i)) continue;
    in_turn_[i] = in_lane_rows_.row(i)[0];
    if (in_turn_[i] < lanes_) continue;
    if (i < job_.instances)
      fail("lane order", name(in_lane_) + " is " + std::to_string(in_turn_[i]) + ", with " +
                             std::to_string(lanes_) + " lanes", i, 0, -1);
    in_turn_[i] = 0;
  }
}

int Bench::take_message(Slot &here) {
  std::deque<int> &from = here.own.empty() ? queue_ : here.own;
  if (from.empty()) return -1;
  const int message = from.front();
  from.pop_front();
  return message;
}

// Decides whether the lane offers a beat in this cycle. What was offered stays offered.
void Bench::offer(std::size_t instance, std::size_t lane) {
  Slot &here = slot(instance, lane);
  if (here.offered || instance >= job_.instances) return;
  if (!here.missed) {
    here.missed = true;
    here.missed_since = cycle_;
  }
  if (instance >= job_.steady && random_.chance(job_.source_stall)) return;
  if (cycle_ < job_.begin) return;
  if (here.current >= 0 && paused(here, here.current, here.beat)) return;
  if (here.current < 0) {
    if (!here.own.empty() && paused(here, here.own.front(), 0)) return;
    if (!job_.back_to_back && !here.pending.empty()) return;
    here.current = take_message(here);
    if (here.current < 0) return;
    if (open_[instance]++ == 0) progress_[instance] = cycle_;
    here.beat = 0;
    Outcome &outcome = outcomes_[static_cast<std::size_t>(here.current)];
    outcome.lane = static_cast<int>(lane);
    outcome.instance = static_cast<int>(instance);
  }
  here.offered = true;
  here.missed = false;
  if (cycle_ > here.missed_since) coverage_.source_waited(here.beat != 0, cycle_ - here.missed_since);
}

// Does the source of the lane still wait before it offers that beat?
bool Bench::paused(const Slot &here, int message, std::size_t beat) const {
  const auto found = job_.pauses.find({message, beat});
  return found != job_.pauses.end() && cycle_ - here.missed_since < found->second;
}

// Drives the lane's inputs: the beat on offer, otherwise random bits.
void Bench::put_beat(std::size_t instance, std::size_t lane) {
  const Slot &here = slot(instance, lane);
  const std::size_t index = level_ == Level::kTop ? lane : 0;
  std::uint64_t *data = in_data_rows_.row(instance);
  std::uint64_t *count = count_rows_.row(instance);
  assign(valid_[index], instance, here.offered);
  if (here.offered) {
    const Beat &beat = job_.messages[static_cast<std::size_t>(here.current)].beats[here.beat];
    copy_bits(beat.data.data(), data, index * in_width_, in_width_);
    copy_bits(beat.count.data(), count, index * count_width_, count_width_);
    assign(first_[index], instance, beat.first);
    assign(last_[index], instance, beat.last);
    assign(empty_[index], instance, beat.empty);
    return;
  }
  for (std::size_t at = 0; at < in_width_; at += 64) {
    const std::uint64_t noise = random_();
    copy_bits(&noise, data, index * in_width_ + at, std::min<std::size_t>(64, in_width_ - at));
  }
  const std::uint64_t noise = random_();
  copy_bits(&noise, count, index * count_width_, std::min<std::size_t>(64, count_width_));
  assign(first_[index], instance, (noise >> 61 & 1) != 0);
  assign(last_[index], instance, (noise >> 62 & 1) != 0);
  assign(empty_[index], instance, (noise >> 63) != 0);
}

// Is this the lane of the instance whose sink waits until there is nothing left to do for the others?
bool Bench::blocked(std::size_t instance, std::size_t lane) {
  if (!job_.block_lane || level_ != Level::kTop || lane != (instance + job_.seed) % lanes_) return false;
  bool others_work = !queue_.empty();
  for (std::size_t other = 0; other < lanes_; ++other) {
    const Slot &there = slot(instance, other);
    others_work |= other != lane && (there.current >= 0 || !there.own.empty() || !there.pending.empty());
  }
  return others_work && lanes_ > 1;
}

// Does the sink of this port still wait with a beat of a digest? Before the beat comes it is not ready either.
bool Bench::on_hold(std::size_t instance, std::size_t port) {
  if (job_.holds.empty()) return false;
  const bool known = level_ == Level::kCore ? out_turn_known_[instance] : speaking_[instance];
  const std::size_t turn = level_ == Level::kCore ? (out_turn_[instance] + 1) % lanes_ : out_turn_[instance];
  for (std::size_t lane = 0; lane < lanes_; ++lane) {
    if (level_ == Level::kTop ? lane != port : known && lane != turn) continue;
    const Slot &here = slot(instance, lane);
    if (here.pending.empty()) continue;
    const auto found = job_.holds.find({here.pending.front(), here.digest.size()});
    if (found != job_.holds.end() && (!here.held || cycle_ - here.held_since < found->second)) return true;
  }
  return false;
}

void Bench::drive() {
  for (std::size_t i = 0; i < kInstances; ++i) {
    for (std::size_t k = 0; k < ports_; ++k) {
      const std::size_t lane = level_ == Level::kTop ? k : in_turn_[i];
      offer(i, lane);
      put_beat(i, lane);
    }
    for (std::size_t k = 0; k < ports_; ++k)
      assign(ready_[k], i, (i < job_.steady || !random_.chance(job_.sink_stall)) && !blocked(i, k) && !on_hold(i, k));
  }
  circuit_.set(in_data_, in_data_rows_);
  circuit_.set(in_count_, count_rows_);
  for (std::size_t k = 0; k < ports_; ++k) {
    circuit_.set_bit(in_valid_, k, valid_[k]);
    circuit_.set_bit(in_last_, k, last_[k]);
    circuit_.set_bit(out_ready_, k, ready_[k]);
  }
  if (level_ == Level::kCore) {
    circuit_.set_bit(in_first_, 0, first_[0]);
    circuit_.set_bit(in_empty_, 0, empty_[0]);
  }
}

void Bench::observe(Word resets) {
  std::vector<Word> accepted(ports_), valid(ports_), last(ports_);
  Word any = 0;
  for (std::size_t k = 0; k < ports_; ++k) {
    accepted[k] = valid_[k] & circuit_.get_bit(in_ready_, k);
    valid[k] = circuit_.get_bit(out_valid_, k);
    last[k] = circuit_.get_bit(out_last_, k);
    any |= valid[k];
  }
  if (any != 0) circuit_.get(out_data_, out_data_rows_);
  if (level_ != Level::kTop) {
    circuit_.get(in_lane_, in_lane_rows_);
    circuit_.get(out_lane_, out_lane_rows_);
  }
  cover(resets, valid);
  for (std::size_t i = 0; i < job_.instances; ++i) {
    if (bit(resets, i)) continue;
    if (level_ == Level::kTop) {
      for (std::size_t lane = 0; lane < lanes_; ++lane) {
        if (bit(accepted[lane], i)) accept(i, lane);
        take(i, lane, bit(valid[lane], i), bit(ready_[lane], i), bit(last[lane], i));
      }
      continue;
    }
    const std::uint64_t in_lane = in_lane_rows_.row(i)[0];
    const std::uint64_t out_lane = out_lane_rows_.row(i)[0];
    if (in_lane != in_turn_[i])
      fail("lane order", name(in_lane_) + " is " + std::to_string(in_lane) + " in the turn of lane " +
                             std::to_string(in_turn_[i]), i, in_turn_[i], -1);
    const bool offered = bit(valid[0], i);
    const bool matters = level_ == Level::kCore || offered;
    const bool follows = level_ == Level::kCore ? !out_turn_known_[i] || out_lane == (out_turn_[i] + 1) % lanes_
                                                : !speaking_[i] || out_lane == out_turn_[i];
    if (matters && (out_lane >= lanes_ || !follows)) {
      fail("lane order", name(out_lane_) + " is " + std::to_string(out_lane) + " after " +
                             std::to_string(out_turn_[i]) + ", with " + std::to_string(lanes_) + " lanes",
           i, out_turn_[i], -1);
      return;
    }
    if (bit(accepted[0], i)) accept(i, in_turn_[i]);
    if (matters) out_turn_[i] = out_lane;
    take(i, out_turn_[i], offered, bit(ready_[0], i), bit(last[0], i));
    if (level_ == Level::kCore) in_turn_[i] = (in_turn_[i] + 1) % lanes_;
    if (offered) speaking_[i] = !(bit(ready_[0], i) && bit(last[0], i));
    out_turn_known_[i] = true;
  }
}

// Which values of valid, ready and reset meet in this cycle, for each pair of a lane's source and a lane's sink.
void Bench::cover(Word resets, const std::vector<Word> &valid) {
  const Word all = job_.instances == kInstances ? ~Word{0} : (Word{1} << job_.instances) - 1;
  if (level_ != Level::kTop) {
    Word same = 0;
    for (std::size_t i = 0; i < job_.instances; ++i)
      assign(same, i, in_lane_rows_.row(i)[0] == out_lane_rows_.row(i)[0]);
    const Word ready = circuit_.get_bit(in_ready_, 0);
    coverage_.meet(true, all & same, ready, valid[0], valid_[0], ready_[0], resets);
    coverage_.meet(false, all & ~same, ready, valid[0], valid_[0], ready_[0], resets);
    return;
  }
  for (std::size_t in = 0; in < lanes_; ++in) {
    const Word ready = circuit_.get_bit(in_ready_, in);
    for (std::size_t out = 0; out < lanes_; ++out)
      coverage_.meet(in == out, all, ready, valid[out], valid_[in], ready_[out], resets);
  }
}

// Of what the circuits show and the sources offer in this cycle: where that has seldom met one of the answers of a sink
// or a reset, the answer is given. Returns the instances that get a reset for it.
Word Bench::seek(Word resets) {
  Word added = 0;
  bool changed = false;
  std::vector<Word> ready(ports_), valid(ports_);
  for (std::size_t k = 0; k < ports_; ++k) {
    ready[k] = circuit_.get_bit(in_ready_, k);
    valid[k] = circuit_.get_bit(out_valid_, k);
  }
  if (level_ != Level::kTop) {
    circuit_.get(in_lane_, in_lane_rows_);
    circuit_.get(out_lane_, out_lane_rows_);
  }
  for (std::size_t i = job_.seek; i < job_.instances; ++i) {
    if (bit(resets, i)) continue;
    const std::uint64_t chosen = random_();
    for (std::size_t pair = 0; pair < ports_ * ports_; ++pair) {
      const std::size_t in = (pair + chosen) % ports_;
      const std::size_t out = (pair / ports_ + (chosen >> 32)) % ports_;
      const bool same =
          level_ == Level::kTop ? in == out : in_lane_rows_.row(i)[0] == out_lane_rows_.row(i)[0];
      const int answer =
          coverage_.wanted(same, bit(ready[in], i), bit(valid[out], i), bit(valid_[in], i), chosen >> 16);
      if (answer < 0) continue;
      assign(ready_[out], i, (answer & 2) != 0);
      assign(added, i, (answer & 1) != 0);
      changed = true;
      break;
    }
  }
  if (!changed) return 0;
  for (std::size_t k = 0; k < ports_; ++k) circuit_.set_bit(out_ready_, k, ready_[k]);
  circuit_.set_bit(rst_, 0, resets | added);
  circuit_.evaluate();
  return added;
}

// Where a message of a steady instance is in a cycle after its last beat in which no reset came, there is one.
// Each of these cycles is asked for once. Returns the instances that get a reset for it.
Word Bench::close(Word resets) {
  Word added = 0;
  for (std::size_t i = 0; i < job_.steady && i < job_.instances; ++i) {
    for (std::size_t lane = 0; lane < lanes_ && !bit(resets | added, i); ++lane) {
      const Slot &here = slot(i, lane);
      if (here.pending.empty() || here.held || !here.digest.empty()) continue;
      const Outcome &outcome = outcomes_[static_cast<std::size_t>(here.pending.front())];
      const std::uint64_t cycles = cycle_ - outcome.accepted.back();
      if (cycles > job_.close || coverage_.met_reset(phase(here))) continue;
      assign(added, i, closed_.insert(cycles).second);
    }
  }
  if (added == 0) return 0;
  circuit_.set_bit(rst_, 0, resets | added);
  circuit_.evaluate();
  return added;
}

// What the lane does, as coverage names it.
std::string Bench::phase(const Slot &here) const {
  if (here.held || !here.digest.empty()) return "digest";
  if (!here.pending.empty()) {
    const Outcome &outcome = outcomes_[static_cast<std::size_t>(here.pending.front())];
    return "last " + std::to_string(cycle_ - outcome.accepted.back());
  }
  if (here.current >= 0 && here.beat > 0) return "block " + std::to_string(cycle_ - here.accepted);
  return "idle";
}

void Bench::accept(std::size_t instance, std::size_t lane) {
  Slot &here = slot(instance, lane);
  const std::size_t message = static_cast<std::size_t>(here.current);
  outcomes_[message].accepted.push_back(cycle_);
  here.accepted = cycle_;
  progress_[instance] = cycle_;
  here.offered = false;
  if (++here.beat < job_.messages[message].beats.size()) return;
  here.pending.push_back(here.current);
  here.current = -1;
}

void Bench::take(std::size_t instance, std::size_t lane, bool valid, bool ready, bool last) {
  Slot &here = slot(instance, lane);
  const int message = here.pending.empty() ? here.current : here.pending.front();
  if (!valid) {
    if (here.held) fail("digest dropped", "a digest that was offered and not taken is gone", instance, lane, message);
    return;
  }
  // A message whose last beat is accepted in this very cycle cannot have a digest before the next edge.
  const bool early = here.pending.empty() ||
                     outcomes_[static_cast<std::size_t>(here.pending.front())].accepted.back() == cycle_;
  if (early) {
    fail("unexpected digest", "a digest is offered although no whole message was taken", instance, lane, message);
    return;
  }
  Outcome &outcome = outcomes_[static_cast<std::size_t>(message)];
  const std::size_t offset = level_ == Level::kTop ? lane * out_width_ : 0;
  std::vector<std::uint64_t> data = extract_bits(out_data_rows_.row(instance), offset, out_width_);
  if (here.held && (data != here.held_data || last != here.held_last)) {
    fail("digest changed", "a digest that was offered and not taken has changed", instance, lane, message);
    return;
  }
  if (here.digest.empty() && !here.held) outcome.first_digest = cycle_;
  if (ready && here.held) coverage_.sink_waited(here.digest.empty(), cycle_ - here.held_since);
  if (!here.held) here.held_since = cycle_;
  here.held = !ready;
  here.held_data = data;
  here.held_last = last;
  if (!ready) return;
  progress_[instance] = cycle_;
  here.digest.push_back(std::move(data));
  if (here.digest.size() > kMostBeats) {
    const std::string what = "a digest has more than " + std::to_string(kMostBeats) + " beats";
    fail("endless digest", what, instance, lane, message);
    return;
  }
  if (!last) return;
  outcome.done = true;
  outcome.last_digest = cycle_;
  outcome.digest = std::move(here.digest);
  here.digest.clear();
  here.pending.pop_front();
  coverage_.messages(++here.done);
  --open_[instance];
  ++done_;
}

void Bench::watch() {
  for (std::size_t i = 0; i < job_.instances && failure_.kind.empty(); ++i) {
    if (open_[i] == 0 || cycle_ - progress_[i] < job_.watchdog) continue;
    std::size_t lane = 0;
    while (lane + 1 < lanes_ && slot(i, lane).current < 0 && slot(i, lane).pending.empty()) ++lane;
    const Slot &here = slot(i, lane);
    const int message = here.pending.empty() ? here.current : here.pending.front();
    fail("hang", "no progress for " + std::to_string(job_.watchdog) + " cycles", i, lane, message);
  }
}

}  // namespace hashloom
