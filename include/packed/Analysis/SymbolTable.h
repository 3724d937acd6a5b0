//===- SymbolTable.h - The symbols of normal forms --------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives out the symbols that polynomials are written in: sizes that nothing
// more is known about, and quotients, minima and maxima of polynomials.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_ANALYSIS_SYMBOLTABLE_H
#define PACKED_ANALYSIS_SYMBOLTABLE_H

#include "packed/Analysis/Congruence.h"
#include "packed/Analysis/Interval.h"
#include "packed/Analysis/Polynomial.h"
#include "packed/Rules/SizeExpr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <deque>
#include <map>
#include <tuple>

namespace mlir::packed {

/// What a symbol stands for: a size, or an operation on two polynomials.
struct Symbol {
  enum class Kind : uint8_t {
    Leaf,        // `source` is `scale * symbol + offset`
    FloorDiv,    // rounds toward minus infinity
    TruncDiv,    // rounds toward zero
    UnsignedDiv, // of the bit patterns, as the rest below
    UnsignedRem,
    Min,
    Max
  };

  Kind kind;
  /// Leaf. The scale takes in what is known of divisibility, so that division
  /// of polynomials sees it.
  SizeSource source;
  int64_t scale = 1;
  int64_t offset = 0;
  /// Leaf: what the symbol itself (not the source) can be.
  Interval range;
  /// Leaf: polynomials that are not negative wherever the source exists.
  llvm::SmallVector<Polynomial, 1> nonNegative;
  /// All others.
  Polynomial lhs, rhs;
  /// How many symbols a definition has when it is written out.
  unsigned weight = 1;
};

/// Owns symbols by their ids, one for each source and each operation on equal
/// operands. Polynomials mean something only beside the table of their symbols.
class SymbolTable {
public:
  const Symbol &operator[](SymbolId id) const { return symbols[id]; }
  bool isLeaf(SymbolId id) const {
    return symbols[id].kind == Symbol::Kind::Leaf;
  }

  /// The value of a source that has no structure, with what is known of it.
  Polynomial getLeaf(const SizeSource &source, const Interval &range,
                     const Congruence &congruence);
  /// A number that no source holds, such as how often a loop has run.
  Polynomial getFresh(const Interval &range);
  /// A leaf like `leaf`, of this or another table, without its facts.
  Polynomial copyLeaf(const Symbol &leaf);
  /// The symbol of an operation on polynomials, the same for equal operands.
  Polynomial getCompound(Symbol::Kind kind, const Polynomial &lhs,
                         const Polynomial &rhs);
  /// Whether `polynomial` is too long, written out, to be worth following: a
  /// chain of definitions that name one another twice doubles with each.
  bool isTooLarge(const Polynomial &polynomial) const;
  /// Calls `visit` for each leaf that `polynomial` is defined through and that
  /// is not among the `seen` symbols.
  void walkLeaves(const Polynomial &polynomial,
                  llvm::SmallDenseSet<SymbolId> &seen,
                  llvm::function_ref<void(SymbolId)> visit) const;
  /// States a fact about a leaf.
  void addNonNegative(SymbolId leaf, Polynomial polynomial) {
    symbols[leaf].nonNegative.push_back(std::move(polynomial));
  }

private:
  using LeafKey = std::tuple<uint8_t, void *, int64_t>;
  using CompoundKey = std::tuple<Symbol::Kind, Polynomial, Polynomial>;

  SymbolId add(Symbol symbol);
  unsigned getWeight(const Polynomial &polynomial) const;

  // References to symbols stay valid as more are added.
  std::deque<Symbol> symbols;
  std::map<LeafKey, Polynomial> leaves;
  std::map<CompoundKey, SymbolId> compounds;
};

} // namespace mlir::packed

#endif // PACKED_ANALYSIS_SYMBOLTABLE_H
