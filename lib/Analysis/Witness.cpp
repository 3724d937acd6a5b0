//===- Witness.cpp - Sizes that break or keep a rule ----------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Analysis/Witness.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::packed;

/// How many combinations of sizes are tried for a reader, and how many before
/// the solver is asked.
static constexpr unsigned kManyTries = 20000;
static constexpr unsigned kFewTries = 2000;
/// More free sizes than this make a search over all of them pointless, and so
/// do more sizes that facts tie to them.
static constexpr unsigned kMaxSizes = 24;
static constexpr unsigned kMaxTied = 512;
static constexpr unsigned kMaxLandmarks = 8;
/// What is tried of each size before landmarks.
static constexpr int64_t kFewSizes = 8;

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

using LeafValue = function_ref<std::optional<WideInt>(SymbolId)>;

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

  std::optional<Witness> run(unsigned triesAllowed);

private:
  enum class Sign : uint8_t { NonNegative, Zero, NonZero };
  using Leaves = llvm::SmallSetVector<SymbolId, 8>;

  void collect(ArrayRef<SizeCond> conditions);
  void takeIn(const Polynomial &polynomial);
  void takeIn(SizeCond from);
  void takeInFacts(const FactStack &stack, Sign sign, SymbolId leaf);
  bool names(SizeCond from, SymbolId leaf);
  bool isSmall() const {
    return tied.size() <= kMaxTied && leaves.size() <= kMaxSizes;
  }
  Leaves getLeaves(const Polynomial &polynomial) const;
  bool restsOn(const Polynomial &polynomial, SymbolId leaf) const;
  const Polynomial *getWritten(SymbolId leaf) const;
  void collectLandmarks(SizeCond from);
  void makeCandidates();
  SmallVector<int64_t> makeCandidates(SymbolId leaf, int64_t most);
  const Polynomial &getValue(const SizeSource &source);
  bool tryFrom(size_t index, size_t left);
  bool isExample();
  std::optional<WideInt> evaluate(const Polynomial &polynomial) const;
  std::optional<WideInt> evaluateLeaf(SymbolId leaf) const;
  bool holds(const Polynomial &fact, Sign sign) const;
  std::optional<int64_t> getSize(SymbolId leaf) const;
  Witness describe();

  SizeCond cond;
  bool wanted;
  SourceValues &values;
  FactScope &scope;
  packed::SymbolTable &symbols;
  SmallVector<std::pair<SizeSource, Polynomial>> sources;
  mutable llvm::SmallDenseMap<SymbolId, const Polynomial *> written;
  /// All leaves that bear on the condition. The first `numShown` are in the
  /// condition itself, in the order in which it names them.
  Leaves tied;
  size_t numShown = 0;
  /// Those of them that are free.
  SmallVector<SymbolId> leaves;
  SmallVector<SizeCond> held;
  llvm::MapVector<const Polynomial *, Sign> facts;
  /// Sizes that conditions compare with or divide by: about there, things
  /// change.
  llvm::SmallSetVector<int64_t, 8> landmarks;
  SmallVector<SmallVector<int64_t>> candidates;
  /// How far from the first candidates the leaves from each on can be.
  SmallVector<size_t> furthest;
  llvm::SmallDenseMap<SymbolId, int64_t> chosen;
  /// The values of leaves under the choice.
  mutable llvm::SmallDenseMap<SymbolId, std::optional<WideInt>> computed;
  unsigned tries = 0;
};
} // namespace

//===--- What to search over ----------------------------------------------===//

WitnessSearch::Leaves
WitnessSearch::getLeaves(const Polynomial &polynomial) const {
  Leaves result;
  llvm::SmallDenseSet<SymbolId> seen;
  symbols.walkLeaves(polynomial, seen,
                     [&](SymbolId leaf) { result.insert(leaf); });
  return result;
}

/// Whether `polynomial` is computed from `leaf`, or it would take long to tell.
bool WitnessSearch::restsOn(const Polynomial &polynomial, SymbolId leaf) const {
  Leaves below = getLeaves(polynomial);
  for (size_t next = 0; next < below.size(); ++next) {
    if (below[next] == leaf || below.size() > kMaxTied)
      return true;
    if (const Polynomial *value = scope.getValue(below[next]))
      below.insert_range(getLeaves(*value));
  }
  return false;
}

