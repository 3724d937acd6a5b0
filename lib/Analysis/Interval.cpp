//===- Interval.cpp - Ranges of mathematical integers ---------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Analysis/Interval.h"
#include <algorithm>
#include <cassert>

using namespace mlir::packed;

static constexpr WideInt kInf = Interval::kInfinity;

static WideInt clamp(WideInt value) {
  return std::min(std::max(value, -kInf), kInf);
}

static WideInt multiply(WideInt lhs, WideInt rhs) {
  WideInt product;
  if (!__builtin_mul_overflow(lhs, rhs, &product))
    return clamp(product);
  return (lhs < 0) == (rhs < 0) ? kInf : -kInf;
}

WideInt mlir::packed::divideFloor(WideInt lhs, WideInt rhs) {
  WideInt quotient = lhs / rhs;
  return quotient * rhs > lhs ? quotient - 1 : quotient;
}

Interval Interval::ofWidth(unsigned width) {
  assert(width >= 1 && width <= 64 && "not a machine integer");
  WideInt half = WideInt(1) << (width - 1);
  return {-half, half - 1};
}

std::optional<int64_t> Interval::getConstant() const {
  if (lo != hi || !isWithin(ofWidth(64)))
    return std::nullopt;
  return static_cast<int64_t>(lo);
}

Interval Interval::forgetWidth(unsigned width) const {
  // A little less than everything is what a loop counter or a size minus one
  // has, of which nothing is known either.
  Interval all = ofWidth(width);
  WideInt slack = width == 64 ? 1 << 16 : 0;
  return {lo <= all.lo + slack ? -kInf : lo, hi >= all.hi - slack ? kInf : hi};
}

namespace mlir::packed {

Interval operator+(const Interval &lhs, const Interval &rhs) {
  // An infinite end stays infinite whatever is added.
  Interval sum;
  if (lhs.hasLo() && rhs.hasLo())
    sum.lo = clamp(lhs.lo + rhs.lo);
  if (lhs.hasHi() && rhs.hasHi())
    sum.hi = clamp(lhs.hi + rhs.hi);
  return sum;
}

Interval operator*(const Interval &lhs, const Interval &rhs) {
  auto [lo, hi] =
      std::minmax({multiply(lhs.lo, rhs.lo), multiply(lhs.lo, rhs.hi),
                   multiply(lhs.hi, rhs.lo), multiply(lhs.hi, rhs.hi)});
  return {lo, hi};
}

Interval intersect(const Interval &lhs, const Interval &rhs) {
  return {std::max(lhs.lo, rhs.lo), std::min(lhs.hi, rhs.hi)};
}

Interval floorDiv(const Interval &lhs, const Interval &rhs) {
  WideInt small = std::max<WideInt>(rhs.lo, 1);
  WideInt large = std::max(rhs.hi, small);
  // The quotient grows with the dividend; the divisor pulls it toward zero.
  Interval result;
  if (lhs.hasLo())
    result.lo = divideFloor(lhs.lo, lhs.lo < 0 ? small : large);
  if (lhs.hasHi())
    result.hi = divideFloor(lhs.hi, lhs.hi < 0 ? large : small);
  return result;
}

bool knownToLeaveWidth(const Interval &range, unsigned width) {
  Interval all = Interval::ofWidth(width);
  return (range.hasLo() && !all.contains(range.lo)) ||
         (range.hasHi() && !all.contains(range.hi));
}

} // namespace mlir::packed
