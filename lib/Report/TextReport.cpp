//===- TextReport.cpp - The report for people -----------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Report/Writers.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::packed;

/// `model.mlir:12:3`
static std::string printLocation(Location loc) {
  if (auto place = loc->findInstanceOf<FileLineColLoc>())
    return llvm::formatv("{0}:{1}:{2}", place.getFilename().getValue(),
                         place.getLine(), place.getColumn());
  return "unknown location";
}

static raw_ostream::Colors getColor(const RuleReport &rule) {
  if (rule.verdict == Verdict::Proved)
    return raw_ostream::GREEN;
  bool isAdvice = rule.rule->severity == RuleSeverity::Warning;
  return rule.verdict == Verdict::Unknown || isAdvice ? raw_ostream::YELLOW
                                                      : raw_ostream::RED;
}

/// Advice that is not followed is no refuted rule.
static StringRef getWord(const RuleReport &rule) {
  if (rule.verdict == Verdict::Refuted &&
      rule.rule->severity == RuleSeverity::Warning)
    return "warning";
  return getVerdictName(rule.verdict);
}

static void writeReason(const RuleReport &rule, raw_ostream &os) {
  auto writeLine = [&](const Twine &text) { os << "      " << text << '\n'; };
  if (rule.verdict != Verdict::Proved && !rule.explain().message.empty())
    writeLine(rule.explain().message);
  for (const ReportNote &note : rule.explain().notes)
    writeLine(note.text);
  for (const ReportNote &fact : rule.explain().facts)
    writeLine(fact.text);
  for (const ReportNote &assumption : rule.explain().assumptions)
    writeLine(assumption.text);
  if (!rule.explain().breaksFor.empty())
    writeLine("breaks for " + Twine(rule.explain().breaksFor));
  if (!rule.explain().holdsFor.empty())
    writeLine("holds for " + Twine(rule.explain().holdsFor));
}

static void writeRule(const RuleReport &rule, raw_ostream &os) {
  os << "    ";
  {
    llvm::WithColor color(os, getColor(rule));
    color << llvm::left_justify(getWord(rule), 8);
  }
  os << ' ' << llvm::left_justify(rule.rule->id, 40);
  if (rule.verdict != Verdict::Unknown)
    os << " by " << getEvidenceName(rule.evidence);
  os << '\n';
  writeReason(rule, os);
}

void mlir::packed::writeText(const CheckReport &report, bool listProved,
                             raw_ostream &os) {
  for (const OpReport &op : report.ops) {
    auto isListed = [&](const RuleReport &rule) {
      return listProved || isReported(rule);
    };
    if (llvm::none_of(op.rules, isListed))
      continue;
    os << printLocation(op.op->getLoc()) << ": " << op.op->getName() << '\n';
    for (const RuleReport &rule : op.rules)
      if (isListed(rule))
        writeRule(rule, os);
  }
}

void mlir::packed::writeSummary(const ReportCounts &counts, raw_ostream &os) {
  auto plural = [](size_t count, const char *noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
  };
  os << plural(counts.ops, "op") << ": " << plural(counts.proved, "rule")
     << " proved, " << counts.refuted << " refuted, " << counts.unknown
     << " unknown, " << plural(counts.warnings, "warning");
  if (counts.assumed > 0)
    os << "; " << plural(counts.assumed, "size rule")
       << " taken to stay within 64 bits";
  os << '\n';
}
