//===- RuleHelpers.h - Conditions that several ops state --------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_IR_RULEHELPERS_H
#define PACKED_IR_RULEHELPERS_H

#include "mlir/IR/TypeUtilities.h"
#include "packed/Rules/RuleSet.h"

namespace mlir::packed {

/// Whether `size` has a value at all: true of every number of 64 bits, and
/// undefined where the size overflows.
inline SizeCond fitsIn64Bits(SizeExpr size) {
  return size <= std::numeric_limits<int64_t>::max();
}

/// Whether `shaped` has the shape `expected`: as many dims, and equal ones.
SizeCond hasShape(RuleSet &rules, StringRef name, Value shaped,
                  ArrayRef<SizeExpr> expected);

/// Whether a result of the shape `expected` has the type `type`. A dim that the
/// type leaves open is what the op makes it, so it is never wrong.
SizeCond fitsResultType(RankedTensorType type, ArrayRef<SizeExpr> expected);

/// Whether the elements of `shaped` lie one after another in row-major order.
/// Dims of size 1 don't count, an empty buffer always does; tensors always do.
SizeCond isContiguous(RuleSet &rules, StringRef name, Value shaped);

/// Whether the last dim is dense, as PyTorch's `stride(-1) == 1`. `shaped` has
/// at least one dim; tensors always are.
SizeCond isLastDimDense(RuleSet &rules, StringRef name, Value shaped);

/// `text` as Python's repr writes a string: 'mesh'.
std::string pythonRepr(StringRef text);

} // namespace mlir::packed

#endif // PACKED_IR_RULEHELPERS_H
