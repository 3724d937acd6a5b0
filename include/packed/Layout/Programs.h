//===- Programs.h - Layouts as programs -------------------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every layout is one program, stated once over an abstract machine. On the
// Evaluator it computes the results of a request with constant sizes; on the
// Emitter it writes the IR that computes them at run time.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_LAYOUT_PROGRAMS_H
#define PACKED_LAYOUT_PROGRAMS_H

#include "packed/Layout/LayoutRegion.h"
#include "packed/Layout/MemoryRopeSizes.h"
#include "packed/Layout/SequenceRows.h"
#include <array>

namespace mlir::packed {

/// A packed sequence to build. Its results, in order: img_pos, audio_pos,
/// text_pos, update_mask, audio_update_mask, img_position_ids, token_tags,
/// cu_seqlens.
struct SequenceRequest {
  SequenceSizes sizes;
  ArrayRef<int64_t> keyframes;
};

struct MemoryRopeRequest {
  MemoryRopeSizes sizes;
  bool isPrefixContinuous = false;
  int64_t memoryDownscaleFactor = 1;
};

struct MemoryRopeAudioRequest {
  MemoryRopeAudioSizes sizes;
  bool isPrefixContinuous = false;
};

/// Fills the results of a request on machine `M`.
template <typename M>
void runProgram(M &m, const SequenceRequest &request,
                MutableArrayRef<typename M::Buffer> results);
template <typename M>
void runProgram(M &m, const MemoryRopeRequest &request,
                MutableArrayRef<typename M::Buffer> results);
template <typename M>
void runProgram(M &m, const MemoryRopeAudioRequest &request,
                MutableArrayRef<typename M::Buffer> results);

/// Entry `index` of a short list.
template <typename M, typename T, size_t N>
T pick(M &m, typename M::Int index, const std::array<T, N> &list) {
  T result = list[N - 1];
  for (size_t i = N - 1; i-- > 0;)
    result = m.select(index == m.integer(i), list[i], result);
  return result;
}

} // namespace mlir::packed

#endif // PACKED_LAYOUT_PROGRAMS_H
