//===- SizeExpander.cpp - Size expressions as IR --------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emission of arith. Unchecked expressions are computed on `index`, checked
// ones on i64, where overflow can be told.
//
//===----------------------------------------------------------------------===//

#include "packed/Rules/SizeExpander.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::packed;

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

static Value createDim(OpBuilder &builder, Location loc, Value shaped,
                       int64_t dim) {
  if (isa<MemRefType>(shaped.getType()))
    return builder.createOrFold<memref::DimOp>(loc, shaped, dim);
  return builder.createOrFold<tensor::DimOp>(loc, shaped, dim);
}

/// Element `position` of a 1-D buffer, as an index.
static Value createLoad(OpBuilder &builder, Location loc, Value buffer,
                        Value position) {
  Value element;
  if (isa<MemRefType>(buffer.getType()))
    element = memref::LoadOp::create(builder, loc, buffer, position);
  else
    element = tensor::ExtractOp::create(builder, loc, buffer, position);
  if (element.getType().isIndex())
    return element;
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    element);
}

/// The nearest to `lhs - rhs` that 64 bits hold, of elements of type `element`.
static Value createStep(OpBuilder &builder, Location loc, Value lhs, Value rhs,
                        Type element) {
  Value step = arith::SubIOp::create(builder, loc, lhs, rhs);
  if (element.isIntOrFloat() && element.getIntOrFloatBitWidth() < 64)
    return step;
  // Overflow: the operands differ in sign, and so do `lhs` and the result.
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  auto isNegative = [&](Value value) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, value,
                                 constant(0));
  };
  Value operands = arith::XOrIOp::create(builder, loc, lhs, rhs);
  Value result = arith::XOrIOp::create(builder, loc, lhs, step);
  Value both = arith::AndIOp::create(builder, loc, operands, result);
  Value nearest =
      arith::SelectOp::create(builder, loc, isNegative(lhs),
                              constant(std::numeric_limits<int64_t>::min()),
                              constant(std::numeric_limits<int64_t>::max()));
  return arith::SelectOp::create(builder, loc, isNegative(both), nearest, step);
}

Value SizeExpander::expandReduction(const SizeSource &source) {
  bool isStep = source.kind == SizeSource::Kind::MinStep;
  bool isMax = source.kind == SizeSource::Kind::MaxElement;
  Value buffer = source.value;
  Value first = arith::ConstantIndexOp::create(builder, loc, isStep ? 1 : 0);
  Value end = createDim(builder, loc, buffer, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  // Of an empty buffer: the neutral element, so that it breaks no bound.
  Value init = arith::ConstantIndexOp::create(
      builder, loc,
      isMax ? std::numeric_limits<int64_t>::min()
            : std::numeric_limits<int64_t>::max());
  auto body = [&](OpBuilder &b, Location l, Value i, ValueRange best) {
    Value item = createLoad(b, l, buffer, i);
    if (isStep) {
      Value previous = arith::SubIOp::create(b, l, i, one);
      item = createStep(b, l, item, createLoad(b, l, buffer, previous),
                        getElementTypeOrSelf(buffer));
    }
    Value next = isMax
                     ? arith::MaxSIOp::create(b, l, best[0], item).getResult()
                     : arith::MinSIOp::create(b, l, best[0], item).getResult();
    scf::YieldOp::create(b, l, next);
  };
  return scf::ForOp::create(builder, loc, first, end, one, init, body)
      .getResult(0);
}

Value SizeExpander::expandSource(const SizeSource &source) {
  switch (source.kind) {
  case SizeSource::Kind::Value:
    if (source.value.getType().isIndex())
      return source.value;
    return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                      source.value);
  case SizeSource::Kind::Dim:
    return createDim(builder, loc, source.value, source.position);
  case SizeSource::Kind::Stride:
    return memref::ExtractStridedMetadataOp::create(builder, loc, source.value)
        .getStrides()[source.position];
  case SizeSource::Kind::Element: {
    Value position =
        arith::ConstantIndexOp::create(builder, loc, source.position);
    if (source.position < 0)
      position = arith::AddIOp::create(
          builder, loc, createDim(builder, loc, source.value, 0), position);
    return createLoad(builder, loc, source.value, position);
  }
  case SizeSource::Kind::MinElement:
  case SizeSource::Kind::MaxElement:
  case SizeSource::Kind::MinStep:
    return expandReduction(source);
  case SizeSource::Kind::Rank:
  case SizeSource::Kind::ElementType:
  case SizeSource::Kind::MemorySpace:
  case SizeSource::Kind::Contiguous:
    break; // constants in every statement that is expanded
  }
  llvm_unreachable("unknown kind of source");
}

//===----------------------------------------------------------------------===//
// Unchecked expressions
//===----------------------------------------------------------------------===//

/// The remainder in [0, rhs) of a division by a positive number.
static Value createMod(OpBuilder &builder, Location loc, Value lhs, Value rhs,
                       Value zero) {
  Value rem = arith::RemSIOp::create(builder, loc, lhs, rhs);
  Value isNegative =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, rem, zero);
  Value shifted = arith::AddIOp::create(builder, loc, rem, rhs);
  return arith::SelectOp::create(builder, loc, isNegative, shifted, rem);
}

