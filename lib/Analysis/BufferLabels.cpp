//===- BufferLabels.cpp - Ops that disagree about a buffer ----------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Analysis/BufferLabels.h"
#include "BufferClasses.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include <deque>

using namespace mlir;
using namespace mlir::packed;

//===----------------------------------------------------------------------===//
// What one run takes
//===----------------------------------------------------------------------===//

namespace {
/// Where two ops stand to each other: their nearest ancestors in one block, or
/// nothing but that one of them is before the other in each run.
struct Meeting {
  Operation *first = nullptr;
  Operation *second = nullptr;
};

/// Tells whether a run takes one buffer value to two ops.
class Runs {
public:
  explicit Runs(const BufferClasses &classes) : classes(classes) {}

  /// None where it is not sure that one run takes both: of two ops within
  /// branches nobody knows, for the conditions may exclude each other.
  std::optional<Meeting> meet(Operation *lhs, Operation *rhs);
  /// Whether each run of `around` takes the op within it. Loops are taken to
  /// have trips.
  bool alwaysRuns(Operation *op, Operation *around);
  /// Whether the contents of memory may be replaced between both.
  bool mayReplaceBetween(Operation *lhs, Operation *rhs, const Meeting &meeting,
                         Value memory);

private:
  /// The op and what it runs within, from the inside out: of several calls of
  /// a function the first, for one is enough where all pass the same.
  SmallVector<Operation *> getWay(Operation *op);

  const BufferClasses &classes;
  DominanceInfo dominance;
};
} // namespace

SmallVector<Operation *> Runs::getWay(Operation *op) {
  llvm::SmallSetVector<Operation *, 8> way;
  while (op && way.insert(op)) {
    ArrayRef<CallOpInterface> calls = classes.getCalls(op);
    op = calls.empty() ? op->getParentOp()
                       : CallOpInterface(calls.front()).getOperation();
  }
  return way.takeVector();
}

bool Runs::alwaysRuns(Operation *op, Operation *around) {
  for (Operation *step : getWay(op)) {
    if (step == around)
      return true;
    if (!classes.getCalls(step).empty())
      continue;
    Block *block = step->getBlock();
    if (!block || !block->isEntryBlock() ||
        !isa<FunctionOpInterface, LoopLikeOpInterface, scf::ExecuteRegionOp>(
            block->getParentOp()))
      return false;
  }
  return false;
}

std::optional<Meeting> Runs::meet(Operation *lhs, Operation *rhs) {
  llvm::DenseMap<Region *, Operation *> ofRegion;
  for (Operation *op : getWay(lhs))
    if (Region *region = op->getParentRegion())
      ofRegion.try_emplace(region, op);
  for (Operation *right : getWay(rhs)) {
    Operation *left = ofRegion.lookup(right->getParentRegion());
    if (!left)
      continue;
    // Regions of one op are alternatives, and so are functions.
    if (left == right || isa<FunctionOpInterface>(left))
      return std::nullopt;
    bool isSameBlock = left->getBlock() == right->getBlock();
    bool leftAlways = (isSameBlock || dominance.dominates(left, right)) &&
                      alwaysRuns(lhs, left);
    bool rightAlways = (isSameBlock || dominance.dominates(right, left)) &&
                       alwaysRuns(rhs, right);
    if (!leftAlways && !rightAlways)
      return std::nullopt;
    if (!isSameBlock)
      return Meeting();
    return left->isBeforeInBlock(right) ? Meeting{left, right}
                                        : Meeting{right, left};
  }
  return std::nullopt;
}

