//===- FactScope.h - What is known at a point of a program ------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stack of facts about polynomials, and what follows from them: simpler
// forms, ranges, remainders, signs.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_ANALYSIS_FACTSCOPE_H
#define PACKED_ANALYSIS_FACTSCOPE_H

#include "packed/Analysis/FactStack.h"
#include "packed/Analysis/SymbolTable.h"

namespace mlir::packed {

enum class Truth : uint8_t { False, True, Unknown };

/// What a decision rests on, strongest last.
enum class Evidence : uint8_t {
  NormalForm, // both sides are the same polynomial
  Range,      // bounds
  Remainder,  // divisibility
  Facts,      // a combination of stated facts
  Solver      // the SMT solver
};

/// Facts that hold together at one point of a program, and questions about
/// polynomials that they answer. Not for several threads at a time.
class FactScope {
public:
  explicit FactScope(SymbolTable &symbols) : symbols(symbols) {}

  SymbolTable &getSymbols() { return symbols; }

  //===--- The stack ------------------------------------------------------===//

  /// How high the stack was; for `rewind`.
  struct Mark {
    size_t equalities, nonNegative, zero, nonZero;
  };
  Mark mark() const;
  /// Forgets what was assumed since `mark`. Marks are rewound in reverse order.
  void rewind(const Mark &mark);

  // State a fact, which is not tested against the others. One about a constant
  // says nothing and is dropped.
  /// `polynomial >= 0`.
  void assumeNonNegative(Polynomial polynomial);
  /// `polynomial == 0`; eliminates a symbol where one can be written through
  /// the others.
  void assumeZero(Polynomial polynomial);
  /// `polynomial != 0`.
  void assumeNonZero(Polynomial polynomial);

  // All that is assumed, in the terms of the solver step.
  const FactStack &getNonNegative() const { return nonNegative; }
  const FactStack &getZero() const { return zero; }
  const FactStack &getNonZero() const { return nonZero; }

  /// Whether the symbol is written through others here, and what was known of
  /// it is known of these.
  bool isEliminated(SymbolId id) const { return equalityOf.contains(id); }
  /// What an eliminated symbol is written as; others of its symbols may have
  /// been eliminated since. Null for all other symbols.
  const Polynomial *getValue(SymbolId id) const {
    auto it = equalityOf.find(id);
    return it == equalityOf.end() ? nullptr : &equalities[it->second].value;
  }

  //===--- Consequences ---------------------------------------------------===//

  /// The same value in the simplest form known here.
  Polynomial resolve(const Polynomial &polynomial);

  Interval rangeOf(const Polynomial &polynomial);
  Congruence congruenceOf(const Polynomial &polynomial) const;
  Truth isNonNegative(const Polynomial &polynomial);
  Truth isZero(const Polynomial &polynomial);
  bool isPositive(const Polynomial &polynomial);

  /// The quotient rounded toward minus infinity, where the divisor is positive;
  /// meaningless where it is not.
  Polynomial floorDiv(const Polynomial &lhs, const Polynomial &rhs);
  /// Min or Max.
  Polynomial minMax(Symbol::Kind kind, const Polynomial &lhs,
                    const Polynomial &rhs);
  /// Any operation that makes a compound symbol.
  Polynomial compound(Symbol::Kind kind, const Polynomial &lhs,
                      const Polynomial &rhs);

  /// What the decisions since the last call rest on.
  Evidence takeEvidence() {
    Evidence result = evidence;
    evidence = Evidence::NormalForm;
    return result;
  }
  void use(Evidence used) { evidence = std::max(evidence, used); }

private:
  struct Equality {
    SymbolId symbol;
    Polynomial value;
  };
  void eliminate(SymbolId id, Polynomial value);
  const Equality *findEquality(const Polynomial &polynomial, size_t from) const;
  Polynomial substitute(const Polynomial &polynomial) const;
  Polynomial resolveCompound(SymbolId id);
  bool isResolved(const Polynomial &polynomial) const;
  Interval rangeOfSymbol(SymbolId id);
  static Interval rangeOfCompound(const Symbol &symbol, const Interval &lhs,
                                  const Interval &rhs);
  Interval getStatedRange(llvm::ArrayRef<SymbolId> monomial) const;
  Interval rangeOfMonomial(llvm::ArrayRef<SymbolId> monomial);
  bool isKnownNonNegative(const Polynomial &polynomial);
  bool search(const Polynomial &goal, unsigned depth, unsigned &budget);
  void collectFacts(const Polynomial &goal,
                    llvm::SmallVectorImpl<Polynomial> &facts);
  void collectFactsOf(SymbolId id, llvm::SmallVectorImpl<Polynomial> &facts);
  bool isKnownNonZero(const Polynomial &polynomial);

  SymbolTable &symbols;
  llvm::SmallVector<Equality, 4> equalities;
  /// Where the equality of a symbol is.
  llvm::DenseMap<SymbolId, size_t> equalityOf;
  FactStack nonNegative, zero, nonZero;
  /// Of compound symbols, by the facts that are there.
  llvm::DenseMap<SymbolId, Interval> ranges;
  Evidence evidence = Evidence::NormalForm;
  unsigned nesting = 0, eliminating = 0;
};

} // namespace mlir::packed

#endif // PACKED_ANALYSIS_FACTSCOPE_H
