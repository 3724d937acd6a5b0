//===- DecodeKernel.h - GPU kernels of the decode step ----------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What one decode kernel computes (DecodeDesc), the arguments it takes
// (KernelArg) and the emission of its body for a schedule. Knows no op of ours:
// the pass fills a DecodeDesc from an op, a test could fill it by hand.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_CONVERSION_PACKEDTOGPU_DECODEKERNEL_H
#define PACKED_CONVERSION_PACKEDTOGPU_DECODEKERNEL_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "packed/Conversion/PackedToGPU/Schedule.h"
#include <optional>
#include <string>

namespace mlir::packed {

/// The operands of a decode step, in the order of the op.
enum class DecodeOperand : unsigned {
  MixedQkv,
  A,
  B,
  ALog,
  DtBias,
  Indices,
  Out,
  State
};
constexpr unsigned kNumDecodeOperands = 8;

/// The name of an operand, as the op spells it.
StringRef getOperandName(DecodeOperand operand);

/// One decode step: semantics, element types, sizes and strides. A size or
/// stride is `ShapedType::kDynamic` where only run time knows it.
struct DecodeDesc {
  /// KDA has one decay per key channel, GDN one per value head.
  bool perChannelDecay = false;
  bool useQkL2norm = false;
  /// Rows of a state are K and columns are V.
  bool keyMajorState = false;
  std::optional<float> lowerBound;
  /// Nothing stands for K^-1/2.
  std::optional<float> scale;

  Type elementTypes[kNumDecodeOperands];
  int64_t numQHeads = ShapedType::kDynamic;
  int64_t numVHeads = ShapedType::kDynamic;
  int64_t keyDim = ShapedType::kDynamic;
  int64_t valueDim = ShapedType::kDynamic;
  /// Distance between two requests (two slots of the pool), in elements; 1-D
  /// operands: distance between two elements.
  int64_t outerStrides[kNumDecodeOperands];
  /// Distance between two heads of `out`.
  int64_t outHeadStride = ShapedType::kDynamic;

  Type getElementType(DecodeOperand operand) const {
    return elementTypes[static_cast<unsigned>(operand)];
  }
  int64_t getOuterStride(DecodeOperand operand) const {
    return outerStrides[static_cast<unsigned>(operand)];
  }
  /// Bytes of one element.
  unsigned getElementBytes(DecodeOperand operand) const {
    return getElementType(operand).getIntOrFloatBitWidth() / 8;
  }
  /// State and output have 16 bits.
  bool hasNarrowResults() const {
    return getElementBytes(DecodeOperand::State) == 2 &&
           getElementBytes(DecodeOperand::Out) == 2;
  }
  bool operator==(const DecodeDesc &other) const;
  /// What Schedule.h needs to know of the step.
  ScheduleProblem getScheduleProblem() const;
};

/// One argument of a kernel.
struct KernelArg {
  enum class Kind { Pointer, OuterStride, HeadStride, Size };
  enum class Size { NumQHeads, NumVHeads, KeyDim, ValueDim };
  Kind kind;
  /// For pointers and strides.
  DecodeOperand operand = DecodeOperand::MixedQkv;
  /// For sizes.
  Size size = Size::NumQHeads;

  /// A name that is unique in the kernel: `initial_state`,
  /// `initial_state_stride`, `num_v_heads`.
  std::string getName() const;
  Type getType(MLIRContext *context) const;
};

/// The arguments of a kernel: all pointers, then what is not static.
SmallVector<KernelArg> getKernelArgs(const DecodeDesc &desc);

/// Which family of intrinsics the kernel may use.
enum class GpuFamily { NVVM, ROCDL };

/// Appends a kernel to `module`. The schedule must be legal for the step.
gpu::GPUFuncOp emitDecodeKernel(gpu::GPUModuleOp module, Location loc,
                                StringRef name, const DecodeDesc &desc,
                                const Schedule &schedule, GpuFamily family);

} // namespace mlir::packed

#endif // PACKED_CONVERSION_PACKEDTOGPU_DECODEKERNEL_H
