//===- DecodeKernel.cpp - Arguments of a decode kernel --------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The signature of a decode kernel, and the function around its body.
//
//===----------------------------------------------------------------------===//

#include "packed/Conversion/PackedToGPU/DecodeKernel.h"
#include "KernelForms.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include <tuple>

using namespace mlir;
using namespace mlir::packed;

/// Address space of device memory, with NVIDIA and AMD alike.
static constexpr unsigned kGlobalSpace = 1;

StringRef mlir::packed::getOperandName(DecodeOperand operand) {
  static constexpr StringLiteral names[kNumDecodeOperands] = {
      "mixed_qkv",    "a", "b", "A_log", "dt_bias", "ssm_state_indices", "out",
      "initial_state"};
  return names[static_cast<unsigned>(operand)];
}

bool DecodeDesc::operator==(const DecodeDesc &other) const {
  auto asTuple = [](const DecodeDesc &d) {
    return std::make_tuple(d.perChannelDecay, d.useQkL2norm, d.keyMajorState,
                           d.lowerBound, d.scale,
                           ArrayRef<Type>(d.elementTypes), d.numQHeads,
                           d.numVHeads, d.keyDim, d.valueDim,
                           ArrayRef<int64_t>(d.outerStrides), d.outHeadStride);
  };
  return asTuple(*this) == asTuple(other);
}

ScheduleProblem DecodeDesc::getScheduleProblem() const {
  return {keyDim, valueDim, getElementBytes(DecodeOperand::State),
          perChannelDecay, keyMajorState};
}

std::string KernelArg::getName() const {
  static constexpr StringLiteral sizeNames[] = {"num_q_heads", "num_v_heads",
                                                "key_dim", "value_dim"};
  switch (kind) {
  case Kind::Pointer:
    return getOperandName(operand).str();
  case Kind::OuterStride:
    return (getOperandName(operand) + "_stride").str();
  case Kind::HeadStride:
    return (getOperandName(operand) + "_head_stride").str();
  case Kind::Size:
    return sizeNames[static_cast<unsigned>(size)].str();
  }
  llvm_unreachable("all kinds are covered");
}

Type KernelArg::getType(MLIRContext *context) const {
  if (kind == Kind::Pointer)
    return LLVM::LLVMPointerType::get(context, kGlobalSpace);
  return IntegerType::get(context, kind == Kind::Size ? 32 : 64);
}

SmallVector<KernelArg> mlir::packed::getKernelArgs(const DecodeDesc &desc) {
  using Kind = KernelArg::Kind;
  using Size = KernelArg::Size;
  SmallVector<KernelArg> args;
  for (unsigned i = 0; i < kNumDecodeOperands; ++i)
    args.push_back({Kind::Pointer, static_cast<DecodeOperand>(i)});
  for (unsigned i = 0; i < kNumDecodeOperands; ++i)
    if (ShapedType::isDynamic(desc.outerStrides[i]))
      args.push_back({Kind::OuterStride, static_cast<DecodeOperand>(i)});
  if (ShapedType::isDynamic(desc.outHeadStride))
    args.push_back({Kind::HeadStride, DecodeOperand::Out});
  const std::pair<Size, int64_t> sizes[] = {{Size::NumQHeads, desc.numQHeads},
                                            {Size::NumVHeads, desc.numVHeads},
                                            {Size::KeyDim, desc.keyDim},
                                            {Size::ValueDim, desc.valueDim}};
  for (auto [size, value] : sizes)
    if (ShapedType::isDynamic(value))
      args.push_back({Kind::Size, DecodeOperand::MixedQkv, size});
  return args;
}

gpu::GPUFuncOp mlir::packed::emitDecodeKernel(gpu::GPUModuleOp module,
                                              Location loc, StringRef name,
                                              const DecodeDesc &desc,
                                              const Schedule &schedule,
                                              GpuFamily family) {
  MLIRContext *context = module.getContext();
  SmallVector<Type> types;
  for (const KernelArg &arg : getKernelArgs(desc))
    types.push_back(arg.getType(context));

  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  auto func = gpu::GPUFuncOp::create(builder, loc, name,
                                     builder.getFunctionType(types, {}));
  func->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                builder.getUnitAttr());
  const int32_t blockSize[] = {static_cast<int32_t>(schedule.getThreads()), 1,
                               1};
  func.setKnownBlockSizeAttr(builder.getDenseI32ArrayAttr(blockSize));

  KernelBuilder body(loc, func, desc, family);
  if (schedule.form == Schedule::Form::Tile)
    emitTileForm(body, schedule);
  else
    emitLoopForm(body, schedule);
  gpu::ReturnOp::create(body);
  return func;
}
