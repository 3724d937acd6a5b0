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

#include "packed/Analysis/SymbolicValues.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::packed {

class AssumedOps {
public:
  /// `stated` are the values that facts at the op in question speak of:
  /// compared in an assertion or a branch, or assumed.
  AssumedOps(const ModuleFacts &facts, SymbolicValues &values,
             ArrayRef<Value> stated)
      : facts(facts), values(values), stated(stated) {}

  /// Operations that `source`, or a fact that has a size in common with it,
  /// rests on. More than what a proof has used, never less.
  void collect(const SizeSource &source, llvm::SetVector<Operation *> &ops);

private:
  using Slice = llvm::SetVector<Value>;
  Slice getSlice(Value root) const;
  void pushInputs(OpResult result, Slice &slice) const;
  void pushInputs(BlockArgument argument, Slice &slice) const;

  const ModuleFacts &facts;
  SymbolicValues &values;
  ArrayRef<Value> stated;
};

} // namespace mlir::packed

#endif // PACKED_ANALYSIS_ASSUMEDOPS_H
