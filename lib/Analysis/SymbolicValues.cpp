//===- SymbolicValues.cpp - SSA values as polynomials ---------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integer values. See SymbolicDims.cpp for dims and elements of buffers.
//
//===----------------------------------------------------------------------===//

#include "packed/Analysis/SymbolicValues.h"
#include "RangeAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "packed/Rules/Assumption.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mlir::packed;

/// Definitions nested deeper are taken as they are.
static constexpr unsigned kMaxDepth = 512;

Polynomial SymbolicValues::leaf(Value value) {
  if (getIntegerWidth(value.getType()) == 0)
    return symbols.getLeaf({SizeSource::Kind::Value, value, 0, {}}, {}, {});
  unsigned width = getIntegerWidth(value.getType());
  Interval range = facts.rangeOf(value);
  return symbols.getLeaf({SizeSource::Kind::Value, value, 0, {}},
                         width == 64 ? range.forgetWidth(64) : range,
                         facts.congruenceOf(value));
}

Polynomial SymbolicValues::of(OpFoldResult value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return *constant;
  return of(cast<Value>(value));
}

Polynomial SymbolicValues::of(Value value) {
  auto it = values.find(value);
  if (it != values.end())
    return it->second;
  Polynomial result = compute(value);
  if (symbols.isTooLarge(result))
    result = leaf(value);
  values.try_emplace(value, result);
  return result;
}

Polynomial SymbolicValues::compute(Value value) {
  if (depth >= kMaxDepth || getIntegerWidth(value.getType()) == 0)
    return leaf(value);
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  if (std::optional<int64_t> constant = facts.rangeOf(value).getConstant())
    return *constant;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return computeArgument(argument);
  return computeResult(value.getDefiningOp(), value);
}

//===----------------------------------------------------------------------===//
// Results of ops
//===----------------------------------------------------------------------===//

Polynomial SymbolicValues::computeResult(Operation *op, Value value) {
  if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return arithmetic(op, value);
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
          arith::FloorDivSIOp, arith::CeilDivSIOp, arith::CeilDivUIOp>(op))
    return quotient(op, value);
  if (isa<arith::ShLIOp, arith::AndIOp>(op))
    return bits(op, value);
  if (isa<arith::MinSIOp, arith::MaxSIOp>(op))
    return plain.minMax(isa<arith::MinSIOp>(op) ? Symbol::Kind::Min
                                                : Symbol::Kind::Max,
                        of(op->getOperand(0)), of(op->getOperand(1)));
  if (isa<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp>(op)) {
    Interval target = Interval::ofWidth(getIntegerWidth(value.getType()));
    return facts.rangeOf(op->getOperand(0)).isWithin(target)
               ? of(op->getOperand(0))
               : leaf(value);
  }
  if (isa<arith::IndexCastUIOp, arith::ExtUIOp>(op))
    return facts.rangeOf(op->getOperand(0)).lo >= 0 ? of(op->getOperand(0))
                                                    : leaf(value);
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    Polynomial first = of(select.getTrueValue());
    return first == of(select.getFalseValue()) ? first : leaf(value);
  }
  if (isa<AssumptionOpInterface>(op))
    return of(op->getOperand(0));
  if (auto dim = dyn_cast<ShapedDimOpInterface>(op))
    if (std::optional<int64_t> position =
            getConstantIntValue(dim.getDimension()))
      if (auto type = dyn_cast<ShapedType>(dim.getShapedValue().getType());
          type && type.hasRank() && *position >= 0 &&
          *position < type.getRank())
        return ofDim(dim.getShapedValue(), *position);
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    SmallVector<Polynomial> operands;
    for (Value operand : apply.getMapOperands())
      operands.push_back(of(operand));
    AffineMap map = apply.getAffineMap();
    assumed.insert(op);
    return affine(map.getResult(0),
                  ArrayRef(operands).take_front(map.getNumDims()),
                  ArrayRef(operands).drop_front(map.getNumDims()), value);
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    unsigned i = cast<OpResult>(value).getResultNumber();
    Polynomial first = of(branch.thenYield().getOperand(i));
    return first == of(branch.elseYield().getOperand(i)) ? first : leaf(value);
  }
  return leaf(value);
}

/// Whether the op itself says that it does not overflow.
static bool hasNoSignedWrap(Operation *op) {
  auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  return flags && flags.hasNoSignedWrap();
}