OpFoldResult SizeExpander::expand(SizeExpr expr) {
  if (std::optional<int64_t> constant = expr.getConstant())
    return builder.getIndexAttr(*constant);
  if (expr.getKind() == SizeExpr::Kind::Undefined)
    return OpFoldResult();
  if (OpFoldResult known = plain.lookup(expr.getKey()))
    return known;

  Value result;
  if (expr.getKind() == SizeExpr::Kind::Source) {
    result = expandSource(expr.getSource());
  } else {
    auto operand = [&](SizeExpr side) -> Value {
      OpFoldResult folded = expand(side);
      if (auto value = dyn_cast<Value>(folded))
        return value;
      return arith::ConstantIndexOp::create(builder, loc, *side.getConstant());
    };
    Value lhs = operand(expr.getLhs()), rhs = operand(expr.getRhs());
    switch (expr.getKind()) {
    case SizeExpr::Kind::Add:
      result = builder.createOrFold<arith::AddIOp>(loc, lhs, rhs);
      break;
    case SizeExpr::Kind::Mul:
      result = builder.createOrFold<arith::MulIOp>(loc, lhs, rhs);
      break;
    case SizeExpr::Kind::FloorDiv:
      result = builder.createOrFold<arith::FloorDivSIOp>(loc, lhs, rhs);
      break;
    default:
      result = createMod(builder, loc, lhs, rhs,
                         arith::ConstantIndexOp::create(builder, loc, 0));
      break;
    }
  }
  plain[expr.getKey()] = result;
  return result;
}

//===----------------------------------------------------------------------===//
// Checked expressions and conditions
//===----------------------------------------------------------------------===//

Value SizeExpander::constant(int64_t value) {
  return arith::ConstantIntOp::create(builder, loc, value, /*width=*/64);
}

Value SizeExpander::conjunction(Value lhs, Value rhs) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return arith::AndIOp::create(builder, loc, lhs, rhs);
}

SizeExpander::Checked SizeExpander::expandChecked(SizeExpr expr) {
  if (std::optional<int64_t> known = expr.getConstant())
    return {constant(*known), Value()};
  auto it = checked.find(expr.getKey());
  if (it != checked.end())
    return it->second;

  Checked result;
  if (expr.getKind() == SizeExpr::Kind::Source) {
    Value index = cast<Value>(expand(expr));
    result.value =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), index);
  } else {
    result = expandCheckedBinary(expr);
  }
  checked[expr.getKey()] = result;
  return result;
}

SizeExpander::Checked SizeExpander::expandCheckedBinary(SizeExpr expr) {
  using arith::CmpIPredicate;
  auto [lhs, lhsDefined] = expandChecked(expr.getLhs());
  auto [rhs, rhsDefined] = expandChecked(expr.getRhs());
  Value defined = conjunction(lhsDefined, rhsDefined);
  Value zero = constant(0);
  auto compare = [&](CmpIPredicate predicate, Value a, Value b) -> Value {
    return arith::CmpIOp::create(builder, loc, predicate, a, b);
  };

  switch (expr.getKind()) {
  case SizeExpr::Kind::Add: {
    // Overflow: both operands differ from the sum in sign.
    Value result = arith::AddIOp::create(builder, loc, lhs, rhs);
    Value left = arith::XOrIOp::create(builder, loc, lhs, result);
    Value right = arith::XOrIOp::create(builder, loc, rhs, result);
    Value both = arith::AndIOp::create(builder, loc, left, right);
    return {result,
            conjunction(defined, compare(CmpIPredicate::sge, both, zero))};
  }
  case SizeExpr::Kind::Mul: {
    // Overflow: the high word is not the sign of the low word.
    auto product = arith::MulSIExtendedOp::create(builder, loc, lhs, rhs);
    Value sign =
        arith::ShRSIOp::create(builder, loc, product.getLow(), constant(63));
    return {product.getLow(),
            conjunction(defined,
                        compare(CmpIPredicate::eq, product.getHigh(), sign))};
  }
  case SizeExpr::Kind::FloorDiv:
  case SizeExpr::Kind::Mod: {
    if (!expr.getRhs().isConstant()) {
      defined = conjunction(defined, compare(CmpIPredicate::sgt, rhs, zero));
      rhs = arith::MaxSIOp::create(builder, loc, rhs, constant(1));
    }
    Value result =
        expr.getKind() == SizeExpr::Kind::Mod
            ? createMod(builder, loc, lhs, rhs, zero)
            : arith::FloorDivSIOp::create(builder, loc, lhs, rhs).getResult();
    return {result, defined};
  }
  default:
    llvm_unreachable("not a binary expression");
  }
}

static arith::CmpIPredicate getPredicate(SizeCond::Kind kind) {
  switch (kind) {
  case SizeCond::Kind::Eq:
    return arith::CmpIPredicate::eq;
  case SizeCond::Kind::Ne:
    return arith::CmpIPredicate::ne;
  case SizeCond::Kind::Le:
    return arith::CmpIPredicate::sle;
  case SizeCond::Kind::Lt:
    return arith::CmpIPredicate::slt;
  default:
    llvm_unreachable("not a comparison");
  }
}

Value SizeExpander::expandChecked(SizeCond cond) {
  if (cond.isDecided())
    return arith::ConstantIntOp::create(builder, loc, cond.isTrue(),
                                        /*width=*/1);
  if (cond.isComparison()) {
    auto [lhs, lhsDefined] = expandChecked(cond.getLhs());
    auto [rhs, rhsDefined] = expandChecked(cond.getRhs());
    Value holds = arith::CmpIOp::create(builder, loc,
                                        getPredicate(cond.getKind()), lhs, rhs);
    return conjunction(conjunction(lhsDefined, rhsDefined), holds);
  }
  Value first = expandChecked(cond.getFirst());
  Value second = expandChecked(cond.getSecond());
  if (cond.getKind() == SizeCond::Kind::And)
    return arith::AndIOp::create(builder, loc, first, second);
  return arith::OrIOp::create(builder, loc, first, second);
}
