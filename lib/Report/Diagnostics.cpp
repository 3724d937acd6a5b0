//===- Diagnostics.cpp - The report as MLIR diagnostics -------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Report/Writers.h"

using namespace mlir;
using namespace mlir::packed;

static void attach(InFlightDiagnostic &diag, ArrayRef<ReportNote> notes) {
  for (const ReportNote &note : notes)
    diag.attachNote(note.loc) << note.text;
}

/// "breaks for frames = 1, holds for frames = 4"
static void attachWitness(InFlightDiagnostic &diag, const RuleReport &rule) {
  if (rule.explain().breaksFor.empty() && rule.explain().holdsFor.empty())
    return;
  Diagnostic &note = diag.attachNote();
  if (!rule.explain().breaksFor.empty())
    note << "breaks for " << rule.explain().breaksFor;
  if (!rule.explain().breaksFor.empty() && !rule.explain().holdsFor.empty())
    note << ", ";
  if (!rule.explain().holdsFor.empty())
    note << "holds for " << rule.explain().holdsFor;
}

static void attachRemedy(InFlightDiagnostic &diag, const RuleReport &rule) {
  diag.attachNote() << rule.rule->remedy << " [" << rule.rule->id << "]";
}

/// The error or warning itself, with the notes that the rule has of its own.
static InFlightDiagnostic emitMessage(Operation *op, const RuleReport &rule) {
  if (!rule.index)
    return op->emitOpError(rule.explain().message);
  // The op states its rules again: a broken rule is rare, and statements are
  // too large to keep all of them.
  RuleSet rules(op, RuleSet::Keep::All);
  cast<RuleOpInterface>(op).stateRules(rules);
  auto known = [&](const SizeSource &source) -> std::optional<int64_t> {
    for (const auto &[other, value] : rule.explain().constants)
      if (other.isSameAs(source))
        return value;
    return std::nullopt;
  };
  RuleStatement statement = rules.getStatements()[*rule.index];
  statement.holds = statement.holds.substitute(known);
  return emitBrokenRule(op, statement, known);
}

/// Reports a broken rule, with the `also` broken ones of the same op as notes.
static void emitBroken(Operation *op, const RuleReport &rule,
                       ArrayRef<const RuleReport *> also) {
  InFlightDiagnostic diag = emitMessage(op, rule);
  attach(diag, rule.explain().facts);
  attach(diag, rule.explain().assumptions);
  attachWitness(diag, rule);
  for (const RuleReport *other : also)
    diag.attachNote() << "also broken: " << other->explain().message << " ["
                      << other->rule->id << "]";
  attachRemedy(diag, rule);
}

static void emitUnknown(Operation *op, const RuleReport &rule, bool isError) {
  InFlightDiagnostic diag = isError ? op->emitError() : op->emitRemark();
  diag << "'" << op->getName()
       << "' op may break a rule: " << rule.explain().message;
  attach(diag, rule.explain().facts);
  attachWitness(diag, rule);
  attachRemedy(diag, rule);
}

bool mlir::packed::emitDiagnostics(const CheckReport &report,
                                   UnknownHandling unknown) {
  bool hasError = false;
  for (const OpReport &op : report.ops) {
    SmallVector<const RuleReport *> broken;
    for (const RuleReport &rule : op.rules) {
      bool isError = rule.rule->severity == RuleSeverity::Error;
      if (rule.verdict == Verdict::Refuted && isError)
        broken.push_back(&rule);
      else if (rule.verdict == Verdict::Refuted)
        emitBroken(op.op, rule, {});
    }
    if (!broken.empty())
      emitBroken(op.op, *broken.front(), ArrayRef(broken).drop_front());
    hasError |= !broken.empty();
    if (unknown == UnknownHandling::Silent)
      continue;
    for (const RuleReport &rule : op.rules) {
      if (rule.verdict != Verdict::Unknown || !isReported(rule))
        continue;
      bool isError =
          unknown == UnknownHandling::Error && !isTakenForGranted(rule);
      if (isError || unknown == UnknownHandling::List)
        emitUnknown(op.op, rule, isError);
      hasError |= isError;
    }
  }
  return hasError;
}
