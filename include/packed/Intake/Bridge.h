//===- Bridge.h - From front ends' values to ours ---------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors and integers of a front end as builtin tensors and `index` values.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_INTAKE_BRIDGE_H
#define PACKED_INTAKE_BRIDGE_H

#include "mlir/IR/Builders.h"

namespace mlir::packed {

/// The builtin type: `!torch.vtensor<[2,?],si32>` is `tensor<2x?xi32>`. Ranked
/// tensors and memrefs are themselves; null for anything else.
Type getBufferType(Type type);

/// Erases `op`, and the front end's constants and arithmetic on sizes that
/// nobody else uses.
void eraseWithFeeders(Operation *op);

/// One per module: a value has one cast, so that what is known of its dims is
/// known wherever it is used.
class Bridge {
public:
  /// The tensor or memref that `value` is, behind a cast where its type is a
  /// front end's; null where it is none.
  Value getBuffer(Value value);

  /// The same, but null where no raised op asked for it.
  Value findBuffer(Value value) const;

private:
  llvm::DenseMap<Value, Value> casts;
};

/// Rewrites scalar arithmetic of front ends, on sizes and constants, as arith
/// on `index` at the builder's insertion point.
class IntegerReader {
public:
  IntegerReader(OpBuilder &builder, Location loc, Bridge &bridge)
      : builder(builder), loc(loc), bridge(bridge) {}

  /// `value` as an integer; null where it is none.
  OpFoldResult getIndex(Value value);

  /// `value` as an i1, where it is a comparison of integers or a conjunction
  /// of some; null otherwise.
  Value getCondition(Value value);

private:
  OpFoldResult compute(Value value);
  OpFoldResult computeArithmetic(Operation *op);
  OpFoldResult getDim(Operation *op);
  OpFoldResult extract(Value value);
  Value materialize(OpFoldResult integer);

  OpBuilder &builder;
  Location loc;
  Bridge &bridge;
  llvm::DenseMap<Value, OpFoldResult> known;
  unsigned depth = 0;
};

} // namespace mlir::packed

#endif // PACKED_INTAKE_BRIDGE_H
