//===- FactScope.cpp - What is known at a point of a program --------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stack of facts, simplification, ranges. See FactSearch.cpp for signs.
//
//===----------------------------------------------------------------------===//

#include "packed/Analysis/FactScope.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mlir::packed;

/// How deep definitions of symbols are followed for a range.
static constexpr unsigned kMaxNesting = 64;

/// How many equalities in a row are drawn from one another: x = x / 2 has no
/// end of them.
static constexpr unsigned kMaxEliminations = 8;

//===----------------------------------------------------------------------===//
// The stack
//===----------------------------------------------------------------------===//

FactScope::Mark FactScope::mark() const {
  return {equalities.size(), nonNegative.size(), zero.size(), nonZero.size()};
}

void FactScope::rewind(const Mark &mark) {
  while (equalities.size() > mark.equalities) {
    equalityOf.erase(equalities.back().symbol);
    equalities.pop_back();
  }
  if (nonNegative.size() != mark.nonNegative)
    ranges.clear();
  nonNegative.shrink(mark.nonNegative);
  zero.shrink(mark.zero);
  nonZero.shrink(mark.nonZero);
}

/// Whether `polynomial` has one monomial, and so bounds it where it is not
/// negative.
static bool isBound(const Polynomial &polynomial) {
  return polynomial.getTerms().size() - (polynomial.getConstantTerm() != 0) ==
         1;
}

/// The range of the only monomial of `polynomial >= 0`.
static Interval getBound(const Polynomial &polynomial) {
  // factor * m + constant >= 0
  WideInt factor = polynomial.getTerms().front().factor;
  WideInt constant = polynomial.getConstantTerm();
  Interval quotient =
      floorDiv(Interval::exactly(constant),
               Interval::exactly(factor < 0 ? -factor : factor));
  return factor < 0 ? Interval::atMost(quotient.hi)
                    : Interval::atLeast(-quotient.lo);
}

void FactScope::assumeNonNegative(Polynomial polynomial) {
  polynomial = resolve(polynomial);
  // Said again, a fact would only make tasks differ that are alike.
  if (polynomial.isConstant() || nonNegative.contains(polynomial))
    return;
  if (isBound(polynomial))
    ranges.clear();
  nonNegative.push(std::move(polynomial));
}

void FactScope::assumeNonZero(Polynomial polynomial) {
  polynomial = resolve(polynomial);
  if (!polynomial.isConstant())
    nonZero.push(std::move(polynomial));
}

/// Whether `id` occurs in the definition of one of the symbols.
static bool occursInside(const SymbolTable &symbols,
                         const Polynomial &polynomial, SymbolId id) {
  for (const Polynomial::Term &term : polynomial.getTerms())
    for (SymbolId part : term.symbols) {
      if (part == id)
        return true;
      if (!symbols.isLeaf(part) &&
          (occursInside(symbols, symbols[part].lhs, id) ||
           occursInside(symbols, symbols[part].rhs, id)))
        return true;
    }
  return false;
}

/// `id` written through the other symbols, where `polynomial` is zero and has
/// it as a term of its own with factor 1 or -1.
static std::optional<Polynomial> solveFor(SymbolId id,
                                          const Polynomial &polynomial) {
  size_t count = llvm::count_if(polynomial.getTerms(), [&](auto &term) {
    return llvm::is_contained(term.symbols, id);
  });
  int64_t factor = polynomial.getFactor(id);
  if (count != 1 || (factor != 1 && factor != -1))
    return std::nullopt;
  std::optional<Polynomial> rest =
      Polynomial::add(polynomial, Polynomial::symbol(id), -factor);
  return rest ? Polynomial::mul(*rest, Polynomial(-factor)) : std::nullopt;
}

void FactScope::assumeZero(Polynomial polynomial) {
  polynomial = resolve(polynomial);
  if (polynomial.isConstant())
    return;
  zero.push(polynomial);
  if (eliminating >= kMaxEliminations)
    return;
  ++eliminating;
  llvm::scope_exit leave([&] { --eliminating; });
  // Eliminate a symbol. Leaves first: a leaf may occur within a quotient, which
  // stays as it is; a quotient must not be replaced by itself. The youngest
  // first: sizes that are all stated to be like an older one are then written
  // in that one, and not each in the next.
  for (bool wantLeaf : {true, false})
    for (const Polynomial::Term &term : llvm::reverse(polynomial.getTerms())) {
      if (term.symbols.size() != 1 ||
          symbols.isLeaf(term.symbols[0]) != wantLeaf)
        continue;
      SymbolId id = term.symbols[0];
      std::optional<Polynomial> value = solveFor(id, polynomial);
      if (value && (wantLeaf || !occursInside(symbols, *value, id)))
        return eliminate(id, *value);
    }
}

