//===- Witness.cpp - Sizes that break or keep a rule ----------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Analysis/Witness.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::packed;

/// How many combinations of sizes are tried for a reader, and how many before
/// the solver is asked.
static constexpr unsigned kManyTries = 20000;
static constexpr unsigned kFewTries = 2000;
/// More sizes than this make a search over all of them pointless.
static constexpr unsigned kMaxSizes = 10;
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
/// Searches over the leaves that the sizes of a condition are written in, and
/// over those that facts and other conditions tie to them. A leaf that an
/// equality gives a value is not searched over, unless the value rests on the
/// leaf: x = 4 * (x floordiv 4).
class WitnessSearch {
public:
  WitnessSearch(SizeCond cond, bool wanted, ArrayRef<SizeCond> held,
                SourceValues &values, FactScope &scope)
      : cond(cond), wanted(wanted), values(values), scope(scope),
        symbols(scope.getSymbols()) {
    collect(held);
  }

  /// Whether all that bears on the condition is looked at.
  bool isComplete() const { return complete; }
  std::optional<Witness> run(unsigned triesAllowed);

private:
  enum class Sign : uint8_t { NonNegative, Zero, NonZero };
  struct Fact {
    const Polynomial *polynomial;
    Sign sign;
  };
  using Leaves = llvm::SmallSetVector<SymbolId, 8>;
  using Symbols = llvm::SmallDenseSet<SymbolId>;

  void collect(ArrayRef<SizeCond> held);
  void walkLeaves(const Polynomial &polynomial, Symbols &seen,
                  function_ref<void(SymbolId)> visit) const;
  bool restsOn(const Polynomial &polynomial, SymbolId leaf,
               Symbols &seen) const;
  const Polynomial *getWritten(SymbolId leaf) const;
  Leaves getLeaves(const Polynomial &polynomial) const;
  Leaves getLeaves(SizeCond from);
  SmallVector<Fact> getFacts() const;
  bool tie(const Leaves &others);
  void collectLandmarks(SizeCond from);
  void makeCandidates();
  const Polynomial &getValue(const SizeSource &source);
  bool tryFrom(size_t index, unsigned left);
  bool isExample();
  std::optional<WideInt> evaluate(const Polynomial &polynomial) const;
  bool holds(const Fact &fact) const;
  Witness describe();

  SizeCond cond;
  bool wanted;
  SourceValues &values;
  FactScope &scope;
  packed::SymbolTable &symbols;
  /// What a reader is told of, in the order in which the condition names it.
  llvm::SmallSetVector<SymbolId, 4> shown;
  SmallVector<std::pair<SizeSource, Polynomial>> sources;
  mutable llvm::SmallDenseMap<SymbolId, const Polynomial *> written;
  Leaves leaves;
  SmallVector<SizeCond> held;
  SmallVector<Fact> facts;
  bool complete = true;
  /// Sizes that conditions compare with or divide by: about there, things
  /// change.
  llvm::SmallSetVector<int64_t, 8> landmarks;
  SmallVector<SmallVector<int64_t>> candidates;
  SmallVector<int64_t> chosen;
  unsigned tries = 0;
};
} // namespace

//===--- What to search over ----------------------------------------------===//

/// Calls `visit` for each leaf that `polynomial` is defined through and that is
/// not among the `seen` symbols.
void WitnessSearch::walkLeaves(const Polynomial &polynomial, Symbols &seen,
                               function_ref<void(SymbolId)> visit) const {
  for (SymbolId id : polynomial.getSymbols()) {
    if (!seen.insert(id).second)
      continue;
    if (symbols.isLeaf(id)) {
      visit(id);
      continue;
    }
    walkLeaves(symbols[id].lhs, seen, visit);
    walkLeaves(symbols[id].rhs, seen, visit);
  }
}

/// Whether `polynomial` is computed from `leaf`.
bool WitnessSearch::restsOn(const Polynomial &polynomial, SymbolId leaf,
                            Symbols &seen) const {
  return llvm::any_of(polynomial.getSymbols(), [&](SymbolId id) {
    if (id == leaf)
      return true;
    if (!seen.insert(id).second)
      return false;
    if (!symbols.isLeaf(id))
      return restsOn(symbols[id].lhs, leaf, seen) ||
             restsOn(symbols[id].rhs, leaf, seen);
    const Polynomial *value = scope.getValue(id);
    return value && restsOn(*value, leaf, seen);
  });
}

