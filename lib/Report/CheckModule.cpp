//===- CheckModule.cpp - Verifies and checks one module -------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Report/CheckModule.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::packed;

/// Where the verifier finds errors. They reach the handlers outside of this
/// function where `show`.
static SmallVector<Location> findErrors(ModuleOp module, bool show) {
  SmallVector<Location> places;
  ScopedDiagnosticHandler collect(module.getContext(), [&](Diagnostic &diag) {
    if (diag.getSeverity() == DiagnosticSeverity::Error)
      places.push_back(diag.getLocation());
    return success(!show);
  });
  if (succeeded(verify(module)))
    places.clear();
  return places;
}

/// Whether the verifier says of `op` that it breaks a rule. Of an op that it
/// finds malformed it does not ask the rules, and neither must a report.
static bool breaksRule(Operation *op) {
  bool breaks = false;
  ScopedDiagnosticHandler collect(op->getContext(), [&](Diagnostic &diag) {
    breaks |= !diag.getMetadata().empty();
  });
  (void)verify(op, /*verifyRecursively=*/false);
  return breaks;
}

CheckOutcome mlir::packed::checkModule(ModuleOp module, SmtProver *solver,
                                       const ReportOptions &options,
                                       bool showErrors, ValueNames &names,
                                       CheckReport &report) {
  SmallVector<Location> places = findErrors(module, showErrors);
  if (places.empty())
    return failed(makeReport(module, solver, options, names, report))
               ? CheckOutcome::Unchecked
               : CheckOutcome::Checked;
  size_t before = report.counts.refuted;
  module.walk([&](RuleOpInterface op) {
    if (llvm::is_contained(places, op.getLoc()) && breaksRule(op))
      report.add(makeStaticReport(op));
  });
  if (report.counts.refuted > before)
    return CheckOutcome::Refuted;
  if (!showErrors)
    (void)verify(module);
  return CheckOutcome::Unchecked;
}
