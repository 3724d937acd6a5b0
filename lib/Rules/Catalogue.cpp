//===- Catalogue.cpp - What tools say about rules -------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The explanation of one rule and the reference page over all of them.
//
//===----------------------------------------------------------------------===//

#include "packed/Rules/Rule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::packed;

const RuleInfo *RuleCatalogue::lookup(StringRef id) const {
  const auto *it = llvm::find_if(
      entries, [&](const RuleInfo *rule) { return rule->id == id; });
  return it == entries.end() ? nullptr : *it;
}

static void printExample(StringRef title, StringRef code, raw_ostream &os) {
  os << title << ":\n\n```mlir\n" << code.trim('\n') << "\n```\n\n";
}

void mlir::packed::printExplanation(const RuleInfo &rule, raw_ostream &os) {
  StringRef severity =
      rule.severity == RuleSeverity::Error ? "error" : "warning";
  os << "## " << rule.id << "\n\n";
  os << severity << ": " << rule.text << "\n\n";
  os << rule.meaning << "\n\n";
  os << "Remedy: " << rule.remedy << "\n\n";
  printExample("Wrong", rule.wrong, os);
  printExample("Right", rule.right, os);
}

void mlir::packed::printReference(const RuleCatalogue &catalogue,
                                  raw_ostream &os) {
  os << "# Rules\n\n";
  for (const RuleInfo *rule : catalogue.getRules())
    printExplanation(*rule, os);
}
