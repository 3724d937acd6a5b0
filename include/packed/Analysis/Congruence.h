//===- Congruence.h - Integers known up to a modulus ------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The abstract domain of divisibility: value = residue modulo modulus.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_ANALYSIS_CONGRUENCE_H
#define PACKED_ANALYSIS_CONGRUENCE_H

#include <cstdint>

namespace mlir::packed {

/// The integers `residue + k * modulus`. Modulus 0 is the constant `residue`,
/// modulus 1 is any integer; above that `0 <= residue < modulus`.
struct Congruence {
  int64_t modulus = 1;
  int64_t residue = 0;

  static Congruence any() { return {}; }
  static Congruence constant(int64_t value) { return {0, value}; }
  static Congruence multipleOf(int64_t modulus);

  bool isConstant() const { return modulus == 0; }
  bool contains(int64_t value) const;

  /// What holds for a value of either.
  static Congruence join(const Congruence &lhs, const Congruence &rhs);

  // Over mathematical integers; a constant that leaves 64 bits becomes any().
  friend Congruence operator+(const Congruence &lhs, const Congruence &rhs);
  friend Congruence operator*(const Congruence &lhs, const Congruence &rhs);
  friend bool operator==(const Congruence &lhs, const Congruence &rhs) {
    return lhs.modulus == rhs.modulus && lhs.residue == rhs.residue;
  }
};

/// The remainder of a division that rounds toward minus infinity.
Congruence floorMod(const Congruence &lhs, const Congruence &rhs);

} // namespace mlir::packed

#endif // PACKED_ANALYSIS_CONGRUENCE_H