/// What `leaf` is computed from; null where it is free.
const Polynomial *WitnessSearch::getWritten(SymbolId leaf) const {
  auto [it, isNew] = written.try_emplace(leaf, scope.getValue(leaf));
  if (isNew && it->second && restsOn(*it->second, leaf))
    it->second = nullptr;
  return it->second;
}

const Polynomial &WitnessSearch::getValue(const SizeSource &source) {
  for (auto &[known, value] : sources)
    if (known.isSameAs(source))
      return value;
  sources.push_back({source, values.of(source)});
  return sources.back().second;
}

void WitnessSearch::takeIn(const Polynomial &polynomial) {
  tied.insert_range(getLeaves(polynomial));
}

void WitnessSearch::takeIn(SizeCond from) {
  from.walkSources([&](const SizeSource &source) { takeIn(getValue(source)); });
}

void WitnessSearch::takeInFacts(const FactStack &stack, Sign sign,
                                SymbolId leaf) {
  for (unsigned place : stack.through(leaf, symbols))
    if (facts.insert({&stack[place], sign}).second)
      takeIn(stack[place]);
}

bool WitnessSearch::names(SizeCond from, SymbolId leaf) {
  bool isNamed = false;
  from.walkSources([&](const SizeSource &source) {
    isNamed = isNamed || getLeaves(getValue(source)).contains(leaf);
  });
  return isNamed;
}

void WitnessSearch::collect(ArrayRef<SizeCond> conditions) {
  SmallVector<SizeCond> open(conditions);
  takeIn(cond);
  numShown = tied.size();
  // What is taken in may tie others to it.
  for (size_t next = 0; isSmall() && next < tied.size(); ++next) {
    SymbolId leaf = tied[next];
    if (const Polynomial *value = getWritten(leaf))
      takeIn(*value);
    else
      leaves.push_back(leaf);
    llvm::erase_if(open, [&](SizeCond condition) {
      if (!names(condition, leaf))
        return false;
      held.push_back(condition);
      takeIn(condition);
      return true;
    });
    for (const Polynomial &fact : symbols[leaf].nonNegative)
      if (facts.insert({&fact, Sign::NonNegative}).second)
        takeIn(fact);
    takeInFacts(scope.getNonNegative(), Sign::NonNegative, leaf);
    takeInFacts(scope.getZero(), Sign::Zero, leaf);
    takeInFacts(scope.getNonZero(), Sign::NonZero, leaf);
  }
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

/// Sizes to try for a leaf, as many as `most` in a row: small ones first, but 0
/// and below after some; then landmarks.
SmallVector<int64_t> WitnessSearch::makeCandidates(SymbolId leaf,
                                                   int64_t most) {
  Interval range = scope.rangeOf(Polynomial::symbol(leaf));
  SmallVector<int64_t> list;
  auto add = [&](WideInt value) {
    if (range.contains(value) && Interval::ofWidth(64).contains(value))
      list.push_back(static_cast<int64_t>(value));
  };
  auto addOfSource = [&](WideInt value) {
    WideInt rest = value - symbols[leaf].offset;
    if (rest % symbols[leaf].scale == 0)
      add(rest / symbols[leaf].scale);
  };
  // A range below 1 is tried from its top.
  bool isPositive = range.hi > 0;
  WideInt first = isPositive ? std::max<WideInt>(range.lo, 1) : range.hi;
  auto addRow = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      add(isPositive ? first + i : first - i);
  };
  addRow(0, kFewSizes / 2);
  if (first == 1)
    for (int64_t value : {0, -1})
      add(value);
  addRow(kFewSizes / 2, kFewSizes);
  for (WideInt landmark : landmarks)
    for (WideInt value : {landmark, landmark + 1, 2 * landmark, -landmark})
      addOfSource(value);
  addRow(kFewSizes, most);
  if (first == 1)
    for (int64_t i = 2; i < 16; ++i)
      add(-i);
  return list;
}

void WitnessSearch::makeCandidates() {
  int64_t most = leaves.size() == 1 ? 16384 : leaves.size() == 2 ? 128 : 24;
  for (SymbolId leaf : leaves)
    candidates.push_back(makeCandidates(leaf, most));
  size_t sum = 0;
  for (const SmallVector<int64_t> &list : llvm::reverse(candidates)) {
    sum += list.empty() ? 0 : list.size() - 1;
    furthest.push_back(sum);
  }
  std::reverse(furthest.begin(), furthest.end());
}

