//===- Emitter.cpp - Layout formulas as IR --------------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emission of arith, scf, linalg, and tensor or memref.
//
//===----------------------------------------------------------------------===//

#include "packed/Layout/Emitter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::packed;

Emitter::Emitter(OpBuilder &builder, Operation *op, Allocate allocate)
    : builder(builder), loc(op->getLoc()),
      symbolTable(SymbolTable::getNearestSymbolTable(op)), allocate(allocate),
      expander(builder, loc) {}

SmallVector<OpFoldResult> Emitter::expand(ArrayRef<SizeExpr> exprs) {
  return llvm::map_to_vector(
      exprs, [&](SizeExpr expr) { return expander.expand(expr); });
}

SmallVector<Number> Emitter::wrap(ValueRange values) {
  return llvm::map_to_vector(values,
                             [&](Value value) { return Number(*this, value); });
}

Emitter::Buffer Emitter::createBuffer(ArrayRef<SizeExpr> shape,
                                      Type elementType) {
  SmallVector<OpFoldResult> sizes = expand(shape);
  Buffer buffer;
  buffer.shape.assign(shape.begin(), shape.end());
  if (!allocate) {
    buffer.value = tensor::EmptyOp::create(builder, loc, sizes, elementType);
    return buffer;
  }
  auto [staticShape, dynamicSizes] = decomposeMixedValues(sizes);
  buffer.value =
      allocate(MemRefType::get(staticShape, elementType), dynamicSizes);
  return buffer;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

template <typename IntOp, typename FloatOp>
Number Number::apply(Number rhs) const {
  OpBuilder &builder = emitter->builder;
  if (value.getType().isIndex())
    return {*emitter,
            builder.createOrFold<IntOp>(emitter->loc, value, rhs.value)};
  return {*emitter,
          builder.createOrFold<FloatOp>(emitter->loc, value, rhs.value)};
}

Number Number::compare(arith::CmpIPredicate intPredicate,
                       arith::CmpFPredicate floatPredicate, Number rhs) const {
  OpBuilder &builder = emitter->builder;
  if (value.getType().isIndex())
    return {*emitter, builder.createOrFold<arith::CmpIOp>(
                          emitter->loc, intPredicate, value, rhs.value)};
  return {*emitter, builder.createOrFold<arith::CmpFOp>(
                        emitter->loc, floatPredicate, value, rhs.value)};
}

Number Number::operator+(Number rhs) const {
  return apply<arith::AddIOp, arith::AddFOp>(rhs);
}
Number Number::operator-(Number rhs) const {
  return apply<arith::SubIOp, arith::SubFOp>(rhs);
}
Number Number::operator*(Number rhs) const {
  return apply<arith::MulIOp, arith::MulFOp>(rhs);
}
Number Number::operator/(Number rhs) const {
  return apply<arith::DivSIOp, arith::DivFOp>(rhs);
}
Number Number::operator%(Number rhs) const {
  return apply<arith::RemSIOp, arith::RemFOp>(rhs);
}
Number Number::operator==(Number rhs) const {
  return compare(arith::CmpIPredicate::eq, arith::CmpFPredicate::OEQ, rhs);
}
Number Number::operator<(Number rhs) const {
  return compare(arith::CmpIPredicate::slt, arith::CmpFPredicate::OLT, rhs);
}
Number Number::operator<=(Number rhs) const {
  return compare(arith::CmpIPredicate::sle, arith::CmpFPredicate::OLE, rhs);
}

Number Emitter::size(SizeExpr expr) {
  OpFoldResult result = expander.expand(expr);
  return {*this, getValueOrCreateConstantIndexOp(builder, loc, result)};
}

Number Emitter::integer(int64_t value) {
  return {*this, arith::ConstantIndexOp::create(builder, loc, value)};
}

Number Emitter::real(double value) {
  return {*this, arith::ConstantFloatOp::create(
                     builder, loc, builder.getF64Type(), APFloat(value))};
}

Number Emitter::single(float value) {
  return {*this, arith::ConstantFloatOp::create(
                     builder, loc, builder.getF32Type(), APFloat(value))};
}

Number Emitter::toFloat(Int value, Type type) {
  Value wide = builder.createOrFold<arith::IndexCastOp>(
      loc, builder.getI64Type(), value.getValue());
  return {*this, builder.createOrFold<arith::SIToFPOp>(loc, type, wide)};
}

Number Emitter::sqrt(Real value) {
  return {*this, builder.createOrFold<math::SqrtOp>(loc, value.getValue())};
}

Number Emitter::select(Number condition, Number yes, Number no) {
  return {*this, builder.createOrFold<arith::SelectOp>(
                     loc, condition.getValue(), yes.getValue(), no.getValue())};
}

/// `number` as an element of a result. A number that is an index may end up as
/// any integer.
Value Emitter::convertElement(Number number, Type type) {
  Value value = number.getValue();
  if (value.getType() == type)
    return value;
  return builder.createOrFold<arith::IndexCastOp>(loc, type, value);
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

SmallVector<Number> Emitter::emitLoop(Int count, ArrayRef<Number> init,
                                      LoopBody body) {
  SmallVector<Value> values =
      llvm::map_to_vector(init, [](Number n) { return n.getValue(); });
  auto loop =
      scf::ForOp::create(builder, loc, integer(0).getValue(), count.getValue(),
                         integer(1).getValue(), values);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> next;
  for (Number number : body(Number(*this, loop.getInductionVar()),
                            wrap(loop.getRegionIterArgs())))
    next.push_back(number.getValue());
  scf::YieldOp::create(builder, loc, next);
  return wrap(loop.getResults());
}

/// Sets an element; gives the new tensor, or the buffer itself.
Value Emitter::store(Value storage, Number element, Number position) {
  if (isa<TensorType>(storage.getType()))
    return tensor::InsertOp::create(builder, loc, element.getValue(), storage,
                                    position.getValue());
  memref::StoreOp::create(builder, loc, element.getValue(), storage,
                          position.getValue());
  return storage;
}

Emitter::Table Emitter::emitTable(SizeExpr count, Number init, TableBody body) {
  Value storage = createBuffer(count, builder.getF64Type()).value;
  bool isTensor = isa<TensorType>(storage.getType());
  SmallVector<Number> carried = {init};
  if (isTensor)
    carried.emplace_back(*this, storage);
  carried = emitLoop(size(count), carried, [&](Int i, ArrayRef<Number> inner) {
    auto [entry, next] = body(i, inner.front());
    Value stored =
        store(isTensor ? inner.back().getValue() : storage, entry, i);
    SmallVector<Number> result = {next};
    if (isTensor)
      result.emplace_back(*this, stored);
    return result;
  });
  return {isTensor ? carried.back().getValue() : storage};
}

Number Emitter::at(const Table &table, Int position) {
  Value index = position.getValue();
  if (isa<TensorType>(table.storage.getType()))
    return {*this,
            tensor::ExtractOp::create(builder, loc, table.storage, index)};
  return {*this, memref::LoadOp::create(builder, loc, table.storage, index)};
}

Number Emitter::emitBranch(Number condition, function_ref<Number()> thenBody,
                           function_ref<Number()> elseBody) {
  auto build = [&](function_ref<Number()> body) {
    return [&, body](OpBuilder &inner, Location) {
      OpBuilder::InsertionGuard guard(builder);
      builder.restoreInsertionPoint(inner.saveInsertionPoint());
      scf::YieldOp::create(builder, loc, body().getValue());
    };
  };
  auto branch = scf::IfOp::create(builder, loc, condition.getValue(),
                                  build(thenBody), build(elseBody));
  return {*this, branch.getResult(0)};
}

Number Emitter::emitCall(StringRef name, ArrayRef<Number> arguments) {
  SmallVector<Value> values =
      llvm::map_to_vector(arguments, [](Number n) { return n.getValue(); });
  auto call =
      func::CallOp::create(builder, loc, name, builder.getF64Type(), values);
  return {*this, call.getResult(0)};
}

void Emitter::defineFunction(StringRef name, unsigned numArguments,
                             ElementBody body) {
  if (SymbolTable::lookupSymbolIn(symbolTable, name))
    return;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&symbolTable->getRegion(0).front());
  SmallVector<Type> inputs(numArguments, builder.getIndexType());
  auto function = func::FuncOp::create(
      builder, loc, name,
      builder.getFunctionType(inputs, builder.getF64Type()));
  function.setPrivate();
  builder.setInsertionPointToStart(function.addEntryBlock());
  Number result = body(wrap(function.getArguments()));
  func::ReturnOp::create(builder, loc, result.getValue());
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// Writes `body(indices)` to every element of `destination`. Gives the new
/// tensor; nothing for a buffer.
Value Emitter::emitFillOf(Value destination, ElementBody body) {
  auto type = cast<ShapedType>(destination.getType());
  int64_t rank = type.getRank();
  SmallVector<Type> resultTypes;
  if (isa<RankedTensorType>(type))
    resultTypes.push_back(type);
  auto build = [&](OpBuilder &inner, Location, ValueRange) {
    OpBuilder::InsertionGuard guard(builder);
    builder.restoreInsertionPoint(inner.saveInsertionPoint());
    SmallVector<Number> at;
    for (int64_t dim = 0; dim < rank; ++dim)
      at.emplace_back(*this, linalg::IndexOp::create(builder, loc, dim));
    Value element = convertElement(body(at), type.getElementType());
    linalg::YieldOp::create(builder, loc, element);
  };
  auto generic = linalg::GenericOp::create(
      builder, loc, resultTypes, /*inputs=*/ValueRange(), destination,
      builder.getMultiDimIdentityMap(rank),
      SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
      build);
  return resultTypes.empty() ? Value() : generic.getResult(0);
}

/// Splits an index over `domain`, in row-major order. Divisions rather than a
/// reshape of the result: upstream can't lower a reshape of a buffer to several
/// dims whose sizes are all dynamic.
SmallVector<Number> Emitter::delinearize(Number index,
                                         ArrayRef<Number> domain) {
  SmallVector<Number> at(domain.size());
  for (size_t i = domain.size() - 1; i > 0; --i) {
    at[i] = index % domain[i];
    index = index / domain[i];
  }
  at[0] = index;
  return at;
}

void Emitter::emitFill(Buffer &buffer, const LayoutRegion &region,
                       ElementBody body) {
  // A slice of nothing would start beyond its end.
  SizeExpr length = region.getLength();
  auto isZero = [](SizeExpr size) { return size.getConstant() == 0; };
  if (isZero(length) || llvm::any_of(buffer.shape, isZero))
    return;
  int64_t rank = buffer.shape.size();
  SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0));
  SmallVector<OpFoldResult> sizes = expand(buffer.shape);
  SmallVector<OpFoldResult> strides(rank, builder.getIndexAttr(1));
  offsets[region.dim] = expander.expand(region.offset);
  sizes[region.dim] = expander.expand(length);

  SmallVector<Number> domain = llvm::map_to_vector(
      region.domain, [&](SizeExpr extent) { return size(extent); });
  auto bodyOfSlice = [&](ArrayRef<Int> at) {
    SmallVector<Number> indices(at.take_front(region.dim));
    indices.append(delinearize(at[region.dim], domain));
    llvm::append_range(indices, at.drop_front(region.dim + 1));
    return body(indices);
  };
  if (isa<MemRefType>(buffer.value.getType())) {
    emitFillOf(memref::SubViewOp::create(builder, loc, buffer.value, offsets,
                                         sizes, strides),
               bodyOfSlice);
    return;
  }
  Value slice = tensor::ExtractSliceOp::create(builder, loc, buffer.value,
                                               offsets, sizes, strides);
  slice = emitFillOf(slice, bodyOfSlice);
  buffer.value = tensor::InsertSliceOp::create(
      builder, loc, slice, buffer.value, offsets, sizes, strides);
}