static void push(SmallVectorImpl<Polynomial> &facts,
                 std::optional<Polynomial> fact) {
  if (fact)
    facts.push_back(std::move(*fact));
}

void FactScope::eliminate(SymbolId id, Polynomial value) {
  equalityOf[id] = equalities.size();
  equalities.push_back({id, std::move(value)});
  // What was known of the symbol is now known of its value.
  SmallVector<Polynomial> facts;
  collectFactsOf(id, facts);
  Polynomial self = Polynomial::symbol(id);
  Interval range = intersect(symbols[id].range, Interval::ofWidth(64));
  if (symbols.isLeaf(id) && symbols[id].range.lo == range.lo)
    push(facts, Polynomial::add(self, Polynomial(int64_t(range.lo)), -1));
  if (symbols.isLeaf(id) && symbols[id].range.hi == range.hi)
    push(facts, Polynomial::add(Polynomial(int64_t(range.hi)), self, -1));
  llvm::append_range(facts, nonNegative.collect(id));
  for (Polynomial &fact : facts)
    assumeNonNegative(std::move(fact));
  for (Polynomial &fact : nonZero.collect(id))
    assumeNonZero(std::move(fact));
  for (Polynomial &fact : zero.collect(id))
    assumeZero(std::move(fact));
}

//===----------------------------------------------------------------------===//
// Simplification
//===----------------------------------------------------------------------===//

/// The earliest equality, but none before place `from`, that rewrites one of
/// the symbols.
const FactScope::Equality *FactScope::findEquality(const Polynomial &polynomial,
                                                   size_t from) const {
  size_t first = equalities.size();
  for (const Polynomial::Term &term : polynomial.getTerms())
    for (SymbolId id : term.symbols) {
      auto it = equalityOf.find(id);
      if (it != equalityOf.end() && it->second >= from)
        first = std::min(first, it->second);
    }
  return first < equalities.size() ? &equalities[first] : nullptr;
}

Polynomial FactScope::substitute(const Polynomial &polynomial) const {
  Polynomial result = polynomial;
  // A value may name symbols that were eliminated after it, none before.
  for (const Equality *equality = findEquality(result, 0); equality;
       equality = findEquality(result, equality - equalities.begin() + 1)) {
    // Horner would be shorter, but powers are rare and low: term by term.
    std::optional<Polynomial> replaced = Polynomial();
    for (const Polynomial::Term &term : result.getTerms()) {
      std::optional<Polynomial> product = Polynomial(term.factor);
      for (SymbolId id : term.symbols)
        product = product
                      ? Polynomial::mul(*product, id == equality->symbol
                                                      ? equality->value
                                                      : Polynomial::symbol(id))
                      : product;
      replaced = product && replaced ? Polynomial::add(*replaced, *product)
                                     : std::nullopt;
    }
    if (replaced)
      result = *replaced;
  }
  return result;
}

bool FactScope::isResolved(const Polynomial &polynomial) const {
  for (const Polynomial::Term &term : polynomial.getTerms())
    for (SymbolId id : term.symbols)
      if (!symbols.isLeaf(id))
        return false;
  return true;
}

Polynomial FactScope::resolveCompound(SymbolId id) {
  const Symbol &symbol = symbols[id];
  Polynomial result =
      compound(symbol.kind, resolve(symbol.lhs), resolve(symbol.rhs));
  return symbols.isTooLarge(result) ? Polynomial::symbol(id) : result;
}

Polynomial FactScope::resolve(const Polynomial &polynomial) {
  if (isResolved(polynomial))
    return equalities.empty() ? polynomial : substitute(polynomial);

  // Definitions first, then equalities: an equality may name a quotient whose
  // definition holds the very symbol that it replaces.
  std::optional<Polynomial> result = Polynomial();
  for (const Polynomial::Term &term : polynomial.getTerms()) {
    std::optional<Polynomial> product = Polynomial(term.factor);
    for (SymbolId id : term.symbols)
      product = product ? Polynomial::mul(*product, symbols.isLeaf(id)
                                                        ? Polynomial::symbol(id)
                                                        : resolveCompound(id))
                        : product;
    result =
        product && result ? Polynomial::add(*result, *product) : std::nullopt;
    if (!result)
      return substitute(polynomial);
  }
  return substitute(*result);
}

