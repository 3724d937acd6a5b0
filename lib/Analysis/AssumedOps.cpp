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

void AssumedOps::pushInputs(OpResult result,
                            SmallVectorImpl<Value> &inputs) const {
  auto push = [&](auto range) { llvm::append_range(inputs, range); };
  Operation *op = result.getOwner();
  push(op->getOperands());
  for (Region &region : op->getRegions())
    pushTerminatorOperands(region, push);
  if (Operation *callee = facts.getCallee(op))
    for (Region &region : callee->getRegions())
      pushTerminatorOperands(region, push);
}

void AssumedOps::pushInputs(BlockArgument argument,
                            SmallVectorImpl<Value> &inputs) const {
  auto push = [&](auto range) { llvm::append_range(inputs, range); };
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
      inputs.push_back(operands[argument.getArgNumber()]);
  }
}

SmallVector<Value> AssumedOps::getInputs(Value value) const {
  SmallVector<Value> inputs;
  if (auto argument = dyn_cast<BlockArgument>(value))
    pushInputs(argument, inputs);
  else
    pushInputs(cast<OpResult>(value), inputs);
  // A constant that two values share relates nothing.
  llvm::erase_if(inputs, [](Value input) {
    Operation *op = input.getDefiningOp();
    return op && op->hasTrait<OpTrait::ConstantLike>();
  });
  return inputs;
}

bool AssumedOps::isAssumed(Value value) {
  Operation *op = value.getDefiningOp();
  return op && values.isAssumed(op);
}

unsigned AssumedOps::addNode(Value value) {
  auto [it, isNew] = numbers.try_emplace(value, nodes.size());
  if (isNew) {
    nodes.push_back(value);
    related.grow(nodes.size());
  }
  return it->second;
}

void AssumedOps::followFacts() {
  ArrayRef<Value> stated = points.getStated();
  if (followed.size() > stated.size() ||
      stated.take_front(followed.size()) != ArrayRef(followed)) {
    followed.clear();
    nodes.clear();
    numbers.clear();
    related.clear();
    assumedNodes.clear();
  }
  for (Value value : stated.drop_front(followed.size())) {
    followed.push_back(value);
    // The nodes grow while they are read.
    size_t next = nodes.size();
    for (addNode(value); next < nodes.size(); ++next) {
      if (isAssumed(nodes[next]))
        assumedNodes.push_back(next);
      for (Value input : getInputs(nodes[next]))
        related.join(next, addNode(input));
    }
  }
}

void AssumedOps::collect(const SizeSource &source,
                         llvm::SetVector<Operation *> &ops) {
  followFacts();
  // Behind a node all is among the nodes.
  llvm::DenseSet<unsigned> reached;
  llvm::SetVector<Value> slice;
  slice.insert(source.value);
  for (size_t i = 0; i < slice.size(); ++i) {
    auto it = numbers.find(slice[i]);
    if (it != numbers.end()) {
      reached.insert(related.findLeader(it->second));
      continue;
    }
    if (isAssumed(slice[i]))
      ops.insert(slice[i].getDefiningOp());
    slice.insert_range(getInputs(slice[i]));
  }
  if (reached.empty())
    return;
  for (unsigned node : assumedNodes)
    if (reached.contains(related.findLeader(node)))
      ops.insert(nodes[node].getDefiningOp());
}