/// What `leaf` is computed from; null where it is free.
const Polynomial *WitnessSearch::getWritten(SymbolId leaf) const {
  auto [it, isNew] = written.try_emplace(leaf, scope.getValue(leaf));
  Symbols seen;
  if (isNew && it->second && restsOn(*it->second, leaf, seen))
    it->second = nullptr;
  return it->second;
}

WitnessSearch::Leaves
WitnessSearch::getLeaves(const Polynomial &polynomial) const {
  Leaves result;
  Symbols seen;
  auto visit = [&](auto &self, SymbolId id) -> void {
    const Polynomial *value = getWritten(id);
    if (!value)
      return void(result.insert(id));
    walkLeaves(*value, seen, [&](SymbolId inner) { self(self, inner); });
  };
  walkLeaves(polynomial, seen, [&](SymbolId id) { visit(visit, id); });
  return result;
}

WitnessSearch::Leaves WitnessSearch::getLeaves(SizeCond from) {
  Leaves result;
  from.walkSources([&](const SizeSource &source) {
    result.insert_range(getLeaves(getValue(source)));
  });
  return result;
}

const Polynomial &WitnessSearch::getValue(const SizeSource &source) {
  for (auto &[known, value] : sources)
    if (known.isSameAs(source))
      return value;
  sources.push_back({source, values.of(source)});
  return sources.back().second;
}

SmallVector<WitnessSearch::Fact> WitnessSearch::getFacts() const {
  SmallVector<Fact> all;
  auto add = [&](ArrayRef<Polynomial> polynomials, Sign sign) {
    for (const Polynomial &polynomial : polynomials)
      all.push_back({&polynomial, sign});
  };
  add(scope.getNonNegative().getAll(), Sign::NonNegative);
  add(scope.getZero().getAll(), Sign::Zero);
  add(scope.getNonZero().getAll(), Sign::NonZero);
  return all;
}

/// Takes in leaves that something ties to those at hand. False where it ties
/// nothing, or too many.
bool WitnessSearch::tie(const Leaves &others) {
  if (llvm::none_of(others, [&](SymbolId id) { return leaves.contains(id); }))
    return false;
  size_t before = leaves.size();
  leaves.insert_range(others);
  if (leaves.size() <= kMaxSizes)
    return true;
  while (leaves.size() > before)
    leaves.pop_back();
  complete = false;
  return false;
}

void WitnessSearch::collect(ArrayRef<SizeCond> conditions) {
  Symbols seen;
  cond.walkSources([&](const SizeSource &source) {
    walkLeaves(getValue(source), seen, [&](SymbolId id) { shown.insert(id); });
  });
  leaves = getLeaves(cond);
  complete = leaves.size() <= kMaxSizes;

  SmallVector<SizeCond> openConditions(conditions);
  SmallVector<Fact> openFacts = getFacts();
  // What takes leaves in may tie others to them.
  size_t before, numWithFacts = 0;
  do {
    before = leaves.size();
    for (; numWithFacts < leaves.size(); ++numWithFacts)
      for (const Polynomial &fact : symbols[leaves[numWithFacts]].nonNegative)
        openFacts.push_back({&fact, Sign::NonNegative});
    llvm::erase_if(openConditions, [&](SizeCond condition) {
      bool isTied = tie(getLeaves(condition));
      if (isTied)
        held.push_back(condition);
      return isTied;
    });
    llvm::erase_if(openFacts, [&](const Fact &fact) {
      bool isTied = tie(getLeaves(*fact.polynomial));
      if (isTied)
        facts.push_back(fact);
      return isTied;
    });
  } while (leaves.size() > before);
}

void WitnessSearch::collectLandmarks(SizeCond from) {
  // Products of known sizes count as one.
  auto known = [&](const SizeSource &source) {
    return getValue(source).getConstant();
  };
  from.substitute(known).walkConstants([&](int64_t constant) {
    if (constant > 1 && landmarks.size() < kMaxLandmarks)
      landmarks.insert(constant);
  });
}

