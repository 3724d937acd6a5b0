//===- Random.h - Numbers that are the same on every machine ----*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_TEST_PROPERTY_RANDOM_H
#define PACKED_TEST_PROPERTY_RANDOM_H

#include <cstdint>
#include <vector>

/// Choices. The standard library's distributions differ between vendors.
class Random {
public:
  virtual ~Random() = default;
  virtual uint64_t next() = 0;

  /// In [0, bound).
  unsigned below(unsigned bound) { return next() % bound; }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <typename T>
  const T &pick(const std::vector<T> &items) {
    return items[below(items.size())];
  }
};

/// splitmix64.
class SeededRandom : public Random {
public:
  explicit SeededRandom(uint64_t seed) : state(seed) {}

  uint64_t next() override {
    uint64_t z = (state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

private:
  uint64_t state;
};

#endif // PACKED_TEST_PROPERTY_RANDOM_H
