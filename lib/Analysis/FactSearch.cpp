//===- FactSearch.cpp - Signs that follow from facts ----------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a polynomial is zero or not negative. Bounds first; then a search
// that takes away multiples of facts, a term of the goal at a time.
//
//===----------------------------------------------------------------------===//

#include "packed/Analysis/FactScope.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::packed;

// A search that needs more is the solver's.
static constexpr unsigned kMaxDepth = 3;
static constexpr unsigned kMaxSteps = 96;

bool FactScope::isPositive(const Polynomial &polynomial) {
  std::optional<Polynomial> less = Polynomial::add(polynomial, Polynomial(-1));
  return less && isKnownNonNegative(*less);
}

/// Facts that hold by the definition of a symbol.
void FactScope::collectFactsOf(SymbolId id,
                               SmallVectorImpl<Polynomial> &facts) {
  const Symbol &symbol = symbols[id];
  auto push = [&](std::optional<Polynomial> fact) {
    if (fact)
      facts.push_back(substitute(*fact));
  };
  Polynomial self = Polynomial::symbol(id);
  switch (symbol.kind) {
  case Symbol::Kind::Leaf:
    for (const Polynomial &fact : symbol.nonNegative)
      push(fact);
    return;
  case Symbol::Kind::FloorDiv: {
    // 0 <= lhs - rhs * self <= rhs - 1
    if (rangeOf(symbol.rhs).lo < 1)
      return;
    std::optional<Polynomial> product = Polynomial::mul(symbol.rhs, self);
    std::optional<Polynomial> rest =
        product ? Polynomial::add(symbol.lhs, *product, -1) : std::nullopt;
    std::optional<Polynomial> room =
        rest ? Polynomial::add(symbol.rhs, *rest, -1) : std::nullopt;
    push(rest);
    push(room ? Polynomial::add(*room, Polynomial(-1)) : std::nullopt);
    return;
  }
  case Symbol::Kind::Min:
    push(Polynomial::add(symbol.lhs, self, -1));
    push(Polynomial::add(symbol.rhs, self, -1));
    return;
  case Symbol::Kind::Max:
    push(Polynomial::add(self, symbol.lhs, -1));
    push(Polynomial::add(self, symbol.rhs, -1));
    return;
  default:
    return;
  }
}

/// The facts that share a symbol with `goal`.
void FactScope::collectFacts(const Polynomial &goal,
                             SmallVectorImpl<Polynomial> &facts) {
  SmallVector<SymbolId, 4> ids = goal.getSymbols();
  for (SymbolId id : ids)
    collectFactsOf(id, facts);
  llvm::append_range(facts, nonNegative.collect(ids));
  for (Polynomial &fact : zero.collect(ids)) {
    std::optional<Polynomial> negated = Polynomial::mul(fact, Polynomial(-1));
    facts.push_back(std::move(fact));
    if (negated)
      facts.push_back(std::move(*negated));
  }
}

/// `goal * m - fact * k * extra` with positive m and k such that the term of
/// the goal that `fact`'s term divides is gone.
static std::optional<Polynomial> takeAway(const Polynomial &goal,
                                          const Polynomial::Term &goalTerm,
                                          const Polynomial &fact,
                                          const Polynomial::Term &factTerm,
                                          ArrayRef<SymbolId> extra) {
  if ((goalTerm.factor < 0) != (factTerm.factor < 0))
    return std::nullopt;
  int64_t common = gcd(goalTerm.factor, factTerm.factor);
  std::optional<int64_t> forGoal = llvm::checkedMul<int64_t>(
      factTerm.factor / common, factTerm.factor < 0 ? -1 : 1);
  std::optional<int64_t> forFact = llvm::checkedMul<int64_t>(
      goalTerm.factor / common, goalTerm.factor < 0 ? -1 : 1);
  if (!forGoal || !forFact)
    return std::nullopt;
  std::optional<Polynomial> scaled = fact;
  for (SymbolId id : extra)
    scaled = scaled ? Polynomial::mul(*scaled, Polynomial::symbol(id)) : scaled;
  std::optional<Polynomial> product =
      Polynomial::mul(goal, Polynomial(*forGoal));
  return scaled && product ? Polynomial::add(*product, *scaled, -*forFact)
                           : std::nullopt;
}

