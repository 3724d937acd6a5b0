//===- ShapeTrace.cpp - Where the shape of a value comes from -------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps from a shaped value to one of the same shape.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "packed/Analysis/SymbolicValues.h"

using namespace mlir;
using namespace mlir::packed;

/// Longer chains are given up.
static constexpr unsigned kMaxSteps = 256;

static Value stepFromArgument(BlockArgument argument,
                              const DataFlowFacts &facts, bool mayEnterLoop);
static Value stepFromResult(OpResult result, const DataFlowFacts &facts,
                            bool mayEnterLoop);

static Value step(Value shaped, const DataFlowFacts &facts, bool mayEnterLoop) {
  Value next;
  if (auto argument = dyn_cast<BlockArgument>(shaped))
    next = stepFromArgument(argument, facts, mayEnterLoop);
  else
    next = stepFromResult(cast<OpResult>(shaped), facts, mayEnterLoop);
  // Casts from unranked values have no dims to speak of.
  auto type = next ? dyn_cast<ShapedType>(next.getType()) : nullptr;
  return type && type.hasRank() ? next : Value();
}

/// Whether what a loop yields for `argument` has the shape of `argument`.
static bool keepsShape(BlockArgument argument, Value yielded,
                       const DataFlowFacts &facts) {
  for (unsigned i = 0; i < kMaxSteps && yielded; ++i) {
    if (yielded == argument)
      return true;
    yielded = step(yielded, facts, /*mayEnterLoop=*/false);
  }
  return false;
}

static Value stepFromArgument(BlockArgument argument,
                              const DataFlowFacts &facts, bool mayEnterLoop) {
  Operation *parent = argument.getOwner()->getParentOp();
  if (!parent || !argument.getOwner()->isEntryBlock())
    return Value();
  if (auto call =
          dyn_cast_or_null<CallOpInterface>(facts.getOnlyCall(parent))) {
    OperandRange arguments = call.getArgOperands();
    return argument.getArgNumber() < arguments.size()
               ? arguments[argument.getArgNumber()]
               : Value();
  }
  // Of loops, only those that hand on what they yield: not scf.while.
  auto loop = dyn_cast<LoopLikeOpInterface>(parent);
  if (!loop || !mayEnterLoop || !loop.getLoopInductionVars())
    return Value();
  OpOperand *init = loop.getTiedLoopInit(argument);
  OpOperand *yielded = loop.getTiedLoopYieldedValue(argument);
  return init && yielded && keepsShape(argument, yielded->get(), facts)
             ? init->get()
             : Value();
}

static Value stepFromResult(OpResult result, const DataFlowFacts &facts,
                            bool mayEnterLoop) {
  Operation *op = result.getOwner();
  if (auto style = dyn_cast<DestinationStyleOpInterface>(op)) {
    OpOperand *init = style.getTiedOpOperand(result);
    return init ? init->get() : Value();
  }
  if (isa<tensor::CastOp, memref::CastOp>(op))
    return op->getOperand(0);
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  if (!loop || !mayEnterLoop)
    return Value();
  BlockArgument argument = loop.getTiedLoopRegionIterArg(result);
  return argument ? stepFromArgument(argument, facts, mayEnterLoop) : Value();
}

Value mlir::packed::traceShape(Value shaped, const DataFlowFacts &facts) {
  for (unsigned i = 0; i < kMaxSteps; ++i) {
    Value next = step(shaped, facts, /*mayEnterLoop=*/true);
    if (!next)
      break;
    shaped = next;
  }
  return shaped;
}

/// The initial value of a constant global.
static Attribute getGlobalValue(memref::GetGlobalOp get) {
  auto global = mlir::SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      get, get.getNameAttr());
  return global && global.getConstant() && global.getInitialValue()
             ? *global.getInitialValue()
             : Attribute();
}

Value mlir::packed::traceBuffer(Value buffer, const DataFlowFacts &facts) {
  for (unsigned i = 0; i < kMaxSteps; ++i) {
    Value next;
    if (auto argument = dyn_cast<BlockArgument>(buffer))
      next = stepFromArgument(argument, facts, /*mayEnterLoop=*/false);
    else if (isa<tensor::CastOp, memref::CastOp>(buffer.getDefiningOp()))
      next = buffer.getDefiningOp()->getOperand(0);
    if (!next)
      break;
    buffer = next;
  }
  return buffer;
}

DenseIntElementsAttr
mlir::packed::getConstantBuffer(Value buffer, const DataFlowFacts &facts) {
  buffer = traceBuffer(buffer, facts);
  Attribute value;
  if (auto get = buffer.getDefiningOp<memref::GetGlobalOp>())
    value = getGlobalValue(get);
  else
    matchPattern(buffer, m_Constant(&value));
  return dyn_cast_or_null<DenseIntElementsAttr>(value);
}
