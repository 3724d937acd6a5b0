//===- PointFacts.cpp - Facts along a walk over a function ----------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Analysis/PointFacts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::packed;

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

void PointFacts::walk(Operation *root, function_ref<void(Operation *)> visitOp,
                      function_ref<bool(Operation *)> enterOp) {
  visit = visitOp;
  enter = enterOp;
  Mark before = mark();
  enterCallSite(root);
  for (Region &region : root->getRegions())
    walkRegion(region);
  rewind(before);
}

void PointFacts::rewind(const Mark &mark) {
  scope.rewind(mark.scope);
  stated.truncate(mark.stated);
}

/// What holds where the only call of `function` stands holds within it: its
/// values are written in the caller's.
void PointFacts::enterCallSite(Operation *function) {
  // More calls in each other say little of the sizes within.
  constexpr unsigned maxCalls = 16;
  // From the outermost caller's op down to the call.
  SmallVector<Operation *> way;
  for (unsigned calls = 0; calls < maxCalls; ++calls) {
    Operation *call = facts.getOnlyCall(function);
    if (!call)
      break;
    function = call->getParentOfType<FunctionOpInterface>();
    for (Operation *op = call; op && op != function; op = op->getParentOp())
      way.push_back(op);
    if (!function)
      break;
  }
  for (Operation *op : llvm::reverse(way)) {
    enterRegion(*op->getParentRegion());
    enterBlock(*op->getBlock());
    for (Operation &before : *op->getBlock()) {
      if (&before == op)
        break;
      assumeStated(&before);
    }
  }
}

void PointFacts::walkRegion(Region &region) {
  if (region.empty())
    return;
  Mark before = mark();
  enterRegion(region);
  if (region.hasOneBlock()) {
    walkBlock(region.front());
  } else {
    DominanceInfo dominance(region.getParentOp());
    walkTree(dominance.getRootNode(&region));
  }
  rewind(before);
}

void PointFacts::walkTree(DominanceInfoNode *root) {
  // No recursion: the tree is as deep as there are blocks in a row.
  struct Frame {
    DominanceInfoNode *node;
    DominanceInfoNode::iterator next;
    Mark before;
  };
  std::vector<Frame> path;
  auto descend = [&](DominanceInfoNode *node) {
    path.push_back({node, node->begin(), mark()});
    walkBlock(*node->getBlock());
  };
  descend(root);
  while (!path.empty()) {
    Frame &frame = path.back();
    if (frame.next != frame.node->end()) {
      descend(*frame.next++);
      continue;
    }
    rewind(frame.before);
    path.pop_back();
  }
}

void PointFacts::walkBlock(Block &block) {
  if (facts.isDead(&block))
    return;
  enterBlock(block);
  for (Operation &op : block) {
    visit(&op);
    assumeStated(&op);
    if (op.getNumRegions() == 0 || !enter(&op))
      continue;
    for (Region &region : op.getRegions())
      walkRegion(region);
  }
}

/// What holds behind an op that states it.
void PointFacts::assumeStated(Operation *op) {
  if (auto check = dyn_cast<cf::AssertOp>(op))
    assume(check.getArg(), true);
  if (auto assumption = dyn_cast<AssumptionOpInterface>(op))
    assume(op->getOperand(0), assumption.getAssumption());
}

/// What the way into a block says.
void PointFacts::enterBlock(Block &block) {
  for (BlockArgument argument : block.getArguments()) {
    Assumption assumption = getAssumption(argument);
    if (!assumption.isTrivial())
      assume(argument, assumption);
  }
  Block *predecessor = block.getSinglePredecessor();
  if (!predecessor)
    return;
  auto branch = dyn_cast<cf::CondBranchOp>(predecessor->getTerminator());
  if (branch && branch.getTrueDest() != branch.getFalseDest())
    assume(branch.getCondition(), branch.getTrueDest() == &block);
}

