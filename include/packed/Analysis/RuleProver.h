//===- RuleProver.h - The prove reading of rules ----------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides the rules of one op by the facts known at that op.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_ANALYSIS_RULEPROVER_H
#define PACKED_ANALYSIS_RULEPROVER_H

#include "packed/Analysis/SymbolicValues.h"
#include "packed/Rules/RuleOpInterface.h"

namespace mlir::packed {

class SmtProver;

/// Proved: no run breaks the rule. Refuted: no run that gets here keeps it.
enum class Verdict : uint8_t { Proved, Refuted, Unknown };

struct RuleVerdict {
  const RuleStatement *statement;
  Verdict verdict;
  Evidence evidence;

  /// Whether the statements after this one may take for granted that it holds.
  /// Advice, and what surely does not hold, is nothing to build on.
  bool isGranted() const {
    return statement->rule->severity == RuleSeverity::Error &&
           verdict != Verdict::Refuted && !statement->holds.isDecided();
  }
};

class RuleProver {
public:
  /// `solver` decides what is left unknown; null for none.
  RuleProver(SourceValues &values, FactScope &scope, SmtProver *solver)
      : values(values), scope(scope), solver(solver) {}

  /// Decides the statements in order, each by the facts in the scope and by the
  /// rules before it. Leaves the scope as it was.
  llvm::SmallVector<RuleVerdict> prove(const RuleSet &rules);

  /// The same for one condition, without the rules before it. Takes what
  /// `decide` knows of the numbers as facts.
  Truth decide(SizeCond cond);

  /// Adds `cond` to the facts.
  void assume(SizeCond cond);

  /// Calls `visit` for each of the verdicts that `prove` gave, in order, with
  /// the conditions that could be taken for granted there; the scope assumes
  /// them meanwhile, and is left as it was.
  using VisitVerdict = llvm::function_ref<void(
      const RuleVerdict &verdict, llvm::ArrayRef<SizeCond> granted)>;
  void walk(llvm::ArrayRef<RuleVerdict> verdicts, VisitVerdict visit);

  /// The value of an expression; nothing where it can't be told to exist.
  struct Number {
    Polynomial value;
    /// Whether all divisors are positive and no part leaves 64 bits.
    Truth isDefined;
  };
  std::optional<Number> evaluate(SizeExpr expr);

private:
  void assumeNot(SizeCond cond);
  std::optional<Number> evaluateBinary(SizeExpr expr);
  Truth decideComparison(SizeCond cond);

  SourceValues &values;
  FactScope &scope;
  SmtProver *solver;
};

} // namespace mlir::packed

#endif // PACKED_ANALYSIS_RULEPROVER_H
