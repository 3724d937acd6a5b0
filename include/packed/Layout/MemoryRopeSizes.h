//===- MemoryRopeSizes.h - Sizes of memory RoPE coordinates -----*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many tokens the coordinate ops describe (sglang, joy_echo/memory.py).
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_LAYOUT_MEMORYROPESIZES_H
#define PACKED_LAYOUT_MEMORYROPESIZES_H

#include "packed/Rules/SizeExpr.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::packed {

/// Sizes of the video coordinates.
struct MemoryRopeSizes {
  SizeExpr batchSize, memoryVideoLen, targetNumFrames, latentHeight,
      latentWidth, spTargetStartOffset;

  /// Tokens of one frame.
  SizeExpr getGrid() const { return latentHeight * latentWidth; }
  SizeExpr getMemoryFrames() const {
    return floorDiv(memoryVideoLen, getGrid());
  }
  /// Tokens of the memory and the target part. The memory part is
  /// `memory_video_len` itself, which is a multiple of the grid.
  SizeExpr getNumTokens() const {
    return memoryVideoLen + targetNumFrames * getGrid();
  }
  /// `[batch_size, 3, tokens, 2]`.
  SmallVector<SizeExpr, 4> getShape() const {
    return {batchSize, 3, getNumTokens(), 2};
  }
};

/// Sizes of the audio coordinates.
struct MemoryRopeAudioSizes {
  SizeExpr batchSize, memoryAudioLen, targetAudioLen;

  SizeExpr getNumTokens() const { return memoryAudioLen + targetAudioLen; }
  /// `[batch_size, 1, tokens, 2]`.
  SmallVector<SizeExpr, 4> getShape() const {
    return {batchSize, 1, getNumTokens(), 2};
  }
};

} // namespace mlir::packed

#endif // PACKED_LAYOUT_MEMORYROPESIZES_H
