//===- SequenceRows.cpp - Rows of a packed sequence -----------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Layout/SequenceRows.h"
#include "packed/Rules/RuleSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::packed;

RefKind mlir::packed::getRefKind(StringRef kind) {
  return llvm::StringSwitch<RefKind>(kind)
      .Case("image", RefKind::Image)
      .Case("audio", RefKind::Audio)
      .Cases({"video", "video_audio"}, RefKind::Video)
      .Default(RefKind::Unknown);
}

ArrayRef<unsigned> mlir::packed::getNeededRefSizes(RefKind kind) {
  static constexpr unsigned image[] = {2, 3}, audio[] = {0},
                            video[] = {0, 1, 2, 3};
  switch (kind) {
  case RefKind::Image:
    return image;
  case RefKind::Audio:
    return audio;
  case RefKind::Video:
    return video;
  case RefKind::Unknown:
    return {};
  }
  llvm_unreachable("unknown kind of block");
}

SizeExpr mlir::packed::getFrameRows(SizeExpr height, SizeExpr width) {
  return getPatches(height) * getPatches(width);
}

SequenceRows::SequenceRows(const SequenceSizes &sizes) {
  SizeExpr frameRows = getFrameRows(sizes.latentH, sizes.latentW);
  text = sizes.textLen;
  keyframes = SizeExpr(sizes.numKeyframes) * frameRows;
  targetAudio = sizes.audioT * sizes.audioChannel;
  targetVideo = sizes.latentT * frameRows;

  SmallVector<SizeExpr> visual, audio;
  for (const SequenceRef &ref : sizes.refs) {
    if (ref.kind != RefKind::Audio)
      visual.push_back(ref.getFrames() *
                       getFrameRows(ref.getHeight(), ref.getWidth()));
    if (ref.kind != RefKind::Image)
      audio.push_back(ref.getAudioT() * sizes.audioChannel);
  }
  refVisual = sum(visual);
  refAudio = sum(audio);

  used = sum({text, keyframes, refVisual, refAudio, targetAudio, targetVideo});
  aligned = ceilDiv(used, sizes.alignment) * sizes.alignment;
  seqLen = sizes.seqLen.value_or(aligned);
}
