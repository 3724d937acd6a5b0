//===- SequenceRows.h - Rows of a packed sequence ---------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many rows each part of a packed sequence takes (sglang,
// minimax_h3/packed_sequence.py). Type inference, shape reification, rules and
// lowerings all count rows here.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_LAYOUT_SEQUENCEROWS_H
#define PACKED_LAYOUT_SEQUENCEROWS_H

#include "packed/Rules/SizeExpr.h"
#include "llvm/ADT/SmallVector.h"
#include <array>

namespace mlir::packed {

/// Side of the square patch that one visual row stands for.
inline constexpr int64_t kPatchSide = 2;

/// What a reference block holds.
enum class RefKind : uint8_t {
  Image, // one visual frame
  Audio, // audio alone
  Video, // audio rows, then visual frames (`video`, `video_audio`)
  Unknown
};

RefKind getRefKind(StringRef kind);

/// The sizes that a kind of block needs, as indices into
/// RefBlockAttr::getSizeNames, in the order in which they are checked.
ArrayRef<unsigned> getNeededRefSizes(RefKind kind);

/// A reference block as a C++ user gives it: sizes that the kind has no use for
/// stay null.
struct RefBlockSpec {
  StringRef kind;
  OpFoldResult refAudioT, latentT, latentH, latentW;
};

/// A reference block. Sizes that were left out are none.
struct SequenceRef {
  RefKind kind;
  /// ref_audio_t, latent_t, latent_h, latent_w.
  std::array<std::optional<SizeExpr>, 4> sizes;

  /// A size; zero where it was left out.
  SizeExpr get(unsigned index) const { return sizes[index].value_or(0); }
  SizeExpr getAudioT() const {
    return kind == RefKind::Image ? SizeExpr(0) : get(0);
  }
  SizeExpr getFrames() const {
    if (kind == RefKind::Video)
      return get(1);
    return kind == RefKind::Image ? 1 : 0;
  }
  SizeExpr getHeight() const { return get(2); }
  SizeExpr getWidth() const { return get(3); }
};

/// The sizes of a request.
struct SequenceSizes {
  SizeExpr textLen, latentT, latentH, latentW, audioT, audioChannel;
  std::optional<SizeExpr> frameCount, seqLen;
  SmallVector<SequenceRef, 4> refs;
  int64_t numKeyframes = 0;
  int64_t alignment = 1;
};

/// Whole patches along one side of a latent.
inline SizeExpr getPatches(SizeExpr side) { return floorDiv(side, kPatchSide); }

/// Rows of one visual frame of `height` by `width`.
SizeExpr getFrameRows(SizeExpr height, SizeExpr width);

/// The number of rows of each part.
struct SequenceRows {
  SizeExpr text, keyframes, refVisual, refAudio, targetAudio, targetVideo;
  /// All rows without padding, and the same rounded up to the alignment.
  SizeExpr used, aligned;
  /// The stated length, or `aligned`.
  SizeExpr seqLen;

  explicit SequenceRows(const SequenceSizes &sizes);

  SizeExpr getImgRows() const { return keyframes + refVisual + targetVideo; }
  SizeExpr getAudioRows() const { return refAudio + targetAudio; }
};

} // namespace mlir::packed

#endif // PACKED_LAYOUT_SEQUENCEROWS_H
