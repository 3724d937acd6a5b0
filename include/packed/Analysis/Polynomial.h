//===- Polynomial.h - Sums of products of symbols ---------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The normal form of integer expressions: polynomials with integer coefficients
// over symbols. Equal polynomials are equal values.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_ANALYSIS_POLYNOMIAL_H
#define PACKED_ANALYSIS_POLYNOMIAL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace mlir::packed {

/// A number given out by a SymbolTable.
using SymbolId = unsigned;

/// A product of symbols, sorted, with repetition for powers. Empty is 1.
using Monomial = llvm::SmallVector<SymbolId, 3>;

/// The greatest common divisor, zero of zeros. 2^63 is not at hand: half of it.
int64_t gcd(int64_t lhs, int64_t rhs);

class Polynomial {
public:
  struct Term {
    Monomial symbols;
    int64_t factor;

    friend bool operator==(const Term &lhs, const Term &rhs) {
      return lhs.factor == rhs.factor && lhs.symbols == rhs.symbols;
    }
  };

  Polynomial(int64_t constant = 0);
  static Polynomial symbol(SymbolId id);

  /// The terms, largest monomial first (by degree, then by symbols).
  llvm::ArrayRef<Term> getTerms() const { return terms; }
  bool isZero() const { return terms.empty(); }
  bool isConstant() const;
  std::optional<int64_t> getConstant() const;
  /// The term without symbols.
  int64_t getConstantTerm() const;
  /// Each symbol that occurs, once.
  llvm::SmallVector<SymbolId, 4> getSymbols() const;
  /// The factor of `symbols`, zero where it does not occur.
  int64_t getFactor(llvm::ArrayRef<SymbolId> symbols) const;

  // Empty where a factor leaves 64 bits or the result grows too large to be
  // worth having.
  static std::optional<Polynomial>
  add(const Polynomial &lhs, const Polynomial &rhs, int64_t rhsFactor = 1);
  static std::optional<Polynomial> mul(const Polynomial &lhs,
                                       const Polynomial &rhs);

  struct Division;
  /// Writes `lhs = quotient * rhs + remainder` over the integers, the remainder
  /// free of what the leading term of `rhs` divides. `rhs` is not zero.
  static std::optional<Division> divide(const Polynomial &lhs,
                                        const Polynomial &rhs);

  /// The greatest common divisor of all factors, zero for zero.
  int64_t getContent() const;
  /// All factors divided by `divisor`, which divides the content.
  Polynomial dividedBy(int64_t divisor) const;

  friend bool operator==(const Polynomial &lhs, const Polynomial &rhs) {
    return lhs.terms == rhs.terms;
  }
  /// A total order, for maps.
  friend bool operator<(const Polynomial &lhs, const Polynomial &rhs);

private:
  llvm::SmallVector<Term, 2> terms;
};

struct Polynomial::Division {
  Polynomial quotient;
  Polynomial remainder;
};

/// By degree, then by symbols.
int compareMonomials(llvm::ArrayRef<SymbolId> lhs,
                     llvm::ArrayRef<SymbolId> rhs);

} // namespace mlir::packed

#endif // PACKED_ANALYSIS_POLYNOMIAL_H
