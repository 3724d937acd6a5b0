//===- ModuleProver.cpp - All rules of a module ---------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Analysis/ModuleProver.h"
#include "mlir/IR/Threading.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "packed/Analysis/PointFacts.h"
#include "packed/Analysis/ProofCache.h"

using namespace mlir;
using namespace mlir::packed;

/// The functions directly within `root`, in order.
static SmallVector<Operation *> collectFunctions(Operation *root) {
  SmallVector<Operation *> functions;
  for (Region &region : root->getRegions())
    for (Operation &op : region.getOps())
      if (isa<FunctionOpInterface>(op))
        functions.push_back(&op);
  return functions;
}

/// Whether dataflow neither enters nor leaves `op`, which stands directly
/// within the root: a function that anyone may call, a declaration, or what
/// has neither dataflow nor rules.
static bool standsAlone(Operation *op) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->getNumOperands() == 0 && op->getNumResults() == 0 &&
           op->getNumRegions() == 0 && !isa<RuleOpInterface>(op);
  return function.isExternal() || function.isPublic();
}

/// Whether each function directly within `root` can be analyzed as if it were
/// the only one.
static bool allStandAlone(Operation *root) {
  for (Region &region : root->getRegions())
    for (Operation &op : region.getOps())
      if (!standsAlone(&op))
        return false;
  SymbolTableCollection tables;
  auto result = root->walk([&](CallOpInterface call) {
    auto callee = dyn_cast_or_null<CallableOpInterface>(
        call.resolveCallableInTable(&tables));
    bool entersBody = callee && callee.getCallableRegion();
    return entersBody ? WalkResult::interrupt() : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

static void proveUnit(Operation *unit, bool isRoot, const DataFlowFacts &facts,
                      ProofCache &proofs, ProverVisitor &visitor) {
  packed::SymbolTable symbols;
  FactScope scope(symbols);
  SymbolicValues values(facts, symbols);
  RuleProver prover(values, scope, /*solver=*/nullptr);
  PointFacts points(facts, values, scope);
  AssumedOps assumed(facts, values, points);
  points.walk(
      unit,
      [&](Operation *op) {
        auto ruled = dyn_cast<RuleOpInterface>(op);
        if (!ruled)
          return;
        RuleSet rules(op, RuleSet::Keep::All);
        ruled.stateRules(rules);
        SmallVector<RuleVerdict> verdicts = proofs.prove(rules, values, scope);
        visitor.visit({ruled, rules, verdicts, values, scope, prover, assumed});
      },
      // Functions within the root are units of their own.
      [&](Operation *op) {
        return !isRoot || op->getParentOp() != unit ||
               !isa<FunctionOpInterface>(op);
      });
}

LogicalResult mlir::packed::proveModule(
    Operation *root, SmtProver *solver,
    function_ref<std::unique_ptr<ProverVisitor>()> make,
    SmallVectorImpl<std::unique_ptr<ProverVisitor>> &units) {
  SmallVector<Operation *> parts = collectFunctions(root);
  // One analysis of the whole costs more memory than one of each part at a
  // time, and one thread does it.
  std::optional<DataFlowFacts> shared;
  if (parts.empty() || !allStandAlone(root)) {
    parts.push_back(root);
    if (!shared.emplace(root).isValid())
      return failure();
  }
  for (size_t i = 0; i < parts.size(); ++i)
    units.push_back(make());
  ProofCache proofs(solver);
  return failableParallelForEachN(
      root->getContext(), 0, parts.size(), [&](size_t i) {
        std::optional<DataFlowFacts> own;
        if (!shared && !own.emplace(parts[i]).isValid())
          return failure();
        proveUnit(parts[i], parts[i] == root, shared ? *shared : *own, proofs,
                  *units[i]);
        return success();
      });
}
