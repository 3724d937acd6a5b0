//===- DecodeHost.cpp - Host code that launches a decode step -------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses, strides and sizes for the kernels, and the choice among them.
//
//===----------------------------------------------------------------------===//

#include "DecodeLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::packed;

using Operand = DecodeOperand;

namespace {

class HostEmitter {
public:
  HostEmitter(ImplicitLocOpBuilder &b, Operation *op, const DecodeDesc &desc)
      : b(b), op(op), desc(desc) {}

  void emit(ArrayRef<DecodeVariant> variants);

private:
  /// Address of the first element (index), and the outer strides.
  struct Buffer {
    Value address;
    SmallVector<OpFoldResult> strides;
  };

  Value constant(int64_t value);
  Value materialize(OpFoldResult value);
  Value getBuffer(Operand operand);
  Value getDim(Operand operand, unsigned dim);
  Buffer readBuffer(Operand operand);
  void readBuffers();
  void readSizes();
  Value getKernelValue(const KernelArg &arg);
  Value getAligned(ArrayRef<OperandAlignment> alignments);
  Value getApplicability(const DecodeVariant &variant);
  void emitLaunch(const DecodeVariant &variant);
  void emitChoice(ArrayRef<DecodeVariant> variants);

  ImplicitLocOpBuilder &b;
  Operation *op;
  const DecodeDesc &desc;
  SmallVector<Buffer> buffers;
  Value numQHeads, numVHeads, keyDim, valueDim, numStates;
};

} // namespace

Value HostEmitter::constant(int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

Value HostEmitter::materialize(OpFoldResult value) {
  if (auto attribute = dyn_cast<Attribute>(value))
    return constant(cast<IntegerAttr>(attribute).getInt());
  return cast<Value>(value);
}

Value HostEmitter::getBuffer(Operand operand) {
  return op->getOperand(static_cast<unsigned>(operand));
}

Value HostEmitter::getDim(Operand operand, unsigned dim) {
  return b.createOrFold<memref::DimOp>(getBuffer(operand), dim);
}

HostEmitter::Buffer HostEmitter::readBuffer(Operand operand) {
  Value memref = getBuffer(operand);
  auto metadata = memref::ExtractStridedMetadataOp::create(b, memref);
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(b, memref);
  Value offset = materialize(metadata.getConstifiedMixedOffset());
  Value bytes = constant(desc.getElementBytes(operand));
  Buffer buffer;
  buffer.address = b.createOrFold<arith::AddIOp>(
      base, b.createOrFold<arith::MulIOp>(offset, bytes));
  buffer.strides = metadata.getConstifiedMixedStrides();
  return buffer;
}

void HostEmitter::readBuffers() {
  for (unsigned i = 0; i < kNumDecodeOperands; ++i)
    buffers.push_back(readBuffer(static_cast<Operand>(i)));
}

void HostEmitter::readSizes() {
  numVHeads = getDim(Operand::State, 1);
  valueDim = getDim(Operand::State, desc.keyMajorState ? 3 : 2);
  keyDim = getDim(Operand::State, desc.keyMajorState ? 2 : 3);
  numStates =
      b.createOrFold<arith::MulIOp>(getDim(Operand::MixedQkv, 0), numVHeads);
  Value values = b.createOrFold<arith::MulIOp>(numVHeads, valueDim);
  Value keys =
      b.createOrFold<arith::SubIOp>(getDim(Operand::MixedQkv, 1), values);
  numQHeads = b.createOrFold<arith::DivUIOp>(
      keys, b.createOrFold<arith::MulIOp>(keyDim, constant(2)));
}

Value HostEmitter::getKernelValue(const KernelArg &arg) {
  Type type = arg.getType(b.getContext());
  const Buffer &buffer = buffers[static_cast<unsigned>(arg.operand)];
  Value sizes[] = {numQHeads, numVHeads, keyDim, valueDim};
  switch (arg.kind) {
  case KernelArg::Kind::Pointer: {
    Value address =
        arith::IndexCastOp::create(b, b.getI64Type(), buffer.address);
    return LLVM::IntToPtrOp::create(b, type, address);
  }
  case KernelArg::Kind::OuterStride:
    return arith::IndexCastOp::create(b, type,
                                      materialize(buffer.strides.front()));
  case KernelArg::Kind::HeadStride:
    return arith::IndexCastOp::create(b, type, materialize(buffer.strides[2]));
  case KernelArg::Kind::Size:
    return arith::IndexCastOp::create(b, type,
                                      sizes[static_cast<unsigned>(arg.size)]);
  }
  llvm_unreachable("all kinds are covered");
}

/// Whether all addresses and outer strides are multiples of what the kernel
/// asks for: one test of the bits that must be zero. Null for no condition.
Value HostEmitter::getAligned(ArrayRef<OperandAlignment> alignments) {
  Value wrongBits;
  auto collect = [&](Value value, unsigned bytes) {
    Value bits = b.createOrFold<arith::AndIOp>(value, constant(bytes - 1));
    wrongBits =
        wrongBits ? b.createOrFold<arith::OrIOp>(wrongBits, bits) : bits;
  };
  for (auto [operand, bytes] : alignments) {
    const Buffer &buffer = buffers[static_cast<unsigned>(operand)];
    collect(buffer.address, bytes);
    if (cast<MemRefType>(getBuffer(operand).getType()).getRank() == 1)
      continue;
    Value stride = materialize(buffer.strides.front());
    Value elementBytes = constant(desc.getElementBytes(operand));
    collect(b.createOrFold<arith::MulIOp>(stride, elementBytes), bytes);
  }
  if (!wrongBits)
    return Value();
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, wrongBits,
                               constant(0));
}