bool FactScope::search(const Polynomial &goal, unsigned depth,
                       unsigned &budget) {
  if (rangeOf(goal).lo >= 0)
    return true;
  if (depth == 0 || budget == 0)
    return false;
  SmallVector<Polynomial> facts;
  collectFacts(goal, facts);
  for (const Polynomial &fact : facts)
    for (const Polynomial::Term &factTerm : fact.getTerms()) {
      if (factTerm.symbols.empty())
        continue;
      for (const Polynomial::Term &goalTerm : goal.getTerms()) {
        if (!llvm::includes(goalTerm.symbols, factTerm.symbols))
          continue;
        SmallVector<SymbolId> extra;
        std::set_difference(goalTerm.symbols.begin(), goalTerm.symbols.end(),
                            factTerm.symbols.begin(), factTerm.symbols.end(),
                            std::back_inserter(extra));
        if (!extra.empty() && rangeOfMonomial(extra).lo < 0)
          continue;
        std::optional<Polynomial> rest =
            takeAway(goal, goalTerm, fact, factTerm, extra);
        if (!rest || rest->getTerms().size() > goal.getTerms().size() + 2)
          continue;
        if (budget == 0)
          return false;
        --budget;
        if (search(*rest, depth - 1, budget))
          return true;
      }
    }
  return false;
}

bool FactScope::isKnownNonNegative(const Polynomial &polynomial) {
  Interval range = rangeOf(polynomial);
  if (range.lo >= 0) {
    if (!polynomial.isConstant())
      use(Evidence::Range);
    return true;
  }
  // Bounds are exact for a constant; no fact helps.
  if (range.hi < 0 || polynomial.isConstant() || nesting > 0)
    return false;
  ++nesting;
  unsigned budget = kMaxSteps;
  bool found = search(polynomial, kMaxDepth, budget);
  --nesting;
  if (found)
    use(Evidence::Facts);
  return found;
}

Truth FactScope::isNonNegative(const Polynomial &polynomial) {
  if (isKnownNonNegative(polynomial))
    return Truth::True;
  std::optional<Polynomial> negated =
      Polynomial::add(Polynomial(-1), polynomial, -1);
  if (negated && isKnownNonNegative(*negated))
    return Truth::False;
  return Truth::Unknown;
}

bool FactScope::isKnownNonZero(const Polynomial &polynomial) {
  if (!rangeOf(polynomial).contains(0)) {
    if (!polynomial.isConstant())
      use(Evidence::Range);
    return true;
  }
  if (!congruenceOf(polynomial).contains(0)) {
    use(Evidence::Remainder);
    return true;
  }
  for (const Polynomial &fact : nonZero.collect(polynomial.getSymbols())) {
    std::optional<Polynomial> negated = Polynomial::mul(fact, Polynomial(-1));
    if (fact == polynomial || (negated && *negated == polynomial)) {
      use(Evidence::Facts);
      return true;
    }
  }
  std::optional<Polynomial> negated =
      Polynomial::mul(polynomial, Polynomial(-1));
  return isPositive(polynomial) || (negated && isPositive(*negated));
}

Truth FactScope::isZero(const Polynomial &polynomial) {
  if (polynomial.isZero())
    return Truth::True;
  if (isKnownNonZero(polynomial))
    return Truth::False;
  // Squeezed between two facts, or one of the stated equalities.
  std::optional<Polynomial> negated =
      Polynomial::mul(polynomial, Polynomial(-1));
  if (negated && isKnownNonNegative(polynomial) && isKnownNonNegative(*negated))
    return Truth::True;
  return Truth::Unknown;
}
