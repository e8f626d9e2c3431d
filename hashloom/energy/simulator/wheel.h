// SPDX-License-Identifier: Apache-2.0
//
// Events in the order of their time: a list for each tick of a wheel, as long as the longest delay. An event has a
// number, below the one that the wheel is made for, and is there at most once; it can be taken back.

#ifndef HASHLOOM_ENERGY_WHEEL_H
#define HASHLOOM_ENERGY_WHEEL_H

#include <cstdint>
#include <vector>

namespace hashloom {

class Wheel {
 public:
  using Event = std::uint32_t;
  using Time = std::uint64_t;
  static constexpr Event kNone = ~Event{0};

  Wheel(std::size_t events, std::uint32_t longest) : next_(events, kNone), before_(events, kNone), slot_(events, 0) {
    std::size_t size = 64;
    while (size < std::size_t{longest} + 2) size *= 2;
    first_.assign(size, kNone);
    last_.assign(size, kNone);
    used_.assign(size / 64, 0);
  }

  bool empty() const { return pending_ == 0; }

  // `at` is later than what was taken last, by no more than the longest delay.
  void put(Event event, Time at) {
    const std::size_t slot = at & (first_.size() - 1);
    slot_[event] = static_cast<std::uint32_t>(slot);
    next_[event] = kNone;
    before_[event] = last_[slot];
    (last_[slot] == kNone ? first_[slot] : next_[last_[slot]]) = event;
    last_[slot] = event;
    used_[slot / 64] |= std::uint64_t{1} << (slot % 64);
    ++pending_;
  }

  void drop(Event event) {
    const std::size_t slot = slot_[event];
    (before_[event] == kNone ? first_[slot] : next_[before_[event]]) = next_[event];
    (next_[event] == kNone ? last_[slot] : before_[next_[event]]) = before_[event];
    if (first_[slot] == kNone) used_[slot / 64] &= ~(std::uint64_t{1} << (slot % 64));
    --pending_;
  }

  // The time of the next event, from `now` on. There is one.
  Time find(Time now) const {
    const std::size_t mask = first_.size() - 1;
    std::size_t slot = now & mask;
    std::uint64_t word = used_[slot / 64] >> (slot % 64);
    if (word != 0) return now + static_cast<Time>(__builtin_ctzll(word));
    Time at = now + (64 - slot % 64);
    for (;;) {
      slot = at & mask;
      word = used_[slot / 64];
      if (word != 0) return at + static_cast<Time>(__builtin_ctzll(word));
      at += 64;
    }
  }

  // Takes the first event of a time; kNone if there is none left.
  Event take(Time at) {
    const Event event = first_[at & (first_.size() - 1)];
    if (event != kNone) drop(event);
    return event;
  }

 private:
  std::vector<Event> next_, before_;
  std::vector<std::uint32_t> slot_;
  std::vector<Event> first_, last_;
  std::vector<std::uint64_t> used_;
  std::size_t pending_ = 0;
};

}  // namespace hashloom

#endif
