//===- Check.cpp - The packed-check pass ----------------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/SMT/IR/SMTDialect.h"
#include "mlir/IR/Builders.h"
#include "packed/Analysis/SmtProver.h"
#include "packed/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::packed {
#define GEN_PASS_DEF_PACKEDCHECKPASS
#include "packed/Transforms/Passes.h.inc"
} // namespace mlir::packed

using namespace mlir;
using namespace mlir::packed;

void mlir::packed::markProvedRules(const CheckReport &report) {
  for (const OpReport &op : report.ops) {
    // An op may state a rule several times, for several sizes.
    llvm::SmallSetVector<const RuleInfo *, 32> proved;
    llvm::SmallPtrSet<const RuleInfo *, 4> notProved;
    for (const RuleReport &rule : op.rules)
      if (rule.verdict != Verdict::Proved)
        notProved.insert(rule.rule);
      else if (rule.rule->severity == RuleSeverity::Error)
        proved.insert(rule.rule);
    SmallVector<StringRef> ids;
    for (const RuleInfo *rule : proved)
      if (!notProved.contains(rule))
        ids.push_back(rule->id);
    if (!ids.empty())
      op.op->setAttr(kProvedRulesAttrName,
                     Builder(op.op->getContext()).getStrArrayAttr(ids));
  }
}

namespace {
class PackedCheck
    : public mlir::packed::impl::PackedCheckPassBase<PackedCheck> {
public:
  using PackedCheckPassBase::PackedCheckPassBase;

  void runOnOperation() override {
    std::unique_ptr<SmtSolver> z3 =
        solver ? SmtSolver::loadZ3(solverTimeLimit) : nullptr;
    std::optional<SmtProver> prover;
    if (z3)
      prover.emplace(&getContext(), *z3);

    ReportOptions options;
    options.explainUnknown = unknown != UnknownHandling::Silent || remarks;
    options.explainAll = report;
    for (const std::string &id : disableWarnings)
      options.disabled.insert(id);
    ValueNames names;
    CheckReport result;
    if (failed(makeReport(getOperation(), prover ? &*prover : nullptr, options,
                          names, result)))
      return signalPassFailure();

    count(result.counts);
    if (report) {
      writeText(result, /*listProved=*/true, llvm::errs());
      writeSummary(result.counts, llvm::errs());
    }
    if (remarks)
      emitRemarks(result);
    if (emitDiagnostics(result, unknown))
      return signalPassFailure();
    markProvedRules(result);
  }

private:
  void count(const ReportCounts &counts) {
    numOps += counts.ops;
    numProved += counts.proved;
    numRefuted += counts.refuted;
    numUnknown += counts.unknown;
    numAssumed += counts.assumed;
    numWarnings += counts.warnings;
  }
};
} // namespace
