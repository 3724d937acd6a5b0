//===- KernelBuilder.h - Values inside a decode kernel ----------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The vocabulary that the two forms of the decode kernel are written in:
// constants, addresses, vector accesses, f32 arithmetic, reductions, and the
// few functions that NVIDIA and AMD spell differently.
//
// Transcendental functions go to hardware instructions through intrinsics, not
// through the math dialect: that becomes a call of a device library, which
// stays unresolved where no GPU toolkit is installed.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_LIB_CONVERSION_PACKEDTOGPU_KERNELBUILDER_H
#define PACKED_LIB_CONVERSION_PACKEDTOGPU_KERNELBUILDER_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "packed/Conversion/PackedToGPU/DecodeKernel.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::packed {

class KernelBuilder : public ImplicitLocOpBuilder {
public:
  KernelBuilder(Location loc, gpu::GPUFuncOp func, const DecodeDesc &desc,
                GpuFamily family);

  //===--- Constants ------------------------------------------------------===//
  Value i32(int64_t value);
  Value i64(int64_t value);
  Value f32(double value);
  /// `value` in every element of `type` (f32 or a vector of it).
  Value splat(Type type, double value);
  Value broadcast(Value scalar, Type type);

  //===--- Integers -------------------------------------------------------===//
  Value add(Value lhs, Value rhs);
  Value mul(Value lhs, Value rhs);
  Value divu(Value lhs, Value rhs);
  Value remu(Value lhs, Value rhs);
  Value ult(Value lhs, Value rhs);
  Value toI64(Value value);

  //===--- Arithmetic on f32 and vectors of f32 ---------------------------===//
  Value fadd(Value lhs, Value rhs);
  Value fmul(Value lhs, Value rhs);
  /// lhs * rhs + addend in one rounding; addend may be null.
  Value fma(Value lhs, Value rhs, Value addend);
  Value exp(Value x);
  Value exp2(Value x);
  Value log2(Value x);
  Value reciprocal(Value x);
  Value rsqrt(Value x);
  /// The sum over the elements of a vector; a scalar stays as it is.
  Value sumElements(Value vector);
  /// The sum over each group of `lanes` neighbouring lanes, in all of them.
  Value sumLanes(Value value, unsigned lanes);
  /// Many such sums at once. `values` has a power of two of elements, at most
  /// `lanes`; lane l of each group gets the sum of element l * size / lanes.
  /// Each step halves the values that a lane still adds up, which takes a
  /// quarter of the exchanges that a full sum of each value in each lane takes.
  Value sumLanesScattered(SmallVector<Value> values, unsigned lanes,
                          Value laneOfGroup);
  /// The value of lane `source` of the subgroup.
  Value readLane(Value value, Value source);
  /// `value`, with zero where `keep` is false; all of it when `keep` is null.
  Value keepIf(Value keep, Value value);

  //===--- Geometry -------------------------------------------------------===//
  Value threadIndex();
  Value blockIndex();

  //===--- Operands -------------------------------------------------------===//
  Value getStride(DecodeOperand operand);
  Value getOutHeadStride();
  Value getSize(KernelArg::Size size);
  /// The address `offset` (i64, elements) behind the start of the operand.
  Value addressOf(DecodeOperand operand, Value offset);
  Value advance(Value address, DecodeOperand operand, Value offset);
  /// `length` neighbouring elements as f32 (a vector when `length` > 1), which
  /// the caller knows to be aligned to their size or to 16 bytes.
  Value load(DecodeOperand operand, Value address, unsigned length = 1,
             bool streaming = false);
  /// The same where `condition` holds, undefined elsewhere. Not a branch: later
  /// loads and earlier ones stay together with this one.
  Value loadIf(Value condition, DecodeOperand operand, Value address,
               unsigned length, bool streaming);
  void store(DecodeOperand operand, Value address, Value value,
             bool streaming = false);
  /// The slot of a request, as i64.
  Value loadSlot(Value request);

  //===--- Control --------------------------------------------------------===//
  /// Runs `body` where `condition` holds; always when it is null.
  void ifThen(Value condition, function_ref<void()> body);
  void ifThenElse(Value condition, function_ref<void()> thenBody,
                  function_ref<void()> elseBody);
  /// for (i = from; i < to; i += step), all i32, with values carried along.
  SmallVector<Value>
  forLoop(Value from, Value to, Value step, ValueRange init,
          function_ref<SmallVector<Value>(Value, ValueRange)> body);
  /// Keeps the loads before this point before it: LLVM and ptxas sink loads
  /// into the branch that uses them, behind whatever that branch waits for. A
  /// warp barrier stops them and costs no instruction in a converged warp.
  void pinLoads();
  void launchDependents();
  void waitForPrerequisites();

  const DecodeDesc &getDesc() const { return desc; }

private:
  Value getArg(KernelArg::Kind kind, DecodeOperand operand,
               KernelArg::Size size = KernelArg::Size::NumQHeads);
  Value callIntrinsic(StringRef name, Value operand);
  Value callPerElement(StringRef nvvmName, StringRef rocdlName, Value x);
  Value exchange(Value value, Value operand, gpu::ShuffleMode mode);
  Value loadWords(Value condition, Type type, Value address, unsigned bytes,
                  bool streaming);
  void storeWords(Value value, Value address, unsigned bytes);
  Value toF32(Value value);
  Value fromF32(Value value, Type elementType);

  gpu::GPUFuncOp func;
  const DecodeDesc &desc;
  GpuFamily family;
  SmallVector<KernelArg> args;
};

} // namespace mlir::packed

#endif // PACKED_LIB_CONVERSION_PACKEDTOGPU_KERNELBUILDER_H
