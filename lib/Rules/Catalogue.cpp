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

const RuleInfo mlir::packed::kSizeOverflowRule = {
    "packed.size-overflow",
    RuleSeverity::Error,
    "the sizes overflow 64 bits in a sum or product of '{0}'",
    "Sizes are 64-bit integers. A sum or product of sizes beyond that can't be "
    "a number of rows or elements; computed with wrap-around it would look "
    "like "
    "a small one.",
    "look for a size that is too large by a factor, or a byte count taken for "
    "a "
    "number of elements",
    "packed.memory_rope legacy (batch_size = 1, memory_video_len = 0,\n"
    "    target_num_frames = 7, latent_height = 4294967296,\n"
    "    latent_width = 4294967296)",
    "packed.memory_rope legacy (batch_size = 1, memory_video_len = 0,\n"
    "    target_num_frames = 7, latent_height = 12, latent_width = 20)"};

StringRef mlir::packed::getSeverityName(RuleSeverity severity) {
  return severity == RuleSeverity::Error ? "error" : "warning";
}

const RuleInfo *RuleCatalogue::lookup(StringRef id) const {
  const auto *it = llvm::find_if(
      entries, [&](const RuleInfo *rule) { return rule->id == id; });
  return it == entries.end() ? nullptr : *it;
}

static void printExample(StringRef title, StringRef code, raw_ostream &os) {
  os << title << ":\n\n```mlir\n" << code.trim('\n') << "\n```\n\n";
}

void mlir::packed::printExplanation(const RuleInfo &rule, raw_ostream &os) {
  os << "## " << rule.id << "\n\n";
  os << getSeverityName(rule.severity) << ": " << rule.text << "\n\n";
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
