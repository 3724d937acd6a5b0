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

/// The functions directly within `root` and the rest of it, in order.
static SmallVector<Operation *> collectUnits(Operation *root) {
  SmallVector<Operation *> units;
  for (Region &region : root->getRegions())
    for (Operation &op : region.getOps())
      if (isa<FunctionOpInterface>(op))
        units.push_back(&op);
  units.push_back(root);
  return units;
}

static void proveUnit(Operation *unit, bool isRoot, const ModuleFacts &facts,
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
  ModuleFacts facts(root);
  if (!facts.isValid())
    return failure();
  SmallVector<Operation *> parts = collectUnits(root);
  for (size_t i = 0; i < parts.size(); ++i)
    units.push_back(make());
  ProofCache proofs(solver);
  parallelFor(root->getContext(), 0, parts.size(), [&](size_t i) {
    proveUnit(parts[i], parts[i] == root, facts, proofs, *units[i]);
  });
  return success();
}
