//===- SymbolicDims.cpp - Dims, strides and elements as polynomials -------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "packed/Analysis/SymbolicValues.h"
#include "packed/Rules/StridedLayout.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mlir::packed;

//===----------------------------------------------------------------------===//
// Dims
//===----------------------------------------------------------------------===//

/// The constants between which the value bounds of `shaped` and of what it is
/// made from keep a dim.
static Interval getConstantBounds(Value shaped, int64_t dim) {
  Interval range = Interval::atLeast(0);
  if (!isa_and_nonnull<ValueBoundsOpInterface>(shaped.getDefiningOp()))
    return range;
  ValueBoundsConstraintSet::Variable size(shaped, dim);
  using presburger::BoundType;
  FailureOr<int64_t> lo =
      ValueBoundsConstraintSet::computeConstantBound(BoundType::LB, size);
  FailureOr<int64_t> hi = ValueBoundsConstraintSet::computeConstantBound(
      BoundType::UB, size, /*stopCondition=*/nullptr, /*closedUB=*/true);
  if (succeeded(lo))
    range = intersect(range, Interval::atLeast(*lo));
  if (succeeded(hi))
    range = intersect(range, Interval::atMost(*hi));
  // Bounds that contradict each other are of code that never runs.
  return range.isEmpty() ? Interval::atLeast(0) : range;
}

Polynomial SymbolicValues::leafDim(Value shaped, int64_t dim) {
  return symbols.getLeaf({SizeSource::Kind::Dim, shaped, dim, {}},
                         getConstantBounds(shaped, dim), Congruence::any());
}

Polynomial SymbolicValues::ofDim(Value shaped, int64_t dim) {
  int64_t size = cast<ShapedType>(shaped.getType()).getDimSize(dim);
  if (ShapedType::isStatic(size))
    return size;
  auto it = dims.find({shaped, dim});
  if (it != dims.end())
    return it->second;
  Polynomial result = computeDim(shaped, dim);
  dims.try_emplace({shaped, dim}, result);
  return result;
}

/// The operand that gives a dynamic dim of an allocation.
template <typename Op>
static Value getSizeOperand(Op op, int64_t dim) {
  return op.getDynamicSizes()[op.getType().getDynamicDimIndex(dim)];
}

Polynomial SymbolicValues::computeDim(Value shaped, int64_t dim) {
  constexpr unsigned maxDepth = 64;
  if (depth >= maxDepth)
    return leafDim(shaped, dim);
  ++depth;
  llvm::scope_exit leave([&] { --depth; });

  Value origin = traceShape(shaped, facts);
  if (origin != shaped)
    return ofDim(origin, dim);
  Operation *op = shaped.getDefiningOp();
  if (!op)
    return leafDim(shaped, dim);
  if (auto empty = dyn_cast<tensor::EmptyOp>(op))
    return of(getSizeOperand(empty, dim));
  if (auto alloc = dyn_cast<memref::AllocOp>(op))
    return of(getSizeOperand(alloc, dim));
  if (auto alloca = dyn_cast<memref::AllocaOp>(op))
    return of(getSizeOperand(alloca, dim));
  if (isa<bufferization::ToTensorOp, bufferization::ToBufferOp>(op))
    return ofDim(op->getOperand(0), dim);
  if (auto slice = dyn_cast<OffsetSizeAndStrideOpInterface>(op)) {
    // Unless dims are dropped, size i is dim i.
    SmallVector<OpFoldResult> sizes = slice.getMixedSizes();
    if (op->getResult(0) == shaped &&
        static_cast<int64_t>(sizes.size()) ==
            cast<ShapedType>(shaped.getType()).getRank())
      return of(sizes[dim]);
  }
  return boundOfDim(shaped, dim);
}

/// What the op's own value bounds say, one step back.
Polynomial SymbolicValues::boundOfDim(Value shaped, int64_t dim) {
  if (!isa_and_nonnull<ValueBoundsOpInterface>(shaped.getDefiningOp()))
    return leafDim(shaped, dim);
  AffineMap map;
  ValueDimList operands;
  auto stop = [&](Value value, std::optional<int64_t>,
                  ValueBoundsConstraintSet &) { return value != shaped; };
  if (failed(ValueBoundsConstraintSet::computeBound(
          map, operands, presburger::BoundType::EQ,
          ValueBoundsConstraintSet::Variable(shaped, dim), stop)))
    return leafDim(shaped, dim);
  SmallVector<Polynomial> inputs;
  for (auto [value, position] : operands)
    inputs.push_back(position ? ofDim(value, *position) : of(value));
  return affine(map.getResult(0), ArrayRef(inputs).take_front(map.getNumDims()),
                ArrayRef(inputs).drop_front(map.getNumDims()), shaped);
}

