//===- DecodeLowering.h - Parts of the decode lowering ----------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the pass is put together from: the step of an op, the kernels that serve
// it, the host code that picks one, the description of each.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_LIB_CONVERSION_PACKEDTOGPU_DECODELOWERING_H
#define PACKED_LIB_CONVERSION_PACKEDTOGPU_DECODELOWERING_H

#include "mlir/IR/PatternMatch.h"
#include "packed/Conversion/PackedToGPU/DecodeKernel.h"

namespace mlir::packed {

/// One compiled kernel of an op, and up to which B * HV it is the choice.
struct DecodeVariant {
  Schedule schedule;
  std::optional<int64_t> maxStates;
  gpu::GPUFuncOp kernel;
};

/// Bytes that the address and the outer stride of an operand must be a multiple
/// of.
struct OperandAlignment {
  DecodeOperand operand;
  unsigned bytes;
};

bool isDecodeOp(Operation *op);

/// The step that a decode op on memrefs computes. Emits an error on the op
/// where the GPU can't serve it.
FailureOr<DecodeDesc> getDecodeDesc(Operation *op);

/// What the tile form asks of the buffers; the loop form asks nothing.
SmallVector<OperandAlignment> getAlignments(const DecodeDesc &desc,
                                            const Schedule &schedule);

/// Attaches the description of the kernel, for whoever launches it without the
/// host code.
void describeKernel(Operation *op, const DecodeDesc &desc,
                    const DecodeVariant &variant);

/// Puts the launches in front of the op. `variants` are tried in order; the
/// last one serves every case.
void emitHostCode(RewriterBase &rewriter, Operation *op, const DecodeDesc &desc,
                  ArrayRef<DecodeVariant> variants);

} // namespace mlir::packed

#endif // PACKED_LIB_CONVERSION_PACKEDTOGPU_DECODELOWERING_H
