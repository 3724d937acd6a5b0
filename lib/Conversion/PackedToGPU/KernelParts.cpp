//===- KernelParts.cpp - What both forms of the kernel share --------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Position of a thread in the problem, addresses of its operands, gates.
//
//===----------------------------------------------------------------------===//

#include "KernelForms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include <cmath>

using namespace mlir;
using namespace mlir::packed;

using Operand = DecodeOperand;
using Size = KernelArg::Size;

KernelPosition mlir::packed::emitPosition(KernelBuilder &b,
                                          const Schedule &schedule) {
  KernelPosition at;
  // One grid axis only: the others end at 65535.
  Value block = b.blockIndex();
  Value rows = b.i32(schedule.getRowsPerBlock());
  Value numRows = b.getSize(Size::ValueDim);
  Value tiles =
      b.divu(b.add(numRows, b.i32(schedule.getRowsPerBlock() - 1)), rows);
  Value numHeads = b.getSize(Size::NumVHeads);
  Value state = b.divu(block, tiles);
  at.rowTile = b.remu(block, tiles);
  at.request = b.divu(state, numHeads);
  at.valueHead = b.remu(state, numHeads);
  at.slot = b.loadSlot(at.request);
  Value group = b.divu(numHeads, b.getSize(Size::NumQHeads));
  at.queryHead = b.divu(at.valueHead, group);

  Value thread = b.threadIndex();
  Value lane = b.remu(thread, b.i32(schedule.subgroupSize));
  at.warp = b.divu(thread, b.i32(schedule.subgroupSize));
  at.laneOfRow = b.remu(lane, b.i32(schedule.lanesPerRow));
  at.rowOfWarp = b.divu(lane, b.i32(schedule.lanesPerRow));
  return at;
}

/// request * stride of the operand, as i64.
static Value emitRequestOffset(KernelBuilder &b, const KernelPosition &at,
                               Operand operand) {
  return b.mul(b.toI64(at.request), b.getStride(operand));
}

PackedRow mlir::packed::emitPackedRow(KernelBuilder &b,
                                      const KernelPosition &at) {
  Value keyDim = b.getSize(Size::KeyDim);
  Value allKeys = b.mul(b.getSize(Size::NumQHeads), keyDim);
  Value head = b.mul(at.queryHead, keyDim);
  Value valueHead = b.mul(at.valueHead, b.getSize(Size::ValueDim));
  Value row = b.addressOf(Operand::MixedQkv,
                          emitRequestOffset(b, at, Operand::MixedQkv));
  auto column = [&](Value offset) {
    return b.advance(row, Operand::MixedQkv, offset);
  };
  return {column(head), column(b.add(allKeys, head)),
          column(b.add(b.mul(allKeys, b.i32(2)), valueHead))};
}

Value mlir::packed::emitOutAddress(KernelBuilder &b, const KernelPosition &at) {
  Value head = b.mul(b.toI64(at.valueHead), b.getOutHeadStride());
  return b.addressOf(Operand::Out,
                     b.add(emitRequestOffset(b, at, Operand::Out), head));
}

Value mlir::packed::emitStateAddress(KernelBuilder &b,
                                     const KernelPosition &at) {
  // In 64 bits throughout: a pool may hold more than 2^31 elements.
  Value slot = b.mul(at.slot, b.getStride(Operand::State));
  Value stateSize = b.mul(b.toI64(b.getSize(Size::ValueDim)),
                          b.toI64(b.getSize(Size::KeyDim)));
  Value head = b.mul(b.toI64(at.valueHead), stateSize);
  return b.addressOf(Operand::State, b.add(slot, head));
}

/// sigmoid(x); an infinite exponential gives zero, as it should.
Value mlir::packed::emitSigmoid(KernelBuilder &b, Value x) {
  Value minus = b.splat(x.getType(), -1.0);
  Value one = b.splat(x.getType(), 1.0);
  return b.reciprocal(b.fadd(one, b.exp(b.fmul(x, minus))));
}

