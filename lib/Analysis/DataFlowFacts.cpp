//===- DataFlowFacts.cpp - What dataflow tells of values ------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Analysis/DataFlowFacts.h"
#include "CongruenceAnalysis.h"
#include "RangeAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::packed;

DataFlowFacts::DataFlowFacts(Operation *root) {
  solver.load<dataflow::DeadCodeAnalysis>();
  solver.load<ConstantAnalysis>();
  solver.load<RangeAnalysis>();
  solver.load<CongruenceAnalysis>();
  valid = succeeded(solver.initializeAndRun(root));
  if (!valid)
    return;
  // Program points are made on demand, which threads must not do.
  collectBlocks(root);
  collectCalls(root);
}

void DataFlowFacts::collectBlocks(Operation *root) {
  root->walk([&](Block *block) {
    const auto *state = solver.lookupState<dataflow::Executable>(
        solver.getProgramPointBefore(block));
    if (!state || !state->isLive())
      deadBlocks.insert(block);
  });
}

void DataFlowFacts::collectCalls(Operation *root) {
  root->walk([&](CallableOpInterface callable) {
    const auto *known = solver.lookupState<dataflow::PredecessorState>(
        solver.getProgramPointAfter(callable));
    if (!known)
      return;
    for (Operation *call : known->getKnownPredecessors())
      callees[call] = callable;
    if (known->allPredecessorsKnown())
      llvm::append_range(calls[callable], known->getKnownPredecessors());
  });
}

Interval DataFlowFacts::rangeOf(Value value) const {
  return getInterval(
      solver.lookupState<dataflow::IntegerValueRangeLattice>(value),
      getIntegerWidth(value.getType()));
}

Congruence DataFlowFacts::congruenceOf(Value value) const {
  const auto *lattice = solver.lookupState<CongruenceLattice>(value);
  return lattice ? lattice->getValue().value.value_or(Congruence::any())
                 : Congruence::any();
}

unsigned mlir::packed::getIntegerWidth(Type type) {
  if (isa<IndexType>(type))
    return IndexType::kInternalStorageBitWidth;
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.getWidth() <= 64 ? integer.getWidth() : 0;
}

bool mlir::packed::isKnownToWrap(Operation *op, const Interval &lhs,
                                 const Interval &rhs) {
  unsigned width = getIntegerWidth(op->getResult(0).getType());
  Interval left = lhs.forgetWidth(width), right = rhs.forgetWidth(width);
  Interval result;
  if (isa<arith::AddIOp>(op))
    result = left + right;
  else if (isa<arith::SubIOp>(op))
    result = left + right * Interval::exactly(-1);
  else if (isa<arith::MulIOp>(op))
    result = left * right;
  return knownToLeaveWidth(result, width);
}
