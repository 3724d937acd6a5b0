//===- BufferLabels.h - Ops that disagree about a buffer --------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows buffers along def-use chains, through casts, views, loops, branches
// and calls, and compares what ops say about them. Sure is only what some run
// does to one and the same buffer: where ways meet, where memory is written in
// between, and behind ops that are not understood nobody can tell.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_ANALYSIS_BUFFERLABELS_H
#define PACKED_ANALYSIS_BUFFERLABELS_H

#include "packed/Rules/LabeledBuffer.h"

namespace mlir::packed {

/// One op's label and an earlier op with another label for the same buffer;
/// `other` is null where all agree.
struct LabelVerdict {
  Operation *op;
  BufferLabel label;
  Operation *other;
  BufferLabel otherLabel;
  /// Whether one run takes the same buffer to both ops. It may or may not
  /// otherwise.
  bool isSure = false;
};

/// Looks at all labels within `root`: one verdict for each op and rule, in the
/// order of the ops.
SmallVector<LabelVerdict, 0> compareLabels(Operation *root);

} // namespace mlir::packed

#endif // PACKED_ANALYSIS_BUFFERLABELS_H