/// What an op states of the value that it hands on.
static Interval getStatedRange(Value value) {
  auto stated = value.getDefiningOp<AssumptionOpInterface>();
  if (!stated)
    return Interval();
  Assumption assumption = stated.getAssumption();
  return {assumption.min, assumption.max};
}

Polynomial SymbolicValues::arithmetic(Operation *op, Value value) {
  Polynomial lhs = of(op->getOperand(0)), rhs = of(op->getOperand(1));
  std::optional<Polynomial> result;
  if (isa<arith::MulIOp>(op))
    result = Polynomial::mul(lhs, rhs);
  else
    result = Polynomial::add(lhs, rhs, isa<arith::SubIOp>(op) ? -1 : 1);
  if (!result)
    return leaf(value);
  unsigned width = getIntegerWidth(value.getType());
  // The dataflow's own ranges would not do: they make a bound of 2^57 out of
  // an unknown size divided by 64.
  auto rangeOf = [&](const Polynomial &operand, unsigned i) {
    return intersect(plain.rangeOf(operand), getStatedRange(op->getOperand(i)));
  };
  if (isKnownToWrap(op, rangeOf(lhs, 0), rangeOf(rhs, 1)))
    return leaf(value);
  if (!plain.rangeOf(*result).isWithin(Interval::ofWidth(width)) &&
      !hasNoSignedWrap(op))
    assumed.insert(op);
  return *result;
}

/// Idioms of alignment: x << k, x & -2^k, x & (2^k - 1).
Polynomial SymbolicValues::bits(Operation *op, Value value) {
  APInt constant;
  if (!matchPattern(op->getOperand(1), m_ConstantInt(&constant)))
    return leaf(value);
  Polynomial lhs = of(op->getOperand(0));
  unsigned width = constant.getBitWidth();
  std::optional<Polynomial> result;
  if (isa<arith::ShLIOp>(op)) {
    if (constant.uge(width - 1))
      return leaf(value);
    Polynomial factor(int64_t(1) << constant.getZExtValue());
    result = Polynomial::mul(lhs, factor);
    if (!result ||
        knownToLeaveWidth(plain.rangeOf(lhs).forgetWidth(width) *
                              Interval::exactly(factor.getConstantTerm()),
                          width))
      return leaf(value);
    if (!plain.rangeOf(*result).isWithin(Interval::ofWidth(width)))
      assumed.insert(op);
    return *result;
  }
  bool isMultiple = constant.isNegatedPowerOf2();
  APInt modulus = isMultiple ? -constant : constant + 1;
  if (!modulus.isPowerOf2() || modulus.isSignBitSet())
    return leaf(value);
  // Two's complement: the low bits are the remainder of rounding down.
  Polynomial divisor(modulus.getSExtValue());
  std::optional<Polynomial> rounded =
      Polynomial::mul(plain.floorDiv(lhs, divisor), divisor);
  if (rounded)
    result = isMultiple ? rounded : Polynomial::add(lhs, *rounded, -1);
  return result ? *result : leaf(value);
}

Polynomial SymbolicValues::quotient(Operation *op, Value value) {
  Polynomial lhs = of(op->getOperand(0)), rhs = of(op->getOperand(1));
  if (isa<arith::FloorDivSIOp>(op))
    return plain.floorDiv(lhs, rhs);
  if (isa<arith::DivSIOp>(op))
    return plain.compound(Symbol::Kind::TruncDiv, lhs, rhs);
  if (isa<arith::DivUIOp>(op))
    return plain.compound(Symbol::Kind::UnsignedDiv, lhs, rhs);
  if (isa<arith::RemUIOp>(op))
    return plain.compound(Symbol::Kind::UnsignedRem, lhs, rhs);
  std::optional<Polynomial> result;
  if (isa<arith::RemSIOp>(op)) {
    // lhs - rhs * trunc(lhs / rhs)
    std::optional<Polynomial> multiple =
        Polynomial::mul(plain.compound(Symbol::Kind::TruncDiv, lhs, rhs), rhs);
    if (multiple)
      result = Polynomial::add(lhs, *multiple, -1);
  } else if (isa<arith::CeilDivSIOp>(op) ||
             (facts.rangeOf(op->getOperand(0)).lo >= 0 &&
              facts.rangeOf(op->getOperand(1)).lo >= 1)) {
    // -floor(-lhs / rhs)
    if (std::optional<Polynomial> negated =
            Polynomial::mul(lhs, Polynomial(-1)))
      result = Polynomial::mul(plain.floorDiv(*negated, rhs), Polynomial(-1));
  }
  return result ? *result : leaf(value);
}

