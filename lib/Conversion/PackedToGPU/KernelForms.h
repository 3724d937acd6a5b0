//===- KernelForms.h - The two forms of the decode kernel -------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bodies of the decode kernel, and what they share: which state a block
// works on, and the gates.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_LIB_CONVERSION_PACKEDTOGPU_KERNELFORMS_H
#define PACKED_LIB_CONVERSION_PACKEDTOGPU_KERNELFORMS_H

#include "KernelBuilder.h"

namespace mlir::packed {

/// Where a thread works: request n, value head hv, query head h, its warp,
/// its place among the lanes of a row, and which of the warp's rows it takes
/// first. All i32, the slot i64.
struct KernelPosition {
  Value request, valueHead, queryHead, slot;
  Value rowTile, warp, laneOfRow, rowOfWarp;
};
KernelPosition emitPosition(KernelBuilder &b, const Schedule &schedule);

/// The head's column in `mixed_qkv`, as addresses of its first elements.
struct PackedRow {
  Value query, key, value;
};
PackedRow emitPackedRow(KernelBuilder &b, const KernelPosition &at);

/// The address of `out[request, 0, valueHead, 0]`.
Value emitOutAddress(KernelBuilder &b, const KernelPosition &at);

/// The address of the first element of the state.
Value emitStateAddress(KernelBuilder &b, const KernelPosition &at);

/// The element of `b` that beta is the sigmoid of.
Value emitBetaLogit(KernelBuilder &b, const KernelPosition &at);

/// `A_log` of the head.
Value emitLogRate(KernelBuilder &b, const KernelPosition &at);

/// What the decay of a GDN head is made of.
struct HeadGates {
  Value a, bias;
};
HeadGates emitHeadGates(KernelBuilder &b, const KernelPosition &at);

/// The addresses of the same for channel 0 of a KDA head.
struct ChannelGates {
  Value a, bias;
};
ChannelGates emitChannelGates(KernelBuilder &b, const KernelPosition &at);

/// sigmoid(x), also of a vector.
Value emitSigmoid(KernelBuilder &b, Value x);

/// The factor exp(g) on the state. `rate` is exp(A_log); `a` and `bias` are f32
/// or vectors of it.
Value emitDecay(KernelBuilder &b, Value rate, Value a, Value bias);

/// 1 / sqrt(sum + 1e-6), the factor of an l2 norm.
Value emitNormFactor(KernelBuilder &b, Value sumOfSquares);

/// The scale on q as f32.
Value emitScale(KernelBuilder &b);

void emitTileForm(KernelBuilder &b, const Schedule &schedule);
void emitLoopForm(KernelBuilder &b, const Schedule &schedule);

} // namespace mlir::packed

#endif // PACKED_LIB_CONVERSION_PACKEDTOGPU_KERNELFORMS_H
