//===- Verify.cpp - The verify reading of rules ---------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Rules/RuleOpInterface.h"

using namespace mlir;
using namespace mlir::packed;

#include "packed/Rules/RuleOpInterface.cpp.inc"

LogicalResult mlir::packed::verifyRules(RuleOpInterface op) {
  RuleSet rules(op, RuleSet::Keep::Broken);
  op.stateRules(rules);
  ArrayRef<RuleStatement> broken = rules.getStatements();
  if (broken.empty())
    return success();

  auto nothing = [](const SizeSource &) { return std::nullopt; };
  InFlightDiagnostic diag = emitBrokenRule(op, broken.front(), nothing);
  for (const RuleStatement &also : broken.drop_front())
    if (also.holds.isFalse())
      diag.attachNote() << "also broken: " << also.formatReport(nothing) << " ["
                        << also.rule->id << "]";
  const RuleInfo &rule = broken.front().getReportedRule();
  // For handlers that ask whether a rule is broken or the op is malformed.
  diag.getUnderlyingDiagnostic()->getMetadata().emplace_back(rule.id);
  diag.attachNote() << rule.remedy << " [" << rule.id << "]";
  return diag;
}
