//===- Witness.cpp - Sizes that break or keep a rule ----------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Analysis/Witness.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::packed;

/// How many combinations of sizes are tried for a reader, and how many before
/// the solver is asked.
static constexpr unsigned kMaxTries = 20000;
static constexpr unsigned kFewTries = 2000;
/// More sizes than this make a search over all of them pointless.
static constexpr unsigned kMaxSizes = 8;
static constexpr unsigned kMaxLandmarks = 8;
/// What is tried of each size before landmarks.
static constexpr int64_t kFewSizes = 8;

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

using LeafValue = function_ref<std::optional<WideInt>(SymbolId)>;

static WideInt divideFloor(WideInt lhs, WideInt rhs) {
  WideInt quotient = lhs / rhs;
  return quotient * rhs > lhs ? quotient - 1 : quotient;
}

static std::optional<WideInt> evaluateSymbol(SymbolId id,
                                             const packed::SymbolTable &symbols,
                                             LeafValue leaf) {
  const Symbol &symbol = symbols[id];
  if (symbol.kind == Symbol::Kind::Leaf)
    return leaf(id);
  std::optional<WideInt> lhs = evaluate(symbol.lhs, symbols, leaf);
  std::optional<WideInt> rhs = evaluate(symbol.rhs, symbols, leaf);
  if (!lhs || !rhs)
    return std::nullopt;
  switch (symbol.kind) {
  case Symbol::Kind::Min:
    return std::min(*lhs, *rhs);
  case Symbol::Kind::Max:
    return std::max(*lhs, *rhs);
  case Symbol::Kind::FloorDiv:
    return *rhs > 0 ? std::optional(divideFloor(*lhs, *rhs)) : std::nullopt;
  case Symbol::Kind::TruncDiv:
    return *rhs > 0 ? std::optional(*lhs / *rhs) : std::nullopt;
  case Symbol::Kind::UnsignedDiv:
    return *lhs >= 0 && *rhs > 0 ? std::optional(*lhs / *rhs) : std::nullopt;
  default:
    return *lhs >= 0 && *rhs > 0 ? std::optional(*lhs % *rhs) : std::nullopt;
  }
}