/// What it takes to enter a region.
void PointFacts::enterRegion(Region &region) {
  if (auto branch = dyn_cast<scf::IfOp>(region.getParentOp()))
    assume(branch.getCondition(), &region == &branch.getThenRegion());
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

void PointFacts::assume(Value size, const Assumption &assumption) {
  stated.push_back(size);
  Polynomial value = values.of(size);
  constexpr auto smallest = std::numeric_limits<int64_t>::min();
  constexpr auto largest = std::numeric_limits<int64_t>::max();
  if (assumption.min != smallest)
    if (auto fact = Polynomial::add(value, Polynomial(assumption.min), -1))
      scope.assumeNonNegative(*fact);
  if (assumption.max != largest)
    if (auto fact = Polynomial::add(Polynomial(assumption.max), value, -1))
      scope.assumeNonNegative(*fact);
  if (assumption.multiple == 1)
    return;
  Polynomial multiple = assumption.multiple;
  if (auto whole = Polynomial::mul(
          scope.floorDiv(scope.resolve(value), multiple), multiple))
    if (auto fact = Polynomial::add(value, *whole, -1))
      scope.assumeZero(*fact);
}

void PointFacts::assume(Value condition, bool isTrue) {
  Operation *op = condition.getDefiningOp();
  if (!op)
    return;
  if (isa<arith::CmpIOp>(op))
    return assumeComparison(op, isTrue);
  // Of a conjunction that holds, both parts hold; of a disjunction that does
  // not, neither.
  if ((isTrue && isa<arith::AndIOp>(op)) ||
      (!isTrue && isa<arith::OrIOp>(op))) {
    assume(op->getOperand(0), isTrue);
    assume(op->getOperand(1), isTrue);
  }
  if (isa<arith::XOrIOp>(op) && matchPattern(op->getOperand(1), m_One()))
    assume(op->getOperand(0), !isTrue);
}

void PointFacts::assumeComparison(Operation *op, bool isTrue) {
  auto compare = cast<arith::CmpIOp>(op);
  if (getIntegerWidth(compare.getLhs().getType()) == 0)
    return;
  // Both sides at once: what the one rests on, the other now does too.
  stated.push_back(compare);
  arith::CmpIPredicate predicate =
      isTrue ? compare.getPredicate()
             : arith::invertPredicate(compare.getPredicate());
  Polynomial lhs = scope.resolve(values.of(compare.getLhs()));
  Polynomial rhs = scope.resolve(values.of(compare.getRhs()));
  // lhs - rhs + offset
  auto difference = [&](const Polynomial &l, const Polynomial &r,
                        int64_t offset) {
    std::optional<Polynomial> result = Polynomial::add(l, r, -1);
    return result ? Polynomial::add(*result, Polynomial(offset)) : std::nullopt;
  };
  auto assumeLess = [&](const Polynomial &l, const Polynomial &r,
                        int64_t offset) {
    if (std::optional<Polynomial> room = difference(r, l, offset))
      scope.assumeNonNegative(*room);
  };
  // An unsigned bound by what is not negative bounds on both sides.
  auto assumeUnsignedLess = [&](const Polynomial &l, const Polynomial &r,
                                int64_t offset) {
    if (scope.isNonNegative(r) != Truth::True)
      return;
    scope.assumeNonNegative(l);
    assumeLess(l, r, offset);
  };
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    if (std::optional<Polynomial> zero = difference(lhs, rhs, 0))
      scope.assumeZero(*zero);
    return;
  case arith::CmpIPredicate::ne:
    if (std::optional<Polynomial> nonZero = difference(lhs, rhs, 0))
      scope.assumeNonZero(*nonZero);
    return;
  case arith::CmpIPredicate::slt:
    return assumeLess(lhs, rhs, -1);
  case arith::CmpIPredicate::sle:
    return assumeLess(lhs, rhs, 0);
  case arith::CmpIPredicate::sgt:
    return assumeLess(rhs, lhs, -1);
  case arith::CmpIPredicate::sge:
    return assumeLess(rhs, lhs, 0);
  case arith::CmpIPredicate::ult:
    return assumeUnsignedLess(lhs, rhs, -1);
  case arith::CmpIPredicate::ule:
    return assumeUnsignedLess(lhs, rhs, 0);
  case arith::CmpIPredicate::ugt:
    return assumeUnsignedLess(rhs, lhs, -1);
  case arith::CmpIPredicate::uge:
    return assumeUnsignedLess(rhs, lhs, 0);
  }
}