Polynomial FactScope::floorDiv(const Polynomial &lhs, const Polynomial &rhs) {
  auto opaque = [&] {
    return symbols.getCompound(Symbol::Kind::FloorDiv, lhs, rhs);
  };
  if (rhs.isZero())
    return opaque();
  std::optional<Polynomial::Division> exact = Polynomial::divide(lhs, rhs);
  bool isPositiveDivisor = isPositive(rhs);
  if (exact && exact->remainder.isZero() &&
      (isPositiveDivisor || isZero(rhs) == Truth::False))
    return exact->quotient;
  if (!exact || !isPositiveDivisor)
    return opaque();

  // lhs = quotient * rhs + rest; the factor that all share falls out.
  Polynomial quotient = exact->quotient, rest = exact->remainder;
  Polynomial divisor = rhs;
  int64_t common = gcd(rest.getContent(), divisor.getContent());
  if (common > 1) {
    rest = rest.dividedBy(common);
    divisor = divisor.dividedBy(common);
  }
  // Of floor(-x / d) and -floor((x + d - 1) / d), equal, take the latter.
  int64_t sign = 1;
  if (rest.getTerms().front().factor < 0 && !rest.isConstant()) {
    std::optional<Polynomial> flipped = Polynomial::add(divisor, rest, -1);
    if (flipped)
      flipped = Polynomial::add(*flipped, Polynomial(-1));
    std::optional<Polynomial::Division> again =
        flipped ? Polynomial::divide(*flipped, divisor) : std::nullopt;
    std::optional<Polynomial> sum =
        again ? Polynomial::add(quotient, again->quotient, -1) : std::nullopt;
    if (!sum)
      return opaque();
    quotient = *sum;
    rest = again->remainder;
    sign = -1;
  }
  // A rest within [0, divisor) adds nothing, one within [-divisor, 0) takes 1.
  Polynomial last;
  std::optional<Polynomial> room = Polynomial::add(divisor, rest, -1);
  std::optional<Polynomial> below = Polynomial::add(divisor, rest);
  if (isKnownNonNegative(rest) && room && isPositive(*room))
    last = 0;
  else if (below && isKnownNonNegative(*below) && rangeOf(rest).hi < 0)
    last = -1;
  else
    last = symbols.getCompound(Symbol::Kind::FloorDiv, rest, divisor);
  std::optional<Polynomial> result = Polynomial::add(quotient, last, sign);
  return result ? *result : opaque();
}

Polynomial FactScope::minMax(Symbol::Kind kind, const Polynomial &lhs,
                             const Polynomial &rhs) {
  if (std::optional<Polynomial> difference = Polynomial::add(lhs, rhs, -1)) {
    Truth isLhsLarger = isNonNegative(*difference);
    if (isLhsLarger != Truth::Unknown)
      return (isLhsLarger == Truth::True) == (kind == Symbol::Kind::Max) ? lhs
                                                                         : rhs;
  }
  return symbols.getCompound(kind, lhs, rhs);
}

Polynomial FactScope::compound(Symbol::Kind kind, const Polynomial &lhs,
                               const Polynomial &rhs) {
  auto opaque = [&] { return symbols.getCompound(kind, lhs, rhs); };
  switch (kind) {
  case Symbol::Kind::FloorDiv:
    return floorDiv(lhs, rhs);
  case Symbol::Kind::Min:
  case Symbol::Kind::Max:
    return minMax(kind, lhs, rhs);
  case Symbol::Kind::TruncDiv: {
    if (isKnownNonNegative(lhs) && isPositive(rhs))
      return floorDiv(lhs, rhs);
    // Where nothing is left over, all ways of rounding agree.
    std::optional<Polynomial::Division> exact =
        rhs.isZero() ? std::nullopt : Polynomial::divide(lhs, rhs);
    if (exact && exact->remainder.isZero() && isZero(rhs) == Truth::False)
      return exact->quotient;
    return opaque();
  }
  case Symbol::Kind::UnsignedDiv:
    return isKnownNonNegative(lhs) && isPositive(rhs) ? floorDiv(lhs, rhs)
                                                      : opaque();
  case Symbol::Kind::UnsignedRem: {
    if (!isKnownNonNegative(lhs) || !isPositive(rhs))
      return opaque();
    std::optional<Polynomial> multiple =
        Polynomial::mul(floorDiv(lhs, rhs), rhs);
    std::optional<Polynomial> rest =
        multiple ? Polynomial::add(lhs, *multiple, -1) : std::nullopt;
    return rest ? *rest : opaque();
  }
  case Symbol::Kind::Leaf:
    break;
  }
  llvm_unreachable("not a compound symbol");
}

