//===- PointFacts.h - Facts along a walk over a function --------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks a function in dominance order and keeps a fact scope up to date with
// what holds at the op that it stands on: asserted conditions, conditions of
// branches taken, assumptions of the user.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_ANALYSIS_POINTFACTS_H
#define PACKED_ANALYSIS_POINTFACTS_H

#include "mlir/IR/Dominance.h"
#include "packed/Analysis/SymbolicValues.h"
#include "packed/Rules/Assumption.h"

namespace mlir::packed {

class PointFacts {
public:
  PointFacts(const DataFlowFacts &facts, SymbolicValues &values,
             FactScope &scope)
      : facts(facts), values(values), scope(scope) {}

  /// Calls `visit` for every op within `root` that a run can reach, with the
  /// scope holding the facts at that op. Goes into those for which `enter` is
  /// true.
  void walk(Operation *root, function_ref<void(Operation *)> visit,
            function_ref<bool(Operation *)> enter);

  /// During a walk: the values that the facts in the scope speak of.
  ArrayRef<Value> getStated() const { return stated; }

private:
  struct Mark {
    FactScope::Mark scope;
    size_t stated;
  };
  Mark mark() const { return {scope.mark(), stated.size()}; }
  void rewind(const Mark &mark);

  void enterCallSite(Operation *function);
  void walkRegion(Region &region);
  void walkTree(DominanceInfoNode *node);
  void walkBlock(Block &block);
  void enterBlock(Block &block);
  void enterRegion(Region &region);
  void assumeStated(Operation *op);
  void assume(Value condition, bool isTrue);
  void assumeComparison(Operation *compare, bool isTrue);
  void assume(Value size, const Assumption &assumption);

  const DataFlowFacts &facts;
  SymbolicValues &values;
  FactScope &scope;
  llvm::SmallVector<Value> stated;
  /// Set during a walk.
  function_ref<void(Operation *)> visit;
  function_ref<bool(Operation *)> enter;
};

} // namespace mlir::packed

#endif // PACKED_ANALYSIS_POINTFACTS_H
