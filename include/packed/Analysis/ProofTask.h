//===- ProofTask.h - What there is to prove of one op -----------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that the proof of an op's rules may look at, without the op: the
// conditions, the values of their sizes, and the facts that bear on these.
// Models repeat a layer many times; tasks that are written alike have the same
// verdicts, wherever they come from.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_ANALYSIS_PROOFTASK_H
#define PACKED_ANALYSIS_PROOFTASK_H

#include "packed/Analysis/RuleProver.h"

namespace mlir::packed {

/// The rules of one op with the facts that they need, written down as numbers
/// that serve as the key of a cache of verdicts.
class ProofTask {
public:
  /// Refers to its arguments; the scope holds the facts at the op.
  ProofTask(const RuleSet &rules, SourceValues &values, FactScope &scope);

  /// The task in numbers. Symbols are counted as they come up, so nothing of
  /// the program that they come from shows.
  ArrayRef<int64_t> getWords() const { return words; }

  /// Proves the rules from what `getWords` says, no more.
  SmallVector<RuleVerdict> prove(SmtProver *solver) const;

private:
  enum class Fact : uint8_t { NonNegative, Zero, NonZero };
  struct Statement {
    Fact kind;
    const Polynomial *polynomial;
  };
  using SourceKey = std::pair<std::pair<unsigned, void *>, int64_t>;
  static SourceKey getKey(const SizeSource &source);

  void write(SizeCond cond);
  void write(SizeExpr expr);
  void write(const SizeSource &source);
  void write(const Polynomial &polynomial);
  void write(const Interval &range);
  void writeSymbol(SymbolId id);
  void writeSymbols();
  void writeFacts();
  void writeFact(const Statement &fact);
  bool isOfUse(const Polynomial &fact) const;

  const RuleSet &rules;
  SourceValues &values;
  FactScope &scope;
  SmallVector<int64_t, 512> words;
  llvm::DenseMap<SourceKey, unsigned> sourceNumbers;
  SmallVector<Polynomial> sources;
  llvm::DenseMap<SymbolId, unsigned> symbolNumbers;
  SmallVector<SymbolId> symbols;
  /// How many of `symbols` are written.
  size_t numWritten = 0;
  SmallVector<Statement> facts;

  friend class TaskValues;
};

} // namespace mlir::packed

#endif // PACKED_ANALYSIS_PROOFTASK_H
