//===- Polynomial.cpp - Sums of products of symbols -----------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Analysis/Polynomial.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <limits>
#include <numeric>

using namespace mlir::packed;
using llvm::ArrayRef;

/// Larger polynomials prove little and cost much.
static constexpr size_t kMaxTerms = 48;
static constexpr size_t kMaxDegree = 12;

int64_t mlir::packed::gcd(int64_t lhs, int64_t rhs) {
  auto magnitude = [](int64_t value) {
    return value < 0 ? -static_cast<uint64_t>(value) : uint64_t(value);
  };
  uint64_t result = std::gcd(magnitude(lhs), magnitude(rhs));
  return result >> 63 == 0 ? result : result >> 1;
}

int mlir::packed::compareMonomials(ArrayRef<SymbolId> lhs,
                                   ArrayRef<SymbolId> rhs) {
  if (lhs.size() != rhs.size())
    return lhs.size() < rhs.size() ? -1 : 1;
  for (auto [l, r] : llvm::zip_equal(lhs, rhs))
    if (l != r)
      return l > r ? -1 : 1;
  return 0;
}

Polynomial::Polynomial(int64_t constant) {
  if (constant != 0)
    terms.push_back({{}, constant});
}

Polynomial Polynomial::symbol(SymbolId id) {
  Polynomial result;
  result.terms.push_back({{id}, 1});
  return result;
}

bool Polynomial::isConstant() const {
  return terms.empty() || (terms.size() == 1 && terms[0].symbols.empty());
}

std::optional<int64_t> Polynomial::getConstant() const {
  return isConstant() ? std::optional(getConstantTerm()) : std::nullopt;
}

int64_t Polynomial::getConstantTerm() const {
  return terms.empty() || !terms.back().symbols.empty() ? 0
                                                        : terms.back().factor;
}

llvm::SmallVector<SymbolId, 4> Polynomial::getSymbols() const {
  llvm::SmallVector<SymbolId, 4> result;
  for (const Term &term : terms)
    for (SymbolId id : term.symbols)
      if (!llvm::is_contained(result, id))
        result.push_back(id);
  return result;
}

int64_t Polynomial::getFactor(ArrayRef<SymbolId> symbols) const {
  for (const Term &term : terms)
    if (ArrayRef<SymbolId>(term.symbols) == symbols)
      return term.factor;
  return 0;
}

std::optional<Polynomial> Polynomial::add(const Polynomial &lhs,
                                          const Polynomial &rhs,
                                          int64_t rhsFactor) {
  Polynomial result;
  const Term *l = lhs.terms.begin(), *r = rhs.terms.begin();
  while (l != lhs.terms.end() || r != rhs.terms.end()) {
    int order = l == lhs.terms.end() ? -1
                : r == rhs.terms.end()
                    ? 1
                    : compareMonomials(l->symbols, r->symbols);
    std::optional<int64_t> factor = 0;
    if (order <= 0)
      factor = llvm::checkedMul(r->factor, rhsFactor);
    if (factor && order >= 0)
      factor = llvm::checkedAdd(l->factor, *factor);
    if (!factor)
      return std::nullopt;
    if (*factor != 0)
      result.terms.push_back({order >= 0 ? l->symbols : r->symbols, *factor});
    l += order >= 0;
    r += order <= 0;
  }
  if (result.terms.size() > kMaxTerms)
    return std::nullopt;
  return result;
}

/// The product of two monomials.
static Monomial merge(ArrayRef<SymbolId> lhs, ArrayRef<SymbolId> rhs) {
  Monomial result;
  result.resize(lhs.size() + rhs.size());
  std::merge(lhs.begin(), lhs.end(), rhs.begin(), rhs.end(), result.begin());
  return result;
}

std::optional<Polynomial> Polynomial::mul(const Polynomial &lhs,
                                          const Polynomial &rhs) {
  std::optional<Polynomial> result = Polynomial();
  for (const Term &factor : rhs.terms) {
    Polynomial scaled;
    for (const Term &term : lhs.terms) {
      std::optional<int64_t> product =
          llvm::checkedMul(term.factor, factor.factor);
      if (!product || term.symbols.size() + factor.symbols.size() > kMaxDegree)
        return std::nullopt;
      scaled.terms.push_back({merge(term.symbols, factor.symbols), *product});
    }
    // Multiplication by a monomial keeps the order of terms.
    result = add(*result, scaled);
    if (!result)
      return std::nullopt;
  }
  return result;
}

/// `lhs / rhs` as monomials, where it divides.
static std::optional<Monomial> divideMonomial(ArrayRef<SymbolId> lhs,
                                              ArrayRef<SymbolId> rhs) {
  if (!llvm::includes(lhs, rhs))
    return std::nullopt;
  Monomial result;
  std::set_difference(lhs.begin(), lhs.end(), rhs.begin(), rhs.end(),
                      std::back_inserter(result));
  return result;
}

/// How often `divisor` goes into the factor of `term`: toward zero, but for the
/// constant term toward minus infinity, so that its remainder is not negative.
static int64_t divideFactor(const Polynomial::Term &term, int64_t divisor) {
  // The smallest 64-bit factor has no negative: leave it alone.
  if (term.factor == std::numeric_limits<int64_t>::min())
    return 0;
  if (term.symbols.empty() && divisor > 0)
    return llvm::divideFloorSigned(term.factor, divisor);
  return term.factor / divisor;
}

std::optional<Polynomial::Division> Polynomial::divide(const Polynomial &lhs,
                                                       const Polynomial &rhs) {
  const Term &lead = rhs.terms.front();
  Division result{{}, {}};
  Polynomial rest = lhs;
  while (!rest.isZero()) {
    const Term &term = rest.terms.front();
    std::optional<Monomial> symbols =
        divideMonomial(term.symbols, lead.symbols);
    Polynomial step;
    int64_t factor = divideFactor(term, lead.factor);
    if (symbols && factor != 0) {
      step.terms.push_back({*symbols, factor});
      std::optional<Polynomial> product = mul(rhs, step);
      std::optional<Polynomial> sum = add(result.quotient, step);
      std::optional<Polynomial> left =
          product ? add(rest, *product, -1) : std::nullopt;
      if (!sum || !left)
        return std::nullopt;
      result.quotient = *sum;
      rest = *left;
      continue;
    }
    step.terms.assign(1, rest.terms.front());
    std::optional<Polynomial> sum = add(result.remainder, step);
    if (!sum)
      return std::nullopt;
    result.remainder = *sum;
    rest.terms.erase(rest.terms.begin());
  }
  return result;
}

int64_t Polynomial::getContent() const {
  int64_t content = 0;
  for (const Term &term : terms)
    content = gcd(content, term.factor);
  return content;
}

Polynomial Polynomial::dividedBy(int64_t divisor) const {
  Polynomial result = *this;
  for (Term &term : result.terms)
    term.factor /= divisor;
  return result;
}

namespace mlir::packed {
bool operator<(const Polynomial &lhs, const Polynomial &rhs) {
  if (lhs.terms.size() != rhs.terms.size())
    return lhs.terms.size() < rhs.terms.size();
  for (auto [l, r] : llvm::zip_equal(lhs.terms, rhs.terms)) {
    if (int order = compareMonomials(l.symbols, r.symbols))
      return order < 0;
    if (l.factor != r.factor)
      return l.factor < r.factor;
  }
  return false;
}
} // namespace mlir::packed