/// log2(1 + e) for e in [0, 1].
///
/// The fast hardware logarithm has an absolute error near 1 that a large
/// exp(A_log) lifts above f32 rounding, so it serves only where all results are
/// rounded to 16 bits. Elsewhere: 2 atanh(s) with s = e / (2 + e) <= 1/3, as a
/// series that ends below f32 rounding.
static Value emitLog2OnePlus(KernelBuilder &b, Value e) {
  Type type = e.getType();
  if (b.getDesc().hasNarrowResults())
    return b.log2(b.fadd(e, b.splat(type, 1.0)));
  constexpr double factor = 2.0 * llvm::numbers::log2e;
  constexpr int lastPower = 13;
  Value s = b.fmul(e, b.reciprocal(b.fadd(e, b.splat(type, 2.0))));
  Value square = b.fmul(s, s);
  Value sum = b.splat(type, factor / lastPower);
  for (int power = lastPower - 2; power >= 1; power -= 2)
    sum = b.fma(sum, square, b.splat(type, factor / power));
  return b.fmul(sum, s);
}

/// softplus(x) * log2(e) = max(y, 0) + log2(1 + 2^-|y|) with y = x * log2(e):
/// log(1 + exp(x)) without the overflow that the reference's cut at 20 is there
/// to avoid. In f32 the second term vanishes beside an x above 20.
static Value emitSoftplusBase2(KernelBuilder &b, Value x) {
  Type type = x.getType();
  Value y = b.fmul(x, b.splat(type, llvm::numbers::log2e));
  Value positive = arith::MaximumFOp::create(b, y, b.splat(type, 0.0));
  // -|y| = y - 2 max(y, 0).
  Value magnitude = b.fma(positive, b.splat(type, -2.0), y);
  return b.fadd(positive, emitLog2OnePlus(b, b.exp2(magnitude)));
}

Value mlir::packed::emitBetaLogit(KernelBuilder &b, const KernelPosition &at) {
  Value row = b.addressOf(Operand::B, emitRequestOffset(b, at, Operand::B));
  return b.load(Operand::B, b.advance(row, Operand::B, at.valueHead));
}

/// The head's element of a 1-D operand.
static Value emitHeadElement(KernelBuilder &b, const KernelPosition &at,
                             Operand operand) {
  Value offset = b.mul(b.toI64(at.valueHead), b.getStride(operand));
  return b.load(operand, b.addressOf(operand, offset));
}

Value mlir::packed::emitLogRate(KernelBuilder &b, const KernelPosition &at) {
  return emitHeadElement(b, at, Operand::ALog);
}

Value mlir::packed::emitDecay(KernelBuilder &b, Value rate, Value a,
                              Value bias) {
  Value x = b.fadd(a, bias);
  rate = b.broadcast(rate, x.getType());
  const DecodeDesc &desc = b.getDesc();
  if (desc.lowerBound)
    return b.exp(b.fmul(emitSigmoid(b, b.fmul(rate, x)),
                        b.splat(x.getType(), *desc.lowerBound)));
  Value minusRate = b.fmul(rate, b.splat(x.getType(), -1.0));
  return b.exp2(b.fmul(minusRate, emitSoftplusBase2(b, x)));
}

HeadGates mlir::packed::emitHeadGates(KernelBuilder &b,
                                      const KernelPosition &at) {
  Value row = b.addressOf(Operand::A, emitRequestOffset(b, at, Operand::A));
  Value a = b.load(Operand::A, b.advance(row, Operand::A, at.valueHead));
  return {a, emitHeadElement(b, at, Operand::DtBias)};
}

ChannelGates mlir::packed::emitChannelGates(KernelBuilder &b,
                                            const KernelPosition &at) {
  Value channel = b.toI64(b.mul(at.valueHead, b.getSize(Size::KeyDim)));
  Value row = b.addressOf(Operand::A, emitRequestOffset(b, at, Operand::A));
  return {b.advance(row, Operand::A, channel),
          b.addressOf(Operand::DtBias, channel)};
}

Value mlir::packed::emitNormFactor(KernelBuilder &b, Value sumOfSquares) {
  return b.rsqrt(b.fadd(sumOfSquares, b.f32(1e-6)));
}

Value mlir::packed::emitScale(KernelBuilder &b) {
  const DecodeDesc &desc = b.getDesc();
  if (desc.scale)
    return b.f32(*desc.scale);
  if (!ShapedType::isDynamic(desc.keyDim))
    return b.f32(1.0 / std::sqrt(static_cast<double>(desc.keyDim)));
  Value keyDim =
      arith::UIToFPOp::create(b, b.getF32Type(), b.getSize(Size::KeyDim));
  return b.rsqrt(keyDim);
}
