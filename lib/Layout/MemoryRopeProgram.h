//===- MemoryRopeProgram.h - Memory RoPE coordinates ------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The (start, end) of every token, all in f32 and exact to the last bit
// (sglang, joy_echo/memory.py, over the LTX-2 rotary embedding). `M` is the
// Evaluator or the Emitter.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_LIB_LAYOUT_MEMORYROPEPROGRAM_H
#define PACKED_LIB_LAYOUT_MEMORYROPEPROGRAM_H

#include "packed/Layout/Programs.h"

namespace mlir::packed {

/// Max of `value` and zero.
template <typename M>
typename M::Single clampToZero(M &m, typename M::Single value) {
  return m.select(value < m.single(0), m.single(0), value);
}

//===----------------------------------------------------------------------===//
// Video
//===----------------------------------------------------------------------===//

/// The time, in seconds, at which latent frame `frame` starts.
template <typename M>
typename M::Single getVideoTime(M &m, typename M::Int frame) {
  auto pixelFrame = m.toSingle(frame) * m.single(8);
  return clampToZero(m, pixelFrame + m.single(1) - m.single(8)) / m.single(24);
}

/// The pixel at which latent row or column `index` starts.
template <typename M>
typename M::Single getVideoPixel(M &m, typename M::Int index,
                                 int64_t downscale) {
  return m.toSingle(index) * m.single(32) * m.single(downscale);
}

/// Coordinates of `frames` frames, the first of which is number `firstFrame`.
template <typename M>
void fillVideoTokens(M &m, typename M::Buffer &coords, SizeExpr offset,
                     SizeExpr firstFrame, SizeExpr frames,
                     const MemoryRopeSizes &sizes, int64_t downscale) {
  using Int = typename M::Int;
  Int first = m.size(firstFrame);
  LayoutRegion tokens{
      2, offset, {frames, sizes.latentHeight, sizes.latentWidth}};
  m.fill(coords, tokens, [&](ArrayRef<Int> at) {
    // Batch, axis, frame, row, column, start or end.
    Int bound = at[5];
    return pick(m, at[1],
                std::array{getVideoTime(m, first + at[2] + bound),
                           getVideoPixel(m, at[3] + bound, downscale),
                           getVideoPixel(m, at[4] + bound, downscale)});
  });
}

template <typename M>
void runMemoryRope(M &m, const MemoryRopeRequest &request,
                   typename M::Buffer &coords) {
  const MemoryRopeSizes &sizes = request.sizes;
  SizeExpr memoryFrames = sizes.getMemoryFrames();
  SizeExpr firstTarget = request.isPrefixContinuous
                             ? memoryFrames + sizes.spTargetStartOffset
                             : sizes.spTargetStartOffset;
  fillVideoTokens(m, coords, 0, 0, memoryFrames, sizes,
                  request.memoryDownscaleFactor);
  fillVideoTokens(m, coords, sizes.memoryVideoLen, firstTarget,
                  sizes.targetNumFrames, sizes, /*downscale=*/1);
}

//===----------------------------------------------------------------------===//
// Audio
//===----------------------------------------------------------------------===//

/// The time, in seconds, at which audio frame `frame` starts.
template <typename M>
typename M::Single getAudioTime(M &m, typename M::Int frame) {
  auto hop = m.toSingle(frame) * m.single(4) + m.single(1) - m.single(4);
  return clampToZero(m, hop) * m.single(160) / m.single(16000);
}

template <typename M>
void fillAudioTokens(M &m, typename M::Buffer &coords, SizeExpr offset,
                     SizeExpr firstFrame, SizeExpr frames) {
  using Int = typename M::Int;
  Int first = m.size(firstFrame);
  m.fill(coords, LayoutRegion{2, offset, {frames}}, [&](ArrayRef<Int> at) {
    // Batch, axis, frame, start or end.
    return getAudioTime(m, first + at[2] + at[3]);
  });
}

template <typename M>
void runMemoryRopeAudio(M &m, const MemoryRopeAudioRequest &request,
                        typename M::Buffer &coords) {
  const MemoryRopeAudioSizes &sizes = request.sizes;
  SizeExpr firstTarget =
      request.isPrefixContinuous ? sizes.memoryAudioLen : SizeExpr();
  fillAudioTokens(m, coords, 0, 0, sizes.memoryAudioLen);
  fillAudioTokens(m, coords, sizes.memoryAudioLen, firstTarget,
                  sizes.targetAudioLen);
}

} // namespace mlir::packed

#endif // PACKED_LIB_LAYOUT_MEMORYROPEPROGRAM_H
