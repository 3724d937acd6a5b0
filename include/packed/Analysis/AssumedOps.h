//===- AssumedOps.h - Operations taken not to overflow ----------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes of which nothing is known are taken not to overflow. What is said of a
// rule names the operations that this was assumed of.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_ANALYSIS_ASSUMEDOPS_H
#define PACKED_ANALYSIS_ASSUMEDOPS_H

#include "packed/Analysis/PointFacts.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::packed {

/// Good for a whole walk over a function: what facts speak of is followed once,
/// and again only where facts were left behind.
class AssumedOps {
public:
  AssumedOps(const DataFlowFacts &facts, SymbolicValues &values,
             const PointFacts &points)
      : facts(facts), values(values), points(points) {}

  /// Operations that `source`, or a fact that has a size in common with it,
  /// rests on. More than what a proof has used, never less.
  void collect(const SizeSource &source, llvm::SetVector<Operation *> &ops);

private:
  void pushInputs(OpResult result, SmallVectorImpl<Value> &inputs) const;
  void pushInputs(BlockArgument argument, SmallVectorImpl<Value> &inputs) const;
  SmallVector<Value> getInputs(Value value) const;
  bool isAssumed(Value value);
  unsigned addNode(Value value);
  void followFacts();

  const DataFlowFacts &facts;
  SymbolicValues &values;
  const PointFacts &points;

  // All that the values which facts speak of are computed from. Two of them
  // are related where they are computed from a common one.
  SmallVector<Value> followed;
  SmallVector<Value> nodes;
  llvm::DenseMap<Value, unsigned> numbers;
  llvm::IntEqClasses related;
  /// The nodes made by operations that are taken not to overflow.
  SmallVector<unsigned> assumedNodes;
};

} // namespace mlir::packed

#endif // PACKED_ANALYSIS_ASSUMEDOPS_H