//===--- The tries --------------------------------------------------------===//

std::optional<WideInt>
WitnessSearch::evaluate(const Polynomial &polynomial) const {
  return mlir::packed::evaluate(
      polynomial, symbols, [&](SymbolId leaf) { return evaluateLeaf(leaf); });
}

/// Values build on one another; each is computed once for a choice.
std::optional<WideInt> WitnessSearch::evaluateLeaf(SymbolId leaf) const {
  const Polynomial *value = getWritten(leaf);
  if (!value) {
    auto it = chosen.find(leaf);
    return it == chosen.end() ? std::nullopt
                              : std::optional<WideInt>(it->second);
  }
  auto it = computed.find(leaf);
  if (it != computed.end())
    return it->second;
  std::optional<WideInt> result = evaluate(*value);
  computed[leaf] = result;
  return result;
}

bool WitnessSearch::holds(const Polynomial &fact, Sign sign) const {
  std::optional<WideInt> value = evaluate(fact);
  if (!value)
    return false;
  switch (sign) {
  case Sign::NonNegative:
    return *value >= 0;
  case Sign::Zero:
    return *value == 0;
  case Sign::NonZero:
    return *value != 0;
  }
  llvm_unreachable("unknown sign");
}

/// The size that `leaf` stands for; nothing where 64 bits don't hold it.
std::optional<int64_t> WitnessSearch::getSize(SymbolId leaf) const {
  std::optional<WideInt> value = evaluate(Polynomial::symbol(leaf));
  WideInt product;
  int64_t size;
  if (!value || __builtin_mul_overflow(*value, symbols[leaf].scale, &product) ||
      __builtin_add_overflow(product, symbols[leaf].offset, &size))
    return std::nullopt;
  return size;
}

bool WitnessSearch::isExample() {
  computed.clear();
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
         llvm::all_of(tied.getArrayRef().take_front(numShown),
                      [&](SymbolId id) { return getSize(id).has_value(); }) &&
         llvm::all_of(facts,
                      [&](const auto &fact) {
                        return holds(*fact.first, fact.second);
                      }) &&
         llvm::all_of(held, [&](SizeCond earlier) {
           return earlier.substitute(known).isTrue();
         });
}

/// Tries all choices from leaf `index` on whose positions add up to `left`.
bool WitnessSearch::tryFrom(size_t index, size_t left) {
  if (index == leaves.size()) {
    --tries;
    return isExample();
  }
  size_t others = index + 1 < furthest.size() ? furthest[index + 1] : 0;
  ArrayRef<int64_t> list = candidates[index];
  for (size_t i = left > others ? left - others : 0;
       i <= left && i < list.size() && tries > 0; ++i) {
    chosen[leaves[index]] = list[i];
    if (tryFrom(index + 1, left - i))
      return true;
  }
  return false;
}

Witness WitnessSearch::describe() {
  Witness witness;
  ArrayRef<SymbolId> shown = tied.getArrayRef().take_front(numShown);
  auto hasName = [&](SymbolId id) { return symbols[id].source.value; };
  if (llvm::all_of(shown, hasName)) {
    for (SymbolId id : shown)
      witness.push_back({symbols[id].source, *getSize(id)});
    return witness;
  }
  // How often a loop has run has no name: the sizes of the condition tell.
  cond.walkSources([&](const SizeSource &source) {
    bool isKnown = getValue(source).isConstant() ||
                   llvm::any_of(witness, [&](const auto &size) {
                     return size.first.isSameAs(source);
                   });
    if (!isKnown)
      witness.push_back(
          {source, static_cast<int64_t>(*evaluate(getValue(source)))});
  });
  return witness;
}

std::optional<Witness> WitnessSearch::run(unsigned triesAllowed) {
  // An example that leaves out facts is none.
  if (tied.empty() || !isSmall())
    return std::nullopt;
  collectLandmarks(cond);
  for (SizeCond earlier : held)
    collectLandmarks(earlier);
  makeCandidates();
  if (llvm::any_of(candidates, [](auto &list) { return list.empty(); }))
    return std::nullopt;
  tries = triesAllowed;
  // Equalities may leave no choice.
  size_t last = furthest.empty() ? 0 : furthest.front();
  for (size_t total = 0; total <= last && tries > 0; ++total)
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
    return WitnessSearch(cond, wanted, held, values, scope)
        .run(kFewTries)
        .has_value();
  });
}
