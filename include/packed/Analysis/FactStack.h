//===- FactStack.h - Facts by the symbols they name -------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stack of facts that finds those about a symbol without a look at the
// others: a function may state thousands, of which few bear on a size.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_ANALYSIS_FACTSTACK_H
#define PACKED_ANALYSIS_FACTSTACK_H

#include "packed/Analysis/SymbolTable.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::packed {

class FactStack {
public:
  size_t size() const { return facts.size(); }
  const Polynomial &operator[](size_t index) const { return facts[index]; }
  llvm::ArrayRef<Polynomial> getAll() const { return facts; }

  /// The places of the facts that name `id`, in order.
  llvm::ArrayRef<unsigned> about(SymbolId id) const {
    return getPlaces(places, id);
  }

  /// The places of the facts that are defined through `leaf`, in order: it may
  /// stand within a quotient that they name.
  llvm::ArrayRef<unsigned> through(SymbolId leaf,
                                   const SymbolTable &symbols) const {
    while (leavesOf.size() < facts.size())
      addLeaves(symbols);
    return getPlaces(placesThrough, leaf);
  }

  /// Copies of the facts that name one of the symbols, in order.
  llvm::SmallVector<Polynomial> collect(llvm::ArrayRef<SymbolId> ids) const {
    llvm::SmallVector<unsigned> found;
    for (SymbolId id : ids)
      llvm::append_range(found, about(id));
    llvm::sort(found);
    found.erase(llvm::unique(found), found.end());
    llvm::SmallVector<Polynomial> result;
    for (unsigned place : found)
      result.push_back(facts[place]);
    return result;
  }

  /// `fact` names a symbol.
  bool contains(const Polynomial &fact) const {
    SymbolId id = fact.getTerms().front().symbols.front();
    return llvm::any_of(about(id),
                        [&](unsigned place) { return facts[place] == fact; });
  }

  void push(Polynomial fact) {
    for (SymbolId id : fact.getSymbols())
      places[id].push_back(facts.size());
    facts.push_back(std::move(fact));
  }

  void shrink(size_t size) {
    while (facts.size() > size) {
      for (SymbolId id : facts.back().getSymbols())
        places[id].pop_back();
      facts.pop_back();
    }
    for (; leavesOf.size() > size; leavesOf.pop_back())
      for (SymbolId leaf : leavesOf.back())
        placesThrough[leaf].pop_back();
  }

private:
  using Places = llvm::DenseMap<SymbolId, llvm::SmallVector<unsigned, 2>>;

  static llvm::ArrayRef<unsigned> getPlaces(const Places &places, SymbolId id) {
    auto it = places.find(id);
    return it == places.end() ? llvm::ArrayRef<unsigned>() : it->second;
  }

  void addLeaves(const SymbolTable &symbols) const {
    unsigned place = leavesOf.size();
    llvm::SmallVector<SymbolId, 4> &leaves = leavesOf.emplace_back();
    llvm::SmallDenseSet<SymbolId> seen;
    symbols.walkLeaves(facts[place], seen, [&](SymbolId leaf) {
      leaves.push_back(leaf);
      placesThrough[leaf].push_back(place);
    });
  }

  llvm::SmallVector<Polynomial, 4> facts;
  Places places;
  // Made when they are asked for, which few scopes are.
  mutable Places placesThrough;
  mutable llvm::SmallVector<llvm::SmallVector<SymbolId, 4>, 0> leavesOf;
};

} // namespace mlir::packed

#endif // PACKED_ANALYSIS_FACTSTACK_H
