//===- DataFlowFacts.h - What dataflow tells of values ----------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the dataflow analyses over a module, or over a function that stands
// alone, once and answers questions about values, blocks and calls afterwards.
// Answers may be asked for by several threads at a time: a lookup changes
// nothing in a solver that has run. Only a lookup in an equivalence class
// would, as it shortens paths; the classes are of states of constants, which no
// answer looks up.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_ANALYSIS_DATAFLOWFACTS_H
#define PACKED_ANALYSIS_DATAFLOWFACTS_H

#include "mlir/Analysis/DataFlowFramework.h"
#include "packed/Analysis/Congruence.h"
#include "packed/Analysis/Interval.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::packed {

/// Ranges, remainders, dead blocks and calls, found in one analysis and fixed
/// from then on.
class DataFlowFacts {
public:
  /// Analyzes everything within `root`. Check `isValid` afterwards. Calls are
  /// followed where `root` is a symbol table; a function may be called by
  /// anyone then.
  explicit DataFlowFacts(Operation *root);
  bool isValid() const { return valid; }

  /// What a signed reading of an integer or index value can be.
  Interval rangeOf(Value value) const;
  Congruence congruenceOf(Value value) const;
  /// Whether no run reaches the block.
  bool isDead(Block *block) const { return deadBlocks.contains(block); }
  /// The calls of a function whose callers are all known; none otherwise.
  ArrayRef<Operation *> getCalls(Operation *function) const {
    auto it = calls.find(function);
    return it == calls.end() ? ArrayRef<Operation *>() : it->second;
  }
  /// The only call of a function whose callers are all known; null otherwise.
  Operation *getOnlyCall(Operation *function) const {
    ArrayRef<Operation *> known = getCalls(function);
    return known.size() == 1 ? known.front() : nullptr;
  }
  /// The function that a call calls; null where that is not known.
  Operation *getCallee(Operation *call) const { return callees.lookup(call); }

private:
  void collectBlocks(Operation *root);
  void collectCalls(Operation *root);

  DataFlowSolver solver;
  bool valid;
  llvm::DenseSet<Block *> deadBlocks;
  llvm::DenseMap<Operation *, llvm::SmallVector<Operation *, 1>> calls;
  llvm::DenseMap<Operation *, Operation *> callees;
};

/// The width of an integer or index type; zero for anything else.
unsigned getIntegerWidth(Type type);

/// Whether the mathematical result of an integer operation is known to leave
/// its type for some of the operand values that are possible.
///
/// Sizes that nothing is known about are taken not to overflow, as MLIR's value
/// bounds take them; whatever known bounds show to overflow is never used.
bool isKnownToWrap(Operation *op, const Interval &lhs, const Interval &rhs);

} // namespace mlir::packed

#endif // PACKED_ANALYSIS_DATAFLOWFACTS_H
