//===- DecodeOps.cpp - Gated delta rule: decode and recurrence ------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types and effects of the delta-rule ops.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "packed/IR/PackedOps.h"
#include <cmath>

using namespace mlir;
using namespace mlir::packed;

//===----------------------------------------------------------------------===//
// Shared by the three ops
//===----------------------------------------------------------------------===//

/// One result for each init that is a tensor, of its type.
static void inferInitTypes(ValueRange inits, SmallVectorImpl<Type> &types) {
  for (Value init : inits)
    if (init && isa<RankedTensorType>(init.getType()))
      types.push_back(init.getType());
}

/// The shapes of the inits, which the results have as well.
static LogicalResult reifyInits(OpBuilder &builder,
                                DestinationStyleOpInterface op,
                                ReifiedRankedShapedTypeDims &reified) {
  for (OpResult result : op->getResults())
    reified.push_back(tensor::getMixedSizes(
        builder, op.getLoc(), op.getTiedOpOperand(result)->get()));
  return success();
}

/// Memrefs that are inputs are read; inits are written, and the pool is read
/// before.
static void
getDeltaRuleEffects(DestinationStyleOpInterface op, Value updated,
                    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    bool isInit = op.isDpsInit(&operand);
    if (!isInit || operand.get() == updated)
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
    if (isInit)
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
  }
}

//===----------------------------------------------------------------------===//
// Packed decode
//===----------------------------------------------------------------------===//

/// The scale of q: as stated, or K^-1/2.
static std::optional<float> getDecodeScale(std::optional<APFloat> scale,
                                           Value state, StateOrder order) {
  if (scale)
    return scale->convertToFloat();
  auto type = cast<ShapedType>(state.getType());
  unsigned dim = order == StateOrder::VK ? 3 : 2;
  if (type.getRank() != 4 || type.isDynamicDim(dim))
    return std::nullopt;
  return static_cast<float>(1.0 / std::sqrt(double(type.getDimSize(dim))));
}

std::optional<float> GdnDecodeOp::getStaticScale() {
  return getDecodeScale(getScale(), getInitialState(), getStateOrder());
}
std::optional<float> KdaDecodeOp::getStaticScale() {
  return getDecodeScale(getScale(), getInitialState(), getStateOrder());
}

LogicalResult GdnDecodeOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location>,
                                            ValueRange operands, DictionaryAttr,
                                            OpaqueProperties, RegionRange,
                                            SmallVectorImpl<Type> &types) {
  inferInitTypes(operands.take_back(2), types);
  return success();
}
LogicalResult KdaDecodeOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location>,
                                            ValueRange operands, DictionaryAttr,
                                            OpaqueProperties, RegionRange,
                                            SmallVectorImpl<Type> &types) {
  inferInitTypes(operands.take_back(2), types);
  return success();
}

LogicalResult
GdnDecodeOp::reifyResultShapes(OpBuilder &builder,
                               ReifiedRankedShapedTypeDims &reified) {
  return reifyInits(builder, *this, reified);
}
LogicalResult
KdaDecodeOp::reifyResultShapes(OpBuilder &builder,
                               ReifiedRankedShapedTypeDims &reified) {
  return reifyInits(builder, *this, reified);
}

void GdnDecodeOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  getDeltaRuleEffects(*this, getInitialState(), effects);
}
void KdaDecodeOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  getDeltaRuleEffects(*this, getInitialState(), effects);
}

//===----------------------------------------------------------------------===//
// Recurrence
//===----------------------------------------------------------------------===//

LogicalResult GdnRecurrentOp::inferReturnTypes(
    MLIRContext *, std::optional<Location>, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  inferInitTypes({adaptor.getOut()}, types);
  if (Value finalState = adaptor.getFinalState())
    inferInitTypes({finalState}, types);
  return success();
}

LogicalResult
GdnRecurrentOp::reifyResultShapes(OpBuilder &builder,
                                  ReifiedRankedShapedTypeDims &reified) {
  return reifyInits(builder, *this, reified);
}

void GdnRecurrentOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  getDeltaRuleEffects(*this, /*updated=*/Value(), effects);
}
