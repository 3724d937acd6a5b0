//===- CongruenceAnalysis.cpp - Divisibility of SSA values ----------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CongruenceAnalysis.h"
#include "RangeAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "packed/Analysis/DataFlowFacts.h"
#include "packed/Rules/Assumption.h"

using namespace mlir;
using namespace mlir::packed;
using dataflow::IntegerValueRangeLattice;

//===----------------------------------------------------------------------===//
// The lattice
//===----------------------------------------------------------------------===//

CongruenceState CongruenceState::join(const CongruenceState &lhs,
                                      const CongruenceState &rhs) {
  if (!lhs.value || !rhs.value)
    return lhs.value ? lhs : rhs;
  return {Congruence::join(*lhs.value, *rhs.value)};
}

void CongruenceState::print(raw_ostream &os) const {
  if (value)
    os << value->residue << " mod " << value->modulus;
  else
    os << "<none>";
}

void CongruenceAnalysis::set(CongruenceLattice *lattice,
                             const Congruence &value) {
  propagateIfChanged(lattice, lattice->join(CongruenceState{value}));
}

void CongruenceAnalysis::setToEntryState(CongruenceLattice *lattice) {
  Congruence value;
  if (auto argument = dyn_cast<BlockArgument>(lattice->getAnchor()))
    value = Congruence::multipleOf(getAssumption(argument).multiple);
  set(lattice, value);
}

//===----------------------------------------------------------------------===//
// Transfer
//===----------------------------------------------------------------------===//

Interval CongruenceAnalysis::getRange(Operation *user, Value value) {
  return getInterval(getOrCreateFor<IntegerValueRangeLattice>(
                         getProgramPointAfter(user), value),
                     getIntegerWidth(value.getType()));
}

static Congruence evaluate(AffineExpr expr, ArrayRef<Congruence> dims,
                           ArrayRef<Congruence> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return Congruence::constant(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Congruence lhs = evaluate(binary.getLHS(), dims, symbols);
  Congruence rhs = evaluate(binary.getRHS(), dims, symbols);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return lhs + rhs;
  case AffineExprKind::Mul:
    return lhs * rhs;
  case AffineExprKind::Mod:
    return floorMod(lhs, rhs);
  default:
    return Congruence::any();
  }
}

/// A quotient that is exact whatever the rounding.
static Congruence divideExactly(const Congruence &lhs, const Congruence &rhs) {
  if (!rhs.isConstant() || rhs.residue <= 0 || lhs.residue % rhs.residue != 0 ||
      lhs.modulus % rhs.residue != 0)
    return Congruence::any();
  if (lhs.isConstant())
    return Congruence::constant(lhs.residue / rhs.residue);
  return Congruence::constant(lhs.residue / rhs.residue) +
         Congruence{lhs.modulus / rhs.residue, 0};
}

Congruence CongruenceAnalysis::transfer(Operation *op,
                                        ArrayRef<Congruence> operands) {
  APInt constant;
  if (matchPattern(op, m_ConstantInt(&constant)))
    return constant.getBitWidth() <= 64
               ? Congruence::constant(constant.getSExtValue())
               : Congruence::any();
  auto range = [&](unsigned i) { return getRange(op, op->getOperand(i)); };
  auto isNonNegative = [&](unsigned i) { return range(i).lo >= 0; };

  if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op)) {
    if (isKnownToWrap(op, range(0), range(1)))
      return Congruence::any();
    if (isa<arith::AddIOp>(op))
      return operands[0] + operands[1];
    if (isa<arith::MulIOp>(op))
      return operands[0] * operands[1];
    return operands[0] + operands[1] * Congruence::constant(-1);
  }
  if (isa<arith::RemSIOp, arith::RemUIOp>(op))
    return isNonNegative(0) ? floorMod(operands[0], operands[1])
                            : Congruence::any();
  if (isa<arith::FloorDivSIOp, arith::CeilDivSIOp, arith::DivSIOp>(op))
    return divideExactly(operands[0], operands[1]);
  if (isa<arith::DivUIOp, arith::CeilDivUIOp>(op))
    return isNonNegative(0) ? divideExactly(operands[0], operands[1])
                            : Congruence::any();
  if (isa<arith::MinSIOp, arith::MaxSIOp>(op))
    return Congruence::join(operands[0], operands[1]);
  if (isa<arith::SelectOp>(op))
    return Congruence::join(operands[1], operands[2]);
  if (isa<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp>(op)) {
    unsigned width = getIntegerWidth(op->getResult(0).getType());
    return range(0).isWithin(Interval::ofWidth(width)) ? operands[0]
                                                       : Congruence::any();
  }
  if (isa<arith::IndexCastUIOp, arith::ExtUIOp>(op))
    return isNonNegative(0) ? operands[0] : Congruence::any();
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    AffineMap map = apply.getAffineMap();
    return evaluate(map.getResult(0), operands.take_front(map.getNumDims()),
                    operands.drop_front(map.getNumDims()));
  }
  if (auto assumption = dyn_cast<AssumptionOpInterface>(op)) {
    int64_t multiple = assumption.getAssumption().multiple;
    // The better of the two; both together would need Chinese remainders.
    return operands[0].isConstant() || operands[0].modulus > multiple
               ? operands[0]
               : Congruence::multipleOf(multiple);
  }
  return Congruence::any();
}

LogicalResult
CongruenceAnalysis::visitOperation(Operation *op,
                                   ArrayRef<const CongruenceLattice *> operands,
                                   ArrayRef<CongruenceLattice *> results) {
  if (op->getNumResults() != 1 ||
      getIntegerWidth(op->getResult(0).getType()) == 0) {
    for (CongruenceLattice *result : results)
      setToEntryState(result);
    return success();
  }
  SmallVector<Congruence> values;
  for (const CongruenceLattice *operand : operands) {
    // Wait for operands that have not been visited.
    if (!operand->getValue().value)
      return success();
    values.push_back(*operand->getValue().value);
  }
  set(results[0], transfer(op, values));
  return success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

Congruence CongruenceAnalysis::getCongruence(Operation *user,
                                             OpFoldResult value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return Congruence::constant(*constant);
  auto ssaValue = dyn_cast<Value>(value);
  if (!ssaValue)
    return Congruence::any();
  const CongruenceLattice *lattice =
      getLatticeElementFor(getProgramPointAfter(user), ssaValue);
  return lattice->getValue().value.value_or(Congruence::any());
}

void CongruenceAnalysis::visitNonControlFlowArguments(
    Operation *op, const RegionSuccessor &successor,
    ArrayRef<CongruenceLattice *> arguments, unsigned firstIndex) {
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  if (!loop || !hasSignedBounds(loop))
    return SparseForwardDataFlowAnalysis::visitNonControlFlowArguments(
        op, successor, arguments, firstIndex);
  auto variables = loop.getLoopInductionVars();
  auto lower = loop.getLoopLowerBounds();
  auto steps = loop.getLoopSteps();
  for (CongruenceLattice *lattice : arguments) {
    auto *position = llvm::find(*variables, lattice->getAnchor());
    if (position == variables->end()) {
      // Arguments that control flow sets are visited elsewhere.
      if (!llvm::is_contained(successor.getSuccessorInputs(),
                              lattice->getAnchor()))
        setToEntryState(lattice);
      continue;
    }
    size_t i = position - variables->begin();
    // lower + step * k
    set(lattice, getCongruence(op, (*lower)[i]) +
                     getCongruence(op, (*steps)[i]) * Congruence::any());
  }
}
