//===- SymbolTable.cpp - The symbols of normal forms ----------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Analysis/SymbolTable.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::packed;

/// More is a leaf, or stays as it is.
static constexpr unsigned kMaxWeight = 128;

SymbolId SymbolTable::add(Symbol symbol) {
  symbols.push_back(std::move(symbol));
  return symbols.size() - 1;
}

/// The range of k, where k * scale + offset lies in `range`.
static Interval unscale(const Interval &range, int64_t scale, int64_t offset) {
  Interval shifted = range + Interval::exactly(-WideInt(offset));
  Interval result = floorDiv(shifted, Interval::exactly(scale));
  // The lower end rounds up.
  if (shifted.hasLo() && result.lo * scale < shifted.lo)
    ++result.lo;
  return result;
}

/// `scale * symbol + offset`; the parts fit, so the whole does.
static Polynomial makeScaled(SymbolId id, int64_t scale, int64_t offset) {
  return *Polynomial::add(Polynomial(offset), Polynomial::symbol(id), scale);
}

Polynomial SymbolTable::getLeaf(const SizeSource &source, const Interval &range,
                                const Congruence &congruence) {
  if (congruence.isConstant())
    return congruence.residue;
  if (std::optional<int64_t> constant = range.getConstant())
    return *constant;

  LeafKey key{static_cast<uint8_t>(source.kind),
              source.value.getAsOpaquePointer(), source.position};
  auto [it, isNew] = leaves.try_emplace(key);
  if (!isNew)
    return it->second;
  Symbol symbol{Symbol::Kind::Leaf,
                source,
                congruence.modulus,
                congruence.residue,
                {},
                {},
                {},
                {},
                1};
  symbol.range = unscale(range, symbol.scale, symbol.offset);
  it->second = makeScaled(add(symbol), symbol.scale, symbol.offset);
  return it->second;
}

Polynomial SymbolTable::getFresh(const Interval &range) {
  if (std::optional<int64_t> constant = range.getConstant())
    return *constant;
  return Polynomial::symbol(
      add({Symbol::Kind::Leaf, {}, 1, 0, range, {}, {}, {}, 1}));
}

Polynomial SymbolTable::copyLeaf(const Symbol &leaf) {
  Symbol copy = leaf;
  copy.nonNegative.clear();
  return Polynomial::symbol(add(std::move(copy)));
}

Polynomial SymbolTable::getCompound(Symbol::Kind kind, const Polynomial &lhs,
                                    const Polynomial &rhs) {
  bool isSymmetric = kind == Symbol::Kind::Min || kind == Symbol::Kind::Max;
  if (isSymmetric && rhs < lhs)
    return getCompound(kind, rhs, lhs);
  auto [it, isNew] = compounds.try_emplace({kind, lhs, rhs});
  if (isNew) {
    unsigned weight = llvm::SaturatingAdd(1u, getWeight(lhs), getWeight(rhs));
    it->second = add({kind, {}, 1, 0, {}, {}, lhs, rhs, weight});
  }
  return Polynomial::symbol(it->second);
}

unsigned SymbolTable::getWeight(const Polynomial &polynomial) const {
  unsigned weight = 0;
  for (const Polynomial::Term &term : polynomial.getTerms())
    for (SymbolId id : term.symbols)
      weight = llvm::SaturatingAdd(weight, symbols[id].weight);
  return weight;
}

void SymbolTable::walkLeaves(const Polynomial &polynomial,
                             llvm::SmallDenseSet<SymbolId> &seen,
                             llvm::function_ref<void(SymbolId)> visit) const {
  for (SymbolId id : polynomial.getSymbols()) {
    if (!seen.insert(id).second)
      continue;
    if (isLeaf(id)) {
      visit(id);
      continue;
    }
    walkLeaves(symbols[id].lhs, seen, visit);
    walkLeaves(symbols[id].rhs, seen, visit);
  }
}

bool SymbolTable::isTooLarge(const Polynomial &polynomial) const {
  return getWeight(polynomial) > kMaxWeight;
}
