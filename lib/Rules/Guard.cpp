//===- Guard.cpp - The guard reading of rules -----------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "packed/Rules/RuleOpInterface.h"
#include "packed/Rules/SizeExpander.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::packed;

static llvm::StringSet<> getProvedRules(Operation *op) {
  llvm::StringSet<> proved;
  if (auto list = op->getAttrOfType<ArrayAttr>(kProvedRulesAttrName))
    for (Attribute id : list)
      if (auto text = dyn_cast<StringAttr>(id))
        proved.insert(text.getValue());
  return proved;
}

unsigned mlir::packed::emitGuards(
    RuleOpInterface op, OpBuilder &builder, Location loc,
    function_ref<std::string(Operation *, StringRef)> describe,
    GuardedRules which) {
  RuleSet rules(op, RuleSet::Keep::All);
  op.stateRules(rules);
  llvm::StringSet<> proved = getProvedRules(op);
  auto nothing = [](const SizeSource &) { return std::nullopt; };

  // One expander: a size that several rules read is computed once.
  SizeExpander expander(builder, loc);
  unsigned count = 0;
  for (const RuleStatement &statement : rules.getStatements()) {
    if (statement.rule->severity != RuleSeverity::Error ||
        statement.holds.isDecided() || proved.contains(statement.rule->id))
      continue;
    if (which == GuardedRules::WithoutElements &&
        statement.holds.readsElements())
      continue;
    Value holds = expander.expandChecked(statement.holds);
    cf::AssertOp::create(builder, loc, holds,
                         describe(op, statement.message.format(nothing)));
    ++count;
  }
  return count;
}
