//===- SequenceStreamLayout.cpp - Streams of a packed sequence ------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a block-sparse attention backend asks of a layout besides the rows: the
// shapes of the streams in patches, their roles and their order (sglang,
// minimax_h3/packed_sequence.py, `stream_layout`).
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "packed/IR/PackedOps.h"

using namespace mlir;
using namespace mlir::packed;

namespace {
/// Collects the streams in the order of the conditioning blocks.
class StreamLayout {
public:
  explicit StreamLayout(MLIRContext *context) : builder(context) {}

  DenseI64ArrayAttr getShape(SizeExpr frames, SizeExpr height, SizeExpr width) {
    return builder.getDenseI64ArrayAttr(
        {getNumber(frames), getNumber(floorDiv(height, kPatchSide)),
         getNumber(floorDiv(width, kPatchSide))});
  }

  void addImages(Attribute shape, StringRef role) {
    addEvent("imgvid", imageShapes.size());
    imageShapes.push_back(shape);
    imageRoles.push_back(builder.getStringAttr(role));
  }

  void addAudio(SizeExpr rows) {
    addEvent("audio", audioLens.size());
    audioLens.push_back(getNumber(rows));
  }

  DictionaryAttr get(Attribute targetShape) {
    return builder.getDictionaryAttr(
        {builder.getNamedAttr("target_shape", targetShape),
         builder.getNamedAttr("cond_image_shapes",
                              builder.getArrayAttr(imageShapes)),
         builder.getNamedAttr("cond_image_roles",
                              builder.getArrayAttr(imageRoles)),
         builder.getNamedAttr("cond_event_orders",
                              builder.getArrayAttr(eventOrders)),
         builder.getNamedAttr("cond_audio_stream_lens",
                              builder.getDenseI64ArrayAttr(audioLens))});
  }

private:
  static int64_t getNumber(SizeExpr size) {
    return getStaticDim(size.getConstant());
  }

  void addEvent(StringRef stream, size_t position) {
    eventOrders.push_back(builder.getArrayAttr(
        {builder.getStringAttr(stream), builder.getI64IntegerAttr(position)}));
  }

  Builder builder;
  SmallVector<Attribute> imageShapes, imageRoles, eventOrders;
  SmallVector<int64_t> audioLens;
};
} // namespace

DictionaryAttr SequenceOp::getStreamLayout() {
  SizeArena arena;
  SequenceSizes sizes = getLayoutSizes(arena);
  StreamLayout layout(getContext());
  // Keyframes belong to the target's own grid; in the ref2va family the backend
  // knows of the references alone.
  if (getTask() != Task::Ref2VA)
    for (int64_t i = 0; i < sizes.numKeyframes; ++i)
      layout.addImages(layout.getShape(1, sizes.latentH, sizes.latentW),
                       "joint_cube");
  for (const SequenceRef &ref : sizes.refs) {
    if (ref.kind == RefKind::Audio || ref.kind == RefKind::Video)
      layout.addAudio(ref.getAudioT() * sizes.audioChannel);
    if (ref.kind == RefKind::Image || ref.kind == RefKind::Video)
      layout.addImages(
          layout.getShape(ref.getFrames(), ref.getHeight(), ref.getWidth()),
          ref.kind == RefKind::Image ? "dense_prefix" : "independent_cube");
  }
  return layout.get(
      layout.getShape(sizes.latentT, sizes.latentH, sizes.latentW));
}
