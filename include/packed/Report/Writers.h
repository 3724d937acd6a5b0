//===- Writers.h - Reports for people and for programs ----------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each form in which a report leaves the program.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_REPORT_WRITERS_H
#define PACKED_REPORT_WRITERS_H

#include "packed/Report/CheckReport.h"

namespace mlir::packed {

/// What becomes of rules that are neither proved nor refuted.
enum class UnknownHandling : uint8_t { Silent, List, Error };

/// Emits refuted rules as errors, advice as warnings, and unknown rules as
/// asked for. Returns whether an error was emitted.
bool emitDiagnostics(const CheckReport &report, UnknownHandling unknown);

/// A table: op, rule, verdict, why. All rules, or only those not proved.
void writeText(const CheckReport &report, bool listProved, raw_ostream &os);

/// `3 ops: 24 rules proved, 1 refuted, 2 unknown, 0 warnings`.
void writeSummary(const ReportCounts &counts, raw_ostream &os);

/// A JSON object: counts, then ops with their rules.
void writeJson(const CheckReport &report, raw_ostream &os);

/// SARIF 2.1.0 with the whole catalogue as the rule table.
void writeSarif(const CheckReport &report, const RuleCatalogue &catalogue,
                raw_ostream &os);

/// MLIR optimization remarks: passed, missed and failed rules.
void emitRemarks(const CheckReport &report);

} // namespace mlir::packed

#endif // PACKED_REPORT_WRITERS_H
