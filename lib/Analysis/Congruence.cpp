//===- Congruence.cpp - Integers known up to a modulus --------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Analysis/Congruence.h"
#include <cassert>
#include <limits>

using namespace mlir::packed;

using Wide = __int128;

static Wide gcd(Wide lhs, Wide rhs) {
  lhs = lhs < 0 ? -lhs : lhs;
  rhs = rhs < 0 ? -rhs : rhs;
  while (rhs != 0) {
    Wide rest = lhs % rhs;
    lhs = rhs;
    rhs = rest;
  }
  return lhs;
}

/// Brings `residue mod modulus` into range; any() where it does not fit.
static Congruence normalize(Wide modulus, Wide residue) {
  constexpr Wide largest = std::numeric_limits<int64_t>::max();
  if (modulus == 0) {
    if (residue > largest || residue < -largest - 1)
      return Congruence::any();
    return Congruence::constant(static_cast<int64_t>(residue));
  }
  if (modulus > largest)
    return Congruence::any();
  residue %= modulus;
  if (residue < 0)
    residue += modulus;
  return {static_cast<int64_t>(modulus), static_cast<int64_t>(residue)};
}

Congruence Congruence::multipleOf(int64_t modulus) {
  assert(modulus > 0 && "a modulus is positive");
  return {modulus, 0};
}

bool Congruence::contains(int64_t value) const {
  if (isConstant())
    return value == residue;
  return (Wide(value) - residue) % modulus == 0;
}

Congruence Congruence::join(const Congruence &lhs, const Congruence &rhs) {
  Wide distance = Wide(lhs.residue) - rhs.residue;
  return normalize(gcd(gcd(lhs.modulus, rhs.modulus), distance), lhs.residue);
}

namespace mlir::packed {

Congruence operator+(const Congruence &lhs, const Congruence &rhs) {
  return normalize(gcd(lhs.modulus, rhs.modulus),
                   Wide(lhs.residue) + rhs.residue);
}

Congruence operator*(const Congruence &lhs, const Congruence &rhs) {
  Wide modulus =
      gcd(gcd(Wide(lhs.modulus) * rhs.modulus, Wide(lhs.modulus) * rhs.residue),
          Wide(rhs.modulus) * lhs.residue);
  return normalize(modulus, Wide(lhs.residue) * rhs.residue);
}

Congruence floorMod(const Congruence &lhs, const Congruence &rhs) {
  if (!rhs.isConstant() || rhs.residue <= 0)
    return Congruence::any();
  if (lhs.isConstant() || lhs.modulus % rhs.residue == 0)
    return Congruence::constant(normalize(rhs.residue, lhs.residue).residue);
  return normalize(gcd(lhs.modulus, rhs.residue), lhs.residue);
}

} // namespace mlir::packed
