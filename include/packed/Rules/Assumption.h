//===- Assumption.h - Facts that users state --------------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The range and divisor of a value, stated by an op or by an attribute of a
// function argument.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_RULES_ASSUMPTION_H
#define PACKED_RULES_ASSUMPTION_H

#include "mlir/IR/OpDefinition.h"
#include <limits>

namespace mlir::packed {

/// `min <= value <= max` and `value` a multiple of `multiple`.
struct Assumption {
  int64_t min = std::numeric_limits<int64_t>::min();
  int64_t max = std::numeric_limits<int64_t>::max();
  int64_t multiple = 1;

  bool isTrivial() const {
    return min == std::numeric_limits<int64_t>::min() &&
           max == std::numeric_limits<int64_t>::max() && multiple == 1;
  }
};

/// Attributes of function arguments: `packed.range = array<i64: 1, 128>` and
/// `packed.multiple_of = 4`.
inline constexpr llvm::StringLiteral kRangeAttrName = "packed.range";
inline constexpr llvm::StringLiteral kMultipleOfAttrName = "packed.multiple_of";

/// Reads these attributes; trivial where there are none.
Assumption getAssumption(BlockArgument argument);

} // namespace mlir::packed

#include "packed/Rules/AssumptionOpInterface.h.inc"

#endif // PACKED_RULES_ASSUMPTION_H