Polynomial SymbolicValues::affine(AffineExpr expr, ArrayRef<Polynomial> dims,
                                  ArrayRef<Polynomial> symbolValues,
                                  Value value) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbolValues[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Polynomial lhs = affine(binary.getLHS(), dims, symbolValues, value);
  Polynomial rhs = affine(binary.getRHS(), dims, symbolValues, value);
  std::optional<Polynomial> result;
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    result = Polynomial::add(lhs, rhs);
    break;
  case AffineExprKind::Mul:
    result = Polynomial::mul(lhs, rhs);
    break;
  case AffineExprKind::FloorDiv:
    return plain.floorDiv(lhs, rhs);
  case AffineExprKind::CeilDiv:
    if (std::optional<Polynomial> negated =
            Polynomial::mul(lhs, Polynomial(-1)))
      result = Polynomial::mul(plain.floorDiv(*negated, rhs), Polynomial(-1));
    break;
  case AffineExprKind::Mod:
    if (std::optional<Polynomial> multiple =
            Polynomial::mul(plain.floorDiv(lhs, rhs), rhs))
      result = Polynomial::add(lhs, *multiple, -1);
    break;
  default:
    break;
  }
  if (result && !knownToLeaveWidth(plain.rangeOf(*result), 64))
    return *result;
  return leaf(value);
}

//===----------------------------------------------------------------------===//
// Block arguments
//===----------------------------------------------------------------------===//

Polynomial SymbolicValues::computeArgument(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  if (!parent || !argument.getOwner()->isEntryBlock())
    return leaf(argument);
  // One run of a function that is called from one place belongs to one run of
  // that place, so its values can be written in the caller's.
  if (auto call =
          dyn_cast_or_null<CallOpInterface>(facts.getOnlyCall(parent))) {
    OperandRange operands = call.getArgOperands();
    if (argument.getArgNumber() < operands.size())
      return of(operands[argument.getArgNumber()]);
  }
  if (isa<LoopLikeOpInterface>(parent))
    return ofLoop(argument);
  return leaf(argument);
}

Polynomial SymbolicValues::ofLoop(BlockArgument argument) {
  auto loop = cast<LoopLikeOpInterface>(argument.getOwner()->getParentOp());
  if (OpOperand *yielded = loop.getTiedLoopYieldedValue(argument))
    return yielded->get() == argument
               ? of(loop.getTiedLoopInit(argument)->get())
               : leaf(argument);
  if (!hasSignedBounds(loop))
    return leaf(argument);
  auto variables = loop.getLoopInductionVars();
  auto lower = loop.getLoopLowerBounds();
  auto upper = loop.getLoopUpperBounds();
  auto steps = loop.getLoopSteps();
  auto *position = llvm::find(*variables, argument);
  if (position == variables->end())
    return leaf(argument);

  // lower + step * k with k >= 0, below upper.
  size_t i = position - variables->begin();
  Polynomial first = of((*lower)[i]), step = of((*steps)[i]);
  Polynomial last = of((*upper)[i]);
  Polynomial result = leaf(argument);
  if (!plain.isPositive(step) || result.isConstant())
    return result;
  SymbolId counter = result.getTerms()[0].symbols[0];
  if (!first.isConstant() || !step.isConstant()) {
    Polynomial fresh = symbols.getFresh(Interval::atLeast(0));
    counter = fresh.getTerms()[0].symbols[0];
    std::optional<Polynomial> product = Polynomial::mul(step, fresh);
    std::optional<Polynomial> sum =
        product ? Polynomial::add(first, *product) : std::nullopt;
    if (!sum)
      return result;
    result = *sum;
  }
  // Where the counter exists, the loop runs.
  std::optional<Polynomial> room = Polynomial::add(last, result, -1);
  if (room)
    room = Polynomial::add(*room, Polynomial(-1));
  if (room)
    symbols.addNonNegative(counter, *room);
  return result;
}

//===----------------------------------------------------------------------===//
// Assumptions
//===----------------------------------------------------------------------===//

bool SymbolicValues::isAssumed(Operation *op) {
  if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, affine::AffineApplyOp>(
          op))
    of(op->getResult(0));
  return assumed.contains(op);
}
