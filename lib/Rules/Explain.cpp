//===- Explain.cpp - The --explain option of tools ------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Rules/Explain.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::packed;

static void printJSON(const RuleCatalogue &catalogue, raw_ostream &os) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.array([&] {
    for (const RuleInfo *rule : catalogue.getRules())
      json.object([&] {
        json.attribute("id", rule->id);
        json.attribute("severity", getSeverityName(rule->severity));
        json.attribute("text", rule->text);
        json.attribute("meaning", rule->meaning);
        json.attribute("remedy", rule->remedy);
        json.attribute("wrong", rule->wrong);
        json.attribute("right", rule->right);
      });
  });
  os << '\n';
}

std::optional<int> mlir::packed::runExplain(const RuleCatalogue &catalogue,
                                            int argc, char **argv) {
  StringRef id;
  for (int i = 1; i < argc; ++i) {
    StringRef arg = argv[i];
    if (!arg.consume_front("--explain") && !arg.consume_front("-explain"))
      continue;
    if (arg.consume_front("="))
      id = arg;
    else if (arg.empty() && i + 1 < argc)
      id = argv[i + 1];
    else if (!arg.empty())
      continue;
    if (id == "all")
      printReference(catalogue, llvm::outs());
    else if (id == "json")
      printJSON(catalogue, llvm::outs());
    else if (const RuleInfo *rule = catalogue.lookup(id))
      printExplanation(*rule, llvm::outs());
    else {
      llvm::errs() << "no rule is called '" << id
                   << "'; the ids are in brackets at the end of a diagnostic, "
                      "and '--explain=all' lists them\n";
      return 2;
    }
    return 0;
  }
  return std::nullopt;
}
