//===- CheckReport.h - Verdicts and what explains them ----------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The report over a module, in memory; the writers print it.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_REPORT_CHECKREPORT_H
#define PACKED_REPORT_CHECKREPORT_H

#include "packed/Analysis/ModuleProver.h"
#include "packed/Report/ValueNames.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::packed {

/// A sentence and the place that it speaks about.
struct ReportNote {
  Location loc;
  std::string text;
};

/// Why a verdict is what it is.
struct Explanation {
  /// The documented text with the numbers known here.
  std::string message;
  /// Sizes that the message names and that are known.
  SmallVector<std::pair<SizeSource, int64_t>, 0> constants;
  /// The sum behind a number, the value that would be right.
  SmallVector<ReportNote, 0> notes;
  /// What is known of the sizes.
  SmallVector<ReportNote, 0> facts;
  /// Products and sums taken to stay within 64 bits.
  SmallVector<ReportNote, 0> assumptions;
  /// Sizes that break the rule, and sizes that keep it: `frames = 1`.
  std::string breaksFor, holdsFor;
};

/// The verdict on one rule of an op. Large models have millions of these, and
/// hardly any that is explained.
struct RuleReport {
  const RuleInfo *rule;
  /// Number of the statement among those of the op; none for a rule about
  /// several ops.
  std::optional<unsigned> index;
  Verdict verdict;
  Evidence evidence;
  /// Of rules that are not proved, and of all where all are explained; see
  /// ReportOptions.
  std::unique_ptr<Explanation> explanation;

  /// The explanation; an empty one where there is none.
  const Explanation &explain() const;
};

/// An op and the verdicts on its rules, in the order in which it states them.
struct OpReport {
  Operation *op;
  /// A vector that grows by moving: reports are large.
  std::vector<RuleReport> rules;
};

/// How many ops have rules, and how many of these rules have each outcome. A
/// warning is advice that is not followed; advice that is only unknown is not
/// counted.
struct ReportCounts {
  size_t ops = 0, proved = 0, refuted = 0, unknown = 0, warnings = 0;
  /// Rules left unknown that only ask whether sizes fit 64 bits; not counted
  /// among `unknown`. See `isTakenForGranted`.
  size_t assumed = 0;
};

struct CheckReport {
  std::vector<OpReport> ops;
  ReportCounts counts;

  void add(OpReport op);
};

/// What goes into a report, and whom to tell how far it is.
struct ReportOptions {
  /// Explain proved rules as well.
  bool explainAll = false;
  /// Explain unknown rules (with witnesses, which take time).
  bool explainUnknown = false;
  /// Ids of warnings that are switched off.
  llvm::StringSet<> disabled;
  /// Called when an op is done, from any thread.
  std::function<void()> onOp = [] {};
};

/// Whether an unmet rule is worth a line: advice that is only unknown is not.
bool isReported(const RuleReport &rule);

/// Whether a rule is open only in that unknown sizes might leave 64 bits, which
/// the check takes not to happen everywhere else: no error in strict mode.
bool isTakenForGranted(const RuleReport &rule);

/// Makes the report. Fails where the analysis does.
LogicalResult makeReport(Operation *root, SmtProver *solver,
                         const ReportOptions &options, ValueNames &names,
                         CheckReport &report);

/// The report of an op by its own facts alone, for ops that don't verify.
OpReport makeStaticReport(RuleOpInterface op);

/// `refuted`, as in all formats.
StringRef getVerdictName(Verdict verdict);
/// What the verdict rests on: `normal form`.
StringRef getEvidenceName(Evidence evidence);

} // namespace mlir::packed

#endif // PACKED_REPORT_CHECKREPORT_H
