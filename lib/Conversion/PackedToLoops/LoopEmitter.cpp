//===- LoopEmitter.cpp - Loops over memrefs -------------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emission of memref, scf and math.
//
//===----------------------------------------------------------------------===//

#include "LoopEmitter.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::packed;

SmallVector<Value> LoopEmitter::unwrap(Indices numbers) {
  return llvm::map_to_vector(numbers, [](Number n) { return n.getValue(); });
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Number LoopEmitter::dim(Value memref, unsigned index) {
  return {*this, builder.createOrFold<memref::DimOp>(loc, memref, index)};
}

/// `value` in float type `type`, rounded to nearest where that is narrower.
static Value convertFloat(OpBuilder &builder, Location loc, Value value,
                          Type type) {
  unsigned from = value.getType().getIntOrFloatBitWidth();
  unsigned to = type.getIntOrFloatBitWidth();
  if (from < to)
    return arith::ExtFOp::create(builder, loc, type, value);
  if (from > to)
    return arith::TruncFOp::create(builder, loc, type, value);
  return value;
}

Number LoopEmitter::load(Value memref, Indices indices) {
  Value value = memref::LoadOp::create(builder, loc, memref, unwrap(indices));
  return {*this, convertFloat(builder, loc, value, builder.getF32Type())};
}

Number LoopEmitter::loadIndex(Value memref, Indices indices) {
  Value value = memref::LoadOp::create(builder, loc, memref, unwrap(indices));
  if (!value.getType().isIndex())
    value =
        arith::IndexCastOp::create(builder, loc, builder.getIndexType(), value);
  return {*this, value};
}

void LoopEmitter::store(Value memref, Indices indices, Number value) {
  Type type = cast<MemRefType>(memref.getType()).getElementType();
  Value element = convertFloat(builder, loc, value.getValue(), type);
  memref::StoreOp::create(builder, loc, element, memref, unwrap(indices));
}

void LoopEmitter::withScratch(unsigned rows, Number count,
                              function_ref<void(Value)> body) {
  SmallVector<OpFoldResult> shape = {builder.getIndexAttr(rows),
                                     getAsOpFoldResult(count.getValue())};
  auto [sizes, dynamicSizes] = decomposeMixedValues(shape);
  auto type = MemRefType::get(sizes, builder.getF32Type());
  Value scratch = memref::AllocOp::create(builder, loc, type, dynamicSizes);
  body(scratch);
  memref::DeallocOp::create(builder, loc, scratch);
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

void LoopEmitter::parallel(Indices extents, function_ref<void(Indices)> body) {
  SmallVector<Value> zeros(extents.size(), integer(0).getValue());
  SmallVector<Value> ones(extents.size(), integer(1).getValue());
  auto build = [&](OpBuilder &inner, Location, ValueRange position) {
    OpBuilder::InsertionGuard guard(builder);
    builder.restoreInsertionPoint(inner.saveInsertionPoint());
    body(wrap(position));
  };
  scf::ParallelOp::create(builder, loc, zeros, unwrap(extents), ones, build);
}

void LoopEmitter::forEach(Number first, Number end,
                          function_ref<void(Number)> body) {
  auto loop = scf::ForOp::create(builder, loc, first.getValue(), end.getValue(),
                                 integer(1).getValue());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  body({*this, loop.getInductionVar()});
}

Number LoopEmitter::sum(Number count, function_ref<Number(Number)> term) {
  return loop<1>(count, {single(0)}, [&](Number i, std::array<Number, 1> sum) {
    return std::array<Number, 1>{sum[0] + term(i)};
  })[0];
}

void LoopEmitter::ifElse(Number condition, function_ref<void()> thenBody,
                         function_ref<void()> elseBody) {
  auto branch = scf::IfOp::create(builder, loc, condition.getValue(),
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  thenBody();
  builder.setInsertionPointToStart(branch.elseBlock());
  elseBody();
}

//===----------------------------------------------------------------------===//
// Math
//===----------------------------------------------------------------------===//

Number LoopEmitter::exp(Number value) {
  return {*this, math::ExpOp::create(builder, loc, value.getValue())};
}

Number LoopEmitter::log(Number value) {
  return {*this, math::LogOp::create(builder, loc, value.getValue())};
}

Number LoopEmitter::sigmoid(Number value) {
  return single(1) / (single(1) + exp(single(0) - value));
}

Number LoopEmitter::softplus(Number value) {
  return select(value > single(20), value, log(single(1) + exp(value)));
}