/// Sizes to try for each leaf: small ones first, but 0 and below after some;
/// then landmarks.
void WitnessSearch::makeCandidates() {
  int64_t most = leaves.size() == 1 ? 16384 : leaves.size() == 2 ? 128 : 24;
  for (SymbolId id : leaves) {
    Interval range = scope.rangeOf(Polynomial::symbol(id));
    SmallVector<int64_t> &list = candidates.emplace_back();
    auto add = [&](WideInt value) {
      if (range.contains(value) && Interval::ofWidth(64).contains(value))
        list.push_back(static_cast<int64_t>(value));
    };
    auto addOfSource = [&](WideInt value) {
      WideInt rest = value - symbols[id].offset;
      if (rest % symbols[id].scale == 0)
        add(rest / symbols[id].scale);
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
    for (WideInt landmark : landmarks)
      for (WideInt value : {landmark, landmark + 1, 2 * landmark, -landmark})
        addOfSource(value);
    for (int64_t i = kFewSizes; i < most; ++i)
      add(first + i);
    if (first == 1)
      for (int64_t i = 2; i < 16; ++i)
        add(-i);
  }
}

//===--- The tries --------------------------------------------------------===//

std::optional<WideInt>
WitnessSearch::evaluate(const Polynomial &polynomial) const {
  auto get = [&](SymbolId id) -> std::optional<WideInt> {
    if (const Polynomial *value = getWritten(id))
      return evaluate(*value);
    const auto *it = llvm::find(leaves, id);
    if (it == leaves.end())
      return std::nullopt;
    return chosen[it - leaves.begin()];
  };
  return mlir::packed::evaluate(polynomial, symbols, get);
}

bool WitnessSearch::holds(const Fact &fact) const {
  std::optional<WideInt> value = evaluate(*fact.polynomial);
  if (!value)
    return false;
  switch (fact.sign) {
  case Sign::NonNegative:
    return *value >= 0;
  case Sign::Zero:
    return *value == 0;
  case Sign::NonZero:
    return *value != 0;
  }
  llvm_unreachable("unknown sign");
}

bool WitnessSearch::isExample() {
  auto known = [&](const SizeSource &source) -> std::optional<int64_t> {
    std::optional<WideInt> value = evaluate(getValue(source));
    if (!value || !Interval::ofWidth(64).contains(*value))
      return std::nullopt;
    return static_cast<int64_t>(*value);
  };
  SizeCond result = cond.substitute(known);
  bool isWanted = wanted ? result.isTrue()
                         : result.isFalse() ||
                               result.getUndefined() == SizeUndefined::Overflow;
  return isWanted &&
         llvm::all_of(facts, [&](const Fact &fact) { return holds(fact); }) &&
         llvm::all_of(held, [&](SizeCond earlier) {
           return earlier.substitute(known).isTrue();
         });
}

/// Tries all choices from leaf `index` on whose positions add up to `left`.
bool WitnessSearch::tryFrom(size_t index, unsigned left) {
  if (tries == 0)
    return false;
  if (index + 1 == leaves.size()) {
    if (left >= candidates[index].size())
      return false;
    --tries;
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

Witness WitnessSearch::describe() {
  Witness witness;
  for (SymbolId id : shown) {
    const Symbol &symbol = symbols[id];
    std::optional<WideInt> value = evaluate(Polynomial::symbol(id));
    if (symbol.source.value && value)
      witness.push_back(
          {symbol.source,
           static_cast<int64_t>(*value * symbol.scale + symbol.offset)});
  }
  return witness;
}

std::optional<Witness> WitnessSearch::run(unsigned triesAllowed) {
  if (shown.empty() || leaves.size() > kMaxSizes)
    return std::nullopt;
  // Equalities may leave no choice.
  if (leaves.empty())
    return isExample() ? std::optional(describe()) : std::nullopt;
  collectLandmarks(cond);
  for (SizeCond earlier : held)
    collectLandmarks(earlier);
  makeCandidates();
  chosen.assign(leaves.size(), 0);
  unsigned furthest = 0;
  for (auto &list : candidates)
    furthest += list.size();
  tries = triesAllowed;
  for (unsigned total = 0; total <= furthest && tries > 0; ++total)
    if (tryFrom(0, total))
      return describe();
  return std::nullopt;
}

std::optional<Witness> mlir::packed::findWitness(SizeCond cond, bool wanted,
                                                 ArrayRef<SizeCond> held,
                                                 SourceValues &values,
                                                 FactScope &scope) {
  return WitnessSearch(cond, wanted, held, values, scope).run(kManyTries);
}

bool mlir::packed::isContingent(SizeCond cond, ArrayRef<SizeCond> held,
                                SourceValues &values, FactScope &scope) {
  return llvm::all_of(ArrayRef({false, true}), [&](bool wanted) {
    WitnessSearch search(cond, wanted, held, values, scope);
    return search.isComplete() && search.run(kFewTries);
  });
}