//===----------------------------------------------------------------------===//
// Strides
//===----------------------------------------------------------------------===//

Polynomial SymbolicValues::leafStride(Value memref, int64_t dim) {
  return symbols.getLeaf({SizeSource::Kind::Stride, memref, dim, {}}, {}, {});
}

Polynomial SymbolicValues::ofStride(Value memref, int64_t dim) {
  constexpr unsigned maxDepth = 64;
  Value origin = traceBuffer(memref, facts);
  if (depth >= maxDepth || !isStridedMemRef(origin.getType()))
    return leafStride(memref, dim);
  ++depth;
  llvm::scope_exit leave([&] { --depth; });

  auto type = cast<MemRefType>(origin.getType());
  std::optional<Polynomial> stride;
  if (isDenseLayout(type)) {
    stride = Polynomial(1);
    for (int64_t inner = type.getRank() - 1; inner > dim && stride; --inner)
      stride = Polynomial::mul(*stride, ofDim(origin, inner));
  } else if (int64_t known = getLayoutStride(type, dim);
             ShapedType::isStatic(known)) {
    stride = Polynomial(known);
  } else if (auto cast = origin.getDefiningOp<memref::ReinterpretCastOp>()) {
    stride = of(cast.getMixedStrides()[dim]);
  } else if (auto view = origin.getDefiningOp<memref::SubViewOp>();
             view && view.getSourceType().getRank() == type.getRank()) {
    stride = Polynomial::mul(ofStride(view.getSource(), dim),
                             of(view.getMixedStrides()[dim]));
  }
  return stride ? *stride : leafStride(origin, dim);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// The nearest to `lhs - rhs` that 64 bits hold, as a guard computes it.
static int64_t subtractSaturating(int64_t lhs, int64_t rhs) {
  Interval all = Interval::ofWidth(64);
  return std::clamp(WideInt(lhs) - rhs, all.lo, all.hi);
}

/// Reads an element or an extreme out of a constant; nothing where there is
/// none.
static std::optional<int64_t> evaluate(const SizeSource &source,
                                       DenseIntElementsAttr constant) {
  int64_t count = constant.getNumElements();
  auto at = [&](int64_t i) {
    return constant.getValues<APInt>()[i].getSExtValue();
  };
  if (source.kind == SizeSource::Kind::Element) {
    int64_t i = source.position < 0 ? source.position + count : source.position;
    return i >= 0 && i < count ? std::optional(at(i)) : std::nullopt;
  }
  bool isStep = source.kind == SizeSource::Kind::MinStep;
  bool isMax = source.kind == SizeSource::Kind::MaxElement;
  // Of nothing: the neutral element, which breaks no bound.
  int64_t best = isMax ? std::numeric_limits<int64_t>::min()
                       : std::numeric_limits<int64_t>::max();
  int64_t previous = 0;
  for (auto [i, item] : llvm::enumerate(constant.getValues<APInt>())) {
    int64_t value = item.getSExtValue();
    int64_t candidate = isStep ? subtractSaturating(value, previous) : value;
    previous = value;
    if (isStep && i == 0)
      continue;
    best = isMax ? std::max(best, candidate) : std::min(best, candidate);
  }
  return best;
}

Polynomial SymbolicValues::element(const SizeSource &source) {
  if (DenseIntElementsAttr constant = getConstantBuffer(source.value, facts))
    if (std::optional<int64_t> value = evaluate(source, constant))
      return *value;
  auto made = source.value.getDefiningOp<tensor::FromElementsOp>();
  if (made && source.kind == SizeSource::Kind::Element) {
    int64_t count = made.getElements().size();
    int64_t i = source.position < 0 ? source.position + count : source.position;
    if (i >= 0 && i < count)
      return of(made.getElements()[i]);
  }
  return symbols.getLeaf(source, {}, {});
}

Polynomial SymbolicValues::of(const SizeSource &source) {
  switch (source.kind) {
  case SizeSource::Kind::Value:
    return of(source.value);
  case SizeSource::Kind::Dim:
    return ofDim(source.value, source.position);
  case SizeSource::Kind::Stride:
    return ofStride(source.value, source.position);
  default:
    return element(source);
  }
}