std::optional<WideInt>
mlir::packed::evaluate(const Polynomial &polynomial,
                       const packed::SymbolTable &symbols, LeafValue leaf) {
  WideInt sum = 0;
  for (const Polynomial::Term &term : polynomial.getTerms()) {
    WideInt product = term.factor;
    for (SymbolId id : term.symbols) {
      std::optional<WideInt> value = evaluateSymbol(id, symbols, leaf);
      if (!value || __builtin_mul_overflow(product, *value, &product))
        return std::nullopt;
    }
    if (__builtin_add_overflow(sum, product, &sum))
      return std::nullopt;
  }
  return sum;
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

namespace {
/// How much an example is worth. `Plausible` ones may leave sizes out that are
/// too many, and facts about these; `Certain` ones leave nothing open.
enum class Rigor : uint8_t { Plausible, Certain };

class WitnessSearch {
public:
  WitnessSearch(SizeCond cond, bool wanted, ArrayRef<SizeCond> held,
                SourceValues &values, FactScope &scope, Rigor rigor)
      : cond(cond), wanted(wanted), held(held), values(values), scope(scope),
        symbols(scope.getSymbols()), rigor(rigor),
        maxTries(rigor == Rigor::Certain ? kFewTries : kMaxTries) {}

  std::optional<Witness> run();

private:
  void collect(const Polynomial &polynomial);
  void collect(SizeCond from);
  void collectLandmarks(SizeCond from);
  void makeCandidates();
  bool tryFrom(size_t index, unsigned left);
  bool isExample();
  bool mentionsLeaf(const Polynomial &polynomial) const;
  std::optional<WideInt> get(SymbolId id) const;
  std::optional<int64_t> get(const SizeSource &source) const;
  bool keepsFacts() const;
  Witness describe() const;

  SizeCond cond;
  bool wanted;
  ArrayRef<SizeCond> held;
  SourceValues &values;
  FactScope &scope;
  packed::SymbolTable &symbols;
  Rigor rigor;
  unsigned maxTries;
  SmallVector<SymbolId> leaves;
  /// Sizes that conditions compare with or divide by: about there, things
  /// change.
  llvm::SmallSetVector<int64_t, 8> landmarks;
  SmallVector<SmallVector<int64_t>> candidates;
  SmallVector<int64_t> chosen;
  unsigned tries = 0;
};
} // namespace

void WitnessSearch::collect(const Polynomial &polynomial) {
  for (const Polynomial::Term &term : polynomial.getTerms())
    for (SymbolId id : term.symbols) {
      if (!symbols.isLeaf(id)) {
        collect(symbols[id].lhs);
        collect(symbols[id].rhs);
      } else if (!llvm::is_contained(leaves, id)) {
        leaves.push_back(id);
      }
    }
}

void WitnessSearch::collect(SizeCond from) {
  from.walkSources(
      [&](const SizeSource &source) { collect(values.of(source)); });
}

void WitnessSearch::collectLandmarks(SizeCond from) {
  // Products of known sizes count as one.
  auto known = [&](const SizeSource &source) {
    return values.of(source).getConstant();
  };
  from.substitute(known).walkConstants([&](int64_t constant) {
    if (constant > 1 && landmarks.size() < kMaxLandmarks)
      landmarks.insert(constant);
  });
}

/// Sizes to try for each leaf: small ones first, but 0 and below after some;
/// then landmarks.
void WitnessSearch::makeCandidates() {
  int64_t most = leaves.size() == 1 ? 4096 : leaves.size() == 2 ? 128 : 24;
  for (SymbolId id : leaves) {
    const Interval &range = symbols[id].range;
    SmallVector<int64_t> &list = candidates.emplace_back();
    auto add = [&](WideInt value) {
      if (range.contains(value) && Interval::ofWidth(64).contains(value))
        list.push_back(static_cast<int64_t>(value));
    };
    WideInt first = std::max<WideInt>(range.lo, 1);
    for (int64_t i = 0; i < 4; ++i)
      add(first + i);
    if (first == 1) {
      add(0);
      add(-1);
    } else if (list.empty()) {
      // A range below 1: from its top.
      for (int64_t i = 0; i < 4; ++i)
        add(range.hi - i);
    }
    for (int64_t i = 4; i < kFewSizes; ++i)
      add(first + i);
    for (int64_t landmark : landmarks)
      for (WideInt value : {WideInt(landmark), -WideInt(landmark)})
        if ((value - symbols[id].offset) % symbols[id].scale == 0)
          add((value - symbols[id].offset) / symbols[id].scale);
    for (int64_t i = kFewSizes; i < most; ++i)
      add(first + i);
    if (first == 1)
      for (int64_t i = 2; i < 16; ++i)
        add(-i);
  }
}

std::optional<WideInt> WitnessSearch::get(SymbolId id) const {
  const auto *it = llvm::find(leaves, id);
  if (it == leaves.end())
    return std::nullopt;
  return chosen[it - leaves.begin()];
}

std::optional<int64_t> WitnessSearch::get(const SizeSource &source) const {
  std::optional<WideInt> value = evaluate(values.of(source), symbols,
                                          [&](SymbolId id) { return get(id); });
  if (!value || !Interval::ofWidth(64).contains(*value))
    return std::nullopt;
  return static_cast<int64_t>(*value);
}

bool WitnessSearch::mentionsLeaf(const Polynomial &polynomial) const {
  return llvm::any_of(polynomial.getTerms(), [&](const auto &term) {
    return llvm::any_of(term.symbols, [&](SymbolId id) {
      return symbols.isLeaf(id) ? llvm::is_contained(leaves, id)
                                : mentionsLeaf(symbols[id].lhs) ||
                                      mentionsLeaf(symbols[id].rhs);
    });
  });
}

bool WitnessSearch::keepsFacts() const {
  auto check = [&](ArrayRef<Polynomial> facts, auto holds) {
    return llvm::all_of(facts, [&](const Polynomial &fact) {
      std::optional<WideInt> value =
          evaluate(fact, symbols, [&](SymbolId id) { return get(id); });
      if (value)
        return holds(*value);
      // Facts about other sizes don't matter.
      return rigor == Rigor::Plausible || !mentionsLeaf(fact);
    });
  };
  for (SymbolId id : leaves)
    if (!check(symbols[id].nonNegative, [](WideInt v) { return v >= 0; }))
      return false;
  return check(scope.getNonNegative().getAll(),
               [](WideInt v) { return v >= 0; }) &&
         check(scope.getZero().getAll(), [](WideInt v) { return v == 0; }) &&
         check(scope.getNonZero().getAll(), [](WideInt v) { return v != 0; });
}

bool WitnessSearch::isExample() {
  auto known = [&](const SizeSource &source) { return get(source); };
  SizeCond result = cond.substitute(known);
  bool isWanted = wanted
                      ? result.isTrue()
                      : result.isFalse() ||
                            (rigor == Rigor::Plausible &&
                             result.getUndefined() == SizeUndefined::Overflow);
  return isWanted && keepsFacts() && llvm::all_of(held, [&](SizeCond earlier) {
           return earlier.substitute(known).isTrue();
         });
}

/// Tries all choices from leaf `index` on whose positions add up to `left`.
bool WitnessSearch::tryFrom(size_t index, unsigned left) {
  if (tries >= maxTries)
    return false;
  if (index + 1 == leaves.size()) {
    if (left >= candidates[index].size())
      return false;
    ++tries;
    chosen[index] = candidates[index][left];
    return isExample();
  }
  for (unsigned i = 0; i <= left && i < candidates[index].size(); ++i) {
    chosen[index] = candidates[index][i];
    if (tryFrom(index + 1, left - i))
      return true;
  }
  return false;
}

Witness WitnessSearch::describe() const {
  Witness witness;
  for (SymbolId id : leaves) {
    const Symbol &symbol = symbols[id];
    if (symbol.source.value)
      witness.push_back(
          {symbol.source, *get(id) * symbol.scale + symbol.offset});
  }
  return witness;
}

std::optional<Witness> WitnessSearch::run() {
  collect(cond);
  if (leaves.empty() || leaves.size() > kMaxSizes)
    return std::nullopt;
  size_t important = leaves.size();
  for (SizeCond earlier : held)
    collect(earlier);
  if (rigor == Rigor::Certain && leaves.size() > kMaxSizes)
    return std::nullopt;
  leaves.truncate(std::min<size_t>(leaves.size(), kMaxSizes));
  collectLandmarks(cond);
  for (SizeCond earlier : held)
    collectLandmarks(earlier);
  makeCandidates();
  chosen.assign(leaves.size(), 0);
  unsigned furthest = 0;
  for (auto &list : candidates)
    furthest += list.size();
  for (unsigned total = 0; total <= furthest && tries < maxTries; ++total)
    if (tryFrom(0, total)) {
      leaves.truncate(important);
      return describe();
    }
  return std::nullopt;
}

std::optional<Witness> mlir::packed::findWitness(SizeCond cond, bool wanted,
                                                 ArrayRef<SizeCond> held,
                                                 SourceValues &values,
                                                 FactScope &scope) {
  return WitnessSearch(cond, wanted, held, values, scope, Rigor::Plausible)
      .run();
}

bool mlir::packed::isContingent(SizeCond cond, ArrayRef<SizeCond> held,
                                SourceValues &values, FactScope &scope) {
  return llvm::all_of(ArrayRef({false, true}), [&](bool wanted) {
    return WitnessSearch(cond, wanted, held, values, scope, Rigor::Certain)
        .run();
  });
}
