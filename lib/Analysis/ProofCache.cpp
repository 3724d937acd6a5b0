//===- ProofCache.cpp - One proof for ops that are alike ------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Analysis/ProofCache.h"
#include "packed/Analysis/ProofTask.h"

using namespace mlir;
using namespace mlir::packed;

SmallVector<RuleVerdict> ProofCache::prove(const RuleSet &rules,
                                           SourceValues &values,
                                           FactScope &scope) {
  ProofTask task(rules, values, scope);
  ArrayRef<int64_t> words = task.getWords();
  StringRef key(reinterpret_cast<const char *>(words.data()),
                words.size() * sizeof(int64_t));
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto it = answers.find(key);
    if (it != answers.end()) {
      SmallVector<RuleVerdict> verdicts;
      for (auto [statement, answer] :
           llvm::zip_equal(rules.getStatements(), it->second))
        verdicts.push_back({&statement, answer.verdict, answer.evidence});
      return verdicts;
    }
  }
  SmallVector<RuleVerdict> verdicts = task.prove(solver);
  SmallVector<Answer, 0> answer;
  for (const RuleVerdict &verdict : verdicts)
    answer.push_back({verdict.verdict, verdict.evidence});
  std::lock_guard<std::mutex> lock(mutex);
  answers.try_emplace(key, std::move(answer));
  return verdicts;
}
