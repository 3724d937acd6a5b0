//===- AssumedOps.cpp - Operations taken not to overflow ------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows values back to all that they are computed from.
//
//===----------------------------------------------------------------------===//

#include "packed/Analysis/AssumedOps.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::packed;

/// What ends the blocks of a region hands on to whoever enclosed it.
template <typename Push>
static void pushTerminatorOperands(Region &region, Push push) {
  for (Block &block : region)
    if (!block.empty() && block.back().hasTrait<OpTrait::IsTerminator>())
      push(block.back().getOperands());
}

void AssumedOps::pushInputs(OpResult result, Slice &slice) const {
  auto push = [&](auto range) { slice.insert(range.begin(), range.end()); };
  Operation *op = result.getOwner();
  push(op->getOperands());
  for (Region &region : op->getRegions())
    pushTerminatorOperands(region, push);
  if (Operation *callee = facts.getCallee(op))
    for (Region &region : callee->getRegions())
      pushTerminatorOperands(region, push);
}

void AssumedOps::pushInputs(BlockArgument argument, Slice &slice) const {
  auto push = [&](auto range) { slice.insert(range.begin(), range.end()); };
  Block *block = argument.getOwner();
  for (Block *predecessor : block->getPredecessors())
    push(predecessor->getTerminator()->getOperands());
  Operation *parent = block->getParentOp();
  if (!parent || !block->isEntryBlock())
    return;
  if (!isa<CallableOpInterface>(parent)) {
    push(parent->getOperands());
    return pushTerminatorOperands(*block->getParent(), push);
  }
  for (Operation *call : facts.getCalls(parent)) {
    OperandRange operands = cast<CallOpInterface>(call).getArgOperands();
    if (argument.getArgNumber() < operands.size())
      slice.insert(operands[argument.getArgNumber()]);
  }
}

AssumedOps::Slice AssumedOps::getSlice(Value root) const {
  Slice slice;
  slice.insert(root);
  // It grows while it is read.
  for (size_t i = 0; i < slice.size(); ++i)
    if (auto argument = dyn_cast<BlockArgument>(slice[i]))
      pushInputs(argument, slice);
    else
      pushInputs(cast<OpResult>(slice[i]), slice);
  // A constant that two values share relates nothing.
  slice.remove_if([](Value value) {
    Operation *op = value.getDefiningOp();
    return op && op->hasTrait<OpTrait::ConstantLike>();
  });
  return slice;
}

void AssumedOps::collect(const SizeSource &source,
                         llvm::SetVector<Operation *> &ops) {
  Slice slice = getSlice(source.value);
  SmallVector<Slice> others;
  for (Value value : stated)
    others.push_back(getSlice(value));
  auto isRelated = [&](const Slice &other) {
    return llvm::any_of(other,
                        [&](Value value) { return slice.contains(value); });
  };
  auto *related = llvm::find_if(others, isRelated);
  for (; related != others.end(); related = llvm::find_if(others, isRelated)) {
    slice.insert(related->begin(), related->end());
    others.erase(related);
  }
  for (Value value : slice)
    if (Operation *op = value.getDefiningOp(); op && values.isAssumed(op))
      ops.insert(op);
}
