// SPDX-License-Identifier: Apache-2.0
//
// xoshiro256** of D. Blackman and S. Vigna, seeded by splitmix64.

#ifndef HASHLOOM_RANDOM_H
#define HASHLOOM_RANDOM_H

#include <cstdint>

namespace hashloom {

class Random {
 public:
  explicit Random(std::uint64_t seed) {
    for (std::uint64_t &word : state_) {
      seed += 0x9E3779B97F4A7C15ULL;
      std::uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
      z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
      word = z ^ (z >> 31);
    }
  }

  std::uint64_t operator()() {
    const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  bool chance(double probability) {
    if (probability <= 0) return false;
    return static_cast<double>((*this)() >> 11) * 0x1.0p-53 < probability;
  }

 private:
  static std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

  std::uint64_t state_[4];
};

}  // namespace hashloom

#endif