Value HostEmitter::getApplicability(const DecodeVariant &variant) {
  Value applies = getAligned(getAlignments(desc, variant.schedule));
  if (!variant.maxStates)
    return applies;
  Value isSmall = arith::CmpIOp::create(b, arith::CmpIPredicate::ule, numStates,
                                        constant(*variant.maxStates));
  if (!applies)
    return isSmall;
  return arith::AndIOp::create(b, applies, isSmall);
}

void HostEmitter::emitLaunch(const DecodeVariant &variant) {
  Value rows = constant(variant.schedule.getRowsPerBlock());
  Value tiles = b.createOrFold<arith::CeilDivUIOp>(valueDim, rows);
  Value blocks = b.createOrFold<arith::MulIOp>(numStates, tiles);
  Value one = constant(1);
  gpu::KernelDim3 grid{blocks, one, one};
  gpu::KernelDim3 block{constant(variant.schedule.getThreads()), one, one};
  SmallVector<Value> values;
  for (const KernelArg &arg : getKernelArgs(desc))
    values.push_back(getKernelValue(arg));
  gpu::LaunchFuncOp::create(b, variant.kernel, grid, block,
                            /*dynamicSharedMemorySize=*/Value(), values);
}

void HostEmitter::emitChoice(ArrayRef<DecodeVariant> variants) {
  Value applies;
  if (variants.size() > 1)
    applies = getApplicability(variants.front());
  if (!applies)
    return emitLaunch(variants.front());
  auto branch = scf::IfOp::create(b, applies, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  emitLaunch(variants.front());
  b.setInsertionPointToStart(branch.elseBlock());
  emitChoice(variants.drop_front());
}

void HostEmitter::emit(ArrayRef<DecodeVariant> variants) {
  readBuffers();
  readSizes();
  // A grid of no blocks is an error to the driver.
  Value hasWork = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, numStates,
                                        constant(0));
  auto branch = scf::IfOp::create(b, hasWork);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  emitChoice(variants);
}

void mlir::packed::emitHostCode(RewriterBase &rewriter, Operation *op,
                                const DecodeDesc &desc,
                                ArrayRef<DecodeVariant> variants) {
  ImplicitLocOpBuilder builder(op->getLoc(), rewriter);
  builder.setInsertionPoint(op);
  HostEmitter(builder, op, desc).emit(variants);
}
