//===- RangeAnalysis.cpp - Upstream's ranges plus stated ones -------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RangeAnalysis.h"
#include "mlir/Analysis/CallGraph.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "packed/Analysis/DataFlowFacts.h"
#include "packed/Rules/Assumption.h"
#include "llvm/ADT/SCCIterator.h"

using namespace mlir;
using namespace mlir::packed;
using dataflow::IntegerValueRangeLattice;

LogicalResult RangeAnalysis::initialize(Operation *top) {
  // An argument that grows with each call of a function by itself would take
  // as many steps as it has values.
  if (top->hasTrait<OpTrait::SymbolTable>()) {
    const CallGraph graph(top);
    for (auto part = llvm::scc_begin(&graph); !part.isAtEnd(); ++part)
      for (CallGraphNode *node : *part)
        if (part.hasCycle() && !node->isExternal())
          for (BlockArgument argument :
               node->getCallableRegion()->getArguments())
            setToEntryState(getLatticeElement(argument));
  }
  return SharesFloats::initialize(top);
}

bool mlir::packed::hasSignedBounds(LoopLikeOpInterface loop) {
  auto counted = dyn_cast<scf::ForOp>(*loop);
  return (!counted || !counted.getUnsignedCmp()) &&
         loop.getLoopInductionVars() && loop.getLoopLowerBounds() &&
         loop.getLoopUpperBounds() && loop.getLoopSteps();
}

void RangeAnalysis::visitNonControlFlowArguments(
    Operation *op, const RegionSuccessor &successor,
    ArrayRef<IntegerValueRangeLattice *> arguments, unsigned firstIndex) {
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  if (!loop || hasSignedBounds(loop))
    return IntegerRangeAnalysis::visitNonControlFlowArguments(
        op, successor, arguments, firstIndex);
  // Upstream takes for granted that there are bounds, and that they are signed.
  SparseForwardDataFlowAnalysis::visitNonControlFlowArguments(
      op, successor, arguments, firstIndex);
}

void RangeAnalysis::setToEntryState(IntegerValueRangeLattice *lattice) {
  auto argument = dyn_cast<BlockArgument>(lattice->getAnchor());
  unsigned width = getIntegerWidth(lattice->getAnchor().getType());
  if (!argument || width == 0)
    return IntegerRangeAnalysis::setToEntryState(lattice);
  Assumption stated = getAssumption(argument);
  Interval range = intersect(Interval::ofWidth(width),
                             {WideInt(stated.min), WideInt(stated.max)});
  // A statement that no value meets says nothing here.
  if (stated.isTrivial() || range.isEmpty())
    return IntegerRangeAnalysis::setToEntryState(lattice);
  auto bits = [&](WideInt end) {
    return llvm::APInt(width, static_cast<uint64_t>(static_cast<int64_t>(end)),
                       /*isSigned=*/true);
  };
  propagateIfChanged(
      lattice, lattice->join(IntegerValueRange(ConstantIntRanges::fromSigned(
                   bits(range.lo), bits(range.hi)))));
}

Interval mlir::packed::getInterval(const IntegerValueRangeLattice *lattice,
                                   unsigned width) {
  if (width == 0)
    return Interval();
  if (!lattice || lattice->getValue().isUninitialized())
    return Interval::ofWidth(width);
  const ConstantIntRanges &range = lattice->getValue().getValue();
  // Some ops report ranges of another width than their type.
  if (range.smin().getBitWidth() != width)
    return Interval::ofWidth(width);
  return {range.smin().getSExtValue(), range.smax().getSExtValue()};
}
