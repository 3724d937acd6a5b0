//===- ProofCache.h - One proof for ops that are alike ----------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Remembers the verdicts of proof tasks, for all functions of a module.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_ANALYSIS_PROOFCACHE_H
#define PACKED_ANALYSIS_PROOFCACHE_H

#include "packed/Analysis/RuleProver.h"
#include "llvm/ADT/StringMap.h"
#include <mutex>

namespace mlir::packed {

/// Safe to use from several threads. A verdict depends on its task alone, so
/// not on which thread comes first.
class ProofCache {
public:
  /// `solver` decides what is left unknown; null for none.
  explicit ProofCache(SmtProver *solver) : solver(solver) {}

  /// The verdicts of the statements of `rules`, by the facts in `scope`.
  SmallVector<RuleVerdict> prove(const RuleSet &rules, SourceValues &values,
                                 FactScope &scope);

private:
  struct Answer {
    Verdict verdict;
    Evidence evidence;
  };

  SmtProver *solver;
  llvm::StringMap<SmallVector<Answer, 0>> answers;
  std::mutex mutex;
};

} // namespace mlir::packed

#endif // PACKED_ANALYSIS_PROOFCACHE_H
