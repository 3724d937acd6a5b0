//===- SizeExpander.h - Size expressions as IR ------------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns expressions and conditions over sizes into IR that computes them.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_RULES_SIZEEXPANDER_H
#define PACKED_RULES_SIZEEXPANDER_H

#include "mlir/IR/Builders.h"
#include "packed/Rules/SizeExpr.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::packed {

/// Emits arith on `index` at the builder's insertion point. A node that occurs
/// twice is emitted once.
class SizeExpander {
public:
  SizeExpander(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  /// The value of `expr`, an attribute where it is constant. No check that it
  /// stays within 64 bits: for sizes whose rules hold. Null where undefined.
  OpFoldResult expand(SizeExpr expr);

  /// An i1 that is true when `cond` holds. A comparison with a side that leaves
  /// 64 bits or divides by a size that is not positive is false.
  Value expandChecked(SizeCond cond);

private:
  /// A value, and an i1 that tells whether it is defined (null: always).
  struct Checked {
    Value value;
    Value defined;
  };
  Checked expandChecked(SizeExpr expr);
  Checked expandCheckedBinary(SizeExpr expr);
  Value expandSource(const SizeSource &source);
  Value expandReduction(const SizeSource &source);
  Value constant(int64_t value);
  Value conjunction(Value lhs, Value rhs);

  OpBuilder &builder;
  Location loc;
  llvm::DenseMap<const void *, OpFoldResult> plain;
  llvm::DenseMap<const void *, Checked> checked;
};

} // namespace mlir::packed

#endif // PACKED_RULES_SIZEEXPANDER_H
