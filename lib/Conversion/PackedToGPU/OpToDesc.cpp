//===- OpToDesc.cpp - The step of a decode op -----------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a decode op into the description that the kernels are made from.
//
//===----------------------------------------------------------------------===//

#include "DecodeLowering.h"
#include "packed/IR/PackedOps.h"

using namespace mlir;
using namespace mlir::packed;

bool mlir::packed::isDecodeOp(Operation *op) {
  return isa<GdnDecodeOp, KdaDecodeOp>(op);
}

static MemRefType getBufferType(Operation *op, DecodeOperand operand) {
  return cast<MemRefType>(
      op->getOperand(static_cast<unsigned>(operand)).getType());
}

/// The first size that is known of dims that the rules prove or guard equal.
static int64_t firstKnown(Operation *op,
                          ArrayRef<std::pair<DecodeOperand, unsigned>> places) {
  for (auto [operand, dim] : places) {
    int64_t size = getBufferType(op, operand).getDimSize(dim);
    if (!ShapedType::isDynamic(size))
      return size;
  }
  return ShapedType::kDynamic;
}

static void readSizes(Operation *op, bool keyMajor,
                      std::optional<int64_t> declaredHeads, DecodeDesc &desc) {
  using Operand = DecodeOperand;
  desc.numVHeads = firstKnown(op, {{Operand::State, 1},
                                   {Operand::Out, 2},
                                   {Operand::B, 1},
                                   {Operand::ALog, 0}});
  desc.valueDim =
      firstKnown(op, {{Operand::State, keyMajor ? 3 : 2}, {Operand::Out, 3}});
  desc.keyDim = firstKnown(op, {{Operand::State, keyMajor ? 2 : 3}});
  int64_t width = firstKnown(op, {{Operand::MixedQkv, 1}});
  bool isKnown = llvm::none_of(
      ArrayRef({width, desc.numVHeads, desc.valueDim, desc.keyDim}),
      ShapedType::isDynamic);
  if (declaredHeads)
    desc.numQHeads = *declaredHeads;
  else if (isKnown)
    desc.numQHeads =
        (width - desc.numVHeads * desc.valueDim) / (2 * desc.keyDim);
}

static LogicalResult readStrides(Operation *op, DecodeDesc &desc) {
  for (unsigned i = 0; i < kNumDecodeOperands; ++i) {
    auto operand = static_cast<DecodeOperand>(i);
    SmallVector<int64_t> strides;
    int64_t offset;
    if (failed(getBufferType(op, operand).getStridesAndOffset(strides, offset)))
      return op->emitOpError()
             << "needs strided buffers on the GPU ('" << getOperandName(operand)
             << "' has another layout)";
    desc.outerStrides[i] = strides.front();
    if (operand == DecodeOperand::Out)
      desc.outHeadStride = strides[2];
  }
  // The channels of a KDA head are read as vectors; the rules have them dense.
  if (desc.perChannelDecay)
    desc.outerStrides[static_cast<unsigned>(DecodeOperand::DtBias)] = 1;
  return success();
}

template <typename OpTy>
static FailureOr<DecodeDesc> readDecodeOp(OpTy op) {
  for (Value operand : op->getOperands())
    if (!isa<MemRefType>(operand.getType()))
      return op->emitOpError("needs memrefs to become GPU code; bufferize "
                             "first (got ")
             << operand.getType() << ")";
  DecodeDesc desc;
  desc.perChannelDecay = std::is_same_v<OpTy, KdaDecodeOp>;
  desc.useQkL2norm = op.getUseQkL2norm();
  desc.keyMajorState = op.getStateOrder() == StateOrder::KV;
  desc.scale = op.getStaticScale();
  for (auto [type, operand] :
       llvm::zip_equal(desc.elementTypes, op->getOperands()))
    type = cast<MemRefType>(operand.getType()).getElementType();
  readSizes(op, desc.keyMajorState, op.getNumQHeads(), desc);
  if (failed(readStrides(op, desc)))
    return failure();
  return desc;
}

FailureOr<DecodeDesc> mlir::packed::getDecodeDesc(Operation *op) {
  if (auto gdn = dyn_cast<GdnDecodeOp>(op))
    return readDecodeOp(gdn);
  auto kda = cast<KdaDecodeOp>(op);
  FailureOr<DecodeDesc> desc = readDecodeOp(kda);
  if (succeeded(desc) && kda.getLowerBound())
    desc->lowerBound = kda.getLowerBound()->convertToFloat();
  return desc;
}
