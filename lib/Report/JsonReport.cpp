//===- JsonReport.cpp - The report for programs ---------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonText.h"
#include "packed/Report/Writers.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::packed;

static void writeLocation(Location loc, llvm::json::OStream &json) {
  auto place = loc->findInstanceOf<FileLineColLoc>();
  if (!place)
    return;
  json.attribute("file", toJsonText(place.getFilename()));
  json.attribute("line", place.getLine());
  json.attribute("column", place.getColumn());
}

static void writeNotes(StringRef name, ArrayRef<ReportNote> notes,
                       llvm::json::OStream &json) {
  if (notes.empty())
    return;
  json.attributeArray(name, [&] {
    for (const ReportNote &note : notes)
      json.object([&] {
        json.attribute("text", toJsonText(note.text));
        writeLocation(note.loc, json);
      });
  });
}

static void writeRule(const RuleReport &rule, llvm::json::OStream &json) {
  json.object([&] {
    json.attribute("id", rule.rule->id);
    json.attribute("severity", getSeverityName(rule.rule->severity));
    json.attribute("verdict", getVerdictName(rule.verdict));
    if (rule.verdict != Verdict::Unknown)
      json.attribute("evidence", getEvidenceName(rule.evidence));
    if (!rule.explain().message.empty())
      json.attribute("message", toJsonText(rule.explain().message));
    writeNotes("notes", rule.explain().notes, json);
    writeNotes("facts", rule.explain().facts, json);
    writeNotes("assumptions", rule.explain().assumptions, json);
    if (!rule.explain().breaksFor.empty())
      json.attribute("breaks_for", toJsonText(rule.explain().breaksFor));
    if (!rule.explain().holdsFor.empty())
      json.attribute("holds_for", toJsonText(rule.explain().holdsFor));
    if (rule.verdict != Verdict::Proved)
      json.attribute("remedy", rule.rule->remedy);
  });
}

void mlir::packed::writeJson(const CheckReport &report, raw_ostream &os) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  const ReportCounts &counts = report.counts;
  json.object([&] {
    json.attributeObject("counts", [&] {
      json.attribute("ops", static_cast<int64_t>(counts.ops));
      json.attribute("proved", static_cast<int64_t>(counts.proved));
      json.attribute("refuted", static_cast<int64_t>(counts.refuted));
      json.attribute("unknown", static_cast<int64_t>(counts.unknown));
      json.attribute("assumed", static_cast<int64_t>(counts.assumed));
      json.attribute("warnings", static_cast<int64_t>(counts.warnings));
    });
    json.attributeArray("ops", [&] {
      for (const OpReport &op : report.ops)
        json.object([&] {
          json.attribute("op", op.op->getName().getStringRef());
          writeLocation(op.op->getLoc(), json);
          json.attributeArray("rules", [&] {
            for (const RuleReport &rule : op.rules)
              writeRule(rule, json);
          });
        });
    });
  });
  os << '\n';
}