bool Runs::mayReplaceBetween(Operation *lhs, Operation *rhs,
                             const Meeting &meeting, Value memory) {
  return llvm::any_of(classes.getWriters(memory), [&](Operation *writer) {
    // What the first op itself writes comes to the second.
    if (writer == meeting.first)
      return writer != lhs && writer != rhs;
    if (!meeting.first)
      return true;
    Block *block = meeting.first->getBlock();
    for (Operation *op : getWay(writer)) {
      if (op->getBlock() == block)
        return !op->isBeforeInBlock(meeting.first) &&
               !meeting.second->isBeforeInBlock(op);
      // Any of the calls may be between.
      if (classes.getCalls(op).size() > 1)
        return true;
    }
    return true;
  });
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

namespace {
/// A label and the value that has it for good.
struct Entry {
  Operation *op;
  BufferLabel label;
  Value buffer;
  /// The op, or the call that takes the buffer to it.
  Operation *place;
};

enum class Likeness { Same, Different, Open };

class Comparison {
public:
  Comparison(Operation *root, const DataFlowFacts *facts)
      : classes(root, facts), runs(classes) {}

  /// Compares with all that was added before. Keeps the address.
  LabelVerdict add(const Entry &entry);

private:
  using Key = std::pair<const RuleInfo *, const void *>;
  using Table = llvm::DenseMap<Key, SmallVector<const Entry *, 1>>;

  LabelVerdict addHere(const Entry &entry);
  Likeness compare(const BufferLabel &lhs, const BufferLabel &rhs) const;
  bool isSure(const Entry &lhs, const Entry &rhs);
  void insert(Table &table, Key key, const Entry &entry);
  const Entry *findSure(const Table &table, Key key, const Entry &entry);
  const Entry *findSure(const Entry &entry, ArrayRef<const void *> wholes);

  BufferClasses classes;
  Runs runs;
  /// By the buffer that has the label, by those that it is a part of, and by
  /// all that may share contents with it.
  Table exact, ofParts, related;
  /// What a function does to buffers that its callers pass.
  std::deque<Entry> passed;
};
} // namespace

/// Entries of one buffer that are kept for later ones to be compared with.
static constexpr size_t kMaxKept = 16;

/// Buffers of callers that one label of a callee is told of.
static constexpr size_t kMaxPassed = 64;

/// The numbers of a constant, whatever their type.
static Attribute getNumbers(Value value) {
  auto contents =
      dyn_cast_or_null<DenseIntElementsAttr>(getConstantContents(value));
  if (!contents)
    return nullptr;
  SmallVector<int64_t> numbers;
  for (const APInt &number : contents)
    numbers.push_back(number.getSExtValue());
  return DenseI64ArrayAttr::get(value.getContext(), numbers);
}

/// Whether both are the result of one and the same computation.
static bool isComputedAlike(Value lhs, Value rhs) {
  auto left = dyn_cast<OpResult>(stripCasts(lhs));
  auto right = dyn_cast<OpResult>(stripCasts(rhs));
  return left && right && left.getResultNumber() == right.getResultNumber() &&
         isMemoryEffectFree(left.getOwner()) &&
         OperationEquivalence::isEquivalentTo(
             left.getOwner(), right.getOwner(),
             OperationEquivalence::IgnoreLocations);
}

Likeness Comparison::compare(const BufferLabel &lhs,
                             const BufferLabel &rhs) const {
  auto leftValue = dyn_cast<Value>(lhs.label);
  auto rightValue = dyn_cast<Value>(rhs.label);
  if (!leftValue || !rightValue)
    return lhs.label == rhs.label ? Likeness::Same : Likeness::Different;
  if (classes.getSame(leftValue) == classes.getSame(rightValue) ||
      isComputedAlike(leftValue, rightValue))
    return Likeness::Same;
  if (Attribute numbers = getNumbers(leftValue))
    if (numbers == getNumbers(rightValue))
      return Likeness::Same;
  return classes.getRelated(leftValue) == classes.getRelated(rightValue)
             ? Likeness::Open
             : Likeness::Different;
}

bool Comparison::isSure(const Entry &lhs, const Entry &rhs) {
  if (compare(lhs.label, rhs.label) != Likeness::Different)
    return false;
  std::optional<Meeting> meeting = runs.meet(lhs.place, rhs.place);
  return meeting &&
         !runs.mayReplaceBetween(lhs.place, rhs.place, *meeting, lhs.buffer);
}

void Comparison::insert(Table &table, Key key, const Entry &entry) {
  SmallVector<const Entry *, 1> &kept = table[key];
  if (kept.size() < kMaxKept)
    kept.push_back(&entry);
}

const Entry *Comparison::findSure(const Table &table, Key key,
                                  const Entry &entry) {
  auto it = table.find(key);
  if (it == table.end())
    return nullptr;
  auto found = llvm::find_if(
      it->second, [&](const Entry *other) { return isSure(*other, entry); });
  return found == it->second.end() ? nullptr : *found;
}

const Entry *Comparison::findSure(const Entry &entry,
                                  ArrayRef<const void *> wholes) {
  const RuleInfo *rule = entry.label.rule;
  for (const void *whole : wholes)
    if (const Entry *other = findSure(exact, {rule, whole}, entry))
      return other;
  return entry.label.holdsForParts
             ? findSure(ofParts, {rule, wholes.front()}, entry)
             : nullptr;
}

LabelVerdict Comparison::addHere(const Entry &entry) {
  LabelVerdict verdict{entry.op, entry.label, nullptr, entry.label};
  // What belongs to nobody is the same for all.
  if (isBlank(entry.buffer))
    return verdict;
  const RuleInfo *rule = entry.label.rule;
  SmallVector<const void *> wholes =
      classes.getWholes(classes.getSame(entry.buffer));
  if (!entry.label.holdsForParts)
    wholes.truncate(1);
  Key all{rule, classes.getRelated(entry.buffer)};
  SmallVector<const Entry *, 1> &others = related[all];
  auto open = llvm::find_if(others, [&](const Entry *other) {
    return compare(other->label, entry.label) != Likeness::Same;
  });
  if (open != others.end()) {
    const Entry *sure = findSure(entry, wholes);
    const Entry *other = sure ? sure : *open;
    verdict = {entry.op, entry.label, other->op, other->label, sure != nullptr};
  } else {
    // One of each label is enough here.
    others.clear();
  }
  insert(related, all, entry);
  insert(exact, {rule, wholes.front()}, entry);
  for (const void *whole : llvm::drop_begin(wholes))
    insert(ofParts, {rule, whole}, entry);
  return verdict;
}

LabelVerdict Comparison::add(const Entry &entry) {
  LabelVerdict verdict = addHere(entry);
  // A label that is a value of the callee says nothing to the caller.
  if (isa<Value>(entry.label.label))
    return verdict;
  llvm::SmallDenseSet<const void *, 4> seen;
  SmallVector<const Entry *, 4> pending{&entry};
  while (!pending.empty() && seen.size() < kMaxPassed) {
    const Entry *inside = pending.pop_back_val();
    const void *node = classes.getSame(inside->buffer);
    if (!seen.insert(node).second)
      continue;
    for (auto [callee, call, argument] : classes.getPassed(node)) {
      if (!runs.alwaysRuns(inside->place, callee))
        continue;
      passed.push_back({entry.op, entry.label, argument, call});
      LabelVerdict there = addHere(passed.back());
      if (there.isSure && !verdict.isSure)
        verdict = there;
      pending.push_back(&passed.back());
    }
  }
  return verdict;
}

/// An op that updates a tensor says the same of what it gives, which no other
/// op shares.
static Value getLabeled(Operation *op, Value buffer) {
  auto style = dyn_cast<DestinationStyleOpInterface>(op);
  if (style && op->getNumResults() > 0)
    for (OpOperand &init : style.getDpsInitsMutable())
      if (init.get() == buffer)
        return style.getTiedOpResult(&init);
  return buffer;
}

static bool isDead(Operation *op, const DataFlowFacts &facts) {
  for (; op && op->getBlock(); op = op->getParentOp())
    if (facts.isDead(op->getBlock()))
      return true;
  return false;
}

/// One verdict for each op and rule.
static SmallVector<LabelVerdict, 0> compareEntries(ArrayRef<Entry> entries,
                                                   Operation *root,
                                                   const DataFlowFacts *facts) {
  Comparison comparison(root, facts);
  llvm::MapVector<std::pair<Operation *, const RuleInfo *>, LabelVerdict>
      verdicts;
  for (const Entry &entry : entries) {
    if (facts && isDead(entry.op, *facts))
      continue;
    LabelVerdict next = comparison.add(entry);
    LabelVerdict &verdict =
        verdicts.insert({{entry.op, entry.label.rule}, next}).first->second;
    if (next.other && (!verdict.other || (next.isSure && !verdict.isSure)))
      verdict = next;
  }
  SmallVector<LabelVerdict, 0> result;
  for (auto &[key, verdict] : verdicts)
    result.push_back(verdict);
  return result;
}

SmallVector<LabelVerdict, 0> mlir::packed::compareLabels(Operation *root) {
  SmallVector<Entry> entries;
  root->walk([&](LabeledBufferOpInterface op) {
    SmallVector<BufferLabel> labels;
    op.getBufferLabels(labels);
    for (const BufferLabel &label : labels)
      entries.push_back({op, label, getLabeled(op, label.buffer), op});
  });
  if (entries.empty())
    return {};
  auto verdicts = compareEntries(entries, root, /*facts=*/nullptr);
  // Only who disagrees needs to know what runs at all.
  if (llvm::none_of(verdicts, [](auto &verdict) { return verdict.other; }))
    return verdicts;
  DataFlowFacts facts(root);
  return facts.isValid() ? compareEntries(entries, root, &facts) : verdicts;
}
