//===- Interval.h - Ranges of mathematical integers -------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interval arithmetic over the integers, without wrapping: rules speak about
// mathematical integers, and a bound outside of 64 bits must stay visible.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_ANALYSIS_INTERVAL_H
#define PACKED_ANALYSIS_INTERVAL_H

#include <cstdint>
#include <optional>

namespace mlir::packed {

using WideInt = __int128;

/// The integers from `lo` to `hi`; an end that is not known is infinite.
struct Interval {
  /// Ends at or beyond this count as infinite.
  static constexpr WideInt kInfinity = WideInt(1) << 120;

  WideInt lo = -kInfinity;
  WideInt hi = kInfinity;

  static Interval exactly(WideInt value) { return {value, value}; }
  static Interval atLeast(WideInt lo) { return {lo, kInfinity}; }
  static Interval atMost(WideInt hi) { return {-kInfinity, hi}; }
  static Interval empty() { return {1, 0}; }
  /// The values of a signed integer of `width` bits (at most 64).
  static Interval ofWidth(unsigned width);

  bool hasLo() const { return lo > -kInfinity; }
  bool hasHi() const { return hi < kInfinity; }
  bool isEmpty() const { return lo > hi; }
  bool contains(WideInt value) const { return lo <= value && value <= hi; }
  bool isWithin(const Interval &outer) const {
    return outer.lo <= lo && hi <= outer.hi;
  }
  std::optional<int64_t> getConstant() const;

  /// The same interval with ends that say no more than "a signed integer of
  /// `width` bits" taken as unknown.
  Interval forgetWidth(unsigned width) const;

  friend Interval operator+(const Interval &lhs, const Interval &rhs);
  friend Interval operator*(const Interval &lhs, const Interval &rhs);
  friend Interval intersect(const Interval &lhs, const Interval &rhs);
  friend bool operator==(const Interval &lhs, const Interval &rhs) {
    return lhs.lo == rhs.lo && lhs.hi == rhs.hi;
  }
};

/// The quotient rounded toward minus infinity; `rhs` is positive.
WideInt divideFloor(WideInt lhs, WideInt rhs);

/// Quotients rounded toward minus infinity, for divisors that are positive;
/// others are left out of account.
Interval floorDiv(const Interval &lhs, const Interval &rhs);

/// Whether a result in `range` leaves `width` bits for values that are known to
/// be possible. An unknown end does not: see `Assumptions` in the docs.
bool knownToLeaveWidth(const Interval &range, unsigned width);

} // namespace mlir::packed

#endif // PACKED_ANALYSIS_INTERVAL_H
