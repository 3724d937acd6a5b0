//===- SarifReport.cpp - The report for code scanning ---------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SARIF 2.1.0: the rule table with help texts, one result for each rule that is
// not met, with the facts as related locations.
//
//===----------------------------------------------------------------------===//

#include "JsonText.h"
#include "packed/Report/Writers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::packed;

using llvm::json::OStream;

static void writeMessage(StringRef name, StringRef text, OStream &json) {
  json.attributeObject(name, [&] { json.attribute("text", toJsonText(text)); });
}

//===----------------------------------------------------------------------===//
// The rule table
//===----------------------------------------------------------------------===//

static void writeRule(const RuleInfo &rule, OStream &json) {
  json.object([&] {
    json.attribute("id", rule.id);
    writeMessage("shortDescription", rule.text, json);
    writeMessage("fullDescription", rule.meaning, json);
    json.attributeObject("help", [&] {
      std::string remedy = "Remedy: " + rule.remedy.str();
      json.attribute("text", remedy);
      json.attribute("markdown", remedy + "\n\nWrong:\n\n```mlir\n" +
                                     rule.wrong.str() +
                                     "\n```\n\nRight:\n\n```mlir\n" +
                                     rule.right.str() + "\n```\n");
    });
    // A level is called as the severity of a rule that is surely broken.
    json.attributeObject("defaultConfiguration", [&] {
      json.attribute("level", getSeverityName(rule.severity));
    });
  });
}

static void writeDriver(const RuleCatalogue &catalogue, OStream &json) {
  json.attributeObject("driver", [&] {
    json.attribute("name", "packed-check");
    json.attribute("version", PACKED_VERSION);
    json.attributeArray("rules", [&] {
      for (const RuleInfo *rule : catalogue.getRules())
        writeRule(*rule, json);
    });
  });
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// A relative reference by RFC 3986: SARIF wants no plain file name.
static std::string toUri(StringRef fileName) {
  std::string uri;
  llvm::raw_string_ostream os(uri);
  for (unsigned char byte : fileName)
    if (llvm::isAlnum(byte) || StringRef("/-._~").contains(byte))
      os << byte;
    else
      os << llvm::format("%%%02X", byte);
  return uri;
}

static void writePhysicalLocation(FileLineColLoc place, OStream &json) {
  json.attributeObject("physicalLocation", [&] {
    json.attributeObject("artifactLocation", [&] {
      json.attribute("uri", toUri(place.getFilename()));
    });
    // Lines and columns count from 1; 0 stands for an unknown one.
    if (place.getLine() > 0)
      json.attributeObject("region", [&] {
        json.attribute("startLine", place.getLine());
        if (place.getColumn() > 0)
          json.attribute("startColumn", place.getColumn());
      });
  });
}

/// The file positions that a location is made of: inlining and fusion leave
/// several, the innermost first.
static SmallVector<FileLineColLoc> getPlaces(Location loc) {
  SmallVector<FileLineColLoc> places;
  loc->walk([&](Location part) {
    if (auto place = dyn_cast<FileLineColLoc>(part))
      places.push_back(place);
    return WalkResult::advance();
  });
  return places;
}

static void writeRelated(const RuleReport &rule, OStream &json) {
  json.attributeArray("relatedLocations", [&] {
    for (ArrayRef<ReportNote> notes :
         {ArrayRef(rule.explain().notes), ArrayRef(rule.explain().facts),
          ArrayRef(rule.explain().assumptions)})
      for (const ReportNote &note : notes)
        json.object([&] {
          writeMessage("message", note.text, json);
          SmallVector<FileLineColLoc> places = getPlaces(note.loc);
          if (!places.empty())
            writePhysicalLocation(places.front(), json);
        });
  });
}

static std::string getText(const OpReport &op, const RuleReport &rule) {
  std::string text = "'" + op.op->getName().getStringRef().str() + "' op ";
  if (rule.verdict == Verdict::Unknown)
    text += "may break a rule: ";
  text += rule.explain().message;
  if (!rule.explain().breaksFor.empty())
    text += "; breaks for " + rule.explain().breaksFor;
  if (!rule.explain().holdsFor.empty())
    text += "; holds for " + rule.explain().holdsFor;
  return text + ". To mend it: " + rule.rule->remedy.str();
}

static void writeResult(const OpReport &op, const RuleReport &rule,
                        std::optional<size_t> ruleIndex, OStream &json) {
  json.object([&] {
    json.attribute("ruleId", rule.rule->id);
    if (ruleIndex)
      json.attribute("ruleIndex", static_cast<int64_t>(*ruleIndex));
    bool isOpen = rule.verdict == Verdict::Unknown;
    json.attribute("kind", isOpen ? "open" : "fail");
    // The format asks for level "none" on whatever is no failure.
    json.attribute("level",
                   isOpen ? "none" : getSeverityName(rule.rule->severity));
    writeMessage("message", getText(op, rule), json);
    json.attributeArray("locations", [&] {
      for (FileLineColLoc place : getPlaces(op.op->getLoc()))
        json.object([&] { writePhysicalLocation(place, json); });
    });
    writeRelated(rule, json);
  });
}

void mlir::packed::writeSarif(const CheckReport &report,
                              const RuleCatalogue &catalogue, raw_ostream &os) {
  llvm::DenseMap<const RuleInfo *, size_t> indices;
  for (auto [index, rule] : llvm::enumerate(catalogue.getRules()))
    indices[rule] = index;
  auto getIndex = [&](const RuleInfo *rule) -> std::optional<size_t> {
    auto it = indices.find(rule);
    return it == indices.end() ? std::nullopt : std::optional(it->second);
  };

  OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json.attribute("version", "2.1.0");
    json.attributeArray("runs", [&] {
      json.object([&] {
        json.attributeObject("tool", [&] { writeDriver(catalogue, json); });
        json.attributeArray("results", [&] {
          for (const OpReport &op : report.ops)
            for (const RuleReport &rule : op.rules)
              if (isReported(rule))
                writeResult(op, rule, getIndex(rule.rule), json);
        });
      });
    });
  });
  os << '\n';
}