//===----------------------------------------------------------------------===//
// Ranges and remainders
//===----------------------------------------------------------------------===//

Interval FactScope::rangeOfSymbol(SymbolId id) {
  const Symbol &symbol = symbols[id];
  if (symbol.kind == Symbol::Kind::Leaf)
    return symbol.range;
  auto it = ranges.find(id);
  if (it != ranges.end())
    return it->second;
  if (nesting >= kMaxNesting)
    return {};
  ++nesting;
  Interval range =
      rangeOfCompound(symbol, rangeOf(symbol.lhs), rangeOf(symbol.rhs));
  --nesting;
  ranges.try_emplace(id, range);
  return range;
}

Interval FactScope::rangeOfCompound(const Symbol &symbol, const Interval &lhs,
                                    const Interval &rhs) {
  switch (symbol.kind) {
  case Symbol::Kind::FloorDiv:
    return rhs.lo >= 1 ? mlir::packed::floorDiv(lhs, rhs) : Interval();
  case Symbol::Kind::TruncDiv:
  case Symbol::Kind::UnsignedDiv:
    return lhs.lo >= 0 && rhs.lo >= 1 ? mlir::packed::floorDiv(lhs, rhs)
                                      : Interval();
  case Symbol::Kind::UnsignedRem:
    if (rhs.lo >= 1)
      return {0, rhs.hasHi() ? rhs.hi - 1 : Interval::kInfinity};
    return {};
  case Symbol::Kind::Min:
    return {std::min(lhs.lo, rhs.lo), std::min(lhs.hi, rhs.hi)};
  case Symbol::Kind::Max:
    return {std::max(lhs.lo, rhs.lo), std::max(lhs.hi, rhs.hi)};
  case Symbol::Kind::Leaf:
    break;
  }
  llvm_unreachable("handled above");
}

/// The range that stated bounds leave of `monomial`, which is not 1.
Interval FactScope::getStatedRange(ArrayRef<SymbolId> monomial) const {
  Interval result;
  for (unsigned place : nonNegative.about(monomial.front())) {
    const Polynomial &fact = nonNegative[place];
    if (isBound(fact) &&
        ArrayRef<SymbolId>(fact.getTerms().front().symbols) == monomial)
      result = intersect(result, getBound(fact));
  }
  return result;
}

Interval FactScope::rangeOfMonomial(ArrayRef<SymbolId> monomial) {
  if (monomial.empty())
    return Interval::exactly(1);
  Interval result = Interval::exactly(1);
  bool isSquare = monomial.size() % 2 == 0;
  for (auto [i, id] : llvm::enumerate(monomial)) {
    Interval range = rangeOfSymbol(id);
    if (monomial.size() > 1)
      range = intersect(range, getStatedRange(id));
    result = result * range;
    isSquare = isSquare && id == monomial[i ^ 1];
  }
  if (isSquare)
    result = intersect(result, Interval::atLeast(0));
  return intersect(result, getStatedRange(monomial));
}

Interval FactScope::rangeOf(const Polynomial &polynomial) {
  Interval result = Interval::exactly(0);
  for (const Polynomial::Term &term : polynomial.getTerms())
    result =
        result + rangeOfMonomial(term.symbols) * Interval::exactly(term.factor);
  return result;
}

Congruence FactScope::congruenceOf(const Polynomial &polynomial) const {
  // The scales of leaves are part of the factors already.
  Congruence result = Congruence::constant(0);
  for (const Polynomial::Term &term : polynomial.getTerms())
    result =
        result + (term.symbols.empty()
                      ? Congruence::constant(term.factor)
                      : Congruence::constant(term.factor) * Congruence::any());
  return result;
}
